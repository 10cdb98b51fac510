// Screenshots writes a picture of every part of the page, in both languages,
// light and dark, wide and narrow, to a folder, and says where the page scrolls
// sideways.
//
//	go run ./screenshots FOLDER [NAME]
//
// With a name only the pictures are taken whose name contains it.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"example.org/queens/e2e/browser"
)

// A scene is a state of the page worth a picture.
type scene struct {
	name, address string
	after         string // a script that does something first
}

var scenes = []scene{
	{"watch-backtrack", "#watch?at=141", ""},
	{"watch-conflict", "#watch?at=40", ""},
	{"watch-tree", "#watch?n=6&at=1200", ""},
	{"watch-solution", "#watch?n=6&at=348", "document.querySelector('[data-part=next-solution]').click()"},
	{"watch-marks2d", "#watch?method=marks2d&n=6&at=60", ""},
	{"watch-bitboard", "#watch?method=bitboard&at=14", ""},
	{"watch-shuffle", "#watch?method=shuffle&n=6&at=4000", ""},
	{"watch-odometer", "#watch?method=odometer&at=90", ""},
	{"watch-restarts", "#watch?method=restarts&n=20&at=30", ""},
	{"watch-impossible", "#watch?n=3&at=1000", ""},
	{"watch-given", "#watch?n=8&place=0.3,4.4&block=1.1,2.2&at=60", ""},
	{"watch-large-type", "#watch?at=141&type=large", ""},
	{"solutions", "#solutions", ""},
	{"solutions-images", "#solutions?n=6&pick=1.3.5.0.2.4", ""},
	{"play", "#play?n=8&queens=0.0,1.4,2.7,3.5", "document.querySelector('[data-part=hint-3]').click()"},
	{"play-conflicts", "#play?n=8&queens=0.0,1.4,2.7,5.5,6.4", "document.querySelector('[data-view=play] [data-part=check]').click()"},
	{"play-none", "#play?n=6&queens=0.0", ""},
	{"count", "#count?n=13", ""},
	{"count-done", "#count?n=10", "document.querySelector('[data-part=begin]').click()"},
	{"count-cluster", "#play", clusterAtWork},
	{"keys", "#watch?at=20", "document.querySelector('[data-part=keys-open]').click()"},
}

// clusterAtWork shows the Count part as it would be with a run of many machines at work.
const clusterAtWork = `
	const fetched = window.fetch;
	const worker = (name, cores, kernel, jobs, state) => ({ name, cores, kernel, jobs, state });
	const run = {
		shown: true, run: 'n24-0f3a91c2', n: 24, share: 0.4137, units: 677294, cut: 301207, jobs: 9812, done: 9640, aside: 1,
		rate: 8123.4, busyCores: 43.7, cores: 45, toGo: 5100, active: true, paused: false, finished: false, age: 0.4, live: 4, more: 0,
		workers: [
			worker('lab7', 16, 'generic', 12, 'wrong'), worker('lab1', 16, 'avx512', 4120, 'live'), worker('lab2', 16, 'avx512', 4011, 'live'),
			worker('a-machine-with-a-name-that-is-as-long-as-a-name-may-be-0123456789', 12, 'avx2', 1372, 'live'), worker('local', 1, 'avx512', 125, 'live'),
			worker('coordinator:kernel', 0, 'avx2', 193, 'self'), worker('old-laptop', 4, 'avx2', 31, 'away'),
		],
	};
	window.fetch = (path, options) => path.startsWith('/api/cluster') ? Promise.resolve(new Response(JSON.stringify(run))) : fetched(path, options);
	document.querySelector('[data-nav=count]').click()`

// Shapes of the window.
var shapes = []struct {
	name          string
	width, height int
}{{"wide", 1366, 820}, {"narrow", 360, 740}}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: screenshots FOLDER [NAME]")
		os.Exit(2)
	}
	wanted := ""
	if len(os.Args) > 2 {
		wanted = os.Args[2]
	}
	if err := run(context.Background(), os.Args[1], wanted); err != nil {
		fmt.Fprintln(os.Stderr, "screenshots:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dir, wanted string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	served, err := browser.Serve(ctx)
	if err != nil {
		return err
	}
	defer served.Close()
	b, err := browser.Start(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	for _, shape := range shapes {
		for _, theme := range []string{"light", "dark"} {
			for _, language := range []string{"en", "zh"} {
				variant := shape.name + "-" + theme + "-" + language
				tab, err := b.Tab(browser.Options{Width: shape.width, Height: shape.height, Language: language, Dark: theme == "dark"})
				if err != nil {
					return err
				}
				for _, s := range scenes {
					name := s.name + "-" + variant
					if !strings.Contains(name, wanted) {
						continue
					}
					if err := take(tab, served.URL+s.address, s.after, filepath.Join(dir, name+".png")); err != nil {
						return fmt.Errorf("%s: %w", name, err)
					}
				}
				tab.Close()
			}
		}
	}
	return nil
}

// take takes one picture of the whole height of the page.
func take(tab *browser.Tab, address, after, file string) error {
	if err := tab.Open(address); err != nil {
		return err
	}
	if after != "" {
		if _, err := browser.Evaluate[bool](tab, after+"; new Promise((done) => setTimeout(() => done(true), 900))"); err != nil {
			return err
		}
	} else if _, err := browser.Evaluate[bool](tab, "new Promise((done) => setTimeout(() => done(true), 350))"); err != nil {
		return err
	}
	over, err := browser.Evaluate[int](tab, "document.documentElement.scrollWidth - document.documentElement.clientWidth")
	if err != nil {
		return err
	}
	if over > 0 {
		fmt.Printf("%s: scrolls sideways by %d pixels\n", filepath.Base(file), over)
	}
	for _, problem := range tab.Problems() {
		fmt.Printf("%s: %s\n", filepath.Base(file), problem)
	}
	shot, err := chromedp.Call(tab.Context(), page.CaptureScreenshot, page.CaptureScreenshotParams{CaptureBeyondViewport: new(true)})
	if err != nil {
		return err
	}
	return os.WriteFile(file, shot.Data, 0o644)
}
