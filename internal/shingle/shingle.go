package shingle

import (
	"cmp"
	"slices"
)

// Set holds the shingles of a text, as sorted hashes without repetition.
type Set []uint64

// Of returns the set of all runs of n words. Words are numbers, equal for equal words. A text with fewer than n words is one shingle.
func Of[W ~int32 | ~uint32](words []W, n int) Set {
	if len(words) == 0 {
		return nil
	}
	n = min(n, len(words))
	s := make(Set, 0, len(words)-n+1)
	for i := 0; i+n <= len(words); i++ {
		h := uint64(n)
		for _, w := range words[i : i+n] {
			h = spreadBits(h ^ uint64(uint32(w)))
		}
		s = append(s, h)
	}
	slices.Sort(s)
	return slices.Compact(s)
}

// spreadBits spreads a number over 64 bits (the finalizer of SplitMix64).
func spreadBits(h uint64) uint64 {
	h += 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// Shared returns the number of shingles that two sets have in common.
func (s Set) Shared(t Set) int {
	n := 0
	for len(s) > 0 && len(t) > 0 {
		switch {
		case s[0] < t[0]:
			s = s[1:]
		case s[0] > t[0]:
			t = t[1:]
		default:
			n++
			s, t = s[1:], t[1:]
		}
	}
	return n
}

// Containment returns the share of the smaller set that is in the larger one, from 0 to 1.
func (s Set) Containment(t Set) float64 {
	if len(s) == 0 || len(t) == 0 {
		return 0
	}
	return float64(s.Shared(t)) / float64(min(len(s), len(t)))
}

// Index finds texts by their shingles. The zero Index is empty.
type Index struct {
	texts map[uint64][]int32 // the texts that have a shingle, at most common+1 of them
	size  int                // the number of texts
}

// common is the greatest number of texts that may have a shingle that counts. A more frequent shingle is a phrase
// of the language, or boilerplate, and distinguishes no texts.
const common = 64

// Add adds a text and returns its number: 0 for the first, and so on.
func (x *Index) Add(s Set) int {
	if x.texts == nil {
		x.texts = make(map[uint64][]int32)
	}
	id := x.size
	x.size++
	for _, h := range s {
		if list := x.texts[h]; len(list) <= common {
			x.texts[h] = append(list, int32(id))
		}
	}
	return id
}

// Match is a text of an index and the number of shingles that it shares with another text, not counting those that are common in the index.
type Match struct{ Text, Shared int }

// Nearest returns at most n texts that share the most shingles with a set, the best first; among equals, the one that was added first.
func (x *Index) Nearest(s Set, n int) []Match {
	shared := make(map[int32]int)
	for _, h := range s {
		if list := x.texts[h]; len(list) <= common {
			for _, id := range list {
				shared[id]++
			}
		}
	}
	matches := make([]Match, 0, len(shared))
	for id, k := range shared {
		matches = append(matches, Match{int(id), k})
	}
	slices.SortFunc(matches, func(a, b Match) int { return cmp.Or(cmp.Compare(b.Shared, a.Shared), cmp.Compare(a.Text, b.Text)) })
	return matches[:min(n, len(matches))]
}
