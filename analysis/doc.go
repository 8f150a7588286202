// Package analysis finds the fragments of a text: where its topics turn.
//
// A long text is a sequence of paragraphs. Where the paragraphs on both sides of a gap use the same
// words, the text continues with the same topic; where they do not, the topic turns. So each gap
// has a similarity, the similarities form a curve, and its valleys are candidates for boundaries.
// How many of them become boundaries depends on the preferred length of a fragment: package
// fragment weighs lengths against valleys.
//
// [New] takes a text through all steps and returns a [Document], which has the result of each:
//
//	text ──► Blocks ──► Paragraphs ──► Curve ──► Fragments
//
// A Document is a pure function of four things: its source, the settings, the statistics of the
// whole text, and the fragments shown before. [Document.Edit] keeps the statistics, and keeps the
// shown fragments except around the edit; [Document.Settle] measures the text again when the writer
// pauses.
//
// # The text itself
//
// The bytes are a rope (package rope). A format scans them into blocks (package markup). A block
// includes the blank lines after it, so the blocks together are the text. All spans in a block
// count from its own start, so it does not change when something before it does. A counter turns
// the prose of a block into paragraphs, with their words and most frequent terms (package
// language). The blocks form a tree that keeps their sums: the place of a block, paragraph or
// heading, and the number of words before it, are looked up and never stored (package sequence).
//
// After an edit only some blocks are scanned again: from the last block above the edit that
// follows a blank line, until old and new blocks begin at the same place. All others are shared
// with the document before the edit.
//
// # Where to read on
//
// Read the files in this order:
//
//   - block.go, paragraph.go, rescan.go: the text itself.
//   - document.go: a document, and how it is made.
//   - divide.go: headings and directives become constraints, and a method (package method)
//     divides.
//   - statistics.go, rest.go: the statistics of the whole text, and the division when the writer pauses.
//   - shown.go, touched.go, identity.go, move.go: fragments with an identity, which can be moved and held.
//   - edit.go: a document after an edit.
//   - work.go: several sources as one text.
//   - with.go: the same text under other settings, computed again only as far as they affect it.
//   - section.go, fragments.go: headings and fragments with their extents.
//   - title.go: what a fragment is about (package describe).
//   - explain.go: why there is a boundary, or none.
//   - findings.go: the findings that a writer may want to act on (package check).
//   - settings.go: the declarations of all settings.
//
// The default method, blend, is this project's own. Like Oskari Heinonen, "Optimal Multi-Paragraph Text
// Segmentation by Dynamic Programming" (1998), it finds the cheapest division, where lengths and boundaries have
// costs. The method paper follows the article exactly; what the article leaves open is a setting.
//
// Offsets are in bytes, spans exclude their end, and gap g is between paragraphs g and g+1.
// A function that takes a context fails only if the context ends or, in the case of [Document.Edit],
// if a given curve divides the text.
package analysis
