package analysis

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment/sequence"
)

// Paragraph is a unit of the text that is never divided: a body paragraph, a block quote, a
// list, or an item of a list that is longer than a fragment should be. It has at least one word.
type Paragraph struct {
	Span  markup.Span
	Kind  markup.Kind
	Block int // index of the block that it is or belongs to
	Child int // index of the block's child that it is, or -1
	Words int // all words of its prose, stop words too

	// Terms are its most frequent terms, in the order of their first occurrence.
	Terms []TermCount

	// EndsSentence is set if the paragraph closes as a sentence does.
	EndsSentence bool

	width    int       // the length, in bytes, of its longest line
	document *Document // of a paragraph with its place in the text
}

// TermCount is a term of a paragraph and how often it occurs there.
type TermCount = method.Count

// Words is the number of words in all paragraphs.
func (d *Document) Words() int { return d.blocks.Sum().words }

// paragraphs is the number of the document's paragraphs.
func (d *Document) paragraphs() int { return d.blocks.Sum().paragraphs }

// paragraphsIn are the paragraphs from one to another, exclusive, as they are in their
// blocks.
func (d *Document) paragraphsIn(from, to int) []*Paragraph {
	list := make([]*Paragraph, 0, max(0, to-from))
	if from >= to {
		return list
	}
	at := d.blockOf(from)
	q := at.before.paragraphs
	for _, c := range d.blocks.From(at.block) {
		for i := range c.paragraphs {
			if q >= from {
				list = append(list, &c.paragraphs[i])
			}
			if q++; q == to {
				return list
			}
		}
	}
	return list
}

// wordsTo is the words of the paragraphs before one.
func (d *Document) wordsTo(paragraph int) int {
	at := d.blockOf(paragraph)
	sum := at.before.words
	if at.block < d.blocks.Len() {
		for _, p := range d.blocks.At(at.block).paragraphs[:paragraph-at.before.paragraphs] {
			sum += p.Words
		}
	}
	return sum
}

// counter counts the words of paragraphs. It keeps what it allocates.
type counter struct {
	format   markup.Format
	language *language.Language
	settings *Settings

	prose []byte
	terms []TermCount
	index []int32         // by term: one more than its place in terms
	forms []uint32        // by form: occurrences in this paragraph
	seen  []language.Form // those that occur

	histogram [most + 1]int // by count: how many terms
}

// most is the count up to which terms are told apart by a histogram.
const most = 63

// counters are counters not in use.
var counters = sync.Pool{New: func() any { return new(counter) }}

// counter returns a counter for the document's prose; give it back when done.
func (d *Document) counter() *counter {
	c := counters.Get().(*counter)
	c.format, c.language, c.settings = d.Format, d.Language, &d.Settings
	return c
}

// release gives a counter back.
func (c *counter) release() {
	c.settings = nil
	counters.Put(c)
}

// count makes the paragraphs.
func (d *Document) count(ctx context.Context) error {
	content := d.Text.String()
	counter := d.counter()
	defer counter.release()
	list := make([]*block, 0, d.blocks.Len())
	off, at := false, 0
	for i, c := range d.blocks.From(0) {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if off = c.turns(off); !off {
			c.count(counter, content[at:at+c.sum.bytes])
			d.widths.add(c, &d.Settings, 1)
		}
		at += c.sum.bytes
		list = append(list, c)
	}
	d.blocks = sequence.Of[*block, contents](list)
	return nil
}

// paragraphs are what a block contributes: itself, or its children where it is a
// list or quote longer than a fragment should be. The block's spans count from the
// start of the text.
func (c *counter) paragraphs(text string, b markup.Block) []Paragraph {
	if !b.Kind.IsProse() {
		return nil
	}
	whole := c.count(text, b)
	whole.Child = -1
	if whole.Words > c.settings.longList() && len(b.Children) > 1 {
		var items []Paragraph
		for i, child := range b.Children {
			if p := c.count(text, child); p.Words > 0 {
				p.Child = i
				items = append(items, p)
			}
		}
		return items
	}
	if whole.Words == 0 {
		return nil
	}
	return []Paragraph{whole}
}

