package gather

import (
	"slices"
	"sort"
	"strings"

	"github.com/aymanbagabas/go-udiff/lcs"

	"github.com/segls/segls/analysis/markup"
)

// locate returns where a piece is in a file, and whether it has the given text. When it was gathered, it was at `place`, and the file had
// the text `was`, or "" if that is not known. If it has another text, `at` is the span of its changed lines, or empty.
func locate(file, was string, place markup.Span, text string) (at markup.Span, isSame bool) {
	if was != "" && was != file && place.End <= len(was) {
		at := trackSpan(was, file, place)
		if withLF(file[at.Start:at.End]) == text {
			return at, true
		}
		if only, isOnly := onlyPlace(file[at.Start:at.End], text); isOnly {
			return only.Shift(at.Start), true
		}
		return withoutBlankLines(file, at), false
	}
	if place.Start <= len(file) && (text != "" || place.Len() == 0) {
		if at, isSame := matchAt(file, place.Start, text); isSame && (was == file || isLineEnd(file, at.End)) {
			return at, true
		}
	}
	return at, false
}

// matchAt matches text at an offset of a file, ignoring differences in line terminators, and returns its span; false if it is not there.
func matchAt(file string, at int, text string) (markup.Span, bool) {
	end := at
	for line := range strings.SplitAfterSeq(text, "\n") {
		words, isEnded := strings.CutSuffix(line, "\n")
		if !strings.HasPrefix(file[end:], words) {
			return markup.Span{}, false
		}
		if end += len(words); !isEnded {
			break
		}
		switch rest := file[end:]; {
		case strings.HasPrefix(rest, "\r\n"):
			end += 2
		case strings.HasPrefix(rest, "\n"), strings.HasPrefix(rest, "\r"):
			end++
		default:
			return markup.Span{}, false
		}
	}
	return markup.Span{Start: at, End: end}, true
}

// onlyPlace returns the only place in a file where whole lines make up a text.
func onlyPlace(file, text string) (only markup.Span, isOnly bool) {
	if list := placesOf(file, text); len(list) == 1 {
		return list[0], true
	}
	return only, false
}

// placesOf returns the places in a file where whole lines make up a text; none for the empty text.
func placesOf(file, text string) (list []markup.Span) {
	if text == "" {
		return nil
	}
	first, _, _ := strings.Cut(text, "\n")
	at := 0
	for _, line := range linesOf(file) {
		if strings.TrimRight(line, "\r\n") == first {
			span, is := matchAt(file, at, text)
			if is && isLineEnd(file, span.End) {
				list = append(list, span)
			}
		}
		at += len(line)
	}
	return list
}

func isLineEnd(file string, at int) bool {
	return at == len(file) || file[at] == '\r' || file[at] == '\n'
}

// trackSpan returns where a span of a text is in a later version of it, by the lines that both have. It includes lines that were added at its
// ends.
func trackSpan(was, now string, span markup.Span) markup.Span {
	old, fresh := linesOf(was), linesOf(now)
	oldStarts, freshStarts := startsOf(old), startsOf(fresh)
	diffs := lcs.DiffLines(old, fresh)
	place := func(offset int, isEnd bool) int {
		line := sort.SearchInts(oldStarts, offset+1) - 1
		shift := 0
		for _, d := range diffs {
			switch {
			case line < d.Start:
				return freshStarts[line+shift] + offset - oldStarts[line]
			case line < d.End && isEnd:
				return freshStarts[d.ReplEnd]
			case line < d.End:
				return freshStarts[d.ReplStart]
			}
			shift = d.ReplEnd - d.End
		}
		return freshStarts[min(line+shift, len(fresh))] + offset - oldStarts[line]
	}
	at := markup.Span{Start: place(span.Start, false), End: place(span.End, true)}
	at.Start = min(at.Start, len(now))
	at.End = min(max(at.Start, at.End), len(now))
	return at
}

// startsOf returns the offset at which each line begins, and the offset at which the last one ends.
func startsOf(lines []string) []int {
	starts := make([]int, 0, len(lines)+1)
	at := 0
	for _, line := range lines {
		starts = append(starts, at)
		at += len(line)
	}
	return slices.Clip(append(starts, at))
}
