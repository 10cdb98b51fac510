package lang

import (
	"context"
	"os/exec"
	"strings"
	"time"
)

// systemLocale returns the locale of the user's macOS settings.
func systemLocale() string {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "defaults", "read", "-g", "AppleLocale").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