// count counts the words of a block and keeps its most frequent terms: the term
// vector of Heinonen (1998), section 1.
func (c *counter) count(text string, b markup.Block) Paragraph {
	p := Paragraph{Span: b.Span, Kind: b.Kind, width: widest(text[b.Span.Start:b.Span.End])}
	c.prose = c.format.Mask(c.prose[:0], text, b)
	c.language.Vocabulary.Words(c.prose, func(w language.Word, start, end int) {
		p.Words++
		if end-start <= longestTerm || utf8.RuneCount(c.prose[start:end]) <= longestTerm {
			c.add(w)
		}
	})
	p.EndsSentence = language.EndsSentence(c.prose)
	p.Terms = c.top()
	c.clear()
	return p
}

// longestTerm is how many characters a word may have that says something: a longer one is a
// key, an address, or data.
const longestTerm = 40

func (c *counter) add(w language.Word) {
	if w.Class == language.Stop || w.Class == language.Numeral && !c.settings.Numbers {
		return
	}
	c.forms = reach(c.forms, int(w.Form))
	if c.forms[w.Form]++; c.forms[w.Form] == 1 {
		c.seen = append(c.seen, w.Form)
	}
	c.index = reach(c.index, int(w.Term))
	i := c.index[w.Term]
	if i == 0 {
		c.terms = append(c.terms, TermCount{Term: w.Term, Form: w.Form, Count: 1})
		c.index[w.Term] = int32(len(c.terms))
		return
	}
	t := &c.terms[i-1]
	t.Count++
	if w.Form != t.Form && isPreferred(formCount{w.Form, int(c.forms[w.Form])}, formCount{t.Form, int(c.forms[t.Form])}, c.language.Vocabulary) {
		t.Form = w.Form
	}
}

// reach is the list, longer if need be, so that it has an element i.
func reach[N int32 | uint32](list []N, i int) []N {
	if i >= len(list) {
		list = append(list, make([]N, i+1+i/2-len(list))...)
	}
	return list
}

// clear makes the counter ready for the next paragraph.
func (c *counter) clear() {
	for _, t := range c.terms {
		c.index[t.Term] = 0
	}
	for _, f := range c.seen {
		c.forms[f] = 0
	}
	c.terms, c.seen = c.terms[:0], c.seen[:0]
}

// top is the most frequent terms. Of equals at the cut, the first to occur stay.
func (c *counter) top() []TermCount {
	n := c.settings.topTerms()
	if len(c.terms) <= n {
		return append([]TermCount(nil), c.terms...)
	}
	// The least count that gets in, and for how many terms with it there is room.
	clear(c.histogram[:])
	for _, t := range c.terms {
		c.histogram[min(t.Count, most)]++
	}
	least, ties := uint32(most), n
	for ; ties > c.histogram[least] && least > 1; least-- {
		ties -= c.histogram[least]
	}
	if least == most && c.histogram[most] > n {
		least, ties = c.leastOf(n)
	}
	if c.settings.TermTies == TiesAll {
		ties = math.MaxInt
	}
	top := make([]TermCount, 0, n)
	for _, t := range c.terms {
		switch {
		case t.Count > least:
			top = append(top, t)
		case t.Count == least && ties > 0:
			top = append(top, t)
			ties--
		}
	}
	return top
}

// leastOf is what top wants to know where more than n terms are too frequent for the
// histogram.
func (c *counter) leastOf(n int) (least uint32, ties int) {
	counts := make([]uint32, len(c.terms))
	for i, t := range c.terms {
		counts[i] = t.Count
	}
	slices.SortFunc(counts, func(a, b uint32) int { return cmp.Compare(b, a) })
	for ties < n && counts[n-1-ties] == counts[n-1] {
		ties++
	}
	return counts[n-1], ties
}
