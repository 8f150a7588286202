// Package markup finds the blocks of a document: what is prose, what is a
// heading, and what is neither.
//
// A writer's file is prose mixed with other things. Only prose has a topic
// that can turn, so everything behind this package sees a document as a list of
// blocks, in the order of the text, each with the bytes it covers:
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
// A block does not hold text; it points at it. Its Runs say which stretches of
// the source are its prose, line by line where markers (`> `, `- `) stand at
// the start of the lines. [Format.Mask] then gives the words alone: a copy of
// the block in which every byte that is not prose (markers, inline code, link
// targets, formulas) has become a space. Because the copy has the length of the
// original, whatever is found in it is found in the document at the same
// offset; no position is ever mapped.
//
// # Formats
//
// A [Format] is a name, the form of its comments and three functions. [Markdown]
// leans on goldmark for the block structure and has its own scanner for what
// stands inside a line (inline.go), because only the extents matter there and
// goldmark's inline parser takes more time than all the rest of an analysis.
// [PlainText] knows blank lines. Neither can fail: any sequence of bytes is a
// document.
package markup
