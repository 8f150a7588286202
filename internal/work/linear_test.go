package work

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

var linear = flag.Bool("linear", false, "whether TestLinearTime measures; it wants a machine to itself")

// orders make SUMMARY.md of some entries, of which none is a file.
var orders = map[string]func(entries int) string{
	"flat":   func(n int) string { return summary(n, func(int) int { return 0 }) },
	"nested": func(n int) string { return summary(n, func(i int) int { return i % 200 }) },
	"parts": func(n int) string {
		return strings.Repeat("# Part\n\n- [A](a.md)\n\n", n)
	},
	"in one line": func(n int) string { return strings.Repeat("- ", n) + "[A](a.md)\n" },
	"quoted":      func(n int) string { return strings.Repeat("> ", n) + "[A](a.md)\n" },
	"links":       func(n int) string { return "- " + strings.Repeat("[A](a.md) ", n) + "\n" },
}

func summary(n int, level func(i int) int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s- [%d](%d.md)\n", strings.Repeat("  ", level(i)), i, i)
	}
	return b.String()
}

// TestLinearTime: an order takes time in proportion to its length. Works of many files are measured in cmd/segls.
func TestLinearTime(t *testing.T) {
	if !*linear {
		t.Skip("it measures times, by -linear: see make linear")
	}
	for name, order := range orders {
		took := func(n int) time.Duration {
			fsys := fstest.MapFS{"SUMMARY.md": {Data: []byte(order(n))}}
			start := time.Now()
			Read(fsys, ".")
			return time.Since(start)
		}
		took(100)
		if short, long := took(1000), took(16_000); long > 60*short+100*time.Millisecond {
			t.Errorf("%s: %v, and %v for 16 times as many", name, short, long)
		}
	}
}

// TestDeepOrder: every file of an order is read, however deep it is nested, and problems are listed only as far as anybody reads.
func TestDeepOrder(t *testing.T) {
	fsys := fstest.MapFS{"SUMMARY.md": {Data: []byte(summary(2000, func(i int) int { return min(i, 400) }))}}
	for i := range 300 {
		fsys[fmt.Sprintf("%d.md", i)] = &fstest.MapFile{}
	}
	w, ok := Read(fsys, ".")
	if !ok || len(w.Files()) != 300 || w.Files()[299] != "299.md" {
		t.Fatalf("%v: %d files", ok, len(w.Files()))
	}
	if len(w.Problems) != mostProblems+1 {
		t.Errorf("%d problems are listed", len(w.Problems))
	}
}
