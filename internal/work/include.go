package work

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// inclusion is a place where a file includes another one.
type inclusion struct {
	title, path string
	line        int
	isPattern   bool
	at          *spot
}

// includer finds what a file includes, and the lists of its includes.
type includer func(s *source) ([]inclusion, []*list)

// included makes the entries of what a file puts in, and of what that puts in in its turn, and
// the lists in which the file does.
func (r *reader) included(file string, around []string, find includer) ([]*Entry, []*list) {
	text, ok := r.open(file)
	if !ok {
		return nil, nil
	}
	around = append(slices.Clip(around), file)
	inclusions, lists := find(newSource(file, text))
	var entries []*Entry
	for _, in := range inclusions {
		if in.isPattern {
			for _, e := range r.matching(in.path, file, in.line) {
				e.spot = in.at
				entries = append(entries, e)
			}
			continue
		}
		clean := path.Clean(in.path)
		if slices.Contains(around, clean) {
			r.problem(file, in.line, "%s includes itself.", r.inside(clean))
			continue
		}
		e := r.name(in.title, clean, file, in.line)
		if e == nil {
			continue
		}
		e.spot = in.at
		e.Entries, e.lists = r.included(clean, around, find)
		entries = append(entries, e)
	}
	return entries, lists
}

// include makes a spot of what stands in a line from one column to another and puts a file in:
// of the whole line if it has nothing else but a comment.
func (l *list) include(line, from, to int, comment string) *spot {
	whole := l.line(line)
	s := &spot{in: l, span: whole, indent: l.indentation(whole.Start)}
	rest := strings.TrimSpace(l.text[whole.Start+to : whole.End])
	if strings.TrimSpace(l.text[whole.Start:whole.Start+from]) != "" || rest != "" && (comment == "" || !strings.HasPrefix(rest, comment)) {
		s.isInline, s.span = true, markup.Span{Start: whole.Start + from, End: whole.Start + to}
	}
	l.spots = append(l.spots, s)
	return s
}

// includesOf returns the list of a file's includes. A first one goes to the end of the file.
func includesOf(s *source, folder string) *list {
	end := len(strings.TrimRight(s.text, " \t\r\n"))
	l := &list{source: s, spaced: true, folder: folder, before: "\n\n", empty: markup.Span{Start: end, End: end}}
	if end == 0 {
		l.before, l.behind = "", "\n"
	}
	return l
}

// root picks the root of a work: of the files that include others, the one
// that includes most; of equals, the first. It is the first entry, and all others are below.
func (r *reader) root(candidates []string, find includer) bool {
	slices.SortFunc(candidates, compareNames)
	most := 0
	var found reader
	for _, file := range candidates {
		try := reader{fsys: r.fsys, folder: r.folder, Work: r.Work, named: map[string]bool{file: true}}
		try.Order = file
		below, lists := try.included(file, nil, find)
		n := len(flat(below))
		if n == 0 && len(candidates) == 1 && r.Kind == "latex" {
			n = len(try.Problems) // all that it puts in is missing
		}
		if n > most {
			most = n
			try.Entries = []*Entry{{Path: file, File: file, Entries: below, lists: lists}}
			found = try
		}
	}
	if most == 0 {
		return false
	}
	*r = found
	return true
}

var (
	latexComment = regexp.MustCompile(`(^|[^\\])%.*`)
	latexInput   = regexp.MustCompile(`\\input\s+([^\s{}\\]+)|\\(input|include|subfile|subimport|import)\b\*?\s*\{([^{}]*)\}\s*(?:\{([^{}]*)\})?`)
)

// readLaTeX reads what the root of a LaTeX document puts in by \input, \include, \subfile and
// \import. Paths are from the root's folder, those of \import from a folder that it names.
func readLaTeX(r *reader) bool {
	var candidates []string
	for _, file := range r.glob(path.Join(r.folder, "*.tex")) {
		text, _ := r.open(file)
		if strings.Contains(text, `\documentclass`) && strings.Contains(text, `\begin{document}`) {
			candidates = append(candidates, file)
		}
	}
	found := r.root(candidates, func(s *source) ([]inclusion, []*list) {
		var found []inclusion
		l := includesOf(s, r.folder)
		for line := range s.starts {
			source := latexComment.ReplaceAllString(strings.TrimRight(s.slice(s.line(line)), "\r\n"), "$1")
			end := len(source)
			for _, last := range []string{`\endinput`, `\end{document}`} {
				if i := strings.Index(source, last); i >= 0 {
					end = min(end, i)
				}
			}
			isLast := end < len(source)
			if isLast {
				at := s.starts[line]
				l.empty, l.before, l.behind = markup.Span{Start: at, End: at}, "", "\n"
				if strings.TrimSpace(source[:end]) != "" {
					l.empty, l.before = markup.Span{Start: at + end, End: at + end}, "\n"
				}
				source = source[:end]
			}
			for _, m := range latexInput.FindAllStringSubmatchIndex(source, -1) {
				group := func(n int) string {
					if m[2*n] < 0 {
						return ""
					}
					return source[m[2*n]:m[2*n+1]]
				}
				file, at, to := group(1), 1, m[1]
				if file == "" {
					file, at = group(3), 3
					if strings.HasSuffix(group(2), "import") {
						file, at = path.Join(group(3), group(4)), 4
					} else if m[8] >= 0 { // the argument of something else
						to = m[7] + 1
					}
				}
				if file == "" || strings.ContainsAny(file, `\#`) { // the argument of a macro
					continue
				}
				file = path.Join(r.folder, strings.Trim(file, `" `))
				if !r.isFile(file) && !slices.Contains(texExtensions, path.Ext(file)) {
					file += ".tex"
				}
				if !slices.Contains(texExtensions, path.Ext(file)) {
					continue
				}
				spot := l.include(line, m[0], to, "%")
				spot.path = markup.Span{Start: m[2*at], End: m[2*at+1]}.Shift(s.starts[line])
				if at == 4 {
					spot.folder = path.Join(r.folder, group(3))
				}
				found = append(found, inclusion{path: file, line: line, at: spot})
			}
			if isLast {
				break
			}
		}
		return found, []*list{l}
	})
	if found {
		r.Definitions = r.latexDefinitions()
	}
	return found
}

