package difference

import (
	"cmp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// Of tells what has changed from one work to another. The fragments of the old one are those
// that its documents show; of the new ones only the text counts, so they need not be divided
// ([analysis.Read]). Equal texts have no changes.
func Of(old, new Work) Difference {
	v := make(vocabulary)
	was, is := withoutEqual(old.Files, new.Files)
	c := &comparison{matching: match(newSide(was, v), newSide(is, v)), Difference: Difference{Old: old, New: new}}
	c.prepare()
	c.files()
	c.sections()
	c.runs()
	c.newHeadings()
	c.oldHeadings()
	c.marks()
	c.paragraphs()
	c.presence()
	c.nest()
	c.order()
	return c.Difference
}

// withoutEqual leaves out the files that are the same in both works.
func withoutEqual(old, new []File) (was, is []File) {
	before := make(map[string]File)
	for _, f := range old {
		before[f.name()] = f
	}
	isSame := make(map[string]bool)
	for _, f := range new {
		if g, isThere := before[f.name()]; isThere && f.Document.Format.Name == g.Document.Format.Name {
			isSame[f.name()] = f.Document.Text.String() == g.Document.Text.String()
		}
	}
	changed := func(files []File) []File {
		return slices.DeleteFunc(slices.Clone(files), func(f File) bool { return isSame[f.name()] })
	}
	return changed(old), changed(new)
}

// comparison turns a matching into changes.
type comparison struct {
	*matching
	Difference

	common   []int  // by new unit: its words that are in what it was
	isPlaced []bool // by new unit: it stands where it stood, in itself or in what has moved with it

	fileTo, fileFrom []int // by file: the one that it has become or was, or -1

	isSplit map[int]bool // by new file: it has been told of as a whole, with the levels of its headings

	nearOld, nearNew near

	isToldOld, isToldNew []bool // units whose coming or going some change tells
}

func (c *comparison) add(x Change) { c.Changes = append(c.Changes, x) }

func (c *comparison) prepare() {
	c.common = make([]int, len(c.new.units))
	for j := range c.new.units {
		v := &c.new.units[j]
		switch from := c.from[j]; {
		case len(from) == 0:
		case len(from) == 1 && c.old.units[from[0]].hash == v.hash:
			c.common[j] = len(v.words)
		default:
			c.common[j] = kept(c.wordsOf(c.old, from), v.words)
		}
	}
	c.isSplit = make(map[int]bool)
	c.nearOld, c.nearNew = c.old.near(c.to), c.new.near(c.from)
	c.isPlaced = make([]bool, len(c.new.units))
	c.isToldOld, c.isToldNew = make([]bool, len(c.old.units)), make([]bool, len(c.new.units))
	c.pairFiles()
	for f, g := range c.fileTo {
		if g >= 0 {
			c.settle(c.old.file(f), c.new.file(g))
		}
	}
}

func (c *comparison) wordsOf(s *side, units []int) (words []rune) {
	for _, k := range units {
		words = append(words, s.units[k].words...)
	}
	return words
}

// file is the units of a file.
func (s *side) file(f int) extent { return extent{s.first[f], s.first[f+1]} }

// words is the number of words in units.
func (s *side) words(e extent) (n int) {
	for k := e.Start; k < e.End; k++ {
		n += len(s.units[k].words)
	}
	return n
}

// pairFiles finds which file has become which: the one of the same path that still has some of its
// words, or else the one that has most of them.
func (c *comparison) pairFiles() {
	shared := make(map[[2]int]int)
	for j := range c.new.units {
		for _, i := range c.from[j] {
			shared[[2]int{c.old.units[i].file, c.new.units[j].file}] += min(len(c.old.units[i].words), len(c.new.units[j].words))
		}
	}
	isSame := make(map[[2]int]bool)
	for _, p := range c.samePaths() {
		isSame[p] = true
	}
	var edges []edge
	for p, n := range shared {
		old, new := c.old.words(c.old.file(p[0])), c.new.words(c.new.file(p[1]))
		switch {
		case isSame[p]:
			edges = append(edges, edge{p[0], p[1], 2})
		case 2*n >= min(old, new) && 5*n >= max(old, new):
			edges = append(edges, edge{p[0], p[1], float64(n) / float64(max(old, new))})
		}
	}
	for p := range isSame {
		if shared[p] == 0 { // rewritten as a whole, if it is nothing else
			edges = append(edges, edge{p[0], p[1], .01})
		}
	}
	slices.SortFunc(edges, func(a, b edge) int {
		return cmp.Or(cmp.Compare(b.worth, a.worth), cmp.Compare(a.old, b.old), cmp.Compare(a.new, b.new))
	})
	c.fileTo, c.fileFrom = without(len(c.old.files)), without(len(c.new.files))
	for _, e := range greedy(edges) {
		c.fileTo[e.old], c.fileFrom[e.new] = e.new, e.old
	}
}

// without is a list of none.
func without(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = -1
	}
	return list
}

