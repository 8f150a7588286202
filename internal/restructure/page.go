package restructure

import (
	"sort"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// page is a text with its blocks and headings, and with cached results. A text that has only been scanned has no paragraphs or fragments.
type page struct {
	*analysis.Document // nil if the text has only been scanned

	Format markup.Format
	Text   rope.Text
	text   string

	blocks   []markup.Block
	sections []analysis.Section
	notation markup.Notation
	nested   *nesting
	inner    *markup.Span                                  // see body
	end      string                                        // see lineTerminator
	isLoose  bool                                          // containers that could group headings are ignored, even if there are no headings
	whole    func(stretch markup.Span) (markup.Span, bool) // see settleStretch
	scoped   *fileScope                                    // see scope
}

// pageOf returns the page of a document.
func pageOf(d *analysis.Document) *page {
	text := d.Text.String()
	return &page{Document: d, Format: d.Format, Text: d.Text, text: text, blocks: d.Format.WithSpacedBreaks(text, d.Blocks()), sections: d.Sections()}
}

// newPage returns the page of a text that has not been analysed.
func newPage(f markup.Format, text string) *page {
	p := &page{Format: f, Text: rope.New(text), text: text, blocks: f.WithSpacedBreaks(text, f.Scan(text))}
	p.sections = p.outline()
	return p
}

// after returns the page of the text after an edit.
func (p *page) after(e Edit) *page { return newPage(p.Format, e.Apply(p.text)) }

func (p *page) Blocks() []markup.Block       { return p.blocks }
func (p *page) Sections() []analysis.Section { return p.sections }

// outline returns the tree of headings.
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

// notation returns the notation of a page.
func notation(d *page) markup.Notation {
	if d.notation == nil {
		d.notation = d.Format.NotationOf(d.text, d.blocks)
	}
	return d.notation
}

// settleStretch adjusts a span so that constructs are entirely inside or outside, if possible; see [markup.Notation].
func (p *page) settleStretch(stretch markup.Span) (markup.Span, bool) {
	if p.whole == nil {
		p.whole = notation(p).StretchAdjuster(p.text, p.blocks)
	}
	return p.whole(stretch)
}

// firstBlockAfter returns the index of the first block that ends after an offset.
func firstBlockAfter(blocks []markup.Block, offset int) int {
	return sort.Search(len(blocks), func(i int) bool { return blocks[i].Span.End > offset })
}
