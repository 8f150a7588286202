package restructure

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// TestMovesOfScenes moves fragments of texts in which every paragraph is one. Blocks are separated by " / ".
func TestMovesOfScenes(t *testing.T) {
	up, down := MoveFragmentUp, MoveFragmentDown
	to := func(before int) func(*analysis.Document, int) (Edit, error) {
		return func(d *analysis.Document, fragment int) (Edit, error) { return MoveFragment(d, fragment, before) }
	}
	for _, test := range []struct {
		name     string
		move     func(*analysis.Document, int) (Edit, error)
		fragment int
		text     string
		want     string
	}{
		{"the last scene up", up, 2, "Salt. / --- / Sea. / --- / Road.", "Salt. / --- / Road. / --- / Sea."},
		{"the first scene down", down, 0, "Salt. / --- / Sea. / --- / Road.", "Sea. / --- / Salt. / --- / Road."},
		{"the last scene to the top", to(0), 2, "Salt. / --- / Sea. / --- / Road.", "Road. / --- / Salt. / --- / Sea."},
		{"the first scene to the end", to(3), 0, "Salt. / --- / Sea. / *** / Road.", "Sea. / *** / Road. / --- / Salt."},
		{"over a scene of two", up, 2, "Salt. / Tide. / --- / Road.", "Road. / --- / Salt. / Tide."},
		{"below a scene of two", down, 0, "Salt. / --- / Sea. / Road. / --- / Tide.", "Sea. / Road. / --- / Salt. / --- / Tide."},
		{"into a scene", to(1), 2, "Salt. / Sea. / --- / Road.", "Salt. / --- / Road. / --- / Sea."},
		{"from the middle, down over a break", down, 1, "Salt. / Sea. / --- / Road.", "Salt. / --- / Sea. / Road."},
		{"from the middle, up over a break", up, 1, "Salt. / --- / Sea. / Road.", "Salt. / Sea. / --- / Road."},
		{"from the middle, within a scene", up, 2, "Salt. / --- / Sea. / Road.", "Salt. / --- / Road. / Sea."},
		{"from the middle, to another scene", to(0), 3, "Salt. / --- / Sea. / Road. / Tide.", "Tide. / Salt. / --- / Sea. / Road."},
		{"from the middle, to the end of another", to(4), 0, "Salt. / Sea. / --- / Road. / Tide.", "Sea. / --- / Road. / Tide. / Salt."},
		{"into the next chapter", down, 1, "# A / Salt. / --- / Sea. / # B / Road.", "# A / Salt. / # B / Sea. / --- / Road."},
		{"into the chapter before", up, 1, "# A / Salt. / # B / Sea. / --- / Road.", "# A / Salt. / --- / Sea. / # B / Road."},
		{"the only scene of a chapter that has none", down, 1, "# A / Salt. / --- / Sea. / # B", "# A / Salt. / # B / Sea."},
		{"in the style of the chapter", to(2), 0, "# A / Salt. / --- / Sea. / # B / Road. / *** / Tide.", "# A / Sea. / # B / Salt. / *** / Road. / *** / Tide."},
		{"with decoration", down, 0, "# A / *** / Salt. / --- / Sea. / --- / Road. / ***", "# A / Sea. / --- / *** / Salt. / --- / Road. / ***"},
	} {
		for _, f := range []markup.Format{markup.Markdown, markup.AsciiDoc, markup.LaTeX, markup.Typst} {
			write := func(text string) string {
				blocks := strings.Split(text, " / ")
				for i, b := range blocks {
					switch {
					case f.Name == markup.LaTeX.Name && b == "***":
						blocks[i] = "\\bigskip\n\\centerline{* * *}\n\\bigskip"
					case f.Name == markup.LaTeX.Name && b == "---":
						blocks[i] = "\\scenebreak"
					case f.Name == markup.Typst.Name && b == "***":
						blocks[i] = "#align(center)[* * *]"
					case f.Name == markup.Typst.Name && b == "---":
						blocks[i] = "#line(length: 100%)"
					}
					if title, ok := strings.CutPrefix(b, "# "); ok && f.Name != markup.Markdown.Name {
						blocks[i] = map[string]string{markup.AsciiDoc.Name: "== " + title, markup.LaTeX.Name: "\\section{" + title + "}", markup.Typst.Name: "= " + title}[f.Name]
					}
				}
				return strings.Join(blocks, "\n\n") + "\n"
			}
			text := write(test.text)
			s := analysis.Defaults()
			s.PreferredWords, s.Scaling, s.ParagraphMinWords = 1, 1000, 0
			d := analysis.New(text, f, s)
			e, err := test.move(d, test.fragment)
			if err != nil {
				t.Errorf("%s, %s: %v", f.Name, test.name, err)
				continue
			}
			if got := e.Apply(text); got != write(test.want) {
				t.Errorf("%s, %s:\n%s\nwant\n%s", f.Name, test.name, got, write(test.want))
			}
			if moved := text[d.Paragraph(d.Fragments()[test.fragment].First).Span.Start:][:4]; !strings.Contains(e.Apply(text)[e.Place:min(len(e.Apply(text)), e.Place+60)], moved) {
				t.Errorf("%s, %s: %q is not at %d", f.Name, test.name, moved, e.Place)
			}
			n := len(e.Move.Order)
			if order := slices.Sorted(slices.Values(e.Move.Order)); e.Move.Order != nil && (n != len(d.Fragments()) || order[0] != 0 || order[n-1] != n-1) {
				t.Errorf("%s, %s: the order is %v", f.Name, test.name, e.Move.Order)
			}
		}
	}
}

