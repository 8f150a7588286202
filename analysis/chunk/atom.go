package chunk

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
)

// atom is a piece that no division cuts: a sentence, a block that is not prose, or a part of one that exceeds a limit by itself.
type atom struct {
	span    markup.Span // without white space around it
	joint   Joint       // before it
	stretch int
	cut     int         // for a part of a cut atom, the index of the cut plus one; otherwise 0
	header  header      // for a part of a table, the table's header, in case a chunk begins here
	unit    method.Unit // its words and terms
	lead    size        // size of the white space, and perhaps a comment, between it and the atom before it
	chars   int
	tokens  int // in addition to those of an empty text; -1 if not counted yet
}

// header is the header of a table; the zero value means none.
type header struct {
	text string
	size size
}

// size returns the size that an atom adds to a chunk, without its lead.
func (a *atom) size() size { return size{a.unit.Words, a.chars, a.tokens} }

// cutPlace is a place at which a fragment may be cut.
type cutPlace struct {
	at    int
	joint Joint
}

// unmeasuredAtoms returns the atoms of a stretch, without their sizes.
func (c *cutter) unmeasuredAtoms(stretch int) []atom {
	w := c.stretches[stretch]
	span := w.span
	marks := []cutPlace{{span.Start, BetweenFragments}, {span.End, BetweenFragments}}
	add := func(at int, joint Joint) {
		if at > span.Start && at < span.End {
			marks = append(marks, cutPlace{at, joint})
		}
	}
	for _, at := range c.Document.BlockStarts(span) {
		add(at, BetweenBlocks)
	}
	for i := c.tableAfter(span.Start); i < len(c.tables) && c.tables[i].Start < span.End; i++ { // also in quotes and lists
		add(c.tables[i].Start, BetweenBlocks)
		add(c.tables[i].End, BetweenBlocks)
	}
	for _, o := range c.omittedIn(span) {
		add(o.Start, BetweenBlocks)
		add(o.End, BetweenBlocks)
	}
	if w.fragment >= 0 {
		f := c.Fragments()[w.fragment]
		for _, p := range c.Paragraphs()[f.First:f.End] {
			if p.Span.End <= span.Start || p.Span.Start >= span.End {
				continue
			}
			add(p.Span.Start, BetweenParagraphs)
			for i, s := range p.Sentences() {
				if i > 0 {
					add(c.startWithMarker(s.Start), BetweenSentences)
				}
			}
		}
	}
	slices.SortFunc(marks, func(a, b cutPlace) int { return cmp.Or(a.at-b.at, int(a.joint)-int(b.joint)) })
	return c.atomsBetween(marks, atom{stretch: stretch, joint: BetweenFragments})
}

// omittedIn returns the omitted parts that begin in a span.
func (c *cutter) omittedIn(span markup.Span) []markup.Omitted {
	from := sort.Search(len(c.omitted), func(i int) bool { return c.omitted[i].Start >= span.Start })
	to := sort.Search(len(c.omitted), func(i int) bool { return c.omitted[i].Start >= span.End })
	return c.omitted[from:to]
}

// isOmitted reports whether a span is entirely within an omitted part.
func (c *cutter) isOmitted(span markup.Span) bool {
	i := sort.Search(len(c.omitted), func(i int) bool { return c.omitted[i].End > span.Start })
	return i < len(c.omitted) && c.omitted[i].Start <= span.Start && span.End <= c.omitted[i].End
}

// startWithMarker returns the start of a sentence or, if no letter precedes it on its line, the start of the line. So the first sentence in
// an item of a list or in a quote includes its marker.
func (c *cutter) startWithMarker(start int) int {
	line := strings.LastIndexAny(c.text[:start], "\r\n") + 1
	if strings.ContainsFunc(c.text[line:start], unicode.IsLetter) {
		return start
	}
	return line
}

// atomsBetween returns an atom for each pair of neighbouring marks with text between them. The atoms are copies of the given one, except
// for their places, and are not yet counted in tokens.
func (c *cutter) atomsBetween(marks []cutPlace, like atom) []atom {
	var atoms []atom
	like.tokens = -1
	joint := like.joint
	for i, m := range marks[:len(marks)-1] {
		if i > 0 {
			joint = min(joint, m.joint)
		}
		span := c.trim(markup.Span{Start: m.at, End: marks[i+1].at})
		if span.Len() == 0 || c.isOmitted(span) {
			continue
		}
		like.span, like.joint = span, joint
		atoms = append(atoms, like)
		joint = BetweenCharacters
	}
	return atoms
}

