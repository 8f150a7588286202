package rearrange

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/link"
)

// scoped is a definition that holds in a whole Markdown file.
type scoped struct {
	name string
	line string // the line that defines it; "" if it is in the metadata
	said string // its definition, for comparison
}

var (
	moduleLine  = regexp.MustCompile(`(?m)^(?:import|export)\s[^\r\n]*(?:\r?\n[ \t]+[^\r\n]*|\r?\n[}\]][^\r\n]*)*`)
	importNames = regexp.MustCompile(`^import\s+([^'"]*?)\s+from\s`)
	exportName  = regexp.MustCompile(`^export\s+(?:default\s+)?(?:async\s+)?(?:const|let|var|function\*?|class)\s+([\pL_$][\w$]*)`)
	moduleName  = regexp.MustCompile(`(?:[\pL_$][\w$]*\s+as\s+|\*\s+as\s+)?([\pL_$][\w$]*)`)
	modulePath  = regexp.MustCompile(`(from\s+['"]|^import\s+['"])(\.{1,2}/[^'"\r\n]+)(['"])`)
	mystValue   = regexp.MustCompile(`(?m)^[ \t]+([\w-]+):[ \t]*([^\r\n]*)`)
	mystUse     = regexp.MustCompile(`\{\{\s*([\w-]+)`)
)

// scopeOf returns the imports and exports of an MDX file, and the substitutions in the metadata of a MyST file.
func scopeOf(d *analysis.Document) (list []scoped) {
	if d.Format.Name != markup.Markdown.Name {
		return nil
	}
	text := d.Text.String()
	for _, b := range d.Blocks() {
		source := text[b.Span.Start:b.Span.End]
		switch {
		case b.Kind == markup.FrontMatter && strings.Contains(source, "substitutions:"):
			_, values, _ := strings.Cut(source, "substitutions:")
			for _, m := range mystValue.FindAllStringSubmatch(values, -1) {
				list = append(list, scoped{name: m[1], said: m[2]})
			}
		case b.Kind == markup.HTML && (strings.HasPrefix(source, "import ") || strings.HasPrefix(source, "export ")):
			for _, line := range moduleLine.FindAllString(source, -1) {
				line = strings.TrimRight(line, " \t\r\n")
				if m := exportName.FindStringSubmatch(line); m != nil {
					list = append(list, scoped{m[1], line, line})
				}
				if m := importNames.FindStringSubmatch(line); m != nil {
					for _, name := range moduleName.FindAllStringSubmatch(m[1], -1) {
						list = append(list, scoped{name[1], line, line})
					}
				}
			}
		}
	}
	return list
}

// uses reports whether a part of a text uses a definition.
func (s scoped) uses(source string) bool {
	if s.line == "" {
		return slices.ContainsFunc(mystUse.FindAllStringSubmatch(source, -1), func(m []string) bool { return m[1] == s.name })
	}
	name := regexp.QuoteMeta(s.name)
	return regexp.MustCompile(`<` + name + `\b|\{[^{}]*\b` + name + `\b[^{}]*\}|(?m:^export\s.*\b` + name + `\b)`).MatchString(source)
}

// carryScope copies the imports and exports that a part uses to its new file, and leaves a copy of those in the part that the rest uses. It
// returns an error if the name means something else in the other file, or the definition cannot be written there.
func (a *changeBuilder) carryScope(p *movedPart) error {
	d := a.w.Documents[p.from]
	own := scopeOf(d)
	if len(own) == 0 {
		return nil
	}
	source := d.Format.Live(d.Text.String())[p.span.Start:p.span.End]
	said := make(map[string]string)
	if !a.created[p.to] {
		for _, s := range scopeOf(a.w.Documents[p.to]) {
			said[s.name] = rebased(s.said, path.Dir(p.to), path.Dir(p.from))
		}
	}
	live := d.Format.Live(d.Text.String())
	rest := live[:p.span.Start] + live[p.span.End:]
	var taken, left []string
	for _, s := range needed(own, source) {
		line := rebased(s.line, path.Dir(p.from), path.Dir(p.to))
		switch other, isThere := said[s.name]; {
		case isThere && other == s.said:
		case isThere:
			return refuse("“%s” means something else in the other file.", s.name)
		case s.line == "":
			return refuse("“%s” is defined at the top of %s and not of %s, so nothing has been changed.", s.name, p.from, p.to)
		case !slices.Contains(taken, line) && !a.isSaid(p.to, line):
			taken = append(taken, line)
		}
	}
	for _, s := range needed(own, rest) {
		if strings.Contains(source, s.line) && !a.removed[p.from] && !slices.Contains(left, s.line) {
			left = append(left, s.line)
		}
	}
	a.defineAbove(p.to, taken, lineEnd(d))
	a.defineAbove(p.from, left, lineEnd(d))
	return nil
}

