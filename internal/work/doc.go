// Package work reads works of many files: a thesis, a book, the documentation of a program.
//
// A [Work] is an ordered tree of files that together are one text. Its order is read from files
// that writers already have: the summary of an mdBook, the chapters of a Quarto book, the
// navigation of MkDocs, the \input of a LaTeX root, and so on ([Kinds]); or the table [work] of a
// settings file:
//
//	[work]
//	files = ["intro.md", "part-one/*.md"]
//
// or, without any of these, the names of the files ([WorkOfFolder]).
//
//	w, ok := work.Find(os.DirFS("/home/ada/thesis"), "chapters/salt.tex")
//	for entry := range w.All() {
//		fmt.Println(entry.Path, entry.Title)
//	}
//
// To find an order, this package reads the files that may define it, and the names of other files. A mistake in an order (a missing
// file, one that is listed twice, one that includes itself) is a [Problem] with its place, and the rest is still read.
//
// Paths are those of package io/fs: they have slashes and are relative to the root of the file
// system. The caller chooses that root, and no path leaves it.
package work
