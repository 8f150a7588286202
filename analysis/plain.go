package analysis

import (
	"cmp"
	"slices"
	"sort"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// plainOutline holds the headings of a plain text, and the candidates from which they were chosen. In other formats it is empty.
//
// Whether a candidate is a heading depends on all of them, because one more may complete a series, and roughly on the length of the text
// between them. So an edit reads the candidates near it again. If they are the same as before, and the length has not changed much, the
// headings are the same, and those after the edit are shifted. Otherwise all candidates are judged again; if a heading elsewhere appears or
// disappears, the text is read from its beginning.
//
// Shifting thousands of lines at each keystroke would take long, so the lines after the place of typing stay as they were in the lists, and
// shift is added when they are read.
type plainOutline struct {
	lines    []markup.HeadingCandidate
	isBook   bool // the text may be a book; otherwise no line is a heading
	headings []markup.Block

	shift          int // of lines[shiftedLine:] and headings[shiftedHeading:], in bytes
	shiftedLine    int
	shiftedHeading int
}

// newPlainOutline returns the outline of a text that has been scanned.
func newPlainOutline(lines []markup.HeadingCandidate, scanned []markup.Block, text string) plainOutline {
	o := plainOutline{lines: lines}
	if len(lines) > 0 {
		head := 0
		if scanned[0].Kind == markup.FrontMatter {
			head = scanned[0].Span.End
		}
		o.isBook = markup.MayBeBook(text[head:min(len(text), head+markup.BookProbeBytes)])
		for _, b := range scanned {
			if b.Kind == markup.Heading {
				o.headings = append(o.headings, b.Shifted(0)) // newBlocks takes ownership of the scanned blocks
			}
		}
	}
	return o
}

func (o *plainOutline) line(i int) markup.HeadingCandidate {
	if i >= o.shiftedLine {
		return o.lines[i].Shift(o.shift)
	}
	return o.lines[i]
}

func (o *plainOutline) heading(i int) markup.Block {
	if i >= o.shiftedHeading {
		return o.headings[i].Shifted(o.shift)
	}
	return o.headings[i]
}

// firstLine returns the index of the first line for which a condition holds. The condition must hold for all lines after it.
func (o *plainOutline) firstLine(holds func(l markup.HeadingCandidate) bool) int {
	return sort.Search(len(o.lines), func(i int) bool { return holds(o.line(i)) })
}

// firstHeading returns the index of the first heading that begins at an offset or later.
func (o *plainOutline) firstHeading(at int) int {
	return sort.Search(len(o.headings), func(i int) bool {
		start := o.headings[i].Span.Start
		if i >= o.shiftedHeading {
			start += o.shift
		}
		return start >= at
	})
}

// moved returns the outline with lines[line:] and headings[heading:] shifted by n bytes.
func (o *plainOutline) moved(line, heading, n int) plainOutline {
	next := *o
	switch {
	case n == 0:
	case line == o.shiftedLine && heading == o.shiftedHeading:
		next.shift += n
	default:
		next.lines = slices.Clone(o.lines)
		for i := o.shiftedLine; i < len(next.lines); i++ {
			next.lines[i] = o.line(i)
		}
		next.headings = slices.Clone(o.headings)
		for i := o.shiftedHeading; i < len(next.headings); i++ {
			next.headings[i] = o.heading(i)
		}
		next.shift, next.shiftedLine, next.shiftedHeading = n, line, heading
	}
	return next
}

// updatePlainOutline returns the outline after an edit, and marks fresh headings; false if the text must be read from its beginning.
func (d *Reading) updatePlainOutline(r *rescanned, text rope.Text, change markup.Change) (next plainOutline, isLocal bool) {
	if !d.Format.HasOutline() {
		return plainOutline{}, true
	}
	hasFresh := slices.ContainsFunc(r.fresh, func(c *block) bool { return c.MayHead })
	if !hasFresh && len(d.plain.lines) == 0 {
		return plainOutline{}, true
	}
	head := r.head
	if head != d.topMetadataLength() {
		return plainOutline{}, false
	}
	size := 0
	for _, c := range r.fresh {
		size += int(c.size)
	}
	replaced := markup.Change{Start: r.from.before.bytes, OldEnd: r.to.before.bytes, NewEnd: r.from.before.bytes + size}
	isBook := d.plain.isBook
	if len(d.plain.lines) == 0 || change.Start < head+markup.BookProbeBytes {
		isBook = markup.MayBeBook(text.Slice(markup.Span{Start: head, End: min(text.Len(), head+markup.BookProbeBytes)}))
	}
	first, end := d.plain.candidatesNear(replaced, change)
	fresh := d.rereadCandidates(r.fresh, r.to, change.OldEnd, first, end, replaced, text, head)
	next, isSame := d.plain.replaceCandidates(first, end, fresh, head, d.Text.Len(), replaced)
	if !isSame || isBook != d.plain.isBook {
		next = d.plain.replaceAndJudge(first, end, fresh, isBook, head, text.Len(), replaced)
		if !d.plain.isSameOutside(&next, replaced) {
			return next, false
		}
	}
	var headings []markup.Block
	for i := next.firstHeading(replaced.Start); i < next.firstHeading(replaced.NewEnd); i++ {
		headings = append(headings, next.heading(i).Shifted(-replaced.Start))
	}
	if n := len(headings); n > 0 {
		if headings[n-1].Span.End > size {
			return next, false
		}
		r.text = text.Slice(markup.Span{Start: replaced.Start, End: replaced.NewEnd})
		r.fresh = newBlocks(d.Format, r.text, markup.WithHeadings(d.scanBlocksFrom(r.text, r.from), headings))
	}
	return next, true
}

// candidatesNear returns the candidates [first, end) that an edit may affect: those that it replaced, and those whose context it changed.
func (o *plainOutline) candidatesNear(replaced, change markup.Change) (first, end int) {
	first = o.firstLine(func(l markup.HeadingCandidate) bool {
		return l.Start() >= replaced.Start || !l.IsBefore(change.Start)
	})
	end = o.firstLine(func(l markup.HeadingCandidate) bool {
		return l.Start() >= replaced.OldEnd && l.IsAfter(change.OldEnd)
	})
	return first, max(first, end)
}

// rereadCandidates returns the candidates after an edit among the former candidates [first, end), the fresh blocks, and the blocks close
// below them. `to` is the first block below, and `changed` the end of the edited bytes, both before the edit.
func (d *Reading) rereadCandidates(fresh []*block, to blockPlace, changed, first, end int, replaced markup.Change, text rope.Text, head int) []markup.HeadingCandidate {
	var lines []markup.HeadingCandidate
	read := func(span markup.Span) {
		if l, ok := markup.ReadCandidate(span, head, text.Len(), text.Slice); ok {
			lines = append(lines, l)
		}
	}
	i := first
	for ; i < end && d.plain.line(i).Start() < replaced.Start; i++ {
		read(d.plain.line(i).Block())
	}
	at := replaced.Start
	for _, c := range fresh {
		if c.MayHead {
			read(c.Span.Shift(at))
		}
		at += int(c.size)
	}
	var behind []markup.Span
	for ; i < end; i++ {
		if l := d.plain.line(i); l.Start() >= replaced.OldEnd {
			behind = append(behind, l.Block())
		}
	}
	at = to.before.bytes // a wider gap may turn a line into a candidate
	for _, c := range d.blocks.From(to.block) {
		if at-markup.CandidateContext > changed {
			break
		}
		if c.MayHead {
			behind = append(behind, c.Span.Shift(at))
		}
		at += int(c.size)
	}
	slices.SortFunc(behind, func(a, b markup.Span) int { return cmp.Compare(a.Start, b.Start) })
	for _, span := range slices.Compact(behind) {
		read(span.Shift(replaced.Shift()))
	}
	return lines
}

// replaceCandidates returns the outline with the lines [first, end) replaced by fresh ones, or false if other lines may now be headings.
// Before the edit, the metadata ended at head, and the text had size bytes.
func (o *plainOutline) replaceCandidates(first, end int, fresh []markup.HeadingCandidate, head, size int, replaced markup.Change) (plainOutline, bool) {
	if len(fresh) != end-first {
		return plainOutline{}, false
	}
	shift := replaced.Shift()
	moved := first // the first line that was shifted
	for i, l := range fresh {
		was := o.line(first + i)
		if was.Start() == l.Start() && moved == first+i {
			moved++
		} else if was.Start()+shift != l.Start() {
			return plainOutline{}, false
		}
		if was.Shift(l.Start()-was.Start()) != l {
			return plainOutline{}, false
		}
	}
	before, after := head, size
	if moved > 0 {
		before = o.line(moved - 1).End
	}
	if moved < len(o.lines) {
		after = o.line(moved).Start()
	}
	if len(o.lines) > 0 && markup.RoughLength(after-before) != markup.RoughLength(after+shift-before) {
		return plainOutline{}, false
	}
	heading := len(o.headings)
	if moved < len(o.lines) {
		heading = o.firstHeading(after)
	}
	return o.moved(moved, heading, shift), true
}

// replaceAndJudge returns the outline in which fresh lines replace [first, end), with all lines judged again.
func (o *plainOutline) replaceAndJudge(first, end int, fresh []markup.HeadingCandidate, isBook bool, head, size int, replaced markup.Change) plainOutline {
	next := plainOutline{lines: make([]markup.HeadingCandidate, 0, len(o.lines)+len(fresh)), isBook: isBook}
	for i := range first {
		next.lines = append(next.lines, o.line(i))
	}
	next.lines = append(next.lines, fresh...)
	for i := end; i < len(o.lines); i++ {
		next.lines = append(next.lines, o.line(i).Shift(replaced.Shift()))
	}
	next.headings = markup.ChooseHeadings(next.lines, isBook, head, size)
	return next
}

// isSameOutside reports whether the next outline has the same headings outside the blocks that an edit replaced.
func (o *plainOutline) isSameOutside(next *plainOutline, replaced markup.Change) bool {
	first := o.firstHeading(replaced.Start)
	if next.firstHeading(replaced.Start) != first {
		return false
	}
	for i := range first {
		if !isSameBlock(o.heading(i), next.heading(i)) {
			return false
		}
	}
	old, fresh := o.firstHeading(replaced.OldEnd), next.firstHeading(replaced.NewEnd)
	if len(o.headings)-old != len(next.headings)-fresh {
		return false
	}
	for ; old < len(o.headings); old, fresh = old+1, fresh+1 {
		if !isSameBlock(o.heading(old).Shifted(replaced.Shift()), next.heading(fresh)) {
			return false
		}
	}
	return true
}
