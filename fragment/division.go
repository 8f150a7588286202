package fragment

import (
	"fmt"

	"github.com/segls/segls/fragment/sequence"
)

// Division is the best division of a Problem, with what it takes to repair it when the problem
// changes: see [Division.Replace]. It is a value and does not change; the divisions before and
// after a replacement share what they have in common. The zero value is no division: use
// [Divide].
type Division struct {
	tariff tariff
	limits Limits
	units  sequence.Sequence[divided, Extent]
}

// Unit is a paragraph, or whatever else a division divides. The first unit's Similarity and
// Constraint are ignored.
type Unit struct {
	Words      int
	Similarity float64    // of the gap before it
	Constraint Constraint // for the gap before it
}

// divided is a unit with its place in the division.
type divided struct {
	Unit
	row    row
	starts bool // a fragment starts with it
}

// Extent is a number of words and of starts of fragments.
type Extent struct{ Words, Fragments int }

// Plus is the sum of two extents.
func (e Extent) Plus(f Extent) Extent {
	return Extent{addWords(e.Words, f.Words), e.Fragments + f.Fragments}
}

// Sum is the unit's own extent.
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
	units := make([]Unit, len(p.Words))
	for i, words := range p.Words {
		units[i].Words = words
		if i > 0 {
			units[i].Similarity, units[i].Constraint = p.Similarity[i-1], p.constraint(i)
		}
	}
	d, _ = d.Replace(0, 0, units)
	return d, nil
}

// Repaired says what a replacement has changed.
type Repaired struct {
	// From and To are the units, To exclusive, among which units were replaced
	// and boundaries may have come or gone. A fragment starts with From and, unless it is
	// the end of the text, with To, both before and after.
	From, To int

	// Rows is how many rows of the programme were computed again.
	Rows int
}

// Replace returns the division with the units from index i to j, exclusive, replaced by others.
// Every unit whose gap before it has another neighbour, similarity or constraint must be among
// them. Words must not be negative and similarities must be finite. Only what the replacement
// affects is computed again, whatever the length of the text; but where limits leave no choice,
// that may reach to the next forced boundary.
func (d Division) Replace(i, j int, with []Unit) (Division, Repaired) {
	fresh := make([]divided, len(with))
	for k, p := range with {
		fresh[k].Unit = p
	}
	r := repair{Division: d, changed: i, stale: i + len(with), grown: len(with) - (j - i), first: i, fresh: fresh}
	change := r.run()
	return r.Division, change
}

// Len is the number of units.
func (d Division) Len() int { return d.units.Len() }

// Sum is the words and the fragments of all units.
func (d Division) Sum() Extent { return d.units.Sum() }

// At is the unit at an index.
func (d Division) At(i int) Unit { return d.units.At(i).Unit }

// SumTo is the words of the first i units, and how many fragments start with one
// of them.
func (d Division) SumTo(i int) Extent { return d.units.SumTo(i) }

// Starts reports whether a fragment starts with the unit at an index.
func (d Division) Starts(i int) bool { return d.units.At(i).starts }

// Start is the first unit of a fragment, counted from 0, or the number of units if there is no
// such fragment.
func (d Division) Start(fragment int) int {
	i, _ := d.units.Find(func(e Extent) bool { return e.Fragments > fragment })
	return i
}

// All yields the units from an index on, and for each whether a fragment starts with it.
func (d Division) All(from int) func(yield func(p Unit, starts bool) bool) {
	return func(yield func(Unit, bool) bool) {
		for _, p := range d.units.From(from) {
			if !yield(p.Unit, p.starts) {
				return
			}
		}
	}
}
