package markup

import (
	"regexp"
	"strings"
)

// Interpreted returns a text with spaces in place of what programs for the format do not interpret, such as comments and
// code. Nothing in these is a link or an include. Line endings stay.
func (f Format) Interpreted(text string) string {
	if f.live == nil {
		return text
	}
	return f.live(f, text)
}

// blankSpans returns a text with spaces in place of some spans, except for line endings.
func blankSpans(text string, spans []Span) string {
	if len(spans) == 0 {
		return text
	}
	live := []byte(text)
	for _, s := range spans {
		for i := s.Start; i < s.End; i++ {
			if live[i] != '\n' && live[i] != '\r' {
				live[i] = ' '
			}
		}
	}
	return string(live)
}

// matchingLineSpans returns the lines for which isDead returns true, without their line endings.
func matchingLineSpans(text string, isDead func(line string) bool) (spans []Span) {
	for line := range Lines(text) {
		if isDead(text[line.Start:line.End]) {
			spans = append(spans, line)
		}
	}
	return spans
}

// interpretedMarkdown hides comments and code blocks, but not MyST directives that contain text or name files.
func interpretedMarkdown(f Format, text string) string {
	type fence struct {
		mark   byte
		length int
		isCode bool
	}
	var open []fence
	spans := matchingLineSpans(text, func(line string) bool {
		isCode := len(open) > 0 && open[len(open)-1].isCode
		m := markdownFence.FindStringSubmatch(line)
		if m == nil {
			return isCode
		}
		mark, length, info := m[1][0], len(m[1]), strings.TrimSpace(m[2])
		if n := len(open) - 1; info == "" && n >= 0 && open[n].mark == mark && length >= open[n].length {
			open = open[:n]
			return false
		}
		if isCode || mark == ':' && info == "" || mark == '`' && strings.Contains(info, "`") && !(f.isKnitr && chunkHeader.MatchString("```"+info)) {
			return isCode
		}
		name := fenceName.FindStringSubmatch(info)
		holdsText := mark == ':' && name == nil || name != nil && (isRSTProseDirective(strings.ToLower(name[1])) || liveDirectives[strings.ToLower(name[1])])
		open = append(open, fence{mark, length, !holdsText})
		return false
	})
	for _, b := range f.Scan(text) {
		if b.Kind == Code && (strings.HasPrefix(text[b.Span.Start:], "    ") || strings.HasPrefix(text[b.Span.Start:], "\t")) {
			spans = append(spans, b.Span)
		}
	}
	live := blankSpans(text, spans)
	spans = nil
	for _, m := range markdownComment.FindAllStringIndex(live, -1) {
		spans = append(spans, Span{m[0], m[1]})
	}
	return blankSpans(live, spans)
}

var (
	markdownFence   = regexp.MustCompile("^(?:[ \\t]|>|[-*+] |\\d{1,9}[.)] )*(`{3,}|~{3,}|:{3,})([^\\r\\n]*)$")
	fenceName       = regexp.MustCompile(`^\{([\w:+.-]+)\}`)
	markdownComment = regexp.MustCompile(`(?s)<!--.*?-->|\{/\*.*?\*/\}|\{%-?\s*comment\s*-?%\}.*?\{%-?\s*endcomment\s*-?%\}`)

	// liveDirectives are the MyST directives besides [proseDirectives] that contain text or names of files.
	liveDirectives = wordSet(`toctree tableofcontents include literalinclude figure image eval-rst list-table table csv-table embed
		iframe video download card-carousel gallery-grid blogpost postlist`)
)

// interpretedRST hides comments, literal blocks and the content of the directives in [rstVerbatim].
func interpretedRST(_ Format, text string) string {
	var lines []Span
	for line := range Lines(text) {
		lines = append(lines, line)
	}
	indentOf := func(i int) int {
		line := text[lines[i].Start:lines[i].End]
		return len(line) - len(strings.TrimLeft(line, " \t"))
	}
	isBlank := func(i int) bool { return strings.TrimSpace(text[lines[i].Start:lines[i].End]) == "" }
	after := func(i, column int) int { // returns the line after those that are indented deeper
		for i < len(lines) && (isBlank(i) || indentOf(i) > column) {
			i++
		}
		return i
	}
	var spans []Span
	pass := func(from, to int) {
		if from < to && from < len(lines) {
			spans = append(spans, Span{lines[from].Start, lines[to-1].End})
		}
	}
	for i := 0; i < len(lines); {
		line := text[lines[i].Start:lines[i].End]
		column := indentOf(i)
		content := line[column:]
		for content != "" && content != "--" {
			n := rstItemMarkerLen(content)
			if n == 0 || n == len(content) {
				break
			}
			column, content = column+n, content[n:]
		}
		content = strings.TrimRight(content, " \t")
		if content == ".." || strings.HasPrefix(content, ".. ") {
			body := strings.TrimLeft(content[2:], " \t")
			if m := rstSubstitution.FindStringSubmatch(body); m != nil {
				body = m[1]
			} else if strings.HasPrefix(body, "[") || strings.HasPrefix(body, "_") {
				i++
				continue
			}
			name, _, isDirective := strings.Cut(body, "::")
			name = strings.TrimSuffix(name, " ")
			end := after(i+1, column)
			switch {
			case !isDirective || strings.ContainsAny(name, " \t"): // a comment
				spans = append(spans, Span{lines[i].Start + column, lines[i].End})
				pass(i+1, end)
				i = end
				continue
			case rstVerbatim[strings.ToLower(name)]:
				from := i + 1
				for from < end && strings.HasPrefix(strings.TrimSpace(text[lines[from].Start:lines[from].End]), ":") {
					from++ // options
				}
				pass(from, end)
				i = end
				continue
			}
			i++
			continue
		}
		i++
		if strings.HasSuffix(content, "::") {
			next := i
			for next < len(lines) && isBlank(next) {
				next++
			}
			if next > i && next < len(lines) && indentOf(next) > column {
				end := after(next, column)
				pass(next, end)
				i = end
			}
		}
	}
	return blankSpans(text, spans)
}

