package work

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/segls/segls/internal/growth"
)

// orders maps names to functions that make a SUMMARY.md with entries whose files do not exist.
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

// BenchmarkLinear reads an order. The time must be proportional to its length. Works of many files are measured in cmd/segls.
func BenchmarkLinear(b *testing.B) {
	for name, order := range orders {
		b.Run(name, func(b *testing.B) {
			growth.Report(b, 4_000, func(entries int) func() {
				fsys := fstest.MapFS{"SUMMARY.md": {Data: []byte(order(entries))}}
				return func() { Read(fsys, ".") }
			})
		})
	}
}

// TestDeepOrder checks that every file of a deeply nested order is read, and that the number of listed problems is limited.
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
