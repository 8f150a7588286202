package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// gatheredIn sends a request about gathered texts. If it fails, why is the reason.
func gatheredIn(e *editor, method string, params map[string]any) (answer gatheredResult, why string) {
	m := e.ask(method, params)
	if m.Error != nil {
		return answer, m.Error.Message
	}
	if err := json.Unmarshal(m.Result, &answer); err != nil {
		e.t.Fatal(err)
	}
	return answer, ""
}

// edited returns the parameters of segls/scatter for an edit of a gathered text.
func (a gatheredResult) edited(pairs ...string) map[string]any {
	text := strings.NewReplacer(pairs...).Replace(a.Text)
	return map[string]any{"places": a.Places, "text": a.Text, "edited": text}
}

func (a gatheredResult) again() map[string]any {
	return map[string]any{"places": a.Places, "text": a.Text}
}

// TestGathered checks that passages of an open and a closed file are edited as one text, and that this follows changes of the files.
func TestGathered(t *testing.T) {
	salt, sea := "# Salt\r\n\r\n🧂 keeps meat.\r\n\r\nIt is dear.\r\n", "\ufeffSea is wide.\n\nThe tide comes.\n\nIt goes."
	e, folder := openAlone(t, map[string]string{"salt.md": salt, "sea.md": sea})
	at := func(name string) string { return string(uri.File(filepath.Join(folder, name))) }
	e.buffers.openFile(folder, "salt.md", salt)
	place := func(name string, from, to uint32) map[string]any {
		return map[string]any{"uri": at(name), "range": protocol.Range{Start: protocol.Position{Line: from}, End: protocol.Position{Line: to}}}
	}
	text, why := gatheredIn(e, requestGather, map[string]any{"places": []any{place("sea.md", 4, 5), place("salt.md", 2, 3), place("sea.md", 0, 1)}})
	if why != "" || text.Markup != "markdown" || len(text.Places) != 3 || text.Places[1].Line != 4 || !strings.Contains(text.Text, "· salt.md › Salt ·") {
		t.Fatalf("%q %+v", why, text)
	}
	next, why := gatheredIn(e, requestScatter, text.edited("It goes.", "It goes.\n\nAnd comes.", "keeps meat", "keeps 🐟", "is wide", "is 🌊 wide"))
	if why != "" || next.Text != text.edited("It goes.", "It goes.\n\nAnd comes.", "keeps meat", "keeps 🐟", "is wide", "is 🌊 wide")["edited"] {
		t.Fatalf("%q %+v", why, next)
	}
	check := func(wantSalt, wantSea string) {
		t.Helper()
		wantSea = strings.Replace(wantSea, "is wide", "is 🌊 wide", 1)
		if gotSalt, gotSea := e.buffers.now(at("salt.md")), e.buffers.now(at("sea.md")); gotSalt != wantSalt || gotSea != wantSea {
			t.Errorf("%q\n%q", gotSalt, gotSea)
		}
	}
	check(strings.Replace(salt, "keeps meat", "keeps 🐟", 1), sea+"\n\nAnd comes.")

	// The writer edits the files and undoes a saved edit: the gathered text is updated.
	e.buffers.types(at("salt.md"), "New above.\r\n\r\n"+salt)
	again, why := gatheredIn(e, requestGather, next.again())
	if why != "" || !strings.Contains(again.Text, "🧂 keeps meat.\n") || !strings.Contains(again.Text, "And comes.") {
		t.Fatalf("%q %+v", why, again)
	}
	if _, why = gatheredIn(e, requestScatter, next.edited("keeps 🐟", "keeps all")); !strings.Contains(why, "Piece 2 has been changed in salt.md") {
		t.Errorf("%q", why)
	}
	if _, why = gatheredIn(e, requestScatter, again.edited("keeps meat", "keeps all")); why != "" {
		t.Error(why)
	}
	check("New above.\r\n\r\n"+strings.Replace(salt, "keeps meat", "keeps all", 1), sea+"\n\nAnd comes.")

	// Another program has changed a file.
	if err := os.WriteFile(filepath.Join(folder, "sea.md"), []byte("# Sea\n\nGone.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, why = gatheredIn(e, requestScatter, again.edited("And comes", "And stays")); !strings.Contains(why, "sea.md") {
		t.Errorf("%q", why)
	}
	check("New above.\r\n\r\n"+strings.Replace(salt, "keeps meat", "keeps all", 1), "# Sea\n\nGone.\n")
	for refused, params := range map[string]map[string]any{
		"no fragment has the label": {"textDocument": map[string]any{"uri": at("salt.md")}, "label": "red"},
		"cannot be read":            {"places": []any{map[string]any{"uri": "file:///etc/x.md"}}},
	} {
		if _, why := gatheredIn(e, requestGather, params); !strings.Contains(strings.ToLower(why), refused) {
			t.Errorf("%s: %q", refused, why)
		}
	}
}

// TestGatheredWork checks that all files of a work are gathered, or its fragments with a label.
func TestGatheredWork(t *testing.T) {
	files := islandBook()
	files["src/salt.md"] = strings.Replace(files["src/salt.md"], "## Trade\n", "## Trade\n\n<!-- segls: label red dear -->\n", 1)
	d, at := openWork(t, files, []string{"src/salt.md"})
	about := map[string]any{"uri": at("src/salt.md")}
	whole, why := gatheredIn(d.editor, requestGather, map[string]any{"textDocument": about, "whole": true})
	if why != "" || len(whole.Places) < 3 {
		t.Fatalf("%q %+v", why, whole)
	}
	labelled, why := gatheredIn(d.editor, requestGather, map[string]any{"textDocument": about, "label": "dear"})
	if why != "" || len(labelled.Places) != 1 || !strings.Contains(labelled.Text, "src/salt.md") {
		t.Errorf("%q %+v", why, labelled)
	}
}

// TestGatheredStaysShown checks that the client does not show the file to which a piece moves when a gathered text is saved.
func TestGatheredStaysShown(t *testing.T) {
	files := map[string]string{"a.md": "# A\n\nSalt keeps meat.\n\n***\n\nSalt is dear.\n", "b.md": "# B\n\nWool is hair.\n\n***\n\nSheep have it.\n"}
	e, folder := openAlone(t, files)
	at := func(name string) string { return string(uri.File(filepath.Join(folder, name))) }
	e.buffers.openFile(folder, "a.md", files["a.md"])
	place := func(name string) map[string]any {
		return map[string]any{"uri": at(name), "range": protocol.Range{Start: protocol.Position{Line: 2}, End: protocol.Position{Line: 3}}}
	}
	text, why := gatheredIn(e, requestGather, map[string]any{"places": []any{place("a.md"), place("b.md")}})
	if why != "" {
		t.Fatal(why)
	}
	second := strings.Index(text.Text, "━━━ 2 ·")
	swapped := text.Text[second:] + "\n" + text.Text[:second]
	if _, why := gatheredIn(e, requestScatter, map[string]any{"places": text.Places, "text": text.Text, "edited": swapped}); why != "" {
		t.Fatal(why)
	}
	if b := e.buffers.now(at("b.md")); !strings.Contains(b, "Salt keeps meat.") {
		t.Errorf("%q", b)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range e.received {
		if m.Method == "window/showDocument" {
			t.Errorf("shown: %s", m.Params)
		}
	}
}

// TestGatheredIsKilled makes the client fail at the edit of each file of a change. All files must have their old texts afterwards, and the
// same change must succeed once the client no longer fails.
func TestGatheredIsKilled(t *testing.T) {
	files := islandBook()
	for _, stop := range []string{"src/salt.md", "src/iron.md", "src/tides.md"} {
		d, at := openWork(t, files, []string{"src/iron.md"})
		text, why := gatheredIn(d.editor, requestGather, map[string]any{"textDocument": map[string]any{"uri": at("src/iron.md")}, "whole": true})
		if why != "" {
			t.Fatal(why)
		}
		pieces := strings.Split(text.Text, "━━━\n\n")
		edited := strings.Join(pieces, "━━━\n\nNew.\n\n")
		d.fails = func(u string) bool { return strings.HasSuffix(u, stop) }
		params := map[string]any{"places": text.Places, "text": text.Text, "edited": edited}
		if _, why := gatheredIn(d.editor, requestScatter, params); why == "" {
			t.Errorf("%s: nothing failed", stop)
		}
		for name, was := range files {
			if now := d.now(at(name)); now != was {
				t.Errorf("%s fails, and %s is %q", stop, name, now)
			}
		}
		d.fails = nil
		if _, why := gatheredIn(d.editor, requestScatter, params); why != "" {
			t.Errorf("after the failure of %s: %s", stop, why)
		}
		if now := d.now(at(stop)); !strings.Contains(now, "New.") {
			t.Errorf("%s is %q", stop, now)
		}
	}
}
