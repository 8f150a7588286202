package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/regular"
)

// openFolder starts an editor in a folder on disk with the given files.
func openFolder(t *testing.T, capabilities map[string]any, files map[string]string) (e *editor, folder string) {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		write(t, filepath.Join(folder, name), text)
	}
	e = launch(t, func(s *Server) { s.files.cache.Disk = regular.Disk{} })
	root := string(uri.File(folder))
	e.initialize(map[string]any{
		"rootUri": root, "workspaceFolders": []any{map[string]any{"uri": root, "name": "book"}}, "capabilities": capabilities,
		"initializationOptions": map[string]any{"debounceMs": 0, "settleMs": 0, "didUpdate": true},
	})
	return e, folder
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// saltBook is the essay about salt as an mdBook, cut before its headings.
func saltBook(t *testing.T) (files map[string]string, chapters []string) {
	t.Helper()
	files = map[string]string{"book.toml": "[book]\ntitle = \"Salt\"\n"}
	summary := "# Summary\n\n"
	parts := strings.Split(read(t, essay), "\n## ")
	for i, part := range parts {
		if i > 0 {
			part = "## " + part
		}
		name := fmt.Sprintf("chapter-%d.md", i)
		files["src/"+name] = part + "\n"
		summary += fmt.Sprintf("- [Chapter %d](%s)\n", i, name)
		chapters = append(chapters, name)
	}
	files["src/SUMMARY.md"] = summary
	return files, chapters
}

// workAnswer is an answer to segls/work.
type workAnswer struct {
	Kind, Title, Folder string
	Order               string
	Read                bool
	Total               *lengthsResult
	Entries, Orphans    []entryAnswer
	Problems            []struct {
		URI, Message string
		Line         int
	}
}

type entryAnswer struct {
	Title, URI, Path string
	Own, Total       *lengthsResult
	Entries          []entryAnswer
}

func (e *editor) work(uri string, more ...map[string]any) (w workAnswer) {
	e.t.Helper()
	if err := json.Unmarshal(e.request("segls/work", about(uri, more...)), &w); err != nil {
		e.t.Fatal(err)
	}
	return w
}

// readWork waits until the work of a document has been read, and returns it.
func (e *editor) readWork(uri string) workAnswer {
	e.t.Helper()
	var w workAnswer
	if w = e.work(uri); !w.Read {
		e.wait("a work that has been read", func(m message) bool {
			if m.Method != "segls/didUpdateWork" {
				return false
			}
			w = e.work(uri)
			return w.Read
		})
	}
	return w
}

// wordsOf returns the lengths of the fragments of a document, in words.
func (e *editor) wordsOf(uri string) (words []int) {
	e.t.Helper()
	var answer struct{ Fragments []struct{ Words int } }
	if err := json.Unmarshal(e.request("segls/fragments", about(uri)), &answer); err != nil {
		e.t.Fatal(err)
	}
	for _, f := range answer.Fragments {
		words = append(words, f.Words)
	}
	return words
}

// TestAWorkIsOneText checks that the fragments of the files of a book, open or not, are those of the whole book.
func TestAWorkIsOneText(t *testing.T) {
	files, chapters := saltBook(t)
	e, folder := openFolder(t, full("utf-8"), files)
	at := func(name string) string { return string(uri.File(filepath.Join(folder, "src", name))) }
	e.open(at(chapters[2]), files["src/"+chapters[2]])
	e.open(at(chapters[0]), files["src/"+chapters[0]])
	e.readWork(at(chapters[2]))
	var got []int
	for _, name := range chapters {
		got = append(got, e.wordsOf(at(name))...)
	}
	told := e.work(at(chapters[2])) // by now, the open files have been divided together with the others
	var want []int
	whole := analysis.New(read(t, essay), markup.Markdown, analysis.Defaults())
	for _, f := range whole.Fragments() {
		want = append(want, f.Words)
	}
	if !slices.Equal(got, want) {
		t.Errorf("fragments of %v words, of the whole %v", got, want)
	}
	if told.Kind != "mdbook" || told.Title != "Salt" || told.Order != at("SUMMARY.md") || len(told.Entries) != len(chapters) ||
		told.Total.Words != whole.Words() || told.Total.Fragments != len(want) {
		t.Errorf("told of %+v, total %+v; the whole has %d words, %d fragments", told, *told.Total, whole.Words(), len(want))
	}
	if entry := told.Entries[1]; entry.URI != at(chapters[1]) || entry.Title != "Chapter 1" || entry.Own.Words == 0 {
		t.Errorf("an entry is %+v", entry)
	}
}

