package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/uri"

	"github.com/segls/segls/internal/regular"
	"github.com/segls/segls/internal/shape"
)

// sessions is a folder with a store of shapes that several sessions use in turn.
type sessions struct {
	*testing.T
	folder, state string
	options       map[string]any
	buffers       *buffers // if the server changes texts; else nil
}

func newSessions(t *testing.T, files map[string]string) *sessions {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		write(t, filepath.Join(folder, name), text)
	}
	return &sessions{T: t, folder: folder, state: t.TempDir(), options: map[string]any{"debounceMs": 0, "settleMs": 0, "preferredWords": 150, "didUpdate": true}}
}

// session starts a new session.
func (v *sessions) session() *editor {
	capabilities := full("utf-8")
	e := launch(v.T, func(s *Server) {
		s.files.cache.Disk = regular.Disk{}
		store := shape.Open(v.state)
		store.Temporary = nil
		s.UseShapeStore(store)
	})
	if v.buffers != nil {
		v.buffers.editor, e.buffers, capabilities = e, v.buffers, fullWithEdits("utf-8")
	}
	root := string(uri.File(v.folder))
	e.initialize(map[string]any{
		"rootUri": root, "workspaceFolders": []any{map[string]any{"uri": root, "name": "book"}}, "capabilities": capabilities,
		"initializationOptions": v.options,
	})
	return e
}

func (v *sessions) uri(name string) string { return string(uri.File(filepath.Join(v.folder, name))) }

// shown returns the fragments shown for a text, with their ids, places and titles and whether they are held.
func (e *editor) shown(uri string) string {
	e.t.Helper()
	var answer struct{ Fragments []json.RawMessage }
	if err := json.Unmarshal(e.request("segls/fragments", about(uri)), &answer); err != nil {
		e.t.Fatal(err)
	}
	var all strings.Builder
	for _, f := range answer.Fragments {
		var one struct {
			ID, Title string
			Held      bool
			Range     any
		}
		if err := json.Unmarshal(f, &one); err != nil {
			e.t.Fatal(err)
		}
		line, _ := json.Marshal(one)
		all.Write(append(line, '\n'))
	}
	return all.String()
}

// editAndHold edits a text, holds its second fragment, and returns the text.
func (e *editor) editAndHold(uri, text string) string {
	e.t.Helper()
	e.open(uri, text)
	lines := strings.Split(text, "\n")
	version := 1
	for i, line := range lines {
		if len(line) > 300 && i%3 == 0 {
			version++
			added := " The tide comes in over the salt pans twice a day, and twice a day it goes out again."
			e.change(uri, version, map[string]any{"range": map[string]any{"start": at(i, len(line)), "end": at(i, len(line))}, "text": added})
			lines[i] += added
		}
	}
	var answer struct {
		Hash      string
		Fragments []struct{ Range any }
	}
	_ = json.Unmarshal(e.request("segls/held", about(uri)), &answer)
	_ = json.Unmarshal(e.request("segls/fragments", about(uri)), &answer)
	e.request("segls/held", about(uri, map[string]any{"hash": answer.Hash, "held": []any{answer.Fragments[1].Range}}))
	return strings.Join(lines, "\n")
}

// shutDown ends a session as an editor does.
func (e *editor) shutDown() {
	e.request("shutdown", nil)
	e.notify("exit", nil)
	<-e.ended
	e.ended <- 0 // for the cleanup
}

// TestShapesAreRestored checks that an edited text is shown as before when it is opened again, unless the settings forbid it.
func TestShapesAreRestored(t *testing.T) {
	text := read(t, essay)
	v := newSessions(t, map[string]string{"a.md": text})
	e := v.session()
	text = e.editAndHold(v.uri("a.md"), text)
	write(t, filepath.Join(v.folder, "a.md"), text)
	was := e.shown(v.uri("a.md"))
	if !strings.Contains(was, `"Held":true`) {
		t.Fatalf("nothing is held:\n%s", was)
	}
	e.notify("textDocument/didClose", about(v.uri("a.md")))
	e.open(v.uri("a.md"), text)
	if is := e.shown(v.uri("a.md")); is != was {
		t.Errorf("opened again:\n%s\nwas\n%s", is, was)
	}
	e.shutDown()

	e = v.session()
	e.open(v.uri("a.md"), strings.ReplaceAll(text, "\n", "\r\n")+"\r\n")
	if is := e.shown(v.uri("a.md")); strings.Count(is, "\n") != strings.Count(was, "\n") || !strings.Contains(is, `"Held":true`) {
		t.Errorf("with other ends of lines:\n%s\nwas\n%s", is, was)
	}
	e.shutDown()

	// As after switching to another branch, one fragment is missing and another is longer.
	parts := strings.Split(text, "\n\n")
	branch := strings.Join(append(parts[:len(parts)/2:len(parts)/2], parts[len(parts)/2+4:]...), "\n\n") + "\n\nSalt and tide.\n"
	write(t, filepath.Join(v.folder, "a.md"), branch)
	e = v.session()
	e.open(v.uri("a.md"), branch)
	if is := e.shown(v.uri("a.md")); is == was || !strings.Contains(is, `"Held":true`) {
		t.Errorf("on another branch:\n%s\nwas\n%s", is, was)
	}
	e.shutDown()
	write(t, filepath.Join(v.folder, "a.md"), text)
	e = v.session()
	e.open(v.uri("a.md"), text)
	if is := e.shown(v.uri("a.md")); is != was {
		t.Errorf("back from another branch:\n%s\nwas\n%s", is, was)
	}
	e.shutDown()

	if err := os.Rename(filepath.Join(v.folder, "a.md"), filepath.Join(v.folder, "b.md")); err != nil {
		t.Fatal(err)
	}
	e = v.session()
	e.open(v.uri("b.md"), text)
	if is := e.shown(v.uri("b.md")); is != was {
		t.Errorf("after renaming:\n%s\nwas\n%s", is, was)
	}
	e.shutDown()

	v.options["remember"] = "off"
	e = v.session()
	e.open(v.uri("b.md"), text)
	e.request("segls/status", map[string]any{})
	if is := e.shown(v.uri("b.md")); strings.Contains(is, `"Held":true`) {
		t.Errorf("it is remembered though the settings say not to:\n%s", is)
	}
}

