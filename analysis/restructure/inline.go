package restructure

import (
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// IncludeAt is the path that the paragraph at an offset leads to, if it does nothing
// else.
func IncludeAt(d *analysis.Document, offset int) (target string, ok bool) {
	i, ok := includeAt(d, offset)
	return i.target, ok
}

// include is a paragraph that stands for a file.
type include struct {
	span          markup.Span
	block         int // its index, or where it would stand among the blocks
	title, target string
}

func includeAt(d *analysis.Document, offset int) (i include, ok bool) {
	i.block = len(d.Blocks())
	i.span = d.Text.Trim(d.Text.Line(d.Text.LineAt(offset))) // in HTML it is no block but a line
	for n, b := range d.Blocks() {
		if offset <= b.Span.End {
			i.block = n
			if b.Span.Start <= offset {
				i.span = d.Text.Trim(b.Span)
				ok = b.Kind == markup.Paragraph || !b.Kind.IsProse()
			} else {
				ok = b.Span.Start >= i.span.End
			}
			break
		}
	}
	if !ok && i.block < len(d.Blocks()) {
		return include{}, false
	}
	i.title, i.target, ok = notation(d).Included(d.Text.Slice(i.span))
	return i, ok
}

// Inline puts the text of a file in the place of the paragraph that leads to it. The
// file's metadata is left out, and its first heading too where that stands in the text
// already. The other headings go below the section that the text comes into.
func Inline(d *analysis.Document, offset int, place Place, file string) (Edit, error) {
	i, ok := includeAt(d, offset)
	if !ok {
		return Edit{}, Refusal("Here is no paragraph that consists of a link to a file.")
	}
	f, n := analysis.New(file, d.Format, d.Settings), notation(d)
	at, target := i.span, i.target
	content, by := contentOf(d, f, i)
	labels, err := shared(d, f, i.block, place)
	if err != nil {
		return Edit{}, err
	}
	for _, l := range slices.Backward(labels.inFile) {
		if l.Span.End == content.End && l.Span.Start > content.Start {
			content.End = spaceBefore(file, l.Span.Start).Start
		}
	}
	at.End = max(at.End, labels.end)
	replacements, err := shift(f, content, by)
	if err != nil {
		return Edit{}, err
	}
	replacements = append(replacements, readdressed(n, file, f.Blocks(), place.moving(content), func(address string) string {
		address = place.inward(n, address)
		if anchor, ok := strings.CutPrefix(address, n.Address(place.Source)+"#"); ok {
			return "#" + anchor
		}
		return address
	})...)
	text := applyWithin(f, content, withoutOverlap(replacements))
	all := []Replacement{{Span: at, Text: inLines(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), lineEnd(d))}}
	here := anchors(f, nil)
	all = append(all, readdressed(n, d.Text.String(), d.Blocks(), outside([]unit{{content: stretch{span: at}}}), func(address string) string {
		if anchor, ok := strings.CutPrefix(address, n.Address(target)+"#"); ok {
			if _, known := here[anchorIn("#"+anchor)]; known {
				return "#" + anchor
			}
		}
		return address
	})...)
	e := edit("Inline "+target, all...)
	return e, keepsLevels(d, e)
}

// contentOf is what of a file goes into the text, and by how much its headings go down.
func contentOf(d, f *analysis.Document, i include) (content markup.Span, by int) {
	n := notation(f)
	whole := n.Body(f.Text.String(), f.Blocks())
	if whole.Start = max(whole.Start, start(f)); n.Includes() {
		whole.Start = start(f)
	}
	content = cut(f, whole).span
	level, above := 0, ""
	for _, s := range d.Sections() {
		if s.Heading < i.block && s.Span.Contains(i.span.Start) {
			level, above = s.Level, ""
			if s.Heading == i.block-1 {
				above = s.Title
			}
		}
	}
	switch {
	case len(f.Sections()) == 0 || n.Includes() && !n.Fits():
		return content, 0
	case n.Fits():
		highest := slices.MinFunc(f.Sections(), func(a, b analysis.Section) int { return a.Level - b.Level }).Level
		return content, level + 1 - highest
	}
	first := f.Sections()[0]
	heading := f.Blocks()[first.Heading].Span
	if first.Level != 1 || first.Title != i.title || heading.Start > content.Start {
		return content, level
	}
	rest := cut(f, markup.Span{Start: heading.End, End: content.End}).span
	if above == i.title {
		return rest, level - 1
	}
	return rest, 0
}

// sharedLabels are definitions that stand both in a file and in the text that leads to
// it.
type sharedLabels struct {
	inFile []markup.Label // those of the file that the text has too, in order
	end    int            // of the copies in the text, which stand right behind the link; 0 without any
}

// shared tells the copies that an extraction makes from definitions that are one
// side's own. Two that differ under one label cannot stand in one text.
func shared(d, f *analysis.Document, block int, place Place) (sharedLabels, error) {
	var s sharedLabels
	notation := notation(d)
	own := make(map[string]string)
	follows := block
	for follows+1 < len(d.Blocks()) && d.Blocks()[follows+1].Kind == markup.Definition {
		follows++
	}
	inFile := notation.Definitions(f.Text.String(), f.Blocks())
	source := func(l markup.Label) string {
		inward := func(address string) string { return place.inward(notation, address) }
		text := applyWithin(f, l.Span, readdressed(notation, f.Text.String(), definition(l), place.moving(l.Span), inward))
		return strings.Join(strings.Fields(strings.ReplaceAll(text, "("+place.Source+"#", "(#")), " ")
	}
	ofFile := make(map[string]string)
	for _, l := range inFile {
		if _, twice := ofFile[l.Name]; !twice {
			ofFile[l.Name] = source(l)
		}
	}
	copies := true // so far
	for i, b := range d.Blocks() {
		for _, l := range notation.Definitions(d.Text.String(), []markup.Block{b}) {
			said := strings.Join(strings.Fields(d.Text.Slice(l.Span)), " ")
			if i > block && i <= follows && copies && ofFile[l.Name] == said {
				s.end = l.Span.End
				continue
			}
			copies = copies && i <= block
			if _, twice := own[l.Name]; !twice {
				own[l.Name] = said
			}
		}
	}
	for _, l := range inFile {
		said, twice := own[l.Name]
		switch {
		case twice && said != source(l):
			return s, refuse("%s is defined in both texts, in different ways.", l.Name)
		case twice:
			s.inFile = append(s.inFile, l)
		}
	}
	return s, nil
}
