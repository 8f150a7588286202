package link

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/analysis/setting"
	"github.com/segls/segls/internal/work"
)

// Findings returns the broken links of a file ([check.BrokenLink]) and, if the order of its work leaves it out, a finding about that
// ([check.NotInOrder]). isMade reports whether a program makes a file. Findings omits links that may have a target unknown to segls. It
// omits all links of a text that others include, because they may be relative to those, and of one in which nobody mends them, such as old
// release notes or a page that a program makes.
func (x *Index) Findings(name string, w *work.Work, isRecord bool, isMade func(name string) bool) []check.Finding {
	var list []check.Finding
	f := x.file(name)
	missingIncludes := sync.OnceValue(x.countMissingIncludes)
	for _, b := range x.Broken(name) {
		to := x.resolve(f, b.Link)
		isMissing := fs.ValidPath(to.Path) && !to.isKnown
		if isMissing && (isMade(to.Path) || isMade(to.Path+path.Ext(name)) || b.Link.includesText() && missingIncludes() >= leastIncludes) {
			continue
		}
		if !isInMadeList(f.text[:b.Link.Start]) && !x.mayHaveTarget(to, f, b.Link) {
			list = append(list, check.Finding{Rule: check.BrokenLink, Span: b.Link.Span, Paragraph: -1, Problem: b.Reason})
		}
	}
	isBuilt := w != nil && f != nil && f.format.Name == markup.HyperText.Name // the page is beside the texts from which it is built
	if len(list) > 0 && (isRecord || isBuilt || x.isIncludedPart(name) || isMade(name)) {
		list = nil
	}
	if f := x.unorderedFinding(w, name); f != nil {
		list = append(list, *f)
	}
	return list
}

// MeansEmptySections reports whether a text may have empty sections on purpose, such as a proposal, whose headings come from a form.
func MeansEmptySections(name string, isRecord bool) bool {
	return isRecord || IsPartOfPage(name) || isContents.MatchString(path.Base(name)) || isProposal.MatchString(name)
}

// isProposal matches the paths of proposals, and of texts named after a date.
var isProposal = regexp.MustCompile(`(?i)(?:^|/)(?:adrs?|decisions|design[-_]docs?|enhancements|[kr]eps|proposals|rfcs?)/(?:[^/]+/)?[^/]+$|(?:^|/)(?:19|20)\d\d(?:-\d\d-\d\d|[01]\d[0-3]\d)[^/\d][^/]*$`)

var isContents = regexp.MustCompile(`(?i)^(?:summary|_?sidebar|_?navbar|_?toc|nav)\.`)

// IsPartOfPage reports whether a file's name marks a text that a program combines with others.
func IsPartOfPage(name string) bool {
	base := path.Base(name)
	return strings.HasPrefix(base, "_") && !strings.HasPrefix(base, "_index.") || isPartName.MatchString(strings.TrimSuffix(base, path.Ext(base)))
}

// isIncludedPart reports whether a text is included in others, to which its links are then relative, or is named as a part of pages.
func (x *Index) isIncludedPart(name string) bool {
	return IsPartOfPage(name) || x.isMentioned(name, true)
}

var isPartName = regexp.MustCompile(`(?i).[-_.](?:prefix|suffix|header|footer|partial|snippet)$`)

// leastIncludes is the minimum number of missing included files for which segls assumes that a program makes them.
const leastIncludes = 3

// countMissingIncludes returns the number of missing texts that others include. It may stop counting at [leastIncludes].
func (x *Index) countMissingIncludes() int {
	missing := make(map[string]bool)
	for _, f := range x.all() {
		for _, l := range f.links {
			if !l.includesText() {
				continue
			}
			if to := x.resolve(f, l); to.Path != "" && !to.isKnown && isSupportedText(to.Path) {
				missing[to.Path] = true
			}
		}
		if len(missing) >= leastIncludes {
			break
		}
	}
	return len(missing)
}

// madeList matches the comment before or after a list that a program maintains in a text.
var madeList = regexp.MustCompile(`(?i)<!-- *(?:all-contributors-list:|(?:start|end) doctoc|(?:begin|start|end)[^>]*generated|[^>]*generated[^>]*(?:begin|start|end))[^>]*-->`)

// isInMadeList reports whether the text before a place ends within a list that a program maintains.
func isInMadeList(before string) bool {
	marks := madeList.FindAllString(before, -1)
	return len(marks) > 0 && !strings.Contains(strings.ToLower(marks[len(marks)-1]), "end")
}

