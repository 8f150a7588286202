package analysis

import (
	"slices"
	"sync/atomic"

	"github.com/segls/segls/analysis/describe"
	"github.com/segls/segls/analysis/language"
)

// What a fragment is about. Package describe finds it in the prose of the fragment; here it is
// kept with the fragment for as long as the fragment is as it is.

// Title is a heading for the fragment: what a directive gives it, else what it is about. Its
// text is empty where there is nothing to make one of.
func (f Fragment) Title() describe.Title {
	if f.Given != "" {
		return describe.Title{Text: f.Given, Kind: describe.Given}
	}
	return f.part.title.get(f.document, f.index)
}

// Terms are the words that best say what the fragment is about, as written, the best first.
// They depend only on the fragment.
func (f Fragment) Terms() []string {
	return f.part.terms.get(func() []string {
		return describe.Terms(f.document.languageIn(f.index), f.document.proseOf(f.index))
	})
}

// Names reports whether a term stands in the fragment as names of things do; where little tells, it does.
func (f Fragment) Names(t language.Term) bool {
	_, isName := slices.BinarySearch(f.document.nameableIn(f.index), t)
	return isName
}

// nameableIn are the terms of a fragment, in order, that a reader would name.
func (d *Document) nameableIn(i int) []language.Term {
	return d.parts.At(i).nameable.get(func() []language.Term { return describe.Nameable(d.languageIn(i), d.proseOf(i)) })
}

// Language is the language that most words of the fragment are in, in which it is described.
func (f Fragment) Language() *language.Language { return f.document.languageIn(f.index) }

// title is what a fragment is about, which stays with it until a fifth of its words have
// changed. It is found when somebody first asks, in the document that they ask.
type title struct {
	of       former
	language *language.Language
	made     atomic.Pointer[describe.Title]
}

// former is what a fragment once was.
type former struct {
	paragraphs []*Counted
	lost       int // words that had changed before it was these
}

// changed returns how many words have changed since, and how many there were.
func (f former) changed(paragraphs []*Counted) (changed, all int) {
	changed, all = changedWords(f.paragraphs, paragraphs)
	return f.lost + changed, all
}

// isOutgrown reports whether a fifth of the words have changed since the title was made.
func (t *title) isOutgrown(paragraphs []*Counted, l *language.Language) bool {
	changed, all := t.of.changed(paragraphs)
	return t.language != l || 5*changed >= all
}

// get returns the title of a fragment of a document.
func (t *title) get(d *Document, fragment int) describe.Title {
	if t.made.Load() == nil {
		made := d.entitle(fragment)
		t.made.CompareAndSwap(nil, &made)
	}
	return *t.made.Load()
}

// entitle finds a title for a fragment, among the few around it, which have a say in the
// second thing that it names.
func (d *Document) entitle(i int) describe.Title {
	near := tallies.Get().(*tally)
	defer tallies.Put(near)
	defer near.clear()
	first := d.parts.SumTo(max(0, i-around)).paragraphs
	end := d.parts.SumTo(min(d.parts.Len(), i+around+1)).paragraphs
	for _, paragraph := range d.paragraphsIn(first, end) {
		near.add(paragraph.Terms, 1)
	}
	return describe.Find(d.languageIn(i), d.proseOf(i)).Title(near.of)
}

// around is how many fragments on each side have a say in a title.
const around = 4

// languageIn is the language that most words of a fragment are in.
func (d *Document) languageIn(i int) *language.Language {
	q := d.parts.SumTo(i).paragraphs
	own, words := 0, make(map[*language.Language]int)
	for _, p := range d.paragraphsIn(q, q+d.parts.At(i).size.paragraphs) {
		if p.guest == nil {
			own += p.Words
		} else {
			words[p.guest] += p.Words
		}
	}
	most := d.Language
	for l, n := range words {
		if n > own || n == own && most != d.Language && l.Code < most.Code {
			most, own = l, n
		}
	}
	return most
}

// proseOf is the prose of the paragraphs of a fragment. An edit keeps those of other blocks, and so their keys.
func (d *Document) proseOf(i int) describe.Paragraphs {
	return func(yield func(any, func([]byte) []byte) bool) {
		q := d.parts.SumTo(i).paragraphs
		end := q + d.parts.At(i).size.paragraphs
		at := d.blockOf(q)
		k := q - at.before.paragraphs
		var c *block
		text := "" // of the block, once somebody has asked for it
		appendProse := func(to []byte) []byte {
			if text == "" {
				text = d.textOf(at, c)
			}
			return d.Format.Mask(to, text, c.part(c.paragraphs[k].Child))
		}
		for _, c = range d.blocks.From(at.block) {
			for ; k < len(c.paragraphs); k++ {
				if q++; !yield(&c.paragraphs[k], appendProse) || q == end {
					return
				}
			}
			k, text = 0, ""
			at.before = at.before.Plus(c.Sum())
		}
	}
}
