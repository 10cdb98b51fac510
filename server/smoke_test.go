package server
import ("testing";"fmt")
func TestSmoke(t *testing.T){
 s:=newTest(t,nil)
 for _,u:=range []string{"/api/methods","/api/trace?method=backtrack&n=4","/api/trace?method=shuffle&n=30","/api/trace?method=odometer&n=9","/api/trace?method=bakctrack&n=4","/api/trace?method=backtrack&n=3","/api/solutions?n=6","/api/orbits?n=6","/api/heatmap?n=4","/api/images?placement=1,3,0,2","/api/check?n=4&place=0.0,1.1,0.3&block=1.1","/api/fits?n=8&place=0.0","/api/fits?n=16","/api/hint?n=6&place=0.1&strength=3","/api/hint?n=4&place=0.0&lang=zh","/api/hint?n=4&place=0.0,1.1&lang=zh","/api/write?n=4&place=0.1,1.3&format=fen","/api/counts/plan?n=12","/api/growth","/api/counts/plan?n=99","/api/counts/plan","/api/counts/plan?n=x&lang=zh","/api/check?n=4&place=zz","/api/check?n=4&lang=de","/api/counts/zz","/api/nope"}{
  w:=do(s,request("GET",u,""))
  b:=w.Body.String(); if len(b)>500 {b=b[:500]}
  fmt.Println(u,w.Code,w.Header().Get("Content-Type"),b)
 }
 for _,b:=range []string{`{"text":"1302"}`,`{"text":"1 2 1 2"}`,`{"text":"(0, 1), (1, 2), (2, 3), (3, 0)x"}`,`{"text":""}`,`{"x":1}`,`{`,`{"text":"1","n":99}`}{
  w:=do(s,request("POST","/api/read",b))
  fmt.Println(b,w.Code,w.Body.String())
 }
 w:=do(s,request("POST","/api/counts",`{"n":8}`)); fmt.Println(w.Code,w.Body)
 w=do(s,request("GET","/openapi.json","")); fmt.Println(w.Code,w.Body.String()[:3000])
 fmt.Println(do(s,request("GET","/","")).Header())
}
