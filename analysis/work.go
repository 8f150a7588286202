package analysis

import (
	"context"
	"slices"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment/sequence"
)

// Work is several sources divided, in their order, as one text. No markup, directive, setting
// or fragment crosses the end of a source; but a gap is seen together with what stands beyond
// the end, and the statistics are of all sources. A document by itself is a work of one source.
// A Work never changes.
type Work struct{ documents []*Document }

// NewWork divides documents as one work. The only error is the context's.
func NewWork(ctx context.Context, sources ...*Document) (*Work, error) {
	w := &Work{slices.Clone(sources)}
	for i, d := range w.documents {
		c := *d
		c.answers, c.isRested, c.parts = new(answers), false, sequence.Sequence[*part, size]{}
		w.documents[i] = &c
	}
	w.see(0, len(w.documents))
	return w.rest(ctx)
}

// Documents are the divided sources.
func (w *Work) Documents() []*Document { return w.documents }

// Edit is the work with the bytes of a span of one source replaced; see [Document.Edit]. No
// other source is divided again.
func (w *Work) Edit(ctx context.Context, source int, span markup.Span, with string) (*Work, error) {
	d, err := w.documents[source].Edit(ctx, span, with)
	if err != nil {
		return nil, err
	}
	next := &Work{slices.Clone(w.documents)}
	next.documents[source] = d
	next.see(max(0, source-1), source)
	next.see(source+1, min(source+2, len(next.documents)))
	return next, ctx.Err()
}

// Rest is the work after its writer has paused: the sources that have been edited are divided
// again, under statistics of all sources; see [Document.Rest].
func (w *Work) Rest(ctx context.Context) (*Work, error) {
	if !slices.ContainsFunc(w.documents, func(d *Document) bool { return !d.isRested }) {
		return w, ctx.Err()
	}
	return (&Work{slices.Clone(w.documents)}).rest(ctx)
}

// rest divides the sources that have been edited.
func (w *Work) rest(ctx context.Context) (*Work, error) {
	taken := w.measure()
	for i, d := range w.documents {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if d.isRested {
			continue
		}
		c := *d
		c.answers = new(answers)
		c.restUnder(taken[i], d.shownIn(0, d.parts.Len(), touched{}))
		w.documents[i] = &c
	}
	return w, ctx.Err()
}

// measure takes the statistics of all sources, together where they have the same goal.
func (w *Work) measure() []Statistics {
	taken := make([]Statistics, len(w.documents))
	groups := make(map[Settings][]int)
	var order []Settings
	for i, d := range w.documents {
		key := Settings{Method: d.Settings.Method, PreferredWords: d.Settings.PreferredWords, Cost: d.Settings.Cost, Scaling: d.Settings.Scaling}
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], i)
	}
	for _, key := range order {
		var sources []method.Source
		var units []method.Unit
		for _, i := range groups[key] {
			d := w.documents[i]
			s := method.Source{Units: d.unitsIn(0, d.paragraphs())}
			if d.isRested {
				s.Counts = d.statistics.counts
			}
			sources = append(sources, s)
			units = append(units, s.Units...)
		}
		first := w.documents[groups[key][0]]
		s := Statistics{topic: first.topicOf(units)}
		var counts []method.Counts
		if surveyor, ok := first.method.(method.Surveyor); ok {
			s.method, counts = surveyor.Survey(sources, first.Settings.Goal(), first.statistics.method)
		}
		for k, i := range groups[key] {
			taken[i] = s
			if counts != nil {
				taken[i].counts = counts[k]
			}
		}
	}
	return taken
}

// What is seen beyond the ends of a source is at least so much, where there is so much.
const (
	outerWords = 6000
	outerUnits = 100
)

// see gives the sources from one to another, exclusive, what is seen beyond their ends.
func (w *Work) see(from, to int) {
	for i := from; i < to; i++ {
		c := *w.documents[i]
		c.outer, c.answers = outer{}, new(answers)
		words := 0
		for k := i - 1; k >= 0 && (words < outerWords || len(c.outer.before) < outerUnits); k-- {
			d := w.documents[k]
			n := d.paragraphs()
			from := n
			for from > 0 && (words < outerWords || n-from < outerUnits) {
				from--
				words += d.paragraphsIn(from, from+1)[0].Words
			}
			c.outer.before = append(d.unitsIn(from, n), c.outer.before...)
		}
		words = 0
		for k := i + 1; k < len(w.documents) && (words < outerWords || len(c.outer.after) < outerUnits); k++ {
			d := w.documents[k]
			to := 0
			for to < d.paragraphs() && (words < outerWords || to < outerUnits) {
				words += d.paragraphsIn(to, to+1)[0].Words
				to++
			}
			c.outer.after = append(c.outer.after, d.unitsIn(0, to)...)
		}
		if c.isProgrammed() && c.parts.Len() > 0 { // its values at the ends may be others
			c.parts = c.partsFor(c.divideWhole(c.shownIn(0, c.parts.Len(), touched{})), c.shownIn(0, c.parts.Len(), touched{}))
		}
		w.documents[i] = &c
	}
}
