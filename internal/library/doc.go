// Package library answers questions about many texts at once: which passages are about the same
// topic as a given one, and which may contain given words ([Index.Candidates], for package find).
//
// A writer with a folder of notes asks for passages, not for files. So the unit is the fragment. A [Reader] makes a [TextData] of an
// analysed document: the place and title of each fragment, and the count of each term in it. A TextData is small and depends on the
// document alone, so it can be kept on disk ([TextData.Append], [Decode]; package library/store does that).
//
//	document ──► TextData ─┐
//	document ──► TextData ─┼──► Index ◄── Query ◄── document and place
//	document ──► TextData ─┘      │
//	                              └──► RelatedPassage: passage, score, the terms that both have
//
// An [Index] has for each term the passages that it occurs in, and weighs a passage by BM25 (Robertson and Zaragoza, "The Probabilistic
// Relevance Framework: BM25 and Beyond", 2009). Five additions each find more of the links that writers have made between their files
// (docs/research/related.md): the headings above a passage are a part of it; the terms of the whole file count, too; the file's name and
// title count; the words in its code and tables count a little; and a question about a paragraph includes the fragment around it.
//
// The package opens no files.
package library
