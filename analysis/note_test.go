package analysis

import (
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestNotes checks that a directive adds a note to the fragment with the paragraph after it.
func TestNotes(t *testing.T) {
	const salt, bees = "Salt keeps fish and salt keeps meat.", "Bees build wax cells for honey and bees."
	for name, c := range map[string]struct {
		text string
		want []Note // for each fragment
	}{
		"no notes":               {salt + "\n\n<!-- segls: break -->\n\n" + bees, []Note{{}, {}}},
		"a synopsis and a label": {"<!-- segls: synopsis  Why  salt -->\n\n" + salt + "\n\n<!-- segls: break -->\n\n<!-- segls: label red to check -->\n\n" + bees, []Note{{Synopsis: "Why salt"}, {Label: "to check", Color: "red"}}},
		"a colour":               {"<!-- segls: label blue -->\n\n" + salt, []Note{{Color: "blue"}}},
		"no colour": {
			"<!-- segls: label Red -->\n\n" + salt, []Note{{Label: "Red"}},
		},
		"merged": {
			"<!-- segls: synopsis One. -->\n\n<!-- segls: label red a -->\n\n" + salt + "\n\n<!-- segls: no-break -->\n\n<!-- segls: synopsis Two. -->\n\n<!-- segls: label b -->\n\n" + bees,
			[]Note{{Synopsis: "Two.", Label: "b"}},
		},
		"a status":            {"<!-- segls: status first  draft -->\n\n" + salt, []Note{{Status: "first draft"}}},
		"a note at the end":   {salt + "\n\n<!-- segls: synopsis Lost -->\n", []Note{{}}},
		"notes without words": {"<!-- segls: synopsis -->\n\n<!-- segls: label = red -->\n\n" + salt, []Note{{}}},
	} {
		d := New(c.text, markup.Markdown, Defaults())
		notes := d.Notes()
		if len(d.Fragments()) != len(c.want) {
			t.Errorf("%s: %d fragments", name, len(d.Fragments()))
		}
		for i, want := range c.want {
			if notes[i] != want {
				t.Errorf("%s: fragment %d has %+v, not %+v", name, i, notes[i], want)
			}
		}
	}
}
