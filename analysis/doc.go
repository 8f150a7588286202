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
// In the order in which to read the files:
//
//   - text.go: the bytes and their lines.
//   - Blocks are found by package markup: what is prose and what is not.
//   - paragraph.go: the units that are never cut, with their words counted and their
//     most frequent terms (package language) as a vector.
//   - curve.go: the similarity of the two sides of each gap.
//   - methods.go: other ways to find the turns (package method), by name.
//   - document.go: headings become constraints, and package fragment divides.
//   - with.go: the same text under other settings, without what they leave as it was.
//   - section.go, fragments.go: headings and fragments with their extents.
//   - title.go: what a fragment is about (package describe).
//   - explain.go: the terms that explain a boundary.
//   - findings.go: what a writer may want to change.
//   - settings.go: every choice that is left to the user, declared once.
//
// The method is that of Oskari Heinonen, "Optimal Multi-Paragraph Text Segmentation
// by Dynamic Programming" (1998). What the paper leaves open is a setting.
//
// Offsets are in bytes, spans exclude their end, gap g lies between paragraph g and
// g+1. Nothing here can fail on any text, and nothing depends on anything but the
// text, the format and the settings.
package analysis
