package restructure

import (
	"slices"
	"sort"
	"sync"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// movable is something over which a fragment can move: another fragment, or a heading with the blocks below it that are not prose.
type movable struct {
	stretch
	fragment int // the fragment's index, or -1
	section  int // the index of the heading's section, or -1
}

// movables divides a text into movables, without the metadata at its start and the definitions at its end, which do not move.
func movables(d *page) []movable {
	body := body(d)
	var cells []movable
	inside := func(at int) bool { // a fragment that begins earlier
		n := len(cells)
		return n > 0 && cells[n-1].fragment >= 0 && at < d.Fragments()[cells[n-1].fragment].Span.End
	}
	fragment, section := 0, 0
	for fragment < len(d.Fragments()) || section < len(d.Sections()) {
		isFragment := fragment < len(d.Fragments()) &&
			(section == len(d.Sections()) || d.Fragments()[fragment].Span.Start <= d.Sections()[section].Span.Start)
		if isFragment {
			at := d.Fragments()[fragment].Span
			if p := d.Paragraph(d.Fragments()[fragment].First); p.Child <= 0 {
				at.Start = max(min(at.Start, startWithNames(d, p.Block)), d.belongingsEnd(p.Block))
				at.Start = d.startAfterClosing(at.Start, p.Block, nil)
				for i := firstBlockAfter(d.blocks, at.Start); i < p.Block && d.blocks[i].Kind == markup.Rule; i++ {
					at.Start = spaceAfter(d.text, d.blocks[i].Span.End).End // decoration stays with the heading
				}
			}
			cells = append(cells, movable{stretch{span: at}, fragment, -1})
			fragment++
			continue
		}
		if at := d.Sections()[section].Span.Start; !inside(at) {
			cells = append(cells, movable{stretch{span: markup.Span{Start: startWithNames(d, d.Sections()[section].Heading)}}, -1, section})
		}
		section++
	}
	decoratesBelow := sync.OnceValue(d.decoratesBelow)
	for i := range cells {
		end := body.End
		if i+1 < len(cells) {
			end = cells[i+1].span.Start
		}
		start := max(cells[i].span.Start, body.Start)
		if cells[i].fragment >= 0 {
			end = min(end, max(start, d.Fragments()[cells[i].fragment].Span.End)) // breaks belong to neither side
			end = d.endBeforeOpening(markup.Span{Start: start, End: max(start, end)})
			end = d.withoutRules(markup.Span{Start: start, End: max(start, end)}).End
		} else if isEmptied := i+1 == len(cells) || cells[i+1].section >= 0; isEmptied && !decoratesBelow() {
			end = d.withoutRules(markup.Span{Start: start, End: max(start, end)}).End // decoration of the heading below
		}
		cells[i].stretch = stretchOf(d, markup.Span{Start: start, End: max(start, end)})
	}
	return cells
}

// decoratesBelow reports whether rules beside headings are mostly below them. One at the end does not count: text above it may have moved.
func (p *page) decoratesBelow() bool {
	below, above := 0, 0
	for i, b := range p.blocks {
		if b.Kind != markup.Rule {
			continue
		}
		isAtEnd := i+1 == len(p.blocks)
		isBelow, isAbove := i > 0 && p.blocks[i-1].Kind == markup.Heading && !isAtEnd, !isAtEnd && p.blocks[i+1].Kind == markup.Heading
		if isBelow && !isAbove {
			below++
		} else if isAbove && !isBelow {
			above++
		}
	}
	return below > above
}

// body returns the span of the text without what belongs to all of it: for example, metadata at its start and definitions at its end.
func body(d *page) markup.Span {
	if d.inner == nil {
		inner := bodyOf(d)
		d.inner = &inner
	}
	return *d.inner
}

func bodyOf(d *page) markup.Span {
	blocks := d.Blocks()
	span := markup.Span{Start: textStart(d), End: d.Text.Len()}
	for i := len(blocks) - 1; i > 0 && blocks[i].Kind == markup.Definition; i-- {
		if blocks[i-1].Kind != markup.Definition && blocks[i-1].Kind != markup.Heading && blocks[i].Span.Start > span.Start {
			span.End = blocks[i].Span.Start
		}
	}
	inner := notation(d).MovableBody(d.text, blocks)
	span.Start = max(span.Start, inner.Start)
	span.End = max(span.Start, min(span.End, inner.End))
	return span
}

// startWithNames returns the start of a block, including the blocks above that name it and the directives between them.
func startWithNames(d *page, block int) int {
	first := block
	for i := block - 1; i >= 0 && (d.namesBlockBelow(i) || d.blocks[i].Kind == markup.Directive); i-- {
		if d.namesBlockBelow(i) {
			first = i
		}
	}
	return d.blocks[first].Span.Start
}

// belongingsEnd returns the end of the blocks between a heading and a block that belong to the heading; 0 if there are none.
func (p *page) belongingsEnd(block int) int {
	first := block
	for first > 0 && !p.blocks[first-1].Kind.IsProse() && p.blocks[first-1].Kind != markup.Heading {
		first--
	}
	end := 0
	if first == 0 || p.blocks[first-1].Kind != markup.Heading {
		return end
	}
	for i := first; i < block && (p.belongsToHeading(i) || p.blocks[i].Kind == markup.Directive); i++ {
		if p.belongsToHeading(i) {
			end = p.blocks[i].Span.End
		}
	}
	return end
}

// textStart returns the start of the text, after a byte order mark and metadata.
func textStart(d *page) int {
	at := 0
	if blocks := d.Blocks(); len(blocks) > 0 && blocks[0].Kind == markup.FrontMatter {
		at = blocks[0].Span.End
	} else if text := d.text; len(text) >= len(byteOrderMark) && text[:len(byteOrderMark)] == byteOrderMark {
		at = len(byteOrderMark)
	}
	return at
}

const byteOrderMark = "\ufeff"

func cellIndex(cells []movable, fragment int) int {
	return slices.IndexFunc(cells, func(c movable) bool { return c.fragment == fragment })
}

func cellOfFragment(d *page, fragment int) movable {
	cells := movables(d)
	return cells[cellIndex(cells, fragment)]
}

// sectionSpan returns the span of a section with its subsections and with the blocks above that name it, but without rules at its ends.
func sectionSpan(d *page, section int) markup.Span {
	s := d.Sections()[section]
	span := markup.Span{Start: min(s.Span.Start, startWithNames(d, s.Heading)), End: s.Span.End}
	for _, next := range d.Sections()[section+1:] {
		if next.Span.Start >= s.Span.End {
			span.End = min(span.End, startWithNames(d, next.Heading))
			break
		}
	}
	span.End = max(s.Span.Start, min(span.End, d.sectionEnd(section, span)))
	return d.withoutRules(span)
}

// sectionEnd returns the offset at which a section must end at the latest because of the containers that hold its heading. Their closing
// markup stays outside, unless no text precedes the section in them.
func (p *page) sectionEnd(section int, span markup.Span) int {
	end, n := span.End, p.nesting()
	if n.of == nil {
		return end
	}
	for _, i := range n.of[p.sections[section].Heading] {
		c := n.containers[i]
		above := blocksIn(p.blocks, markup.Span{Start: c.Open.End, End: max(c.Open.End, span.Start)})
		isText := func(b markup.Block) bool { return b.Kind.IsProse() || b.Kind == markup.Heading }
		switch {
		case c.Close.Len() == 0:
		case !slices.ContainsFunc(above, isText):
			end = min(end, c.Close.End)
		default:
			end = min(end, c.Close.Start)
		}
	}
	return end
}

// endBeforeOpening moves the end of a span before markup at its end that opens a container of the following text.
func (p *page) endBeforeOpening(span markup.Span) int {
	n := p.nesting()
	first := sort.Search(len(n.containers), func(i int) bool { return n.containers[i].Open.Start >= span.Start })
	for _, c := range n.containers[first:] {
		if c.Open.Start >= span.End {
			break
		}
		if c.Open.End > span.End || c.Close.End <= span.End {
			continue
		}
		i := firstBlockAfter(p.blocks, c.Open.Start)
		isMarkup := func(b markup.Block) bool { return !b.Kind.IsProse() && b.Kind != markup.Heading }
		if i < len(p.blocks) && p.blocks[i].Span.Start > span.Start && !slices.ContainsFunc(blocksIn(p.blocks[i:], span), func(b markup.Block) bool { return !isMarkup(b) }) {
			return p.blocks[i].Span.Start
		}
	}
	return span.End
}

// startAfterClosing moves the start of a stretch past markup that closes containers opened above the stretch, which belongs to the text
// above. It looks only above the given block, and disregards containers for which `ignore` returns true.
func (p *page) startAfterClosing(start, block int, ignore func(markup.Container) bool) int {
	n := p.nesting()
	if n.of == nil {
		return start
	}
	begin := start
	for i := p.blockIndex(start); i < block; i++ {
		for _, of := range n.of[i] {
			if c := n.containers[of]; c.Open.Start < start && start <= c.Close.Start && c.Close.Len() > 0 && c.Close.End <= p.blocks[block].Span.Start && (ignore == nil || !ignore(c)) {
				begin = max(begin, c.Close.End)
			}
		}
	}
	return begin
}

// tornConstruct returns the beginning of a sentence about a construct that is only partly in a span.
func (p *page) tornConstruct(span markup.Span) *sentence.Sentence {
	for _, c := range p.nesting().containers {
		begins, ends := c.Open.Len() > 0 && containsSpan(span, c.Open), containsSpan(span, c.Close) && (c.Close.Len() > 0 || !c.IsTorn && c.Close.End < len(p.text))
		switch {
		case begins && !ends && c.Close.Len() == 0 && !c.IsTorn:
			return sentence.New("“%s” applies to everything after it and is", shortenForMessage(p.markup(c.Open)))
		case begins && !ends:
			return sentence.New("“%s” begins but does not end", shortenForMessage(p.markup(c.Open)))
		case ends && !begins:
			return sentence.New("“%s” ends something that does not begin", shortenForMessage(p.markup(c.Close)))
		}
	}
	return sentence.New("Something begins but does not end")
}

// sectionStretch returns the stretch that moves with a section.
func sectionStretch(d *page, section int) stretch {
	b, s := body(d), sectionSpan(d, section)
	return extendToConstructs(d, stretchOf(d, markup.Span{Start: max(b.Start, s.Start), End: max(b.Start, s.Start, min(b.End, s.End))}))
}

// SectionAt returns the index of the innermost section that contains an offset, or -1.
func SectionAt(doc *analysis.Document, offset int) int {
	d := pageOf(doc)
	at := -1
	for i, s := range d.Sections() {
		if s.Span.Contains(offset) || offset == d.Text.Len() && s.Span.End == offset {
			at = i
		}
	}
	return at
}

// FragmentAt returns the index of the fragment that contains an offset, or -1.
func FragmentAt(doc *analysis.Document, offset int) int {
	d := pageOf(doc)
	return slices.IndexFunc(d.Fragments(), func(f analysis.Fragment) bool {
		return f.Span.Contains(offset) || offset == d.Text.Len() && f.Span.End == offset
	})
}

// ParagraphAt returns the index of the paragraph that contains an offset, or -1.
func ParagraphAt(doc *analysis.Document, offset int) int {
	d := pageOf(doc)
	return slices.IndexFunc(d.Paragraphs(), func(p analysis.Paragraph) bool {
		return p.Span.Start <= offset && offset <= p.Span.End
	})
}

// SectionOfHeadingAt returns the index of the section whose heading contains an offset, or -1.
func SectionOfHeadingAt(doc *analysis.Document, offset int) int {
	d := pageOf(doc)
	return slices.IndexFunc(d.Sections(), func(s analysis.Section) bool {
		b := d.Blocks()[s.Heading].Span
		return b.Start <= offset && offset <= b.End
	})
}
