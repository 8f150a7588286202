// Package sequence has immutable sequences whose parts can be replaced and whose
// elements can be found by a running sum, both in logarithmic time.
//
// A document that is edited is made of such sequences: of pieces of text, of blocks, of
// paragraphs, of fragments. An element does not depend on those before it, so nothing has
// to be renumbered after an insertion. Its position, in any unit (bytes, lines, words,
// paragraphs), is the sum over the elements before it, and every node of the tree holds
// the sum of its elements:
//
//	words := sequence.Of(paragraphs)            // paragraph.Sum() counts its words
//	i, before := words.Find(func(s Words) bool { return s > 1000 })
//	// paragraph i holds the word 1000; before is the number of words before it
//	words = words.Replace(i, i+1, split...)     // the old sequence is still there
//
// The tree is a B+ tree: elements in leaves of up to [maxChildren], nodes of up to as many
// children, all leaves equally deep. Replacing copies the leaves touched and the nodes
// above them and shares all others with the sequence it came from.
package sequence
