package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console/consoletest"
)

// perCharacter returns a vocabulary in which every ASCII character is a token.
func perCharacter() string {
	var b strings.Builder
	b.WriteString(`{"model": {"type": "BPE", "merges": [], "vocab": {`)
	for c := range 128 {
		quoted, _ := json.Marshal(string(rune(c)))
		fmt.Fprintf(&b, "%s: %d,", quoted, c)
	}
	b.WriteString(`"x ": 128}}}`)
	return b.String()
}

// TestTokens checks that limits in tokens hold, with every counter.
func TestTokens(t *testing.T) {
	text := "# Salt\n\n" + strings.Repeat("Salt is raked in August. The grey salt comes first.\n\n", 20)
	consoletest.Library(t, map[string]string{"a.md": text, "v.json": perCharacter()})
	counted, _ := piecesOf(t, "", "--max-tokens", "120", "--overlap-tokens", "30", "--with-headings", "--tokenizer", "v.json", "a.md")
	repeating := 0
	for i, c := range counted {
		if c.Tokens == nil || *c.Tokens > 120 || *c.Tokens != c.Chars || c.Chars != len(c.Text) || c.Headings != "Salt\n\n" || c.Text != c.Headings+text[c.Start:c.End] {
			t.Errorf("chunk %d is %+v", i, c)
		}
		if c.Overlap > 30 {
			t.Errorf("chunk %d repeats %d bytes", i, c.Overlap)
		}
		if c.Overlap > 0 {
			repeating++
		}
	}
	if repeating < len(counted)/2 {
		t.Errorf("%d of %d chunks repeat something", repeating, len(counted))
	}
	if runtime.GOOS == "windows" {
		t.Skip("the counter needs a Unix shell")
	}
	byProgram, _ := piecesOf(t, "", "--max-tokens", "9", "--token-counter", `while read -r line; do echo "$line" | wc -w; done`, "a.md")
	for i, c := range byProgram {
		if got := len(strings.Fields(c.Text)); *c.Tokens != got || got > 9 {
			t.Errorf("chunk %d has %d words and is %+v", i, got, c)
		}
	}
}

// TestBadTokens checks the messages about invalid flags of chunks, and that the output file is kept if a counter fails.
func TestBadTokens(t *testing.T) {
	invoke(t, map[string]string{"a.md": "The mill. 雨\n", "v.json": perCharacter(), "no.json": "{}"}, []invocation{
		{"no counter", "fragment --format jsonl --max-tokens 3 a.md", "", 2, "", "what counts the tokens?"},
		{"no limit", "fragment --format jsonl --tokenizer v.json a.md", "", 2, "", "need a limit"},
		{"a format other than JSONL", "fragment --max-tokens 3 --tokenizer v.json a.md", "", 2, "", "need --format jsonl"},
		{"a negative limit", "fragment --format jsonl --max-tokens -3 --tokenizer v.json a.md", "", 2, "", "max-tokens must not be negative"},
		{"a minimum above the maximum", "fragment --format jsonl --max-tokens 3 --min-tokens 4 --tokenizer v.json a.md", "", 2, "", "min-tokens (4) is more than max-tokens (3)"},
		{"an overlap as long as the limit", "fragment --format jsonl --max-tokens 3 --overlap-tokens 3 --tokenizer v.json a.md", "", 2, "", "overlap-tokens (3) is not less"},
		{"two counters", "fragment --format jsonl --max-tokens 3 --tokenizer v.json --token-counter cat a.md", "", 2, "", "[tokenizer token-counter]"},
		{"an invalid vocabulary", "fragment --format jsonl --max-tokens 3 --tokenizer no.json a.md", "", 2, "", "no.json: this is neither"},
		{"a missing vocabulary", "fragment --format jsonl --max-tokens 3 --tokenizer gone.json a.md", "", 2, "", "gone.json: no such file"},
		{"a part out of range", "fragment --format jsonl --shard 4/3 a.md", "", 2, "", `"4/3" is not a part`},
		{"an invalid part", "fragment --format jsonl --shard x a.md", "", 2, "", `"x" is not a part`},
		{"an invalid manifest", "fragment --format jsonl --since-manifest a.md a.md", "", 2, "", "a.md: this is not a manifest"},
	})
	if runtime.GOOS == "windows" {
		return
	}
	consoletest.Library(t, map[string]string{"a.md": "The mill. 雨\n"})
	for counter, want := range map[string]string{
		"exit 3":                               "ended before",
		"cat":                                  "is not a number",
		`while read -r l; do echo 9; done`:     "has 9 tokens, more than max-tokens (3)",
		`read -r l; echo 1; echo gone >&2`:     "gone",
		`while read -r l; do echo ""; done`:    "is not a number",
		`there-is-no-such-program 2>/dev/null`: "ended before",
	} {
		if err := os.WriteFile("out.jsonl", []byte("as it was"), 0o600); err != nil {
			t.Fatal(err)
		}
		code, out, errs := segls("", "fragment", "--format", "jsonl", "--max-tokens", "3", "--token-counter", counter, "--output", "out.jsonl", "a.md")
		kept, _ := os.ReadFile("out.jsonl")
		if beside, _ := filepath.Glob("out.jsonl.*"); code != 2 || out != "" || !strings.Contains(errs, want) || string(kept) != "as it was" || len(beside) > 0 {
			t.Errorf("%s: exit code %d, %s%s", counter, code, out, errs)
		}
	}
}

