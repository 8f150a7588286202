package rearrange

import (
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/filename"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/restructure"
	"github.com/segls/segls/internal/work"
)

// Passage is a part of a file.
type Passage struct {
	Path string
	Span markup.Span
}

// ShareAsFile moves a paragraph, list or quote that occurs in several places to a file of its own, and includes that file in each of them. A
// file that contains nothing else is included itself. The first two passages must have the same text; others that differ are left
// unchanged. name is the name of the new file, in the folder of the first passage or, with MkDocs, in the one from which it includes;
// if it is "", it is derived from the first words.
//
// The pages read as before. ShareAsFile returns an error for text that an included file cannot contain: links that would lead elsewhere from
// another place, and names that are known in one file only.
func ShareAsFile(w Work, name string, passages ...Passage) (Change, error) {
	a := newChangeBuilder(w)
	first, err := a.findSharedBlock(passages[0])
	if err != nil {
		return Change{}, err
	}
	places := []sharedBlock{first}
	for i, p := range passages[1:] {
		s, err := a.findSharedBlock(p)
		if err == nil {
			err = s.checkSameAs(first)
		}
		switch {
		case err == nil && !slices.ContainsFunc(places, func(o sharedBlock) bool { return o.path == s.path && o.span == s.span }):
			places = append(places, s)
		case err != nil && i == 0:
			return Change{}, err
		}
	}
	if len(places) < 2 {
		return Change{}, refuse("Both places are the same.")
	}
	if err := a.checkShareable(places); err != nil {
		return Change{}, err
	}
	files := make(map[string][]link.Piece)
	to := ""
	for _, s := range places {
		if strings.TrimSpace(s.text) == s.source() {
			to = s.path
		}
	}
	if to == "" {
		if to, err = a.reserveSharedFile(first, name); err != nil {
			return Change{}, err
		}
		files[to] = []link.Piece{{File: first.path, Span: first.span}, {Text: restructure.LineTerminator(first.text)}}
	}
	slices.SortStableFunc(places, func(a, b sharedBlock) int { return a.span.Start - b.span.Start })
	for _, s := range places {
		if s.path == to {
			continue
		}
		pieces, is := files[s.path]
		include, err := a.includeMarkup(s, to, is)
		if err != nil {
			return Change{}, err
		}
		if !is {
			pieces = []link.Piece{{File: s.path, Span: markup.Span{End: len(s.text)}}}
		}
		rest := &pieces[len(pieces)-1]
		after := link.Piece{File: s.path, Span: markup.Span{Start: len(s.text) - len(strings.TrimLeft(s.text[s.span.End:], " \t")), End: rest.Span.End}}
		rest.Span.End = s.span.Start
		files[s.path] = append(pieces, link.Piece{Text: include, IsAdded: true}, after)
	}
	c := Change{Title: sentence.New("Put “%s” into one file", first.title()), Result: a.index.Mend(link.Change{Files: files})}
	if len(c.Unmended) > 0 {
		return Change{}, c.Unmended[0].Reason
	}
	if err := a.checkShare(c, first, places, to); err != nil {
		return Change{}, err
	}
	c.Notes = append(c.Notes, sentence.New("The text is in %s now.", to))
	if b := w.builderOf(first.path); a.created[to] && b.makesPageOf(to) {
		c.Notes = append(c.Notes, sentence.New("That file becomes a page too, unless %s excludes it.", b.settings))
	}
	return c, nil
}

// reserveSharedFile returns the path of the new file for a repeated passage.
func (a *changeBuilder) reserveSharedFile(s sharedBlock, name string) (string, error) {
	words := strings.Fields(string(s.format.AppendMask(nil, s.text, s.block)))
	title := strings.Join(words[:min(len(words), wordsInName)], " ")
	beside := s.path
	if s.format.Name == markup.Markdown.Name {
		switch b := a.w.builderOf(s.path); b.name {
		case quarto, docusaurus: // these builders make no page of such a file
			if name == "" {
				name = filename.UnusedName("_"+filename.Slug(title), path.Ext(s.path), a.isTakenIn(path.Dir(s.path)))
			}
		case mkDocs: // the builder includes from one folder only
			if !isUnder(b.folder, s.path) {
				beside = path.Join(b.folder, path.Base(s.path))
			}
		}
	}
	to, err := a.reserveFile(beside, title, name)
	if err != nil || beside == s.path {
		return to, err
	}
	for _, l := range a.linksIn(s) {
		if there, _ := a.index.Follow(s.path, l); there.Path != "" {
			return "", refuse("The link to “%s” leads elsewhere from %s than from %s.", l.To, to, s.path)
		}
	}
	return to, nil
}

