package lsp

import (
	"path"
	"strings"

	"go.lsp.dev/uri"
)

// In a browser, a folder of the editor may be a remote repository, a disk or the memory of a page. Package os works, because the
// worker that runs the server answers its system calls by asking the editor (editors/vscode/src/browser). So the path of a file
// must include its scheme and authority: memfs:/book/one.md is /memfs:/book/one.md, and vscode-vfs://github/ann/book/one.md is
// /vscode-vfs:github/ann/book/one.md.

// virtualPath returns the path of the file that a URI names, or "" if it names none.
func virtualPath(u uri.URI) string {
	c := u.Components()
	isFile := c.Scheme != "" && c.Scheme != "untitled" && strings.HasPrefix(c.Path, "/")
	if !isFile || c.Query != "" || c.Fragment != "" || strings.Contains(c.Authority, "/") {
		return ""
	}
	return "/" + c.Scheme + ":" + c.Authority + strings.TrimSuffix(path.Clean(c.Path), "/")
}

// virtualURI returns the URI of the file at a path that virtualPath returned.
func virtualURI(file string) uri.URI {
	place, rest, _ := strings.Cut(strings.TrimPrefix(file, "/"), "/")
	scheme, authority, _ := strings.Cut(place, ":")
	u, err := uri.From(uri.Components{Scheme: scheme, Authority: authority, Path: "/" + rest})
	if err != nil {
		return ""
	}
	return u
}
