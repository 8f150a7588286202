// Package engine offers the analysis to a web page: messages open, edit, query and rearrange texts.
// Its answers are those of package answer, the JSON of the command line. Places in edits are in
// UTF-16 code units, as in JavaScript's strings; all others are in bytes, as everywhere in segls.
//
// Package wasm in this folder is the program that a browser runs; this package is independent of
// JavaScript and is tested like any other.
package engine
