// Package language turns prose into terms.
//
// Two stretches of text are about the same thing when they use the same words. For that purpose "canal" and
// "Canals" are one word, and "the" does not count. There are three steps, and each language is a value that
// defines them:
//
//	the Canals were dug    prose, as package markup leaves it
//	the|Canals|were|dug    Words: by the Unicode rules for word boundaries
//	    Canals      dug    without the language's stop words
//	    canal       dug    Stem: by the language's stemmer
//
// A stemmed word is a [Term], a number in a process-wide [Vocabulary], so that each distinct
// word is stemmed only once and vectors are compared by number.
//
// [Language.Sentences] finds the sentences of a paragraph.
//
// [Detect] recognizes the language of a text, by its script and its trigrams, and [DetectForeign] the
// language of a paragraph, which may be a guest in a text in another language ([Language.Guest]).
//
// The data of each language is in a file of its own, lists/CODE.txt; docs/languages.md says how to add one.
package language
