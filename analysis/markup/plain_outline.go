package markup

import (
	"math/bits"
	"regexp"
	"strings"
	"unicode"
)

// HasOutline reports whether the headings in a text of the format depend on the whole text, as in plain text.
func (f Format) HasOutline() bool { return f.outlines }

// WithOutline returns the format with or without headings in plain text.
func (f Format) WithOutline(outlines bool) Format {
	_, isPlain := f.notation.(plainNotation)
	f.outlines = outlines && isPlain
	return f
}

// HeadingCandidate is a block that may be a heading, with the context that affects whether it is one.
type HeadingCandidate struct{ candidateHeading }

// Start returns the start of the block in its text.
func (l HeadingCandidate) Start() int { return l.candidateHeading.Start }

// Block returns the span of the block in its text.
func (l HeadingCandidate) Block() Span { return l.Span }

// Shift returns the candidate moved by n bytes.
func (l HeadingCandidate) Shift(n int) HeadingCandidate {
	l.shift(n)
	return l
}

// IsBefore reports whether the candidate, with its context, ends before an offset.
func (l HeadingCandidate) IsBefore(at int) bool { return l.candidateHeading.Start+contextAfter < at }

// IsAfter reports whether the candidate, with its context, begins after an offset.
func (l HeadingCandidate) IsAfter(at int) bool { return l.candidateHeading.Start-contextBefore > at }

// CandidateContext is the number of bytes before a candidate that belong to its context.
const CandidateContext = contextBefore

// BookProbeBytes is the number of bytes at the beginning of a text that [MayBeBook] examines.
const BookProbeBytes = 6000

// ReadCandidate reads the block with a span in a text of `size` bytes, whose metadata ends at `head`. `slice` returns a part
// of the text. ReadCandidate returns false if the block cannot be a heading.
func ReadCandidate(span Span, head, size int, slice func(Span) string) (HeadingCandidate, bool) {
	at := span.Start
	l, ok := readCandidateHeading(slice(Span{max(head, at-contextBefore), at}), slice(Span{at, min(size, at+contextAfter)}), span.Len())
	l.shift(at)
	return HeadingCandidate{l}, ok
}

func (l *candidateHeading) shift(n int) {
	l.Span, l.own = l.Span.Shift(n), l.own.Shift(n)
	l.more, l.below = l.more.Shift(n), l.below.Shift(n)
}

// ScanWithCandidates returns the blocks of a text, as Scan does, and the candidates for headings.
func (f Format) ScanWithCandidates(text string) ([]Block, []HeadingCandidate) {
	blocks := f.insertGapRules(text, f.markSceneBreaks(text, f.scan(f, text, false)))
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
			if l, ok := ReadCandidate(b.Span, head, len(text), slice); ok {
				lines = append(lines, l)
			}
		}
	}
	return WithHeadings(blocks, ChooseHeadings(lines, len(lines) > 0 && MayBeBook(text[head:min(len(text), head+BookProbeBytes)]), head, len(text))), lines
}

// ChooseHeadings returns the headings among the candidates of a text; none if it is not a book or has more than 5000
// candidates. [head, end) is the text without its metadata. The result depends on the candidates, and on the [RoughLength] of
// the text between them.
func ChooseHeadings(lines []HeadingCandidate, isBook bool, head, end int) []Block {
	if len(lines) == 0 || len(lines) > mostPlainLinesOfText || !isBook {
		return nil
	}
	// Judge the lines as if the text between them had its rough length, because nothing else may affect the result.
	plain, shifts := make([]candidateHeading, len(lines)), make(map[int]int, len(lines))
	before, shift := head, 0 // the end of the line before, and the difference of the lengths so far
	for i, l := range lines {
		free := l.Start() - before
		shift += RoughLength(free) - free
		before = l.End
		plain[i] = l.candidateHeading
		plain[i].shift(shift)
		shifts[plain[i].Start] = shift
	}
	headings := choosePlainHeadings(plain, head, before+shift+RoughLength(end-before))
	for i, h := range headings {
		headings[i] = h.Shifted(-shifts[h.Span.Start])
	}
	return headings
}

// RoughLength rounds down the length of the text between two candidates, so that typing there seldom changes the headings.
func RoughLength(n int) int {
	if n < 512 {
		return n
	}
	return n &^ (1<<(bits.Len(uint(n))-5) - 1)
}

// WithHeadings returns the blocks with each heading in place of the blocks that it covers. Both lists must be in order.
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

// MayBeBook reports whether a text may be a book, given its beginning. In licences, changelogs and logs, lines that look like
// headings are clauses, versions or entries.
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
		if strings.ContainsAny(said[:min(len(said), 12)], "0123456789") { // cheap, because most lines have no number there
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

// joinNumberAndTitle returns a heading whose title is below its number, on one line, with a full stop between them if one is needed.
func joinNumberAndTitle(number, title string) string {
	if endsLikeSentence(number) || unicode.IsLower(firstRune(title)) && len(strings.Fields(number)) > 3 {
		return number + " " + title
	}
	return number + ". " + title
}
