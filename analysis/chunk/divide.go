package chunk

import (
	"math"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment"
)

// A fragment that exceeds a limit is divided by the costs of the blend, as a text is, but between its sentences and with the limits as
// constraints. Each of the following penalties outweighs those after it.
const (
	tooShortPenalty   = 1e6 // a chunk below the minimum
	fragmentPenalty   = 1e3 // a fragment that has to be joined or cut to reach the minimum
	lastResortPenalty = 1e2 // a cut between rows, lines, words or characters, made only if a limit forces it
	insidePenalty     = 1.0 // a boundary inside a paragraph, or before code and tables
	preferredShare    = .85 // the preferred length, as a share of a limit

	// Chunks may vary more in length than fragments, and boundaries are cheaper, most of all if a full chunk has between easiestFrom and
	// easiestTo words (docs/research/chunks.md).
	lengthScaling          = .1
	easiestFrom, easiestTo = 50, 133
	proseEase              = .75 // subtracted from the price of a boundary, with ProseOnly

	// maxAtomsPerChunk bounds the units in a chunk: atoms are grouped up to this fraction of the preferred length, to save time.
	maxAtomsPerChunk = 40

	// charsPerWord is the approximate number of characters in a word with the space after it.
	charsPerWord = 6

	// mostGroups is the number of groups divided at once. With more, the blend looks less far back, to save memory.
	mostGroups = 1 << 13
)

// jointPenalty is the penalty for a boundary at each joint.
var jointPenalty = [...]float64{
	BetweenSentences: insidePenalty, BetweenBlocks: insidePenalty / 2,
	BetweenRows: lastResortPenalty / 2, BetweenLines: lastResortPenalty, BetweenWords: 2 * lastResortPenalty, BetweenCharacters: 4 * lastResortPenalty,
}

// blendStatistics holds the blend's statistics of the whole text, for chunks.
type blendStatistics struct {
	goal  method.Goal
	words float64 // number of words in a full chunk of this text
}

// blendStatistics returns the statistics of the text, measured on first use.
func (c *cutter) blendStatistics() blendStatistics {
	if c.survey.words > 0 {
		return c.survey
	}
	words, chars, fill := 0, 0, 0.0
	for _, w := range c.stretches {
		words += w.size.words
		chars += w.size.chars
		fill += w.size.fillRatio(c.limit())
	}
	if !c.limits.ProseOnly && 4*words < chars/charsPerWord {
		words = chars / charsPerWord // nearly everything is tables and code, whose words are not counted
	}
	c.survey.words = max(1, float64(words)/max(fill, 1e-9))
	if fill == 0 { // only a minimum is given
		c.survey.words = float64(c.Preferred()) / preferredShare
	}
	var spans []markup.Span
	for _, p := range c.Paragraphs() {
		spans = append(spans, p.Sentences()...)
	}
	g := c.Settings.Goal()
	g.Limits = fragment.Limits{}
	g.Words = preferredShare * c.survey.words
	g.Cost.Preferred, g.Cost.Scaling = g.Words, lengthScaling
	g.Statistics, _ = method.Blend{Constants: method.BlendConstants}.Survey([]method.SourceUnits{{Units: c.Document.Units(spans)}}, g, nil)
	c.survey.goal = g
	return c.survey
}

// addDividedChunks adds the chunks of the stretches [from, to), one of which exceeds a limit or is below the minimum.
func (c *cutter) addDividedChunks(from, to int) error {
	var above size
	for _, w := range c.stretches[from:to] {
		above = size{max(above.words, w.above.words), max(above.chars, w.above.chars), max(above.tokens, w.above.tokens)}
	}
	room := c.limit().remaining(above)
	first := len(c.cuts)
	atoms, err := c.atoms(from, to, room)
	if err != nil {
		return err
	}
	pieces, err := c.divideAtoms(atoms, room.remaining(c.overlapReserve(room)), 0)
	if err != nil {
		return err
	}
	for i := 1; i < len(pieces); i++ {
		before, a := pieces[i-1].atoms, pieces[i].atoms[0]
		if a.cut > first && before[len(before)-1].cut == a.cut {
			x := &c.cuts[a.cut-1]
			x.Chunks, x.Joint = x.Chunks+1, max(x.Joint, a.joint)
		}
	}
	c.pieces = append(c.pieces, pieces...)
	return nil
}

// overlapReserve returns the part of the room in a chunk to reserve for the overlap, at most half of it.
func (c *cutter) overlapReserve(room size) size {
	words := min(float64(c.limits.Overlap), float64(room.words)/2)
	reserve := size{words: int(words), tokens: min(c.limits.OverlapTokens, room.tokens/2)}
	if room.words == 0 && c.limits.Overlap > 0 {
		each := float64(c.limits.Overlap) / c.blendStatistics().words
		reserve.chars, reserve.tokens = min(int(each*float64(c.limits.MaxChars)), room.chars/2), max(reserve.tokens, min(int(each*float64(room.tokens)), room.tokens/2))
	}
	return reserve
}

// maxAttempts is the number of attempts to divide chunks with too many tokens.
const maxAttempts = 6

