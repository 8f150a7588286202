package lsp

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/segls/segls/internal/command"
	"go.lsp.dev/protocol"
)

const (
	pansThere = "The pans of the coast are shallow, and brine runs into them in spring; then the sun dries the brine until crusts of salt stand on the clay."
	pansHere  = "The pans of the coast are wide, and brine runs into them in spring; then the sun dries the brine until crusts of grey salt stand on the clay."
	moor      = "The road to the market goes over the moor, where in winter nobody finds the way without the white stones that monks have set."
)

// TestDuplicates checks that a repeated passage is found, shown in a hover, and can be given the wording of the other place.
func TestDuplicates(t *testing.T) {
	isolate(t)
	d, folder := openBuffers(t, "utf-16")
	there := strings.Replace(pansThere, "; ", ";\n", 1)
	d.openFile(folder, "there.md", strings.ReplaceAll("# There\n\n"+moor+"\n\n"+there+"\n", "\n", "\r\n"))
	d.openFile(folder, "other.md", "# Other\n\n> "+moor+"\n")
	here := d.openFile(folder, "here.md", "# Here\n\nSalt.\n\n"+pansHere+"\n")
	ask := func(whole bool) []pairResult {
		t.Helper()
		var answer struct{ Pairs []pairResult }
		if err := json.Unmarshal(d.request("segls/duplicates", about(here, map[string]any{"whole": whole})), &answer); err != nil {
			t.Fatal(err)
		}
		return answer.Pairs
	}
	scored := about(here, map[string]any{"whole": true, "minScore": ask(true)[0].Score - 1})
	if raw := string(d.request("segls/duplicates", scored)); strings.Count(raw, `"message"`) != 1 {
		t.Errorf("with the best score: %s", raw)
	}
	if got := ask(true); len(got) != 2 {
		t.Errorf("in all texts: %+v", got)
	}
	pairs := ask(false)
	if len(pairs) != 1 {
		t.Fatalf("%+v", pairs)
	}
	p := pairs[0]
	if want := "Also in there.md:5 (There), where 2 words differ: wide grey → shallow."; p.Message != want || p.Here.Path != "here.md" || p.Here.Range.Start.Line != 4 || p.There.Range.Start.Line != 4 {
		t.Errorf("%+v", p)
	}
	hover := func() string {
		return string(d.request("textDocument/hover", about(here, map[string]any{"position": at(4, 9)})))
	}
	if got := hover(); !strings.Contains(got, "there.md:5") {
		t.Errorf("a hover: %s", got)
	}
	execute := func(command string) message {
		return d.ask("workspace/executeCommand", map[string]any{"command": command, "arguments": []any{map[string]any{"uri": here, "id": p.ID}}})
	}
	var to protocol.Location
	if err := json.Unmarshal(execute("segls.goToOther").Result, &to); err != nil || !strings.HasSuffix(string(to.URI), "there.md") || to.Range.Start.Line != 4 {
		t.Errorf("the other place: %+v, %v", to, err)
	}
	if m := d.ask("workspace/executeCommand", map[string]any{"command": "segls.goToOther", "arguments": []any{map[string]any{"uri": here, "position": at(2, 0)}}}); m.Error == nil {
		t.Errorf("the other place of what is said once: %s", m.Result)
	}
	// A passage that has moved is found in its new place; a changed one is ignored.
	d.types(here, "# Here\n\nMore salt.\n\nSalt.\n\n"+pansHere+"\n")
	if m := execute("segls.makeAlike"); m.Error != nil {
		t.Error(m.Error.Message)
	}
	if got, want := d.text(here), "# Here\n\nMore salt.\n\nSalt.\n\n"+there+"\n"; got != want {
		t.Errorf("made alike: %q", got)
	}
	if got := hover(); got != "null" {
		t.Errorf("a hover over what has changed: %s", got)
	}
	if m := execute("segls.makeAlike"); m.Error == nil || !strings.Contains(m.Error.Message, "has changed since") {
		t.Errorf("made alike once more: %+v", m)
	}
}

