package chunk

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// Limits hold for every [Chunk]. 0 is no limit.
type Limits struct {
	MaxWords int
	MaxChars int // Unicode code points

	// Overlap is how many words of the chunk before it a chunk may repeat.
	Overlap int
}

// Joint is a place at which text can be cut, from the best to the worst.
type Joint uint8

// The joints.
const (
	BetweenFragments Joint = iota
	BetweenParagraphs
	BetweenBlocks // or items of a list
	BetweenSentences
	BetweenLines
	BetweenWords
	BetweenCharacters // as a reader sees them, if the limit allows for it
)

var jointNames = [...]string{"fragments", "paragraphs", "blocks", "sentences", "lines", "words", "characters"}

// String says between what the joint is.
func (j Joint) String() string { return jointNames[j] }

// Chunk is a fragment, or a part of one that is beyond a limit.
type Chunk struct {
	// Span is the chunk's text, with what it repeats and without white space around it.
	Span markup.Span

	// Overlap is how many bytes at the start of the span the chunk before it has too: without the blank
	// line between the two.
	Overlap int

	Fragment int   // index of the fragment that it is of
	Joint    Joint // where it was cut from the one before it

	// Words and Chars are the length of the span, Repeated the words in the overlap.
	Words, Chars, Repeated int
}

// Cut is a stretch of text that had to be cut at less than a paragraph's or a
// block's end.
type Cut struct {
	Span   markup.Span
	Words  int
	Chars  int
	Joint  Joint
	Chunks int // that it was cut into
}

// Of cuts a document into chunks: its fragments, and parts of those that are beyond a limit. The
// limits always hold. The cuts that it returns are those worse than between blocks, each before
// those inside it.
//
// A chunk repeats whole sentences, of its own section only, and only as far as its limits allow.
func Of(d *analysis.Document, limits Limits) (chunks []Chunk, cuts []Cut) {
	c := cutter{Document: d, limits: limits, paragraph: -1}
	for i := range d.Fragments() {
		c.enter(i)
		c.next = BetweenFragments
		c.divide(d.Fragments()[i].Span, BetweenFragments)
	}
	for i := len(c.chunks) - 1; i > 0; i-- { // backwards, while the one before is without its own
		c.overlap(&c.chunks[i], c.chunks[i-1])
	}
	return c.chunks, c.cuts
}

// cutter divides a document's fragments one after the other.
type cutter struct {
	*analysis.Document
	limits Limits
	chunks []Chunk
	cuts   []Cut

	fragment int
	starts   []int // of the words in the fragment, found when they are first asked for
	next     Joint // where the next chunk is cut from the one before

	// The sentences of the paragraph that was asked about last.
	paragraph int
	sentences []markup.Span
}

// enter turns to a fragment.
func (c *cutter) enter(fragment int) {
	if fragment != c.fragment {
		c.fragment, c.starts = fragment, c.starts[:0]
	}
}

// length is the length of a stretch of text.
type length struct{ words, chars int }

func (c *cutter) length(s markup.Span) length {
	return length{c.words(s), utf8.RuneCountInString(c.Text.Slice(s))}
}

func (l length) plus(m length) length { return length{l.words + m.words, l.chars + m.chars} }

// fill is how full a chunk of a length would be: above 1 it is beyond a limit.
func (c *cutter) fill(l length) float64 {
	fill := 0.0
	if c.limits.MaxWords > 0 {
		fill = float64(l.words) / float64(c.limits.MaxWords)
	}
	if c.limits.MaxChars > 0 {
		fill = max(fill, float64(l.chars)/float64(c.limits.MaxChars))
	}
	return fill
}

// words is how many words of prose begin in a span of the fragment.
func (c *cutter) words(s markup.Span) int {
	f := c.Fragments()[c.fragment]
	if s.Start <= c.Paragraphs()[f.First].Span.Start && s.End >= c.Paragraphs()[f.End-1].Span.End {
		return f.Words
	}
	if len(c.starts) == 0 {
		for _, p := range c.Paragraphs()[f.First:f.End] {
			c.Language.Vocabulary.Words(p.Prose(), func(_ language.Word, start, _ int) { c.starts = append(c.starts, p.Span.Start+start) })
		}
	}
	return sort.SearchInts(c.starts, s.End) - sort.SearchInts(c.starts, s.Start)
}

