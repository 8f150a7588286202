// Package find answers words with passages: parts of texts that have the words, are about one thing, and
// are as long as the reader wants.
//
//	query ──► candidates ──► stretches ──► passages ──► ranked ──► merged, folded ──► hits
//	words,    fragments      read again,   by the       BM25F,
//	phrases   of the         from disk     dynamic      sentences,
//	          library                      programme    context
//
// A library has hashes of stems and no positions, so it says in which fragments the words may stand (package library). These are
// read again. A [chunk] of such a stretch is a passage that keeps the limits; it is weighed by all that it has of the words, by the
// sentence that has most of them, by words that are together there as in the query, by the titles above it, and by what stands
// around it: the fragment and the text that it is in. What has too little of the words is no answer, so nonsense finds nothing.
//
// Robertson, Zaragoza and Taylor, "Simple BM25 Extension to Multiple Weighted Fields" (2004), weigh words in titles and in text
// before they saturate; so is it here. How well that works is in docs/research/find.md.
package find
