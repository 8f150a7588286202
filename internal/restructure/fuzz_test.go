package restructure

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/filename"
)

// FuzzActions applies many actions to a document at two places. No letter may be lost or unexpectedly added, even when extracted text is
// inlined, and every edit must be well-formed.
func FuzzActions(f *testing.F) {
	for i, format := range markup.Formats {
		for seed := range 6 {
			w := &writer{Rand: rand.New(rand.NewPCG(uint64(seed), 7)), format: format, end: []string{"\n", "\r\n", "\r"}[seed%3]}
			f.Add(w.document(), uint8(i), uint16(17*seed), uint16(90*seed), uint8(5+9*seed))
		}
	}
	f.Fuzz(func(t *testing.T, text string, format uint8, at, to uint16, preferred uint8) {
		if len(text) > 3000 {
			return // long texts are skipped, because every action scans the text
		}
		s := analysis.Defaults()
		s.PreferredWords, s.ParagraphMaxWords = 1+int(preferred), 20
		d := analysis.New(text, markup.Formats[int(format)%len(markup.Formats)], s)
		a := &actor{t, d, letters(withoutMarks(d.Format, text))}
		one, other := int(at)%(len(text)+1), int(to)%(len(text)+1)
		a.onParagraph(ParagraphAt(d, one), other)
		a.onFragments(FragmentAt(d, one), FragmentAt(d, other), SectionAt(d, other))
		a.onSections(SectionAt(d, one), SectionAt(d, other))
		a.onText()
	})
}

// actor applies actions to a document and checks the results.
type actor struct {
	t       *testing.T
	d       *analysis.Document
	letters map[rune]int // the count of each letter, without the markup of headings and scene breaks
}

func (a *actor) onParagraph(p, at int) {
	if p < 0 {
		return
	}
	a.keeps(SplitParagraph(a.d, p))
	a.keeps(SplitParagraphAt(a.d, p, at))
	a.keeps(MergeParagraph(a.d, p))
	a.keeps(MergeParagraphWithPrevious(a.d, p))
	a.keeps(MergeParagraphWithNext(a.d, p))
	a.adds(IgnoreParagraph(a.d, p))
}

func (a *actor) onFragments(i, j, section int) {
	if i < 0 || j < 0 {
		return
	}
	a.keeps(MoveFragmentUp(a.d, i))
	a.keeps(MoveFragmentDown(a.d, i))
	a.keeps(MoveFragment(a.d, i, Before.PlaceBeside(j)))
	a.keeps(MoveFragment(a.d, i, Before.PlaceBeside(len(a.d.Fragments()))))
	a.keeps(SwapFragments(a.d, i, j))
	if section >= 0 {
		a.keeps(MoveFragment(a.d, i, Under.PlaceBeside(section)))
	}
	a.adds(InsertHeading(a.d, i, ""))
	a.adds(BeginScene(a.d, a.d.Fragments()[i].First))
	a.adds(PinBoundary(a.d, i))
	a.adds(VetoBoundary(a.d, i))
	a.adds(MergeFragments(a.d, i))
	a.extracts(ExtractFragment(a.d, i, aside))
}

func (a *actor) onSections(i, j int) {
	if i < 0 || j < 0 {
		return
	}
	for _, levels := range []LevelPolicy{Keep, Mend} {
		a.keeps(MoveSectionUp(a.d, i, levels))
		a.keeps(MoveSectionDown(a.d, i, levels))
	}
	a.keeps(MoveSection(a.d, i, Before.PlaceBeside(j)))
	a.keeps(MoveSection(a.d, i, Under.PlaceBeside(j)))
	a.keeps(Promote(a.d, i))
	a.keeps(Demote(a.d, i))
	a.extracts(ExtractSection(a.d, i, aside))
	if e, err := RemoveHeading(a.d, i); err == nil {
		wellFormed(a.t, a.d, e)
		removed := letters(a.d.Text.Slice(a.d.Blocks()[a.d.Sections()[i].Heading].Span))
		for _, r := range e.Replacements {
			for letter, n := range letters(a.d.Text.Slice(r.Span)) {
				if n > removed[letter]+letters(r.Text)[letter] {
					a.t.Errorf("%s removes more than a heading from %q, giving %q", e.Title, a.d.Text.String(), e.Apply(a.d.Text.String()))
				}
			}
		}
	}
}

