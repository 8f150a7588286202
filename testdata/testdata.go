// Package testdata holds the texts that segls is tried on, and those that it hands out.
package testdata

import "embed"

// Book is the book that segls demo writes: chapters in samples, the rest in book.
//
//go:embed samples/salt.md samples/tides.md book/preface.md book/pans.md book/.segls.toml
var Book embed.FS
