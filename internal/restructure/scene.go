package restructure

import (
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// Breaks stand between scenes. A fragment that is a whole scene moves with one of the breaks beside it, and over whole
// scenes; one from the middle of a scene moves alone, and over a break as over a heading.

// isBroken reports whether a scene break stands between a cell and the one above it.
func (p *page) isBroken(cells []cell, i int) bool {
	return p.isBeside(cells, i) && p.Gap(p.Fragments()[cells[i].fragment].First-1).Constraint == analysis.ByScene
}

// isBeside reports whether a cell and the one above it are fragments, and so no heading stands between them.
func (p *page) isBeside(cells []cell, i int) bool {
	return 0 < i && i < len(cells) && cells[i].fragment >= 0 && cells[i-1].fragment >= 0
}

// isWholeScene reports whether a cell is all that stands between a break and another one or a heading.
func (p *page) isWholeScene(cells []cell, i int) bool {
	above, below := p.isBroken(cells, i), p.isBroken(cells, i+1)
	return (above || below) && (above || !p.isBeside(cells, i)) && (below || !p.isBeside(cells, i+1))
}

// sceneStart is the first cell of the scene that a cell is in, and sceneEnd the one after its last.
func (p *page) sceneStart(cells []cell, i int) int {
	for p.isBeside(cells, i) && !p.isBroken(cells, i) {
		i--
	}
	return i
}

func (p *page) sceneEnd(cells []cell, i int) int {
	for i++; p.isBeside(cells, i) && !p.isBroken(cells, i); {
		i++
	}
	return i
}

// gapAbove is what stands between a cell and the one above it.
func gapAbove(cells []cell, i int) markup.Span {
	return markup.Span{Start: cells[i-1].span.End, End: cells[i].span.Start}
}

// separator is the break, with the blank lines around it, that parts scenes where a scene comes to stand before a cell: that
// of the chapter there, else that of the scene itself.
func (p *page) separator(cells []cell, from, to int) string {
	isChapter := func(i int) bool { return 0 <= i && i < len(cells) && cells[i].fragment >= 0 }
	first := to
	for isChapter(first - 1) {
		first--
	}
	for i := first; isChapter(i); i++ {
		if p.isBroken(cells, i) {
			gap := gapAbove(cells, i)
			return p.text[gap.Start:gap.End]
		}
	}
	if !p.isBroken(cells, from) {
		from++
	}
	gap := gapAbove(cells, from)
	return p.text[gap.Start:gap.End]
}

// moveScene moves a cell that is a whole scene right before another, which may be the end. Over scenes of its chapter it
// changes places with them, and the breaks stay; elsewhere one break goes with it.
func moveScene(d *page, title *sentence.Sentence, cells []cell, from, to int) (Edit, error) {
	first, end := min(from, to), max(from+1, to)
	isChapter := !slices.ContainsFunc(cells[first:end], func(c cell) bool { return c.fragment < 0 })
	switch isBetween := d.isBroken(cells, to) || !d.isBeside(cells, to); {
	case isChapter && isBetween && to < from:
		return raise(d, title, staying(d, cells[to:from]), cells[from].stretch)
	case isChapter && isBetween:
		return lower(d, title, cells[from].stretch, staying(d, cells[from+1:to]))
	}
	moved := enclosing(d, cells[from].stretch)
	if moved.torn {
		return Edit{}, refuse("%s in what would move, so nothing has been changed.", d.tears(moved.span))
	}
	taken := Replacement{Span: moved.span}
	if d.isBroken(cells, from) {
		taken.Span.Start = min(moved.span.Start, cells[from-1].span.End)
	} else {
		taken.Span.End = max(moved.span.End, cells[from+1].span.Start)
	}
	separator, plain := d.separator(cells, from, to), strings.Repeat(lineEnd(d), 2)
	above, below := to > 0 && cells[to-1].fragment >= 0, to < len(cells) && cells[to].fragment >= 0
	var put Replacement
	before := ""
	switch {
	case above && below && !d.isBroken(cells, to):
		before = separator
		put = Replacement{Span: gapAbove(cells, to), Text: separator + moved.text + separator}
	case below:
		put = insertion(cells[to].span.Start, moved.text+separator)
	case above:
		before = separator
		put = insertion(cells[to-1].span.End, separator+moved.text)
	case to > 0:
		before = plain
		put = insertion(cells[to-1].span.End, plain+moved.text)
	default:
		put = insertion(cells[to].span.Start, moved.text+plain)
	}
	if put.Span.Start < taken.Span.End && taken.Span.Start < put.Span.End {
		return Edit{}, standsThere
	}
	e := edit(title, taken, put)
	e.Place = put.Span.Start + len(before)
	if taken.Span.Start < put.Span.Start {
		e.Place -= taken.Span.Len()
	}
	isNoBreak := func(b markup.Block) bool { return b.Kind != markup.Rule }
	e, err := verifiedOf(d, e, isNoBreak, moved.span)
	if err == nil {
		e, err = renumbered(d, e, &e.Place)
	}
	e.Move.Moved = fragmentsIn(d, moved.span)
	at := len(d.Fragments())
	if i := slices.IndexFunc(cells[to:], func(c cell) bool { return c.fragment >= 0 }); i >= 0 {
		at = cells[to+i].fragment
	}
	for i := range len(d.Fragments()) + 1 {
		if i == at {
			e.Move.Order = append(e.Move.Order, cells[from].fragment)
		}
		if i < len(d.Fragments()) && i != cells[from].fragment {
			e.Move.Order = append(e.Move.Order, i)
		}
	}
	return e, err
}

// staying is the stretch of cells that do not move.
func staying(d *page, cells []cell) stretch {
	over := join(d, cells)
	over.stays = true
	return over
}

// withBreaks is what a fragment from the middle of a scene moves over, with the break next to it.
func withBreaks(d *page, span markup.Span) stretch {
	over := cut(d, span)
	over.stays = true
	return over
}

// removeBreak removes the break below a fragment.
func removeBreak(d *page, title *sentence.Sentence, fragment int) (Edit, error) {
	cells := cells(d)
	gap := gapAbove(cells, cellOf(cells, fragment+1))
	between := blocksIn(d.blocks, gap)
	if slices.ContainsFunc(between, func(b markup.Block) bool { return b.Kind != markup.Rule }) {
		return Edit{}, refuse("More stands between the two fragments than a break, so nothing has been changed.")
	}
	space := spaceAfter(d.text, gap.Start)
	e := edit(title, Replacement{Span: markup.Span{Start: space.End, End: gap.End}})
	return verifiedOf(d, e, func(b markup.Block) bool { return b.Kind != markup.Rule })
}

// SceneSpan is a fragment as it moves to an offset of another text, as [FragmentSpan] has it: a whole scene takes along a break beside
// it, so that the break parts it from what it comes to stand next to.
func SceneSpan(doc *analysis.Document, fragment int, target *analysis.Document, at int) (markup.Span, error) {
	span, err := FragmentSpan(doc, fragment)
	if err != nil {
		return span, err
	}
	d := pageOf(doc)
	cells := cells(d)
	i := cellOf(cells, fragment)
	above, below := d.isBroken(cells, i), d.isBroken(cells, i+1)
	isAbove := false // the fragment comes to stand at the end of a chapter, below another scene
	blocks := target.Blocks()
	next := firstBlockAfter(blocks, at)
	for next < len(blocks) && !blocks[next].Kind.IsProse() && blocks[next].Kind != markup.Heading {
		next++
	}
	isBelow := next < len(blocks) && blocks[next].Kind.IsProse()
	for k := min(next, len(blocks)) - 1; k >= 0 && blocks[k].Kind != markup.Heading && !isAbove; k-- {
		isAbove = blocks[k].Kind.IsProse()
	}
	switch {
	case !d.isWholeScene(cells, i):
	case below && (above && !isAbove || isBelow):
		span.End = max(span.End, blocksIn(d.blocks, gapAbove(cells, i+1))[0].Span.End)
	case above && (below || isAbove && !isBelow):
		span.Start = min(span.Start, blocksIn(d.blocks, gapAbove(cells, i))[0].Span.Start)
	}
	return span, nil
}