// atoms returns the atoms of the stretches [from, to), each within a limit.
func (c *cutter) atoms(from, to int, room size) ([]atom, error) {
	var atoms []atom
	for i := from; i < to; i++ {
		atoms = append(atoms, c.unmeasuredAtoms(i)...)
	}
	for level := 0; ; level++ {
		if err := c.measureAtoms(atoms); err != nil {
			return nil, err
		}
		first := slices.IndexFunc(atoms, func(a atom) bool { return c.sizeAlone(a).exceeds(room) })
		if first < 0 {
			for i := range atoms {
				if c.sizeAlone(atoms[i]).plus(atoms[i].header.size).exceeds(room) {
					atoms[i].header = header{} // leaving out the header is better than cutting a row for it
				}
			}
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
			rows := len(parts)
			for _, at := range finer[level].cuts(c, a.span, room) {
				if at > a.span.Start && at < a.span.End {
					marks = append(marks, cutPlace{at, finer[level].joint})
				}
			}
			parts = append(parts, c.atomsBetween(append(marks, cutPlace{at: a.span.End}), a)...)
			if finer[level].joint == BetweenRows {
				if err := c.addTableHeader(a.span, parts[rows:], room); err != nil {
					return nil, err
				}
			}
		}
		atoms = parts
	}
}

// tableRows returns the span of a table's header and the offsets of its rows; rows is nil if the span is not a table.
func (c *cutter) tableRows(span markup.Span) (header markup.Span, rows []int) {
	i := c.tableAfter(span.Start)
	if i == len(c.tables) || c.tables[i].Start != span.Start {
		return header, nil
	}
	return markup.Span{Start: span.Start, End: max(span.Start, c.tables[i].HeaderEnd)}, c.tables[i].Rows
}

// tableAfter returns the index of the first table that ends after an offset.
func (c *cutter) tableAfter(offset int) int {
	return sort.Search(len(c.tables), func(i int) bool { return c.tables[i].End > offset })
}

// addTableHeader adds the header to the rows of a table that has to be cut, if the header takes at most half of a limit.
func (c *cutter) addTableHeader(table markup.Span, rows []atom, room size) error {
	span, _ := c.tableRows(table)
	if span.Len() == 0 {
		return nil
	}
	h := header{text: c.slice(span)}
	var err error
	h.size, err = c.measureText(h.text)
	h.size.words = 0 // words in tables do not count
	h.size.tokens = max(0, h.size.tokens-c.base)
	if err != nil || h.size.fillRatio(room) > .5 {
		return err
	}
	for i := range rows {
		if rows[i].span.Start >= span.End {
			rows[i].header = h
		}
	}
	return nil
}

// sizeAlone returns the length of an atom as a chunk by itself.
func (c *cutter) sizeAlone(a atom) size {
	s := a.size()
	if c.hasTokenLimit() {
		s.tokens += c.base
	}
	return s
}

// measureAtoms measures atoms. It counts tokens only where they have not been counted.
func (c *cutter) measureAtoms(atoms []atom) error {
	spans := make([]markup.Span, len(atoms))
	for i, a := range atoms {
		spans[i] = a.span
	}
	var texts []string
	var counted []func(tokens int)
	count := func(text string, then func(tokens int)) { texts, counted = append(texts, text), append(counted, then) }
	for i, unit := range c.Document.Units(spans) {
		a := &atoms[i]
		a.unit = unit
		a.chars = utf8.RuneCountInString(c.slice(a.span))
		if i > 0 {
			between := c.text[atoms[i-1].span.End:a.span.Start]
			a.lead.chars = utf8.RuneCountInString(between)
			switch {
			case !c.hasTokenLimit():
			case strings.TrimSpace(between) != "": // a comment, for example
				if a.tokens < 0 {
					count(between, func(tokens int) { a.lead.tokens = tokens })
				}
			case strings.ContainsAny(between, "\r\n"): // a space would be part of the next token
				a.lead.tokens = 1
			case !c.limits.ProseOnly:
				a.lead.tokens = 0
			}
		}
		if a.tokens < 0 {
			a.tokens = 0
			count(c.slice(a.span), func(tokens int) { a.tokens = max(0, tokens-c.base) })
		}
	}
	counts, err := c.tokenCounts(texts)
	for i, n := range counts {
		counted[i](n)
	}
	return err
}

// finer lists the ways to cut an atom that exceeds a limit by itself, from the best to the worst.
var finer = [...]struct {
	joint Joint
	cuts  func(c *cutter, span markup.Span, room size) []int
}{
	{BetweenRows, func(c *cutter, span markup.Span, _ size) []int { // the header stays with the first row
		header, rows := c.tableRows(span)
		if header.Len() > 0 {
			return rows[1:]
		}
		return rows
	}},
	{BetweenRows, func(c *cutter, span markup.Span, _ size) []int {
		_, rows := c.tableRows(span)
		return rows
	}},
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
	{BetweenCharacters, func(c *cutter, span markup.Span, _ size) (cuts []int) { // between words in a script without spaces
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

// cutsBetweenCharacters returns the offset of every character (grapheme cluster) whose index in the span is a multiple of `each`.
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
