package difference

import (
	"iter"
	"slices"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// fileWithoutDocument holds what a comparison needs to know about a file whose document has been
// released: a document takes up to a hundred times the memory of its text.
type fileWithoutDocument struct {
	fileFacts
	fragments []markup.Span
	borders   analysis.Borders
	scanned   []markup.Block // kept by [File.blocks], for the comparison sentence by sentence
}

type fileFacts struct {
	text     rope.Text
	format   markup.Format
	language *language.Language
	settings analysis.Settings
	words    int
}

// WithoutDocument returns the file without its document.
func (f File) WithoutDocument() File {
	d := f.Document
	if d == nil {
		return f
	}
	return File{Path: f.Path, Name: f.Name, light: &fileWithoutDocument{fileFacts: f.facts(), fragments: f.fragments(), borders: d.Borders()}}
}

func (f File) hasNoDocument() bool { return f.light != nil }

// Text returns the text of the file.
func (f File) Text() rope.Text { return f.facts().text }

// facts returns the properties of the file, with its document or without.
func (f File) facts() fileFacts {
	if f.hasNoDocument() {
		return f.light.fileFacts
	}
	d := f.Document
	return fileFacts{d.Text, d.Format, d.Language, d.Settings, d.Words()}
}

// AllBlocks yields the blocks of the file.
func (f File) AllBlocks() iter.Seq[markup.Block] {
	if f.hasNoDocument() {
		return slices.Values(f.scan())
	}
	return f.Document.AllBlocks()
}

func (f File) scan() []markup.Block {
	if f.light.scanned != nil {
		return f.light.scanned
	}
	return f.light.format.Scan(f.light.text.String())
}

// blocks returns the blocks of the file, and keeps them for the next call.
func (f File) blocks() []markup.Block {
	if !f.hasNoDocument() {
		return f.Document.Blocks()
	}
	f.light.scanned = f.scan()
	return f.light.scanned
}

// sections returns the headings of the file, each with the text under it.
func (f File) sections() []analysis.Section {
	if !f.hasNoDocument() {
		return f.Document.Sections()
	}
	var sections []analysis.Section
	for b := range f.AllBlocks() {
		if b.Kind == markup.Heading {
			sections = append(sections, analysis.Section{Level: b.Level, Span: markup.Span{Start: b.Span.Start}})
		}
	}
	analysis.NestSections(sections, f.light.format.Boxes(f.Text().String(), f.blocks()), f.Text().Len())
	return sections
}

// fragments returns the spans of the fragments that are shown.
func (f File) fragments() []markup.Span {
	if f.hasNoDocument() {
		return f.light.fragments
	}
	spans := make([]markup.Span, 0, f.Document.NumFragments())
	for _, x := range f.Document.Fragments() {
		spans = append(spans, x.Span)
	}
	return spans
}

func (f File) paragraphAt(offset int) int {
	if f.hasNoDocument() {
		return f.light.borders.ParagraphAt(offset)
	}
	return f.Document.ParagraphAt(offset)
}

// withFragmentsAt returns the file with fragments that begin at these paragraphs; see [analysis.Document.WithFragmentsAt].
func (f File) withFragmentsAt(starts []int) File {
	if !f.hasNoDocument() {
		f.Document = f.Document.WithFragmentsAt(starts)
		return f
	}
	shown := *f.light
	shown.fragments = f.light.borders.FragmentSpansAt(starts)
	f.light = &shown
	return f
}

// WithoutDocument returns the work with light files.
func (w Version) WithoutDocument() Version {
	files := make([]File, len(w.Files))
	for i, f := range w.Files {
		files[i] = f.WithoutDocument()
	}
	w.Files = files
	return w
}
