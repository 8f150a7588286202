package restructure

import (
	"context"
	"slices"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/sentence"
)

// Step is one move of an arrangement: it moves a fragment or section to a side of another, each identified by its ID.
type Step struct {
	IsSection bool
	ID        string
	Side      Side
	Beside    string // "" for [AtEnd]
}

// AlreadyThere is the error for an arrangement that changes nothing.
var AlreadyThere = refuse("Everything is already there.")

// ErrGone is the error for a fragment or section that is no longer in the text.
var ErrGone error = sentence.New("the text has changed")

// Arrange makes several moves in sequence and returns a single edit. Each move is checked as if it were made alone; if one fails, none is
// made. A step whose unit is already in its place does nothing; if the text stays the same, the error is [AlreadyThere]. Consecutive steps
// that move all fragments of a scene to one place move the scene.
func Arrange(ctx context.Context, doc *analysis.Document, steps []Step) (Edit, error) {
	now := doc
	order := make([]int, len(doc.Fragments())) // order[i] is the original index of fragment i
	for i := range order {
		order[i] = i
	}
	var moved []int
	var only Edit
	made := 0
	for len(steps) > 0 {
		n := CountSceneSteps(now, steps)
		e, err := editOf(now, steps[:n])
		steps = steps[n:]
		if saysAlreadyThere(err) {
			continue
		}
		if err != nil {
			return Edit{}, err
		}
		only, made = e, made+1
		if now, err = now.Edit(ctx, e.AnalysisEdit(now.Text)); err != nil {
			return Edit{}, err
		}
		if len(e.Move.Order) != len(order) || len(now.Fragments()) != len(order) {
			order = nil // the fragments are not the same as before
			continue
		}
		for _, was := range e.Move.Moved {
			moved = append(moved, order[was])
		}
		next := make([]int, len(order))
		for i, was := range e.Move.Order {
			next[i] = order[was]
		}
		order = next
	}
	if made == 1 {
		return only, nil // the edit of a single step has a more precise title and place
	}
	before, after := doc.Text.String(), now.Text.String()
	if before == after {
		return Edit{}, AlreadyThere
	}
	e := newEdit(sentence.New("Rearrange"), singleReplacement(before, after))
	if len(order) > 0 {
		slices.Sort(moved)
		e.Move = analysis.Move{Order: order, Moved: slices.Compact(moved)}
	}
	return e, nil
}

// editOf returns the edit for one step, or for several steps that move a scene.
func editOf(d *analysis.Document, steps []Step) (Edit, error) {
	s := steps[0]
	to, err := s.Place(d)
	if err != nil {
		return Edit{}, err
	}
	if s.IsSection {
		if i := SectionByID(d, s.ID); i >= 0 {
			return MoveSection(d, i, to)
		}
		return Edit{}, ErrGone
	}
	joined, fragment := WithJoinedFragments(d, steps)
	if fragment < 0 {
		return Edit{}, ErrGone
	}
	if (to.Side == Before || to.Side == After) && to.Unit > fragment {
		to.Unit -= len(d.Fragments()) - len(joined.Fragments())
	}
	e, err := MoveFragment(joined, fragment, to)
	e.Move.Moved, e.Move.Order = inScenes(d, joined, e.Move.Moved), inScenes(d, joined, e.Move.Order)
	return e, err
}

// CountSceneSteps returns how many of the first steps together move all fragments of a scene to one place, or 1 if they do not.
func CountSceneSteps(d *analysis.Document, steps []Step) int {
	first := steps[0]
	at := FragmentByID(d, first.ID)
	for _, scene := range d.Scenes() {
		n := scene.End - scene.First
		if first.IsSection || at < scene.First || scene.End <= at || n > len(steps) {
			continue
		}
		isOther := func(s Step) bool {
			i := FragmentByID(d, s.ID)
			return s.IsSection || s.Side != first.Side || s.Beside != first.Beside || i < scene.First || scene.End <= i
		}
		ids := make(map[string]bool)
		for _, s := range steps[:n] {
			ids[s.ID] = true
		}
		if len(ids) == n && !ids[first.Beside] && !slices.ContainsFunc(steps[:n], isOther) {
			return n
		}
	}
	return 1
}

// WithJoinedFragments joins the fragments of steps, which must be neighbours. It returns the new document and the index of the joined
// fragment, or -1 if one of the fragments is gone.
func WithJoinedFragments(d *analysis.Document, steps []Step) (joined *analysis.Document, fragment int) {
	first := FragmentByID(d, steps[0].ID)
	if len(steps) == 1 {
		return d, first
	}
	for _, s := range steps {
		first = min(first, FragmentByID(d, s.ID))
	}
	var starts []int
	for i, f := range d.Fragments() {
		if i <= first || first+len(steps) <= i {
			starts = append(starts, f.First)
		}
	}
	return d.WithFragmentsAt(starts), first
}

// Place returns the place in a text to which the step moves its fragment or section.
func (s Step) Place(d *analysis.Document) (Place, error) {
	if s.Side == AtEnd {
		return Place{}, nil
	}
	unit := FragmentByID(d, s.Beside)
	if s.IsSection || s.Side == Under {
		unit = SectionByID(d, s.Beside)
	}
	if unit < 0 {
		return Place{}, ErrGone
	}
	return s.Side.PlaceBeside(unit), nil
}

// FragmentByID returns the index of the fragment with an id, or -1.
func FragmentByID(d *analysis.Document, id string) int {
	return slices.IndexFunc(d.Fragments(), func(f analysis.Fragment) bool { return f.ID == id })
}

// SectionByID returns the index of the section with an id, or -1.
func SectionByID(d *analysis.Document, id string) int {
	return slices.IndexFunc(d.Sections(), func(s analysis.Section) bool { return s.ID == id })
}

// singleReplacement returns a single replacement that turns one text into another.
func singleReplacement(before, after string) Replacement {
	span, with := rope.Difference(before, after)
	return Replacement{Span: span, Text: with}
}
