// Package chunk cuts a document into chunks for retrieval: what is put into a search index, or
// before a language model.
//
// A good chunk is about one thing, which is what a fragment is; but an index has a limit, in
// words or in characters, that holds without exception. [Of] takes the fragments as they are
// and cuts further only what is beyond a limit, at the best [Joint] that suffices: between
// paragraphs, where the curve is lowest; between blocks and items of a list; then, inside a
// paragraph that is too long by itself, between sentences, lines, words, and characters as a
// reader sees them.
//
//	chunks, cuts := chunk.Of(d, chunk.Limits{MaxChars: 1200, Overlap: 30})
//
// Each [Chunk] knows where it stands, of which fragment it is, and how much of it the one before
// it has too; each [Cut] reports a place where a limit left nothing better than the inside of a
// paragraph.
package chunk
