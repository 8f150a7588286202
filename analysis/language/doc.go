// Package language turns prose into terms.
//
// Two stretches of text are about the same thing when they use the same words,
// and "canal" and "Canals" are one word for that purpose, while "the" is none.
// Three steps make it so, and each language is a value that says how it takes
// them:
//
//	the Canals were dug    prose, as package markup leaves it
//	the|Canals|were|dug    Words: by the Unicode rules for word boundaries
//	    Canals      dug    without the language's stop words
//	    canal       dug    Stem: by the language's Snowball stemmer
//
// A stemmed word is a [Term], a number that a process-wide [Vocabulary] has given
// to it, so that each distinct word is stemmed once however often it is written,
// and vectors compare by number.
//
// [Language.Sentences] finds the sentences of a paragraph.
package language
