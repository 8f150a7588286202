// Package library answers questions about many texts at once: which passages are about the same
// thing as this one, and which may have some words ([Index.Candidates], for package find).
//
// A writer with a folder of notes asks for passages, not for files: the three pages of a long
// note that matter here, and where they begin. So the unit is the fragment. A [Reader] takes from
// an analysed document what the library keeps of it, a [Text]: where each fragment stands, its
// title, and how often each term occurs in it. A text is small and depends on the document alone,
// so it can be kept on disk for as long as the file is as it was ([Text.Append], [Decode];
// package library/store does that).
//
//	document ──► Text ─┐
//	document ──► Text ─┼──► Index ◄── Query ◄── document and place
//	document ──► Text ─┘      │
//	                          └──► Matches: passage, score, the terms that both have
//
// An [Index] has for each term the passages that it occurs in, and weighs a passage as BM25 does
// (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009): a
// term counts more if few passages have it, and less with each time that it comes again. Four
// things are added to that, each of which finds more of the links that writers have made between
// their files (docs/research/related.md): the headings above a passage are a part of it; what
// its whole file is about counts as much as the passage itself; so do the file's name and title;
// and the paragraph in which a question is asked is seen together with the fragment around it.
//
// Nothing here opens a file, and no result depends on the order in which texts are added.
package library
