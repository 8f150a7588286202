// Package difference tells what has changed between two versions of a work: what was moved,
// split, merged, retitled, rewritten, added and removed.
//
// A comparison of lines sees that a page is gone in one place and that a page has come in another.
// A writer knows better: the page has moved, and on the way a sentence was mended. [Compare] finds that
// out, in four steps:
//
//	works ──► units ──► matching ──► places ──► changes
//
// # Units
//
// A unit is a block, or an item of a list. It is compared by the words that its reader sees, so
// that neither wrapping nor markup makes a difference. Words are numbered, and both works share
// the numbers.
//
// # Matching
//
// What a unit has become is found in the order in which it is certain:
//
//  1. What says the same and occurs once in each work is the same.
//  2. So are its neighbours, if they say the same, and theirs: a refrain goes with its stanza.
//  3. In the gaps between what is matched, what says the same in the same order is the same.
//  4. What was rewritten shares runs of words with what it was (package shingle). Of all pairs
//     that do, those are taken that are together worth the most: an assignment of least cost.
//  5. What is contained in a unit that has a match already, in words that this match does not
//     have, is a part of it: the unit was split, or several were merged.
//  6. Headings come last. They are known by what is under them as much as by what they say,
//     and so it is seen that they were reworded.
//
// # Places
//
// Of what is matched, the heaviest row of units that are in the same order in both works is in
// its place; the rest has moved. This is asked first of files, then of each section that has moved,
// in itself: what moved with its section has not moved in it.
//
// # Changes
//
// Each thing is reported once, on the highest level that tells all: a section that moved is one
// change, with what else has happened to it inside. For this the new work is divided in view of
// the old one: a fragment begins with what began one. So fragments are split, merged or retitled
// only by a heading, a directive or a break that has come or gone, and never because an analysis
// of the new text alone would place a boundary elsewhere.
//
// # Where to read on
//
//   - change.go: what is reported, and wording.go: in which words.
//   - unit.go: what is compared; match.go, gap.go, similar.go, part.go, heading.go: what has become
//     of what, in this order; assignment.go: the best of many pairs.
//   - compare.go: the steps; file.go: files; moved.go: what is in its place, and what has moved.
//   - fragment.go: how the new work is divided; tell.go, sentence.go, conflict.go: all other
//     changes; place.go: where they are, and what they are about.
//   - words.go: word by word.
package difference
