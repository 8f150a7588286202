// Package duplicate finds repeated passages in many texts: copies of paragraphs and of parts of
// them, even after they were edited.
//
// Two paragraphs about the same thing share words; a copy shares words that are near each other. So the package compares pairs of
// words: each content word with each of the three after it. If every second word of a paragraph was replaced, a quarter of its pairs is
// left. Paragraphs that nobody copied share hardly any pairs except set phrases, which count less the more paragraphs have them.
//
//	paragraphs ──► pairs of words ──► candidates ──► spans ──► findings
//
// Two paragraphs that share several pairs are candidates. The words of these pairs are marked, and in each paragraph the stretch with
// the most marked words is the copy. If these are too few, the words that both have in the same order decide. A copy found by pairs must
// also have its words in the same order, or nearly all of them in another one, because two paragraphs that explain the same thing share
// pairs, too.
//
// Only what a reader sees is compared, and links alone do not count. A passage in more than three
// places is one finding, so a licence at the top of a thousand files is reported once.
//
// The package opens no files. docs/research/related.md says how many planted copies are found.
package duplicate
