package analysis

import (
	"slices"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// rescanned is the effect of an edit on the blocks: fresh ones replace [from, to).
type rescanned struct {
	head     int        // length of the metadata at the top of the text after the edit
	from, to blockPlace // in the document before the edit
	fresh    []*block
	text     string // begins with the text of the fresh blocks
}

// rescan scans the part of a text that an edit may affect; text is the text after the edit. It starts at a block after a blank line above
// the touched lines, because closed blocks affect nothing below, and ends at one that also began there before the edit.
func (d *Reading) rescan(text rope.Text, edit markup.Change) rescanned {
	head, from := d.rescanStart(text, edit)
	next := d.rescanStartAfter(edit.OldEnd)
	for stride := 1; ; {
		// The first block that may be unchanged and, if it has changed, some more.
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
		fresh := newBlocks(d.Format, part, d.scanBlocksFrom(part, from))
		if from.block > 0 && (len(fresh) == 0 || fresh[0].Span.Start > 0) {
			// The start of the first block has changed, and so has the end of the block before it, which extends up to it.
			from = d.rescanStartBefore(from.block, from.before.bytes)
			continue
		}
		if from.block > 0 && d.mayJoinPrevious(from.block, fresh[0]) {
			from = d.rescanStartBefore(from.block, from.before.bytes)
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

// mayJoinPrevious reports whether the first fresh block has become the same kind as the block before it and may now belong to it. In
// reStructuredText, the text after a line decides whether it is the next term of a list, even after a blank line.
func (d *Reading) mayJoinPrevious(at int, fresh *block) bool {
	kind := fresh.Kind
	return kind == d.blocks.At(at-1).Kind && kind != d.blocks.At(at).Kind
}

// scanBlocksFrom scans a part of a text that begins at a block. It does not find headings that depend on the whole text.
func (d *Reading) scanBlocksFrom(part string, from blockPlace) []markup.Block {
	if from.block == 0 {
		return d.Format.WithOutline(false).Scan(part)
	}
	return d.Format.ScanPart(part)
}

// rescanStart returns the block from which to scan, and the length of the metadata at the top of the text after the edit.
func (d *Reading) rescanStart(text rope.Text, edit markup.Change) (head int, from blockPlace) {
	was := d.topMetadataLength()
	head = was
	if edit.Start < markup.LongestHead {
		head = metadataLength(d.Format, text)
	}
	if was != head {
		return head, blockPlace{}
	}
	// The scan starts at the latest with the line of the byte before the edit, which may be the first half of a two-byte line terminator.
	line := d.Text.LineStart(max(0, edit.Start-1))
	return head, d.rescanStartBefore(d.blockPlaceAt(line).block+1, line)
}

// topMetadataLength returns the length of the metadata at the top of the text.
func (d *Reading) topMetadataLength() int {
	if d.blocks.Len() > 0 {
		if first := d.blocks.At(0); first.Kind == markup.FrontMatter {
			return first.Span.End
		}
	}
	return 0
}

// metadataLength returns the length of the metadata at the top of a text.
func metadataLength(f markup.Format, text rope.Text) int {
	start := func(n int) string { return text.Slice(markup.Span{Start: 0, End: min(text.Len(), n)}) }
	if !f.MayHaveHead(start(16)) {
		return 0
	}
	return f.Head(start(markup.LongestHead))
}

// rescanStartBefore returns, of the blocks before a given one that end before an offset, the last after a blank line, or the first block.
func (d *Reading) rescanStartBefore(block, offset int) blockPlace {
	at := d.blocks.SumTo(block).bytes
	for i, c := range d.blocks.Backward(block) {
		at -= int(c.size)
		if i > 0 && at+c.Span.End < offset && d.blocks.At(i-1).restarts {
			return blockPlace{i, d.blocks.SumTo(i)}
		}
	}
	return blockPlace{}
}

// rescanStartAfter returns the first block that begins at an offset or later and follows a blank line, or the end of the blocks.
func (d *Reading) rescanStartAfter(offset int) blockPlace {
	at := d.blockPlaceAt(offset)
	for i, c := range d.blocks.From(at.block) {
		if at.before.bytes >= offset && i > 0 && d.blocks.At(i-1).restarts {
			break
		}
		at = blockPlace{i + 1, at.before.Plus(c.Sum())}
	}
	return at
}

// findRejoin looks for the place from which nothing has changed: a fresh and an old block begin there, both after a blank line. It returns
// the number of fresh blocks before it and, as `to`, the old block, which is one of those from `next` to `last`. The first fresh block
// begins at `from`.
func (d *Reading) findRejoin(fresh []*block, from, next, last blockPlace, shift int) (n int, to blockPlace, ok bool) {
	old := next
	start := from.before.bytes - shift // start of the fresh block in the text before the edit
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

// trimUnchanged removes from r the blocks at its two ends that the edit did not change, so that the old blocks are kept.
func (d *Reading) trimUnchanged(r rescanned, edit markup.Change) rescanned {
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

// countFreshBlocks counts the paragraphs of the fresh blocks and updates the widths of lines.
func (d *Reading) countFreshBlocks(before *Reading, r rescanned) {
	d.widths = slices.Clone(before.widths)
	for _, c := range before.blocks.Slice(r.from.block, r.to.block) {
		d.widths.addBlock(c, &d.Settings, -1)
	}
	counter := d.newCounter()
	defer counter.release()
	off, at := before.isProseOff(r.from), 0
	for _, c := range r.fresh {
		if off = c.isProseOffAfter(off); !off {
			c.countParagraphs(counter, r.text[at:at+int(c.size)])
			d.widths.addBlock(c, &d.Settings, 1)
		}
		at += int(c.size)
	}
	counter.storeParagraphs(r.fresh)
}

// isSame reports whether a fresh block of the same text equals the block.
func (c *block) isSame(fresh *block) bool {
	return c.size == fresh.size && c.restarts == fresh.restarts && isSameBlock(c.Block, fresh.Block)
}

func isSameBlock(a, b markup.Block) bool {
	return a.Kind == b.Kind && a.MayHead == b.MayHead && a.Level == b.Level && a.Span == b.Span &&
		slices.EqualFunc(a.Runs, b.Runs, func(a, b markup.Run) bool { return slices.Equal(a, b) }) &&
		slices.EqualFunc(a.Children, b.Children, isSameBlock)
}
