package markup

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Conditions returns what is around an offset of a text and may decide whether programs for the format keep what is there:
// conditionals, tags that exclude a section, and arguments of commands, environments and directives that are not known to keep
// their content. What moves to a place with other conditions may leave the text, or come into it.
func (f Format) Conditions(text string, at int) (conditions []string) {
	switch n := f.notation.(type) {
	case latexNotation:
		return latexConditions(withoutLaTeXComments(f.Interpreted(text)), at)
	case asciidocNotation:
		for _, c := range containersAround(n.conditionalDelimiters(text, f.Scan(text)), len(text), at) {
			conditions = append(conditions, text[c.Open.Start:c.Open.End])
		}
	case markdownNotation:
		return append(fenceConditions(f.Interpreted(text), at), directiveConditions(text, at)...)
	case rstNotation:
		return directiveConditions(text, at)
	case orgNotation:
		return orgConditions(f.Interpreted(text), at)
	case typstNotation:
		return typstConditions(f.Interpreted(text), at)
	}
	return conditions
}

// containersAround returns the containers around an offset, in the order in which they begin.
func containersAround(delimiters []delimiter, end, at int) []Container {
	return slices.DeleteFunc(matchDelimiters(delimiters, end), func(c Container) bool { return at < c.Open.End || c.Close.End <= at })
}

