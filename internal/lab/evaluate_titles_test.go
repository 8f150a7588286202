package lab

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
)

// section returns a section of at least forty words, with the content words "salt", which comes first, and "sea", which is frequent.
func section(heading string) string {
	return heading + "\n\nSalt is in the sea, and the sea is of it.\n\n" + strings.Repeat("It is of the sea that he was with them, and she was not. ", 5) + "Salt.\n\n"
}

// TestEvaluateTitles checks figures that can be counted by hand, in several formats, and the list of titles.
func TestEvaluateTitles(t *testing.T) {
	consoletest.Library(t, map[string]string{
		"a.md":       section("# Sea and ships") + section("# Salt") + section("# Of the") + "# Sea\n\nToo little.\n",
		"b/b.adoc":   section("== Sea"),
		"b/c.rst":    section("Sea\n==="),
		"b/d.org":    section("* Sea"),
		"b/none.txt": "No headings.\n",
	})
	for _, test := range []struct {
		paths     []string
		documents int
		sections  int // those of at least forty words whose heading has content words
		first     agreementJSON
		frequent  agreementJSON
	}{
		// Each of "Sea and ships" and "Salt" has one of the two content words.
		{[]string{"a.md"}, 1, 2, agreementJSON{Hit: 1, Precision: 0.5, Recall: 0.75, F1: (0.5 + 2.0/3) / 2}, agreementJSON{Hit: 1, Precision: 0.5, Recall: 0.75, F1: (0.5 + 2.0/3) / 2}},
		{[]string{"b"}, 3, 3, agreementJSON{Hit: 1, Precision: 0.5, Recall: 1, F1: 2.0 / 3}, agreementJSON{Hit: 1, Precision: 0.5, Recall: 1, F1: 2.0 / 3}},
	} {
		code, out, errs := segls("", append([]string{"evaluate", "--titles", "--documents", "--language", "en", "--format", "json"}, test.paths...)...)
		var r titlesJSON
		if err := json.Unmarshal([]byte(out), &r); err != nil || code != console.ExitOK {
			t.Fatal(code, errs, err)
		}
		l := r.Languages[0]
		if len(r.Languages) != 1 || l.Language != "english" || l.Documents != test.documents || l.Sections != test.sections || len(l.Each) != test.sections {
			t.Fatalf("%v: %+v", test.paths, r)
		}
		for name, want := range map[string]agreementJSON{"first-words": test.first, "2-most-frequent-words": test.frequent} {
			got := l.Measures[name]
			if math.Abs(got.Hit-want.Hit)+math.Abs(got.Precision-want.Precision)+math.Abs(got.Recall-want.Recall)+math.Abs(got.F1-want.F1) > 1e-9 {
				t.Errorf("%v, %s: %+v, want %+v", test.paths, name, got, want)
			}
			if i := got.Intervals["f1"]; i[0] > got.F1+1e-9 || i[1] < got.F1-1e-9 {
				t.Errorf("%v, %s: an interval of %v around %v", test.paths, name, i, got.F1)
			}
		}
		for _, s := range l.Each {
			if s.Title == "" || s.Line == 0 || s.Words < leastSectionWords {
				t.Errorf("%+v", s)
			}
		}
	}
}

// TestEvaluateTitlesRefuses checks the errors for wrong texts and flags.
func TestEvaluateTitlesRefuses(t *testing.T) {
	consoletest.Library(t, map[string]string{"a.md": "# Sea\n\nToo little.\n"})
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"a.md"}, "no section of at least 40 words under a heading in a.md"},
		{[]string{"b.md"}, "b.md: there is no such file or folder"},
		{[]string{"--stability", "a.md"}, "--titles measures titles alone"},
	} {
		code, out, errs := segls("", append([]string{"evaluate", "--titles"}, test.args...)...)
		if code != console.ExitUsage || out != "" || !strings.Contains(errs, test.want) {
			t.Errorf("%v: code %d, %q, %q", test.args, code, out, errs)
		}
	}
}
