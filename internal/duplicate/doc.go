// Package duplicate finds repeated passages in many texts: copies of paragraphs and of parts of
// them, even after they were edited.
//
// Two paragraphs about the same thing share words; a copy shares words that are near each other. So the package
// compares pairs of words: each content word with each of the three after it. If every second word of a paragraph
// was replaced, a quarter of its pairs is left, wherever words were inserted. Paragraphs that nobody copied share
// hardly any pairs except set phrases, which count less the more paragraphs have them. A sentence keeps its pairs
// when it changes places or moves into a longer paragraph.
//
//	paragraphs ──► pairs of words ──► candidates ──► spans ──► findings
//
// Sorting all pairs brings paragraphs that share some together; two paragraphs that share several are candidates.
// The words of their shared pairs are marked, and in each paragraph the stretch with the most marked words is the
// copy. If these are too few, the words that both have in the same order decide, including the small ones: if every
// second word of a paragraph was replaced, half are left in their order. A copy found by pairs must also have its
// words in the same order, or nearly all of them in another one, because two paragraphs that explain the same thing
// share pairs, too. The fewer words there are, the more alike they must be.
//
// Only what a reader sees is compared, and links alone do not count. A passage in more than three
// places is one finding, so a licence at the top of a thousand files is reported once.
//
// The package opens no files. docs/research/related.md says how many planted copies are found.
package duplicate