// TestCurveOfAWork checks that the curve lists the files in order, open or not, each with its own gaps.
func TestCurveOfAWork(t *testing.T) {
	files, chapters := saltBook(t)
	e, folder := openFolder(t, full("utf-8"), files)
	at := func(name string) string { return string(uri.File(filepath.Join(folder, "src", name))) }
	e.open(at(chapters[1]), files["src/"+chapters[1]])
	e.readWork(at(chapters[1]))
	var whole struct {
		Files []struct {
			URI, Title string
			Version    int
			Words      []int
			Gaps       []gapResult
		}
	}
	if err := json.Unmarshal(e.request("segls/workCurve", about(at(chapters[1]))), &whole); err != nil {
		t.Fatal(err)
	}
	if len(whole.Files) != len(chapters) {
		t.Fatalf("%d files, want %d", len(whole.Files), len(chapters))
	}
	for i, file := range whole.Files {
		var own curveResult
		if err := json.Unmarshal(e.request("segls/curve", about(at(chapters[i]))), &own); err != nil {
			t.Fatal(err)
		}
		var words []int
		for _, p := range own.Paragraphs {
			words = append(words, p.Words)
		}
		for g := range own.Gaps {
			own.Gaps[g].Confidence = nil
		}
		if file.URI != at(chapters[i]) || file.Title != fmt.Sprintf("Chapter %d", i) || file.Version != int(own.Version) ||
			!slices.Equal(file.Words, words) || !reflect.DeepEqual(file.Gaps, own.Gaps) {
			t.Errorf("file %d is %s, %q, of version %d, with %d gaps", i, file.URI, file.Title, file.Version, len(file.Gaps))
		}
	}
}

// TestAWorkIsFollowed checks that a work changes with edits of open files, with changes on disk, and with its order.
func TestAWorkIsFollowed(t *testing.T) {
	for _, watches := range []bool{true, false} {
		t.Run(fmt.Sprint("watches ", watches), func(t *testing.T) {
			files, chapters := saltBook(t)
			capabilities := full("utf-8")
			if !watches {
				if testing.Short() {
					t.Skip("it waits for the server to poll the disk")
				}
				delete(capabilities["workspace"].(map[string]any), "didChangeWatchedFiles")
			}
			e, folder := openFolder(t, capabilities, files)
			src := filepath.Join(folder, "src")
			at := func(name string) string { return string(uri.File(filepath.Join(src, name))) }
			first := at(chapters[0])
			e.open(first, files["src/"+chapters[0]])
			before := e.readWork(first)
			changed := func(name string, change int) {
				if watches {
					e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": at(name), "type": change}}})
				}
			}
			becomes := func(what string, is func(workAnswer) bool) {
				t.Helper()
				if is(e.work(first)) {
					return
				}
				e.wait(what, func(m message) bool { return m.Method == "segls/didUpdateWork" && is(e.work(first)) })
			}

			e.change(first, 2, map[string]any{"range": between(0, 0, 0, 0), "text": "Brine and foam are salt.\n\n"})
			becomes("an edit", func(w workAnswer) bool { return w.Total.Words == before.Total.Words+5 })

			write(t, filepath.Join(src, chapters[1]), files["src/"+chapters[1]]+"\nBrine and foam.\n")
			changed(chapters[1], 2)
			becomes("a change on disk", func(w workAnswer) bool { return w.Total.Words == before.Total.Words+8 })

			write(t, filepath.Join(src, "new.md"), "# New\n\nPans of brine.\n")
			changed("new.md", 1)
			write(t, filepath.Join(src, "SUMMARY.md"), files["src/SUMMARY.md"]+"- [New](new.md)\n- [Gone](gone.md)\n")
			changed("SUMMARY.md", 2)
			becomes("another order", func(w workAnswer) bool {
				return len(w.Entries) == len(chapters)+1 && w.Total.Words == before.Total.Words+11 && len(w.Problems) == 1
			})
			e.wait("a problem in the order", func(m message) bool {
				return m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), "SUMMARY.md") && strings.Contains(string(m.Params), "gone.md")
			})

			e.open(at("SUMMARY.md"), read(t, filepath.Join(src, "SUMMARY.md")))
			e.wait("the problem in the open order", func(m message) bool {
				return m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), "gone.md") && strings.Contains(string(m.Params), `"version":1`)
			})
			e.notify("textDocument/didClose", about(at("SUMMARY.md")))
			e.work(first)
			e.mu.Lock()
			last := string(e.published[at("SUMMARY.md")].Params)
			e.mu.Unlock()
			if !strings.Contains(last, "gone.md") {
				t.Errorf("after the order was closed: %s", last)
			}

			if err := os.Remove(filepath.Join(src, "new.md")); err != nil {
				t.Fatal(err)
			}
			changed("new.md", 3)
			becomes("a file that is gone", func(w workAnswer) bool { return len(w.Entries) == len(chapters) && len(w.Problems) == 2 })

			e.notify("textDocument/didClose", about(first)) // unsaved changes are lost
			e.open(at(chapters[2]), files["src/"+chapters[2]])
			first = at(chapters[2])
			e.readWork(first)
			becomes("a file closed unsaved", func(w workAnswer) bool { return w.Read && w.Total.Words == before.Total.Words+3 })
		})
	}
}

