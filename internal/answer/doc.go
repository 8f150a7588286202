// Package answer defines the JSON output about a text, which is the same from the command line and in the browser. It reads no files.
package answer

import "github.com/segls/segls/analysis"

// Text is an analysed text with its path and, if it is a file of a work, its title.
type Text struct {
	Path  string
	Title string
	*analysis.Document
}
