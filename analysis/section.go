package analysis

import (
	"slices"

	"github.com/segls/segls/analysis/markup"
)

// Section is a heading with what stands under it, down to the next heading of the
// same or a higher level.
type Section struct {
	// ID identifies the section while its heading is there, wherever it stands and however it is
	// reworded letter by letter.
	ID string

	Title   string
	Level   int // 1 the highest
	Heading int // index of its block

	Headline markup.Span // the heading itself, as it is marked up
	Parent   int         // index of the section that it is a part of, or -1

	// Span runs from the start of the heading to the start of the next section that
	// is not a part of this one.
	Span markup.Span

	// Revision changes with the heading, but not with its place; see Fragment.
	Revision uint64
}

// outline builds the tree of headings.
func (d *Document) outline() []Section {
	var sections []Section
	for at, c := range d.blocks.Where(func(c contents) bool { return c.headings > 0 }) {
		start := at.Before.bytes + c.Span.Start
		sections = append(sections, Section{ID: c.id, Title: c.title, Level: c.Level, Heading: at.Index, Headline: c.Span.Shift(at.Before.bytes), Span: markup.Span{Start: start}, Revision: c.revision})
	}
	Nest(sections, d.Text.Len())
	return sections
}

// Nest puts sections, which have their levels and begin one after another, into each other: it
// sets the parent and the end of each. The last ones end with the text.
func Nest(sections []Section, end int) {
	var open []int // indices of the sections that the next heading may be in
	closeFrom := func(level, at int) {
		for len(open) > 0 && sections[open[len(open)-1]].Level >= level {
			sections[open[len(open)-1]].Span.End = at
			open = open[:len(open)-1]
		}
	}
	for i := range sections {
		s := &sections[i]
		closeFrom(s.Level, s.Span.Start)
		s.Parent = -1
		if len(open) > 0 {
			s.Parent = open[len(open)-1]
		}
		open = append(open, i)
	}
	closeFrom(0, end)
}

// nameHeadings gives fresh headings the ids of those that were in their place, and new ones to
// the others: first to those that say the same, then to those that say nearly the same.
func (d *Document) nameHeadings(fresh, old []*block) {
	var free []*block
	isFresh := make(map[*block]bool, len(fresh))
	for _, c := range fresh {
		isFresh[c] = true
	}
	for _, c := range old {
		if c.Kind == markup.Heading && !isFresh[c] {
			free = append(free, c)
		}
	}
	take := func(c *block, isSame func(*block) bool) {
		if i := slices.IndexFunc(free, isSame); c.id == "" && i >= 0 {
			c.id = free[i].id
			free = slices.Delete(free, i, i+1)
		}
	}
	headings := slices.DeleteFunc(slices.Clone(fresh), func(c *block) bool { return c.Kind != markup.Heading || c.id != "" })
	for _, c := range headings {
		take(c, func(was *block) bool { return was.title == c.title && was.Level == c.Level })
	}
	for _, c := range headings {
		take(c, func(was *block) bool { return was.title == c.title })
	}
	for _, c := range headings {
		take(c, func(was *block) bool { return 2*sharedEnds(was.title, c.title) >= max(len(was.title), len(c.title)) })
	}
	for _, c := range headings {
		if c.id == "" {
			d.nextID++
			c.id = idOf(c.title, d.nextID)
		}
	}
}

// sharedEnds is how many bytes two texts share at their beginning and end.
func sharedEnds(a, b string) int {
	first := 0
	for first < min(len(a), len(b)) && a[first] == b[first] {
		first++
	}
	last := 0
	for last < min(len(a), len(b))-first && a[len(a)-1-last] == b[len(b)-1-last] {
		last++
	}
	return first + last
}
