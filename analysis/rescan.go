package analysis

import (
	"slices"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// rescanned says what an edit does to the blocks: fresh ones replace [from, to).
type rescanned struct {
	head     int        // the length of the metadata at the top of the text, after the edit
	from, to blockPlace // in the document before the edit
	fresh    []*block
	text     string // of the fresh blocks
}

// rescan scans what an edit bears on; text is the text after it. It begins at the last
// block that follows a blank line and ends before the lines touched: what stands
// before that, in blocks that are closed, has no say in it. It ends where, before and
// after the edit, a block begins at the same place after a blank line: from there on
// everything is as it was.
func (d *Reading) rescan(text rope.Text, edit markup.Change) rescanned {
	head, from := d.restart(text, edit)
	next := d.restartAfter(edit.OldEnd)
	for stride := 1; ; {
		// The first that may be the same, and some more if it is not.
		last := blockPlace{min(next.block+stride-1, d.blocks.Len()), blockCounts{}}
		last.before = d.blocks.SumTo(last.block)
		end := text.Len()
		if last.block < d.blocks.Len() {
			end = last.before.bytes + int(d.blocks.At(last.block).size) + edit.Shift()
			if end < head {
				stride *= 2
				continue
			}
		}
		part := text.Slice(markup.Span{Start: from.before.bytes, End: end})
		fresh := blocksOf(d.Format, part, d.scan(part, from))
		if from.block > 0 && (len(fresh) == 0 || fresh[0].Span.Start > 0) {
			// The first block begins elsewhere than it did, and so the one before it, which
			// reaches up to it, ends elsewhere.
			from = d.restartBefore(from.block, from.before.bytes)
			continue
		}
		if from.block > 0 && d.mayJoinPrevious(from.block, fresh[0]) {
			from = d.restartBefore(from.block, from.before.bytes)
			continue
		}
		if end == text.Len() {
			to := blockPlace{d.blocks.Len(), d.blocks.Sum()}
			return rescanned{head, from, to, fresh, part}
		}
		if n, to, ok := d.findRejoin(fresh, from, next, last, edit.Shift()); ok {
			return rescanned{head, from, to, fresh[:n], part}
		}
		stride *= 2
	}
}

// mayJoinPrevious reports whether what begins at a block has become of the kind of the block before it, to
// which it may now belong: in reStructuredText a line is the next term of a list for what
// follows it, even after a blank line.
func (d *Reading) mayJoinPrevious(at int, fresh *block) bool {
	kind := fresh.Kind
	return kind == d.blocks.At(at-1).Kind && kind != d.blocks.At(at).Kind
}

// scan scans a part of a text that begins with a block, without headings that depend on the whole text.
func (d *Reading) scan(part string, from blockPlace) []markup.Block {
	if from.block == 0 {
		return d.Format.WithOutline(false).Scan(part)
	}
	return d.Format.ScanPart(part)
}

// restart is where to scan from, and the length of the head that the text has now.
func (d *Reading) restart(text rope.Text, edit markup.Change) (head int, from blockPlace) {
	was := d.head()
	head = was
	if edit.Start < markup.LongestHead {
		head = headOf(d.Format, text)
	}
	if was != head {
		return head, blockPlace{}
	}
	// Not behind the line with the byte before: that may be the first half of a
	// terminator of two.
	line := d.Text.LineStart(max(0, edit.Start-1))
	return head, d.restartBefore(d.blockAt(line).block+1, line)
}

// head returns the length of the metadata at the top of the text.
func (d *Reading) head() int {
	if d.blocks.Len() > 0 {
		if first := d.blocks.At(0); first.Kind == markup.FrontMatter {
			return first.Span.End
		}
	}
	return 0
}

// headOf returns the length of the metadata at the top of a text.
func headOf(f markup.Format, text rope.Text) int {
	start := func(n int) string { return text.Slice(markup.Span{Start: 0, End: min(text.Len(), n)}) }
	if !f.MayHaveHead(start(16)) {
		return 0
	}
	return f.Head(start(markup.LongestHead))
}

// restartBefore is the last block before another one that follows a blank line and has
// text that ends before an offset; the first block if there is none.
func (d *Reading) restartBefore(block, offset int) blockPlace {
	at := d.blocks.SumTo(block).bytes
	for i, c := range d.blocks.Back(block) {
		at -= int(c.size)
		if i > 0 && at+c.Span.End < offset && d.blocks.At(i-1).restarts {
			return blockPlace{i, d.blocks.SumTo(i)}
		}
	}
	return blockPlace{}
}

// restartAfter is the first block that begins at an offset or later, after a blank
// line; behind all of them if there is none.
func (d *Reading) restartAfter(offset int) blockPlace {
	at := d.blockAt(offset)
	for i, c := range d.blocks.From(at.block) {
		if at.before.bytes >= offset && i > 0 && d.blocks.At(i-1).restarts {
			break
		}
		at = blockPlace{i + 1, at.before.Plus(c.Sum())}
	}
	return at
}

// findRejoin finds the first of the fresh blocks, which begin at a place, that begins where
// one of the old ones from next to last does, both after a blank line. The fresh ones
// before it replace the old ones up to that.
func (d *Reading) findRejoin(fresh []*block, from, next, last blockPlace, shift int) (n int, to blockPlace, ok bool) {
	old := next
	start := from.before.bytes - shift // of the fresh block, where it was before the edit
	for n, c := range fresh {
		for old.block <= last.block && old.before.bytes < start {
			old = blockPlace{old.block + 1, old.before.Plus(d.blocks.At(old.block).Sum())}
		}
		if old.block > last.block {
			break
		}
		if n > 0 && old.before.bytes == start && fresh[n-1].restarts && d.blocks.At(old.block-1).restarts {
			return n, old, true
		}
		start += int(c.size)
	}
	return 0, blockPlace{}, false
}

// keepUnchanged puts old blocks in the place of fresh ones that are the same, and so leaves out
// of what is replaced all at its two ends that the edit has not touched.
func (d *Reading) keepUnchanged(r rescanned, edit markup.Change) rescanned {
	for r.from.block < r.to.block && len(r.fresh) > 0 {
		old := d.blocks.At(r.from.block)
		if end := r.from.before.bytes + int(old.size); end > edit.Start || !old.isSame(r.fresh[0]) {
			break
		}
		r.from = blockPlace{r.from.block + 1, r.from.before.Plus(old.Sum())}
		r.text = r.text[r.fresh[0].size:]
		r.fresh = r.fresh[1:]
	}
	for r.from.block < r.to.block && len(r.fresh) > 0 {
		old, fresh := d.blocks.At(r.to.block-1), r.fresh[len(r.fresh)-1]
		before := d.blocks.SumTo(r.to.block - 1)
		if before.bytes < edit.OldEnd || !old.isSame(fresh) {
			break
		}
		r.to = blockPlace{r.to.block - 1, before}
		r.fresh = r.fresh[:len(r.fresh)-1]
	}
	return r
}

// recount counts the paragraphs of the fresh blocks.
func (d *Reading) recount(before *Reading, r rescanned) {
	d.widths = slices.Clone(before.widths)
	for _, c := range before.blocks.Slice(r.from.block, r.to.block) {
		d.widths.addBlock(c, &d.Settings, -1)
	}
	counter := d.counter()
	defer counter.release()
	off, at := before.isOff(r.from), 0
	for _, c := range r.fresh {
		if off = c.isProseOffAfter(off); !off {
			c.count(counter, r.text[at:at+int(c.size)])
			d.widths.addBlock(c, &d.Settings, 1)
		}
		at += int(c.size)
	}
	counter.storeParagraphs(r.fresh)
}

// isSame reports whether a block of the same text is the same.
func (c *block) isSame(fresh *block) bool {
	return c.size == fresh.size && c.restarts == fresh.restarts && isSameBlock(c.Block, fresh.Block)
}

func isSameBlock(a, b markup.Block) bool {
	return a.Kind == b.Kind && a.Level == b.Level && a.Span == b.Span &&
		slices.EqualFunc(a.Runs, b.Runs, func(a, b markup.Run) bool { return slices.Equal(a, b) }) &&
		slices.EqualFunc(a.Children, b.Children, isSameBlock)
}
