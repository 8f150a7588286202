package analysis

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/describe"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/fragment"
)

// checkDocument checks the invariants of a document of any text and settings.
func checkDocument(t *testing.T, d *Document) {
	t.Helper()
	checkParagraphs(t, d)
	checkGaps(t, d)
	checkSections(t, d)
	checkFragments(t, d)
	checkExtents(t, d)
	checkDirectives(t, d)
	checkScenes(t, d)
	for _, f := range d.Findings() {
		if f.Rule == check.BadDirective || f.Rule == check.EmptySection {
			continue
		}
		if f.Rule == check.HeadingWithoutShift {
			if h := d.Gap(f.Paragraph - 1).Heading; h < 0 || f.Span.Start < d.Blocks()[h].Span.Start || f.Span.End > d.Paragraphs()[f.Paragraph].Span.Start || f.Span.Len() == 0 {
				t.Errorf("finding %+v is no heading above its paragraph", f)
			}
			continue
		}
		if p := d.Paragraphs()[f.Paragraph]; !within(f.Span, p.Span) || f.Span.Len() == 0 {
			t.Errorf("finding %+v lies outside its paragraph, %v", f, p.Span)
		}
	}
	if t.Failed() {
		t.Fatalf("in %q with %+v", d.Text.String(), d.Settings)
	}
}

func within(inner, outer markup.Span) bool {
	return outer.Start <= inner.Start && inner.Start <= inner.End && inner.End <= outer.End
}

func checkParagraphs(t *testing.T, d *Document) {
	t.Helper()
	at, words := 0, 0
	for i, p := range d.Paragraphs() {
		if p.Span.Start < at || p.Span.Len() <= 0 || !within(p.Span, d.Blocks()[p.Block].Span) || !p.Kind.IsProse() {
			t.Errorf("paragraph %d, %v at %v, is empty, out of order, outside its block or no prose", i, p.Kind, p.Span)
		}
		at = p.Span.End
		words += p.Words
		counted := 0
		seen := make(map[language.Term]bool)
		for _, term := range p.Terms {
			if term.Count < 1 || seen[term.Term] {
				t.Errorf("the terms of paragraph %d: %v", i, p.Terms)
			}
			counted += int(term.Count)
			seen[term.Term] = true
		}
		if p.Words < 1 || counted > p.Words {
			t.Errorf("paragraph %d has %d words, %d of them terms", i, p.Words, counted)
		}
		end := p.Span.Start
		for _, s := range p.Sentences() {
			if s.Start < end || s.Len() <= 0 || s.End > p.Span.End {
				t.Errorf("sentence %v of paragraph %d, %v, is empty or out of order", s, i, p.Span)
			}
			end = s.End
		}
		if opening := p.Opening(60); strings.ContainsFunc(opening, unicode.IsControl) {
			t.Errorf("paragraph %d opens with %q", i, opening)
		}
	}
	if d.Words() != words {
		t.Errorf("the document has %d words, its paragraphs %d", d.Words(), words)
	}
}

func checkGaps(t *testing.T, d *Document) {
	t.Helper()
	if gaps := max(0, len(d.Paragraphs())-1); len(d.Curve()) != gaps || len(constraintsOf(d)) != gaps {
		t.Errorf("%d values and %d constraints for %d gaps", len(d.Curve()), len(constraintsOf(d)), gaps)
		return
	}
	for g, similarity := range d.Curve() {
		if !(similarity >= 0 && similarity <= 1) {
			t.Errorf("the value of gap %d is %v", g, similarity)
		}
		if want := constraintOf(d, g); string(d.Gap(g).Constraint) != want || (constraintsOf(d)[g] == fragment.Free) != (want == "") {
			t.Errorf("the constraint of gap %d is %q, %v, want %q", g, string(d.Gap(g).Constraint), constraintsOf(d)[g], want)
		}
		if boundary := d.Gap(g).IsBoundary; constraintsOf(d)[g] == fragment.Break && !boundary || constraintsOf(d)[g] == fragment.NoBreak && boundary {
			t.Errorf("the constraint of gap %d is %q and does not hold", g, string(d.Gap(g).Constraint))
		}
		e := d.Explain(g)
		if e.IsBoundary != d.Gap(g).IsBoundary || len(e.Parts) > 0 && e.DecidedBy != ByCost {
			t.Errorf("gap %d is explained as %+v", g, e)
		}
		for _, ends := range e.Ends {
			if slices.Contains(e.Begins, ends) {
				t.Errorf("%q ends and begins in gap %d", ends, g)
			}
		}
	}
}

