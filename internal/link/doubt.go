package link

import (
	"cmp"
	"iter"
	"maps"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/restructure"
)

// A change can be mended as far as its links are known. segls does not know what a writer's own programs make of a text: shortcodes,
// macros, lists in YAML. So all files are searched, as plain strings, for places that name a file of the change together with something
// that has moved. These places are listed, never edited.

// Doubtful returns the places that a change may break although the index has no link there, sorted by path. files yields the files to
// search with their texts; texts of the index take precedence. exists reports whether there is a file at a path, and isOrder whether a
// file holds an order, which is updated by other means.
func (x *Index) Doubtful(r Result, files iter.Seq2[string, string], exists, isOrder func(name string) bool) []BrokenByChange {
	s := &search{x: x, result: r, exists: exists, isOrder: isOrder}
	for _, name := range slices.Sorted(maps.Keys(r.files)) {
		s.addConcerned(name)
	}
	for _, renamed := range r.Renamed {
		if x.file(renamed.From) == nil {
			s.add(&concerned{path: renamed.From, isGone: true})
		}
	}
	for name, text := range files {
		if ext := path.Ext(name); ext == ".po" || ext == ".pot" { // catalogues of translations, in which programs write paths and lines
			continue
		}
		if had, ok := x.Text(name); ok {
			text = had
		}
		s.read(name, text)
	}
	known := make(map[string][]markup.Span)
	for _, u := range r.Unmended {
		known[u.Path] = append(known[u.Path], u.Link.Span)
	}
	var list []BrokenByChange
	for _, u := range s.found {
		isKnown := func(other markup.Span) bool { return other.Start < u.around.End && u.around.Start < other.End }
		if !slices.ContainsFunc(known[u.Path], isKnown) {
			known[u.Path] = append(known[u.Path], u.around)
			list = append(list, u.BrokenByChange)
		}
	}
	list = append(list, x.recounted(r)...)
	slices.SortStableFunc(list, func(a, b BrokenByChange) int { return comparePlaces(a.LocatedLink, b.LocatedLink) })
	return list
}

// recounted returns the first places where counters of the writer's print another number after a change.
func (x *Index) recounted(r Result) (list []BrokenByChange) {
	for name, pieces := range r.files {
		f := x.file(name)
		if f == nil || !isPage(name) || pieces == nil && slices.ContainsFunc(r.Renamed, func(n Rename) bool { return n.From == name }) {
			continue
		}
		for _, c := range restructure.Recounted(f.format, f.text, r.texts[name]) {
			place := LocatedLink{name, Link{Span: c.Span, To: c.Name}}
			list = append(list, BrokenByChange{place, sentence.New("From here on, the counter “%s” prints other numbers.", c.Name)})
		}
	}
	return list
}

// doubtful is a place with the construct around it, as far as that is on its line.
type doubtful struct {
	BrokenByChange
	around markup.Span
}

// search searches for places that name files.
type search struct {
	x               *Index
	result          Result
	exists, isOrder func(name string) bool
	files           []*concerned
	found           []doubtful
}

// concerned is a file that loses text or gets another path.
type concerned struct {
	path   string
	isGone bool            // its path no longer names a file, or names another
	names  map[string]bool // the names that have moved, in lower case
	keys   []nameKey       // the names that other files may use for it
	from   int             // the first line that changes; 0 if none does
	last   int             // the last line that changes
	moved  []placedPiece
}

// nameKey is a name by which others may refer to a file.
type nameKey struct {
	text   string
	isPath bool // it includes the file's extension
}

func (s *search) add(c *concerned) {
	base := path.Base(c.path)
	stem := strings.TrimSuffix(base, path.Ext(base))
	texts := []string{stem}
	if strings.EqualFold(stem, "index") || strings.EqualFold(stem, "readme") || stem == "_index" {
		texts = []string{path.Base(path.Dir(c.path))}
	}
	texts = append(texts, numbered.ReplaceAllString(stem, ""), datedName.ReplaceAllString(stem, ""))
	if f := s.x.file(c.path); f != nil {
		texts = append(texts, pageNames(f)...)
	}
	for _, text := range texts {
		for _, form := range []string{text, strings.ReplaceAll(text, " ", "%20")} {
			k := nameKey{text: form}
			if len(form) > 0 && form != "." && !slices.Contains(c.keys, k) {
				c.keys = append(c.keys, k)
			}
		}
	}
	c.keys = append(c.keys, nameKey{base, true})
	if encoded := strings.ReplaceAll(base, " ", "%20"); encoded != base {
		c.keys = append(c.keys, nameKey{encoded, true})
	}
	s.files = append(s.files, c)
}

// pageNames returns the names that a text gives itself in its metadata, and its title, there or in its first heading.
func pageNames(f *file) (names []string) {
	isTitled := false
	for _, b := range f.format.Scan(f.text) {
		switch b.Kind {
		case markup.FrontMatter:
			for _, m := range pageName.FindAllStringSubmatch(f.text[b.Span.Start:b.Span.End], -1) {
				names = append(names, strings.Trim(m[1], "/"))
				isTitled = isTitled || strings.HasPrefix(strings.ToLower(m[0]), "title")
			}
			continue
		case markup.Heading:
			if isTitled {
				break
			}
			names = append(names, f.format.Title(f.text, b))
		default:
			continue
		}
		break
	}
	return names
}

