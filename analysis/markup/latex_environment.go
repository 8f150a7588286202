package markup

import (
	"slices"
	"strings"
)

// This file reads LaTeX environments whose content is not ordinary text, including lists, and the text that \iffalse hides.

// environments are the environments whose content is not ordinary text.
var environments = func() map[string]Kind {
	kinds := make(map[string]Kind)
	for kind, names := range map[Kind]string{
		Code: `verbatim Verbatim lstlisting minted alltt filecontents comment xcomment tikzpicture pgfpicture picture forest asy
			tikzcd xy circuitikz feynman dot2tex gnuplot asydef psmatrix pspicture CD diagram
			luacode pycode sageblock pseudo pseudocode semiverbatim codeexample LTXexample tcblisting sourcecode Code CodeInput
			CodeOutput Sinput Soutput Schunk Highlighting macrocode algorithm algorithmic algorithm2e verbatimtab listing BVerbatim LVerbatim
			spverbatim scontents`,
		Math: `equation align alignat gather multline eqnarray displaymath math flalign array dmath split cases subequations
			IEEEeqnarray aligned gathered prooftree mathpar xalignat`,
		Table:      `tabular tabularx tabulary tabbing table longtable supertabular sidewaystable wraptable tblr longtblr`,
		HTML:       `figure wrapfigure sidewaysfigure subfigure keywords CCSXML textblock teaserfigure SCfigure marginfigure`,
		List:       `itemize enumerate description compactitem compactenum compactdesc inparaenum easylist trivlist asparaenum asparaitem`,
		Quote:      `quote quotation verse displayquote displayquotation epigraphs`,
		Definition: `thebibliography theindex theglossary acronym`,
	} {
		for name := range wordSet(names) {
			kinds[name], kinds[name+"*"] = kind, kind
		}
	}
	return kinds
}()

// environmentKind returns the kind of an environment whose content is not ordinary text, including variants of tabular and of formulas.
func environmentKind(name string) (kind Kind, ok bool) {
	if strings.HasPrefix(name, "tabular") {
		return Table, true
	}
	if kind, ok = environments[name]; ok {
		return kind, true
	}
	for _, formula := range [...]string{"multline", "equation", "align", "gather"} { // narrowmultline, myequation
		if strings.HasSuffix(strings.TrimSuffix(name, "*"), formula) {
			return Math, true
		}
	}
	return 0, false
}

// environmentAt returns the name in the command at the beginning of a line, `\begin{` or `\end{`, and the offset after it, or 0.
func environmentAt(line, command string) (name string, length int) {
	from := leadingSpaceLength(line, 8*len(line))
	if !strings.HasPrefix(line[from:], command) {
		return "", 0
	}
	from += len(command)
	end := strings.IndexByte(line[from:], '}')
	if end < 0 {
		return "", 0
	}
	return line[from : from+end], from + end + 1
}

// readEnvironment reads an environment whose content is not ordinary text.
func (l *latexReader) readEnvironment(i, length int, name string, kind Kind) (Block, int) {
	next, closing := l.environmentEnd(i, name, kind == Code)
	content := l.innerLines(i, next, length, 0)
	b, _ := l.blockOfLines(kind, i, next)
	if closing > 0 {
		last := &content.lines[len(content.lines)-1]
		last.End = max(last.Start, closing)
		end := closing + len(`\end{`) + len(name) + len("}")
		if next = l.lineAfter(next-1, end); l.resume > 0 {
			b.Span.End = end
		}
	}
	switch kind {
	case Quote:
		b = b.asQuote(l.readInner(content))
	case List:
		in := latexReader{lineRange: content, format: l.format}
		return newListBlock(b.Span, in.readItems()), next
	}
	return b, next
}

