package analysis

import (
	"context"
	"slices"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
)

// Rest returns the document after its writer has paused: the text is measured and divided again, with
// a bonus for the boundaries that are shown. It returns the document itself if nothing but moves has
// happened since the last rest. The only error is the context's.
func (d *Document) Rest(ctx context.Context) (*Document, error) {
	if d.isRested {
		return d, ctx.Err()
	}
	if _, isGiven := d.method.(method.Given); !isGiven && d.Language.HasOutgrown(d.words) {
		d.Language.Renew()
		return d.renewed(ctx)
	}
	rested := *d
	rested.answers = new(derivedValues)
	rested.rest(d.shownIn(0, d.parts.Len(), replacedParagraphs{}), editedWords{})
	return &rested, ctx.Err()
}

// renewed is a rest in which the text is read from its beginning, with the newest vocabulary.
func (d *Document) renewed(ctx context.Context) (*Document, error) {
	r, err := parse(ctx, d.Text, d.Format, d.given, d.fixed)
	if err != nil {
		return nil, err
	}
	rested := &Document{Reading: *r, Shown: d.Shown, work: d.work, answers: new(derivedValues)}
	rested.followAgain(d, markup.Change{})
	return rested, ctx.Err()
}

// rest measures the statistics again and divides the whole source. was are the fragments that are shown, and e is the edit
// since then.
func (d *Document) rest(was []shownPart, e editedWords) {
	s := d.measure()
	if len(was) == 0 {
		d.divideUnder(s, nil, e)
		return
	}
	d.statistics, d.isRested, d.touched = s, true, lastEdit{}
	starts := d.divideAgain(was)
	reopenSureness(was)
	d.written = wordsWritten{}
	d.parts = d.partsFor(starts, was, e)
}

// divideUnder divides the whole source under statistics. Of what was shown it keeps only what is held.
func (d *Document) divideUnder(s textStatistics, was []shownPart, e editedWords) {
	d.statistics, d.isRested, d.touched, d.written = s, true, lastEdit{}, wordsWritten{}
	held := slices.DeleteFunc(slices.Clone(was), func(s shownPart) bool { return s.hold == nil && !s.isSeam })
	for i := range was {
		was[i].isPast = true
	}
	if planner, ok := d.method.(method.Planner); ok && len(held) == 0 && d.paragraphs() > 1 {
		goal := d.goal()
		goal.Gaps = d.gaps(0, d.paragraphs())
		d.keepShort(goal.Gaps)
		plan := planner.Plan(d.stretchBetween(0, d.paragraphs()), goal)
		starts := append([]int{0}, plan.Divide()...)
		starts = d.surest(starts, goal.Gaps, func() []float64 { return plan.Confidence(0, d.paragraphs()) })
		d.parts = d.partsFor(starts, was, e)
		d.judgeBoundaries(func(v viewpoint) []float64 { return plan.Confidence(v.first, v.end) })
		return
	}
	d.parts = d.partsFor(d.divide(held), was, e)
}

// divideAgain divides the whole source at a rest, when the fragments was are shown. A method that surveys the text
// also divides it as if nothing were shown. Where that division disagrees with a fragment, the doubt about the fragment
// grows with each word written, until the bonus for being shown is gone.
func (d *Document) divideAgain(was []shownPart) []int {
	if !d.needsSurvey() {
		return d.divide(was)
	}
	// A boundary that is missing comes sooner than one goes that is too many; one that would only be a
	// paragraph or two from there stays longer.
	const haste, near = 1.5, 2
	fresh := d.divide(nil)
	missing := slices.DeleteFunc(slices.Clone(fresh), func(start int) bool {
		_, isShown := slices.BinarySearchFunc(was, start, func(s shownPart, start int) int { return s.first - start })
		return isShown
	})
	isAsShown := true
	for i, s := range was {
		next, begins := slices.BinarySearch(fresh, s.first)
		if begins {
			next++
		}
		isOne := next == len(fresh) || fresh[next] >= s.end
		written := d.wordsWrittenFor(s.id) / d.wordsBeforeDropping()
		going := written
		if m, _ := slices.BinarySearch(missing, s.first-near); m < len(missing) && missing[m] <= s.first+near {
			going /= haste
		}
		p := s.identity()
		p.spared.beginning = nextDoubt(p.spared.beginning, begins, going)
		p.spared.inside = nextDoubt(p.spared.inside, isOne, haste*written)
		was[i].part = p
		isAsShown = isAsShown && begins && isOne && s.hold == nil && !s.isSeam
	}
	if isAsShown { // and being shown makes it only cheaper
		return fresh
	}
	return d.divide(was)
}

// nextDoubt returns the doubt at a rest, from 0 to 1: none where a fresh division agrees, else that at the last rest and what has
// been written since, as a share of the patience.
func nextDoubt(before float64, isWanted bool, written float64) float64 {
	if isWanted {
		return 0
	}
	return min(1, before+written)
}

// wordsBeforeDropping returns after how many words a boundary goes that a fresh division does not have: fewer in a short text, which
// they change more.
func (d *Document) wordsBeforeDropping() float64 {
	const part, least, most = 50, 110, 300
	return max(least, min(float64(d.Words())/part, most))
}

// wordsWrittenFor returns how many words written since the last rest count for a fragment: all that are
// near it, and in a long text a share of the others.
func (d *Document) wordsWrittenFor(id string) float64 {
	const wholly = 3000 // in a text of up to so many words, the others count in full
	near := d.writtenNear(id)
	return float64(near) + float64(d.written.words-near)*min(1, wholly/float64(max(1, d.Words())))
}

// writtenNear returns how many words have been written in or next to a fragment since the last rest.
func (d *Document) writtenNear(id string) int {
	if i := slices.IndexFunc(d.written.near, func(w wordsWrittenNear) bool { return w.id == id }); i >= 0 {
		return d.written.near[i].words
	}
	return 0
}

// wordsWritten counts the words written since the last rest: in all, and in or next to each fragment.
type wordsWritten struct {
	words int
	near  []wordsWrittenNear
}

type wordsWrittenNear struct {
	id    string
	words int
}

// countWritten counts words that have been written or deleted where an edit has replaced paragraphs.
func (d *Document) countWritten(words int, t replacedParagraphs) {
	if words == 0 {
		return
	}
	d.written.words += words
	d.written.near = slices.Clone(d.written.near)
	from, to := d.fragmentsAround(replacedParagraphs{first: t.first, old: t.fresh, fresh: t.fresh})
	for _, p := range d.parts.Slice(from, to) {
		i := slices.IndexFunc(d.written.near, func(w wordsWrittenNear) bool { return w.id == p.id })
		if i < 0 {
			i = len(d.written.near)
			d.written.near = append(d.written.near, wordsWrittenNear{id: p.id})
		}
		d.written.near[i].words += words
	}
}
