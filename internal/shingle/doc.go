// Package shingle finds texts that share words, however the words around them have changed.
//
// A shingle is a run of a few neighbouring words. Two texts about different things share many
// words but hardly any shingles; a copy that somebody has worked over keeps many of its shingles,
// wherever it stands. The containment of a set of shingles in another is the share of it that the
// other has too (Broder, "On the resemblance and containment of documents", 1997): it is high
// where a small text is a part of a large one, where resemblance is low.
//
// A [Set] has the shingles of one text, as hashes. An [Index] has those of many texts, and names
// the texts that share the most with another.
package shingle
