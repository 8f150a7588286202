package restructure

import (
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// CheckAround returns an error if a change of words in parts of a text changes the meaning of anything around them. The parts are given by
// their spans, in order: `parts` in the text before the change, `now` in the text after it. Between the parts, both texts must be the same.
// `shown` holds spans before the change that may come under a heading written in a part.
func CheckAround(f markup.Format, before, after string, parts, now, shown []markup.Span) error {
	if f.HasOutline() { // in plain text, position does not change a block's meaning
		f = f.WithOutline(false)
	}
	p, next := newPage(f, before), newPage(f, after)
	if len(p.conflicts()) > 0 {
		return errConflict
	}
	if notation(p).KeepsLevels(p.text, p.blocks) && !notation(p).KeepsLevels(next.text, next.blocks) {
		return errUnsound
	}
	was, is := p.surroundings(parts), next.surroundings(now)
	isShown := func(s surrounding) bool {
		return slices.ContainsFunc(shown, func(span markup.Span) bool { return span.Start <= s.span.Start && s.span.End <= span.End })
	}
	for i, s := range was {
		if i >= len(is) || s.block != is[i].block {
			return p.surroundingError(s, is, i)
		}
		if s.heading != is[i].heading && !isShown(s) {
			return refuse("“%s” would end up under another heading, so nothing has been changed.", shortenForMessage(s.said))
		}
	}
	if len(is) > len(was) {
		if is[len(was)].block.kind == markup.Rule {
			return errBreak
		}
		return refuse("“%s” would be read as another kind of text, so nothing has been changed.", shortenForMessage(is[len(was)].said))
	}
	return p.checkTiesAround(next, parts)
}

// surrounding is a block outside all parts of a text, or the outer end of a block that extends into a part.
type surrounding struct {
	block   blockMeaning
	heading int // identifies the heading above; 0 if there is none or if it does not matter
	span    markup.Span
	said    string // its source
}

// blockMeaning is the meaning of a block. Its offsets are counted without the bytes of parts.
type blockMeaning struct {
	kind, child          markup.Kind
	level                int
	start, end           int
	startsIn, endsInPart bool
	inside, owner        string
}

// surroundings returns the blocks and list items that have text outside all parts.
func (p *page) surroundings(parts []markup.Span) (list []surrounding) {
	nesting, c := p.nesting(), partCounter{parts: parts}
	heading := 0
	for i, b := range p.blocks {
		if b.Kind == markup.Heading {
			heading = c.headingAt(b.Span.Start)
		}
		leaves := b.Children
		if len(leaves) == 0 {
			leaves = []markup.Block{b}
		}
		for _, leaf := range leaves {
			span := p.Text.Trim(leaf.Span)
			if !c.isOutside(p.text, span) {
				continue
			}
			s := surrounding{span: span, said: p.text[span.Start:span.End], block: blockMeaning{kind: b.Kind, child: leaf.Kind, level: b.Level, inside: nesting.markupAround(i, nil) + p.enclosingMarkup(b)}}
			s.block.start, s.block.startsIn = c.offsetOutside(span.Start)
			s.block.end, s.block.endsInPart = c.offsetOutside(span.End)
			s.block.owner, _, _ = strings.Cut(p.ownerOfBlock(i), " ")
			if p.dependsOnHeading(b) && b.Kind != markup.Heading {
				s.heading = heading
			}
			list = append(list, s)
		}
	}
	return list
}

// partCounter counts the bytes of a text outside its parts.
type partCounter struct {
	parts    []markup.Span
	headings []int // the number of headings found in each part
}

// offsetOutside returns an offset counted without the bytes of parts before it, and whether it is inside a part.
func (c *partCounter) offsetOutside(offset int) (at int, isInside bool) {
	at = offset
	for _, s := range c.parts {
		switch {
		case s.End <= offset:
			at -= s.Len()
		case s.Start < offset:
			return at - (offset - s.Start), true
		}
	}
	return at, false
}

// headingAt returns a number that identifies the heading at an offset. It counts those in parts, so call it once for each, in order.
func (c *partCounter) headingAt(offset int) int {
	if c.headings == nil {
		c.headings = make([]int, len(c.parts))
	}
	const mostHeadings = 1 << 20
	for k, s := range c.parts {
		if s.Contains(offset) {
			c.headings[k]++
			return -(k*mostHeadings + c.headings[k])
		}
	}
	at, _ := c.offsetOutside(offset)
	return at + 1
}

// isOutside reports whether any text in a span is outside all parts.
func (c *partCounter) isOutside(text string, span markup.Span) bool {
	for _, s := range c.parts {
		if span.Start < s.Start && hasText(text[span.Start:min(span.End, s.Start)]) {
			return true
		}
		span.Start = max(span.Start, min(span.End, s.End))
	}
	return hasText(text[span.Start:span.End])
}

func hasText(source string) bool {
	return strings.TrimSpace(strings.TrimPrefix(source, byteOrderMark)) != ""
}

// surroundingError returns the error for surroundings whose meaning has changed. i is the index of the first that differs: `was` before the
// change, `is[i]`, if it exists, after it.
func (p *page) surroundingError(was surrounding, is []surrounding, i int) error {
	if was.block.kind == markup.Rule {
		return errBreak
	}
	if i < len(is) && is[i].block.start == was.block.start {
		now := is[i].block
		switch {
		case now.inside != was.block.inside && now.inside == "":
			return refuse("“%s” would no longer be in “%s”, so nothing has been changed.", shortenForMessage(was.said), shortenForMessage(was.block.inside))
		case now.inside != was.block.inside:
			return refuse("“%s” would end up in “%s”, so nothing has been changed.", shortenForMessage(was.said), shortenForMessage(now.inside))
		case now.owner != was.block.owner:
			return refuse("“%s” would belong to something else, so nothing has been changed.", shortenForMessage(was.said))
		}
	}
	return refuse("“%s” would be read as another kind of text, so nothing has been changed.", shortenForMessage(was.said))
}

// checkTiesAround returns an error if a tie between two things outside parts would be lost.
func (p *page) checkTiesAround(next *page, parts []markup.Span) error {
	left := make(map[string]int)
	for _, tie := range notation(p).PositionalTies(next.text, next.blocks) {
		left[tie]++
	}
	inside := ""
	for _, s := range parts {
		inside += p.text[s.Start:s.End] + "\n"
	}
	inside = strings.Join(strings.Fields(inside), " ")
	for _, tie := range notation(p).PositionalTies(p.text, p.blocks) {
		if left[tie]--; left[tie] >= 0 {
			continue
		}
		isOfParts := slices.ContainsFunc(strings.Split(tie, " -> "), func(said string) bool {
			said = strings.Join(strings.Fields(said), " ")
			return said == "" || strings.Contains(inside, said)
		})
		if !isOfParts {
			return refuse("Footnotes, links or commands that depend on their order would come to mean something else, so nothing has been changed.")
		}
	}
	return nil
}
