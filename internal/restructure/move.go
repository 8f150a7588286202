package restructure

import (
	"errors"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// CanMoveFragment reports whether a fragment can move up and down.
func CanMoveFragment(doc *analysis.Document, fragment int) (up, down bool) {
	cells := movables(pageOf(doc))
	return canMoveCell(cells, cellIndex(cells, fragment))
}

func canMoveCell(cells []movable, at int) (up, down bool) {
	return at > 1 || at == 1 && cells[0].section < 0, at < len(cells)-1
}

// CanMoveSection reports whether a section can move up and down.
func CanMoveSection(doc *analysis.Document, section int) (up, down bool) {
	d := pageOf(doc)
	over := func(step int) bool {
		parent := d.Sections()[section].Parent
		return sibling(d, section, step) >= 0 || parent >= 0 && sibling(d, parent, step) >= 0
	}
	return over(-1), over(+1)
}

// NeighboursHaveOtherLevel reports whether the sections before and after a section, with the same parent, have another level than it has.
func NeighboursHaveOtherLevel(doc *analysis.Document, section int) (before, after bool) {
	d := pageOf(doc)
	hasOther := func(step int) bool {
		i := sibling(d, section, step)
		return i >= 0 && d.Sections()[i].Level != d.Sections()[section].Level
	}
	return hasOther(-1), hasOther(+1)
}

// MoveFragmentUp moves a fragment before the one above it or, if it is the first of its section, to the end of the previous section. It
// moves over containers, such as a division with its own heading, never into them. Moving over a scene break is a step of its own, but a
// whole scene moves before the scene above it.
func MoveFragmentUp(doc *analysis.Document, fragment int) (Edit, error) {
	d := pageOf(doc)
	cells := movables(d)
	at := cellIndex(cells, fragment)
	if up, _ := canMoveCell(cells, at); !up {
		return Edit{}, RefuseUnit(doc, "This fragment cannot move any further up.", "This scene cannot move any further up.")
	}
	if together, ok := partsOfQuote(d, cells[at-1:at+1]); ok {
		return moveAbove(d, sentence.New("Move fragment up"), together[0], together[1])
	}
	to := at - 1
	for to > 0 && d.splitsContainer(markup.Span{Start: cells[to].span.Start, End: cells[at].span.Start}, markup.Span{End: cells[to].span.Start}) {
		to--
	}
	if to == 0 && cells[to].section >= 0 {
		to = at - 1 // nothing goes above the title
	}
	isOverBreak := d.hasBreakAbove(cells, at)
	switch {
	case d.isWholeScene(cells, at) && cells[at-1].fragment >= 0:
		to = d.sceneStart(cells, at-1)
	case isOverBreak:
		to = at
	}
	return moveCell(d, sentence.New("Move fragment up"), cells, at, spot{to, isOverBreak})
}

// MoveFragmentDown moves a fragment after the one below it or, if it is the last of its section, to the beginning of the next section. It
// treats containers and scene breaks like [MoveFragmentUp].
func MoveFragmentDown(doc *analysis.Document, fragment int) (Edit, error) {
	d := pageOf(doc)
	cells := movables(d)
	at := cellIndex(cells, fragment)
	if _, down := canMoveCell(cells, at); !down {
		return Edit{}, RefuseUnit(doc, "This fragment cannot move any further down.", "This scene cannot move any further down.")
	}
	if together, ok := partsOfQuote(d, cells[at:at+2]); ok {
		return moveBelow(d, sentence.New("Move fragment down"), together[0], together[1])
	}
	to := at + 2
	end := cells[at].span.End
	for to < len(cells) && d.splitsContainer(markup.Span{Start: end, End: cells[to].span.Start}, markup.Span{Start: cells[to].span.Start, End: d.Text.Len()}) {
		to++
	}
	isOverBreak := d.hasBreakAbove(cells, at+1)
	switch {
	case d.isWholeScene(cells, at) && cells[at+1].fragment >= 0:
		to = d.sceneEnd(cells, at+1)
	case isOverBreak:
		to = at + 1
	}
	return moveCell(d, sentence.New("Move fragment down"), cells, at, spot{to, !isOverBreak}) // within a scene, it first moves to the end of the scene
}

// partsOfQuote returns the stretches of cells that are all in one delimited block, such as a quote in AsciiDoc or Org, so that they can be
// exchanged within it. ok is false if they cannot.
func partsOfQuote(d *page, cells []movable) (parts []stretch, ok bool) {
	within := -1
	for i, c := range cells {
		if c.fragment < 0 {
			return nil, false
		}
		f := d.Fragments()[c.fragment]
		first, last := d.Paragraphs()[f.First], d.Paragraphs()[f.End-1]
		if within < 0 {
			within = first.Block
		}
		b := d.blocks[within]
		if first.Block != within || last.Block != within || b.Kind != markup.Quote || first.Child < 0 {
			return nil, false
		}
		line := d.Text.Line(d.Text.LineAt(first.Span.Start))
		end := d.Text.LineStart(d.Text.Trim(b.Span).End - 1)
		if next := f.End; next < len(d.Paragraphs()) && d.Paragraphs()[next].Block == within {
			end = d.Paragraphs()[next].Span.Start
		}
		isBlank := func(from, to int) bool { return from <= to && strings.TrimSpace(d.text[from:to]) == "" }
		isDelimited := i > 0 || line.Start > b.Span.Start
		if !isDelimited || !isBlank(line.Start, first.Span.Start) || !isBlank(last.Span.End, end) {
			return nil, false // more than these paragraphs would have to move
		}
		parts = append(parts, stretchOf(d, markup.Span{Start: line.Start, End: end}))
	}
	return parts, true
}

// splitsContainer reports whether a container, or a quote of several blocks, has one end in each of two spans.
func (p *page) splitsContainer(one, other markup.Span) bool {
	for _, b := range blocksIn(p.blocks, one) {
		if b.Kind == markup.Quote && !containsSpan(one, p.Text.Trim(b.Span)) && max(b.Span.Start, other.Start) < min(b.Span.End, other.End) {
			return true
		}
	}
	return slices.ContainsFunc(p.nesting().containers, func(c markup.Container) bool {
		return c.Open.Len() > 0 && c.Close.Len() > 0 && !p.isOutlineContainer(c) && (containsSpan(one, c.Open) && containsSpan(other, c.Close) || containsSpan(other, c.Open) && containsSpan(one, c.Close))
	})
}

// MoveFragment moves a fragment to a place.
func MoveFragment(doc *analysis.Document, fragment int, to Place) (Edit, error) {
	d := pageOf(doc)
	if !isValidIndex(d.Fragments(), fragment) {
		return Edit{}, noSuchFragment(doc)
	}
	cells := movables(d)
	at, err := d.spotFor(cells, to)
	if err != nil {
		return Edit{}, err
	}
	title := sentence.New("Move fragment")
	if to.Side == Under {
		title = sentence.New("Move fragment under “%s”", d.Sections()[to.Unit].Title)
	}
	return moveCell(d, title, cells, cellIndex(cells, fragment), at)
}

func moveCell(d *page, title *sentence.Sentence, cells []movable, from int, at spot) (Edit, error) {
	to, isBreak := at.cell, d.hasBreakAbove(cells, at.cell)
	isAbove, isBelow := isBreak && at.isAbove, isBreak && !at.isAbove
	isScene := d.movesAsScene(cells, from, d, cells, to)
	isThere := to == from && !isAbove || to == from+1 && !isBelow
	if !isScene && !isThere && (isBreak || d.hasBreakAbove(cells, from) || d.hasBreakAbove(cells, from+1)) {
		if e, ok := moveAlone(d, title, cells, from, at); ok {
			return e, nil
		}
	}
	switch {
	case to == from && (isScene || !isAbove) || to == from+1 && (isScene || !isBelow):
		return Edit{}, isThereAlready(d.Document)
	case isScene:
		return moveScene(d, title, cells, from, to)
	case to == from || to == from+1:
		return moveOverBreak(d, title, cells, from, to)
	case to < from && (isAbove || d.hasBreakAbove(cells, from)):
		over := markup.Span{Start: cells[to].span.Start, End: cells[from-1].span.End}
		if isAbove {
			over.Start = cells[to-1].span.End
		}
		if d.hasBreakAbove(cells, from) {
			over.End = cells[from].span.Start
		}
		return moveAbove(d, title, stretchWithBreak(d, over, true), cells[from].stretch)
	case to > from && (isBelow || d.hasBreakAbove(cells, from+1)):
		over := markup.Span{Start: cells[from].span.End, End: cells[to-1].span.End}
		if isBelow {
			over.End = cells[to].span.Start
		}
		return moveBelow(d, title, cells[from].stretch, stretchWithBreak(d, over, false))
	case to < from:
		return moveAbove(d, title, movablesAbove(d, cells, to, from), cells[from].stretch)
	}
	return moveBelow(d, title, cells[from].stretch, movablesBelow(d, cells, from, to))
}

// movablesAbove returns the stretch over which a cell moves up: other cells, and markup that begins above them.
func movablesAbove(d *page, cells []movable, to, from int) stretch {
	over := join(d, cells[to:from])
	if end := d.endAfterBoxes(over.span, cells[from].span.Start); end > over.span.End {
		over = stretchOf(d, markup.Span{Start: over.span.Start, End: end})
	}
	if to > 0 && !d.hasBreakAbove(cells, to) {
		start := extendToConstructs(d, cells[to-1].stretch).span.End
		over = extendStaying(d, over, d.startAfterClosing(start, d.blockIndex(over.span.Start), d.isOutlineContainer), over.span.End)
	}
	if cells[to].section < 0 {
		start := d.startAfterOpening(over.span, extendToConstructs(d, cells[from].stretch).span)
		if text := spaceAfter(d.text, start).End; start > over.span.Start && text < over.span.End {
			over.span.Start = text
			over.text, over.stays = d.Text.Slice(over.span), true
		}
	}
	return over
}

// startAfterOpening moves the start of a span past markup above the first prose that opens containers around all of the span `held`.
func (p *page) startAfterOpening(span, held markup.Span) int {
	begin := span.Start
	for _, c := range p.nesting().containers {
		isText := func(b markup.Block) bool { return b.Kind.IsProse() && b.Span.Start < c.Open.Start }
		if containsSpan(span, c.Open) && c.Close.Start >= held.End && !slices.ContainsFunc(blocksIn(p.blocks, markup.Span{Start: span.Start, End: c.Open.Start}), isText) {
			begin = max(begin, c.Open.End)
		}
	}
	return begin
}

// endAfterBoxes returns the end of a span extended, up to limit, by the ends of containers that begin in it and end right after it.
func (p *page) endAfterBoxes(span markup.Span, limit int) int {
	for _, c := range p.nesting().containers {
		if containsSpan(span, c.Open) && span.End <= c.Close.Start && c.Close.End <= limit {
			span.End = c.Close.End
		}
	}
	return span.End
}

// movablesBelow returns the stretch over which a cell moves down: other cells, markup above them, and the ends of containers in it.
func movablesBelow(d *page, cells []movable, from, to int) stretch {
	over := join(d, cells[from+1:to])
	over = extendStaying(d, over, extendToConstructs(d, cells[from].stretch).span.End, over.span.End)
	end := extendToConstructs(d, over).span.End
	if to < len(cells) {
		end = d.endAfterBoxes(markup.Span{Start: cells[from].span.End, End: end}, cells[to].span.Start)
	}
	return extendStaying(d, over, over.span.Start, max(over.span.Start, end))
}

// extendStaying returns a stretch that stays in place, extended to `end` and, unless that would add only white space, to `start`.
func extendStaying(d *page, over stretch, start, end int) stretch {
	text := d.text
	if start < over.span.Start && strings.TrimSpace(text[start:over.span.Start]) != "" {
		over.span.Start = spaceAfter(text, start).End
	}
	over.span.End = end
	over.text, over.stays = d.Text.Slice(over.span), true
	return over
}

// join returns the stretch that several cells form.
func join(d *page, cells []movable) stretch {
	return stretchOf(d, markup.Span{Start: cells[0].span.Start, End: cells[len(cells)-1].span.End})
}

// SwapFragments exchanges two fragments.
func SwapFragments(doc *analysis.Document, one, other int) (Edit, error) {
	d := pageOf(doc)
	if !isValidIndex(d.Fragments(), one) || !isValidIndex(d.Fragments(), other) || one == other {
		return Edit{}, refuse("This text has %s. Say which two to swap.", CountFragments(doc))
	}
	cells := movables(d)
	from, to := cellIndex(cells, min(one, other)), cellIndex(cells, max(one, other))
	first, second := cells[from].stretch, cells[to].stretch
	if together, ok := partsOfQuote(d, cells[from:to+1]); ok {
		first, second = together[0], together[len(together)-1]
	}
	e, _, down, err := exchange(d, sentence.New("Swap fragments"), first, second, first.span, second.span)
	e.Place = down
	e.Move.Moved = []int{one, other}
	return e, err
}

// MoveSectionUp moves a section with its subsections before its previous sibling or, if it is the first, to the end of the section before
// its parent.
func MoveSectionUp(doc *analysis.Document, section int, levels LevelPolicy) (Edit, error) {
	d := pageOf(doc)
	title := sentence.New("Move section up")
	s, parent := d.Sections()[section], d.Sections()[section].Parent
	if above := sibling(d, section, -1); above >= 0 {
		return moveSectionTo(d, title, section, sectionSpan(d, above).Start, levels.levelFor(d.Sections()[above].Level))
	}
	if parent >= 0 && sibling(d, parent, -1) >= 0 {
		return moveSectionTo(d, title, section, sectionSpan(d, parent).Start, levels.levelFor(s.Level))
	}
	return Edit{}, refuse("This section cannot move any further up.")
}

// MoveSectionDown moves a section with its subsections after its next sibling or, if it is the last, to the beginning of the section after
// its parent.
func MoveSectionDown(doc *analysis.Document, section int, levels LevelPolicy) (Edit, error) {
	d := pageOf(doc)
	title := sentence.New("Move section down")
	s, parent := d.Sections()[section], d.Sections()[section].Parent
	if below := sibling(d, section, +1); below >= 0 {
		return moveSectionTo(d, title, section, sectionSpan(d, below).End, levels.levelFor(d.Sections()[below].Level))
	}
	if parent < 0 || sibling(d, parent, +1) < 0 {
		return Edit{}, refuse("This section cannot move any further down.")
	}
	next := sibling(d, parent, +1)
	at := sectionSpan(d, next).End
	if next+1 < len(d.Sections()) && d.Sections()[next+1].Parent == next {
		at = sectionSpan(d, next+1).Start
	}
	return moveSectionTo(d, title, section, at, levels.levelFor(s.Level))
}

// MoveSection moves a section to a place. Beside another section it takes that section's level; under another, the next lower level. At the
// end of the text it keeps its own.
func MoveSection(doc *analysis.Document, section int, to Place) (Edit, error) {
	d := pageOf(doc)
	sections := d.Sections()
	if !isValidIndex(sections, section) {
		return Edit{}, noSuchSection(doc)
	}
	title := sentence.New("Move section")
	if to.Side == AtEnd || to == Before.PlaceBeside(len(sections)) {
		return moveSectionTo(d, title, section, d.Text.Len(), sections[section].Level)
	}
	if !isValidIndex(sections, to.Unit) {
		return Edit{}, noSuchSection(doc)
	}
	beside, level := sectionSpan(d, to.Unit), sections[to.Unit].Level
	switch to.Side {
	case Before:
		return moveSectionTo(d, title, section, beside.Start, level)
	case After:
		return moveSectionTo(d, title, section, beside.End, level)
	}
	if section == to.Unit {
		return Edit{}, intoItself
	}
	levels, err := possibleLevels(d)
	if err != nil {
		return Edit{}, err
	}
	below := rank(levels, level) + 1
	if below >= len(levels) {
		return Edit{}, refuse("There is no level of heading below that of “%s”.", sections[to.Unit].Title)
	}
	return moveSectionTo(d, sentence.New("Move section under “%s”", sections[to.Unit].Title), section, beside.End, levels[below])
}

// moveSectionTo moves a section to a level and to an offset at which a section begins or ends.
func moveSectionTo(d *page, title *sentence.Sentence, section, to, level int) (Edit, error) {
	moved, b := sectionStretch(d, section), body(d)
	var err error
	if moved.text, err = releveled(d, section, level); err != nil {
		return Edit{}, err
	}
	to = min(max(to, b.Start), b.End)
	switch {
	case sectionSpan(d, section).Contains(to) && to != moved.span.Start:
		return Edit{}, intoItself
	case to < moved.span.Start:
		if over := extendToConstructs(d, stretchOf(d, d.withoutRules(markup.Span{Start: to, End: moved.span.Start}))); over.text != "" {
			return moveAbove(d, title, over, moved)
		}
	case to > moved.span.End:
		if over := extendToConstructs(d, stretchOf(d, d.withoutRules(markup.Span{Start: moved.span.End, End: to}))); over.text != "" {
			return moveBelow(d, title, moved, over)
		}
	}
	if moved.text != d.Text.Slice(moved.span) {
		return verifyMeaning(d, newEdit(title, Replacement{Span: moved.span, Text: moved.text}))
	}
	return Edit{}, sectionIsThere
}

var (
	fragmentIsThere = refuse("The fragment is already there.")
	sceneIsThere    = refuse("The scene is already there.")
	sectionIsThere  = refuse("The section is already there.")
)

// isThereAlready returns the error for a fragment that is already in its place.
func isThereAlready(d *analysis.Document) error {
	if d.IsByScenes() {
		return sceneIsThere
	}
	return fragmentIsThere
}

// saysAlreadyThere reports whether an error says that a unit is already in its place.
func saysAlreadyThere(err error) bool {
	return errors.Is(err, fragmentIsThere) || errors.Is(err, sceneIsThere) || errors.Is(err, sectionIsThere)
}

var intoItself = refuse("A section cannot move into itself.")

// sibling returns the nearest section in one direction with the same parent, or -1.
func sibling(d *page, section, step int) int {
	parent := d.Sections()[section].Parent
	for i := section + step; i >= 0 && i < len(d.Sections()) && i != parent; i += step {
		if d.Sections()[i].Parent == parent {
			return i
		}
	}
	return -1
}

func isValidIndex[E any](list []E, i int) bool { return 0 <= i && i < len(list) }

// MoveFragmentTo moves a fragment to an offset at which a fragment or section begins or ends.
func MoveFragmentTo(doc *analysis.Document, fragment, at int) (Edit, error) {
	d := pageOf(doc)
	cells := movables(d)
	if !isValidIndex(d.Fragments(), fragment) {
		return Edit{}, noSuchFragment(doc)
	}
	to := d.spotAt(cells, at)
	if to.cell == 0 && cells[0].section >= 0 {
		return Edit{}, refuse("Nothing can go above the title of a file.")
	}
	return asAlreadyThere(moveCell(d, sentence.New("Move fragment"), cells, cellIndex(cells, fragment), to))
}

// MoveSectionTo moves a section to an offset at which a section begins or ends. There it has the given level.
func MoveSectionTo(doc *analysis.Document, section, at, level int) (Edit, error) {
	d := pageOf(doc)
	if !isValidIndex(d.Sections(), section) {
		return Edit{}, noSuchSection(doc)
	}
	return asAlreadyThere(moveSectionTo(d, sentence.New("Move section"), section, at, level))
}

// asAlreadyThere replaces the errors for a unit that is already in its place with [AlreadyThere].
func asAlreadyThere(e Edit, err error) (Edit, error) {
	if saysAlreadyThere(err) {
		err = AlreadyThere
	}
	return e, err
}
