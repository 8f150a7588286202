// Package misplaced says where in a work a paragraph belongs.
//
// A section is about something, and a paragraph that is in it says words that the rest of the
// section says too. One that was put into the wrong chapter years ago does not: its words are
// those of another section. So the model has a tree of places, the files of a work with their
// sections, and asks of a paragraph how well it fits each of them, always without the paragraph
// itself: a word that nobody else says counts nowhere.
//
//	file ─┬─ what is above its first heading
//	      ├─ section ─┬─ its own paragraphs
//	      │           └─ section …
//	      └─ section …
//
// The fit is BM25 (Robertson and Zaragoza, 2009) of the paragraph's terms in the paragraphs of a
// place, together with a language model, to which is added, for less, that of the sections and the file around it; headings
// count as what is below them. More speaks for a place whose heading the paragraph says, and for one that has the words of
// its code, formulas and addresses, the more so the fewer others have them. Among many paragraphs one more belongs sooner than
// among few, but that makes none loose. [Model.Places]
// ranks places for whatever is about to be moved, and [Model.Misplaced] lists paragraphs that fit
// another place much better than theirs.
//
// docs/research/related.md has how often the right place comes first.
package misplaced
