package rearrange

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/restructure"
)

// Step is one of several moves: it moves a fragment or section of the file Path to the file To, perhaps the same one. ID and Beside are ids
// in these files before the first move.
type Step struct {
	Path, To string
	restructure.Step
}

// Arrange makes several moves in sequence and returns a single change. Each move is checked as if it were made alone; if one fails, none is
// made. A step whose unit is already in its place does nothing; if the texts stay the same, the error is [restructure.AlreadyThere].
func Arrange(ctx context.Context, w Work, steps []Step) (Change, error) {
	w.Index = newChangeBuilder(w).index
	a := &arrangement{Work: w, total: Change{Title: sentence.New("Rearrange")}, called: make(map[identity]identity)}
	a.Documents = maps.Clone(w.Documents)
	a.total.Shown = make(map[string]*analysis.Document)
	for rest := steps; len(rest) > 0; {
		n := a.countSceneSteps(rest)
		err := a.makeStep(ctx, rest[0], a.currentSteps(rest[:n]))
		if err != nil && !errors.Is(err, restructure.AlreadyThere) {
			return Change{}, err
		}
		rest = rest[n:]
	}
	if len(a.total.Edits) == 0 {
		return Change{}, restructure.AlreadyThere
	}
	for path, text := range a.total.Texts() {
		if a.Documents[path] != nil && a.Documents[path].Text.String() != text {
			return Change{}, refuse("The moves cannot be made as one change to %s, so nothing has been changed.", path)
		}
	}
	for _, s := range steps {
		a.total.Arrived = append(a.total.Arrived, a.movedFragments(s)...)
	}
	return a.total, nil
}

// movedFragments returns the fragments that a step has moved, with their ids after all steps. Those of subsections do not count.
func (a *arrangement) movedFragments(s Step) (list []ArrivedFragment) {
	is := a.currentIdentity(s.Path, s.ID)
	if !s.IsSection {
		return []ArrivedFragment{ArrivedFragment(is)}
	}
	d := a.Documents[is.Path]
	section := restructure.SectionByID(d, is.ID)
	for _, f := range d.Fragments() {
		if f.Section == section && section >= 0 {
			list = append(list, ArrivedFragment{is.Path, f.ID})
		}
	}
	return list
}

// arrangement is the state of a work during a sequence of moves.
type arrangement struct {
	Work
	before *link.Index // index of the work before all moves; nil until the first move
	total  Change      // the change that all moves so far make

	// called maps the identities before all moves to the present ones, where they differ.
	called map[identity]identity
}

// identity identifies a fragment or section of a file.
type identity struct{ Path, ID string }

// currentIdentity returns the identity of a fragment or section after the moves so far.
func (a *arrangement) currentIdentity(path, id string) identity {
	was := identity{path, id}
	if is, isOther := a.called[was]; isOther {
		return is
	}
	return was
}

// updateIdentities records new identities after a move. `names` maps the identities before the move to those after it.
func (a *arrangement) updateIdentities(names map[identity]identity) {
	known := make(map[identity]bool)
	for first, was := range a.called {
		known[was] = true
		if is, isOther := names[was]; isOther {
			a.called[first] = is
		}
	}
	for was, is := range names {
		if _, isGone := a.called[was]; !known[was] && !isGone {
			a.called[was] = is
		}
	}
}

// currentSteps returns steps with the present ids.
func (a *arrangement) currentSteps(steps []Step) (list []restructure.Step) {
	for _, s := range steps {
		now := s.Step
		now.ID = a.currentIdentity(s.Path, s.ID).ID
		if s.Side != restructure.AtEnd {
			now.Beside = a.currentIdentity(s.To, s.Beside).ID
		}
		list = append(list, now)
	}
	return list
}

// countSceneSteps returns how many of the first steps together move a whole scene to one place, or 1 if they do not.
func (a *arrangement) countSceneSteps(steps []Step) int {
	from := a.currentIdentity(steps[0].Path, steps[0].ID).Path
	end := slices.IndexFunc(steps, func(s Step) bool { return a.currentIdentity(s.Path, s.ID).Path != from || s.To != steps[0].To })
	if end < 0 {
		end = len(steps)
	}
	if d := a.Documents[from]; d != nil {
		return restructure.CountSceneSteps(d, a.currentSteps(steps[:end]))
	}
	return 1
}

// makeStep makes a step, together with the others that move the same scene. `now` lists all of these with their present ids.
func (a *arrangement) makeStep(ctx context.Context, s Step, now []restructure.Step) error {
	what, to := a.currentIdentity(s.Path, s.ID), identity{Path: s.To}
	if s.Side != restructure.AtEnd {
		to = a.currentIdentity(s.To, s.Beside)
	}
	d, err := a.document(what.Path)
	if err != nil {
		return err
	}
	if what.Path != to.Path {
		return a.moveAcross(ctx, now, what, to)
	}
	e, err := restructure.Arrange(ctx, d, now)
	if err != nil {
		return err
	}
	next, err := d.Edit(ctx, e.AnalysisEdit(d.Text))
	if err != nil {
		return err
	}
	names := make(map[identity]identity)
	if order := e.Move.Order; len(order) == len(next.Fragments()) {
		for i, was := range order {
			names[identity{what.Path, d.Fragment(was).ID}] = identity{what.Path, next.Fragment(i).ID}
		}
	}
	a.updateIdentities(names)
	a.add(a.Index.ResultOfEdits(map[string][]restructure.Replacement{what.Path: e.Replacements}))
	a.setDocument(what.Path, next)
	return nil
}

