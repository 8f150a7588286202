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

// TestMovesOfScenes checks moves of fragments in texts in which every paragraph is a fragment. Blocks are separated by " / ".
func TestMovesOfScenes(t *testing.T) {
	up, down := MoveFragmentUp, MoveFragmentDown
	to := func(before int) func(*analysis.Document, int) (Edit, error) {
		return func(d *analysis.Document, fragment int) (Edit, error) {
			return MoveFragment(d, fragment, Before.PlaceBeside(before))
		}
	}
	behind := func(other int) func(*analysis.Document, int) (Edit, error) {
		return func(d *analysis.Document, fragment int) (Edit, error) {
			return MoveFragment(d, fragment, After.PlaceBeside(other))
		}
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
		{"from the middle, down to the end of its scene", down, 0, "Salt. / Sea. / --- / Road.", "Sea. / Salt. / --- / Road."},
		{"where several marks are one break", up, 2, "Salt. / --- / Sea. / --- / *** / Road. / --- / Tide.", "Salt. / --- / Road. / --- / *** / Sea. / --- / Tide."},
		{"from the middle, within a scene", up, 2, "Salt. / --- / Sea. / Road.", "Salt. / --- / Road. / Sea."},
		{"from the middle, to another scene", to(0), 3, "Salt. / --- / Sea. / Road. / Tide.", "Tide. / Salt. / --- / Sea. / Road."},
		{"from the middle, to the end of another", to(4), 0, "Salt. / Sea. / --- / Road. / Tide.", "Sea. / --- / Road. / Tide. / Salt."},
		{"behind the last of another scene", behind(1), 3, "Salt. / Sea. / --- / Road. / Tide.", "Salt. / Sea. / Tide. / --- / Road."},
		{"behind the last of its scene", behind(1), 0, "Salt. / Sea. / --- / Road. / Tide.", "Sea. / Salt. / --- / Road. / Tide."},
		{"behind the last of the scene before", behind(1), 2, "Salt. / Sea. / --- / Road. / Tide.", "Salt. / Sea. / Road. / --- / Tide."},
		{"before the first of the next scene", to(2), 1, "Salt. / Sea. / --- / Road. / Tide.", "Salt. / --- / Sea. / Road. / Tide."},
		{"before the first of another scene", to(2), 0, "Salt. / Sea. / --- / Road. / Tide.", "Sea. / --- / Salt. / Road. / Tide."},
		{"from the head of a scene behind the last of one above", behind(1), 3, "Salt. / Sea. / --- / Road. / --- / Tide. / Moon.", "Salt. / Sea. / Tide. / --- / Road. / --- / Moon."},
		{"behind a whole scene", behind(2), 0, "Salt. / Sea. / --- / Road. / --- / Tide. / Moon.", "Sea. / --- / Road. / Salt. / --- / Tide. / Moon."},
		{"a whole scene behind the last of another", behind(2), 0, "Salt. / --- / Sea. / Road. / --- / Tide.", "Sea. / Road. / --- / Salt. / --- / Tide."},
		{"behind the last of a chapter", behind(0), 2, "# A / Salt. / # B / Sea. / --- / Road. / Tide.", "# A / Salt. / Road. / # B / Sea. / --- / Tide."},
		{"into the next chapter", down, 1, "# A / Salt. / --- / Sea. / # B / Road.", "# A / Salt. / # B / Sea. / --- / Road."},
		{"into the chapter before", up, 1, "# A / Salt. / # B / Sea. / --- / Road.", "# A / Salt. / --- / Sea. / # B / Road."},
		{"the only scene of a chapter that has none", down, 1, "# A / Salt. / --- / Sea. / # B", "# A / Salt. / # B / Sea."},
		{"in the style of the chapter", to(2), 0, "# A / Salt. / --- / Sea. / # B / Road. / *** / Tide.", "# A / Sea. / # B / Salt. / *** / Road. / *** / Tide."},
		{"with decoration", down, 0, "# A / *** / Salt. / --- / Sea. / --- / Road. / ***", "# A / *** / Sea. / --- / Salt. / --- / Road. / ***"},
		{"the last scene, above decoration", up, 2, "Salt. / --- / Sea. / --- / Road. / ***", "Salt. / --- / Road. / --- / Sea. / ***"},
		{"all of a chapter, among scenes", down, 0, "# A / Salt. / # B / Sea. / --- / Road.", "# A / # B / Salt. / --- / Sea. / --- / Road."},
		{"all of a chapter, where there are none", down, 0, "# A / Salt. / # B / Sea.", "# A / # B / Salt. / Sea."},
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
			d := analysis.New(text, f, everyParagraph())
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

// TestScenesOfOneChapter checks that a whole chapter counts as a scene in texts with scenes, and that moving it back restores the text,
// except for the number of blank lines.
func TestScenesOfOneChapter(t *testing.T) {
	const text = "# A\n\nSalt.\n\n***\n\nSea.\n\n\n# B\n\n\nRoad.\n\n# C\n\nTide.\n"
	const down = "# A\n\nSalt.\n\n***\n\nSea.\n\n\n# B\n\n# C\n\nRoad.\n\n***\n\nTide.\n"
	d := analysis.New(text, markup.Markdown, everyParagraph())
	e, err := WithScenesAsFragments(d, func(scenes *analysis.Document) (Edit, error) { return MoveFragmentDown(scenes, 2) })
	if got := e.Apply(text); err != nil || got != down {
		t.Errorf("%v: %q\nwant %q", err, got, down)
	}
	after := analysis.New(down, markup.Markdown, everyParagraph())
	e, err = WithScenesAsFragments(after, func(scenes *analysis.Document) (Edit, error) { return MoveFragmentUp(scenes, 2) })
	if got := strings.ReplaceAll(e.Apply(down), "\n\n\n", "\n\n"); err != nil || got != strings.ReplaceAll(text, "\n\n\n", "\n\n") {
		t.Errorf("and back: %v: %q", err, got)
	}
}

// TestScenesThereAndBack checks that moving a fragment down and up restores the text.
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

// TestScenesWithoutBlankLines checks that breaks without blank lines around them get none: moving a scene there and back, or extracting and
// inlining it, restores the text.
func TestScenesWithoutBlankLines(t *testing.T) {
	texts := []string{
		"# A\n\nSalt.\n* * *\nSea.\n* * *\nRoad.\n",
		"# A\n\nSalt.\n* * *\nSea.\n\nWind.\n\n* * *\n\nRoad.\n* * *\nTide.\n\n# B\n\nMoon.\n",
		"# A\n\nSalt.\n* * *\nSea.\n\n\n# B\n\nMoon.\n* * *\nRain.\n\nWind.\n",
	}
	moves := []func(*analysis.Document, int) (Edit, error){MoveFragmentDown, MoveFragmentUp}
	x := Extraction{NewFilePlace: NewFilePlace{Source: "book", Folder: "parts", Back: ".."}, Name: func(string) string { return "part" }}
	for f, marks := range map[*markup.Format]*strings.Replacer{
		&markup.Markdown: strings.NewReplacer(),
		&markup.Org:      strings.NewReplacer("# ", "* ", "* * *", "-----"),
		&markup.LaTeX:    strings.NewReplacer("# A", "\\section{A}", "# B", "\\section{B}", "* * *", "\\scenebreak"),
	} {
		read := func(text string) *analysis.Document { return analysis.New(text, *f, everyParagraph()).DivideByScenes() }
		for _, text := range texts {
			text = marks.Replace(text)
			d, moved := read(text), 0
			check := func(fragment int, now string, back Edit, err error) {
				if got := back.Apply(now); err != nil || got != text {
					t.Errorf("%s, fragment %d:\n%s\nbecomes\n%s\nand back: %v\n%s", f.Name, fragment, text, now, err, got)
				}
			}
			for i := range d.Fragments() {
				for k, move := range moves {
					e, err := move(d, i)
					if err != nil {
						continue
					}
					moved++
					after := read(e.Apply(text))
					back, err := moves[1-k](after, after.FragmentAt(e.Place+1))
					check(i, after.Text.String(), back, err)
				}
				e, err := ExtractFragment(d, i, x)
				if err != nil {
					t.Errorf("%s, fragment %d of %q: %v", f.Name, i, text, err)
					continue
				}
				after := read(e.Apply(text))
				back, err := Inline(after, strings.Index(after.Text.String(), "parts/"), x.NewFilePlace, e.Files[0].Text)
				check(i, after.Text.String(), back, err)
			}
			if moved < 4 {
				t.Errorf("%s: only %d moves of %q", f.Name, moved, text)
			}
		}
	}
}

// TestRulesBelowTitlePages checks that a rule between the lines of a title and the first chapter stays when scenes move there and back. The
// title page itself may move below the first heading, and nothing moves above that.
func TestRulesBelowTitlePages(t *testing.T) {
	moves := []func(*analysis.Document, int) (Edit, error){MoveFragmentDown, MoveFragmentUp}
	for _, f := range markup.Formats {
		moved := 0
		heading := func(title string) string {
			if f.Name == markup.PlainText.Name {
				return title
			}
			return f.Notation().Heading(title, f.Notation().FirstLevel())
		}
		read := func(text string) *analysis.Document { return analysis.New(text, f, everyParagraph()).DivideByScenes() }
		for _, gaps := range [][2]string{{"\n", "\n"}, {"\n\n", "\n"}, {"\n", "\n\n"}, {"\n\n", "\n\n"}} {
			mark := f.Notation().Break()
			blocks := "The Salt Queene\nYear: 1590" + gaps[0] + mark + gaps[1] + heading("CANTO I") + "\n\n"
			for i, opening := range strings.Fields("Salt Sea Road Tide Moon Rain") {
				between := "\n\n" + mark + "\n\n"
				if i == 2 {
					between = "\n\n" + heading("CANTO II") + "\n\n"
				}
				paragraph := opening + " was at the gate." + strings.Repeat("\nNobody has seen it since the gate was shut.", 5)
				if f.Name == markup.HyperText.Name {
					paragraph = "<p>" + paragraph + "</p>"
				}
				if i > 0 {
					blocks += between
				}
				blocks += paragraph
			}
			text := blocks + "\n"
			d := read(text)
			for i := range d.Fragments() {
				for k, move := range moves {
					e, err := move(d, i)
					if err != nil {
						continue
					}
					moved++
					now := read(e.Apply(text))
					back, err := moves[1-k](now, now.FragmentAt(e.Place+1))
					isTitle := i == 0 && err != nil && strings.Contains(err.Error(), "any further up")
					if got := back.Apply(now.Text.String()); !isTitle && (err != nil || got != text) {
						t.Errorf("%s, %q, fragment %d:\n%s\nbecomes\n%s\nand back: %v\n%s", f.Name, gaps, i, text, now.Text, err, got)
					}
				}
			}
		}
		if moved < 20 {
			t.Errorf("%s: only %d moves", f.Name, moved)
		}
	}
}

// randomScenes returns a text of chapters, if the format has headings, with breaks between some of their paragraphs.
func randomScenes(r *rand.Rand, f markup.Format) string {
	n := f.Notation()
	var blocks []string
	for chapter := range 1 + r.IntN(3) {
		if n.FirstLevel() > 0 && f.Name != markup.PlainText.Name {
			blocks = append(blocks, n.Heading(fmt.Sprintf("Chapter %c", 'A'+chapter), n.FirstLevel()))
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
	return strings.Join(blocks, "\n\n") + "\n"
}

// dangles reports whether a text has a break that does not separate two paragraphs.
func dangles(f markup.Format, text string) bool {
	blocks := f.Scan(text)
	for i, b := range blocks {
		isEnd := i == 0 || i+1 == len(blocks)
		if b.Kind == markup.Rule && (isEnd || blocks[i-1].Kind != markup.Paragraph || blocks[i+1].Kind != markup.Paragraph) {
			return true
		}
	}
	return false
}

// everyParagraph returns settings that make every paragraph a fragment.
func everyParagraph() analysis.Settings {
	s := analysis.Defaults()
	s.PreferredWords, s.Scaling, s.ParagraphMinWords = 1, 1000, 0
	return s
}

// TestScenesInTheTray sets fragments of random texts aside and puts them back. No break may dangle meanwhile.
func TestScenesInTheTray(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 17))
	for _, f := range markup.Formats {
		done, refused := 0, make(map[string]int)
		place := NewFilePlace{Source: "book" + f.Extensions[0], Folder: "tray", Back: ".."}
		for range 40 {
			text := randomScenes(r, f)
			d := analysis.New(text, f, everyParagraph())
			for i, fragment := range d.Fragments() {
				aside, err := SetAside(d, i, Extraction{NewFilePlace: place, Name: func(string) string { return "cut" + f.Extensions[0] }})
				if err != nil {
					refused[err.Error()]++
					continue
				}
				left := aside.Apply(text)
				if dangles(f, left) {
					t.Fatalf("%s: fragment %d of\n%s\nis set aside and leaves a break where there are no two scenes:\n%s", f.Name, i, text, left)
				}
				now := analysis.New(left, f, everyParagraph())
				to := Before.PlaceBeside(i)
				switch isLast := i+1 == len(d.Fragments()) || d.Fragments()[i+1].Section != fragment.Section; {
				case isLast && fragment.Section >= 0:
					to = Under.PlaceBeside(fragment.Section)
				case isLast:
					to = Place{}
				case i > 0 && d.Gap(i).Constraint == analysis.ByScene && d.Gap(i-1).Constraint == analysis.ByCost:
					to = After.PlaceBeside(i - 1) // the end of a scene
				}
				back, err := InsertFile(now, to, place, aside.Files[0].Path, aside.Files[0].Text)
				if got := back.Apply(left); err != nil || got != text {
					t.Fatalf("%s: fragment %d, set aside and put back: %v\n%s\nwas\n%s\nthe file\n%s", f.Name, i, err, got, text, aside.Files[0].Text)
				}
				done++
			}
		}
		if t.Logf("%s: %d, refused: %v", f.Name, done, refused); done < 60 {
			t.Errorf("%s: only %d fragments were set aside and put back: %v", f.Name, done, refused)
		}
	}
}

// TestBreaksStandBetweenScenes moves fragments of random texts in every format. Each break must still separate two paragraphs.
func TestBreaksStandBetweenScenes(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	made, refused := 0, 0
	s := everyParagraph()
	for _, f := range markup.Formats {
		for range 150 {
			text := randomScenes(r, f)
			d := analysis.New(text, f, s)
			for range 6 {
				i := r.IntN(len(d.Fragments()))
				move := []func() (Edit, error){
					func() (Edit, error) { return MoveFragmentUp(d, i) },
					func() (Edit, error) { return MoveFragmentDown(d, i) },
					func() (Edit, error) { return MoveFragment(d, i, Before.PlaceBeside(r.IntN(len(d.Fragments())+1))) },
				}[r.IntN(3)]
				e, err := move()
				if err != nil {
					refused++
					continue
				}
				made++
				after := e.Apply(d.Text.String())
				permutes(t, d, e)
				if dangles(f, after) {
					t.Fatalf("%s, %s of fragment %d of\n%s\nleaves a break where there are no two scenes:\n%s", f.Name, e.Title, i, d.Text, after)
				}
				d = analysis.New(after, f, s)
			}
		}
	}
	if t.Logf("%d moves, %d refused", made, refused); made < 2*refused {
		t.Error("few moves were made")
	}
}

// TestRulesAtHeadingsStay checks that rules beside headings stay when the only scene of a chapter moves over a heading and back.
func TestRulesAtHeadingsStay(t *testing.T) {
	for _, test := range []struct{ text, down, up string }{
		{
			"# A\n\nSalt.\n\n---\n\n# B\n\nSea.\n\n---\n\n# C\n\nRoad.\n\n***\n\nTide.\n",
			"# A\n\nSalt.\n\n---\n\n# B\n\n---\n\n# C\n\nSea.\n\n***\n\nRoad.\n\n***\n\nTide.\n",
			"# A\n\nSalt.\n\n***\n\nSea.\n\n---\n\n# B\n\n---\n\n# C\n\nRoad.\n\n***\n\nTide.\n",
		},
		{
			"# A\n\n---\n\nSalt.\n\n# B\n\n---\n\nSea.\n\n# C\n\n---\n\nRoad.\n\n***\n\nTide.\n",
			"# A\n\n---\n\nSalt.\n\n# B\n\n---\n\n# C\n\n---\n\nSea.\n\n***\n\nRoad.\n\n***\n\nTide.\n",
			"# A\n\n---\n\nSalt.\n\n***\n\nSea.\n\n# B\n\n---\n\n# C\n\n---\n\nRoad.\n\n***\n\nTide.\n",
		},
	} {
		d := analysis.New(test.text, markup.Markdown, everyParagraph()).DivideByScenes()
		for _, move := range []struct {
			there, back func(*analysis.Document, int) (Edit, error)
			want        string
		}{{MoveFragmentDown, MoveFragmentUp, test.down}, {MoveFragmentUp, MoveFragmentDown, test.up}} {
			e, err := move.there(d, 1)
			got := e.Apply(test.text)
			if err != nil || got != move.want {
				t.Errorf("%v: %q, not %q", err, got, move.want)
				continue
			}
			now := analysis.New(got, markup.Markdown, everyParagraph()).DivideByScenes()
			e, err = move.back(now, now.FragmentAt(e.Place+1))
			if got := e.Apply(got); err != nil || got != test.text {
				t.Errorf("and back: %v: %q, not %q", err, got, test.text)
			}
		}
	}
}

// TestEmptiedLastChapter checks that moving the text of the last chapter away from the rule beside it, and back, restores the text.
func TestEmptiedLastChapter(t *testing.T) {
	for _, text := range []string{
		"# A\n\nSalt.\n\n# B\n\nSea.\n\n***\n",
		"# A\n\n***\n\nSalt.\n\n# B\n\n***\n\nSea.\n",
	} {
		d := analysis.New(text, markup.Markdown, everyParagraph())
		e, err := MoveFragmentUp(d, 1)
		if err != nil {
			t.Fatal(err)
		}
		now := analysis.New(e.Apply(text), markup.Markdown, everyParagraph())
		back, err := MoveFragmentDown(now, now.FragmentAt(e.Place+1))
		if got := back.Apply(now.Text.String()); err != nil || got != text {
			t.Errorf("%v: %q becomes %q", err, now.Text, got)
		}
	}
}

// TestMergeScenes checks that merging two scenes removes the break between them.
func TestMergeScenes(t *testing.T) {
	for _, test := range []struct {
		format     markup.Format
		text, want string
	}{
		{markup.Markdown, "Salt.\n\n* * *\n\nSea.\n\n---\n\nRoad.\n", "Salt.\n\nSea.\n\n---\n\nRoad.\n"},
		{markup.Markdown, "Salt.\n\n* * *\n\n***\n\nSea.\n", "Salt.\n\nSea.\n"},
		{markup.Markdown, "Salt.\n* * *\nSea.\n", "Salt.\n\nSea.\n"},
		{markup.Markdown, "Salt.\r\n* * *\r\nSea.\r\n", "Salt.\r\n\r\nSea.\r\n"},
		{markup.Markdown, "Salt.\n\n* * *\n\n<!-- segls: break -->\n\nSea.\n", "Salt.\n\n<!-- segls: no-break -->\n\nSea.\n"},
	} {
		d := analysis.New(test.text, test.format, analysis.Defaults())
		e, err := MergeFragments(d, 0)
		if got := e.Apply(test.text); err != nil || got != test.want {
			t.Errorf("%q: %v: %q, not %q", test.text, err, got, test.want)
		}
	}
}

// TestPassageOf checks both texts after a fragment has moved to the ‸ in another text.
func TestPassageOf(t *testing.T) {
	const text = "# A\n\nSalt.\n\n***\n\nSea.\n\n***\n\nRoad.\n\n# One\n\nTide.\n"
	for _, test := range []struct {
		fragment           int
		target, rest, want string
	}{
		{0, "# B\n\n‸Moon.\n", "# A\n\nSea.", "# B\n\nSalt.\n\n***\n\nMoon.\n"},
		{0, "# B\n\nMoon.\n‸", "# A\n\nSea.", "# B\n\nMoon.\n\n***\n\nSalt.\n"},
		{1, "# B\n\nMoon.\n\n‸# C\n", "# A\n\nSalt.\n\n***\n\nRoad.", "# B\n\nMoon.\n\n***\n\nSea.\n\n# C\n"},
		{2, "# B\n\n‸Moon.\n\n\n---\n\nRain.\n", "Sea.\n\n# One", "# B\n\nRoad.\n\n\n---\n\nMoon.\n\n\n---\n\nRain.\n"},
		{2, "# B\n\nMoon.\n\n---\n\nRain.\n‸", "Sea.\n\n# One", "# B\n\nMoon.\n\n---\n\nRain.\n\n---\n\nRoad.\n"},
		{2, "# B\r\n\r\nMoon.\r\n‸", "Sea.\n\n# One", "# B\r\n\r\nMoon.\r\n\r\n***\r\n\r\nRoad.\r\n"},
		{2, "# B\n‸", "Sea.\n\n# One", "# B\nRoad."},
		{3, "# B\n\n‸Moon.\n\n---\n\nRain.\n", "# One\n\n", "# B\n\nTide.\n\n---\n\nMoon.\n\n---\n\nRain.\n"},
		{3, "# B\n\n‸Moon.\n", "# One\n\n", "# B\n\nTide.Moon.\n"}, // there are no scenes, and blank lines are not checked here
	} {
		d := analysis.New(text, markup.Markdown, analysis.Defaults())
		at := strings.Index(test.target, "‸")
		there := strings.ReplaceAll(test.target, "‸", "")
		p, err := FragmentPassage(d, test.fragment, analysis.New(there, markup.Markdown, analysis.Defaults()), at, nil)
		got := there[:p.At.Start] + p.Before + d.Text.Slice(p.Span) + p.After + there[p.At.End:]
		if rest := text[:p.Taken.Start] + text[p.Taken.End:]; err != nil || got != test.want || !strings.Contains(rest, test.rest) {
			t.Errorf("scene %d to %q: %v\n%q\nand %q\nwant %q\nand %q", test.fragment, test.target, err, got, rest, test.want, test.rest)
		}
	}
}

// TestHeadingAfterText checks that a break separates a text with scenes from one that is appended to it, unless that begins with a line
// that is still read as a heading there.
func TestHeadingAfterText(t *testing.T) {
	long := strings.Repeat("The salt is white and the road is long.\n", 30)
	const scenes = "Salt.\n\n* * *\n\nSea.\n"
	for _, test := range []struct {
		target, text string
		want         string
	}{
		{long + "\n" + scenes, "IX.\n\n" + long, "\n\n* * *\n\n"},
		{"CHAPTER I\n\n" + long + "\n" + scenes, "CHAPTER II\n\n" + long, ""},
		{scenes, long, "\n\n* * *\n\n"},
	} {
		d, target := analysis.New(test.text, markup.PlainText, analysis.Defaults()), analysis.New(test.target, markup.PlainText, analysis.Defaults())
		p := BodyPassage(d, markup.Span{End: len(test.text)}, target, len(test.target), nil)
		if p.Before != test.want {
			t.Errorf("%.20q after %.20q: %q, not %q", test.text, test.target, p.Before, test.want)
		}
	}
}

// TestRefusalsNameScenes checks that a refusal about scenes names scenes, and the same one about fragments names fragments.
func TestRefusalsNameScenes(t *testing.T) {
	const text = "# A\n\nSalt.\n\n***\n\nSea.\n\n***\n\nRoad.\n\n# B\n\nTide.\n"
	for name, c := range map[string]struct {
		do   func(d *analysis.Document) (Edit, error)
		want string
	}{
		"after one that is missing":  {func(d *analysis.Document) (Edit, error) { return MoveFragment(d, 0, After.PlaceBeside(98)) }, "This text has 4 UNITs."},
		"before one that is missing": {func(d *analysis.Document) (Edit, error) { return MoveFragment(d, 0, Before.PlaceBeside(98)) }, "This text has 4 UNITs."},
		"one that is missing":        {func(d *analysis.Document) (Edit, error) { return MoveFragment(d, 98, Place{}) }, "This text has 4 UNITs."},
		"missing, to an offset":      {func(d *analysis.Document) (Edit, error) { return MoveFragmentTo(d, 98, 0) }, "This text has 4 UNITs."},
		"missing, to a file": {func(d *analysis.Document) (Edit, error) {
			_, err := FragmentSpan(d, 98)
			return Edit{}, err
		}, "This text has 4 UNITs."},
		"to its own place":  {func(d *analysis.Document) (Edit, error) { return MoveFragment(d, 1, After.PlaceBeside(0)) }, "The UNIT is already there."},
		"up from the top":   {func(d *analysis.Document) (Edit, error) { return MoveFragmentUp(d, 0) }, "This UNIT cannot move any further up."},
		"down from the end": {func(d *analysis.Document) (Edit, error) { return MoveFragmentDown(d, 3) }, "This UNIT cannot move any further down."},
		"merged at the end": {func(d *analysis.Document) (Edit, error) { return MergeFragments(d, 3) }, "There is no UNIT below this one."},
		"merged over a heading": {
			func(d *analysis.Document) (Edit, error) { return MergeFragments(d, 2) },
			"There is a heading between this UNIT and the next one.",
		},
	} {
		d := analysis.New(text, markup.Markdown, everyParagraph())
		if _, err := c.do(d); fmt.Sprint(err) != strings.ReplaceAll(c.want, "UNIT", "fragment") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := WithScenesAsFragments(d, c.do); fmt.Sprint(err) != strings.ReplaceAll(c.want, "UNIT", "scene") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
