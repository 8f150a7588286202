package difference

import "strings"

// LineRange is the lines [From, To), counted from 0.
type LineRange struct{ From, To int }

// ChangedLines returns the ranges of lines in a text that an older one does not have in that place, in
// ascending order. Where lines were only removed, the range is empty. A line may end in LF or CRLF.
func ChangedLines(old, new string) []LineRange {
	v := make(vocabulary)
	number := func(text string) (numbers []rune) {
		for line := range strings.Lines(text) {
			numbers = append(numbers, v.number(strings.TrimRight(line, "\r\n")))
		}
		return numbers
	}
	var list []LineRange
	for _, d := range wordDiffs(number(old), number(new)) {
		list = append(list, LineRange{d.ReplStart, d.ReplEnd})
	}
	return list
}