// reason returns a sentence that says why a link is broken; nil if it is not broken, or if segls cannot tell.
func (to resolvedLink) reason(f *file, l Link) *sentence.Sentence {
	switch {
	case to.isFound || to.isElsewhere || l.mayCite && to.Path == "" || l.mayBeOther && !to.isKnown:
	case to.isKnown:
		return sentence.New("%s has no place named “%s”.", to.Path, to.Anchor)
	case l.Form == Label && to.Path == "":
		return sentence.New("Nothing is named “%s”.", to.Anchor)
	case l.Form == Wiki, l.isOfMain && f.site.Kind == MkDocs: // files may be searched for in several folders
	case l.Form == Document && !rstOwn[l.To] && path.Ext(l.To) == "", isSupportedText(to.Path):
		return sentence.New("There is no file %s.", to.Path)
	}
	return nil
}

// mayHaveTarget reports whether a broken link may still have a target that segls cannot know, such as one that a program makes.
func (x *Index) mayHaveTarget(to resolvedLink, f *file, l Link) bool {
	switch {
	case to.isKnown && to.Path == f.path && f.site.HasOthers && f.format.Name == markup.ReStructuredText.Name && l.Form != Address:
		return true
	case to.isKnown && to.isAbsolute && strings.HasPrefix(l.To, "/#"): // the first page of the site
		return true
	case l.Form == Title && f.format.Name == markup.Org.Name && strings.IndexByte("*#", l.To[0]) < 0: // Org also searches in the words of the text
		return true
	case to.isKnown:
		g := x.file(to.Path)
		if l.Form == Address && len(x.filesWithKey(f.labelKey(to.Anchor))) > 0 { // MyST searches for it in all files
			return true
		}
		if l.Form == Address && strings.HasPrefix(l.To, "#") && f.format.Name == markup.Markdown.Name && x.mayBeOfOther(f, to.Anchor) && x.LikeliestAddress(f.path, l) == "" {
			return true // MyST also searches for it in other projects
		}
		return g != nil && l.Form != Region && (g.path != f.path && len(g.anchors) == 0 || x.mayHaveAnchor(g, to.Anchor, mostIncludes))
	case (l.Form == Label || l.Form == Document) && f.site.Kind != Sphinx && f.format.Name == markup.ReStructuredText.Name: // Sphinx settings may be elsewhere
		return true
	case l.Form == Label && to.Path == "":
		if g, title := x.originOfLabel(f, to.Anchor); g != nil {
			return x.mayHaveAnchor(g, docutilsID(title), mostIncludes)
		}
		hasRoles := f.site.Kind == Sphinx || f.format.Name == markup.Markdown.Name && f.site.Kind != Pandoc // Markdown may be MyST
		return hasRoles && (rstOwn[to.Anchor] || strings.Contains(to.Anchor, ":") || x.mayBeOfOther(f, to.Anchor)) || isLabelOption(f, to.Anchor)
	case l.Form == Address && f.site.isBuilt() && !isIn(f.site.Folder, path.Clean(to.Path)):
		return path.Ext(l.To) == ".html" || !x.hasNamesake(to.Path, f.site.Folder)
	case l.Form == Document && !isIn(f.site.Folder, to.Path): // Sphinx reads no documents above its folder
		return true
	case l.Form == Document && f.site.HasOthers && f.text[l.Start-1] != '\n' && f.text[l.Start-1] != ' ': // not in a toctree
		return !strings.Contains(l.To, "/") || x.isFolderMissing(to.Path) // library/salt belongs to another project
	case to.isAbsolute && !f.site.isBuilt() && path.Ext(to.Path) == ".html": // it is unknown which folders the site has
		return true
	case x.isBuiltPage(to.Path, f), l.isInRoot && x.isPageAlias(to.Path):
		return true
	case f.site.Kind == Sphinx && ofSphinx.MatchString(to.Path):
		return true
	case strings.IndexByte("@$~", l.To[0]) >= 0, ofSite[path.Base(to.Path)], x.isFolderMissing(to.Path):
		return true
	}
	return isSupportedText(to.Path) && !x.hasEnding(path.Ext(to.Path))
}

// mayBeOfOther reports whether a label that is missing from a site may be that of another project.
func (x *Index) mayBeOfOther(f *file, label string) bool {
	return f.site.HasOthers && !x.labels().isMisspelt(label) && !x.labels().isOfFamily(label)
}

