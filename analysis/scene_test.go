package analysis

import (
	"fmt"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestScenes checks where fragments start (‖) in texts far shorter than the preferred length.
func TestScenes(t *testing.T) {
	for _, test := range []struct {
		settings string
		format   markup.Format
		text     string
	}{
		{"", markup.Markdown, "‖Salt.\n\n* * *\n\n‖Sea.\n\nRoad.\n\n---\n\n‖Tide.\n"},
		{"scene-breaks=ignore", markup.Markdown, "‖Salt.\n\n* * *\n\nSea.\n"},
		{"scene-breaks=soft", markup.Markdown, "‖Salt.\n\n* * *\n\nSea.\n"},
		{"", markup.Markdown, "***\n\n‖Salt.\n\n***\n\n# Sea\n\n***\n\n‖Road.\n\n***\n"},
		{"headings=ignore", markup.Markdown, "‖Salt.\n\n***\n\n# Sea\n\nRoad.\n\n***\n\n‖Tide.\n"},
		{"", markup.Markdown, "‖Salt.\n\n***\n\n<!-- segls: no-break -->\n\n‖Sea.\n"},
		{"", markup.PlainText, "‖Salt.\n\n     ⁂\n\n‖Sea.\n\n#\n\n‖Road.\n"},
		{"", markup.LaTeX, "‖Salt.\n\n\\bigskip\n\\centerline{* * *}\n\\bigskip\n\n‖Sea.\n"},
		{"", markup.HyperText, "<p>‖Salt.</p><hr><p>‖Sea.</p>\n<p>***</p>\n<p>‖Road.</p>\n"},
		{"", markup.Typst, "‖Salt.\n\n#align(center)[* * *]\n\n‖Sea.\n"},
	} {
		text := strings.ReplaceAll(test.text, "‖", "")
		d := New(text, test.format, with(t, test.settings))
		var got strings.Builder
		at := 0
		for i, f := range d.Fragments() {
			begin := d.Paragraph(f.First).Span.Start
			begin += strings.IndexAny(text[begin:], "SRT") // after a tag
			got.WriteString(text[at:begin] + "‖")
			at = begin
			if i > 0 && d.Explain(f.First-1).DecidedBy == ByCost {
				t.Errorf("%q: the boundary before fragment %d is said to be one of cost", text, i)
			}
		}
		if got.WriteString(text[at:]); got.String() != test.text {
			t.Errorf("%s: %q\nwant %q", test.settings, got.String(), test.text)
		}
	}
}

// TestScenesAreCounted checks the scenes of a text, written as CHAPTER.NUMBER/OF:FRAGMENTS.
func TestScenesAreCounted(t *testing.T) {
	for text, want := range map[string]string{
		"Salt.\n\nSea.\n":                  "",
		"Salt.\n\n***\n\n# Sea\n\nRoad.\n": "",
		"Salt.\n\n***\n\nSea.\n\nRoad.\n":  "-1.1/2:1 -1.2/2:2",
		"# A\n\nSalt.\n\n***\n\nSea.\n\n***\n\nRoad.\n\n# B\n\nTide.\n\nMoon.\n":          "0.1/3:1 0.2/3:1 0.3/3:1 1.1/1:2",
		"SALT\n\nby Ann\n\n***\n\nTo my mother.\n\n# A\n\nSalt.\n\n***\n\nSea.\n":         "0.1/2:1 0.2/2:1", // a title page
		"SALT\n\n***\n\nTo my mother.\n\n# A\n\nSalt.\n\n# B\n\nSea.\n":                   "",
		"SALT\n\nby Ann\n\n***\n\nSalt.\n\n***\n\nSea.\n":                                 "-1.1/2:1 -1.2/2:1",
		"# Part One\n\nAll is salt.\n\n***\n\nSea.\n\n## A\n\nSalt.\n\n***\n\nSea.\n":     "1.1/2:1 1.2/2:1", // mottoes
		"Salt.\n\n***\n\n" + strings.Repeat("salt ", 99) + "sea.\n\n# A\n\nSea.\n":        "-1.1/2:1 -1.2/2:1 0.1/1:1",
		"# A\n\nSalt.\n\n***\n\n> All is salt.\n\n***\n\nSea.\n\n# B\n\nTide.\n\nMoon.\n": "0.1/3:1 0.2/3:1 0.3/3:1 1.1/1:2",
		"# A\n\n> Salt.\n\n***\n\n> Sea.\n\n***\n\n> Road.\n\n***\n\nTide.\n":             "0.1/4:1 0.2/4:1 0.3/4:1 0.4/4:1", // letters
		"# A\n\n> Salt.\n\n***\n\nSea.\n\n***\n\n> Road.\n\n***\n\nTide.\n":               "0.1/3:1 0.2/3:1 0.3/3:1",         // an epigraph
		"::: note\n\n## A\n\nSalt.\n\n:::\n\nSea.\n\n***\n\nRoad.\n":                      "0.1/1:1 -1.1/2:1 -1.2/2:1",       // below a box
		"Salt.\n\n::: note\n\n## A\n\n:::\n\nSea.\n\n***\n\nRoad.\n":                      "-1.1/1:1 -1.1/2:1 -1.2/2:1",
	} {
		d := New(text, markup.Markdown, with(t, "preferred-words=1 scaling=1000"))
		var got []string
		for _, s := range d.Scenes() {
			got = append(got, fmt.Sprintf("%d.%d/%d:%d", s.Section, s.Number, s.Of, s.End-s.First))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q has %v, want %s", text, got, want)
		}
		if byScenes := d.DivideByScenes(); len(got) > 0 && len(byScenes.Fragments()) < len(got) {
			t.Errorf("%q by scenes has %d fragments", text, len(byScenes.Fragments()))
		}
		if ignoring := New(text, markup.Markdown, with(t, "scene-breaks=ignore")); ignoring.Scenes() != nil {
			t.Errorf("%q has scenes where breaks mean nothing", text)
		}
	}
}
