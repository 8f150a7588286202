package restructure

import (
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// Annotation is a kind of directive that notes something about a fragment.
type Annotation string

// The annotations.
const (
	Synopsis Annotation = "synopsis"
	Label    Annotation = "label" // its words may begin with a colour
	Status   Annotation = "status"
)

// Annotate writes an annotation above a fragment, or changes the existing one. If words is empty, it removes the annotation.
func Annotate(doc *analysis.Document, fragment int, note Annotation, words string) (Edit, error) {
	d := pageOf(doc)
	words = strings.Join(strings.Fields(words), " ")
	block, isThere := directiveIn(d, fragment, string(note))
	switch {
	case words == "" && isThere:
		return removeSpan(d, sentence.New("Remove the %s", sentence.Phrase(string(note))), d.blocks[block].Span)
	case words == "":
		return Edit{}, refuse("There is no %s here.", sentence.Phrase(string(note)))
	case strings.HasPrefix(words, "="):
		return Edit{}, refuse("A %s cannot begin with an equals sign.", sentence.Phrase(string(note)))
	}
	name := sentence.New("Set the %s", sentence.Phrase(string(note)))
	comment := d.Format.Comment(string(note) + " " + words)
	var e Edit
	var err error
	if isThere {
		e, err = rewrite(d, block, comment)
	} else {
		e, err = insertAbove(d, name, d.Fragments()[fragment].First, comment)
	}
	if err != nil {
		return Edit{}, err
	}
	e.Title = name
	after := d.after(e)
	if i := firstBlockAfter(after.blocks, e.Replacements[0].Span.Start); i == len(after.blocks) || directiveWords(after, i, string(note)) != words {
		return Edit{}, refuse("In this format, “%s” would not be read as you wrote it, so nothing has been changed.", shortenForMessage(words))
	}
	return e, nil
}

// removeSpan removes a span, which contains one element, and the white space after it.
func removeSpan(d *page, title *sentence.Sentence, span markup.Span) (Edit, error) {
	gone := markup.Span{Start: span.Start, End: spaceAfter(d.text, span.End).End}
	first := gone.Start // start of the next block
	if strings.HasPrefix(d.text[gone.Start:], byteOrderMark) {
		gone.Start += len(byteOrderMark) // the mark then belongs to the next block
	}
	e := newEdit(title, Replacement{Span: gone})
	if err := checkConflicts(d, e); err != nil {
		return Edit{}, err
	}
	moved := func(offset int) int {
		if offset > gone.End {
			return offset - gone.Len()
		}
		return min(offset, first)
	}
	if !sameFrame(d, d.after(e), span, moved) {
		return Edit{}, unframed
	}
	return e, nil
}

// directiveIn returns the block of the last directive of that name in a fragment.
func directiveIn(d *page, fragment int, name string) (block int, ok bool) {
	f := d.Fragments()[fragment]
	return lastDirective(d, f.First, d.Paragraphs()[f.End-1].Block, name)
}

// directiveAbove returns the block of the last directive of that name above the first paragraph of a fragment.
func directiveAbove(d *page, fragment int, name string) (block int, ok bool) {
	first := d.Fragments()[fragment].First
	return lastDirective(d, first, d.Paragraphs()[first].Block, name)
}

// lastDirective returns the block of the last directive of that name between the paragraph before the given one and the block `end`.
func lastDirective(d *page, paragraph, end int, name string) (block int, ok bool) {
	above := none
	if paragraph > 0 {
		above = d.Paragraphs()[paragraph-1].Block
	}
	for i := end - 1; i > above; i-- {
		if directiveWords(d, i, name) != "" {
			return i, true
		}
	}
	return 0, false
}

// directiveWords returns the words after the name of a directive, or "" if the block is another one or is a setting (name = value).
func directiveWords(d *page, block int, name string) string {
	b := d.blocks[block]
	if b.Kind != markup.Directive || len(b.Runs) == 0 {
		return ""
	}
	said := b.Runs[0].Extent()
	directive, words, _ := strings.Cut(strings.Join(strings.Fields(d.text[said.Start:said.End]), " "), " ")
	if directive != name || strings.HasPrefix(words, "= ") {
		return ""
	}
	return words
}
