package restructure

import (
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// notation is how a document is written.
func notation(d *analysis.Document) markup.Notation {
	return d.Format.NotationOf(d.Text.String(), d.Blocks())
}

// cell is what a fragment can be moved over: another fragment, or a heading with what
// stands under it and is no prose.
type cell struct {
	stretch
	fragment int // its index, or -1
	section  int // of a heading, the index of its section, or -1
}

// cells divide the text between the metadata at its start and the definitions at its
// end, which stay where they are.
func cells(d *analysis.Document) []cell {
	body, n := body(d), notation(d)
	var cells []cell
	inside := func(at int) bool { // a fragment that begins before
		n := len(cells)
		return n > 0 && cells[n-1].fragment >= 0 && at < d.Fragments()[cells[n-1].fragment].Span.End
	}
	fragment, section := 0, 0
	for fragment < len(d.Fragments()) || section < len(d.Sections()) {
		isFragment := fragment < len(d.Fragments()) &&
			(section == len(d.Sections()) || d.Fragments()[fragment].Span.Start <= d.Sections()[section].Span.Start)
		if isFragment {
			at := d.Fragments()[fragment].Span
			if p := d.Paragraphs()[d.Fragments()[fragment].First]; p.Child == 0 {
				at.Start = min(at.Start, nameStart(d, n, p.Block))
			}
			cells = append(cells, cell{stretch{span: at}, fragment, -1})
			fragment++
			continue
		}
		if at := d.Sections()[section].Span.Start; !inside(at) {
			cells = append(cells, cell{stretch{span: markup.Span{Start: nameStart(d, n, d.Sections()[section].Heading)}}, -1, section})
		}
		section++
	}
	for i := range cells {
		end := body.End
		if i+1 < len(cells) {
			end = cells[i+1].span.Start
		}
		start := max(cells[i].span.Start, body.Start)
		cells[i].stretch = cut(d, markup.Span{Start: start, End: max(start, end)})
	}
	return cells
}

// body is the text without a byte order mark and metadata at its start, and without the
// definitions that close it after something else: they serve the whole text.
func body(d *analysis.Document) markup.Span {
	blocks := d.Blocks()
	span := markup.Span{Start: start(d), End: d.Text.Len()}
	for i := len(blocks) - 1; i > 0 && blocks[i].Kind == markup.Definition; i-- {
		if blocks[i-1].Kind != markup.Definition && blocks[i-1].Kind != markup.Heading && blocks[i].Span.Start > span.Start {
			span.End = blocks[i].Span.Start
		}
	}
	inner := notation(d).Body(d.Text.String(), blocks)
	span.Start = max(span.Start, inner.Start)
	span.End = max(span.Start, min(span.End, inner.End))
	return span
}

// nameStart is where a block begins with what above it gives it a name.
func nameStart(d *analysis.Document, n markup.Notation, block int) int {
	blocks := d.Blocks()
	for block > 0 && !blocks[block-1].Kind.IsProse() && n.Names(strings.TrimSpace(d.Text.Slice(blocks[block-1].Span))) {
		block--
	}
	return blocks[block].Span.Start
}

// start is where the text begins, after a byte order mark and metadata.
func start(d *analysis.Document) int {
	at := 0
	if blocks := d.Blocks(); len(blocks) > 0 && blocks[0].Kind == markup.FrontMatter {
		at = blocks[0].Span.End
	} else if text := d.Text.String(); len(text) >= len(byteOrderMark) && text[:len(byteOrderMark)] == byteOrderMark {
		at = len(byteOrderMark)
	}
	return at
}

const byteOrderMark = "\ufeff"

// cellOf is the index of a fragment's cell.
func cellOf(cells []cell, fragment int) int {
	return slices.IndexFunc(cells, func(c cell) bool { return c.fragment == fragment })
}

// sectionSpan is a section with its heading, what gives this a name, and all under it up to
// where the next one begins.
func sectionSpan(d *analysis.Document, section int) markup.Span {
	n, s := notation(d), d.Sections()[section]
	span := markup.Span{Start: min(s.Span.Start, nameStart(d, n, s.Heading)), End: s.Span.End}
	for _, next := range d.Sections()[section+1:] {
		if next.Span.Start >= s.Span.End {
			span.End = min(span.End, nameStart(d, n, next.Heading))
			break
		}
	}
	return span
}

// sectionStretch is a section with all that moves with it.
func sectionStretch(d *analysis.Document, section int) stretch {
	b, s := body(d), sectionSpan(d, section)
	return settled(d, cut(d, markup.Span{Start: max(b.Start, s.Start), End: max(b.Start, s.Start, min(b.End, s.End))}))
}

// SectionAt is the index of the innermost section that holds an offset, or -1.
func SectionAt(d *analysis.Document, offset int) int {
	at := -1
	for i, s := range d.Sections() {
		if s.Span.Contains(offset) || offset == d.Text.Len() && s.Span.End == offset {
			at = i
		}
	}
	return at
}

// FragmentAt is the index of the fragment that holds an offset, or -1.
func FragmentAt(d *analysis.Document, offset int) int {
	return slices.IndexFunc(d.Fragments(), func(f analysis.Fragment) bool {
		return f.Span.Contains(offset) || offset == d.Text.Len() && f.Span.End == offset
	})
}

// ParagraphAt is the index of the paragraph that holds an offset, or -1.
func ParagraphAt(d *analysis.Document, offset int) int {
	return slices.IndexFunc(d.Paragraphs(), func(p analysis.Paragraph) bool {
		return p.Span.Start <= offset && offset <= p.Span.End
	})
}

// HeadingAt is the index of the section whose heading holds an offset, or -1.
func HeadingAt(d *analysis.Document, offset int) int {
	return slices.IndexFunc(d.Sections(), func(s analysis.Section) bool {
		b := d.Blocks()[s.Heading].Span
		return b.Start <= offset && offset <= b.End
	})
}