var pageName = regexp.MustCompile(`(?mi)^(?:id|uid|slug|title|permalink|url|handle|name)[ \t]*[:=][ \t]*["']?([^"'\r\n]+?)["']?[ \t\r]*$`)

// addConcerned adds a file to the search if the change removes text from it, shifts its lines or changes its path.
func (s *search) addConcerned(name string) {
	if c := s.concernOf(name); c != nil && (c.isGone || c.from > 0) {
		s.add(c)
	}
}

// concernOf returns how a change affects a file; nil if the file is not a text.
func (s *search) concernOf(name string) *concerned {
	f := s.x.file(name)
	if f == nil || !isPage(name) {
		return nil
	}
	pieces, now := s.result.files[name], s.result.texts[name]
	c := &concerned{path: name, isGone: pieces == nil, names: make(map[string]bool)}
	if pieces != nil && now != f.text {
		c.from, c.last = shiftedLines(f.text, now)
	}
	for _, p := range s.result.spread.pieces[name] {
		if p.file != name {
			c.moved = append(c.moved, p)
		}
	}
	isOut := func(at int) bool {
		file, _, ok := s.result.Place(name, at)
		return ok && file != name
	}
	renamed := make(map[int]bool)
	for _, p := range pieces {
		if p.Names.File == name {
			renamed[p.Names.At] = true
		}
	}
	isRemoved := func(at int) bool {
		_, _, ok := s.result.Place(name, at)
		return !ok || renamed[at]
	}
	addNames(c.names, f, isOut)
	removed := make(map[string]bool)
	if addNames(removed, f, isRemoved); len(removed) > 0 { // the edit may write them again
		if pieces != nil {
			kept := make(map[string]bool)
			addNames(kept, s.x.read(name, now), func(int) bool { return true })
			maps.DeleteFunc(removed, func(name string, _ bool) bool { return kept[name] })
		}
		maps.Copy(c.names, removed)
	}
	return c
}

// shiftedLines returns the first line that a change alters, and the last one whose number or words change.
func shiftedLines(before, after string) (from, last int) {
	same := 0
	for same < len(after) && same < len(before) && after[same] == before[same] {
		same++
	}
	from, last = 1+strings.Count(before[:same], "\n"), math.MaxInt
	if strings.Count(before, "\n") == strings.Count(after, "\n") {
		end := 0
		for end < min(len(before), len(after))-same && before[len(before)-1-end] == after[len(after)-1-end] {
			end++
		}
		last = 1 + strings.Count(before[:len(before)-end], "\n")
	}
	return from, last
}

// addNames adds the names that a text gives to places, in lower case: its headings in each form, and its marks of regions.
func addNames(names map[string]bool, f *file, isAsked func(at int) bool) {
	for _, a := range f.anchors {
		if isAsked(a.at) {
			addName(names, a.Name)
		}
	}
	for _, b := range f.format.Scan(f.text) {
		if b.Span.Len() == 0 || !isAsked(b.Span.Start) && !isAsked(b.Span.End-1) {
			continue
		}
		if b.Kind == markup.Heading {
			title := f.format.Title(f.text, b)
			addName(names, title)
			for _, k := range []Kind{GitHub, MDBook, MkDocs, Pandoc} {
				addName(names, k.Slug(title))
			}
			addName(names, docutilsID(title))
			addName(names, "_"+strings.ReplaceAll(GitHub.Slug(title), "-", "_"))
		}
		if b.Kind.IsProse() || b.Kind == markup.Heading {
			continue
		}
		isPlain := b.Kind == markup.Code || b.Kind == markup.Table || b.Kind == markup.Definition || b.Kind == markup.HTML && !strings.HasPrefix(f.text[b.Span.Start:], "<!--")
		for line := range strings.Lines(f.text[b.Span.Start:b.Span.End]) { // a line that marks a region says little else
			words := regionWord.FindAllString(line, -1)
			if len(words) > 4 || isPlain && !regionMarker.MatchString(line) {
				continue
			}
			for _, word := range words {
				if !regionVerbs[strings.ToLower(word)] {
					addName(names, word)
				}
			}
		}
	}
}

var (
	regionWord   = regexp.MustCompile(`[\pL_][\pL\pN_.-]*[\pL\pN]`)
	regionMarker = regexp.MustCompile(`(?i)\btag::|\banchor\b|\bregion\b|\bstart\b|\bbegin\b|\bsnippet\b`)
	regionVerbs  = map[string]bool{
		"begin": true, "end": true, "start": true, "stop": true, "tag": true, "region": true, "endregion": true, "anchor": true, "anchor_end": true,
		"section": true, "of": true, "the": true, "part": false, "snippet": true, "include": true, "note": true, "id": true, "name": true, "class": true, "div": true,
		"segls": true, "break": true, "label": true, "image": true, "figure": true, "src": true, "href": true, "html": true,
		"tip": true, "info": true, "warning": true, "caution": true, "danger": true, "important": true, "details": true, "summary": true, "title": true,
	}
)

func addName(names map[string]bool, name string) {
	name = strings.ToLower(strings.TrimLeft(strings.TrimSpace(name), "*#^"))
	if utf8.RuneCountInString(name) > 1 {
		names[name] = true
		names[strings.ReplaceAll(name, " ", "%20")] = true
	}
}

