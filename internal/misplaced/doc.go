// Package misplaced finds out where in a work a paragraph belongs.
//
// A section is about something, and a paragraph in it shares words with the rest of the section. A paragraph that was put into the wrong
// chapter years ago does not: its words are those of another section. So the model has a tree of places, the files of a work with their
// sections, and computes how well a paragraph fits each of them, always without the paragraph itself: a word that is nowhere else does
// not count.
//
//	file ─┬─ paragraphs above its first heading
//	      ├─ section ─┬─ its own paragraphs
//	      │           └─ section …
//	      └─ section …
//
// The fit is BM25 (Robertson and Zaragoza, 2009) of the paragraph's terms in the paragraphs of a place, together with a language model,
// plus a share of the fit of the sections and the file around it. Headings and the words of code, formulas and addresses count, too. A
// place with many paragraphs is likelier than one with few, but that alone makes no paragraph loose. [Model.RankPlaces] ranks places for
// paragraphs that are about to be moved, and [Model.FindMisplaced] lists paragraphs that fit another place much better than their own.
//
// docs/research/related.md says how often the right place comes first.
package misplaced
