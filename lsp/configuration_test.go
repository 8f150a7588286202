package lsp

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"
)

// disk is a file system in memory with absolute paths.
type disk struct {
	mu    sync.Mutex // guards files
	files fstest.MapFS
	hang  chan struct{} // if not nil, reads block until it is closed
}

func newDisk() *disk { return &disk{files: make(fstest.MapFS)} }

func (d *disk) write(path, text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.files[path[1:]] = &fstest.MapFile{Data: []byte(text)}
}

func (d *disk) remove(path string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.files, path[1:])
}

func (d *disk) snapshot() fstest.MapFS {
	if d.hang != nil {
		<-d.hang
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.files)
}

func (d *disk) Stat(path string) (fs.FileInfo, error) { return d.snapshot().Stat(path[1:]) }

func (d *disk) Open(path string) (io.ReadCloser, error) { return d.snapshot().Open(path[1:]) }

// The paths of the tests below.
const (
	book         = "file:///home/ann/book"
	chapter      = book + "/chapters/one.md"
	bookSettings = "/home/ann/book/.segls.toml"
)

// openBook opens the essay as a chapter of a book, in an editor with the given capabilities and files on its disk.
func openBook(t *testing.T, capabilities map[string]any, files map[string]string) *editor {
	t.Helper()
	e := launch(t)
	for path, text := range files {
		e.disk.write(path, text)
	}
	e.initialize(map[string]any{
		"rootUri": book, "workspaceFolders": []any{map[string]any{"uri": book, "name": "book"}}, "capabilities": capabilities,
	})
	e.open(chapter, read(t, essay))
	return e
}

// setting returns the value of a setting in a document.
func (e *editor) setting(uri, name string) any {
	e.t.Helper()
	var answer struct{ Settings map[string]any }
	if err := json.Unmarshal(e.request("segls/fragments", about(uri)), &answer); err != nil {
		e.t.Fatal(err)
	}
	return answer.Settings[name]
}

// save changes a file on the disk and has the editor report that.
func (e *editor) save(path, text string) {
	e.t.Helper()
	e.disk.write(path, text)
	e.watched(path, 2)
}

func (e *editor) watched(path string, change int) {
	e.t.Helper()
	e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": "file://" + path, "type": change}}})
}

// lastPublished returns the last diagnostics published for a settings file.
func (e *editor) lastPublished(path string) string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return string(e.published["file://"+path].Params)
}