// read searches a file for doubtful places.
func (s *search) read(name, text string) {
	t := &searched{search: s, name: name, text: text}
	for _, c := range s.files {
		if t.holds(c) {
			t.searchMentions(c)
		}
		if name == c.path {
			t.ownNames(c)
			t.bracketNames(c)
			t.paths(c)
		}
	}
}

// searched is a file being searched.
type searched struct {
	*search
	name, text string
	live       string // computed when first needed
	links      []Link
	isText     bool
	isPrepared bool
}

func (t *searched) holds(c *concerned) bool {
	return slices.ContainsFunc(c.keys, func(k nameKey) bool { return strings.Contains(t.text, k.text) })
}

// prepare reads the links of the file.
func (t *searched) prepare() {
	if t.isPrepared {
		return
	}
	t.isPrepared, t.live = true, t.text
	if f := t.x.file(t.name); f != nil && isPage(t.name) {
		t.live, t.links, t.isText = f.format.Interpreted(t.text), f.links, true
	}
}

// searchMentions searches for mentions of a file.
func (t *searched) searchMentions(c *concerned) {
	t.prepare()
	for _, k := range c.keys {
		for from := 0; ; {
			i := strings.Index(t.text[from:], k.text)
			if i < 0 {
				break
			}
			i += from
			from = i + len(k.text)
			if t.isMention(c, k, i) {
				t.judge(c, k, i)
			}
		}
	}
}

// isMention reports whether a name is a word of its own and, if a path precedes it, that path leads to the file.
func (t *searched) isMention(c *concerned, k nameKey, at int) bool {
	end := at + len(k.text)
	if next, _ := utf8.DecodeRuneInString(t.text[end:]); end < len(t.text) && isNamePart(next) {
		return false
	}
	if !k.isPath && strings.HasPrefix(t.text[end:], ".") {
		ext := t.text[end : end+min(len(path.Ext(c.path)), len(t.text)-end)]
		if ext == path.Ext(c.path) {
			return false // the key with the extension finds it
		}
		if after, ok := strings.CutPrefix(t.text[end:], ".html"); !ok || after != "" && isNamePart(rune(after[0])) {
			if len(t.text) > end+1 && isNamePart(rune(t.text[end+1])) {
				return false // another file
			}
		}
	}
	start := at
	for start > 0 && isPathByte(t.text[start-1]) {
		start--
	}
	if version := strings.LastIndexByte(t.text[start:at], '@'); version > 0 && antoraModule.MatchString(c.path) {
		start += version + 1
	}
	lead := t.text[start:at]
	if lead == "" {
		previous, _ := utf8.DecodeLastRuneInString(t.text[:at])
		if m := antoraModule.FindStringSubmatch(c.path); m != nil && previous == ':' {
			if of := moduleBefore.FindStringSubmatch(t.text[max(0, at-60):at]); of != nil && of[1] != m[2] {
				return false // in another module of Antora
			}
		}
		return at == 0 || !isNamePart(previous)
	}
	if !strings.HasSuffix(lead, "/") {
		return strings.Trim(lead, "-+@.~%") == "" && !strings.HasSuffix(lead, "-")
	}
	folder := path.Dir(c.path)
	clean := strings.Trim(path.Clean("/"+strings.TrimLeft(lead, "./@~")), "/")
	if dated := datedName.FindStringSubmatch(path.Base(c.path)); dated != nil && strings.HasSuffix(clean, strings.Join(dated[1:], "/")) {
		return true // Jekyll forms addresses of posts this way
	}
	return clean == "" || path.Join(path.Dir(t.name), lead) == folder || folder == clean || strings.HasSuffix(folder, "/"+clean) || strings.HasSuffix(clean, "/"+folder) || folder == "." && strings.HasPrefix(lead, "..")
}

var datedName = regexp.MustCompile(`^(\d{4})-(\d\d)-(\d\d)-`)

var moduleBefore = regexp.MustCompile(`([\w-]+):$`)

