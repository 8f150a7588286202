// Package work reads works of many files: a thesis, a book, the documentation of a program.
//
// A [Work] is an ordered tree of files that together are one text. Its order stands where
// writers have it already: in the summary of an mdBook, the chapters of a Quarto book, the
// navigation of MkDocs, the \input of a LaTeX root, and so on ([Kinds]); or in the table
// [work] of a settings file:
//
//	[work]
//	files = ["intro.md", "part-one/*.md"]
//
// or, where nobody has said, in the names of the files ([AllIn]).
//
//	w, ok := work.Find(os.DirFS("/home/ada/thesis"), "chapters/salt.tex")
//	for entry := range w.All() {
//		fmt.Println(entry.Path, entry.Title)
//	}
//
// Nothing here reads more than the files that say the order and the names of those beside
// them. What is wrong in an order (a file that is not there, one that is named twice, one
// that includes itself) is a [Problem] with its place, and all else goes on.
//
// Paths are those of package io/fs: with slashes, relative to the root of the file system,
// which the caller chooses and nothing leads out of.
package work
