package lsp

import "go.lsp.dev/uri"

// isFile reports whether a URI can name a file.
func isFile(u uri.URI) bool { return virtualPath(u) != "" }

// filePath returns the path under which a browser's worker finds the file that a URI names, or "" if it names none.
func filePath(u uri.URI) string { return virtualPath(u) }

// fileURI returns the URI of the file at a path that filePath returned.
func fileURI(path string) uri.URI { return virtualURI(path) }
