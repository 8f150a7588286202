package restructure

import (
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
)

// Place is a place for a fragment or a section. The zero value is the end of the text.
type Place struct {
	Side Side
	Unit int // the index of the fragment or section beside the place
}

// Side is a side of a fragment or section.
type Side uint8

// The sides. Before and After refer to a fragment if a fragment moves, and to a section if a section moves. Between two scenes they differ:
// After the last fragment of one scene is above the break, Before the first fragment of the next is below it. Before with Unit equal to the
// number of units is the end of the text.
const (
	AtEnd  Side = iota // at the end of the text
	Before             // right before a unit
	After              // right after a unit
	Under              // at the end of a section: for a fragment, of its own text; for a section, of its subsections
)

// PlaceBeside returns a place on a side of a fragment or section.
func (s Side) PlaceBeside(unit int) Place { return Place{s, unit} }

// spot is a place above the cell with the given index, or at the end if the index is the number of cells.
type spot struct {
	cell    int
	isAbove bool // above the break that separates the cell from the one above it, if there is one
}

// spotFor returns the spot of a place for a fragment.
func (p *page) spotFor(cells []movable, to Place) (spot, error) {
	fragments := len(p.Fragments())
	switch to.Side {
	case Before:
		if to.Unit == fragments {
			return spot{cell: len(cells)}, nil
		}
	case Under:
		heading := slices.IndexFunc(cells, func(c movable) bool { return c.section == to.Unit && to.Unit >= 0 })
		if heading < 0 {
			return spot{}, RefuseUnit(p.Document, "That heading is inside a fragment.", "That heading is inside a scene.")
		}
		_, end := chapter(cells, heading+1)
		return spot{cell: end}, nil
	case AtEnd:
		return spot{cell: len(cells)}, nil
	}
	if !isValidIndex(p.Fragments(), to.Unit) {
		return spot{}, noSuchFragment(p.Document)
	}
	at := cellIndex(cells, to.Unit)
	if to.Side == After {
		return spot{at + 1, true}, nil
	}
	return spot{cell: at}, nil
}

// spotAt returns the spot at an offset at which a fragment or section begins or ends.
func (p *page) spotAt(cells []movable, at int) spot {
	to := slices.IndexFunc(cells, func(c movable) bool { return c.span.Start >= at })
	if to < 0 {
		to = len(cells)
	}
	if to == 0 {
		return spot{}
	}
	above := cells[to-1].span.End
	isEnd := at <= above || strings.TrimSpace(p.text[above:at]) == "" && (to == len(cells) || at < cells[to].span.Start)
	return spot{to, isEnd}
}

// OffsetOf returns the offset at which to insert a fragment at a place.
func (to Place) OffsetOf(doc *analysis.Document) (int, error) {
	d := pageOf(doc)
	cells := movables(d)
	s, err := d.spotFor(cells, to)
	switch {
	case err != nil:
		return 0, err
	case to.Side == Under:
		return OffsetAtEnd(doc, to.Unit, true), nil
	case s.isAbove:
		return extendToConstructs(d, cells[s.cell-1].stretch).span.End, nil
	case s.cell == len(cells):
		return BodySpan(doc).End, nil
	}
	return extendToConstructs(d, cells[s.cell].stretch).span.Start, nil
}
