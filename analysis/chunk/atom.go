package chunk

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
)

// atom is what no division cuts: a sentence, a block that is no prose, or a part of one that is
// beyond a limit by itself.
type atom struct {
	span     markup.Span // without white space around it
	joint    Joint       // before it
	fragment int
	cut      int         // one more than the index of the cut that it comes from, or 0
	unit     method.Unit // its words and terms
	lead     size        // of the white space between it and the atom before it
	chars    int
	tokens   int // beyond those of no text; -1 if they have not been counted
}

// size is what an atom adds to a chunk, but for its lead.
func (a *atom) size() size { return size{a.unit.Words, a.chars, a.tokens} }

// cutPlace is a place at which a fragment may be cut.
type cutPlace struct {
	at    int
	joint Joint
}

// sentences are the atoms of a fragment, without their lengths.
func (c *cutter) sentences(fragment int) []atom {
	f, span := c.Fragments()[fragment], c.fragments[fragment].span
	marks := []cutPlace{{span.Start, BetweenFragments}, {span.End, BetweenFragments}}
	add := func(at int, joint Joint) {
		if at > span.Start && at < span.End {
			marks = append(marks, cutPlace{at, joint})
		}
	}
	for _, at := range analysis.BlockStarts(c.Document, span) {
		add(at, BetweenBlocks)
	}
	for _, p := range c.Paragraphs()[f.First:f.End] {
		add(p.Span.Start, BetweenParagraphs)
		for i, s := range p.Sentences() {
			if i > 0 {
				add(c.withMarker(s.Start), BetweenSentences)
			}
		}
	}
	slices.SortFunc(marks, func(a, b cutPlace) int { return cmp.Or(a.at-b.at, int(a.joint)-int(b.joint)) })
	return c.atomsBetween(marks, atom{fragment: fragment, joint: BetweenFragments})
}

// withMarker is where a sentence begins, with the marker before it if it is the first in an item
// of a list or in a quote.
func (c *cutter) withMarker(start int) int {
	line := strings.LastIndexAny(c.text[:start], "\r\n") + 1
	if strings.ContainsFunc(c.text[line:start], unicode.IsLetter) {
		return start
	}
	return line
}

// atomsBetween are the atoms between marks, the last of which ends them. They are like another
// one but for their places.
func (c *cutter) atomsBetween(marks []cutPlace, like atom) []atom {
	var atoms []atom
	like.tokens = -1
	joint := like.joint
	for i, m := range marks[:len(marks)-1] {
		if i > 0 {
			joint = min(joint, m.joint)
		}
		span := c.trim(markup.Span{Start: m.at, End: marks[i+1].at})
		if span.Len() == 0 {
			continue
		}
		like.span, like.joint = span, joint
		atoms = append(atoms, like)
		joint = BetweenCharacters
	}
	return atoms
}

// atoms returns those of the fragments [from, to), each within a limit.
func (c *cutter) atoms(from, to int, room size) ([]atom, error) {
	var atoms []atom
	for i := from; i < to; i++ {
		atoms = append(atoms, c.sentences(i)...)
	}
	for level := 0; ; level++ {
		if err := c.measureAtoms(atoms); err != nil {
			return nil, err
		}
		first := slices.IndexFunc(atoms, func(a atom) bool { return c.sizeAlone(a).exceeds(room) })
		if first < 0 {
			return atoms, nil
		}
		if level == len(finer) {
			a := atoms[first]
			return nil, &TooSmallError{c.Text.LineAt(a.span.Start), c.slice(a.span), c.sizeAlone(a).tokens, room.tokens}
		}
		var parts []atom
		for _, a := range atoms {
			if !c.sizeAlone(a).exceeds(room) {
				parts = append(parts, a)
				continue
			}
			if a.cut == 0 {
				s := c.sizeAlone(a)
				c.cuts = append(c.cuts, Cut{Span: a.span, Words: s.words, Chars: s.chars, Tokens: s.tokens, Chunks: 1})
				a.cut = len(c.cuts)
			}
			marks := []cutPlace{{a.span.Start, a.joint}}
			for _, at := range finer[level].cuts(c, a.span, room) {
				if at > a.span.Start && at < a.span.End {
					marks = append(marks, cutPlace{at, finer[level].joint})
				}
			}
			parts = append(parts, c.atomsBetween(append(marks, cutPlace{at: a.span.End}), a)...)
		}
		atoms = parts
	}
}