func (a *actor) onText() {
	a.adds(IgnoreRule(a.d, check.ParagraphTooLong))
	a.adds(SetTextSetting(a.d, sentence.New("Set"), "paragraph-max-words", "7"))
	for _, by := range []Division{ByFragments, ByHeadings} {
		n := 0
		e, err := SplitDocument(a.d, by, Extraction{NewFilePlace: aside.NewFilePlace, Name: func(string) string {
			n++
			return strings.Repeat("x", n)
		}})
		a.adds(e, err)
	}
}

// aside is an extraction to the same folder. It changes no addresses.
var aside = Extraction{Name: func(title string) string { return filename.Slug(title) + ".md" }, NewFilePlace: NewFilePlace{Source: "book.md"}}

// keeps checks that an edit neither loses nor adds a letter, except in the markup of headings and in breaks.
func (a *actor) keeps(e Edit, err error) {
	a.t.Helper()
	if err != nil {
		return
	}
	wellFormed(a.t, a.d, e)
	after := e.Apply(a.d.Text.String())
	is := letters(withoutMarks(a.d.Format, after))
	if lost, added := less(a.letters, is), less(is, a.letters); lost+added != "" {
		a.t.Errorf("%s loses %q and adds %q in\n%q\ngiving\n%q", e.Title, lost, added, a.d.Text.String(), after)
	}
}

// adds checks that an edit loses no letter: all are in the text or in new files.
func (a *actor) adds(e Edit, err error) {
	a.t.Helper()
	if err != nil {
		return
	}
	wellFormed(a.t, a.d, e)
	after := e.Apply(a.d.Text.String())
	var all strings.Builder
	all.WriteString(after)
	for _, f := range e.Files {
		all.WriteString(f.Text)
	}
	if lost := less(a.letters, letters(all.String())); lost != "" {
		a.t.Errorf("%s loses %q in\n%q\ngiving\n%q and %q", e.Title, lost, a.d.Text.String(), after, e.Files)
	}
}

// extracts checks that an extraction loses no letter, and that inlining, where it is possible, loses none either.
func (a *actor) extracts(e Edit, err error) {
	a.t.Helper()
	if err != nil {
		return
	}
	a.adds(e, nil)
	after := reanalysed(a.d, e)
	at := strings.Index(after.Text.String(), e.Files[0].Path)
	back, err := Inline(after, at, aside.NewFilePlace, e.Files[0].Text)
	if err != nil {
		return // the text around it would be read differently
	}
	wellFormed(a.t, after, back)
	is := letters(withoutMarks(a.d.Format, back.Apply(after.Text.String())))
	if lost := less(a.letters, is); lost != "" {
		a.t.Errorf("%s and back loses %q in\n%q\ngiving\n%q", e.Title, lost, a.d.Text.String(), back.Apply(after.Text.String()))
	}
}

// withoutMarks returns a text without the markup of headings and scene breaks, which may change.
func withoutMarks(f markup.Format, text string) string {
	var b strings.Builder
	at := 0
	for _, block := range f.Scan(text) {
		if block.Kind == markup.Rule {
			b.WriteString(text[at:block.Span.Start])
			at = block.Span.End
		}
	}
	return headingMarks.ReplaceAllString(b.String()+text[at:], " ")
}

// letters counts the letters of a text. Digits are ignored, because items are renumbered.
func letters(text string) map[rune]int {
	n := make(map[rune]int)
	for _, r := range text {
		if unicode.IsLetter(r) {
			n[r]++
		}
	}
	return n
}

// less returns the letters that occur less often in b than in a.
func less(a, b map[rune]int) string {
	var missing strings.Builder
	for r, n := range a {
		if b[r] < n {
			missing.WriteRune(r)
		}
	}
	return missing.String()
}