// problems waits until the diagnostics of a settings file differ from before, and returns them, one per line.
func (e *editor) problems(path, before string) string {
	e.t.Helper()
	m := e.wait("diagnostics of "+path, func(m message) bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		newest := e.published["file://"+path]
		return newest.Method != "" && string(newest.Params) != before && string(m.Params) == string(newest.Params)
	})
	var p struct {
		Version     *int
		Diagnostics []struct {
			Range struct {
				Start, End struct{ Line, Character int }
			}
			Severity              int
			Code, Source, Message string
		}
	}
	if err := json.Unmarshal(m.Params, &p); err != nil {
		e.t.Fatal(err)
	}
	var lines []string
	for _, d := range p.Diagnostics {
		line := fmt.Sprintf("%d:%d-%d:%d %s %s: %s", d.Range.Start.Line, d.Range.Start.Character, d.Range.End.Line, d.Range.End.Character, d.Source, d.Code, d.Message)
		if p.Version != nil {
			line += fmt.Sprintf(" (version %d)", *p.Version)
		}
		if d.Severity != 1 {
			line += " no error"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// checkSetting checks the value of a setting in a document.
func (e *editor) checkSetting(uri, name string, want any) {
	e.t.Helper()
	if got := e.setting(uri, name); got != want {
		e.t.Errorf("%s of %s is %v, want %v", name, uri, got, want)
	}
}

// awaitSetting waits until a setting has a value in a document.
func (e *editor) awaitSetting(uri, name string, want any) {
	e.t.Helper()
	for e.setting(uri, name) != want { // each request gives the server time
	}
}

// TestFirstAnswerUsesSettingsFiles checks that the first answer uses the settings of files, in the right order of precedence.
func TestFirstAnswerUsesSettingsFiles(t *testing.T) {
	e := openBook(t, full("utf-16"), map[string]string{
		"/home/ann/.config/segls/segls.toml": "code-lens = 'fragments'\nscaling = 0.25\ndebounce-ms = 7",
		"/home/ann/.segls.toml":              "cost = 'linear'", // above the workspace
		bookSettings:                         "scaling = 1\n[overrides.'chapters/**']\npreferred-words = 123",
	})
	for name, want := range map[string]any{"preferred-words": 123.0, "scaling": 1.0, "code-lens": "fragments", "cost": "parabola", "debounce-ms": 0.0} {
		e.checkSetting(chapter, name, want)
	}
	e.open("untitled:Untitled-1", read(t, essay))
	for name, want := range map[string]any{"preferred-words": 500.0, "scaling": 1.0, "code-lens": "fragments"} {
		e.checkSetting("untitled:Untitled-1", name, want)
	}
	e.open("file:///home/ann/letters/a.md", read(t, essay)) // outside the workspace
	e.checkSetting("file:///home/ann/letters/a.md", "cost", "linear")
}

// TestSavedFile checks that saving a settings file changes the lenses, and that a mistake in it is reported until it is corrected.
func TestSavedFile(t *testing.T) {
	e := openBook(t, full("utf-16"), nil)
	before := e.lenses(chapter)
	e.save(bookSettings, "preferred-words = 120\n")
	e.wait("refresh", func(m message) bool { return m.Method == "workspace/codeLens/refresh" })
	few := e.lenses(chapter)
	if few <= before {
		t.Errorf("%d lenses at 120 words, %d at 500", few, before)
	}
	for _, step := range []struct{ text, want string }{
		{"# «😀» é\npreferred-words = \"😀\" # how many\nscalding = 1\n", "" +
			`1:18-1:22 segls wrong-type: preferred-words: "😀" is not a whole number from 1 to 1000000, topics or auto` + "\n" +
			"2:0-2:8 segls unknown-setting: scalding: there is no such setting; did you mean scaling?"},
		{"scaling = 0.5\npreferred-words = 0\n", "1:18-1:19 segls out-of-range: preferred-words: 0 is not a whole number from 1 to 1000000, topics or auto"},
		{"preferred-words 300\n", "0:16-0:17 segls syntax: this is not TOML: expected '=' after key"},
	} {
		last := e.lastPublished(bookSettings)
		e.save(bookSettings, step.text)
		if got := e.problems(bookSettings, last); got != step.want {
			t.Errorf("%q:\n%s\nwant\n%s", step.text, got, step.want)
		}
		if n := e.lenses(chapter); n != few {
			t.Errorf("%q: %d lenses, want %d as before", step.text, n, few)
		}
	}
	for _, mistake := range []string{"2: preferred-words: ", "2: preferred-words: 0", "1: this is not TOML"} {
		e.wait("the mistake, with its line", func(m message) bool {
			return m.Method == "window/showMessage" && strings.Contains(string(m.Params), bookSettings+":"+mistake)
		})
	}
	shown := e.count("window/showMessage")
	last := e.lastPublished(bookSettings)
	e.save(bookSettings, "preferred-words = 500\n")
	if got := e.problems(bookSettings, last); got != "" {
		t.Errorf("mended: %s", got)
	}
	if n := e.lenses(chapter); n != before {
		t.Errorf("%d lenses at 500 words, %d at first", n, before)
	}
	if n := e.count("window/showMessage"); n != shown || n != 3 {
		t.Errorf("%d messages, each mistake once and none when it is mended", n)
	}
	e.save(bookSettings, "code-lens = 'off'\n")
	e.checkSetting(chapter, "code-lens", "off")
	e.disk.remove(bookSettings)
	e.watched(bookSettings, 3)
	e.checkSetting(chapter, "code-lens", "boundaries")
}

// TestUnusedSetting checks that a setting that no open document uses is reported where it is set.
func TestUnusedSetting(t *testing.T) {
	e := openBook(t, full("utf-16"), nil)
	for _, step := range []struct{ text, want string }{
		{"method = 'blend'\n top-terms = 9 # few\n", "1:1-1:20 segls unused-setting: The method blend does not use top-terms. no error"},
		{"method = 'paper'\n top-terms = 9 # few\n", ""},
		{"top-terms = 9\n[overrides.'chapters/**']\nmethod = 'blend'\ntop-terms = 8", "3:0-3:13 segls unused-setting: The method blend does not use top-terms. no error"},
	} {
		last := e.lastPublished(bookSettings)
		e.save(bookSettings, step.text)
		if got := e.problems(bookSettings, last); got != step.want {
			t.Errorf("%q:\n%s\nwant\n%s", step.text, got, step.want)
		}
	}
}

// TestOpenSettingsFile checks that an open settings file takes effect when saved, and is not analysed as prose.
func TestOpenSettingsFile(t *testing.T) {
	text := "markup = 'markdown'\n" + strings.Repeat("# A line of sentences. And one more, about the sea.\n", 300)
	e := openBook(t, full("utf-16"), map[string]string{bookSettings: text})
	e.notify("textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": "file://" + bookSettings, "languageId": "toml", "version": 1, "text": text},
	})
	if lenses := e.request("textDocument/codeLens", about("file://"+bookSettings)); string(lenses) != "[]" {
		t.Errorf("lenses of a settings file: %s", lenses)
	}
	if folds := e.request("textDocument/foldingRange", about("file://"+bookSettings)); string(folds) != "[]" {
		t.Errorf("folds of a settings file: %s", folds)
	}
	e.change("file://"+bookSettings, 2, map[string]any{"text": "preferred-words = 77\n"})
	e.checkSetting(chapter, "preferred-words", 500.0)
	e.disk.write(bookSettings, "preferred-words = 77\n")
	e.notify("textDocument/didSave", about("file://"+bookSettings))
	e.checkSetting(chapter, "preferred-words", 77.0)
	e.change("file://"+bookSettings, 3, map[string]any{"text": "preferred-words = x\n"})
	e.disk.write(bookSettings, "preferred-words = x\n")
	e.notify("textDocument/didSave", about("file://"+bookSettings))
	if got, want := e.problems(bookSettings, ""), "0:18-0:19 segls syntax: this is not TOML: unexpected character U+0078 'x' at start of value (version 3)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// Problems are reported only in settings files that are open or apply to an open document.
	e.notify("textDocument/didClose", about(chapter))
	e.notify("textDocument/didClose", about("file://"+bookSettings))
	e.wait("the taking back", func(m message) bool {
		return m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), bookSettings) && strings.Contains(string(m.Params), `"diagnostics":[]`)
	})
}