// sentencesOf are the sentences of a paragraph.
func (c *cutter) sentencesOf(paragraph int) []markup.Span {
	if paragraph != c.paragraph {
		c.paragraph, c.sentences = paragraph, c.Paragraphs()[paragraph].Sentences()
	}
	return c.sentences
}

// trim is a span without the white space at its ends, of whatever script.
func (c *cutter) trim(s markup.Span) markup.Span {
	text := strings.TrimLeftFunc(c.Text.Slice(s), unicode.IsSpace)
	start := s.End - len(text)
	return markup.Span{Start: start, End: start + len(strings.TrimRightFunc(text, unicode.IsSpace))}
}

// divide adds the chunks of a span that has been cut out at a joint.
func (c *cutter) divide(span markup.Span, joint Joint) {
	span = c.trim(span)
	whole := c.length(span)
	if span.Len() == 0 {
		return
	}
	if c.fill(whole) <= 1 || joint == BetweenCharacters {
		c.chunks = append(c.chunks, Chunk{Span: span, Fragment: c.fragment, Joint: c.next, Words: whole.words, Chars: whole.chars})
		return
	}
	joint++
	units := c.units(span, joint)
	if len(units) == 1 {
		c.divide(span, joint)
		return
	}
	report := -1
	if joint > BetweenBlocks {
		report = len(c.cuts)
		c.cuts = append(c.cuts, Cut{Span: span, Words: whole.words, Chars: whole.chars, Joint: joint})
	}
	before := len(c.chunks)
	for i, chunk := range c.combine(units, joint) {
		if i > 0 {
			c.next = joint
		}
		c.divide(chunk, joint)
	}
	if report >= 0 {
		c.cuts[report].Chunks = len(c.chunks) - before
	}
}

// units are what a span consists of when it is cut at all joints of a kind.
func (c *cutter) units(span markup.Span, joint Joint) []markup.Span {
	var cuts []int
	cut := func(at int) {
		if at > span.Start && at < span.End {
			cuts = append(cuts, at)
		}
	}
	f := c.Fragments()[c.fragment]
	paragraphs := c.Paragraphs()[f.First:f.End]
	switch joint {
	case BetweenParagraphs:
		for _, p := range paragraphs {
			cut(p.Span.Start)
		}
	case BetweenBlocks:
		first := sort.Search(len(c.Blocks()), func(i int) bool { return c.Blocks()[i].Span.End > span.Start })
		for _, b := range c.Blocks()[first:] {
			if b.Span.Start >= span.End {
				break
			}
			cut(b.Span.Start)
			for _, child := range b.Children {
				cut(child.Span.Start)
			}
		}
	case BetweenSentences:
		for i, p := range paragraphs {
			if p.Span.Start >= span.End || p.Span.End <= span.Start {
				continue
			}
			for _, s := range c.sentencesOf(f.First + i) {
				cut(s.Start)
			}
		}
	case BetweenLines:
		for n := c.Text.LineAt(span.Start) + 1; n < c.Text.LineCount() && c.Text.Line(n).Start < span.End; n++ {
			cut(c.Text.Line(n).Start)
		}
	case BetweenWords:
		space := false
		for i, r := range c.Text.Slice(span) {
			if was := space; was && !unicode.IsSpace(r) {
				cut(span.Start + i)
			}
			space = unicode.IsSpace(r)
		}
	case BetweenCharacters:
		for _, at := range c.characters(span) {
			cut(at)
		}
	}
	return spansBetween(span, cuts)
}

// characters are the places at which text without spaces is cut: as late as the
// limits allow, between words that no space parts or else between characters as a
// reader sees them. A cut is inside one of these only if it is beyond the limit by
// itself.
func (c *cutter) characters(span markup.Span) (cuts []int) {
	var held length
	add := func(at, end int) {
		size := c.length(markup.Span{Start: at, End: end})
		if held.chars > 0 && c.fill(held.plus(size)) > 1 {
			cuts = append(cuts, at)
			held = length{}
		}
		held = held.plus(size)
	}
	segments := graphemes.FromString(c.Text.Slice(span))
	for segments.Next() {
		start, end := span.Start+segments.Start(), span.Start+segments.End()
		if c.fill(c.length(markup.Span{Start: start, End: end})) <= 1 {
			add(start, end)
			continue
		}
		for at := start; at < end; {
			_, size := utf8.DecodeRuneInString(c.Text.Slice(markup.Span{Start: at, End: end}))
			add(at, at+size)
			at += size
		}
	}
	return cuts
}

