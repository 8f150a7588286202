package chunk

import (
	"slices"
	"unicode/utf8"

	"github.com/segls/segls/analysis/markup"
)

// overlapStart is a place in the previous chunk at which a chunk could begin, to repeat the text after that place.
type overlapStart struct{ start, words int }

// addOverlaps extends chunks to begin with as many sentences of the previous chunk as the limits allow, but never with all of it.
func (c *cutter) addOverlaps() error {
	if c.limits.Overlap == 0 && c.limits.OverlapTokens == 0 {
		return nil
	}
	longer := make([]piece, len(c.pieces))
	repeats := make([][]overlapStart, len(c.pieces))
	open := make([]int, 0, len(c.pieces)) // chunks whose tokens must be counted
	for i := 1; i < len(c.pieces); i++ {
		var err error
		if repeats[i], err = c.overlapStarts(c.pieces[i-1], c.pieces[i]); err != nil {
			return err
		}
		if len(repeats[i]) > 0 {
			open = append(open, i)
		}
	}
	for len(open) > 0 {
		var texts []string
		for _, i := range open {
			longer[i] = c.withOverlap(i, repeats[i])
			p := longer[i]
			texts = append(texts, p.Headings+c.slice(p.Span), c.text[p.Span.Start:p.Span.Start+p.Overlap])
		}
		counts, err := c.tokenCounts(texts)
		if err != nil {
			return err
		}
		var again []int
		for k, i := range open {
			if counts == nil {
				continue
			}
			longer[i].Tokens = counts[2*k]
			if c.limits.MaxTokens > 0 && counts[2*k] > c.limits.MaxTokens || c.limits.OverlapTokens > 0 && counts[2*k+1] > c.limits.OverlapTokens {
				if repeats[i] = repeats[i][:len(repeats[i])-1]; len(repeats[i]) > 0 {
					again = append(again, i)
				} else {
					longer[i] = c.pieces[i]
				}
			}
		}
		open = again
	}
	for i := range c.pieces {
		if longer[i].Overlap > 0 {
			c.pieces[i] = longer[i]
		}
	}
	return nil
}

// overlapStarts returns the places in a chunk at which the next one could begin, the nearest first.
func (c *cutter) overlapStarts(before, chunk piece) ([]overlapStart, error) {
	if chunk.Header != "" {
		return nil, nil
	}
	atoms := before.atoms
	if isMeasured := atoms != nil && !slices.ContainsFunc(atoms, func(a atom) bool { return a.tokens < 0 }); !isMeasured {
		atoms = c.atomsOf(before)
		if err := c.measureAtoms(atoms); err != nil {
			return nil, err
		}
	}
	last := atoms[len(atoms)-1]
	between := c.omittedIn(markup.Span{Start: last.span.End, End: chunk.Span.Start})
	if c.stretches[last.stretch].section != chunk.Section || slices.ContainsFunc(between, func(o markup.Omitted) bool { return o.Kind == markup.OmittedOff }) {
		return nil, nil
	}
	var repeats []overlapStart
	var all size
	own := size{chunk.Words, chunk.Chars, chunk.Tokens}
	all.chars = utf8.RuneCountInString(c.text[last.span.End:chunk.Span.Start])
	for i, a := range slices.Backward(atoms) {
		all = all.plus(a.size())
		if i == 0 || own.plus(all).exceeds(c.limit()) || all.exceeds(size{words: c.limits.Overlap, tokens: c.limits.OverlapTokens}) {
			break
		}
		if a.joint <= BetweenSentences {
			repeats = append(repeats, overlapStart{a.span.Start, all.words})
		}
		all = all.plus(a.lead)
	}
	return repeats, nil
}

// withOverlap returns a chunk extended to begin at the last of the given places.
func (c *cutter) withOverlap(i int, repeats []overlapStart) piece {
	p := c.pieces[i]
	at := repeats[len(repeats)-1]
	p.Chars += utf8.RuneCountInString(c.text[at.start:p.Span.Start])
	p.Words, p.Repeated = p.Words+at.words, at.words
	p.Overlap = c.pieces[i-1].Span.End - at.start
	p.Span = markup.Span{Start: at.start, End: p.Span.End}
	return p
}
