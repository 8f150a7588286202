// Package describe says in a few words what a stretch of prose is about.
//
// A reader who looks at an outline wants to know of each part what an author's heading would
// have said. What do authors put into headings? Compared with the headings of real
// documents, that can be learned, and it is simpler than it seems:
//
//   - The words that the part has most often. Not those that it has more often than its
//     neighbours: authors name the topic of the document again and again.
//   - The words that it has first. Two of three headings share a word with the first
//     sentence under them.
//   - Words that come back in one paragraph after another.
//   - Nouns. In many languages the small words around a word tell whether it is one: the
//     before canals, to before dig.
//
// [Terms] weighs each word of a fragment by these signs and names the best. [Find] looks for
// phrases, in four steps:
//
//	The polar caps melt in spring, and of the polar caps …   the prose of a fragment
//	[polar caps]  [melt]  [spring]  [caps]  [polar] …        words in a row, with their counts
//	polar caps 9.1 · spring 3.2 · caps 2.9 …                 scores: what the words weigh, and how noun-like it is
//	Polar caps and spring                                    the best, and another that says something else
//
// All of this depends on nothing but the fragment, so it can be kept as long as the fragment is
// as it is. What stands around it matters only when a title is put together: the second thing is worth
// more if it is nowhere else, and what is said all around, such as salt in a book about salt, gives
// way to what only this fragment speaks of ([Candidates.Title]).
//
// Where nothing that tells occurs twice, a title made of single words would be odd, and the
// fragment's first words are better ([FirstWords]).
//
// What is known of each language is in package language ([language.Grammar]); of a language without
// lists, words are weighed by the signs that need none. The numbers were tuned on English documentation, and tested on documents apart:
// docs/research/titles.md has what they reach, `segls evaluate --titles` measures it.
package describe
