package analysis

import (
	"sync/atomic"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// chunk is a top-level block of a document with the blank lines after it, up to the
// next one; the first one begins where the text begins. Chunks know nothing of what
// stands before them: spans in a chunk count from its start, and are so in its block
// and its paragraphs. A chunk does not change.
type chunk struct {
	block      markup.Block
	paragraphs []Paragraph
	sum        contents

	title    string  // of a heading, as its reader sees it
	id       string  // of a heading: what its section is known by
	revision uint64  // of a heading
	saying   *saying // of a directive

	// restarts tells whether a blank line ends the chunk, so that what follows begins
	// afresh.
	restarts bool

	verdicts atomic.Pointer[[]verdict] // on its paragraphs, once somebody has asked
}

// Sum is what the chunk contains.
func (c *chunk) Sum() contents { return c.sum }

// contents counts what is in a stretch of text.
type contents struct {
	bytes      int
	paragraphs int
	words      int
	sentences  int // the words of paragraphs that end as a sentence does
	headings   int
	directives int
	switches   int // the directives that turn prose off or on
	suspects   int // paragraphs that are longer or shorter than they should be
	conflicts  int // of git, but for those that code shows
}

// Plus is the contents of two stretches.
func (c contents) Plus(d contents) contents {
	return contents{
		c.bytes + d.bytes, c.paragraphs + d.paragraphs, c.words + d.words, c.sentences + d.sentences,
		c.headings + d.headings, c.directives + d.directives, c.switches + d.switches, c.suspects + d.suspects,
		c.conflicts + d.conflicts,
	}
}

// chunks cuts a stretch of text at its blocks, which the stretch was scanned for. The
// blocks become part of the chunks.
func chunks(f markup.Format, text string, blocks []markup.Block) []*chunk {
	list := make([]*chunk, len(blocks))
	store := make([]chunk, len(blocks))
	for i, b := range blocks {
		start, end := 0, len(text)
		if i > 0 {
			start = b.Span.Start
		}
		if i+1 < len(blocks) {
			end = blocks[i+1].Span.Start
		}
		c := &store[i]
		c.block = b
		c.block.Shift(-start)
		c.sum.bytes = end - start
		c.restarts = f.Afresh(text[b.Span.Start:b.Span.End], text[b.Span.End:end])
		if b.Kind != markup.Code {
			c.sum.conflicts = len(markup.Conflicts(text[b.Span.Start:b.Span.End]))
		}
		switch b.Kind {
		case markup.Heading:
			c.sum.headings = 1
			c.title = f.Title(text[start:end], c.block)
			c.revision = revisions.Add(1)
		case markup.Directive:
			c.sum.directives = 1
			c.saying = readSaying(c, text[start:end])
			if c.saying.name == directiveOff || c.saying.name == directiveOn {
				c.sum.switches = 1
			}
		}
		list[i] = c
	}
	return list
}

// count finds the chunk's paragraphs; text is the chunk's.
func (c *chunk) count(counter *counter, text string) {
	c.paragraphs = counter.paragraphs(text, c.block)
	for _, p := range c.paragraphs {
		c.sum.paragraphs++
		c.sum.words += p.Words
		if p.EndsSentence {
			c.sum.sentences += p.Words
		}
		if counter.isSuspect(p) {
			c.sum.suspects++
		}
	}
}

// isSuspect tells whether a paragraph is longer or shorter than one should be.
func (c *counter) isSuspect(p Paragraph) bool {
	most := c.settings.ParagraphMaxWords
	return p.Words < c.settings.ParagraphMinWords || most > 0 && p.Words > most
}

// usual is the share of a chunk in what is usual in its document.
func (c *chunk) usual(s *Settings, yield func(width int)) {
	for _, p := range c.paragraphs {
		if p.Kind == markup.Paragraph && p.Words >= s.ParagraphMinWords {
			yield(p.width)
		}
	}
}

// widths counts lines by their width in bytes; all above the last are counted there.
type widths [512]int32

// add counts the lines of a chunk, n times.
func (w *widths) add(c *chunk, s *Settings, n int32) {
	c.usual(s, func(width int) { w[min(width, len(w)-1)] += n })
}

// median is the width in the middle, or 0 if there are no lines.
func (w *widths) median() int {
	total := int32(0)
	for _, n := range w {
		total += n
	}
	before := int32(0)
	for width, n := range w {
		if before += n; n > 0 && before > total/2 {
			return width
		}
	}
	return 0
}

// widest is the length, in bytes, of the longest line of a text.
func widest(text string) int {
	longest := 0
	for line := range markup.Lines(text) {
		longest = max(longest, line.Len())
	}
	return longest
}

// A place is where a chunk stands.
type place struct {
	chunk  int // its index
	before contents
}

// chunkOf is where the chunk with a paragraph stands.
func (d *Document) chunkOf(paragraph int) place {
	i, before := d.chunks.Find(func(c contents) bool { return c.paragraphs > paragraph })
	return place{i, before}
}

// chunkAt is where the chunk with the byte at an offset stands.
func (d *Document) chunkAt(offset int) place {
	i, before := d.chunks.Find(func(c contents) bool { return c.bytes > offset })
	return place{i, before}
}

// textOf is the text of a chunk.
func (d *Document) textOf(at place, c *chunk) string {
	return d.Text.Slice(markup.Span{Start: at.before.bytes, End: at.before.bytes + c.sum.bytes})
}

// Prose is the prose of a paragraph, each byte that is none a space; see
// [markup.Format.Mask].
func (d *Document) Prose(p Paragraph) []byte {
	at := d.chunkAt(p.Span.Start)
	c := d.chunks.At(at.chunk)
	return d.Format.Mask(nil, d.textOf(at, c), c.part(p.Child))
}

// part is the chunk's block, or a child of it.
func (c *chunk) part(child int) markup.Block {
	if child >= 0 {
		return c.block.Children[child]
	}
	return c.block
}

// Sentences are the extents of a paragraph's sentences.
func (d *Document) Sentences(p Paragraph) []markup.Span {
	return sentences(d.Language, d.Prose(p), p.Span.Start)
}

func sentences(l *language.Language, prose []byte, from int) []markup.Span {
	var spans []markup.Span
	for start, end := range l.Sentences(prose) {
		spans = append(spans, markup.Span{Start: start, End: end}.Shift(from))
	}
	return spans
}
