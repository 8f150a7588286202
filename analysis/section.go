package analysis

import (
	"sync/atomic"

	"github.com/segls/segls/analysis/markup"
)

// Section is a heading with what stands under it, down to the next heading of the
// same or a higher level.
type Section struct {
	Title   string
	Level   int // 1 the highest
	Heading int // index of its block
	Parent  int // index of the section that it is a part of, or -1

	// Span runs from the start of the heading to the start of the next section that
	// is not a part of this one.
	Span markup.Span

	// Kept is for whoever shows the heading, to keep what has been made of it: it is there
	// again after an edit elsewhere.
	Kept *atomic.Value
}

// outline builds the tree of headings.
func (d *Document) outline() []Section {
	var sections []Section
	var open []int // indices of the sections that the next heading may be in
	closeFrom := func(level, at int) {
		for len(open) > 0 && sections[open[len(open)-1]].Level >= level {
			sections[open[len(open)-1]].Span.End = at
			open = open[:len(open)-1]
		}
	}
	for at, c := range d.chunks.Where(func(c contents) bool { return c.headings > 0 }) {
		start := at.Before.bytes + c.block.Span.Start
		closeFrom(c.block.Level, start)
		parent := -1
		if len(open) > 0 {
			parent = open[len(open)-1]
		}
		open = append(open, len(sections))
		sections = append(sections, Section{Title: c.title, Level: c.block.Level, Heading: at.Index, Parent: parent, Span: markup.Span{Start: start}, Kept: &c.kept})
	}
	closeFrom(0, d.Text.Len())
	return sections
}
