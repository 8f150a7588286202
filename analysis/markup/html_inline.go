package markup

import (
	"bytes"
	"html"
	"regexp"
	"strings"
	"unicode"
)

// The inline part of HTML:
//
//	<b>text</b>         tags, and comments
//	<code>text</code>   code; also kbd, samp, tt, var
//	&eacute;  &#233;    a character reference: the character
//	{{ x }}  {% x %}    templates (Jinja, Liquid, Go), and <% x %>
//	https://x           a bare address

// literalElements contain text that readers see as it is written, but that is not prose.
var literalElements = wordSet("code kbd samp tt var")

// blankHTMLMarkup blanks text that is not prose, and replaces character references by their characters. The padding is no
// part of a word.
func blankHTMLMarkup(run []byte) {
	newEntityBlankFunc(scanHTMLInline, func(character string) bool { return character != "\u00a0" })(run)
}

// newEntityBlankFunc is like [newBlankFunc], but the characters of character references stay if isProse returns true for them.
func newEntityBlankFunc(scan func(run []byte, report func(Span, inlineKind)), isProse func(character string) bool) func(run []byte) {
	return func(run []byte) {
		scan(run, func(s Span, kind inlineKind) {
			raw := run[s.Start:s.End]
			if kind == inlineEntity && raw[0] == '&' && replaceReference(raw, isProse) {
				return
			}
			fillBytes(raw, ' ')
		})
	}
}

// replaceReference replaces a character reference by its character and a filler. It reports whether there is a filler and the
// character may stay.
func replaceReference(raw []byte, mayStay func(character string) bool) bool {
	character := html.UnescapeString(string(raw))
	filler, ok := nonWordFiller(len(raw) - len(character))
	if !ok || !mayStay(character) {
		return false
	}
	copy(raw, character+filler)
	return true
}

var characterReference = regexp.MustCompile(`&#?[0-9A-Za-z]{1,31};`)

// replaceReferences replaces the character references in code, where programs read them.
func replaceReferences(code []byte) {
	for _, at := range characterReference.FindAllIndex(code, -1) {
		replaceReference(code[at[0]:at[1]], func(string) bool { return true })
	}
}

// visibleHTMLText returns HTML as a reader sees it. A space separates adjoining elements, which style sheets usually keep apart.
func visibleHTMLText(run []byte, formula func(string) string) string {
	run = lineBreaks.ReplaceAll(adjoiningElements.ReplaceAll(run, []byte("$1 $2")), []byte("$0 "))
	return html.UnescapeString(newVisibleTextFunc(scanHTMLInline, nil)(run, formula))
}

var lineBreaks = regexp.MustCompile(`(?i)<br\b[^<>]*>`)

var adjoiningElements = regexp.MustCompile(`(</[A-Za-z]+>)(<[A-Za-z])`)

func scanHTMLInline(run []byte, report func(Span, inlineKind)) {
	s := inlineScanner{run: run, report: report}
	for i := 0; i < len(run); {
		i += max(1, s.scanHTMLConstruct(i))
	}
}

func (s *inlineScanner) scanHTMLConstruct(i int) int {
	switch s.run[i] {
	case '<':
		return s.scanElement(i)
	case '&':
		return s.scanEntity(i)
	case '{':
		return max(s.hideBetween(i, "{{", "}}"), s.hideBetween(i, "{%", "%}"))
	case 'h', 'H', 'w', 'W', 'f', 'F', 'm', 'M':
		return s.reportLiteral(i, bareAddressLen(s.run, i))
	}
	return 0
}

// scanElement recognizes a tag or a comment, or an element of code as a whole.
func (s *inlineScanner) scanElement(i int) int {
	if bytes.HasPrefix(s.run[i:], []byte("<!--")) {
		return s.hideBetween(i, "<!--", "-->")
	}
	if bytes.HasPrefix(s.run[i:], []byte("<%")) {
		return s.hideBetween(i, "<%", "%>")
	}
	end := s.tagEnd(i)
	if end == 0 {
		return 0
	}
	name := end - 1
	if n := bytes.IndexAny(s.run[i+1:end], " \t/>"); n >= 0 {
		name = i + 1 + n
	}
	element := strings.ToLower(string(s.run[i+1 : name]))
	if literalElements[element] {
		closing := "</" + element
		for j := end; j < min(len(s.run), end+longestSearch); j++ {
			if s.run[j] == '<' && len(s.run)-j > len(closing) && bytes.EqualFold(s.run[j:j+len(closing)], []byte(closing)) {
				after := max(s.tagEnd(j), j+len(closing))
				return s.reportMarkedLiteral(i, end, j, after)
			}
		}
	}
	if element == "a" {
		// A link without a word is the mark beside a heading or the link back from a note.
		if n := bytes.IndexByte(s.run[end:min(len(s.run), end+10)], '<'); n > 0 && bytes.HasPrefix(s.run[end+n:], []byte("</a>")) && bytes.IndexFunc(s.run[end:end+n], isWordRune) < 0 {
			return s.reportHidden(i, end+n+len("</a>")-i)
		}
	}
	return s.reportMark(i, end-i)
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// tagEnd returns the offset after the tag at i, or 0. A > in quotes does not end it.
func (s *inlineScanner) tagEnd(i int) int {
	if i+1 >= len(s.run) || !isAlpha(s.run[i+1]) && s.run[i+1] != '/' && s.run[i+1] != '!' && s.run[i+1] != '?' {
		return 0
	}
	quote := byte(0)
	for j := i + 1; j < min(len(s.run), i+10*longestSearch); j++ {
		switch c := s.run[j]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case (c == '"' || c == '\'') && s.run[j-1] == '=':
			quote = c
		case c == '>':
			return j + 1
		}
	}
	return 0
}

// withoutTemplates returns a text with spaces in place of templates and other markup; unchanged if it has no templates.
func withoutTemplates(text string) string {
	if !strings.Contains(text, "{{") && !strings.Contains(text, "{%") && !strings.Contains(text, "<%") {
		return text
	}
	run := []byte(text)
	blankHTMLMarkup(run)
	return string(run)
}
