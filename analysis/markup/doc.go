// Package markup finds the blocks of a document: what is prose, what is a
// heading, and what is neither.
//
// A writer's file is prose mixed with other things. Only the topic of prose can turn, so
// everything behind this package sees a document as a list of blocks, in the order of the text,
// each with the bytes that it covers:
//
//	# Salt                    Heading, level 1
//
//	Salt is a rock we eat.    Paragraph
//
//	    NaCl                  Code
//
//	<!-- segls: no-break -->  Directive
//
//	- It keeps fish.          List, with one child for each item
//	- It melts ice.
//
// A block does not hold text; it points at it. Its Runs say which stretches of the source are
// its prose, line by line where markers (`> `, `- `) begin the lines. [Format.AppendMask] then gives
// the words alone: a copy of the block in which every byte that is not prose (markers, inline
// code, link targets, formulas) has become a space. The copy is as long as the original, so
// whatever is found in it is at the same offset in the document; no position is ever mapped.
//
// # Formats
//
// A [Format] has a scanner for its blocks, the form of its comments, and a way to tell prose
// from markup in a run of text; its [Notation] says how headings, breaks and links are written.
// [Markdown] leaves the block structure to goldmark and scans what stands inside a line itself
// (inline.go): only the extents matter there, and goldmark's inline parser takes longer than the
// rest of an analysis. HTML uses the tokens of golang.org/x/net/html; the other formats are read
// line by line (lines.go), and each states the grammar that it covers. No format can fail: any
// sequence of bytes is a document.
package markup
