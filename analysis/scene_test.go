package analysis

import (
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestScenes marks with ‖ where fragments begin in texts far shorter than a fragment should be.
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
			begin += strings.IndexAny(text[begin:], "SRT") // behind a tag
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
