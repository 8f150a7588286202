package work

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

var sphinxKind = kind{
	name:         "sphinx",
	read:         readSphinx,
	site:         "sphinx",
	builder:      "sphinx",
	settings:     "conf.py",
	hasNotebooks: true,
	inTexts:      true,
	ownFolder:    true,
	newIncludes: func(file string) (before, after, indent string) {
		if path.Ext(file) == ".rst" || path.Ext(file) == ".txt" {
			return ".. toctree::\n\n", "", "   "
		}
		return "```{toctree}\n", "\n```", ""
	},
	endings: []string{".rst", ".md", ".txt"},
	rooted:  true,
	item: func(n *addedItem) (string, bool) {
		if n.title != "" && n.like != nil && n.like.title.Len() > 0 {
			return n.title + " <" + n.name + ">", !n.isPart()
		}
		return formatNameItem(n)
	},
}

var (
	sphinxRoot    = regexp.MustCompile(`(?m)^(?:root_doc|master_doc)\s*=\s*["']([^"']+)["']`)
	sphinxTitle   = regexp.MustCompile(`(?m)^project\s*=\s*["']([^"']+)["']`)
	toctree       = regexp.MustCompile(`(?i)^([ \t]*(?:(?:[-*+•‣⁃]|\(?(?:\d+|[a-z]|[ivxlcdm]+|#)[.)])[ \t]+)*)\.\. toctree[ ]?::(?:[ \t]+(.*))?$`)
	toctreeFence  = regexp.MustCompile("(?i)^((?:[ \\t]|>|[-*+][ \\t]|\\d{1,9}[.)][ \\t])*)(```+|~~~+|:::+)[ \\t]*\\{(toctree|eval-rst)\\}[ \\t]*(.*)$")
	toctreeOption = regexp.MustCompile(`^:?(\w[\w-]*):`)
	toctreeTitled = regexp.MustCompile(`^(.+?)\s*<([^<>]+)>$`)
)

// readSphinx reads Sphinx's toctrees, starting at the root document.
// https://www.sphinx-doc.org/en/master/usage/restructuredtext/directives.html
func readSphinx(r *reader) bool {
	settings, ok := r.openOrderFile(path.Join(r.folder, "conf.py"))
	if !ok {
		return false
	}
	root := "index"
	if m := sphinxRoot.FindStringSubmatch(settings); m != nil {
		root = m[1]
	}
	if m := sphinxTitle.FindStringSubmatch(settings); m != nil {
		r.Title = m[1]
	}
	file := r.findWithExtension(path.Join(r.folder, root), ".rst", ".md", ".txt")
	if !r.isFile(file) {
		return false
	}
	r.Order = file
	r.named[file] = true
	e := &Entry{Path: file, File: file}
	e.Entries, e.lists = r.includedEntries(file, nil, r.toctrees)
	r.Entries = []*Entry{e}
	return true
}

// toctrees returns the documents in the toctrees of a file, in reStructuredText or MyST.
func (r *reader) toctrees(s *source) ([]include, []*itemList) {
	var found []include
	var lists []*itemList
	isMyST, evaluated := path.Ext(s.file) == ".md", ""
	for i := 0; i < len(s.starts); i++ {
		line := s.liveLine(i)
		if evaluated != "" && strings.HasPrefix(strings.TrimSpace(line), evaluated) {
			evaluated = ""
			continue
		}
		m := toctree.FindStringSubmatch(line)
		t := toctreeReader{reader: r, source: s}
		switch fence := toctreeFence.FindStringSubmatch(line); {
		case isMyST && fence != nil && strings.EqualFold(fence[3], "eval-rst"):
			evaluated = fence[2][:3]
			continue
		case isMyST && fence != nil:
			t.around, t.fence, t.first = fence[1], fence[2][:3], fence[4]
		case m != nil && (!isMyST || evaluated != ""):
			t.around, t.first = m[1], m[2]
		default:
			continue
		}
		i = t.read(i)
		found, lists = append(found, t.found...), append(lists, t.list)
	}
	return found, lists
}

// toctreeReader reads a toctree.
type toctreeReader struct {
	*reader
	*source
	around string // the indentation and the markers of block quotes and list items before it
	fence  string // the fence that ends it; "" in reStructuredText, where indentation does
	first  string // the text after the directive's name, which counts as the first line

	list                         *itemList
	found                        []include
	isGlob, isReversed, isInYAML bool
}

