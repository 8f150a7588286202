package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console/consoletest"
)

var coast = map[string]string{
	"notes/salt.md":        "# Salt\n\n## Pans\n\nThe pans of the coast are shallow. Brine runs into them in spring, and the sun does the rest.\n\n## Caravans\n\nCaravans of camels took the slabs through the desert to the market.\n",
	"notes/coast/tides.md": "# Tides\n\nThe tide comes twice a day. At spring tide the brine reaches the shallow pans behind the dyke.\n",
	"notes/bread.md":       "# Bread\n\nFlour, water, yeast. Knead the dough and let it rest.\n",
	"draft.md":             "Camels carried it through the desert.\n",
	"empty/a.go":           "",
}

// TestRelated checks that passages are found, and that an invalid place is reported in a sentence.
func TestRelated(t *testing.T) {
	const found = "notes/salt.md:5  Salt › Pans\n    “The pans of the coast are shallow. Brine runs into them in…”\n    2.8  pans, shallow, spring, brine\n"
	invoke(t, coast, []invocation{
		{"a paragraph", "related --in notes --min-score 2 notes/coast/tides.md:3", "", 0, found, ""},
		{"its heading", "related --in notes --min-score 2 notes/coast/tides.md:1", "", 0, found, ""},
		{"a file", "related --in notes --min-score 0 notes/coast/tides.md", "", 0, "notes/salt.md:5  Salt › Pans", ""},
		{"a file outside of the folder", "related --in notes --min-score 0 draft.md", "", 0, "notes/salt.md:9  Salt › Caravans", ""},
		{"standard input", "related --in notes -", "The dough rests.", 0, "notes/bread.md:3  Bread", ""},
		{"nothing related", "related --in notes -", "Zebras graze.", 0, "Nothing in the other texts", ""},
		{"nothing above the score", "related --in notes --min-score 9 notes/coast/tides.md:3", "", 0, "Nothing in the other texts is clearly about that; --min-score 0 shows the nearest, the best with 2.8.\n", ""},
		{"nothing related, quietly", "related -q --in notes -", "Zebras graze.", 0, "", ""},
		{"no texts", "related --in empty draft.md", "", 0, "Nothing in the other texts", ""},
		{"one passage", "related --in notes --min-score 0 --top 1 notes/coast/tides.md", "", 0, "notes/salt.md:5", ""},
		{"less than one passage", "related --in notes --top 0 notes/bread.md", "", 2, "", "top: 0 is less than 1"},
		{"without a file", "related", "", 2, "", "related to what?"},
		{"a missing file", "related none.md", "", 2, "", "none.md"},
		{"a line before the first", "related --in notes notes/bread.md:0", "", 2, "", "notes/bread.md: a line is a number from 1, not “0”"},
		{"a word as a line", "related --in notes notes/bread.md:x", "", 2, "", "notes/bread.md: a line is a number from 1, not “x”"},
		{"a missing file with a word as a line", "related none.md:x", "", 2, "", "none.md:x: no such file"},
		{"a folder", "related --in notes notes", "", 2, "", "notes: this is a folder, not a file"},
		{"a missing folder", "related --in none notes/bread.md", "", 2, "", "none: no such file or directory"},
		{"a file instead of a folder", "related --in draft.md notes/bread.md", "", 2, "", "draft.md is not a folder"},
		{"a line out of range", "related --in notes notes/bread.md:40", "", 2, "", "notes/bread.md: the last line is 4"},
		{"in the home folder", "related draft.md", "", 2, "", "name a folder"},
		{"an index", "index notes", "", 0, "4 passages in 3 texts", ""},
		{"an index of the home folder", "index", "", 2, "", "name a folder"},
	})
}

// TestRelatedJSON checks that offsets and lines point at the passage, and that paths are relative to the folder.
func TestRelatedJSON(t *testing.T) {
	consoletest.Library(t, coast)
	if err := os.Mkdir("notes/.git", 0o755); err != nil {
		t.Fatal(err)
	}
	code, out, errs := segls("", "related", "--min-score", "0", "--format", "json", "notes/coast/tides.md:3")
	var got struct{ Related []answer.Passage }
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != 0 || errs != "" || len(got.Related) < 1 {
		t.Fatalf("%v, %s%s", err, out, errs)
	}
	m := got.Related[0]
	text := coast["notes/"+m.Path]
	if m.Path != "salt.md" || m.Line != 5 || !strings.HasPrefix(text[m.Start:m.End], "The pans") || m.Score <= 0 || m.Title != "Pans" || len(m.Shared) == 0 {
		t.Errorf("%+v", m)
	}
	if _, out, _ = segls("", "related", "--format", "json", "--in", "empty", "draft.md"); strings.TrimSpace(out) != "{\n  \"related\": []\n}" {
		t.Error(out)
	}
}

// TestIndex checks what index reports, and that --clear removes the library of a folder or, without one, all libraries.
func TestIndex(t *testing.T) {
	home := consoletest.Library(t, coast)
	told := func(args ...string) (x libraryJSON) {
		t.Helper()
		code, out, errs := segls("", append([]string{"index", "--format", "json"}, args...)...)
		if err := json.Unmarshal([]byte(out), &x); err != nil || code != 0 || errs != "" {
			t.Fatalf("%v, %s%s", err, out, errs)
		}
		return x
	}
	first := told("notes")
	if first.Texts != 3 || first.Passages != 4 || first.Bytes == 0 || first.Path != filepath.Join(home, "notes") {
		t.Errorf("%+v", first)
	}
	other := told("notes/coast")
	if code, out, errs := segls("", "index", "--clear", "notes"); code != 0 || out+errs != "" {
		t.Error(out, errs)
	}
	if fileSize(first.File) != 0 || fileSize(other.File) == 0 {
		t.Error("not that of notes was removed")
	}
	if code, out, errs := segls("", "index", "--clear"); code != 0 || out+errs != "" || fileSize(other.File) != 0 {
		t.Error(out, errs)
	}
}
