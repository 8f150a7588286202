package work

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

var latexKind = kind{
	name:       "latex",
	read:       readLaTeX,
	site:       "latex",
	inTexts:    true,
	includes:   true,
	soleIsRoot: true,
	body: func(text string) (from, to int) {
		if i := strings.Index(text, `\begin{document}`); i >= 0 {
			from = i + len(`\begin{document}`)
		}
		if i := strings.Index(text, `\end{document}`); i >= from {
			return from, i
		}
		return from, len(text)
	},
	inner:        func(include string) string { return strings.Replace(include, `\include{`, `\input{`, 1) },
	endings:      []string{".tex"},
	copiesEnding: true,
	item:         formatLatexItem,
}

// formatLatexItem returns an include in the form of its neighbour, without the text after the neighbour's argument. If the neighbour has more
// arguments, such as a title, it returns a plain \input.
func formatLatexItem(n *addedItem) (string, bool) {
	before, after := `\input{`, "}"
	if left, right, ok := n.aroundPath(); ok {
		argument, rest, closed := strings.Cut(right, "}")
		if strings.Contains(left, "}") || strings.HasPrefix(strings.TrimSpace(rest), "{") {
			return before + n.name + after, !n.isPart()
		}
		if before, after = left, ""; closed {
			after = argument + "}"
		}
	}
	return before + n.name + after, !n.isPart()
}

var (
	latexComment = regexp.MustCompile(`(^|[^\\])%.*`)
	latexInput   = regexp.MustCompile(`\\input\s+([^\s{}\\]+)|\\(input|include|subfileinclude|subfile|InputIfFileExists|subimport|import|subincludefrom|includefrom|subinputfrom|inputfrom)\b\*?\s*\{([^{}]*)\}\s*(?:\{([^{}]*)\})?`)
	latexPart    = regexp.MustCompile(`\\documentclass\s*(?:\[[^\]]*\])?\s*\{subfiles\}`)
	latexFrame   = regexp.MustCompile(`\\(?:documentclass\b|begin\s*\{document\}|end\s*\{document\})`)
	latexDefault = regexp.MustCompile(`@default_files\s*=([^;]*)`)
	perlComment  = regexp.MustCompile(`(?m)(^|\s)#.*`)
	perlQuote    = regexp.MustCompile(`\bqw\s*([^\w\s])|["']`)
	perlClosing  = strings.NewReplacer("(", ")", "[", "]", "{", "}", "<", ">")
)

// readLaTeX reads the files that the root of a LaTeX document includes, perhaps by its own macros, and reports whether there are any. Paths
// are relative to the root's folder, but to the named folder in files included by \import, and to the file's own folder in files included
// by \subfile.
func readLaTeX(r *reader) bool {
	var candidates []string
	for _, file := range r.glob(path.Join(r.folder, "*.tex")) {
		text, _ := r.openOrderFile(file)
		text = r.withoutIgnored(file, text)
		if latexFrame.MatchString(text) && !latexPart.MatchString(text) {
			candidates = append(candidates, file)
		}
	}
	if named := r.latexmkRoots(); len(named) > 0 && (r.wants == "" || slices.Contains(named, r.wants)) {
		candidates = named
	}
	l := &latexReader{reader: r, macros: make(map[string]map[string]latexMacro), shown: make(map[string]markup.Format), bases: make(map[string]string), paths: make(map[string][]string)}
	found := r.chooseRoot(candidates, l.find)
	if found {
		r.Definitions = r.latexDefinitions()
		for _, other := range r.others {
			other.Definitions = other.latexDefinitions()
		}
	}
	return found
}

// latexmkRoots returns the roots that latexmk's settings file names.
func (r *reader) latexmkRoots() (files []string) {
	for _, name := range []string{latexmkFile, "latexmkrc"} {
		text, _ := r.openOrderFile(path.Join(r.folder, name))
		for _, m := range latexDefault.FindAllStringSubmatch(perlComment.ReplaceAllString(text, "$1"), -1) {
			for _, name := range perlWords(m[1]) {
				file := r.findWithExtension(path.Join(r.folder, name), ".tex")
				if r.isFile(file) && !slices.Contains(files, file) {
					files = append(files, file)
				}
			}
		}
	}
	return files
}

