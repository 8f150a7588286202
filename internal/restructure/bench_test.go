package restructure

import (
	"fmt"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/filename"
)

// BenchmarkTenMegabytes measures three actions on a text of 10 MB.
func BenchmarkTenMegabytes(b *testing.B) {
	for _, f := range markup.Formats {
		if f.Name == markup.PlainText.Name {
			continue // it has no sections
		}
		d := analysis.New(tenMegabytes(f), f, analysis.Defaults())
		number := 0
		x := Extraction{Name: func(title string) string {
			number++
			return fmt.Sprint(filename.Slug(title), number, f.Extensions[0])
		}}
		for name, act := range map[string]func() (Edit, error){
			"extract": func() (Edit, error) { return ExtractSection(d, 5, x) },
			"split":   func() (Edit, error) { return SplitDocument(d, ByHeadings, x) },
			"move":    func() (Edit, error) { return MoveSectionDown(d, 5, Keep) },
		} {
			b.Run(name+" "+f.Name, func(b *testing.B) {
				for b.Loop() {
					if _, err := act(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func tenMegabytes(f markup.Format) string {
	var b strings.Builder
	n, prose := f.Notation(), kits[f.Name].prose
	for i := 0; b.Len() < 10<<20; i++ {
		b.WriteString(n.Heading(fmt.Sprintf("Salt %d", i), n.FirstLevel()) + "\n\n")
		for j := range 12 {
			fmt.Fprintf(&b, "%sFerries %d cross %d a river on ropes. %sBees build cells of wax.%s\n\n", prose[0], i, j, strings.Repeat("Salt keeps fish and meat. ", 20), prose[1])
		}
	}
	return b.String()
}
