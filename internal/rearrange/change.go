package rearrange

import (
	"io/fs"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/work"
)

// Work is what an action works on: a work, its texts and their links.
type Work struct {
	Order *work.Work
	Files fs.FS // from which the order has been read

	// Documents are texts of the work, analysed, by path: at least those that an action
	// concerns, which are the files that it is told and their neighbours in the order.
	Documents map[string]*analysis.Document

	// Index has the files of the workspace. Where it has another text than a document, the
	// document counts.
	Index *link.Index
}

// Change is what an action does.
type Change struct {
	Title *sentence.Sentence // for a menu: what the change does

	link.Result // the files after it

	Moved []Moved

	// Shown are the texts after the change as they are to be shown, and Arrived the fragments in them
	// that have been moved, if [Arrange] has made it. Of what it has moved, Moved says only from which
	// file and to which.
	Shown   map[string]*analysis.Document
	Arrived []Arrival

	// Notes are sentences to the writer about what else becomes of the files, such as metadata of
	// one that is no file by itself any more.
	Notes []*sentence.Sentence
}

// Arrival is a fragment of a file after a change.
type Arrival struct{ Path, ID string }

// Held returns where the fragments stand that a change has moved to other files, by those files: from
// their first paragraph to the end of their last.
func (c Change) Held(w Work) map[string][]markup.Span {
	held := make(map[string][]markup.Span)
	for _, moved := range c.Moved {
		d := w.Documents[moved.Path]
		for _, i := range moved.Fragments {
			if to, span, ok := c.placeOf(d, moved.Path, i); ok {
				held[to] = append(held[to], span)
			}
		}
	}
	return held
}

// placeOf returns where the paragraphs of a fragment stand after the change.
func (c Change) placeOf(d *analysis.Document, path string, fragment int) (to string, span markup.Span, ok bool) {
	f := d.Fragment(fragment)
	to, start, isFirst := c.Place(path, d.Paragraph(f.First).Span.Start)
	_, last, isLast := c.Place(path, d.Paragraph(f.End-1).Span.End-1)
	return to, markup.Span{Start: start, End: last + 1}, isFirst && isLast
}

// Moved is a stretch of text that a change moves.
type Moved struct {
	Path      string // of the file that has it before the change
	Span      markup.Span
	Fragments []int // of that file's document, those that begin in the span

	To    string // the file that has it after the change
	Place markup.Span
}

// Place is where a piece goes.
type Place struct {
	Path string
	kind placeKind
	n    int
}

type placeKind uint8

const (
	beforeFragment placeKind = iota
	beforeSection
	endOfSection
	endOfFile
)

// BeforeFragment returns the place right before a fragment of a file.
func BeforeFragment(path string, fragment int) Place { return Place{path, beforeFragment, fragment} }

// BeforeSection returns the place right before a section of a file, on its level.
func BeforeSection(path string, section int) Place { return Place{path, beforeSection, section} }

// EndOfSection returns the end of a section, below its heading: a fragment comes before the section's
// first part, a section becomes its last part.
func EndOfSection(path string, section int) Place { return Place{path, endOfSection, section} }

// EndOfFile returns the end of a file.
func EndOfFile(path string) Place { return Place{path, endOfFile, 0} }

// Position is where a file goes in the order of the work: right before or after
// another, on its level, or as the last part of it.
type Position struct {
	Path string
	Side Side
}

// Side is a side of a file in the order.
type Side uint8

// The sides.
const (
	Before Side = iota
	After
	Below
)