// TestScenesThereAndBack: a fragment that goes down and up again leaves the text as it was.
func TestScenesThereAndBack(t *testing.T) {
	const text = "# A\n\nSalt.\n\n* * *\n\nSea and\nsalt.\n\n* * *\n\nRoad.\n\nTide.\n\n# B\n\nMoon.\n\n\n***\n\nRain.\n\n----\n\nMoon and rain.\n"
	for _, words := range []int{1, 500} {
		s := analysis.Defaults()
		s.PreferredWords, s.Scaling = words, 1000
		d := analysis.New(text, markup.Markdown, s)
		for i := range d.Fragments() {
			e, err := MoveFragmentDown(d, i)
			if err != nil {
				continue
			}
			after := analysis.New(e.Apply(text), markup.Markdown, s)
			back, err := MoveFragmentUp(after, after.FragmentAt(e.Place+1))
			if err != nil || back.Apply(after.Text.String()) != text {
				t.Errorf("fragment %d of %d words, down:\n%s\nand up: %v\n%s", i, words, after.Text, err, back.Apply(after.Text.String()))
			}
		}
	}
}

// TestBreaksStandBetweenScenes moves fragments of random texts in every format: afterwards no break stands first or last in a
// chapter or beside another one, and none is lost by a step up or down in a chapter.
func TestBreaksStandBetweenScenes(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	made, refused := 0, 0
	s := analysis.Defaults()
	s.PreferredWords, s.Scaling, s.ParagraphMinWords = 1, 1000, 0
	for _, f := range markup.Formats {
		n := f.Notation()
		for range 150 {
			var blocks []string
			for chapter := range 1 + r.IntN(3) {
				if n.First() > 0 && f.Name != markup.PlainText.Name && f.Name != markup.HyperText.Name {
					blocks = append(blocks, n.Heading(fmt.Sprintf("Chapter %c", 'A'+chapter), n.First()))
				}
				for i := range 1 + r.IntN(5) {
					if i > 0 && r.IntN(2) == 0 {
						blocks = append(blocks, n.Break())
					}
					paragraph := fmt.Sprintf("The %c%c tide is salt.", 'a'+chapter, 'k'+i)
					if f.Name == markup.HyperText.Name {
						paragraph = "<p>" + paragraph + "</p>"
					}
					blocks = append(blocks, paragraph)
				}
			}
			text := strings.Join(blocks, "\n\n") + "\n"
			d := analysis.New(text, f, s)
			for range 6 {
				i := r.IntN(len(d.Fragments()))
				move := []func() (Edit, error){
					func() (Edit, error) { return MoveFragmentUp(d, i) },
					func() (Edit, error) { return MoveFragmentDown(d, i) },
					func() (Edit, error) { return MoveFragment(d, i, r.IntN(len(d.Fragments())+1)) },
				}[r.IntN(3)]
				e, err := move()
				if err != nil {
					refused++
					continue
				}
				made++
				after := e.Apply(d.Text.String())
				permutes(t, d, e)
				scanned := f.Scan(after)
				for i, b := range scanned {
					isEnd := i == 0 || i+1 == len(scanned)
					if b.Kind == markup.Rule && (isEnd || scanned[i-1].Kind != markup.Paragraph || scanned[i+1].Kind != markup.Paragraph) {
						t.Fatalf("%s, %s of fragment %d of\n%s\nleaves a break where there are no two scenes:\n%s", f.Name, e.Title, i, d.Text, after)
					}
				}
				d = analysis.New(after, f, s)
			}
		}
	}
	if t.Logf("%d moves, %d refused", made, refused); made < 2*refused {
		t.Error("few moves were made")
	}
}

// TestMergeScenes: to merge two scenes takes away the break between them.
func TestMergeScenes(t *testing.T) {
	d := analysis.New("Salt.\n\n* * *\n\nSea.\n\n---\n\nRoad.\n", markup.Markdown, analysis.Defaults())
	e, err := MergeFragments(d, 0)
	if got := e.Apply(d.Text.String()); err != nil || got != "Salt.\n\nSea.\n\n---\n\nRoad.\n" {
		t.Errorf("%v: %q", err, got)
	}
}

// TestSceneSpan marks with ‸ where a scene is to stand in another text: it takes along the break that parts it from its neighbour there.
func TestSceneSpan(t *testing.T) {
	const text = "# A\n\nSalt.\n\n***\n\nSea.\n\n---\n\nRoad.\n"
	for _, test := range []struct {
		fragment     int
		target, want string
	}{
		{0, "# B\n\n‸Tide.\n", "Salt.\n\n***"},
		{1, "# B\n\n‸Tide.\n", "Sea.\n\n---"},
		{1, "# B\n\nTide.\n\n‸# C\n", "***\n\nSea."},
		{1, "# B\n\nTide.\n‸", "***\n\nSea."},
		{2, "# B\n\nTide.\n‸", "---\n\nRoad."},
		{2, "# B\n‸", "Road."},
	} {
		d := analysis.New(text, markup.Markdown, analysis.Defaults())
		at := strings.Index(test.target, "‸")
		target := analysis.New(strings.ReplaceAll(test.target, "‸", ""), markup.Markdown, analysis.Defaults())
		span, err := SceneSpan(d, test.fragment, target, at)
		if got := d.Text.Slice(span); err != nil || got != test.want {
			t.Errorf("scene %d to %q takes %q, %v; want %q", test.fragment, test.target, got, err, test.want)
		}
	}
}