// isUnder reports whether a file is in a folder, at any depth.
func isUnder(folder, file string) bool { return folder == "." || strings.HasPrefix(file, folder+"/") }

// Copies returns the other places with the same words as the paragraph, list or quote of a passage.
func Copies(w Work, p Passage) (copies []Passage, err error) {
	a := newChangeBuilder(w)
	first, err := a.findSharedBlock(p)
	if err != nil {
		return nil, err
	}
	words := strings.Fields(first.source())
	for _, file := range w.Index.Files() {
		text, _ := w.Index.Text(file)
		f, ok := markup.ByFileName(file)
		if !ok || f.Name != first.format.Name || !strings.Contains(text, words[0]) {
			continue
		}
		for _, b := range f.Scan(text) {
			if span := trimmed(text, b.Span); !(file == p.Path && span == first.span) && slices.Equal(strings.Fields(text[span.Start:span.End]), words) {
				copies = append(copies, Passage{file, span})
			}
		}
	}
	return copies, nil
}

// wordsInName is the maximum number of words in a generated name for a new file.
const wordsInName = 5

// sharedBlock is a block that is neither indented nor on a line with other text.
type sharedBlock struct {
	path   string
	text   string
	format markup.Format
	blocks []markup.Block
	index  int // of the block
	block  markup.Block
	span   markup.Span // span of the block, without white space at its ends
}

// findSharedBlock returns the block that contains the start of a passage.
func (a *changeBuilder) findSharedBlock(p Passage) (sharedBlock, error) {
	s := sharedBlock{path: p.Path}
	var ok bool
	if s.text, ok = a.index.Text(p.Path); !ok {
		return s, refuse("%s cannot be read.", p.Path)
	}
	if d := a.w.Documents[p.Path]; d != nil {
		s.format = d.Format
	} else if s.format, ok = markup.ByFileName(p.Path); !ok {
		return s, refuse("%s is not a text that segls knows.", p.Path)
	}
	s.blocks = s.format.Scan(s.text)
	s.index = slices.IndexFunc(s.blocks, func(b markup.Block) bool { return b.Span.Start <= p.Span.Start && p.Span.Start < b.Span.End })
	if s.index < 0 || !s.blocks[s.index].Kind.IsProse() || s.blocks[s.index].Kind == markup.Heading {
		return s, refuse("In %s there is no paragraph at this place that could be included.", p.Path)
	}
	s.block = s.blocks[s.index]
	s.span = trimmed(s.text, s.block.Span)
	before, after := s.text[:s.span.Start], strings.TrimLeft(s.text[s.span.End:], " \t")
	isAlone := (before == "" || strings.HasSuffix(before, "\n") || strings.HasSuffix(before, "\r")) && (after == "" || strings.HasPrefix(after, "\n") || strings.HasPrefix(after, "\r"))
	if !isAlone {
		return s, refuse("In %s this passage is inside another block, so no file can be included there.", p.Path)
	}
	return s, nil
}

func (s sharedBlock) source() string { return s.text[s.span.Start:s.span.End] }

func (s sharedBlock) title() string {
	words := strings.Fields(s.source())
	if len(words) <= wordsInName {
		return strings.Join(words, " ")
	}
	return strings.Join(words[:wordsInName], " ") + "…"
}

// checkSameAs returns an error if two passages are in different formats or differ in more than white space.
func (s sharedBlock) checkSameAs(other sharedBlock) error {
	switch {
	case s.format.Name != other.format.Name:
		return refuse("%s and %s have different formats, so no file can be included in both.", s.path, other.path)
	case !slices.Equal(strings.Fields(s.source()), strings.Fields(other.source())):
		return refuse("The two paragraphs differ. Make them entirely alike first.")
	}
	return nil
}

