package restructure

import (
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// Breaks separate scenes. A whole scene moves over whole scenes, with one of the breaks beside it. A fragment from the middle of a scene
// moves alone, and over a break as over a heading.

// hasBreakAbove reports whether there is a scene break between a cell and the cell above it.
func (p *page) hasBreakAbove(cells []movable, i int) bool {
	return p.followsFragment(cells, i) && p.Gap(p.Fragments()[cells[i].fragment].First-1).Constraint == analysis.ByScene
}

// followsFragment reports whether a cell and the cell above it are fragments without a heading between them.
func (p *page) followsFragment(cells []movable, i int) bool {
	return 0 < i && i < len(cells) && cells[i].fragment >= 0 && cells[i-1].fragment >= 0
}

// isWholeScene reports whether a cell fills the text between two breaks, or between a break and a heading or an end of the text.
func (p *page) isWholeScene(cells []movable, i int) bool {
	above, below := p.hasBreakAbove(cells, i), p.hasBreakAbove(cells, i+1)
	return (above || below) && (above || !p.followsFragment(cells, i)) && (below || !p.followsFragment(cells, i+1))
}

// sceneStart returns the first cell of the scene that contains a cell; sceneEnd returns the index after its last cell.
func (p *page) sceneStart(cells []movable, i int) int {
	for p.followsFragment(cells, i) && !p.hasBreakAbove(cells, i) {
		i--
	}
	return i
}

func (p *page) sceneEnd(cells []movable, i int) int {
	for i++; p.followsFragment(cells, i) && !p.hasBreakAbove(cells, i); {
		i++
	}
	return i
}

// gapAbove returns the span between a cell and the cell above it.
func gapAbove(cells []movable, i int) markup.Span {
	return markup.Span{Start: cells[i-1].span.End, End: cells[i].span.Start}
}

// chapter returns the range [first, end) of the cells between the two headings around a cell's start.
func chapter(cells []movable, at int) (first, end int) {
	for first = at; first > 0 && cells[first-1].fragment >= 0; first-- {
	}
	for end = at; end < len(cells) && cells[end].fragment >= 0; end++ {
	}
	return first, end
}

// breakAbove returns the break above a cell with the blank lines around it, without anything else there.
func (p *page) breakAbove(cells []movable, i int) string {
	gap := gapAbove(cells, i)
	between := blocksIn(p.blocks, gap)
	first := slices.IndexFunc(between, func(b markup.Block) bool { return b.Kind == markup.Rule })
	if first < 0 {
		return p.text[gap.Start:gap.End]
	}
	end := rulesEnd(between, first)
	if end-first == len(between) {
		return p.text[gap.Start:gap.End]
	}
	apart := strings.Repeat(lineTerminator(p), 2)
	return apart + bareMark(p.text[between[first].Span.Start:between[end-1].Span.End]) + apart
}

// bareMark returns a break without the lines around it, but with its indentation: in Markdown, that distinguishes a star from a list.
func bareMark(mark string) string {
	return strings.TrimRight(strings.TrimLeft(mark, "\r\n"), whiteSpace)
}

// rulesEnd returns the index after the rules that begin at a block. Consecutive rules are one break.
func rulesEnd(blocks []markup.Block, first int) int {
	for first < len(blocks) && blocks[first].Kind == markup.Rule {
		first++
	}
	return first
}

// separators returns the breaks between blocks of prose in a part of a text, each with the blank lines around it.
func separators(text string, blocks []markup.Block, part markup.Span) (list []string) {
	first, end := firstBlockAfter(blocks, part.Start), firstBlockAfter(blocks, part.End)
	for i := first; i < end; i++ {
		next := rulesEnd(blocks, i)
		if next == i || i == 0 || next >= len(blocks) || blocks[i-1].Kind == markup.Rule || !blocks[i-1].Kind.IsProse() || !blocks[next].Kind.IsProse() {
			continue
		}
		mark := markup.Span{Start: blocks[i].Span.Start, End: blocks[next-1].Span.End}
		above, below := spaceBefore(text, mark.Start), spaceAfter(text, mark.End)
		if above.Start < blocks[i-1].Span.Start || countLineTerminators(text[above.Start:above.End]) == 0 && countLineTerminators(text[below.Start:below.End]) == 0 {
			continue // on a line with other elements
		}
		list = append(list, text[above.Start:below.End])
	}
	return list
}

// mostFrequent returns the most frequent string, the first of several.
func mostFrequent(list []string) (most string) {
	counts := make(map[string]int)
	for _, s := range list {
		counts[s]++
	}
	for _, s := range list {
		if counts[s] > counts[most] {
			most = s
		}
	}
	return most
}

// separator returns the break, with the blank lines around it, for a scene that is inserted before a cell. It is in the form of the breaks
// in the chapter or, failing that, in the text or the book; "" if there are none.
func (p *page) separator(cells []movable, to int, book []*analysis.Document) string {
	var here []string
	first, end := chapter(cells, to)
	for i := first + 1; i < end; i++ {
		if p.hasBreakAbove(cells, i) {
			here = append(here, p.breakAbove(cells, i))
		}
	}
	if s := mostFrequent(here); s != "" {
		return s
	}
	if s := mostFrequent(separators(p.text, p.blocks, body(p))); s != "" {
		return s
	}
	var all []string
	for _, d := range book {
		if d.Format.Name == p.Format.Name {
			text := d.Text.String()
			all = append(all, separators(text, d.Blocks(), markup.Span{End: len(text)})...)
		}
	}
	return mostFrequent(all)
}

// chapterHasBreaks reports whether the chapter around the start of a cell has breaks.
func (p *page) chapterHasBreaks(cells []movable, to int) bool {
	first, end := chapter(cells, to)
	for i := first + 1; i < end; i++ {
		if p.hasBreakAbove(cells, i) {
			return true
		}
	}
	return false
}

// isChapter reports whether a cell fills the text between two headings. In a text with scenes, it is a scene.
func (p *page) isChapter(cells []movable, i int) bool {
	return cells[i].fragment >= 0 && !p.followsFragment(cells, i) && !p.followsFragment(cells, i+1)
}

// movesAsScene reports whether a cell moves with breaks to a place on the page `target`. A whole chapter is a scene if its new neighbours
// are scenes, or if the writer moves scenes.
func (p *page) movesAsScene(cells []movable, from int, target *page, there []movable, to int) bool {
	return p.isWholeScene(cells, from) || p.isChapter(cells, from) && (p.IsByScenes() || target.chapterHasBreaks(there, to))
}

// spanWithBreak returns the span of a scene with a break beside it, so that its removal leaves one between its neighbours.
func (p *page) spanWithBreak(cells []movable, i int, span markup.Span) markup.Span {
	switch {
	case p.hasBreakAbove(cells, i+1):
		span.End = max(span.End, cells[i+1].span.Start)
	case p.hasBreakAbove(cells, i):
		span.Start = min(span.Start, cells[i-1].span.End)
	}
	return span
}

// breaksAround returns the breaks to write around a scene that is inserted at cells[to]. The scene is there[from], on the page `source`,
// which may be p itself.
func (p *page) breaksAround(cells []movable, to int, source *page, there []movable, from int, book []*analysis.Document) (before, after string) {
	above, below := to > 0 && cells[to-1].fragment >= 0, to < len(cells) && cells[to].fragment >= 0
	if !above && !below {
		return "", ""
	}
	mark := p.separator(cells, to, book)
	if mark == "" {
		mark = source.separator(there, from, nil)
	}
	mark = withLineTerminator(strings.ReplaceAll(mark, "\r\n", "\n"), lineTerminator(p))
	if above && (!below || !p.hasBreakAbove(cells, to)) {
		before = mark
	}
	if below {
		after = mark
	}
	return before, after
}

// moveScene moves a whole scene right before another cell, or to the end. Within its chapter it is exchanged with other scenes, and the
// breaks stay. Elsewhere a break beside it moves with it.
func moveScene(d *page, title *sentence.Sentence, cells []movable, from, to int) (Edit, error) {
	first, end := min(from, to), max(from+1, to)
	isChapter := !slices.ContainsFunc(cells[first:end], func(c movable) bool { return c.fragment < 0 })
	switch isBetween := d.hasBreakAbove(cells, to) || !d.followsFragment(cells, to); {
	case isChapter && isBetween && to < from:
		return moveAbove(d, title, stretchOfStaying(d, cells[to:from]), cells[from].stretch)
	case isChapter && isBetween:
		return moveBelow(d, title, cells[from].stretch, stretchOfStaying(d, cells[from+1:to]))
	}
	moved := extendToConstructs(d, cells[from].stretch)
	if moved.torn {
		return Edit{}, refuse("%s in the part that would move, so nothing has been changed.", d.tornConstruct(moved.span))
	}
	taken := Replacement{Span: d.spanWithBreak(cells, from, moved.span)}
	if taken.Span == moved.span { // a whole chapter
		taken.Span.Start = spaceBefore(d.text, moved.span.Start).Start
		if from == 0 {
			taken.Span = markup.Span{Start: moved.span.Start, End: spaceAfter(d.text, moved.span.End).End}
		}
	}
	before, after := d.breaksAround(cells, to, d, cells, from, nil)
	plain := strings.Repeat(lineTerminator(d), 2)
	if to > 0 && cells[to-1].section >= 0 {
		plain = d.gapBelowHeading(cells, from)
	}
	var put Replacement
	switch {
	case before != "" && after != "":
		put = Replacement{Span: gapAbove(cells, to), Text: before + moved.text + after}
	case after != "":
		put = insertion(cells[to].span.Start, moved.text+after)
	case before != "":
		put = insertion(cells[to-1].span.End, before+moved.text)
	case to > 0:
		before = plain
		put = insertion(cells[to-1].span.End, plain+moved.text)
	default:
		put = insertion(cells[to].span.Start, moved.text+plain)
	}
	if put.Span.Start < taken.Span.End && taken.Span.Start < put.Span.End {
		return Edit{}, isThereAlready(d.Document)
	}
	isNoBreak := func(b markup.Block) bool { return b.Kind != markup.Rule }
	return finishMove(d, title, cells, from, to, moved.span, taken, put, len(before), isNoBreak)
}

// finishMove returns the edit that takes a cell from one place (`taken`) and puts it before another cell (`put`, with `before` bytes before
// the cell's text). `moved` is the extended span of the cell.
func finishMove(d *page, title *sentence.Sentence, cells []movable, from, to int, moved markup.Span, taken, put Replacement, before int, counts func(markup.Block) bool) (Edit, error) {
	place := put.Span.Start + before
	if taken.Span.Start < put.Span.Start {
		place -= taken.Span.Len()
	}
	e, err := verifyMeaningOf(d, newEdit(title, taken, put), counts, moved)
	if err == nil {
		e, err = renumbered(d, e, &place)
	}
	e.Place = place
	e.Move.Moved = fragmentsIn(d, moved)
	at := len(d.Fragments())
	if i := slices.IndexFunc(cells[to:], func(c movable) bool { return c.fragment >= 0 }); i >= 0 {
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

// gapBelowHeading returns the white space usual between a heading and the text right below it, preferably that above a cell.
func (p *page) gapBelowHeading(cells []movable, from int) string {
	for k := range cells {
		i := k
		if k == 0 { // there is nothing above it
			i = from
		}
		if i > 0 && cells[i-1].section >= 0 && cells[i].fragment >= 0 {
			if gap := gapAbove(cells, i); strings.TrimSpace(p.text[gap.Start:gap.End]) == "" && gap.Len() > 0 {
				return p.text[gap.Start:gap.End]
			}
		}
	}
	return strings.Repeat(lineTerminator(p), 2)
}

// stretchOfStaying returns the stretch of cells that do not move.
func stretchOfStaying(d *page, cells []movable) stretch {
	over := join(d, cells)
	over.stays = true
	return over
}

// stretchWithBreak returns the stretch over which a fragment from the middle of a scene moves, with a break at one or both ends. Of blank
// lines that are a break, those that would separate paragraphs stay with the fragment. isAbove says that the stretch is above the fragment.
func stretchWithBreak(d *page, span markup.Span, isAbove bool) stretch {
	over := stretchOf(d, span)
	over.stays = true
	head, tail := spaceAfter(d.text, span.Start), spaceBefore(d.text, span.End)
	apart := len(d.ordinaryGap())
	switch isGap := d.isGap(head); {
	case isGap && head == tail && isAbove:
		over.span = markup.Span{Start: head.Start + apart, End: head.End}
	case isGap && head == tail:
		over.span = markup.Span{Start: head.Start, End: head.End - apart}
	default:
		if isGap {
			over.span.Start = head.Start + apart
		}
		if d.isGap(tail) {
			over.span.End = tail.End - apart
		}
	}
	over.text = d.Text.Slice(over.span)
	return over
}

// moveOverBreak moves a fragment from the middle of a scene over the break above it, if `at` and `to` are equal, or over the break below it.
func moveOverBreak(d *page, title *sentence.Sentence, cells []movable, at, to int) (Edit, error) {
	gap := gapAbove(cells, to)
	if to == at {
		return moveAbove(d, title, stretchWithBreak(d, gap, true), cells[at].stretch)
	}
	return moveBelow(d, title, cells[at].stretch, stretchWithBreak(d, gap, false))
}

// moveAlone moves a fragment from the middle of a scene out of it or past breaks, if possible. It takes along the blank lines that separate
// it from its scene, so that breaks stay as they are written.
func moveAlone(d *page, title *sentence.Sentence, cells []movable, from int, at spot) (Edit, bool) {
	isApart := func(i int) bool { // the cell and the one above are fragments of one scene
		return d.followsFragment(cells, i) && !d.hasBreakAbove(cells, i)
	}
	moved := extendToConstructs(d, cells[from].stretch)
	taken, along, ok := Replacement{Span: moved.span}, "", false
	switch {
	case isApart(from):
		taken.Span.Start = extendToConstructs(d, cells[from-1].stretch).span.End
		along, ok = d.bareGap(markup.Span{Start: taken.Span.Start, End: moved.span.Start})
	case isApart(from + 1):
		taken.Span.End = extendToConstructs(d, cells[from+1].stretch).span.Start
		along, ok = d.bareGap(markup.Span{Start: moved.span.End, End: taken.Span.End})
	}
	if !ok || moved.torn {
		return Edit{}, false
	}
	to, isBelowBreak := at.cell, !at.isAbove && d.hasBreakAbove(cells, at.cell)
	put, before := Replacement{}, 0
	switch {
	case to > 0 && cells[to-1].fragment >= 0 && !isBelowBreak:
		put, before = insertion(extendToConstructs(d, cells[to-1].stretch).span.End, along+moved.text), len(along)
	case to < len(cells) && cells[to].fragment >= 0:
		put = insertion(extendToConstructs(d, cells[to].stretch).span.Start, moved.text+along)
	default:
		return Edit{}, false
	}
	if taken.Span.Start <= put.Span.Start && put.Span.Start <= taken.Span.End {
		return Edit{}, false
	}
	e, err := finishMove(d, title, cells, from, to, moved.span, taken, put, before, func(markup.Block) bool { return true })
	return e, err == nil
}

// bareGap returns the text of a span, and whether it is white space; "" and false if the span is empty.
func (p *page) bareGap(span markup.Span) (string, bool) {
	if span.End <= span.Start {
		return "", false
	}
	gap := p.text[span.Start:span.End]
	return gap, strings.TrimSpace(gap) == ""
}

// ordinaryGap returns the white space that separates two paragraphs.
func (p *page) ordinaryGap() string {
	return strings.Repeat(lineTerminator(p), max(2, p.Format.Gaps().Usual+1))
}

// isGap reports whether white space is a break.
func (p *page) isGap(space markup.Span) bool {
	return slices.ContainsFunc(blocksIn(p.blocks, space), func(b markup.Block) bool { return markup.IsGap(p.text, b) })
}

// removeBreak removes the break below a fragment.
func removeBreak(d *page, title *sentence.Sentence, fragment int) (Edit, error) {
	cells := movables(d)
	gap := gapAbove(cells, cellIndex(cells, fragment+1))
	between := blocksIn(d.blocks, gap)
	if slices.ContainsFunc(between, func(b markup.Block) bool { return b.Kind != markup.Rule }) {
		return Edit{}, RefuseUnit(d.Document, "There is more than a scene break between the two fragments, so nothing has been changed.", "There is more than a scene break between the two scenes, so nothing has been changed.")
	}
	space := spaceAfter(d.text, gap.Start)
	mark := space.Start + len(strings.TrimRight(d.text[space.Start:space.End], " \t")) // the mark may be indented
	missing := max(0, notation(d).LineEndsBetweenBlocks()-countLineTerminators(d.text[space.Start:mark]))
	e := newEdit(title, Replacement{Span: markup.Span{Start: mark, End: gap.End}, Text: strings.Repeat(lineTerminator(d), missing)})
	if d.isGap(gap) {
		e = newEdit(title, Replacement{Span: gap, Text: d.ordinaryGap()})
	}
	return verifyMeaningOf(d, e, func(b markup.Block) bool { return b.Kind != markup.Rule })
}

// Passage is a part of a text that moves to another text.
type Passage struct {
	Span  markup.Span // the moved text
	Taken markup.Span // the text to remove: Span and perhaps a break next to it
	At    markup.Span // the white space that it replaces in the other text; may be empty

	Before, After string // the breaks between the passage and its new neighbours, with the blank lines around them; or ""
}

// HasBreaks reports whether a passage comes with breaks.
func (p Passage) HasBreaks() bool { return p.Before != "" || p.After != "" }

// UnchangedPassage returns a part of a text that moves unchanged to an offset of another text.
func UnchangedPassage(span markup.Span, at int) Passage {
	return Passage{Span: span, Taken: span, At: markup.Span{Start: at, End: at}}
}

// FragmentPassage returns a fragment that moves to an offset of another text. Its breaks take the form of those in the chapter there, in
// that text, in the book or in the source, in this order.
func FragmentPassage(doc *analysis.Document, fragment int, target *analysis.Document, at int, book []*analysis.Document) (Passage, error) {
	span, err := FragmentSpan(doc, fragment)
	p := UnchangedPassage(span, at)
	if err != nil {
		return p, err
	}
	d, t := pageOf(doc), pageOf(target)
	here, there := movables(d), movables(t)
	from := cellIndex(here, fragment)
	to := t.spotAt(there, at).cell
	if !d.movesAsScene(here, from, t, there, to) {
		if d.followsFragment(here, from) && d.hasBreakAbove(here, from+1) && d.isGap(gapAbove(here, from+1)) {
			p.Taken.Start = here[from-1].span.End // the blank lines below separate scenes
		}
		isEnd := to == len(there) || there[to].fragment < 0
		if isEnd && to > 0 && there[to-1].fragment >= 0 && isOnlyRules(blocksIn(t.blocks, markup.Span{Start: there[to-1].span.End, End: max(there[to-1].span.End, at)})) {
			p.At.Start = extendToConstructs(t, there[to-1].stretch).span.End // a rule at the end stays there
			p.At.End = p.At.Start
		}
		return p, nil
	}
	p.Taken = d.spanWithBreak(here, from, span)
	p.Before, p.After = t.breaksAround(there, to, d, here, from, book)
	switch {
	case p.Before != "" && p.After != "":
		p.At = gapAbove(there, to)
	case p.Before != "":
		p.At.Start = extendToConstructs(t, there[to-1].stretch).span.End
		p.At.End = p.At.Start
	case p.After != "":
		p.At.Start = extendToConstructs(t, there[to].stretch).span.Start
		p.At.End = p.At.Start
	}
	return p, nil
}

// isOnlyRules reports whether there are blocks and all of them are rules.
func isOnlyRules(blocks []markup.Block) bool {
	return len(blocks) > 0 && !slices.ContainsFunc(blocks, func(b markup.Block) bool { return b.Kind != markup.Rule })
}

// withoutRules returns a span without the rules at its ends, which stay in place when the text between them moves.
func (p *page) withoutRules(span markup.Span) markup.Span {
	between := blocksIn(p.blocks, span)
	for len(between) > 1 && between[len(between)-1].Kind == markup.Rule && between[len(between)-1].Span.Start > span.Start {
		span.End = between[len(between)-1].Span.Start
		between = between[:len(between)-1]
	}
	for len(between) > 1 && between[0].Kind == markup.Rule && between[0].Span.End < span.End {
		span.Start = between[0].Span.End
		between = between[1:]
	}
	return span
}

// SectionPassage returns a section that moves to an offset of another text at which a section begins or ends. If rules separate the
// sections of a text, one is removed or added.
func SectionPassage(doc *analysis.Document, section int, target *analysis.Document, at int) (Passage, error) {
	span, err := SectionSpan(doc, section)
	p := UnchangedPassage(span, at)
	if err != nil {
		return p, err
	}
	d, t := pageOf(doc), pageOf(target)
	above, isBelow := d.startAboveRules(span.Start), false
	below := d.endBelowRule(span.End)
	if isBelow = below > span.End; isBelow && (above < span.Start || len(blocksIn(d.blocks, markup.Span{Start: textStart(d), End: span.Start})) == 0) {
		p.Taken.End = below
	} else if above < span.Start && strings.TrimSpace(d.text[span.End:]) == "" {
		p.Taken.Start = above
	}
	if rule := t.startAboveRules(at); rule < at {
		next := spaceAfter(t.text, at).End
		p.At = markup.Span{Start: next, End: next}
		if strings.TrimSpace(t.text[next:]) != "" {
			p.After = t.text[rule:next]
		}
		return p, nil
	}
	if strings.TrimSpace(t.text[at:]) == "" && len(t.Sections()) > 0 {
		if last := sectionStretch(t, len(t.Sections())-1).span.Start; t.startAboveRules(last) < last {
			p.At.Start = spaceBefore(t.text, at).Start
			p.At.End = p.At.Start
			p.Before = t.text[t.startAboveRules(last):last]
		}
	}
	return p, nil
}

// startAboveRules returns the start of the white space above the rules that are right above an offset; without rules, the offset. A
// rule at the very top separates nothing and does not count.
func (p *page) startAboveRules(at int) int {
	i := firstBlockAfter(p.blocks, spaceAfter(p.text, at).End) - 1
	if i <= 0 || p.blocks[i].Kind != markup.Rule || strings.TrimSpace(p.text[p.blocks[i].Span.End:max(at, p.blocks[i].Span.End)]) != "" {
		return at
	}
	for i > 1 && p.blocks[i-1].Kind == markup.Rule {
		i--
	}
	return spaceBefore(p.text, p.blocks[i].Span.Start).Start
}

// endBelowRule returns the end of the white space below a rule that is right below an offset; without a rule, the offset.
func (p *page) endBelowRule(at int) int {
	i := firstBlockAfter(p.blocks, at)
	if i >= len(p.blocks) || p.blocks[i].Kind != markup.Rule || strings.TrimSpace(p.text[at:max(at, p.blocks[i].Span.Start)]) != "" {
		return at
	}
	return spaceAfter(p.text, p.blocks[i].Span.End).End
}

// PassageFrom returns the rest of a text from an offset. A break right above the offset is removed with it but does not move.
func PassageFrom(doc *analysis.Document, offset int) (Passage, error) {
	span, err := spanFrom(doc, offset)
	p := UnchangedPassage(span, 0)
	if err == nil {
		p.Taken.Start = pageOf(doc).startAboveRules(span.Start)
	}
	return p, err
}

// BodyPassage returns a span of a text, such as its body, that moves to the end of another, at the given offset. If either text has scene
// breaks, a break separates the two, unless a heading does.
func BodyPassage(doc *analysis.Document, span markup.Span, target *analysis.Document, at int, book []*analysis.Document) Passage {
	p := UnchangedPassage(span, at)
	d, t := pageOf(doc), pageOf(target)
	here, there := movables(d), movables(t)
	isScene := len(here) > 0 && (here[0].fragment >= 0 || !d.staysHeadingAfter(here[0].span.Start, t, at)) && len(there) > 0 && there[len(there)-1].fragment >= 0
	if !isScene || len(here) == 0 || d.blockIndex(here[0].span.Start) != firstBlockAfter(d.blocks, span.Start) || len(blocksIn(t.blocks, markup.Span{Start: there[len(there)-1].span.End, End: max(at, there[len(there)-1].span.End)})) > 0 {
		return p
	}
	if len(separators(d.text, d.blocks, body(d))) == 0 && len(separators(t.text, t.blocks, body(t))) == 0 {
		return p
	}
	mark := t.separator(there, len(there), book)
	if mark == "" {
		mark = d.separator(here, 0, nil)
	}
	p.Before = withLineTerminator(strings.ReplaceAll(mark, "\r\n", "\n"), lineTerminator(t))
	p.At.Start = extendToConstructs(t, there[len(there)-1].stretch).span.End
	p.At.End = p.At.Start
	return p
}

// staysHeadingAfter reports whether a heading stays one after the text of another page. In plain text, that depends on headings there.
func (p *page) staysHeadingAfter(heading int, target *page, at int) bool {
	if p.Format.Name != markup.PlainText.Name || target.Format.Name != markup.PlainText.Name {
		return true
	}
	above := strings.TrimRight(target.text[:at], whiteSpace) + "\n\n"
	blocks := p.Format.Scan(above + p.text[heading:])
	i := firstBlockAfter(blocks, len(above))
	return i < len(blocks) && blocks[i].Kind == markup.Heading
}

// WithScenesAsFragments calls `do` with the document divided so that every scene is a fragment, and returns its edit. The indices of
// fragments in the edit refer to doc. The error is [NoScenes] if the document has no scenes.
func WithScenesAsFragments(doc *analysis.Document, do func(scenes *analysis.Document) (Edit, error)) (Edit, error) {
	if doc.Scenes() == nil {
		return Edit{}, NoScenes
	}
	scenes := doc.DivideByScenes()
	e, err := do(scenes)
	e.Move.Moved, e.Move.Order = inScenes(doc, scenes, e.Move.Moved), inScenes(doc, scenes, e.Move.Order)
	return e, err
}

// RefuseUnit returns an error about fragments of a document, in the words for scenes if its fragments are scenes.
func RefuseUnit(doc *analysis.Document, ofFragments, ofScenes string, values ...any) error {
	if doc.IsByScenes() {
		return sentence.New(ofScenes, values...)
	}
	return sentence.New(ofFragments, values...)
}

func noSuchFragment(doc *analysis.Document) error {
	return refuse("This text has %s.", CountFragments(doc))
}

func noSuchSection(doc *analysis.Document) error {
	return refuse("This text has %s.", CountSections(doc))
}

// CountFragments returns the number of a document's fragments with the noun, which is "scenes" if its fragments are scenes.
func CountFragments(doc *analysis.Document) *sentence.Sentence {
	n := len(doc.Fragments())
	if doc.IsByScenes() {
		return sentence.Plural(n, "%d scene", "%d scenes")
	}
	return sentence.Plural(n, "%d fragment", "%d fragments")
}

// CountSections returns the number of a document's sections with the noun.
func CountSections(doc *analysis.Document) *sentence.Sentence {
	return sentence.Plural(len(doc.Sections()), "%d section", "%d sections")
}

// NoScenes is the error for a text without scenes.
var NoScenes = refuse("This text has no scene breaks.")

// inScenes returns the fragments of `doc` that are in the fragments of `scenes` with the indices in `list`.
func inScenes(doc, scenes *analysis.Document, list []int) (fragments []int) {
	for _, i := range list {
		s := scenes.Fragments()[i]
		first, _ := slices.BinarySearchFunc(doc.Fragments(), s.First, func(f analysis.Fragment, at int) int { return f.First - at })
		for f := first; f < len(doc.Fragments()) && doc.Fragments()[f].First < s.End; f++ {
			fragments = append(fragments, f)
		}
	}
	return fragments
}

// BeginScene begins a scene with a paragraph. It inserts a break in the form usual in the chapter or, failing that, in the text or the
// format.
func BeginScene(doc *analysis.Document, paragraph int) (Edit, error) {
	d, title := pageOf(doc), sentence.New("New scene here")
	block := d.Paragraphs()[paragraph].Block
	i := d.blockIndex(startWithNames(d, block)) - 1
	for i >= 0 && d.blocks[i].Kind == markup.Directive {
		i--
	}
	above := d.blocks[i+1].Span.Start
	switch {
	case d.Paragraphs()[paragraph].Child > 0:
		return Edit{}, refuse("A scene does not begin in the middle of a list or a quote.")
	case i < 0 || d.blocks[i].Kind == markup.FrontMatter:
		return Edit{}, refuse("The first scene already begins here.")
	case d.blocks[i].Kind == markup.Rule || d.blocks[i].Kind == markup.Heading:
		return Edit{}, refuse("A scene already begins here.")
	}
	cells := movables(d)
	to := slices.IndexFunc(cells, func(c movable) bool { return c.span.End > above })
	mark := ""
	if to >= 0 {
		mark = d.separator(cells, to, nil)
	}
	if mark == "" {
		apart := strings.Repeat("\n", notation(d).LineEndsBetweenBlocks())
		mark = withLineTerminator(apart+d.Format.Notation().Break()+apart, lineTerminator(d))
	}
	gap := markup.Span{Start: spaceBefore(d.text, above).Start, End: above}
	if between := d.text[gap.Start:gap.End]; countLineTerminators(between) == 0 || strings.ContainsAny(between, "\f\v") { // the gap may be between two cells of a notebook
		return insertAbove(d, title, paragraph, strings.TrimSpace(mark))
	}
	e := newEdit(title, Replacement{Span: gap, Text: mark})
	return verifyMeaningOf(d, e, func(b markup.Block) bool { return b.Kind != markup.Rule })
}
