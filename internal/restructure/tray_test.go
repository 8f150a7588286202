package restructure

import (
	"errors"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// TestTray checks that setting a fragment aside leaves no trace in the text, and that putting it back restores the text, ignoring white
// space unless it is put back under its heading.
func TestTray(t *testing.T) {
	const sea, reeds, oil = "Salt keeps fish, and [salt](salt.md) keeps meat.", "Ferries cross on ropes[^1], and ropes hold ferries.", "Olive presses turn, and presses groan."
	for name, c := range map[string]struct {
		format      markup.Format
		text        string // the fragment is marked with ‸
		left, aside string // the text and the file after setting aside
		refused     string
	}{
		"the first fragment":             {markup.Markdown, "‸" + sea + "\n\n" + reeds + "\n\n" + oil + "\n\n[^1]: Hemp.\n", reeds + "\n\n" + oil + "\n\n[^1]: Hemp.\n", "[salt](../salt.md)", ""},
		"a fragment in the middle":       {markup.Markdown, "# Sea\n\n" + sea + "\n\n‸" + oil + "\n\n" + reeds + "\n\n[^1]: Hemp.\n", "# Sea\n\n" + sea + "\n\n" + reeds + "\n\n[^1]: Hemp.\n", oil, ""},
		"the last fragment":              {markup.Markdown, "# Sea\n\n" + sea + "\n\n# Oil\n\n‸" + oil + "\n", "# Sea\n\n" + sea + "\n\n# Oil\n", oil, ""},
		"a fragment with a synopsis":     {markup.Markdown, sea + "\n\n<!-- segls: synopsis Who crosses -->\n\n‸" + reeds + "\n\n" + oil + "\n\n[^1]: Hemp.\n", sea + "\n\n" + oil, "synopsis Who crosses", ""},
		"in LaTeX":                       {markup.LaTeX, "Salt keeps fish.\n\n‸Ferries cross on ropes.\n\n" + oil + "\n", oil + "\n", "Ferries cross", ""},
		"the only fragment of a section": {markup.Markdown, "# Sea\n\n" + sea + "\n\n‸" + oil + "\n\n## Reeds\n\n" + reeds + "\n\n[^1]: Hemp.\n", "# Sea\n\n" + sea + "\n\n## Reeds\n\n" + reeds, oil, ""},
		"the whole text":                 {markup.Markdown, "‸" + oil + "\n", "", "", "the only fragment"},
	} {
		t.Run(name, func(t *testing.T) {
			s := analysis.Defaults()
			s.PreferredWords, s.Scaling = 5, 1000
			at := strings.Index(c.text, "‸")
			text := strings.Replace(c.text, "‸", "", 1)
			d := analysis.New(text, c.format, s)
			place := NewFilePlace{Source: "book.md", Folder: "tray", Back: ".."}
			i := FragmentAt(d, at)
			e, err := SetAside(d, i, Extraction{NewFilePlace: place, Name: func(string) string { return "cut" + c.format.Extensions[0] }})
			if c.refused != "" {
				if r := (*sentence.Sentence)(nil); !errors.As(err, &r) || !strings.Contains(err.Error(), c.refused) {
					t.Errorf("refused with %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			left, file := e.Apply(text), e.Files[0]
			if !strings.HasPrefix(left, c.left) || strings.Contains(left, "cut") || !strings.Contains(file.Text, c.aside) {
				t.Errorf("left\n%s\naside, in %s\n%s", left, file.Path, file.Text)
			}
			now := analysis.New(left, c.format, s)
			if f := d.Fragments()[i]; f.Section >= 0 && len(now.Sections()) > 0 && (i+1 == len(d.Fragments()) || d.Fragments()[i+1].Section != f.Section) {
				back, err := InsertFile(now, Under.PlaceBeside(f.Section), place, file.Path, file.Text)
				if err != nil {
					t.Fatal(err)
				}
				if got := back.Apply(left); got != text {
					t.Errorf("put back under its heading\n%q\nand not\n%q", got, text)
				}
				return
			}
			back, err := InsertFile(now, Before.PlaceBeside(min(i, len(now.Fragments()))), place, file.Path, file.Text)
			if err != nil {
				t.Fatal(err)
			}
			if got := back.Apply(left); strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(text), " ") {
				t.Errorf("put back\n%s\nand not\n%s", got, text)
			}
		})
	}
}

// TestPutInFromAnotherFolder checks that the addresses in a piece from the tray of another folder are updated.
func TestPutInFromAnotherFolder(t *testing.T) {
	const piece = "# Way\n\nThe [map](../map.png), the [photo](photo.png), [home](../../two/home.md) and the [web](https://example.org/a).\n"
	const want = "The [map](../one/map.png), the [photo](../one/tray/photo.png), [home](home.md) and the [web](https://example.org/a)."
	d := analysis.New("Ferries cross on ropes.\n", markup.Markdown, analysis.Defaults())
	place := NewFilePlace{Source: "road.md", Folder: "../one/tray", Back: "../../two"}
	e, err := InsertFile(d, Place{}, place, "../one/tray/way.md", piece)
	if err != nil {
		t.Fatal(err)
	}
	if got := e.Apply(d.Text.String()); !strings.Contains(got, want) {
		t.Errorf("put in:\n%s", got)
	}
}

// TestBreakOfFileInTray checks which break of a file in the tray is not part of its text. A break that is all of the text is.
func TestBreakOfFileInTray(t *testing.T) {
	for file, want := range map[string][2]string{
		"Salt.\n\n***\n":                         {"Salt.\n", "***"},
		"***\n\nSalt.\n":                         {"Salt.\n", "***"},
		"---\ntitle: Sea\n---\n\n***\n\nSalt.\n": {"---\ntitle: Sea\n---\n\nSalt.\n", "***"},
		"***\n":                                  {"***\n", ""},
		"---\ntitle: Sea\n---\n\n***\n":          {"---\ntitle: Sea\n---\n\n***\n", ""},
		"Salt.[^1]\n\n***\n\n[^1]: Dear.\n":      {"Salt.[^1]\n\n[^1]: Dear.\n", "***"},
		"[p]: salt.png\n\n***\n\n![Salt][p]\n":   {"[p]: salt.png\n\n![Salt][p]\n", "***"},
	} {
		text, mark := splitOffBreak(pageOf(analysis.New("Road.\n", markup.Markdown, analysis.Defaults())), file)
		if text != want[0] || mark != want[1] {
			t.Errorf("%q: the text is %q and the break %q", file, text, mark)
		}
	}
}

// TestSceneWithDefinition checks that a scene that uses a definition is a scene again when it is put back, at the end of the text and elsewhere.
func TestSceneWithDefinition(t *testing.T) {
	for name, c := range map[string]struct {
		format markup.Format
		text   string // the scene that is set aside begins with "Sea"
		first  string // the text after putting it back at the top
		last   string // the text after putting it back at the end
	}{
		"a footnote": {
			markup.Markdown, "Salt.\n\n***\n\nSea.[^1]\n\n***\n\nRoad.\n\n[^1]: Wide.\n",
			"Sea.[^1]\n\n***\n\nSalt.\n\n***\n\nRoad.\n\n[^1]: Wide.\n",
			"Salt.\n\n***\n\nRoad.\n\n***\n\nSea.[^1]\n\n[^1]: Wide.\n",
		},
		"the last scene": {
			markup.Markdown, "Salt.\n\n***\n\nRoad.\n\n***\n\nSea.[^1]\n\n[^1]: Wide.\n",
			"Sea.[^1]\n\n***\n\nSalt.\n\n***\n\nRoad.\n\n[^1]: Wide.\n",
			"Salt.\n\n***\n\nRoad.\n\n***\n\nSea.[^1]\n\n[^1]: Wide.\n",
		},
		"a footnote that another scene uses": {
			markup.Markdown, "Salt.[^1]\n\n***\n\nSea.[^1]\n\n***\n\nRoad.\n\n[^1]: Wide.\n",
			"Sea.[^1]\n\n***\n\nSalt.[^1]\n\n***\n\nRoad.\n\n[^1]: Wide.\n",
			"Salt.[^1]\n\n***\n\nRoad.\n\n***\n\nSea.[^1]\n\n[^1]: Wide.\n",
		},
		"the address of a link": {
			markup.Markdown, "Salt.\n\n***\n\nSea, [wide][w].\n\n***\n\nRoad.\n\n[w]: https://example.org\n",
			"Sea, [wide][w].\n\n***\n\nSalt.\n\n***\n\nRoad.\n\n[w]: https://example.org\n",
			"Salt.\n\n***\n\nRoad.\n\n***\n\nSea, [wide][w].\n\n[w]: https://example.org\n",
		},
		"in Typst": {
			markup.Typst, "#let w = [wide]\n\nSalt.\n\n#line()\n\nSea is #w.\n\n#line()\n\nRoad.\n",
			"#let w = [wide]\n\nSea is #w.\n\n#line()\n\nSalt.\n\n#line()\n\nRoad.\n",
			"#let w = [wide]\n\nSalt.\n\n#line()\n\nRoad.\n\n#line()\n\nSea is #w.\n",
		},
		"the last scene in Typst": {
			markup.Typst, "#let w = [wide]\n\nSalt.\n\n#line()\n\nRoad.\n\n#line()\n\nSea is #w.\n",
			"#let w = [wide]\n\nSea is #w.\n\n#line()\n\nSalt.\n\n#line()\n\nRoad.\n",
			"#let w = [wide]\n\nSalt.\n\n#line()\n\nRoad.\n\n#line()\n\nSea is #w.\n",
		},
		"in reStructuredText": {
			markup.ReStructuredText, "Salt.\n\n----\n\nSea. [1]_\n\n----\n\nRoad.\n\n.. [1] Wide.\n",
			"Sea. [1]_\n\n----\n\nSalt.\n\n----\n\nRoad.\n\n.. [1] Wide.\n",
			"Salt.\n\n----\n\nRoad.\n\n----\n\nSea. [1]_\n\n.. [1] Wide.\n",
		},
	} {
		place := NewFilePlace{Source: "book" + c.format.Extensions[0], Folder: "tray", Back: ".."}
		d := analysis.New(c.text, c.format, everyParagraph()).DivideByScenes()
		aside, err := SetAside(d, d.FragmentAt(strings.Index(c.text, "Sea")), Extraction{NewFilePlace: place, Name: func(string) string { return "cut" + c.format.Extensions[0] }})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		left, file := aside.Apply(c.text), aside.Files[0]
		now := analysis.New(left, c.format, everyParagraph()).DivideByScenes()
		for to, want := range map[Place]string{Before.PlaceBeside(0): c.first, {}: c.last} {
			e, err := InsertFile(now, to, place, file.Path, file.Text)
			if got := e.Apply(left); err != nil || got != want {
				t.Errorf("%s: put back at %v: %v\n%q\nand not\n%q\nthe file\n%q", name, to, err, got, want, file.Text)
			}
		}
	}
}
