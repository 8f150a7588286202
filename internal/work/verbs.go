package work

import (
	"cmp"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/sentence"
)

func (rw *rewriter) insert(e *Entry, at Place) error {
	if e.Path != "" {
		if rw.now.named[e.Path] {
			for now := range rw.now.All() {
				if now.Path == e.Path {
					return refuse("The order already has %s.", e.Path)
				}
			}
		}
		if _, err := fs.Stat(rw.fsys, e.Path); err != nil {
			rw.texts[e.Path] = ""
		}
		delete(rw.removed, e.Path)
	}
	if rw.placed, rw.conditions = e, nil; at.of != nil {
		rw.conditions = rw.now.conditions(rw.currentEntries[at.of])
	}
	want := func() []*wantedEntry {
		trees := rw.trees()
		insertTree(&trees, &wantedEntry{of: e, path: e.Path, title: e.Title, anyTitle: e.Path != "", anyBelow: true}, at)
		if siblings, i := findTree(&trees, at.of); at.of != nil && rw.currentEntries[at.of].Title == "" {
			(*siblings)[i].anyTitle = true // insertion may give a title to the entry above
		}
		return trees
	}
	if e.Path != "" && rw.kind.weight == "" && rw.tryEdits(want(), nil) {
		return nil
	}
	if rw.kind.weight != "" {
		return rw.placeByWeight(e, at, want)
	}
	if rw.kind.hasScenes {
		if e.Path != "" && rw.tryEdits(want(), rw.now.addSceneEdits(e, rw.currentEntries[at.of], at.where)) {
			return nil
		}
	} else if rw.insertItem(want, at, e.Path != "", func(l *itemList, like *itemPlace) (itemText, bool) { return rw.now.formatItem(e, l, like) }) {
		return nil
	}
	if at.of == nil {
		return rw.refuseChange(nil, sentence.New("changed like this"))
	}
	return rw.refuseBecauseOf(at.of, e, sentence.New("the neighbour of %s", nameOf(at.of)))
}

// insertItem adds an item at a place, at the first insertion point where the order is then read as
// wanted, and reports whether there is one.
func (rw *rewriter) insertItem(want func() []*wantedEntry, at Place, isFile bool, item func(l *itemList, like *itemPlace) (itemText, bool)) bool {
	for _, slot := range rw.insertionPoints(at) {
		var like *itemPlace
		if len(slot.list.items) > 0 {
			like = slot.list.items[slot.i]
		}
		b, ok := item(slot.list, like)
		ok = ok && !(slot.list.titles && isFile)
		if ok && rw.tryEdits(want(), slot.list.editsToInsert(slot.i, slot.isAfter, b)) {
			return true
		}
	}
	return false
}

// insertionPoint is a place in a list, before or after an item.
type insertionPoint struct {
	list    *itemList
	i       int
	isAfter bool
}

// insertionPoints returns the possible insertion points for a place, the likeliest first.
func (rw *rewriter) insertionPoints(at Place) []insertionPoint {
	if at.of == nil {
		entries, lists := rw.now.Entries, slices.DeleteFunc(slices.Clone(rw.now.lists), func(l *itemList) bool { return l == nil })
		var slots []insertionPoint
		switch {
		case len(entries) > 0 && at.where == firstBelow:
			slots = insertionPointBeside(entries[0], false)
		case len(entries) > 0:
			slots = insertionPointBeside(entries[len(entries)-1], true)
		}
		for _, l := range lists {
			if len(l.items) == 0 {
				slots = append(slots, insertionPoint{list: l})
			}
		}
		return slots
	}
	e := rw.currentEntries[at.of]
	if at.where == before || at.where == after {
		if e.place != nil && e.place.isRoot && at.where == after && len(rw.now.lists) > 0 {
			return []insertionPoint{{list: rw.now.lists[0]}}
		}
		return insertionPointBeside(e, at.where == after)
	}
	lists := slices.DeleteFunc(slices.Clone(e.lists), func(l *itemList) bool { return l == nil })
	if len(lists) == 0 {
		if l := rw.now.makeListBelow(e); l != nil {
			return []insertionPoint{{list: l}}
		}
		return nil
	}
	if at.where == firstBelow {
		return []insertionPoint{{list: lists[0]}}
	}
	last := lists[len(lists)-1]
	return []insertionPoint{{list: last, i: len(last.items) - 1, isAfter: true}}
}

// insertionPointBeside returns the insertion point before or after an entry.
func insertionPointBeside(e *Entry, isAfter bool) []insertionPoint {
	if e.place == nil || e.place.in == nil {
		return nil
	}
	if i := e.place.index(); i >= 0 {
		return []insertionPoint{{list: e.place.in, i: i, isAfter: isAfter}}
	}
	return nil
}

