package work

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// inclusion is a place at which a file has another one put in.
type inclusion struct {
	title, path string
	line        int
	isPattern   bool
}

// included makes the entries of what a file puts in, and of what that puts in in its turn.
func (r *reader) included(file string, around []string, inclusions func(file, text string) []inclusion) []*Entry {
	text, ok := r.open(file)
	if !ok {
		return nil
	}
	around = append(slices.Clip(around), file)
	var entries []*Entry
	for _, in := range inclusions(file, text) {
		if in.isPattern {
			entries = append(entries, r.matching(in.path, file, in.line)...)
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
		e.Entries = r.included(clean, around, inclusions)
		entries = append(entries, e)
	}
	return entries
}

// root takes one of some files for the root of a work: of those that include others, the one
// that includes most; of equals, the first. It is the first entry, and all others are below.
func (r *reader) root(candidates []string, inclusions func(file, text string) []inclusion) bool {
	slices.SortFunc(candidates, compareNames)
	most := 0
	var found reader
	for _, file := range candidates {
		try := reader{fsys: r.fsys, folder: r.folder, Work: r.Work, named: map[string]bool{file: true}}
		try.Order = file
		below := try.included(file, nil, inclusions)
		if n := len(flat(below)); n > most {
			most = n
			try.Entries = []*Entry{{Path: file, File: file, Entries: below}}
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
	return r.root(candidates, func(_, text string) []inclusion {
		var list []inclusion
		for line, source := range strings.Split(text, "\n") {
			if strings.Contains(source, `\endinput`) || strings.Contains(source, `\end{document}`) {
				break
			}
			source = latexComment.ReplaceAllString(source, "$1")
			for _, m := range latexInput.FindAllStringSubmatch(source, -1) {
				bare, command, file := m[1], m[2], m[3]
				if strings.HasSuffix(command, "import") {
					file = path.Join(m[3], m[4])
				}
				if file = first(bare, file); file == "" || strings.ContainsAny(file, `\#`) { // the argument of a macro
					continue
				}
				file = path.Join(r.folder, strings.Trim(file, `" `))
				if !r.isFile(file) && !slices.Contains(texExtensions, path.Ext(file)) {
					file += ".tex"
				}
				if slices.Contains(texExtensions, path.Ext(file)) {
					list = append(list, inclusion{path: file, line: line})
				}
			}
		}
		return list
	})
}

// texExtensions are those of files that may have prose; others are pictures and tables.
var texExtensions = []string{".tex", ".ltx", ".latex"}

var (
	asciiDocInclude   = regexp.MustCompile(`^include::([^\[]+)\[[^\]]*\]\s*$`)
	asciiDocAttribute = regexp.MustCompile(`^:([\w-]+):\s*(.*?)\s*$`)
	asciiDocReference = regexp.MustCompile(`\{([\w-]+)\}`)
)

// readAsciiDoc reads what an AsciiDoc book puts in by include::. Paths are from the file that
// includes; attributes in them are those set above, in any file read so far.
func readAsciiDoc(r *reader) bool {
	var candidates []string
	for _, extension := range []string{"*.adoc", "*.asciidoc"} {
		for _, file := range r.glob(path.Join(r.folder, extension)) {
			if text, _ := r.open(file); strings.HasPrefix(text, "= ") || strings.Contains(text, "\n= ") {
				candidates = append(candidates, file)
			}
		}
	}
	attributes := make(map[string]string)
	return r.root(candidates, func(file, text string) []inclusion {
		var list []inclusion
		for line, source := range strings.Split(text, "\n") {
			if m := asciiDocAttribute.FindStringSubmatch(source); m != nil {
				attributes[m[1]] = m[2]
			}
			m := asciiDocInclude.FindStringSubmatch(source)
			if m == nil {
				continue
			}
			target := asciiDocReference.ReplaceAllStringFunc(m[1], func(name string) string {
				if value, ok := attributes[strings.Trim(name, "{}")]; ok {
					return value
				}
				return name
			})
			if isAddress(target) || !slices.Contains([]string{".adoc", ".asciidoc", ".asc", ".ad"}, path.Ext(target)) {
				continue // code, data
			}
			list = append(list, inclusion{path: path.Join(path.Dir(file), target), line: line})
		}
		return list
	})
}

var orgInclude = regexp.MustCompile(`(?i)^\s*#\+include:\s*"?([^"\s]+)"?\s*$`)

// readOrg reads what an Org file puts in by #+INCLUDE, but for parts of files and code.
func readOrg(r *reader) bool {
	return r.root(r.glob(path.Join(r.folder, "*.org")), func(file, text string) []inclusion {
		var list []inclusion
		for line, source := range strings.Split(text, "\n") {
			if m := orgInclude.FindStringSubmatch(source); m != nil && !strings.Contains(m[1], "::") {
				list = append(list, inclusion{path: path.Join(path.Dir(file), strings.TrimPrefix(m[1], "file:")), line: line})
			}
		}
		return list
	})
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
	r.Entries = []*Entry{{Path: file, File: file, Entries: r.included(file, nil, r.toctrees)}}
	return true
}

// toctrees are the documents that the toctrees of a file name, in reStructuredText or MyST.
func (r *reader) toctrees(file, text string) []inclusion {
	var list []inclusion
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		m := toctree.FindStringSubmatch(lines[i])
		if m == nil {
			continue
		}
		fence := strings.TrimLeft(lines[i][len(m[1]):], " ")
		isFenced := !strings.HasPrefix(fence, "..")
		isGlob := false
		for i++; i < len(lines); i++ {
			entry := strings.TrimSpace(lines[i])
			indent := len(lines[i]) - len(strings.TrimLeft(lines[i], " \t"))
			if entry == "" {
				continue
			}
			if isFenced && strings.HasPrefix(entry, fence[:3]) {
				break
			}
			if !isFenced && indent <= len(m[1]) {
				i--
				break
			}
			if option := toctreeOption.FindStringSubmatch(entry); option != nil {
				isGlob = isGlob || option[1] == "glob"
				continue
			}
			title, target := "", entry
			if titled := toctreeTitled.FindStringSubmatch(entry); titled != nil {
				title, target = titled[1], titled[2]
			}
			if target == "self" || isAddress(target) {
				continue
			}
			folder := path.Dir(file)
			if strings.HasPrefix(target, "/") {
				folder = r.folder
			}
			target = path.Join(folder, target)
			if isGlob && strings.ContainsAny(target, "*?[") {
				list = append(list, inclusion{path: target + path.Ext(file), line: i, isPattern: true})
				continue
			}
			list = append(list, inclusion{title: title, path: r.withExtension(target, ".rst", ".md", ".txt"), line: i})
		}
	}
	return list
}
