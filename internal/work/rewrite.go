package work

import (
	"cmp"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// Edit replaces a span of a file that holds an order.
type Edit struct {
	File string
	Span markup.Span
	Text string
}

// refuse returns an error for the writer that says why an order cannot be changed.
func refuse(text string, values ...any) error { return sentence.New(text, values...) }

// Change is a change of the order of a work.
type Change struct {
	verb     verb
	entry    *Entry
	to       Place
	from, as string
}

type verb int

const (
	insert verb = iota
	remove
	move
	rename
)

// NewInsertion returns the change that adds an entry. The text of a new file need not exist yet.
func NewInsertion(e *Entry, at Place) Change { return Change{verb: insert, entry: e, to: at} }

// NewRemoval returns the change that removes an entry. Entries below it take its place, except files that only the removed file names.
func NewRemoval(e *Entry) Change { return Change{verb: remove, entry: e} }

// NewMove returns the change that moves an entry, with all entries below it.
func NewMove(e *Entry, to Place) Change { return Change{verb: move, entry: e, to: to} }

// NewRename returns the change that replaces the path of a file, or of a folder in the paths of its files.
func NewRename(from, to string) Change { return Change{verb: rename, from: from, as: to} }

// Place is a place in an order.
type Place struct {
	of    *Entry // nil for the whole order
	where placeKind
}

type placeKind int

const (
	before placeKind = iota
	after
	firstBelow
	lastBelow
)

// PlaceBefore returns the place before an entry.
func PlaceBefore(e *Entry) Place { return Place{e, before} }

// PlaceAfter returns the place after an entry and all entries below it.
func PlaceAfter(e *Entry) Place { return Place{e, after} }

// FirstBelow returns the first place below an entry; nil is the whole order.
func FirstBelow(e *Entry) Place { return Place{e, firstBelow} }

// LastBelow returns the last place below an entry; nil is the whole order.
func LastBelow(e *Entry) Place { return Place{e, lastBelow} }

// Entry returns the entry of a file, or nil if the order does not name the file.
func (w *Work) Entry(file string) *Entry {
	for e := range w.All() {
		if e.Path == file {
			return e
		}
	}
	return nil
}

// Rewrite makes changes in sequence to the files that hold the order of a work. It returns edits of these files as they are in fsys,
// and the work as read after the edits, without orphans. The entries in changes are those of w, or were inserted by an earlier
// change. A renamed file has its old name in fsys and in its edits. A new file gets an edit if the order requires front matter.
//
// It is an error if the edited order is not read as the requested tree.
func (w *Work) Rewrite(fsys fs.FS, changes ...Change) ([]Edit, *Work, error) {
	rw := &rewriter{
		fsys: fsys, kind: w.kindOrDefault(), folder: w.at,
		texts: make(map[string]string), names: make(map[string]string), removed: make(map[string]bool), currentEntries: make(map[*Entry]*Entry),
	}
	if w.OrderInTexts() {
		rw.root = w.Order
	}
	rw.now = rw.read(nil)
	if w.IsBroken || rw.now != nil && rw.now.IsBroken {
		return nil, nil, refuse("%s cannot be read. Fix it first.", w.Order)
	}
	if rw.now == nil || !rw.match(wantedEntries(w.Entries, nil), rw.now.Entries, rw.currentEntries) {
		return nil, nil, refuse("The order of the work has changed in the meantime.")
	}
	for _, c := range changes {
		if err := rw.change(c); err != nil {
			return nil, nil, err
		}
	}
	return rw.edits(), &rw.now.Work, nil
}

// rewriter changes an order, in texts laid over a file system.
type rewriter struct {
	fsys   fs.FS
	kind   *kind
	folder string
	root   string // root of the work, if the folder may have several works

	texts   map[string]string // texts that differ from fsys, by path
	names   map[string]string // names in fsys of renamed files
	removed map[string]bool

	now            *reader           // the order after the changes so far
	currentEntries map[*Entry]*Entry // maps the caller's entries to the present ones

	placed        *Entry   // the entry that the present change moves or inserts
	conditions    []string // the conditions under which placed must be included
	isConditional bool     // placed would be included under other conditions
}

// read reads the order after the changes so far, with further texts laid over it; nil if there is none.
func (rw *rewriter) read(over map[string]string) *reader {
	texts := maps.Clone(rw.texts)
	maps.Copy(texts, over)
	fsys := NewOverlay(rw.fsys, texts, slices.Collect(maps.Keys(rw.removed))...)
	r := newReader(fsys, rw.folder, rw.kind)
	r.wants = rw.root
	for to, from := range rw.names {
		if from == rw.root {
			r.wants = to
		}
	}
	if !rw.kind.read(r) {
		return nil
	}
	return r
}

// wantedEntry is an entry of the order that is expected after a change.
type wantedEntry struct {
	of                 *Entry // the caller's entry
	path, title        string
	anyTitle, anyBelow bool
	below              []*wantedEntry
}

// wantedEntries converts entries to trees. `of` maps them to the caller's entries; if it is nil, each
// entry stands for itself.
func wantedEntries(entries []*Entry, of map[*Entry]*Entry) []*wantedEntry {
	var trees []*wantedEntry
	for _, e := range entries {
		t := &wantedEntry{of: e, path: e.Path, title: e.Title, below: wantedEntries(e.Entries, of)}
		if of != nil {
			t.of = of[e]
		}
		trees = append(trees, t)
	}
	return trees
}

// match reports whether entries match trees, and records in live the present entry for each of the caller's entries.
func (rw *rewriter) match(trees []*wantedEntry, entries []*Entry, live map[*Entry]*Entry) bool {
	if len(trees) != len(entries) {
		return false
	}
	for i, t := range trees {
		e := entries[i]
		if t.path != e.Path || !t.anyTitle && t.title != e.Title {
			return false
		}
		if t.anyBelow {
			t.below = wantedEntries(e.Entries, nil)
		}
		if !rw.match(t.below, e.Entries, live) {
			return false
		}
		if t.of != nil {
			live[t.of] = e
		}
	}
	return true
}

// trees returns the present order as wanted entries, each with the caller's entry that it comes from.
func (rw *rewriter) trees() []*wantedEntry {
	of := make(map[*Entry]*Entry)
	for callers, e := range rw.currentEntries {
		of[e] = callers
	}
	return wantedEntries(rw.now.Entries, of)
}

// findTree returns the list that contains an entry's tree, and its index there, or -1.
func findTree(among *[]*wantedEntry, e *Entry) (*[]*wantedEntry, int) {
	for i, t := range *among {
		if t.of == e {
			return among, i
		}
		if list, i := findTree(&t.below, e); i >= 0 {
			return list, i
		}
	}
	return nil, -1
}

// insertTree inserts a tree at a place, and reports whether the place exists.
func insertTree(all *[]*wantedEntry, t *wantedEntry, at Place) bool {
	list, i := all, 0
	if at.of != nil {
		if list, i = findTree(all, at.of); i < 0 {
			return false
		}
	}
	switch {
	case at.where == after:
		i++
	case at.where == firstBelow && at.of != nil:
		list, i = &(*list)[i].below, 0
	case at.where == lastBelow && at.of != nil:
		list = &(*list)[i].below
		i = len(*list)
	case at.where == lastBelow:
		i = len(*list)
	}
	*list = slices.Insert(*list, i, t)
	return true
}

// tryEdits makes edits if the edited order is then read as wanted, and reports whether it has made them.
func (rw *rewriter) tryEdits(want []*wantedEntry, edits []Edit) bool {
	over := rw.textsAfterEdits(edits)
	r := rw.read(over)
	live := make(map[*Entry]*Entry)
	if r == nil || len(r.Problems) > len(rw.now.Problems) || !rw.match(want, r.Entries, live) {
		return false
	}
	if e := live[rw.placed]; e != nil && !slices.Equal(r.conditions(e), rw.conditions) {
		rw.isConditional = true
		return false
	}
	maps.Copy(rw.texts, over)
	rw.now, rw.currentEntries = r, live
	return true
}

// textsAfterEdits returns the texts of files after edits.
func (rw *rewriter) textsAfterEdits(edits []Edit) map[string]string {
	of := make(map[string][]Edit)
	for _, e := range edits {
		of[e.File] = append(of[e.File], e)
	}
	texts := make(map[string]string)
	for file, edits := range of {
		text := rw.text(file)
		bare := strings.TrimPrefix(text, byteOrderMark)
		end := "\n"
		if strings.Contains(bare, "\r\n") {
			end = "\r\n"
		} else if strings.Contains(bare, "\r") && !strings.Contains(bare, "\n") {
			end = "\r"
		}
		if end != "\n" {
			for i := range edits {
				edits[i].Text = strings.ReplaceAll(lineEnds.Replace(edits[i].Text), "\n", end)
			}
		}
		texts[file] = text[:len(text)-len(bare)] + apply(bare, edits)
	}
	return texts
}

// text returns the text of a file after the changes so far.
func (rw *rewriter) text(file string) string {
	if text, ok := rw.texts[file]; ok {
		return text
	}
	text, _ := fs.ReadFile(rw.fsys, file)
	return string(text)
}

// edits returns the edits that turn the files of fsys into their present texts.
func (rw *rewriter) edits() []Edit {
	var edits []Edit
	for _, file := range slices.Sorted(maps.Keys(rw.texts)) {
		name := cmp.Or(rw.names[file], file)
		text, err := fs.ReadFile(rw.fsys, name)
		if err != nil { // a new file, for which only the front matter is written here
			if rw.kind.weight != "" && rw.texts[file] != "" {
				edits = append(edits, Edit{File: name, Text: rw.texts[file]})
			}
			continue
		}
		for _, e := range udiff.Lines(string(text), rw.texts[file]) {
			edits = append(edits, withoutSharedEnds(Edit{name, markup.Span{Start: e.Start, End: e.End}, e.New}, string(text)))
		}
	}
	return edits
}

// withoutSharedEnds removes from an edit the common beginning and end of old and new text.
func withoutSharedEnds(e Edit, text string) Edit {
	old := text[e.Span.Start:e.Span.End]
	n := 0
	for n < len(old) && n < len(e.Text) && old[n] == e.Text[n] {
		n++
	}
	for n > 0 && (n < len(old) && !utf8.RuneStart(old[n]) || n < len(e.Text) && !utf8.RuneStart(e.Text[n])) {
		n--
	}
	old, e.Text, e.Span.Start = old[n:], e.Text[n:], e.Span.Start+n
	n = 0
	for n < len(old) && n < len(e.Text) && old[len(old)-1-n] == e.Text[len(e.Text)-1-n] {
		n++
	}
	for n > 0 && !utf8.RuneStart(old[len(old)-n]) {
		n--
	}
	e.Text, e.Span.End = e.Text[:len(e.Text)-n], e.Span.End-n
	return e
}

// HaveSameConditions reports whether two files are included under the same conditions, as far as the order knows them.
func (w *Work) HaveSameConditions(file, other string) bool {
	e, to := w.Entry(file), w.Entry(other)
	return e == nil || to == nil || slices.Equal(w.conditions(e), w.conditions(to))
}

// conditions returns the conditions under which an entry is included: those around its include, and those around the includes of
// the texts above it.
func (w *Work) conditions(e *Entry) (conditions []string) {
	for _, above := range pathTo(w.Entries, e) {
		conditions = append(append(conditions, above.around...), above.place.conditions()...)
	}
	return conditions
}

// pathTo returns the entries from the top of a tree to e.
func pathTo(entries []*Entry, e *Entry) []*Entry {
	for _, one := range entries {
		if one == e {
			return []*Entry{one}
		}
		if below := pathTo(one.Entries, e); below != nil {
			return append([]*Entry{one}, below...)
		}
	}
	return nil
}

// change applies a change to the order.
func (rw *rewriter) change(c Change) error {
	for _, e := range []*Entry{c.entry, c.to.of} {
		if e != nil && rw.currentEntries[e] == nil && (c.verb != insert || e != c.entry) {
			return refuse("The order does not name %s.", cmp.Or(e.Path, e.Title))
		}
	}
	rw.placed, rw.isConditional = nil, false
	if c.to.of == nil && rw.kind.inTexts {
		c.to.of = rw.trees()[0].of // the place is below the root, as all other entries are
	}
	switch c.verb {
	case insert:
		return rw.insert(c.entry, c.to)
	case remove:
		return rw.remove(c.entry)
	case move:
		return rw.move(c.entry, c.to)
	}
	return rw.rename(c.from, c.as)
}

// nameOf returns the name of an entry as shown to the writer.
func nameOf(e *Entry) string {
	if e.Path == "" {
		return e.Title
	}
	return path.Base(e.Path)
}

// refuseChange returns the error for a change of an entry that the order cannot express. `what` is a phrase such as "moved there".
func (rw *rewriter) refuseChange(e *Entry, what *sentence.Sentence) error {
	return rw.refuseBecauseOf(e, e, what)
}

// refuseBecauseOf is like refuseChange if the reason lies in another entry.
func (rw *rewriter) refuseBecauseOf(other, e *Entry, what *sentence.Sentence) error {
	name := sentence.New("The work")
	if e != nil {
		name = sentence.New("%s", nameOf(e))
	}
	live := rw.currentEntries[other]
	switch {
	case rw.kind.weight != "":
		return refuse("%s cannot be %s: the files are in the order of their %s.", name, what, rw.kind.weight)
	case rw.now.Order == "" || live != nil && live.place == nil && !rw.kind.inTexts:
		return refuse("%s cannot be %s: the files are in the order of their names.", name, what)
	case live != nil && live.place == nil:
		return refuse("%s cannot be %s: %s is the root of the work.", name, what, nameOf(other))
	case live != nil && live.place.isPattern:
		return refuse("%s cannot be %s: the order includes %s through the pattern %s.", name, what, nameOf(other), live.place.in.slice(live.place.path))
	}
	return refuse("%s cannot be %s: the order in %s cannot express that.", name, what, rw.now.Order)
}
