package analysis

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/internal/sequence"
)

// Work is several sources divided, in their order, as one text. No markup, directive, setting or fragment crosses
// the end of a source; but a gap near the end is judged with the text beyond it, and sources with the same settings
// share their statistics. A document by itself is a work of one source. A Work is immutable.
type Work struct{ sources []*Document } // each refers to the work in its state when the source was divided

// NewWork divides documents as one work; they may come from [Read]. A document that is already divided keeps the ids
// of its fragments and its held fragments. The only error is the context's.
func NewWork(ctx context.Context, sources ...*Document) (*Work, error) {
	return newWork(ctx, sources, func(*Document) bool { return false })
}

// ShowWork is like [NewWork], for documents of which some are already divided: these keep their fragments, unless
// their method is [MethodPaper], which keeps nothing.
func ShowWork(ctx context.Context, sources ...*Document) (*Work, error) {
	return newWork(ctx, sources, func(d *Document) bool { return d.parts.Len() > 0 && d.keepsShown() })
}

func newWork(ctx context.Context, sources []*Document, isShown func(*Document) bool) (*Work, error) {
	w := &Work{make([]*Document, len(sources))}
	for i, d := range sources {
		c := *d
		c.memos, c.isRested, c.work = new(memos), false, nil
		w.sources[i] = &c
	}
	taken := make([]textStatistics, len(sources))
	for _, group := range w.groupsMeasuredTogether() {
		first := w.Document(group[0])
		s := first.measureStatistics()
		for k, i := range group {
			taken[i] = s
			if s.all != nil {
				taken[i].counts = s.all[k]
			}
		}
	}
	divided := make([]*Document, len(sources)) // also the context of each of them, once all are divided
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range sources {
		if ctx.Err() != nil {
			break
		}
		group.Go(func() error {
			d := w.Document(i)
			if isShown(d) {
				d.statistics, d.isRested = taken[i], sources[i].isRested
			} else {
				was := d.shownFragmentsIn(0, d.parts.Len(), replacedParagraphs{})
				d.parts = sequence.Sequence[*fragmentState, size]{}
				d.divideWithStatistics(taken[i], was, editedWords{})
			}
			d.work, d.statistics.all, d.memos = &workContext{sources: divided, index: i}, nil, new(memos)
			divided[i] = d
			return nil
		})
	}
	_ = group.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return &Work{divided}, nil
}

// Len returns the number of sources.
func (w *Work) Len() int { return len(w.sources) }

// Document returns a source as a part of the work: edits, rests and changes of settings divide it in the context of
// the present sources around it.
func (w *Work) Document(i int) *Document { return w.AsSource(i, w.sources[i]) }

// AsSource returns a document in place of a source, in the context of the present sources around it. If it was
// divided alone, its next rest divides it as a part of the work.
func (w *Work) AsSource(i int, d *Document) *Document {
	c := *d
	if d.work == nil && len(w.sources) > 1 && d != w.sources[i] {
		c.isRested = false
	}
	c.work, c.statistics.all = nil, nil
	if len(w.sources) > 1 {
		c.work = &workContext{sources: w.sources, index: i}
	}
	return &c
}

// Documents returns the sources as parts of the work.
func (w *Work) Documents() []*Document {
	list := make([]*Document, w.Len())
	for i := range list {
		list[i] = w.Document(i)
	}
	return list
}

// WithDocument returns the work with a document in place of a source: the source itself after edits
// and rests, or another text of the same file, divided when it rests. Other sources are not divided again, except its
// neighbours if their method is [MethodPaper].
func (w *Work) WithDocument(i int, d *Document) *Work {
	next := &Work{slices.Clone(w.sources)}
	for k, source := range d.sourcesWithCounts() {
		counts := d.statistics.all[k]
		if source == i || source >= len(next.sources) {
			continue
		}
		if s := next.sources[source]; s == d.work.sources[source] && s.statistics.counts != counts {
			recounted := *s // as counted with d
			recounted.statistics.counts = counts
			next.sources[source] = &recounted
		}
	}
	next.sources[i] = w.AsSource(i, d).withoutWork()
	for _, k := range []int{i - 1, i + 1} {
		if k >= 0 && k < len(next.sources) && !next.sources[k].keepsShown() {
			next.sources[k] = next.redivide(k)
		}
	}
	return next
}

