package work

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// latexMacro is a command that a document defines.
type latexMacro struct {
	arguments []string // the names of its mandatory arguments in the body: #1, #2
	body      string
}

var (
	latexDefined   = regexp.MustCompile(`\\(?:newcommand|renewcommand|providecommand|newrobustcmd|DeclareRobustCommand)\*?\s*(?:\{\s*\\([A-Za-z@]+)\s*\}|\\([A-Za-z@]+))\s*(?:\[([1-9])\]\s*(\[[^\[\]]*\])?)?\s*\{|\\[ge]?def\s*\\([A-Za-z@]+)\s*((?:#[1-9])*)\s*\{`)
	latexXparse    = regexp.MustCompile(`\\(?:New|Renew|Provide|Declare)DocumentCommand\s*\{?\s*\\([A-Za-z@]+)\s*\}?\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*\{`)
	latexParameter = regexp.MustCompile(`^\s*(?:>\s*\{[^{}]*\}\s*)*[+!]*(?:(m)|[sog]|[OG]\s*\{[^{}]*\}|t\s*\S|d\s*\S\s*\S|D\s*\S\s*\S\s*\{[^{}]*\})\s*`)
	latexCall      = regexp.MustCompile(`\\([A-Za-z@]+)\*?`)
	latexArgument  = regexp.MustCompile(`^\s*(?:\[[^\[\]{}]*\]\s*)*\{((?:[^{}]|\{[^{}]*\})*)\}`)
	latexDefining  = regexp.MustCompile(`(?:[cC]ommand|cmd|def)\*?\s*\{?\s*$`)
	latexName      = regexp.MustCompile(`\{?\\([A-Za-z@]+)\}?(?:\{\})?`)
	latexPath      = regexp.MustCompile(`^[\w./ -]*$`)
)

// latexMacros returns the commands of a document that name a path or include a file. They may be defined in the root, in the files that it
// includes and in the styles in the given folder.
func (r *reader) latexMacros(root, folder string) map[string]latexMacro {
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
			name := ""
			for _, group := range []int{2, 4, 10} {
				if m[group] >= 0 {
					name = text[m[group]:m[group+1]]
				}
			}
			first, last := 1, 0
			switch {
			case m[6] >= 0:
				last = int(text[m[6]] - '0')
				if m[8] >= 0 { // the default of the first, which is optional
					first = 2
				}
			case m[10] >= 0:
				last = (m[13] - m[12]) / len("#1")
			}
			var arguments []string
			for n := first; n <= last; n++ {
				arguments = append(arguments, fmt.Sprint("#", n))
			}
			addLatexMacro(macros, name, arguments, braced(text[m[1]:]))
		}
		for _, m := range latexXparse.FindAllStringSubmatchIndex(text, -1) {
			if arguments, ok := mandatoryArguments(text[m[4]:m[5]]); ok {
				addLatexMacro(macros, text[m[2]:m[3]], arguments, braced(text[m[1]:]))
			}
		}
		for _, m := range latexStyle.FindAllStringSubmatch(text, -1) {
			for name := range strings.SplitSeq(m[1], ",") {
				for _, ending := range []string{"", ".tex", ".sty", ".cls"} {
					if used := path.Join(folder, strings.TrimSpace(name)+ending); strings.Contains(path.Base(used), ".") && r.isFile(used) {
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
func addLatexMacro(macros map[string]latexMacro, name string, arguments []string, body string) {
	if len(arguments) > 0 && latexInput.MatchString(body) || len(arguments) == 0 && latexPath.MatchString(body) {
		macros[name] = latexMacro{arguments, strings.TrimSpace(body)}
	}
}

// mandatoryArguments returns the names of the mandatory arguments in a specification of xparse, such as "s O{x} m". It returns false for
// kinds of arguments that it does not know.
func mandatoryArguments(specification string) (names []string, ok bool) {
	for n := 1; specification != ""; n++ {
		m := latexParameter.FindStringSubmatch(specification)
		if m == nil {
			return nil, strings.TrimSpace(specification) == ""
		}
		if m[1] != "" {
			names = append(names, fmt.Sprint("#", n))
		}
		specification = specification[len(m[0]):]
	}
	return names, true
}

// braced returns text up to the brace that closes the one right before text; "" if there is none.
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
		if m, ok := r.macros[r.root][strings.Trim(call, `\{}`)]; ok && len(m.arguments) == 0 {
			return m.body
		}
		return call
	})
}

// mostDefining is the greatest length of a command that defines another one, before that one's name.
const mostDefining = 30

// includesByMacros returns the includes in a line that are made by calling the document's own macros.
func (r *latexReader) includesByMacros(l *itemList, s *source, line int, source string) (found []include) {
	for _, m := range latexCall.FindAllStringSubmatchIndex(source, -1) {
		macro := r.macros[r.root][source[m[2]:m[3]]]
		if len(macro.arguments) == 0 || latexDefining.MatchString(source[max(0, m[0]-mostDefining):m[0]]) {
			continue
		}
		spans, end := argumentsAt(source, m[1], len(macro.arguments))
		if len(spans) < len(macro.arguments) {
			continue
		}
		var pairs []string
		for i, span := range spans {
			pairs = append(pairs, macro.arguments[i], source[span.Start:span.End])
		}
		written := newLatexCommand(macro.body, latexInput.FindStringSubmatchIndex(macro.body))
		c, values := written, strings.NewReplacer(pairs...)
		c.folder, c.file = values.Replace(c.folder), values.Replace(c.file)
		file, from, ok := r.target(s.file, c)
		if !ok {
			continue
		}
		spot := l.addInclude(line, m[0], end, "%")
		for i, name := range macro.arguments {
			before, isLast := strings.CutSuffix(written.file, name)
			if !isLast || before != "" && !strings.HasSuffix(before, "/") || strings.Contains(before, "#") {
				continue
			}
			if spot.path = spans[i].Shift(s.starts[line]); before != "" {
				from = path.Join(r.base, r.expanded(before))
			}
		}
		spot.folder = from
		found = append(found, include{path: file, line: line, at: spot})
	}
	return found
}

// argumentsAt returns the spans of the first arguments in braces from an offset on, and the offset after the last.
func argumentsAt(source string, at, most int) (spans []markup.Span, end int) {
	for len(spans) < most {
		m := latexArgument.FindStringSubmatchIndex(source[at:])
		if m == nil {
			break
		}
		spans = append(spans, markup.Span{Start: at + m[2], End: at + m[3]})
		at += m[1]
	}
	return spans, at
}