// constraintOf returns the constraint on a gap by definition: a hard heading or scene break, or else the last directive in the gap.
func constraintOf(d *Document, g int) string {
	if d.Settings.Headings == HeadingsHard && headingBetween(d, g) {
		return "heading"
	}
	if d.Settings.SceneBreaks == HeadingsHard && breakBetween(d, g) >= 0 {
		return "scene-break"
	}
	constraint := ""
	for _, b := range d.Blocks()[d.Paragraphs()[g].Block:d.Paragraphs()[g+1].Block] {
		if said := saidBy(d, b); said == "break" || said == "no-break" {
			constraint = said
		}
	}
	return constraint
}

// saidBy returns the directive in a block, or "" if there is none.
func saidBy(d *Document, b markup.Block) string {
	if b.Kind != markup.Directive {
		return ""
	}
	said := b.Runs[0].Extent()
	return d.Text.String()[said.Start:said.End]
}

// checkDirectives checks that prose that is on has paragraphs, and that findings about directives are at directives.
func checkDirectives(t *testing.T, d *Document) {
	t.Helper()
	paragraphs := make(map[int]bool) // blocks with paragraphs
	for _, p := range d.Paragraphs() {
		paragraphs[p.Block] = true
	}
	directives := make(map[markup.Span]bool)
	off := false
	for i, b := range d.Blocks() {
		switch said := saidBy(d, b); {
		case b.Kind == markup.Directive:
			directives[d.Text.Trim(b.Span)] = true
			off = said == "off" || off && said != "on"
		case paragraphs[i] != (b.Kind.IsProse() && !off && hasWords(d.Format.AppendMask(nil, d.Text.String(), b))):
			t.Errorf("block %d, %v %v, off %v, has paragraphs: %v", i, b.Kind, b.Span, off, paragraphs[i])
		}
	}
	for _, f := range d.Findings() {
		if f.Rule == check.EmptySection {
			continue
		}
		if about := f.Rule == check.BadDirective; about != (f.Problem != nil) || about != (f.Paragraph < 0) || about && !directives[f.Span] {
			t.Errorf("finding %+v", f)
		}
	}
	if !slices.IsSortedFunc(d.Findings(), func(a, b check.Finding) int { return cmp.Compare(a.Span.Start, b.Span.Start) }) {
		t.Errorf("the findings are not in the order of the text: %+v", d.Findings())
	}
}

// headingBetween reports whether there is a heading in a gap.
func headingBetween(d *Document, g int) bool {
	return slices.ContainsFunc(d.Blocks(), func(b markup.Block) bool {
		return b.Kind == markup.Heading && d.Paragraphs()[g].Span.End <= b.Span.Start && b.Span.Start < d.Paragraphs()[g+1].Span.Start
	})
}

// breakBetween returns the index of the first rule in a gap without headings, or -1.
func breakBetween(d *Document, g int) int {
	from, to := d.Paragraphs()[g].Block, d.Paragraphs()[g+1].Block
	isRule := func(b markup.Block) bool { return b.Kind == markup.Rule }
	if i := slices.IndexFunc(d.Blocks()[from:to], isRule); i >= 0 && !headingBetween(d, g) {
		return from + i
	}
	return -1
}

// isBreak reports whether a block is a rule that separates two scenes.
func isBreak(d *Document, block int) bool {
	g, _ := slices.BinarySearchFunc(d.Paragraphs(), block, func(p Paragraph, block int) int { return p.Block - block })
	return d.Blocks()[block].Kind == markup.Rule && g > 0 && g < len(d.Paragraphs()) && breakBetween(d, g-1) >= 0
}

func checkSections(t *testing.T, d *Document) {
	t.Helper()
	headings := 0
	for i, b := range d.Blocks() {
		if b.Kind != markup.Heading {
			continue
		}
		if headings == len(d.Sections()) {
			t.Errorf("%d sections, but more headings", headings)
			return
		}
		// By definition: a section ends at the next heading of the same or a higher level, and is contained in the last section before it
		// of a higher level.
		want := Section{Title: d.Format.Title(d.Text.String(), b), Headline: b.Span, Level: b.Level, Heading: i, Parent: -1, Span: markup.Span{Start: b.Span.Start, End: len(d.Text.String())}}
		for _, next := range d.Blocks()[i+1:] {
			if next.Kind == markup.Heading && next.Level <= b.Level {
				want.Span.End = next.Span.Start
				break
			}
		}
		for j, s := range d.Sections()[:headings] {
			if s.Level < b.Level && b.Span.Start < s.Span.End {
				want.Parent = j
			}
		}
		got := d.Sections()[headings]
		got.Revision, got.ID = 0, ""
		if got != want {
			t.Errorf("section %d is %+v, want %+v", headings, got, want)
		}
		headings++
	}
	if headings != len(d.Sections()) {
		t.Errorf("%d sections for %d headings", len(d.Sections()), headings)
	}
}

