// Package find searches for words and returns passages: parts of texts that have the words, are
// about one topic, and have the length that the reader wants.
//
//	query ──► candidates ──► stretches ──► passages ──► ranked ──► merged, folded ──► hits
//	words,    fragments      read again,   by the       BM25F,
//	phrases   of the         from disk     dynamic      neighbours
//	          library                      programme
//
// A library has hashes of stems and no positions, so it only says which fragments may have the words (package library). These are read
// again. A [chunk] of such a stretch is a passage within the limits. If no passage has enough of the words, none is returned, so a search
// for nonsense finds nothing.
//
// Words in titles and in text are weighed before they saturate (Robertson, Zaragoza and Taylor,
// "Simple BM25 Extension to Multiple Weighted Fields", 2004). docs/research/find.md says how well
// that works.
package find
