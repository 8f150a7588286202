// Package fit says where in a work a paragraph belongs.
//
// A section is about something, and a paragraph that stands in it says words that the rest of the
// section says too. One that was put into the wrong chapter years ago does not: its words are
// those of another section. So the model has a tree of places, the files of a work with their
// sections, and asks of a paragraph how well it fits each of them, always without the paragraph
// itself: a word that nobody else says counts nowhere.
//
//	file ─┬─ what stands above its first heading
//	      ├─ section ─┬─ its own paragraphs
//	      │           └─ section …
//	      └─ section …
//
// The fit is BM25 (Robertson and Zaragoza, 2009) of the paragraph's terms in the paragraphs of a
// place, to which is added, for less, that of the sections and the file around it, and of the one
// paragraph there that is most like it; headings count as what stands below them. [Model.Places]
// ranks places for whatever is about to be moved, and [Model.Loose] lists paragraphs that fit
// another place much better than theirs.
//
// docs/research/related.md has how often the right place comes first.
package fit
