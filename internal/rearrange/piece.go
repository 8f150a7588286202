package rearrange

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/restructure"
)

// definitions returns the labels that a text defines in one place and refers to in others of the same file.
func definitions(f markup.Format, text string, blocks []markup.Block) []markup.Label {
	if f.Name == markup.ReStructuredText.Name {
		return rstDefinitions(text, blocks)
	}
	return append(f.NotationOf(text, blocks).Definitions(text, blocks), abbreviations(f, text, blocks)...)
}

// references returns the names to which blocks refer.
func references(f markup.Format, text string, blocks []markup.Block) []string {
	var names []string
	switch f.Name {
	case markup.Markdown.Name:
		eachReference(text, blocks, func(first, second markup.Span) {
			if label := normalizeName(text[second.Start:second.End]); label != "" && label != "[]" {
				names = append(names, label)
			} else {
				names = append(names, normalizeName(text[first.Start:first.End]))
			}
		})
		return names
	case markup.ReStructuredText.Name:
	default:
		return f.NotationOf(text, blocks).References(text, blocks)
	}
	for _, b := range blocks {
		if b.Kind == markup.Code {
			continue
		}
		for _, m := range rstReference.FindAllStringSubmatch(text[b.Span.Start:b.Span.End], -1) {
			names = append(names, normalizeName(m[1]+m[2]+m[3]+m[4]))
		}
	}
	return names
}

// rstDefinitions returns links with an address, substitutions, footnotes and citations.
func rstDefinitions(text string, blocks []markup.Block) []markup.Label {
	var list []markup.Label
	for _, b := range blocks {
		if b.Kind.IsProse() || b.Kind == markup.Code || b.Kind == markup.Heading {
			continue
		}
		source := text[b.Span.Start:b.Span.End]
		starts := rstDefinition.FindAllStringSubmatchIndex(source, -1)
		for i, m := range starts {
			end := len(source)
			if i+1 < len(starts) {
				end = starts[i+1][0]
			}
			for g := 2; g < len(m); g += 2 {
				if m[g] >= 0 {
					end := m[0] + len(strings.TrimRight(source[m[0]:end], whiteSpace))
					list = append(list, markup.Label{Name: normalizeName(strings.Trim(source[m[g]:m[g+1]], "`")), Span: markup.Span{Start: m[0], End: end}.Shift(b.Span.Start)})
				}
			}
		}
	}
	return list
}

var (
	rstDefinition = regexp.MustCompile("(?m)^\\.\\. (?:_((?:[^:\\r\\n`]|\\\\:)+|`[^`\\r\\n]+`):[ \\t]+\\S|(\\|[^|\\r\\n]+\\|) |(\\[#?[^\\]#*\\r\\n]+\\]) )")
	rstReference  = regexp.MustCompile("(\\|[^|\\s][^|\\r\\n]*\\|)|`([^`<>]+)`_|(\\[#?[^\\]#*\\r\\n]+\\])_|([\\pL\\d](?:[\\pL\\d]|[-_.+][\\pL\\d])*)_\\b")
)

// normalizeName returns a name from a definition or reference in the form in which names are compared.
func normalizeName(name string) string {
	if strings.HasPrefix(name, "[") {
		return markup.NormalizeLabel(name)
	}
	return strings.ToLower(strings.Join(strings.Fields(name), " "))
}

// definitionsIn returns a file and the first definition of each name in it, or nil and no definitions if the change creates the file.
func (a *changeBuilder) definitionsIn(file string) (d *analysis.Document, has map[string]markup.Label) {
	has = make(map[string]markup.Label)
	if a.created[file] {
		return nil, has
	}
	d = a.w.Documents[file]
	for _, l := range definitions(d.Format, d.Text.String(), d.Blocks()) {
		if _, twice := has[l.Name]; !twice {
			has[l.Name] = l
		}
	}
	return d, has
}

