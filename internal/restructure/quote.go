package restructure

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// InsertLink inserts a link at an offset of a text, with a space between the link and any word that it would touch.
func InsertLink(text string, offset int, link string) Edit {
	isOfWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	if before, _ := utf8.DecodeLastRuneInString(text[:offset]); isOfWord(before) {
		link = " " + link
	}
	if after, _ := utf8.DecodeRuneInString(text[offset:]); isOfWord(after) {
		link += " "
	}
	return newEdit(sentence.New("Insert a link"), insertion(offset, link))
}

// quoteMarks holds the markup around a block quote, and before each of its lines.
var quoteMarks = map[string]struct{ before, line, after string }{
	markup.Markdown.Name:         {line: "> "},
	markup.ReStructuredText.Name: {line: "   "},
	markup.LaTeX.Name:            {"\\begin{quote}\n", "", "\n\\end{quote}"},
	markup.AsciiDoc.Name:         {"____\n", "", "\n____"},
	markup.Org.Name:              {"#+begin_quote\n", "", "\n#+end_quote"},
	markup.Typst.Name:            {"#quote(block: true)[\n", "", "\n]"},
	markup.HyperText.Name:        {"<blockquote>\n", "", "\n</blockquote>"},
}

// InsertQuote inserts paragraphs, in the source of the format, as a block quote after the block that contains an offset or, between blocks,
// before the next one.
func InsertQuote(doc *analysis.Document, offset int, paragraphs []string) (Edit, error) {
	d := pageOf(doc)
	marks, ok := quoteMarks[d.Format.Name]
	if !ok {
		return Edit{}, refuse("This format has no quotes.")
	}
	at := len(d.text)
	for _, b := range d.blocks {
		if offset < b.Span.End || b.Span.End == len(d.text) && offset == b.Span.End {
			at = max(b.Span.Start, body(d).Start)
			if offset >= b.Span.Start {
				at = spaceAfter(d.text, b.Span.End).End
			}
			break
		}
	}
	var lines []string
	for i, p := range paragraphs {
		if i > 0 {
			lines = append(lines, strings.TrimRight(marks.line, " "))
		}
		for line := range strings.Lines(p) {
			lines = append(lines, marks.line+strings.TrimRight(line, "\r\n"))
		}
	}
	return insertBlock(d, sentence.New("Insert a quote"), at, marks.before+strings.Join(lines, "\n")+marks.after)
}