// withoutWork returns a document without its work, to be kept, and without computed answers, which refer to outdated texts of the work.
func (d *Document) withoutWork() *Document {
	c := *d
	c.work, c.statistics.all, c.memos = nil, nil, new(memos)
	return &c
}

// sourcesWithCounts returns the sources of the document's work whose counts the document had when it last settled.
func (d *Document) sourcesWithCounts() []int {
	if d.work == nil {
		return nil
	}
	if group := d.work.sourcesMeasuredWith(d); len(group) == len(d.statistics.all) {
		return group
	}
	return nil
}

// redivide returns a source divided again, because the texts beyond its ends may have changed.
func (w *Work) redivide(i int) *Document {
	d := w.Document(i)
	d.memos = new(memos)
	was := d.shownFragmentsIn(0, d.parts.Len(), replacedParagraphs{})
	d.parts = d.newFragmentSequence(d.divide(was, nil), was, editedWords{})
	d.work = nil
	return d
}

// groupsMeasuredTogether returns the indices of the sources, grouped by the settings that affect the statistics.
func (w *Work) groupsMeasuredTogether() [][]int {
	var groups [][]int
	at := make(map[Settings]int)
	for i, d := range w.sources {
		key := d.statisticsSettings()
		k, isThere := at[key]
		if !isThere {
			k, groups = len(groups), append(groups, nil)
			at[key] = k
		}
		groups[k] = append(groups[k], i)
	}
	return groups
}

// statisticsSettings returns the settings that affect the statistics.
func (d *Reading) statisticsSettings() Settings {
	s := d.Settings
	return Settings{Method: s.Method, PreferredWords: s.PreferredWords, Cost: s.Cost, Scaling: s.Scaling}
}

// workContext is the work of which a document is one source.
type workContext struct {
	sources []*Document
	index   int

	once          sync.Once
	before, after []method.Unit // the units seen beyond the ends
}

// sourcesMeasuredWith returns the indices of the sources that are measured together with a document.
func (c *workContext) sourcesMeasuredWith(d *Document) []int {
	var group []int
	key := d.statisticsSettings()
	for i, s := range c.sources {
		if i == c.index || s.statisticsSettings() == key {
			group = append(group, i)
		}
	}
	return group
}

// sourcesMeasuredTogether returns the sources that are measured together with a document, including itself, at the index own.
func (d *Document) sourcesMeasuredTogether() (sources []method.SourceUnits, own int) {
	if d.work == nil {
		return []method.SourceUnits{{Units: d.unitsIn(0, d.numParagraphs())}}, 0
	}
	for k, i := range d.work.sourcesMeasuredWith(d) {
		if i == d.work.index {
			own = k
			sources = append(sources, method.SourceUnits{Units: d.unitsIn(0, d.numParagraphs())})
			continue
		}
		s := d.work.sources[i]
		sources = append(sources, method.SourceUnits{Units: s.unitsIn(0, s.numParagraphs()), Counts: s.statistics.counts})
	}
	return sources, own
}

// The least number of words and units seen beyond each end of a source, if there are that many.
const (
	contextWords = 6000
	contextUnits = 100
)

// unitsOfNeighbourSources returns the units of the sources before and after a document that are seen from it, in the order of the text.
func (d *Document) unitsOfNeighbourSources() (before, after []method.Unit) {
	c := d.work
	if c == nil {
		return nil, nil
	}
	c.once.Do(func() {
		words, count, first, from := 0, 0, c.index, 0 // first is the first source that is seen, and from its first paragraph that is
		for first > 0 && (words < contextWords || count < contextUnits) {
			first--
			d := c.sources[first]
			n, all := d.numParagraphs(), words+d.wordsBefore(d.numParagraphs())
			from = max(0, n-contextUnits)
			for from > 0 && all-d.wordsBefore(from) < contextWords {
				from--
			}
			words, count = all-d.wordsBefore(from), count+n-from
		}
		c.before = make([]method.Unit, 0, count)
		for _, d := range c.sources[first:c.index] {
			c.before = d.appendUnits(c.before, from, d.numParagraphs())
			from = 0
		}
		words = 0
		for k := c.index + 1; k < len(c.sources) && (words < contextWords || len(c.after) < contextUnits); k++ {
			d := c.sources[k]
			n := d.numParagraphs()
			to := min(n, contextUnits)
			for to < n && words+d.wordsBefore(to) < contextWords {
				to++
			}
			words += d.wordsBefore(to)
			c.after = d.appendUnits(c.after, 0, to)
		}
	})
	return c.before, c.after
}
