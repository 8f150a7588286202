package analysis

import (
	"context"
	"math"
	"slices"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
)

// survey is what is measured of the whole text, the statistics: how long its topics are, for
// `preferred-words = auto`, and what the method charges by. One more word anywhere would change
// them, and with them every boundary; so they are kept while the text is edited, and taken anew
// when the writer rests. The zero survey is for settings that need none.
type survey struct {
	topic  int // the length of a topic in words, where lengths are left to the text
	method method.Statistics
	counts method.Counts   // of this source
	all    []method.Counts // of all sources that were measured together
}

// measure takes the statistics of a source, together with those around it.
func (d *Document) measure() survey {
	var s survey
	surveyor, isSurveyed := d.method.(method.Surveyor)
	if !isSurveyed && d.Settings.PreferredWords > 0 {
		return s
	}
	sources, own := d.measured()
	s.topic = d.topicOf(sources)
	if isSurveyed {
		s.method, s.all = surveyor.Survey(sources, d.Settings.Goal(), d.statistics.method)
		s.counts = s.all[own]
	}
	return s
}

// topicOf is the length of the topics of sources, where the settings leave lengths to the text.
func (d *Document) topicOf(sources []method.Source) int {
	if d.Settings.PreferredWords > 0 {
		return 0
	}
	var units []method.Unit
	for _, s := range sources {
		units = append(units, s.Units...)
	}
	return int(max(1, min(math.Round(method.TopicWords(units)), greatestWords)))
}

// Preferred is the length in words that a fragment should have: the setting or, if that is
// `auto`, the length of the text's topics when it was last measured.
func (d *Document) Preferred() int {
	if d.Settings.PreferredWords == 0 {
		return max(1, d.statistics.topic)
	}
	return d.Settings.PreferredWords
}

// Rest is the document after its writer has paused: the text is measured and divided again, with
// a bonus for the boundaries that are shown. It is the document itself if nothing but moves has
// happened since the last rest. The only error is the context's.
func (d *Document) Rest(ctx context.Context) (*Document, error) {
	if d.isRested {
		return d, ctx.Err()
	}
	if _, isGiven := d.method.(method.Given); !isGiven && d.Language.HasOutgrown(d.words) {
		d.Language.Renew()
		return d.again(ctx, d.Text, markup.Change{})
	}
	rested := *d
	rested.answers = new(answers)
	_, isProgrammed := d.method.(method.Programmed)
	if isProgrammed && d.Settings.PreferredWords > 0 && d.company == nil { // the division is that of a fresh text already
		rested.isRested, rested.touched = true, lastEdit{}
		return &rested, ctx.Err()
	}
	rested.rest(d.shownIn(0, d.parts.Len(), touched{}), editing{})
	return &rested, ctx.Err()
}

// rest takes the statistics anew and divides the whole source, with some fragments shown
// before an edit, if there was one.
func (d *Document) rest(was []shown, e editing) {
	s := d.measure()
	if len(was) == 0 {
		d.divideUnder(s, nil, e)
		return
	}
	d.statistics, d.isRested, d.touched = s, true, lastEdit{}
	starts := d.divideWhole(was)
	d.doubt(was)
	settle(was)
	d.written = writing{}
	d.parts = d.partsFor(starts, was, e)
}

// divideUnder divides the whole source under statistics. Nothing that was shown bears on it but
// what is held.
func (d *Document) divideUnder(s survey, was []shown, e editing) {
	d.statistics, d.isRested, d.touched, d.written = s, true, lastEdit{}, writing{}
	held := slices.DeleteFunc(slices.Clone(was), func(s shown) bool { return s.hold == nil && !s.isSeam })
	for i := range was {
		was[i].isPast = true
	}
	if planner, ok := d.method.(method.Planner); ok && len(held) == 0 && d.paragraphs() > 1 {
		goal := d.goal()
		goal.Gaps = d.gaps(0, d.paragraphs())
		plan := planner.Plan(d.stretch(0, d.paragraphs()), goal)
		d.parts = d.partsFor(append([]int{0}, plan.Divide()...), was, e)
		d.judgeBy(func(_ *Document, v viewpoint) []float64 { return plan.Confidence(v.first, v.end) })
		return
	}
	d.parts = d.partsFor(d.divideWhole(held), was, e)
}

// doubt lets go, little by little, of what is shown and no fresh division would have.
func (d *Document) doubt(was []shown) {
	if _, isSurveyed := d.method.(method.Surveyor); !isSurveyed || len(was) == 0 {
		return
	}
	fresh := d.divideWhole(nil)
	for i, s := range was {
		p := s.identity()
		written := d.writtenFor(s.id)
		after := func(doubt, patience float64, isWanted bool) float64 {
			if isWanted {
				return 0
			}
			return min(1, doubt+written/patience)
		}
		_, begins := slices.BinarySearch(fresh, s.first)
		next, _ := slices.BinarySearch(fresh, s.first+1)
		p.spared.beginning = after(p.spared.beginning, goesAfter, begins)
		p.spared.inside = after(p.spared.inside, comesAfter, next == len(fresh) || fresh[next] >= s.end)
		was[i].part = p
	}
}

// What is shown holds still, but not for ever: after so many words a boundary that no fresh division would
// have goes, and one inside a fragment comes.
const (
	goesAfter  = 120
	comesAfter = 80
)

// Words count by how much of the text they are: it is another one sooner where it is short.
const (
	nearPart = 40 // goesAfter is no more than this part of the text, for words written near a boundary,
	farPart  = 20 // and no less than this part for words written far from it
	mostEach = 6  // but a word counts at most so many times
)

// writtenFor is how many words have been written since the last rest that bear on a fragment.
func (d *Document) writtenFor(id string) float64 {
	near := 0
	if i := slices.IndexFunc(d.written.near, func(w writingNear) bool { return w.id == id }); i >= 0 {
		near = d.written.near[i].words
	}
	all := float64(max(1, d.Words()))
	far := float64(d.written.words-near) * min(1, farPart*goesAfter/all)
	return (float64(near) + far) * min(mostEach, max(1, nearPart*goesAfter/all))
}

// writing is how many words have been written: in all, and in or beside each fragment.
type writing struct {
	words int
	near  []writingNear
}

type writingNear struct {
	id    string
	words int
}

// note notes that words have been written or deleted where an edit has replaced paragraphs.
func (d *Document) note(words int, t touched) {
	if words == 0 {
		return
	}
	d.written.words += words
	d.written.near = slices.Clone(d.written.near)
	from, to := d.around(touched{first: t.first, old: t.fresh, fresh: t.fresh})
	for _, p := range d.parts.Slice(from, to) {
		i := slices.IndexFunc(d.written.near, func(w writingNear) bool { return w.id == p.id })
		if i < 0 {
			i = len(d.written.near)
			d.written.near = append(d.written.near, writingNear{id: p.id})
		}
		d.written.near[i].words += words
	}
}
