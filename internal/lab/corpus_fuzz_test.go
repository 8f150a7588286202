package lab

import (
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
)

// FuzzCorpus checks that any text is either accepted or reported, and that its boundaries ascend, and lie between its units.
func FuzzCorpus(f *testing.F) {
	f.Add("==========\na b\n==========\nc d\ne\n==========\n", false)
	f.Add("# A\n\nOne.\n\n## B\n\nTwo.\n", true)
	f.Add("a\r\n\r\n==========", false)
	f.Fuzz(func(t *testing.T, text string, isMarkdown bool) {
		c := corpus{settings: analysis.Defaults()}
		name := "a.txt"
		if isMarkdown {
			name = "a.md"
		}
		c.addText("set", name, text)
		if len(c.documents)+len(c.problems) != 1 {
			t.Fatalf("%q gives %d texts and the problems %v", text, len(c.documents), c.problems)
		}
		for _, d := range c.documents {
			last := 0
			for _, at := range d.reference {
				if at <= last || at >= len(d.units) {
					t.Errorf("%q has the boundaries %v between %d units", text, d.reference, len(d.units))
				}
				last = at
			}
		}
		for _, problem := range c.problems {
			if !strings.HasPrefix(problem.Error(), name+":") {
				t.Errorf("%q: %v", text, problem)
			}
		}
	})
}
