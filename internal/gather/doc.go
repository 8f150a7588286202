// Package gather makes one text of passages from several files, and puts what is edited in that text back into the files.
//
//	━━━ 1 · one.md › Salt · kfd2 ━━━
//
//	Salt keeps meat.
//
//	━━━ 2 · two.md › Wool · kfd2 ━━━
//
//	Wool is hair.
//
// Each passage is a piece, under a line that marks it. The name in a mark is for the reader; the number and the key identify it. The key is in no
// piece, so that no line of a piece looks like a mark. Once a piece has changed in its file, a text gathered with it has another key, so that the
// key of an edited text says which text was edited.
//
// # Guarantees
//
// [Scatter] returns a change of the files, or a sentence with the reason why there is none:
//
//   - Each mark occurs once, and every word is below a mark.
//   - A piece that was edited or has moved is in its file as it was gathered.
//   - No byte outside the pieces differs, and everything means what it did: blocks, their headings, links to them and from them.
//   - Lines of a piece that were not edited keep their bytes, with their line ends.
//   - A mark in another place moves its piece there: right after the piece above it. The checks are those of package rearrange.
//
// The text of pieces has LF for each line end, without blank lines at both ends of a piece.
//
// # Reading order
//
//   - gather.go: passages become a text.
//   - mark.go: marks, and what is below each.
//   - scatter.go: the edited text becomes a change.
//   - lines.go: an edited piece becomes replacements.
//   - locate.go: where a piece is in a file that has changed since.
package gather
