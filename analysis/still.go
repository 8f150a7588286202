package analysis

import (
	"slices"

	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment"
)

// Still is the document for somebody who sees it while it is edited. Under the method
// `blend` each edit then leaves all boundaries where they are but those in the fragment edited
// and its neighbours, and of them goes on showing what it shows unless others are clearly
// better; see [method.Still]. So what an edit costs does not depend on the length of the
// text. [Document.Settled] is divided as [Analyze] does again. Under other methods nothing is
// different.
func (d *Document) Still() *Document {
	still := *d
	still.isStill = true
	return &still
}

// touched is the paragraphs that an edit has replaced, and the number of those in their place.
type touched struct{ first, old, fresh int }

// grown is how many more paragraphs there are now.
func (t touched) grown() int { return t.fresh - t.old }

// moved is where a boundary before a paragraph is now, if it is anywhere still.
func (t touched) moved(paragraph int) (int, bool) {
	switch {
	case paragraph <= t.first:
		return paragraph, true
	case paragraph >= t.first+t.old:
		return paragraph + t.grown(), true
	}
	return paragraph, paragraph < t.first+t.fresh
}

// holdStill divides the paragraphs after an edit as [Document.Still] has it.
func (d *Document) holdStill(before *Document, t touched) {
	first, wasEnd := before.around(t)
	end := wasEnd + t.grown()
	var shown []int // between the two, counted from the first
	for f := before.division.SumTo(first + 1).Fragments; before.division.Start(f) < wasEnd; f++ {
		if b, isThere := t.moved(before.division.Start(f)); isThere && b < end {
			shown = append(shown, b-first)
		}
	}

	// The curves are others as far as the paragraphs are seen that are; and what is seen from
	// there bears on them.
	from, to := d.withinSight(before, t, t.first, t.first+t.fresh)
	from, to = min(from, first), max(to, end)
	firstGap, endGap := max(0, from-1), max(0, from-1, to-1)
	low, high := d.withinSight(before, t, from, to)
	units := d.methodUnitsIn(low, high)
	beside := max(firstGap, min(endGap+1, d.chunks.Sum().paragraphs-1)) // the gap after them has a say in a charge
	curves := d.whole.blend.Curves(units, firstGap-low, beside-low)

	constraints := make([]fragment.Constraint, endGap-firstGap)
	for g := range constraints { // what has been decided before holds still
		switch q := firstGap + g + 1; {
		case q <= first:
			constraints[g] = before.division.At(q).Constraint
		case q >= end:
			constraints[g] = before.division.At(q - t.grown()).Constraint
		}
	}
	if end-first > 1 {
		inside, goal := units[first-low:end-low], d.goal(first, end)
		charges := d.whole.blend.Charges(curves)[first-firstGap : end-1-firstGap]
		anew := method.Still(d.whole.blend, inside, charges, slices.Compact(shown), goal)
		copy(constraints[first-firstGap:], d.follow(anew, goal.Constraints, inside))
	}
	division, change := before.division.Replace(from, to-t.grown(), d.charged(from, to, curves.Average()[:endGap-firstGap], constraints))
	d.division, d.rows = division, change.Rows
	d.reparts(before, change.From, change.To, t.grown())
}

// around is the fragments that an edit touches and their neighbours: paragraphs from one to
// another, exclusive.
func (d *Document) around(t touched) (first, end int) {
	last := max(0, d.division.Len()-1)
	from, to := t.first, t.first+t.old-1
	if t.old == 0 { // something between two paragraphs
		from, to = t.first-1, t.first
	}
	fragment := func(paragraph int) int {
		return d.division.SumTo(max(0, min(paragraph, last))+1).Fragments - 1
	}
	return d.division.Start(max(0, fragment(from)-1)), d.division.Start(fragment(to) + 2)
}

// withinSight widens a stretch of paragraphs after an edit by those that are seen from the gaps
// at its ends.
func (d *Document) withinSight(before *Document, t touched, from, to int) (int, int) {
	sight := d.whole.blend.Sight()
	for seen := 0; from > 0 && seen <= sight; from-- {
		seen += before.division.At(from - 1).Words
	}
	for seen := 0; to < d.chunks.Sum().paragraphs && seen <= sight; to++ {
		seen += before.division.At(to - t.grown()).Words
	}
	return from, to
}