// moveDefinitions moves the definitions that a part refers to along with it, and leaves behind copies of its own that the rest refers to.
func (a *changeBuilder) moveDefinitions(index int) error {
	p := &a.parts[index]
	d := a.w.Documents[p.from]
	text, blocks := d.Text.String(), d.Blocks()
	if err := a.checkCountedFootnotes(p.span, d); err != nil {
		return err
	}
	if err := a.carryScope(p); err != nil {
		return err
	}
	all := definitions(d.Format, text, blocks)
	if len(all) == 0 {
		return nil
	}
	isInside := func(s markup.Span) bool { return p.span.Start <= s.Start && s.End <= p.span.End }
	var inside, outside []markup.Block
	for _, b := range blocks {
		if isInside(b.Span) {
			inside = append(inside, b)
		} else if b.Kind != markup.Definition {
			outside = append(outside, b)
		}
	}
	taken := neededDefinitions(d, text, all, inside, func(l markup.Label) bool { return !isInside(l.Span) })
	kept := neededDefinitions(d, text, all, outside, func(l markup.Label) bool { return isInside(l.Span) })
	rest := neededDefinitions(d, text, all, outside, func(l markup.Label) bool { return !isInside(l.Span) })
	target, has := a.definitionsIn(p.to)
	others := make(map[string]string) // new names for those that are taken in the new file
	moving := slices.Clone(taken)
	for _, l := range all {
		if isInside(l.Span) {
			moving = append(moving, l)
		}
	}
	used := make(map[string]bool) // the names in the new file and those that move there
	for name := range has {
		used[name] = true
	}
	for _, l := range moving {
		used[l.Name] = true
	}
	same := make(map[int]bool) // definitions that the other file also has
	for _, l := range moving {
		other, ok := has[l.Name]
		if !ok {
			continue
		}
		a.names[l.Name] = true
		if a.definitionText(p.from, l) == a.definitionText(p.to, other) {
			same[l.Span.Start] = true // so it needs no new name, and is not added
			continue
		}
		written := text[l.Span.Start : l.Span.Start+strings.IndexByte(text[l.Span.Start:l.Span.End]+"]", ']')]
		name, err := a.freeLabel(d.Format, written, func(name string) bool { return used[name] })
		if err != nil {
			return err
		}
		others[l.Name] = name
		used[normalizeName(name)] = true
	}
	p.names = bracketReferenceRenames(d, inside, others)
	for _, l := range taken {
		if same[l.Span.Start] {
			continue
		}
		list := bracketReferenceRenames(d, []markup.Block{{Kind: markup.Definition, Span: l.Span}}, others)
		a.appendDefinition(p.to, movedPart{isDefinition: true, from: p.from, span: l.Span, to: p.to, names: list}, target)
		isShared := slices.ContainsFunc(rest, func(k markup.Label) bool { return k.Span == l.Span })
		if !isShared && !a.removed[p.from] && !a.isGone(p.from, l.Span) {
			a.ops[p.from] = append(a.ops[p.from], operation{span: spanToCut(d, l.Span), part: -1})
		}
	}
	if a.removed[p.from] {
		return nil
	}
	for _, l := range kept {
		a.appendDefinition(p.from, movedPart{isDefinition: true, from: p.from, span: l.Span, to: p.from}, d)
	}
	a.cutSpaceAtEnd(p.from)
	return nil
}

// cutSpaceAtEnd removes the white space above cuts that together reach the end of a file, unless something is inserted there.
func (a *changeBuilder) cutSpaceAtEnd(path string) {
	text := a.w.Documents[path].Text.String()
	ops := a.ops[path]
	isCut := func(o operation) bool {
		return o.span.Len() > 0 && o.part < 0 && len(o.pieces) == 0 && o.before == "" && o.after == ""
	}
	first := -1
	end := len(strings.TrimRight(text, whiteSpace))
	for {
		i := slices.IndexFunc(ops, func(o operation) bool { return isCut(o) && o.span.Start < end && end <= o.span.End })
		if i < 0 {
			break
		}
		first, end = i, len(strings.TrimRight(text[:ops[i].span.Start], whiteSpace))
	}
	if first >= 0 && !slices.ContainsFunc(ops, func(o operation) bool { return !isCut(o) && o.span.End >= end }) {
		ops[first].span.Start = end
	}
}