// TestManyDuplicates checks that each of many places of a passage shows how it differs from the first one.
func TestManyDuplicates(t *testing.T) {
	isolate(t)
	d, folder := openBuffers(t, "utf-16")
	for _, name := range []string{"a.md", "b.md", "c.md"} {
		write(t, folder+"/"+name, "# There\n\n"+pansThere+"\n")
	}
	here := d.openFile(folder, "d.md", "# Here\n\n"+pansHere+"\n")
	const want = "Also in b.md:3 (There) and 2 more places, where 2 words differ: wide grey → shallow."
	for _, whole := range []bool{true, false} {
		raw := string(d.request("segls/duplicates", about(here, map[string]any{"whole": whole})))
		if got := strings.Contains(raw, want); got == whole || strings.Count(raw, `"message"`) != 1 {
			t.Errorf("whole %v: %s", whole, raw)
		}
		if got := string(d.request("textDocument/hover", about(here, map[string]any{"position": at(2, 9)}))); strings.Count(got, "Also in") != 1 || !strings.Contains(got, "2 words differ") {
			t.Errorf("whole %v: a hover: %s", whole, got)
		}
	}
	foreign := string(fileURI(folder + "/d.go"))
	d.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": foreign, "languageId": "go", "version": 1, "text": "package d\n"}})
	if raw := string(d.request("segls/duplicates", about(foreign))); !strings.Contains(raw, `"pairs":[]`) {
		t.Errorf("of a text that segls does not read: %s", raw)
	}
}

// TestDuplicateDiagnostics checks that, if a setting enables it, the server searches for repeated passages without a request.
func TestDuplicateDiagnostics(t *testing.T) {
	isolate(t)
	d, folder := openBuffersWith(t, "utf-16", map[string]any{"debounceMs": 0, "settleMs": 0, "severitySaidTwice": "hint"})
	is := func(u string, marks int) {
		t.Helper()
		d.wait("marks in "+u, func(m message) bool {
			if m.Method != "textDocument/publishDiagnostics" {
				return false
			}
			var p struct {
				URI         string
				Diagnostics []struct{ Code string }
			}
			if err := json.Unmarshal(m.Params, &p); err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, found := range p.Diagnostics {
				if found.Code == "said-twice" {
					n++
				}
			}
			return p.URI == u && n == marks
		})
	}
	write(t, folder+"/there.md", "# There\n\n"+pansThere+"\n")
	here := d.openFile(folder, "here.md", "# Here\n\n"+pansHere+"\n\n"+moor+"\n")
	is(here, 1)
	other := d.openFile(folder, "other.md", "# Other\n\n"+moor+"\n")
	d.notify("textDocument/didSave", about(other))
	is(here, 2)
	is(other, 1)
	d.types(other, "# Other\n\nNothing.\n")
	is(other, 0)
}

// TestMakeOne checks that a repeated passage moves to a file that both places include, and that passages which cannot be included stay.
func TestMakeOne(t *testing.T) {
	isolate(t)
	d, folder := openBuffers(t, "utf-16")
	d.saves = true
	write(t, folder+"/there.adoc", "== There\n\n"+moor+"\n\nBees.\n")
	here := d.openFile(folder, "here.adoc", "== Here\n\n"+moor+"\n\nSalt.\n")
	plain := d.openFile(folder, "here.md", "# Here\n\n"+pansHere+"\n")
	write(t, folder+"/there.md", "# There\n\n"+pansHere+"\n")
	d.request("segls/duplicates", about(here, map[string]any{"whole": true}))
	list := d.actions(here, map[string]any{"start": at(2, 9), "end": at(2, 9)})
	const include = "include::the-road-to-the-market.adoc[]"
	if failure := d.choose(list, "Put this into a file, and include it here and in there.adoc:3"); failure != "" {
		t.Fatal(failure)
	}
	if got, want := d.text(here), "== Here\n\n"+include+"\n\nSalt.\n"; got != want {
		t.Errorf("here: %q", got)
	}
	for name, want := range map[string]string{"there.adoc": "== There\n\n" + include + "\n\nBees.\n", "the-road-to-the-market.adoc": moor + "\n"} {
		if got := d.now(strings.Replace(here, "here.adoc", name, 1)); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := titles(d.actions(plain, map[string]any{"start": at(2, 9), "end": at(2, 9)})); strings.Contains(strings.Join(got, "\n"), "include it") {
		t.Errorf("where nothing can be included: %q", got)
	}
	if failure := d.run(command.MakeOne, plain, at(2, 9)); !strings.Contains(failure, "mdBook") {
		t.Errorf("where nothing can be included: %q", failure)
	}
}
