// Package rope holds the text of a document: its bytes, its lines, and its length in each of
// the encodings in which editors count. A book of ten megabytes is edited a letter at a time,
// and after each letter the line of an offset and the offset of a position are needed. So a
// [Text] is a rope: a tree whose leaves are pieces of about a kilobyte, each with its
// numbers of bytes, lines, UTF-16 code units and code points, and whose inner nodes hold the
// sums (package internal/sequence). A replacement copies the pieces at its two ends
// and shares all others; a look-up goes down the tree and then reads one piece.
//
//	t := rope.New("One line.\nAnother.")
//	u := t.Replace(markup.Span{Start: 0, End: 3}, "Some")   // t is unchanged
//	u.LineAt(12)                                             // 1
//	u.Advance(u.Line(1).Start, 3, rope.UTF16)                // the offset of "ther."
//
// Lines end at LF, CRLF or a lone CR, as in LSP. Bytes that are not UTF-8 count as one character each. [Text.Hash]
// does not depend on the edits that made a text.
package rope
