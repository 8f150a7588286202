package difference

import (
	"slices"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// Version holds the texts of a work at one time, in order. They are compared together.
type Version struct {
	Files []File

	// IsOrdered is set if the writer has chosen the order; otherwise files are ordered by name.
	IsOrdered bool

	// IsShown is set if the fragments of a new work are those its writer sees. The old work is then divided like the new one.
	IsShown bool
}

// SortFiles sorts the files by the writer's order, a list of names, and sets IsOrdered. Other files come last.
func (w *Version) SortFiles(order []string, name func(File) string) {
	places := make(map[string]int)
	for i, name := range slices.Backward(order) { // the first place of a name counts
		places[name] = i
	}
	place := func(f File) int {
		if i, isListed := places[name(f)]; isListed {
			return i
		}
		return len(order)
	}
	w.IsOrdered = true
	slices.SortStableFunc(w.Files, func(a, b File) int { return place(a) - place(b) })
}

// IsReordered reports whether the names that are in both lists have another order in the second.
func IsReordered(old, new []string) bool {
	shared := func(list, other []string) []string {
		isThere := make(map[string]bool)
		for _, name := range other {
			isThere[name] = true
		}
		return slices.DeleteFunc(slices.Clone(list), func(name string) bool { return !isThere[name] })
	}
	return !slices.Equal(shared(old, new), shared(new, old))
}

// File is a text of a work.
type File struct {
	Path     string             // for display
	Name     string             // identifies the file in both works; Path if empty
	Document *analysis.Document // nil if the file is light; see WithoutDocument

	light *fileWithoutDocument
}

func (f File) name() string {
	if f.Name == "" {
		return f.Path
	}
	return f.Name
}

// Kind is the kind of a change.
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
	Conflict // a git conflict that is new in the text
	Resolved // a git conflict that is gone
)

var kindNames = [...]string{"moved", "split", "merged", "retitled", "rewritten", "added", "removed", "conflict", "resolved"}

func (k Kind) String() string { return kindNames[k] }

// Level is the kind of thing that a change is about.
type Level uint8

// The levels. A block that is not prose, such as code or a table, has the level of paragraphs.
const (
	OfFile Level = iota
	OfSection
	OfFragment
	OfParagraph
	OfSentence
)

var levelNames = [...]string{"file", "section", "fragment", "paragraph", "sentence"}

func (l Level) String() string { return levelNames[l] }

// Location is a place in a work.
type Location struct {
	Path string
	Name string // identifies the file in both works
	markup.Span
	Line int // where it begins, counted from 0

	// Title identifies the place: a title or the name of a file; if IsOpening is set, it is the first words.
	Title     string
	IsOpening bool

	In string // the title of the section around it; "" if there is none
}

// Change is one thing that has changed.
type Change struct {
	Kind  Kind
	Level Level

	// From and To are the old and the new places. Splits have several places in To, merges in From.
	From, To []Location

	Noun  string // what it is called, such as "list" or "code block"
	Count int    // how many of them

	// Words is the greater of the lengths before and after; Changed is the number of these words that have changed.
	Words, Changed int

	// Inside holds the changes within something that has moved.
	Inside []Change

	old, new extent        // the units concerned
	mark     *fragmentMark // the mark that has divided, joined or named a fragment; nil for other changes

	was, is string // the text as its reader saw it and sees it now, if its words are compared
}

// Runs returns the changes word by word, as a reader sees them; nil if there are none, or other changes report them.
func (c Change) Runs() []Run {
	if c.was == "" || c.is == "" || c.Changed == 0 || len(c.Inside) > 0 {
		return nil
	}
	return CompareWords(c.was, c.is)
}

// ChangedShare returns the share of words that have changed, from 0 to 1. It is 0 if words are not compared, as for something new.
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

// fragmentMark is a heading, a directive or a break before and after; either may be empty.
type fragmentMark struct{ old, new extent }

// extent is the units [Start, End); if it is empty, Start is where they would be.
type extent struct{ Start, End int }

func (e extent) isEmpty() bool { return e.Start >= e.End }

func (e extent) contains(f extent) bool { return e.Start <= f.Start && f.End <= e.End }

// Difference holds the changes between two works.
type Difference struct {
	// Old and New are the works, divided alike: New like the old one or, if [Version.IsShown] is set, Old like the new one.
	Old, New Version

	// Changes are in the order of the new work, after the files that moved. Something removed has the place where it would be.
	Changes []Change

	// Marked holds changes that a reader does not see, such as those of markup.
	Marked []Change

	comparison *comparison
}

// IsNone reports whether nothing except white space has changed.
func (d Difference) IsNone() bool { return len(d.Changes) == 0 && len(d.Marked) == 0 }
