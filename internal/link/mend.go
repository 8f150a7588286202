package link

import (
	"maps"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/restructure"
)

// mender mends the links of a change.
type mender struct {
	x, after *Index
	change   Change
	movedBytes
}

// Mend returns the result of a change, with edits that keep the targets of links. [Result.Unmended] lists the links without such an edit.
func (x *Index) Mend(c Change) Result {
	files := x.completePieces(c)
	m := mender{x: x, change: c, movedBytes: newMovedBytes(files)}
	m.after = x.AfterChange(x.result(c, files))
	mended := maps.Clone(files)
	var unmended []BrokenByChange
	for _, name := range m.filesToCheck() {
		pieces, is := files[name]
		if !is {
			text, _ := x.Text(name)
			pieces = []Piece{{File: name, Span: markup.Span{End: len(text)}}}
		}
		next, not := m.mendFile(name, pieces)
		unmended = append(unmended, not...)
		if is || len(next) != len(pieces) {
			mended[name] = next
		}
	}
	r := x.result(c, mended)
	slices.SortFunc(unmended, func(a, b BrokenByChange) int { return comparePlaces(a.LocatedLink, b.LocatedLink) })
	r.Unmended = unmended
	return r
}

// filesToCheck returns the files after the change whose links may have to be mended, sorted.
func (m mender) filesToCheck() []string {
	names, before := make(map[string]bool), make(map[string]bool)
	for name, pieces := range m.files {
		if m.x.file(name) != nil {
			before[name] = true
		}
		if pieces != nil {
			names[name] = true
		}
	}
	for name := range before {
		for _, from := range m.x.filesLinkingTo(name) {
			if _, is := m.files[from]; !is {
				names[from] = true
			}
		}
	}
	if len(m.change.Renamed) > 0 { // also images, because it is not known which files link to them
		for name, f := range m.x.all() {
			if _, is := m.files[name]; is {
				continue
			}
			for _, l := range f.links {
				if to := m.x.resolve(f, l); !to.isElsewhere && m.pathAfter(l, to.Path) != to.Path {
					names[name] = true
					break
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// pathAfter returns the path after the change of a file to which a link leads. The file need not be in the index.
func (m mender) pathAfter(l Link, name string) string {
	if to := m.change.PathAfter(name); to != name || !l.isOfMain {
		return to
	}
	for _, r := range m.change.Renamed { // LaTeX omits the extension
		if before, ok := strings.CutPrefix(r.From, name+"."); ok && !strings.Contains(before, "/") {
			return strings.TrimSuffix(r.To, "."+before)
		}
	}
	return name
}

// mendFile returns the pieces of a file with their links mended, and the links that cannot be mended.
func (m mender) mendFile(name string, pieces []Piece) ([]Piece, []BrokenByChange) {
	f := m.after.file(name)
	next := []Piece{}
	var unmended []BrokenByChange
	at := 0
	for _, p := range pieces {
		if p.File == "" {
			next = append(next, p)
			at += len(p.Text)
			continue
		}
		var replacements []restructure.Replacement
		from := m.x.file(p.File)
		first := sort.Search(len(from.links), func(i int) bool { return from.links[i].Start >= p.Span.Start })
		for _, l := range from.links[first:] {
			if l.End > p.Span.End {
				break
			}
			text, reason := m.mendLink(from, l, f, at-p.Span.Start)
			if reason != nil {
				unmended = append(unmended, BrokenByChange{LocatedLink{p.File, l}, reason})
			} else if text != l.To {
				replacements = append(replacements, restructure.Replacement{Span: l.Span, Text: text})
			}
		}
		next = append(next, PiecesOfSpan(p.File, p.Span, replacements)...)
		at += p.Span.Len()
	}
	return next, unmended
}

// requiredTarget is the target that a link must have after the change.
type requiredTarget struct {
	path   string
	name   string // of the place; "" for the file
	origin Origin // of the place, before the change
	isOpen bool   // the place need not exist, because the old one was unknown
}

// mendLink returns the new address of link l, or why it cannot be mended. The change moves l by shift bytes, perhaps to another file.
func (m mender) mendLink(from *file, l Link, to *file, shift int) (text string, reason *sentence.Sentence) {
	was := m.x.resolve(from, l)
	if was.isElsewhere || was.Path == "" || !was.isFound && strings.HasPrefix(l.To, "#") {
		return l.To, nil
	}
	g, reason := m.requiredTargetOf(l, was, to.path)
	if reason != nil {
		return "", reason
	}
	now := l
	now.Span = l.Span.Shift(shift)
	hasMet := l.Form == Address && g.name != "" && was.Path != from.path && g.path == to.path // both are in one file now
	if m.leadsTo(to, now, g) && !hasMet {
		return l.To, nil
	}
	if g.path == "" {
		return l.To, nil
	}
	written, _, _ := l.parts()
	staysHere := l.Form == Address && written != "" && was.Path == from.path && from.path == to.path && g.path == to.path // the link names its own file
	for _, text := range m.after.waysToWriteLink(to, now, was, g.path, g.name) {
		now.To = strings.TrimPrefix(text, l.prefix)
		if staysHere && strings.HasPrefix(text, "#") {
			continue
		}
		if now.To != "" && m.leadsTo(to, now, g) {
			return l.quoted(text), nil
		}
	}
	if f := to.format.Name; f == markup.Org.Name && l.Form == Title && g.name != "" { // [[*Salt]] becomes [[file:road.org::*Salt]]
		now.Form, now.takesPart = File, true
		now.To = relativeTo(path.Dir(to.path), g.path) + "::" + g.name
		if m.leadsTo(to, now, g) {
			return "file:" + now.To, nil
		}
	}
	if l.name != "" && g.name != "" { // [Salt] becomes [Salt](road.qmd#salt)
		path, at, _ := m.newPlace(g.origin.File, g.origin.At, to.path)
		if a, ok := m.anchorAt(path, at, resolvedLink{}, Link{Form: Address}); ok {
			now.Form, now.name = Address, ""
			for _, now.To = range m.after.waysToWriteURL(to, Link{To: "#"}, resolvedLink{writtenForm: writtenForm{root: folderOf(to.path)}}, path, a.Name) {
				if m.leadsTo(to, now, g) {
					return l.prefix + "(" + now.To + ")", nil
				}
			}
		}
	}
	if g.name != "" && l.Form == Title {
		return "", sentence.New("“%s” is known only in its own file, %s.", g.name, g.path)
	}
	return "", sentence.New("%s cannot link to %s.", to.path, describeTarget(g))
}

func describeTarget(g requiredTarget) *sentence.Sentence {
	if g.name == "" {
		return sentence.New("%s", g.path)
	}
	return sentence.New("“%s” in %s", g.name, g.path)
}

// leadsTo reports whether a link of a file has the required target after the change.
func (m mender) leadsTo(f *file, l Link, g requiredTarget) bool {
	now := m.after.resolve(f, l)
	if now.isElsewhere {
		return false
	}
	switch {
	case g.isOpen:
		return now.Path == g.path && now.Anchor == g.name
	case g.name == "":
		return now.Path == g.path && now.Anchor == "" && now.isFound
	case !now.isFound || now.Anchor == "" || now.Path != g.path:
		return false
	}
	file, at, ok := m.oldPlace(now.Path, now.at)
	return ok && Origin{file, at} == g.origin
}

// requiredTargetOf returns the target that a link must have after the change, or a sentence that says why there is none. Of several copies,
// it prefers the one in the file `near`.
func (m mender) requiredTargetOf(l Link, was resolvedLink, near string) (requiredTarget, *sentence.Sentence) {
	switch {
	case !was.isKnown:
		return requiredTarget{path: m.pathAfter(l, was.Path), name: was.Anchor, isOpen: true}, nil
	case was.Anchor != "" && was.isFound && was.Place.Len() > 0:
		path, at, ok := m.newPlace(was.Path, was.at, near)
		if !ok {
			return requiredTarget{}, sentence.New("“%s” in %s would no longer exist.", was.Anchor, was.Path)
		}
		if a, ok := m.anchorAt(path, at, was, l); ok {
			if normalizeName(a.Name) == normalizeName(was.Anchor) {
				a.Name = was.Anchor
			}
			return requiredTarget{path: path, name: a.Name, origin: Origin{was.Path, was.at}}, nil
		}
		return requiredTarget{}, sentence.New("“%s” in %s would no longer have a name.", was.Anchor, path)
	}
	path, isGone := m.fileAfter(was.Path)
	if path != "" {
		return requiredTarget{path: path, name: was.Anchor, isOpen: was.Anchor != ""}, nil
	}
	if isGone || l.isImage {
		return requiredTarget{}, sentence.New("%s would no longer exist.", was.Path)
	}
	if l.Form == Document { // it names no part of a file
		return requiredTarget{path: m.pieces[was.Path][0].file}, nil
	}
	return m.firstHeadingTarget(l, was)
}

// hasAddressAnchor reports whether a file has a place of this name to which an address can lead.
func hasAddressAnchor(f *file, name string) bool {
	if f == nil {
		return false
	}
	_, ok := f.findAnchor(Address, name)
	return ok
}

// fileAfter returns the path of a file after the change, or "" if its text is elsewhere or gone. isGone is set if all of it was removed.
func (m mender) fileAfter(name string) (path string, isGone bool) {
	if to := m.change.PathAfter(name); to != name {
		return to, false
	}
	if pieces, is := m.files[name]; !is || pieces != nil {
		return name, false
	}
	return "", len(m.pieces[name]) == 0
}

// firstHeadingTarget returns the new target of a link to a file whose text has moved to other files: the first of its named places that is
// left, or else the file with the first part of the text. It returns a sentence if nothing is left.
func (m mender) firstHeadingTarget(l Link, was resolvedLink) (requiredTarget, *sentence.Sentence) {
	f := m.x.file(was.Path)
	if p := m.pieces[was.Path]; len(p) > 0 { // the title from the metadata, now a heading
		if now, ok := m.anchorAt(p[0].file, p[0].at, was, l); ok {
			return requiredTarget{path: p[0].file, name: now.Name, origin: Origin{was.Path, p[0].span.Start}}, nil
		}
	}
	anchors := slices.Clone(f.anchors)
	slices.SortStableFunc(anchors, func(a, b Anchor) int { return a.Span.Start - b.Span.Start })
	for _, a := range anchors {
		if a.Form != Address && !(a.Form == Label && f.format.Name == markup.AsciiDoc.Name) {
			continue
		}
		path, at, ok := m.newPlace(was.Path, a.at, was.Path)
		if !ok {
			continue
		}
		place := was
		place.Anchor, place.Place, place.at = a.Name, a.Span, a.at
		if now, ok := m.anchorAt(path, at, place, l); ok {
			return requiredTarget{path: path, name: now.Name, origin: Origin{was.Path, a.at}}, nil
		}
	}
	if p := m.pieces[was.Path]; len(p) > 0 {
		return requiredTarget{path: p[0].file}, nil
	}
	return requiredTarget{}, sentence.New("%s would no longer exist.", was.Path)
}

// anchorAt returns the anchor for a link to a place after the change: preferably one with the same name, then one that the text defines.
func (m mender) anchorAt(path string, at int, was resolvedLink, l Link) (Anchor, bool) {
	f := m.after.file(path)
	if f == nil {
		return Anchor{}, false
	}
	form := l.Form
	switch {
	case form == File:
		form = Title
	case form == Address && was.isFound && was.Anchor != "" && !hasAddressAnchor(m.x.file(was.Path), was.Anchor):
		form = Wiki
	case form == Address && f.format.Name == markup.AsciiDoc.Name:
		form = Label
	case form == Label && f.format.Name == markup.AsciiDoc.Name && was.isFound && was.Anchor != "":
		if g := m.x.file(was.Path); g != nil { // the link may name the heading by its title
			if _, isLabel := g.findAnchor(Label, was.Anchor); !isLabel {
				form = Title
			}
		}
	}
	var best Anchor
	rank := -1
	for _, i := range f.places[at] {
		a := f.anchors[i]
		if a.Form != form {
			continue
		}
		r := 0
		switch {
		case normalizeName(a.Name) == normalizeName(was.Anchor):
			r = 3
		case a.Given:
			r = 2
		case strings.HasPrefix(a.Name, "*") == strings.HasPrefix(was.Anchor, "*"): // the star that Org puts before headlines
			r = 1
		}
		if r > rank {
			best, rank = a, r
		}
	}
	return best, rank >= 0
}
