package link

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/restructure"
)

// Change is a change of the files of a workspace. Paths are relative to it.
type Change struct {
	// Files holds the pieces of the files that are new or whose text changes, by path after the change. A file with nil pieces is removed.
	Files map[string][]Piece

	// Renamed lists the files and folders that are renamed, all at once: one may take the old name of another. It includes files that are
	// not texts. The texts among them need not be in Files.
	Renamed []PathRename
}

// Piece is a part of a file after a change: a part of a file before it, or new text.
type Piece struct {
	File string // by its path before; "" for new text
	Span markup.Span
	Text string // if new

	IsAdded bool // the text adds blocks, such as a heading, a scene break or an include

	// Names is the place, before the change, whose name the new text takes over at its start, with the links to it. It is zero for other
	// text.
	Names Origin
}

// Slice returns a part of the piece. Only its start has the name in Names.
func (p Piece) Slice(from, to int) Piece {
	if p.File != "" {
		p.Span = markup.Span{Start: p.Span.Start + from, End: p.Span.Start + to}
		return p
	}
	if p.Text = p.Text[from:to]; from > 0 {
		p.Names = Origin{}
	}
	return p
}

// Origin is a place in a file before a change.
type Origin struct {
	File string
	At   int
}

// PathRename gives a file or folder another path.
type PathRename struct{ From, To string }

// Result is a change with all its consequences.
type Result struct {
	// Edits holds the replacements in files that remain, by their paths before the change, in the order of the text.
	Edits map[string][]restructure.Replacement

	Created map[string]string // texts by path
	Removed []string          // sorted
	Renamed []PathRename      // a renamed file is edited before it is renamed

	// Unmended lists the links that the change breaks and that could not be mended.
	Unmended []BrokenByChange

	files  map[string][]Piece // after the change; nil if removed
	texts  map[string]string
	spread movedBytes
}

// BrokenByChange is a link that a change breaks and that cannot be mended, or a place that it may break; see [Index.PossiblyBroken].
type BrokenByChange struct {
	LocatedLink // before the change
	Reason      *sentence.Sentence
}

// ChangeOfEdits returns the change that consists of edits of texts.
func (x *Index) ChangeOfEdits(edits map[string][]restructure.Replacement) Change {
	c := Change{Files: make(map[string][]Piece)}
	for name, list := range edits {
		text, _ := x.Text(name)
		c.Files[name] = PiecesOfSpan(name, markup.Span{End: len(text)}, list)
	}
	return c
}

// ResultOfEdits returns the result of edits of texts, without mending any link.
func (x *Index) ResultOfEdits(edits map[string][]restructure.Replacement) Result {
	c := x.ChangeOfEdits(edits)
	return x.result(c, c.Files)
}

// Compose returns the result of two changes in sequence, where second applies to the files after first. Neither may rename files.
func (x *Index) Compose(first, second Result) Result {
	files := maps.Clone(first.files)
	for name, pieces := range second.files {
		files[name] = nil
		if pieces != nil {
			files[name] = []Piece{}
		}
		for _, p := range pieces {
			files[name] = append(files[name], first.piecesBefore(p)...)
		}
	}
	r := x.result(Change{Files: files}, files)
	r.Unmended = slices.Clone(first.Unmended)
	for _, u := range second.Unmended {
		if name, at, ok := first.OldPlace(u.Path, u.Link.Start); ok {
			u.Path, u.Link.Span = name, markup.Span{Start: at, End: at + u.Link.Len()}
		}
		r.Unmended = append(r.Unmended, u)
	}
	return r
}

// RenamesAsEdits returns the same result without renames: files take over the texts of others instead. This does in one step what
// successive renames cannot, such as exchanging two names.
func (x *Index) RenamesAsEdits(r Result) Result {
	of := x.result(Change{Files: r.files}, r.files)
	of.Unmended = r.Unmended
	return of
}

