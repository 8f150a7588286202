package analysis

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/segls/segls/analysis/describe"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// This file keeps the title of a fragment until the fragment has changed enough. Package describe finds it in the fragment's prose.

// Title returns a heading for the fragment: the one from a directive, or else one that describes it. Its text is empty if none can be
// found.
func (f Fragment) Title() describe.Title {
	if f.Given != "" {
		return describe.Title{Text: f.Given, Kind: describe.Given}
	}
	if made := f.part.title.made.Load(); made != nil {
		return *made
	}
	f.document.makeTitles(f.index + 1)
	return *f.part.title.made.Load()
}

// Terms returns the words that best describe the fragment, as written, the best first. They depend only on the fragment.
func (f Fragment) Terms() []string { return f.document.fragmentTerms(f.index, f.part) }

func (d *Document) fragmentTerms(i int, p *fragmentState) []string {
	return p.terms.get(func() []string { return describe.Terms(d.fragmentLanguage(i), d.fragmentProse(i)) })
}

// Names reports whether a reader would name a term of the fragment; see [describe.Nameable].
func (f Fragment) Names(t language.Term) bool {
	_, isName := slices.BinarySearch(f.document.nameableTermsIn(f.index), t)
	return isName
}

// nameableTermsIn returns the terms of a fragment that a reader would name, in ascending order.
func (d *Document) nameableTermsIn(i int) []language.Term {
	return d.parts.At(i).nameable.get(func() []language.Term { return describe.Nameable(d.fragmentLanguage(i), d.fragmentProse(i)) })
}

// Language returns the language of most words of the fragment, in which it is described.
func (f Fragment) Language() *language.Language { return f.document.fragmentLanguage(f.index) }

// title is the title of a fragment, computed on first use, from the document that asks. It stays with the fragment until it is outdated.
type title struct {
	of       formerWords
	language *language.Language
	made     atomic.Pointer[describe.Title]
}

// formerWords is the text of a fragment at an earlier time.
type formerWords struct {
	paragraphs []*CountedParagraph
	lost       int // words that had changed before that time
}

// countChangedSince returns the number of words that have changed since that time, and the number of words then.
func (f formerWords) countChangedSince(paragraphs []*CountedParagraph) (changed, all int) {
	changed, all = countChangedWords(f.paragraphs, paragraphs)
	return f.lost + changed, all
}

// isOutdated reports whether the title must be made again because a fifth of the words, or the language, have changed.
func (t *title) isOutdated(paragraphs []*CountedParagraph, l *language.Language) bool {
	changed, all := t.of.countChangedSince(paragraphs)
	return t.language != l || 5*changed >= all
}

// around is the number of fragments on each side with which a title is compared; the titles of all earlier ones affect it, too.
const around = 4

// uniqueAttempts is the number of titles tried to find a unique one. Later ones describe the fragment less well than a repeated one.
const uniqueAttempts = 3

// titleAssigner gives titles to the fragments of a document, in order.
type titleAssigner struct {
	sync.Mutex
	next int             // the first fragment without a title
	said map[string]bool // the titles given so far, in lower case
	last []string        // the titles of the nearest fragments before next
}

// makeTitles finds titles for the fragments [0, end) that have none, preferably ones that no earlier fragment has, or none nearby.
func (d *Document) makeTitles(end int) {
	g := &d.memos.titling
	g.Lock()
	defer g.Unlock()
	if g.next >= end {
		return
	}
	if g.said == nil {
		g.said = make(map[string]bool)
	}
	first, choices := g.next, make([][]describe.Title, end-g.next)
	d.forEachConcurrently(first, end, func(i int, p *fragmentState) {
		if p.title.made.Load() == nil {
			choices[i-first] = d.possibleTitles(i, p)
		}
	})
	for ; g.next < end; g.next++ {
		p := d.parts.At(g.next)
		made := p.title.made.Load()
		if made == nil {
			title := d.chooseTitle(g, choices[g.next-first])
			p.title.made.CompareAndSwap(nil, &title)
			made = p.title.made.Load()
		}
		said := strings.ToLower(cmp.Or(p.given, made.Text))
		g.said[said] = true
		g.last = append(g.last[max(0, len(g.last)-around+1):], said)
	}
}

