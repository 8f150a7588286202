// Package shingle finds texts that share runs of words, even if the words around them have changed.
//
// A shingle is a run of a few neighbouring words. Two texts about different things share many words
// but hardly any shingles; an edited copy keeps many of its shingles, in any place. The containment
// of a set of shingles in another is the share of its shingles that the other also has (Broder, "On
// the resemblance and containment of documents", 1997): it is high where a small text is a part of
// a large one, although their resemblance is low.
//
// A [Set] holds the shingles of one text, as hashes. An [Index] holds those of many texts, and
// finds the texts that share the most with another.
package shingle
