package chunk

import (
	"slices"
	"unicode/utf8"
)

// joinSmallPieces joins each small piece with a neighbour that has room, preferably from the same fragment, and then the shorter one.
func (c *cutter) joinSmallPieces() error {
	for i := 0; i < len(c.pieces); i++ {
		if !c.isSmallPiece(c.pieces[i]) {
			continue
		}
		before, err := c.joinedWithNext(i - 1)
		if err != nil {
			return err
		}
		after, err := c.joinedWithNext(i)
		if err != nil {
			return err
		}
		switch {
		case before == nil && after == nil:
			continue
		case before == nil, after != nil && c.shouldJoinNext(i, after, before):
			c.replacePair(i, after)
			i-- // the joined piece may still be small
		default:
			c.replacePair(i-1, before)
			i -= 2
		}
		i = max(i, -1)
	}
	c.cuts = slices.DeleteFunc(c.cuts, func(x Cut) bool { return x.Chunks == 1 })
	return nil
}

// isSmallPiece reports whether a piece, without its headings, is shorter than the least share of a limit.
func (c *cutter) isSmallPiece(p piece) bool {
	return size{p.Words, p.Chars, p.Tokens}.minus(c.stretches[p.stretch].above).fillRatio(c.limit()) < c.least
}

// shouldJoinNext reports whether piece i should be joined with the next piece rather than with the previous one.
func (c *cutter) shouldJoinNext(i int, after, before *piece) bool {
	withAfter, withBefore := c.pieces[i+1].stretch == c.pieces[i].stretch, c.pieces[i-1].stretch == c.pieces[i].stretch
	if withAfter != withBefore {
		return withAfter
	}
	return size{after.Words, after.Chars, after.Tokens}.fillRatio(c.limit()) < size{before.Words, before.Chars, before.Tokens}.fillRatio(c.limit())
}

// joinedWithNext returns a piece and the next one as one piece, or nil if they cannot be joined.
func (c *cutter) joinedWithNext(i int) (*piece, error) {
	if i < 0 || i+1 >= len(c.pieces) {
		return nil, nil
	}
	a, b := c.pieces[i], c.pieces[i+1]
	if slices.ContainsFunc(c.stretches[a.stretch+1:b.stretch+1], func(s stretch) bool { return s.isApart }) {
		return nil, nil
	}
	p := a
	p.Span.End = b.Span.End
	p.Words += b.Words - c.stretches[b.stretch].above.words
	if b.Headings == "" {
		p.Words += c.stretches[b.stretch].above.words
	}
	text := p.Headings + p.Header + c.slice(p.Span)
	p.Chars, p.Tokens = utf8.RuneCountInString(text), 0
	if (size{p.Words, p.Chars, 0}).exceeds(c.limit()) {
		return nil, nil
	}
	counts, err := c.tokenCounts([]string{text})
	if err != nil {
		return nil, err
	}
	if counts != nil {
		p.Tokens = counts[0]
	}
	if (size{tokens: p.Tokens}).exceeds(c.limit()) {
		return nil, nil
	}
	return &p, nil
}

// replacePair replaces two pieces by one that joins them.
func (c *cutter) replacePair(i int, p *piece) {
	a, b := c.pieces[i], c.pieces[i+1]
	p.atoms = slices.Concat(c.atomsOf(a), c.atomsOf(b))
	if last, first := len(a.atoms)-1, b.atoms; last >= 0 && len(first) > 0 && first[0].cut > 0 && a.atoms[last].cut == first[0].cut {
		c.cuts[first[0].cut-1].Chunks--
	}
	c.pieces = slices.Replace(c.pieces, i, i+2, *p)
}

// atomsOf returns the atoms of a piece. If the piece is a whole stretch, they are not measured.
func (c *cutter) atomsOf(p piece) []atom {
	if p.atoms != nil {
		return p.atoms
	}
	return c.unmeasuredAtoms(p.stretch)
}
