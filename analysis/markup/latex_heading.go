package markup

import "slices"

// sectioning lists the commands of headings, the highest first.
var sectioning = [...]string{"part", "chapter", "section", "subsection", "subsubsection"}

// komaHeadings are the levels of the commands of KOMA-Script for headings without a number.
var komaHeadings = map[string]int{"addpart": 1, "addchap": 2, "addsec": 3, "minisec": len(sectioning)}

// parseSectionCommand returns the level of the sectioning command at the beginning of a line, or 0, and the offset after its name.
func parseSectionCommand(line string) (level, after int) {
	from := leadingSpaceLength(line, 8*len(line))
	if from == len(line) || line[from] != '\\' {
		return 0, 0
	}
	end := from + 1
	for end < len(line) && isAlpha(line[end]) {
		end++
	}
	name := line[from+1 : end]
	if level = 1 + slices.Index(sectioning[:], name); level == 0 {
		level = komaHeadings[name]
	}
	if end < len(line) && line[end] == '*' {
		end++
	}
	if level == 0 || end == len(line) || line[end] != '{' && line[end] != '[' {
		return 0, 0
	}
	return level, end
}

func (l *latexReader) isHeading(i int) bool {
	level, _ := parseSectionCommand(l.line(i))
	return l.atMargin && level > 0
}

// readHeading reads a sectioning command with its title, which may take several lines, and the labels after it.
func (l *latexReader) readHeading(i int) (Block, int, bool) {
	level, at := parseSectionCommand(l.line(i))
	if level == 0 || !l.atMargin {
		return Block{}, 0, false
	}
	offset := l.lines[i].Start + at
	end := l.nextParagraphEnd(i)
	limit := l.lines[end-1].End
	if l.text[offset] == '[' {
		if offset = groupEndOrLimit(l.text, offset, limit); offset == limit || l.text[offset] != '{' {
			return Block{}, 0, false
		}
	}
	closing := groupEndOrLimit(l.text, offset, limit)
	titleEnd := closing - 1
	if groupEnd(l.text, offset, limit) == 0 {
		titleEnd = limit // it has no brace at its end yet
	}
	closing += len(labelsAfterTitle.FindString(l.text[closing:limit]))
	last := i
	for last+1 < end && l.lines[last].End <= titleEnd {
		last++
	}
	title := last
	next := l.lineAfter(last, closing)
	for l.resume == 0 && last+1 < end && latexLabels.MatchString(l.line(last+1)) {
		last++ // a label of the heading
		next = last + 1
	}
	b, _ := l.blockOfLines(Heading, i, last+1)
	b.Level = level
	if l.resume > 0 {
		b.Span.End = closing
	}
	var run Run
	for n := i; n <= title; n++ {
		part := Span{max(l.lines[n].Start, offset+1), min(l.lines[n].End, titleEnd)}
		if part.Start < part.End {
			run = appendLine(run, l.text, part)
		}
	}
	return b.withRuns(run.nonEmptyRuns()), next, true
}

// groupEndOrLimit returns the offset after the bracket or brace that closes the one at offset, or limit.
func groupEndOrLimit(text string, offset, limit int) int {
	if end := groupEnd(text, offset, limit); end > 0 {
		return end
	}
	return limit
}

// groupEnd returns the offset after the bracket or brace that closes the one at offset, or 0 if none does before limit.
func groupEnd[T string | []byte](text T, offset, limit int) int {
	depth := 0
	for ; offset < limit; offset++ {
		switch text[offset] {
		case '\\':
			offset++
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return offset + 1
			}
		}
	}
	return 0
}