func isNamePart(r rune) bool {
	return r == '_' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

func isPathByte(b byte) bool {
	return b >= utf8.RuneSelf || b == '/' || b == '.' || b == '_' || b == '-' || b == '%' || b == '~' || b == '@' || b == '+' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9'
}

// judge lists a mention if something that has moved is named with it, or if it is a path in a construct that segls does not know.
func (t *searched) judge(c *concerned, k nameKey, at int) {
	if t.isEdited(at) {
		return
	}
	end := at + len(k.text)
	known := t.linkAt(at)
	checksAfter, isLink := known == nil, false
	if known != nil {
		to := t.x.resolve(t.x.file(t.name), *known)
		if to.isKnown && to.Path != c.path { // a file of the same name in another folder
			return
		}
		isFollowed := to.isFound || to.isKnown && to.Anchor == ""
		if isFollowed && (!known.isImage && !known.isRaw || to.Anchor != "") {
			return
		}
		checksAfter = !isFollowed
		isLink = to.isKnown && !known.isImage && !known.isRaw
		end = max(end, min(known.End, len(t.text)))
		if !isFollowed {
			end = at + len(k.text)
		}
	}
	if t.isWordOfLink(c, end) {
		return
	}
	fragment := adjacent.FindString(t.text[end:min(len(t.text), end+200)])
	if !k.isPath && !t.isText && strings.HasPrefix(fragment, "[") { // a value in a program
		fragment = ""
	}
	if fragment != "" {
		if t.namesMoved(c, fragment) || t.isRead(at) && t.isShifted(c, fragment) {
			t.list(at, markup.Span{Start: at, End: end + len(fragment)})
			return
		}
		if fragment[0] == '#' && !t.isText { // an address of another part
			return
		}
	}
	span, kind := t.constructAt(at)
	if kind == noConstruct || isLink || t.name == c.path && !k.isPath || kind == listed && t.isOrder(t.name) {
		return
	}
	if kind == construct { // directly after the start of an address
		span.End += len(partBehind.FindString(t.text[span.End:]))
	}
	lead := at
	for lead > span.Start && isPathByte(t.text[lead-1]) { // folders are not names
		lead--
	}
	if strings.HasPrefix(t.text[lead:], "//") && lead > 0 && t.text[lead-1] == ':' {
		return // the address of the whole file
	}
	rest := t.text[span.Start:lead] + " " + t.text[end:max(end, span.End)]
	switch {
	case k.isPath && t.namesMoved(c, rest), !k.isPath && t.isQuotedTogether(c, k, at, span, kind):
		t.list(at, span)
	case k.isPath && c.quotes(t.x, rest):
		t.list(at, span)
	case k.isPath && slices.ContainsFunc(lineOption.FindAllString(rest, -1), func(said string) bool { return t.isShifted(c, said) }):
		t.list(at, span)
	case k.isPath && checksAfter && (c.isGone || kind == construct && len(c.moved) > 0 && !plainCall.MatchString(t.text[max(0, lead-60):lead])):
		t.list(at, span)
	}
}

var (
	adjacent      = regexp.MustCompile(`^(?:\.\w{2,5})?/?(?:[#?@>|]|%23|:{1,2}|\[)[^\s"'()<>{}` + "`" + `,;\]]+`)
	includeInCode = regexp.MustCompile(`^include::\S*$|(?:^|[^\\])\{\{[ \t]*#\w+[ \t]+\S*$|(?:^|[^;-])-+8<-+[ \t]+\S*$`)

	partBehind = regexp.MustCompile(`^#[^\s"'()<>{}` + "`" + `,;\]]+`)
	lineOption = regexp.MustCompile(`(?i)(?:\b(?:start|end|emphasize)-)?\blines?\b\W{0,4}\d[\d.,:;-]*`)
	lineRange  = regexp.MustCompile(`(?i)^[^\pL\d]*(?:L|lines?\W{1,4}|:?(?:(?:start|end)-line|emphasize-lines|lines?):\s*)?(\d+)(?:\s*(?:-|:|,|;|\.\.)\s*L?(\d+)?)?`)
)

// isRead reports whether programs read the text at an offset: it is not code, or it is an include, which programs execute in code too.
func (t *searched) isRead(at int) bool {
	return t.live[at] != ' ' || t.text[at] == ' ' || includeInCode.MatchString(t.text[t.lineAt(at).Start:at])
}

// isWordOfLink reports whether an offset is in the words of a link to a file. GitBook uses the address there as the words.
func (t *searched) isWordOfLink(c *concerned, at int) bool {
	end := strings.IndexAny(t.text[at:], "[]\r\n")
	if end < 0 || !strings.HasPrefix(t.text[at+end:], "](") {
		return false
	}
	l := t.linkAt(at + end + len("]("))
	return l != nil && t.x.resolve(t.x.file(t.name), *l).Path == c.path
}

// isEdited reports whether the change edits the line of an offset, and so has taken it into account.
func (t *searched) isEdited(at int) bool {
	line := t.lineAt(at)
	return !t.isTextOfWork() && slices.ContainsFunc(t.result.Edits[t.name], func(r restructure.Replacement) bool {
		return r.Span.Start <= line.End && line.Start <= r.Span.End
	})
}

// isTextOfWork reports whether parts of the file move.
func (t *searched) isTextOfWork() bool {
	return slices.ContainsFunc(t.files, func(c *concerned) bool { return c.path == t.name })
}

// quotes reports whether options include a file from or to certain words, and these or text between them have moved.
func (c *concerned) quotes(x *Index, said string) bool {
	text, _ := x.Text(c.path)
	options := wordsOption.FindAllStringSubmatch(said, -1)
	included := markup.Span{End: len(text)}
	for _, m := range options {
		words := strings.Trim(strings.TrimSpace(m[2]), `"'`)
		if slices.ContainsFunc(c.moved, func(p placedPiece) bool { return strings.Contains(text[p.span.Start:p.span.End], words) }) {
			return true
		}
		i := strings.Index(text[included.Start:included.End], words)
		switch {
		case i < 0:
		case strings.HasPrefix(m[1], "end"):
			included.End = included.Start + i
		default:
			included.Start += i
		}
	}
	return len(options) > 0 && slices.ContainsFunc(c.moved, func(p placedPiece) bool {
		return included.Start < p.span.Start && p.span.Start < included.End
	})
}

// wordsOption matches an option of include and literalinclude. https://docutils.sourceforge.io/docs/ref/rst/directives.html#include
var wordsOption = regexp.MustCompile(`(?m)\b(start-after|end-before|start-at|end-at|pyobject):[ \t]+(\S[^\r\n]*)`)

// isShifted reports whether a string holds a range of lines that the change shifts.
func (t *searched) isShifted(c *concerned, said string) bool {
	m := lineRange.FindStringSubmatch(said)
	if m == nil || c.from == 0 {
		return false
	}
	first, _ := strconv.Atoi(m[1])
	last, _ := strconv.Atoi(cmp.Or(m[2], m[1]))
	switch {
	case strings.Contains(said, "start-"):
		last = math.MaxInt
	case strings.Contains(said, "end-"):
		first = 0
	}
	if m[2] == "" && len(m[0]) > len(m[1]) && strings.ContainsAny(m[0][len(m[0])-1:], "-:.,") {
		return true
	}
	return last >= c.from && first <= c.last
}

// namesMoved reports whether a string names something that has moved.
func (t *searched) namesMoved(c *concerned, said string) bool {
	said = strings.ToLower(said)
	for name := range c.names {
		for from := 0; ; {
			i := strings.Index(said[from:], name)
			if i < 0 {
				break
			}
			i += from
			from = i + len(name)
			before, _ := utf8.DecodeLastRuneInString(said[:i])
			after, _ := utf8.DecodeRuneInString(said[from:])
			isOtherFile := strings.HasPrefix(said[from:], strings.ToLower(path.Ext(c.path)))
			if (i == 0 || !isNamePart(before)) && (from == len(said) || !isNamePart(after)) && !isOtherFile {
				return true
			}
		}
	}
	return false
}

// isQuotedTogether reports whether a span has two values: a name without extension, which may be an ordinary word, and something that
// has moved.
func (t *searched) isQuotedTogether(c *concerned, k nameKey, at int, span markup.Span, kind constructKind) bool {
	start := at
	for start > 0 && isPathByte(t.text[start-1]) {
		start--
	}
	if start > 2 && strings.HasSuffix(t.text[:start], ":") && strings.HasPrefix(t.text[start:], "//") {
		return false // another site
	}
	if kind == construct && t.text[span.Start] == '\\' && (at == 0 || t.text[at-1] != '{' || !strings.HasPrefix(t.text[at+len(k.text):], "}")) {
		return false // it is only a part of an argument
	}
	if kind == construct && plainCall.MatchString(t.text[max(0, start-60):start]) {
		return false // library("salt") loads no text
	}
	if kind == construct && t.text[span.Start] != '<' {
		return t.namesMoved(c, t.text[span.Start:at]+" "+t.text[at+len(k.text):span.End])
	}
	if !isValue(t.text, start, at+len(k.text)) || !t.isText && !dataEndings[strings.ToLower(path.Ext(t.name))] {
		return false
	}
	said := strings.ToLower(t.text[span.Start:span.End])
	for name := range c.names {
		if strings.EqualFold(name, k.text) {
			continue
		}
		for from := 0; ; {
			i := strings.Index(said[from:], name)
			if i < 0 {
				break
			}
			i += from
			if from = i + len(name); isValue(said, i, from) {
				return true
			}
		}
	}
	return false
}

// dataEndings are the extensions of files that describe a site. In other programs a quoted word is seldom the name of a text.
var dataEndings = func() map[string]bool {
	endings := map[string]bool{"": true}
	for _, name := range strings.Fields("json json5 jsonc yml yaml toml xml ini cfg conf csv tsv html htm js cjs mjs ts txt") {
		endings["."+name] = true
	}
	return endings
}()

// linkAt returns the link at an offset, or nil.
func (t *searched) linkAt(at int) *Link {
	i, _ := slices.BinarySearchFunc(t.links, at, func(l Link, at int) int { return cmp.Compare(l.End, at+1) })
	if i < len(t.links) && t.links[i].Start <= at && !isElsewhere(t.links[i]) {
		return &t.links[i]
	}
	return nil
}

// list adds a place in a construct to the result.
func (t *searched) list(at int, around markup.Span) {
	said := strings.Join(strings.Fields(t.text[around.Start:around.End]), " ")
	if strings.Count(said, "[") > strings.Count(said, "]") {
		said = strings.TrimRight(said, "[") + strings.Repeat("]", strings.Count(strings.TrimRight(said, "["), "[")-strings.Count(said, "]"))
	}
	if r := []rune(said); len(r) > 60 {
		said = string(r[:60]) + " …"
	}
	line := t.lineAt(at)
	t.found = append(t.found, doubtful{
		BrokenByChange{
			LocatedLink: LocatedLink{t.name, Link{Span: markup.Span{Start: at, End: at}, To: said}},
			Reason:      sentence.New("“%s” may lead to what moves; segls does not know this kind of link.", said),
		},
		markup.Span{Start: max(around.Start, line.Start), End: min(around.End, line.End)},
	})
}

// lineAt returns the line of an offset, without its terminator.
func (t *searched) lineAt(at int) markup.Span {
	line := markup.Span{Start: strings.LastIndexByte(t.text[:at], '\n') + 1, End: len(t.text)}
	if end := strings.IndexByte(t.text[at:], '\n'); end >= 0 {
		line.End = at + end
	}
	return line
}

type constructKind uint8

const (
	noConstruct constructKind = iota
	comment
	listed    // in a file that is not a text, or in metadata
	construct // a directive, shortcode, macro or tag
)

const (
	constructReach = 400
	longestLine    = 2000
)

// constructAt returns the construct around an offset.
func (t *searched) constructAt(at int) (markup.Span, constructKind) {
	text := t.text
	line := t.lineAt(at)
	if !t.isText || t.isMetadata(at) {
		if line.Len() > longestLine { // generated by a program
			return markup.Span{}, noConstruct
		}
		return t.entryAround(line), listed
	}
	near := markup.Span{Start: max(0, at-constructReach), End: min(len(text), at+constructReach)}
	if i := strings.LastIndex(text[near.Start:at], "\n\n"); i >= 0 {
		near.Start += i + 2
	}
	if i := strings.Index(text[at:near.End], "\n\n"); i >= 0 {
		near.End = at + i
	}
	if open := strings.LastIndex(text[near.Start:at], "<!--"); open >= 0 && !strings.Contains(text[near.Start+open:at], "-->") {
		span := markup.Span{Start: near.Start + open, End: near.End}
		if end := strings.Index(text[at:near.End], "-->"); end >= 0 {
			span.End = at + end + 3
		}
		if m := commentDirective.FindString(text[span.Start:span.End]); m != "" && len(strings.Fields(text[span.Start:span.End])) <= 5 {
			return span, construct
		}
		return span, comment
	}
	if span, ok := t.roleAround(line, at); ok {
		return span, construct
	}
	if !t.isRead(at) { // code or a comment of another form
		return markup.Span{}, noConstruct
	}
	if span, ok := bracesAround(text, near, at); ok {
		if templateComment.MatchString(text[span.Start:span.End]) {
			return span, comment
		}
		return span, construct
	}
	if open := strings.LastIndexAny(text[near.Start:at], "<>"); open >= 0 && text[near.Start+open] == '<' {
		open += near.Start
		if next := text[open+1]; next == '!' || next == '?' || next == '@' || next == '%' || next|0x20 >= 'a' && next|0x20 <= 'z' && strings.ContainsAny(text[open:at], " \t\n") {
			if end := strings.IndexByte(text[at:near.End], '>'); end >= 0 {
				return markup.Span{Start: open, End: at + end + 1}, construct
			}
		}
	}
	if m := textDirective.FindStringIndex(text[line.Start:at]); m != nil {
		if end := strings.IndexByte(text[at:line.End], ']'); end >= 0 {
			end += at + 1
			return markup.Span{Start: line.Start + m[0], End: end + len(attributesBehind.FindString(text[end:line.End]))}, construct
		}
	}
	start := at
	for start > line.Start && isPathByte(text[start-1]) {
		start--
	}
	if m := macroName.FindStringIndex(text[line.Start:start]); m != nil {
		span := markup.Span{Start: line.Start + m[0], End: line.End}
		if name := text[span.Start : line.Start+m[1]]; !strings.HasPrefix(strings.ToLower(name), "http") && !strings.HasSuffix(strings.TrimSpace(name), ": ") {
			if end := strings.IndexByte(text[at:line.End], ']'); end >= 0 {
				span.End = at + end + 1
			}
			return span, construct
		}
	}
	if i := strings.LastIndexByte(text[line.Start:start], '['); i >= 0 && !strings.Contains(text[line.Start+i:start], "]") {
		open := line.Start + i
		if bracketDirective.MatchString(text[open:at]) {
			if end := strings.IndexByte(text[at:line.End], ']'); end >= 0 && !strings.HasPrefix(text[at+end+1:], "(") && !strings.HasPrefix(text[at+end+1:], ":") {
				return markup.Span{Start: open, End: at + end + 1}, construct
			}
		}
	}
	if m := directiveLine.FindString(text[line.Start:line.End]); m != "" && line.Start+len(m) <= at+1 {
		return t.directive(line), construct
	}
	return markup.Span{}, noConstruct
}

var (
	templateComment  = regexp.MustCompile(`^\{(?:\{?[<%]?-?[ \t]*/\*|#-?[ \t]|\{!)`)
	commentDirective = regexp.MustCompile(`^<!--+\s*[@#!%$:]*\w[\w-]*\s*(?:[:=(]|\s)`)
	macroName        = regexp.MustCompile(`(?:^|[\s(>*-])[@!$%&]?[\pL][\w-]*:{1,3}$|[@!$%&]\w[\w-]*\s*[(\["':]\s*["']?$|[\pL_][\w-]*\(\s*["']$|[@!$%&]$`)
	textDirective    = regexp.MustCompile(`(?:^|\B):{1,3}\pL[\w-]*\[[^\[\]]*$`) // of generic directives in Markdown
	attributesBehind = regexp.MustCompile(`^\{[^{}]*\}`)
	plainCall        = regexp.MustCompile(`(?:^|[^@!$%&#\\{\w])[\pL_][\w-]*\(\s*["']$`)
	bracketDirective = regexp.MustCompile(`^\[+[!%@$&]?[\w-]+\s*[:=]|^\[+[!%@$&][\w-]+\s`)
	directiveLine    = regexp.MustCompile(`^[ \t]*(?:\.\. (?:\|[^|]+\| )?[\w:+-]+::|#\+\w+:|[@!%$&]{1,3}[\w-]+[\s(:\["']|<<<+|>>>+ |:{2,}[ \t]*\{?\w|:[\w-]+:[ \t]|\+{3,}|-+8<-+|={3,}[ \t]*\w|(?:` + "```+|~~~+" + `)\{?\w|\\[a-zA-Z]+\*?[\s(:"'])`)
)

// roleAround returns the role of reStructuredText or MyST whose text holds an offset, unless it only formats the text.
func (t *searched) roleAround(line markup.Span, at int) (markup.Span, bool) {
	m := roleBefore.FindStringSubmatchIndex(t.text[line.Start:at])
	if m == nil || formattingRoles[t.text[line.Start+m[2]:line.Start+m[3]]] || t.live[line.Start+m[2]] == ' ' {
		return markup.Span{}, false
	}
	end := strings.IndexByte(t.text[at:line.End], '`')
	return markup.Span{Start: line.Start + m[0], End: at + end + 1}, end >= 0
}

var (
	roleBefore      = regexp.MustCompile("[:{]([A-Za-z][\\w.+-]*(?::[\\w.+-]+)*)[:}]`[^`]*$")
	formattingRoles = func() map[string]bool {
		names := make(map[string]bool)
		for _, name := range strings.Fields("file code samp command kbd math literal program option envvar raw title-reference title strong emphasis sub sup guilabel menuselection abbr") {
			names[name] = true
		}
		return names
	}()
)

// isMetadata reports whether an offset is in the metadata at the beginning of a text.
func (t *searched) isMetadata(at int) bool {
	return at < t.x.file(t.name).format.Head(t.text)
}

// entryAround returns a line and up to two lines below it that belong to the same entry.
func (t *searched) entryAround(line markup.Span) markup.Span {
	const most = 2
	span := line
	for range most {
		if span.End+1 >= len(t.text) {
			break
		}
		end := len(t.text)
		if i := strings.IndexByte(t.text[span.End+1:], '\n'); i >= 0 {
			end = span.End + 1 + i
		}
		next := t.text[span.End+1 : end]
		if content := strings.TrimSpace(next); content == "" || content == "---" || strings.HasPrefix(content, "- ") || strings.HasPrefix(content, "{") || len(next) > constructReach {
			break
		}
		span.End = end
	}
	if span.Len() > 3*constructReach {
		return line
	}
	return span
}

// directive returns the directive, with its options, that begins on a line or of which the line is an option.
func (t *searched) directive(line markup.Span) markup.Span {
	span := line
	for isOption(t.text[span.Start:]) && span.Start > 0 {
		previous := strings.LastIndexByte(t.text[:span.Start-1], '\n') + 1
		if strings.TrimSpace(t.text[previous:span.Start]) == "" {
			break
		}
		span.Start = previous
	}
	if m := yamlOptions.FindString(t.text[span.End:]); m != "" { // in MyST
		span.End += len(m)
		return span
	}
	for span.End < len(t.text) && isOption(t.text[span.End+1:]) {
		end := strings.IndexByte(t.text[span.End+1:], '\n')
		if end < 0 {
			span.End = len(t.text)
			break
		}
		span.End += 1 + end
	}
	return span
}

var yamlOptions = regexp.MustCompile(`^\r?\n[ \t]*---[ \t]*(?:\r?\n[ \t]*[\w-]+:[^\r\n]*)+\r?\n[ \t]*---`)

func isOption(line string) bool {
	line = strings.TrimLeft(line, " \t")
	return strings.HasPrefix(line, ":") && !strings.HasPrefix(line, "::")
}

// bracesAround returns the innermost group of braces around an offset, including the command before them.
func bracesAround(text string, near markup.Span, at int) (markup.Span, bool) {
	depth, open := 0, -1
	for i := at - 1; i >= near.Start && open < 0; i-- {
		switch text[i] {
		case '}':
			depth++
		case '{':
			if depth--; depth < 0 {
				open = i
			}
		}
	}
	if open < 0 {
		return markup.Span{}, false
	}
	depth = 0
	end := -1
	for i := at; i < near.End && end < 0; i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				end = i + 1
			}
		}
	}
	if end < 0 {
		return markup.Span{}, false
	}
	for open > near.Start && (text[open-1] == '{' || text[open-1] == '}' || text[open-1] == ']' || text[open-1] == '*') {
		i := open - 1
		if text[i] == '}' || text[i] == ']' {
			if i = strings.LastIndexAny(text[near.Start:i], "{["); i < 0 {
				break
			}
			i += near.Start
		}
		open = i
	}
	for end < near.End && (text[end] == '}' || text[end] == '{' || text[end] == '[') {
		next := strings.IndexAny(text[end+1:near.End], "}]")
		if text[end] == '}' {
			next = -1
		}
		end += 2 + next
	}
	name := open
	for name > near.Start && (text[name-1] >= 'a' && text[name-1] <= 'z' || text[name-1] >= 'A' && text[name-1] <= 'Z') {
		name--
	}
	if name > near.Start && (text[name-1] == '\\' || text[name-1] == ':' || text[name-1] == '@' || text[name-1] == '#') {
		if text[name-1] == '\\' && formatting[text[name:open]] {
			return markup.Span{}, false
		}
		open = name - 1
		for open > near.Start && text[open-1] == ':' {
			open--
		}
	}
	return markup.Span{Start: open, End: min(end, near.End)}, true
}

