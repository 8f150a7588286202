package analysis

import (
	"context"
	"slices"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment"
)

// Settle returns the document after its writer has paused: the text is measured and divided again,
// and the shown fragments change where the new division has disagreed with them for long enough. It
// returns d itself if nothing but moves has happened since the last rest. The only error is the
// context's.
func (d *Document) Settle(ctx context.Context) (*Document, error) {
	if d.isRested {
		return d, ctx.Err()
	}
	if _, isGiven := d.method.(method.Given); !isGiven && d.Language.HasOutgrown(d.words) {
		d.Language.Renew()
		return d.settleFromScratch(ctx)
	}
	rested := *d
	rested.memos = new(memos)
	rested.remeasureAndDivide(d.shownFragmentsIn(0, d.parts.Len(), replacedParagraphs{}), editedWords{})
	return &rested, ctx.Err()
}

// settleFromScratch returns the document after a rest at which the text is read from its beginning, with the newest vocabulary.
func (d *Document) settleFromScratch(ctx context.Context) (*Document, error) {
	r, err := parse(ctx, d.Text, d.Format, d.given, d.fixed)
	if err != nil {
		return nil, err
	}
	rested := &Document{Reading: *r, Shown: d.Shown, work: d.work, memos: new(memos)}
	rested.restoreShownAfterReread(d, markup.Change{})
	return rested, ctx.Err()
}

// remeasureAndDivide measures the statistics again and divides the whole source, given the shown fragments and the edit since.
func (d *Document) remeasureAndDivide(was []placedFragment, e editedWords) {
	s := d.measureStatistics()
	if len(was) == 0 {
		d.divideWithStatistics(s, nil, e)
		return
	}
	d.statistics, d.isRested, d.touched = s, true, lastEdit{}
	starts := d.divideAtRest(was)
	resetEditedSureness(was)
	d.written = wordsWritten{}
	d.parts = d.newFragmentSequence(starts, was, e)
}

// divideWithStatistics divides the whole source under the given statistics. Of the shown boundaries it keeps only those that are held.
func (d *Document) divideWithStatistics(s textStatistics, was []placedFragment, e editedWords) {
	d.statistics, d.isRested, d.touched, d.written = s, true, lastEdit{}, wordsWritten{}
	held := slices.DeleteFunc(slices.Clone(was), func(s placedFragment) bool { return s.hold == nil && !s.isSeam })
	for i := range was {
		was[i].isPast = true
	}
	if planner, ok := d.method.(method.Planner); ok && len(held) == 0 && d.numParagraphs() > 1 {
		goal := d.divisionGoal()
		goal.Gaps = d.methodGaps(0, d.numParagraphs())
		d.forbidSuggestions(goal.Gaps, hardEnds(goal.Gaps))
		plan := planner.Plan(d.stretchWithContext(0, d.numParagraphs()), goal)
		starts := append([]int{0}, plan.Divide()...)
		starts = d.mostConfidentStarts(starts, goal.Gaps, 0, func() []float64 { return plan.Confidence(0, d.numParagraphs()) })
		d.parts = d.newFragmentSequence(starts, was, e)
		d.setBoundaryConfidences(func(v judgedStretch) []float64 { return plan.Confidence(v.first, v.end) })
		return
	}
	d.parts = d.newFragmentSequence(d.divide(held, nil), was, e)
}

// divideAtRest divides the whole source at a rest. Shown fragments change only after a fresh division has disagreed for long enough. The
// disputes are recorded in was, the shown fragments.
func (d *Document) divideAtRest(was []placedFragment) []int {
	fresh := d.divide(was, nil)
	if !d.keepsShown() {
		return fresh
	}
	isFresh := make([]bool, d.numParagraphs()+1)
	for _, start := range fresh {
		isFresh[start] = true
	}
	isAsShown := true
	for i, s := range was {
		begins := s.first < len(isFresh) && isFresh[s.first]
		isOne := s.first+1 >= s.end || !slices.Contains(isFresh[s.first+1:s.end], true)
		written := d.wordsSinceRest(s.id) / d.patience()
		p := s.withoutContents()
		p.dispute.beginning = nextDispute(p.dispute.beginning, begins, written)
		p.dispute.inside = nextDispute(p.dispute.inside, isOne, written)
		was[i].fragmentState = p
		isAsShown = isAsShown && begins && isOne
	}
	if isAsShown {
		return fresh
	}
	return d.divide(was, isFresh)
}

