package analysis

import (
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestNoSettingIsDead checks that changing each setting changes the visible result of at least one of four samples.
func TestNoSettingIsDead(t *testing.T) {
	others := map[string]string{
		"method": "paper", "preferred-words": "300", "scaling": "2", "cost": "linear", "window-paragraphs": "2", "window-weights": "equal", "window-ends": "balance",
		"top-terms": "10", "term-ties": "all", "paragraph-vectors": "unit", "numbers": "true", "headings": "soft", "scene-breaks": "ignore", "plain-headings": "off", "min-words": "400",
		"max-words": "400", "paragraph-min-words": "100", "paragraph-max-words": "100", "heading-min-shift": "2",
		"boundary-max-shift": "0.0001", "language": "fr", "rules": "docs",
	}
	seen := func(s Settings) string {
		all := ""
		for _, file := range []string{"samples/tides.md", "samples/salt.md", "samples/notebook.txt", "formats/pilotage.txt"} {
			text, format := read(t, "../testdata/"+file)
			all += visible(New(text, format, s))
		}
		return all
	}
	defaults, paper := seen(Defaults()), seen(with(t, "method=paper")) // some settings are only for this method
	for _, d := range DeclaredSettings {
		s := Defaults()
		if err := d.Set(&s, d.Default); err != nil || s != Defaults() {
			t.Errorf("the default of %s is refused or changes something: %v", d.Name, err)
		}
		if d.Doc == "" || !strings.HasSuffix(d.Doc, ".") {
			t.Errorf("%s is described as %q", d.Name, d.Doc)
		}
		other, ok := others[d.Name]
		switch {
		case d.Name == "method" && len(d.Choices) == 1: // nothing to choose from yet
		case d.Name == "markup": // used before an analysis, by its caller
			for _, name := range d.Choices {
				if _, known := markup.ByName(name); known == (name == MarkupAuto) {
					t.Errorf("no format has the name %s", name)
				}
			}
		case d.Group == Rules, d.Name == "latex-ignore": // TestSeverities, TestOwnCommands
		case !ok:
			t.Errorf("no other value of %s is tried", d.Name)
		case seen(with(t, d.Name+"="+other)) == defaults && seen(with(t, "method=paper "+d.Name+"="+other)) == paper:
			t.Errorf("%s %s makes no difference", d.Name, other)
		}
	}
}

// TestChoicesAreKnown checks that an analysis accepts every choice and every limit of the settings' ranges.
func TestChoicesAreKnown(t *testing.T) {
	text, format := read(t, "../testdata/samples/kitchen.md")
	for _, d := range DeclaredSettings {
		values := []any{d.Min, d.Max}
		if d.Choices != nil {
			values = values[:0]
			for _, choice := range d.Choices {
				values = append(values, choice)
			}
		}
		switch d.Default {
		case false:
			values = []any{true}
		case "":
			values = []any{"", "note, python \\x"}
		}
		for _, value := range values {
			s := Defaults()
			if err := d.Set(&s, value); err != nil {
				t.Fatal(err)
			}
			checkDocument(t, New(text, format, s))
		}
	}
}

// TestNameOfMDX checks that a file has no indented code if its name or its editor says that it is MDX.
func TestNameOfMDX(t *testing.T) {
	const text = "    Salt keeps fish.\n"
	for _, d := range []struct{ name, languageID, want string }{
		{"a.mdx", "markdown", "paragraph"},
		{"file:///b/A.MDX", "Markdown", "paragraph"},
		{"a.mdx", "plaintext", "paragraph"},
		{"a.md", "mdx", "paragraph"},
		{"a.md", "markdown", "code"},
		{"untitled:1", "mdx", "paragraph"},
	} {
		f, _ := (&Settings{Markup: MarkupAuto}).FormatOf(d.name, d.languageID)
		if got := f.Scan(text)[0].Kind.String(); got != d.want {
			t.Errorf("%s, called %s: %s, not %s", d.name, d.languageID, got, d.want)
		}
	}
}
