package link

import (
	"fmt"
	"path"
	"slices"

	"github.com/segls/segls/analysis/markup"
)

// style is a form in which a format writes links; write is formatted with the address and the words.
type style struct {
	form  Form
	set   func(*Link)
	write string
}

var (
	wikiStyle = style{form: Wiki, write: "[[%[1]s]]"}

	// styles lists the styles of each format, the usual one first.
	styles = map[string][]style{
		markup.Markdown.Name:         {{form: Address, write: "[%[2]s](%[1]s)"}},
		markup.ReStructuredText.Name: {{form: Label, write: ":ref:`%[2]s <%[1]s>`"}, {form: Document, write: ":doc:`%[2]s <%[1]s>`"}},
		markup.LaTeX.Name:            {{form: Label, write: `\ref{%[1]s}`}},
		markup.AsciiDoc.Name:         {{form: Label, set: setTakesPart, write: "xref:%[1]s[%[2]s]"}},
		markup.Org.Name:              {{form: File, set: setTakesPart, write: "[[file:%[1]s][%[2]s]]"}},
		markup.Typst.Name:            {{form: Label, write: "#link(<%[1]s>)[%[2]s]"}},
		markup.HyperText.Name:        {{form: Address, write: `<a href="%[1]s">%[2]s</a>`}},
	}
)

// NewLinkText returns a link from a file to the heading, or other named place, above an offset of another file, or to that file; "" if no
// link leads there. It is a wiki link if the file's site mostly has those, otherwise in the form of its format.
func (x *Index) NewLinkText(from, to string, offset int) string {
	f, g := x.file(from), x.file(to)
	if f == nil || g == nil {
		return ""
	}
	above := slices.DeleteFunc(slices.Clone(g.anchors), func(a Anchor) bool { return a.Span.Start > offset })
	slices.SortStableFunc(above, func(a, b Anchor) int { return b.Span.Start - a.Span.Start }) // the nearest first
	ways := styles[f.format.Name]
	if f.format.Name == markup.Markdown.Name && x.prefersWiki(f) {
		ways = slices.Concat([]style{wikiStyle}, ways)
	}
	for _, way := range ways {
		l := Link{Form: way.form}
		if way.set != nil {
			way.set(&l)
		}
		was := resolvedLink{writtenForm: writtenForm{root: path.Dir(f.path)}}
		if way.form == Wiki || way.form == Document {
			was.ending = endingDropped
		}
		o := linkOpening{form: way.form}
		for _, a := range above {
			if !o.canPropose(f, g, a) || a.Span == g.titleSpan() && !a.Given {
				continue
			}
			if address := x.formatLinkTo(f, l, was, to, a); address != "" {
				return fmt.Sprintf(way.write, address, g.proposal(a, address, 0).Name)
			}
		}
		if address := x.formatLinkTo(f, l, was, to, Anchor{}); address != "" {
			return fmt.Sprintf(way.write, address, g.titleOrName())
		}
	}
	return ""
}

// prefersWiki reports whether the site of a file has more wiki links than other links to files, or as many in an Obsidian vault.
func (x *Index) prefersWiki(f *file) bool {
	more := 0 // wiki links
	for _, g := range x.all() {
		if g.site == f.site {
			for _, l := range g.links {
				if l.Form == Wiki {
					more++
				}
			}
		}
	}
	for _, g := range x.all() {
		if g.site != f.site {
			continue
		}
		for _, l := range g.links {
			if more < 0 { // it takes long to resolve all links
				return false
			}
			if l.Form == Address && !l.isImage && x.resolve(g, l).isFound {
				more--
			}
		}
	}
	return more > 0 || more == 0 && f.site.Kind == Obsidian
}

// titleSpan returns the span of the heading at the beginning of a file, which is its title.
func (f *file) titleSpan() markup.Span {
	for _, b := range f.scan() {
		switch b.Kind {
		case markup.FrontMatter, markup.Directive:
			continue
		case markup.Heading:
			return b.Span
		}
		break
	}
	return markup.Span{}
}

// titleOrName returns the title of a file or, if it has none, its name.
func (f *file) titleOrName() string {
	top := f.titleSpan()
	for _, b := range f.scan() {
		if b.Span == top && b.Kind == markup.Heading && len(b.Runs) > 0 {
			return f.format.Title(f.text, b)
		}
	}
	return path.Base(baseWithoutExtension(f.path))
}