// piecesBefore returns the pieces of files before r that make up a piece of a file after it.
func (r Result) piecesBefore(p Piece) []Piece {
	whole, isChanged := r.files[p.File]
	if p.File == "" || !isChanged {
		return []Piece{p}
	}
	var pieces []Piece
	at := 0
	for _, q := range whole {
		n := len(q.Text)
		if q.File != "" {
			n = q.Span.Len()
		}
		if from, to := max(p.Span.Start-at, 0), min(p.Span.End-at, n); from < to {
			pieces = append(pieces, q.Slice(from, to))
		}
		at += n
	}
	return pieces
}

// PiecesOfSpan returns the pieces of a span of a file after replacements, in order. It ignores those not entirely in the span.
func PiecesOfSpan(name string, span markup.Span, replacements []restructure.Replacement) []Piece {
	pieces := []Piece{}
	at := span.Start
	keep := func(end int) {
		if at < end {
			pieces = append(pieces, Piece{File: name, Span: markup.Span{Start: at, End: end}})
		}
	}
	for _, r := range replacements {
		if r.Span.Start < at || r.Span.End > span.End {
			continue
		}
		keep(r.Span.Start)
		if r.Text != "" {
			pieces = append(pieces, Piece{Text: r.Text})
		}
		at = r.Span.End
	}
	keep(span.End)
	return pieces
}

// PathAfter returns the path of a file or folder after the change.
func (c Change) PathAfter(name string) string {
	for _, r := range c.Renamed {
		if name == r.From {
			return r.To
		}
		if rest, ok := strings.CutPrefix(name, r.From+"/"); ok {
			return r.To + "/" + rest
		}
	}
	return name
}

// completePieces returns the pieces of all changed files, including texts that are only renamed.
func (x *Index) completePieces(c Change) map[string][]Piece {
	files := maps.Clone(c.Files)
	if files == nil {
		files = make(map[string][]Piece)
	}
	if len(c.Renamed) == 0 {
		return files
	}
	for name, f := range x.all() {
		to := c.PathAfter(name)
		if to == name {
			continue
		}
		if files[to] == nil { // or another renamed text leaves it
			files[to] = []Piece{{File: name, Span: markup.Span{End: len(f.text)}}}
		}
		if _, is := files[name]; !is {
			files[name] = nil
		}
	}
	return files
}

// textOf returns the text that pieces make.
func (x *Index) textOf(pieces []Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(x.sourceOf(p))
	}
	return b.String()
}

func (x *Index) sourceOf(p Piece) string {
	if p.File == "" {
		return p.Text
	}
	text, _ := x.Text(p.File)
	return text[p.Span.Start:p.Span.End]
}

// result returns the result of a change, given the pieces of its files.
func (x *Index) result(c Change, files map[string][]Piece) Result {
	r := Result{
		Edits: make(map[string][]restructure.Replacement), Created: make(map[string]string), Renamed: slices.Clone(c.Renamed),
		files: files, texts: make(map[string]string), spread: newMovedBytes(files),
	}
	before := make(map[string]string) // the paths of renamed texts before the change, by their paths after it
	for name := range x.all() {
		if to := c.PathAfter(name); to != name {
			before[to] = name
		}
	}
	for name, pieces := range files {
		source := name
		if from, is := before[name]; is {
			source = from
		}
		text, isThere := x.Text(source)
		switch {
		case pieces == nil:
			if isThere && c.PathAfter(name) == name {
				r.Removed = append(r.Removed, name)
			}
		case !isThere || source == name && c.PathAfter(name) != name:
			r.texts[name] = x.textOf(pieces)
			r.Created[name] = r.texts[name]
		default:
			r.texts[name] = x.textOf(pieces)
			if edits := x.editsFromPieces(source, text, pieces); len(edits) > 0 {
				r.Edits[source] = edits
			}
		}
	}
	slices.Sort(r.Removed)
	return r
}

