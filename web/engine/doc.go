// Package engine is the analysis as a web page uses it: texts that are opened, edited, asked
// about and rearranged by messages. What it answers is package answer, the JSON of the command
// line. Places in a text that the page says or is reported, in edits alone, are those of JavaScript's
// strings, in UTF-16 code units; all others are bytes, as everywhere in segls.
//
// Package wasm in this folder is the program that a browser runs; this package knows nothing of
// JavaScript and is tested like any other.
package engine
