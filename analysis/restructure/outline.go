package restructure

import (
	"slices"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

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
	body := body(d)
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
			cells = append(cells, cell{stretch{span: d.Fragments()[fragment].Span}, fragment, -1})
			fragment++
			continue
		}
		if at := d.Sections()[section].Span.Start; !inside(at) {
			cells = append(cells, cell{stretch{span: markup.Span{Start: at}}, -1, section})
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
	return span
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

// sectionStretch is a section with its heading and all under it.
func sectionStretch(d *analysis.Document, section int) stretch {
	b, s := body(d), d.Sections()[section].Span
	return cut(d, markup.Span{Start: max(b.Start, s.Start), End: max(s.Start, min(b.End, s.End))})
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
