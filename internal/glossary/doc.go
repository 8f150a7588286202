// Package glossary finds the key terms of a work, and the place that introduces each of them.
//
// A key term is a word that several fragments are about. Its uses are all places that have it, in any form. It is
// introduced where the text defines it, or at least marks it: where it is emphasised, follows "called", or a
// sentence begins with "A … is". If there is no such place, a heading with the term introduces it. If there is no
// such heading either, the term is introduced by its first use, provided that it is the name of a thing. Authors
// want to know about terms that are used before they are introduced: readers meet the word before they learn what
// it means.
package glossary