// perlWords returns the strings in a list of Perl: those in quotes, and the words in qw with any delimiters.
func perlWords(list string) (words []string) {
	for {
		m := perlQuote.FindStringSubmatchIndex(list)
		if m == nil {
			return words
		}
		opening := list[m[0]:m[1]]
		isWords := m[2] >= 0
		if isWords {
			opening = list[m[2]:m[3]]
		}
		within, rest, _ := strings.Cut(list[m[1]:], perlClosing.Replace(opening))
		if list = rest; isWords {
			words = append(words, strings.Fields(within)...)
		} else {
			words = append(words, within)
		}
	}
}

// latexmkFile is the name of latexmk's settings file in a folder.
const latexmkFile = ".latexmkrc"

// latexReader finds the includes of LaTeX files.
type latexReader struct {
	*reader
	macros map[string]map[string]latexMacro // for each root, its macros by name
	bases  map[string]string                // the folder to which paths in a file are relative, if not the root's
	shown  map[string]markup.Format         // for each root, the format with its definitions
	paths  map[string][]string              // for each root, the further folders in which \input looks for files
	root   string                           // the root being read
	base   string                           // the folder to which its paths are relative
}

// baseOf returns the folder to which the paths in a root are relative: the root's own, to which latexmk may change, or the work's if the
// files that the root includes are there.
func (r *latexReader) baseOf(root, text string) string {
	in := path.Dir(root)
	isBelow := false
	for _, m := range latexInput.FindAllStringSubmatchIndex(text, -1) {
		c := newLatexCommand(text, m)
		name := path.Join(c.folder, c.file)
		if r.isFile(r.findWithExtension(path.Join(in, name), ".tex")) {
			return in
		}
		isBelow = isBelow || r.isFile(r.findWithExtension(path.Join(r.folder, name), ".tex"))
	}
	if isBelow {
		return r.folder
	}
	return in
}

// find is an [includer].
func (r *latexReader) find(s *source) ([]include, []*itemList) {
	if r.bases[s.file] == "" { // a file that no other includes is the root
		r.root, r.base = s.file, r.baseOf(s.file, s.text)
		r.bases[s.file] = r.base
	}
	if r.macros[r.root] == nil {
		r.macros[r.root] = r.latexMacros(r.root, r.base)
		text, _ := r.openOrderFile(r.root)
		r.shown[r.root] = markup.LaTeX.WithSharedDefinitions(text)
		for _, m := range latexInputPath.FindAllStringSubmatch(latexComment.ReplaceAllString(text, "$1"), -1) {
			r.paths[r.root] = nil // the last definition counts
			for _, folder := range latexGroup.FindAllStringSubmatch(m[1], -1) {
				r.paths[r.root] = append(r.paths[r.root], path.Join(r.base, r.expanded(folder[1])))
			}
		}
	}
	s.live = r.shown[r.root].Interpreted(s.text)
	var found []include
	l := includesOf(s, r.base)
	for line := range s.starts {
		source := s.liveLine(line)
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
			if strings.HasPrefix(source[end:], `\end{`) { // LaTeX reads the line of \endinput to its end
				source = source[:end]
			}
		}
		for _, m := range latexInput.FindAllStringSubmatchIndex(source, -1) {
			if in, ok := r.input(l, s, line, source, m); ok {
				found = append(found, in)
			}
		}
		found = append(found, r.includesByMacros(l, s, line, source)...)
		if isLast {
			break
		}
	}
	slices.SortStableFunc(found, func(a, b include) int { return cmp.Compare(a.at.span.Start, b.at.span.Start) })
	return found, []*itemList{l}
}

