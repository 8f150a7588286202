// Package describe says in a few words what a stretch of prose is about.
//
// A title is good if a writer would keep it, which only readers can judge: docs/research/titles-read.md has their
// judgements. They keep titles that name one thing completely: a noun phrase of the text, a person by the full
// name, in a manual an action. They seldom keep a title with two things, unless the text itself joins the two.
//
// English is tagged: each word gets its part of speech ([tagger]). The tags give the things that a
// title may name, and the signs around them:
//
//	To rotate a key, open the key store. The key store is …     the prose of a fragment
//	T V D N , V D N N . D N N Z                                 tags
//	rotate a key · key · key store                              things
//	how often, how early, a subject, defined, somebody's own …  signs
//
// The signs are weighed, with weights fitted to readers' judgements of some 4,700 candidates for 800 passages
// ([weights]). Stories are recognized by their pronouns and past tenses, and have signs and weights of their own.
// Terms have weights of their own.
//
// In other languages phrases are counted. Authors name the topic of a text again and again, early
// and in one paragraph after another; in many languages the small words around a word show whether
// it is a noun.
//
// [TermsAndTitles] returns several titles, the best first, so that neighbouring fragments can have
// different ones. If nothing can be named, the title is the first words in quotation marks. [Terms]
// depend on the fragment alone.
//
// The data of each language is in package language ([language.Grammar]). English has more in this
// package.
package describe
