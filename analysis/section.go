package analysis

import (
	"github.com/segls/segls/analysis/markup"
)

// Section is a heading with the text under it, up to the next heading of the same or a higher level or, in a box such as a callout, to the
// end of the box.
type Section struct {
	// ID identifies the section as long as its heading remains, even if it moves or is reworded letter by letter.
	ID string

	Title   string
	Level   int // 1 is the highest
	Heading int // index of its block

	Headline markup.Span // the heading itself, with its markup
	Parent   int         // index of the section around it, or -1

	// Span runs from the start of the heading to the start of the next section that is not contained in this one, or to the end of the box
	// or the text if that comes first.
	Span markup.Span

	// Revision changes with the heading, but not with its place; see [Fragment].
	Revision uint64
}

// sectionTree returns the headings as a tree of sections.
func (d *Document) sectionTree() []Section {
	var sections []Section
	ids := d.headings.Slice(0, d.headings.Len())
	for at, c := range d.blocks.Where(func(c blockCounts) bool { return c.headings > 0 }) {
		start := at.Before.bytes + c.Span.Start
		sections = append(sections, Section{ID: string(ids[len(sections)]), Title: c.title, Level: c.Level, Heading: at.Index, Headline: c.Span.Shift(at.Before.bytes), Span: markup.Span{Start: start}, Revision: c.revision})
	}
	nestSections(sections, d.boxes, d.Text.Len())
	return sections
}

// NestSections sets the parent and the end of each section. The sections must have their levels and starts and be in the order of the text.
// Sections in a box end with it, and the last ones with the text.
func NestSections(sections []Section, boxes []markup.Container, end int) {
	nestSections(sections, boxesOf(boxes), end)
}

func nestSections(sections []Section, boxes []box, end int) {
	var open []int // indices of the sections that the next heading may be in
	type opened struct {
		close   int // end of the box
		outside int // number of sections open around it
	}
	var within []opened
	outside := func() int {
		if len(within) == 0 {
			return 0
		}
		return within[len(within)-1].outside
	}
	closeFrom := func(level, at int) {
		for len(open) > outside() && sections[open[len(open)-1]].Level >= level {
			sections[open[len(open)-1]].Span.End = at
			open = open[:len(open)-1]
		}
	}
	leaveBoxes := func(at, until int) {
		for n := len(within) - 1; n >= 0 && within[n].close <= until; n-- {
			for _, i := range open[within[n].outside:] {
				sections[i].Span.End = min(within[n].close, at)
			}
			open, within = open[:within[n].outside], within[:n]
		}
	}
	for i := range sections {
		s := &sections[i]
		last := max(s.Span.Start, s.Headline.End-1) // the end of a box may be part of a heading, if it is underlined
		for len(boxes) > 0 && boxes[0].open < s.Span.Start {
			leaveBoxes(boxes[0].open, boxes[0].open)
			if boxes[0].close.Start > last {
				within = append(within, opened{boxes[0].close.Start, len(open)})
			}
			boxes = boxes[1:]
		}
		leaveBoxes(s.Span.Start, last)
		closeFrom(s.Level, s.Span.Start)
		s.Parent = -1
		if len(open) > 0 {
			s.Parent = open[len(open)-1]
		}
		open = append(open, i)
	}
	leaveBoxes(end, end)
	closeFrom(0, end)
}

// headingID identifies the section of a heading.
type headingID string

// Sum returns the number of headings: one.
func (headingID) Sum() headingCount { return 1 }

type headingCount int

// Plus returns the sum of two counts.
func (c headingCount) Plus(other headingCount) headingCount { return c + other }

func headingsIn(blocks []*block) []*block {
	var headings []*block
	for _, c := range blocks {
		if c.heading != nil {
			headings = append(headings, c)
		}
	}
	return headings
}

// assignHeadingIDs gives the headings of blocks that replaced others the ids of the old headings with the same text or nearly the same, and
// new ids to the rest. at is the number of headings before them.
func (d *Document) assignHeadingIDs(at int, old, fresh []*block) {
	old, fresh = headingsIn(old), headingsIn(fresh)
	if len(old)+len(fresh) == 0 {
		return
	}
	free := d.headings.Slice(at, at+len(old))
	ids := make([]headingID, len(fresh))
	take := func(isSame func(was, c *block) bool) {
		for i, c := range fresh {
			if ids[i] != "" {
				continue
			}
			for k, was := range old {
				if free[k] != "" && isSame(was, c) {
					ids[i], free[k] = free[k], ""
					break
				}
			}
		}
	}
	same := func(was, c *block) bool { return was.title == c.title && was.Level == c.Level }
	for i := 0; i < min(len(old), len(fresh)) && same(old[i], fresh[i]); i++ { // most are unchanged
		ids[i], free[i] = free[i], ""
	}
	take(same)
	take(func(was, c *block) bool { return was.title == c.title })
	take(func(was, c *block) bool {
		return 2*commonAffixLen(was.title, c.title) >= max(len(was.title), len(c.title))
	})
	for i, c := range fresh {
		if ids[i] == "" {
			d.nextID++
			ids[i] = headingID(idOf(c.title, d.nextID))
		}
	}
	d.headings = d.headings.Replace(at, at+len(old), ids...)
}

// commonAffixLen returns the number of bytes that two texts have in common at their beginnings and ends.
func commonAffixLen(a, b string) int {
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