// input returns the include of a command in a line.
func (r *latexReader) input(l *itemList, s *source, line int, source string, m []int) (include, bool) {
	c := newLatexCommand(source, m)
	if c.file == "" {
		return include{}, false
	}
	file, from, ok := r.target(s.file, c)
	if !ok {
		return include{}, false
	}
	if c.name == ifFileExists {
		if !r.isFile(file) {
			return include{}, false
		}
		_, c.end = argumentsAt(source, m[4]+len(ifFileExists), 3)
	}
	spot := l.addInclude(line, m[0], c.end, "%")
	if !strings.Contains(c.file, `\`) {
		spot.path = markup.Span{Start: m[2*c.group], End: m[2*c.group+1]}.Shift(s.starts[line])
	}
	spot.folder = from
	return include{path: file, written: strings.Trim(c.file, `" `), line: line, at: spot}, true
}

// latexCommand is a command that includes a file.
type latexCommand struct {
	name, folder, file string
	group, end         int // the index of the group that matches the file name; the end of the command
}

// ifFileExists is the command that includes a file if it exists. Its other two arguments are for then and otherwise.
const ifFileExists = "InputIfFileExists"

// newLatexCommand returns the command that latexInput has matched.
func newLatexCommand(source string, m []int) latexCommand {
	group := func(n int) string {
		if m[2*n] < 0 {
			return ""
		}
		return source[m[2*n]:m[2*n+1]]
	}
	c := latexCommand{name: group(2), file: group(1), group: 1, end: m[1]}
	if c.file != "" {
		return c
	}
	if c.file, c.group = group(3), 3; strings.HasSuffix(c.name, "import") || strings.HasSuffix(c.name, "from") {
		c.folder, c.file, c.group = group(3), group(4), 4
	} else if m[8] >= 0 { // the argument of another command
		c.end = m[7] + 1
	}
	return c
}

// target returns the file that a command includes, and the folder to which the command's path is relative; "" is the folder of the root's
// paths. It returns false if the command includes no text, or one whose name is not known.
func (r *latexReader) target(in string, c latexCommand) (file, from string, ok bool) {
	base := r.bases[in]
	if c.folder != "" {
		if !strings.HasPrefix(c.name, "sub") {
			base = r.base
		}
		from = path.Join(base, r.expanded(c.folder))
		base = from
	}
	name := strings.Trim(r.expanded(c.file), `" `)
	if strings.ContainsAny(name+from, `\#`) {
		return "", "", false
	}
	folders := []string{base}
	if c.folder == "" {
		folders = append(append(folders, r.base), r.paths[r.root]...)
	}
	for i, folder := range folders {
		file = path.Join(folder, name)
		if !r.isFile(file) && !slices.Contains(texExtensions, path.Ext(file)) {
			file += ".tex"
		}
		if r.isFile(file) {
			if folder != r.base {
				from = folder
			}
			if i < 2 { // the paths in a file that is found in a further folder are not relative to that folder
				base = folder
			}
			break
		}
		file = path.Join(base, name)
	}
	if !slices.Contains(texExtensions, path.Ext(file)) {
		if r.isFile(file) || path.Ext(file) != "" {
			return "", "", false
		}
		file += ".tex"
	}
	if r.bases[file] = base; strings.HasPrefix(c.name, "subfile") {
		r.bases[file] = path.Dir(file)
	}
	return file, from, true
}

// latexDefinitions returns the definitions in the files of a LaTeX document, and in the macro and style files in its folder that it uses.
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
		text, ok := r.openOrderFile(file)
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

var (
	latexInputPath = regexp.MustCompile(`\\[gx]?def\s*\\input@path\s*\{((?:\s*\{[^{}]*\})+)\s*\}`)
	latexGroup     = regexp.MustCompile(`\{([^{}]*)\}`)
)

// texExtensions are the extensions of files that may contain prose; others are pictures and tables.
var texExtensions = []string{".tex", ".ltx", ".latex"}
