package markup

import "strings"

// lineRange is a range of lines of a text, without their terminators. The content of a list, a quote or a delimited block is
// read as a range of its own, whose lines begin after markers and indentation.
type lineRange struct {
	text  string
	lines []Span
	depth int // number of ranges around this one
}

// newLineRange returns the lines of a text, or of a part of it that begins with a block.
func newLineRange(text string, isPart bool) lineRange {
	s := lineRange{text: text}
	for line := range Lines(text) {
		s.lines = append(s.lines, line)
	}
	if !isPart && len(s.lines) > 0 && strings.HasPrefix(s.line(0), byteOrderMark) {
		s.lines[0].Start += len(byteOrderMark)
	}
	return s
}

func (s lineRange) line(i int) string { return s.text[s.lines[i].Start:s.lines[i].End] }

func (s lineRange) isBlankLine(i int) bool { return isBlank(s.line(i)) }

// isParagraphEnd reports whether line i ends the block above it: it does not exist, is blank, or begins a conflict.
func (s lineRange) isParagraphEnd(i int) bool {
	return i >= len(s.lines) || s.isBlankLine(i) || s.beginsConflict(i)
}

func (s lineRange) trimmedLine(i int) string { return strings.Trim(s.line(i), " \t") }

// indent returns the [indentOf] a line.
func (s lineRange) indent(i int) int { return indentOf(s.line(i)) }

// indentOf returns the width in columns of the white space at the beginning of a line. Tab stops are at every eighth column.
func indentOf(line string) int {
	columns := 0
	for _, c := range []byte(line) {
		switch c {
		case ' ':
			columns++
		case '\t':
			columns += 8 - columns%8
		default:
			return columns
		}
	}
	return columns
}

// isIndented reports whether a line is not blank and begins with white space.
func (s lineRange) isIndented(i int) bool { return !s.isBlankLine(i) && s.indent(i) > 0 }

// nextParagraphEnd returns the first line at or after i that ends a paragraph, or the number of lines.
func (s lineRange) nextParagraphEnd(i int) int {
	for !s.isParagraphEnd(i) {
		i++
	}
	return i
}

// indentedEnd returns the end of the lines from i on that are blank or indented by at least `columns`, without blank lines at the end.
func (s lineRange) indentedEnd(i, columns int) int {
	end := i
	for ; i < len(s.lines); i++ {
		if s.isBlankLine(i) {
			continue
		}
		if s.indent(i) < columns {
			break
		}
		end = i + 1
	}
	return end
}

// findLine returns the first line at or after i that consists of mark, apart from white space at its end, or the number of lines.
func (s lineRange) findLine(i int, mark string) int {
	for i < len(s.lines) && strings.TrimRight(s.line(i), " \t") != mark {
		i++
	}
	return i
}

// blockOfLines returns a block of the lines [i, end), and the line after it.
func (s lineRange) blockOfLines(kind Kind, i, end int) (Block, int) {
	return Block{Kind: kind, Span: s.spanOfLines(i, end)}, end
}

// spanOfLines returns the span of the lines [i, end), without blank lines and white space at its end.
func (s lineRange) spanOfLines(i, end int) Span {
	end = min(end, len(s.lines))
	return trimSpanEnd(s.text, Span{s.lines[i].Start, s.lines[end-1].End})
}

// runOfLines returns the lines [i, end) as a run of prose.
func (s lineRange) runOfLines(i, end int) Run {
	var run Run
	for ; i < end; i++ {
		run = appendLine(run, s.text, s.lines[i])
	}
	return run
}

// appendLine appends a line, without the white space around it, to a run. It extends the last span if only white space is between.
func appendLine(run Run, text string, line Span) Run {
	line = trimSpan(text, line)
	if line.Len() == 0 {
		return run
	}
	if n := len(run); n > 0 && isBlank(text[run[n-1].End:line.Start]) {
		run[n-1].End = line.End
		return run
	}
	return append(run, line)
}

// nonEmptyRuns returns the run as a list, or nil if it is empty.
func (r Run) nonEmptyRuns() []Run {
	if len(r) == 0 {
		return nil
	}
	return []Run{r}
}

