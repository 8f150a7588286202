package lsp

import (
	"cmp"
	"flag"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/segls/segls/analysis/markup"
)

var documents = flag.String("documents", "", "folders of real documents for TestRealDocuments, separated as in PATH")

// TestRealDocuments opens documents in one server as an editor does. It checks every answer against the protocol, and logs times by size.
func TestRealDocuments(t *testing.T) {
	if *documents == "" {
		t.Skip("no folders of documents: run with -documents DIR")
	}
	e, at := edit(t, full("utf-16"), nil), ""
	t.Cleanup(func() {
		if t.Failed() {
			t.Log("it was at", at)
		}
	})
	type opened struct {
		path string
		size int
		took time.Duration
	}
	var all []opened
	for _, folder := range filepath.SplitList(*documents) {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			format, known := markup.ByFileName(path)
			if err != nil || !known || !entry.Type().IsRegular() {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil || !utf8.Valid(text) {
				return err
			}
			if t.Failed() {
				t.FailNow()
			}
			at = path
			u := (&url.URL{Scheme: "file", Path: path}).String()
			start := time.Now()
			e.notify("textDocument/didOpen", map[string]any{
				"textDocument": map[string]any{"uri": u, "languageId": format.LanguageIDs[0], "version": 1, "text": string(text)},
			})
			for _, method := range []string{"textDocument/codeLens", "textDocument/foldingRange", "textDocument/documentSymbol"} {
				e.request(method, about(u))
			}
			all = append(all, opened{path, len(text), time.Since(start)})
			e.notify("textDocument/didClose", about(u))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	perKB := func(o opened) time.Duration { return time.Duration(float64(o.took) / max(1, float64(o.size)/1000)) }
	slices.SortFunc(all, func(a, b opened) int { return cmp.Compare(perKB(b), perKB(a)) })
	t.Logf("%d documents; half of them take at most %v a KB; the slowest:", len(all), perKB(all[len(all)/2]))
	for _, o := range all[:min(5, len(all))] {
		t.Logf("  %v a KB of %d bytes: %s", perKB(o), o.size, o.path)
	}
}
