package markup

import (
	"regexp"
	"strings"
)

// Libraries such as Project Gutenberg add legal texts around the books that they give away: a preamble up to a line
// such as
//
//	*** START OF THE PROJECT GUTENBERG EBOOK SALT ***
//
// and a licence that begins with a similar line. Below the preamble they credit the makers of the edition. None of these is part of the book.

var (
	frameStart = regexp.MustCompile(`(?m)^[ \t]*(?:\*{3} ?START OF (?:THE|THIS) [^\r\n]*\b(?:EBOOK|E-BOOK|ETEXT)\b[^\r\n]*(?:(?:\r\n|\r|\n)[^*\r\n]{1,90}\*{3})?|\*END\*?[ \t]*THE SMALL PRINT!?[^\r\n]*)`)
	producers  = regexp.MustCompile(`^[ \t]*(?:(?:This e-?(?:text|book) was |(?:HTML |Text )?(?:file|version) )?(?:[Pp]roduced|[Pp]repared|[Tt]ranscribed|[Pp]roofed) by\s|(?:HTML|Text) version by\s|E-?(?:text|book) (?:produced|prepared|transcribed) by\s|This file was produced from images\s|\(This file was produced from images\s|Credits:?\s)`)
	frameEnd   = regexp.MustCompile(`^[ \t]*(?:\*{3} ?END OF (?:THE|THIS) .*\b(?:EBOOK|E-BOOK|ETEXT)\b|End of (?:the |this )?Project Gutenberg(?:'s|’s)? |\*{3} ?START: FULL LICENSE)`)
)

// longestFrame is the greatest length of the preamble and the credits of a library, in bytes.
const longestFrame = 1 << 15

// mostProducerLines is the greatest number of lines in a paragraph that credits the makers of an edition.
const mostProducerLines = 8

// plainHeadLen returns the length of the metadata at the top of a plain text, or of a library's preamble and credits, or 0. A
// preamble without a book below it does not count.
func plainHeadLen(text string) int {
	if n := siteMetadataLen(text); n > 0 {
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
	end := creditsEnd(text, start[1])
	if lines, _ := nextStretchLines(text, end); len(lines) == 0 {
		return 0 // there is no book
	}
	return end
}

// creditsEnd returns the end of the paragraphs at an offset that credit the makers of the edition, or the offset.
func creditsEnd(text string, from int) int {
	for {
		lines, isClosed := nextStretchLines(text, from)
		if !isClosed || len(lines) == 0 || len(lines) > mostProducerLines || !producers.MatchString(text[lines[0].Start:lines[len(lines)-1].End]) {
			return from
		}
		from = lines[len(lines)-1].End
	}
}

// isEndOfBookLine reports whether a line begins the text that a library adds after a book.
func isEndOfBookLine(line string) bool {
	line = strings.TrimLeft(line, " \t")
	return (strings.HasPrefix(line, "***") || strings.HasPrefix(line, "End of ")) && frameEnd.MatchString(line)
}