// ofSite lists files that site generators add for other programs.
var ofSite = map[string]bool{"robots.txt": true, "llms.txt": true, "llms-full.txt": true}

// isBuiltPage reports whether a file is built from a text, as salt.html, salt/index.html and salt.html.md are from salt.md.
func (x *Index) isBuiltPage(name string, f *file) bool {
	page, isBuilt := strings.CutSuffix(strings.TrimSuffix(name, ".md"), ".html")
	if !isBuilt {
		return false
	}
	for _, stem := range []string{page, strings.TrimSuffix(page, "/index")} {
		if slices.ContainsFunc(omissibleExtensions(f), func(ending string) bool { return x.file(stem+ending) != nil }) {
			return true
		}
	}
	return false
}

// isPageAlias reports whether a page of Antora has a file's name as a former name of its own.
// https://docs.antora.org/antora/latest/page/page-aliases/
func (x *Index) isPageAlias(name string) bool {
	stem := strings.TrimSuffix(path.Base(name), path.Ext(name))
	for _, g := range x.all() {
		header := g.text[:min(len(g.text), longestHeader)]
		if !strings.Contains(header, ":page-aliases:") {
			continue
		}
		for _, names := range pageAliases.FindAllString(header, -1) {
			parts := strings.FieldsFunc(names, func(c rune) bool { return strings.ContainsRune(" ,:/\\\r\n", c) })
			if slices.ContainsFunc(parts, func(part string) bool { return strings.TrimSuffix(part, ".adoc") == stem }) {
				return true
			}
		}
	}
	return false
}

// longestHeader is the size in bytes of the beginning of a page in which former names are looked for.
const longestHeader = 4096

var pageAliases = regexp.MustCompile(`(?m)^:page-aliases:(?:.*\\\r?\n)*.*`)

// originOfLabel returns the file and title from which Sphinx makes a label, such as salt/pans:rakes from a heading in salt/pans.rst, or
// nil.
func (x *Index) originOfLabel(f *file, label string) (g *file, title string) {
	document, title, isMade := strings.Cut(label, ":")
	if !isMade || document == "" {
		return nil, ""
	}
	for _, ending := range omissibleExtensions(f) {
		if g := x.file(path.Join(f.site.Folder, document) + ending); g != nil {
			return g, title
		}
	}
	return nil, ""
}

// hasNamesake reports whether a file in a folder has the name of a missing file.
func (x *Index) hasNamesake(missing, folder string) bool {
	return slices.ContainsFunc(x.filesWithKey("note "+stemOf(missing)), func(other string) bool {
		return path.Base(other) == path.Base(missing) && isIn(folder, other)
	})
}

// ofSphinx matches files that Sphinx adds to a site.
var ofSphinx = regexp.MustCompile(`(?:^|/)(?:_(?:modules|static|sources|downloads|images)/|(?:genindex|modindex|py-modindex|search)\.html$)`)

// isFolderMissing reports whether the folder of a missing file has no texts, and no text its name: a program may generate such a folder.
func (x *Index) isFolderMissing(missing string) bool {
	folder := path.Dir(missing)
	if folder == "." || len(x.filesWithKey("note "+stemOf(missing))) > 0 {
		return false
	}
	for name := range x.all() {
		if isIn(folder, name) {
			return false
		}
	}
	return true
}

// hasEnding reports whether an ending is usual for pages or occurs in the index. Anything else after a dot may be a part of the name.
func (x *Index) hasEnding(ending string) bool {
	switch ending {
	case ".md", ".rst", ".html", ".adoc", ".tex", ".org":
		return true
	}
	for name := range x.all() {
		if path.Ext(name) == ending {
			return true
		}
	}
	return false
}

// mostIncludes is the greatest depth of includes in which a place is searched for.
const mostIncludes = 4

// makesPlaces matches markup from which programs make places that are in no text, such as shortcodes and components.
var makesPlaces = regexp.MustCompile(`(?m)^[ \t]*(?:#+ )?::: ?[\w.]+|\{%|\{\{[<%]|^[ \t]*<[A-Z]\w*|^[ \t]*:::?\{?auto|^[ \t]*\.\. auto`)

// fenced matches a block of code in Markdown, from its fence to the next.
var fenced = regexp.MustCompile("(?ms)^[ \\t]*(?:```|~~~)[^`{\n]*\n.*?^[ \\t]*(?:```|~~~)[ \\t\\r]*$")

