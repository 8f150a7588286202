// Package markup finds the blocks of a document: what is prose, what is a
// heading, and what is neither.
//
// A writer's file is prose mixed with other things. Only prose has topics, so the packages that use
// this one see a document as a list of blocks, in the order of the text, each with the bytes that
// it covers:
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
// A block does not contain text; it refers to it. Its Runs are the stretches of the source that are
// its prose, line by line if markers (`> `, `- `) begin the lines. [Format.AppendMask] returns the
// words alone: a copy of the block in which every byte that is not prose (markers, inline code,
// link targets, formulas) is a space. The copy is as long as the block, so an offset in it is also an
// offset in the block; no position has to be mapped.
//
// # Formats
//
// A [Format] has a scanner for its blocks, the form of its comments, and functions that distinguish
// prose from markup in a run of text; its [Notation] writes headings, breaks and links. [Markdown]
// leaves the block structure to goldmark and scans the text of lines itself (inline.go): it needs
// only extents, and goldmark's inline parser takes longer than the rest of an analysis. HTML uses
// the tokens of golang.org/x/net/html; the other formats are read line by line (lines.go), and each
// documents the grammar that it covers. No format can fail: any sequence of bytes is a document.
package markup