// needed returns the definitions of its file that a part uses, directly or through others, without those it contains.
func needed(own []scoped, source string) (list []scoped) {
	for grows := true; grows; {
		grows = false
		for _, s := range own {
			if !slices.Contains(list, s) && (s.line == "" || !strings.Contains(source, s.line)) && s.uses(source) {
				list, grows = append(list, s), s.line != ""
			}
		}
		for _, s := range list {
			if !strings.Contains(source, s.line) {
				source += "\n" + s.line
			}
		}
	}
	slices.SortFunc(list, func(a, b scoped) int { return slices.Index(own, a) - slices.Index(own, b) })
	return list
}

// defineAbove writes module lines above the text of a file.
func (a *changeBuilder) defineAbove(file string, lines []string, end string) {
	if len(lines) == 0 {
		return
	}
	const first = -3 // above everything else
	o := operation{part: -1, rank: first, pieces: []link.Piece{{Text: strings.Join(lines, end) + end + end, IsAdded: true}}}
	if !a.created[file] {
		o.span.Start = startOfModule(a.w.Documents[file])
		o.span.End = o.span.Start
	}
	a.ops[file] = append(a.ops[file], o)
}

// isSaid reports whether an earlier part has brought a line along.
func (a *changeBuilder) isSaid(path, line string) bool {
	return slices.ContainsFunc(a.ops[path], func(o operation) bool {
		return o.part < 0 && slices.ContainsFunc(o.pieces, func(p link.Piece) bool { return slices.Contains(strings.Split(p.Text, "\n"), line) })
	})
}

// startOfModule returns the offset of imports in a file: its beginning, after metadata.
func startOfModule(d *analysis.Document) int {
	text := d.Text.String()
	at := d.Format.Head(text)
	return at + len(text[at:]) - len(strings.TrimLeft(text[at:], whiteSpace))
}

// rebased returns a module line with its path relative to another folder.
func rebased(line, from, to string) string {
	return modulePath.ReplaceAllStringFunc(line, func(said string) string {
		m := modulePath.FindStringSubmatch(said)
		next := pathFrom(to, path.Join(from, m[2]))
		if !strings.HasPrefix(next, "../") {
			next = "./" + next
		}
		return m[1] + next + m[3]
	})
}

// abbreviations returns the abbreviations that a Markdown text defines by `*[HTML]: …`.
func abbreviations(f markup.Format, text string, blocks []markup.Block) (list []markup.Label) {
	if f.Name != markup.Markdown.Name || !strings.Contains(text, "*[") {
		return nil
	}
	for _, b := range blocks {
		if b.Kind != markup.Definition {
			continue
		}
		for _, m := range abbreviation.FindAllStringSubmatchIndex(text[b.Span.Start:b.Span.End], -1) {
			list = append(list, markup.Label{Name: text[b.Span.Start+m[2] : b.Span.Start+m[3]], Span: markup.Span{Start: m[0], End: m[1]}.Shift(b.Span.Start)})
		}
	}
	return list
}

var abbreviation = regexp.MustCompile(`(?m)^ {0,3}(\*\[[^\[\]\r\n]+\]):[ \t]*[^\r\n]+`)

// usesAbbreviation reports whether blocks contain an abbreviation.
func usesAbbreviation(text string, blocks []markup.Block, name string) bool {
	word := regexp.MustCompile(`(?:^|[^\pL\pN_])` + regexp.QuoteMeta(strings.Trim(name, "*[]")) + `(?:[^\pL\pN_]|$)`)
	return slices.ContainsFunc(blocks, func(b markup.Block) bool {
		return b.Kind != markup.Code && b.Kind != markup.Definition && word.MatchString(text[b.Span.Start:b.Span.End])
	})
}