// formatting holds the commands of LaTeX whose arguments are words.
var formatting = func() map[string]bool {
	names := make(map[string]bool)
	for _, name := range strings.Fields("emph texttt textbf textit textsc textrm textsf textsl underline footnote url path nolinkurl code caption title section subsection chapter paragraph enquote mbox") {
		names[name] = true
	}
	return names
}()

// isValue reports whether a string is delimited like a value.
func isValue(text string, start, end int) bool {
	before, after := byte('\n'), byte('\n')
	if start > 1 && text[start-1] == '#' { // part of an address
		start--
	}
	if start > 0 {
		before = text[start-1]
	}
	if end < len(text) {
		after = text[end]
	}
	isQuote := func(b byte) bool { return b == '"' || b == '\'' || b == '`' }
	return isQuote(before) && isQuote(after) || before == '/' && (after == '/' || isQuote(after)) ||
		before == ' ' && (after == '\n' || after == '\r') && strings.HasSuffix(strings.TrimRight(text[:start], " "), ":")
}

// ownNames lists the places of a file that name, in an unknown form, text that leaves the file.
func (t *searched) ownNames(c *concerned) {
	t.prepare()
	f := t.x.file(t.name)
	for i := strings.IndexByte(t.text, '#'); i >= 0 && i < len(t.text); {
		m := ownName.FindString(t.text[i:min(len(t.text), i+200)])
		if name := strings.ToLower(strings.TrimLeft(m, "#^*")); m != "" && c.names[name] && t.live[i] == '#' {
			file, _, _ := t.result.Place(t.name, i)
			isHere := i == 0 || !isPathByte(t.text[i-1]) && t.text[i-1] != '#' && t.text[i-1] != '&'
			l := t.linkAt(i)
			isKnown := l != nil && t.x.resolve(f, *l).isFound
			if isHere && !isKnown && file == t.name && !t.isAnchorAt(f, i) {
				switch span, kind := t.constructAt(i); {
				case kind == construct:
					t.list(i, span)
				case l != nil:
					t.list(i, l.Span)
				}
			}
		}
		next := strings.IndexByte(t.text[i+1:], '#')
		if next < 0 {
			return
		}
		i += 1 + next
	}
}