// checkFragments checks that the fragments divide the paragraphs, and checks the fields of each fragment.
func checkFragments(t *testing.T, d *Document) {
	t.Helper()
	next, at, lengths := 0, 0, []int(nil)
	for i, f := range d.Fragments() {
		words := 0
		if f.First != next || f.End <= f.First || f.End > len(d.Paragraphs()) {
			t.Errorf("fragment %d has the paragraphs %d to %d", i, f.First, f.End)
			return
		}
		for _, p := range d.Paragraphs()[f.First:f.End] {
			words += p.Words
			if !within(p.Span, f.Span) {
				t.Errorf("fragment %d, %v, does not hold its paragraph at %v", i, f.Span, p.Span)
			}
		}
		if f.Words != words || f.Span.Start < at || f.Span.Len() <= 0 {
			t.Errorf("fragment %+v: %d words, the one before ends at %d", f, words, at)
		}
		next, at, lengths = f.End, f.Span.End, append(lengths, words)

		if suggested := i > 0 && !headingBetween(d, f.First-1) && d.Gap(f.First-1).Constraint != ByScene; f.Suggested != suggested {
			t.Errorf("fragment %d: Suggested is %v", i, f.Suggested)
		}
		if pinned := f.Suggested && string(d.Gap(f.First-1).Constraint) == "break"; f.Pinned != pinned {
			t.Errorf("fragment %d: Pinned is %v", i, f.Pinned)
		}
		if i > 0 && (!d.Gap(f.First-1).IsBoundary || d.Gap(f.First-1).Fragment != i) {
			t.Errorf("the gap before fragment %d leads to fragment %d", i, d.Gap(f.First-1).Fragment)
		}
		section := -1
		for j, s := range d.Sections() {
			if s.Span.Contains(f.Span.Start) {
				section = j // the innermost section begins last
			}
		}
		if f.Section != section {
			t.Errorf("fragment %d is in section %d, want %d", i, f.Section, section)
		}
		if len(f.Terms()) > describe.MostTerms || f.Title().Text == "" && len(f.Terms()) > 0 {
			t.Errorf("fragment %d has the terms %q and the title %q", i, f.Terms(), f.Title().Text)
		}
	}
	if next != len(d.Paragraphs()) {
		t.Errorf("the fragments hold %d of %d paragraphs", next, len(d.Paragraphs()))
	}
	if got, want := d.Lengths(), fragment.Measure(lengths, float64(d.Settings.PreferredWords)); got != want {
		t.Errorf("statistics %+v, want %+v", got, want)
	}
}

// checkExtents checks that every block is in exactly the fragment that it belongs to.
func checkExtents(t *testing.T, d *Document) {
	t.Helper()
	owners := owners(d)
	for i, b := range d.Blocks() {
		for j, f := range d.Fragments() {
			overlaps := b.Span.Start < f.Span.End && f.Span.Start < b.Span.End
			split := owners[i] == several
			if split && overlaps && !b.Kind.IsProse() || !split && overlaps != (owners[i] == j) || owners[i] == j && !within(b.Span, f.Span) {
				t.Errorf("%v %v and fragment %d at %v: the block belongs to %d", b.Kind, b.Span, j, f.Span, owners[i])
			}
		}
	}
	for i, f := range d.Fragments() {
		end := len(d.Text.String())
		if i+1 < len(d.Fragments()) {
			end = d.Fragments()[i+1].Span.Start
		}
		if d.Settings.Headings == HeadingsHard {
			for _, s := range slices.Backward(d.Sections()) {
				if s.Span.Start > f.Span.Start {
					end = min(end, s.Span.Start)
				}
			}
		}
		if i+1 < len(d.Fragments()) && d.Settings.SceneBreaks == HeadingsHard {
			if b := breakBetween(d, f.End-1); b >= 0 {
				end = d.Blocks()[b].Span.Start
			}
		}
		if f.Span.End != end {
			t.Errorf("fragment %d ends at %d, want %d", i, f.Span.End, end)
		}
	}
}