// TestUnwatchedFiles checks that the server finds changes if the client cannot watch files.
func TestUnwatchedFiles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := openBook(t, silent("utf-8"), map[string]string{bookSettings: "preferred-words = 150"})
		e.checkSetting(chapter, "preferred-words", 150.0)
		e.disk.write(bookSettings, "preferred-words = 160")
		time.Sleep(lookInterval)
		synctest.Wait()
		e.checkSetting(chapter, "preferred-words", 160.0)
	})
}

// TestUnwatchedUserFile checks that changes of the user's own settings are found if the client watches no files outside the workspace.
func TestUnwatchedUserFile(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for the server to poll the disk")
	}
	capabilities := full("utf-8")
	delete(capabilities["workspace"].(map[string]any)["didChangeWatchedFiles"].(map[string]any), "relativePatternSupport")
	e := openBook(t, capabilities, nil)
	e.checkSetting(chapter, "scaling", 0.5)
	e.disk.write(e.server.files.cache.User, "scaling = 2")
	e.awaitSetting(chapter, "scaling", 2.0)
}

// TestEditorAndFiles checks that the editor's settings apply if files do not set them, whenever they arrive.
func TestEditorAndFiles(t *testing.T) {
	e := openBook(t, full("utf-16"), map[string]string{bookSettings: "preferred-words = 150"})
	e.setSettings(map[string]any{"preferredWords": 90, "scaling": 2, "topTerm": 4})
	e.awaitSetting(chapter, "scaling", 2.0)
	e.checkSetting(chapter, "preferred-words", 150.0)
	e.wait("the complaint", func(m message) bool {
		return m.Method == "window/showMessage" && strings.Contains(string(m.Params), "segls.topTerm: there is no such setting; did you mean topTerms?")
	})
	e.disk.remove(bookSettings)
	e.watched(bookSettings, 3)
	e.checkSetting(chapter, "preferred-words", 90.0)
	e.request("segls/setSession", about(chapter, map[string]any{"settings": map[string]any{"preferred-words": 80}}))
	e.save(bookSettings, "preferred-words = 150\ntop-terms = 9")
	e.checkSetting(chapter, "top-terms", 9.0)
	e.checkSetting(chapter, "preferred-words", 80.0)
}

