package restructure

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// TestMovesPermute checks that moves permute blocks, ignoring white space, that the moved text is at Place, and that numbers stay in order.
func TestMovesPermute(t *testing.T) {
	made, refused := 0, 0
	eachDocument(t, func(t *testing.T, w *writer, d *analysis.Document) {
		for i := range d.Fragments() {
			j := w.IntN(len(d.Fragments()) + 1)
			for _, move := range []func() (Edit, error){
				func() (Edit, error) { return MoveFragmentUp(d, i) },
				func() (Edit, error) { return MoveFragmentDown(d, i) },
				func() (Edit, error) { return MoveFragment(d, i, Before.PlaceBeside(j)) },
				func() (Edit, error) { return SwapFragments(d, i, w.IntN(len(d.Fragments()))) },
			} {
				e, err := move()
				if err != nil {
					refused++
					continue
				}
				made++
				wellFormed(t, d, e)
				permutes(t, d, e)
				moved := extendToConstructs(pageOf(d), movables(pageOf(d))[cellIndex(movables(pageOf(d)), i)].stretch).text
				placed := e.Apply(d.Text.String())[e.Place:]
				if swap := strings.HasPrefix(e.Title.String(), "Swap"); !swap && !strings.HasPrefix(unnumbered(placed), unnumbered(moved)) {
					t.Errorf("%s: what was moved is not at %d, where\n%s", e.Title, e.Place, placed)
				}
				if len(renumberReplacements(d.Format, d.Text.String())) == 0 && len(renumberReplacements(d.Format, e.Apply(d.Text.String()))) > 0 {
					t.Errorf("%s: numbers are out of order in\n%s", e.Title, e.Apply(d.Text.String()))
				}
			}
		}
		for i := range d.Sections() {
			for _, move := range []func() (Edit, error){
				func() (Edit, error) { return MoveSectionUp(d, i, Keep) },
				func() (Edit, error) { return MoveSectionDown(d, i, Keep) },
			} {
				if e, err := move(); err == nil {
					wellFormed(t, d, e)
					permutes(t, d, e)
					made++
				} else {
					refused++
				}
			}
		}
	})
	t.Logf("%d moves, %d refused", made, refused)
	if made < refused {
		t.Errorf("more moves were refused than made")
	}
}

// permutes checks that an edit keeps the lines of all blocks except breaks, in any order. It does not use the checks of edits.
func permutes(t *testing.T, d *analysis.Document, e Edit) {
	t.Helper()
	after := e.Apply(d.Text.String())
	if got, want := blockLines(d.Format, after), blockLines(d.Format, d.Text.String()); !slices.Equal(got, want) {
		t.Errorf("%s does not permute the blocks of\n%q\ngiving\n%q", e.Title, d.Text.String(), after)
	}
	if strings.HasSuffix(d.Text.String(), "\n") != strings.HasSuffix(after, "\n") {
		t.Errorf("%s changes whether the text ends in a line terminator: %q %q", e.Title, d.Text.String(), after)
	}
}

// blockLines returns the lines of all blocks except breaks, each with the kind of its block, sorted.
func blockLines(f markup.Format, text string) []string {
	var lines []string
	for _, b := range f.Scan(text) {
		if b.Kind == markup.Rule {
			continue // the number of breaks may change
		}
		for line := range markup.Lines(text[b.Span.Start:b.Span.End]) {
			if s := strings.TrimSpace(strings.TrimPrefix(text[b.Span.Start+line.Start:b.Span.Start+line.End], "\ufeff")); s != "" {
				lines = append(lines, b.Kind.String()+" "+unnumbered(s))
			}
		}
	}
	slices.Sort(lines)
	return lines
}

// unnumbered returns a text with all numbers of items equal.
func unnumbered(text string) string { return numbers.ReplaceAllString(text, "${1}0") }

var numbers = regexp.MustCompile(`(^|[\r\n])[0-9]+`)

