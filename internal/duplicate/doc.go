// Package duplicate finds repeated passages in many texts: copies of paragraphs and of parts of
// them, even after they were edited.
//
// Two paragraphs about the same thing share words; a copy shares words that are near each other. So
// pairs of words are compared: each content word with each of the three after it. Of a paragraph in
// which every second word was replaced, a quarter of the pairs is left, wherever words were
// inserted; paragraphs that nobody copied share next to none, except set phrases, which count less
// the more paragraphs have them. Sentences that change places keep their pairs, and so does a
// sentence that was moved into a longer paragraph.
//
//	paragraphs ──► pairs of words ──► candidates ──► spans ──► findings
//
// All pairs are sorted, which brings paragraphs that share some together; paragraphs that share
// several are candidates. In a candidate, the words of shared pairs are marked, and the stretch
// with the most of them in each paragraph is the copy. If they are too few, the words that both
// have in the same order decide, including the small ones: of a paragraph in which every second
// word was replaced, half are left in their order. A copy found by pairs must also have its words
// in the same order, or nearly all of them in another one, because two paragraphs that explain the
// same thing share pairs, too. The fewer words there are, the more alike they must be.
//
// Only what a reader sees is compared, and links alone do not count. A passage in more than three
// places is one finding, so a licence at the top of a thousand files is reported once.
//
// The package opens no files. docs/research/related.md says how many planted copies are found.
package duplicate