// TestReleasedElsewhere checks that a client does not hold a fragment again that another editor has released.
func TestReleasedElsewhere(t *testing.T) {
	v := newSessions(t, map[string]string{"a.md": read(t, essay)})
	u := v.uri("a.md")
	e := v.session()
	text := e.editAndHold(u, read(t, essay))
	write(t, filepath.Join(v.folder, "a.md"), text)
	var told heldResult
	_ = json.Unmarshal(e.request("segls/held", about(u)), &told)
	e.shutDown()
	e = v.session()
	e.open(u, text)
	e.request("workspace/executeCommand", map[string]any{"command": "segls.release", "arguments": []any{map[string]any{"uri": u, "all": true}}})
	e.shutDown()
	e = v.session()
	e.open(u, text)
	e.request("segls/held", about(u, map[string]any{"hash": told.Hash, "held": told.Held}))
	if is := e.shown(u); strings.Contains(is, `"Held":true`) || len(told.Held) != 1 {
		t.Errorf("of %d that were held:\n%s", len(told.Held), is)
	}
	e.shutDown()
}

// TestKeepsNothing checks that nothing is stored for a text that was never edited, or if the writer's own settings forbid it.
func TestKeepsNothing(t *testing.T) {
	text := read(t, essay)
	for name, run := range map[string]func(v *sessions){
		"not edited": func(v *sessions) {
			e := v.session()
			e.open(v.uri("a.md"), text)
			e.shown(v.uri("a.md"))
			e.shutDown()
		},
		"off": func(v *sessions) {
			v.options["remember"] = "off"
			e := v.session()
			e.editAndHold(v.uri("a.md"), text)
			e.shutDown()
		},
	} {
		v := newSessions(t, map[string]string{"a.md": text, ".segls.toml": "remember = \"all\"\n"})
		run(v)
		if texts, _, _ := shape.Open(v.state).CountShapes(); texts > 0 {
			t.Errorf("%s: %d texts are kept", name, texts)
		}
	}
}

// TestShapesOfWorkAreRestored checks that the chapters of a book are shown as before, whether or not they and their neighbours are open.
func TestShapesOfWorkAreRestored(t *testing.T) {
	files, chapters := saltBook(t)
	v := newSessions(t, files)
	at := func(i int) string { return v.uri("src/" + chapters[i]) }
	file := func(i int) string { return filepath.Join(v.folder, "src", chapters[i]) }
	e := v.session()
	e.open(at(0), files["src/"+chapters[0]])
	e.readWork(at(0))
	texts := []string{files["src/"+chapters[0]], files["src/"+chapters[1]], files["src/"+chapters[2]]}
	texts[1] = e.editAndHold(at(1), texts[1])
	write(t, file(1), texts[1])
	var was []string
	for i := range texts {
		was = append(was, e.shown(at(i)))
	}
	e.shutDown()
	for _, open := range [][]int{{1}, {0}, {2, 1, 0}} {
		e = v.session()
		for _, i := range open {
			e.open(at(i), texts[i])
			if is := e.shown(at(i)); is != was[i] {
				t.Errorf("open %v: chapter %d is shown as\n%s\nwas\n%s", open, i, is, was[i])
			}
		}
		e.readWork(at(open[0]))
		for i := range texts {
			if is := e.shown(at(i)); is != was[i] {
				t.Errorf("open %v, work read: chapter %d is shown as\n%s\nwas\n%s", open, i, is, was[i])
			}
		}
		e.shutDown()
	}
}

