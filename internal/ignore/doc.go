// Package ignore finds the files in a folder to leave alone: hidden ones, and those that git ignores.
//
// [Rules] holds the rules of .gitignore files, for code that walks a folder. [OpenVisible] opens a folder as a file system, for code
// that reads a work of many files.
package ignore
