package rearrange

import (
	"io/fs"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/link"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/work"
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
	Title string // for a menu: what the change does

	link.Result // the files after it

	Moved []Moved

	// Notes are sentences to the writer about what else becomes of the files, such as metadata of
	// one that is no file by itself any more.
	Notes []string
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

// BeforeFragment is the place right before a fragment of a file.
func BeforeFragment(path string, fragment int) Place { return Place{path, beforeFragment, fragment} }

// BeforeSection is the place right before a section of a file, on its level.
func BeforeSection(path string, section int) Place { return Place{path, beforeSection, section} }

// EndOfSection is the end of a section, below its heading: a fragment comes before the section's
// first part, a section becomes its last part.
func EndOfSection(path string, section int) Place { return Place{path, endOfSection, section} }

// EndOfFile is the end of a file.
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