// settle finds what stands in its place where some units have become others: the units in the
// same order that have the most words. The others have moved.
func (c *comparison) settle(old, new extent) {
	var both []int
	for j := new.Start; j < new.End; j++ {
		if len(c.from[j]) > 0 && c.from[j][0] >= old.Start && c.from[j][0] < old.End {
			both = append(both, j)
		}
	}
	stays := heaviestRow(len(both), old.End-old.Start, func(k int) (at, weight int) {
		weight = len(c.new.units[both[k]].words) + 1
		if c.new.units[both[k]].level > 0 {
			weight += 8 // rather than a heading, a line beside it has moved
		}
		return c.from[both[k]][0] - old.Start, weight
	})
	for k, j := range both {
		c.isPlaced[j] = stays[k]
	}
}

// heaviestRow picks from n things, each of which has a place and a weight, those that are together
// the heaviest while no place is before the one picked last.
func heaviestRow(n, places int, thing func(k int) (at, weight int)) []bool {
	type row struct{ weight, last int } // ends at some place or before it
	rows := make([]row, places+1)       // a Fenwick tree of maxima
	before := make([]int, n)
	best := row{0, -1}
	for k := range n {
		at, weight := thing(k)
		longest := row{0, -1}
		for i := at + 1; i > 0; i -= i & -i {
			if rows[i].weight > longest.weight {
				longest = rows[i]
			}
		}
		before[k] = longest.last
		longest = row{longest.weight + weight, k}
		for i := at + 1; i <= places; i += i & -i {
			if rows[i].weight < longest.weight {
				rows[i] = longest
			}
		}
		if longest.weight > best.weight {
			best = longest
		}
	}
	isPicked := make([]bool, n)
	for k := best.last; k >= 0; k = before[k] {
		isPicked[k] = true
	}
	return isPicked
}

// files tells of whole files: those that are new or gone, renamed, split and joined.
func (c *comparison) files() {
	for f, g := range c.fileTo {
		old := c.old.file(f)
		switch {
		case g >= 0:
			if new := c.new.file(g); c.old.files[f].name() != c.new.files[g].name() {
				c.add(c.fileChange(Moved, old, new))
			}
		case c.isGone(old):
			c.removed(OfFile, old)
		default:
			if at, ok := c.whole(c.old, old, c.to, c.new.units, c.from); ok {
				new := c.new.file(c.new.units[at.Start].file)
				c.settle(old, at)
				c.tellHeading(c.isToldOld, c.to, c.old, old.Start)
				x := c.fileChange(Merged, old, at)
				x.Changed = 0
				c.isSplit[c.new.units[at.Start].file] = true
				if was := c.fileFrom[c.new.units[at.Start].file]; was >= 0 {
					x.From = append([]Place{c.place(c.old, c.old.file(was), OfFile)}, x.From...)
				}
				x.To = []Place{c.place(c.new, new, OfFile)}
				c.add(x)
			}
		}
	}
	type part struct{ old, new extent }
	parts := make(map[int][]part) // by old file: files that are new and were in it
	for g, f := range c.fileFrom {
		new := c.new.file(g)
		switch {
		case f >= 0:
		case c.isFresh(new):
			c.added(OfFile, new)
		default:
			if at, ok := c.whole(c.new, new, c.from, c.old.units, c.to); ok {
				f := c.old.units[at.Start].file
				parts[f] = append(parts[f], part{at, new})
			}
		}
	}
	for f := range c.old.files {
		list := parts[f]
		if len(list) == 0 || len(list) == 1 && !c.isEnd(list[0].old) {
			continue // or else a section has got a file of its own
		}
		x := c.fileChange(Split, c.old.file(f), list[0].new)
		x.Changed, x.To = 0, nil
		if stays := c.fileTo[f]; stays >= 0 {
			x.To = append(x.To, c.place(c.new, c.new.file(stays), OfFile))
		}
		for _, p := range list {
			c.settle(p.old, p.new)
			c.tellHeading(c.isToldNew, c.from, c.new, p.new.Start)
			c.isSplit[c.new.units[p.new.Start].file] = true
			x.To = append(x.To, c.place(c.new, p.new, OfFile))
		}
		c.add(x)
	}
}