// TestShards checks that every text is in a part, and that the parts are of similar size.
func TestShards(t *testing.T) {
	files := make(map[string]string)
	for i := range 50 {
		files[fmt.Sprintf("notes/%d.md", i)] = "The mill.\n"
	}
	consoletest.Library(t, files)
	var all []string
	for part := 1; part <= 4; part++ {
		chunks, _ := piecesOf(t, "", "--shard", fmt.Sprintf("%d/4", part), "notes")
		if len(chunks) < 5 || len(chunks) > 25 {
			t.Errorf("part %d has %d of 50 texts", part, len(chunks))
		}
		for _, c := range chunks {
			all = append(all, c.Path)
		}
	}
	whole, _ := piecesOf(t, "", "notes")
	slices.Sort(all)
	if n := len(all); n != 50 || len(slices.Compact(all)) != 50 || len(whole) != 50 {
		t.Errorf("%d texts in all parts, %d in the whole", n, len(whole))
	}
}

// TestSinceManifest checks that a processed text is not processed again until it changes, and that a removed one is reported.
func TestSinceManifest(t *testing.T) {
	consoletest.Library(t, map[string]string{"notes/a.md": "The mill.\n", "notes/b.md": "The ridge.\n", "notes/c.md": "The night.\n"})
	changed := func(want string, more ...string) {
		t.Helper()
		code, out, errs := segls("", append([]string{"fragment", "--format", "jsonl", "--since-manifest", "m", "notes"}, more...)...)
		var got []string
		for line := range strings.Lines(out) {
			var told struct {
				Path    string
				Removed bool
			}
			if err := json.Unmarshal([]byte(line), &told); err != nil {
				t.Fatal(err)
			}
			name := filepath.Base(told.Path)
			if told.Removed {
				name = "-" + name
			}
			got = append(got, name)
		}
		if code != 0 || strings.Join(got, " ") != want {
			t.Errorf("exit code %d, %v, not %s; %s", code, got, want, errs)
		}
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	changed("a.md b.md c.md")
	changed("")
	write("notes/b.md", "The valley.\n")
	changed("b.md")
	changed("a.md b.md c.md", "--overlap", "3")
	changed("", "--overlap", "3")
	changed("a.md b.md c.md", "--finer", "0", "--preferred-words", "300")
	changed("a.md b.md c.md", "--preferred-words", "300")
	changed("a.md b.md c.md")
	if err := os.Remove("notes/c.md"); err != nil {
		t.Fatal(err)
	}
	changed("-c.md")
	changed("")
	manifest, _ := os.ReadFile("m")
	write("m", string(manifest)+`{"path":"no`) // as if segls had been killed
	write("notes/a.md", "The mill again.\n")
	changed("a.md")
	changed("")
	write("notes/a.md", "The mill.\n")
	if code, out, _ := segls("", "fragment", "--format", "jsonl", "--since-manifest", "m", "--output", "gone/x", "notes"); code != 2 {
		t.Errorf("exit code %d, %s", code, out)
	}
	changed("a.md") // a text whose output failed is not recorded

	write("rank", "Mg== 0\n")
	options := func() string {
		x := &chunkOptions{manifest: "m", isGiven: func(flag string) bool { return flag == "tokenizer" }, value: func(string) string { return "rank" }}
		m, err := x.readManifest()
		if err != nil {
			t.Fatal(err)
		}
		return m.options
	}
	before := options()
	write("rank", "Mg== 1\n")
	if options() == before {
		t.Error("another vocabulary in the same file does not matter")
	}

	args := []string{"fragment", "--format", "jsonl", "--since-manifest", "m", "--stdin-filename", "notes/a.md", "notes/a.md", "-"}
	for range 2 { // standard input is processed each time, and never recorded
		if code, out, errs := segls("The sea.\n", args...); code != 0 || strings.Count(out, "\n") != 1 || !strings.Contains(out, "The sea.") {
			t.Errorf("exit code %d, %s%s", code, out, errs)
		}
	}
	changed("")
}
