package restructure

import (
	"slices"
	"strings"
	"unicode"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// TitlePlace is the place where a writer puts the title of a fragment.
type TitlePlace int

// The values of TitlePlace.
const (
	AsHeading TitlePlace = iota // above the fragment, for readers
	AsComment                   // in a directive, hidden from readers
)

// RenameFragment gives a fragment a title. It changes a heading or directive that already names the fragment; a heading replaces a
// directive.
func RenameFragment(doc *analysis.Document, fragment int, title string, as TitlePlace) (Edit, error) {
	d := pageOf(doc)
	title = strings.Join(strings.Fields(title), " ")
	switch {
	case lettersOf(title) == "":
		return Edit{}, refuse("A title needs a word.")
	case as == AsComment && strings.HasPrefix(title, "="):
		return Edit{}, refuse("A title in a comment cannot begin with an equals sign.")
	}
	name := sentence.New("Rename the fragment to “%s”", title)
	directive, hasDirective := directiveAbove(d, fragment, "title")
	var e Edit
	var err error
	section, hasHeading := headingAbove(d, fragment)
	switch {
	case as == AsComment && hasDirective:
		e, err = rewrite(d, directive, d.Format.Comment("title "+title))
	case as == AsComment:
		e, err = insertAbove(d, name, d.Fragments()[fragment].First, d.Format.Comment("title "+title))
	case hasHeading:
		if e, err = retitle(d, section, title); err == nil {
			err = checkLinksAfterEdit(d, e)
		}
	default:
		e, err = insertHeading(d, fragment, title)
	}
	if err != nil {
		return Edit{}, err
	}
	e.Title = name
	if !hasTitle(d.after(e), e.Replacements[0].Span.Start, title, as) {
		return Edit{}, refuse("In this format, “%s” would not be read as you wrote it, so nothing has been changed.", shortenForMessage(title))
	}
	if as == AsHeading && hasDirective {
		return removeBlock(d, e, directive)
	}
	return e, nil
}

// RetitleSection returns the edit that changes the words of a section's heading. The caller must update the links to it.
func RetitleSection(doc *analysis.Document, section int, title string) (Edit, error) {
	d := pageOf(doc)
	title = strings.Join(strings.Fields(title), " ")
	if lettersOf(title) == "" {
		return Edit{}, refuse("A title needs a word.")
	}
	e, err := retitle(d, section, title)
	if err != nil {
		return Edit{}, err
	}
	e.Title = sentence.New("Rename “%s” to “%s”", shortenForMessage(d.Sections()[section].Title), title)
	if !hasTitle(d.after(e), e.Replacements[0].Span.Start, title, AsHeading) {
		return Edit{}, refuse("In this format, “%s” would not be read as you wrote it, so nothing has been changed.", shortenForMessage(title))
	}
	return e, nil
}

// HeadingAbove returns the heading between a fragment and the paragraph above; false if there is none.
func HeadingAbove(doc *analysis.Document, fragment int) (markup.Block, bool) {
	section, ok := headingAbove(pageOf(doc), fragment)
	if !ok {
		return markup.Block{}, false
	}
	return doc.Blocks()[doc.Sections()[section].Heading], true
}

// headingAbove returns the section whose heading is between a fragment and the paragraph above.
func headingAbove(d *page, fragment int) (section int, ok bool) {
	f := d.Fragments()[fragment]
	above := none
	if f.First > 0 {
		above = d.Paragraphs()[f.First-1].Block
	}
	return f.Section, f.Section >= 0 && d.Sections()[f.Section].Heading > above
}

// hasTitle reports whether the block after an offset is a heading or directive with a title. In a heading it compares only letters and
// digits, because other characters may be read as markup.
func hasTitle(d *page, offset int, title string, as TitlePlace) bool {
	i := firstBlockAfter(d.blocks, offset)
	if i == len(d.blocks) {
		return false
	}
	if as == AsComment {
		return directiveWords(d, i, "title") == title
	}
	return d.blocks[i].Kind == markup.Heading && lettersOf(d.Format.Title(d.text, d.blocks[i])) == lettersOf(title)
}

// lettersOf returns the letters and digits of a text.
func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return r
		}
		return -1
	}, text)
}

func retitle(d *page, section int, title string) (Edit, error) {
	if _, err := possibleLevels(d); err != nil {
		return Edit{}, err
	}
	i := d.Sections()[section].Heading
	b := d.blocks[i]
	if len(b.Runs) == 0 {
		return Edit{}, refuse("The heading has no words that could be changed.")
	}
	start := b.Span.Start
	if strings.HasPrefix(d.text[start:], byteOrderMark) {
		start += len(byteOrderMark)
	}
	source, words := d.text[start:b.Span.End], d.Format.TitleWords(d.text, b).Shift(-start)
	words.Start = max(0, words.Start) // within a text, a byte order mark is one of the words
	as := func(title string) string {
		return withLineTerminator(notation(d).Retitle(source, words, title), lineTerminator(d))
	}
	if lettersOf(as(d.Sections()[section].Title)) != lettersOf(source) {
		return Edit{}, refuse("The heading contains more than words, such as a footnote or a label. Change it in the text.")
	}
	return rewriteBlock(d, i, as(title))
}

