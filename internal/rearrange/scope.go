package rearrange

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/restructure"
)

// modulePath matches an import from a relative path.
var modulePath = regexp.MustCompile(`(from\s+['"]|^import\s+['"])(\.{1,2}/[^'"\r\n]+)(['"])`)

// carryScope copies the imports and exports that a part uses to its new file, and leaves copies of those that the rest uses. It returns an
// error if the other file cannot take one of them.
func (a *changeBuilder) carryScope(p *movedPart) error {
	d := a.w.Documents[p.from]
	own := restructure.ScopedDefinitions(d)
	if len(own) == 0 {
		return nil
	}
	source := d.Format.Interpreted(d.Text.String())[p.span.Start:p.span.End]
	said := make(map[string]string)
	if !a.created[p.to] {
		for _, s := range restructure.ScopedDefinitions(a.w.Documents[p.to]) {
			said[s.Name] = rebased(s.Said, path.Dir(p.to), path.Dir(p.from))
		}
	}
	live := d.Format.Interpreted(d.Text.String())
	rest := live[:p.span.Start] + live[p.span.End:]
	var taken, left []string
	for _, s := range restructure.NeededDefinitions(own, source) {
		line := rebased(s.Line, path.Dir(p.from), path.Dir(p.to))
		switch other, isThere := said[s.Name]; {
		case isThere && other == s.Said:
		case isThere:
			return refuse("“%s” means something else in the other file.", s.Name)
		case s.Line == "":
			return refuse("“%s” is defined at the top of %s but not at the top of %s, so nothing has been changed.", s.Name, p.from, p.to)
		case !slices.Contains(taken, line) && !a.hasAddedLine(p.to, line):
			taken = append(taken, line)
		}
	}
	for _, s := range restructure.NeededDefinitions(own, rest) {
		if s.Line != "" && strings.Contains(source, s.Line) && !a.removed[p.from] && !slices.Contains(left, s.Line) {
			left = append(left, s.Line)
		}
	}
	a.addModuleLines(p.to, taken, lineTerminator(d))
	a.addModuleLines(p.from, left, lineTerminator(d))
	return nil
}

// addModuleLines writes module lines above the text of a file.
func (a *changeBuilder) addModuleLines(file string, lines []string, end string) {
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

// hasAddedLine reports whether the new file already has the line, from an earlier part.
func (a *changeBuilder) hasAddedLine(path, line string) bool {
	return slices.ContainsFunc(a.ops[path], func(o operation) bool {
		return o.part < 0 && slices.ContainsFunc(o.pieces, func(p link.Piece) bool {
			return slices.Contains(strings.FieldsFunc(p.Text, func(r rune) bool { return r == '\n' || r == '\r' }), line)
		})
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
