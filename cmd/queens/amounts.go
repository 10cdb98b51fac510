package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// memoryUnits are the units of --memory; the longest suffix comes first.
var memoryUnits = []struct {
	suffix string
	bytes  float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
	{"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"T", 1 << 40}, {"B", 1}, {"", 1},
}

// parseMemory reads --memory or another flag like it, a number of bytes with or
// without a unit; it is 0 if the flag was not given.
func parseMemory(flag, text string) (uint64, error) {
	if text == "" {
		return 0, nil
	}
	for _, unit := range memoryUnits {
		number, found := strings.CutSuffix(text, unit.suffix)
		if !found {
			continue
		}
		value, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if bytes := value * unit.bytes; err == nil && bytes >= 1 && bytes < 1<<62 {
			return uint64(bytes), nil
		}
		break
	}
	return 0, badInput("error.flag.memory", "Flag", flag, "Value", text)
}

// parseShare reads a share above 0 and up to 1, as 0.01 or 1%; it is 0 if the
// flag was not given.
func parseShare(flag, text string) (float64, error) {
	if text == "" {
		return 0, nil
	}
	number, percent := strings.CutSuffix(text, "%")
	share, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		share /= 100
	}
	if err != nil || !(share > 0 && share <= 1) {
		return 0, badInput("error.flag.share", "Flag", flag, "Value", text)
	}
	return share, nil
}

// bytesText writes an amount of memory as people do.
func bytesText(bytes uint64) string {
	switch {
	case bytes >= 1e9:
		return fmt.Sprintf("%.1f GB", float64(bytes)/1e9)
	case bytes >= 1e6:
		return fmt.Sprintf("%.0f MB", float64(bytes)/1e6)
	}
	return fmt.Sprintf("%d kB", (bytes+999)/1000)
}

// timeText writes a time to the precision that people read.
func timeText(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return fmt.Sprintf("%.1f d", d.Hours()/24)
	case d >= time.Hour:
		return withoutZeros(d.Round(time.Minute))
	case d >= time.Minute:
		return withoutZeros(d.Round(time.Second))
	case d >= time.Second:
		return d.Round(10 * time.Millisecond).String()
	}
	return d.Round(10 * time.Microsecond).String()
}

// roughTimeText writes a predicted time, to about two digits.
func roughTimeText(d time.Duration) string {
	step := 10 * time.Minute
	switch {
	case d < 10*time.Second:
		step = 100 * time.Millisecond
	case d < time.Minute:
		step = time.Second
	case d < 10*time.Minute:
		step = 10 * time.Second
	case d < 2*time.Hour:
		step = time.Minute
	}
	return timeText(d.Round(step))
}

// withoutZeros leaves out seconds and minutes that are 0: 2h for 2h0m0s.
func withoutZeros(d time.Duration) string {
	text := d.String()
	for _, zero := range []string{"0s", "0m"} {
		shorter := strings.TrimSuffix(text, zero)
		if strings.HasSuffix(shorter, "m") || strings.HasSuffix(shorter, "h") {
			text = shorter
		}
	}
	return text
}

// percent writes a share for people.
func percent(share float64) string {
	return strconv.FormatFloat(share*100, 'g', 3, 64) + "%"
}
