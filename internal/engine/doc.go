// Package engine offers the analysis to a web page: messages open, edit, query and rearrange texts.
// Its answers are those of package answer, the JSON of the command line. Positions in edits are in
// UTF-16 code units, as in JavaScript's strings; all others are in bytes.
//
// Folder web/engine has the program for browsers; this package is independent of
// JavaScript and is tested like any other.
package engine