// environmentEnd returns the line after the \end of an environment, and the offset of the \end. If that is missing, the
// offset is 0, and the next heading ends the environment unless it is verbatim.
func (l *latexReader) environmentEnd(i int, name string, isVerbatim bool) (next, closing int) {
	begin, end := `\begin{`+name+"}", `\end{`+name+"}"
	first := i
	for depth := 0; i < len(l.lines); i++ {
		line := l.line(i)
		if !strings.Contains(line, `\`) {
			continue
		}
		if isVerbatim {
			if at := strings.Index(line, end); at >= 0 {
				return i + 1, l.lines[i].Start + at
			}
			continue
		}
		if i > first && (l.isHeading(i) || strings.Contains(line, `\end{document}`)) {
			return i, 0
		}
		line = withoutComment(line)
		for at := 0; ; {
			next := strings.IndexByte(line[at:], '\\')
			if next < 0 {
				break
			}
			at += next
			switch {
			case strings.HasPrefix(line[at:], begin):
				depth++
			case strings.HasPrefix(line[at:], end):
				if depth--; depth <= 0 {
					return i + 1, l.lines[i].Start + at
				}
			}
			at = min(max(at+2, verbatimEnd(line, at)), len(line))
		}
	}
	return i, 0
}

// readHidden reads the text that a conditional such as \iffalse hides.
func (l *latexReader) readHidden(i int) (Block, int) {
	depth := 0
	for n := i; n < len(l.lines); n++ {
		line := withoutComment(l.line(n))
		for _, at := range latexConditionals.FindAllStringIndex(line, -1) {
			if depth = depthAfterConditional(depth, line, at[0], at[1]); depth == 0 {
				end := l.lines[n].Start + at[1]
				b, _ := l.blockOfLines(HTML, i, n+1)
				next := l.lineAfter(n, end)
				if l.resume > 0 {
					b.Span.End = end
				}
				return b, next
			}
		}
	}
	return l.blockOfLines(HTML, i, len(l.lines))
}

// readItems reads the items of a list. Text before the first \item may be one too, because an unknown command may begin it.
func (l *latexReader) readItems() []Block {
	l.cutItems()
	var items []Block
	depth, from, marker := 0, 0, 0
	hasMarker := false
	flush := func(to int) {
		if from >= to || isBlank(l.text[l.lines[from].Start:l.lines[to-1].End]) {
			return
		}
		item := Block{Kind: Item, Span: l.spanOfLines(from, to), Runs: appendProseRuns(nil, l.readInner(l.innerLines(from, to, marker, 0)))}
		if hasMarker || l.isListProse(item) {
			items = append(items, item)
		}
	}
	if len(l.lines) > 0 {
		l.lines[0].Start = latexOptionsEnd(l.text, l.lines[0])
	}
	for i := range l.lines {
		line := l.trimmedLine(i)
		if n := l.itemCommandLen(line); n > 0 && depth == 0 {
			flush(i)
			hasMarker = true
			from, marker = i, leadingSpaceLength(l.line(i), 8*len(l.line(i)))+n
		}
		if strings.Contains(line, `\`) {
			depth = max(0, depth+strings.Count(line, `\begin{`)-strings.Count(line, `\end{`))
		}
	}
	flush(len(l.lines))
	return items
}

// isListProse reports whether the text before the items of a list has enough words to be prose and not a setting.
func (l *latexReader) isListProse(b Block) bool {
	const least = 3
	words := strings.Fields(string(l.format.AppendMask(nil, l.text, b)))
	return len(slices.DeleteFunc(words, func(word string) bool { return !hasWord(word) })) >= least
}

// latexOptionsEnd returns the offset after the options at the beginning of an environment, on its first line.
func latexOptionsEnd(text string, line Span) int {
	at := line.Start
	for at < line.End && (text[at] == '[' || text[at] == '{') {
		at = groupEndOrLimit(text, at, line.End)
	}
	return at
}

// itemCommandLen returns the length of the command at the beginning of a line if it begins an item, or 0.
func (l *latexReader) itemCommandLen(line string) int {
	if line == "" || line[0] != '\\' {
		return 0
	}
	end := 1
	for end < len(line) && isAlpha(line[end]) {
		end++
	}
	if name := line[1:end]; name == "item" || l.format.own != nil && l.format.own.items[name] {
		return end
	}
	return 0
}

// cutItems cuts lines where an item begins within them.
func (l *latexReader) cutItems() {
	var lines []Span
	depth := 0
	for i, line := range l.lines {
		if l.isBlankLine(i) {
			depth = 0
		}
		start := line.Start
		eachLaTeXCommand(l.line(i), &depth, func(at int) {
			if at += line.Start; l.itemCommandLen(l.text[at:line.End]) > 0 && !isBlank(l.text[start:at]) {
				lines = append(lines, Span{start, at})
				start = at
			}
		})
		lines = append(lines, Span{start, line.End})
	}
	l.lines = lines
}
