package server

import (
	"bytes"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

// A page is the files of the page, read once.
type page struct {
	server *Server
	files  map[string]file // by path
}

// A file is one of them.
type file struct {
	content   []byte
	mediaType string
	tag       string
}

// mediaTypes are those of the files that a page has; the tables of the system
// that runs the server do not matter.
var mediaTypes = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".mjs":  "text/javascript; charset=utf-8",
	".json": "application/json",
	".svg":  "image/svg+xml",
	".png":  "image/png",
	".ico":  "image/x-icon",
	".txt":  "text/plain; charset=utf-8",
	".md":   "text/plain; charset=utf-8",
}

// newPage reads the files; others than those of known types are not served.
func newPage(s *Server, files fs.FS) *page {
	p := &page{s, map[string]file{}}
	if files == nil {
		return p
	}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		mediaType, known := mediaTypes[path.Ext(name)]
		if !known {
			return nil
		}
		content, err := fs.ReadFile(files, name)
		p.files["/"+name] = file{content, mediaType, entityTag(content)}
		return err
	})
	if err != nil {
		panic(err) // the files are compiled in
	}
	if front, ok := p.files["/index.html"]; ok {
		p.files["/"] = front
	}
	return p
}

func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, found := p.files[r.URL.Path]
	if !found {
		p.missing(w, r)
		return
	}
	header := w.Header()
	header.Set("Content-Type", f.mediaType)
	header.Set("ETag", f.tag)
	header.Set("Cache-Control", "no-cache") // kept, but asked for again: the next version may differ
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.content))
}

func (p *page) missing(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/api/") {
		p.server.refuse(w, r, notFound())
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(http.StatusNotFound)
	w.Write([]byte(p.server.speaker(r).T("server.notfound") + "\n"))
}
