package analysis

import (
	"slices"
	"sync/atomic"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/fragment"
	"github.com/segls/segls/internal/sequence"
)

// Fragment is a run of consecutive paragraphs about one topic.
type Fragment struct {
	// ID identifies the fragment as long as more than half of its words remain, even if it moves. It is never used for another fragment of
	// the document.
	ID string

	// Span runs from the first paragraph, with the directives right above it, to just before the next fragment, heading or scene break.
	// Code, tables and figures between two paragraphs belong to the fragment of the first; after a heading or break, to that of the second.
	// Headings and breaks that are not hard belong to fragments, too.
	Span markup.Span

	First, End int // its paragraphs, [First, End)
	Words      int
	Line       int // the line on which its first paragraph begins, from 0

	// Revision changes with what is shown of the fragment, except its place. A cached view is valid as long as ID and Revision are the
	// same.
	Revision uint64

	// Section is the index of the innermost section in which it begins, or -1.
	Section int

	// Suggested is set if no heading or scene break marks the fragment's beginning; Pinned is also set if a directive requires it.
	Suggested, Pinned bool

	// Held is set if the fragment stays whole, for example because it has been moved.
	Held bool

	// Given is the title that a directive sets, or "".
	Given string

	document *Document
	index    int
	part     *fragmentState
}

// fragmentState is an immutable part of the text: a fragment without its place, and the text around it up to the neighbouring parts.
type fragmentState struct {
	size         size
	indent, tail int // bytes before and after the fragment in the part
	line         int // the line on which its first paragraph begins, from 0 at the start of the part

	suggested, pinned bool
	isSeam            bool // the text before it has been moved away, and the boundary is held
	isUnsettled       bool // edited since the last rest

	id      string
	title   *title
	sure    *sureness    // the sureness of its beginning; nil unless the method suggests it
	hold    *formerWords // the fragment when it was first held; nil if it is not
	dispute dispute      // its dispute with fresh divisions, as of the last one
	given   string       // the title that a directive sets

	revision uint64

	terms    lazy[[]string]        // computed on first use, like nameable
	nameable lazy[[]language.Term] // sorted
}

// lastRevision is the revision last given to a fragment or heading in this process. Equal numbers mean that two of them look the same.
var lastRevision atomic.Uint64

// dispute measures for how long a fresh division has disagreed with a fragment: from 0 to 1, when the division prevails.
type dispute struct {
	beginning float64 // about whether it begins at its start
	inside    float64 // about whether it is one fragment
}

// size counts the contents of one or more parts.
type size struct {
	bytes, lines, paragraphs, words int
	headings                        int // from after the start of the previous fragment up to the start of this one, inclusive
}

// Plus returns the sum of two sizes.
func (s size) Plus(t size) size {
	return size{s.bytes + t.bytes, s.lines + t.lines, s.paragraphs + t.paragraphs, s.words + t.words, s.headings + t.headings}
}

// minus returns the size of a stretch of size s without a part of size t at its beginning.
func (s size) minus(t size) size {
	return size{s.bytes - t.bytes, s.lines - t.lines, s.paragraphs - t.paragraphs, s.words - t.words, s.headings - t.headings}
}

// Sum returns the size of the part.
func (p *fragmentState) Sum() size { return p.size }

// sizeOf returns the total size of parts.
func sizeOf(parts []*fragmentState) (s size) {
	for _, p := range parts {
		s = s.Plus(p.size)
	}
	return s
}

// newFragmentStates returns the parts that begin with the paragraphs in starts, up to `end`; `at` is the size of the text before them.
func (d *Reading) newFragmentStates(at size, starts []int, end int) []*fragmentState {
	if len(starts) == 0 {
		return nil
	}
	starts = append(slices.Clip(starts), end)
	gap := d.gapContentsBefore(starts[0])
	parts := make([]*fragmentState, len(starts)-1)
	for i := range parts {
		next := d.gapContentsBefore(starts[i+1])
		p := &fragmentState{suggested: starts[i] > 0 && gap.isUnmarked(&d.Settings), revision: lastRevision.Add(1)}
		p.pinned = p.suggested && gap.pin == fragment.Break
		p.given = gap.title
		if starts[i] == 0 {
			p.indent = gap.nextFragmentStart(&d.Settings)
		}
		if gap.paragraph > at.bytes {
			p.line = d.Text.LineAt(gap.paragraph) - at.lines
		}
		p.tail = next.trailingBytes(&d.Settings)
		end := next.nextFragmentStart(&d.Settings)
		reach := size{end, d.Text.LineAt(end), starts[i+1], d.wordsBefore(starts[i+1]), gap.numHeadingsThrough(d.Settings.Headings)}
		p.size = reach.minus(at)
		parts[i], gap, at = p, next, reach
	}
	return parts
}

