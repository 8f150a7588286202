package work

import (
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
	item:         latexItem,
}

// latexItem returns an include, like the one next to it but without what follows its argument.
func latexItem(n *newItem) (string, bool) {
	before, after := `\input{`, "}"
	if left, right, ok := n.aroundPath(); ok {
		argument, _, closed := strings.Cut(right, "}")
		if before, after = left, ""; closed {
			after = argument + "}"
		}
	}
	return before + n.name + after, !n.isPart()
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
		for _, other := range r.others {
			other.Definitions = other.latexDefinitions()
		}
	}
	return found
}

// latexDefinitions returns those of the files of a LaTeX document, and of the macros and styles in its
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
