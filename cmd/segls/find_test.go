package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console/consoletest"
)

// TestFind checks the passages found, as text and for Vim, and that an invalid query or flag is reported in a sentence.
func TestFind(t *testing.T) {
	const caravans = "notes/salt.md:9  Salt › Caravans\n    Caravans of camels took the slabs through the desert to the market.\n"
	invoke(t, coast, []invocation{
		{"words", "find --in notes camel caravan", "", 0, caravans, ""},
		{"a question", "find --in notes which animals took the slabs to the market?", "", 0, caravans, ""},
		{"in colour", "find --color always --in notes desert", "", 0, "through the \x1b[36mdesert\x1b[", ""},
		{"one passage", "find --in notes --top 1 shallow pans", "", 0, "notes/salt.md:5  Salt › Pans", ""},
		{"for editors", "find --in notes --format vimgrep desert", "", 0, "notes/salt.md:9:47:Caravans of camels", ""},
		{"no passage", "find --in notes zebras", "", 0, "No passage matches that.\n", ""},
		{"no passage, quietly", "find -q --in notes zebras", "", 0, "", ""},
		{"no passage, as lines", "find --format jsonl --in notes zebras", "", 0, "", ""},
		{"too high a score", "find --in notes --min-score 90 camels", "", 0, "No passage that matches has a score of at least 90; a lower --min-score may find some.\n", ""},
		{"no texts", "find --in empty camels", "", 0, "No passage matches that.\n", ""},
		{"no query", "find", "", 2, "", "find what?"},
		{"less than one passage", "find --top 0 camels", "", 2, "", "top: 0 is less than 1"},
		{"an excluded word read as a flag", "find --in notes shallow -dyke", "", 2, "", "put the query in quotation marks"},
		{"a minimum above the maximum", "find --words 400..150 x", "", 2, "", "words: \"400..150\" is not a length such as 150..400"},
		{"a range without limits", "find --words .. x", "", 2, "", "words: \"..\" is not a length"},
		{"a limit in tokens without a tokenizer", "find --max-tokens 9 x", "", 2, "", "what counts the tokens?"},
		{"in the home folder", "find camels", "", 2, "", "name a folder"},
	})
}

// TestFindJSON checks that the fields point at the passage, and that lengths are those requested.
func TestFindJSON(t *testing.T) {
	texts := map[string]string{"notes/mill.md": "# Œuvre\n\n" + strings.Repeat("The miller of the village carries flour along the river. He counts his sacks, and the wheel turns in the rain.\n\n", 60)}
	consoletest.Library(t, texts)
	for _, args := range [][]string{{"--words", "60..90"}, {"--words", "40"}, {"--words", "..200", "--max-chars", "300"}, {"--words", "..200", "--preferred-words", "40"}, {"--max-tokens", "60", "--token-counter", `while read -r line; do echo "$line" | wc -w; done`}} {
		code, out, errs := segls("", append([]string{"find", "--in", "notes", "--format", "jsonl", "wheel"}, args...)...)
		if code != 0 || errs != "" || out == "" {
			t.Fatal(args, code, out, errs)
		}
		for line := range strings.Lines(out) {
			var h answer.Hit
			if err := json.Unmarshal([]byte(line), &h); err != nil {
				t.Fatal(err)
			}
			text := texts["notes/"+h.Path]
			if text[h.Start:h.End] != h.Text || string([]rune(text)[h.StartChar:h.EndChar]) != h.Text || strings.Count(text[:h.Start], "\n")+1 != h.StartLine || len([]rune(h.Text)) != h.Chars {
				t.Errorf("%+v", h)
			}
			isLong := h.Words > 200 || args[1] == "60..90" && (h.Words < 60 || h.Words > 90) || args[1] == "40" && h.Words > 40 || len(args) > 3 && args[3] == "300" && h.Chars > 300
			if isLong || (h.Tokens != nil) != (args[0] == "--max-tokens") || h.Tokens != nil && *h.Tokens > 60 {
				t.Errorf("%v: %d words, %d characters", args, h.Words, h.Chars)
			}
			if m := h.Answer.Marks; len(m) == 0 || h.Answer.Text[m[0][0]:m[0][1]] != "wheel" {
				t.Errorf("%+v", h.Answer)
			}
		}
	}
	if _, out, _ := segls("", "find", "--format", "json", "--in", "notes", "zebras"); strings.TrimSpace(out) != "{\n  \"hits\": []\n}" {
		t.Error(out)
	}
}
