package restructure

import (
	"fmt"
	"hash/maphash"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// The meaning of a text is more than its words. It includes what each block is, which containers are around it and what it belongs to:
//
//	\section{Salt}          a heading
//	\label{salt}            belongs to that heading
//	\iffalse
//	Salt keeps fish.        a paragraph that readers do not see
//	\fi
//
// So the meaning of a text is a census: the number of parts with the same words, kind, containers and owner. An edit that moves text leaves
// the census unchanged, except for the intended change.

// census counts the parts of a text by their meaning.
type census struct {
	parts    map[censusPart]int
	boxes    map[containerPart]int // containers, with their contents
	headings map[headingPart]int   // parts, each with the heading above it
}

// censusPart is a block, a list item or a block in a quote, identified by its text. Blocks without prose are counted line by line, because
// definitions that become neighbours form one block.
type censusPart struct {
	kind   markup.Kind
	said   string
	inside string // the opening markup of its containers, the outermost first
	owner  string // see ownerOfBlock
}

// containerPart is a container: the markup at both its ends, and the sum of the hashes of the parts in it, whatever their order.
type containerPart struct {
	open, close string
	holds       uint64
}

// headingPart is a part with the heading above it. Parts at the end of a page that show nothing are also counted with atFoot as heading,
// because it does not matter which heading is above them.
type headingPart struct {
	heading string // or atFoot
	said    string
}

const atFoot = "\x00"

// newCensus returns the census of the blocks for which `counts` returns true. The heading above a block does not count if `moves` returns
// true for it. If `around` is not nil, it selects the blocks in which a container must begin to count.
func (p *page) newCensus(counts, moves, around func(markup.Block) bool) *census {
	if p.Format.HasOutline() { // in plain text, its position does not change a block's meaning, and headings depend on the whole text
		raw := newPage(p.Format.WithOutline(false), p.text)
		raw.isLoose = p.isLoose
		return raw.newCensus(counts, moves, around)
	}
	m := &census{parts: make(map[censusPart]int), boxes: make(map[containerPart]int), headings: make(map[headingPart]int)}
	nesting := p.nesting()
	sums := make([]uint64, len(p.blocks)+1)
	heading, foot := "", p.footStart()
	for i, b := range p.blocks {
		sums[i+1] = sums[i]
		if b.Kind == markup.Heading {
			heading = proseByRun(p.text, b)
		}
		if !counts(b) {
			continue
		}
		inside, owner := nesting.markupAround(i, around)+p.enclosingMarkup(b), p.ownerOfBlock(i)
		isUnder := p.dependsOnHeading(b) && !p.namesBlockBelow(i) && (moves == nil || !moves(b))
		for kind, said := range parts(p.text, b) {
			m.parts[censusPart{kind, said, inside, owner}]++
			sums[i+1] += maphash.String(hashSeed, said)
			if isUnder {
				m.headings[headingPart{heading, said}]++
			}
			if isUnder && i >= foot {
				m.headings[headingPart{atFoot, said}]++
			}
		}
	}
	for i, c := range nesting.containers {
		if p.isOutlineContainer(c) || !counts(nesting.openingBlock(i)) {
			continue
		}
		first, end := nesting.blocksIn(i)
		if first == end {
			continue // the container is within a line
		}
		m.boxes[containerPart{p.markup(c.Open), p.markup(c.Close), sums[end] - sums[first]}]++
	}
	return m
}

// footStart returns the index of the first of the blocks at the end of a page that show nothing: scripts, comments and closing tags.
func (p *page) footStart() int {
	i := len(p.blocks)
	for i > 0 && p.blocks[i-1].Kind == markup.HTML && showsNothing.MatchString(p.text[p.blocks[i-1].Span.Start:p.blocks[i-1].Span.End]) {
		i--
	}
	return i
}

// showsNothing matches scripts, comments and closing tags.
var showsNothing = regexp.MustCompile(`(?is)^(?:\s+|</[a-z][^>]*>|<!--.*?-->|<script\b[^>]*>.*?</script\s*>)*$`)

// enclosingMarkup returns the beginning of the markup that opens a quote or similar block with children, or "".
func (p *page) enclosingMarkup(b markup.Block) string {
	if b.Kind != markup.Quote || len(b.Children) == 0 {
		return ""
	}
	head := strings.Fields(p.text[b.Span.Start:b.Children[0].Span.Start])
	return strings.Join(head[:min(len(head), 2)], " ")
}

// dependsOnHeading reports whether the heading above a block matters. It does not for mere markup, such as a closing tag.
func (p *page) dependsOnHeading(b markup.Block) bool {
	switch b.Kind {
	case markup.Code, markup.Math, markup.Table:
		return true
	case markup.HTML:
		source := p.text[b.Span.Start:b.Span.End]
		return b.Span.Len() > 2 && source[0] == '<' && source[1] != '/' && source[1] != '!'
	}
	return b.Kind.IsProse()
}

var hashSeed = maphash.MakeSeed()

// isOutlineContainer reports whether a container only groups the text below headings.
func (p *page) isOutlineContainer(c markup.Container) bool {
	return c.IsOutline || p.isLoose && c.MayOutline
}

// markup returns the beginning of a container's markup on one line.
func (p *page) markup(s markup.Span) string {
	return strings.Join(strings.Fields(p.text[s.Start:min(s.End, s.Start+longestOpening)]), " ")
}

const longestOpening = 200

// parts yields the parts of a block, each with its kind and text: its children or, if it has none, its prose or its lines.
func parts(text string, b markup.Block) func(yield func(markup.Kind, string) bool) {
	return func(yield func(markup.Kind, string) bool) {
		switch {
		case len(b.Children) > 0:
			for _, c := range b.Children {
				if !yield(c.Kind, proseByRun(text, c)) {
					return
				}
			}
		case len(b.Runs) > 0 && b.Kind != markup.Directive:
			yield(b.Kind, proseByRun(text, b))
		case markup.IsGap(text, b):
			yield(b.Kind, "")
		default:
			for line := range markup.Lines(text[b.Span.Start:b.Span.End]) {
				content := strings.TrimSpace(text[b.Span.Start+line.Start : b.Span.Start+line.End])
				if content = strings.TrimPrefix(content, byteOrderMark); content != "" && !yield(b.Kind, content) {
					return
				}
			}
		}
	}
}

// proseByRun returns the source of a block's prose, with each run on a line of its own. The runs of a list include code between its items,
// so that a check of the meaning notices lost code.
func proseByRun(text string, b markup.Block) string {
	if len(b.Runs) == 1 && len(b.Runs[0]) == 1 {
		return strings.Join(strings.Fields(text[b.Runs[0][0].Start:b.Runs[0][0].End]), " ")
	}
	var runs []string
	for i, run := range b.Runs {
		if i > 0 {
			runs = append(runs, "\n")
		}
		for _, s := range run {
			runs = append(runs, strings.Fields(text[s.Start:s.End])...)
		}
	}
	return strings.Join(runs, " ")
}

// nesting holds the containers of each block.
type nesting struct {
	page       *page
	containers []markup.Container
	of         [][]int // for each block, the indices of the containers that hold it, the outermost first
}

func (p *page) nesting() *nesting {
	if p.nested == nil {
		p.nested = p.newNesting()
	}
	return p.nested
}

func (p *page) newNesting() *nesting {
	n := &nesting{page: p, containers: p.Format.Containers(p.text, p.blocks)}
	if len(n.containers) == 0 {
		return n
	}
	n.of = make([][]int, len(p.blocks))
	for i := range n.containers {
		first, end := n.blocksIn(i)
		for b := first; b < end; b++ {
			if n.containers[i].Holds(p.blocks[b]) {
				n.of[b] = append(n.of[b], i)
			}
		}
	}
	return n
}

// blocksIn returns the range [first, end) of the blocks that may be in a container.
func (n *nesting) blocksIn(container int) (first, end int) {
	c, blocks := n.containers[container], n.page.blocks
	first = firstBlockAfter(blocks, c.Open.Start)
	for end = max(first, firstBlockAfter(blocks, c.Close.End)); end < len(blocks) && blocks[end].Span.Start < c.Close.End; {
		end++
	}
	if end == first+1 && !c.Holds(blocks[first]) {
		return first, first
	}
	return first, end
}

// openingBlock returns the block with the opening markup of a container or, if no block contains that, as in HTML, the markup itself.
func (n *nesting) openingBlock(container int) markup.Block {
	at := n.containers[container].Open
	if i := firstBlockAfter(n.page.blocks, at.Start); i < len(n.page.blocks) && n.page.blocks[i].Span.Start < at.End {
		return n.page.blocks[i]
	}
	return markup.Block{Kind: markup.HTML, Span: at}
}

// markupAround returns the opening markup of the containers around a block, except those that only group text below headings. If `matters`
// is not nil, it selects the blocks in which a container must begin to count.
func (n *nesting) markupAround(block int, matters func(markup.Block) bool) string {
	if n.of == nil || len(n.of[block]) == 0 {
		return ""
	}
	var around []string
	for _, i := range n.of[block] {
		if c := n.containers[i]; !n.page.isOutlineContainer(c) && (matters == nil || matters(n.openingBlock(i))) {
			around = append(around, n.page.markup(c.Open))
		}
	}
	return strings.Join(around, " / ")
}

// ownerOfBlock returns the text of the block to which a block belongs, after a word for its position, such as "above"; "" if there is none.
func (p *page) ownerOfBlock(i int) string {
	b := p.blocks[i]
	if b.Kind.IsProse() || b.Kind == markup.Heading || b.Kind == markup.FrontMatter || b.Kind == markup.Directive || b.Kind == markup.Rule {
		return ""
	}
	n, source := notation(p), p.text[b.Span.Start:b.Span.End]
	trimmed := strings.TrimSpace(source)
	isNext := func(j int) bool { return 0 <= j && j < len(p.blocks) && p.blocks[j].Kind != markup.Directive }
	if n.NamesBlockBelow(trimmed) {
		j := i + 1
		for j < len(p.blocks) && (!isNext(j) || p.namesBlockBelow(j)) {
			j++
		}
		if isNext(j) {
			return "above " + p.firstPart(j)
		}
		return ""
	}
	if n.BelongsToHeading(trimmed) {
		j := i - 1
		for j >= 0 && (!isNext(j) || p.belongsToHeading(j)) {
			j--
		}
		if isNext(j) && p.blocks[j].Kind == markup.Heading {
			return "of " + p.firstPart(j)
		}
	}
	if n.BelongsToBlockAbove(source) && i > 0 {
		if countLineTerminators(p.text[p.blocks[i-1].Span.End:b.Span.Start]) == 1 || source[0] == ' ' || source[0] == '\t' {
			j := i - 1
			for j > 0 && p.blocks[j].Kind == b.Kind && n.BelongsToBlockAbove(p.text[p.blocks[j].Span.Start:p.blocks[j].Span.End]) {
				j--
			}
			return "below " + p.firstPart(j)
		}
		if i+1 < len(p.blocks) {
			return "above " + p.firstPart(i+1)
		}
	}
	return ""
}

// namesBlockBelow and belongsToHeading apply the methods of [markup.Notation] to the source of a block.
func (p *page) namesBlockBelow(i int) bool {
	b := p.blocks[i]
	return !b.Kind.IsProse() && notation(p).NamesBlockBelow(strings.TrimSpace(p.text[b.Span.Start:b.Span.End]))
}

func (p *page) belongsToHeading(i int) bool {
	b := p.blocks[i]
	return !b.Kind.IsProse() && b.Kind != markup.Heading && notation(p).BelongsToHeading(strings.TrimSpace(p.text[b.Span.Start:b.Span.End]))
}

// firstPart returns the text of a block's first part; "" if it has none.
func (p *page) firstPart(i int) string {
	for _, said := range parts(p.text, p.blocks[i]) {
		return said
	}
	return ""
}

// checkSameCensus returns an error that describes how two texts differ in meaning, or nil. It compares the headings only of parts for which
// `before` records one.
func checkSameCensus(before, after *census) error {
	if maps.Equal(before.parts, after.parts) {
		for b, n := range before.boxes {
			if after.boxes[b] != n {
				return refuse("The contents of “%s” would be read as another kind of text, so nothing has been changed.", shortenForMessage(b.open))
			}
		}
		if len(before.boxes) != len(after.boxes) {
			return refuse("A part of the text would end up inside something else, so nothing has been changed.")
		}
		for u, n := range before.headings {
			foot := headingPart{atFoot, u.said}
			staysAtFoot := before.headings[foot] >= n && after.headings[foot] >= n
			if after.headings[u] < n && u.heading != atFoot && !staysAtFoot {
				return refuse("“%s” would end up under another heading, so nothing has been changed.", shortenForMessage(u.said))
			}
		}
		return nil
	}
	lost := missingParts(before.parts, after.parts)
	isBreak := func(p censusPart) bool { return p.kind == markup.Rule }
	if len(lost) > 0 && !slices.ContainsFunc(lost, func(p censusPart) bool { return !isBreak(p) }) {
		return errBreak
	}
	lost = slices.DeleteFunc(lost, isBreak)
	for _, p := range lost {
		for _, now := range missingParts(after.parts, before.parts) {
			if now.said != p.said || now.kind != p.kind {
				continue
			}
			switch {
			case now.inside != p.inside && now.inside == "":
				return refuse("“%s” would no longer be in “%s”, so nothing has been changed.", shortenForMessage(p.said), shortenForMessage(p.inside))
			case now.inside != p.inside:
				return refuse("“%s” would end up in “%s”, so nothing has been changed.", shortenForMessage(p.said), shortenForMessage(now.inside))
			}
			return refuse("“%s” would belong to something else, so nothing has been changed.", shortenForMessage(p.said))
		}
	}
	if len(lost) > 0 {
		return refuse("The markup would no longer mean the same there: “%s” would not be %s, so nothing has been changed.", shortenForMessage(lost[0].said), sentence.Phrase(lost[0].kind.Noun()))
	}
	return refuse("The markup would no longer mean the same there, so nothing has been changed.")
}

// errBreak is the error for a break between scenes that would mean something else. A break has no words that a message could quote.
var errBreak = refuse("A scene break would not be recognized there, or something else would become one, so nothing has been changed.")

// missingParts returns the parts that occur more often in one census than in another, in a fixed order.
func missingParts(from, in map[censusPart]int) []censusPart {
	var list []censusPart
	for p, n := range from {
		if in[p] < n {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b censusPart) int {
		return strings.Compare(fmt.Sprint(a.kind, a.said, a.inside), fmt.Sprint(b.kind, b.said, b.inside))
	})
	return list
}

func shortenForMessage(said string) string {
	const most = 40
	said = strings.Join(strings.Fields(said), " ")
	if utf8.RuneCountInString(said) <= most {
		return said
	}
	cut := string([]rune(said)[:most])
	if space := strings.LastIndexByte(cut, ' '); space > most/2 {
		cut = cut[:space]
	}
	return cut + " …"
}

// checkSameTies returns an error if anything would be tied to something other than before.
func checkSameTies(before, after *page) error {
	n := notation(before) // used for both pages: the other may not yet have a heading that shows its notation
	if n.KeepsLevels(before.text, before.blocks) && !n.KeepsLevels(after.text, after.blocks) {
		return errUnsound
	}
	was, is := n.PositionalTies(before.text, before.blocks), n.PositionalTies(after.text, after.blocks)
	if !haveSameTies(was, is) {
		return refuse("Footnotes, links or commands that depend on their order would come to mean something else, or a scene break would have nothing on one side, so nothing has been changed.")
	}
	return nil
}

func haveSameTies(one, other []string) bool {
	slices.Sort(one)
	slices.Sort(other)
	return slices.Equal(one, other)
}

// checkConflicts returns an error if the text from the first to the last change of an edit overlaps a git conflict.
func checkConflicts(d *page, e Edit) error {
	if len(e.Replacements) == 0 {
		return nil
	}
	reach := markup.Span{Start: e.Replacements[0].Span.Start, End: e.Replacements[len(e.Replacements)-1].Span.End}
	for _, c := range d.conflicts() {
		if c.Start < reach.End && reach.Start < c.End {
			return errConflict
		}
	}
	return nil
}

var errConflict = refuse("Git has left a conflict here. Choose one of its sides first; nothing has been changed.")

func refuseConflictIn(file string) error {
	return refuse("Git has left a conflict in %s. Choose one of its sides first; nothing has been changed.", file)
}

// conflicts returns the git conflicts in a text, without those quoted in code.
func (p *page) conflicts() []markup.Span {
	return slices.DeleteFunc(markup.Conflicts(p.text), func(c markup.Span) bool {
		b := firstBlockAfter(p.blocks, c.Start)
		return b < len(p.blocks) && p.blocks[b].Kind == markup.Code && p.blocks[b].Span.Start < c.Start
	})
}
