// Package gather combines passages from several files into one text, and applies edits of that text to the files.
//
//	━━━ 1 · one.md › Salt · kfd2 ━━━
//
//	Salt keeps meat.
//
//	━━━ 2 · two.md › Wool · kfd2 ━━━
//
//	Wool is hair.
//
// Each passage is a piece, under a line that marks it. The name in a mark is for the reader; the number and the key identify it. No
// piece contains the key, so no line of a piece can be mistaken for a mark. The key depends on the content of all pieces, so that of an
// edited text identifies the state from which it was gathered.
//
// # Guarantees
//
// [Scatter] returns a change of the files, or a sentence that says why the edited text cannot be saved:
//
//   - Each mark must occur once, and every word must be below a mark.
//   - A piece that was edited must be unchanged in its file since it was gathered.
//   - Edits do not change bytes outside the pieces, the meaning of blocks there, their headings, or links to and from them.
//   - Lines of a piece that were not edited keep their bytes, including their line terminators.
//   - A mark in another place moves its piece there: right after the piece above it. The checks are those of package rearrange.
//
// The text of a piece has LF as line terminator and no blank lines at either end.
//
// # Reading order
//
//   - gather.go: passages become a text.
//   - mark.go: marks, and what is below each.
//   - scatter.go: the edited text becomes a change.
//   - lines.go: an edited piece becomes replacements.
//   - locate.go: where a piece is in a file that has changed since it was gathered.
package gather
