package link

import (
	"cmp"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// Target is the target of a link.
type Target struct {
	Path  string      // of the file, in the index or not
	Place markup.Span // of the anchor in the file; empty if the link is to the file

	// Anchor is the name of the place in the link; "" if the link is to the file.
	Anchor string
}

// Follow returns the target of a link in a file. It returns false for links to other sites, and for links whose target is not in the index.
func (x *Index) Follow(name string, l Link) (Target, bool) {
	f := x.file(name)
	if f == nil {
		return Target{}, false
	}
	to := x.resolve(f, l)
	return to.Target, to.isFound
}

// LinksTo returns the links to a file, or to places in it, sorted by path.
func (x *Index) LinksTo(name string) []LocatedLink {
	return x.linksWhere(name, func(Target) bool { return true })
}

// LinksToSpan returns the links to places in a span of a file.
func (x *Index) LinksToSpan(name string, span markup.Span) []LocatedLink {
	return x.linksWhere(name, func(t Target) bool {
		return t.Anchor != "" && t.Place.Len() > 0 && span.Start <= t.Place.Start && t.Place.End <= span.End
	})
}

func (x *Index) linksWhere(name string, is func(Target) bool) []LocatedLink {
	var places []LocatedLink
	for _, from := range x.filesLinkingTo(name) {
		f := x.file(from)
		for _, l := range f.links {
			if to := x.resolve(f, l); to.Path == name && !to.isElsewhere && is(to.Target) {
				places = append(places, LocatedLink{from, l})
			}
		}
	}
	return places
}

// filesLinkingTo returns the files that may link to a file, sorted.
func (x *Index) filesLinkingTo(name string) []string {
	keys := []string{"leads " + stemOf(name), "leads-folder"}
	if f := x.file(name); f != nil {
		for _, a := range f.anchors {
			if a.Form == Label {
				keys = append(keys, "leads-"+f.labelKey(a.Name))
			}
		}
		page := strings.TrimRight(f.url, "/")
		keys = append(keys, "leads "+stemOf(page), "leads "+stemOf(path.Dir(name)))
	}
	var names []string
	for _, key := range keys {
		names = append(names, x.filesWithKey(key)...)
	}
	if x.file(name) != nil {
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Broken returns the links of the named files, or of all files, whose file or place does not exist, as far as segls can tell. It omits, for
// example, links to images and to notes that have not been written yet.
func (x *Index) Broken(names ...string) []BrokenLink {
	if len(names) == 0 {
		names = x.Files()
	}
	var list []BrokenLink
	for _, name := range names {
		f := x.file(name)
		if f == nil {
			continue
		}
		for _, l := range f.links {
			if reason := x.resolve(f, l).reason(f, l); reason != nil {
				list = append(list, BrokenLink{LocatedLink{name, l}, reason})
			}
		}
	}
	return list
}

// rstOwn holds the pages that Sphinx generates.
var rstOwn = map[string]bool{"genindex": true, "modindex": true, "search": true, "py-modindex": true}

// resolvedLink is the target of a link and the form in which the link names it.
type resolvedLink struct {
	Target
	writtenForm

	at          int  // of the place; see [Anchor]
	isKnown     bool // the index has the file
	isFound     bool // the place exists, or the link names none
	isElsewhere bool // it leads out of the workspace, or its target is generated
}

// writtenForm is the form in which a link names a file.
type writtenForm struct {
	isAbsolute bool   // it begins at the root: after a slash or the alias or, for a note, with a folder
	root       string // the folder to which the path is relative
	alias      string // replaces the slash of the root
	ending     urlEnding
	isOfBase   bool // it is relative to the root, such as [Site.Base], without a slash
	isURL      bool // it is relative to the page, not to the file
	isName     bool // it is the name of a note, or the end of its path
}

// urlEnding says how the last element of a link's path ends, compared with the name of the file.
type urlEnding uint8

const (
	endingKept    urlEnding = iota // the file's extension
	endingHTML                     // .html instead
	endingDropped                  // no extension
	endingFolder                   // a folder, whose index file it is
)

// parts returns the part of a link that names a file, the separator, and the part that names a place.
func (l Link) parts() (file, between, place string) {
	switch {
	case l.between != "":
		file, place, _ = strings.Cut(l.To, l.between)
		return file, l.between, place
	case l.Form == Label && !l.takesPart, l.Form == Title:
		return "", "", strings.TrimPrefix(l.To, "#")
	case l.Form == Document, l.Form == File && !l.takesPart:
		return l.To, "", ""
	case l.Form == File:
		file, place, _ = strings.Cut(l.To, "::")
		return file, "::", place
	}
	file, place, hasPlace := strings.Cut(l.To, "#")
	if l.Form == Label && !hasPlace {
		if isSupportedText(file) {
			return file, "", ""
		}
		return "", "", file
	}
	return file, "#", place
}

// unescapeSpaces returns the path that a link writes.
func (l Link) unescapeSpaces(written string) string {
	if l.escapesSpaces {
		return strings.ReplaceAll(written, `\ `, " ")
	}
	return written
}

// resolve returns the target of a link in a file.
func (x *Index) resolve(f *file, l Link) resolvedLink {
	if isElsewhere(l) {
		return resolvedLink{isElsewhere: true}
	}
	to, _, place := l.parts()
	switch l.Form {
	case Title:
		name := cmp.Or(l.name, l.To)
		a, ok := f.findAnchor(Title, name)
		if !ok && f.site.IsJoined {
			for _, other := range x.Files() {
				if g := x.file(other); g.site == f.site {
					if a, ok = g.findAnchor(Title, name); ok {
						f = g
						break
					}
				}
			}
		}
		return resolvedLink{Target: Target{f.path, a.Span, name}, at: a.at, isKnown: true, isFound: ok}
	case Label:
		if to == "" {
			return x.resolveLabel(f, l, place)
		}
	case Wiki:
		return x.resolveNote(f, to, place)
	}
	var found resolvedLink
	switch {
	case to == "":
		found = resolvedLink{Target: Target{Path: f.path}, isKnown: true, writtenForm: writtenForm{root: path.Dir(f.path)}}
	case l.Form == Address:
		address, _, _ := strings.Cut(to, "?")
		if address == "" {
			found = resolvedLink{Target: Target{Path: f.path}, isKnown: true, writtenForm: writtenForm{root: path.Dir(f.path)}}
			break
		}
		found = x.resolveURL(f, l, unescape(address))
	default:
		found = x.resolvePath(f, l, l.unescapeSpaces(to))
	}
	if l.Form == Address {
		place = unescape(place)
	}
	found.Anchor = place
	found.isFound = found.isKnown && place == ""
	if g := x.file(found.Path); g != nil && place != "" {
		form := Address
		switch {
		case l.Form == Region:
			form = Region
		case l.Form == File:
			form = Title
		case g.format.Name == markup.AsciiDoc.Name:
			form = Label
		}
		a, ok := g.findAnchor(form, place)
		if !ok && form == Address { // Obsidian links to headings by their words
			last := place[strings.LastIndexByte(place, '#')+1:]
			if a, ok = g.findAnchor(Wiki, noteAnchor(last)); ok {
				found.Anchor = last
			}
		}
		found.Place, found.at = a.Span, a.at
		found.isFound = ok || !isSupportedText(g.path) || strings.HasPrefix(place, ":~:") // a text fragment, which the browser resolves
	}
	return found
}

// resolveLabel returns the place of a label, in the same file or else in the same site. In AsciiDoc, it may be a title in the same file.
func (x *Index) resolveLabel(f *file, l Link, name string) resolvedLink {
	if a, ok := f.findAnchor(Label, name); ok {
		return resolvedLink{Target: Target{f.path, a.Span, name}, at: a.at, isKnown: true, isFound: true}
	}
	if f.format.Name == markup.AsciiDoc.Name && f.site.Kind != AsciiDoc {
		if a, ok := f.findAnchor(Title, name); ok {
			return resolvedLink{Target: Target{f.path, a.Span, name}, at: a.at, isKnown: true, isFound: true}
		}
		return resolvedLink{Target: Target{Path: f.path, Anchor: name}, isKnown: true}
	}
	for _, other := range x.filesWithKey(f.labelKey(name)) {
		if g := x.file(other); g.site == f.site {
			if a, ok := g.findAnchor(Label, name); ok {
				return resolvedLink{Target: Target{other, a.Span, name}, at: a.at, isKnown: true, isFound: true}
			}
		}
	}
	if a, ok := f.findAnchor(Title, name); ok && f.format.Name == markup.AsciiDoc.Name {
		return resolvedLink{Target: Target{f.path, a.Span, name}, at: a.at, isKnown: true, isFound: true}
	}
	return resolvedLink{Target: Target{Anchor: name}}
}

// resolveNote returns a note, given its name or its path from the vault or the file, and a heading or block in it.
func (x *Index) resolveNote(f *file, to, place string) resolvedLink {
	found := resolvedLink{Target: Target{Path: f.path}, writtenForm: writtenForm{ending: endingDropped}, isKnown: true}
	if to = strings.TrimSpace(to); to != "" {
		found = x.noteFile(f, to, true)
	}
	if place == "" || !found.isKnown {
		found.Anchor, found.isFound = place, found.isKnown
		return found
	}
	place = place[strings.LastIndexByte(place, '#')+1:] // of nested headings, the last one
	a, ok := x.file(found.Path).findAnchor(Wiki, noteAnchor(place))
	found.Place, found.Anchor, found.at, found.isFound = a.Span, place, a.at, ok
	return found
}

func noteAnchor(place string) string {
	if strings.HasPrefix(place, "^") {
		return place
	}
	return noteHeading(place)
}

// noteFile returns the text with a name, or with a path whose beginning may be missing. It prefers texts of f's site and, if isOfVault is
// set, finds others only by their whole path. Pages of Hugo and Jekyll may belong to other works of the same site.
func (x *Index) noteFile(f *file, to string, isOfVault bool) resolvedLink {
	w := writtenForm{root: f.site.Folder, ending: endingDropped}
	if isSupportedText(to) {
		w.ending = endingKept
	}
	if strings.Contains(to, "/") {
		w.isAbsolute = true
		for _, root := range []string{f.site.Folder, ".", path.Dir(f.path)} {
			full := path.Join(root, to)
			for _, name := range []string{full, full + ".md"} {
				if x.file(name) != nil {
					w.root = root
					return resolvedLink{Target: Target{Path: name}, writtenForm: w, isKnown: true}
				}
			}
		}
	}
	other := ""
	for _, name := range x.filesWithKey("note " + stemOf(to)) {
		if w.isAbsolute && !strings.HasSuffix(normalizeName(strings.TrimSuffix(name, path.Ext(name))), "/"+normalizeName(strings.TrimSuffix(to, ".md"))) {
			continue
		}
		if w.ending != endingDropped && path.Base(name) != path.Base(to) || normalizeName(baseWithoutExtension(name)) != normalizeName(baseWithoutExtension(to)) {
			continue
		}
		if x.file(name).site == f.site {
			return resolvedLink{Target: Target{Path: name}, writtenForm: w, isKnown: true}
		}
		other = name
	}
	if other != "" && !isOfVault { // each section of a site may have an order of its own
		return resolvedLink{Target: Target{Path: other}, writtenForm: w, isKnown: true}
	}
	return resolvedLink{Target: Target{Path: to}, writtenForm: w}
}

// baseWithoutExtension returns the last name of a path, without the extension of a text.
func baseWithoutExtension(name string) string {
	base := path.Base(name)
	if isSupportedText(base) {
		base = strings.TrimSuffix(base, path.Ext(base))
	}
	return base
}

// resolvePath returns the file of a path that is not a URL.
func (x *Index) resolvePath(f *file, l Link, to string) resolvedLink {
	roots := []writtenForm{{root: path.Dir(f.path)}}
	if l.root != "" {
		roots = []writtenForm{{root: l.root, isOfBase: true}}
	} else if l.isOfMain && f.site.Base != "" {
		roots = []writtenForm{{root: f.site.Base, isOfBase: true}, {root: path.Dir(f.path)}}
	}
	if rest, ok := strings.CutPrefix(to, "/"); ok {
		to, roots = rest, []writtenForm{{root: f.site.Folder, isAbsolute: true}, {root: ".", isAbsolute: true}}
		roots = f.andFoldersAround(roots)
	}
	for _, w := range roots {
		full := path.Join(w.root, to)
		if x.file(full) != nil {
			return resolvedLink{Target: Target{Path: full}, writtenForm: w, isKnown: true}
		}
		if l.Form != Document && l.Form != Label {
			continue
		}
		for _, ending := range omissibleExtensions(f) {
			if x.file(full+ending) != nil {
				w.ending = endingDropped
				return resolvedLink{Target: Target{Path: full + ending}, writtenForm: w, isKnown: true}
			}
		}
	}
	return resolvedLink{Target: Target{Path: path.Join(roots[0].root, to)}, writtenForm: roots[0]}
}

// andFoldersAround adds to the roots of a path the folders around a file. They may be roots if the settings of the site are elsewhere.
func (f *file) andFoldersAround(roots []writtenForm) []writtenForm {
	first := roots[0]
	for first.root = path.Dir(f.path); first.root != "."; first.root = path.Dir(first.root) {
		roots = append(roots, first)
	}
	return roots
}

// omissibleExtensions returns the extensions that a path in a file may omit, that of the file first.
func omissibleExtensions(f *file) []string {
	list := []string{path.Ext(f.path)}
	if f.format.Name == markup.LaTeX.Name {
		return append(list, ".tex")
	}
	return append(list, ".md", ".rst", ".qmd", ".mdx", ".markdown", ".Rmd", ".txt", ".adoc", ".org", ".html")
}

// resolveURL returns the file to which a URL of a page leads.
func (x *Index) resolveURL(f *file, l Link, to string) resolvedLink {
	site, isRaw, isOfMain := f.site, l.isRaw, l.isOfMain
	var roots []writtenForm
	alias, isAlias := strings.CutPrefix(to, "@site/")
	switch {
	case isAlias:
		to, roots = alias, []writtenForm{{root: path.Dir(site.Folder), isAbsolute: true, alias: "@site/"}}
	case l.root != "":
		roots = []writtenForm{{root: l.root, isOfBase: true}}
	case strings.HasPrefix(to, "/"):
		to, roots = to[1:], []writtenForm{{root: site.Folder, isAbsolute: true}, {root: ".", isAbsolute: true}}
	case isOfMain && site.Base != "":
		roots = []writtenForm{{root: site.Base, isOfBase: true}, {root: path.Dir(f.path)}}
	default:
		roots = []writtenForm{{root: path.Dir(f.path)}}
	}
	if isOfRoot := roots[0].isAbsolute || l.root != ""; isOfRoot && !isAlias && isSupportedText(to) {
		roots = f.andFoldersAround(roots)
	}
	isOfPage := !isSupportedText(to) && (site.Kind == MkDocs && (isRaw || path.Ext(to) == "") || site.Kind == Docusaurus && path.Ext(to) == "")
	if isOfPage && !isAlias {
		if found, ok := x.resolvePageURL(f, to, roots[0].isAbsolute); ok {
			return found
		}
	}
	for _, w := range roots {
		if name, ending, ok := x.findPage(site, path.Join(w.root, to), strings.HasSuffix(to, "/") || to == "."); ok {
			w.ending = ending
			return resolvedLink{Target: Target{Path: name}, writtenForm: w, isKnown: true}
		}
	}
	if site.Kind == Obsidian || l.byName {
		if found := x.noteFile(f, to, !l.byName); found.isKnown && (l.byName || isSupportedText(to)) {
			found.isName = true
			return found
		}
	}
	w := roots[0]
	if isOfPage && site.Kind == MkDocs && isRaw && !w.isAbsolute { // an image in HTML
		w.isURL = true
		return resolvedLink{Target: Target{Path: path.Join(site.Folder, folderOf(f.url), to)}, writtenForm: w}
	}
	return resolvedLink{Target: Target{Path: path.Join(w.root, to)}, writtenForm: w}
}

// resolvePageURL returns the file whose page a URL leads to, from the page of a file or from the root.
func (x *Index) resolvePageURL(f *file, to string, isAbsolute bool) (resolvedLink, bool) {
	at := strings.TrimSuffix(path.Join("/", to), "/")
	if !isAbsolute {
		at = strings.TrimSuffix(path.Join("/", folderOf(f.url), to), "/")
	}
	at = strings.TrimPrefix(at, "/")
	for _, url := range []string{at + "/", at, at + ".html"} {
		if url == "/" {
			url = ""
		}
		for _, name := range x.filesWithKey("page " + url) {
			if x.file(name).site == f.site {
				return resolvedLink{Target: Target{Path: name}, writtenForm: writtenForm{isAbsolute: isAbsolute, isURL: true, ending: urlEndingOf(to)}, isKnown: true}, true
			}
		}
	}
	return resolvedLink{}, false
}

func urlEndingOf(to string) urlEnding {
	if strings.HasSuffix(to, "/") || to == "." || to == ".." || strings.HasSuffix(to, "/..") {
		return endingFolder
	}
	return endingDropped
}

// folderOf returns the folder to which the addresses on a page are relative.
func folderOf(url string) string { return url[:strings.LastIndexByte(url, '/')+1] }

// findPage returns the text at a path, in any form in which a page may be named.
func (x *Index) findPage(site Site, full string, isFolder bool) (name string, ending urlEnding, ok bool) {
	if x.file(full) != nil {
		return full, endingKept, true
	}
	ext := path.Ext(full)
	stem := strings.TrimSuffix(full, ext)
	if ext == ".html" || ext == ".htm" {
		for _, e := range pageEndings {
			if x.file(stem+e) != nil {
				return stem + e, endingHTML, true
			}
		}
		if path.Base(stem) == "index" {
			for _, e := range pageEndings {
				if readme := path.Join(path.Dir(full), "README"+e); x.file(readme) != nil {
					return readme, endingHTML, true
				}
			}
		}
		return "", 0, false
	}
	if !isFolder {
		for _, e := range pageEndings {
			if x.file(full+e) != nil {
				return full + e, endingDropped, true
			}
		}
	}
	for _, base := range []string{"index", "README", "_index", "readme"} {
		for _, e := range pageEndings {
			if index := path.Join(full, base+e); x.file(index) != nil {
				return index, endingFolder, true
			}
		}
	}
	return "", 0, false
}

// pageEndings are the extensions of texts that become pages.
var pageEndings = []string{".md", ".qmd", ".rst", ".mdx", ".Rmd", ".markdown", ".adoc", ".org", ".html", ".rmd"}

// isElsewhere reports whether a link leads out of the workspace, or is generated by a program.
func isElsewhere(l Link) bool {
	to := l.To
	switch l.Form {
	case Wiki, Title:
		return false
	case Label:
		file, _, _ := l.parts()
		return strings.ContainsAny(to, "{}") || scheme.MatchString(file)
	case File, Region:
		to, _, _ = l.parts()
	}
	return scheme.MatchString(to) || strings.HasPrefix(to, "//") || strings.HasPrefix(to, `\`) || strings.HasPrefix(to, "<") ||
		strings.Contains(to, "{{") || strings.Contains(to, "{%") || strings.ContainsAny(to, "\r\n\x00") || l.Form != Address && strings.HasPrefix(to, "{")
}

var scheme = regexp.MustCompile(`^(?i:[a-z][a-z0-9+.-]+:|@(?:theme|generated)/)`)

// unescape returns an address without escapes; the address itself if a percent-encoding in it is invalid.
func unescape(address string) string {
	plain, err := url.PathUnescape(markdownEscapes.ReplaceAllString(address, "$1"))
	if err != nil {
		return address
	}
	return plain
}

// markdownEscapes matches a character escaped by a backslash.
var markdownEscapes = regexp.MustCompile("\\\\([!-/:-@\\[-`{-~])")

// comparePlaces orders links by path, and within a file by position.
func comparePlaces(a, b LocatedLink) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Link.Start, b.Link.Start))
}
