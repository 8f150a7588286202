// Package ignore knows which files of a folder are nobody's texts: those that are hidden, and
// those that git passes over.
//
// [Rules] are what .gitignore files say, for who walks a folder. [Open] is a folder without such
// files, and without links that lead out of it, for who reads a work of many files.
package ignore
