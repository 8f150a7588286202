// Package rearrange changes the structure of a work of many files without losing a word of
// it: pieces go from file to file, files are divided, joined and put in another order.
//
// It does over files what package restructure does in one. Each action is a pure function of
// a [Work]: it gives a [Change], which says what becomes of which files, or a
// [restructure.Refusal], a sentence that says why not. Nothing happens until the change is
// carried out.
//
// # What is promised
//
// A change is tried before it is given:
//
//   - The prose of all files, byte for byte, is a permutation of what it was.
//   - Every block is what it was: the texts that would come of the change are scanned, and
//     the census of package restructure is taken over all of them.
//   - No link is newly broken, by the index over all files of the workspace, but for those that
//     the change lists (Unmended).
//   - What belongs to a heading goes with it, and so do definitions and footnotes that a piece
//     refers to. Levels of headings follow the place.
//
// # In which order to read
//
//   - change.go: what an action is given, and what it gives.
//   - move.go: fragments and sections go to another file.
//   - file.go: files are divided, joined, and moved in the order.
//   - piece.go: what a piece takes along.
//   - order.go: the file that says the order.
//   - trial.go: how a change is tried.
package rearrange