// read reads the toctree that begins on a line, and returns its last line.
func (t *toctreeReader) read(i int) int {
	l := &itemList{source: t.source, folder: path.Dir(t.file), before: "\n", indent: t.linePrefix()}
	if t.fence == "" {
		l.before, l.indent = "\n\n", l.indent+"   "
	}
	t.list = l
	l.empty = markup.Span{Start: t.lineEnd(t.starts[i]), End: t.lineEnd(t.starts[i])}
	l.directive = t.line(i)
	if entry := strings.TrimSpace(t.first); entry != "" {
		start := t.starts[i] + len(t.liveLine(i)) - len(entry)
		t.readEntry(i, &itemPlace{in: l, span: markup.Span{Start: start, End: start + len(entry)}}, entry)
	}
	for i++; i < len(t.starts); i++ {
		line := t.liveLine(i)
		rest, isInside := t.content(line)
		if !isInside {
			break
		}
		entry := strings.TrimSpace(rest)
		if entry == "" {
			if t.fence == "" && len(l.items) == 0 && l.before != "\n" {
				l.before, l.empty = "\n", markup.Span{Start: t.starts[i], End: t.starts[i]}
			}
			continue
		}
		l.directive.End = t.line(i).End
		if t.fence != "" && strings.HasPrefix(entry, t.fence) {
			return i
		}
		isMark := entry == "---" && t.fence != "" && len(l.items) == 0 // --- begins and ends options in YAML
		option := toctreeOption.FindStringSubmatch(entry)
		if isMark || option != nil && (t.isInYAML || entry[0] == ':') {
			t.isInYAML = t.isInYAML != isMark
			t.isGlob = t.isGlob || option != nil && option[1] == "glob"
			t.isReversed = t.isReversed || option != nil && option[1] == "reversed"
			l.empty = markup.Span{Start: t.lineEnd(t.starts[i]), End: t.lineEnd(t.starts[i])}
			continue
		}
		at := l.wholeLineItem(i)
		at.indent = line[:len(line)-len(strings.TrimLeft(rest, " \t"))]
		t.readEntry(i, at, entry)
	}
	if t.isReversed {
		slices.Reverse(t.found)
	}
	return i - 1
}

// readEntry reads an entry, which ends its line.
func (t *toctreeReader) readEntry(line int, at *itemPlace, entry string) {
	end := t.starts[line] + len(t.liveLine(line))
	at.path = markup.Span{Start: end - len(entry), End: end}
	title, target := "", entry
	if titled := toctreeTitled.FindStringSubmatchIndex(entry); titled != nil {
		title, target = entry[titled[2]:titled[3]], entry[titled[4]:titled[5]]
		at.title = markup.Span{Start: at.path.Start, End: at.path.Start + titled[3]}
		at.path = markup.Span{Start: at.path.Start + titled[4], End: at.path.Start + titled[5]}
	}
	if target == "self" || isExternalAddress(target) {
		return
	}
	folder := path.Dir(t.file)
	if strings.HasPrefix(target, "/") {
		folder = t.folder
	}
	target = path.Join(folder, target)
	if t.isGlob && strings.ContainsAny(target, "*?[") {
		at.isPattern = true
		t.found = append(t.found, include{path: target + path.Ext(t.file), line: line, isPattern: true, isReversed: t.isReversed, at: at})
		return
	}
	t.found = append(t.found, include{title: title, path: t.findWithExtension(target, ".rst", ".md", ".txt"), line: line, at: at})
}

// linePrefix returns what precedes the lines of the toctree: markers of block quotes, and spaces in place of markers of list items.
func (t *toctreeReader) linePrefix() string {
	return strings.Map(func(c rune) rune {
		if c == ' ' || c == '\t' || c == '>' && t.fence != "" {
			return c
		}
		return ' '
	}, t.around)
}

// content returns a line without the markers (>) of the block quotes that contain a fenced toctree, and reports whether the line
// belongs to the toctree, judging by block quotes, list items and indentation.
func (t *toctreeReader) content(line string) (rest string, isInside bool) {
	if t.fence == "" {
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		return line, strings.TrimSpace(line) == "" || indent > len([]rune(t.around))
	}
	for range strings.Count(t.around, ">") {
		if line, isInside = strings.CutPrefix(strings.TrimLeft(line, " \t"), ">"); !isInside {
			return "", false
		}
	}
	width := 0
	if inner := t.around[strings.LastIndex(t.around, ">")+1:]; strings.TrimSpace(inner) != "" { // the toctree is in an item of a list
		width = len(inner)
	}
	indent := len(line) - len(strings.TrimLeft(line, " \t"))
	return line, indent >= width || strings.TrimSpace(line) == ""
}
