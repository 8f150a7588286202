package markup

import (
	"slices"
	"strings"
)

// scanPlainText reads each stretch of lines between blank ones and directives as a paragraph. A line is blank if it contains only white
// space, including a form feed. Lines end at LF, CRLF or a lone CR, as in LSP.
//
// Not every text separates paragraphs by blank lines. If some lines of a stretch are indented and most are not, indented lines begin
// paragraphs, as in a book. If a line is too long to be wrapped, every line is a paragraph. A line of stars divides a stretch. None of
// this depends on text outside the stretch.
//
// MayHead is set for a block that may be a heading; see [Format.HasOutline].
func scanPlainText(f Format, text string, _ bool) []Block {
	var blocks []Block
	paragraph := Span{-1, -1}
	flush := func() {
		if paragraph.Start >= 0 {
			blocks = appendParagraphs(blocks, text, paragraph)
			paragraph.Start = -1
		}
	}
	conflict := false
	for line := range Lines(text) {
		if conflict {
			last := &blocks[len(blocks)-1]
			last.Span = trimSpanEnd(text, Span{last.Span.Start, line.End})
			conflict = !isConflictMark(text[line.Start:line.End], conflictEnd)
			continue
		}
		if strings.TrimSpace(text[line.Start:line.End]) == "" {
			flush()
			continue
		}
		if isEndOfBookLine(text[line.Start:line.End]) {
			flush()
			return append(blocks, Block{Kind: HTML, Span: trimSpanEnd(text, Span{line.Start, len(text)})})
		}
		if conflict = isConflictMark(text[line.Start:line.End], conflictStart); conflict {
			flush()
			blocks = append(blocks, Block{Kind: Conflict, Span: line})
			continue
		}
		if said, ok := f.directiveSpan(text, line); ok {
			flush()
			blocks = append(blocks, Block{Kind: Directive, Span: line, Runs: []Run{{said}}})
			continue
		}
		if paragraph.Start < 0 {
			paragraph.Start = line.Start
		}
		paragraph.End = line.End
	}
	flush()
	return blocks
}

// minUnwrappedLine is the minimum length, in bytes, of a line of prose that counts as not wrapped.
const minUnwrappedLine = 200

// appendParagraphs appends the paragraphs of a stretch without blank lines.
func appendParagraphs(blocks []Block, text string, stretch Span) []Block {
	var lines []Span
	indented, long := 0, false
	for line := range Lines(text[stretch.Start:stretch.End]) {
		line = line.Shift(stretch.Start)
		lines = append(lines, line)
		content := text[line.Start:line.End]
		if isSpace(content[0]) {
			indented++
		}
		long = long || len(content) >= minUnwrappedLine && strings.Count(content, " ") >= minUnwrappedLine/20
	}
	if outer, ok := outerHeading(text, lines); ok {
		b := plainParagraph(outer)
		b.MayHead = true
		return appendParagraphs(append(blocks, b), text, Span{lines[1].Start, stretch.End})
	}
	if stretch.Len() <= contextAfter {
		if l, ok := readCandidateHeading("\n\n\n\n", text[stretch.Start:stretch.End], stretch.Len()); ok && (!long || l.isShort) {
			b := plainParagraph(stretch)
			b.MayHead = true
			return append(blocks, b)
		}
	}
	asBook := indented > 0 && 2*indented < len(lines)
	from := 0
	for i := 1; i <= len(lines); i++ {
		if i == len(lines) || long || isStarBreak(text, lines[i]) || isStarBreak(text, lines[i-1]) || asBook && isSpace(text[lines[i].Start]) && !isDash(text[lines[i].Start:lines[i].End]) {
			b := plainParagraph(Span{lines[from].Start, lines[i-1].End})
			switch said := text[b.Span.Start:b.Span.End]; {
			case len(said) > contextAfter:
			case long && from > 0:
				b.MayHead = mayBeHeadingLine(said)
			case long, from > 0 && i == len(lines) && isStarBreak(text, lines[from-1]):
				b.MayHead = mayBeHeading(said)
			}
			blocks = append(blocks, b)
			from = i
		}
	}
	return blocks
}

// outerHeading returns the first line of a stretch if it is a heading above a lower one, as in PART ONE above CHAPTER I.
func outerHeading(text string, lines []Span) (outer Span, ok bool) {
	if len(lines) < 2 || len(lines) > mostPlainLines {
		return Span{}, false
	}
	forms := make([]headingForm, len(lines))
	for i, line := range lines {
		line = undecorated(text, line)
		if form, ok := readHeadingForm(text[line.Start:line.End], false); ok && form.number > 0 && !strings.HasPrefix(form.class, unknownBefore) {
			forms[i] = form
		}
	}
	first, second := forms[0], forms[1]
	isPair := first.number > 0 && second.number > 0 && first.rank < min(second.rank, rankNumber) && (second.rank < rankNumber || !second.titled)
	isList := slices.ContainsFunc(forms[2:], func(f headingForm) bool { return f.class == first.class || f.class == second.class })
	return lines[0], isPair && !isList
}

// isStarBreak reports whether a line is a scene break of stars, which needs no blank lines around it.
func isStarBreak(text string, line Span) bool {
	mark := strings.TrimSpace(text[line.Start:line.End])
	return mark == "***" || mark == "* * *" || mark == "⁂"
}

// endsWithStarBreak reports whether the last line of a text that ends with a line terminator is a scene break of stars.
func endsWithStarBreak(text string) bool {
	above := strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	return len(above) < len(text) && isStarBreak(above, Span{strings.LastIndexAny(above, "\r\n") + 1, len(above)})
}

// isDash reports whether a line consists of dashes, underscores and white space.
func isDash(line string) bool { return strings.Trim(line, " \t-_\u2013\u2014\u2015") == "" }

func plainParagraph(span Span) Block {
	return Block{Kind: Paragraph, Span: span, Runs: []Run{{span}}}
}

// hasWord reports whether s has anything but ASCII punctuation and white space.
func hasWord(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return r >= 0x80 || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z'
	})
}

// Lines yields the lines of a text without their terminators (LF, CRLF or a lone CR). A text that ends in a terminator has no
// further line.
func Lines(text string) func(yield func(Span) bool) {
	return func(yield func(Span) bool) {
		hasCR := strings.IndexByte(text, '\r') >= 0
		for start := 0; start < len(text); {
			var length int
			if hasCR {
				length = strings.IndexAny(text[start:], "\r\n")
			} else {
				length = strings.IndexByte(text[start:], '\n')
			}
			if length < 0 {
				yield(Span{start, len(text)})
				return
			}
			end := start + length
			if !yield(Span{start, end}) {
				return
			}
			start = end + 1
			if text[end] == '\r' && start < len(text) && text[start] == '\n' {
				start++
			}
		}
	}
}

// isBlank reports whether a line consists of spaces, tabs and its terminator, as in goldmark. Plain text has more kinds of white space.
func isBlank(line string) bool {
	for i := range len(line) {
		if !isSpace(line[i]) {
			return false
		}
	}
	return true
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
