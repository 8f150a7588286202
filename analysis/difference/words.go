package difference

import (
	"github.com/aymanbagabas/go-udiff/lcs"

	"github.com/segls/segls/analysis/markup"
)

// Run is a stretch of two texts: Old and New are the same words if it is kept, else what stands in
// one and what stands in its place in the other. White space stays with the words before it.
type Run struct {
	Old, New string
	IsKept   bool
}

// Words tells word by word how one text has become another.
func Words(old, new string) []Run {
	v := make(vocabulary)
	a, b := numbered(old, v), numbered(new, v)
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
	for _, d := range changes(a.numbers, b.numbers) {
		add(d.Start, d.ReplStart, true)
		add(d.End, d.ReplEnd, false)
	}
	add(len(a.numbers), len(b.numbers), true)
	return runs
}

// numberedWords are the words of a text with their places.
type numberedWords struct {
	numbers []rune
	starts  []int
	end     int
}

func numbered(text string, v vocabulary) numberedWords {
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

// changes are the differences between two rows of words. The library stops after a hundred of
// them and tells what is left as one: that is compared again, for as long as it shrinks.
func changes(a, b []rune) []lcs.Diff {
	var list []lcs.Diff
	for _, d := range lcs.DiffRunes(a, b) {
		isAll := d.End-d.Start == len(a) && d.ReplEnd-d.ReplStart == len(b)
		if isAll || d.End-d.Start < few || d.ReplEnd-d.ReplStart < few {
			list = append(list, d)
			continue
		}
		for _, inner := range changes(a[d.Start:d.End], b[d.ReplStart:d.ReplEnd]) {
			list = append(list, lcs.Diff{
				Start: inner.Start + d.Start, End: inner.End + d.Start,
				ReplStart: inner.ReplStart + d.ReplStart, ReplEnd: inner.ReplEnd + d.ReplStart,
			})
		}
	}
	return list
}

// few is how many words the library compares to the end, however different they are.
const few = 25

// kept is how many words of one row are in the other, in the same order.
func kept(a, b []rune) int {
	n := len(a)
	for _, d := range changes(a, b) {
		n -= d.End - d.Start
	}
	return n
}