// chooseTitle returns a title for the next fragment. choice holds its possible titles, the best first.
func (d *Document) chooseTitle(g *titleAssigner, choice []describe.Title) describe.Title {
	near := slices.Clone(g.last)
	for k := g.next + 1; k < min(d.parts.Len(), g.next+around+1); k++ {
		p := d.parts.At(k)
		if made := p.title.made.Load(); made != nil {
			near = append(near, strings.ToLower(cmp.Or(p.given, made.Text)))
		}
	}
	for k, t := range choice {
		if said := strings.ToLower(t.Text); k < uniqueAttempts && t.Kind == describe.Phrase && !g.said[said] && !slices.Contains(near, said) {
			return t
		}
	}
	for _, t := range choice {
		if t.Kind == describe.Phrase && !slices.Contains(near, strings.ToLower(t.Text)) {
			return t
		}
	}
	if len(choice) == 0 {
		return describe.Title{Kind: describe.None}
	}
	return choice[len(choice)-1]
}

// possibleTitles returns the titles that a fragment may have, the best first. It also computes the fragment's terms, unless they are known.
func (d *Document) possibleTitles(i int, p *fragmentState) []describe.Title {
	near := tallyPool.Get().(*tally)
	defer tallyPool.Put(near)
	defer near.clear()
	first := d.parts.SumTo(max(0, i-around)).paragraphs
	end := d.parts.SumTo(min(d.parts.Len(), i+around+1)).paragraphs
	for _, paragraph := range d.paragraphsIn(first, end) {
		near.add(paragraph.Terms, 1)
	}
	var titles []describe.Title
	p.terms.get(func() (terms []string) {
		terms, titles = describe.TermsAndTitles(d.fragmentLanguage(i), d.fragmentProse(i), near.countOf)
		return terms
	})
	if titles == nil { // the terms were known
		titles = describe.Titles(d.fragmentLanguage(i), d.fragmentProse(i), near.countOf)
	}
	if d.Format.CanDefineCommands() {
		q := d.parts.SumTo(i).paragraphs
		source := func() string {
			last := q + d.parts.At(i).size.paragraphs - 1
			return d.Text.Slice(markup.Span{Start: d.Paragraph(q).Span.Start, End: d.Paragraph(last).Span.End})
		}
		for k := range titles {
			titles[k].Text = d.Format.ExpandNames(titles[k].Text, source)
		}
	}
	return titles
}

// fragmentLanguage returns the language of most words of a fragment.
func (d *Document) fragmentLanguage(i int) *language.Language {
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

// fragmentProse returns the prose of the paragraphs of a fragment. An edit keeps the paragraphs of other blocks, and so their keys.
func (d *Document) fragmentProse(i int) describe.Paragraphs {
	return func(yield func(describe.Paragraph) bool) {
		q := d.parts.SumTo(i).paragraphs
		end := q + d.parts.At(i).size.paragraphs
		at := d.blockPlaceOf(q)
		k := q - at.before.paragraphs
		var c *block
		text := "" // text of the block, read on first use
		as := func(append func([]byte, string, markup.Block) []byte) func([]byte) []byte {
			return func(to []byte) []byte {
				if text == "" {
					text = d.textOf(at, c)
				}
				return append(to, text, c.blockOrChild(c.paragraphs[k].Child))
			}
		}
		prose, shown := as(d.Format.AppendMask), as(d.Format.AppendShown)
		for _, c = range d.blocks.From(at.block) {
			for ; k < len(c.paragraphs); k++ {
				if q++; !yield(describe.Paragraph{Key: &c.paragraphs[k], Prose: prose, Shown: shown}) || q == end {
					return
				}
			}
			k, text = 0, ""
			at.before = at.before.Plus(c.Sum())
		}
	}
}
