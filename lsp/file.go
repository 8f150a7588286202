//go:build !js

package lsp

import (
	"path/filepath"

	"go.lsp.dev/uri"
)

// isFile reports whether a URI can name a file.
func isFile(u uri.URI) bool { return u.IsFile() }

// filePath returns the path of the file that a URI names, or "" if it names none.
func filePath(u uri.URI) string {
	if !isFile(u) {
		return ""
	}
	file := u.FsPath()
	if !filepath.IsAbs(file) {
		return ""
	}
	return filepath.Clean(file)
}

// fileURI returns the URI of the file at an absolute path.
func fileURI(path string) uri.URI { return uri.File(path) }
