package markup

import (
	"bytes"
	"regexp"
	"slices"
	"sort"
	"strings"
)

// delimiter is markup at one end of a container. If it neither opens nor closes, like \appendix, it applies to everything after it.
type delimiter struct {
	at            Span
	name          string
	opens, closes bool // both are set for a delimiter between two branches
	pairs         bool // it opens a container only if another delimiter closes it
	outline       bool // it groups the section of a heading
	overlaps      bool // its end does not close the delimiters opened in between
}

// appliesToRest reports whether the delimiter applies to everything after it.
func (f delimiter) appliesToRest() bool { return !f.opens && !f.closes }

// newStretchAdjuster returns a function that excludes unmatched delimiters at the ends of a stretch or, if the partner is
// right before it, extends the stretch to include both. It returns false if an unmatched delimiter remains.
func newStretchAdjuster(text string, delimiters []delimiter) func(stretch Span) (Span, bool) {
	delimiters = dropUnpairedDelimiters(delimiters)
	return func(stretch Span) (Span, bool) { return adjustStretch(text, delimiters, stretch) }
}

func adjustStretch(text string, delimiters []delimiter, stretch Span) (Span, bool) {
	if len(unmatchedDelimiters(delimiters, stretch)) == 0 {
		return stretch, true
	}
	for {
		lone := unmatchedDelimiters(delimiters, stretch)
		i := slices.IndexFunc(lone, func(f delimiter) bool { return f.closes })
		if i < 0 {
			break
		}
		before := -1
		for n := firstDelimiterIndex(delimiters, stretch.Start) - 1; n >= 0 && before < 0 && stretch.Start-delimiters[n].at.End < longestSearch; n-- {
			if f := delimiters[n]; f.opens && f.name == lone[i].name && f.at.End <= stretch.Start && isBlankOrComment(text[f.at.End:stretch.Start]) {
				before = n
			}
		}
		if before < 0 {
			break
		}
		stretch.Start = delimiters[before].at.Start
	}
	for _, f := range slices.Backward(unmatchedDelimiters(delimiters, stretch)) {
		if isBlankOrComment(text[f.at.End:stretch.End]) {
			stretch.End = f.at.Start
		}
	}
	for _, f := range unmatchedDelimiters(delimiters, stretch) {
		if isBlankOrComment(text[stretch.Start:f.at.Start]) {
			stretch.Start = f.at.End
		}
	}
	return trimSpan(text, stretch), len(unmatchedDelimiters(delimiters, stretch)) == 0
}

// firstDelimiterIndex returns the index of the first delimiter that begins at offset or after.
func firstDelimiterIndex(delimiters []delimiter, offset int) int {
	return sort.Search(len(delimiters), func(i int) bool { return delimiters[i].at.Start >= offset })
}

// isBlankOrComment reports whether the text between two delimiters has only white space, HTML anchors and HTML comments.
func isBlankOrComment(between string) bool { return blankOrComment.MatchString(between) }

var blankOrComment = regexp.MustCompile(`^(?:\s|<(?:a|span)\b[^<>]*></(?:a|span)>|<!--[^<>]*-->)*$`)

// unmatchedDelimiters returns the delimiters in a stretch whose partners are outside, and those that apply to everything after them.
func unmatchedDelimiters(delimiters []delimiter, stretch Span) []delimiter {
	var open, lone []delimiter
	for _, f := range delimiters[firstDelimiterIndex(delimiters, stretch.Start):] {
		if f.at.Start >= stretch.End {
			break
		}
		switch {
		case f.at.End > stretch.End:
		case f.closes && len(open) > 0 && open[len(open)-1].name == f.name:
			if open = open[:len(open)-1]; f.opens { // the other branch
				open = append(open, f)
			}
		case f.closes && f.overlaps && slices.ContainsFunc(open, func(o delimiter) bool { return o.name == f.name }):
			open = slices.DeleteFunc(open, func(o delimiter) bool { return o.name == f.name })
		case f.opens && !f.closes:
			open = append(open, f)
		default:
			lone = append(lone, f)
		}
	}
	lone = append(lone, open...)
	slices.SortFunc(lone, func(a, b delimiter) int { return a.at.Start - b.at.Start })
	return lone
}

// cutsOfRun returns a function that reports whether a run can be cut at an offset: the format's scanner reports nothing there, and
// before it as many marks close as open. toggles are the characters that both open and close.
func cutsOfRun(scan func(run []byte, report func(Span, inlineKind)), toggles, text string, run Run) func(offset int) bool {
	buf, found := scanRun(scan, text, run)
	return func(offset int) bool {
		at, open, isWhole := offset-run.Extent().Start, make(map[string]int), true
		for _, s := range found {
			isWhole = isWhole && (at <= s.Start || s.End <= at)
			if s.kind != inlineMark || s.Start >= at {
				continue
			}
			mark := string(buf[s.Start:s.End])
			if mark[0] == '\\' && len(mark) == 2 {
				continue // an escape
			}
			brackets := 0
			for _, c := range mark {
				switch {
				case strings.ContainsRune("([{<", c):
					brackets++
				case strings.ContainsRune(")]}>", c):
					brackets--
				}
			}
			open["brackets"] += brackets
			if mark = strings.TrimRight(mark, "_"); brackets == 0 && mark != "" && strings.Trim(mark, toggles) == "" {
				open[mark] = 1 - open[mark]
			}
		}
		for _, n := range open {
			isWhole = isWhole && n == 0
		}
		return isWhole
	}
}

// inlineSpan is what a scanner of a format reports in a run.
type inlineSpan struct {
	Span
	kind inlineKind
}

// scanRun returns the text of a run, and what the format's scanner reports in it.
func scanRun(scan func(run []byte, report func(Span, inlineKind)), text string, run Run) (buf []byte, found []inlineSpan) {
	extent := run.Extent()
	buf = appendSpaces(nil, extent.Len())
	copyRun(buf, text, run, -extent.Start)
	scan(bytes.Clone(buf), func(s Span, kind inlineKind) { found = append(found, inlineSpan{s, kind}) })
	return buf, found
}
