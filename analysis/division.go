package analysis

import (
	"context"
	"slices"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment/sequence"
)

// Division is several sources divided, in their order, as one text. Each is read by itself:
// no markup, directive or setting crosses the end of a source, and no fragment does. What is
// seen of a gap reaches over the ends, and what is known of the whole text is known of all.
// A document by itself is the division of one source. A Division does not change.
type Division struct{ documents []*Document }

// NewDivision divides sources, each of which has been read. It errs only with the context's
// error.
func NewDivision(ctx context.Context, sources ...*Document) (*Division, error) {
	v := &Division{slices.Clone(sources)}
	for i, d := range v.documents {
		c := *d
		c.answers, c.isRested, c.parts = new(answers), false, sequence.Sequence[*part, size]{}
		v.documents[i] = &c
	}
	v.see(0, len(v.documents))
	return v.rest(ctx)
}

// Documents are the sources as they are divided.
func (v *Division) Documents() []*Document { return v.documents }

// Edit is the division after the bytes of a span of one source have been replaced; see
// [Document.Edit]. No other source is divided anew.
func (v *Division) Edit(ctx context.Context, source int, span markup.Span, with string) (*Division, error) {
	d, err := v.documents[source].Edit(ctx, span, with)
	if err != nil {
		return nil, err
	}
	next := &Division{slices.Clone(v.documents)}
	next.documents[source] = d
	next.see(max(0, source-1), source)
	next.see(source+1, min(source+2, len(next.documents)))
	return next, ctx.Err()
}

// Rest is the division when its writer rests: the sources that have been edited are counted
// and divided anew, under statistics of all of them; see [Document.Rest].
func (v *Division) Rest(ctx context.Context) (*Division, error) {
	if !slices.ContainsFunc(v.documents, func(d *Document) bool { return !d.isRested }) {
		return v, ctx.Err()
	}
	return (&Division{slices.Clone(v.documents)}).rest(ctx)
}

// rest divides the sources that have been edited.
func (v *Division) rest(ctx context.Context) (*Division, error) {
	taken := v.measure()
	for i, d := range v.documents {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if d.isRested {
			continue
		}
		c := *d
		c.answers = new(answers)
		c.restUnder(taken[i], d.shownIn(0, d.parts.Len(), touched{}))
		v.documents[i] = &c
	}
	return v, ctx.Err()
}

// measure takes the statistics of all sources, together where they have the same goal.
func (v *Division) measure() []Statistics {
	taken := make([]Statistics, len(v.documents))
	groups := make(map[Settings][]int)
	var order []Settings
	for i, d := range v.documents {
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
			d := v.documents[i]
			s := method.Source{Units: d.unitsIn(0, d.paragraphs())}
			if d.isRested {
				s.Counts = d.statistics.counts
			}
			sources = append(sources, s)
			units = append(units, s.Units...)
		}
		first := v.documents[groups[key][0]]
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
func (v *Division) see(from, to int) {
	for i := from; i < to; i++ {
		c := *v.documents[i]
		c.outer, c.answers = outer{}, new(answers)
		words := 0
		for k := i - 1; k >= 0 && (words < outerWords || len(c.outer.before) < outerUnits); k-- {
			d := v.documents[k]
			n := d.paragraphs()
			from := n
			for from > 0 && (words < outerWords || n-from < outerUnits) {
				from--
				words += d.paragraphsIn(from, from+1)[0].Words
			}
			c.outer.before = append(d.unitsIn(from, n), c.outer.before...)
		}
		words = 0
		for k := i + 1; k < len(v.documents) && (words < outerWords || len(c.outer.after) < outerUnits); k++ {
			d := v.documents[k]
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
		v.documents[i] = &c
	}
}
