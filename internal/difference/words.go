package difference

import (
	"github.com/aymanbagabas/go-udiff/lcs"

	"github.com/segls/segls/analysis/markup"
)

// Run is a stretch of two texts: if it is kept, Old and New have the same words; otherwise New has
// replaced Old. White space belongs to the word before it.
type Run struct {
	Old, New string
	IsKept   bool
}

// CompareWords divides two texts into runs of words that are kept or replaced. Joined, the Old and the New parts are the two texts.
func CompareWords(old, new string) []Run {
	v := make(vocabulary)
	a, b := numberWords(old, v), numberWords(new, v)
	if old == "" && new == "" {
		return nil
	}
	if len(a.numbers) == 0 || len(b.numbers) == 0 {
		return []Run{{old, new, len(a.numbers) == len(b.numbers)}}
	}
	var runs []Run
	i, j := 0, 0
	add := func(endOld, endNew int, isKept bool) {
		if i < endOld || j < endNew {
			runs = append(runs, Run{old[a.start(i):a.start(endOld)], new[b.start(j):b.start(endNew)], isKept})
		}
		i, j = endOld, endNew
	}
	for _, d := range wordDiffs(a.numbers, b.numbers) {
		add(d.Start, d.ReplStart, true)
		add(d.End, d.ReplEnd, false)
	}
	add(len(a.numbers), len(b.numbers), true)
	return runs
}

// numberedWords holds the words of a text, as numbers, with the offsets at which they start.
type numberedWords struct {
	numbers []rune
	starts  []int
	end     int
}

func numberWords(text string, v vocabulary) numberedWords {
	w := numberedWords{end: len(text)}
	eachWord(text, func(at markup.Span) {
		w.numbers = append(w.numbers, v.number(text[at.Start:at.End]))
		w.starts = append(w.starts, at.Start)
	})
	return w
}

func (w numberedWords) start(i int) int {
	switch {
	case i == 0:
		return 0
	case i < len(w.starts):
		return w.starts[i]
	default:
		return w.end
	}
}

// wordDiffs returns the differences between two lists of words. The library stops searching after about a hundred differences; then
// wordDiffs uses a table of all pairs or, if that would be too large, compares what is left again.
func wordDiffs(a, b []rune) []lcs.Diff {
	found := lcs.DiffRunes(a, b)
	n := 0
	for _, d := range found {
		n += d.End - d.Start + d.ReplEnd - d.ReplStart
	}
	if n < mostFound {
		return found
	}
	if len(a)*len(b) <= mostTabled {
		return fewestChanges(a, b)
	}
	var list []lcs.Diff
	for _, d := range found {
		isAll := d.End-d.Start == len(a) && d.ReplEnd-d.ReplStart == len(b)
		if isAll || d.End == d.Start || d.ReplEnd == d.ReplStart {
			list = append(list, d)
			continue
		}
		for _, inner := range wordDiffs(a[d.Start:d.End], b[d.ReplStart:d.ReplEnd]) {
			list = append(list, lcs.Diff{
				Start: inner.Start + d.Start, End: inner.End + d.Start,
				ReplStart: inner.ReplStart + d.ReplStart, ReplEnd: inner.ReplEnd + d.ReplStart,
			})
		}
	}
	return list
}

const (
	mostFound  = 50      // after this many different words, the library may have stopped
	mostTabled = 1 << 20 // pairs of words
)

// fewestChanges returns the differences with the fewest changed words, found by dynamic programming.
func fewestChanges(a, b []rune) (list []lcs.Diff) {
	width := len(b) + 1
	common := make([]int32, (len(a)+1)*width) // at i*width+j, the length of the longest common subsequence of a[i:] and b[j:]
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i*width+j] = common[(i+1)*width+j+1] + 1
			} else {
				common[i*width+j] = max(common[(i+1)*width+j], common[i*width+j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		d := lcs.Diff{Start: i, ReplStart: j}
		for i < len(a) && (j == len(b) || a[i] != b[j]) || j < len(b) && i == len(a) {
			if j == len(b) || i < len(a) && common[(i+1)*width+j] >= common[i*width+j+1] {
				i++
			} else {
				j++
			}
		}
		if d.End, d.ReplEnd = i, j; d.End > d.Start || d.ReplEnd > d.ReplStart {
			list = append(list, d)
		}
		for i < len(a) && j < len(b) && a[i] == b[j] {
			i, j = i+1, j+1
		}
	}
	return list
}

// countCommonWords returns the number of words that two lists have in common, in the same order.
func countCommonWords(a, b []rune) int {
	n := len(a)
	for _, d := range wordDiffs(a, b) {
		n -= d.End - d.Start
	}
	return n
}
