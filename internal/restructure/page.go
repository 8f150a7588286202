package restructure

import (
	"sort"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// page is a text with its blocks and headings, and with answers that are needed more than once.
// It comes from an analysed document, or from a text that has only been scanned; then it knows
// nothing of paragraphs and fragments.
type page struct {
	*analysis.Document // nil of a text that has only been scanned

	Format markup.Format
	Text   rope.Text
	text   string

	blocks   []markup.Block
	sections []analysis.Section
	notation markup.Notation
	nested   *nesting
	inner    *markup.Span // see body
	end      string       // see lineEnd
	isLoose  bool         // what would gather headings does not count, even if it has none
	whole    func(stretch markup.Span) (markup.Span, bool)
}

// pageOf is the page of a document.
func pageOf(d *analysis.Document) *page {
	return &page{Document: d, Format: d.Format, Text: d.Text, text: d.Text.String(), blocks: d.Blocks(), sections: d.Sections()}
}

// newPage is the page of a text that nobody has analysed.
func newPage(f markup.Format, text string) *page {
	p := &page{Format: f, Text: rope.New(text), text: text, blocks: f.Scan(text)}
	p.sections = p.outline()
	return p
}

// after is the page of the text after an edit.
func (p *page) after(e Edit) *page { return newPage(p.Format, e.Apply(p.text)) }

func (p *page) Blocks() []markup.Block       { return p.blocks }
func (p *page) Sections() []analysis.Section { return p.sections }

// outline is the tree of headings.
func (p *page) outline() []analysis.Section {
	var sections []analysis.Section
	for i, b := range p.blocks {
		if b.Kind == markup.Heading {
			sections = append(sections, analysis.Section{Title: p.Format.Title(p.text, b), Level: b.Level, Heading: i, Span: markup.Span{Start: b.Span.Start}})
		}
	}
	analysis.NestSections(sections, p.Format.Boxes(p.text, p.blocks), len(p.text))
	return sections
}

// notation is how a page is written.
func notation(d *page) markup.Notation {
	if d.notation == nil {
		d.notation = d.Format.NotationOf(d.text, d.blocks)
	}
	return d.notation
}

// settleStretch extends a stretch to all of what begins or ends in it, or cuts it to none of that; see
// [markup.Notation].
func (p *page) settleStretch(stretch markup.Span) (markup.Span, bool) {
	if p.whole == nil {
		p.whole = notation(p).StretchAdjuster(p.text, p.blocks)
	}
	return p.whole(stretch)
}

// firstBlockAfter is the index of the first block that ends after an offset.
func firstBlockAfter(blocks []markup.Block, offset int) int {
	return sort.Search(len(blocks), func(i int) bool { return blocks[i].Span.End > offset })
}
