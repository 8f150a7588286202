package lsp

import "go.lsp.dev/uri"

// isFile reports whether a URI can name a file.
func isFile(u uri.URI) bool { return virtualPath(u) != "" }

// filePath is the path under which a browser's worker finds the file that a URI names, "" if
// it names none.
func filePath(u uri.URI) string { return virtualPath(u) }

// fileURI is the URI of the file at such a path.
func fileURI(path string) uri.URI { return virtualURI(path) }
