package analysis

import (
	"slices"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// plainOutline is what the headings of a plain text were chosen from, and which they are. In other formats there is nothing in it.
// Which lines are headings depends on all of them: one more may make a series. So an edit reads those again that are near it,
// and lets all of them be judged anew, which takes a few dozen comparisons; if a heading elsewhere comes or goes, the text is
// analysed from its beginning.
type plainOutline struct {
	lines    []markup.HeadLine
	isBook   bool // known if there are lines
	headings []markup.Block
}

// plainOutlineOf is the outline of a text that has been scanned.
func plainOutlineOf(lines []markup.HeadLine, scanned []markup.Block, text string) plainOutline {
	o := plainOutline{lines: lines}
	if len(lines) > 0 {
		head := 0
		if scanned[0].Kind == markup.FrontMatter {
			head = scanned[0].Span.End
		}
		o.isBook = markup.IsBook(text[head:min(len(text), head+markup.SeenAtTop)])
		for _, b := range scanned {
			if b.Kind == markup.Heading {
				o.headings = append(o.headings, b.Shifted(0)) // blocks take over the scanned ones
			}
		}
	}
	return o
}

// plainAfter returns the outline after an edit, and makes headings of those of the fresh blocks that are. It reports whether all
// other headings are what they were.
func (d *Reading) plainAfter(r *rescanned, text rope.Text, change markup.Change) (next plainOutline, isLocal bool) {
	if !d.Format.Outlines() {
		return plainOutline{}, true
	}
	hasFresh := slices.ContainsFunc(r.fresh, func(c *block) bool { return c.MayHead })
	if !hasFresh && len(d.plain.lines) == 0 {
		return plainOutline{}, true
	}
	head, was := headOf(d.Format, text), d.head()
	if head != was {
		return plainOutline{}, false
	}
	size := 0
	for _, c := range r.fresh {
		size += int(c.size)
	}
	replaced := markup.Change{Start: r.from.before.bytes, OldEnd: r.to.before.bytes, NewEnd: r.from.before.bytes + size}
	next.lines = d.linesAfter(r.fresh, replaced, text, head, change)
	next.isBook = d.plain.isBook
	if len(next.lines) > 0 && (len(d.plain.lines) == 0 || change.Start < head+markup.SeenAtTop) {
		next.isBook = markup.IsBook(text.Slice(markup.Span{Start: head, End: min(text.Len(), head+markup.SeenAtTop)}))
	}
	next.headings = markup.Outline(next.lines, next.isBook, head, text.Len())
	first, end, isLocal := sameBeside(d.plain.headings, next.headings, replaced)
	if isLocal && first < end {
		r.text = text.Slice(markup.Span{Start: replaced.Start, End: replaced.NewEnd})
		fresh := make([]markup.Block, 0, end-first)
		for _, h := range next.headings[first:end] {
			fresh = append(fresh, h.Shifted(-replaced.Start))
		}
		r.fresh = blocksOf(d.Format, r.text, markup.WithHeadings(d.scan(r.text, r.from), fresh))
	}
	return next, isLocal
}

// head is the length of the metadata at the top of the text.
func (d *Reading) head() int {
	if d.blocks.Len() > 0 {
		if first := d.blocks.At(0); first.Kind == markup.FrontMatter {
			return first.Span.End
		}
	}
	return 0
}

// linesAfter returns the lines that may be headings after an edit, which has replaced some blocks.
func (d *Reading) linesAfter(fresh []*block, replaced markup.Change, text rope.Text, head int, change markup.Change) []markup.HeadLine {
	var lines []markup.HeadLine
	read := func(at int) {
		if l, ok := markup.HeadLineAt(at, head, text.Len(), text.Slice); ok {
			lines = append(lines, l)
		}
	}
	keep := func(l markup.HeadLine) {
		if l.IsSeenFrom(change.Start, change.NewEnd) {
			read(l.Start())
			return
		}
		lines = append(lines, l)
	}
	old := d.plain.lines
	i := 0
	for ; i < len(old) && old[i].Start() < replaced.Start; i++ {
		keep(old[i])
	}
	at := replaced.Start
	for _, c := range fresh {
		if c.MayHead {
			read(at + c.Span.Start)
		}
		at += int(c.size)
	}
	for ; i < len(old); i++ {
		if old[i].Start() >= replaced.OldEnd {
			keep(old[i].Shift(replaced.Shift()))
		}
	}
	return lines
}

// sameBeside reports whether the headings before and after an edit are the same where no blocks were replaced. Those that
// are fresh are [first, end).
func sameBeside(old, fresh []markup.Block, replaced markup.Change) (first, end int, ok bool) {
	before := func(list []markup.Block) int {
		return slices.IndexFunc(append(slices.Clip(list), markup.Block{Span: markup.Span{Start: replaced.Start}}), func(b markup.Block) bool { return b.Span.Start >= replaced.Start })
	}
	first = before(old)
	if before(fresh) != first {
		return 0, 0, false
	}
	for i := range first {
		if !isSameBlock(old[i], fresh[i]) {
			return 0, 0, false
		}
	}
	oldEnd := len(old)
	for end = len(fresh); end > first && fresh[end-1].Span.Start >= replaced.NewEnd; end-- {
		if oldEnd == first || !isSameBlock(old[oldEnd-1].Shifted(replaced.Shift()), fresh[end-1]) {
			return 0, 0, false
		}
		oldEnd--
	}
	isOut := oldEnd > first && old[oldEnd-1].Span.Start >= replaced.OldEnd
	return first, end, !isOut && (end == first || fresh[end-1].Span.End <= replaced.NewEnd)
}
