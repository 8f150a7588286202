package rope

import (
	"unicode/utf8"

	"github.com/segls/segls/analysis/markup"
)

// Difference returns the one replacement that turns a text into another: everything between their common beginning and end. It cuts neither
// text inside a character or a line terminator, because LSP has no position there.
func Difference(before, after string) (replaced markup.Span, with string) {
	start := 0
	for start < min(len(before), len(after)) && before[start] == after[start] {
		start++
	}
	for !isBetweenCharacters(before, start) || !isBetweenCharacters(after, start) {
		start--
	}
	end := 0
	for end < min(len(before), len(after))-start && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	for !isBetweenCharacters(before, len(before)-end) || !isBetweenCharacters(after, len(after)-end) {
		end--
	}
	return markup.Span{Start: start, End: len(before) - end}, after[start : len(after)-end]
}

// isBetweenCharacters reports whether no character, and no CRLF, holds bytes on both sides of an offset.
func isBetweenCharacters(text string, offset int) bool {
	if offset == 0 || offset == len(text) {
		return true
	}
	return utf8.RuneStart(text[offset]) && (text[offset] != '\n' || text[offset-1] != '\r')
}