// moveAcross moves a fragment, scene or section to another file.
func (a *arrangement) moveAcross(ctx context.Context, steps []restructure.Step, what, to identity) error {
	c, err := a.changeToOtherFile(steps, what, to)
	if err != nil {
		return err
	}
	held := a.spansToHold(c)
	changed := make(map[string]*analysis.Document)
	for path, replacements := range c.Edits {
		d := a.Documents[path]
		if d == nil {
			continue // not a text of the work
		}
		if d, err = d.Edit(ctx, restructure.Edit{Replacements: replacements}.AnalysisEdit(d.Text)); err != nil {
			return err
		}
		if changed[path] = d; len(held[path]) > 0 {
			changed[path] = d.Hold(held[path]...)
		}
	}
	names := make(map[identity]identity)
	for path := range changed {
		a.recordIdentities(c, path, changed, names)
	}
	a.updateIdentities(names)
	a.add(c.Result)
	a.total.Moved = append(a.total.Moved, MovedPassage{Path: what.Path, To: to.Path})
	a.total.Notes = append(a.total.Notes, c.Notes...)
	for path, d := range changed {
		a.setDocument(path, d)
	}
	return nil
}

// spansToHold returns the spans of the fragments to hold after a change, by file: those that it has moved, and those already held.
func (a *arrangement) spansToHold(c Change) map[string][]markup.Span {
	held := c.Held(a.Work)
	for path := range c.Edits {
		d := a.Documents[path]
		if d == nil {
			continue
		}
		for i, f := range d.Fragments() {
			to, span, ok := c.placeOf(d, path, i)
			if f.Held && ok && !slices.Contains(held[to], span) {
				held[to] = append(held[to], span)
			}
		}
	}
	return held
}

// changeToOtherFile returns the change that moves a fragment, scene or section to another file.
func (a *arrangement) changeToOtherFile(steps []restructure.Step, what, to identity) (Change, error) {
	d, err := a.document(what.Path)
	if err != nil {
		return Change{}, err
	}
	target, err := a.document(to.Path)
	if err != nil {
		return Change{}, err
	}
	place, err := steps[0].Place(target)
	if err != nil {
		return Change{}, err
	}
	w, move, i := a.Work, MoveSection, restructure.SectionByID(d, what.ID)
	if !steps[0].IsSection {
		move = MoveFragment
		w.Documents = maps.Clone(w.Documents)
		w.Documents[what.Path], i = restructure.WithJoinedFragments(d, steps)
	}
	if i < 0 {
		return Change{}, restructure.ErrGone
	}
	c, err := move(w, what.Path, i, Place{to.Path, place})
	for k, m := range c.Moved {
		c.Moved[k].Fragments = fragmentsIn(a.Documents[m.Path], m.Span)
	}
	return c, err
}

// add adds the result of a move to the total.
func (a *arrangement) add(r link.Result) {
	if a.before == nil {
		a.before, a.total.Result = a.Index, r
	} else {
		a.total.Result = a.before.Compose(a.total.Result, r)
	}
	a.Index = a.Index.AfterChange(r)
}

func (a *arrangement) setDocument(path string, d *analysis.Document) {
	a.Documents[path], a.total.Shown[path] = d, d
}

// recordIdentities records in `names` the identities of a file's fragments and sections after a change. `after` holds the changed files.
func (a *arrangement) recordIdentities(c Change, path string, after map[string]*analysis.Document, names map[identity]identity) {
	d := a.Documents[path]
	for i, f := range d.Fragments() {
		to, span, ok := c.placeOf(d, path, i)
		if now := after[to]; ok && now != nil {
			if k := now.FragmentAt(span.Start); k >= 0 {
				names[identity{path, f.ID}] = identity{to, now.Fragment(k).ID}
			}
		}
	}
	for _, s := range d.Sections() {
		heading := d.Blocks()[s.Heading].Span
		for at := heading.End - 1; at >= heading.Start; at-- { // the heading's markup may have changed
			to, place, ok := c.NewPlace(path, at)
			now := after[to]
			if !ok || now == nil {
				continue
			}
			k := slices.IndexFunc(now.Sections(), func(s analysis.Section) bool { return now.Blocks()[s.Heading].Span.Contains(place) })
			if k >= 0 {
				names[identity{path, s.ID}] = identity{to, now.Sections()[k].ID}
				break
			}
		}
	}
}
