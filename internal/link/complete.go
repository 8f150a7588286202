package link

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// Proposal is a possible target of a link.
type Proposal struct {
	Text     string // the address to write
	Name     string // a title, a label or the name of a file
	Kind     NameKind
	Path     string      // of the file
	Span     markup.Span // of the place in it; empty for a file
	Nearness int         // 0 in the same file, 1 in its folder, 2 in its site, 3 elsewhere
}

// mostProposed is the maximum number of targets that [Index.Proposals] returns.
const mostProposed = 1000

// Proposals returns the targets, the nearest first, for a link whose address is being written at an offset of a file. `written` is the part
// that has been written. isAll reports whether the list is complete.
func (x *Index) Proposals(name string, offset int) (written markup.Span, list []Proposal, isAll bool) {
	f := x.file(name)
	if f == nil || offset > len(f.text) || f.isCodeAt(offset) {
		return markup.Span{}, nil, true
	}
	start := strings.LastIndexAny(f.text[:offset], "\r\n") + 1
	line := f.text[start:offset]
	if f.format.Name == markup.Markdown.Name && strings.Count(markup.WithoutCodeSpans(line), "`")%2 == 1 && !strings.Contains(line, "}`") {
		return markup.Span{}, nil, true
	}
	for _, o := range openings[f.format.Name] {
		if o.site != "" && o.site != f.site.Kind {
			continue
		}
		m := o.pattern.FindStringSubmatchIndex(line)
		if m == nil {
			continue
		}
		written = markup.Span{Start: start + m[2], End: offset}
		said := f.text[written.Start:written.End]
		if o.isLocal {
			list = slices.DeleteFunc(f.localProposals(o.sort), func(p Proposal) bool { return !p.matches(said) })
		} else {
			list = x.proposals(f, o, said, offset)
		}
		if isAll = len(list) <= mostProposed; !isAll {
			list = list[:mostProposed]
		}
		return written, list, isAll
	}
	return markup.Span{}, nil, true
}

// linkOpening describes the beginning of a link up to and including a part of its address.
type linkOpening struct {
	pattern *regexp.Regexp // the first group is the part of the address
	form    Form
	site    SiteKind // the only kind of site that has it; "" if all do
	set     func(*Link)
	sort    string // the sort of targets that are known only within the file
	isLocal bool
}

var openings = map[string][]linkOpening{
	markup.Markdown.Name: {
		{pattern: regexp.MustCompile(`\[\^([^\[\]\s]*)$`), sort: "footnote ", isLocal: true},
		{pattern: regexp.MustCompile(`\[\[([^\[\]|]*)$`), form: Wiki},
		{pattern: regexp.MustCompile(`\]\(<?([^()<>\s]*)$`), form: Address},
		{pattern: regexp.MustCompile(`\]\[([^\[\]]*)$`), sort: "link ", isLocal: true},
		{pattern: regexp.MustCompile(`^ {0,3}\[[^\[\]]+\]:[ \t]+<?([^\s<>]*)$`), form: Address},
		{pattern: regexp.MustCompile("\\{(?:std:)?(?:ref|numref|eq|any)\\}`(?:[^`<>]*<)?([^`<>]*)$"), form: Label},
		{pattern: regexp.MustCompile("\\{(?:std:)?doc\\}`(?:[^`<>]*<)?([^`<>]*)$"), form: Document},
		{pattern: regexp.MustCompile(`\\@ref\(([^()\s]*)$`), form: Label},
		{pattern: regexp.MustCompile(`(?:^|[\s(\[;-])@([\w:-]*)$`), form: Label, site: Pandoc},
		{pattern: regexp.MustCompile(`(?:href|src)="([^"]*)$`), form: Address, set: setRawHTML},
	},
	markup.ReStructuredText.Name: {
		{pattern: regexp.MustCompile(":(?:std:)?(?:ref|numref|any|eq):`(?:[^`<>]*<)?([^`<>]*)$"), form: Label},
		{pattern: regexp.MustCompile(":(?:std:)?doc:`(?:[^`<>]*<)?([^`<>]*)$"), form: Document},
		{pattern: regexp.MustCompile(`\[#([\w.+:-]*)$`), sort: "footnote ", isLocal: true},
		{pattern: regexp.MustCompile("(?:^|[\\s(])`([^`<>:]*)$"), form: Title},
	},
	markup.LaTeX.Name: {
		{pattern: regexp.MustCompile(`\\(?:[a-zA-Z]*ref|[a-zA-Z]*refrange)\*?(?:\[[^\[\]]*\])?\{(?:[^{}]*,)?([^{},\\]*)$`), form: Label},
		{pattern: regexp.MustCompile(`\\hyperref\[([^\[\]]*)$`), form: Label},
		{pattern: regexp.MustCompile(`\\(?:input|include|subfile)\*?\{([^{}]*)$`), form: Document, set: setOfMain},
	},
	markup.AsciiDoc.Name: {
		{pattern: regexp.MustCompile(`<<([^<>,]*)$`), form: Label, set: setTakesPart},
		{pattern: regexp.MustCompile(`\bxref:([^\s\[\]]*)$`), form: Label, set: setTakesPart},
		{pattern: regexp.MustCompile(`^include::([^\s\[\]]*)$`), form: File, set: setImage},
		{pattern: regexp.MustCompile(`\bfootnote:([\w-]*)$`), sort: "footnote ", isLocal: true},
	},
	markup.Org.Name: {
		{pattern: regexp.MustCompile(`\[\[file:([^\[\]]*)$`), form: File, set: setTakesPart},
		{pattern: regexp.MustCompile(`\[\[id:([^\[\]]*)$`), form: Label},
		{pattern: regexp.MustCompile(`\[\[([^\[\]:]*)$`), form: Title},
		{pattern: regexp.MustCompile(`\[fn:([\w-]*)$`), sort: "footnote ", isLocal: true},
	},
	markup.Typst.Name: {
		{pattern: regexp.MustCompile(`(?:^|[^\\\pL\pN])@([\pL\pN_:.-]*)$`), form: Label},
		{pattern: regexp.MustCompile(`\b(?:link|ref|locate|query|footnote)\(\s*<([\pL\pN_:.-]*)$`), form: Label},
		{pattern: regexp.MustCompile(`\binclude\s*"([^"]*)$`), form: File},
	},
	markup.HyperText.Name: {{pattern: regexp.MustCompile(`href=["']([^"']*)$`), form: Address}},
}