// TestWorkIsASetting checks that, if the setting is off, a file belongs to no work and is divided alone.
func TestWorkIsASetting(t *testing.T) {
	files, chapters := saltBook(t)
	files[".segls.toml"] = "whole-work = false\n"
	e, folder := openFolder(t, full("utf-8"), files)
	u := string(uri.File(filepath.Join(folder, "src", chapters[2])))
	e.open(u, files["src/"+chapters[2]])
	alone := e.wordsOf(u)
	if w := e.work(u); w.Kind != "" {
		t.Errorf("a work of kind %s", w.Kind)
	}
	if err := os.Remove(filepath.Join(folder, ".segls.toml")); err != nil {
		t.Fatal(err)
	}
	e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": string(uri.File(filepath.Join(folder, ".segls.toml"))), "type": 3}}})
	e.wait("the work", func(m message) bool { return m.Method == "segls/didUpdateWork" && e.work(u).Read })
	write(t, filepath.Join(folder, ".segls.toml"), "whole-work = false\n")
	e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": string(uri.File(filepath.Join(folder, ".segls.toml"))), "type": 1}}})
	e.wait("diagnostics", func(message) bool { return e.setting(u, "whole-work") == false })
	if got := e.wordsOf(u); !slices.Equal(got, alone) {
		t.Errorf("fragments of %v words, alone %v", got, alone)
	}
}

// TestFolderIsAskedFor checks that a folder without an order is a work only on request.
func TestFolderIsAskedFor(t *testing.T) {
	e, folder := openFolder(t, full("utf-8"), map[string]string{
		"chapter-10.md": "# Ten\n\nSalt.\n", "chapter-2.md": "# Two\n\nIron.\n", ".hidden.md": "No.\n", "picture.png": "\x00",
	})
	u := string(uri.File(filepath.Join(folder, "chapter-2.md")))
	e.open(u, "# Two\n\nIron.\n")
	if w := e.work(u); w.Kind != "" {
		t.Errorf("a work of kind %s", w.Kind)
	}
	w := e.work(u, map[string]any{"folder": true})
	var paths []string
	for _, entry := range w.Entries {
		paths = append(paths, entry.Path)
	}
	if want := []string{"chapter-2.md", "chapter-10.md"}; w.Kind != "folder" || !slices.Equal(paths, want) {
		t.Errorf("%s of %v, want %v", w.Kind, paths, want)
	}
}

// TestPlacesByName checks that workspace/symbol finds headings in files that are not open, by words or by some of their letters.
func TestPlacesByName(t *testing.T) {
	files, chapters := saltBook(t)
	e, folder := openFolder(t, full("utf-8"), files)
	u := string(uri.File(filepath.Join(folder, "src", chapters[0])))
	e.open(u, files["src/"+chapters[0]])
	e.readWork(u)
	find := func(query string) (found []string) {
		var symbols []struct {
			Name     string
			Location struct{ URI string }
		}
		if err := json.Unmarshal(e.request("workspace/symbol", map[string]any{"query": query}), &symbols); err != nil {
			t.Fatal(err)
		}
		for _, s := range symbols {
			found = append(found, filepath.Base(s.Location.URI)+": "+s.Name)
		}
		return found
	}
	if got := find("money"); len(got) == 0 || got[0] != "chapter-3.md: Money and fish" {
		t.Errorf("money finds %q", got)
	}
	if got := find("mnyfsh"); len(got) != 1 {
		t.Errorf("letters of a heading find %q", got)
	}
	if got := find("zzz"); len(got) != 0 {
		t.Errorf("zzz finds %q", got)
	}
	if got := find(""); len(got) < len(chapters) {
		t.Errorf("nothing finds %q", got)
	}
}

