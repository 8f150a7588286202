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

// segls mends the links that it knows. It does not know what a writer's own programs make of a text: shortcodes, macros, lists in YAML. So
// it searches the files, as plain strings, for places that name a changed file together with something that has moved. It lists these
// places and never edits them.

// PossiblyBroken returns the places that a change may break, besides those in [Result.Unmended], sorted by path. files yields the files to
// search with their texts; texts of the index take precedence. exists reports whether there is a file at a path, and isOrder whether a
// file holds an order, which is updated by other means.
func (x *Index) PossiblyBroken(r Result, files iter.Seq2[string, string], exists, isOrder func(name string) bool) []BrokenByChange {
	s := &search{x: x, result: r, exists: exists, isOrder: isOrder}
	for _, name := range slices.Sorted(maps.Keys(r.files)) {
		s.addIfChanged(name)
	}
	for _, renamed := range r.Renamed {
		if x.file(renamed.From) == nil {
			s.addChangedFile(&changedFile{path: renamed.From, isGone: true, isDir: !exists(renamed.From)})
		}
	}
	for name, text := range files {
		if ext := path.Ext(name); ext == ".po" || ext == ".pot" { // catalogues of translations, in which programs write paths and lines
			continue
		}
		if had, ok := x.Text(name); ok {
			text = had
		}
		s.searchFile(name, text)
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
	list = append(list, x.changedCounters(r)...)
	slices.SortStableFunc(list, func(a, b BrokenByChange) int { return comparePlaces(a.LocatedLink, b.LocatedLink) })
	return list
}

// changedCounters returns the first places where the writer's own counters print another number after a change.
func (x *Index) changedCounters(r Result) (list []BrokenByChange) {
	for name := range r.files {
		f := x.file(name)
		if f == nil || !isSupportedText(name) || (Change{Renamed: r.Renamed}).PathAfter(name) != name {
			continue
		}
		for _, c := range restructure.ChangedCounters(f.format, f.text, r.texts[name]) {
			place := LocatedLink{name, Link{Span: c.Span, To: c.Name}}
			list = append(list, BrokenByChange{place, sentence.New("From here on, the counter “%s” prints other numbers.", c.Name)})
		}
	}
	return list
}

// doubtful is a place that may lead to moved text, with the part of the surrounding construct that is on the same line.
type doubtful struct {
	BrokenByChange
	around markup.Span
}

// search searches for places that name files.
type search struct {
	x               *Index
	result          Result
	exists, isOrder func(name string) bool
	files           []*changedFile
	found           []doubtful
}

func (s *search) addChangedFile(c *changedFile) {
	base := path.Base(c.path)
	stem := strings.TrimSuffix(base, path.Ext(base))
	texts := []string{stem}
	if isIndexName(stem) {
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

// isIndexName reports whether a page with this name, without its extension, is that of its folder. Many folders have one.
func isIndexName(stem string) bool {
	return strings.EqualFold(stem, "index") || strings.EqualFold(stem, "readme") || stem == "_index"
}

// searchFile searches a file for doubtful places.
func (s *search) searchFile(name, text string) {
	t := &searched{search: s, name: name, text: text}
	for _, c := range s.files {
		if t.containsAnyName(c) {
			t.searchMentions(c)
		}
		if name == c.path && t.x.file(name) != nil {
			t.listOwnNames(c)
			t.listBracketNames(c)
			t.listPaths(c)
			t.listParted()
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

func (t *searched) containsAnyName(c *changedFile) bool {
	return slices.ContainsFunc(c.keys, func(k nameKey) bool { return strings.Contains(t.text, k.text) })
}

func (t *searched) prepare() {
	if t.isPrepared {
		return
	}
	t.isPrepared, t.live = true, t.text
	if f := t.x.file(t.name); f != nil && isSupportedText(t.name) {
		t.live, t.links, t.isText = f.format.Interpreted(t.text), f.links, true
	}
}

// searchMentions searches for mentions of a file.
func (t *searched) searchMentions(c *changedFile) {
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

// hostPort matches what follows the name of a machine in an address.
var hostPort = regexp.MustCompile(`^:[0-9]{2,5}/`)

// isMention reports whether a name is a word of its own and, if a path precedes it, that path leads to the file.
func (t *searched) isMention(c *changedFile, k nameKey, at int) bool {
	end := at + len(k.text)
	if next, _ := utf8.DecodeRuneInString(t.text[end:]); end < len(t.text) && isNameRune(next) {
		return false
	}
	if !k.isPath && hostPort.MatchString(t.text[end:min(end+len(":65535/"), len(t.text))]) {
		return false // the name of a machine
	}
	if c.isDir && !strings.HasPrefix(t.text[end:], "/") { // its name may be a word
		return false
	}
	if !k.isPath && strings.HasPrefix(t.text[end:], ".") {
		ext := t.text[end : end+min(len(path.Ext(c.path)), len(t.text)-end)]
		if ext == path.Ext(c.path) {
			return false // the key with the extension finds it
		}
		if after, ok := strings.CutPrefix(t.text[end:], ".html"); !ok || after != "" && isNameRune(rune(after[0])) {
			if len(t.text) > end+1 && isNameRune(rune(t.text[end+1])) {
				return false // another file
			}
		}
	}
	start := t.pathStart(c, at)
	if version := strings.LastIndexByte(t.text[start:at], '@'); version > 0 && antoraModule.MatchString(c.path) {
		start += version + 1
	}
	lead := strings.ReplaceAll(t.text[start:at], "%20", " ")
	if (lead == "" && k.isPath || strings.HasPrefix(lead, ".")) && strings.HasPrefix(path.Base(c.path), k.text) && t.leadsToOther(c, lead) {
		return false
	}
	if folder := path.Dir(t.name); lead == "" && k.isPath && isIndexName(strings.TrimSuffix(k.text, path.Ext(k.text))) && folder != "." && !strings.HasPrefix(c.path, folder+"/") {
		return false // a file of that name in a nearer folder
	}
	if lead == "" {
		previous, _ := utf8.DecodeLastRuneInString(t.text[:at])
		if m := antoraModule.FindStringSubmatch(c.path); m != nil && previous == ':' {
			if of := moduleBefore.FindStringSubmatch(t.text[max(0, at-60):at]); of != nil && of[1] != m[2] {
				return false // in another module of Antora
			}
		}
		return at == 0 || !isNameRune(previous)
	}
	if !strings.HasSuffix(lead, "/") {
		return strings.Trim(lead, "-+@.~%") == "" && !strings.HasSuffix(lead, "-")
	}
	folder := path.Dir(c.path)
	if start > 0 && t.text[start-1] == ':' && strings.HasPrefix(lead, "//") { // an address, maybe of the site that is made of these files
		_, on, _ := strings.Cut(strings.Trim(lead, "/"), "/")
		return on == "" || path.Base(on) == path.Base(folder)
	}
	clean := strings.Trim(path.Clean("/"+strings.TrimLeft(lead, "./@~")), "/")
	if dated := datedName.FindStringSubmatch(path.Base(c.path)); dated != nil && strings.HasSuffix(clean, strings.Join(dated[1:], "/")) {
		return true // Jekyll forms addresses of posts this way
	}
	return clean == "" || path.Join(path.Dir(t.name), lead) == folder || folder == clean || strings.HasSuffix(folder, "/"+clean) || strings.HasSuffix(clean, "/"+folder) || folder == "." && strings.HasPrefix(lead, "..")
}

// leadsToOther reports whether a relative path leads to another file with the name of c. It may be relative to the file that contains it or
// to the page that is made of that file.
func (t *searched) leadsToOther(c *changedFile, lead string) (isOther bool) {
	for _, from := range []string{path.Dir(t.name), strings.TrimSuffix(t.name, path.Ext(t.name))} {
		to := path.Join(from, lead, path.Base(c.path))
		if to == c.path {
			return false
		}
		isOther = isOther || t.exists(to)
	}
	return isOther
}

// pathStart returns the start of the path that ends with the name of a file at an offset.
func (t *searched) pathStart(c *changedFile, at int) int {
	if folder := path.Dir(c.path); strings.Contains(folder, " ") {
		for f := folder; f != ""; _, f, _ = strings.Cut(f, "/") {
			if strings.HasSuffix(t.text[:at], f+"/") {
				at -= len(f) + len("/")
				break
			}
		}
	}
	for at > 0 && isPathByte(t.text[at-1]) {
		at--
	}
	return at
}

var datedName = regexp.MustCompile(`^(\d{4})-(\d\d)-(\d\d)-`)

var moduleBefore = regexp.MustCompile(`([\w-]+):$`)

func isNameRune(r rune) bool {
	return r == '_' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

func isPathByte(b byte) bool {
	return b >= utf8.RuneSelf || b == '/' || b == '.' || b == '_' || b == '-' || b == '%' || b == '~' || b == '@' || b == '+' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9'
}

// judge lists a mention if it may lead to something that moves or to lines that shift.
func (t *searched) judge(c *changedFile, k nameKey, at int) {
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
			if to.Anchor == "" {
				t.otherAttributes(c, at)
			}
			return
		}
		if known.Form == File && orgElsewhere.MatchString(to.Anchor) && c.hasMovedMatch(t.x, to.Anchor) {
			t.listPlace(at, known.Span)
			return
		}
		checksAfter = !isFollowed
		isLink = to.isKnown && !known.isImage && !known.isRaw
		end = max(end, min(known.End, len(t.text)))
		if !isFollowed {
			end = at + len(k.text)
		}
	}
	if t.isInLinkWords(c, end) || t.isText && !k.isPath && ownTitle.MatchString(t.text[t.lineAt(at).Start:at]) {
		return
	}
	fragment := cmp.Or(t.titleBehind(c, end), adjacent.FindString(t.text[end:min(len(t.text), end+200)]))
	if programMessage.MatchString(t.text[end:min(len(t.text), end+200)]) {
		return
	}
	if !k.isPath && !t.isText && strings.HasPrefix(fragment, "[") { // a value in a program
		fragment = ""
	}
	if fragment != "" {
		isVersion := !k.isPath && fragment[0] == '@'
		if t.namesMoved(c, fragment) || !isVersion && t.isReadByPrograms(at) && t.hasShiftedLines(c, fragment) {
			t.listPlace(at, markup.Span{Start: at, End: end + len(fragment)})
			return
		}
		if fragment[0] == '#' && !t.isText { // an address of another part
			return
		}
	}
	lead := t.pathStart(c, at) // folders are not names
	span, kind := t.constructAt(at, lead)
	if kind == noConstruct || isLink || t.name == c.path && !k.isPath || kind == listed && t.isOrder(t.name) {
		return
	}
	if kind == construct { // directly after the start of an address
		span.End += len(partBehind.FindString(t.text[span.End:]))
	}
	lead = max(lead, span.Start)
	if strings.HasPrefix(t.text[lead:], "//") && lead > 0 && t.text[lead-1] == ':' {
		return // the address of the whole file
	}
	rest := t.text[span.Start:lead] + " " + t.text[end:max(end, span.End)]
	switch {
	case k.isPath && t.namesMoved(c, rest), !k.isPath && t.isQuotedTogether(c, k, at, span, kind):
		t.listPlace(at, span)
	case k.isPath && c.includesMovedWords(t.x, rest):
		t.listPlace(at, span)
	case k.isPath && slices.ContainsFunc(lineOption.FindAllString(rest, -1), func(said string) bool { return t.hasShiftedLines(c, said) }):
		t.listPlace(at, span)
	case k.isPath && checksAfter && (c.isGone || kind == construct && len(c.moved) > 0 && !plainCall.MatchString(t.text[max(0, lead-60):lead])):
		t.listPlace(at, span)
	}
}

// otherAttributes lists an HTML tag with a link to a whole file if another attribute of it names something that has moved.
func (t *searched) otherAttributes(c *changedFile, at int) {
	if t.x.file(t.name).format.Name != markup.HyperText.Name {
		return
	}
	span, kind := t.constructAt(at, t.pathStart(c, at))
	if kind != construct || t.text[span.Start] != '<' {
		return
	}
	for _, m := range attribute.FindAllStringSubmatch(t.text[span.Start:span.End], -1) {
		if value := strings.ToLower(strings.Trim(m[2], `"'#`)); c.names[value] && !ownAttributes[strings.ToLower(m[1])] {
			t.listPlace(at, span)
			return
		}
	}
}

var (
	attribute = regexp.MustCompile(`([\w:.-]+)[ \t\r\n]*=[ \t\r\n]*("[^"]*"|'[^']*'|[^\s"'>]+)`)
	// ownAttributes are attributes that describe the element itself, or hold words for readers.
	ownAttributes = map[string]bool{"title": true, "alt": true, "class": true, "id": true, "name": true, "style": true, "target": true, "rel": true, "type": true, "aria-label": true}
)

var (
	adjacent = regexp.MustCompile(`^(?:\.\w{2,5})?/?(?:[#?@>|]|%23|:{1,2}|\[)[^\s"'()<>{}` + "`" + `,;\]]+`)
	// programMessage matches the text after a file's name in the message of a program: a.md:3: (WARNING/2) …
	programMessage = regexp.MustCompile(`^:\d+(?::\d+)?: +[\pL(\[]`)

	// ownTitle matches what precedes the title that a page gives itself, such as title: in YAML and :navtitle: in AsciiDoc.
	ownTitle = regexp.MustCompile(`(?i)^[ \t]*:?(?:[\w-]*title|sidebar_label)[ \t]*[:=][ \t]*["']?$`)

	includeInCode = regexp.MustCompile(`^include::\S*$|(?:^|[^\\])\{\{[ \t]*#\w+[ \t]+\S*$|(?:^|[^;-])-+8<-+[ \t]+\S*$`)

	partBehind = regexp.MustCompile(`^#[^\s"'()<>{}` + "`" + `,;\]]+`)
	lineOption = regexp.MustCompile(`(?i)(?:\b(?:start|end|emphasize)-)?\blines?\b\W{0,4}\d[\d.,:;-]*`)
	lineRange  = regexp.MustCompile(`(?i)^[^\pL\d]*(?:L|lines?\W{1,4}|:?(?:(?:start|end)-line|emphasize-lines|lines?):\s*)?(\d+)(?:\s*(?:-|:|,|;|\.\.)\s*L?(\d+)?)?`)
)

// isReadByPrograms reports whether programs read the text at an offset: it is not code, or it is an include, which programs execute in code too.
func (t *searched) isReadByPrograms(at int) bool {
	return t.live[at] != ' ' || t.text[at] == ' ' || includeInCode.MatchString(t.text[t.lineAt(at).Start:at])
}

// isInLinkWords reports whether an offset is in the words of a link to a file: GitBook writes the address there, too.
func (t *searched) isInLinkWords(c *changedFile, at int) bool {
	end := strings.IndexAny(t.text[at:], "[]\r\n")
	if end < 0 || !strings.HasPrefix(t.text[at+end:], "](") {
		return false
	}
	l := t.linkAt(at + end + len("]("))
	return l != nil && t.x.resolve(t.x.file(t.name), *l).Path == c.path
}

// isEdited reports whether the change edits the line of an offset, and so has taken it into account. In a changed text the line may have
// been edited for another reason, so the result is false.
func (t *searched) isEdited(at int) bool {
	line := t.lineAt(at)
	return !t.hasMovedParts() && slices.ContainsFunc(t.result.Edits[t.name], func(r restructure.Replacement) bool {
		return r.Span.Start <= line.End && line.Start <= r.Span.End
	})
}

// hasMovedParts reports whether parts of the file may have moved, because the change alters or moves the file.
func (t *searched) hasMovedParts() bool {
	return slices.ContainsFunc(t.files, func(c *changedFile) bool { return c.path == t.name })
}

// hasShiftedLines reports whether a string holds a range of lines that the change alters or shifts.
func (t *searched) hasShiftedLines(c *changedFile, said string) bool {
	m := lineRange.FindStringSubmatch(said)
	if m == nil || c.from == 0 {
		return false
	}
	if next, _ := utf8.DecodeRuneInString(said[len(m[0]):]); len(m[0]) < len(said) && isNameRune(next) { // a heading that begins with a number
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

// titleBehind returns the # at an offset and the moved title after it, as in Salt#The old pans, or "". The title must have a space.
func (t *searched) titleBehind(c *changedFile, at int) string {
	if !strings.HasPrefix(t.text[at:], "#") {
		return ""
	}
	for name := range c.names {
		end := at + len("#") + len(name)
		if !strings.Contains(name, " ") || end > len(t.text) || !strings.EqualFold(t.text[at+1:end], name) {
			continue
		}
		if next, _ := utf8.DecodeRuneInString(t.text[end:]); end == len(t.text) || !isNameRune(next) {
			return t.text[at:end]
		}
	}
	return ""
}

var encodedInNames = strings.NewReplacer("%23", "#", "%20", " ")

// namesMoved reports whether a string names something that has moved.
func (t *searched) namesMoved(c *changedFile, said string) bool {
	said = encodedInNames.Replace(strings.ToLower(said))
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
			if (i == 0 || !isNameRune(before)) && (from == len(said) || !isNameRune(after)) && !isOtherFile {
				return true
			}
		}
	}
	return false
}

// isQuotedTogether reports whether a span has two values: something that has moved and a name without extension, which may be a mere word.
func (t *searched) isQuotedTogether(c *changedFile, k nameKey, at int, span markup.Span, kind constructKind) bool {
	start := t.pathStart(c, at)
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
	if !isDelimitedValue(t.text, start, at+len(k.text)) || !t.isText && !dataEndings[strings.ToLower(path.Ext(t.name))] {
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
			if from = i + len(name); isDelimitedValue(said, i, from) {
				return true
			}
		}
	}
	return false
}

// dataEndings are the extensions of files that describe a site. In other files of programs, a quoted word is seldom the name of a text.
var dataEndings = func() map[string]bool {
	endings := map[string]bool{"": true}
	for _, name := range strings.Fields("json json5 jsonc yml yaml toml xml ini cfg conf csv tsv html htm js cjs mjs ts txt") {
		endings["."+name] = true
	}
	return endings
}()

// linkAt returns the link at an offset; nil if there is none, or if it leads out of the workspace.
func (t *searched) linkAt(at int) *Link {
	i, _ := slices.BinarySearchFunc(t.links, at, func(l Link, at int) int { return cmp.Compare(l.End, at+1) })
	if i < len(t.links) && t.links[i].Start <= at && !isElsewhere(t.links[i]) {
		return &t.links[i]
	}
	return nil
}

// listPlace adds a place in a construct to the result.
func (t *searched) listPlace(at int, around markup.Span) {
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

// listOwnNames lists the places of a file that name, in an unknown form, text that leaves the file.
func (t *searched) listOwnNames(c *changedFile) {
	t.prepare()
	f := t.x.file(t.name)
	for i := strings.IndexByte(t.text, '#'); i >= 0 && i < len(t.text); {
		m := ownName.FindString(t.text[i:min(len(t.text), i+200)])
		if name := strings.ToLower(strings.TrimLeft(m, "#^*")); m != "" && c.names[name] && t.live[i] == '#' {
			file, _, _ := t.result.NewPlace(t.name, i)
			isHere := i == 0 || !isPathByte(t.text[i-1]) && t.text[i-1] != '#' && t.text[i-1] != '&'
			l := t.linkAt(i)
			isKnown := l != nil && t.x.resolve(f, *l).isFound
			if isHere && !isKnown && file == t.name && !t.isAnchorAt(f, i) {
				switch span, kind := t.constructAt(i, t.pathStart(c, i)); {
				case kind == construct:
					t.listPlace(i, span)
				case l != nil:
					t.listPlace(i, l.Span)
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

// listBracketNames lists words in brackets that read as the title of a heading that leaves the file. In pandoc such words are links.
func (t *searched) listBracketNames(c *changedFile) {
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
		words := markup.Span{Start: m[2], End: m[3]}
		if m[4] >= 0 && m[4] < m[5] {
			words = markup.Span{Start: m[4], End: m[5]}
		}
		name := t.text[words.Start:words.End] // with code
		title := noteHeading(f.format.ReadRun(t.text, markup.Run{words}))
		next, before := live[m[1]:], live[max(0, m[0]-1):m[0]]
		if !titles[normalizeName(title)] || defined[markup.NormalizeLabel("["+name+"]")] || before == "[" || strings.HasPrefix(next, "(") || strings.HasPrefix(next, ":") || strings.HasPrefix(next, "]") || t.linkAt(m[0]) != nil || t.linkAt(m[1]-1) != nil {
			continue
		}
		if file, _, ok := t.result.NewPlace(t.name, m[0]); ok && file == t.name {
			t.listPlace(m[0], markup.Span{Start: m[0], End: m[1]})
		}
	}
}

var ownName = regexp.MustCompile(`^#[\^*]?[\pL\pN_%][\pL\pN_.%-]*`)

// isAnchorAt reports whether the text names a place at an offset.
func (t *searched) isAnchorAt(f *file, at int) bool {
	return slices.ContainsFunc(f.anchors, func(a Anchor) bool { return a.Given && (a.at == at || a.at == at+1) })
}

// listPaths lists paths in unknown constructs of text that moves to another folder.
func (t *searched) listPaths(c *changedFile) {
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
			if span, kind := t.constructAt(at, t.pathStart(c, at)); kind == construct {
				t.listPlace(at, span)
			}
		}
	}
}

var somePath = regexp.MustCompile(`[\w./%~-]*[\w-]\.[A-Za-z][A-Za-z0-9]{0,5}\b`)
