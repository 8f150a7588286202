package main

import (
	"flag"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/segls/segls/internal/console/consoletest"
)

var linear = flag.Bool("linear", false, "whether TestLinearTime measures; it wants a machine to itself")

// TestLinearTime: a work of many tiny files takes time in proportion to their number, whatever says their order.
func TestLinearTime(t *testing.T) {
	if !*linear {
		t.Skip("it measures times, by -linear: see make linear")
	}
	for _, kind := range []struct{ order, before, item, after, ending string }{
		{"", "", "", "", ".md"},
		{"SUMMARY.md", "# Summary\n\n", "- [%[1]d](%[1]d.md)\n", "", ".md"},
		{".segls.toml", "[work]\nfiles = [\n", "\"%d.md\",\n", "]\n", ".md"},
	} {
		took := func(files int, args ...string) time.Duration {
			texts := make(map[string]string)
			var order strings.Builder
			for i := range files {
				texts[fmt.Sprint(i)+kind.ending] = "Salt is a rock that people eat.\n"
				if kind.order != "" {
					fmt.Fprintf(&order, kind.item, i)
				}
			}
			if kind.order != "" {
				texts[kind.order] = kind.before + order.String() + kind.after
			}
			consoletest.Library(t, texts)
			start := cpu(t)
			if code, _, errs := segls("", args...); code != 0 {
				t.Fatalf("%s of %d: exit code %d, %s", kind.order, files, code, errs)
			}
			return cpu(t) - start
		}
		for _, args := range [][]string{{"work", "."}, {"stats", "."}, {"fragment", "--work", "."}, {"move", "--dry-run", "--unit", "file", "--to", "1" + kind.ending, "0" + kind.ending}} {
			if args[0] == "move" && kind.order == "" {
				continue
			}
			took(50, args...)
			// A text is divided with hundreds of such files around it, so that fewer tell nothing.
			short, long := took(500, args...), took(2000, args...)
			t.Logf("%s %s: %v, and %v for 4 times as many", kind.order, args[0], short, long)
			if long > 10*short+100*time.Millisecond {
				t.Errorf("%s %s: %v, and %v for 4 times as many", kind.order, args[0], short, long)
			}
		}
	}
}

// cpu is how long this process has computed, which others that compute do not make longer.
func cpu(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