var (
	rstCounted        = regexp.MustCompile(`\[[#*]\]_`)
	rstCountedMeaning = regexp.MustCompile(`(?m)^\.\. \[[#*]\] `)
)

// checkCountedFootnotes returns an error if a part of a text in reStructuredText contains unnamed footnotes or references to them. A move
// could pair them differently, because the first [#]_ of a file refers to the first `.. [#]`.
func (a *changeBuilder) checkCountedFootnotes(span markup.Span, d *analysis.Document) error {
	if d.Format.Name != markup.ReStructuredText.Name {
		return nil
	}
	text := d.Text.String()
	count := func(pattern *regexp.Regexp, kind func(markup.Block) bool) (n int) {
		for _, b := range d.Blocks() {
			if kind(b) && span.Start <= b.Span.Start && b.Span.End <= span.End {
				n += len(pattern.FindAllString(text[b.Span.Start:b.Span.End], -1))
			}
		}
		return n
	}
	references := count(rstCounted, func(b markup.Block) bool { return b.Kind != markup.Code })
	meanings := count(rstCountedMeaning, func(b markup.Block) bool { return b.Kind == markup.Definition })
	if references == 0 && meanings == 0 {
		return nil
	}
	return errCountedFootnotes
}

var errCountedFootnotes = refuse("The text has footnotes without names, such as [#]_, which would refer to other footnotes there. Give them names, such as [#salt]_.")

// isGone reports whether the change already removes a span from a file.
func (a *changeBuilder) isGone(path string, span markup.Span) bool {
	return slices.ContainsFunc(a.ops[path], func(o operation) bool {
		return o.span.Len() > 0 && o.span.Start <= span.Start && span.End <= o.span.End
	})
}

// appendDefinition adds a definition at the end of a file or, in formats in which names must be defined above their use, above its text.
func (a *changeBuilder) appendDefinition(path string, p movedPart, d *analysis.Document) {
	a.parts = append(a.parts, p)
	o := operation{part: len(a.parts) - 1, rank: max(len(a.parts), len(a.ops[path]))} // after everything else
	if f := a.w.Documents[p.from].Format; f.Notation().DefinesAbove() {
		const first = -2 // above a heading
		end := lineTerminator(a.w.Documents[p.from])
		o.rank, o.after = first, end+end
		if !a.created[path] {
			start := restructure.BodySpan(d).Start
			o.span = markup.Span{Start: start, End: start}
		}
	} else if a.created[path] {
		end := lineTerminator(a.w.Documents[p.from])
		o.before, o.after = end, end
	} else {
		text := d.Text.String()
		end := len(strings.TrimRight(text, whiteSpace))
		o.span = markup.Span{Start: end, End: end}
		o.before = lineTerminator(d) + lineTerminator(d)
	}
	a.ops[path] = append(a.ops[path], o)
}

// neededDefinitions returns the definitions that blocks refer to, directly or through others, and for which `offered` returns true.
func neededDefinitions(d *analysis.Document, text string, all []markup.Label, blocks []markup.Block, offered func(markup.Label) bool) []markup.Label {
	byName := make(map[string][]markup.Label)
	for _, l := range all {
		byName[l.Name] = append(byName[l.Name], l)
	}
	taken, seen := make(map[int]markup.Label), make(map[string]bool)
	needs := references(d.Format, text, blocks)
	for name := range byName {
		if strings.HasPrefix(name, "*[") && usesAbbreviation(text, blocks, name) {
			needs = append(needs, name)
		}
	}
	for len(needs) > 0 {
		var more []string
		for _, name := range needs {
			if seen[name] || len(byName[name]) == 0 {
				continue
			}
			seen[name] = true
			l := byName[name][0] // if there are several, the first counts
			if offered(l) {
				taken[l.Span.Start] = l
			}
			more = append(more, references(d.Format, text, []markup.Block{{Kind: markup.Definition, Span: l.Span}})...)
		}
		needs = more
	}
	var list []markup.Label
	for _, l := range all {
		if t, ok := taken[l.Span.Start]; ok && t == l {
			list = append(list, l)
		}
	}
	return list
}

