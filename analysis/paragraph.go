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

// Paragraph is a unit of the text that is never divided: a body paragraph, a block quote, a list,
// or an item of a list or quote that is longer than a fragment should be. It has at least one word.
type Paragraph struct {
	*CountedParagraph
	Span  markup.Span
	Block int // index of the block that contains it

	reading *Reading
}

// CountedParagraph is a paragraph with its words and terms, without its place. Its fields are small and ordered to save memory, because a
// text may have a paragraph for every three bytes.
type CountedParagraph struct {
	Kind         markup.Kind
	EndsSentence bool   // it ends like a sentence; see [language.EndsSentence]
	width        uint16 // length in bytes of its longest line, at most [widest]
	Child        int32  // index of the block's child that is the paragraph, or -1
	Words        int    // number of words of its prose, including stop words

	// Terms are its most frequent terms, in the order of their first occurrence.
	Terms []TermCount

	guest *language.Language // its language, if not the document's
	bytes uint32             // including markup

	// The words of the block up to the end of this paragraph, and how many of them are in paragraphs that end like a sentence: running
	// totals, because a list may have as many items as a text has paragraphs.
	words, sentences uint32
}

// Language returns the language of the paragraph: that of the text, unless it is clearly in another one.
func (p Paragraph) Language() *language.Language {
	if p.guest != nil {
		return p.guest
	}
	return p.reading.Language
}

// TermCount is a term of a paragraph and the number of its occurrences there.
type TermCount = method.Count

// Words returns the number of words in all paragraphs.
func (d *Reading) Words() int { return d.blocks.Sum().words }

func (d *Reading) numParagraphs() int { return d.blocks.Sum().paragraphs }

// paragraphsIn returns the paragraphs [from, to).
func (d *Reading) paragraphsIn(from, to int) []*CountedParagraph {
	return slices.AppendSeq(make([]*CountedParagraph, 0, max(0, to-from)), d.eachParagraphIn(from, to))
}