// latexDefinitions are those of the files of a LaTeX document, and of the macros and styles in its
// folder that it uses.
func (r *reader) latexDefinitions() string {
	const most = 1 << 20
	var b strings.Builder
	seen := make(map[string]bool)
	files := r.Files()
	for len(files) > 0 && b.Len() < most {
		file := files[0]
		files = files[1:]
		if seen[file] {
			continue
		}
		seen[file] = true
		text, ok := r.open(file)
		if !ok {
			continue
		}
		b.WriteString(markup.LaTeXDefinitions(text))
		for _, m := range latexStyle.FindAllStringSubmatch(latexComment.ReplaceAllString(text, "$1"), -1) {
			for name := range strings.SplitSeq(m[1], ",") {
				for _, ending := range []string{"", ".tex", ".sty", ".cls"} {
					if used := path.Join(r.folder, strings.TrimSpace(name)+ending); strings.Contains(path.Base(used), ".") && r.isFile(used) {
						files = append(files, used)
						break
					}
				}
			}
		}
	}
	return b.String()
}

var latexStyle = regexp.MustCompile(`\\(?:input|include|usepackage|RequirePackage|documentclass|LoadClass)\s*(?:\[[^\]]*\])?\{([^{}\\#]+)\}`)

// texExtensions are those of files that may have prose; others are pictures and tables.
var texExtensions = []string{".tex", ".ltx", ".latex"}

var (
	asciiDocInclude   = regexp.MustCompile(`^include::([^\[]+)\[([^\]]*)\]\s*$`)
	asciiDocAttribute = regexp.MustCompile(`^:([\w-]+):\s*(.*?)\s*$`)
	asciiDocReference = regexp.MustCompile(`\{([\w-]+)\}`)
)

// readAsciiDoc reads what an AsciiDoc book puts in by include::. Paths are from the file that
// includes; attributes in them are those set above, in any file read so far.
func readAsciiDoc(r *reader) bool {
	var candidates []string
	for _, extension := range []string{"*.adoc", "*.asciidoc", "*.asc", "*.ad"} {
		for _, file := range r.glob(path.Join(r.folder, extension)) {
			if text, _ := r.open(file); strings.HasPrefix(text, "= ") || strings.Contains(text, "\n= ") {
				candidates = append(candidates, file)
			}
		}
	}
	attributes := make(map[string]string)
	return r.root(candidates, func(s *source) ([]inclusion, []*list) {
		var found []inclusion
		l := includesOf(s, path.Dir(s.file))
		for line := range s.starts {
			source := strings.TrimRight(s.slice(s.line(line)), "\r\n")
			if m := asciiDocAttribute.FindStringSubmatch(source); m != nil {
				attributes[m[1]] = m[2]
			}
			m := asciiDocInclude.FindStringSubmatchIndex(source)
			if m == nil {
				continue
			}
			target := asciiDocReference.ReplaceAllStringFunc(source[m[2]:m[3]], func(name string) string {
				if value, ok := attributes[strings.Trim(name, "{}")]; ok {
					return value
				}
				return name
			})
			if isAddress(target) || !slices.Contains([]string{".adoc", ".asciidoc", ".asc", ".ad"}, path.Ext(target)) {
				continue // code, data
			}
			at := l.include(line, m[0], m[1], "")
			at.path = markup.Span{Start: m[2], End: m[3]}.Shift(s.starts[line])
			at.level = levelOffset(source[m[4]:m[5]])
			found = append(found, inclusion{path: path.Join(path.Dir(s.file), target), line: line, at: at})
		}
		return found, []*list{l}
	})
}

var orgInclude = regexp.MustCompile(`(?i)^\s*#\+include:\s*"?([^"\s]+)"?\s*$`)