// checkShareable returns an error for text with links or names that would not work in a file of its own.
func (a *changeBuilder) checkShareable(places []sharedBlock) error {
	first := places[0]
	links := a.linksIn(first)
	for _, s := range places {
		if into := a.index.LinksToSpan(s.path, s.span); len(into) > 0 {
			return refuse("A link in %s leads into this text, so it stays where it is.", into[0].Path)
		}
		own := a.linksIn(s)
		if len(own) != len(links) {
			return refuse("The links in this text are not the same in %s and %s.", s.path, first.path)
		}
		for i, l := range own {
			here, _ := a.index.Follow(s.path, l)
			if there, _ := a.index.Follow(first.path, links[i]); here.Path != there.Path || here.Anchor != there.Anchor {
				return refuse("The link to “%s” leads elsewhere from %s than from %s.", l.To, s.path, first.path)
			}
		}
	}
	usesCode := false
	switch first.format.Name {
	case markup.Markdown.Name:
		n := first.format.Notation()
		names := n.References(first.text, []markup.Block{first.block})
		for _, s := range places {
			if slices.ContainsFunc(n.Definitions(s.text, s.blocks), func(l markup.Label) bool { return slices.Contains(names, l.Name) }) {
				return refuse("This text uses a footnote or a link that is defined elsewhere in the file, so it cannot go into a file of its own.")
			}
		}
		usesCode = a.w.builderOf(first.path).name == docusaurus && componentOrValue.MatchString(markup.WithoutCodeSpans(first.source()))
	case markup.Typst.Name: // an included file does not see the definitions around it
		usesCode = markup.HasTypstCode(first.source())
	}
	if usesCode {
		return refuse("This text has code, which may use what is defined elsewhere in the file, so it cannot go into a file of its own.")
	}
	return nil
}

// componentOrValue matches uses of a file's imports or definitions in MDX.
var componentOrValue = regexp.MustCompile(`<[\pL_][\w]*\.|<\p{Lu}|\{`)

// linksIn returns the links of a block.
func (a *changeBuilder) linksIn(s sharedBlock) []link.Link {
	return slices.DeleteFunc(a.index.Links(s.path), func(l link.Link) bool { return l.Start < s.span.Start || s.span.End < l.End })
}

// includeMarkup returns the markup that includes a file in place of a block. If `again` is set, the text already includes the file.
func (a *changeBuilder) includeMarkup(s sharedBlock, to string, again bool) (string, error) {
	n := s.format.Notation()
	from := path.Dir(s.path)
	if s.format.Name == markup.LaTeX.Name {
		if order, ok := work.Find(a.w.Files, s.path); ok {
			from = order.IncludeFolder(s.path)
		}
	}
	address := pathFrom(from, to)
	line := ""
	switch {
	case n.IncludesFiles():
		line = n.Include("", address)
	case s.format.Name == markup.Markdown.Name:
		b := a.w.builderOf(s.path)
		if b.name == mkDocs && !isUnder(b.folder, to) {
			return "", refuse("In %s, MkDocs includes only files in %s. Begin with a place in that folder, so that the new file is made there.", s.path, b.folder)
		}
		if line = a.markdownIncludeMarkup(b, s, to, address, again); line == "" {
			return "", refuse("%s cannot include a file: in Markdown, only mdBook, Quarto, Sphinx, Jupyter Book, Docusaurus, Obsidian, and MkDocs with pymdownx.snippets can do that.", s.path)
		}
	}
	if line == "" {
		return "", refuse("%s cannot include a file: its format does not allow it.", s.path)
	}
	return strings.ReplaceAll(line, "\n", restructure.LineTerminator(s.text)), nil
}