func (rw *rewriter) remove(e *Entry) error {
	live := rw.currentEntries[e]
	trees := rw.trees()
	list, i := findTree(&trees, e)
	below := (*list)[i].below
	if rw.kind.inTexts {
		below = nil
	}
	*list = slices.Replace(*list, i, i+1, below...)
	if live.Path != "" {
		rw.removed[live.Path] = true
	}
	if live.Path != "" && rw.tryEdits(trees, nil) {
		return nil
	}
	if live.place != nil && live.place.in != nil && !live.place.isPattern && (live.place.index() >= 0 || rw.kind.hasScenes) {
		var instead []itemText
		if !rw.kind.inTexts && !live.place.isPart {
			var last *itemPlace
			from, isKept := live.place.span.Start, !live.place.in.isFlow // comments between the items below
			for _, child := range live.Entries {
				if child.place == nil || child.place.in == live.place.in || live.place.in.titles && child.Path != "" {
					return rw.refuseChange(e, sentence.New("taken out of the order"))
				}
				if child.place != last { // a pattern has several entries
					if isKept = isKept && from <= child.place.span.Start; isKept { // an alias may stand for items above
						instead = append(instead, live.place.in.commentsBetween(from, child.place.span.Start)...)
					}
					instead = append(instead, child.place.itemText())
				}
				last, from = child.place, child.place.span.End
			}
			if isKept && last != nil {
				instead = append(instead, live.place.in.commentsBetween(from, live.place.span.End)...)
			}
		}
		edits := live.place.editsToReplace(instead)
		if live.place.isPart {
			edits = []Edit{{live.place.in.file, live.place.in.line(live.place.in.lineOf(live.place.span.Start)), ""}}
		}
		if rw.kind.hasScenes {
			edits = rw.now.removeSceneEdits(live)
		}
		if rw.tryEdits(trees, edits) {
			return nil
		}
	}
	delete(rw.removed, live.Path)
	return rw.refuseChange(e, sentence.New("taken out of the order"))
}

func (rw *rewriter) move(e *Entry, to Place) error {
	live := rw.currentEntries[e]
	trees := rw.trees()
	siblings, i := findTree(&trees, e)
	moved := (*siblings)[i]
	*siblings = slices.Delete(*siblings, i, i+1)
	without := trees
	want := func() []*wantedEntry {
		trees := rw.trees()
		insertTree(&trees, moved, to)
		return trees
	}
	if to.of != nil {
		if _, i := findTree(&moved.below, to.of); i >= 0 || to.of == e {
			return refuse("%s cannot be put into itself.", cmp.Or(e.Path, e.Title))
		}
	}
	if rw.kind.weight != "" {
		insertTree(&trees, moved, to)
		return rw.placeByWeight(e, to, func() []*wantedEntry { return trees })
	}
	if live.place == nil || live.place.in == nil || live.place.isPattern || live.place.index() < 0 && !rw.kind.hasScenes {
		return rw.refuseChange(e, sentence.New("moved"))
	}
	before := *rw
	before.texts, before.currentEntries = maps.Clone(rw.texts), maps.Clone(rw.currentEntries)
	rw.placed, rw.conditions = e, rw.now.conditions(live)
	cut := live.place.editsToReplace(nil)
	what, from := live.place.itemText(), live.place
	if rw.kind.hasScenes {
		cut = rw.now.moveSceneEdits(live, rw.currentEntries[to.of], to.where)
		insertTree(&trees, moved, to)
		if rw.tryEdits(trees, cut) {
			return nil
		}
		return rw.refuseChange(e, sentence.New("moved there"))
	}
	problems := rw.now.Problems
	if rw.tryEdits(without, cut) {
		rw.now.Problems = problems
		if rw.insertItem(want, to, live.Path != "", func(l *itemList, _ *itemPlace) (itemText, bool) { return rw.now.rewriteForList(what, from, live, l) }) {
			return nil
		}
	}
	isConditional := rw.isConditional
	*rw = before
	if isConditional {
		return refuse("%s cannot be moved there: it would no longer be included under the same conditions.", nameOf(e))
	}
	return rw.refuseChange(e, sentence.New("moved there"))
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
	if as(rw.now.Order) != rw.now.Order && !rw.kind.inTexts {
		return refuse("%s sets the order of the files in the work and has to keep its name.", rw.now.Order)
	}
	trees := rw.trees()
	renamed := false
	var each func(trees []*wantedEntry)
	each = func(trees []*wantedEntry) {
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
			t.anyTitle = t.anyTitle || rw.kind.hasScenes // titles are names of files
			each(t.below)
		}
	}
	each(trees)
	if !renamed || rw.tryEdits(trees, nil) {
		return nil
	}
	var edits []Edit
	seen := make(map[*itemPlace]bool)
	for e := range before.now.All() {
		if e.place == nil || e.place.path.Len() == 0 || e.Path == "" && !e.place.isPattern || seen[e.place] {
			continue
		}
		seen[e.place] = true
		in := *e.place.in
		source := *in.source
		in.source = &source
		source.file = as(source.file)
		if in.folder == path.Dir(e.place.in.file) && rw.kind.ownFolder {
			in.folder = path.Dir(source.file)
		}
		old := in.slice(e.place.path)
		var text string
		var ok bool
		if e.place.isPattern {
			text, ok = renamedPattern(old, from, to, in.folder)
		} else if strings.Contains(old, "/") && in.folder == e.place.in.folder && path.Dir(as(e.Path)) == path.Dir(e.Path) && rw.kind.attributes {
			text, ok = old[:strings.LastIndexByte(old, '/')+1]+path.Base(as(e.Path)), true // an attribute may name the folder
		} else if as(e.Path) != e.Path || in.folder != e.place.in.folder {
			text, ok = rw.now.nameOf(as(e.Path), &in, e.place, old)
		}
		if ok && text != old {
			edits = append(edits, Edit{source.file, e.place.path, text})
		}
	}
	if rw.tryEdits(trees, edits) {
		return nil
	}
	if len(edits) == 0 && rw.tryReordering(trees) {
		return nil
	}
	*rw = before
	return refuse("%s cannot be renamed to %s: the order in %s cannot hold that name.", from, to, rw.now.Order)
}

// tryReordering reports whether the order, without an edit, has the wanted files in another sequence,
// determined by their new names. If so, it accepts that order.
func (rw *rewriter) tryReordering(want []*wantedEntry) bool {
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
	var each func(trees []*wantedEntry)
	each = func(trees []*wantedEntry) {
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
		rw.now, rw.currentEntries = r, live
	}
	return isWhole
}

// renamedPattern returns a pattern in which a folder has been renamed.
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
