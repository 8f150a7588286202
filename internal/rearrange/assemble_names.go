package rearrange

import (
	"fmt"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/restructure"
)

// copyDefinitions adds the definitions and footnotes that the parts need, and renames those whose names clash.
func (a *assembler) copyDefinitions() error {
	for i, n := 0, len(a.parts); i < n; i++ {
		if err := a.copyDefinitionsOf(i); err != nil {
			return err
		}
	}
	if len(a.head) > 0 {
		const first = -1 << 20 // above everything else
		end := a.lineTerminator()
		a.ops[a.to] = append(a.ops[a.to], operation{part: -1, rank: first, pieces: []link.Piece{{Text: strings.Join(a.head, end) + end + end, IsAdded: true}}})
	}
	return nil
}

func (a *assembler) copyDefinitionsOf(part int) error {
	p := a.parts[part]
	d := a.w.Documents[p.from]
	text := d.Text.String()
	all := definitions(d.Format, text, d.Blocks())
	if err := a.carryScope(&a.parts[part]); err != nil && a.mayRefuse {
		return err
	}
	if err := a.carryHead(p); err != nil {
		return err
	}
	if len(all) == 0 {
		return nil
	}
	var blocks []markup.Block
	for _, b := range d.Blocks() {
		if p.span.Start <= b.Span.Start && b.Span.End <= p.span.End || b.Kind.IsProse() && b.Span.Start < p.span.End && p.span.Start < b.Span.End {
			blocks = append(blocks, b)
		}
	}
	needed := neededDefinitions(d, text, all, blocks, func(markup.Label) bool { return true })
	for _, l := range all {
		if p.span.Start <= l.Span.Start && l.Span.End <= p.span.End && !slices.Contains(needed, l) {
			needed = append(needed, l)
		}
	}
	others := make(map[string]string)
	var missing []markup.Label
	for _, l := range needed {
		isNew, err := a.nameDefinition(d, p.from, l, others)
		if err != nil {
			return err
		}
		if isNew && !slices.ContainsFunc(a.inside[p.from], func(s markup.Span) bool { return s.Start <= l.Span.Start && l.Span.End <= s.End }) {
			missing = append(missing, l)
		}
	}
	a.parts[part].names = referenceRenames(d, blocks, others)
	for _, l := range missing {
		names := referenceRenames(d, []markup.Block{{Kind: markup.Definition, Span: l.Span}}, others)
		a.appendDefinition(a.to, movedPart{isDefinition: true, from: p.from, span: l.Span, to: a.to, names: names}, nil)
	}
	return nil
}

// headLines describes, for each format, the lines in the head of a file on whose names a part may depend.
var headLines = map[string]struct {
	line *regexp.Regexp // the name is its first group
	uses func(name string) string
}{
	markup.Org.Name:      {regexp.MustCompile(`(?mi)^#\+(?:MACRO|LINK):[ \t]+(\S+)[ \t][^\r\n]*`), func(name string) string { return `(?:\{\{\{` + name + `\b|\[\[` + name + `:)` }},
	markup.AsciiDoc.Name: {regexp.MustCompile(`(?m)^:([\pL\d_][\pL\d_-]*):[^\r\n]*(?:\\\r?\n[^\r\n]*)*`), func(name string) string { return `\{` + name + `\}` }},
	markup.LaTeX.Name:    {regexp.MustCompile(`(?m)^[ \t]*\\(?:(?:re|provide)?newcommand|NewDocumentCommand|DeclareMathOperator|def)\*?[ \t]*\{?(\\[A-Za-z@]+)`), func(name string) string { return name + `(?:[^A-Za-z@]|$)` }},
}

// carryHead copies the lines above a part that define the names it uses. LaTeX defines commands in the preamble, which an included text
// does not have, so there the writer gets a note instead.
func (a *assembler) carryHead(p movedPart) error {
	d := a.w.Documents[p.from]
	head, isKnown := headLines[d.Format.Name]
	if !isKnown || !a.mayRefuse {
		return nil
	}
	text := d.Text.String()
	last := make(map[string]markup.Span)
	for _, m := range head.line.FindAllStringSubmatchIndex(text[:p.span.Start], -1) {
		span := markup.Span{Start: m[0], End: m[1]}
		if !slices.ContainsFunc(a.inside[p.from], func(s markup.Span) bool { return s.Start <= span.Start && span.End <= s.End }) {
			last[text[m[2]:m[3]]] = span
		}
	}
	for _, name := range slices.Sorted(maps.Keys(last)) {
		if !regexp.MustCompile(head.uses(regexp.QuoteMeta(name))).MatchString(text[p.span.Start:p.span.End]) {
			continue
		}
		line := text[last[name].Start:last[name].End]
		said, isSaid := a.heads[name]
		switch {
		case d.Format.Name == markup.LaTeX.Name:
			if !isSaid {
				a.notes = append(a.notes, sentence.New("The document uses %s, but its definition has stayed behind in %s.", name, p.from))
			}
		case isSaid && said != line:
			return refuse("“%s” means something else in the other file.", name)
		case !isSaid:
			a.head = append(a.head, line)
		}
		a.heads[name] = line
	}
	return nil
}

