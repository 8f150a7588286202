// Package find searches for words and returns passages: parts of texts that have the words, are about one
// thing, and have the length that the reader wants.
//
//	query ──► candidates ──► stretches ──► passages ──► ranked ──► merged, folded ──► hits
//	words,    fragments      read again,   by the       BM25F,
//	phrases   of the         from disk     dynamic      neighbours
//	          library                      programme
//
// A library has hashes of stems and no positions, so it says which fragments may have the words (package
// library). These are read again. A [chunk] of such a stretch is a passage that keeps the limits; its score
// depends on the words in it, in the titles above, in the passage before or after it, and in its text. A passage
// with too few of the words is not returned, so nonsense finds nothing.
//
// Robertson, Zaragoza and Taylor, "Simple BM25 Extension to Multiple Weighted Fields" (2004), weigh words in
// titles and in text before they saturate, as this package does. docs/research/find.md says how well that
// works.
package find