// divideAtoms divides atoms into chunks within a limit. Tokens do not add up, so chunks with too many are divided again under a lower
// limit.
func (c *cutter) divideAtoms(atoms []atom, room size, attempt int) ([]piece, error) {
	if len(atoms) == 0 {
		return nil, nil
	}
	var pieces []piece
	var texts []string
	start := 0
	for _, end := range append(c.chunkStarts(atoms, room, attempt), len(atoms)) {
		p := c.newPiece(atoms[start:end])
		pieces = append(pieces, p)
		texts = append(texts, p.Headings+p.Header+c.slice(p.Span))
		start = end
	}
	counts, err := c.tokenCounts(texts)
	if err != nil || counts == nil {
		return pieces, err
	}
	var counted []piece
	for i, p := range pieces {
		p.Tokens = counts[i]
		switch most := c.limits.MaxTokens; {
		case most == 0 || p.Tokens <= most:
			counted = append(counted, p)
		case len(p.atoms) > 1:
			lower := room
			lower.tokens = tightenLimit(room.tokens, p.Tokens)
			parts, err := c.divideAtoms(p.atoms, lower, attempt+1)
			if err != nil {
				return nil, err
			}
			counted = append(counted, parts...)
		default: // the headings and the header have more tokens together with the text than by themselves
			s := c.sizeAlone(p.atoms[0])
			p.Headings, p.Header = "", ""
			p.setSize(s)
			counted = append(counted, p)
		}
	}
	return counted, nil
}

// newPiece returns the chunk that consists of the given atoms, without its tokens.
func (c *cutter) newPiece(atoms []atom) piece {
	first, last := atoms[0], atoms[len(atoms)-1]
	w := c.stretches[first.stretch]
	p := piece{Chunk: Chunk{
		Span: markup.Span{Start: first.span.Start, End: last.span.End}, Headings: w.headings, Header: first.header.text, Fragment: w.fragment, Section: w.section, Joint: first.joint,
	}, stretch: first.stretch, atoms: atoms}
	s := w.above.plus(first.header.size)
	for i, a := range atoms {
		s = s.plus(a.size())
		if i > 0 {
			s = s.plus(a.lead)
		}
	}
	p.setSize(s)
	return p
}

// group is a run of atoms treated as one unit.
type group struct {
	first, end int // of the atoms
	joint      Joint
	before     size // size of a chunk of all atoms before it
	size       size
	lead       size
}

// chunkStarts returns the atoms that begin the chunks of the best division, except the first atom.
func (c *cutter) chunkStarts(atoms []atom, room size, attempt int) []int {
	if attempt == maxAttempts {
		room = size{1, 1, 1} // each atom by itself
	}
	groups := groupAtoms(atoms, room)
	var boundaries []int
	for from := 0; from < len(groups); {
		end := min(len(groups), from+mostGroups)
		found := c.divideGroups(atoms, groups[from:end], room)
		if end < len(groups) && len(found) == 0 {
			found = []int{end - from}
		}
		for _, b := range found {
			boundaries = append(boundaries, groups[from+b].first)
		}
		if end == len(groups) {
			break
		}
		from += found[len(found)-1] // the last chunk is divided again, with what follows
	}
	return boundaries
}

// divideGroups returns the groups that begin the chunks of the best division, except the first group.
func (c *cutter) divideGroups(atoms []atom, groups []group, room size) []int {
	survey := c.blendStatistics()
	units := make([]method.Unit, len(groups))
	virtual, before := 0.0, 0
	for i, g := range groups {
		some := make([]method.Unit, 0, g.end-g.first)
		for _, a := range atoms[g.first:g.end] {
			some = append(some, a.unit)
		}
		units[i] = method.JoinUnits(some)
		// The length of a unit is its share of a full chunk, in words, even if the limit is in characters or tokens.
		if room != (size{}) {
			virtual += g.size.fillRatio(room) * survey.words
		} else {
			virtual += float64(g.size.words)
		}
		units[i].Words = int(math.Round(virtual)) - before
		before += units[i].Words
	}
	e, price := method.Blend{Constants: method.BlendConstants}.SegmentCosts(method.AllUnits(units), survey.goal)
	c.addPenalties(e, atoms, groups, room)
	easier := min(1, survey.words/easiestFrom, easiestTo/survey.words)
	if c.limits.ProseOnly {
		easier = proseEase
	}
	return e.Divide(price - easier)
}

// groupAtoms groups small atoms up to a share of a chunk, but never those of two fragments.
func groupAtoms(atoms []atom, room size) []group {
	var groups []group
	var before size
	for i, a := range atoms {
		s := a.size()
		if n := len(groups); n > 0 && a.joint > BetweenFragments {
			g := &groups[n-1]
			joined := g.size.plus(a.lead).plus(s)
			if joined.fillRatio(room) < preferredShare/maxAtomsPerChunk {
				g.end, g.size = i+1, joined
				before = before.plus(a.lead).plus(s)
				continue
			}
		}
		groups = append(groups, group{first: i, end: i + 1, joint: a.joint, before: before, size: s, lead: a.lead})
		before = before.plus(a.lead).plus(s)
	}
	return groups
}

// addPenalties adds the penalties for limits and joints to the costs of a division over groups.
func (c *cutter) addPenalties(e fragment.SegmentCosts, atoms []atom, groups []group, room size) {
	fits := make(map[int]bool) // by stretch
	for i := range e.Boundary {
		g := groups[i+1]
		at := atoms[g.first].stretch
		if _, ok := fits[at]; !ok {
			fits[at] = !c.stretches[at].size.exceeds(room)
		}
		switch {
		case g.joint == BetweenFragments:
			e.Boundary[i] -= fragmentPenalty
		case fits[at]:
			e.Boundary[i] += fragmentPenalty + jointPenalty[g.joint]
		default:
			e.Boundary[i] += jointPenalty[g.joint]
		}
	}
	for j, row := range e.Segments {
		last := groups[j]
		end := last.before.plus(last.lead).plus(last.size)
		for l := range row {
			first := groups[j-l]
			s := end.minus(first.before).minus(first.lead).plus(atoms[first.first].header.size)
			if l > 0 && s.plus(size{tokens: c.base}).exceeds(room) {
				for k := l; k < len(row); k++ {
					row[k] = math.Inf(1)
				}
				break
			}
			if c.isBelowMinimum(s) {
				row[l] += tooShortPenalty
			}
		}
	}
}
