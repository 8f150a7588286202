package lsp

import (
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/segls/segls/analysis"
)

// After every edit an editor requests all lenses, folds and symbols. Values of a fragment that are slow to compute are kept on a card until
// the fragment changes; an answer only adds the fragment's current line.

// cards holds the cards of a document.
type cards struct {
	fragments cache[fragmentCard]
	headings  cache[headingCard]
}

// cache holds one value for each thing with an id, until the revision of the thing changes. Values start out zero.
type cache[V any] struct {
	mu     sync.Mutex // guards the rest
	values map[string]cachedValue[V]
}

// cachedValue is a value and the revision it belongs to.
type cachedValue[V any] struct {
	revision uint64
	value    *V
}

// valuesOf returns the values of n things, in order. When more than half of the values belong to other things, it drops those.
func (c *cache[V]) valuesOf(n int, thing func(i int) (id string, revision uint64)) []*V {
	values := make([]*V, n)
	if n == 0 {
		return values
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.values == nil || len(c.values) > 2*n {
		old := c.values
		c.values = make(map[string]cachedValue[V], n)
		for i := range n {
			id, _ := thing(i)
			c.values[id] = old[id]
		}
	}
	for i := range n {
		id, revision := thing(i)
		known := c.values[id]
		if known.value == nil || known.revision != revision {
			known = cachedValue[V]{revision, new(V)}
			c.values[id] = known
		}
		values[i] = known.value
	}
	return values
}

// fragmentCards returns the cards of the given fragments.
func (v *analysedFile) fragmentCards(fragments []analysis.Fragment) []*fragmentCard {
	return v.cards.fragments.valuesOf(len(fragments), func(i int) (string, uint64) { return fragments[i].ID, fragments[i].Revision })
}

// headingCards returns the cards of the headings of the given sections.
func (v *analysedFile) headingCards(sections []analysis.Section) []*headingCard {
	return v.cards.headings.valuesOf(len(sections), func(i int) (string, uint64) { return sections[i].ID, sections[i].Revision })
}

// fragmentCard caches values of a fragment. Each is computed when first requested. Lines count from the fragment's first line.
type fragmentCard struct {
	words       atomic.Pointer[fragmentLabels]
	extent      atomic.Pointer[textRange]
	opening     atomic.Pointer[string]
	outline     atomic.Pointer[outlineEntry]
	diagnostics atomic.Pointer[[]cardDiagnostic]
}

// headingCard caches values of a heading. Lines count from the heading's line.
type headingCard struct{ outline atomic.Pointer[outlineEntry] }

// loadOrMake returns the value that p holds. If p is empty, it makes the value first.
func loadOrMake[V any](p *atomic.Pointer[V], make func() V) *V {
	if made := p.Load(); made != nil {
		return made
	}
	made := make()
	p.Store(&made)
	return &made
}

// fragmentLabels are the preview and the title under which a fragment is shown.
type fragmentLabels struct{ preview, title string }

// labels returns the labels of fragment i.
func (v *analysedFile) labels(i int, card *fragmentCard) *fragmentLabels {
	return loadOrMake(&card.words, func() fragmentLabels {
		preview := v.preview(i)
		return fragmentLabels{preview, v.withBoundaryMark(i, preview)}
	})
}

// extent returns the range of a fragment without surrounding white space.
func (v *analysedFile) extent(f *analysis.Fragment, card *fragmentCard) textRange {
	return loadOrMake(&card.extent, func() textRange { return v.textRange(v.Text.Trim(f.Span)).shiftLines(-f.Line) }).shiftLines(f.Line)
}

// openingLength is the largest number of characters of a fragment that a card shows.
const openingLength = 280

// leastRoom is the minimum number of characters that must be left for the next paragraph to be added.
const leastRoom = 20

// opening returns the first words of a fragment without markup, continued with the next paragraphs while there is room.
func (v *analysedFile) opening(f *analysis.Fragment, card *fragmentCard) string {
	return *loadOrMake(&card.opening, func() string {
		var b strings.Builder
		for p := f.First; p < f.End; p++ {
			room := openingLength - utf8.RuneCountInString(b.String())
			if room < leastRoom {
				break
			}
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(v.Paragraph(p).Opening(room))
		}
		return b.String()
	})
}

// outlineEntry describes a fragment or a heading in the outline.
type outlineEntry struct {
	name, detail string // a heading has no detail
	headline     textRange
}

// fragmentEntry returns the outline entry of fragment i.
func (v *analysedFile) fragmentEntry(i int, f *analysis.Fragment, card *fragmentCard) *outlineEntry {
	return loadOrMake(&card.outline, func() outlineEntry {
		name := f.Title().Text
		if name == "" {
			name = v.Paragraph(f.First).Opening(40)
		}
		extent := v.Text.Trim(f.Span)
		line := v.Text.Line(f.Line)
		line.Start = max(line.Start, extent.Start) // without its indentation
		line.End = min(line.End, extent.End)       // in HTML, other elements may be on the line
		return outlineEntry{symbolName(name), v.clientCaps.formatWords(f.Words), v.textRange(v.Text.Trim(line)).shiftLines(-f.Line)}
	})
}

// headingEntry returns the outline entry of a section, whose heading is on the given line.
func (v *analysedFile) headingEntry(s *analysis.Section, line int, card *headingCard) *outlineEntry {
	return loadOrMake(&card.outline, func() outlineEntry {
		return outlineEntry{name: symbolName(s.Title), headline: v.textRange(v.Text.Trim(s.Headline)).shiftLines(-line)}
	})
}
