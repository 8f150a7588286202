// Package glossary finds the key terms of a work, and the place that introduces each of them.
//
// A key term is a word that several fragments are about. It is introduced where the text defines it or marks it, for example by
// emphasis; otherwise by a heading with the term or, if it is the name of a thing, by its first use. Authors want to know about terms
// that are used before they are introduced: readers meet the word before they learn what it means.
package glossary
