package analysis

import (
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/fragment"
)

// Fragment is a stretch of paragraphs about one thing.
type Fragment struct {
	// Span is the fragment's extent: from its first paragraph, with the directives
	// about it, to just before the next fragment or heading. What is not prose after a paragraph (code, a table,
	// a figure) belongs to it; what stands between a heading and the first paragraph
	// under it belongs to that paragraph's fragment.
	Span markup.Span

	First, End int // its paragraphs, the end exclusive
	Words      int

	// Section is the index of the innermost section in which it begins, or -1.
	Section int

	// Suggested tells whether it begins at a boundary that no heading marks, and
	// Pinned whether a directive asks for that boundary.
	Suggested, Pinned bool

	// Terms are the terms that tell it from its neighbours, as written, the best
	// first. Title is made of them.
	Terms []string
	Title string
}

// between makes the fragments between the boundaries, each the number of
// paragraphs before it.
func (d *Document) between(boundaries []int) []Fragment {
	if len(d.paragraphs) == 0 {
		return nil
	}
	fragments := make([]Fragment, 0, len(boundaries)+1)
	first := 0
	add := func(end int) {
		f := Fragment{First: first, End: end}
		f.Suggested = first > 0 && d.HeadingIn(first-1) < 0
		f.Pinned = f.Suggested && d.constraints[first-1] == fragment.Break
		for _, p := range d.paragraphs[first:end] {
			f.Words += p.Words
		}
		f.Span.Start = d.fragmentStart(first)
		fragments = append(fragments, f)
		first = end
	}
	for _, b := range boundaries {
		add(b)
	}
	add(len(d.paragraphs))
	section := -1
	for i := range fragments {
		f := &fragments[i]
		f.Span.End = len(d.Text.content)
		next := len(d.blocks)
		if i+1 < len(fragments) {
			f.Span.End = fragments[i+1].Span.Start
			next = d.paragraphs[f.End].Block
		}
		if heading, _ := d.headingsBetween(d.paragraphs[f.End-1].Block+1, next); heading >= 0 && d.Settings.Headings == HeadingsHard {
			f.Span.End = d.blocks[heading].Span.Start
		}
		for section+1 < len(d.sections) && d.sections[section+1].Span.Start <= f.Span.Start {
			section++
		}
		f.Section = section
	}
	d.describe(fragments)
	return fragments
}

// fragmentStart is where the fragment that begins with a paragraph begins. Where
// headings are hard it begins after the heading; else a fragment may hold several
// sections and begins with the heading of the first.
func (d *Document) fragmentStart(paragraph int) int {
	p := d.paragraphs[paragraph]
	if paragraph > 0 {
		first, last := d.headingsBetween(d.paragraphs[paragraph-1].Block+1, p.Block)
		switch {
		case first < 0 && d.paragraphs[paragraph-1].Block == p.Block:
			return p.Span.Start
		case first < 0:
			return d.blocks[d.withDirectives(p.Block)].Span.Start // before the items that are no paragraphs
		case d.Settings.Headings == HeadingsHard:
			return d.blocks[last+1].Span.Start
		}
		return d.blocks[first].Span.Start
	}
	body := 0
	if d.blocks[0].Kind == markup.FrontMatter {
		body = 1
	}
	if _, last := d.headingsBetween(body, p.Block); last >= 0 && d.Settings.Headings == HeadingsHard {
		body = last + 1
	}
	return d.blocks[body].Span.Start
}

// withDirectives is the first of the blocks right above one that are directives
// about it, or itself.
func (d *Document) withDirectives(block int) int {
	for block > 0 && d.orders.leads(block-1) {
		block--
	}
	return block
}

// headingsBetween returns the indices of the first and last heading among the
// blocks from index from to index to, exclusive, or -1.
func (d *Document) headingsBetween(from, to int) (first, last int) {
	first, last = -1, -1
	for i := from; i < to; i++ {
		if d.blocks[i].Kind == markup.Heading {
			last = i
			if first < 0 {
				first = i
			}
		}
	}
	return first, last
}