// definitionText returns the text of a definition, with addresses replaced by their targets.
func (a *changeBuilder) definitionText(path string, l markup.Label) string {
	text, _ := a.index.Text(path)
	said := text[l.Span.Start:l.Span.End]
	for _, k := range slices.Backward(a.index.Links(path)) {
		if k.Start < l.Span.Start || k.End > l.Span.End {
			continue
		}
		if to, ok := a.index.Follow(path, k); ok {
			said = said[:k.Start-l.Span.Start] + fmt.Sprint(to) + said[k.End-l.Span.Start:]
		}
	}
	return strings.Join(strings.Fields(said), " ")
}

// freeLabel returns an unused label similar to a name, or an error if the definition cannot be renamed. The label has its closing bracket,
// which `name` lacks.
func (a *changeBuilder) freeLabel(f markup.Format, name string, isUsed func(name string) bool) (string, error) {
	if f.Notation().DefinesAbove() {
		return "", refuse("“%s” means something else in the other file.", strings.Join(strings.Fields(strings.TrimRight(name, "]")), " "))
	}
	if strings.HasPrefix(strings.TrimLeft(name, " "), "*[") || f.Name != markup.Markdown.Name && f.Name != markup.Org.Name {
		return "", refuse("%s] is defined in both files, in different ways.", name)
	}
	inner := strings.TrimLeft(name, " ")
	for n := 2; ; n++ {
		next := fmt.Sprintf("%s-%d]", inner, n)
		if !isUsed(normalizeName(next)) {
			return next, nil
		}
	}
}

// bracketReferenceRenames returns the replacements that make a part refer to new names.
func bracketReferenceRenames(d *analysis.Document, blocks []markup.Block, others map[string]string) []restructure.Replacement {
	if len(others) == 0 {
		return nil
	}
	text := d.Text.String()
	var list []restructure.Replacement
	eachReference(text, blocks, func(first, second markup.Span) {
		name, label := normalizeName(text[first.Start:first.End]), normalizeName(text[second.Start:second.End])
		switch to, is := others[name]; {
		case label != "" && label != "[]":
			if next, is := others[label]; is {
				list = append(list, restructure.Replacement{Span: second, Text: next})
			}
		case !is:
		case label == "[]":
			list = append(list, restructure.Replacement{Span: second, Text: to})
		case strings.HasPrefix(name, "[^"), strings.HasPrefix(name, "[fn:"), strings.HasPrefix(text[first.End:], ":") && isAtLineStart(text, first.Start):
			list = append(list, restructure.Replacement{Span: first, Text: to})
		default:
			list = append(list, restructure.Replacement{Span: second, Text: to})
		}
	})
	return list
}

// eachReference yields references in brackets, except links with an address. `first` holds the words, and `second` the name in brackets
// after them, which may be empty.
func eachReference(text string, blocks []markup.Block, yield func(first, second markup.Span)) {
	for _, b := range blocks {
		if b.Kind == markup.Code || b.Kind == markup.Math || b.Kind == markup.FrontMatter {
			continue
		}
		source := markup.WithoutCodeSpans(text[b.Span.Start:b.Span.End])
		for _, m := range bracketed.FindAllStringSubmatchIndex(source, -1) {
			first := markup.Span{Start: m[2], End: m[3]}.Shift(b.Span.Start)
			second := markup.Span{Start: first.End, End: first.End}
			if m[4] >= 0 {
				second.End = b.Span.Start + m[5]
			} else if strings.HasPrefix(source[m[1]:], "(") && !strings.HasPrefix(source[m[2]:], "[^") {
				continue
			}
			yield(first, second)
		}
	}
}

// isAtLineStart reports whether only white space and quote markers precede an offset on its line.
func isAtLineStart(text string, at int) bool {
	line := text[strings.LastIndexAny(text[:at], "\r\n")+1 : at]
	return strings.Trim(line, " \t>") == ""
}

// bracketed matches a name in brackets, or words in brackets with a name after them.
var bracketed = regexp.MustCompile(`(\[(?:[^\[\]\\]|\\.)+\])(\[(?:[^\[\]\\]|\\.)*\])?`)
