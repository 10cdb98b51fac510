package nats

import (
	"testing"
	"time"
)

// TestExternal counts over a server that is there already, and wants a second coordinator with another folder refused.
func TestExternal(t *testing.T) {
	r := newRig(t, 17, 10*time.Millisecond)
	f := newFleet(t, r.keys(), 1)
	f.startAll()
	r.over(f)
	c := r.start(t.Context())
	defer c.Close()
	copied := t.TempDir()
	if err := c.Ledger().Backup(LedgerPath(copied)); err != nil {
		t.Fatal(err)
	}
	o := r.options
	o.Dir = copied
	second, err := NewCoordinator(t.Context(), o)
	if _, ok := err.(*ActiveError); !ok {
		t.Errorf("a second coordinator is refused with %v", err)
		if err == nil {
			second.Close()
		}
	}
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.check(c)
}
