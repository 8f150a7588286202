package analysis

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"
	"sort"
	"sync"
	"unicode/utf8"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/internal/sequence"
)

// Paragraph is a unit of the text that is never divided: a body paragraph, a block quote, a
// list, or an item of a list that is longer than a fragment should be. It has at least one word.
type Paragraph struct {
	*CountedParagraph
	Span  markup.Span
	Block int // index of the block that it is or belongs to

	reading *Reading
}

// CountedParagraph is a paragraph with its words and terms, without its place. A block keeps it, and a text may have a
// paragraph for every three bytes: hence its order and its small numbers.
type CountedParagraph struct {
	Kind         markup.Kind
	EndsSentence bool   // it closes as a sentence does
	width        uint16 // the length, in bytes, of its longest line, or [widest]
	Child        int32  // index of the block's child that it is, or -1
	Words        int    // all words of its prose, stop words too

	// Terms are its most frequent terms, in the order of their first occurrence.
	Terms []TermCount

	guest *language.Language // that it is in, if not in the document's
	bytes uint32             // with its markup

	// The words of its block up to its end, and how many of them are in paragraphs that end as a
	// sentence does: a list may have as many items as a text has paragraphs.
	words, sentences uint32
}

// Language is the language of the paragraph: that of the text, unless it is surely another one.
func (p Paragraph) Language() *language.Language {
	if p.guest != nil {
		return p.guest
	}
	return p.reading.Language
}

// TermCount is a term of a paragraph and how often it occurs there.
type TermCount = method.Count

// Words is the number of words in all paragraphs.
func (d *Reading) Words() int { return d.blocks.Sum().words }

// paragraphs is the number of the document's paragraphs.
func (d *Reading) paragraphs() int { return d.blocks.Sum().paragraphs }

// paragraphsIn returns the paragraphs [from, to) as they are in their
// blocks.
func (d *Reading) paragraphsIn(from, to int) []*CountedParagraph {
	return slices.AppendSeq(make([]*CountedParagraph, 0, max(0, to-from)), d.eachIn(from, to))
}

// eachIn yields what paragraphsIn returns.
func (d *Reading) eachIn(from, to int) iter.Seq[*CountedParagraph] {
	return func(yield func(*CountedParagraph) bool) {
		if from >= to {
			return
		}
		at := d.blockOf(from)
		q := at.before.paragraphs
		for _, c := range d.blocks.From(at.block) {
			for i := max(0, from-q); i < len(c.paragraphs); i++ {
				if q+i == to || !yield(&c.paragraphs[i]) {
					return
				}
			}
			if q += len(c.paragraphs); q >= to {
				return
			}
		}
	}
}

// wordsTo is the words of the paragraphs before one.
func (d *Reading) wordsTo(paragraph int) int {
	at := d.blockOf(paragraph)
	sum := at.before.words
	if inside := paragraph - at.before.paragraphs; inside > 0 {
		sum += int(d.blocks.At(at.block).paragraphs[inside-1].words)
	}
	return sum
}

// paragraphBeyond is the first paragraph up to whose end there are more than so many words.
func (d *Reading) paragraphBeyond(words int) int {
	i, at := d.blocks.Find(func(c blockCounts) bool { return c.words > words })
	if i == d.blocks.Len() {
		return d.paragraphs()
	}
	c := d.blocks.At(i)
	return at.paragraphs + sort.Search(len(c.paragraphs), func(k int) bool { return at.words+int(c.paragraphs[k].words) > words })
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

	stops, foreign int // the stop words of the language, and those of others

	histogram [most + 1]int // by count: how many terms

	// What has been counted since the last call of keep.
	counted []CountedParagraph
	store   []TermCount
}

// most is the count up to which terms are told apart by a histogram.
const most = 63

// keptTogether is about how many paragraphs or terms are kept in one slice: one that few blocks
// still use after many edits wastes little.
const keptTogether = 4096

// counterPool are counters not in use.
var counterPool = sync.Pool{New: func() any { return new(counter) }}

// counter returns a counter for the document's prose; give it back when done.
func (d *Reading) counter() *counter {
	c := counterPool.Get().(*counter)
	c.format, c.language, c.settings = d.Format, d.Language, &d.Settings
	return c
}

// release gives a counter back.
func (c *counter) release() {
	c.settings, c.counted, c.store = nil, c.counted[:0], c.store[:0]
	counterPool.Put(c)
}

// count makes the paragraphs.
func (d *Reading) count(ctx context.Context) error {
	content := d.Text.String()
	counter := d.counter()
	defer counter.release()
	list := make([]*block, 0, d.blocks.Len())
	off, at, kept := false, 0, 0
	for i, c := range d.blocks.From(0) {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if off = c.isProseOffAfter(off); !off {
			c.count(counter, content[at:at+int(c.size)])
			d.widths.addBlock(c, &d.Settings, 1)
		}
		at += int(c.size)
		list = append(list, c)
		if max(len(counter.counted), len(counter.store)) > keptTogether {
			counter.storeParagraphs(list[kept:])
			kept = len(list)
		}
	}
	counter.storeParagraphs(list[kept:])
	d.blocks = sequence.Of[*block, blockCounts](list)
	return nil
}

