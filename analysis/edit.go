package analysis

import (
	"context"

	"github.com/segls/segls/analysis/markup"
)

// Edit is the document after the bytes of a span have been replaced. It equals, in
// every answer, the document that [Analyze] makes of the new text, and costs what the
// edit is worth: the blocks around it are scanned again, the paragraphs among them
// counted, the gaps within their windows compared, and the division is repaired. What
// is far from the edit is touched only where the edit bears on it, as when a fence is
// opened and all that follows becomes code, or when a directive says something new
// about the whole text. It errs only with the context's error.
func (d *Document) Edit(ctx context.Context, span markup.Span, with string) (*Document, error) {
	change := markup.Change{Start: span.Start, OldEnd: span.End, NewEnd: span.Start + len(with)}
	return d.Follow(ctx, d.Text.Replace(span, with), change)
}

// Follow is Edit where the text after the change is there already.
func (d *Document) Follow(ctx context.Context, text Text, change markup.Change) (*Document, error) {
	if d.curve != nil { // it was another text's
		return d.again(ctx, text)
	}
	if d.Language.HasOutgrown(d.words) {
		d.Language.Renew()
		return d.again(ctx, text)
	}
	r := d.rescan(text, change)
	if saysOtherwise(d.chunks.Slice(r.from.chunk, r.to.chunk), r.fresh) {
		return d.again(ctx, text)
	}
	next := *d
	next.Text, next.answers = text, new(answers)
	kept := d.keep(r, change)
	next.take(d, kept)
	if next.speaksOtherwise(kept.from.before.bytes) {
		return d.again(ctx, text)
	}
	return &next, ctx.Err()
}

// again is the document made of another text from scratch.
func (d *Document) again(ctx context.Context, text Text) (*Document, error) {
	fresh, err := Analyze(ctx, text, d.Format, d.given, d.fixed...)
	if err != nil {
		return nil, err
	}
	fresh.isStill = d.isStill
	return fresh, nil
}

// saysOtherwise tells whether other directives stand in the chunks before and after an
// edit, or in another order.
func saysOtherwise(before, after []*chunk) bool {
	next := func(list []*chunk) ([]*chunk, *saying) {
		for i, c := range list {
			if c.saying != nil {
				return list[i+1:], c.saying
			}
		}
		return nil, nil
	}
	for {
		var one, other *saying
		before, one = next(before)
		after, other = next(after)
		if one == nil || other == nil {
			return one != other
		}
		if one.text != other.text {
			return true
		}
	}
}

// take makes the document from that before the edit, with its chunks replaced.
func (d *Document) take(before *Document, r rescanned) {
	d.recount(before, r)
	d.chunks = before.chunks.Replace(r.from.chunk, r.to.chunk, r.fresh...)
	fresh := 0 // paragraphs
	for _, c := range r.fresh {
		fresh += c.sum.paragraphs
	}
	grown := d.chunks.Sum().paragraphs - before.chunks.Sum().paragraphs
	first := r.from.before.paragraphs

	if d.isSettled = !d.Settings.isSurveyed(); !d.isSettled && d.whole.isOutgrown(d.Words()) {
		d.resurvey()
		return
	}
	if d.isStill && d.Settings.Method == MethodBlend && before.division.Len() > 0 {
		d.holdStill(before, touched{first, fresh - grown, fresh})
		return
	}
	// What is compared anew: the gaps in whose windows a paragraph is another one. The
	// paragraph before is among them, so that there always is one if there are any. A
	// method that is not local compares all.
	from, to := 0, d.chunks.Sum().paragraphs
	if d.Settings.isLocal() {
		w := d.Settings.WindowParagraphs
		from, to = max(0, first-w), min(to, first+fresh+w)
	}
	division, change := before.division.Replace(from, to-grown, d.units(from, to))
	d.division, d.rows = division, change.Rows
	d.reparts(before, change.From, change.To, grown)
}

// recount counts the paragraphs of the fresh chunks.
func (d *Document) recount(before *Document, r rescanned) {
	for _, c := range before.chunks.Slice(r.from.chunk, r.to.chunk) {
		d.widths.add(c, &d.Settings, -1)
	}
	counter := d.counter()
	defer counter.release()
	off, at := before.isOff(r.from), 0
	for _, c := range r.fresh {
		if off = c.turns(off); !off {
			c.count(counter, r.text[at:at+c.sum.bytes])
			d.widths.add(c, &d.Settings, 1)
		}
		at += c.sum.bytes
	}
}

// isOff tells whether prose is off before a chunk.
func (d *Document) isOff(at place) bool {
	if at.before.switches == 0 {
		return false
	}
	i, _ := d.chunks.Find(func(c contents) bool { return c.switches >= at.before.switches })
	return d.chunks.At(i).turns(false)
}