var (
	rstSubstitution = regexp.MustCompile(`^\|[^|]+\|\s+(.*)$`)

	// rstVerbatim are the directives whose content is not markup.
	rstVerbatim = wordSet(`code code-block sourcecode doctest testcode testoutput testsetup testcleanup prompt productionlist parsed-literal raw math
		graphviz graph digraph mermaid uml plantuml ipython jupyter-execute exec_code code-cell parsed-code highlight`)
)

// interpretedAsciiDoc hides comments, and blocks that show their content as it is written.
func interpretedAsciiDoc(_ Format, text string) string {
	closing, style, isStyled := "", "", false
	return blankSpans(text, matchingLineSpans(text, func(line string) bool {
		line = strings.TrimRight(line, " \t\r")
		switch {
		case closing != "":
			if line == closing {
				closing = ""
			}
			return true
		case adocVerbatim.MatchString(line):
			closing, style, isStyled = line, "", false
			if strings.HasPrefix(line, "```") {
				closing = "```"
			}
			return true
		case style != "" && adocOpen.MatchString(line): // [source] above an open block
			closing, style, isStyled = line, "", false
			return true
		case strings.HasPrefix(line, "//") && !strings.HasPrefix(line, "///"):
			return true
		case line == "":
			style, isStyled = "", false
		case adocShows.MatchString(line):
			style = line
		case style != "" && !isAdocAttributes(line):
			isStyled = true
		}
		return isStyled
	}))
}

var (
	adocVerbatim = regexp.MustCompile("^(?:/{4,}|-{4,}|\\.{4,}|\\+{4,}|```[\\w+,-]*)$")
	adocOpen     = regexp.MustCompile(`^(?:--|={4,}|\*{4,}|_{4,})$`)
	adocShows    = regexp.MustCompile(`^\[(?:source|listing|literal|comment|pass|stem|latexmath|asciimath|,)[\w%#.]*(?:[,\]]|$)`)
)

// interpretedOrg hides comments, sections that are commented out, and blocks that show their content as it is written.
func interpretedOrg(_ Format, text string) string {
	closing, dead, isVerse := "", 0, false
	open := make(map[string]int) // for each name, the number of closing lines that are still to come
	for _, m := range orgClosing.FindAllStringSubmatch(text, -1) {
		open[strings.ToLower(m[1])]++
	}
	return blankSpans(text, matchingLineSpans(text, func(line string) bool {
		m := orgClosing.FindStringSubmatch(line)
		if m != nil {
			open[strings.ToLower(m[1])]--
		}
		if closing != "" {
			if m != nil && strings.EqualFold(m[1], closing) {
				closing = ""
			}
			return true
		}
		if m := orgShows.FindStringSubmatch(line); m != nil && open[strings.ToLower(m[1])] > 0 {
			closing = m[1]
			return true
		}
		if stars := len(line) - len(strings.TrimLeft(line, "*")); stars > 0 && strings.HasPrefix(line[stars:], " ") {
			if dead == 0 || stars <= dead {
				dead = 0
				if orgCommented.MatchString(line) {
					dead = stars
				}
			}
		}
		if m := orgVerse.FindStringSubmatch(line); m != nil {
			isVerse = strings.EqualFold(m[1], "begin") && open["verse"] > 0
		}
		return dead > 0 || orgHash.MatchString(line) || isVerse && orgKeywordLine.MatchString(line) // a verse has links, but no keywords
	}))
}

var (
	orgShows       = regexp.MustCompile(`(?i)^[ \t]*#\+begin_(example|src|export|comment)(?:[ \t\r]|$)`)
	orgClosing     = regexp.MustCompile(`(?im)^[ \t]*#\+end_(example|src|export|comment|verse)[ \t\r]*$`)
	orgVerse       = regexp.MustCompile(`(?i)^[ \t]*#\+(begin|end)_verse[ \t\r]*$`)
	orgKeywordLine = regexp.MustCompile(`^[ \t]*#\+\w+:`)
	orgCommented   = regexp.MustCompile(`^\*+[ \t]+(?:[A-Z]+[ \t]+)?(?:\[#.\][ \t]+)?COMMENT(?:[ \t\r]|$)`)
	orgHash        = regexp.MustCompile(`^[ \t]*(?:#|:)(?:[ \t\r]|$)`)
)