// nextDispute returns the new measure of a dispute, given its last measure and the words written since, as a share of the patience.
func nextDispute(before float64, isAgreed bool, written float64) float64 {
	if isAgreed {
		return 0
	}
	return min(1, before+written)
}

// constrainShownGaps constrains the gaps in which the shown division may not change, and returns the number of boundaries it keeps. isFresh
// marks the paragraphs with which the fragments of a fresh division begin. Limits of length take precedence.
func (d *Document) constrainShownGaps(gaps []method.Gap, was []placedFragment, isFresh []bool) (kept int) {
	limits := d.Settings.Goal().Limits
	set := func(paragraph int, c fragment.Constraint) bool { // sets the constraint of the gap before a paragraph
		if paragraph == 0 || paragraph > len(gaps) || gaps[paragraph-1].Constraint != fragment.Free {
			return false
		}
		gaps[paragraph-1].Constraint = c
		return true
	}
	words := func(s placedFragment) int { return d.wordsBefore(s.end) - d.wordsBefore(s.first) }
	was = slices.DeleteFunc(slices.Clone(was), func(s placedFragment) bool { return s.first >= s.end || s.end > d.numParagraphs() })
	for i, s := range was {
		isShort := words(s) < limits.Min || i > 0 && words(was[i-1]) < limits.Min
		if s.dispute.beginning < 1 && !isShort && set(s.first, fragment.Break) {
			kept++
		}
	}
	for _, s := range was {
		if d.isMostlyNew(s) || limits.Max > 0 && words(s) > limits.Max {
			continue
		}
		for q := s.first + 1; q < s.end; q++ {
			if s.dispute.inside < 1 || !isFresh[q] {
				set(q, fragment.NoBreak)
			}
		}
	}
	return kept
}

// keepsShown reports whether the shown fragments stay for a while if a division disagrees. With [MethodPaper] each rest shows the division
// of a fresh text.
func (d *Document) keepsShown() bool { return d.Settings.Method != MethodPaper }

// patience returns the number of words after which a division that disagrees with the shown one prevails. It is lower in a short text,
// which the same number of words changes more.
func (d *Document) patience() float64 {
	const part, least, most = 50, 110, 300
	return max(least, min(float64(d.Words())/part, most))
}

// wordsSinceRest returns the words written since the last rest, as they count for a fragment: in a long text, distant ones count less.
func (d *Document) wordsSinceRest(id string) float64 {
	const wholly = 3000 // length of a text in words up to which all words count in full
	near := d.writtenWordsNear(id)
	return float64(near) + float64(d.written.words-near)*min(1, wholly/float64(max(1, d.Words())))
}

// writtenWordsNear returns the number of words written in or next to a fragment since the last rest.
func (d *Document) writtenWordsNear(id string) int {
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

// addWrittenWords counts words that an edit which replaced paragraphs has written or deleted.
func (d *Document) addWrittenWords(words int, t replacedParagraphs) {
	if words == 0 {
		return
	}
	d.written.words += words
	d.written.near = slices.Clone(d.written.near)
	from, to := d.fragmentsTouchedBy(replacedParagraphs{first: t.first, old: t.fresh, fresh: t.fresh})
	for _, p := range d.parts.Slice(from, to) {
		i := slices.IndexFunc(d.written.near, func(w wordsWrittenNear) bool { return w.id == p.id })
		if i < 0 {
			i = len(d.written.near)
			d.written.near = append(d.written.near, wordsWrittenNear{id: p.id})
		}
		d.written.near[i].words += words
	}
}