// tellHeading leaves out the first heading of a file that has come or gone with the file.
func (c *comparison) tellHeading(isTold []bool, links [][]int, s *side, first int) {
	for k := first; k < len(s.units) && s.units[k].file == s.units[first].file; k++ {
		if len(links[k]) > 0 {
			return
		}
		if isTold[k] = true; s.units[k].level > 0 {
			return
		}
	}
}

// whole is where the units of a file are that has no other half: in one stretch of one file, with
// at least nine tenths of its words.
func (c *comparison) whole(s *side, file extent, links [][]int, others []unit, back [][]int) (extent, bool) {
	at := extent{-1, -1}
	for k := file.Start; k < file.End; k++ {
		if s.areLinks(extent{k, k + 1}) {
			continue // of which another file may have had the same
		}
		for _, o := range links[k] {
			switch {
			case at.Start < 0:
				at = extent{o, o + 1}
			case others[o].file != others[at.Start].file:
				return at, false
			default:
				at = extent{min(at.Start, o), max(at.End, o+1)}
			}
		}
	}
	if at.Start < 0 {
		return at, false
	}
	in, foreign := 0, 0
	for o := at.Start; o < at.End; o++ {
		for _, k := range back[o] {
			if k >= file.Start && k < file.End {
				in += len(others[o].words)
			} else {
				foreign += len(others[o].words)
			}
		}
	}
	return at, 10*foreign <= in
}

// isEnd reports whether what follows some old units in their file stands nowhere else: they are
// the file's end.
func (c *comparison) isEnd(at extent) bool {
	for i := at.End; i < c.old.first[c.old.units[at.Start].file+1]; i++ {
		if len(c.to[i]) > 0 {
			return false
		}
	}
	return true
}

func (c *comparison) fileChange(k Kind, old, new extent) Change {
	x := c.change(k, OfFile, old, new)
	x.From = []Place{c.place(c.old, old, OfFile)}
	x.To = []Place{c.place(c.new, new, OfFile)}
	return x
}

// isGone and isFresh report whether nothing of some units is in the other work.
func (c *comparison) isGone(old extent) bool {
	return !old.isEmpty() && !slices.ContainsFunc(c.to[old.Start:old.End], func(to []int) bool { return len(to) > 0 })
}

func (c *comparison) isFresh(new extent) bool {
	return !new.isEmpty() && !slices.ContainsFunc(c.from[new.Start:new.End], func(from []int) bool { return len(from) > 0 })
}

// sections tells of sections that have moved, the outer ones first; what is in one then counts as
// in its place if it has moved with it.
func (c *comparison) sections() {
	for _, y := range c.new.sections {
		i := linked(c.from, y.heading)
		if i < 0 {
			continue
		}
		x := c.old.sections[c.old.units[i].section]
		old, new := extent{x.heading, x.end}, extent{y.heading, y.end}
		shared, moved := 0, 0
		for j := new.Start; j < new.End; j++ {
			if len(c.from[j]) > 0 && c.from[j][0] >= old.Start && c.from[j][0] < old.End {
				shared += len(c.new.units[j].words)
				if !c.isPlaced[j] {
					moved += len(c.new.units[j].words)
				}
			}
		}
		isMoved := !c.isPlaced[y.heading] && 2*moved >= shared
		if isMoved || c.isUnderAnother(x, y) {
			c.add(c.change(Moved, OfSection, old, new))
			c.settle(old, new)
		}
	}
}

