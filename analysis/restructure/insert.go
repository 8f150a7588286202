package restructure

import (
	"fmt"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/describe"
	"github.com/segls/segls/analysis/markup"
)

// HeadingFor is the heading that is proposed for a fragment: its title, but for one that only
// repeats the words below it.
func HeadingFor(d *analysis.Document, fragment int) string {
	if title := d.Entitle(fragment); title.Kind == describe.Phrase || title.Kind == describe.Given {
		return title.Text
	}
	return "Title"
}

// InsertHeading puts the heading that is proposed above a fragment, one level below the section that the fragment stands in.
func InsertHeading(d *analysis.Document, fragment int) (Edit, error) {
	levels, err := levelsOf(d)
	if err != nil {
		return Edit{}, err
	}
	f := d.Fragments()[fragment]
	level := notation(d).First()
	switch {
	case f.Section >= 0:
		level = levels[min(rank(levels, d.Sections()[f.Section].Level)+1, len(levels)-1)]
	case len(d.Sections()) > 0:
		level = levels[rank(levels, d.Sections()[0].Level)] // before the first heading
	}
	title := HeadingFor(d, fragment)
	heading := notation(d).Heading(title, level)
	e, err := insertAbove(d, fmt.Sprintf("Insert heading “%s”", title), f.First, heading)
	if err != nil {
		return Edit{}, err
	}
	r := &e.Replacements[0]
	if at := strings.Index(r.Text, title); at >= 0 {
		r.Placeholder = markup.Span{Start: at, End: at + len(title)}
	}
	return e, nil
}

// InsertBreak puts a mark without words above a fragment, as the format has it.
func InsertBreak(d *analysis.Document, fragment int) (Edit, error) {
	mark := d.Format.Notation().Break()
	if mark == "" {
		return Edit{}, Refusal("This format has no mark for a break.")
	}
	if above := d.Paragraphs()[d.Fragments()[fragment].First].Block - 1; above >= 0 && d.Blocks()[above].Kind == markup.Rule {
		return Edit{}, Refusal("Here is a break already.")
	}
	return insertAbove(d, "Insert a break", d.Fragments()[fragment].First, mark)
}

// Pin asks, by a directive, for the boundary before a fragment.
func Pin(d *analysis.Document, fragment int) (Edit, error) {
	return insertDirective(d, "Keep this boundary", d.Fragments()[fragment].First, "break")
}

// Veto forbids, by a directive, the boundary before a fragment.
func Veto(d *analysis.Document, fragment int) (Edit, error) {
	f := d.Fragments()[fragment]
	if f.Pinned {
		if e, ok := unpin(d, "No boundary here", f); ok {
			return e, nil
		}
	}
	return insertDirective(d, "No boundary here", f.First, "no-break")
}

// IgnoreParagraph silences, by a directive, what is found about a paragraph.
func IgnoreParagraph(d *analysis.Document, paragraph int) (Edit, error) {
	for paragraph > 0 && d.Paragraphs()[paragraph-1].Block == d.Paragraphs()[paragraph].Block {
		paragraph-- // a directive is about a block as a whole
	}
	return insertDirective(d, "Ignore here", paragraph, "ignore-next")
}

// IgnoreRule silences a rule in the whole text.
func IgnoreRule(d *analysis.Document, rule analysis.Rule) (Edit, error) {
	return insertAtTop(d, fmt.Sprintf("Ignore %s in this file", rule), d.Format.Comment("ignore "+string(rule)))
}

// SetInText sets a setting of an analysis by a directive at the top of the text.
func SetInText(d *analysis.Document, title, name, value string) (Edit, error) {
	if before, ok := d.InText()[name]; ok {
		said := d.Text.Slice(before.Span)
		at := strings.LastIndex(said, before.Value)
		span := markup.Span{Start: at, End: at + len(before.Value)}.Shift(before.Span.Start)
		return edit(title, Replacement{Span: span, Text: value}), nil
	}
	return insertAtTop(d, title, d.Format.Comment(name+" = "+value))
}

