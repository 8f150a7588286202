// Package analysis finds the fragments of a text: where its topics turn.
//
// A long text is a row of paragraphs. Where the words of the paragraphs before a
// gap are those of the paragraphs after it, the text goes on about the same thing;
// where they are not, it has moved to another. So each gap has a similarity, the
// similarities make a curve, and a good place to cut is a valley of the curve. How
// many valleys to cut at depends on how long a fragment one wants, and to weigh
// lengths against valleys is what package fragment does.
//
// [New] takes a text through all of it and returns a [Document], which has every
// intermediate result for whoever wants to look:
//
//	text ──► Blocks ──► Paragraphs ──► Curve ──► Fragments
//
// A Document is a pure function of four things: its source, the settings, the statistics of
// the whole text, and what is shown of it. [Document.Edit] keeps the statistics and, but around
// the edit, what is shown; [Document.Rest] takes the statistics anew when the writer rests.
//
// In the order in which to read the files:
//
//   - package rope: the bytes and their lines.
//   - block.go, and package markup: the blocks, what is prose and what is not.
//   - paragraph.go: the units that are never cut, with their words counted and their terms
//     (package language) as a vector.
//   - document.go: what a document holds, and how it is made.
//   - divide.go: headings and directives become constraints, and a method (package method)
//     divides.
//   - statistics.go: what is known of the whole text, and the writer's rest.
//   - shown.go, move.go: fragments as things, with an identity, that can be moved and held.
//   - edit.go, rescan.go: a document after an edit.
//   - work.go: several sources as one text.
//   - with.go: the same text under other settings, without what they leave as it was.
//   - section.go, fragments.go: headings and fragments with their extents.
//   - title.go: what a fragment is about (package describe).
//   - explain.go: why there is a boundary, or none.
//   - findings.go: what a writer may want to change (package check).
//   - settings.go: every choice that is left to the user, declared once.
//
// The default method, blend, is this project's own, within the frame of Oskari Heinonen,
// "Optimal Multi-Paragraph Text Segmentation by Dynamic Programming" (1998): the cheapest
// division, where lengths and boundaries have costs. His own method is paper, to the letter;
// what the article leaves open is a setting.
//
// Offsets are in bytes, spans exclude their end, gap g lies between paragraph g and g+1. No
// function on a text can fail but for a context that ends, or numbers that are of another text.
package analysis
