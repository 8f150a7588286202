package difference

import (
	"slices"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// Work is texts that are compared together, in their order.
type Work struct {
	Files []File

	// IsOrdered is set if the order is the writer's, and not only that of the files' names.
	IsOrdered bool

	// IsShown is set if the fragments of a new work are those that its writer sees: then the old one is divided as the new one is.
	IsShown bool
}

// PutInOrder puts the files in the writer's order, which knows each by its name.
func (w *Work) PutInOrder(order []string, name func(File) string) {
	place := func(f File) int {
		if i := slices.Index(order, name(f)); i >= 0 {
			return i
		}
		return len(order)
	}
	w.IsOrdered = true
	slices.SortStableFunc(w.Files, func(a, b File) int { return place(a) - place(b) })
}

// IsReordered reports whether names that are in both of two orders are in another order.
func IsReordered(old, new []string) bool {
	shared := func(list, other []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(name string) bool { return !slices.Contains(other, name) })
	}
	return !slices.Equal(shared(old, new), shared(new, old))
}

// File is a text of a work.
type File struct {
	Path     string             // where it is found
	Name     string             // by which both works know it; the path if it is empty
	Document *analysis.Document // nil of a light file

	light *fileWithoutDocument
}

func (f File) name() string {
	if f.Name == "" {
		return f.Path
	}
	return f.Name
}

// Kind is what has become of something.
type Kind uint8

// The kinds.
const (
	Moved Kind = iota
	Split
	Merged
	Retitled
	Rewritten
	Added
	Removed
	Conflict // both sides of a conflict of git are in the text
	Resolved // and no longer do
)

var kindNames = [...]string{"moved", "split", "merged", "retitled", "rewritten", "added", "removed", "conflict", "resolved"}

func (k Kind) String() string { return kindNames[k] }

// Level is what a change is about.
type Level uint8

// The levels. A block that is no prose, such as code or a table, is reported on the level of
// paragraphs.
const (
	OfFile Level = iota
	OfSection
	OfFragment
	OfParagraph
	OfSentence
)

var levelNames = [...]string{"file", "section", "fragment", "paragraph", "sentence"}

func (l Level) String() string { return levelNames[l] }

// Place is where something stands.
type Place struct {
	Path string
	Name string // by which both works know the file
	markup.Span
	Line int // where it begins, counted from 0

	// Title is what it is known by: the heading, or the name of a file, or else its first words, which
	// is what IsOpening says.
	Title     string
	IsOpening bool

	In string // the title of the section around it; "" if there is none
}

// Change is one thing that has changed.
type Change struct {
	Kind  Kind
	Level Level

	// From and To are where it was and where it is. Something new comes from nowhere, something
	// removed goes nowhere; what was split has several places now, and what was merged had several.
	From, To []Place

	Noun  string // what it is called, such as "list" or "code"
	Count int    // how many of them

	// Words is how long it is, before or after, whichever is longer; Changed is how many of these
	// words have changed.
	Words, Changed int

	// Inside is what has changed in something that has moved, beside the move.
	Inside []Change

	old, new extent // the units that it is about
	mark     *mark  // what has divided, joined or named a fragment; nil for all else

	was, is string // what its reader saw and sees, where its words are compared
}

// Runs tells word by word what has changed, as a reader sees it, in something that was rewritten,
// or changed when it was moved, split or merged: there are none if that is reported elsewhere.
func (c Change) Runs() []Run {
	if c.was == "" || c.is == "" || c.Changed == 0 || len(c.Inside) > 0 {
		return nil
	}
	return Words(c.was, c.is)
}

// ChangedShare returns the part of its words that has changed, from 0 to 1. What is new or gone has not been
// rewritten, and neither has a title or what is in conflict.
func (c Change) ChangedShare() float64 {
	switch c.Kind {
	case Retitled, Added, Removed, Conflict, Resolved:
		return 0
	}
	if c.Words == 0 {
		return 0
	}
	return float64(c.Changed) / float64(c.Words)
}

// mark is a heading, a directive or a break as it was and is; one of the two may be none.
type mark struct{ old, new extent }

// extent is the units [Start, End); if it is empty, Start says where they would be.
type extent struct{ Start, End int }

func (e extent) isEmpty() bool { return e.Start >= e.End }

func (e extent) contains(f extent) bool { return e.Start <= f.Start && f.End <= e.End }

// Difference is what has changed between two works.
type Difference struct {
	// Old is the old work, New the new one with its documents divided as the old ones were: a
	// fragment begins with what began one, or at a heading, a directive or a break that has come.
	Old, New Work

	// Changes are in the order of the new work; what is gone is where it would be.
	Changes []Change

	// Marked is where the words are what they were, and only their markup or where a link leads is
	// not: told as rewritten, with no word changed, or as a definition of a link that is new or gone.
	Marked []Change

	comparison *comparison
}

// IsNone reports whether nothing has changed but, at most, white space.
func (d Difference) IsNone() bool { return len(d.Changes) == 0 && len(d.Marked) == 0 }
