package lsp

import (
	"bytes"
	"strings"
	"testing"
)

// TestSettingsInText checks that directives override the editor's settings, and session settings override directives.
func TestSettingsInText(t *testing.T) {
	const uri = "file:///essay.md"
	e := edit(t, full("utf-16"), map[string]any{"preferredWords": 1000})
	e.open(uri, "<!-- segls: preferred-words = 250 -->\n\n"+read(t, essay))
	if n := e.lenses(uri); n != lensesAt250 {
		t.Errorf("%d lenses under a directive", n)
	}
	if answer := e.request("segls/fragments", about(uri)); !bytes.Contains(answer, []byte(`"preferred-words":250`)) {
		t.Errorf("settings of the fragments: %.900s", answer)
	}
	e.request("segls/setSession", about(uri, map[string]any{"settings": map[string]any{"preferredWords": 500}}))
	if n := e.lenses(uri); n != lensesAt500 {
		t.Errorf("%d lenses under a session", n)
	}
	e.request("segls/setSession", about(uri, map[string]any{"settings": nil}))
	if n := e.lenses(uri); n != lensesAt250 {
		t.Errorf("%d lenses after the session", n)
	}
}

// TestPinning checks that typing a comment above a paragraph pins or vetoes its boundary, and refreshes the lenses.
func TestPinning(t *testing.T) {
	const uri = "file:///essay.md"
	text := read(t, essay)
	e := edit(t, full("utf-16"), nil)
	e.open(uri, text)
	e.request("textDocument/codeLens", about(uri)) // the server refreshes only answers that have been requested
	line := strings.Count(text[:strings.Index(text, "Water takes the crystal")], "\n")
	for version, test := range []struct{ directive, want string }{
		{"<!-- segls: break -->", "Pinned · "}, {"<!-- segls: no-break -->", ""}, {"<!-- segls: break -->", "Pinned · "},
	} {
		end := 0
		if version > 0 {
			end = 2
		}
		refreshes := e.count("workspace/codeLens/refresh")
		e.change(uri, version+2, map[string]any{"range": between(line, 0, line+end, 0), "text": test.directive + "\n\n"})
		e.wait("refresh", func(m message) bool {
			return m.Method == "workspace/codeLens/refresh" && e.count("workspace/codeLens/refresh") > refreshes
		})
		lenses := string(e.request("textDocument/codeLens", about(uri)))
		if pinned := strings.Contains(lenses, "Pinned · "); pinned != (test.want != "") {
			t.Errorf("under %s: %s", test.directive, lenses)
		}
		hover := string(e.request("textDocument/hover", about(uri, map[string]any{"position": at(line, 3)})))
		if pinned := strings.Contains(hover, "A comment in the text asks for this boundary"); pinned != (test.want != "") {
			t.Errorf("under %s, the hover on it: %s", test.directive, hover)
		}
		curve := string(e.request("segls/curve", about(uri)))
		if constraint := strings.TrimSuffix(strings.TrimPrefix(test.directive, "<!-- segls: "), " -->"); !strings.Contains(curve, `"constraint":"`+constraint+`"`) {
			t.Errorf("under %s: no such constraint in the curve", test.directive)
		}
	}
}

// TestDirectivesOfQuietDocuments checks that invalid directives are reported even if nothing is suggested.
func TestDirectivesOfQuietDocuments(t *testing.T) {
	e := edit(t, full("utf-16"), nil)
	e.open("file:///short.md", "<!-- segls: of -->\n\nSalt. Sea.\n")
	e.wait("a warning", func(m message) bool {
		return m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), "did you mean “off”") &&
			strings.Contains(string(m.Params), `"severity":2`) && !strings.Contains(string(m.Params), "paragraph-too-short")
	})
	e.open("file:///ignored.md", "<!-- segls: ignore-file -->\n\n"+read(t, essay))
	if lenses := e.request("textDocument/codeLens", about("file:///ignored.md")); string(lenses) != "[]" {
		t.Errorf("lenses of a file to be ignored: %.200s", lenses)
	}
	e.wait("no diagnostics", func(m message) bool {
		return m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), "ignored.md") &&
			strings.Contains(string(m.Params), `"diagnostics":[]`)
	})
}
