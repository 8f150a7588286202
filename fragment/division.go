package fragment

import (
	"fmt"

	"github.com/segls/segls/fragment/sequence"
)

// Division is the best division of a Problem, kept so that it can be computed again for
// less when the problem changes: see [Division.Replace]. It is a value and does not
// change; the divisions before and after a replacement share what they have in common.
// The zero value is not one; [Divide] makes them.
type Division struct {
	tariff     tariff
	limits     Limits
	paragraphs sequence.Sequence[divided, Extent]
}

// Unit is what a division knows of a unit, such as a paragraph. Of the first one, Similarity and
// Constraint mean nothing.
type Unit struct {
	Words      int
	Similarity float64    // of the gap before it
	Constraint Constraint // for the gap before it
}

// divided is a paragraph with its place in the division.
type divided struct {
	Unit
	row    row
	starts bool // whether a fragment starts with it
}

// Extent is a number of words and of starts of fragments.
type Extent struct{ Words, Fragments int }

// Plus is the sum of two extents.
func (e Extent) Plus(f Extent) Extent {
	return Extent{addWords(e.Words, f.Words), e.Fragments + f.Fragments}
}

// Sum is the paragraph's own extent.
func (p divided) Sum() Extent {
	e := Extent{Words: p.Words}
	if p.starts {
		e.Fragments = 1
	}
	return e
}

// Divide divides a problem as [Split] does.
func Divide(p Problem) (Division, error) {
	if err := p.validate(); err != nil {
		return Division{}, fmt.Errorf("fragment: %w", err)
	}
	d := Division{tariff: newTariff(p.Cost), limits: p.Limits}
	paragraphs := make([]Unit, len(p.Words))
	for i, words := range p.Words {
		paragraphs[i].Words = words
		if i > 0 {
			paragraphs[i].Similarity, paragraphs[i].Constraint = p.Similarity[i-1], p.constraint(i)
		}
	}
	d, _ = d.Replace(0, 0, paragraphs)
	return d, nil
}

// Repaired is what a replacement came to.
type Repaired struct {
	// From and To are the paragraphs, To exclusive, among which paragraphs were replaced
	// and boundaries may have come or gone. A fragment starts with From and, unless it is
	// the end of the text, with To, both before and after.
	From, To int

	// Rows is how many rows of the programme were made anew.
	Rows int
}

// Replace is the division of a problem in which the paragraphs from index i to j,
// exclusive, have been replaced by others. A paragraph whose gap before it has another
// neighbour, similarity or constraint is to be among them. Words must not be negative
// and similarities must be finite. Of all else only what the replacement bears on is
// done again, which does not depend on the length of the text, except that a division
// made by limits that leave no choice may have to be done again to the next forced
// boundary.
func (d Division) Replace(i, j int, with []Unit) (Division, Repaired) {
	fresh := make([]divided, len(with))
	for k, p := range with {
		fresh[k].Unit = p
	}
	r := repair{Division: d, changed: i, stale: i + len(with), grown: len(with) - (j - i), first: i, fresh: fresh}
	change := r.run()
	return r.Division, change
}

// Len is the number of paragraphs.
func (d Division) Len() int { return d.paragraphs.Len() }

// Sum is the words and the fragments of all paragraphs.
func (d Division) Sum() Extent { return d.paragraphs.Sum() }

// At is the paragraph at an index.
func (d Division) At(i int) Unit { return d.paragraphs.At(i).Unit }

// SumTo is the words of the first i paragraphs, and how many fragments start with one
// of them.
func (d Division) SumTo(i int) Extent { return d.paragraphs.SumTo(i) }

// Starts reports whether a fragment starts with the paragraph at an index.
func (d Division) Starts(i int) bool { return d.paragraphs.At(i).starts }

// Start is the paragraph with which a fragment starts, fragments counted from 0; the
// number of paragraphs if there are not so many.
func (d Division) Start(fragment int) int {
	i, _ := d.paragraphs.Find(func(e Extent) bool { return e.Fragments > fragment })
	return i
}

// All yields the paragraphs from an index on, each with whether a fragment starts
// with it.
func (d Division) All(from int) func(yield func(p Unit, starts bool) bool) {
	return func(yield func(Unit, bool) bool) {
		for _, p := range d.paragraphs.From(from) {
			if !yield(p.Unit, p.starts) {
				return
			}
		}
	}
}
