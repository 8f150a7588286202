package markup

import (
	"cmp"
	"slices"
	"strings"
)

// Change says where a text differs from an earlier one: the bytes from Start to
// OldEnd of the earlier text have become those from Start to NewEnd.
type Change struct{ Start, OldEnd, NewEnd int }

// Shift is how far what stands after the change has moved.
func (c Change) Shift() int { return c.NewEnd - c.OldEnd }

// Restarts tells whether a scan may begin afresh at block i of a text: whatever
// follows, [Format.ScanFrom] finds there the blocks from i on, and those before it
// stay as they are. It looks only at the text before the block and at how the text
// begins.
//
// The rule of every format is that a block restarts which begins after a blank line;
// the file of a format states what it has instead or in addition.
func (f Format) Restarts(text string, blocks []Block, i int) bool {
	_, ok := f.boundary(text, blocks[i].Span.Start)
	return ok && (f.settled == nil || f.settled(text, blocks[:i]))
}

// ScanFrom finds the blocks of a part of a text. The part begins where a scan may
// begin afresh, and before are the blocks before it; the format may also look at
// how the text begins. Spans are those of the text.
func (f Format) ScanFrom(text string, part Span, before []Block) []Block {
	return f.scan(f, text, part, before)
}

// Rescan finds the blocks of a text after a change from those of the text before
// it: they are old[:from], then fresh, then old[to:] moved by the change's shift.
// It looks at no more of the text than decides it.
//
// The scan begins at the last block that restarts and ends before the line of the
// change. It ends where a block begins at the same place in both texts, for the
// same reason, which is not the change.
func (f Format) Rescan(text string, old []Block, change Change) (from, to int, fresh []Block) {
	from, start := f.restart(text, old, change)
	shift := change.Shift()
	to = firstFrom(old, change.OldEnd)
	for patience := 0; ; patience = 2*patience + 1 {
		to = f.nextBoundary(text, old, to, change)
		if to == len(old) {
			return from, to, f.ScanFrom(text, Span{start, len(text)}, old[:from])
		}
		meeting := old[to].Span.Shift(shift)
		fresh = f.ScanFrom(text, Span{start, lineEnd(text, meeting.End)}, old[:from])
		met := firstFrom(fresh, meeting.Start)
		if met < len(fresh) && fresh[met].Span.Start == meeting.Start && f.agree(old[from:to], fresh[:met]) {
			return from, to, fresh[:met]
		}
		to = min(to+1+patience, len(old))
	}
}

// restart is the block at which to begin after a change, and where it begins.
func (f Format) restart(text string, old []Block, change Change) (block, start int) {
	// The byte before the change counts as touched: it may be half a line end.
	line := strings.LastIndexAny(text[:max(0, change.Start-1)], "\r\n") + 1
	for i := firstFrom(old, line) - 1; i > 0; i-- {
		if old[i].Span.End < line && f.Restarts(text, old, i) {
			return i, old[i].Span.Start
		}
	}
	return 0, 0
}

// nextBoundary is the first block, from block i on, which begins at a boundary that
// the change has not made.
func (f Format) nextBoundary(text string, old []Block, i int, change Change) int {
	for ; i < len(old); i++ {
		if reason, ok := f.boundary(text, old[i].Span.Start+change.Shift()); ok && reason > change.NewEnd {
			break
		}
	}
	return i
}

// agree tells whether what follows some blocks is the same after other blocks.
func (f Format) agree(old, fresh []Block) bool {
	return f.sameContext == nil || f.sameContext(old, fresh)
}

// firstFrom is the index of the first block that begins at offset or after.
func firstFrom(blocks []Block, offset int) int {
	i, _ := slices.BinarySearchFunc(blocks, offset, func(b Block, offset int) int { return cmp.Compare(b.Span.Start, offset) })
	return i
}

// afterBlankLine is the boundary of most formats: the line before the one at start
// is blank. The reason is where that line begins.
func afterBlankLine(text string, start int) (reason int, ok bool) {
	line := trimLineEnd(text[:start])
	reason = strings.LastIndexAny(line, "\r\n") + 1
	return reason, len(line) < start && isBlank(line[reason:])
}

// lineEnd is the end of the line in which an offset lies.
func lineEnd(text string, offset int) int {
	if n := strings.IndexAny(text[offset:], "\r\n"); n >= 0 {
		return offset + n
	}
	return len(text)
}

// trimLineEnd is a text without the line end at its end, if it has one.
func trimLineEnd(text string) string {
	text, isFeed := strings.CutSuffix(text, "\n")
	if rest, isReturn := strings.CutSuffix(text, "\r"); isReturn || !isFeed {
		return rest
	}
	return text
}