var joining = strings.NewReplacer("_", "", "-", "")

// mayHaveAnchor reports whether a text may have a place that is not among its anchors, such as one made by an unknown program.
func (x *Index) mayHaveAnchor(f *file, anchor string, depth int) bool {
	if strings.HasPrefix(anchor, "fn") && strings.Contains(anchor, ":") || isLabelOption(f, anchor) || isOfEmoji(f, anchor) || makesPlaces.MatchString(fenced.ReplaceAllString(f.text, "")) {
		return true
	}
	if f.format.Name == markup.Org.Name {
		if orgElsewhere.MatchString(anchor) || hasOrgHeadlineLike(f, anchor) {
			return true
		}
	} else if mayDefinePlace(f, anchor) {
		return true
	}
	if f.format.Name == markup.ReStructuredText.Name && (numberedID.MatchString(anchor) || isDirectiveArgument(f, anchor)) {
		return true
	}
	if f.site.Kind == Sphinx && strings.ToLower(anchor) != anchor { // the name of a class, which is never derived from a heading
		return true
	}
	if first := strings.FieldsFunc(anchor, isNameJoint); strings.ContainsAny(anchor, ".:") && // opt-salt.pans, from a list of options
		!slices.ContainsFunc(f.anchors, func(a Anchor) bool { return strings.HasPrefix(a.Name, first[0]) }) {
		return true
	}
	bare := joining.Replace(anchor)
	for _, a := range f.anchors { // an underscore in a title may be emphasis or become a hyphen, depending on the site
		if a.Form != Address {
			continue
		}
		isWithEntities := strings.Contains(f.text[a.Span.Start:a.Span.End], "&") // goldmark keeps the names of entities
		if joining.Replace(a.Name) == bare || isWithEntities && joining.Replace(GitHub.Slug(strings.Trim(f.text[a.Span.Start:a.Span.End], "# \t\r\n"))) == bare {
			return true
		}
	}
	for _, l := range f.links {
		if !l.includesText() {
			continue
		}
		to := x.resolve(f, l)
		if isPicture.MatchString(to.Path) {
			continue
		}
		g := x.file(to.Path)
		if g == nil || depth == 0 {
			return true // the included text is not known
		}
		for _, form := range []Form{Address, Label, Wiki, Title} {
			if _, ok := g.findAnchor(form, anchor); ok {
				return true
			}
		}
		if x.mayHaveAnchor(g, anchor, depth-1) {
			return true
		}
	}
	return false
}

// numberedID matches the names that Docutils gives to headings whose own name is taken, for example by the words of a link.
var numberedID = regexp.MustCompile(`^id\d+$`)

// isDirectiveArgument reports whether a name is the whole argument of a directive.
func isDirectiveArgument(f *file, name string) bool {
	for _, after := range strings.Split(f.text, ":: "+name)[1:] {
		if after == "" || after[0] == '\n' || after[0] == '\r' {
			return true
		}
	}
	return false
}

// isPicture matches the names of files that are shown or played and contain no places.
var isPicture = regexp.MustCompile(`(?i)\.(?:avif|gif|ico|jpe?g|mp3|mp4|ogg|pdf|png|svg|webm|webp)$`)

// isOfEmoji reports whether a place's name begins with that of an emoji in the text, such as :salt:, which some sites keep in names.
func isOfEmoji(f *file, anchor string) bool {
	first, _, isLonger := strings.Cut(anchor, "-")
	return isLonger && strings.Contains(f.text, ":"+first+": ")
}

// isLabelOption reports whether a directive in a text has a name as its label.
func isLabelOption(f *file, name string) bool {
	for _, option := range []string{"label: ", "name: "} {
		for _, after := range strings.Split(f.text, option)[1:] {
			if line, _, _ := strings.Cut(after, "\n"); strings.TrimSpace(line) == name {
				return true
			}
		}
	}
	return false
}

// isNameJoint reports whether a character joins the parts of a name.
func isNameJoint(letter rune) bool { return strings.ContainsRune("-.:_", letter) }

// orgElsewhere matches a line number or a pattern, to which a link of Org may lead.
var orgElsewhere = regexp.MustCompile(`^(?:\d+|/.*/)$`)

