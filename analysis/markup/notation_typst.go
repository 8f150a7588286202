package markup

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// typstNotation writes Typst. #include inserts a file: labels are then known in both, and #set and #show above apply in the
// file. But the names that #let and #import define are known only in their own file, below the definition.
type typstNotation struct{ defaultNotation }

func (typstNotation) Levels() []int { return levelsTo(deepestHeading) }

func (typstNotation) Heading(title string, level int) string {
	return strings.Repeat("=", level) + " " + typstEscapes.Replace(title)
}

var typstEscapes = strings.NewReplacer(`\`, `\\`, "#", `\#`, "*", `\*`, "_", `\_`, "`", "\\`", "$", `\$`, "@", `\@`, "<", `\<`, "[", `\[`, "]", `\]`, "~", `\~`, "//", `/\/`, "/*", `/\*`)

// Relevel keeps the form of a heading that is a function call.
func (n typstNotation) Relevel(source string, level int) string {
	content := strings.TrimLeft(source, " \t")
	if signs := typstHeadingSignCount(content); signs > 0 {
		return source[:len(source)-len(content)] + strings.Repeat("=", level) + content[signs:]
	}
	set := strconv.Itoa(level)
	end := strings.IndexByte(source, '[')
	if end < 0 {
		return source
	}
	if m := typstLevelArgument.FindStringSubmatchIndex(source[:end]); m != nil {
		return source[:m[2]] + set + source[m[3]:]
	}
	if open := strings.IndexByte(source[:end], '('); open >= 0 {
		return source[:open+1] + "level: " + set + ", " + source[open+1:]
	}
	return source[:end] + "(level: " + set + ")" + source[end:]
}

func (n typstNotation) Retitle(source string, words Span, title string) string {
	return n.defaultNotation.Retitle(source, words, typstEscapes.Replace(title))
}

// MovableBody begins after the last statement above all text and headings, because such a statement applies to everything below it.
func (typstNotation) MovableBody(text string, blocks []Block) Span {
	start := fixedTopEnd(text, blocks, nil)
	for _, b := range blocks {
		if b.Kind.IsProse() || b.Kind == Heading {
			break
		}
		if typstSetup.MatchString(text[b.Span.Start:b.Span.End]) {
			start = max(start, b.Span.End)
		}
	}
	return Span{start, fixedBottomStart(text, blocks)}
}

var typstSetup = regexp.MustCompile(`^(?:\x{feff})?\s*#(?:import|let|set|show)\b`)

func (n typstNotation) StretchAdjuster(text string, blocks []Block) func(stretch Span) (Span, bool) {
	return newStretchAdjuster(text, n.delimiters(text, blocks))
}

// BelongsToHeading and BelongsToBlockAbove report true for labels, which refer to the block above them.
func (typstNotation) BelongsToHeading(source string) bool    { return typstLabels.MatchString(source) }
func (typstNotation) BelongsToBlockAbove(source string) bool { return typstLabels.MatchString(source) }

func (typstNotation) Break() string { return "#line(length: 100%)" }

func (typstNotation) CutsOfRun(text string, run Run) func(offset int) bool {
	return cutsOfRun(scanTypstInline, "*_$`", text, run)
}

func (typstNotation) IncludesFiles() bool { return true }

func (n typstNotation) Include(_, path string) string {
	return includeOrNothing(n, `#include "`+path+`"`, path)
}

func (typstNotation) Included(source string) (title, path string, ok bool) {
	m := typstInclude.FindStringSubmatch(source)
	if m == nil || !isRelative(m[1]) {
		return "", "", false
	}
	return "", strings.TrimPrefix(m[1], "./"), true
}

var typstInclude = regexp.MustCompile(`^#include\s+"([^"\\\r\n@][^"\\\r\n]*)"\s*;?$`)

// Targets returns the paths in #include, #import and calls of functions of the standard library.
func (typstNotation) Targets(text string, blocks []Block) []Target {
	var targets []Target
	for _, b := range withoutCodeBlocks(text, blocks, func(source string) bool { return strings.HasPrefix(source, "#") }) {
		source := text[b.Span.Start:b.Span.End]
		if b.Kind == Directive || !strings.Contains(source, `"`) {
			continue
		}
		for _, m := range TypstPath.FindAllStringSubmatchIndex(interpretedTypst(Typst, source), -1) {
			for i := 2; i < len(m); i += 2 {
				if m[i] < 0 {
					continue
				}
				if at := (Span{m[i], m[i+1]}).Shift(b.Span.Start); isRelative(text[at.Start:at.End]) {
					targets = append(targets, Target{Span: at})
				}
			}
		}
	}
	return targets
}

// TypstPath matches calls and statements that read files. Each path is a group.
var TypstPath = regexp.MustCompile(`\b(?:include|import)\s*\(?\s*"([^"\\@][^"\\]*)"|` +
	`\b(?:image|read|csv|json|toml|yaml|xml|cbor|plugin|link|bibliography)\(\s*\(?\s*"([^"\\@][^"\\]*)"(?:\s*,\s*"([^"\\@][^"\\]*\.(?:bib|ya?ml))")?(?:\s*,\s*"([^"\\@][^"\\]*\.(?:bib|ya?ml))")?`)

// Definitions returns the names that #let and #import define.
func (typstNotation) Definitions(text string, blocks []Block) []Label {
	var labels []Label
	for _, b := range blocks {
		if b.Kind == Definition {
			for _, name := range typstDefinedNames(text[b.Span.Start:b.Span.End]) {
				labels = append(labels, Label{name, b.Span})
			}
		}
	}
	return labels
}

func (typstNotation) DefinesAbove() bool { return true }

var (
	typstLet       = regexp.MustCompile(`^#let\s+(?:\(([^()]*)\)\s*=|([\pL_][\pL\pN_-]*))`)
	typstImport    = regexp.MustCompile(`^#import\s+(?:"([^"\\]*)"|([\pL_][\pL\pN_.-]*))\s*(?:as\s+([\pL_][\pL\pN_-]*)\s*)?(?::\s*(?s:(.*)))?`)
	typstSeparator = regexp.MustCompile(`//[^\r\n]*|[()\s]+`)
)

// typstDefinedNames returns the names that a statement defines. An import of everything in a module may define any name: for
// it, the result is [typstWildcard] with the module's name.
func typstDefinedNames(source string) []string {
	if m := typstLet.FindStringSubmatch(source); m != nil {
		if m[2] != "" {
			return []string{m[2]}
		}
		var names []string
		for _, part := range strings.Split(m[1], ",") {
			_, name, isNamed := strings.Cut(part, ":")
			if !isNamed {
				name = part
			}
			if name = strings.Trim(name, " \t\r\n."); name != "" && name != "_" {
				names = append(names, name)
			}
		}
		return names
	}
	m := typstImport.FindStringSubmatch(source)
	if m == nil {
		return nil
	}
	var names []string
	list := strings.TrimSpace(typstSeparator.ReplaceAllString(m[4], " "))
	switch {
	case list == "*":
		names = append(names, typstWildcard+typstModuleName(m[1]+m[2]))
	case list == "" && m[3] == "":
		return []string{typstModuleName(m[1] + m[2])}
	}
	if m[3] != "" {
		names = append(names, m[3])
	}
	for _, item := range strings.Split(strings.TrimRight(list, "; "), ",") {
		words := strings.FieldsFunc(item, func(r rune) bool { return r == ' ' || r == '.' })
		if n := len(words); n > 0 && words[n-1] != "*" {
			names = append(names, words[n-1]) // of a.b or a as b
		}
	}
	return names
}

const typstWildcard = "* of "

// typstModuleName returns the name of a module: that of its file or package.
func typstModuleName(path string) string {
	path = path[strings.LastIndexAny(path, "/")+1:]
	path, _, _ = strings.Cut(path, ":")
	return strings.TrimSuffix(path, ".typ")
}

// References returns the variables and functions that code in blocks names. If any is not in the standard library, it also
// returns the modules that may define it; see [typstDefinedNames].
func (typstNotation) References(text string, blocks []Block) []string {
	var names []string
	isOwn := false
	for _, b := range blocks {
		for name := range typstUsedNames(text[b.Span.Start:b.Span.End]) {
			names = append(names, name)
			isOwn = isOwn || !typstLibrary[name]
		}
	}
	if !isOwn {
		return names
	}
	for _, m := range typstEverything.FindAllStringSubmatch(text, -1) {
		names = append(names, typstWildcard+typstModuleName(m[1]))
	}
	return names
}

var (
	typstEverything = regexp.MustCompile(`(?m)^[ \t]*#import\s+"?([^"\s:][^"\r\n]*?)"?\s*:\s*\*`)
	typstMathName   = regexp.MustCompile(`#?[\pL_][\pL\pN_-]+`)
)

// typstLibrary are the names of the standard library that are used in prose, and keywords.
var typstLibrary = wordSet(`align alignment angle array assert auto bibliography block bool bottom box bytes calc center circle cite cmyk colbreak
	color columns content counter csv curve datetime dictionary direction document ellipse emph end enum eval false figure float footnote
	fraction function gradient grid h heading here hide highlight image int json label layout left length line linebreak link list locate
	lorem lower ltr luma math measure metadata module move none numbering oklab outline overline pad page pagebreak panic par parbreak path place
	plugin polygon query quote ratio raw read rect ref relative repeat rgb right rotate rtl scale selector skew smallcaps smartquote square stack
	start state str stroke strong sub super sym symbol sys table target terms text tiling title toml top true type underline upper v version xml yaml
	black gray silver white navy blue aqua teal eastern purple fuchsia maroon red orange yellow olive green lime horizon std
	in and or not if else for while context let set show import include return as`)

// typstUsedNames yields the names that code in a stretch of markup refers to.
func typstUsedNames(source string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		if !strings.ContainsAny(source, "#$") {
			return
		}
		l := newTypstLexer(source, 0, len(source))
		for {
			token, ok := l.next()
			if !ok {
				return
			}
			said := source[token.Start:token.End]
			switch token.kind {
			case typstName:
				said = strings.TrimPrefix(said, "#")
				if strings.HasPrefix(said, "context") {
					said = strings.TrimLeft(said[len("context"):], " \t")
				}
				if said != "" && !yield(said) {
					return
				}
			case typstMath:
				for _, name := range typstMathName.FindAllString(said, -1) {
					if !yield(strings.TrimPrefix(name, "#")) {
						return
					}
				}
			}
		}
	}
}

