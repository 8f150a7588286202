package work

import (
	"path"
	"regexp"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// latexMacro is a command that a document defines, with one argument or none.
type latexMacro struct {
	takes bool // it takes an argument
	body  string
}

var (
	latexDefined = regexp.MustCompile(`\\(?:newcommand|renewcommand|providecommand|newrobustcmd|DeclareRobustCommand)\*?\s*(?:\{\s*\\([A-Za-z@]+)\s*\}|\\([A-Za-z@]+))\s*(\[1\])?\s*\{|\\[ge]?def\s*\\([A-Za-z@]+)\s*(#1)?\s*\{`)
	latexXparse  = regexp.MustCompile(`\\(?:New|Renew|Provide|Declare)DocumentCommand\s*\{?\s*\\([A-Za-z@]+)\s*\}?\s*\{\s*(m?)((?:[^{}]|\{[^{}]*\})*)\}\s*\{`)
	latexCall    = regexp.MustCompile(`\\([A-Za-z@]+)\s*\{([^{}]*)\}`)
	latexName    = regexp.MustCompile(`\{?\\([A-Za-z@]+)\}?(?:\{\})?`)
	latexPath    = regexp.MustCompile(`^[\w./ -]*$`)
)

// latexMacros returns the commands of a document that name a path or include a file. The root, the files that it includes and the styles in
// its folder may define them.
func (r *reader) latexMacros(root string) map[string]latexMacro {
	const mostFiles, most = 200, 1 << 20
	macros := make(map[string]latexMacro)
	files, seen, read := []string{root}, make(map[string]bool), 0
	for len(files) > 0 && len(seen) < mostFiles && read < most {
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
		read += len(text)
		text = latexComment.ReplaceAllString(text, "$1")
		for _, m := range latexDefined.FindAllStringSubmatchIndex(text, -1) {
			name, takes := "", m[6] >= 0 || m[10] >= 0
			for _, group := range []int{2, 4, 8} {
				if m[group] >= 0 {
					name = text[m[group]:m[group+1]]
				}
			}
			addLatexMacro(macros, name, takes, braced(text[m[1]:]))
		}
		for _, m := range latexXparse.FindAllStringSubmatchIndex(text, -1) {
			if takes := m[4] < m[5]; takes || m[6] == m[7] { // what follows the first argument is optional, or changes no path
				addLatexMacro(macros, text[m[2]:m[3]], takes, braced(text[m[1]:]))
			}
		}
		for _, m := range latexStyle.FindAllStringSubmatch(text, -1) {
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
	return macros
}

// addLatexMacro adds a command if it names a path or includes a file.
func addLatexMacro(macros map[string]latexMacro, name string, takes bool, body string) {
	if takes && latexInput.MatchString(body) || !takes && latexPath.MatchString(body) {
		macros[name] = latexMacro{takes, strings.TrimSpace(body)}
	}
}

// braced returns text up to the brace that closes the one right before text.
func braced(text string) string {
	depth := 1
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return text[:i]
			}
		}
	}
	return ""
}

// expanded returns a path with the document's own macros expanded.
func (r *latexReader) expanded(name string) string {
	return latexName.ReplaceAllStringFunc(name, func(call string) string {
		if m, ok := r.macros[r.root][strings.Trim(call, `\{}`)]; ok && !m.takes {
			return m.body
		}
		return call
	})
}

// includesByMacros returns the includes of the document's own macros in a line.
func (r *latexReader) includesByMacros(l *itemList, s *source, line int, source string) (found []include) {
	for _, m := range latexCall.FindAllStringSubmatchIndex(source, -1) {
		macro, ok := r.macros[r.root][source[m[2]:m[3]]]
		if !ok || !macro.takes {
			continue
		}
		argument := source[m[4]:m[5]]
		body := strings.ReplaceAll(macro.body, "#1", argument)
		in := latexInput.FindStringSubmatchIndex(body)
		if in == nil {
			continue
		}
		file, from, ok := r.target(s.file, newLatexCommand(body, in))
		if !ok {
			continue
		}
		spot := l.addInclude(line, m[0], m[1], "%")
		written := newLatexCommand(macro.body, latexInput.FindStringSubmatchIndex(macro.body))
		if before, after, one := strings.Cut(written.file, "#1"); one && after == "" && (before == "" || strings.HasSuffix(before, "/")) {
			spot.path = markup.Span{Start: m[4], End: m[5]}.Shift(s.starts[line])
			if before != "" {
				from = path.Join(r.folder, r.expanded(before))
			}
		}
		spot.folder = from
		found = append(found, include{path: file, line: line, at: spot})
	}
	return found
}
