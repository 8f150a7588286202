package lsp

import (
	"sync"
	"sync/atomic"

	"github.com/segls/segls/analysis"
)

// After every edit an editor asks for all lenses, folds and symbols of a book. What it is
// answered for a fragment that has not changed is the same JSON at another line, so each
// document keeps what has been rendered, here and nowhere else.

// renderings are the pieces that have been rendered of a document.
type renderings struct {
	fragments kept[renderedFragment]
	headings  kept[renderedHeading]
}

// kept holds one value for each thing that has an id, as long as the thing is of the same
// revision. Values start out zero.
type kept[V any] struct {
	mu     sync.Mutex // guards the rest
	values map[string]revised[V]
}

// revised is the value of a revision.
type revised[V any] struct {
	revision uint64
	value    *V
}

// of are the values of n things, in their order. The values of things that are not among
// them are dropped, once they are as many as the others.
func (k *kept[V]) of(n int, thing func(i int) (id string, revision uint64)) []*V {
	values := make([]*V, n)
	if n == 0 {
		return values
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.values == nil || len(k.values) > 2*n {
		old := k.values
		k.values = make(map[string]revised[V], n)
		for i := range n {
			id, _ := thing(i)
			k.values[id] = old[id]
		}
	}
	for i := range n {
		id, revision := thing(i)
		known := k.values[id]
		if known.value == nil || known.revision != revision {
			known = revised[V]{revision, new(V)}
			k.values[id] = known
		}
		values[i] = known.value
	}
	return values
}

// renderedFragments are what has been rendered of each fragment.
func (v *view) renderedFragments(fragments []analysis.Fragment) []*renderedFragment {
	return v.renderings.fragments.of(len(fragments), func(i int) (string, uint64) { return fragments[i].ID, fragments[i].Revision })
}

// renderedHeadings are what has been rendered of the heading of each section.
func (v *view) renderedHeadings(sections []analysis.Section) []*renderedHeading {
	return v.renderings.headings.of(len(sections), func(i int) (string, uint64) { return sections[i].ID, sections[i].Revision })
}

// renderedFragment is what has been rendered of a fragment. Each piece is there once somebody
// has asked for it; lines count from that of the fragment's first paragraph.
type renderedFragment struct {
	words       atomic.Pointer[fragmentWords]
	lens        atomic.Pointer[lens] // the last one
	extent      atomic.Pointer[area]
	outline     atomic.Pointer[outlined]
	diagnostics atomic.Pointer[[]diagnosed] // of it
}

// renderedHeading is what has been rendered of a heading; lines count from its own.
type renderedHeading struct{ outline atomic.Pointer[outlined] }

// once is the value of a pointer, made if there is none.
func once[V any](p *atomic.Pointer[V], make func() V) *V {
	if made := p.Load(); made != nil {
		return made
	}
	made := make()
	p.Store(&made)
	return &made
}

// fragmentWords are the words in which a fragment is shown.
type fragmentWords struct {
	preview string
	title   []byte // of its lens, in JSON
}

// words are those of the fragment at an index.
func (v *view) words(i int, r *renderedFragment) *fragmentWords {
	return once(&r.words, func() fragmentWords {
		preview := v.preview(i)
		return fragmentWords{preview, encode(v.boundary(i, preview))}
	})
}

// extent is where a fragment stands.
func (v *view) extent(f *analysis.Fragment, r *renderedFragment) area {
	return once(&r.extent, func() area { return v.area(v.Text.Trim(f.Span)).shifted(-f.Line) }).shifted(f.Line)
}

// outlined is how a fragment or a heading stands in the outline.
type outlined struct {
	name, detail []byte // JSON; a heading has no detail
	headline     area
}

// outlined is how the fragment at an index stands in the outline.
func (v *view) outlined(i int, f *analysis.Fragment, r *renderedFragment) *outlined {
	return once(&r.outline, func() outlined {
		name := f.Title().Text
		if name == "" {
			name = v.Paragraph(f.First).Opening(40)
		}
		extent := v.Text.Trim(f.Span)
		line := v.Text.Line(f.Line)
		line.Start = max(line.Start, extent.Start) // without its indentation
		line.End = min(line.End, extent.End)       // in HTML, others may stand on the line
		return outlined{encode(nameOf(name)), encode(v.able.words(f.Words)), v.area(v.Text.Trim(line)).shifted(-f.Line)}
	})
}

// headed is how the heading of a section, in a line, stands in the outline.
func (v *view) headed(s *analysis.Section, line int, r *renderedHeading) *outlined {
	return once(&r.outline, func() outlined {
		return outlined{name: encode(nameOf(s.Title)), headline: v.area(v.Text.Trim(s.Headline)).shifted(-line)}
	})
}