// editsFromPieces returns the replacements that turn a text into pieces. Pieces of the text that keep their order stay.
func (x *Index) editsFromPieces(name, text string, pieces []Piece) []restructure.Replacement {
	var list []restructure.Replacement
	at, next := 0, ""
	until := func(offset int) {
		if at < offset || next != "" {
			list = append(list, restructure.Replacement{Span: markup.Span{Start: at, End: offset}, Text: next})
		}
		next = ""
	}
	for _, p := range pieces {
		if p.File == name && p.Span.Start >= at {
			until(p.Span.Start)
			at = p.Span.End
			continue
		}
		next += x.sourceOf(p)
	}
	until(len(text))
	return list
}

// NewPlace returns where an offset in a file before the change is after the change; false if it has been removed.
func (r Result) NewPlace(name string, offset int) (file string, at int, ok bool) {
	return r.spread.newPlace(name, offset, name)
}

// OldPlace returns where an offset in a file after the change was before the change; false if it is new. The start of new text that takes
// over a name was where [Piece.Names] says.
func (r Result) OldPlace(name string, offset int) (file string, at int, ok bool) {
	return r.spread.oldPlace(name, offset)
}

// Texts returns the texts of files that are new or changed, by their paths after the change.
func (r Result) Texts() map[string]string { return maps.Clone(r.texts) }

// AfterChange returns the index after a change.
func (x *Index) AfterChange(r Result) *Index {
	files := make(map[string]*file)
	for name, pieces := range r.files {
		if pieces == nil {
			files[name] = nil
		} else {
			files[name] = x.readFile(name, r.texts[name])
		}
	}
	return x.withFiles(files)
}

// movedBytes maps the bytes of files before a change to those after it.
type movedBytes struct {
	files  map[string][]Piece
	pieces map[string][]placedPiece // for each file before the change, in the order of their spans
}

type placedPiece struct {
	span markup.Span
	file string
	at   int
}

func newMovedBytes(files map[string][]Piece) movedBytes {
	s := movedBytes{files, make(map[string][]placedPiece)}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		at := 0
		for _, p := range files[name] {
			if p.File == "" {
				if of := p.Names; of.File != "" {
					s.pieces[of.File] = append(s.pieces[of.File], placedPiece{markup.Span{Start: of.At, End: of.At + 1}, name, at})
				}
				at += len(p.Text)
				continue
			}
			s.pieces[p.File] = append(s.pieces[p.File], placedPiece{p.Span, name, at})
			at += p.Span.Len()
		}
	}
	for _, list := range s.pieces {
		slices.SortStableFunc(list, func(a, b placedPiece) int { return a.span.Start - b.span.Start })
	}
	return s
}

// newPlace returns the new place of an offset of a file. Of several copies, it prefers the one in the file `near`, then in the same file.
func (s movedBytes) newPlace(name string, offset int, near string) (file string, at int, ok bool) {
	if _, is := s.files[name]; !is {
		file, at, ok = name, offset, true
	}
	list := s.pieces[name]
	i := sort.Search(len(list), func(i int) bool { return list[i].span.Start > offset })
	for i--; i >= 0; i-- {
		if p := list[i]; p.span.Contains(offset) && (!ok || p.file == near || p.file == name && file != near) {
			file, at, ok = p.file, p.at+offset-p.span.Start, true
		}
	}
	return file, at, ok
}

// oldPlace returns the former place of an offset of a file.
func (s movedBytes) oldPlace(name string, offset int) (file string, at int, ok bool) {
	pieces, is := s.files[name]
	if !is {
		return name, offset, true
	}
	for _, p := range pieces {
		n := len(p.Text)
		if p.File != "" {
			n = p.Span.Len()
		}
		switch {
		case offset < n && p.File == "" && offset == 0:
			return p.Names.File, p.Names.At, p.Names.File != ""
		case offset < n:
			return p.File, p.Span.Start + offset, p.File != ""
		}
		offset -= n
	}
	return "", 0, false
}
