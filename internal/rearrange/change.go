package rearrange

import (
	"io/fs"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/restructure"
	"github.com/segls/segls/internal/work"
)

// Work is the input of an action: a work, its texts and their links.
type Work struct {
	Order *work.Work
	Files fs.FS // the files from which the order was read

	// Documents holds analysed texts of the work by path: at least the files that an action names and their neighbours in the order.
	Documents map[string]*analysis.Document

	// Index indexes the files of the workspace. Documents override its texts.
	Index *link.Index

	// Room is the number of further files that will be inserted between a file and a new one made of a part of it. In an order by names,
	// the name of the new one leaves room for theirs.
	Room int
}

// Change is the result of an action.
type Change struct {
	Title *sentence.Sentence // for a menu

	link.Result // the files after the change

	Moved []MovedPassage

	// Shown holds the texts after the change with the division to show, and Arrived the fragments that have moved. Both are set by
	// [Arrange] only; Moved then holds only files.
	Shown   map[string]*analysis.Document
	Arrived []ArrivedFragment

	// Notes are messages to the writer about further effects, such as the metadata of a file that was merged into another.
	Notes []*sentence.Sentence
}

// ArrivedFragment is a fragment of a file after a change.
type ArrivedFragment struct{ Path, ID string }

// Held returns the spans of the fragments that a change has moved to other files, by file. A span begins with the first paragraph and ends
// with the last.
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

// placeOf returns the file and the span of a fragment's paragraphs after the change. It returns false if they are no longer in one file.
func (c Change) placeOf(d *analysis.Document, path string, fragment int) (to string, span markup.Span, ok bool) {
	f := d.Fragment(fragment)
	to, start, isFirst := c.NewPlace(path, d.Paragraph(f.First).Span.Start)
	toLast, last, isLast := c.NewPlace(path, d.Paragraph(f.End-1).Span.End-1)
	return to, markup.Span{Start: start, End: last + 1}, isFirst && isLast && to == toLast
}

// MovedPassage is a part of a text that a change moves.
type MovedPassage struct {
	Path      string // path of the file before the change
	Span      markup.Span
	Fragments []int // indices of the fragments that begin in Span

	To    string // the file after the change
	Place markup.Span
}

// Place is a place for a fragment or section in a file.
type Place struct {
	Path string
	restructure.Place
}

// EndOfFile returns the end of a file.
func EndOfFile(path string) Place { return Place{Path: path} }

// Slot is a destination in the order of the work: right before or after another file, on its level, or as the last of the files below it.
type Slot struct {
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