// checkScenes checks the scenes, and the words, targets and notes of the text.
func checkScenes(t *testing.T, d *Document) {
	t.Helper()
	scenes, fragments := d.Scenes(), d.Fragments()
	words := 0
	for i, s := range scenes {
		if s.First < 0 || s.End <= s.First || s.End > len(fragments) || i > 0 && s.First < scenes[i-1].End {
			t.Errorf("scene %d has the fragments %d to %d", i, s.First, s.End)
			return
		}
		if s.Section != fragments[s.First].Section || s.Number < 1 || s.Number > s.Of {
			t.Errorf("scene %d is %+v", i, s)
		}
		words += s.Words(d)
	}
	if words > d.Words() || d.NumStretches() < len(scenes) || d.DivideByScenes().NumFragments() < d.NumStretches() {
		t.Errorf("%d scenes have %d words, the text has %d words and %d stretches", len(scenes), words, d.Words(), d.NumStretches())
	}
	words = 0
	own, total := d.SectionWords()
	for i := range d.Sections() {
		if words += own[i]; own[i] > total[i] {
			t.Errorf("section %d has %d words of its own, %d in all", i, own[i], total[i])
		}
	}
	if words > d.Words() {
		t.Errorf("the sections have %d words, the text %d", words, d.Words())
	}
	for _, target := range d.Targets() {
		if target.Section < -1 || target.Section >= len(d.Sections()) || target.Words < 1 {
			t.Errorf("target %+v", target)
		}
	}
	for _, target := range d.SceneTargets(scenes) {
		if target < 0 {
			t.Errorf("a scene has the target %d", target)
		}
	}
	for fragment := range d.Notes() {
		if fragment < 0 || fragment >= d.NumFragments() {
			t.Errorf("a note is on fragment %d", fragment)
		}
	}
}

const (
	none    = -1
	several = -2 // a list or quote divided into items
)

// owners returns the fragment to which each block belongs.
func owners(d *Document) []int {
	fragmentOf := make([]int, len(d.Blocks())) // of prose
	for i := range fragmentOf {
		fragmentOf[i] = none
	}
	for j, f := range d.Fragments() {
		for _, p := range d.Paragraphs()[f.First:f.End] {
			if fragmentOf[p.Block] != none && fragmentOf[p.Block] != j {
				fragmentOf[p.Block] = several
			} else {
				fragmentOf[p.Block] = j
			}
		}
	}
	hard := d.Settings.Headings == HeadingsHard
	owners := slices.Clone(fragmentOf)
	last := none    // the fragment of the last paragraph, if it may own the blocks after it
	var ahead []int // blocks that belong to the next paragraph
	for i, b := range d.Blocks() {
		switch {
		case fragmentOf[i] != none:
			last = lastFragment(d, i)
			for _, j := range ahead {
				owners[j] = firstFragment(d, i)
			}
			ahead = nil
			for j := i - 1; j >= 0 && slices.Contains([]string{"break", "no-break", "ignore-next"}, saidBy(d, d.Blocks()[j])); j-- {
				owners[j] = firstFragment(d, i)
			}
		case b.Kind == markup.FrontMatter:
		case b.Kind == markup.Heading && hard, isBreak(d, i) && d.Settings.SceneBreaks == HeadingsHard:
			last, ahead = none, nil
		case b.Kind == markup.Heading:
			// A boundary in this gap is before its first heading.
			if last = boundaryOr(d, i, last); last == none {
				ahead = append(ahead, i)
			} else {
				owners[i] = last
			}
		case last == none:
			ahead = append(ahead, i)
		default:
			owners[i] = last
		}
	}
	return owners
}

// boundaryOr returns the fragment that begins with the first paragraph after a block, or `otherwise` if there is none.
func boundaryOr(d *Document, block, otherwise int) int {
	for j, f := range d.Fragments() {
		if p := d.Paragraphs()[f.First]; p.Block > block && (f.First == 0 || d.Paragraphs()[f.First-1].Block < block) {
			return j
		}
	}
	return otherwise
}

func firstFragment(d *Document, block int) int {
	return slices.IndexFunc(d.Fragments(), func(f Fragment) bool { return d.Paragraphs()[f.End-1].Block >= block })
}

func lastFragment(d *Document, block int) int {
	j := firstFragment(d, block)
	for j+1 < len(d.Fragments()) && d.Paragraphs()[d.Fragments()[j+1].First].Block == block {
		j++
	}
	return j
}

// edges are documents for edge cases.
var edges = []string{
	"---\na: b\n---\n", "---\na: b\n---\nsalt", "---\na: b\n---\n\n```\ncode\n```\n\nsalt", "\ufeff# a\n\nsalt", "\ufeffsalt",
	"# a\n## b\nsalt\n", "salt\n# a", "# a\n\nsalt\n\n# b\n\n```\ncode\n```\n\n# c\n\nsea",
	"salt\n\n- ```\n  code\n  ```\n- salt sea road tide\n- moon\n\n    code\n", "> # a\n>\n> salt sea\n>\n> | a |\n> |-|\n>\n> road tide\n\n***",
	"- - salt\n  - sea\n- road\n\n<!-- x -->", "salt\n===\nsea\n---\nroad", "## b\n# a\n#### d\n## b\n\nsalt\n\n### c", strings.Repeat("salt. ", 30),
}