// isUnderAnother reports whether a section that stands in its place is a part of another one now.
// Where a heading above it has come or gone, that is told of the heading.
func (c *comparison) isUnderAnother(x, y section) bool {
	if x.level == y.level || !c.isPlaced[y.heading] || c.isSplit[y.file] {
		return false
	}
	isOld := x.parent >= 0 && len(c.to[c.old.sections[x.parent].heading]) > 0
	isNew := y.parent >= 0 && len(c.from[c.new.sections[y.parent].heading]) > 0
	switch {
	case isOld && isNew:
		return linked(c.to, c.old.sections[x.parent].heading) != c.new.sections[y.parent].heading
	case isOld:
		return y.parent < 0
	case isNew:
		return x.parent < 0
	}
	return false
}

// runs tells of what has moved and is no section: units that are neighbours in both works, but for
// what is new or gone between them.
func (c *comparison) runs() {
	for j := 0; j < len(c.new.units); j++ {
		if len(c.from[j]) == 0 || c.isPlaced[j] {
			continue
		}
		old, new := together(c.from[j]), extent{j, j + 1}
		c.isPlaced[j] = true
		for k := c.nearNew.after[j]; k >= 0 && !c.isPlaced[k]; k = c.nearNew.after[k] {
			next := together(c.from[k])
			if next.Start != old.End-1 && next.Start != c.nearOld.after[old.End-1] {
				break
			}
			old.End, new.End = next.End, k+1
			c.isPlaced[k] = true
		}
		x := c.change(Moved, c.levelOf(old), old, new)
		if c.new.areLinks(new) {
			c.Marked = append(c.Marked, x)
			continue
		}
		c.add(x)
	}
}

// together are the first of some units and those that follow it without a gap.
func together(units []int) extent {
	e := extent{units[0], units[0] + 1}
	for _, k := range units[1:] {
		if k == e.End {
			e.End++
		}
	}
	return e
}

// near has for each unit of a side the nearest ones in its file, before and after it, that have a
// match, and those of them that are prose; -1 where there is none.
type near struct{ before, after, textBefore, textAfter []int }

func (s *side) near(links [][]int) near {
	n := len(s.units)
	x := near{without(n), without(n), without(n), without(n)}
	find := func(linked, text []int, k, beside int) {
		if beside < 0 || beside >= n || s.units[beside].file != s.units[k].file {
			return
		}
		if linked[k], text[k] = linked[beside], text[beside]; len(links[beside]) > 0 {
			if linked[k] = beside; s.units[beside].isText() {
				text[k] = beside
			}
		}
	}
	for k := range n {
		find(x.before, x.textBefore, k, k-1)
		find(x.after, x.textAfter, n-1-k, n-k)
	}
	return x
}

// divides is a change that is about nothing but where something begins and ends.
func (c *comparison) divides(k Kind, l Level, old, new extent) Change {
	x := c.change(k, l, old, new)
	x.Noun, x.Changed = l.String(), 0
	return x
}

// levelOf is what some old units are: whole fragments, or paragraphs.
func (c *comparison) levelOf(old extent) Level {
	return c.levelIn(c.old, old, func(k int) int { return c.old.units[k].fragment })
}

func (c *comparison) levelIn(s *side, e extent, fragment func(int) int) Level {
	isText := false
	for k := e.Start; k < e.End; k++ {
		isText = isText || s.units[k].isText() && fragment(k) >= 0
	}
	if !isText {
		return OfParagraph
	}
	sameFragment := func(inside, outside int) bool {
		return outside >= 0 && outside < len(s.units) && s.units[outside].isText() && s.units[outside].file == s.units[inside].file && fragment(outside) == fragment(inside)
	}
	first, last := e.Start, e.End-1
	for first < last && !s.units[first].isText() {
		first++
	}
	for last > first && !s.units[last].isText() {
		last--
	}
	before, after := first-1, last+1
	for before >= 0 && !s.units[before].isText() && s.units[before].level == 0 {
		before--
	}
	for after < len(s.units) && !s.units[after].isText() && s.units[after].level == 0 {
		after++
	}
	if sameFragment(first, before) || sameFragment(last, after) {
		return OfParagraph
	}
	return OfFragment
}