// TestHostileWorks checks that a malformed order does not make the server read a file outside the workspace.
func TestHostileWorks(t *testing.T) {
	outside := t.TempDir()
	write(t, filepath.Join(outside, "secret.md"), "# Secret\n\nThe word is brine.\n")
	files := map[string]string{
		"book.toml": "", "src/one.md": "# One\n\nSalt.\n", "src/binary.md": "\x00\x01\x02",
		"src/SUMMARY.md": "- [One](one.md)\n- [Again](one.md)\n- [Link](link.md)\n- [Out](../../secret.md)\n- [Binary](binary.md)\n- [Itself](SUMMARY.md)\n",
	}
	e, folder := openFolder(t, full("utf-16"), files)
	if err := os.Symlink(filepath.Join(outside, "secret.md"), filepath.Join(folder, "src", "link.md")); err != nil {
		t.Skip("this system makes no symbolic links")
	}
	if err := os.Symlink(filepath.Join(outside, "secret.md"), filepath.Join(folder, "src", "beside.md")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "src", ".hidden.md"), "# Hidden\n\nBrine.\n")
	write(t, filepath.Join(folder, "src", "orphan.md"), "# Orphan\n\nBrine.\n")
	u := string(uri.File(filepath.Join(folder, "src", "one.md")))
	e.open(u, files["src/one.md"])
	w := e.readWork(u)
	for _, entry := range w.Entries {
		if entry.Own != nil && strings.Contains(entry.Title, "Secret") {
			t.Error("a file outside the workspace has been read")
		}
	}
	if w.Total.Words != 1 {
		t.Errorf("%d words", w.Total.Words)
	}
	if m := e.ask("segls/fragments", about(string(uri.File(filepath.Join(folder, "src", "orphan.md"))))); m.Error != nil {
		t.Errorf("no answer about a text outside the work: %v", m.Error)
	}
	for _, path := range []string{filepath.Join(outside, "secret.md"), filepath.Join(folder, "src", "beside.md"), filepath.Join(folder, "src", ".hidden.md")} {
		if m := e.ask("segls/fragments", about(string(uri.File(path)))); m.Error == nil {
			t.Errorf("answered about %s: %s", path, m.Result)
		}
	}
}

// TestDefinitionsOfTheWork checks that an open chapter of a LaTeX document is read with the current commands of the main file.
func TestDefinitionsOfTheWork(t *testing.T) {
	const main = "\\documentclass{book}\n\\newcommand{\\key}[1]{\\label{#1}}\n\\begin{document}\n\\include{one}\n\\include{two}\n\\end{document}\n"
	chapter := strings.Repeat("Here stand words\\key{not these} of a chapter.\n\n", 3)
	e, folder := openFolder(t, map[string]any{}, map[string]string{"main.tex": main, "one.tex": "First.\n", "two.tex": chapter})
	two := string(uri.File(filepath.Join(folder, "two.tex")))
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": two, "languageId": "latex", "version": 1, "text": chapter}})
	e.readWork(two)
	words := func() (sum int) {
		for _, n := range e.wordsOf(two) {
			sum += n
		}
		return sum
	}
	if words() != 18 { // the chapter becomes part of the work once the work has been read
		e.wait("the definitions of the work", func(m message) bool { return m.Method == "segls/didUpdate" && words() == 18 })
	}
	e.change(two, 2, map[string]any{"text": "More words come. " + chapter})
	if got := words(); got != 21 {
		t.Errorf("%d words after an edit", got)
	}
	path := filepath.Join(folder, "main.tex")
	write(t, path, strings.Replace(main, `{\label{#1}}`, "{#1}", 1))
	e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": string(uri.File(path)), "type": 2}}})
	e.wait("other definitions", func(m message) bool { return m.Method == "segls/didUpdate" && words() == 27 })
}
