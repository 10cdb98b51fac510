package server

import (
	"context"
	"errors"
	"strconv"

	"example.org/queens"
	"example.org/queens/bitboard"
)

type PlayInput struct {
	Squares
	N int `query:"n" required:"true" minimum:"1" maximum:"16"`
}

type fitsBody struct {
	Count string `json:"count" doc:"How many solutions have the queens that stand"`
	Exact bool   `json:"exact" doc:"There are no more; else there are at least so many"`
}

func (s *Server) getFits(ctx context.Context, in *PlayInput) (*reply[fitsBody], error) {
	p, err := in.problem(in.N)
	if conflict(err) {
		return with(fitsBody{"0", true}), nil
	}
	if err != nil {
		return nil, err
	}
	brief, cancel := context.WithTimeout(ctx, s.Limits.Fits)
	defer cancel()
	count, err := queens.CountOf(brief, bitboard.Engine{}, p)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return with(fitsBody{strconv.FormatUint(count, 10), err == nil}), nil
}

// conflict reports whether err says that the queens that stand can be part of no
// solution: one attacks another or is on a blocked square.
func conflict(err error) bool {
	f, ok := err.(*failure)
	if !ok {
		return false
	}
	_, attacks := errors.AsType[*queens.GivenConflictError](f.cause)
	_, blocked := errors.AsType[*queens.GivenBlockedError](f.cause)
	return attacks || blocked
}
