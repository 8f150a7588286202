package markup

import (
	"math/bits"
	"regexp"
	"strings"
)

// HasOutline reports whether what is a heading in a text of the format depends on the whole text, as in plain text.
func (f Format) HasOutline() bool { return f.outlines }

// WithOutline is the format with such headings, or without any.
func (f Format) WithOutline(outlines bool) Format {
	_, isPlain := f.notation.(plainNotation)
	f.outlines = outlines && isPlain
	return f
}

// HeadingCandidate is a stretch of lines that may be a heading, and what bears on that in the text around it.
type HeadingCandidate struct{ plainLine }

// Start is where the stretch begins in its text.
func (l HeadingCandidate) Start() int { return l.plainLine.Start }

// Shift is the line n bytes further on.
func (l HeadingCandidate) Shift(n int) HeadingCandidate {
	l.shift(n)
	return l
}

// IsBefore reports whether the line, with all that bears on it, ends before an offset.
func (l HeadingCandidate) IsBefore(at int) bool { return l.plainLine.Start+contextAfter < at }

// IsAfter reports whether the line, with all that bears on it, begins after an offset.
func (l HeadingCandidate) IsAfter(at int) bool { return l.plainLine.Start-contextBefore > at }

// CandidateContext is how many bytes before a line bear on it.
const CandidateContext = contextBefore

// BookTestBytes is how many bytes at the beginning of a text say what kind of text it is.
const BookTestBytes = 6000

// ReadCandidate reads the stretch at an offset of a text whose metadata ends at head. Slice returns a part of the text, of
// size bytes.
func ReadCandidate(at, head, size int, slice func(Span) string) (HeadingCandidate, bool) {
	l, ok := readPlainLine(slice(Span{max(head, at-contextBefore), at}), slice(Span{at, min(size, at+contextAfter)}))
	l.shift(at)
	return HeadingCandidate{l}, ok
}

func (l *plainLine) shift(n int) {
	l.Span, l.own = l.Span.Shift(n), l.own.Shift(n)
	l.more, l.below = l.more.Shift(n), l.below.Shift(n)
}

// ScanWithCandidates finds the blocks of a text as Scan does, and all that may be headings.
func (f Format) ScanWithCandidates(text string) ([]Block, []HeadingCandidate) {
	blocks := f.wideGaps(text, f.sceneBreaks(text, f.scan(f, text, false)))
	if !f.outlines {
		return blocks, nil
	}
	head := 0
	if len(blocks) > 0 && blocks[0].Kind == FrontMatter {
		head = blocks[0].Span.End
	}
	var lines []HeadingCandidate
	slice := func(s Span) string { return text[s.Start:s.End] }
	for _, b := range blocks {
		if b.MayHead {
			if l, ok := ReadCandidate(b.Span.Start, head, len(text), slice); ok {
				lines = append(lines, l)
			}
		}
	}
	return WithHeadings(blocks, Outline(lines, len(lines) > 0 && MayBeBook(text[head:min(len(text), head+BookTestBytes)]), head, len(text))), lines
}

// Outline returns the headings among the lines of a text that begins, after its metadata, at head, and ends at end; none if the text
// is no book. It depends on what the lines say, and on the [RoughLength] of the text between them.
func Outline(lines []HeadingCandidate, isBook bool, head, end int) []Block {
	if len(lines) == 0 || len(lines) > mostPlainLinesOfText || !isBook {
		return nil
	}
	// The lines are judged as if what is between them were as long as that.
	plain, shifts := make([]plainLine, len(lines)), make(map[int]int, len(lines))
	before, shift := head, 0 // the end of the text before the line, and how far it has moved
	for i, l := range lines {
		free := l.Start() - before
		shift += RoughLength(free) - free
		before = l.End
		plain[i] = l.plainLine
		plain[i].shift(shift)
		shifts[plain[i].Start] = shift
	}
	headings := outlinePlain(plain, head, before+shift+RoughLength(end-before))
	for i, h := range headings {
		headings[i] = h.Shifted(-shifts[h.Span.Start])
	}
	return headings
}

// RoughLength rounds a length between two lines that may be headings: what somebody writes there makes no heading of a line, or of
// a heading a line, but once in many letters.
func RoughLength(n int) int {
	if n < 512 {
		return n
	}
	return n &^ (1<<(bits.Len(uint(n))-5) - 1)
}

// WithHeadings puts headings in the place of the blocks that they are.
func WithHeadings(blocks, headings []Block) []Block {
	if len(headings) == 0 {
		return blocks
	}
	kept := make([]Block, 0, len(blocks))
	for _, b := range blocks {
		for len(headings) > 0 && headings[0].Span.End <= b.Span.Start {
			headings = headings[1:]
		}
		switch {
		case len(headings) == 0 || b.Span.Start < headings[0].Span.Start:
			kept = append(kept, b)
		case b.Span.Start == headings[0].Span.Start:
			kept = append(kept, headings[0].Shifted(0))
		}
	}
	return kept
}

// MayBeBook reports whether a text, of which this is the top, may be a book. A licence, a changelog or a log is none: what looks like
// headings there are clauses, versions and entries.
func MayBeBook(top string) bool {
	small := strings.ToLower(top)
	if strings.Count(small, "license")+strings.Count(small, "licence") >= 4 ||
		strings.Contains(small, "permission is hereby granted") || strings.Contains(small, "redistribution and use in source") {
		return false
	}
	titles, versions, dates := 0, 0, 0
	for line := range Lines(top) {
		said := strings.TrimSpace(top[line.Start:line.End])
		if said == "" {
			continue
		}
		if titles++; titles <= 6 && len(said) < longestPlainLine && noBookTitle.MatchString(said) {
			return false
		}
		if strings.ContainsAny(said[:min(len(said), 12)], "0123456789") { // most lines have no number there, and cost nothing
			if versionEntry.MatchString(said) {
				versions++
			}
			if dateEntry.MatchString(said) {
				dates++
			}
		}
		if strings.Contains(said, ":") {
			dates += len(clockTime.FindAllStringIndex(said, 5))
		}
	}
	return versions < 2 && dates < 5
}

var (
	noBookTitle  = regexp.MustCompile(`(?i)\blicen[sc](?:es?|ing)\b|^what's new|\blizenz|\bchange ?log\b|\bchange history\b|\brelease (?:notes|history)\b|\bversion history\b|^changes\b|^copyright \(c\)|\bNEWS\b`)
	versionEntry = regexp.MustCompile(`(?i)^\W{0,3}(?:version |release |v)?\d+\.\d+(?:\.\d+)*[ \t]*(?:[-–—:(/,]*[ \t(]*\d{4}|\(|$)`)
	dateEntry    = regexp.MustCompile(`^\W{0,2}\d{4}[-/]\d\d[-/]\d\d`)
	clockTime    = regexp.MustCompile(`\b\d\d:\d\d:\d\d\b`)
)

// joinNumberAndTitle is a heading whose title stands below its number, on one line.
func joinNumberAndTitle(number, title string) string {
	if isSentence(number) {
		return number + " " + title
	}
	return number + ". " + title
}
