package lsp

import (
	"testing"

	"go.lsp.dev/uri"
)

func TestVirtualFiles(t *testing.T) {
	for u, want := range map[string]string{
		"memfs:/book/one.md":                            "/memfs:/book/one.md",
		"memfs:/":                                       "/memfs:",
		"file:///book/one%20more.md":                    "/file:/book/one more.md",
		"vscode-vfs://github/ann/book/%C3%BC.md":        "/vscode-vfs:github/ann/book/ü.md",
		"vscode-vfs://github%2B7b22/ann/book/100%25.md": "/vscode-vfs:github+7b22/ann/book/100%.md",
		"test://host%3A80/a%3Ab/c%23d%3Fe.md":           "/test:host:80/a:b/c#d?e.md",
	} {
		file := virtualPath(uri.MustParse(u))
		if file != want {
			t.Errorf("%s has the path %q, want %q", u, file, want)
		}
		if back := virtualURI(file); back != uri.MustParse(u) {
			t.Errorf("%s has the URI %s, want %s", file, back, u)
		}
	}
	for _, u := range []uri.URI{"", "untitled:/draft.md", "untitled:Untitled-1", "git:/a.md?HEAD", "memfs:/a.md#top", "mailto:ann", "x://a%2Fb/c.md"} {
		if file := virtualPath(u); file != "" {
			t.Errorf("%s has the path %q, want none", u, file)
		}
	}
	for u, want := range map[uri.URI]string{"memfs:/../../etc/one.md": "/memfs:/etc/one.md", "memfs:/a/./b//c.md": "/memfs:/a/b/c.md"} {
		if file := virtualPath(u); file != want {
			t.Errorf("%s has the path %q, want %q", u, file, want)
		}
	}
}
