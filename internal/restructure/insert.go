package restructure

import (
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/describe"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// ProposedHeading returns the heading to propose for a fragment: its title, unless that only repeats its first words, or "Title".
func ProposedHeading(d *analysis.Document, fragment int) string {
	if title := d.Fragment(fragment).Title(); title.Kind == describe.Phrase || title.Kind == describe.Given {
		return title.Text
	}
	return "Title"
}

// InsertHeading inserts a heading above a fragment, if possible one level below the section around it. If title is empty, it inserts the
// proposed heading as a placeholder.
func InsertHeading(doc *analysis.Document, fragment int, title string) (Edit, error) {
	d := pageOf(doc)
	if title = strings.Join(strings.Fields(title), " "); title != "" {
		if lettersOf(title) == "" {
			return Edit{}, refuse("A title needs a word.")
		}
		e, err := insertHeading(d, fragment, title)
		if err == nil && !hasTitle(d.after(e), e.Replacements[0].Span.Start, title, AsHeading) {
			return Edit{}, refuse("In this format, “%s” would not be read as you wrote it, so nothing has been changed.", shortenForMessage(title))
		}
		return e, err
	}
	title = ProposedHeading(doc, fragment)
	e, err := insertHeading(d, fragment, title)
	if err != nil {
		return Edit{}, err
	}
	r := &e.Replacements[0]
	if at := strings.Index(r.Text, title); at >= 0 {
		r.Placeholder = markup.Span{Start: at, End: at + len(title)}
	}
	return e, nil
}

func insertHeading(d *page, fragment int, title string) (Edit, error) {
	heading, err := headingSourceFor(d, fragment, title)
	if err != nil {
		return Edit{}, err
	}
	return insertAbove(d, sentence.New("Insert heading “%s”", title), d.Fragments()[fragment].First, heading)
}

// headingSourceFor returns the source of a heading for a fragment, if possible one level below the section around it.
func headingSourceFor(d *page, fragment int, title string) (string, error) {
	levels, err := possibleLevels(d)
	if err != nil {
		return "", err
	}
	f := d.Fragments()[fragment]
	level := notation(d).FirstLevel()
	switch {
	case f.Section >= 0:
		level = levels[min(rank(levels, d.Sections()[f.Section].Level)+1, len(levels)-1)]
	case len(d.Sections()) > 0:
		level = levels[rank(levels, d.Sections()[0].Level)] // before the first heading
	}
	return notation(d).Heading(title, level), nil
}

// PinBoundary inserts a directive that requires the boundary before a fragment.
func PinBoundary(doc *analysis.Document, fragment int) (Edit, error) {
	d := pageOf(doc)
	return insertDirective(d, sentence.New("Keep this boundary"), d.Fragments()[fragment].First, "break")
}

// SplitFragment inserts a directive that makes a paragraph begin a new fragment, or reverses one that forbids this.
func SplitFragment(doc *analysis.Document, paragraph int) (Edit, error) {
	d := pageOf(doc)
	if slices.ContainsFunc(d.Fragments(), func(f analysis.Fragment) bool { return f.First == paragraph }) {
		return Edit{}, refuse("A fragment already begins with this paragraph. Put the cursor in a later one.")
	}
	title := sentence.New("Split fragment here")
	if e, ok := replaceDirective(d, title, paragraph, "no-break", "break"); ok {
		return e, nil
	}
	return insertDirective(d, title, paragraph, "break")
}

// VetoBoundary inserts a directive that forbids the boundary before a fragment, or reverses one that requires it.
func VetoBoundary(doc *analysis.Document, fragment int) (Edit, error) {
	d := pageOf(doc)
	f := d.Fragments()[fragment]
	if f.Pinned {
		if e, ok := unpin(d, sentence.New("No boundary here"), f); ok {
			return e, nil
		}
	}
	return insertDirective(d, sentence.New("No boundary here"), f.First, "no-break")
}

// IgnoreParagraph inserts a directive that suppresses the findings about a paragraph.
func IgnoreParagraph(doc *analysis.Document, paragraph int) (Edit, error) {
	d := pageOf(doc)
	for paragraph > 0 && d.Paragraphs()[paragraph-1].Block == d.Paragraphs()[paragraph].Block {
		paragraph-- // a directive applies to a whole block
	}
	return insertDirective(d, sentence.New("Ignore here"), paragraph, "ignore-next")
}

// IgnoreRule inserts a directive that suppresses a rule in the whole text.
func IgnoreRule(doc *analysis.Document, rule check.Rule) (Edit, error) {
	d := pageOf(doc)
	return insertAtTop(d, sentence.New("Ignore %s in this file", rule), d.Format.Comment("ignore "+string(rule)))
}

// SetTextSetting changes the value of the directive that sets a setting of the analysis, or inserts such a directive at the top.
func SetTextSetting(doc *analysis.Document, title *sentence.Sentence, name, value string) (Edit, error) {
	d := pageOf(doc)
	if before, ok := doc.SettingsInText()[name]; ok {
		said := d.Text.Slice(before.Span)
		at := strings.LastIndex(said, before.Value)
		span := markup.Span{Start: at, End: at + len(before.Value)}.Shift(before.Span.Start)
		return newEdit(title, Replacement{Span: span, Text: value}), nil
	}
	return insertAtTop(d, title, d.Format.Comment(name+" = "+value))
}

// insertDirective inserts a directive above a paragraph.
func insertDirective(d *page, title *sentence.Sentence, paragraph int, said string) (Edit, error) {
	if hasDirectiveAbove(d, paragraph, said) {
		return Edit{}, refuse("The text already says so.")
	}
	return insertAbove(d, title, paragraph, d.Format.Comment(said))
}

// insertAbove inserts a block above a paragraph: above its block, if the paragraph is the first in it, and then also above its
// directives, unless the new block is itself a directive.
func insertAbove(d *page, title *sentence.Sentence, paragraph int, block string) (Edit, error) {
	p := d.Paragraphs()[paragraph]
	at := p.Span.Start
	if blocks := d.Blocks(); paragraph == 0 || d.Paragraphs()[paragraph-1].Block != p.Block {
		above := p.Block
		for above > 0 && blocks[above-1].Kind == markup.Directive && !strings.Contains(block, directivePrefix) {
			above--
		}
		at = startWithNames(d, above)
	}
	return insertBlock(d, title, max(at, body(d).Start), block)
}

const directivePrefix = "segls:"

// insertAtTop inserts a block above all blocks except those that must stay at the beginning, such as metadata.
func insertAtTop(d *page, title *sentence.Sentence, block string) (Edit, error) {
	at := body(d).Start
	if at > len(byteOrderMark) {
		at = spaceAfter(d.text, at).End
	}
	return insertBlock(d, title, at, block)
}

// insertBlock inserts a block at the start of a line, with a blank line on each side.
func insertBlock(d *page, title *sentence.Sentence, at int, block string) (Edit, error) {
	end := lineTerminator(d)
	text := d.text
	space := spaceBefore(text, at)
	before := ""
	if space.Start > 0 && text[:space.Start] != byteOrderMark {
		before = strings.Repeat(end, max(0, 2-countLineTerminators(text[space.Start:space.End])))
	}
	e := newEdit(title, insertion(at, before+withLineTerminator(block, end)+end+end))
	return e, checkAddsOnly(d, e, block)
}

// checkAddsOnly returns an error if an edit does anything but add one block with the given source.
func checkAddsOnly(d *page, e Edit, block string) error {
	if err := checkConflicts(d, e); err != nil {
		return err
	}
	after, r := d.after(e), e.Replacements[0]
	added := markup.Span{Start: r.Span.Start, End: r.Span.Start + len(strings.TrimRight(r.Text, whiteSpace))}
	isAdded := func(b markup.Block) bool { return added.Start < b.Span.End && b.Span.End <= added.End } // the added block may begin with a byte order mark
	isOther := func(b markup.Block) bool { return !isAdded(b) }
	all := func(markup.Block) bool { return true }
	isHeading := slices.ContainsFunc(after.blocks, func(b markup.Block) bool { return isAdded(b) && b.Kind == markup.Heading })
	free := func(markup.Block) bool { return isHeading } // the text below will be under the new heading
	d.isLoose, after.isLoose = isHeading, isHeading
	if err := checkSameCensus(d.newCensus(all, free, nil), after.newCensus(isOther, nil, nil)); err != nil {
		return err
	}
	wanted := d.Format.ScanPart(block)
	if !slices.EqualFunc(wanted, slices.DeleteFunc(after.blocks, isOther), func(a, b markup.Block) bool { return a.Kind == b.Kind }) {
		return refuse("“%s” would not be read as %s there, so nothing has been changed.", shortenForMessage(block), sentence.Phrase(wanted[0].Kind.Noun()))
	}
	after = d.after(e) // again, because DeleteFunc has modified after.blocks
	if err := checkSameTies(d, after); err != nil || !isHeading {
		return err
	}
	return checkUnmovedLinks(d, after, func(offset int) int {
		if offset < r.Span.Start {
			return 0
		}
		return len(r.Text)
	})
}

// RemoveHeading removes a heading. The text below it then belongs to the previous section.
func RemoveHeading(doc *analysis.Document, section int) (Edit, error) {
	d := pageOf(doc)
	s := d.Sections()[section]
	heading := d.Blocks()[s.Heading].Span
	text := d.text
	gap := markup.Span{Start: max(heading.Start, textStart(d)), End: spaceAfter(text, heading.End).End}
	e := newEdit(sentence.New("Remove the heading “%s”", s.Title), Replacement{Span: gap})
	if before := spaceBefore(text, gap.Start); before.Start > 0 && gap.End < len(text) {
		e.Replacements[0].Text = missingSpace(d, text[before.Start:before.End], blockBeforeOffset(d, before.Start), blockAfterOffset(d, gap.End))
	}
	if err := checkConflicts(d, e); err != nil {
		return Edit{}, err
	}
	isOther := func(b markup.Block) bool { return b.Span != heading }
	all := func(markup.Block) bool { return true }
	after := d.after(e)
	d.isLoose, after.isLoose = true, true
	if err := checkSameCensus(d.newCensus(isOther, all, nil), after.newCensus(all, nil, nil)); err != nil {
		return Edit{}, err
	}
	if count(after.blocks, markup.List) < count(d.blocks, markup.List) {
		return Edit{}, errOneList
	}
	if err := checkSameTies(d, after); err != nil {
		return Edit{}, err
	}
	return e, checkUnmovedLinks(d, after, func(offset int) int {
		if offset < gap.Start {
			return 0
		}
		return len(e.Replacements[0].Text) - gap.Len()
	})
}
