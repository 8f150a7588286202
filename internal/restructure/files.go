package restructure

import (
	"slices"
	"strings"
	"unicode"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// This file contains functions for other packages, such as rearrange, which moves parts of texts between files.

// FragmentSpan returns the span of a fragment as it moves: with anything attached to it, without anything attached to a heading.
func FragmentSpan(doc *analysis.Document, fragment int) (markup.Span, error) {
	d := pageOf(doc)
	if !isValidIndex(d.Fragments(), fragment) {
		return markup.Span{}, noSuchFragment(doc)
	}
	return movableSpan(d, cellOfFragment(d, fragment).stretch)
}

// SectionSpan returns the span of a section as it moves: its heading, with the labels of the heading, and everything below it.
func SectionSpan(doc *analysis.Document, section int) (markup.Span, error) {
	d := pageOf(doc)
	if !isValidIndex(d.Sections(), section) {
		return markup.Span{}, noSuchSection(doc)
	}
	return movableSpan(d, sectionStretch(d, section))
}

// StandaloneSpan extends a part of a text to the blocks and list items that it overlaps, with what belongs to them, so that it can be a
// text of its own. It excludes what belongs to other text, such as metadata.
func StandaloneSpan(doc *analysis.Document, part markup.Span) (markup.Span, error) {
	d := pageOf(doc)
	inner := notation(d).MovableBody(d.text, d.blocks)
	inner.Start = max(inner.Start, textStart(d))
	part = markup.Span{Start: max(part.Start, inner.Start), End: min(max(part.End, part.Start+1), inner.End)}
	first := firstBlockAfter(d.blocks, part.Start)
	end := first
	for end < len(d.blocks) && d.blocks[end].Span.Start < part.End {
		end++
	}
	for end-1 > first && d.blocks[end-1].Kind == markup.Rule { // the rule separates the passage from what stays behind
		end--
	}
	for end-1 > first && end < len(d.blocks) && startWithNames(d, end) <= d.blocks[end-1].Span.Start { // the block is a label of one that stays behind
		end--
	}
	first = d.firstNotBelonging(first, end)
	if first == end {
		return markup.Span{}, refuse("There is no text at this place.")
	}
	whole := markup.Span{Start: max(inner.Start, startWithNames(d, first)), End: d.blocks[end-1].Span.End}
	for n := notation(d); end < len(d.blocks) && !d.blocks[end].Kind.IsProse() && countLineTerminators(d.text[whole.End:d.blocks[end].Span.Start]) == 1 && n.BelongsToBlockAbove(d.text[d.blocks[end].Span.Start:d.blocks[end].Span.End]); end++ {
		whole.End = d.blocks[end].Span.End
	}
	if items := d.listItemsSpan(d.blocks[first], part); items.Start > d.blocks[first].Span.Start {
		whole.Start = items.Start
	}
	if items := d.listItemsSpan(d.blocks[end-1], part); items.Len() > 0 && items.End < d.blocks[end-1].Span.End {
		whole.End = items.End
	}
	whole.End = min(whole.End, inner.End)
	if line := d.Text.LineStart(whole.Start); line >= inner.Start && strings.TrimSpace(d.text[line:whole.Start]) == "" {
		whole.Start = line // including its indentation
	}
	for {
		next := d.withWholeContainers(whole)
		if next == whole {
			break
		}
		whole = next
	}
	if whole = stretchOf(d, whole).span; whole.Len() == 0 {
		return markup.Span{}, refuse("There is no text at this place.")
	}
	if above := d.startWithIntroduction(whole); above < whole.Start && above >= inner.Start {
		return StandaloneSpan(doc, markup.Span{Start: above, End: whole.End})
	}
	return whole, nil
}

// firstNotBelonging returns the first of the blocks [first, end) that does not belong to a heading above them all.
func (p *page) firstNotBelonging(first, end int) int {
	said := first
	for said < end && !p.blocks[said].Kind.IsProse() && p.blocks[said].Kind != markup.Heading {
		said++
	}
	if said == end || p.blocks[said].Kind == markup.Heading {
		return first
	}
	for last := p.belongingsEnd(said); first < said && p.blocks[first].Span.Start < last; first++ {
	}
	return first
}

// startWithIntroduction returns the start of a span, extended to the block above if the span has its meaning only below that block, as code
// does in reStructuredText.
func (p *page) startWithIntroduction(span markup.Span) int {
	first := firstBlockAfter(p.blocks, span.Start)
	if first == 0 || first == len(p.blocks) || p.blocks[first].Span.Start < span.Start || isReadAlike(p, span, p.text[span.Start:span.End]) {
		return span.Start
	}
	above := markup.Span{Start: p.blocks[first-1].Span.Start, End: span.End}
	if !isReadAlike(p, above, p.text[above.Start:above.End]) {
		return span.Start
	}
	return above.Start
}

// withWholeContainers adjusts a span to the first container of which it contains only one end. It takes in the whole container if the span
// contains some of its content or the container continues in another; otherwise it excludes that end.
func (p *page) withWholeContainers(span markup.Span) markup.Span {
	hasProse := func(start, end int) bool {
		return slices.ContainsFunc(blocksIn(p.blocks, markup.Span{Start: start, End: max(start, end)}), func(b markup.Block) bool {
			return b.Kind.IsProse() || b.Kind == markup.Heading || b.Kind == markup.Code || b.Kind == markup.Table || b.Kind == markup.Math
		})
	}
	for _, c := range p.nesting().containers {
		if c.Open.Len() == 0 || c.Close.Len() == 0 || p.isOutlineContainer(c) {
			continue
		}
		goesOn := slices.ContainsFunc(p.nesting().containers, func(o markup.Container) bool { // the container continues in another, as in #slide[][]
			return o.Close.Len() > 0 && (o.Close.End == c.Open.Start || o.Open.Len() > 0 && o.Open.Start == c.Close.End)
		})
		begins := c.Open.Start < span.End && span.Start < c.Open.End
		ends := c.Close.Start < span.End && span.Start < c.Close.End
		switch {
		case begins != ends && goesOn, begins && !ends && hasProse(c.Open.End, span.End), ends && !begins && hasProse(span.Start, c.Close.Start), begins && ends && !containsSpan(span, markup.Span{Start: c.Open.Start, End: c.Close.End}):
			return markup.Span{Start: min(span.Start, c.Open.Start), End: max(span.End, c.Close.End)}
		case begins && !ends && c.Open.Start > span.Start:
			span.End = c.Open.Start
			return span
		case ends && !begins && c.Close.End < span.End:
			span.Start = c.Close.End
			return span
		}
	}
	return span
}

// listItemsSpan returns the span of the list items that a part overlaps; empty unless these are only some and form a list of their own.
func (p *page) listItemsSpan(list markup.Block, part markup.Span) markup.Span {
	if list.Kind != markup.List || len(list.Children) == 0 || containsSpan(part, p.Text.Trim(list.Span)) {
		return markup.Span{}
	}
	items := blocksIn(list.Children, part)
	if len(items) == 0 {
		return markup.Span{}
	}
	span := markup.Span{Start: p.Text.LineStart(items[0].Span.Start), End: items[len(items)-1].Span.End}
	alone := p.Format.ScanPart(p.Text.Slice(span))
	if len(alone) != 1 || alone[0].Kind != markup.List || len(alone[0].Children) != len(items) {
		return markup.Span{}
	}
	return span
}

// spanFrom returns the rest of a text from an offset at which a fragment or section begins, without the markup that closes the text.
func spanFrom(doc *analysis.Document, offset int) (markup.Span, error) {
	d := pageOf(doc)
	b := body(d)
	return movableSpan(d, extendToConstructs(d, stretchOf(d, markup.Span{Start: max(offset, b.Start), End: b.End})))
}

// movableSpan returns the span of a stretch, or an error if it cannot move.
func movableSpan(d *page, s stretch) (markup.Span, error) {
	if s = extendToConstructs(d, s); s.torn {
		return markup.Span{}, refuse("%s in the part that would move, so nothing has been changed.", d.tornConstruct(s.span))
	}
	if s.span.Len() == 0 {
		return markup.Span{}, refuse("There is no text to move.")
	}
	for _, b := range blocksIn(d.Blocks(), s.span) {
		if !containsSpan(s.span, d.Text.Trim(b.Span)) {
			return markup.Span{}, refuse("This part contains only a piece of “%s”, so it cannot move.", shortenForMessage(d.Text.Slice(b.Span)))
		}
	}
	return s.span, nil
}

// BodySpan returns the part of a text that can be put into another: without the metadata at its beginning and the markup that closes it.
func BodySpan(doc *analysis.Document) markup.Span {
	d := pageOf(doc)
	return stretchOf(d, body(d)).span
}

// OffsetBeforeFragment returns the offset at which to insert text right before a fragment.
func OffsetBeforeFragment(doc *analysis.Document, fragment int) int {
	d := pageOf(doc)
	return extendToConstructs(d, cellOfFragment(d, fragment).stretch).span.Start
}

// OffsetBeforeSection returns the offset at which to insert text right before a section.
func OffsetBeforeSection(doc *analysis.Document, section int) int {
	d := pageOf(doc)
	return sectionStretch(d, section).span.Start
}

// OffsetBelowHeading returns the offset at which to insert text right below a heading and anything attached to it.
func OffsetBelowHeading(doc *analysis.Document, section int) int {
	d := pageOf(doc)
	i := d.Sections()[section].Heading
	end := d.Blocks()[i].Span.End
	for i++; i < len(d.blocks) && d.belongsToHeading(i); i++ {
		end = d.blocks[i].Span.End
	}
	return end
}

// OffsetAtEnd returns the offset at which to insert text at the end of a section; if isOwn, before its first subsection, so that the text
// is under the section's own heading.
func OffsetAtEnd(doc *analysis.Document, section int, isOwn bool) int {
	d := pageOf(doc)
	if isOwn && section+1 < len(d.Sections()) && d.Sections()[section+1].Parent == section {
		start := sectionStretch(d, section+1).span.Start
		return spaceBefore(d.text, start).Start
	}
	return max(sectionStretch(d, section).span.End, OffsetBelowHeading(doc, section))
}

// ChangedText is one of several texts that change together.
type ChangedText struct {
	Path          string // for messages
	Format        markup.Format
	Before, After string
	Free          []markup.Span // spans of Before: text that may come under another heading
	Added         []markup.Span // spans of After: new text
	Dropped       []markup.Span // spans of Before: text that may be dropped

	// OrderBefore and OrderAfter are the spans that list the order of files.
	OrderBefore, OrderAfter []markup.Span
}

// CheckSameMeaning returns an error if a change of several texts would change the meaning of anything in them, including what moves between
// them. Definitions may be duplicated. Of the ties to other places, it checks those for which `matters` returns true.
func CheckSameMeaning(versions []ChangedText, matters func(tie string) bool) error {
	sum := func(into, m *census) {
		for p, n := range m.parts {
			into.parts[p] += n
		}
		for b, n := range m.boxes {
			into.boxes[b] += n
		}
		for u, n := range m.headings {
			into.headings[u] += n
		}
	}
	empty := func() *census {
		return &census{parts: make(map[censusPart]int), boxes: make(map[containerPart]int), headings: make(map[headingPart]int)}
	}
	was, is := empty(), empty()
	lists := 0
	var ties, tiesNow []string
	isIn := func(spans []markup.Span) func(markup.Block) bool {
		return func(b markup.Block) bool {
			return slices.ContainsFunc(spans, func(s markup.Span) bool { return s.Start <= b.Span.Start && b.Span.Start < s.End })
		}
	}
	for _, v := range versions {
		before, after := newPage(v.Format, v.Before), newPage(v.Format, v.After)
		if len(before.conflicts()) > 0 {
			return refuseConflictIn(v.Path)
		}
		before.isLoose, after.isLoose = true, true // headings may appear and disappear
		isNew := isIn(v.Added)
		isDropped, isFree := isIn(v.Dropped), isIn(v.Free)
		sum(was, before.newCensus(func(b markup.Block) bool {
			return !isDropped(b) && (isFree(b) || !saysOrder(v.Before, v.OrderBefore, b))
		}, isFree, nil))
		sum(is, after.newCensus(func(b markup.Block) bool { return !isNew(b) && !saysOrder(v.After, v.OrderAfter, b) }, nil, nil))
		lists += count(after.blocks, markup.List) - count(before.blocks, markup.List)
		n := notation(after)
		if v.Before != "" {
			n = notation(before)
		}
		if v.After != "" && n.KeepsLevels(v.Before, before.blocks) && !n.KeepsLevels(v.After, after.blocks) {
			return errUnsound
		}
		ties = append(ties, notation(before).PositionalTies(v.Before, before.blocks)...)
		tiesNow = append(tiesNow, notation(after).PositionalTies(v.After, after.blocks)...)
	}
	for p, n := range is.parts { // definitions may have been copied
		if p.kind == markup.Definition && was.parts[p] > 0 {
			was.parts[p] = n
		}
	}
	if err := checkSameCensus(was, is); err != nil {
		return err
	}
	if lists < 0 {
		return errOneList
	}
	no := func(tie string) bool { return !matters(tie) }
	if !haveSameTies(slices.DeleteFunc(ties, no), slices.DeleteFunc(tiesNow, no)) {
		return refuse("Footnotes, links or commands that depend on their order would come to mean something else, so nothing has been changed.")
	}
	return nil
}

// saysOrder reports whether a block of markup is in, or right beside, a span that lists the order of files.
func saysOrder(text string, order []markup.Span, b markup.Block) bool {
	const near = len("\r\n")
	isDefinition := b.Kind == markup.Definition && !strings.HasPrefix(text[b.Span.Start:], "#+")
	return !b.Kind.IsProse() && b.Kind != markup.Heading && !isDefinition && slices.ContainsFunc(order, func(s markup.Span) bool {
		return s.Start <= b.Span.End+near && b.Span.Start <= s.End+near
	})
}

// SameBlocks reports whether two texts have the same blocks with the same words.
func SameBlocks(f markup.Format, one, other string) bool {
	a, b := f.Scan(one), f.Scan(other)
	return slices.EqualFunc(a, b, func(a, b markup.Block) bool {
		return a.Kind == b.Kind && a.Level == b.Level && len(a.Children) == len(b.Children) && readsAlike(f, one, a, other, b)
	})
}

func readsAlike(f markup.Format, one string, a markup.Block, other string, b markup.Block) bool {
	words := func(text string, b markup.Block) []string {
		return strings.FieldsFunc(string(f.AppendMask(nil, text, b)), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("[]*_", r) })
	}
	return slices.Equal(words(one, a), words(other, b))
}
