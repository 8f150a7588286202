package analysis

import (
	"cmp"
	"slices"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// Paragraph is a unit of the text that is never cut: a body paragraph, a block
// quote, a list, or an item of a list that is longer than a fragment should be.
// It has at least one word.
type Paragraph struct {
	Span  markup.Span
	Kind  markup.Kind
	Block int // index of the block that it is or belongs to
	Child int // index of the block's child that it is, or -1
	Words int // all words of its prose, stop words too
	Terms []TermCount

	// EndsSentence tells whether the paragraph closes as a sentence does.
	EndsSentence bool
}

// TermCount is a term of a paragraph and how often it occurs there.
type TermCount struct {
	Term  language.Term
	Count int
	Form  language.Form // how it is most often written there
	Rank  int           // how many of the paragraph's terms occur before it
}

// counter counts the words of paragraphs. It keeps what it allocates.
type counter struct {
	text     string
	format   markup.Format
	language *language.Language
	settings *Settings

	prose []byte
	index map[language.Term]int // into terms
	terms []TermCount
	forms map[language.Form]int // occurrences in this paragraph
}

// paragraphs appends what a block contributes: itself, or its children where it
// is a list or quote longer than a fragment should be.
func (c *counter) paragraphs(dst []Paragraph, number int, b markup.Block) []Paragraph {
	if !b.Kind.IsProse() {
		return dst
	}
	whole := c.count(b)
	whole.Block, whole.Child = number, -1
	if whole.Words > c.settings.PreferredWords && len(b.Children) > 1 {
		for i, child := range b.Children {
			if p := c.count(child); p.Words > 0 {
				p.Block, p.Child = number, i
				dst = append(dst, p)
			}
		}
		return dst
	}
	if whole.Words > 0 {
		dst = append(dst, whole)
	}
	return dst
}

// count counts the words of a block and keeps its most frequent terms: the term
// vector of Heinonen (1998), section 1.
func (c *counter) count(b markup.Block) Paragraph {
	p := Paragraph{Span: b.Span, Kind: b.Kind}
	c.prose = c.format.Mask(c.prose[:0], c.text, b)
	c.terms = c.terms[:0]
	if c.index == nil {
		c.index, c.forms = make(map[language.Term]int), make(map[language.Form]int)
	}
	clear(c.index)
	clear(c.forms)
	c.language.Vocabulary.Words(c.prose, func(w language.Word) {
		p.Words++
		c.add(w)
	})
	p.EndsSentence = language.EndsSentence(c.prose)
	p.Terms = c.top()
	return p
}

func (c *counter) add(w language.Word) {
	if w.Class == language.Stop || w.Class == language.Numeral && !c.settings.Numbers {
		return
	}
	c.forms[w.Form]++
	i, ok := c.index[w.Term]
	if !ok {
		c.index[w.Term] = len(c.terms)
		c.terms = append(c.terms, TermCount{w.Term, 1, w.Form, len(c.terms)})
		return
	}
	t := &c.terms[i]
	t.Count++
	if isPreferred(formCount{w.Form, c.forms[w.Form]}, formCount{t.Form, c.forms[t.Form]}, c.language.Vocabulary) {
		t.Form = w.Form
	}
}

// top is the most frequent terms, sorted by term. Until here they stand in the
// order of their first occurrence, which a stable sort keeps among equals.
func (c *counter) top() []TermCount {
	top := c.terms
	if n := c.settings.topTerms(); len(top) > n {
		slices.SortStableFunc(top, func(a, b TermCount) int { return cmp.Compare(b.Count, a.Count) })
		last := top[n-1].Count
		for c.settings.TermTies == TiesAll && n < len(top) && top[n].Count == last {
			n++
		}
		top = top[:n]
	}
	kept := slices.Clone(top)
	slices.SortFunc(kept, func(a, b TermCount) int { return cmp.Compare(a.Term, b.Term) })
	return kept
}

// Prose is the prose of a paragraph, each byte that is none a space; see
// [markup.Format.Mask].
func (d *Document) Prose(p Paragraph) []byte {
	return d.Format.Mask(nil, d.Text.content, d.block(p))
}

// block is the block that a paragraph is.
func (d *Document) block(p Paragraph) markup.Block {
	if p.Child >= 0 {
		return d.blocks[p.Block].Children[p.Child]
	}
	return d.blocks[p.Block]
}

// Sentences are the extents of a paragraph's sentences.
func (d *Document) Sentences(p Paragraph) []markup.Span {
	var spans []markup.Span
	for start, end := range d.Language.Sentences(d.Prose(p)) {
		spans = append(spans, markup.Span{Start: start, End: end}.Shift(p.Span.Start))
	}
	return spans
}
