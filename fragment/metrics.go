package fragment

import "math"

// This file measures how close a division is to a reference that is taken to be correct. Divisions
// are given as ascending boundaries, each the number of units before it, without the two ends of
// the text, as in Segmentation.Boundaries; units is the number of units in the text. All three
// measures lie between 0 and 1.
//
// Pk and WindowDiff move a window over the text and count the positions at which the divisions differ in it, so that a
// near miss costs less than a far one; lower is better. What they charge for a boundary depends on the lengths of the
// segments. BoundarySimilarity compares the boundaries themselves; higher is better.

// Window returns k, the distance in units between the two ends of the window that Pk and WindowDiff move: half the average length of the
// reference's segments, rounded (a half to the even number), and at least 2.
func Window(units, segments int) int {
	if segments < 1 {
		return 2
	}
	return max(2, int(math.RoundToEven(float64(units)/float64(2*segments))))
}

// Pk returns the share of pairs of units k apart for which the reference and the found division disagree on whether both are in one segment
// (Beeferman, Berger and Lafferty, "Statistical Models for Text Segmentation", 1999, section 6), where k is the Window of the reference.
// For a text with no two units that far apart it is 0 if the divisions are equal, else 1.
func Pk(units int, reference, found []int) float64 {
	return wrongWindowShare(units, reference, found, func(a, b int) bool { return (a > 0) != (b > 0) })
}

// WindowDiff returns the share of pairs of units k apart between which the reference and the found division have different numbers of
// boundaries (Pevzner and Hearst, "A Critique and Improvement of an Evaluation Metric for Text Segmentation", 2002, section 5), with k as
// for Pk. It is at least Pk.
func WindowDiff(units int, reference, found []int) float64 {
	return wrongWindowShare(units, reference, found, func(a, b int) bool { return a != b })
}

// wrongWindowShare returns the share of the windows for which wrong returns true, given the numbers of boundaries in the window.
func wrongWindowShare(units int, reference, found []int, wrong func(reference, found int) bool) float64 {
	k := Window(units, len(reference)+1)
	count := units - k
	if count < 1 {
		k, count = max(0, units-1), min(1, units)
	}
	if count == 0 {
		return 0
	}
	before, after := boundariesBefore(units, reference), boundariesBefore(units, found)
	bad := 0
	for i := range count {
		if wrong(before[i+k]-before[i], after[i+k]-after[i]) {
			bad++
		}
	}
	return float64(bad) / float64(count)
}

// boundariesBefore returns for each unit the number of boundaries before it.
func boundariesBefore(units int, boundaries []int) []int {
	s := make([]int, units)
	for _, b := range boundaries {
		s[b]++
	}
	for i := 1; i < units; i++ {
		s[i] += s[i-1]
	}
	return s
}

// BoundarySimilarity returns Fournier's B ("Evaluating Text Segmentation using Boundary Edit Distance", 2013, section 4): 1 minus
// the ratio of the edits that turn one division into the other to the boundaries concerned,
//
//	B = 1 - (|A| + |T|/2) / (|A| + |T| + |M|)
//
// where M are the boundaries in both divisions, T the pairs that are off by one unit (Fournier's transpositions, n_t =
// 2, each of which counts half), and A the other boundaries. B is symmetric, and 1 for two divisions without
// boundaries.
func BoundarySimilarity(reference, found []int) float64 {
	var both, near, alone int
	// open is the last boundary that is in only one division, unless it is part of a pair.
	open, openIsFound := -2, false
	i, j := 0, 0
	for i < len(reference) || j < len(found) {
		var at int
		var isFound bool
		switch {
		case i < len(reference) && j < len(found) && reference[i] == found[j]:
			both++
			i++
			j++
			continue
		case j == len(found) || i < len(reference) && reference[i] < found[j]:
			at, isFound = reference[i], false
			i++
		default:
			at, isFound = found[j], true
			j++
		}
		if open == at-1 && openIsFound != isFound {
			near++
			alone--
			open = -2
			continue
		}
		alone++
		open, openIsFound = at, isFound
	}
	if alone+near+both == 0 {
		return 1
	}
	return 1 - (float64(alone)+float64(near)/2)/float64(alone+near+both)
}