// markdownIncludeMarkup is like includeMarkup, for a builder of Markdown. It returns "" if the builder cannot include the file.
func (a *changeBuilder) markdownIncludeMarkup(b siteBuilder, s sharedBlock, to, address string, again bool) string {
	if strings.ContainsAny(address, ":{}<>\"'`[]|#^") {
		return ""
	}
	switch b.name {
	case mkDocs:
		return `--8<-- "` + pathFrom(b.folder, to) + `"`
	case obsidian:
		return "![[" + a.noteName(b.folder, to) + "]]"
	case docusaurus:
		return component(s.text, address, again)
	}
	if strings.Contains(address, " ") {
		return ""
	}
	return map[string]string{
		mdBook: "{{#include " + address + "}}",
		quarto: "{{< include " + address + " >}}",
		sphinx: "```{include} " + address + "\n```",
	}[b.name]
}

// noteName returns the name of a note in Obsidian links, or its path if others have that name too.
func (a *changeBuilder) noteName(vault, note string) string {
	stem := strings.TrimSuffix(pathFrom(vault, note), path.Ext(note))
	for _, other := range a.index.Files() {
		if other != note && strings.EqualFold(strings.TrimSuffix(path.Base(other), path.Ext(other)), path.Base(stem)) {
			return stem
		}
	}
	return path.Base(stem)
}