// insertDirective puts a directive above a paragraph.
func insertDirective(d *analysis.Document, title string, paragraph int, said string) (Edit, error) {
	if isDirective(d, paragraph, said) {
		return Edit{}, Refusal("The text says so already.")
	}
	return insertAbove(d, title, paragraph, d.Format.Comment(said))
}

// insertAbove puts a block above the block of a paragraph, and above the directives
// about it unless it is one itself.
func insertAbove(d *analysis.Document, title string, paragraph int, block string) (Edit, error) {
	p := d.Paragraphs()[paragraph]
	at := p.Span.Start
	if blocks := d.Blocks(); paragraph == 0 || d.Paragraphs()[paragraph-1].Block != p.Block {
		above := p.Block
		for above > 0 && blocks[above-1].Kind == markup.Directive && !strings.Contains(block, directivePrefix) {
			above--
		}
		at = nameStart(d, notation(d), above)
	}
	return insertBlock(d, title, max(at, start(d)), block)
}

const directivePrefix = "segls:"

// insertAtTop puts a block above all blocks but metadata.
func insertAtTop(d *analysis.Document, title, block string) (Edit, error) {
	at := start(d)
	if at > len(byteOrderMark) {
		at = spaceAfter(d.Text.String(), at).End
	}
	return insertBlock(d, title, at, block)
}

// insertBlock puts a block at the start of a line, with a blank line on each side.
func insertBlock(d *analysis.Document, title string, at int, block string) (Edit, error) {
	end := lineEnd(d)
	text := d.Text.String()
	space := spaceBefore(text, at)
	before := ""
	if space.Start > 0 && text[:space.Start] != byteOrderMark {
		before = strings.Repeat(end, max(0, 2-lineEnds(text[space.Start:space.End])))
	}
	e := edit(title, insertion(at, before+inLines(block, end)+end+end))
	if !adds(d, e, block) {
		return Edit{}, Refusal("There the markup would not mean the same any more, so nothing has been changed.")
	}
	return e, keepsLevels(d, e)
}

// keepsLevels tells whether headings and breaks are read after an edit as what they are
// written as.
func keepsLevels(d *analysis.Document, e Edit) error {
	before, n := d.Text.String(), notation(d)
	after := e.Apply(before)
	blocks := d.Format.Scan(after)
	if n.Sound(before, d.Blocks()) && !n.Sound(after, blocks) || len(n.Ties(before, d.Blocks())) != len(n.Ties(after, blocks)) {
		return unsound
	}
	return nil
}

// adds tells whether an edit adds one block of that source and leaves all others as
// they are.
func adds(d *analysis.Document, e Edit, block string) bool {
	after := e.Apply(d.Text.String())
	was, is := census(d.Format, d.Text.String(), d.Blocks()), census(d.Format, after, d.Format.Scan(after))
	for part, n := range census(d.Format, block, d.Format.Scan(block)) {
		was[part] += n
	}
	for part, n := range was {
		if is[part] != n {
			return false
		}
	}
	return len(is) == len(was)
}

// RemoveHeading takes a heading away. What stood under it belongs to the section before.
func RemoveHeading(d *analysis.Document, section int) (Edit, error) {
	s := d.Sections()[section]
	heading := d.Blocks()[s.Heading].Span
	text := d.Text.String()
	gap := markup.Span{Start: max(heading.Start, start(d)), End: spaceAfter(text, heading.End).End}
	e := edit(fmt.Sprintf("Remove the heading “%s”", s.Title), Replacement{Span: gap})
	if before := spaceBefore(text, gap.Start); before.Start > 0 && gap.End < len(text) && lineEnds(text[before.Start:before.End]) < 2 {
		e.Replacements[0].Text = lineEnd(d)
	}
	after := e.Apply(text)
	left := census(d.Format, after, d.Format.Scan(after))
	for part, n := range census(d.Format, text[gap.Start:heading.End], d.Format.Scan(text[gap.Start:heading.End])) {
		left[part] += n
	}
	was := census(d.Format, text, d.Blocks())
	for part, n := range was {
		if left[part] != n {
			return Edit{}, Refusal("Without this heading the markup would not mean the same any more.")
		}
	}
	return e, keepsLevels(d, e)
}