// isCodeAt reports whether an offset is in metadata, or in code that cannot contain links.
func (f *file) isCodeAt(offset int) bool {
	for _, b := range f.scan() {
		if b.Span.Start > offset {
			return false
		}
		if offset < b.Span.End || offset == b.Span.End && offset == len(f.text) {
			source := f.text[b.Span.Start:b.Span.End]
			return b.Kind == markup.FrontMatter || isCode(b) && f.format.Name != markup.LaTeX.Name && !strings.HasPrefix(source, "#") && !mystFence.MatchString(source)
		}
	}
	return false
}

// proposals returns the targets that match what has been written, for links with an opening: the nearest first, and at least one more than
// mostProposed if there are more.
func (x *Index) proposals(f *file, o linkOpening, said string, offset int) (list []Proposal) {
	l := Link{Span: markup.Span{Start: offset, End: offset}, Form: o.form}
	if o.set != nil {
		o.set(&l)
	}
	was := resolvedLink{writtenForm: writtenForm{root: path.Dir(f.path)}}
	if o.form == Wiki || o.form == Document {
		was.ending = endingDropped
	}
	if l.isOfMain && f.site.Base != "" {
		was.root, was.isOfBase = f.site.Base, true
	}
	if strings.HasPrefix(said, "/") && f.site.Folder != "" {
		was.isAbsolute, was.root = true, f.site.Folder
	}
	before, _, hasPlace := strings.Cut(said, "#")
	only := ""
	if hasPlace {
		if only = f.path; before != "" {
			only = x.resolve(f, Link{Form: o.form, To: before, takesPart: l.takesPart}).Path
		}
	}
	add := func(p Proposal) {
		if p.matches(said) {
			list = append(list, p)
		}
	}
	targets := x.possibleTargets(f, o.form, only)
	slices.SortStableFunc(targets, func(a, b string) int { return f.nearness(x.file(a)) - f.nearness(x.file(b)) })
	letters, _, _ := strings.Cut(lettersOf(said), "%") // addresses are slow to compute: first look for these in the names
	letters = notInNames.Replace(letters)
	for _, name := range targets {
		if len(list) > mostProposed {
			break
		}
		g := x.file(name)
		near := f.nearness(g)
		rest := unmatched(letters, name)
		if unmatched(rest, baseWithoutExtension(name)) == "" && (!hasPlace && o.form != Label && o.form != Title && name != f.path || l.takesPart && !hasPlace && name != f.path) {
			if text := x.formatLinkTo(f, l, was, name, Anchor{}); text != "" {
				add(Proposal{text, baseWithoutExtension(name), FileName, name, markup.Span{}, near})
			}
		}
		seen := make(map[int]bool)
		for _, a := range g.anchors {
			if !o.canPropose(f, g, a) || seen[a.at] || !g.mayMatch(a, rest) {
				continue
			}
			if text := x.formatLinkTo(f, l, was, name, a); text != "" {
				seen[a.at] = true
				add(g.proposal(a, text, near))
			}
		}
	}
	return list
}

