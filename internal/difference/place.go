package difference

import (
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// levelOf returns the level of some units: fragments if they are whole fragments, otherwise paragraphs.
func (s *side) levelOf(e extent) Level {
	isText := false
	for k := e.Start; k < e.End; k++ {
		isText = isText || s.units[k].isDivisibleProse() && s.units[k].fragment >= 0
	}
	if !isText {
		return OfParagraph
	}
	first, last := e.Start, e.End-1
	for first < last && !s.units[first].isDivisibleProse() {
		first++
	}
	for last > first && !s.units[last].isDivisibleProse() {
		last--
	}
	before, after := first-1, last+1
	for before >= 0 && !s.units[before].isDivisibleProse() && s.units[before].level == 0 {
		before--
	}
	for after < len(s.units) && !s.units[after].isDivisibleProse() && s.units[after].level == 0 {
		after++
	}
	if s.isProseInFragmentOf(before, first) || s.isProseInFragmentOf(after, last) {
		return OfParagraph
	}
	return OfFragment
}

// isProseInFragmentOf reports whether k is a unit of prose in the fragment of another unit.
func (s *side) isProseInFragmentOf(k, other int) bool {
	return k >= 0 && k < len(s.units) && s.units[k].isDivisibleProse() && s.areInOneFragment(k, other)
}

// nounAndCount returns the noun for some units, and their number.
func (s *side) nounAndCount(e extent, l Level) (string, int) {
	if l == OfFragment {
		count := 0
		for k, last := e.Start, int32(-1); k < e.End; k++ {
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

// nouns holds a writer's names for kinds of blocks.
var nouns = [...]string{
	markup.Paragraph: "paragraph", markup.Quote: "quote", markup.List: "list", markup.Item: "list item", markup.Heading: "heading",
	markup.Code: "code block", markup.Math: "formula", markup.Table: "table", markup.HTML: "markup block", markup.FrontMatter: "metadata block",
	markup.Definition: "definition", markup.Rule: "break", markup.Directive: "directive", markup.Conflict: "unresolved conflict",
}

// locationOf returns the place of some units.
func (c *comparison) locationOf(s *side, e extent, l Level) Location {
	u := &s.units[e.Start]
	f := s.files[u.file]
	e.End = min(e.End, s.first[u.file+1])
	p := Location{Path: f.Path, Name: f.name(), Span: markup.Span{Start: u.span.Start, End: s.units[e.End-1].span.End}}
	outer := u.section
	switch {
	case l == OfFile:
		p.Title, outer = f.name(), -1
		if e == s.fileUnits(u.file) {
			p.Span = markup.Span{Start: 0, End: f.Text().Len()}
		}
	case u.level > 0:
		p.Title, outer = s.sections[u.section].title, s.sections[u.section].parent
	default:
		said := u
		for k := e.Start + 1; k < e.End && !said.isDivisibleProse(); k++ {
			if said.isIdentifiable() {
				break
			}
			said = &s.units[k]
		}
		p.Title, p.IsOpening = firstWords(said.reading), true
	}
	if outer >= 0 {
		p.In = s.sections[outer].title
	}
	p.Line = f.Text().LineAt(p.Start)
	return p
}

// firstWords returns the first words of a text, at most forty characters.
func firstWords(text string) string {
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

// newBoundaryChange returns a change that concerns only where something begins and ends.
func (c *comparison) newBoundaryChange(k Kind, l Level, old, new extent) Change {
	x := c.newChange(k, l, old, new)
	x.Noun, x.Changed = l.String(), 0
	return x
}

// newChange returns a change with its places and counts.
func (c *comparison) newChange(k Kind, l Level, old, new extent) Change {
	x := Change{Kind: k, Level: l, Noun: l.String(), Count: 1, old: old, new: new}
	if !old.isEmpty() {
		x.From = []Location{c.locationOf(c.old, old, l)}
	}
	if !new.isEmpty() {
		x.To = []Location{c.locationOf(c.new, new, l)}
	}
	if l == OfParagraph || l == OfFragment {
		s, e := c.new, new
		if new.isEmpty() {
			s, e = c.old, old
		}
		x.Noun, x.Count = s.nounAndCount(e, l)
	}
	same := 0
	for j := new.Start; j < new.End; j++ {
		if len(c.from[j]) > 0 && c.from[j][0] >= old.Start && c.from[j][0] < old.End {
			same += c.common[j]
		}
	}
	x.Words = max(c.old.countWords(old), c.new.countWords(new))
	x.Changed = x.Words - min(same, x.Words)
	if l >= OfFragment {
		x.was, x.is = c.old.readingOf(old), c.new.readingOf(new)
	}
	return x
}

// readingOf returns the text of some units as the reader sees it.
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
