package markup

import (
	"regexp"
	"strings"
)

// WithoutCodeSpans returns a text in Markdown with spaces in place of its code spans.
func WithoutCodeSpans(source string) string {
	return blankBackticks(source, true)
}

// blankBackticks returns a text in Markdown with spaces in place of its code spans or, unless ofSpans is set, of the
// backticks that belong to none.
func blankBackticks(source string, ofSpans bool) string {
	if !strings.Contains(source, "`") {
		return source
	}
	masked := []byte(source)
	limit := 0 // the end of the paragraph at i
	for i := 0; i < len(source); {
		if source[i] == '\\' {
			i += 2
			continue
		}
		if source[i] != '`' {
			i++
			continue
		}
		n := leadingBacktickCount(source[i:])
		if i >= limit {
			limit = len(source)
			if at := paragraphEdge.FindStringIndex(source[i:]); at != nil {
				limit = i + at[0]
			}
		}
		to := max(limit, i+n)
		if n > 2 {
			to = len(source) // it may be a fence
		}
		end := findClosingBackticks(source[i+n:to], n)
		if end < 0 {
			if !ofSpans {
				fillBytes(masked[i:i+n], ' ')
			}
			i += n
			continue
		}
		if ofSpans {
			fillBytes(masked[i:i+n+end+n], ' ')
		}
		i += n + end + n
	}
	return string(masked)
}

// paragraphEdge matches where a paragraph ends in a list, a quote or a table: at a blank line, an item or a row.
var paragraphEdge = regexp.MustCompile(`\n[ \t>]*(?:\r?\n|(?:[-*+]|\d{1,9}[.)])[ \t]|\|)`)

// findClosingBackticks returns the offset of the first run of exactly n backticks, or -1.
func findClosingBackticks(source string, n int) int {
	for i := 0; i < len(source); {
		if source[i] != '`' {
			i++
			continue
		}
		k := leadingBacktickCount(source[i:])
		if k == n {
			return i
		}
		i += k
	}
	return -1
}

func leadingBacktickCount(text string) (n int) { return len(text) - len(strings.TrimLeft(text, "`")) }