// latexConditions is [Format.Conditions] for a text without comments. Every argument counts: any command may leave out its
// argument.
func latexConditions(code []byte, at int) (conditions []string) {
	var delimiters []delimiter
	var open []int
	openings, labels := make(map[int]int), make(map[int]string) // the brace that another closes; what other delimiters say
	branches := 0
	for i := 0; i < len(code); i++ {
		x, length := delimiter{name: "{"}, 1
		switch code[i] {
		default:
			continue
		case '{':
			x.opens, open = true, append(open, i)
		case '}':
			x.closes = true
			if n := len(open) - 1; n >= 0 {
				openings[i], open = open[n], open[:n]
			}
		case '\\':
			x, length = latexDelimiterAt(code, i)
			end := i + 1
			for end < len(code) && (isAlpha(code[end]) || code[end] == '@') {
				end++
			}
			mode := beamerMode.FindSubmatch(code[i:min(len(code), i+longestSearch)])
			switch name := string(code[i+1 : end]); {
			case name == "begin" || name == "end":
				if labels[i] = string(code[i:latexArgumentsEnd(code, i+length)]); latexKeeping[strings.TrimSuffix(x.name, "*")] {
					x.name = ""
				}
			case mode != nil: // of Beamer, for everything after it
				if x = (delimiter{name: "mode"}); string(mode[1]) != "*" && string(mode[1]) != "<all>" {
					labels[i] = `\mode` + string(mode[1])
				}
			case x.name == "if" && (primitiveConditionals[name] || !bracedConditional.MatchString(name)):
				branches++
				if labels[i] = `\` + name; x.closes || primitiveConditionals[name] { // the name does not tell the test
					labels[i] += fmt.Sprint(" ", branches)
				} else if bytes.HasSuffix(code[:i], []byte(`\unless`)) {
					labels[i] = `\unless` + labels[i]
				}
			default:
				if x.name = ""; name != "" && name != "newif" && name != "let" && name != "renewcommand" && !strings.HasSuffix(name, "def") {
					length = len(name) + 1 // its arguments are read on their own
				}
			}
		}
		if x.name != "" {
			x.at = Span{i, i + length}
			delimiters = append(delimiters, x)
		}
		i += length - 1
	}
	for _, c := range containersAround(delimiters, len(code), at) {
		label := labels[c.Open.Start]
		if code[c.Open.Start] == '{' {
			label = latexArgumentLabel(code, c.Open.Start, openings)
		}
		if label != "" {
			conditions = append(conditions, label)
		}
	}
	return conditions
}

var (
	// latexKeeping are environments that keep their content.
	latexKeeping = wordSet(`document appendices subappendices frontmatter mainmatter backmatter spacing singlespace onehalfspace doublespace
		otherlanguage multicols landscape center flushleft flushright quote quotation minipage small sloppypar refsection refsegment bibunit`)

	// bracedConditional matches names of conditionals of etoolbox, whose branches are arguments.
	bracedConditional = regexp.MustCompile(`^if(?:(?:un)?def|cs|str|num|dim)[a-z]*$`)

	beamerMode = regexp.MustCompile(`^\\mode(\*|<[^<>]*>)\s*(?:[^\s{]|$)`)
)

// latexArgumentsEnd returns the end of the arguments at an offset.
func latexArgumentsEnd(code []byte, at int) int {
	for at < len(code) {
		end := 0
		switch code[at] {
		case '{', '[':
			end = groupEnd(code, at, len(code))
		case '<':
			end = at + 1 + bytes.IndexByte(code[at:], '>')
		}
		if end <= at {
			break
		}
		at = end
	}
	return at
}

// latexArgumentLabel returns the command whose argument begins with the brace at an offset, with the arguments before; "" if the
// brace begins no argument. openings are the opening braces by their closing ones.
func latexArgumentLabel(code []byte, brace int, openings map[int]int) string {
	const most = 2 * 9 // arguments of a command
	from := brace
	for range most {
		before := bytes.TrimRight(code[:from], " \t\r\n")
		end := len(before)
		if gap := code[end:from]; end == 0 || bytes.Count(gap, []byte("\n")) > 1 || bytes.Count(gap, []byte("\r")) > 1 {
			return ""
		}
		opening := -1
		switch before[end-1] {
		case '}':
			if n, ok := openings[end-1]; ok {
				opening = n
			}
		case ']':
			opening = bytes.LastIndexByte(before, '[')
		case '>':
			opening = bytes.LastIndexByte(before, '<')
		default:
			name := bytes.TrimRight(before, "*")
			start := len(name)
			for start > 0 && (isAlpha(name[start-1]) || name[start-1] == '@') {
				start--
			}
			if start == len(name) || start == 0 || name[start-1] != '\\' || latexBeforeGroups[string(name[start:])] {
				return ""
			}
			return string(code[start-1 : brace+1])
		}
		if opening < 0 {
			return ""
		}
		from = opening
	}
	return ""
}

// latexBeforeGroups are commands after whose one argument a brace begins a group, not another argument.
var latexBeforeGroups = wordSet("begin end input include subfile part chapter section label")

// keepsContent reports whether a directive of reStructuredText or MyST keeps its content.
func keepsContent(directive string) bool {
	return directive != "only" && directive != "todo" && isRSTProseDirective(directive) || liveDirectives[directive]
}

// directiveConditions returns the directives of reStructuredText around an offset.
func directiveConditions(text string, at int) (conditions []string) {
	var lines []string
	for line := range Lines(text) {
		if lines = append(lines, text[line.Start:line.End]); line.End >= at {
			break
		}
	}
	margin := -1
	for _, line := range slices.Backward(lines) {
		content := strings.TrimLeft(line, " \t")
		indent := len(line) - len(content)
		if content == "" || margin >= 0 && indent >= margin {
			continue
		}
		if m := rstDirective.FindStringSubmatch(content); m != nil && !keepsContent(strings.ToLower(m[1])) {
			conditions = append(conditions, strings.TrimSpace(content))
		}
		if margin = indent; margin == 0 {
			break
		}
	}
	slices.Reverse(conditions)
	return conditions
}

var rstDirective = regexp.MustCompile(`^(?:(?:[-*+•‣⁃]|\(?(?:\w+|#)[.)])[ \t]+)*\.\. ([\w:.+-]+?)[ ]?::(?:[ \t]|$)`)

// fenceConditions returns the fenced directives and divs around an offset of a text in Markdown.
func fenceConditions(text string, at int) (conditions []string) {
	type fence struct{ mark, label string } // the label is empty if the content is kept
	var open []fence
	for line := range Lines(text[:at]) {
		m := markdownFence.FindStringSubmatch(text[line.Start:line.End])
		if m == nil {
			continue
		}
		info := strings.TrimSpace(m[2])
		if n := len(open) - 1; info == "" && n >= 0 && m[1][0] == open[n].mark[0] && (m[1][0] == ':' || len(m[1]) >= len(open[n].mark)) {
			open = open[:n]
			continue
		}
		label := ""
		if name := fenceName.FindStringSubmatch(info); name != nil && !keepsContent(strings.ToLower(name[1])) || name == nil && quartoChoice.MatchString(info) {
			label = info
		}
		open = append(open, fence{m[1], label})
	}
	for _, f := range open {
		if f.label != "" {
			conditions = append(conditions, f.label)
		}
	}
	return conditions
}

// quartoChoice matches the attributes of a div that Quarto includes only in some formats.
var quartoChoice = regexp.MustCompile(`\.(?:content-visible|content-hidden|hidden)\b`)

// orgConditions returns the tags, blocks and drawers around an offset that may exclude it from an export.
func orgConditions(text string, at int) (conditions []string) {
	excluding := wordSet("noexport export ARCHIVE")
	for line := range Lines(text) {
		if m := orgExcluding.FindStringSubmatch(text[line.Start:line.End]); m != nil {
			for _, tag := range strings.Fields(m[1]) {
				excluding[tag] = true
			}
		}
	}
	tags := [][]string{nil} // those of the headlines around the offset, by level
	var open []string
	for line := range Lines(text[:at]) {
		content := strings.TrimSpace(text[line.Start:line.End])
		if level := headlineStarCount(text[line.Start:line.End]); level > 0 {
			open = nil
			tags = tags[:min(level, len(tags))]
			for len(tags) < level {
				tags = append(tags, nil)
			}
			var own []string
			if m := orgTags.FindStringSubmatch(content); m != nil {
				own = strings.Split(m[1], ":")
			}
			tags = append(tags, own)
			continue
		}
		switch m := orgBlock.FindStringSubmatch(content); {
		case m != nil && strings.EqualFold(m[1], "begin") && !orgKeeping[strings.ToLower(m[2])]:
			open = append(open, strings.ToLower(content))
		case m != nil && len(open) > 0 && strings.HasPrefix(open[len(open)-1], "#+begin_"+strings.ToLower(m[2])), strings.EqualFold(content, ":END:") && len(open) > 0:
			open = open[:len(open)-1]
		case isDrawer(content) && !strings.EqualFold(content, ":END:"):
			open = append(open, strings.ToLower(content))
		}
	}
	for _, tag := range slices.Concat(tags...) {
		if excluding[tag] && !slices.Contains(conditions, tag) {
			conditions = append(conditions, tag)
		}
	}
	slices.Sort(conditions)
	return append(conditions, open...)
}

var (
	orgExcluding = regexp.MustCompile(`(?i)^[ \t]*#\+(?:exclude|select)_tags:(.*)$`)
	orgTags      = regexp.MustCompile(`[ \t]:([\w@#%:]+):$`)
	orgBlock     = regexp.MustCompile(`(?i)^#\+(begin|end)_(\S+)`)
	orgKeeping   = wordSet("quote center verse")
)

// typstConditions returns the brackets around an offset, except those that only group or lay out their content.
func typstConditions(text string, at int) (conditions []string) {
	l := newTypstLexer(text, 0, at)
	for ok := true; ok; {
		_, ok = l.next()
	}
	for _, f := range l.open {
		isGroup := f.isText || f.isCall && (text[f.from:f.at] == "#" || f.kind == '[' && typstKeeping[f.name])
		if !isGroup && strings.IndexByte("[{(", f.kind) >= 0 {
			line := text[strings.LastIndexAny(text[:f.at], "\r\n")+1 : f.at+1]
			// No include has a bracket or brace, so that their number tells apart places that look alike.
			conditions = append(conditions, fmt.Sprint(strings.Count(text[:f.at], "[")+strings.Count(text[:f.at], "{"), " ", line))
		}
	}
	return conditions
}

// typstKeeping are functions that keep their content.
var typstKeeping = wordSet("columns page block text par align")
