package chunk

import (
	"slices"
	"sort"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// stretch is a fragment or a part of one, perhaps with text outside all fragments next to it, or such text by itself.
type stretch struct {
	span     markup.Span // without white space around it
	bare     int         // the end without trailing layout, such as a scene break; 0 if there is none
	fragment int         // -1 if there is none
	section  int         // -1 if there is none
	isApart  bool        // no chunk contains the end of the previous stretch and the beginning of this one
	headings string
	above    size // of the headings
	size     size // of the span, without the headings
}

// stretchesOf returns the stretches of a document.
func (c *cutter) stretchesOf() []stretch {
	var list []stretch
	for i, f := range c.Fragments() {
		list = append(list, stretch{span: c.trim(f.Span), fragment: i, section: f.Section, isApart: i > 0 && c.mustStartChunk(i), size: size{words: f.Words}})
	}
	if c.limits.ProseOnly {
		return list
	}
	return c.joinOutsideText(c.addOutsideText(list))
}

// addOutsideText adds the text outside all fragments, and removes omitted parts from the ends of the stretches.
func (c *cutter) addOutsideText(fragments []stretch) (all []stretch) {
	at, isApart := 0, false // isApart is set if a heading, or text that is turned off, precedes the next stretch
	add := func(span markup.Span, like stretch) {
		if like.span = c.trimOmitted(span); like.span.Len() == 0 {
			return
		}
		like.isApart = like.isApart || isApart
		all = append(all, like)
		isApart = false
	}
	// upTo adds the text up to an offset. divides reports whether an omitted part of a kind divides the text.
	upTo := func(end int, like stretch, divides func(markup.Omission) bool) {
		first := sort.Search(len(c.omitted), func(i int) bool { return c.omitted[i].End > at })
		for _, o := range c.omitted[first:] {
			if o.Start >= end {
				break
			}
			if !divides(o.Kind) {
				continue
			}
			like.section = c.sectionOf(like, at)
			add(markup.Span{Start: at, End: max(at, o.Start)}, like)
			like.isApart = false
			at, isApart = max(at, o.End), true
		}
		like.section = c.sectionOf(like, at)
		add(markup.Span{Start: at, End: max(at, end)}, like)
		at = max(at, end)
	}
	for _, f := range fragments {
		upTo(f.span.Start, stretch{fragment: -1}, separatesText)
		first := len(all)
		upTo(f.span.End, f, func(kind markup.Omission) bool { return kind == markup.OmittedOff })
		for i := first; len(all) > first+1 && i < len(all); i++ {
			all[i].size.words = c.wordsIn(f.fragment, all[i].span)
		}
	}
	upTo(len(c.text), stretch{fragment: -1}, separatesText)
	return all
}

// separatesText reports whether an omitted part separates the text before it from the text after it.
func separatesText(kind markup.Omission) bool {
	return kind == markup.OmittedHeading || kind == markup.OmittedOff || kind == markup.OmittedFrontMatter
}

// joinOutsideText joins text outside all fragments with a neighbour in its section.
func (c *cutter) joinOutsideText(all []stretch) (joined []stretch) {
	for i, s := range all {
		n := len(joined) - 1
		switch {
		case n >= 0 && !s.isApart && s.fragment < 0 && joined[n].section == s.section:
			if c.Format.ShowsNothing(c.slice(s.span)) && joined[n].fragment >= 0 {
				if joined[n].bare == 0 {
					joined[n].bare = joined[n].span.End
				}
			} else {
				joined[n].bare = 0
			}
			joined[n].span.End = s.span.End
		case n >= 0 && !s.isApart && joined[n].fragment < 0 && joined[n].section == s.section:
			s.span.Start, s.isApart = joined[n].span.Start, joined[n].isApart
			joined[n] = s
		default:
			s.isApart = s.isApart || i > 0 && (s.fragment < 0 || joined != nil && joined[n].fragment < 0)
			joined = append(joined, s)
		}
	}
	return slices.DeleteFunc(joined, func(s stretch) bool { return s.fragment < 0 && c.Format.ShowsNothing(c.slice(s.span)) })
}

// sectionOf returns the innermost section at an offset, or the section of the fragment if there is one.
func (c *cutter) sectionOf(s stretch, offset int) int {
	if s.fragment >= 0 {
		return s.section
	}
	sections := c.Sections()
	section := sort.Search(len(sections), func(i int) bool { return sections[i].Span.Start > offset }) - 1
	for section >= 0 && sections[section].Span.End <= offset {
		section = sections[section].Parent
	}
	return section
}

// wordsIn returns the number of words of a fragment's paragraphs in a span.
func (c *cutter) wordsIn(fragment int, span markup.Span) (n int) {
	f := c.Fragments()[fragment]
	for _, p := range c.Paragraphs()[f.First:f.End] {
		if p.Span.Start < span.End && p.Span.End > span.Start {
			n += p.Words
		}
	}
	return n
}

// omissionsOf returns the omitted parts of a document that have no meaning for a reader, and those that are turned off.
func omissionsOf(d *analysis.Document) []markup.Omitted {
	off := d.SwitchedOff()
	omitted := slices.DeleteFunc(d.Format.Omissions(d.Text.String(), d.Blocks()), func(o markup.Omitted) bool {
		return slices.ContainsFunc(off, func(s markup.Span) bool { return s.Contains(o.Start) })
	})
	for _, s := range off {
		omitted = append(omitted, markup.Omitted{Span: d.Text.Trim(s), Kind: markup.OmittedOff})
	}
	slices.SortFunc(omitted, func(a, b markup.Omitted) int { return a.Start - b.Start })
	return omitted
}

// trimOmitted returns a span without the white space and the omitted parts at its ends.
func (c *cutter) trimOmitted(s markup.Span) markup.Span {
	for {
		s = c.trim(s)
		i := sort.Search(len(c.omitted), func(i int) bool { return c.omitted[i].End > s.Start })
		if i == len(c.omitted) || s.Len() == 0 || c.omitted[i].Start > s.Start {
			break
		}
		s.Start = min(c.omitted[i].End, s.End)
	}
	for {
		s = c.trim(s)
		i := sort.Search(len(c.omitted), func(i int) bool { return c.omitted[i].End >= s.End })
		if i == len(c.omitted) || s.Len() == 0 || c.omitted[i].Start >= s.End {
			return s
		}
		s.End = max(c.omitted[i].Start, s.Start)
	}
}

// LeftOut returns the parts of a document outside all chunks, in order. It does not return omitted parts inside a chunk.
func LeftOut(d *analysis.Document, chunks []Chunk) (left []markup.Omitted) {
	text, omitted := d.Text.String(), omissionsOf(d)
	at := 0
	out := func(end int) {
		first := sort.Search(len(omitted), func(i int) bool { return omitted[i].End > at })
		for _, o := range omitted[first:] {
			if o.Start >= end {
				break
			}
			left = appendLayout(left, text, markup.Span{Start: at, End: o.Start})
			left = append(left, markup.Omitted{Span: markup.Span{Start: max(at, o.Start), End: min(end, o.End)}, Kind: o.Kind})
			at = max(at, o.End)
		}
		left = appendLayout(left, text, markup.Span{Start: at, End: end})
	}
	for _, c := range chunks {
		out(c.Span.Start)
		at = max(at, c.Span.End)
	}
	out(len(text))
	return left
}

// appendLayout appends a span without the white space at its ends, as layout.
func appendLayout(left []markup.Omitted, text string, s markup.Span) []markup.Omitted {
	if s.Start >= s.End {
		return left
	}
	if s = trimSpace(text, s); s.Len() == 0 {
		return left
	}
	return append(left, markup.Omitted{Span: s, Kind: markup.OmittedMark})
}