// hasOrgHeadlineLike reports whether a headline of an Org text may have a name: “*” and words that are in it, whatever markup, keywords
// of its own and numbers of tasks are around them, or the name that GitHub gives it.
func hasOrgHeadlineLike(f *file, name string) bool {
	letters := func(s string) string {
		return strings.Map(func(c rune) rune {
			if unicode.IsLetter(c) || unicode.IsNumber(c) {
				return unicode.ToLower(c)
			}
			return -1
		}, orgLinkWords.ReplaceAllString(s, "$1"))
	}
	if title, isTitle := strings.CutPrefix(name, "*"); isTitle {
		title = letters(title)
		for line := range strings.Lines(f.text) {
			if strings.HasPrefix(line, "*") && strings.Contains(letters(line), title) {
				return true
			}
		}
		return false
	}
	slug := strings.TrimPrefix(name, "#")
	return slices.ContainsFunc(f.anchors, func(a Anchor) bool {
		title, isHeadline := strings.CutPrefix(a.Name, "*")
		return isHeadline && (letters(title) == letters(slug) || letters(title) == letters(slugNumber.ReplaceAllString(slug, "")))
	})
}

// slugNumber matches the number that GitHub adds to a name that an earlier heading has.
var slugNumber = regexp.MustCompile(`-\d+$`)

// orgLinkWords matches a link of Org with words of its own.
var orgLinkWords = regexp.MustCompile(`\[\[[^\[\]]*\]\[([^\[\]]*)\]\]`)

// mayDefinePlace reports whether a text contains a place's name in a form from which a preprocessor may make it, such as between brackets.
func mayDefinePlace(f *file, anchor string) bool {
	names := []string{anchor}
	isCode := strings.ContainsAny(anchor, ".:+_") // which never occurs in prose
	if isCode {
		names = append(names, strings.TrimPrefix(anchor, "+"))
	}
	_, defined, hasPrefix := strings.Cut(anchor, "-")
	if hasPrefix && strings.Contains(defined, ".") { // r-names.scopes from r[names.scopes]
		names = append(names, defined)
	}
	isRule := hasPrefix && strings.ToLower(defined) != defined // grammar-StructPattern from a line that begins with StructPattern
	for _, name := range names {
		for from := 0; ; {
			i := strings.Index(f.text[from:], name)
			if i < 0 || name == "" {
				break
			}
			start, end := from+i, from+i+len(name)
			if isCode && start > 0 && f.text[start-1] == ' ' {
				return true
			}
			if start > 0 && end < len(f.text) && strings.IndexByte("[\"'{", f.text[start-1]) >= 0 && strings.IndexByte("]\"'}", f.text[end]) >= 0 {
				return true
			}
			from = end
		}
	}
	before := ""
	for line := range strings.Lines(f.text) {
		line = strings.TrimSpace(line)
		if isRule && strings.HasPrefix(line, defined) {
			return true
		}
		if strings.HasPrefix(line, ": ") && before != "" && f.site.Kind.Slug(before) == anchor {
			return true
		}
		before = line
	}
	return false
}

// linkMending holds what is needed to find another target for a broken link.
type linkMending struct {
	x    *Index
	f    *file
	link Link
	to   resolvedLink
	was  resolvedLink // how the link is written
	of   linkOpening
}

func (x *Index) newLinkMending(name string, l Link) (m linkMending, ok bool) {
	f := x.file(name)
	if f == nil {
		return m, false
	}
	m = linkMending{x, f, l, x.resolve(f, l), resolvedLink{}, linkOpening{form: l.Form}}
	m.was.writtenForm = m.to.writtenForm
	if m.was.root == "" {
		m.was.root = path.Dir(name)
	}
	if l.Form == Document {
		m.was.ending = endingDropped
	}
	return m, true
}

// rewrittenLink returns the address with which the link leads to a file, or to an anchor in it; "" if there is none.
func (m linkMending) rewrittenLink(file, anchor string) string {
	if anchor == "" {
		return m.x.formatLinkTo(m.f, m.link, m.was, file, Anchor{})
	}
	g := m.x.file(file)
	for _, a := range g.anchors {
		if a.Name == anchor && m.of.canPropose(m.f, g, a) {
			return m.x.formatLinkTo(m.f, m.link, m.was, file, a)
		}
	}
	return ""
}

// possibleAnchors returns the names of the places of a file to which the link could lead.
func (m linkMending) possibleAnchors(file string) (names []string) {
	g := m.x.file(file)
	for _, a := range g.anchors {
		if m.of.canPropose(m.f, g, a) {
			names = append(names, a.Name)
		}
	}
	return names
}