// paragraphs returns the paragraphs of a block: itself, or its children where it is a
// list or quote longer than a fragment should be. The block's spans count from the
// start of the text.
func (c *counter) paragraphs(text string, b markup.Block) []CountedParagraph {
	if !b.Kind.IsProse() {
		return nil
	}
	whole := c.count(text, b)
	whole.Child = -1
	if whole.Words > c.settings.longListWords() && len(b.Children) > 1 {
		from := len(c.counted)
		c.counted = slices.Grow(c.counted, len(b.Children))
		words, sentences := uint32(0), uint32(0)
		for i, child := range b.Children {
			if p := c.count(text, child); p.Words > 0 {
				p.Child = int32(i)
				p.words, p.sentences = p.words+words, p.sentences+sentences
				words, sentences = p.words, p.sentences
				c.counted = append(c.counted, p)
			}
		}
		return c.counted[from:len(c.counted):len(c.counted)]
	}
	if whole.Words == 0 {
		return nil
	}
	c.counted = append(c.counted, whole)
	return c.counted[len(c.counted)-1 : len(c.counted) : len(c.counted)]
}

// count counts the words of a block and keeps its most frequent terms: the term
// vector of Heinonen (1998), section 1.
func (c *counter) count(text string, b markup.Block) CountedParagraph {
	p := CountedParagraph{bytes: uint32(b.Span.Len()), Kind: b.Kind, width: widthOf(text[b.Span.Start:b.Span.End])}
	c.prose = c.format.AppendMask(c.prose[:0], text, b)
	if p.Words = c.countIn(c.language); c.mayBeForeign(p.Words) {
		if l := language.DetectForeign(c.prose, c.language); l.Code != c.language.Code {
			p.guest = c.language.Guest(l)
			c.clear()
			p.Words = c.countIn(p.guest)
		}
	}
	if p.words = uint32(p.Words); language.EndsSentence(c.prose) {
		p.EndsSentence, p.sentences = true, p.words
	}
	if len(c.store) > keptTogether { // in a block of many paragraphs, for which all would be copied again and again
		c.store = make([]TermCount, 0, 2*keptTogether)
	}
	from := len(c.store)
	c.store = c.appendTopTerms(c.store)
	p.Terms = c.store[from:len(c.store):len(c.store)]
	c.clear()
	return p
}

// countIn counts the words of the prose as those of a language, and returns how many there are.
func (c *counter) countIn(l *language.Language) (words int) {
	c.stops, c.foreign = 0, 0
	l.Vocabulary.Words(c.prose, func(w language.Word, start, end int) {
		words++
		if w.Class == language.Stop {
			c.stops++
		} else if w.Foreign {
			c.foreign++
		}
		if end-start <= longestTerm || utf8.RuneCount(c.prose[start:end]) <= longestTerm {
			c.addWord(w)
		}
	})
	return words
}

// mayBeForeign reports whether what has been counted may be in another language than the document,
// which hardly any paragraph is: it has stop words of others, or none at all.
func (c *counter) mayBeForeign(words int) bool {
	const fewest, share, least = 8, 4, 20
	return words >= fewest && c.settings.Language != language.None.Code && (share*c.foreign > c.stops || least*c.stops < words)
}

// longestTerm is how many characters a word may have that says something: a longer one is a
// key, an address, or data.
const longestTerm = 40

func (c *counter) addWord(w language.Word) {
	if w.Class == language.Stop || w.Class == language.Numeral && !c.settings.Numbers {
		return
	}
	c.forms = grownTo(c.forms, int(w.Form))
	if c.forms[w.Form]++; c.forms[w.Form] == 1 {
		c.seen = append(c.seen, w.Form)
	}
	c.index = grownTo(c.index, int(w.Term))
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

// grownTo is the list, longer if need be, so that it has an element i.
func grownTo[N int32 | uint32](list []N, i int) []N {
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

// appendTopTerms appends the most frequent terms. Of equals at the cut, the first to occur stay.
func (c *counter) appendTopTerms(to []TermCount) []TermCount {
	n := c.settings.topTerms()
	if len(c.terms) <= n {
		return append(to, c.terms...)
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
		least, ties = c.frequencyCutoff(n)
	}
	if c.settings.TermTies == TiesAll {
		ties = math.MaxInt
	}
	for _, t := range c.terms {
		switch {
		case t.Count > least:
			to = append(to, t)
		case t.Count == least && ties > 0:
			to = append(to, t)
			ties--
		}
	}
	return to
}

// storeParagraphs gives the blocks counted since its last call their paragraphs and terms in slices that hold
// nothing else: a text may have a paragraph for every three bytes. A block that has more than are kept together,
// such as a list that is the whole text, takes over the counter's own slices.
func (c *counter) storeParagraphs(blocks []*block) {
	paragraphs, terms, taken := 0, 0, false
	for _, b := range blocks {
		if len(b.paragraphs) > keptTogether {
			taken = true
			continue
		}
		paragraphs += len(b.paragraphs)
		for i := range b.paragraphs {
			terms += len(b.paragraphs[i].Terms)
		}
	}
	kept, keptTerms := make([]CountedParagraph, 0, paragraphs), make([]TermCount, 0, terms)
	for _, b := range blocks {
		if len(b.paragraphs) > keptTogether {
			continue
		}
		from := len(kept)
		for _, p := range b.paragraphs {
			first := len(keptTerms)
			keptTerms = append(keptTerms, p.Terms...)
			p.Terms = keptTerms[first:len(keptTerms):len(keptTerms)]
			kept = append(kept, p)
		}
		if len(kept) > from {
			b.paragraphs = kept[from:len(kept):len(kept)]
		}
	}
	if c.counted, c.store = c.counted[:0], c.store[:0]; taken {
		c.counted, c.store = nil, nil
	}
}

// frequencyCutoff tells top which terms to keep where more than n terms are too frequent for the
// histogram.
func (c *counter) frequencyCutoff(n int) (least uint32, ties int) {
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
