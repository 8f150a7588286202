package markup

import (
	"regexp"
	"strings"
)

// Libraries add legal texts around the books that they give away: a preamble up to a line such as
//
//	*** START OF THE PROJECT GUTENBERG EBOOK SALT ***
//
// and a licence that begins with a similar line. Neither is part of the book.

var (
	frameStart = regexp.MustCompile(`(?m)^[ \t]*(?:\*{3} ?START OF (?:THE|THIS) [^\r\n]*\b(?:EBOOK|E-BOOK|ETEXT)\b[^\r\n]*(?:(?:\r\n|\r|\n)[^*\r\n]{1,90}\*{3})?|\*END\*?[ \t]*THE SMALL PRINT!?[^\r\n]*)`)
	frameEnd   = regexp.MustCompile(`^[ \t]*(?:\*{3} ?END OF (?:THE|THIS) .*\b(?:EBOOK|E-BOOK|ETEXT)\b|End of (?:the |this )?Project Gutenberg(?:'s|’s)? |\*{3} ?START: FULL LICENSE)`)
)

// longestFrame is the greatest length of the preamble of a library, in bytes.
const longestFrame = 1 << 15

// plainHead returns the length of the metadata at the top of a plain text, or of the preamble of a
// library.
func plainHead(text string) int {
	if n := siteMetadata(text); n > 0 {
		return n
	}
	text = text[:min(len(text), longestFrame)]
	if !strings.Contains(text, "START OF TH") && !strings.Contains(text, "SMALL PRINT!") {
		return 0
	}
	start := frameStart.FindStringIndex(text)
	if start == nil {
		return 0
	}
	for line := range Lines(text[start[1]:]) {
		if strings.TrimSpace(text[start[1]:][line.Start:line.End]) != "" {
			return start[1]
		}
	}
	return 0 // there is no book
}

// endsBook reports whether a line begins the text that a library adds after a book.
func endsBook(line string) bool {
	line = strings.TrimLeft(line, " \t")
	return (strings.HasPrefix(line, "***") || strings.HasPrefix(line, "End of ")) && frameEnd.MatchString(line)
}
