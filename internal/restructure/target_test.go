package restructure

import (
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// TestSetTarget checks the text after a target has been set at the mark, for the scene there or else for the section or the whole text.
func TestSetTarget(t *testing.T) {
	const sea, reeds = "Salt keeps fish, and salt keeps meat.", "Ferries cross on ropes, and ropes hold ferries."
	for name, c := range map[string]struct {
		format        markup.Format
		text          string
		words         int
		want, refused string
	}{
		"the whole text":               {markup.Markdown, "‸" + sea + "\n", 500, "<!-- segls: target 500 -->\n\n" + sea + "\n", ""},
		"below metadata":               {markup.Markdown, "---\na: b\n---\n\n‸" + sea + "\n", 500, "---\na: b\n---\n\n<!-- segls: target 500 -->\n\n" + sea + "\n", ""},
		"a section":                    {markup.Markdown, "# Sea\n‸" + sea + "\n\n# Reeds\n\n" + reeds + "\n", 500, "# Sea\n\n<!-- segls: target 500 -->\n\n" + sea + "\n\n# Reeds\n\n" + reeds + "\n", ""},
		"a section without prose":      {markup.Markdown, "# Sea‸\n\n## Reeds\n\n" + reeds + "\n", 500, "# Sea\n\n<!-- segls: target 500 -->\n\n## Reeds\n\n" + reeds + "\n", ""},
		"a section at the end":         {markup.Markdown, sea + "\n\n# Reeds‸", 500, sea + "\n\n# Reeds\n\n<!-- segls: target 500 -->\n\n", ""},
		"a replaced target":            {markup.Markdown, "# Sea\n\n‸" + sea + "\n\n<!-- segls: target 1,000 words -->\n\n" + reeds + "\n", 500, "# Sea\n\n" + sea + "\n\n<!-- segls: target 500 -->\n\n" + reeds + "\n", ""},
		"a removed target":             {markup.Markdown, "# Sea\n\n<!-- segls: target 9 -->\n\n‸" + sea + "\n", 0, "# Sea\n\n" + sea + "\n", ""},
		"no target in the section":     {markup.Markdown, "<!-- segls: target 9 -->\n\n# Sea\n\n‸" + sea + "\n", 0, "", "No comment"},
		"in LaTeX":                     {markup.LaTeX, "\\section{Sea}\n\n‸" + sea + "\n", 500, "\\section{Sea}\n\n% segls: target 500\n\n" + sea + "\n", ""},
		"below properties":             {markup.Org, "* Sea\n:PROPERTIES:\n:ID: x\n:END:\n\n‸" + sea + "\n", 500, "* Sea\n:PROPERTIES:\n:ID: x\n:END:\n\n# segls: target 500\n\n" + sea + "\n", ""},
		"a scene":                      {markup.Markdown, sea + "\n\n* * *\n\n‸" + reeds + "\n", 500, sea + "\n\n* * *\n\n<!-- segls: scene-target 500 -->\n\n" + reeds + "\n", ""},
		"a replaced target of a scene": {markup.Markdown, sea + "\n\n* * *\n\n<!-- segls: scene-target 9 -->\n\n‸" + reeds + "\n", 500, sea + "\n\n* * *\n\n<!-- segls: scene-target 500 -->\n\n" + reeds + "\n", ""},
		"a removed target of a scene":  {markup.Markdown, sea + "\n\n* * *\n\n<!-- segls: scene-target 9 -->\n\n‸" + reeds + "\n", 0, sea + "\n\n* * *\n\n" + reeds + "\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := analysis.Defaults()
			s.PreferredWords, s.Scaling = 5, 1000
			at := strings.Index(c.text, "‸")
			d := analysis.New(strings.Replace(c.text, "‸", "", 1), c.format, s)
			var e Edit
			var err error
			if i := analysis.SceneOf(d.Scenes(), FragmentAt(d, at)); i >= 0 && d.Scenes()[i].Of > 1 {
				e, err = SetSceneTarget(d, FragmentAt(d, at), c.words)
			} else {
				e, err = SetSectionTarget(d, SectionAt(d, at), c.words)
			}
			if c.refused != "" {
				if err == nil || !strings.Contains(err.Error(), c.refused) {
					t.Fatalf("%v, want %q", err, c.refused)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := e.Apply(d.Text.String()); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
