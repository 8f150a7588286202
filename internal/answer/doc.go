// Package answer is what segls says of a text as JSON: the same from the command line and in
// the browser. It reads no file.
package answer

import "github.com/segls/segls/analysis"

// Text is an analysed text with the path that it is known by and, as a file of a work, its title.
type Text struct {
	Path  string
	Title string
	*analysis.Document
}