// TestKeepsLessOfSomeFiles checks that nothing is stored of a file whose settings forbid it when another file of its work is edited.
func TestKeepsLessOfSomeFiles(t *testing.T) {
	files, chapters := saltBook(t)
	files[".segls.toml"] = "[overrides.\"**/" + chapters[1] + "\"]\nremember = \"off\"\n"
	for _, isOpen := range []bool{true, false} {
		v := newSessions(t, files)
		e := v.session()
		edited := v.uri("src/" + chapters[0])
		e.open(edited, files["src/"+chapters[0]])
		if isOpen {
			e.open(v.uri("src/"+chapters[1]), files["src/"+chapters[1]])
		}
		e.readWork(edited)
		e.change(edited, 2, map[string]any{"range": map[string]any{"start": at(0, 0), "end": at(0, 0)}, "text": "# Salt\n\n"})
		e.shown(edited)
		e.shutDown()
		if n, _, _ := shape.Open(v.state).CountShapes(); n != len(chapters)-1 {
			t.Errorf("open %v: %d of %d texts are kept", isOpen, n, len(chapters))
		}
	}
}

// TestDivideAnew checks that the command divides a text like a new one, except for held fragments, and that the next call undoes this.
func TestDivideAnew(t *testing.T) {
	text := read(t, essay)
	v := newSessions(t, map[string]string{"a.md": text})
	v.options["settleMs"] = 600_000
	u := v.uri("a.md")
	e := v.session()
	e.open(u, text)
	var told struct {
		Hash      string
		Fragments []struct {
			Range struct{ Start, End any }
		}
	}
	_ = json.Unmarshal(e.request("segls/held", about(u)), &told)
	_ = json.Unmarshal(e.request("segls/fragments", about(u)), &told)
	two := map[string]any{"start": told.Fragments[1].Range.Start, "end": told.Fragments[2].Range.End}
	hold := func(ranges ...any) {
		e.request("segls/held", about(u, map[string]any{"hash": told.Hash, "held": ranges}))
	}
	hold(two, told.Fragments[5].Range)
	hold(told.Fragments[5].Range) // the two remain one fragment until the next pause
	was := e.shown(u)
	anew := func() string {
		e.request("workspace/executeCommand", map[string]any{"command": "segls.divideAnew", "arguments": []any{map[string]any{"uri": u, "position": at(0, 0)}}})
		return e.shown(u)
	}
	is := anew()
	if is == was || !strings.Contains(is, `"Held":true`) {
		t.Errorf("anew:\n%s\nwas\n%s", is, was)
	}
	if back := anew(); back != was {
		t.Errorf("given again:\n%s\nwas\n%s", back, was)
	}
	if again := anew(); strings.Count(again, "\n") != strings.Count(is, "\n") {
		t.Errorf("given a third time:\n%s\nthe first\n%s", again, is)
	}
	e.change(u, 1000, map[string]any{"range": map[string]any{"start": at(0, 0), "end": at(0, 0)}, "text": "x"})
	before := e.shown(u)
	if after := anew(); after == was {
		t.Errorf("after an edit the old division comes back:\n%s\nbefore\n%s", after, before)
	}
}

// TestClientKeepsShapes checks that a client can store and restore the division if the server does not store it.
func TestClientKeepsShapes(t *testing.T) {
	const uri = "file:///essay.md"
	e := launch(t)
	e.initialize(map[string]any{
		"rootUri": nil, "capabilities": full("utf-8"),
		"initializationOptions": map[string]any{"debounceMs": 0, "settleMs": 0, "preferredWords": 150},
	})
	told := func(params map[string]any) string {
		t.Helper()
		var r heldResult
		if err := json.Unmarshal(e.request("segls/held", about(uri, params)), &r); err != nil {
			t.Fatal(err)
		}
		if r.Shape == nil {
			t.Fatal("the server does not send the shape")
		}
		return *r.Shape
	}
	text := read(t, essay)
	e.open(uri, text)
	if kept := told(nil); kept != "" {
		t.Errorf("a text that nobody has edited is kept: %.100s", kept)
	}
	e.notify("textDocument/didClose", about(uri))
	text = e.editAndHold(uri, text)
	shown, kept := e.shown(uri), told(nil)
	e.notify("textDocument/didClose", about(uri))
	e.open(uri, text)
	if e.shown(uri) == shown {
		t.Fatal("the server sends a shape although it stores it itself")
	}
	if again := told(map[string]any{"shape": kept}); again != "" {
		t.Errorf("what has come back is kept again before anybody works on the text: %.100s", again)
	}
	if got := e.shown(uri); got != shown {
		t.Errorf("shown is\n%s\nbefore it was\n%s", got, shown)
	}
	told(map[string]any{"shape": "{"}) // invalid, so it is ignored
	if got := e.shown(uri); got != shown {
		t.Errorf("shown is\n%s\nbefore it was\n%s", got, shown)
	}
	e.shutDown()
}
