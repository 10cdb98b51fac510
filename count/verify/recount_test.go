package verify_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"example.org/queens/count/verify"
)

func TestRecountHowMany(t *testing.T) {
	list := results(t, 10) // 72 units
	tests := []struct {
		name    string
		options verify.Options
		checked int
	}{
		{"nothing said", verify.Options{}, 20},
		{"small share", verify.Options{Share: 0.01}, 20},
		{"half", verify.Options{Share: 0.5}, (len(list) + 1) / 2},
		{"everything", verify.Options{Share: 1}, len(list)},
		{"more than everything", verify.Options{Share: 7}, len(list)},
		{"long budget", verify.Options{Budget: time.Hour}, len(list)},
		{"one thread", verify.Options{Share: 1, Threads: 1}, len(list)},
		{"many threads", verify.Options{Share: 1, Threads: 500}, len(list)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			calls := 0
			tt.options.Progress = func(done, planned int) {
				calls++
				if done != calls || planned != tt.checked {
					t.Errorf("progress %d of %d, want %d of %d", done, planned, calls, tt.checked)
				}
			}
			report, err := verify.Recount(t.Context(), 10, list, tt.options)
			if err != nil || report.Checked != tt.checked || report.Units != len(list) || calls != tt.checked {
				t.Errorf("got %+v, %v after %d calls; want %d units", report, err, calls, tt.checked)
			}
			if report.Seed == 0 {
				t.Error("the report names no seed")
			}
		})
	}
	t.Run("few units", func(t *testing.T) {
		report, err := verify.Recount(t.Context(), 6, results(t, 6), verify.Options{})
		if err != nil || report.Checked != 7 || report.Share() != 1 {
			t.Errorf("got %+v, %v; want 7 units", report, err)
		}
	})
	t.Run("no units", func(t *testing.T) {
		report, err := verify.Recount(t.Context(), 6, nil, verify.Options{Share: 1})
		if err != nil || report.Checked != 0 || report.Share() != 0 {
			t.Errorf("got %+v, %v; want nothing", report, err)
		}
	})
	t.Run("short budget", func(t *testing.T) {
		report, err := verify.Recount(t.Context(), 10, list, verify.Options{Budget: 1, Threads: 2})
		if err != nil || report.Checked != 20 {
			t.Errorf("got %+v, %v; want 20 units", report, err)
		}
	})
}

// TestRecountFindsMismatch falsifies each unit of n = 8 in turn.
func TestRecountFindsMismatch(t *testing.T) {
	list := results(t, 8)
	for i := range list {
		list[i].Value ^= 4
		_, err := verify.Recount(t.Context(), 8, list, verify.Options{Share: 1})
		var mismatch *verify.MismatchError
		if !errors.As(err, &mismatch) || mismatch.Rows != list[i].Rows || mismatch.Claimed != list[i].Value || mismatch.Counted != list[i].Value^4 {
			t.Errorf("unit %b: got %v, want a mismatch", list[i].Rows, err)
		}
		list[i].Value ^= 4
	}
	list[5].Rows = 3
	_, err := verify.Recount(t.Context(), 8, list, verify.Options{Share: 1})
	var unit *verify.UnitError
	if !errors.As(err, &unit) || unit.Rows != 3 {
		t.Errorf("got %v, want an error about unit 11", err)
	}
}

// TestRecountPicksFairly falsifies one unit and looks how often samples of 20 of 72 find it.
func TestRecountPicksFairly(t *testing.T) {
	list := results(t, 10)
	for _, i := range []int{0, 35, len(list) - 1} {
		list[i].Value++
		found := 0
		const samples = 200
		for seed := range uint64(samples) {
			if _, err := verify.Recount(t.Context(), 10, list, verify.Options{Seed: seed + 1}); err != nil {
				found++
			}
		}
		list[i].Value--
		want := samples * 20 / len(list) // standard deviation about 6
		if found < want-30 || found > want+30 {
			t.Errorf("unit %d was picked in %d of %d samples, want about %d", i, found, samples, want)
		}
	}
}

func TestRecountSeed(t *testing.T) {
	list := results(t, 10)
	list[7].Value++ // found or not, depending on the seed alone
	for seed := uint64(1); seed < 20; seed++ {
		o := verify.Options{Seed: seed, Threads: 1}
		first, err1 := verify.Recount(t.Context(), 10, list, o)
		again, err2 := verify.Recount(t.Context(), 10, list, o)
		if (err1 == nil) != (err2 == nil) || first.Checked != again.Checked || first.Seed != seed {
			t.Errorf("seed %d: %+v, %v and %+v, %v", seed, first, err1, again, err2)
		}
	}
}

func TestRecountCancel(t *testing.T) {
	list := []verify.Result{{Rows: firstUnit(32)}}
	best := time.Hour
	for run := 0; run < 10 && best > 130*time.Millisecond; run++ { // a busy machine may be late
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		start := time.Now()
		report, err := verify.Recount(ctx, 32, list, verify.Options{})
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || report.Checked != 0 {
			t.Fatalf("got %+v, %v; want the deadline", report, err)
		}
		best = min(best, time.Since(start))
	}
	if best > 130*time.Millisecond {
		t.Errorf("stopped after %v", best)
	}
}