// LikeliestAddress returns the most likely intended address of a broken link, or "" if nothing is similar. It prefers the same file name to
// a similar one, and a place in the same file to one in another.
func (x *Index) LikeliestAddress(name string, l Link) string {
	m, ok := x.newLinkMending(name, l)
	if !ok {
		return ""
	}
	f, to := m.f, m.to
	if to.Path != "" && !to.isKnown {
		file := x.likeliestFile(f, to.Path)
		if file == "" {
			return ""
		}
		if text := m.rewrittenLink(file, to.Anchor); text != "" {
			return text
		}
		return m.rewrittenLink(file, "")
	}
	if to.isKnown {
		if near := setting.Nearest(to.Anchor, m.possibleAnchors(to.Path)); near != "" {
			return m.rewrittenLink(to.Path, near)
		}
	}
	if l.Form == Title {
		return ""
	}
	var all []string
	of := make(map[string]string)
	for _, other := range x.possibleTargets(f, l.Form, "") {
		for _, a := range m.possibleAnchors(other) {
			if a == to.Anchor {
				if text := m.rewrittenLink(other, a); text != "" {
					return text
				}
			}
			if of[a] == "" {
				of[a] = other
				all = append(all, a)
			}
		}
	}
	if near := setting.Nearest(to.Anchor, all); near != "" && l.Form == Label {
		return m.rewrittenLink(of[near], near)
	}
	return ""
}

// CertainAddress returns the intended address of a broken link, or "" if there is any doubt. Only one file may be meant, and it must have
// the place that the link names.
func (x *Index) CertainAddress(name string, l Link) string {
	m, ok := x.newLinkMending(name, l)
	if !ok || l.Form == Title {
		return ""
	}
	text := ""
	switch file := m.certainFile(); {
	case m.to.isKnown || m.to.Path == "" || file == "":
	case m.to.Anchor == "":
		text = m.rewrittenLink(file, "")
	case slices.Contains(m.possibleAnchors(file), m.to.Anchor):
		text = m.rewrittenLink(file, m.to.Anchor)
	}
	if text == "" {
		return ""
	}
	after := x.WithFile(name, m.f.text[:l.Start]+text+m.f.text[l.End:])
	if len(after.Broken(name)) != len(x.Broken(name))-1 {
		return ""
	}
	return text
}

// isCommonName matches file names that are common in documentation: two files with one of these names may be unrelated.
var isCommonName = regexp.MustCompile(`(?i)^(?:index|readme|overview|intro(?:duction)?|config(?:uration)?|settings|options|usage|install(?:ation)?|setup|` +
	`getting[-_ ]?started|quick[-_ ]?start|tutorial|guide|faq|api|reference|examples?|changelog|license|contributing|about|summary|main)$`)

// certainFile returns the only file that the missing one can be if case, ending and folder are ignored, or "". A common name counts only in
// the same folder.
func (m linkMending) certainFile() string {
	stem := func(name string) string { return strings.TrimSuffix(path.Base(name), path.Ext(name)) }
	found := ""
	for _, other := range m.x.filesWithKey("note " + stemOf(m.to.Path)) {
		if !strings.EqualFold(stem(other), stem(m.to.Path)) || !isSupportedText(other) {
			continue
		}
		if found != "" {
			return ""
		}
		found = other
	}
	if found != "" && !strings.EqualFold(path.Dir(found), path.Dir(m.to.Path)) && isCommonName.MatchString(stem(found)) {
		return ""
	}
	return found
}

// likeliestFile returns the file that a path was most likely meant to name; "" if none is similar.
func (x *Index) likeliestFile(f *file, missing string) string {
	best := ""
	for _, other := range x.filesWithKey("note " + stemOf(missing)) {
		if best == "" || f.nearness(x.file(other)) < f.nearness(x.file(best)) {
			best = other
		}
	}
	if best != "" {
		return best
	}
	var stems []string
	of := make(map[string]string)
	for _, other := range x.possibleTargets(f, Address, "") {
		stem := stemOf(other)
		if was := of[stem]; was == "" || f.nearness(x.file(other)) < f.nearness(x.file(was)) {
			of[stem] = other
			stems = append(stems, stem)
		}
	}
	return of[setting.Nearest(stemOf(missing), stems)]
}
