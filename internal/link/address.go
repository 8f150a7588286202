package link

import (
	"path"
	"regexp"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// waysToWriteLink returns possible addresses of link l in file f if its target is the file `to` and, unless anchor is "", the place of that
// name in it. Those in the form of the present link come first, as a rule. The caller must check where each leads.
func (x *Index) waysToWriteLink(f *file, l Link, was resolvedLink, to, anchor string) []string {
	file, between, _ := l.parts()
	tail := func(name string) string {
		if anchor == "" {
			return name
		}
		return name + between + anchor
	}
	if l.isInRoot && !isIn(l.root, to) {
		return nil
	}
	switch l.Form {
	case Title:
		if l.name != "" {
			return nil
		}
		return []string{anchor}
	case Region:
		return []string{tail(x.relative(f, was.writtenForm, to))}
	case Label:
		if !l.takesPart {
			return []string{anchor}
		}
		if strings.HasPrefix(l.To, "#") {
			return []string{"#" + anchor, x.relative(f, was.writtenForm, to) + "#" + anchor}
		}
		full := x.relative(f, was.writtenForm, to)
		if file == "" {
			return []string{anchor, full + "#" + anchor}
		}
		switch {
		case anchor == "" && between != "" && strings.HasSuffix(l.To, between):
			return []string{full + between, full}
		case anchor == "":
			return []string{full, full + "#"}
		case f.path == to:
			return []string{"#" + anchor, anchor}
		}
		return []string{full + "#" + anchor, anchor}
	case Document:
		full := x.relative(f, was.writtenForm, to)
		if l.noSpaces && strings.Contains(full, " ") {
			return nil
		}
		stem := strings.TrimSuffix(full, path.Ext(to))
		if was.ending == endingDropped {
			return []string{stem, full}
		}
		return []string{full, stem}
	case File:
		between = "::"
		name := x.relative(f, was.writtenForm, to)
		if (l.isModule || strings.HasPrefix(file, "./")) && !strings.HasPrefix(name, "../") {
			name = "./" + name
		}
		if strings.HasSuffix(file, "/") && !strings.HasSuffix(name, "/") { // a folder
			name += "/"
		}
		switch {
		case l.escapesSpaces:
			name = strings.ReplaceAll(name, " ", `\ `)
		case l.noSpaces && strings.Contains(name, " "):
			return nil
		}
		return []string{l.prefixed(tail(name))}
	case Wiki:
		return x.waysToWriteNote(f, was, to, anchor, file == "" && was.Path == to)
	}
	return x.waysToWriteURL(f, l, was, to, anchor)
}

// placeSeparator returns the separator between the file and the name of a place.
func (l Link) placeSeparator() string {
	if l.between != "" {
		return l.between
	}
	return "#"
}

func (l Link) prefixed(address string) string { return l.prefix + address }

// quoted returns an address, in quotes if the link is written without them and the address needs them.
func (l Link) quoted(address string) string {
	if l.quoteIfNeeded == "" {
		return address
	}
	name, rest := address, ""
	if i := strings.Index(address, l.between); i > 0 {
		name, rest = address[:i], address[i:]
	}
	if bareNames[l.quoteIfNeeded].MatchString(name) {
		return address
	}
	return l.quoteIfNeeded + name + l.quoteIfNeeded + rest
}

// bareNames match the names that need no quotes, in reStructuredText references and in Hugo shortcodes.
// https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#reference-names
// https://gohugo.io/content-management/shortcodes/
var bareNames = map[string]*regexp.Regexp{
	"`": regexp.MustCompile(`^[\pL\pN]+(?:[-_.:+][\pL\pN]+)*$`),
	`"`: regexp.MustCompile(`^[\pL\pN_.-]+$`),
}

// relative returns the path to a file in the form w.
func (x *Index) relative(f *file, w writtenForm, to string) string {
	if w.isAbsolute {
		if isIn(w.root, to) {
			return w.rootPrefix() + within(w.root, to)
		}
		return "/" + to
	}
	root := path.Dir(f.path)
	if w.isOfBase {
		root = w.root
	}
	return relativeTo(root, to)
}

// rootPrefix returns the prefix of paths from the root.
func (w writtenForm) rootPrefix() string {
	if w.alias != "" {
		return w.alias
	}
	return "/"
}

// relativeTo returns the path from a folder to a file.
func relativeTo(folder, file string) string {
	if folder == "." || folder == "" {
		return file
	}
	from, to := strings.Split(folder, "/"), strings.Split(file, "/")
	n := 0
	for n < len(from) && n < len(to)-1 && from[n] == to[n] {
		n++
	}
	return strings.Repeat("../", len(from)-n) + strings.Join(to[n:], "/")
}

// waysToWriteNote returns the ways to write a link to a note. isHere is set if the link names no file and its target stays in the same one.
func (x *Index) waysToWriteNote(f *file, was resolvedLink, to, anchor string, isHere bool) []string {
	tail := ""
	if anchor != "" {
		tail = "#" + anchor
	}
	stem := to
	if was.ending == endingDropped && isSupportedText(to) {
		stem = strings.TrimSuffix(to, path.Ext(to))
	}
	full := within(f.site.Folder, stem)
	var list []string
	if isHere || f.path == to && anchor != "" {
		list = append(list, tail)
	}
	if was.isAbsolute {
		return append(list, full+tail)
	}
	return append(list, path.Base(stem)+tail, full+tail)
}

func (x *Index) waysToWriteURL(f *file, l Link, was resolvedLink, to, anchor string) []string {
	addressOf := f.format.Notation().AddressOf
	if f.format.Name == markup.ReStructuredText.Name || f.format.Name == markup.AsciiDoc.Name { // only included files keep their spaces
		addressOf = func(path string) string { return strings.ReplaceAll(path, " ", "%20") }
	}
	file, _, place := l.parts()
	address, query, hasQuery := strings.Cut(file, "?")
	tail := ""
	if hasQuery {
		tail = "?" + query
	}
	if anchor != "" {
		switch {
		case unescape(place) == anchor:
			tail += l.placeSeparator() + place
		case f.format.Name == markup.Markdown.Name:
			tail += l.placeSeparator() + addressOf(anchor)
		default:
			tail += "#" + anchor
		}
	}
	var list []string
	if to == f.path && strings.HasPrefix(tail, "#") {
		list = append(list, tail)
	}
	if was.isName {
		if was.ending == endingDropped {
			return []string{addressOf(baseWithoutExtension(to)) + tail, addressOf(strings.TrimSuffix(within(f.site.Folder, to), path.Ext(to))) + tail}
		}
		return []string{addressOf(path.Base(to)) + tail, addressOf(within(f.site.Folder, to)) + tail}
	}
	name := x.relative(f, was.writtenForm, to)
	ext := path.Ext(to)
	stem := strings.TrimSuffix(name, ext)
	isIndex := func(base string) bool {
		return strings.EqualFold(base, "index") || strings.EqualFold(base, "readme") || base == "_index"
	}
	switch {
	case was.isURL:
		page := x.pageAddress(f, was.writtenForm, to)
		if strings.HasPrefix(address, "./") && !strings.HasPrefix(page, ".") {
			page = "./" + page
		}
		list = append(list, page+tail)
	case !isSupportedText(to) || was.ending == endingKept:
	case was.ending == endingHTML:
		if f.site.Kind == MDBook && strings.EqualFold(path.Base(stem), "readme") {
			stem = stem[:len(stem)-len("readme")] + "index"
		}
		list = append(list, addressOf(stem+".html")+tail)
	case isIndex(path.Base(stem)) && stem != path.Base(stem):
		folder := path.Dir(stem)
		if !l.byName || strings.HasSuffix(address, "/") {
			folder += "/"
		}
		list = append(list, addressOf(folder)+tail)
	case was.ending == endingDropped || was.ending == endingFolder:
		list = append(list, addressOf(stem)+tail)
	}
	if strings.HasPrefix(address, "./") && !strings.HasPrefix(name, "../") && !strings.HasPrefix(name, "/") {
		name = "./" + name
	}
	return append(list, addressOf(name)+tail)
}

// pageAddress returns the address of a file's page, relative to another page or to the root.
func (x *Index) pageAddress(f *file, w writtenForm, to string) string {
	url := f.site.URL(to)
	if g := x.file(to); g != nil {
		url = g.url
	}
	if w.ending == endingFolder && !strings.HasSuffix(url, "/") && url != "" && isSupportedText(to) {
		url += "/"
	}
	if w.isAbsolute {
		return w.rootPrefix() + url
	}
	from := strings.TrimSuffix(folderOf(f.url), "/")
	if url == "" || strings.HasSuffix(url, "/") {
		address := relativeTo(from, url+"-")
		if address = strings.TrimSuffix(address, "-"); address == "" {
			return "./"
		}
		return address
	}
	return relativeTo(from, url)
}
