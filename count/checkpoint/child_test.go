package checkpoint

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"example.org/queens/count"
)

// The test binary runs itself as a child that does one of these and exits.
var children = map[string]func(path string) error{"saving": saving}

const childVariable = "QUEENS_CHECKPOINT_CHILD"

func TestMain(m *testing.M) {
	if child, ok := children[os.Getenv(childVariable)]; ok {
		if err := child(os.Args[1]); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// startChild starts the named child on path with its standard output in out.
func startChild(t *testing.T, name, path string, out io.Writer) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, path)
	cmd.Env = append(os.Environ(), childVariable+"="+name)
	cmd.Stdout, cmd.Stderr = out, os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

var splitting20 = count.Splitting{N: 20, Units: 46508}

// saving saves unit after unit, flushes now and then, and says after every save how many are durable.
func saving(path string) error {
	st, err := Open(path, splitting20, fmt.Sprint("process ", os.Getpid()))
	if err != nil {
		return err
	}
	for i := st.Loaded(); i < splitting20.Units; i++ {
		u, result := unit(i)
		if err := st.Save(u, result); err != nil {
			return err
		}
		fmt.Println(st.Durable())
		if rand.IntN(10) == 0 {
			if err := st.Flush(); err != nil {
				return err
			}
			time.Sleep(time.Duration(rand.IntN(1000)) * time.Microsecond)
		}
	}
	return st.Close()
}