// PositionalTies considers names, which have the value defined last, and labels, which refer to the block above them.
func (n typstNotation) PositionalTies(text string, blocks []Block) []string {
	defined := make(map[string]string)
	for _, l := range n.Definitions(text, blocks) {
		defined[l.Name] = "nothing"
	}
	var ties []string
	above := ""
	for _, b := range blocks {
		if b.Kind == Conflict {
			continue
		}
		source := text[b.Span.Start:b.Span.End]
		said := strings.Join(strings.Fields(source[:min(len(source), longestSearch)]), " ")
		if typstLabels.MatchString(source) {
			ties = append(ties, said+" -> "+above)
			continue
		}
		if above = said; len(defined) == 0 {
			continue
		}
		var own []string
		if b.Kind == Definition {
			own = typstDefinedNames(source)
		}
		for name := range typstUsedNames(source) {
			if what, ok := defined[name]; ok && !slices.Contains(own, name) {
				ties = append(ties, said+" "+name+" -> "+what)
			}
		}
		for _, name := range own {
			defined[name] = said
		}
	}
	return ties
}

// delimiters returns the brackets of content that is not all in one block, and statements and counters, which apply to what
// is below them.
func (n typstNotation) delimiters(text string, blocks []Block) []delimiter {
	var delimiters []delimiter
	for _, b := range blocks {
		source := text[b.Span.Start:b.Span.End]
		if b.Kind == Code || b.Kind == Math || b.Kind == Conflict || b.Kind == Directive || !strings.ContainsAny(source, "#[]") {
			continue
		}
		if m := typstSetting.FindStringSubmatch(source); m != nil {
			delimiters = append(delimiters, delimiter{at: b.Span, name: strings.Join(strings.Fields(m[0]), " ")})
			continue
		}
		l := newTypstLexer(source, 0, len(source))
		for {
			depth := len(l.open)
			token, ok := l.next()
			if !ok {
				break
			}
			if token.kind == typstClose && depth == 0 {
				delimiters = append(delimiters, delimiter{at: token.Span.Shift(b.Span.Start), name: "[", closes: true})
			}
			if depth == 0 && len(l.open) == 1 && l.open[0].kind == 's' { // a statement within the block
				if name := typstSetting.FindString(source[l.open[0].from:]); name != "" {
					delimiters = append(delimiters, delimiter{at: token.Span.Shift(b.Span.Start), name: strings.Join(strings.Fields(name), " ")})
				}
			}
		}
		for _, f := range l.open {
			if f.kind == '[' {
				delimiters = append(delimiters, delimiter{at: Span{f.from, f.at + 1}.Shift(b.Span.Start), name: "[", opens: true})
			}
		}
	}
	slices.SortStableFunc(delimiters, func(a, b delimiter) int { return a.at.Start - b.at.Start })
	return delimiters
}

// typstSetting matches the part of a statement that names what it sets for the text after it.
var typstSetting = regexp.MustCompile(`^#(?:set\s+[\pL_][\pL\pN_.-]*|show\b[^:\r\n]*|(?:counter|state)\([^()]*\)\.(?:update|step))`)
