// Package glossary finds the key terms of a work, and where each of them is introduced.
//
// A key term is a word that says what several fragments are about. Its uses are every place where
// it stands, in whatever form; it is introduced where the text says what it means, or at least
// marks it: where it is emphasised, follows "called", or a sentence begins with "A … is". Where there
// is none of these, a heading that has it introduces it, and else its first use does, if it is the
// name of a thing. A term that is introduced after it has been used is what an author wants to know:
// readers met the word before they were reported what it means.
package glossary
