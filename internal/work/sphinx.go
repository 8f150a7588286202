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
	item: func(n *newItem) (string, bool) {
		if n.title != "" && n.like != nil && n.like.title.Len() > 0 {
			return n.title + " <" + n.name + ">", !n.isPart()
		}
		return nameItem(n)
	},
	titled: func(name, title string) string { return title + " <" + name + ">" },
}

var (
	sphinxRoot    = regexp.MustCompile(`(?m)^(?:root_doc|master_doc)\s*=\s*["']([^"']+)["']`)
	sphinxTitle   = regexp.MustCompile(`(?m)^project\s*=\s*["']([^"']+)["']`)
	toctree       = regexp.MustCompile("^(\\s*)(?:\\.\\. toctree::|(?:```+|~~~+|:::+)\\s*\\{toctree\\})\\s*$")
	toctreeOption = regexp.MustCompile(`^:?(\w[\w-]*):`)
	toctreeTitled = regexp.MustCompile(`^(.+?)\s*<([^<>]+)>$`)
)

// readSphinx reads the toctrees of Sphinx, starting at the root document.
// https://www.sphinx-doc.org/en/master/usage/restructuredtext/directives.html
func readSphinx(r *reader) bool {
	settings, ok := r.open(path.Join(r.folder, "conf.py"))
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
	file := r.withExtension(path.Join(r.folder, root), ".rst", ".md", ".txt")
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
	for i := 0; i < len(s.starts); i++ {
		text := func() string { return s.liveLine(i) }
		m := toctree.FindStringSubmatch(text())
		if m == nil {
			continue
		}
		fence := strings.TrimLeft(text()[len(m[1]):], " ")
		isFenced := !strings.HasPrefix(fence, "..")
		isGlob, isReversed, isInYAML, first := false, false, false, len(found)
		l := &itemList{source: s, folder: path.Dir(s.file), before: "\n", indent: m[1]}
		if !isFenced {
			l.before, l.indent = "\n\n", m[1]+"   "
		}
		l.empty = markup.Span{Start: s.lineEnd(s.starts[i]), End: s.lineEnd(s.starts[i])}
		l.directive = s.line(i)
		lists = append(lists, l)
		for i++; i < len(s.starts); i++ {
			line := text()
			entry := strings.TrimSpace(line)
			indent := len(line) - len(strings.TrimLeft(line, " \t"))
			if entry == "" {
				if !isFenced && len(l.items) == 0 && l.before != "\n" {
					l.before, l.empty = "\n", markup.Span{Start: s.starts[i], End: s.starts[i]}
				}
				continue
			}
			if isFenced && strings.HasPrefix(entry, fence[:3]) {
				l.directive.End = s.line(i).End
				break
			}
			if !isFenced && indent <= len(m[1]) {
				i--
				break
			}
			l.directive.End = s.line(i).End
			isMark := entry == "---" && isFenced && len(l.items) == 0 // around options in YAML
			option := toctreeOption.FindStringSubmatch(entry)
			if isMark || option != nil && (isInYAML || entry[0] == ':') {
				isInYAML = isInYAML != isMark
				isGlob = isGlob || option != nil && option[1] == "glob"
				isReversed = isReversed || option != nil && option[1] == "reversed"
				l.empty = markup.Span{Start: s.lineEnd(s.starts[i]), End: s.lineEnd(s.starts[i])}
				continue
			}
			at := l.wholeLineItem(i)
			at.path = at.content()
			title, target := "", entry
			if titled := toctreeTitled.FindStringSubmatchIndex(entry); titled != nil {
				title, target = entry[titled[2]:titled[3]], entry[titled[4]:titled[5]]
				at.title = markup.Span{Start: at.path.Start, End: at.path.Start + titled[3]}
				at.path = markup.Span{Start: at.path.Start + titled[4], End: at.path.Start + titled[5]}
			}
			if target == "self" || isAddress(target) {
				continue
			}
			folder := path.Dir(s.file)
			if strings.HasPrefix(target, "/") {
				folder = r.folder
			}
			target = path.Join(folder, target)
			if isGlob && strings.ContainsAny(target, "*?[") {
				at.isPattern = true
				found = append(found, include{path: target + path.Ext(s.file), line: i, isPattern: true, isReversed: isReversed, at: at})
				continue
			}
			found = append(found, include{title: title, path: r.withExtension(target, ".rst", ".md", ".txt"), line: i, at: at})
		}
		if isReversed {
			slices.Reverse(found[first:])
		}
	}
	return found, lists
}