// newFragmentSequence returns the parts of the whole source, with the identities of the shown parts. An unchanged part keeps its pointer.
func (d *Document) newFragmentSequence(starts []int, was []placedFragment, e editedWords) sequence.Sequence[*fragmentState, size] {
	fresh := d.newFragmentStates(size{}, starts, d.numParagraphs())
	d.assignIdentities(fresh, 0, was, e)
	return sequence.Of[*fragmentState, size](fresh)
}

// replaceFragments replaces the parts [from, to) before an edit by parts that begin with the paragraphs in starts, up to `end`.
func (d *Document) replaceFragments(before *Document, from, to int, starts []int, end int, was []placedFragment, e editedWords) {
	at, old := before.parts.SumTo(from), before.parts.Slice(from, to)
	fresh := d.newFragmentStates(at, starts, end)
	isElsewhere := sizeOf(fresh).headings-sizeOf(old).headings != d.blocks.Sum().headings-before.blocks.Sum().headings
	if isElsewhere && to < before.parts.Len() {
		// The next part counts the headings from the beginning of this one.
		next := before.parts.At(to)
		d.replaceFragments(before, from, to+1, append(slices.Clip(starts), end), end+next.size.paragraphs, before.shownFragmentsIn(from, to+1, e.replacedParagraphs), e)
		return
	}
	d.assignIdentities(fresh, at.paragraphs, was, e)
	d.parts = before.parts.Replace(from, to, fresh...)
}

// gapContents describes the blocks in the gap before, between or after paragraphs; its places are offsets in bytes.
type gapContents struct {
	isFirst, isLast bool
	inside          bool                // within one block: there is nothing between them
	paragraph       int                 // start of the paragraph after the gap
	led             int                 // start of the block of the paragraph after the gap, or of the directives above it that concern it
	heading         int                 // start of the first heading
	body            int                 // end of the last heading
	top             int                 // before the first paragraph: start of the first block that is not front matter
	headings        int                 // number of headings in it
	rules           int                 // number of rules in it
	rule            int                 // start of the first rule
	below           int                 // end of the last rule
	pin             fragment.Constraint // from the directives in it
	title           string              // from a directive in it
	before          int                 // number of headings in the text before the paragraph after it
	end             int                 // of the text
	topIsHeading    bool                // the block at top is a heading
	turn            markup.Span         // the last block in it that ends a box with a heading
	turns           bool                // turn is set
}

// gapContentsBefore returns the contents of the gap before a paragraph, or after the last one.
func (d *Reading) gapContentsBefore(q int) gapContents {
	at := d.blockPlaceOf(q)
	g := gapContents{isFirst: q == 0, isLast: q == d.numParagraphs(), before: at.before.headings, end: d.Text.Len()}
	offset := at.before.bytes
	if !g.isLast {
		c := d.blocks.At(at.block)
		k := q - at.before.paragraphs
		g.paragraph = offset + c.spanOf(&c.paragraphs[k]).Start
		g.inside = k > 0
		g.led = offset + c.Span.Start
		g.top = g.led
	}
	if g.inside {
		return g
	}
	leads := true
	for _, c := range d.blocks.Backward(at.block) {
		if !g.turns {
			if _, g.turns = d.lastBoxEndIn(offset-int(c.size), offset); g.turns {
				g.turn = markup.Span{Start: offset - int(c.size) + c.Span.Start, End: offset}
			}
		}
		if len(c.paragraphs) > 0 {
			if g.turns && g.turn.End == offset {
				g.turn.Start = offset
			}
			break
		}
		end := offset
		offset -= int(c.size)
		start := offset + c.Span.Start
		if c.directive != nil && g.pin == fragment.Free {
			g.pin = c.directive.constraintAfter(fragment.Free) // if there are several, the last counts
		}
		if c.directive != nil && g.title == "" {
			g.title = c.directive.title
		}
		if leads = leads && c.directive.concernsNextParagraph(); leads {
			g.led = start
		}
		if c.Kind == markup.Heading {
			if g.headings == 0 {
				g.body = end
			}
			g.heading = start
			g.headings++
		}
		if c.Kind == markup.Rule {
			if g.rules == 0 {
				g.below = end
			}
			g.rule = start
			g.rules++
		}
		if c.Kind != markup.FrontMatter {
			g.top = start
			g.topIsHeading = c.Kind == markup.Heading
		}
	}
	return g
}

