package work

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"github.com/segls/segls/analysis/markup"
)

// Edit replaces a span of a file that says an order.
type Edit struct {
	File string
	Span markup.Span
	Text string
}

// Refusal is why an order cannot be changed: a sentence to the writer.
type Refusal string

func (r Refusal) Error() string { return string(r) }

func refuse(format string, args ...any) error { return Refusal(fmt.Sprintf(format, args...)) }

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
	retitle
)

// Insert adds an entry of a file, or without a path, of a title over others. The text of the
// new file need not be there yet.
func Insert(e *Entry, at Place) Change { return Change{verb: insert, entry: e, to: at} }

// Remove takes an entry out of the order; what stands below it takes its place, but for files
// that the removed file includes, which nothing then names.
func Remove(e *Entry) Change { return Change{verb: remove, entry: e} }

// Move puts an entry elsewhere, with all that stands below it.
func Move(e *Entry, to Place) Change { return Change{verb: move, entry: e, to: to} }

// Rename has the order name files by new paths: one file, or all of a folder.
func Rename(from, to string) Change { return Change{verb: rename, from: from, as: to} }

// Retitle gives an entry another title. It is refused where the order has none for it.
func Retitle(e *Entry, title string) Change { return Change{verb: retitle, entry: e, as: title} }

// Place is a place in an order.
type Place struct {
	of    *Entry // nil for the whole order
	where where
}

type where int

const (
	before where = iota
	after
	firstBelow
	lastBelow
)

// Before is the place before an entry.
func Before(e *Entry) Place { return Place{e, before} }

// After is the place after an entry and all that stands below it.
func After(e *Entry) Place { return Place{e, after} }

// First is the first place below an entry, or of the whole order for nil.
func First(e *Entry) Place { return Place{e, firstBelow} }

// Last is the last place below an entry, or of the whole order for nil.
func Last(e *Entry) Place { return Place{e, lastBelow} }

// Entry is the entry of a file, or nil if the order does not name the file.
func (w *Work) Entry(file string) *Entry {
	for e := range w.All() {
		if e.Path == file {
			return e
		}
	}
	return nil
}

// Rewrite makes changes, one after the other, to the files that say the order of a work. It
// returns the edits of these files as fsys has them, and the work that is read after the edits.
// Entries that changes speak of are those of w, or have been inserted by an earlier change. A
// file that is renamed is under its old name in fsys, and its edits are under the old name too.
//
// Each change is tried before the next: it is a [Refusal] if the edited order does not read as
// the tree that was asked for, as when the order is made of the names of the files, or has no
// way to say it. Nothing but the entries in question changes in the files: comments, quotes and
// indentation stay as they are.
func (w *Work) Rewrite(fsys fs.FS, changes ...Change) ([]Edit, *Work, error) {
	rw := &rewriter{
		fsys: fsys, kind: w.Kind, folder: w.at,
		texts: make(map[string]string), names: make(map[string]string), removed: make(map[string]bool), live: make(map[*Entry]*Entry),
	}
	rw.now = rw.read(nil)
	if rw.now == nil || !rw.follow(treesOf(w.Entries, nil), rw.now.Entries, rw.live) {
		return nil, nil, refuse("The order of the work has changed meanwhile.")
	}
	for _, c := range changes {
		if err := rw.change(c); err != nil {
			return nil, nil, err
		}
	}
	return rw.edits(), &rw.now.Work, nil
}

// rewriter makes changes of an order, on texts that lie over those of a file system.
type rewriter struct {
	fsys         fs.FS
	kind, folder string

	texts   map[string]string // by path, what differs from fsys
	names   map[string]string // in fsys, of files that have been renamed
	removed map[string]bool

	now  *reader           // the order after the changes so far
	live map[*Entry]*Entry // what the caller's entries are in it
}

// read reads the order with some texts over those of the changes so far; nil if there is none.
func (rw *rewriter) read(over map[string]string) *reader {
	texts := maps.Clone(rw.texts)
	maps.Copy(texts, over)
	fsys := Over(rw.fsys, texts, slices.Collect(maps.Keys(rw.removed))...)
	r := newReader(fsys, rw.folder, rw.kind)
	if rw.kind == folderKind {
		r.Entries = r.inFolder(rw.folder)
		return r
	}
	for _, k := range kinds {
		if k.name == rw.kind && k.read(r) {
			return r
		}
	}
	return nil
}

