package main

import (
	"testing"
	"time"
)

func TestTimeText(t *testing.T) {
	for _, test := range []struct {
		time        time.Duration
		text, rough string
	}{
		{123456 * time.Nanosecond, "120µs", "0s"},
		{1234 * time.Millisecond, "1.23s", "1.2s"},
		{44*time.Second + 900*time.Millisecond, "44.9s", "45s"},
		{4 * time.Minute, "4m", "4m"},
		{7*time.Minute + 24*time.Second, "7m24s", "7m20s"},
		{40*time.Minute + 29*time.Second, "40m29s", "40m"},
		{2 * time.Hour, "2h", "2h"},
		{130 * time.Minute, "2h10m", "2h10m"},
		{30*time.Hour + 14*time.Minute, "30h14m", "30h10m"},
		{100 * time.Hour, "4.2 d", "4.2 d"},
	} {
		if got := timeText(test.time); got != test.text {
			t.Errorf("%v is written %q, want %q", test.time, got, test.text)
		}
		if got := roughTimeText(test.time); got != test.rough {
			t.Errorf("%v is roughly %q, want %q", test.time, got, test.rough)
		}
	}
}

func TestDigits(t *testing.T) {
	for _, test := range []struct {
		relative float64
		digits   int
	}{{0, 6}, {0.5, 2}, {0.036, 3}, {0.0045, 4}, {0.00099, 5}, {1e-20, 15}} {
		if got := digitsOf(test.relative); got != test.digits {
			t.Errorf("an error of %v leaves %d digits, want %d", test.relative, got, test.digits)
		}
	}
}

func TestParseAmounts(t *testing.T) {
	for text, want := range map[string]uint64{"1": 1, "1024": 1024, "2kB": 2000, "2K": 2048, "1.5MB": 1500000, "2GiB": 2 << 30, "1 GB": 1e9, "3T": 3 << 40} {
		if got, err := parseMemory("--memory", text); err != nil || got != want {
			t.Errorf("%s is %d, %v, want %d", text, got, err, want)
		}
	}
	for text, want := range map[string]float64{"1": 1, "100%": 1, "0.1%": 0.001, "0.25": 0.25, "5 %": 0.05} {
		if got, err := parseShare("--error", text); err != nil || got != want {
			t.Errorf("%s is %v, %v, want %v", text, got, err, want)
		}
	}
}