// divider returns the span in a gap that belongs to no fragment: hard headings with the blocks between them, a hard scene break, or the end
// of a box with a heading. A rule next to a heading, or at the start or end of the text, is decoration.
func (g gapContents) divider(s *Settings) (d markup.Span, ok bool) {
	switch {
	case g.headings > 0:
		return markup.Span{Start: g.heading, End: g.body}, s.Headings == HeadingsHard
	case g.rules > 0 && !g.isFirst && !g.isLast:
		return markup.Span{Start: g.rule, End: g.below}, s.SceneBreaks == HeadingsHard
	case g.turns && !g.isFirst && !g.isLast:
		return g.turn, s.Headings == HeadingsHard
	}
	return markup.Span{}, false
}

// isUnmarked reports whether the gap has neither a heading nor a divider.
func (g gapContents) isUnmarked(s *Settings) bool {
	_, isDivided := g.divider(s)
	return g.headings == 0 && !isDivided
}

// nextFragmentStart returns the offset at which the fragment after the gap begins, or the end of the text. Unless headings are hard, a
// fragment may contain several sections and begins with the heading of the first.
func (g gapContents) nextFragmentStart(s *Settings) int {
	divider, isDivided := g.divider(s)
	switch {
	case g.isLast:
		return g.end
	case isDivided:
		return divider.End
	case g.isFirst:
		return g.top
	case g.inside:
		return g.paragraph
	case g.headings > 0:
		return g.heading
	}
	return g.led // before blocks that are not paragraphs
}

// trailingBytes returns the number of bytes from the end of the fragment before the gap to the next fragment or the end of the text.
func (g gapContents) trailingBytes(s *Settings) int {
	divider, isDivided := g.divider(s)
	if !isDivided {
		return 0
	}
	return g.nextFragmentStart(s) - divider.Start
}

// numHeadingsThrough returns the number of headings up to the start of the fragment after the gap, with one that begins there.
func (g gapContents) numHeadingsThrough(headings string) int {
	switch {
	case g.headings == 0 || headings == HeadingsHard:
		return g.before
	case g.isFirst && !g.topIsHeading:
		return g.before - g.headings
	}
	return g.before - g.headings + 1
}

// fragmentsIn returns the fragments [from, to) with their places.
func (d *Document) fragmentsIn(from, to int) []Fragment {
	if from >= to {
		return nil
	}
	at := d.parts.SumTo(from)
	fragments := make([]Fragment, 0, to-from)
	for _, p := range d.parts.From(from) {
		if len(fragments) == to-from {
			break
		}
		f := Fragment{
			Span:  markup.Span{Start: at.bytes + p.indent, End: at.bytes + p.size.bytes - p.tail},
			First: at.paragraphs, End: at.paragraphs + p.size.paragraphs, Words: p.size.words,
			Section: d.sectionAt(at.bytes+p.indent, at.headings+p.size.headings-1), Suggested: p.suggested, Pinned: p.pinned,
			ID: p.id, Held: p.hold != nil, Line: at.lines + p.line, Revision: p.revision,
			Given: p.given, document: d, index: from + len(fragments), part: p,
		}
		fragments = append(fragments, f)
		at = at.Plus(p.size)
	}
	return fragments
}