// tree is an entry as it is to be read after a change.
type tree struct {
	of                 *Entry // the caller's
	path, title        string
	anyTitle, anyBelow bool
	below              []*tree
}

// treesOf are entries as trees, each of the entry itself, or of what it is to the caller.
func treesOf(entries []*Entry, of map[*Entry]*Entry) []*tree {
	var trees []*tree
	for _, e := range entries {
		t := &tree{of: e, path: e.Path, title: e.Title, below: treesOf(e.Entries, of)}
		if of != nil {
			t.of = of[e]
		}
		trees = append(trees, t)
	}
	return trees
}

// follow reports whether entries are what trees say, and notes what the caller's are now.
func (rw *rewriter) follow(trees []*tree, entries []*Entry, live map[*Entry]*Entry) bool {
	if len(trees) != len(entries) {
		return false
	}
	for i, t := range trees {
		e := entries[i]
		if t.path != e.Path || !t.anyTitle && t.title != e.Title {
			return false
		}
		if t.anyBelow {
			t.below = treesOf(e.Entries, nil)
		}
		if !rw.follow(t.below, e.Entries, live) {
			return false
		}
		if t.of != nil {
			live[t.of] = e
		}
	}
	return true
}

// trees is the order as it is now, of the caller's entries.
func (rw *rewriter) trees() []*tree {
	of := make(map[*Entry]*Entry)
	for callers, e := range rw.live {
		of[e] = callers
	}
	return treesOf(rw.now.Entries, of)
}

// find is where a tree of an entry is: among which, and at which index; -1 if it is nowhere.
func find(among *[]*tree, e *Entry) (*[]*tree, int) {
	for i, t := range *among {
		if t.of == e {
			return among, i
		}
		if list, i := find(&t.below, e); i >= 0 {
			return list, i
		}
	}
	return nil, -1
}