// readOrg reads what an Org file puts in by #+INCLUDE, but for parts of files and code.
func readOrg(r *reader) bool {
	return r.root(r.glob(path.Join(r.folder, "*.org")), func(s *source) ([]inclusion, []*list) {
		var found []inclusion
		l := includesOf(s, path.Dir(s.file))
		for line := range s.starts {
			source := strings.TrimRight(s.slice(s.line(line)), "\r\n")
			m := orgInclude.FindStringSubmatchIndex(source)
			if m == nil || strings.Contains(source[m[2]:m[3]], "::") {
				continue
			}
			at := l.include(line, m[0], m[1], "")
			at.path = markup.Span{Start: m[2], End: m[3]}.Shift(s.starts[line])
			target := source[m[2]:m[3]]
			if strings.HasPrefix(target, "file:") {
				at.path.Start += len("file:")
				target = target[len("file:"):]
			}
			found = append(found, inclusion{path: path.Join(path.Dir(s.file), target), line: line, at: at})
		}
		return found, []*list{l}
	})
}

var (
	typstInclude = regexp.MustCompile(`(^|[^\w-])include\s*\(?\s*"([^"\\]+)"\)?`)
	typstImport  = regexp.MustCompile(`(?:^|[^\w-])import\s*\(?\s*"([^"\\@][^"\\]*)"`)
)

// readTypst reads what a Typst document puts in by #include. Paths are from the file that includes,
// or from the folder of the work if they begin with a slash. What is only imported is no text.
func readTypst(r *reader) bool {
	resolve := func(s *source, target string) string {
		if rest, ok := strings.CutPrefix(target, "/"); ok {
			return path.Join(r.folder, rest)
		}
		return path.Join(path.Dir(s.file), target)
	}
	var imported []string
	found := r.root(r.glob(path.Join(r.folder, "*.typ")), func(s *source) ([]inclusion, []*list) {
		var found []inclusion
		l := includesOf(s, path.Dir(s.file))
		text := markup.WithoutTypstComments(s.text)
		for line := range s.starts {
			at := s.line(line)
			source := strings.TrimRight(text[at.Start:at.End], "\r\n")
			for _, m := range typstImport.FindAllStringSubmatch(source, -1) {
				imported = append(imported, resolve(s, m[1]))
			}
			for _, m := range typstInclude.FindAllStringSubmatchIndex(source, -1) {
				target := source[m[4]:m[5]]
				if path.Ext(target) != ".typ" || strings.HasPrefix(target, "@") {
					continue
				}
				from := m[3]
				if from > 0 && source[from-1] == '#' {
					from--
				}
				spot := l.include(line, from, m[1], "//")
				spot.path = markup.Span{Start: m[4], End: m[5]}.Shift(s.starts[line])
				found = append(found, inclusion{path: resolve(s, target), line: line, at: spot})
			}
		}
		return found, []*list{l}
	})
	for _, file := range imported {
		if found && r.isFile(file) {
			r.named[file] = true
		}
	}
	return found
}

var (
	sphinxRoot    = regexp.MustCompile(`(?m)^(?:root_doc|master_doc)\s*=\s*["']([^"']+)["']`)
	sphinxTitle   = regexp.MustCompile(`(?m)^project\s*=\s*["']([^"']+)["']`)
	toctree       = regexp.MustCompile("^(\\s*)(?:\\.\\. toctree::|(?:```+|~~~+|:::+)\\s*\\{toctree\\})\\s*$")
	toctreeOption = regexp.MustCompile(`^:(\w[\w-]*):`)
	toctreeTitled = regexp.MustCompile(`^(.+?)\s*<([^<>]+)>$`)
)

// readSphinx reads the toctrees of Sphinx, from the root document on.
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
	e.Entries, e.lists = r.included(file, nil, r.toctrees)
	r.Entries = []*Entry{e}
	return true
}

// toctrees are the documents that the toctrees of a file name, in reStructuredText or MyST.
func (r *reader) toctrees(s *source) ([]inclusion, []*list) {
	var found []inclusion
	var lists []*list
	for i := 0; i < len(s.starts); i++ {
		text := func() string { return strings.TrimRight(s.slice(s.line(i)), "\r\n") }
		m := toctree.FindStringSubmatch(text())
		if m == nil {
			continue
		}
		fence := strings.TrimLeft(text()[len(m[1]):], " ")
		isFenced := !strings.HasPrefix(fence, "..")
		isGlob := false
		l := &list{source: s, folder: path.Dir(s.file), before: "\n", indent: m[1]}
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
				if !isFenced && len(l.spots) == 0 && l.before != "\n" {
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
			if option := toctreeOption.FindStringSubmatch(entry); option != nil {
				isGlob = isGlob || option[1] == "glob"
				l.empty = markup.Span{Start: s.lineEnd(s.starts[i]), End: s.lineEnd(s.starts[i])}
				continue
			}
			at := l.whole(i)
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
				found = append(found, inclusion{path: target + path.Ext(s.file), line: i, isPattern: true, at: at})
				continue
			}
			found = append(found, inclusion{title: title, path: r.withExtension(target, ".rst", ".md", ".txt"), line: i, at: at})
		}
	}
	return found, lists
}