// paragraphOfLines returns a paragraph of the lines [i, end), or markup if they have no word; see [Format.markSceneBreaks].
func (s lineRange) paragraphOfLines(i, end int) (Block, int) {
	b, _ := s.blockOfLines(Paragraph, i, end)
	if !hasWord(s.text[b.Span.Start:b.Span.End]) {
		b.Kind = HTML
		return b, end
	}
	b.Runs = s.runOfLines(i, end).nonEmptyRuns()
	return b, end
}

// innerLines returns the lines [i, end) as a range of their own, without `skip` bytes of line i and `columns` of indentation
// of the others.
func (s lineRange) innerLines(i, end, skip, columns int) lineRange {
	in := lineRange{text: s.text, depth: s.depth + 1}
	for n := i; n < end; n++ {
		line := s.lines[n]
		if n == i {
			line.Start = min(line.Start+skip, line.End)
		} else {
			line.Start += leadingSpaceLength(s.line(n), columns)
		}
		in.lines = append(in.lines, line)
	}
	return in
}

// leadingSpaceLength returns the number of bytes of white space at the beginning of a line, in at most `columns` columns.
func leadingSpaceLength(line string, columns int) int {
	at := 0
	for i, c := range []byte(line) {
		if c == ' ' {
			at++
		} else if c == '\t' {
			at += 8 - at%8
		} else {
			return i
		}
		if at > columns {
			return i
		}
	}
	return len(line)
}

func appendProseRuns(runs []Run, blocks []Block) []Run {
	for _, b := range blocks {
		if b.Kind.IsProse() {
			runs = append(runs, b.Runs...)
		}
	}
	return runs
}

// readNested returns the blocks of an inner range. If it is nested too deeply, its lines are a paragraph.
func (s lineRange) readNested(read func(lineRange) []Block) []Block {
	if s.depth <= deepest {
		return read(s)
	}
	if len(s.lines) == 0 {
		return nil
	}
	b, _ := s.paragraphOfLines(0, len(s.lines))
	return []Block{b}
}

// asQuote turns a block into a quote whose children are the prose among the given blocks, or into markup if there is none.
func (b Block) asQuote(blocks []Block) Block {
	for _, in := range blocks {
		if in.Kind.IsProse() && len(in.Runs) > 0 {
			b.Runs = append(b.Runs, in.Runs...)
			b.Children = append(b.Children, Block{Kind: Quote, Span: in.Span, Runs: in.Runs})
		}
	}
	if b.Kind = Quote; len(b.Runs) == 0 {
		b.Kind = HTML
	}
	return b
}

func (b Block) withRuns(runs []Run) Block {
	b.Runs = runs
	return b
}

// withRunsOrMarkup returns the block with the given runs, or markup (HTML) if there are none.
func (b Block) withRunsOrMarkup(runs []Run) Block {
	if len(runs) == 0 {
		b.Kind = HTML
	}
	return b.withRuns(runs)
}

// newListBlock returns a list of the items with prose. If there are none, it returns markup.
func newListBlock(span Span, items []Block) Block {
	list := Block{Kind: List, Span: span}
	for _, item := range items {
		if len(item.Runs) > 0 {
			list.Runs = append(list.Runs, item.Runs...)
			list.Children = append(list.Children, item)
		}
	}
	if len(list.Runs) == 0 {
		list.Kind = HTML
	}
	return list
}

// readBlocks returns the blocks of all lines. `read` returns the block at a line that begins no conflict, and the line after it.
func (s lineRange) readBlocks(read func(i int) (Block, int)) []Block {
	var blocks []Block
	for i := 0; i < len(s.lines); {
		if s.isBlankLine(i) {
			i++
			continue
		}
		if s.beginsConflict(i) {
			b, next := s.readConflict(i)
			blocks, i = append(blocks, b), next
			continue
		}
		start := s.lines[i].Start
		b, next := read(i)
		blocks = append(blocks, b)
		if next <= i && s.lines[i].Start == start { // otherwise the block ends within the line
			next = i + 1
		}
		i = next
	}
	return blocks
}

func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}
