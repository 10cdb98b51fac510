package nats

import (
	"bytes"
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

func TestCheckURL(t *testing.T) {
	for url, good := range map[string]bool{
		"tls://192.0.2.1:4222": true, "tls://[::1]:4222": true, "nats://a": true, "a:4222": true, "tls://a:1,tls://b:2, tls://c:3": true,
		"tls://no.such.host.invalid:4222": true,
		"":                                false, "tls://": false, "tls://:4222": false, "tls://[::1": false, "http://127.0.0.1:1": false, "ftp://x:1": false, "tls://a:0": false,
		"tls://a:70000": false, "tls://a:b": false, "tls://a:": false, "tls://a:1,": false, "ws://a:1": false, "tls://a/b": false, "tls://u:p@a:1": false,
	} {
		err := CheckURL(url)
		if access, ok := errors.AsType[*AccessError](err); (err == nil) != good || err != nil && (!ok || access.Reason != AccessURL) {
			t.Errorf("%q: %v", url, err)
		}
	}
}

// TestUnknownHost wants a worker to go on trying a host that there is not yet.
func TestUnknownHost(t *testing.T) {
	key, err := newKeyFile("one")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	told := false
	err = Work(ctx, WorkerOptions{URL: "tls://no.such.host.invalid:4222", Key: key, Threads: 1, Told: func(e Event) {
		told = told || e.Kind == EventUnreachable
		cancel()
	}})
	if err != nil || !told {
		t.Errorf("it says %v, and that nobody answers: %v", err, told)
	}
}

// TestPlainServer wants it said that a server has no TLS.
func TestPlainServer(t *testing.T) {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	defer s.WaitForShutdown()
	defer s.Shutdown()
	if !s.ReadyForConnections(30 * time.Second) {
		t.Fatal("no server")
	}
	key, err := newKeyFile("one")
	if err != nil {
		t.Fatal(err)
	}
	err = Work(t.Context(), WorkerOptions{URL: "tls://" + s.Addr().String(), Key: key, Threads: 1})
	if access, ok := errors.AsType[*AccessError](err); !ok || access.Reason != AccessPlain {
		t.Errorf("it says %v", err)
	}
}

// TestStrangeServer lets a worker call servers that send without end, or nothing at all, and stops it.
func TestStrangeServer(t *testing.T) {
	for name, talk := range map[string]func(net.Conn){
		"endless": func(c net.Conn) {
			for {
				if _, err := c.Write(bytes.Repeat([]byte{'x'}, 1<<16)); err != nil {
					return
				}
			}
		},
		"silent": func(c net.Conn) { c.Read(make([]byte, 1)) },
	} {
		t.Run(name, func(t *testing.T) {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			called := make(chan bool, 100)
			ended := make(chan bool)
			go func() {
				defer close(ended)
				for {
					c, err := l.Accept()
					if err != nil {
						return
					}
					called <- true
					talk(c)
					c.Close()
				}
			}()
			key, err := newKeyFile("one")
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			heard := make(chan string, 100)
			done := make(chan error, 1)
			go func() {
				done <- Work(ctx, WorkerOptions{URL: "tls://" + l.Addr().String(), Key: key, Threads: 1, Told: func(e Event) { heard <- e.Text }})
			}()
			<-called
			if name == "endless" {
				if text := <-heard; !strings.Contains(text, errNoNATS.Error()) {
					t.Errorf("it says %s", text)
				}
			}
			cancel()
			select {
			case err := <-done:
				if err != nil {
					t.Error(err)
				}
			case <-time.After(time.Minute):
				t.Fatal("it does not end")
			}
			l.Close()
			<-ended
		})
	}
}
