package rearrange

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/restructure"
)

// sectionsAbove returns the sections whose headings are added above a passage that begins without one, the outermost first, or itsTitle.
func sectionsAbove(d *analysis.Document, span markup.Span) []int {
	sections, blocks := d.Sections(), d.Blocks()
	s := restructure.SectionAt(d, span.Start)
	if s < 0 {
		return []int{itsTitle}
	}
	isText := func(b markup.Block) bool {
		return b.Kind.IsProse() || b.Kind == markup.Code || b.Kind == markup.Math || b.Kind == markup.Table || b.Kind == markup.Heading
	}
	isRightAbove := func(heading int, end int) bool {
		for _, b := range blocks[heading+1:] {
			if b.Span.Start >= end {
				break
			}
			if isText(b) {
				return false
			}
		}
		return true
	}
	above := []int{s}
	for end := span.Start; isRightAbove(sections[above[0]].Heading, end) && sections[above[0]].Parent >= 0; {
		end = blocks[sections[above[0]].Heading].Span.Start
		parent := sections[above[0]].Parent
		if !isRightAbove(sections[parent].Heading, end) {
			break
		}
		above = slices.Insert(above, 0, parent)
	}
	return above
}

// sectionAtStart returns the section whose heading begins a passage, or -1 if the passage begins with other text.
func sectionAtStart(d *analysis.Document, span markup.Span) int {
	for i, s := range d.Sections() {
		b := d.Blocks()[s.Heading]
		if b.Span.Start < span.Start {
			continue
		}
		if b.Span.Start >= span.End {
			break
		}
		for _, other := range d.Blocks()[:s.Heading] {
			if other.Span.Start >= span.Start && (other.Kind.IsProse() || other.Kind == markup.Code || other.Kind == markup.Math || other.Kind == markup.Table) {
				return -1
			}
		}
		return i
	}
	return -1
}

// chooseHeadings chooses the headings of the new text and their depths.
func (a *assembler) chooseHeadings() {
	var open []*placedHeading
	add := func(h *placedHeading) {
		d := a.w.Documents[h.path]
		h.depth, h.isTop = 1, true
		for child, parent := h.section, itsTitle; child != itsTitle; child = parent {
			parent = d.Sections()[child].Parent
			i := slices.IndexFunc(open, func(o *placedHeading) bool { return o.path == h.path && o.section == parent })
			if i < 0 {
				continue
			}
			steps := 1
			if parent != itsTitle {
				steps = max(1, d.Sections()[child].Level-d.Sections()[parent].Level)
			}
			h.depth, h.isTop = open[i].depth+steps, false
			break
		}
		open = slices.DeleteFunc(open, func(o *placedHeading) bool { return o.depth >= h.depth })
		open = append(open, h)
	}
	for _, p := range a.passages {
		d := a.w.Documents[p.Path]
		var list []*placedHeading
		put := func(section int, isAbove bool) {
			list = append(list, &placedHeading{path: p.Path, section: section, isAbove: isAbove})
			add(list[len(list)-1])
		}
		above := sectionsAbove(d, p.Span)
		if len(a.inside) > 1 { // the nearest heading is enough
			above = above[len(above)-1:]
		}
		own := above[len(above)-1]
		isOpen := func(section int) bool {
			return slices.ContainsFunc(open, func(o *placedHeading) bool { return o.path == p.Path && o.section == section })
		}
		isLast := len(open) > 0 && open[len(open)-1].path == p.Path && open[len(open)-1].section == own
		isUntitled := own == itsTitle && len(a.inside) == 1 && len(open) == 0
		if isSeveralSections(d, p.Span) && len(a.inside) > 1 {
			put(itsTitle, true)
		} else if sectionAtStart(d, p.Span) < 0 && !isLast && !isUntitled {
			for _, s := range above {
				if s == own || !isOpen(s) {
					put(s, true)
				}
			}
		}
		for i, s := range d.Sections() {
			if p.Span.Contains(d.Blocks()[s.Heading].Span.Start) {
				put(i, false)
			}
		}
		open = slices.DeleteFunc(open, func(o *placedHeading) bool {
			return o.path == p.Path && endsWithBox(d, o.section) && d.Text.Trim(d.Sections()[o.section].Span).End <= p.Span.End
		})
		a.headings = append(a.headings, list)
	}
}

// isSeveralSections reports whether a passage begins with the first section of a text without a top heading and has another outermost
// section. Then its title can only be the name of the file. In LaTeX the title is elsewhere.
func isSeveralSections(d *analysis.Document, span markup.Span) bool {
	levels := d.Format.Notation().Levels()
	if sectionAtStart(d, span) != 0 || len(levels) == 0 || d.Sections()[0].Level == levels[0] || d.Format.Name == markup.LaTeX.Name {
		return false
	}
	return slices.ContainsFunc(d.Sections()[1:], func(s analysis.Section) bool {
		return s.Parent < 0 && span.Contains(d.Blocks()[s.Heading].Span.Start)
	})
}

// endsWithBox reports whether a section ends with the box of its heading, so that the text after it belongs to a section around it.
func endsWithBox(d *analysis.Document, section int) bool {
	if section == itsTitle {
		return false
	}
	sections := d.Sections()
	parent := sections[section].Parent
	return parent >= 0 && sections[section].Span.End < sections[parent].Span.End && !slices.ContainsFunc(sections[section+1:], func(s analysis.Section) bool {
		return s.Span.Start == sections[section].Span.End
	})
}

// notation returns the notation of the new text: that of the first source in LaTeX, or if it is the only source and can have
// headings; otherwise that of the format.
func (a *assembler) notation() markup.Notation {
	d := a.w.Documents[a.passages[0].Path]
	if n := d.Format.NotationOf(d.Text.String(), d.Blocks()); len(a.inside) == 1 && len(n.Levels()) > 0 || d.Format.Name == markup.LaTeX.Name {
		return n
	}
	return d.Format.Notation()
}

// topLevel returns the level of the highest headings: the usual level of parts, or a higher one that the passages use.
func (a *assembler) topLevel(n markup.Notation) int {
	least, tops := n.FirstLevel(), 0
	for _, list := range a.headings {
		for _, h := range list {
			if !h.isTop {
				continue
			}
			tops++
			if h.section != itsTitle {
				least = min(least, a.w.Documents[h.path].Sections()[h.section].Level)
			}
		}
	}
	if a.w.Documents[a.passages[0].Path].Format.Name == markup.AsciiDoc.Name && tops > 1 { // an AsciiDoc text may have only one title
		return n.FirstLevel()
	}
	return least
}

// headingLevelEdits returns the edits that give a heading another level, in a notation.
func headingLevelEdits(d *analysis.Document, heading markup.Block, n markup.Notation, was, level int) []restructure.Replacement {
	if len(n.Levels()) == 0 || was == level && d.Format.Name != markup.ReStructuredText.Name {
		return nil
	}
	source := d.Text.Slice(heading.Span)
	next := n.Relevel(source, level)
	if !strings.Contains(next, "\r") {
		next = strings.ReplaceAll(next, "\n", lineTerminator(d))
	}
	return headingMarkupEdits(heading, source, next)
}

// titleOrFileName returns the title of a file without a top heading: that in its metadata or, without one, its name.
func titleOrFileName(d *analysis.Document, file string) string {
	return cmp.Or(d.Metadata()["title"], strings.TrimSuffix(path.Base(file), path.Ext(file)))
}
