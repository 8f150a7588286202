package difference

import (
	"cmp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// pair is an old unit and the new one that it corresponds to.
type pair struct{ old, new int }

// sentenceIn is a sentence of a unit.
type sentenceIn struct {
	markup.Span
	unit  int
	words []rune
	hash  uint64
}

// sentenceChanges holds the sentences that only one unit of a pair has.
type sentenceChanges struct{ removed, added []sentenceIn }

// reportRewrittenAll reports paragraphs in which words have changed or, where possible, whole sentences that have moved or are new or gone.
func (c *comparison) reportRewrittenAll(pairs []pair) {
	v := make(vocabulary)
	parts := make([]sentenceChanges, len(pairs))
	for k, p := range pairs {
		if c.old.units[p.old].isDivisibleProse() && c.new.units[p.new].isDivisibleProse() {
			parts[k] = compareSentences(c.sentences(c.old, p.old, v), c.sentences(c.new, p.new, v))
		}
	}
	moved := c.reportMovedSentences(pairs, parts)
	for k, p := range pairs {
		c.reportRewritten(p, parts[k], moved[k])
	}
}

// compareSentences returns the sentences that only one of two lists has.
func compareSentences(was, is []sentenceIn) sentenceChanges {
	rows := make(map[uint64]rune)
	numbers := func(sentences []sentenceIn) []rune {
		list := make([]rune, len(sentences))
		for i, s := range sentences {
			if _, isKnown := rows[s.hash]; !isKnown {
				rows[s.hash] = rune(len(rows))
			}
			list[i] = rows[s.hash]
		}
		return list
	}
	var found sentenceChanges
	for _, d := range wordDiffs(numbers(was), numbers(is)) {
		found.removed = append(found.removed, was[d.Start:d.End]...)
		found.added = append(found.added, is[d.ReplStart:d.ReplEnd]...)
	}
	return found
}

// reportMovedSentences reports the sentences that are gone in one place and new in another, and removes
// them from parts. It returns, for each pair, the number of sentences that have moved from or to it.
func (c *comparison) reportMovedSentences(pairs []pair, parts []sentenceChanges) []int {
	type place struct{ pair, index int }
	away := make(map[uint64][]place) // sentences that are gone, by hash
	for k, p := range parts {
		for i, s := range p.removed {
			if len(s.words) >= shortSentence {
				away[s.hash] = append(away[s.hash], place{k, i})
			}
		}
	}
	isMoved := make(map[place]bool)
	moved := make([]int, len(pairs))
	for k := range pairs {
		stay := parts[k].added[:0]
		for _, s := range parts[k].added {
			from := away[s.hash]
			if len(s.words) < shortSentence || len(from) == 0 {
				stay = append(stay, s)
				continue
			}
			at := from[0]
			away[s.hash] = from[1:]
			isMoved[at] = true
			moved[k]++
			moved[at.pair]++
			x := c.newSentenceChange(Moved, pairs[at.pair].old, pairs[k].new)
			x.From = []Location{c.sentenceLocation(c.old, parts[at.pair].removed[at.index])}
			x.To = []Location{c.sentenceLocation(c.new, s)}
			x.Words = len(s.words)
			c.add(x)
		}
		parts[k].added = stay
	}
	for k := range parts {
		var gone []sentenceIn
		for i, s := range parts[k].removed {
			if !isMoved[place{k, i}] {
				gone = append(gone, s)
			}
		}
		parts[k].removed = gone
	}
	return moved
}

// reportRewritten reports the sentences of a pair that are new, or those that are gone. If there are both,
// or something else has changed, it reports the paragraph.
func (c *comparison) reportRewritten(p pair, changed sentenceChanges, moved int) {
	isWhole := moved+len(changed.removed)+len(changed.added) > 0
	switch {
	case isWhole && len(changed.added) == 0:
		for _, s := range changed.removed {
			x := c.newSentenceChange(Removed, p.old, p.new)
			x.From = []Location{c.sentenceLocation(c.old, s)}
			x.Words, x.Changed = len(s.words), len(s.words)
			c.add(x)
		}
	case isWhole && len(changed.removed) == 0:
		for _, s := range changed.added {
			x := c.newSentenceChange(Added, p.old, p.new)
			x.To = []Location{c.sentenceLocation(c.new, s)}
			x.Words, x.Changed = len(s.words), len(s.words)
			c.add(x)
		}
	default:
		x := c.newChange(Rewritten, OfParagraph, extent{p.old, p.old + 1}, extent{p.new, p.new + 1})
		if isTargetChange(c.new.units[p.new].kind, x) {
			c.reportMarked(p.old, p.new)
			return
		}
		c.add(x)
	}
}

// isTargetChange reports whether only the target of a link has changed in a definition.
func isTargetChange(kind markup.Kind, x Change) bool {
	if kind != markup.Definition || x.Changed > 1 {
		return false
	}
	for _, r := range x.Runs() {
		if !r.IsKept && (!strings.ContainsAny(r.Old, "/.#") || !strings.ContainsAny(r.New, "/.#")) {
			return false
		}
	}
	return true
}

// shortSentence is the minimum number of words in a sentence that is recognized in another place.
const shortSentence = 5

func (c *comparison) newSentenceChange(k Kind, old, new int) Change {
	return Change{Kind: k, Level: OfSentence, Noun: OfSentence.String(), Count: 1, old: extent{old, old + 1}, new: extent{new, new + 1}}
}

// sentences returns the sentences of a unit.
func (c *comparison) sentences(s *side, k int, v vocabulary) []sentenceIn {
	u := &s.units[k]
	f := &s.files[u.file]
	text := f.Text().Slice(u.span)
	b, ok := blockWithSpan(f.blocks(), u.span)
	if !ok {
		return nil
	}
	prose := f.facts().format.AppendMask(nil, text, b.Shifted(-u.span.Start))
	var list []sentenceIn
	start := 0
	for _, end := range f.facts().language.Sentences(prose) {
		// Anything that is not prose, such as a formula, belongs to the sentence around it or before it.
		list = append(list, sentenceIn{Span: markup.Span{Start: start, End: end}, unit: k})
		start = end
	}
	for i := range list {
		if i == len(list)-1 {
			list[i].End = len(text)
		}
		said := text[list[i].Start:list[i].End]
		list[i].Start += len(said) - len(strings.TrimLeft(said, " \t\r\n"))
		list[i].words = v.wordNumbers(said)
		list[i].hash = hash(list[i].words)
		list[i].Span = list[i].Shift(u.span.Start)
	}
	return list
}

// blockWithSpan returns the block, or child of a block, with the span.
func blockWithSpan(blocks []markup.Block, span markup.Span) (markup.Block, bool) {
	k, _ := slices.BinarySearchFunc(blocks, span.Start, func(b markup.Block, start int) int { return cmp.Compare(b.Span.End, start+1) })
	switch {
	case k == len(blocks):
		return markup.Block{}, false
	case len(blocks[k].Children) > 0:
		return blockWithSpan(blocks[k].Children, span)
	}
	return blocks[k], blocks[k].Span == span
}

func (c *comparison) sentenceLocation(s *side, x sentenceIn) Location {
	p := c.locationOf(s, extent{x.unit, x.unit + 1}, OfSentence)
	f := s.files[s.units[x.unit].file]
	p.Span, p.Line = x.Span, f.Text().LineAt(x.Start)
	p.Title, p.IsOpening = firstWords(f.facts().format.ReadRun(f.Text().Slice(x.Span), markup.Run{{Start: 0, End: x.Len()}})), true
	return p
}
