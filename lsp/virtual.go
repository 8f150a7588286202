package lsp

import (
	"path"
	"strings"

	"go.lsp.dev/uri"
)

// In a browser, files are in whatever an editor shows as folders: a repository elsewhere, a disk, a
// page's memory. Package os works there all the same, for the worker that runs the server answers
// its system calls by asking the editor (editors/vscode/src/browser). So a file needs a path that says where it is:
// memfs:/book/one.md is /memfs:/book/one.md, and vscode-vfs://github/ann/book/one.md is
// /vscode-vfs:github/ann/book/one.md.

// virtualPath is the path of the file that a URI names, "" if it names none.
func virtualPath(u uri.URI) string {
	c := u.Components()
	isFile := c.Scheme != "" && c.Scheme != "untitled" && strings.HasPrefix(c.Path, "/")
	if !isFile || c.Query != "" || c.Fragment != "" || strings.Contains(c.Authority, "/") {
		return ""
	}
	return "/" + c.Scheme + ":" + c.Authority + strings.TrimSuffix(path.Clean(c.Path), "/")
}

// virtualURI is the URI of the file at such a path.
func virtualURI(file string) uri.URI {
	place, rest, _ := strings.Cut(strings.TrimPrefix(file, "/"), "/")
	scheme, authority, _ := strings.Cut(place, ":")
	u, err := uri.From(uri.Components{Scheme: scheme, Authority: authority, Path: "/" + rest})
	if err != nil {
		return ""
	}
	return u
}