// change is a change with its places and counts.
func (c *comparison) change(k Kind, l Level, old, new extent) Change {
	x := Change{Kind: k, Level: l, Noun: l.String(), Count: 1, old: old, new: new}
	if !old.isEmpty() {
		x.From = []Place{c.place(c.old, old, l)}
	}
	if !new.isEmpty() {
		x.To = []Place{c.place(c.new, new, l)}
	}
	if l == OfParagraph || l == OfFragment {
		s, e := c.new, new
		if new.isEmpty() {
			s, e = c.old, old
		}
		x.Noun, x.Count = s.noun(e, l)
	}
	same := 0
	for j := new.Start; j < new.End; j++ {
		if len(c.from[j]) > 0 && c.from[j][0] >= old.Start && c.from[j][0] < old.End {
			same += c.common[j]
		}
	}
	x.Words = max(c.old.words(old), c.new.words(new))
	x.Changed = x.Words - min(same, x.Words)
	if l >= OfFragment {
		x.was, x.is = c.old.readingOf(old), c.new.readingOf(new)
	}
	return x
}

// readingOf is what the reader of some units sees.
func (s *side) readingOf(e extent) string {
	if e.End-e.Start == 1 {
		return s.units[e.Start].reading
	}
	var b strings.Builder
	for k := e.Start; k < e.End; k++ {
		b.WriteString(s.units[k].reading)
		b.WriteByte('\n')
	}
	return b.String()
}

// noun is what units are called, and how many of them there are.
func (s *side) noun(e extent, l Level) (string, int) {
	if l == OfFragment {
		count := 0
		for k, last := e.Start, -1; k < e.End; k++ {
			if f := s.units[k].fragment; f >= 0 && f != last {
				last = f
				count++
			}
		}
		return l.String(), max(1, count)
	}
	noun, count := "", 0
	for k := e.Start; k < e.End; k++ {
		own := nouns[s.units[k].kind]
		switch {
		case noun == "" || noun == own:
			noun = own
		default:
			noun = "block"
		}
		count++
	}
	return noun, count
}

// nouns are what a writer calls blocks.
var nouns = [...]string{
	markup.Paragraph: "paragraph", markup.Quote: "quote", markup.List: "list", markup.Item: "list item", markup.Heading: "heading",
	markup.Code: "code block", markup.Math: "formula", markup.Table: "table", markup.HTML: "markup block", markup.FrontMatter: "metadata block",
	markup.Definition: "definition", markup.Rule: "break", markup.Directive: "directive", markup.Conflict: "unresolved conflict",
}

// place is where some units stand.
func (c *comparison) place(s *side, e extent, l Level) Place {
	u := &s.units[e.Start]
	f := s.files[u.file]
	e.End = min(e.End, s.first[u.file+1])
	p := Place{Path: f.Path, Name: f.name(), Span: markup.Span{Start: u.span.Start, End: s.units[e.End-1].span.End}}
	outer := u.section
	switch {
	case l == OfFile:
		p.Title, outer = f.name(), -1
		if e == s.file(u.file) {
			p.Span = markup.Span{Start: 0, End: f.Document.Text.Len()}
		}
	case u.level > 0:
		p.Title, outer = s.sections[u.section].title, s.sections[u.section].parent
	default:
		said := u
		for k := e.Start + 1; k < e.End && !said.isText(); k++ {
			if said.isKnown() {
				break
			}
			said = &s.units[k]
		}
		p.Title, p.IsOpening = opening(said.reading), true
	}
	if outer >= 0 {
		p.In = s.sections[outer].title
	}
	p.Line = f.Document.Text.LineAt(p.Start)
	return p
}

// opening is the first words of a text, about forty characters.
func opening(text string) string {
	text = strings.Join(strings.Fields(text[:min(len(text), 400)]), " ")
	characters := []rune(strings.ToValidUTF8(text, ""))
	const most = 40
	if len(characters) <= most {
		return string(characters)
	}
	cut := string(characters[:most-1])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:.–—-") + "…"
}
