package markup

import (
	"strings"
	"testing"
)

// TestObsidianComments checks which words are prose around Obsidian comments.
func TestObsidianComments(t *testing.T) {
	for text, want := range map[string]string{
		"Tide %%a\n\nb%% ebb.":                      "Tide ebb.",
		"%%\na\n\n# b\n\n```\nc\n%%\n\nTide.":       "Tide.",
		"- Tide %%a\n\n  b\n- c%% ebb\n- mill":      "Tide ebb mill",
		"> Tide %%a\n>\n> b%% ebb.":                 "Tide ebb.",
		"Tide %%a\r\n\r\nb%%\r\nebb.":               "Tide ebb.",
		"Tide %%a%% ebb %%b\n\nc%% mill %%d\n\ne%%": "Tide ebb mill",
		"Tide %%a\n\nb":                             "Tide",
		"Tide `%%` ebb.\n\nMill.":                   "Tide ebb. Mill.",
		"Be 100%% sure.\n\nMill.":                   "Be 100%% sure. Mill.",
		"Tide.\n\n```mermaid\n%% a\n```\n\nMill.":   "Tide. Mill.",
	} {
		f, _ := ByFileName("a.md")
		var said []string
		for _, b := range f.Scan(text) {
			said = append(said, strings.Fields(strings.ReplaceAll(string(f.AppendMask(nil, text, b)), "\x00", " "))...)
		}
		if got := strings.Join(said, " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