func spansBetween(span markup.Span, cuts []int) []markup.Span {
	slices.Sort(cuts)
	var spans []markup.Span
	start := span.Start
	for _, at := range slices.Compact(cuts) {
		spans = append(spans, markup.Span{Start: start, End: at})
		start = at
	}
	return append(spans, markup.Span{Start: start, End: span.End})
}

// combine puts units together, to as few chunks as the limits allow and, of the ways
// to do that, the one in which they are most alike in length and the paragraphs at
// the cuts least alike in what they say. A unit that is beyond a limit is a chunk by
// itself. It is a small dynamic programme: best[j] is the best way to divide the first
// j units.
func (c *cutter) combine(units []markup.Span, joint Joint) []markup.Span {
	type division struct {
		chunks int
		cost   float64
		last   int // where the last chunk starts
	}
	lengths := make([]length, len(units))
	for i, u := range units {
		lengths[i] = c.length(u)
	}
	best := make([]division, len(units)+1)
	for j := 1; j <= len(units); j++ {
		sum := c.length(c.trim(units[j-1])) // the space at its end is not in the chunk
		for i := j - 1; i >= 0; i-- {
			if i < j-1 {
				sum = sum.plus(lengths[i])
			}
			fill := c.fill(sum)
			if fill > 1 && i < j-1 {
				break
			}
			d := division{best[i].chunks + 1, best[i].cost + fill*fill + c.similarity(units[i].Start, joint), i}
			if i == j-1 || d.chunks < best[j].chunks || d.chunks == best[j].chunks && d.cost < best[j].cost {
				best[j] = d
			}
		}
	}
	var chunks []markup.Span
	for j := len(units); j > 0; j = best[j].last {
		chunks = append(chunks, markup.Span{Start: units[best[j].last].Start, End: units[j-1].End})
	}
	slices.Reverse(chunks)
	return chunks
}

// similarity is that of the gap before the paragraph that starts at an offset, 0 for
// smaller joints.
func (c *cutter) similarity(start int, joint Joint) float64 {
	f := c.Fragments()[c.fragment]
	if joint != BetweenParagraphs {
		return 0
	}
	p := f.First + sort.Search(f.End-f.First, func(i int) bool { return c.Paragraphs()[f.First+i].Span.Start >= start })
	if p == f.First || p == f.End {
		return 0
	}
	return c.Curve()[p-1]
}

// overlap lets a chunk begin with as many of the last sentences of the one before it
// as may be, but never with all of it.
func (c *cutter) overlap(chunk *Chunk, before Chunk) {
	if c.limits.Overlap == 0 || c.Fragments()[chunk.Fragment].Section != c.Fragments()[before.Fragment].Section {
		return
	}
	c.enter(before.Fragment)
	own, start := length{chunk.Words, chunk.Chars}, chunk.Span.Start
	f := c.Fragments()[before.Fragment]
	for p := f.End - 1; p >= f.First && c.Paragraphs()[p].Span.End > before.Span.Start; p-- {
		if c.Paragraphs()[p].Span.Start >= before.Span.End {
			continue
		}
		sentences := c.sentencesOf(p)
		last := sort.Search(len(sentences), func(i int) bool { return sentences[i].Start >= before.Span.End })
		for _, s := range slices.Backward(sentences[:last]) {
			repeated := c.length(markup.Span{Start: s.Start, End: start})
			if s.Start <= before.Span.Start || repeated.words > c.limits.Overlap || c.fill(own.plus(repeated)) > 1 {
				return
			}
			chunk.Span.Start, chunk.Overlap, chunk.Repeated = s.Start, min(start, before.Span.End)-s.Start, repeated.words
			chunk.Words, chunk.Chars = own.words+repeated.words, own.chars+repeated.chars
		}
	}
}
