package analysis

import (
	"cmp"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// block is a top-level block of a document with the blank lines after it, up to the next one. The first block begins where the text begins.
// A block is immutable and does not depend on the text before it. Its integer types are small because a text may have a block for every
// three bytes.
type block struct {
	markup.Block // its spans count from its own first byte
	paragraphs   []CountedParagraph

	*heading                   // only for headings
	directive *parsedDirective // only for directives

	size      uint32 // in bytes, with the blank lines
	conflicts uint32 // unresolved Git merge conflicts, except in code
	suspects  uint32 // see blockCounts
	restarts  bool   // a blank line ends the block, and the scanner starts afresh after it

	verdicts atomic.Pointer[[]check.Verdict] // the verdicts on its paragraphs; nil until they are needed
}

// heading holds the fields that only headings have.
type heading struct {
	title    string // as its reader sees it
	revision uint64
}

// Sum returns the counts of the block. They are computed each time, to keep blocks small.
func (c *block) Sum() blockCounts {
	sum := blockCounts{bytes: int(c.size), paragraphs: len(c.paragraphs), suspects: int(c.suspects), conflicts: int(c.conflicts)}
	if n := len(c.paragraphs); n > 0 {
		sum.words, sum.sentences = int(c.paragraphs[n-1].words), int(c.paragraphs[n-1].sentences)
	}
	switch {
	case c.heading != nil:
		sum.headings = 1
	case c.Kind == markup.Rule:
		sum.rules = 1
	case c.directive != nil:
		sum.directives = 1
		if c.switchesProse() {
			sum.switches = 1
		}
	}
	return sum
}

// switchesProse reports whether the block is a directive that turns prose off or on.
func (c *block) switchesProse() bool {
	return c.directive != nil && (c.directive.name == directiveOff || c.directive.name == directiveOn)
}

// blockCounts counts the contents of a stretch of text.
type blockCounts struct {
	bytes      int
	paragraphs int
	words      int
	sentences  int // the words of paragraphs that end like a sentence
	headings   int
	rules      int
	directives int
	switches   int // the directives that turn prose off or on
	suspects   int // paragraphs that are longer or shorter than the settings allow
	conflicts  int // unresolved Git merge conflicts, except in code
}

// Plus returns the sum of the counts of two stretches.
func (c blockCounts) Plus(d blockCounts) blockCounts {
	return blockCounts{
		c.bytes + d.bytes, c.paragraphs + d.paragraphs, c.words + d.words, c.sentences + d.sentences,
		c.headings + d.headings, c.rules + d.rules, c.directives + d.directives, c.switches + d.switches, c.suspects + d.suspects,
		c.conflicts + d.conflicts,
	}
}

// newBlocks returns the blocks of a text that has been scanned. It takes ownership of the scanned blocks.
func newBlocks(f markup.Format, text string, scanned []markup.Block) []*block {
	list := make([]*block, len(scanned))
	store := make([]block, len(scanned))
	for i, b := range scanned {
		start, end := 0, len(text)
		if i > 0 {
			start = b.Span.Start
		}
		if i+1 < len(scanned) {
			end = scanned[i+1].Span.Start
		}
		c := &store[i]
		c.Block = b
		c.Shift(-start)
		c.size = uint32(end - start)
		c.restarts = f.RestartsAfter(text[b.Span.Start:b.Span.End], text[b.Span.End:end])
		if b.Kind != markup.Code {
			c.conflicts = uint32(len(markup.Conflicts(text[b.Span.Start:b.Span.End])))
		}
		switch b.Kind {
		case markup.Heading:
			c.heading = &heading{title: f.Title(text[start:end], c.Block), revision: lastRevision.Add(1)}
		case markup.Directive:
			c.directive = parseDirectiveBlock(c, text[start:end])
		}
		list[i] = c
	}
	return list
}

// countParagraphs finds the block's paragraphs, given the text of the block.
func (c *block) countParagraphs(counter *counter, text string) {
	c.paragraphs = counter.countParagraphs(text, c.Block)
	for _, p := range c.paragraphs {
		if counter.violatesLimits(p) {
			c.suspects++
		}
	}
}

// isProseOffAfter reports whether prose is off after the block, given whether it is off before it.
func (c *block) isProseOffAfter(off bool) bool {
	if !c.switchesProse() {
		return off
	}
	return c.directive.name == directiveOff
}

// isProseOff reports whether prose is off before a block.
func (d *Reading) isProseOff(at blockPlace) bool {
	if at.before.switches == 0 {
		return false
	}
	i, _ := d.blocks.Find(func(c blockCounts) bool { return c.switches >= at.before.switches })
	return d.blocks.At(i).isProseOffAfter(false)
}

// violatesLimits reports whether a paragraph is longer or shorter than the settings allow.
func (c *counter) violatesLimits(p CountedParagraph) bool {
	most := c.settings.ParagraphMaxWords
	return p.Words < c.settings.ParagraphMinWords || most > 0 && p.Words > most
}

// eachLineWidth yields the widths of the block's body paragraphs that are not too short, for the document's usual line width.
func (c *block) eachLineWidth(s *Settings, yield func(width uint16)) {
	for _, p := range c.paragraphs {
		if p.Kind == markup.Paragraph && p.Words >= s.ParagraphMinWords {
			yield(p.width)
		}
	}
}

// lineWidths counts paragraphs by the width of their longest line in bytes, in ascending order.
type lineWidths []linesOfWidth

type linesOfWidth struct {
	width uint16
	lines int32
}

// widest is the greatest width that is counted. Longer lines count with this width.
const widest = 511

// addBlock adds the line widths of a block, n times; a negative n removes them.
func (w *lineWidths) addBlock(c *block, s *Settings, n int32) {
	c.eachLineWidth(s, func(width uint16) {
		i, isThere := slices.BinarySearchFunc(*w, width, func(l linesOfWidth, width uint16) int { return cmp.Compare(l.width, width) })
		if !isThere {
			*w = slices.Insert(*w, i, linesOfWidth{width: width})
		}
		if (*w)[i].lines += n; (*w)[i].lines == 0 {
			*w = slices.Delete(*w, i, i+1)
		}
	})
}

// median returns the median width, or 0 if there are no paragraphs.
func (w lineWidths) median() int {
	total := int32(0)
	for _, l := range w {
		total += l.lines
	}
	before := int32(0)
	for _, l := range w {
		if before += l.lines; before > total/2 {
			return int(l.width)
		}
	}
	return 0
}

// longestLineWidth returns the length in bytes of the longest line of a text, but at most widest.
func longestLineWidth(text string) uint16 {
	longest := 0
	for line := range markup.Lines(text) {
		longest = max(longest, line.Len())
	}
	return uint16(min(longest, widest))
}

// blockPlace is the place of a block in the document.
type blockPlace struct {
	block  int // its index
	before blockCounts
}

// blockPlaceOf returns the place of the block that contains a paragraph.
func (d *Reading) blockPlaceOf(paragraph int) blockPlace {
	i, before := d.blocks.Find(func(c blockCounts) bool { return c.paragraphs > paragraph })
	return blockPlace{i, before}
}

// blockPlaceAt returns the place of the block that contains the byte at an offset.
func (d *Reading) blockPlaceAt(offset int) blockPlace {
	i, before := d.blocks.Find(func(c blockCounts) bool { return c.bytes > offset })
	return blockPlace{i, before}
}

func (d *Reading) textOf(at blockPlace, c *block) string {
	return d.Text.Slice(markup.Span{Start: at.before.bytes, End: at.before.bytes + int(c.size)})
}

// Prose returns the text of the paragraph with every byte that is not prose replaced by a space; see [markup.Format.AppendMask].
func (p Paragraph) Prose() []byte {
	text, b := p.blockAndText()
	return p.reading.Format.AppendMask(nil, text, b)
}

// Sentences returns the spans of the paragraph's sentences in the text.
func (p Paragraph) Sentences() []markup.Span {
	return sentenceSpans(p.Language(), p.Prose(), p.Span.Start)
}

// Opening returns the beginning of the paragraph as its reader sees it, shortened to at most n characters.
func (p Paragraph) Opening(n int) string {
	text, b := p.blockAndText()
	run := b.Runs[0].Prefix(8 * n) // avoids reading all of a long paragraph
	return shorten(strings.ToValidUTF8(p.reading.Format.PlainRun(text, run), ""), n)
}

// blockAndText returns the block or child that is the paragraph, and the text to which its spans refer.
func (p Paragraph) blockAndText() (string, markup.Block) {
	at := p.reading.blockPlaceAt(p.Span.Start)
	c := p.reading.blocks.At(at.block)
	return p.reading.textOf(at, c), c.blockOrChild(p.Child)
}

// blockOrChild returns the child at an index, or the block itself if the index is negative.
func (c *block) blockOrChild(child int32) markup.Block {
	if child >= 0 {
		return c.Children[child]
	}
	return c.Block
}

// spanOf returns the span of a paragraph of the block.
func (c *block) spanOf(p *CountedParagraph) markup.Span {
	if p.Child >= 0 {
		return c.Children[p.Child].Span
	}
	return c.Span
}

func sentenceSpans(l *language.Language, prose []byte, from int) []markup.Span {
	var spans []markup.Span
	for start, end := range l.Sentences(prose) {
		spans = append(spans, markup.Span{Start: start, End: end}.Shift(from))
	}
	return spans
}