// TestPlaceOfRenumberedItem checks that Place is where the moved item is, even if the items of the list get new numbers.
func TestPlaceOfRenumberedItem(t *testing.T) {
	text := "1. Salt.\n2. Sea.\n3. Road.\n\n* * *\n\nTide.\n"
	for _, test := range []struct {
		move     func(*analysis.Document, int) (Edit, error)
		fragment int
		want     string
	}{
		{MoveFragmentDown, 1, "1. Salt.\n2. Road.\n‸3. Sea.\n\n* * *\n\nTide.\n"},
		{MoveFragmentUp, 2, "1. Salt.\n‸2. Road.\n3. Sea.\n\n* * *\n\nTide.\n"},
	} {
		e, err := test.move(analysis.New(text, markup.Markdown, everyParagraph()), test.fragment)
		got := e.Apply(text)
		if got = got[:e.Place] + "‸" + got[e.Place:]; err != nil || got != test.want {
			t.Errorf("fragment %d, %v:\n%q\nwant\n%q", test.fragment, err, got, test.want)
		}
	}
}

// TestAround checks that an edit from KeepingTextAt yields the same text. In nearly all cases, the caret of an editor must stay on its
// line, with the same text before and after it.
func TestAround(t *testing.T) {
	kept, torn := 0, 0
	eachDocument(t, func(t *testing.T, w *writer, d *analysis.Document) {
		text := d.Text.String()
		for i, f := range d.Fragments() {
			p := d.Paragraph(f.First + w.IntN(f.End-f.First)).Span
			for _, move := range []func() (Edit, error){
				func() (Edit, error) { return MoveFragmentUp(d, i) },
				func() (Edit, error) { return MoveFragmentDown(d, i) },
				func() (Edit, error) { return MoveFragment(d, i, Before.PlaceBeside(w.IntN(len(d.Fragments())+1))) },
				func() (Edit, error) { return MoveFragmentUp(d, w.IntN(len(d.Fragments()))) },
			} {
				e, err := move()
				if err != nil {
					continue
				}
				for _, at := range []int{p.Start, p.End, p.Start + strings.IndexByte(text[p.Start:p.End], ' ') + 1} {
					around, place := e.KeepingTextAt(text, at)
					after := around.Apply(text)
					if wellFormed(t, d, around); after != e.Apply(text) {
						t.Fatalf("%s around %d of\n%s\nis\n%s", e.Title, at, text, after)
					}
					caret := at
					for _, r := range slices.Backward(around.Replacements) {
						switch {
						case r.Span.End <= at:
							caret += len(r.Text) - r.Span.Len()
						case r.Span.Start < at:
							caret += r.Span.Start - at
						}
					}
					if line := lineAround(text, at); caret == place && lineAround(after, place) == line {
						kept++
					} else {
						torn++
					}
				}
			}
		}
	})
	t.Logf("%d kept, %d torn", kept, torn)
	if torn*50 > kept {
		t.Errorf("%d are torn of %d", torn, kept+torn)
	}
}

// TestAroundTyped checks that a space just typed at either end of the moved text stays next to the caret.
func TestAroundTyped(t *testing.T) {
	text := "One.\n\n Two. \n"
	e := Edit{Replacements: []Replacement{insertion(0, " Two. \n\n"), {Span: markup.Span{Start: 4, End: 12}}}}
	for at := 6; at <= 12; at++ {
		around, place := e.KeepingTextAt(text, at)
		if around.Apply(text) != e.Apply(text) || place != at-6 {
			t.Errorf("around %d: %+v, with the caret at %d", at, around.Replacements, place)
		}
		for _, r := range around.Replacements {
			if r.Span.Start < 12 && 6 < r.Span.End {
				t.Errorf("around %d: %+v", at, around.Replacements)
			}
		}
	}
}

// TestAroundShortLine checks that a short line of moved text is not mistaken for a part of a line above it.
func TestAroundShortLine(t *testing.T) {
	moved := "# Sea\n\nWas It here?\n\nIt\n"
	text := "One.\n\n#" + moved
	e := Edit{Replacements: []Replacement{insertion(0, moved+"\n"), {Span: markup.Span{Start: 4, End: len(text) - 1}}}}
	at := strings.Index(text, "\nIt\n") + 1
	around, place := e.KeepingTextAt(text, at)
	if after := around.Apply(text); after != e.Apply(text) || place != strings.Index(after, "\nIt\n")+1 {
		t.Errorf("%+v, with the caret at %d", around.Replacements, place)
	}
}

// lineAround returns the text before and after an offset on its line, with all numbers of items equal.
func lineAround(text string, at int) [2]string {
	start := strings.LastIndexAny(text[:at], "\r\n") + 1
	end := strings.IndexAny(text[at:], "\r\n")
	if end < 0 {
		end = len(text) - at
	}
	return [2]string{unnumbered(text[start:at]), text[at : at+end]}
}

