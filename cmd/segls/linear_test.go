package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
	"github.com/segls/segls/internal/growth"
)

// BenchmarkLinear runs commands on a work of many tiny files. The time must be proportional to their number.
func BenchmarkLinear(b *testing.B) {
	for _, kind := range []struct{ order, before, item, after string }{
		{"", "", "", ""},
		{"SUMMARY.md", "# Summary\n\n", "- [%[1]d](%[1]d.md)\n", ""},
		{".segls.toml", "[work]\nfiles = [\n", "\"%d.md\",\n", "]\n"},
	} {
		for _, args := range [][]string{{"work", "."}, {"stats", "."}, {"fragment", "--work", "."}, {"move", "--dry-run", "--unit", "file", "--to", "1.md", "0.md"}} {
			if args[0] == "move" && kind.order == "" {
				continue
			}
			b.Run(kind.order+"/"+args[0], func(b *testing.B) {
				growth.Report(b, 500, func(files int) func() {
					texts := make(map[string]string)
					var order strings.Builder
					for i := range files {
						texts[fmt.Sprint(i)+".md"] = "Salt is a rock that people eat.\n"
						if kind.order != "" {
							fmt.Fprintf(&order, kind.item, i)
						}
					}
					if kind.order != "" {
						texts[kind.order] = kind.before + order.String() + kind.after
					}
					folder := consoletest.Library(b, texts)
					return func() {
						b.Chdir(folder)
						if code, _, errs := segls("", args...); code != console.ExitOK {
							b.Fatalf("%s of %d: exit code %d, %s", kind.order, files, code, errs)
						}
					}
				})
			})
		}
	}
}

// BenchmarkLinearScenes shows a work of long chapters with scene breaks. The time must be proportional to their number.
func BenchmarkLinearScenes(b *testing.B) {
	scene := strings.Repeat("Salt is a rock that people eat. The tide comes twice a day and fills the pans.\n\n", 20) + "* * *\n\n"
	growth.Report(b, 20, func(files int) func() {
		texts := make(map[string]string)
		for i := range files {
			texts[fmt.Sprintf("%03d.md", i)] = strings.Repeat(scene, 5)
		}
		folder := consoletest.Library(b, texts)
		return func() {
			b.Chdir(folder)
			if code, _, errs := segls("", "work", "."); code != console.ExitOK {
				b.Fatalf("%d files: exit code %d, %s", files, code, errs)
			}
		}
	})
}
