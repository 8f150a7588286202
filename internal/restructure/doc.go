// Package restructure changes the structure of a document without losing a word of it.
//
// A writer who moves a page by hand cuts it out, and for a moment it is nowhere. That is why writers
// are afraid to move text. Here every change is a pure function of an analysed document: it
// returns an [Edit], which lists replacements of bytes, and nothing happens until the edit is
// applied.
//
// # Moves
//
// Most moves exchange two neighbouring parts of the text, and the white space around them stays where
// it is (exchange.go):
//
//	… A ␤␤ B ␤␤ …   ──►   … B ␤␤ A ␤␤ …
//
// So the bytes of blocks are permuted. White space is added only between blocks that become
// neighbours and need a blank line.
//
// # Guarantees
//
// Markup is not made of independent parts: two lists that become neighbours are one list, a line of
// text above a line of hyphens is a heading, and a paragraph that moves after \iffalse is not read
// any more. Therefore edits are checked before they are returned: the resulting text is scanned, and
// a census is taken of its meaning (meaning.go). Every block must be unchanged, in the same
// containers, with the same owner, and every link must keep its target (links.go). Otherwise the
// function returns a [sentence.Sentence] with the reason. Property tests check these guarantees:
//
//   - After a move the blocks are a permutation of what they were, apart from scene breaks, the
//     levels of headings and the numbers of list items.
//   - Merging a paragraph that was split restores the text, except for the white space at the
//     cut.
//   - Inlining extracted text restores the text, ignoring white space.
//   - No action loses or adds a word, except those that its name implies: a heading
//     that is inserted or removed, a link.
//   - Other programs that read the formats find every word in the same elements before and
//     after (census_test.go).
//
// # Reading order
//
//   - edit.go: what an edit is.
//   - page.go: a text with its blocks and headings.
//   - exchange.go: two stretches change places.
//   - meaning.go, links.go: what an edit must not change.
//   - outline.go: the stretches that can be moved: headings, fragments, sections.
//   - move.go, level.go: moves of fragments and sections, and the levels of headings.
//   - split.go, merge.go: paragraphs.
//   - insert.go: headings, breaks and directives.
//   - extract.go, inline.go, address.go: parts of a text in files of their own.
//   - files.go: functions for other packages, such as rearrange, which moves parts from file to file.
//
// How a format writes a heading or a link is up to [markup.Notation].
package restructure