// bracketNames lists words in brackets that equal the title of a heading that leaves the file. In pandoc such words are links.
func (t *searched) bracketNames(c *concerned) {
	f := t.x.file(t.name)
	if f.format.Name != markup.Markdown.Name || f.site.Kind != GitHub && f.site.Kind != Pandoc {
		return
	}
	titles := make(map[string]bool)
	for _, a := range f.anchors {
		if a.Form == Wiki && !a.Given && c.names[strings.ToLower(a.Name)] {
			titles[normalizeName(a.Name)] = true
		}
	}
	defined := make(map[string]bool)
	for _, l := range f.format.Notation().Definitions(f.text, f.format.Scan(f.text)) {
		defined[l.Name] = true
	}
	live := markup.WithoutCodeSpans(t.live)
	for _, m := range bracketed.FindAllStringSubmatchIndex(live, -1) {
		name := normalizeName(live[m[2]:m[3]])
		if m[4] >= 0 && m[4] < m[5] {
			name = normalizeName(live[m[4]:m[5]])
		}
		next, before := live[m[1]:], live[max(0, m[0]-1):m[0]]
		if !titles[name] || defined["["+name+"]"] || before == "[" || strings.HasPrefix(next, "(") || strings.HasPrefix(next, ":") || strings.HasPrefix(next, "]") || t.linkAt(m[0]) != nil || t.linkAt(m[1]-1) != nil {
			continue
		}
		if file, _, ok := t.result.Place(t.name, m[0]); ok && file == t.name {
			t.list(m[0], markup.Span{Start: m[0], End: m[1]})
		}
	}
}