// nameDefinition chooses the name of a definition in the new text and reports whether the new text lacks the definition. A new name is
// entered into the map `others`.
func (a *assembler) nameDefinition(d *analysis.Document, path string, l markup.Label, others map[string]string) (isNew bool, err error) {
	here := fileDefinition{path, l}
	if name, isKnown := a.named[here]; isKnown {
		if normalizeName(name) != l.Name {
			others[l.Name] = name
		}
		return false, nil
	}
	other, isTaken := a.defined[l.Name]
	isInside := slices.ContainsFunc(a.inside[path], func(s markup.Span) bool { return s.Start <= l.Span.Start && l.Span.End <= s.End })
	switch {
	case !isTaken, other.path == path:
		a.named[here], a.defined[l.Name] = l.Name, here
		return true, nil
	case !isInside && a.definitionText(path, l) == a.definitionText(other.path, other.label):
		a.named[here] = l.Name
		return false, nil
	}
	name, err := a.freeName(d, l)
	if err != nil {
		if a.mayRefuse {
			return false, err
		}
		a.named[here] = l.Name
		return true, nil
	}
	a.named[here], a.defined[normalizeName(name)] = name, here
	others[l.Name] = name
	return true, nil
}

// freeName returns a name similar to a definition's that neither the new text nor its own file has.
func (a *assembler) freeName(d *analysis.Document, l markup.Label) (string, error) {
	own := definitions(d.Format, d.Text.String(), d.Blocks())
	isUsed := func(name string) bool {
		_, isTaken := a.defined[name]
		return isTaken || slices.ContainsFunc(own, func(l markup.Label) bool { return l.Name == name })
	}
	if d.Format.Name != markup.ReStructuredText.Name {
		text := d.Text.Slice(l.Span)
		return a.freeLabel(d.Format, text[:strings.IndexByte(text+"]", ']')], isUsed)
	}
	for n := 2; ; n++ {
		name := l.Name
		if _, err := strconv.Atoi(strings.Trim(name, "[]")); err == nil { // a footnote whose number readers see
			name = fmt.Sprintf("[%d]", n)
		} else {
			inner := strings.TrimRight(name, "]|")
			name = fmt.Sprintf("%s-%d%s", inner, n, name[len(inner):])
		}
		if !isUsed(name) {
			return name, nil
		}
	}
}

// referenceRenames returns the replacements that make blocks refer to new names.
func referenceRenames(d *analysis.Document, blocks []markup.Block, others map[string]string) (list []restructure.Replacement) {
	if d.Format.Name != markup.ReStructuredText.Name {
		return bracketReferenceRenames(d, blocks, others)
	}
	if len(others) == 0 {
		return nil
	}
	text := d.Text.String()
	for _, b := range blocks {
		if b.Kind == markup.Code || b.Kind == markup.Math {
			continue
		}
		source := text[b.Span.Start:b.Span.End]
		for _, m := range groupsOf(rstDefinition, source) {
			if to, is := others[normalizeName(strings.Trim(source[m.Start:m.End], "`"))]; is && b.Kind == markup.Definition {
				list = append(list, restructure.Replacement{Span: m.Shift(b.Span.Start), Text: to})
			}
		}
		for g, m := range groupsOf(rstReference, source) {
			said := source[m.Start:m.End]
			to, is := others[normalizeName(said)]
			if !is {
				continue
			}
			const quoted, word = 2, 4
			switch g {
			case quoted:
				to = said + " <" + to + "_>"
			case word:
				to = "`" + said + " <" + to + "_>`"
			}
			list = append(list, restructure.Replacement{Span: m.Shift(b.Span.Start), Text: to})
		}
	}
	return sortReplacements(list)
}

// groupsOf yields the groups that a pattern matches in a text, with their numbers.
func groupsOf(pattern *regexp.Regexp, text string) iter.Seq2[int, markup.Span] {
	return func(yield func(int, markup.Span) bool) {
		for _, m := range pattern.FindAllStringSubmatchIndex(text, -1) {
			for g := 2; g < len(m); g += 2 {
				if m[g] >= 0 && !yield(g/2, markup.Span{Start: m[g], End: m[g+1]}) {
					return
				}
			}
		}
	}
}

