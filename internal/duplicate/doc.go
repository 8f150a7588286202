// Package duplicate finds what is said twice in many texts: copies of paragraphs and of parts of
// them, though somebody has worked them over.
//
// Two paragraphs about the same thing share words; a copy shares words that are near each
// other. So what is compared are pairs: each content word with each of the three after it. Of a
// paragraph in which every second word was replaced, a quarter of the pairs is left, wherever words
// have come in between; paragraphs that nobody copied share next to none, but for set phrases,
// which count less the more paragraphs have them. Sentences that change places keep their pairs,
// and so does a sentence that went into a longer paragraph.
//
//	paragraphs ──► pairs of words ──► candidates ──► spans ──► findings
//
// All pairs are sorted, so that paragraphs that share some come to be together; candidates are
// those that share several. In a candidate, the words of shared pairs are marked, and the stretch
// with the most of them in each paragraph is the copy. Where they are too few, the words that both
// have in the same order decide, the small ones too: of a paragraph in which every second word was
// replaced, half are left in their order. And what pairs have found has to have its words in the same
// order, or nearly all of them in another one: two that explain the same thing share pairs too. The
// fewer words there are, the more alike they have to be.
// Only what a reader sees is compared, and links alone say nothing. What is in more than three places is
// one finding, so a licence at the top of a thousand files is reported once.
//
// Nothing here opens a file. docs/research/related.md has how many planted copies are found.
package duplicate
