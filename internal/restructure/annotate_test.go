package restructure

import (
	"errors"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// TestAnnotate checks the text after an annotation of the fragment marked with ‸, or the reason for the refusal.
func TestAnnotate(t *testing.T) {
	const sea, reeds = "Salt keeps fish, and salt keeps meat.", "Ferries cross on ropes, and ropes hold ferries."
	for name, c := range map[string]struct {
		format        markup.Format
		text          string
		note          Annotation
		words         string
		want, refused string // the text after the edit, or a part of the error
	}{
		"a new synopsis":                        {markup.Markdown, sea + "\n\n‸" + reeds + "\n", Synopsis, " Who\ncrosses? ", sea + "\n\n<!-- segls: synopsis Who crosses? -->\n\n" + reeds + "\n", ""},
		"a replaced synopsis":                   {markup.Markdown, sea + "\n\n<!-- segls: synopsis Old -->\n\n‸" + reeds + "\n", Synopsis, "New", sea + "\n\n<!-- segls: synopsis New -->\n\n" + reeds + "\n", ""},
		"a removed synopsis":                    {markup.Markdown, sea + "\n\n<!-- segls: synopsis Old -->\n\n‸" + reeds + "\n", Synopsis, "", sea + "\n\n" + reeds + "\n", ""},
		"a label removed from the first line":   {markup.Markdown, "\ufeff<!-- segls: label red -->\n\n‸" + sea + "\n", Label, "", "\ufeff" + sea + "\n", ""},
		"a label below a title":                 {markup.Markdown, "<!-- segls: title Sea -->\n\n‸" + sea + "\n", Label, "red to check", "<!-- segls: title Sea -->\n\n<!-- segls: label red to check -->\n\n" + sea + "\n", ""},
		"a label inside the fragment":           {markup.Markdown, "‸" + sea + "\n\n<!-- segls: no-break -->\n\n<!-- segls: label red -->\n\n" + reeds + "\n", Label, "blue", sea + "\n\n<!-- segls: no-break -->\n\n<!-- segls: label blue -->\n\n" + reeds + "\n", ""},
		"a label removed in LaTeX":              {markup.LaTeX, sea + "\n\n% segls: label old\n\n‸" + reeds + "\n", Label, "", sea + "\n\n" + reeds + "\n", ""},
		"a synopsis in plain text":              {markup.PlainText, sea + "\n\n‸" + reeds + "\n", Synopsis, "Who crosses", sea + "\n\nsegls: synopsis Who crosses\n\n" + reeds + "\n", ""},
		"a synopsis removed in plain text":      {markup.PlainText, sea + "\n\nsegls: synopsis Who crosses\n‸" + reeds + "\n", Synopsis, "", sea + "\n\n" + reeds + "\n", ""},
		"no synopsis to remove":                 {markup.Markdown, "‸" + sea + "\n", Synopsis, " ", "", "no synopsis"},
		"a label that reads as a setting":       {markup.Markdown, "‸" + sea + "\n", Label, "= 3", "", "equals sign"},
		"a synopsis that would end the comment": {markup.Markdown, "‸" + sea + "\n", Synopsis, "Salt --> water", "", "“"},
	} {
		t.Run(name, func(t *testing.T) {
			s := analysis.Defaults()
			s.PreferredWords, s.Scaling = 5, 1000
			at := strings.Index(c.text, "‸")
			text := strings.Replace(c.text, "‸", "", 1)
			d := analysis.New(text, c.format, s)
			e, err := Annotate(d, FragmentAt(d, at), c.note, c.words)
			if c.refused != "" {
				if r := (*sentence.Sentence)(nil); !errors.As(err, &r) || !strings.Contains(err.Error(), c.refused) {
					t.Errorf("refused with %v, not with %q:\n%s", err, c.refused, e.Apply(text))
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := e.Apply(text); got != c.want {
				t.Errorf("%q\nand not\n%q", got, c.want)
			}
			if back := e.Inverse(text).Apply(e.Apply(text)); back != text {
				t.Errorf("undone: %q", back)
			}
		})
	}
}
