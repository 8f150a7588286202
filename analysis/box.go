package analysis

import (
	"slices"
	"sort"

	"github.com/segls/segls/analysis/markup"
)

// box is a part of the text that is set apart from the rest, such as a callout or an aside.
type box struct {
	open  int // its start
	close markup.Span
}

// findBoxes returns the boxes of a text, in the order in which they begin.
func (d *Reading) findBoxes(text string) []box {
	if !d.Format.MayHaveBoxes(text) {
		return nil
	}
	blocks := make([]markup.Block, 0, d.blocks.Len())
	at := 0
	for _, c := range d.blocks.From(0) {
		blocks = append(blocks, c.Shifted(at))
		at += int(c.size)
	}
	return boxesOf(d.Format.Boxes(text, blocks))
}

func boxesOf(containers []markup.Container) []box {
	boxes := make([]box, len(containers))
	for i, c := range containers {
		boxes[i] = box{c.Open.Start, c.Close}
	}
	return boxes
}

// setBoxEnds sets boxEnds to the closing spans of the boxes that contain a heading, after which the surrounding section continues.
func (d *Reading) setBoxEnds() {
	d.boxEnds = nil
	for _, b := range d.boxes {
		if d.numHeadingsBefore(b.open) < d.numHeadingsBefore(b.close.Start) {
			d.boxEnds = append(d.boxEnds, b.close)
		}
	}
	slices.SortFunc(d.boxEnds, func(a, b markup.Span) int { return a.Start - b.Start })
}

// numHeadingsBefore returns the number of headings that begin before an offset.
func (d *Reading) numHeadingsBefore(offset int) int {
	at := d.blockPlaceAt(offset)
	if at.block < d.blocks.Len() && d.blocks.At(at.block).heading != nil && at.before.bytes+d.blocks.At(at.block).Span.Start < offset {
		return at.before.headings + 1
	}
	return at.before.headings
}

// updateBoxes sets the boxes after an edit that replaced some blocks, and reports whether the edit only shifted the ends of boxes with
// headings. If it did not, text far from the edit may now belong to another section.
func (d *Reading) updateBoxes(before *Reading, r rescanned, change markup.Change) bool {
	old := before.Text.Slice(markup.Span{Start: r.from.before.bytes, End: r.to.before.bytes})
	if d.Format.MayHaveBoxes(old) || d.Format.MayHaveBoxes(r.text) {
		d.boxes = d.findBoxes(d.Text.String())
	} else if len(before.boxes) > 0 {
		d.boxes = slices.Clone(before.boxes)
		for i, b := range d.boxes {
			d.boxes[i] = box{offsetAfter(b.open, change), markup.Span{Start: offsetAfter(b.close.Start, change), End: offsetAfter(b.close.End-1, change) + 1}}
		}
	}
	d.setBoxEnds()
	return slices.EqualFunc(before.boxEnds, d.boxEnds, func(was, is markup.Span) bool { return offsetAfter(was.Start, change) == is.Start })
}

// offsetAfter returns the offset, after an edit, of a byte that the edit did not replace.
func offsetAfter(offset int, change markup.Change) int {
	if offset < change.Start {
		return offset
	}
	return offset + change.Shift()
}

// lastBoxEndIn returns, of the closing spans of boxes with a heading, the last that starts in [from, to).
func (d *Reading) lastBoxEndIn(from, to int) (turn markup.Span, ok bool) {
	i := sort.Search(len(d.boxEnds), func(i int) bool { return d.boxEnds[i].Start >= to })
	if i == 0 || d.boxEnds[i-1].Start < from {
		return turn, false
	}
	return d.boxEnds[i-1], true
}

// sectionAt returns the index of the section at an offset, or -1. `last` is the index of the section of the last heading before it.
func (d *Document) sectionAt(offset, last int) int {
	if len(d.boxEnds) == 0 {
		return last
	}
	sections := d.Sections()
	for last >= 0 && sections[last].Span.End <= offset {
		last = sections[last].Parent
	}
	return last
}
