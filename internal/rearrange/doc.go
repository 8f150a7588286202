// Package rearrange changes the structure of a work of many files without losing a word of it: parts move from file to file; files are
// divided, joined and reordered.
//
// It does across files what package restructure does within one. Each action is a pure function of a [Work]: it returns a [Change], which
// describes the new state of the files, or a [sentence.Sentence] that says why the action is refused. Nothing happens until the change is
// applied.
//
// # Guarantees
//
// A change is checked before it is returned, unless it only renames or joins files:
//
//   - The prose of all files, except for white space, is a permutation of what it was; copies that become one have the same
//     words.
//   - Every block keeps its meaning: the resulting texts are scanned, and the census of package
//     restructure is taken over all of them.
//   - By the index of all files of the workspace, no link breaks except those that the change
//     lists (Unmended).
//   - Labels and other blocks attached to a heading move with it. Definitions and footnotes that a piece
//     refers to move with the piece. Headings get levels that fit their new place.
//
// # Reading order
//
//   - change.go: what an action takes and returns.
//   - move.go: fragments and sections go to another file.
//   - arrange.go: several moves, in files and between them, as one change.
//   - file.go: files are divided, joined, and moved in the order.
//   - share.go: text repeated in several files moves to one that they include.
//   - assemble.go: passages become a new text; passage_name.go: how they are named.
//   - piece.go: what moves together with a piece.
//   - action.go: how a change is built, with the edits of the order.
//   - trial.go: how a change is tried.
package rearrange