// component returns the MDX component that includes a file, with its import unless the text has it already.
func component(text, address string, again bool) string {
	if !strings.HasPrefix(address, "../") {
		address = "./" + address
	}
	if m := regexp.MustCompile(`(?m)^import ([\pL_]\w*) from ['"]` + regexp.QuoteMeta(address) + `['"]`).FindStringSubmatch(text); m != nil {
		return "<" + m[1] + " />"
	}
	base := strings.TrimSuffix(path.Base(address), path.Ext(address))
	name := ""
	for _, word := range strings.FieldsFunc(base, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	if name == "" || unicode.IsDigit(rune(name[0])) {
		name = "Shared" + name
	}
	for free, n := name, 2; strings.Contains(text, name); n++ {
		name = free + strconv.Itoa(n)
	}
	if again {
		return "<" + name + " />"
	}
	return "import " + name + " from '" + address + "';\n\n<" + name + " />"
}

// The builders that can include files in Markdown, by the names that [work.Work.PageBuilder] returns.
const (
	mdBook     = "mdbook"
	quarto     = "quarto"
	sphinx     = "sphinx"
	mkDocs     = "mkdocs"
	docusaurus = "docusaurus"
	obsidian   = "obsidian"
)

// siteBuilder is the program that makes pages of the Markdown files in a folder, and can include files in them.
type siteBuilder struct {
	name     string // "" if there is none
	settings string // the file that defines which files become pages
	folder   string // the folder from which files are included, in MkDocs and Obsidian
	pages    string // the folder that contains the pages, in MkDocs
}

// makesPageOf reports whether an included file also becomes a page of its own.
func (b siteBuilder) makesPageOf(file string) bool {
	return b.name == sphinx || b.name == mkDocs && isUnder(b.pages, file)
}

// builderOf returns the builder of a file.
func (w Work) builderOf(file string) siteBuilder {
	order := w.Order
	if order == nil || order.Kind == "" || order.Folder != "." && !strings.HasPrefix(file, order.Folder+"/") {
		order, _ = work.Find(w.Files, file)
	}
	if path.Ext(file) == ".qmd" {
		return siteBuilder{name: quarto}
	}
	if order != nil {
		switch program, settings := order.PageBuilder(); program {
		case mkDocs:
			site := link.SiteOf(w.Files, order)
			if site.Base == "" {
				return siteBuilder{}
			}
			return siteBuilder{mkDocs, settings, site.Base, site.Folder}
		case mdBook, quarto, sphinx:
			return siteBuilder{name: program, settings: settings}
		}
	}
	for folder := path.Dir(file); ; folder = path.Dir(folder) {
		for _, ending := range []string{".js", ".ts", ".mjs", ".cjs", ".mts", ".cts"} {
			if settings, err := fs.ReadFile(w.Files, path.Join(folder, "docusaurus.config"+ending)); err == nil {
				if path.Ext(file) != ".mdx" && isNotMDX.Match(settings) {
					return siteBuilder{}
				}
				return siteBuilder{name: docusaurus}
			}
		}
		if vault, err := w.Files.Open(path.Join(folder, ".obsidian")); err == nil { // hidden, so Stat does not find it
			_ = vault.Close()
			return siteBuilder{name: obsidian, folder: folder}
		}
		if folder == "." {
			return siteBuilder{}
		}
	}
}

// isNotMDX matches settings that make Docusaurus read .md files as plain Markdown.
var isNotMDX = regexp.MustCompile(`\bformat\s*:\s*['"](?:md|detect)['"]`)

// CanInclude reports whether a text can include a file, by its format or by the builder of its work.
func (w Work) CanInclude(f markup.Format, file string) bool {
	return f.Notation().IncludesFiles() || f.Name == markup.Markdown.Name && w.builderOf(file).name != ""
}

// pathFrom returns the path of a file relative to a folder.
func pathFrom(folder, file string) string {
	if folder == "." {
		return file
	}
	from, to := strings.Split(folder, "/"), strings.Split(file, "/")
	for len(from) > 0 && len(to) > 1 && from[0] == to[0] {
		from, to = from[1:], to[1:]
	}
	return strings.Repeat("../", len(from)) + strings.Join(to, "/")
}

// checkShare returns an error if an including file or the new file would not read as before, or if a link breaks.
func (a *changeBuilder) checkShare(c Change, first sharedBlock, places []sharedBlock, to string) error {
	now := a.index.AfterChange(c.Result)
	shared := make(map[string]map[int]bool) // blocks, by file
	for _, s := range places {
		if shared[s.path] == nil {
			shared[s.path] = make(map[int]bool)
		}
		shared[s.path][s.index] = true
	}
	for _, path := range slices.Sorted(maps.Keys(shared)) {
		if path == to {
			continue
		}
		i := slices.IndexFunc(places, func(s sharedBlock) bool { return s.path == path })
		s, isIncluded := places[i], make(map[int]bool)
		text, _ := now.Text(path)
		blocks := s.format.Scan(text)
		for b, block := range blocks { // the whole include is new
			span := trimmed(text, block.Span)
			_, _, isOld := c.OldPlace(path, span.Start)
			_, _, endsOld := c.OldPlace(path, span.End-1)
			isIncluded[b] = !isOld && !endsOld
		}
		if !slices.EqualFunc(blocksWithout(s.blocks, shared[path]), blocksWithout(blocks, isIncluded), func(x, y markup.Block) bool {
			return readsAlike(s.format, s.text, x, text, y)
		}) {
			return refuse("%s would be read differently, so nothing has been changed.", path)
		}
	}
	text, _ := now.Text(to)
	if blocks := first.format.Scan(text); len(blocks) != 1 || !readsAlike(first.format, first.text, first.block, text, blocks[0]) {
		return refuse("This text would be read differently in a file of its own, so nothing has been changed.")
	}
	if broken := a.newlyBroken(c, now); broken != "" {
		return refuse("The link to “%s” would lead nowhere, so nothing has been changed.", broken)
	}
	return nil
}

// blocksWithout returns the blocks except those whose indices are given.
func blocksWithout(blocks []markup.Block, without map[int]bool) (list []markup.Block) {
	for i, b := range blocks {
		if !without[i] {
			list = append(list, b)
		}
	}
	return list
}

// readsAlike reports whether two blocks are of the same kind and level, with as many children, and have the same words.
func readsAlike(f markup.Format, one string, x markup.Block, other string, y markup.Block) bool {
	words := func(text string, b markup.Block) []string { return strings.Fields(string(f.AppendMask(nil, text, b))) }
	return x.Kind == y.Kind && x.Level == y.Level && len(x.Children) == len(y.Children) && slices.Equal(words(one, x), words(other, y))
}

// trimmed returns a span without the white space at its ends.
func trimmed(text string, s markup.Span) markup.Span {
	source := text[s.Start:s.End]
	return markup.Span{Start: s.End - len(strings.TrimLeft(source, whiteSpace)), End: s.Start + len(strings.TrimRight(source, whiteSpace))}
}
