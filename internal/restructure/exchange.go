package restructure

import (
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// stretch is a part of a text that begins and ends with blocks, and its source after the edit, in which only levels of headings may differ.
type stretch struct {
	span markup.Span
	text string

	torn  bool // it cannot move, because it contains only a part of some construct
	stays bool // it does not move; another stretch moves over it
}

// stretchOf returns the stretch of a span without the blank lines at its ends. Its first and last lines keep their white space.
func stretchOf(d *page, span markup.Span) stretch {
	trimmed := d.Text.Trim(span)
	if trimmed.Len() > 0 {
		trimmed.Start = max(span.Start, d.Text.LineStart(trimmed.Start))
		trimmed.End = min(span.End, d.Text.Line(d.Text.LineAt(trimmed.End-1)).End)
	}
	return stretch{span: trimmed, text: d.Text.Slice(trimmed)}
}

// extendToConstructs adjusts a stretch so that constructs are entirely inside or outside. If that is impossible, the stretch is torn.
func extendToConstructs(d *page, s stretch) stretch {
	span, ok := d.settleStretch(s.span)
	if s.torn = !ok; span != s.span {
		s.span, s.text = span, d.Text.Slice(span)
	}
	return s
}

func (s stretch) isUntouched(d *page) bool { return d.Text.Slice(s.span) == s.text }

// moveAbove moves a stretch before an earlier stretch.
func moveAbove(d *page, title *sentence.Sentence, over, moved stretch) (Edit, error) {
	e, up, _, err := exchange(d, title, over, moved, moved.span)
	e.Place = up
	e.Move.Moved = fragmentsIn(d, extendToConstructs(d, moved).span)
	return e, err
}

func moveBelow(d *page, title *sentence.Sentence, moved, over stretch) (Edit, error) {
	e, _, down, err := exchange(d, title, moved, over, moved.span)
	e.Place = down
	e.Move.Moved = fragmentsIn(d, extendToConstructs(d, moved).span)
	return e, err
}

// exchange swaps two stretches, the first before the second, around the text between them. It also returns their new offsets: `up` is that
// of the second stretch, `down` that of the first.
func exchange(d *page, title *sentence.Sentence, first, second stretch, moved ...markup.Span) (e Edit, up, down int, err error) {
	for _, s := range []*stretch{&first, &second} {
		if s.isUntouched(d) && !s.stays {
			*s = extendToConstructs(d, *s)
		}
		if s.torn {
			return Edit{}, 0, 0, refuse("%s in the part that would move or in the one that it would pass, so nothing has been changed.", d.tornConstruct(s.span))
		}
		if !s.stays && s.span.Len() == 0 {
			return Edit{}, 0, 0, refuse("There is no text to move.")
		}
	}
	if first.span.End > second.span.Start { // one stretch is inside a construct that ends with the other
		return Edit{}, 0, 0, refuse("%s in the part that would move or in the one that it would pass, so nothing has been changed.", d.tornConstruct(first.span))
	}
	text := d.text
	between := text[first.span.End:second.span.Start]
	left, right := spaceBefore(text, first.span.Start), spaceAfter(text, second.span.End)
	before, after := "", ""
	if left.Start > textStart(d) {
		before = missingSpace(d, text[left.Start:left.End], blockBeforeOffset(d, left.Start), blockAfterOffset(d, second.span.Start))
	}
	if right.End < len(text) {
		after = missingSpace(d, text[right.Start:right.End], blockBeforeOffset(d, first.span.End), blockAfterOffset(d, right.End))
	}
	middle := []string{"", ""} // white space to add before and after the text between
	if strings.TrimSpace(between) == "" {
		middle[0] = missingSpace(d, between, blockBeforeOffset(d, second.span.End), blockAfterOffset(d, first.span.Start))
	} else {
		head, tail := spaceAfter(text, first.span.End), spaceBefore(text, second.span.Start)
		middle[0] = missingSpace(d, text[head.Start:head.End], blockBeforeOffset(d, second.span.End), blockAfterOffset(d, head.End))
		middle[1] = missingSpace(d, text[tail.Start:tail.End], blockBeforeOffset(d, tail.Start), blockAfterOffset(d, first.span.Start))
	}
	up = first.span.Start + len(before)
	down = up + len(second.text) + len(middle[0]) + len(between) + len(middle[1])
	if strings.TrimSpace(between) == "" {
		e = newEdit(title, swapNeighbours(d, first, second, before, middle[0]+between, after)...)
	} else {
		e = newEdit(title,
			Replacement{Span: first.span, Text: before + second.text + middle[0]},
			Replacement{Span: second.span, Text: middle[1] + first.text + after})
	}
	if e, err = verifyMeaning(d, e, moved...); err == nil {
		e, err = renumbered(d, e, &up, &down)
	}
	e.Move.Order = orderAfter(d, first.span, second.span)
	return e, up, down, err
}

// fragmentsIn returns the fragments that begin in a span.
func fragmentsIn(d *page, span markup.Span) []int {
	var list []int
	for i, f := range d.Fragments() {
		if span.Contains(d.Paragraphs()[f.First].Span.Start) {
			list = append(list, i)
		}
	}
	return list
}

// orderAfter returns the order of the fragments after two spans have been exchanged, or nil if one contains only part of a fragment.
func orderAfter(d *page, first, second markup.Span) []int {
	var before, one, between, other, after []int
	for i, f := range d.Fragments() {
		start, end := d.Paragraphs()[f.First].Span.Start, d.Paragraphs()[f.End-1].Span.End
		isWhole := func(s markup.Span) bool { return s.Contains(start) == (s.Start < end && end <= s.End) }
		if !isWhole(first) || !isWhole(second) {
			return nil
		}
		switch {
		case first.Contains(start):
			one = append(one, i)
		case second.Contains(start):
			other = append(other, i)
		case start < first.Start:
			before = append(before, i)
		case start < second.Start:
			between = append(between, i)
		default:
			after = append(after, i)
		}
	}
	return slices.Concat(before, other, between, one, after)
}

// swapNeighbours swaps two neighbours with few changed bytes: the shorter moves over the longer. If the levels of headings change in one of
// the two, that one moves.
func swapNeighbours(d *page, first, second stretch, before, between, after string) []Replacement {
	gap := markup.Span{Start: first.span.End, End: second.span.Start}
	if first.isUntouched(d) && (!second.isUntouched(d) || len(second.text) <= len(first.text)) {
		return []Replacement{
			insertion(first.span.Start, before+second.text+between),
			{Span: markup.Span{Start: gap.Start, End: second.span.End}, Text: after},
		}
	}
	return []Replacement{
		{Span: markup.Span{Start: first.span.Start, End: gap.End}, Text: before},
		insertion(second.span.End, between+first.text+after),
	}
}

// missingSpace returns the line terminators that must be added to white space to separate two blocks, and to keep two lists separate if
// white space can do that. It adds none where the blocks are read in the same way without, as before \end{document}.
func missingSpace(d *page, space string, above, below int) string {
	if above == none || below == none || above == below {
		return ""
	}
	if kind := d.Blocks()[above].Kind; (kind == markup.Heading || kind == markup.Rule) && countLineTerminators(space) > 0 {
		return ""
	}
	if d.isBreakAfter(d.Text.Slice(d.blocks[above].Span), space, below) {
		return ""
	}
	if below >= 0 && d.blocks[below].Kind != markup.Definition && d.blocks[below].Span.Start >= body(d).End && countLineTerminators(space) > 0 {
		return ""
	}
	if isHTML := notation(d).LineEndsBetweenBlocks() == 1; isHTML && space == "" && below >= 0 &&
		strings.HasSuffix(d.Text.Slice(d.blocks[above].Span), ">") && strings.HasPrefix(d.Text.Slice(d.blocks[below].Span), "<") {
		return "" // both are tags, on one line
	}
	more := strings.Repeat(lineTerminator(d), max(0, notation(d).LineEndsBetweenBlocks()-countLineTerminators(space)))
	if source := d.Text.Slice(d.blocks[above].Span); !d.Format.RestartsAfter(source, space+more) && d.Format.RestartsAfter(source, space+more+lineTerminator(d)) {
		more += lineTerminator(d) // an Org footnote ends only at a second blank line
	}
	if below >= 0 && d.blocks[above].Kind == markup.List && d.blocks[below].Kind == markup.List {
		lists := func(gap string) int {
			return count(d.Format.ScanPart(d.Text.Slice(d.blocks[above].Span)+gap+d.Text.Slice(d.blocks[below].Span)), markup.List)
		}
		if further := space + more + lineTerminator(d); lists(space+more) < lists(further) {
			more += lineTerminator(d) // in Org a second blank line separates two lists
		}
	}
	return more
}

// isBreakAfter reports whether a block is a break that would still be read as one below `source`, with `space` between them.
func (p *page) isBreakAfter(source, space string, block int) bool {
	if block < 0 || p.blocks[block].Kind != markup.Rule || countLineTerminators(space) == 0 {
		return false
	}
	alone := p.Format.ScanPart(source)
	both := p.Format.ScanPart(source + space + strings.TrimLeft(p.Text.Slice(p.blocks[block].Span), whiteSpace)) // space ends with its indentation
	sameKind := func(a, b markup.Block) bool { return a.Kind == b.Kind }
	return len(both) == len(alone)+1 && both[len(alone)].Kind == markup.Rule && slices.EqualFunc(alone, both[:len(alone)], sameKind)
}

// none is the index used if there is no block.
const none = -1

// blockBeforeOffset returns the index of the block that contains the byte before an offset, or -1.
func blockBeforeOffset(d *page, offset int) int { return blockAfterOffset(d, offset-1) }

// blockAfterOffset returns the index of the block that contains the byte at an offset, or -1.
func blockAfterOffset(d *page, offset int) int {
	if i := firstBlockAfter(d.blocks, offset); i < len(d.blocks) && d.blocks[i].Span.Start <= offset {
		return i
	}
	return none
}

// spaceBefore returns the span of the white space right before an offset.
func spaceBefore(text string, at int) markup.Span {
	return markup.Span{Start: len(strings.TrimRight(text[:at], whiteSpace)), End: at}
}

// spaceAfter returns the span of the white space right after an offset.
func spaceAfter(text string, at int) markup.Span {
	return markup.Span{Start: at, End: len(text) - len(strings.TrimLeft(text[at:], whiteSpace))}
}

// whiteSpace is the set of bytes that [rope.Text.Trim] removes.
const whiteSpace = " \t\n\v\f\r"

// verifyMeaning returns the edit if it keeps the meaning of the text. moved are the spans whose heading may change.
func verifyMeaning(d *page, e Edit, moved ...markup.Span) (Edit, error) {
	return verifyMeaningOf(d, e, func(markup.Block) bool { return true }, moved...)
}

// verifyMeaningOf is like verifyMeaning for the blocks for which `counts` returns true. Other blocks may appear or disappear.
func verifyMeaningOf(d *page, e Edit, counts func(markup.Block) bool, moved ...markup.Span) (Edit, error) {
	if err := checkConflicts(d, e); err != nil {
		return Edit{}, err
	}
	after := d.after(e)
	isMoved := func(b markup.Block) bool {
		return slices.ContainsFunc(moved, func(s markup.Span) bool { return s.Start <= b.Span.Start && b.Span.Start < s.End })
	}
	if err := checkSameCensus(d.newCensus(counts, isMoved, nil), after.newCensus(counts, nil, nil)); err != nil {
		return Edit{}, err
	}
	if err := checkSameTies(d, after); err != nil {
		return Edit{}, err
	}
	if err := checkSameLinks(d, after); err != nil {
		return Edit{}, err
	}
	if n := count(after.blocks, markup.List); n < count(d.blocks, markup.List) && !separatesLists(d) {
		return Edit{}, errOneList
	}
	return e, nil
}

var errOneList = refuse("Two lists would become one, so nothing has been changed.")

// errUnsound is the error for an edit that would change how headings and breaks are read.
var errUnsound = refuse("Headings or scene breaks would not be recognized there, or something else would become one, so nothing has been changed.")

func count(blocks []markup.Block, kind markup.Kind) (n int) {
	for _, b := range blocks {
		if b.Kind == kind {
			n++
		}
	}
	return n
}

// separatesLists reports whether a fragment begins within a list or quote. Moving it may join parts of a list that were separated.
func separatesLists(d *page) bool {
	return slices.ContainsFunc(d.Fragments(), func(f analysis.Fragment) bool { return d.Paragraphs()[f.First].Child > 0 })
}
