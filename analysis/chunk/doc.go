// Package chunk cuts a document into chunks for retrieval: what is put into a search index, or
// before a language model.
//
// A good chunk is about one thing, which is what a fragment is; but an index has a limit, in
// words, characters or tokens, that holds without exception. [Of] takes the fragments that keep the limits
// as they are. What is beyond a limit is divided by the same energy as the text, with the limits
// as constraints:
//
//	fragment ──► atoms ──► energy of the blend ──► constraints ──► chunks ──► overlap
//	             sentences,                        limits,
//	             code, tables                      joints
//
// An atom is a sentence, or a block that is no prose; one that is beyond a limit by itself is cut
// between lines, words, or characters as a reader sees them. A [Joint] says how good a place is
// to cut: a boundary inside a paragraph costs more than one between two. The minimum comes after
// the maximum and before all costs, so that as few chunks as possible fall below it.
//
//	chunks, cuts, err := chunk.Of(d, chunk.Limits{MaxChars: 1200, Overlap: 30})
//
// Tokens do not add up: two texts together may have one more or less than the sum. So divisions
// go by sums, and each chunk is counted once more as it is; the few that have too many are divided again, under a
// lower limit. A document is counted a handful of times, however long it is.
//
// Each [Chunk] knows where it stands, in which fragment it begins, and how much of it the one before
// it has too; each [Cut] reports where a limit left nothing better than the inside of a
// sentence.
package chunk
