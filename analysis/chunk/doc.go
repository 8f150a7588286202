// Package chunk cuts a document into chunks for retrieval, to be put into a search index or given
// to a language model.
//
// A good chunk is about one topic, as a fragment is; but an index has a limit, in words, characters
// or tokens, that always holds. [Of] keeps the fragments that are within the limits. It divides the
// others by the same costs as the text, with the limits as constraints:
//
//	fragment ──► atoms ──► costs of the blend ──► constraints ──► chunks ──► overlap
//	             sentences,                        limits,
//	             code, tables                      joints
//
// An atom is a sentence, or a block that is not prose; one that exceeds a limit by itself is cut
// between rows, lines, words, or characters as a reader sees them. A [Joint] ranks the places for a cut:
// a boundary inside a paragraph costs more than one between two. The minimum ranks after the
// maximum and before all costs, so that as few chunks as possible are below it.
//
//	chunks, cuts, err := chunk.Of(d, chunk.Limits{MaxChars: 1200, Overlap: 30})
//
// Tokens do not add up: two joined texts may have more or fewer tokens than the sum of both. So text is divided by
// sums, and each chunk is counted again as a whole; the few chunks with too many tokens are divided again, under a
// lower limit. Each byte is counted only a few times, however long the document is.
//
// Each [Chunk] has its place, the fragment in which it begins, and the length of its overlap with
// the previous one; each [Cut] reports a limit that forced a cut inside a sentence or block.
package chunk