// plant puts a tree at a place.
func plant(all *[]*tree, t *tree, at Place) bool {
	list, i := all, 0
	if at.of != nil {
		if list, i = find(all, at.of); i < 0 {
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

// try makes edits if after them the order reads as trees say.
func (rw *rewriter) try(want []*tree, edits []Edit) bool {
	over := rw.edited(edits)
	r := rw.read(over)
	live := make(map[*Entry]*Entry)
	if r == nil || len(r.Problems) > len(rw.now.Problems) || !rw.follow(want, r.Entries, live) {
		return false
	}
	maps.Copy(rw.texts, over)
	rw.now, rw.live = r, live
	return true
}

// edited are the texts of files after edits.
func (rw *rewriter) edited(edits []Edit) map[string]string {
	of := make(map[string][]Edit)
	for _, e := range edits {
		of[e.File] = append(of[e.File], e)
	}
	texts := make(map[string]string)
	for file, edits := range of {
		text := rw.text(file)
		bare := strings.TrimPrefix(text, byteOrderMark)
		if strings.Contains(bare, "\r\n") {
			for i := range edits {
				edits[i].Text = strings.ReplaceAll(strings.ReplaceAll(edits[i].Text, "\r\n", "\n"), "\n", "\r\n")
			}
		}
		texts[file] = text[:len(text)-len(bare)] + apply(bare, edits)
	}
	return texts
}

// text is a file as it is after the changes so far.
func (rw *rewriter) text(file string) string {
	if text, ok := rw.texts[file]; ok {
		return text
	}
	text, _ := fs.ReadFile(rw.fsys, file)
	return string(text)
}

// edits are the edits of the files that differ from what they were.
func (rw *rewriter) edits() []Edit {
	var edits []Edit
	for _, file := range slices.Sorted(maps.Keys(rw.texts)) {
		name := cmp.Or(rw.names[file], file)
		text, err := fs.ReadFile(rw.fsys, name)
		if err != nil { // a new file, which is not written here
			continue
		}
		for _, e := range udiff.Lines(string(text), rw.texts[file]) {
			edits = append(edits, tightened(Edit{name, markup.Span{Start: e.Start, End: e.End}, e.New}, string(text)))
		}
	}
	return edits
}

// tightened is an edit without what its beginning and end leave as it is.
func tightened(e Edit, text string) Edit {
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

// change makes one change.
func (rw *rewriter) change(c Change) error {
	for _, e := range []*Entry{c.entry, c.to.of} {
		if e != nil && rw.live[e] == nil && (c.verb != insert || e != c.entry) {
			return refuse("The order does not name %s.", cmp.Or(e.Path, e.Title))
		}
	}
	if c.to.of == nil && rw.now.includes() {
		c.to.of = rw.trees()[0].of // the root, below which all others are
	}
	switch c.verb {
	case insert:
		return rw.insert(c.entry, c.to)
	case remove:
		return rw.remove(c.entry)
	case move:
		return rw.move(c.entry, c.to)
	case rename:
		return rw.rename(c.from, c.as)
	}
	return rw.retitle(c.entry, c.as)
}

// cannot is the refusal of a change that the order has no way to say.
func (rw *rewriter) cannot(e *Entry, what string) error {
	name := "the work"
	if e != nil {
		name = cmp.Or(path.Base(e.Path), e.Title)
		if e.Path == "" {
			name = e.Title
		}
	}
	live := rw.live[e]
	switch {
	case rw.now.Order == "" || live != nil && live.spot == nil && !rw.now.includes():
		return refuse("%s cannot be %s: the files are in the order of their names.", name, what)
	case live != nil && live.spot == nil:
		return refuse("%s cannot be %s: it is the root of the work.", name, what)
	case live != nil && live.spot.isPattern:
		return refuse("%s cannot be %s: the order names it by the pattern %s.", name, what, live.spot.in.slice(live.spot.path))
	}
	return refuse("%s cannot be %s: the order in %s has no way to say it.", name, what, rw.now.Order)
}

func (rw *rewriter) insert(e *Entry, at Place) error {
	if e.Path != "" {
		if rw.now.named[e.Path] {
			for now := range rw.now.All() {
				if now.Path == e.Path {
					return refuse("The order has %s already.", e.Path)
				}
			}
		}
		if _, err := fs.Stat(rw.fsys, e.Path); err != nil {
			rw.texts[e.Path] = ""
		}
		delete(rw.removed, e.Path)
	}
	want := func() []*tree {
		trees := rw.trees()
		plant(&trees, &tree{of: e, path: e.Path, title: e.Title, anyTitle: e.Path != "", anyBelow: true}, at)
		if siblings, i := find(&trees, at.of); at.of != nil && rw.live[at.of].Title == "" {
			(*siblings)[i].anyTitle = true // what has others below it may need one
		}
		return trees
	}
	if e.Path != "" && rw.try(want(), nil) {
		return nil
	}
	if rw.now.Kind == longformKind {
		if e.Path != "" && rw.try(want(), rw.now.scenesWith(e, rw.live[at.of], at.where)) {
			return nil
		}
	} else if rw.put(want, at, e.Path != "", func(l *list, like *spot) (body, bool) { return rw.now.item(e, l, like) }) {
		return nil
	}
	if at.of == nil {
		return rw.cannot(nil, "changed so")
	}
	return rw.cannot(at.of, "the neighbour of "+cmp.Or(path.Base(e.Path), e.Title))
}

// put adds an item at a place, wherever in the files that may be.
func (rw *rewriter) put(want func() []*tree, at Place, isFile bool, item func(l *list, like *spot) (body, bool)) bool {
	for _, slot := range rw.slots(at) {
		var like *spot
		if len(slot.l.spots) > 0 {
			like = slot.l.spots[slot.i]
		}
		b, ok := item(slot.l, like)
		ok = ok && !(slot.l.titles && isFile)
		if ok && rw.try(want(), append(slot.l.put(slot.i, slot.isAfter, b), slot.also...)) {
			return true
		}
	}
	return false
}

// slot is a place in a list: before or after an item.
type slot struct {
	l       *list
	i       int
	isAfter bool
	also    []Edit
}

// slots are where a place may be in the files, the likeliest first.
func (rw *rewriter) slots(at Place) []slot {
	if at.of == nil {
		entries, lists := rw.now.Entries, slices.DeleteFunc(slices.Clone(rw.now.lists), func(l *list) bool { return l == nil })
		var slots []slot
		switch {
		case len(entries) > 0 && at.where == firstBelow:
			slots = beside(entries[0], false)
		case len(entries) > 0:
			slots = beside(entries[len(entries)-1], true)
		}
		for _, l := range lists {
			if len(l.spots) == 0 {
				slots = append(slots, slot{l: l})
			}
		}
		return slots
	}
	e := rw.live[at.of]
	if at.where == before || at.where == after {
		if e.spot != nil && e.spot.isRoot && at.where == after && len(rw.now.lists) > 0 {
			return []slot{{l: rw.now.lists[0]}}
		}
		return beside(e, at.where == after)
	}
	lists := slices.DeleteFunc(slices.Clone(e.lists), func(l *list) bool { return l == nil })
	if len(lists) == 0 {
		if l, also := rw.now.nest(e); l != nil {
			return []slot{{l: l, also: also}}
		}
		return nil
	}
	if at.where == firstBelow {
		return []slot{{l: lists[0]}}
	}
	last := lists[len(lists)-1]
	return []slot{{l: last, i: len(last.spots) - 1, isAfter: true}}
}

// beside is the place before or after an entry.
func beside(e *Entry, isAfter bool) []slot {
	if e.spot == nil || e.spot.in == nil {
		return nil
	}
	if i := e.spot.index(); i >= 0 {
		return []slot{{l: e.spot.in, i: i, isAfter: isAfter}}
	}
	return nil
}

func (rw *rewriter) remove(e *Entry) error {
	live := rw.live[e]
	trees := rw.trees()
	list, i := find(&trees, e)
	below := (*list)[i].below
	if rw.now.includes() {
		below = nil
	}
	*list = slices.Replace(*list, i, i+1, below...)
	if live.Path != "" {
		rw.removed[live.Path] = true
	}
	if live.Path != "" && rw.try(trees, nil) {
		return nil
	}
	if live.spot != nil && live.spot.in != nil && !live.spot.isPattern && (live.spot.index() >= 0 || rw.now.Kind == longformKind) {
		var instead []body
		if !rw.now.includes() && !live.spot.isPart {
			var last *spot
			for _, child := range live.Entries {
				if child.spot == nil || child.spot.in == live.spot.in || live.spot.in.titles && child.Path != "" {
					return rw.cannot(e, "taken out of the order")
				}
				if child.spot != last { // a pattern has several
					instead = append(instead, child.spot.body())
				}
				last = child.spot
			}
		}
		edits := live.spot.cut(instead)
		if live.spot.isPart {
			edits = []Edit{{live.spot.in.file, live.spot.in.line(live.spot.in.lineOf(live.spot.span.Start)), ""}}
		}
		if rw.now.Kind == longformKind {
			edits = rw.now.scenesWithout(live)
		}
		if rw.try(trees, edits) {
			return nil
		}
	}
	delete(rw.removed, live.Path)
	return rw.cannot(e, "taken out of the order")
}

func (rw *rewriter) move(e *Entry, to Place) error {
	live := rw.live[e]
	trees := rw.trees()
	siblings, i := find(&trees, e)
	moved := (*siblings)[i]
	*siblings = slices.Delete(*siblings, i, i+1)
	without := trees
	want := func() []*tree {
		trees := rw.trees()
		plant(&trees, moved, to)
		return trees
	}
	if to.of != nil {
		if _, i := find(&moved.below, to.of); i >= 0 || to.of == e {
			return refuse("%s cannot be put into itself.", cmp.Or(e.Path, e.Title))
		}
	}
	if live.spot == nil || live.spot.in == nil || live.spot.isPattern || live.spot.index() < 0 && rw.now.Kind != longformKind {
		return rw.cannot(e, "moved")
	}
	before := *rw
	before.texts, before.live = maps.Clone(rw.texts), maps.Clone(rw.live)
	cut := live.spot.cut(nil)
	what, from := live.spot.body(), live.spot
	if rw.now.Kind == longformKind {
		cut = rw.now.scenesMoved(live, rw.live[to.of], to.where)
		plant(&trees, moved, to)
		if rw.try(trees, cut) {
			return nil
		}
		return rw.cannot(e, "moved there")
	}
	problems := rw.now.Problems
	if rw.try(without, cut) {
		rw.now.Problems = problems
		if rw.put(want, to, live.Path != "", func(l *list, _ *spot) (body, bool) { return rw.now.moved(what, from, live, l) }) {
			return nil
		}
	}
	*rw = before
	return rw.cannot(e, "moved there")
}

func (rw *rewriter) rename(from, to string) error {
	before := *rw
	before.texts, before.names, before.removed = maps.Clone(rw.texts), maps.Clone(rw.names), maps.Clone(rw.removed)
	as := func(file string) string {
		if file == from {
			return to
		}
		if rest, ok := strings.CutPrefix(file, from+"/"); ok {
			return path.Join(to, rest)
		}
		return file
	}
	if as(rw.now.Order) != rw.now.Order && !rw.now.includes() {
		return refuse("%s says the order of the work and keeps its name.", rw.now.Order)
	}
	trees := rw.trees()
	renamed := false
	var each func(trees []*tree)
	each = func(trees []*tree) {
		for _, t := range trees {
			if file := as(t.path); file != t.path {
				renamed = true
				rw.texts[file] = rw.text(t.path)
				rw.names[file] = cmp.Or(rw.names[t.path], t.path)
				delete(rw.texts, t.path)
				rw.removed[t.path] = true
				delete(rw.removed, file)
				t.path = file
			}
			t.anyTitle = t.anyTitle || rw.now.Kind == longformKind
			each(t.below)
		}
	}
	each(trees)
	if !renamed || rw.try(trees, nil) {
		return nil
	}
	var edits []Edit
	seen := make(map[*spot]bool)
	for e := range before.now.All() {
		if e.spot == nil || e.spot.path.Len() == 0 || e.Path == "" && !e.spot.isPattern || seen[e.spot] {
			continue
		}
		seen[e.spot] = true
		in := *e.spot.in
		source := *in.source
		in.source = &source
		source.file = as(source.file)
		if in.folder == path.Dir(e.spot.in.file) && rw.now.includes() && rw.now.Kind != "latex" {
			in.folder = path.Dir(source.file)
		}
		old := in.slice(e.spot.path)
		var text string
		var ok bool
		if e.spot.isPattern {
			text, ok = renamedPattern(old, from, to, in.folder)
		} else if strings.Contains(old, "/") && in.folder == e.spot.in.folder && path.Dir(as(e.Path)) == path.Dir(e.Path) && rw.now.Kind == "asciidoc" {
			text, ok = old[:strings.LastIndexByte(old, '/')+1]+path.Base(as(e.Path)), true // an attribute may name the folder
		} else if as(e.Path) != e.Path || in.folder != e.spot.in.folder {
			text, ok = rw.now.nameOf(as(e.Path), &in, e.spot, old)
		}
		if ok && text != old {
			edits = append(edits, Edit{source.file, e.spot.path, text})
		}
	}
	if rw.try(trees, edits) {
		return nil
	}
	if len(edits) == 0 && rw.reordered(trees) {
		return nil
	}
	*rw = before
	return refuse("%s cannot be renamed to %s: the order in %s could not name it so.", from, to, rw.now.Order)
}

// reordered reports whether the order, without an edit, has the files that it should have, in
// another order: that of their new names.
func (rw *rewriter) reordered(want []*tree) bool {
	r := rw.read(nil)
	if r == nil || len(r.Problems) > len(rw.now.Problems) {
		return false
	}
	type key struct{ path, title string }
	entries := make(map[key]*Entry)
	for e := range r.All() {
		entries[key{e.Path, e.Title}] = e
	}
	live := make(map[*Entry]*Entry)
	isWhole := true
	var each func(trees []*tree)
	each = func(trees []*tree) {
		for _, t := range trees {
			e := entries[key{t.path, t.title}]
			isWhole = isWhole && (e != nil || t.path == "")
			if e != nil {
				live[t.of] = e
			}
			each(t.below)
		}
	}
	if each(want); isWhole {
		rw.now, rw.live = r, live
	}
	return isWhole
}

// renamedPattern is a pattern after a folder that it names has been renamed.
func renamedPattern(old, from, to, folder string) (string, bool) {
	from, inFrom := relative(folder, from)
	to, inTo := relative(folder, to)
	bare := unquoted(old)
	rest, ok := strings.CutPrefix(strings.TrimPrefix(bare, "/")+"/", from+"/")
	if !ok || !inFrom || !inTo {
		return "", false
	}
	return strings.Replace(old, from, to, 1), rest != "" || strings.Trim(bare, "/") == from
}

func (rw *rewriter) retitle(e *Entry, title string) error {
	live := rw.live[e]
	trees := rw.trees()
	siblings, i := find(&trees, e)
	(*siblings)[i].title = title
	if live.Title == title {
		return nil
	}
	if title == "" {
		return refuse("A title has at least a letter.")
	}
	if live.spot != nil && live.spot.in != nil && !live.spot.isPattern {
		if edit, ok := rw.now.titled(live, title); ok && rw.try(trees, []Edit{edit}) {
			return nil
		}
	}
	return refuse("The order has no title for %s: it has that of the text.", cmp.Or(e.Path, e.Title))
}
