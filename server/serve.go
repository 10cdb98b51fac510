package server

import (
	"context"
	"errors"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// The time limits of a connection. Streams have their own.
const (
	headerTime   = 5 * time.Second  // to read the header of a request
	requestTime  = 10 * time.Second // to read a request
	answerTime   = 60 * time.Second // from there until it is answered
	idleTime     = 60 * time.Second // to the next request
	shutdownTime = 2 * time.Second  // for requests to end when the server does
	headerBytes  = 16 << 10
)

// Serve answers on l until ctx ends, by TLS if certificate and key are the names
// of files. It returns nil when ctx ended; everything it started has ended then,
// within 5 seconds.
func (s *Server) Serve(ctx context.Context, l net.Listener, certificate, key string) error {
	web := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       requestTime,
		WriteTimeout:      answerTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    headerBytes,
		ErrorLog:          s.errorLog(),
		BaseContext:       func(net.Listener) context.Context { return s.ctx },
	}
	ended := make(chan error, 1)
	go func() {
		if certificate != "" {
			ended <- web.ServeTLS(l, certificate, key)
			return
		}
		ended <- web.Serve(l)
	}()
	select {
	case err := <-ended:
		s.Close()
		return err
	case <-ctx.Done():
	}
	s.once.Do(s.stop) // requests and streams end by themselves
	patience, cancel := context.WithTimeout(context.Background(), shutdownTime)
	defer cancel()
	if web.Shutdown(patience) != nil {
		web.Close()
	}
	s.Close()
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// errorLog takes what the server says of connections: mostly who broke them.
func (s *Server) errorLog() *log.Logger {
	if s.Log == nil {
		return log.New(io.Discard, "", 0)
	}
	return slog.NewLogLogger(s.Log.Handler(), slog.LevelWarn)
}
