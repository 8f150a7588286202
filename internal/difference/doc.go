// Package difference finds the changes between two versions of a work: what was moved, split,
// merged, retitled, rewritten, added and removed.
//
// A comparison of lines sees that a page is gone in one place and that a page is new in another. A
// writer knows better: the page has moved, and on the way a sentence was corrected. [Compare] finds
// that out in four steps:
//
//	works ──► units ──► matching ──► places ──► changes
//
// # Units
//
// A unit is a block, or a part of a list or quote. It is compared by the words that its reader sees, so neither wrapping nor markup
// makes a difference. Words are numbered, and both works share the numbers.
//
// # Matching
//
// Units are matched roughly in order of certainty:
//
//  1. Units with the same words that occur once in each work match.
//  2. So do their neighbours that have the same words, and so on from these: a refrain goes with its stanza.
//  3. In the gaps between matched units, units with the same words in the same order match.
//  4. A rewritten unit shares runs of words with its old version (package shingle). Of all pairs that share
//     some, an assignment of the greatest total quality is chosen.
//  5. A unit whose words are in a matched unit, but not in the match of that unit, is a part of it: the unit
//     was split, or several were merged.
//  6. Headings come last. They are identified by the text under them as much as by their words, so a
//     reworded heading is recognized.
//
// # Places
//
// Of the matched units, the sequence with the most words that is in the same order in both works is
// in its place; the others have moved. This is computed first for files, then within each section
// that has moved: a unit that moved with its section has not moved within it.
//
// # Changes
//
// Each thing is reported once, on the highest level: a section that moved is one change, with the
// other changes in it inside. For this the new work is divided like the old one: a fragment begins
// where an old one began. So fragments are split, merged or retitled only by a heading, a directive
// or a break that is new or gone, and never because an analysis of the new text alone would place a
// boundary elsewhere.
//
// # Where to read on
//
//   - change.go: the changes, and wording.go: their wording.
//   - unit.go: the units; match.go, gap.go, similar.go, part.go, heading.go: the matching, in this order;
//     assignment.go: the best of many pairs.
//   - compare.go: the steps; file.go: files; moved.go: what is in its place, and what has moved.
//   - fragment.go: how the new work is divided; tell.go, sentence.go, conflict.go: all other changes;
//     place.go: their places and titles.
//   - words.go: comparison word by word; putback.go: how a change is undone; light.go: files without documents.
package difference