// TestWorkspaceFolders checks that the search for settings files ends at the workspace folder, and that folders can be added and removed.
func TestWorkspaceFolders(t *testing.T) {
	e := openBook(t, full("utf-16"), map[string]string{"/home/ann/.segls.toml": "preferred-words = 140", "/home/ann/book/chapters/.segls.toml": "top-terms = 9"})
	e.checkSetting(chapter, "preferred-words", 500.0)
	e.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{
		"added": []any{map[string]any{"uri": "file:///home/ann", "name": "ann"}}, "removed": []any{map[string]any{"uri": book, "name": "book"}},
	}})
	e.checkSetting(chapter, "preferred-words", 140.0)
	e.checkSetting(chapter, "top-terms", 9.0)
}

// TestHangingDisk checks that requests are answered while the disk hangs, and that settings files apply afterwards.
func TestHangingDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := launch(t)
		e.disk.hang = make(chan struct{})
		e.disk.write("/home/ann/.segls.toml", "preferred-words = 120")
		e.initialize(map[string]any{"rootUri": nil, "capabilities": silent("utf-16")})
		e.open("file:///home/ann/a.md", read(t, essay))
		few := e.lenses("file:///home/ann/a.md")
		e.change("file:///home/ann/a.md", 2, map[string]any{"range": between(0, 0, 0, 0), "text": "\n"})
		e.request("segls/status", map[string]any{})
		close(e.disk.hang)
		synctest.Wait()
		e.checkSetting("file:///home/ann/a.md", "preferred-words", 120.0)
		if many := e.lenses("file:///home/ann/a.md"); many <= few {
			t.Errorf("%d lenses at 120 words, %d at 500", many, few)
		}
	})
}

// TestRegistrations checks that the server registers for changes of settings and of settings files.
func TestRegistrations(t *testing.T) {
	e := edit(t, full("utf-16"), nil)
	m := e.wait("registration", func(m message) bool { return m.Method == "client/registerCapability" })
	for _, part := range []string{`"globPattern":"**/.segls.toml"`, `"baseUri":"file:///home/ann/.config/segls`, `"pattern":"segls.toml"`, `"section":"segls"`} {
		if !strings.Contains(string(m.Params), part) {
			t.Errorf("no %s in %s", part, m.Params)
		}
	}
}

// TestUseOfSettings checks that a setting is not reported as unused because of a document that has no settings yet.
func TestUseOfSettings(t *testing.T) {
	uses := make(settingUses)
	uses.add(new(openDocument).effective)
	if len(uses) > 0 {
		t.Error(uses)
	}
}
