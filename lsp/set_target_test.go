package lsp

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/segls/segls/internal/command"
	"go.lsp.dev/uri"
)

// TestSetTarget checks how targets and other settings are set in the document, in a new settings file and in an existing one.
func TestSetTarget(t *testing.T) {
	d, folder := openBuffers(t, "utf-16")
	u := d.openFile(folder, "voyage.md", voyage)
	set := func(scope string) string {
		return d.run(command.SetTarget, u, at(0, 0), map[string]any{"setting": "paragraph-max-words", "value": 400, "scope": scope})
	}
	if failure := set("file"); failure != "" || !strings.Contains(d.text(u), "<!-- segls: paragraph-max-words = 400 -->") {
		t.Errorf("%s\n%s", failure, d.text(u))
	}
	own := func(value any, want bool) {
		t.Helper()
		failure := d.run(command.SetTarget, u, at(0, 0), map[string]any{"setting": "target", "value": value})
		if (failure == "") != want || want && strings.Contains(d.text(u), "<!-- segls: target ") != (value != 0) {
			t.Errorf("target %v: %s\n%.300s", value, failure, d.text(u))
		}
	}
	own(400, true)
	own(0, true)
	own("many", false)
	own(1.5, false)
	path := filepath.Join(folder, ".segls.toml")
	if failure := set("project"); failure != "" || d.text(string(uri.File(path))) != "paragraph-max-words = 400\n" {
		t.Errorf("%s %q", failure, d.text(string(uri.File(path))))
	}
	for text, want := range map[string]string{
		"preferred-words = 300\n": "paragraph-max-words = 400\npreferred-words = 300\n",
		"front-matter = \"\"\"\nparagraph-max-words = 9\n[x]\n\"\"\"\n": "paragraph-max-words = 400\nfront-matter = \"\"\"\nparagraph-max-words = 9\n[x]\n\"\"\"\n",
		"front-matter = \"\"\"\n[x]\n\"\"\"\nparagraph-max-words = 9\n": "front-matter = \"\"\"\n[x]\n\"\"\"\nparagraph-max-words = 400\n",
		"\ufeffparagraph-max-words = 9\r\n":                             "\ufeffparagraph-max-words = 400\r\n",
		"\ufeffscaling = 1\r\n":                                         "\ufeffparagraph-max-words = 400\r\nscaling = 1\r\n",
		"'paragraph-max-words'=0x1F#c":                                  "'paragraph-max-words'=400#c",
		"paragraph-max-words = [\n1]\n":                                 "",
		"paragraph-max-words = {a=1}\n":                                 "",
		"paragraph-max-words = \n":                                      "",
		"scaling = \"x\n":                                               "",
		"paragraph-max-words = 9\nscaling = \"x\n":                      "",
		"# ours\nparagraph-max-words = 90 # few\n[overrides.\"*.md\"]\nparagraph-max-words = 1\n": "# ours\nparagraph-max-words = 400 # few\n[overrides.\"*.md\"]\nparagraph-max-words = 1\n",
	} {
		r, err := newAssignment(text, "paragraph-max-words", "400")
		switch got := text[:r.Span.Start] + r.Text + text[r.Span.End:]; {
		case err != nil && want != "":
			t.Errorf("%q: %v", text, err)
		case err == nil && got != want:
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	if failure := d.run(command.SetTarget, u, at(0, 0), map[string]any{"setting": "language", "value": 1}); failure == "" {
		t.Error("a language of 1 is set")
	}
	for _, test := range []struct {
		setting     string
		value       any
		scope, want string
	}{
		{"cost", "linear", "project", "cost = \"linear\"\n"},
		{"scaling", 0.25, "project", "scaling = 0.25\n"},
		{"preferredWords", 250, "project", "preferred-words = 250\n"},
		{"latexIgnore", "a\a\"", "project", `latex-ignore = "a\u0007\""`},
		{"cost", "linear", "file", "<!-- segls: cost = linear -->"},
	} {
		failure := d.run(command.SetTarget, u, at(0, 0), map[string]any{"setting": test.setting, "value": test.value, "scope": test.scope})
		where := u
		if test.scope == "project" {
			where = string(uri.File(path))
		}
		if failure != "" || !strings.Contains(d.text(where), test.want) {
			t.Errorf("%+v: %s\n%s", test, failure, d.text(where))
		}
	}
}

// TestSetTargetInNearestFile checks that a setting of the project is set in the settings file nearest to the document,
// and, if that is open, in its text in the editor.
func TestSetTargetInNearestFile(t *testing.T) {
	d, folder := openBuffers(t, "utf-16")
	d.saves = true
	outer, inner := filepath.Join(folder, ".segls.toml"), filepath.Join(folder, "deep", ".segls.toml")
	write(t, outer, "scaling = 1\n")
	write(t, inner, "\ufeffpreferred-words = 300\n")
	u := d.openFile(folder, "deep/voyage.md", voyage)
	set := func(words int, want string) {
		t.Helper()
		failure := d.run(command.SetTarget, u, at(0, 0), map[string]any{"setting": "preferred-words", "value": words, "scope": "project"})
		if got := d.now(string(uri.File(inner))); failure != "" || got != want || read(t, outer) != "scaling = 1\n" {
			t.Errorf("%s %q, want %q", failure, got, want)
		}
	}
	set(400, "\ufeffpreferred-words = 400\n")
	settings := d.openFile(folder, "deep/.segls.toml", "preferred-words = 400\n")
	d.types(settings, "# Ours\npreferred-words = 250\n")
	set(500, "# Ours\npreferred-words = 500\n")
}