// TestNumbers checks that items stay in numeric order when fragments move inside a list.
func TestNumbers(t *testing.T) {
	s := analysis.Defaults()
	s.PreferredWords, s.Scaling, s.WindowParagraphs = 6, 1, 1
	check := func(text string, from, before int, want string) {
		t.Helper()
		d := analysis.New(text, markup.Markdown, s)
		e, err := MoveFragment(d, from, Before.PlaceBeside(before))
		if err != nil {
			if want != "" {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		after := e.Apply(text)
		if after != want {
			t.Errorf("%q has become\n%q, want\n%q", text, after, want)
		}
		first, _, _ := strings.Cut(d.Text.Slice(movables(pageOf(d))[from].span), "\n")
		if placed := after[min(e.Place, len(after)):]; !strings.HasPrefix(unnumbered(placed), unnumbered(first)) {
			t.Errorf("%q: what was moved is not at %d", after, e.Place)
		}
	}
	check("1. Salt salt salt.\n2. Salt salt salt.\n3. Bee bee bee.\n4. Bee bee bee.\n", 1, 0, "1. Bee bee bee.\n2. Bee bee bee.\n3. Salt salt salt.\n4. Salt salt salt.\n")
	check("9) Salt salt salt.\n10) Salt salt salt.\n11) Bee bee bee.\n12) Bee bee bee.\n", 0, 2, "9) Bee bee bee.\n10) Bee bee bee.\n11) Salt salt salt.\n12) Salt salt salt.\n")
	check("1. Salt salt salt.\n1. Salt salt salt.\n1. Bee bee bee.\n1. Bee bee bee.\n", 1, 0, "1. Bee bee bee.\n1. Bee bee bee.\n1. Salt salt salt.\n1. Salt salt salt.\n")
	check("4. Salt salt salt.\n2. Salt salt salt.\n3. Bee bee bee.\n7. Bee bee bee.\n", 1, 0, "3. Bee bee bee.\n7. Bee bee bee.\n4. Salt salt salt.\n2. Salt salt salt.\n")
	// The content nested in the item that becomes the tenth would no longer be nested.
	check("8. Salt salt salt.\n9. Salt salt salt.\n\n   ```\n   code\n   ```\n10. Bee bee bee.\n11. Bee bee bee.\n", 1, 0, "")
}

// TestLevels checks that promotion, demotion and moves that mend levels change only the markup of headings, and that promoting after
// demoting restores the levels.
func TestLevels(t *testing.T) {
	eachDocument(t, func(t *testing.T, w *writer, d *analysis.Document) {
		for i := range d.Sections() {
			for _, move := range []func() (Edit, error){
				func() (Edit, error) { return MoveSectionUp(d, i, Mend) },
				func() (Edit, error) { return MoveSectionDown(d, i, Mend) },
				func() (Edit, error) { return MoveSection(d, i, Under.PlaceBeside(w.IntN(len(d.Sections())))) },
				func() (Edit, error) { return MoveSection(d, i, Before.PlaceBeside(w.IntN(len(d.Sections())+1))) },
				func() (Edit, error) { return Promote(d, i) },
			} {
				if e, err := move(); err == nil {
					wellFormed(t, d, e)
					keepsWords(t, d, e)
				}
			}
			down, err := Demote(d, i)
			if err != nil {
				continue
			}
			keepsWords(t, d, down)
			lower := reanalysed(d, down)
			up, err := Promote(lower, i)
			if err != nil {
				if err != errUnsound || notation(pageOf(d)).KeepsLevels(d.Text.String(), d.Blocks()) {
					t.Errorf("demoted, but cannot be promoted: %v", err)
				}
				continue
			}
			for j, s := range reanalysed(lower, up).Sections() {
				if s.Level != d.Sections()[j].Level || s.Title != d.Sections()[j].Title {
					t.Errorf("section %d after demotion and promotion: %+v", j, s)
				}
			}
		}
	})
}

// keepsWords checks that no word is lost or added, ignoring the markup of headings.
func keepsWords(t *testing.T, d *analysis.Document, e Edit) {
	t.Helper()
	isMark := func(w string) bool { return strings.Trim(w, "#=-*~^") == "" }
	was := slices.DeleteFunc(words(headingMarks.ReplaceAllString(d.Text.String(), " ")), isMark)
	is := slices.DeleteFunc(words(headingMarks.ReplaceAllString(e.Apply(d.Text.String()), " ")), isMark)
	if !slices.Equal(was, is) {
		t.Errorf("%s changes words of\n%q\ngiving\n%q", e.Title, d.Text.String(), e.Apply(d.Text.String()))
	}
}

// headingMarks matches the markup beside words in headings of HTML and LaTeX, and in paragraphs of HTML.
var headingMarks = regexp.MustCompile(`</?(?:h[1-6]|p)\b[^<>\r\n]*>|\\(part|chapter|(sub)*section)\{`)

// TestMoves checks moves in a small document in which each paragraph is a fragment.
func TestMoves(t *testing.T) {
	const text = "# A\n\nOne.\n\n## B\nTwo.\n\nThree.\n\n\n## C\n\nFour.\n"
	s := analysis.Defaults()
	s.PreferredWords, s.Scaling = 1, 1000
	d := analysis.New(text, markup.Markdown, s)
	check := func(name string, e Edit, err error, want string) {
		t.Helper()
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := e.Apply(text); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
	e, err := MoveFragmentUp(d, 2)
	check("within a section", e, err, "# A\n\nOne.\n\n## B\nThree.\n\nTwo.\n\n\n## C\n\nFour.\n")
	e, err = MoveFragmentUp(d, 1)
	check("over a heading", e, err, "# A\n\nOne.\n\nTwo.\n\n## B\n\nThree.\n\n\n## C\n\nFour.\n")
	e, err = MoveFragmentDown(d, 2)
	check("down over a heading", e, err, "# A\n\nOne.\n\n## B\nTwo.\n\n## C\n\n\nThree.\n\nFour.\n")
	e, err = MoveFragment(d, 3, Before.PlaceBeside(0))
	check("to the beginning", e, err, "# A\n\nFour.\n\nOne.\n\n## B\nTwo.\n\nThree.\n\n\n## C\n")
	e, err = MoveSectionUp(d, 2, Keep)
	check("a section", e, err, "# A\n\nOne.\n\n## C\n\nFour.\n\n\n## B\nTwo.\n\nThree.\n")
	e, err = MoveSection(d, 2, Under.PlaceBeside(1))
	check("under", e, err, "# A\n\nOne.\n\n## B\nTwo.\n\nThree.\n\n\n### C\n\nFour.\n")
	e, err = SwapFragments(d, 0, 3)
	check("swap", e, err, "# A\n\nFour.\n\n## B\nTwo.\n\nThree.\n\n\n## C\n\nOne.\n")
	spaced := analysis.New("One.  \n\nTwo. \n \nThree.\n", markup.Markdown, s)
	e, err = MoveFragmentDown(spaced, 0)
	if got := e.Apply(spaced.Text.String()); err != nil || got != "Two. \n\nOne.  \n \nThree.\n" {
		t.Errorf("spaces at the ends of lines: %v %q", err, got)
	}
	if _, err := MoveFragmentUp(d, 0); err == nil {
		t.Error("the first fragment moves above the title")
	}
}

// TestMovesBesideTheEnd checks that a section that moves down to the markup that ends a text, and up again, leaves the text unchanged.
func TestMovesBesideTheEnd(t *testing.T) {
	for _, end := range []string{"\\end{document}\n", "\n\\end{document}\n", "\\endinput\nRest.\n"} {
		for _, terminator := range []string{"\n", "\r\n"} {
			text := "\\documentclass{book}\n\\begin{document}\n\n\\section{One}\n\nBread.\n\n\\section{Two}\n\nSalt and fish.\n" + end
			text = strings.ReplaceAll(text, "\n", terminator)
			d := analysis.New(text, markup.LaTeX, analysis.Defaults())
			down, err := MoveSectionDown(d, 0, Keep)
			if err != nil {
				t.Fatal(err)
			}
			up, err := MoveSectionUp(reanalysed(d, down), 1, Keep)
			if err != nil {
				t.Fatal(err)
			}
			if got := up.Apply(down.Apply(text)); got != text {
				t.Errorf("%q, down and up: %q", text, got)
			}
		}
	}
}
