// Package describe says in a few words what a stretch of prose is about.
//
// A title is good if a writer would keep it, and only readers can tell; docs/research/titles-read.md has what they said.
// They keep titles that name one thing, and whole: a noun phrase as the text has it, a person with the full name, in a
// manual what one does. With a second thing they seldom do, unless the text itself joins the two.
//
// English is tagged: each word gets its part of speech ([tagger]), and from the tags come the things that a title may
// name, with what is around them:
//
//	To rotate a key, open the key store. The key store is …     the prose of a fragment
//	T V D N , V D N N . D N N Z                                 tags
//	rotate a key · key · key store                              things
//	how often, how early, a subject, defined, somebody's own …  signs
//
// The signs are weighed, and the weights were fitted to what a reader said of some 1,500 candidates of 180 passages ([weights]).
// Stories are told by their pronouns and past tenses; they have signs of their own.
//
// In other languages the words in a row are counted. Authors name the topic of a text again and again, first and
// in one paragraph after another; in many languages the small words around a word tell whether it is a noun.
//
// [TermsAndTitles] gives several titles, the best first, so that fragments beside each other need not have the same. Of what is
// named in all of them the one that names it most often is reported. Where nothing can be named, the first words are in quotation
// marks. [Terms] depend on nothing but the fragment.
//
// What is known of each language is in package language ([language.Grammar]), and of English also in tags.txt.
package describe