// sizeAlone is the length of an atom by itself.
func (c *cutter) sizeAlone(a atom) size {
	s := a.size()
	if c.countsTokens() {
		s.tokens += c.base
	}
	return s
}

// measureAtoms measures what has not been measured.
func (c *cutter) measureAtoms(atoms []atom) error {
	spans := make([]markup.Span, len(atoms))
	for i, a := range atoms {
		spans[i] = a.span
	}
	var texts []string
	for i, unit := range analysis.UnitsOf(c.Document, spans) {
		a := &atoms[i]
		a.unit = unit
		a.chars = utf8.RuneCountInString(c.slice(a.span))
		if i > 0 {
			between := c.text[atoms[i-1].span.End:a.span.Start]
			a.lead.chars = utf8.RuneCountInString(between)
			if c.countsTokens() && strings.ContainsAny(between, "\r\n") { // a space is a part of the next token
				a.lead.tokens = 1
			}
		}
		if a.tokens < 0 {
			texts = append(texts, c.slice(a.span))
		}
	}
	counts, err := c.tokens(texts)
	if err != nil {
		return err
	}
	next := 0
	for i := range atoms {
		if a := &atoms[i]; a.tokens < 0 {
			a.tokens = 0
			if counts != nil {
				a.tokens = max(0, counts[next]-c.base)
			}
			next++
		}
	}
	return nil
}

// finer are the ways to cut what is beyond a limit by itself, from the best to the worst.
var finer = [...]struct {
	joint Joint
	cuts  func(c *cutter, span markup.Span, room size) []int
}{
	{BetweenLines, func(c *cutter, span markup.Span, _ size) (cuts []int) {
		for line := range markup.Lines(c.slice(span)) {
			cuts = append(cuts, span.Start+line.Start)
		}
		return cuts
	}},
	{BetweenWords, func(c *cutter, span markup.Span, _ size) (cuts []int) {
		space := false
		for i, r := range c.slice(span) {
			if was := space; was && !unicode.IsSpace(r) {
				cuts = append(cuts, span.Start+i)
			}
			space = unicode.IsSpace(r)
		}
		return cuts
	}},
	{BetweenCharacters, func(c *cutter, span markup.Span, _ size) (cuts []int) { // words that no space parts
		l := c.Language
		if i := c.ParagraphAt(span.Start); i >= 0 {
			l = c.Paragraph(i).Language()
		}
		l.Vocabulary.Words([]byte(c.slice(span)), func(_ language.Word, start, _ int) {
			cuts = append(cuts, span.Start+start)
		})
		return cuts
	}},
	{BetweenCharacters, func(c *cutter, span markup.Span, room size) []int {
		return c.cutsBetweenCharacters(span, max(1, max(room.chars, room.tokens)/8))
	}},
	{BetweenCharacters, func(c *cutter, span markup.Span, _ size) []int { return c.cutsBetweenCharacters(span, 1) }},
	{BetweenCharacters, func(c *cutter, span markup.Span, _ size) (cuts []int) {
		for i := range c.slice(span) {
			cuts = append(cuts, span.Start+i)
		}
		return cuts
	}},
}

// cutsBetweenCharacters are the places after every so many characters as a reader sees them.
func (c *cutter) cutsBetweenCharacters(span markup.Span, each int) (cuts []int) {
	clusters := uniseg.NewGraphemes(c.slice(span))
	for n := 0; clusters.Next(); n++ {
		if n%each == 0 {
			start, _ := clusters.Positions()
			cuts = append(cuts, span.Start+start)
		}
	}
	return cuts
}