// checkFootnoteNumbers returns an error if unnamed footnotes in passages of reStructuredText, such as [#]_, would be paired differently in
// the new text or lose their partners.
func (a *assembler) checkFootnoteNumbers() error {
	type counted struct {
		path string
		n    int
	}
	var references, meanings []counted
	for _, p := range a.passages {
		d := a.w.Documents[p.Path]
		if d.Format.Name != markup.ReStructuredText.Name {
			return nil
		}
		reference, meaning := 0, 0
		for _, b := range d.Blocks() {
			source := d.Text.Slice(b.Span)
			isTaken := p.Span.Start <= b.Span.Start && b.Span.End <= p.Span.End
			if b.Kind == markup.Definition {
				for range rstCountedMeaning.FindAllString(source, -1) {
					if meaning++; isTaken {
						meanings = append(meanings, counted{p.Path, meaning})
					}
				}
			} else if b.Kind != markup.Code {
				for range rstCounted.FindAllString(source, -1) {
					if reference++; isTaken {
						references = append(references, counted{p.Path, reference})
					}
				}
			}
		}
	}
	if !slices.Equal(references, meanings) {
		return errCountedFootnotes
	}
	return nil
}

// renameClashes renames places of the new text whose names clash with others.
func (a *assembler) renameClashes(pieces []link.Piece) []link.Piece {
	for {
		x := a.index.WithFile(a.to, textOfPieces(a.index, pieces))
		clashes := x.Clashes(a.to)
		if len(clashes) == 0 {
			return a.renameFootnotes(pieces)
		}
		var next []link.Piece
		for _, p := range x.RenameChange(clashes[0], x.FreeName(clashes[0])).Files[a.to] {
			if p.File == "" {
				p.Names = originOf(pieces, p.Names.At)
				next = append(next, p)
				continue
			}
			next = append(next, piecesIn(pieces, p.Span)...)
		}
		pieces = next
	}
}

// renameFootnotes renames footnotes in AsciiDoc whose names clash with those of another file. In other formats footnotes are definitions.
func (a *assembler) renameFootnotes(pieces []link.Piece) []link.Piece {
	if f, _ := markup.ByFileName(a.to); f.Name != markup.AsciiDoc.Name {
		return pieces
	}
	text := textOfPieces(a.index, pieces)
	first, taken := make(map[string]string), make(map[string]bool) // the file that first had a name
	all := adocFootnote.FindAllStringSubmatchIndex(text, -1)
	for _, m := range all {
		taken[text[m[2]:m[3]]] = true
	}
	named := make(map[[2]string]string)
	var next []link.Piece
	at := 0
	for _, m := range all {
		name, from := text[m[2]:m[3]], originOf(pieces, m[2]).File
		if first[name] == "" {
			first[name] = from
		}
		if first[name] == from {
			continue
		}
		here := [2]string{from, name}
		for n := 2; named[here] == ""; n++ {
			if to := fmt.Sprintf("%s-%d", name, n); !taken[to] {
				named[here], taken[to] = to, true
			}
		}
		next = append(next, piecesIn(pieces, markup.Span{Start: at, End: m[2]})...)
		next = append(next, link.Piece{Text: named[here]})
		at = m[3]
	}
	return append(next, piecesIn(pieces, markup.Span{Start: at, End: len(text)})...)
}

var adocFootnote = regexp.MustCompile(`footnote(?:ref)?:([\w-]+)\[`)

// piecesIn returns the parts of pieces in a span of their text.
func piecesIn(pieces []link.Piece, span markup.Span) (list []link.Piece) {
	at := 0
	for _, p := range pieces {
		n := len(p.Text)
		if p.File != "" {
			n = p.Span.Len()
		}
		if from, to := max(span.Start-at, 0), min(span.End-at, n); from < to {
			list = append(list, p.Slice(from, to))
		}
		at += n
	}
	return list
}

// originOf returns the origin of an offset in the text of pieces: for new text, the place whose name it takes over.
func originOf(pieces []link.Piece, offset int) link.Origin {
	for _, p := range pieces {
		n := len(p.Text)
		if p.File != "" {
			n = p.Span.Len()
		}
		switch {
		case offset >= n:
			offset -= n
		case p.File == "":
			return p.Names
		default:
			return link.Origin{File: p.File, At: p.Span.Start + offset}
		}
	}
	return link.Origin{}
}