var ownName = regexp.MustCompile(`^#[\^*]?[\pL\pN_%][\pL\pN_.%-]*`)

// isAnchorAt reports whether the text names a place at an offset.
func (t *searched) isAnchorAt(f *file, at int) bool {
	return slices.ContainsFunc(f.anchors, func(a Anchor) bool { return a.Given && (a.at == at || a.at == at+1) })
}

// paths lists paths in unknown constructs of text that moves to another folder.
func (t *searched) paths(c *concerned) {
	t.prepare()
	for _, p := range c.moved {
		from, to := path.Dir(c.path), path.Dir(p.file)
		if from == to {
			continue
		}
		for _, m := range somePath.FindAllStringIndex(t.text[p.span.Start:p.span.End], -1) {
			at := p.span.Start + m[0]
			name := strings.TrimPrefix(t.text[at:p.span.Start+m[1]], "./")
			if t.linkAt(at) != nil || strings.HasPrefix(name, "/") || path.Join(from, name) == path.Join(to, name) || !t.exists(path.Join(from, name)) {
				continue
			}
			if span, kind := t.constructAt(at); kind == construct {
				t.list(at, span)
			}
		}
	}
}

var somePath = regexp.MustCompile(`[\w./%~-]*[\w-]\.[A-Za-z][A-Za-z0-9]{0,5}\b`)
