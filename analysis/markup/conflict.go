package markup

import "strings"

// The marks that git puts around the two sides of a conflict, each at the start of a line. ======= is between the sides.
const (
	conflictStart = "<<<<<<<"
	conflictEnd   = ">>>>>>>"
)

// isConflictMark reports whether a line is the given mark, with or without the name of a side after it.
func isConflictMark(line, mark string) bool {
	return strings.HasPrefix(line, mark) && (len(line) == len(mark) || isSpace(line[len(mark)]))
}

// Conflicts returns the merge conflicts in a text, including those in code. One without an end extends to the end of the text.
func Conflicts(text string) []Span {
	var conflicts []Span
	if !strings.Contains(text, conflictStart) {
		return nil // as in nearly every text
	}
	start := -1
	for line := range Lines(text) {
		content := text[line.Start:line.End]
		switch {
		case start < 0 && isConflictMark(content, conflictStart):
			start = line.Start
		case start >= 0 && isConflictMark(content, conflictEnd):
			conflicts = append(conflicts, Span{start, line.End})
			start = -1
		}
	}
	if start >= 0 {
		conflicts = append(conflicts, trimSpanEnd(text, Span{start, len(text)}))
	}
	return conflicts
}

// conflictAt returns the conflict that begins at an offset.
func conflictAt(text string, from int) Span {
	for line := range Lines(text[from:]) {
		if isConflictMark(text[from+line.Start:from+line.End], conflictEnd) {
			return Span{from, from + line.End}
		}
	}
	return trimSpanEnd(text, Span{from, len(text)})
}

// beginsConflict reports whether a conflict begins in a line. It is one block, because its marks look like delimiters and underlines.
func (s lineRange) beginsConflict(i int) bool { return isConflictMark(s.line(i), conflictStart) }

// readConflict reads a conflict, up to its end or the end of the lines.
func (s lineRange) readConflict(i int) (Block, int) {
	end := i + 1
	for end < len(s.lines) && !isConflictMark(s.line(end), conflictEnd) {
		end++
	}
	return s.blockOfLines(Conflict, i, min(end+1, len(s.lines)))
}
