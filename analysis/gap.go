package analysis

import "github.com/segls/segls/analysis/markup"

// tallySceneGaps counts the gaps of a plain text that has been scanned.
func tallySceneGaps(f markup.Format, text string, blocks []markup.Block) (t markup.SceneGapTally) {
	if f.HasGaps() {
		t.Count(text, blocks, 1)
	}
	return t
}

// sceneGapTallyAfter returns the tally after an edit that has been scanned but not yet applied.
func (d *Reading) sceneGapTallyAfter(r *rescanned) markup.SceneGapTally {
	t := d.tally
	if !d.Format.HasGaps() {
		return t
	}
	// The blocks above and below are included, because a gap has two sides.
	above, below := d.blocks.SumTo(max(0, r.from.block-1)), min(d.blocks.Len(), r.to.block+1)
	first := max(0, r.from.block-1)
	before := d.Text.Slice(markup.Span{Start: above.bytes, End: r.from.before.bytes})
	after := d.Text.Slice(markup.Span{Start: r.to.before.bytes, End: d.blocks.SumTo(below).bytes})
	was := d.Text.Slice(markup.Span{Start: r.from.before.bytes, End: r.to.before.bytes})
	size := 0
	for _, c := range r.fresh {
		size += int(c.size)
	}
	t.Count(before+was+after, withAbsoluteSpans(d.blocks.Slice(first, below)), -1)
	fresh := append(append(d.blocks.Slice(first, r.from.block), r.fresh...), d.blocks.Slice(r.to.block, below)...)
	t.Count(before+r.text[:size]+after, withAbsoluteSpans(fresh), 1)
	return t
}

// withAbsoluteSpans returns consecutive blocks with spans that count from the start of the first.
func withAbsoluteSpans(list []*block) []markup.Block {
	blocks, at := make([]markup.Block, len(list)), 0
	for i, c := range list {
		blocks[i] = markup.Block{Kind: c.Kind, Span: c.Span.Shift(at), MayHead: c.MayHead}
		at += int(c.size)
	}
	return blocks
}