// eachParagraphIn yields the paragraphs [from, to).
func (d *Reading) eachParagraphIn(from, to int) iter.Seq[*CountedParagraph] {
	return func(yield func(*CountedParagraph) bool) {
		if from >= to {
			return
		}
		at := d.blockPlaceOf(from)
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

// wordsBefore returns the number of words before a paragraph.
func (d *Reading) wordsBefore(paragraph int) int {
	at := d.blockPlaceOf(paragraph)
	sum := at.before.words
	if inside := paragraph - at.before.paragraphs; inside > 0 {
		sum += int(d.blocks.At(at.block).paragraphs[inside-1].words)
	}
	return sum
}

// paragraphOfWord returns the paragraph that contains a word, given the number of words before it; the number of paragraphs if none does.
func (d *Reading) paragraphOfWord(words int) int {
	i, at := d.blocks.Find(func(c blockCounts) bool { return c.words > words })
	if i == d.blocks.Len() {
		return d.numParagraphs()
	}
	c := d.blocks.At(i)
	return at.paragraphs + sort.Search(len(c.paragraphs), func(k int) bool { return at.words+int(c.paragraphs[k].words) > words })
}

// counter counts the words of paragraphs. It is reused to save allocations.
type counter struct {
	format   markup.Format
	language *language.Language
	settings *Settings

	prose []byte
	terms []TermCount
	index []int32         // for each term, its index in terms plus one, or 0
	forms []uint32        // for each form, the number of its occurrences in this paragraph
	seen  []language.Form // the forms that occur

	stops, foreign int // numbers of stop words of the language and of other languages

	histogram [most + 1]int // for each count, the number of terms that have it

	// Counted since the last call of storeParagraphs.
	counted []CountedParagraph
	store   []TermCount
}

// most is the highest count in the histogram. Higher counts are entered as this one.
const most = 63

// keptTogether is the approximate number of paragraphs or terms in a slice: low, because after many edits a few blocks may keep it alive.
const keptTogether = 4096

// counterPool holds counters that are not in use.
var counterPool = sync.Pool{New: func() any { return new(counter) }}

// newCounter returns a counter for the document's prose. The caller must release it.
func (d *Reading) newCounter() *counter {
	c := counterPool.Get().(*counter)
	c.format, c.language, c.settings = d.Format, d.Language, &d.Settings
	return c
}

// release returns a counter to the pool.
func (c *counter) release() {
	c.settings, c.counted, c.store = nil, c.counted[:0], c.store[:0]
	counterPool.Put(c)
}

// countParagraphs counts the paragraphs of all blocks where prose is on.
func (d *Reading) countParagraphs(ctx context.Context) error {
	content := d.Text.String()
	counter := d.newCounter()
	defer counter.release()
	list := make([]*block, 0, d.blocks.Len())
	off, at, kept := false, 0, 0
	for i, c := range d.blocks.From(0) {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if off = c.isProseOffAfter(off); !off {
			c.countParagraphs(counter, content[at:at+int(c.size)])
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

// countParagraphs returns the paragraphs of a block that have words: itself or, if it is a list or quote longer than a fragment should be,
// its children. The block's spans are offsets in text.
func (c *counter) countParagraphs(text string, b markup.Block) []CountedParagraph {
	if !b.Kind.IsProse() {
		return nil
	}
	whole := c.countBlock(text, b)
	whole.Child = -1
	if whole.Words > c.settings.longListWords() && len(b.Children) > 1 {
		from := len(c.counted)
		c.counted = slices.Grow(c.counted, len(b.Children))
		words, sentences := uint32(0), uint32(0)
		for i, child := range b.Children {
			if p := c.countBlock(text, child); p.Words > 0 {
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

// countBlock counts the words of a block and keeps its most frequent terms: the term vector of Heinonen (1998), section 1.
func (c *counter) countBlock(text string, b markup.Block) CountedParagraph {
	p := CountedParagraph{bytes: uint32(b.Span.Len()), Kind: b.Kind, width: longestLineWidth(text[b.Span.Start:b.Span.End])}
	c.prose = c.format.AppendMask(c.prose[:0], text, b)
	if p.Words = c.countWordsIn(c.language); c.mayBeForeign(p.Words) {
		if l := language.DetectForeign(c.prose, c.language); l.Code != c.language.Code {
			p.guest = c.language.Guest(l)
			c.clear()
			p.Words = c.countWordsIn(p.guest)
		}
	}
	if p.words = uint32(p.Words); language.EndsSentence(c.prose) {
		p.EndsSentence, p.sentences = true, p.words
	}
	if len(c.store) > keptTogether { // otherwise a block of many paragraphs would copy all of them again and again
		c.store = make([]TermCount, 0, 2*keptTogether)
	}
	from := len(c.store)
	c.store = c.appendTopTerms(c.store)
	p.Terms = c.store[from:len(c.store):len(c.store)]
	c.clear()
	return p
}

// countWordsIn counts the words of the prose as words of a language, and returns their number.
func (c *counter) countWordsIn(l *language.Language) (words int) {
	c.stops, c.foreign = 0, 0
	l.Vocabulary.Words(c.prose, func(w language.Word, start, end int) {
		if !w.Elided {
			words++
		}
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

// mayBeForeign reports whether the counted paragraph may be in another language than the document. Otherwise slow detection is not tried.
func (c *counter) mayBeForeign(words int) bool {
	const fewest, share, least = 8, 4, 20
	return words >= fewest && c.settings.Language != language.None.Code && (share*c.foreign > c.stops || least*c.stops < words)
}

// longestTerm is the greatest length of a term in characters. A longer word is a key, an address, or data.
const longestTerm = 40

func (c *counter) addWord(w language.Word) {
	if w.Class == language.Stop || w.Class == language.Numeral && !c.settings.Numbers {
		return
	}
	c.forms = growToIndex(c.forms, int(w.Form))
	if c.forms[w.Form]++; c.forms[w.Form] == 1 {
		c.seen = append(c.seen, w.Form)
	}
	c.index = growToIndex(c.index, int(w.Term))
	i := c.index[w.Term]
	if i == 0 {
		c.terms = append(c.terms, TermCount{Term: w.Term, Form: w.Form, Count: 1})
		c.index[w.Term] = int32(len(c.terms))
		return
	}
	t := &c.terms[i-1]
	t.Count++
	if w.Form != t.Form && isPreferredForm(formCount{w.Form, int(c.forms[w.Form])}, formCount{t.Form, int(c.forms[t.Form])}, c.language.Vocabulary) {
		t.Form = w.Form
	}
}

// growToIndex returns the list, extended if necessary so that it has an element i.
func growToIndex[N int32 | uint32](list []N, i int) []N {
	if i >= len(list) {
		list = append(list, make([]N, i+1+i/2-len(list))...)
	}
	return list
}

// clear prepares the counter for the next paragraph.
func (c *counter) clear() {
	for _, t := range c.terms {
		c.index[t.Term] = 0
	}
	for _, f := range c.seen {
		c.forms[f] = 0
	}
	c.terms, c.seen = c.terms[:0], c.seen[:0]
}

// appendTopTerms appends the most frequent terms. Among equally frequent ones at the limit, the first stay, unless the settings keep all.
func (c *counter) appendTopTerms(to []TermCount) []TermCount {
	n := c.settings.numTopTerms()
	if len(c.terms) <= n {
		return append(to, c.terms...)
	}
	// The least count that is kept, and the number of terms with that count that fit.
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

// storeParagraphs moves the paragraphs and terms counted since its last call into slices of exact size, because a text may have a paragraph
// for every three bytes. A block with more than keptTogether paragraphs, such as a list that is the whole text, takes over the counter's
// own slices.
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

// frequencyCutoff returns the least count that is kept, and how many terms with that count are kept, if the histogram cannot tell.
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