// rewrite replaces the source of a block with another block of the same kind. It returns an error if that changes anything else.
func rewrite(d *page, block int, source string) (Edit, error) {
	e, err := rewriteBlock(d, block, source)
	if err != nil {
		return Edit{}, err
	}
	return e, checkLinksAfterEdit(d, e)
}

// checkLinksAfterEdit returns an error if a link in the text has another target after an edit of one block.
func checkLinksAfterEdit(d *page, e Edit) error {
	after := d.after(e)
	if err := checkSameTies(d, after); err != nil {
		return err
	}
	return checkLinkTargets(d, after, newSamePlaceFunc(e.Replacements[0]))
}

// rewriteBlock is like rewrite, without the check of links.
func rewriteBlock(d *page, block int, source string) (Edit, error) {
	b := d.blocks[block]
	span := d.Text.Trim(b.Span)
	if strings.HasPrefix(d.text[span.Start:], byteOrderMark) {
		span.Start += len(byteOrderMark)
	}
	e := newEdit(nil, Replacement{Span: span, Text: source})
	if err := checkConflicts(d, e); err != nil {
		return Edit{}, err
	}
	after := d.after(e)
	grown := len(source) - span.Len()
	moved := func(offset int) int {
		if offset >= span.End {
			return offset + grown
		}
		return offset
	}
	if !sameFrame(d, after, markup.Span{}, moved) {
		return Edit{}, unframed
	}
	return e, nil
}

// newSamePlaceFunc returns a function that reports whether a place is the same before and after a replacement, or in its text both times.
func newSamePlaceFunc(r Replacement) func(was, is markup.Span) bool {
	grown := len(r.Text) - r.Span.Len()
	written := markup.Span{Start: r.Span.Start, End: r.Span.End + grown}
	return func(was, is markup.Span) bool {
		moved := was.Start
		if moved >= r.Span.End {
			moved += grown
		}
		return is.Start == moved || r.Span.Contains(was.Start) && written.Contains(is.Start)
	}
}

// removeBlock returns an edit that does what e does, and also removes a directive. e must have one replacement.
func removeBlock(d *page, e Edit, block int) (Edit, error) {
	b := d.blocks[block]
	gone := markup.Span{Start: b.Span.Start, End: spaceAfter(d.text, b.Span.End).End}
	r := &e.Replacements[0]
	both := e
	switch {
	case r.Span.End == gone.Start && r.Span.Len() == 0:
		both.Replacements = []Replacement{{Span: gone, Text: r.Text}}
	default:
		both = newEdit(e.Title, *r, Replacement{Span: gone})
	}
	was := d.after(e)
	at := gone.Start
	if r.Span.End <= at {
		at += len(r.Text) - r.Span.Len()
	}
	if !sameFrame(was, d.after(both), b.Span.Shift(at-gone.Start), func(offset int) int {
		if offset >= at+gone.Len() {
			return offset - gone.Len()
		}
		return min(offset, at)
	}) {
		return Edit{}, unframed
	}
	return both, nil
}

var unframed = refuse("The markup would no longer mean the same there, so nothing has been changed.")

// sameFrame reports whether the blocks and containers of a text outside the span `gone` are in another text, at the offsets by `moved`.
func sameFrame(before, after *page, gone markup.Span, moved func(offset int) int) bool {
	shift := func(s markup.Span) markup.Span { return markup.Span{Start: moved(s.Start), End: moved(s.End)} }
	var same func(was, is []markup.Block) bool
	same = func(was, is []markup.Block) bool {
		for _, b := range was {
			if gone.Len() > 0 && containsSpan(gone, b.Span) {
				continue
			}
			if len(is) == 0 || is[0].Kind != b.Kind || is[0].Level != b.Level || is[0].Span != shift(b.Span) || !same(b.Children, is[0].Children) {
				return false
			}
			is = is[1:]
		}
		return len(is) == 0
	}
	if !same(before.blocks, after.blocks) {
		return false
	}
	was, is := before.nesting().containers, after.nesting().containers
	if gone.Len() > 0 {
		was = slices.DeleteFunc(slices.Clone(was), func(c markup.Container) bool { return containsSpan(gone, c.Open) && containsSpan(gone, c.Close) })
	}
	if len(was) != len(is) {
		return false
	}
	for i, c := range was {
		c.Open, c.Close = shift(c.Open), shift(c.Close)
		if c != is[i] {
			return false
		}
	}
	return true
}
