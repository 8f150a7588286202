package restructure

import (
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// MergeParagraph joins a paragraph with the neighbour that is more similar to it according to the curve, or with the only one possible.
func MergeParagraph(doc *analysis.Document, paragraph int) (Edit, error) {
	d := pageOf(doc)
	before, errBefore := MergeParagraphWithPrevious(doc, paragraph)
	after, errAfter := MergeParagraphWithNext(doc, paragraph)
	switch {
	case errAfter != nil && errBefore == nil:
		return before, nil
	case errAfter == nil && errBefore == nil && d.Curve()[paragraph-1] > d.Curve()[paragraph]:
		return before, nil
	}
	return after, errAfter
}

// MergeParagraphWithPrevious joins a paragraph with the one above it.
func MergeParagraphWithPrevious(doc *analysis.Document, paragraph int) (Edit, error) {
	d := pageOf(doc)
	if paragraph == 0 {
		return Edit{}, refuse("There is no paragraph above this one.")
	}
	return merge(d, sentence.New("Merge paragraph with the one above"), paragraph-1)
}

// MergeParagraphWithNext joins a paragraph with the one below it.
func MergeParagraphWithNext(doc *analysis.Document, paragraph int) (Edit, error) {
	d := pageOf(doc)
	if paragraph == len(d.Paragraphs())-1 {
		return Edit{}, refuse("There is no paragraph below this one.")
	}
	return merge(d, sentence.New("Merge paragraph with the one below"), paragraph)
}

// MergeParagraphs joins the paragraphs [first, end) into one.
func MergeParagraphs(doc *analysis.Document, first, end int) (Edit, error) {
	d := pageOf(doc)
	if end-first < 2 {
		return Edit{}, refuse("Select the paragraphs to merge.")
	}
	var all []Replacement
	for i := first; i+1 < end; i++ {
		e, err := merge(d, nil, i)
		if err != nil {
			return Edit{}, err
		}
		all = append(all, e.Replacements...)
	}
	e := newEdit(sentence.New("Merge paragraphs"), all...)
	if !keepsParagraphs(d, e, -len(all)) {
		return Edit{}, refuse("Merged, these would not be read as one paragraph, so nothing has been changed.")
	}
	return e, nil
}

// merge joins two paragraphs that are separated only by the format's paragraph separator. The separator becomes a space if each paragraph
// is a single line, and a line terminator otherwise.
func merge(d *page, title *sentence.Sentence, first int) (Edit, error) {
	one, other := d.Paragraphs()[first], d.Paragraphs()[first+1]
	if one.Kind != markup.Paragraph || other.Kind != markup.Paragraph || other.Block != one.Block+1 {
		return Edit{}, refuse("Only two paragraphs of body text with nothing between them can be merged.")
	}
	for _, p := range []analysis.Paragraph{one, other} {
		if notation(d).ParagraphSeparator(d.Text.Slice(d.Text.Trim(p.Span))) == "" || d.isTiedBelow(p.Block) {
			return Edit{}, refuse("One of the two is more than a paragraph of body text, so nothing has been changed.")
		}
	}
	joint := " "
	if isWrapped(d, one) || isWrapped(d, other) {
		joint = lineTerminator(d)
	}
	whole := d.Text.Trim(one.Span)
	gap := markup.Span{Start: whole.End, End: spaceAfter(d.text, whole.End).End}
	if seam := strings.Fields(notation(d).ParagraphSeparator(d.Text.Slice(whole))); len(seam) > 0 {
		gap = markup.Span{Start: lastRun(d, one).End, End: d.Blocks()[other.Block].Runs[0].Extent().Start}
		if !slices.Equal(strings.Fields(d.Text.Slice(gap)), seam) {
			return Edit{}, refuse("There is something between the two paragraphs, so nothing has been changed.")
		}
	}
	e := newEdit(title, Replacement{Span: gap, Text: joint})
	if !keepsParagraphs(d, e, -1) {
		return Edit{}, refuse("Merged, the two would not be read as one paragraph, so nothing has been changed.")
	}
	return e, nil
}

// isTiedBelow reports whether the meaning of a block depends on the block right below it, as a term depends on its definition.
func (p *page) isTiedBelow(block int) bool {
	if block+1 >= len(p.blocks) {
		return false
	}
	ties := func(first, end int) int { return len(notation(p).PositionalTies(p.text, p.blocks[first:end])) }
	return ties(block, block+2) > ties(block, block+1)+ties(block+1, block+2)
}

func lastRun(d *page, p analysis.Paragraph) markup.Span {
	runs := d.Blocks()[p.Block].Runs
	return runs[len(runs)-1].Extent()
}

func isWrapped(d *page, p analysis.Paragraph) bool {
	return strings.ContainsAny(d.Text.Slice(d.Text.Trim(p.Span)), "\r\n")
}

// MergeFragments joins a fragment with the next: it removes the scene break between them, or forbids the boundary with a directive.
func MergeFragments(doc *analysis.Document, fragment int) (Edit, error) {
	d := pageOf(doc)
	title := sentence.New("Merge fragment with the next one")
	if fragment+1 >= len(d.Fragments()) {
		return Edit{}, RefuseUnit(doc, "There is no fragment below this one.", "There is no scene below this one.")
	}
	next := d.Fragments()[fragment+1]
	if !next.Suggested && d.Gap(next.First-1).Constraint == analysis.ByScene {
		e, err := removeBreak(d, title, fragment)
		if pin, ok := unpin(d, title, next); ok && err == nil {
			e.Replacements = append(e.Replacements, pin.Replacements...)
		}
		return e, err
	}
	if !next.Suggested {
		return Edit{}, RefuseUnit(doc, "There is a heading between this fragment and the next one.", "There is a heading between this scene and the next one.")
	}
	if next.Pinned {
		if e, ok := unpin(d, title, next); ok {
			return e, nil
		}
	}
	return insertDirective(d, title, next.First, "no-break")
}

// unpin reverses the directive that requires a fragment's beginning.
func unpin(d *page, title *sentence.Sentence, f analysis.Fragment) (Edit, bool) {
	return replaceDirective(d, title, f.First, "break", "no-break")
}

// replaceDirective replaces a directive right above a paragraph with another.
func replaceDirective(d *page, title *sentence.Sentence, paragraph int, was, is string) (Edit, bool) {
	blocks := d.Blocks()
	for i := d.Paragraphs()[paragraph].Block - 1; i >= 0 && blocks[i].Kind == markup.Directive; i-- {
		said := blocks[i].Runs[0].Extent()
		if d.Text.Slice(said) == was {
			return newEdit(title, Replacement{Span: said, Text: is}), true
		}
	}
	return Edit{}, false
}

// hasDirectiveAbove reports whether a paragraph has the given directive right above it.
func hasDirectiveAbove(d *page, paragraph int, said string) bool {
	blocks := d.Blocks()
	above := d.Paragraphs()[paragraph].Block
	first := above
	for first > 0 && blocks[first-1].Kind == markup.Directive {
		first--
	}
	return slices.ContainsFunc(blocks[first:above], func(b markup.Block) bool { return d.Text.Slice(b.Runs[0].Extent()) == said })
}