// notInNames removes the characters that an address has between names.
var notInNames = strings.NewReplacer(".", "", "/", "", "#", "", ":", "")

// mayMatch reports whether the proposal of a place may contain letters in its name or its title.
func (g *file) mayMatch(a Anchor, letters string) bool {
	if letters = unmatched(unmatched(letters, a.Name), a.Name); letters == "" { // it may be in the address and again as the name
		return true
	}
	source := g.text[a.Span.Start:a.Span.End]
	return len(source) < longestTitle && (strings.ContainsAny(source, `&\`) || unmatched(letters, source) == "") // a letter of the title may be written otherwise
}

func (g *file) proposal(a Anchor, text string, near int) Proposal {
	p := Proposal{text, a.Name, LabelName, g.path, a.Span, near}
	if source := g.text[a.Span.Start:a.Span.End]; len(source) < longestTitle {
		for _, b := range g.format.Scan(source) {
			if b.Kind == markup.Heading && len(b.Runs) > 0 {
				p.Name = g.format.Title(source, b)
				break
			}
		}
	}
	if !a.Given {
		p.Kind = HeadingName
	}
	return p
}

const longestTitle = 500

// possibleTargets returns the files to which links of a form in f may lead: f itself for titles, all texts for other forms. Unless onePath
// is "", it can only be that file.
func (x *Index) possibleTargets(f *file, form Form, onePath string) []string {
	if onePath != "" {
		if x.file(onePath) == nil {
			return nil
		}
		return []string{onePath}
	}
	if form == Title {
		return []string{f.path}
	}
	return slices.DeleteFunc(x.Files(), func(name string) bool { return !isSupportedText(name) })
}

// canPropose reports whether a place in g is proposed for links that begin this way in f.
func (o linkOpening) canPropose(f, g *file, a Anchor) bool {
	if o.form != Label && o.form != Title && f != g && path.Dir(f.path) != path.Dir(g.path) && f.site != g.site {
		return false
	}
	switch o.form {
	case Address:
		if g.format.Name == markup.AsciiDoc.Name {
			return a.Form == Label
		}
		return a.Form == Address || a.Form == Wiki && f.site.Kind == Obsidian
	case Wiki:
		return a.Form == Wiki
	case Label:
		return a.Form == Label && labelNamespace(f.format.Name) == labelNamespace(g.format.Name)
	case Title:
		return a.Form == Title
	case File:
		return a.Form == Title && f.format.Name == markup.Org.Name
	}
	return false
}

// nearness returns the distance of another file; see [Proposal].
func (f *file) nearness(g *file) int {
	switch {
	case f == g:
		return 0
	case path.Dir(f.path) == path.Dir(g.path):
		return 1
	case f.site == g.site:
		return 2
	}
	return 3
}

// formatLinkTo returns the address of a link from a file to another, or to a place in it; "" if no address leads there.
func (x *Index) formatLinkTo(f *file, l Link, was resolvedLink, name string, a Anchor) string {
	if l.Form == Title && f.path != name {
		return ""
	}
	for _, text := range x.waysToWriteLink(f, l, was, name, a.Name) {
		if text == "" {
			continue
		}
		l.To = text
		to := x.resolve(f, l)
		if to.isFound && to.Path == name && (a.Name == "" && to.Anchor == "" || a.Name != "" && to.at == a.at && to.Anchor != "") {
			return text
		}
	}
	return ""
}

// localProposals returns the footnotes, or the definitions of links, of a file.
func (f *file) localProposals(sort string) (list []Proposal) {
	for _, l := range f.footnotesAndDefinitions() {
		if l.isDefinition && strings.HasPrefix(l.key, sort) {
			name := f.text[l.span.Start:l.span.End]
			list = append(list, Proposal{name, name, LocalName, f.path, l.span, 0})
		}
	}
	return list
}

// matches reports whether the address and the name of a proposal contain the characters of a query in that order; see lettersOf.
func (p Proposal) matches(query string) bool {
	return unmatched(lettersOf(query), p.Text+" "+p.Name) == ""
}

// lettersOf returns the characters of a query that matter, in lower case.
func lettersOf(query string) string {
	return strings.NewReplacer(" ", "", "-", "", "_", "").Replace(strings.ToLower(unescape(query)))
}

// unmatched returns what is left of letters, which are in lower case, after as many as a name contains in that order.
func unmatched(letters, name string) string {
	if letters == "" {
		return ""
	}
	name = strings.ToLower(name)
	for i, r := range letters {
		at := strings.IndexRune(name, r)
		if at < 0 {
			return letters[i:]
		}
		name = name[at+len(string(r)):]
	}
	return ""
}
