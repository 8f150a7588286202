package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
)

// notebooks returns a work with a notebook, and files that are not valid notebooks of the current format.
func notebooks(t *testing.T) map[string]string {
	t.Helper()
	source, err := os.ReadFile("../../testdata/notebooks/gauge.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"gauge.ipynb": string(source),
		"old.ipynb":   `{"nbformat": 3, "worksheets": []}`,
		"no.ipynb":    "hello",
		"_toc.yml":    "format: jb-book\nroot: intro\nchapters:\n- file: gauge\n- file: end\n",
		"intro.md":    "# Intro\n\nHello there, this is text.\n\n## Two\n\nMore text of it.\n",
		"end.md":      "# End\n\nThe end of it all.\n",
	}
}

// TestNotebooks checks the places in notebooks that commands report, and that commands that do not read notebooks say so.
func TestNotebooks(t *testing.T) {
	const refused = "this command does not read notebooks"
	invoke(t, notebooks(t), []invocation{
		{"fragments", "fragment --no-work gauge.ipynb", "", 0, "   2    111 words  cell 6, line 5 ", ""},
		{"from standard input", "fragment --stdin-filename a.ipynb -", notebooks(t)["gauge.ipynb"], 0, "cell 2, line 3", ""},
		{"chunks", "fragment --format jsonl --no-work gauge.ipynb", "", 0, `in 1962.\n \nimport gauge`, "Left out: 2 headings, 1 directive to segls (64 characters)."},
		{"blocks", "blocks --no-work gauge.ipynb", "", 0, "\ncell 3, line 1  code\n        ⟦import gauge⟧\n", ""},
		{"a curve", "curve --no-work gauge.ipynb", "", 0, "\n   2    cell 6, line 5    111 ", ""},
		{"lengths", "stats --format json --no-work gauge.ipynb", "", 0, "\"cell\": 6,\n          \"line\": 3,", ""},
		{"a gap", "explain --no-work gauge.ipynb:7", "", 0, "\ncell 7, line 1  goes on: \"Bread", ""},
		{"a gap near an end", "explain --no-work --preferred-words 5000 --min-words 1 gauge.ipynb:7", "", 0, "decided by: a heading, a break or an end of the text nearby", ""},
		{"a gap and a limit", "explain --no-work --min-words 5000 gauge.ipynb:7", "", 0, "decided by: the minimum or maximum length", ""},
		{"a cell of code", "explain --no-work gauge.ipynb:3", "", 2, "", "gauge.ipynb:3: this cell has no paragraph"},
		{"chunks", "fragment --no-work --format jsonl gauge.ipynb", "", 0, `"start-cell":6,"end-cell":7,"start-line":5,"end-line":3`, "Left out: "},
		{"findings", "check --no-work --preferred-words 50 --paragraph-min-words 60 gauge.ipynb", "", 1, "cell 7, line 3  hint", anything},
		{"findings as JSON", "check --no-work --preferred-words 50 --paragraph-min-words 60 --format json gauge.ipynb", "", 1, "\"cell\": 7,\n      \"cell-line\": 3,\n      \"line\": 92,", anything},
		{"findings for other programs", "check --no-work --preferred-words 50 --paragraph-min-words 60 --format line gauge.ipynb", "", 1, "gauge.ipynb:92:6: hint: ", anything},
		{"a work", "work", "", 0, "  242       242         2  The harbour's gauge  gauge.ipynb", ""},
		{"a work of notebooks as one text", "work --join", "", 2, "", "the work has notebooks, which cannot be joined"},
		{"a notebook of an old version", "stats old.ipynb", "", 2, anything, "old.ipynb: this is a notebook of version 3"},
		{"an invalid notebook", "stats no.ipynb", "", 2, anything, "no.ipynb: this is not a notebook: it is not JSON (line 1)"},
		{"no moves in a notebook", "move --no-work --from 2 --before 1 gauge.ipynb", "", 2, "", refused},
		{"no splits of a notebook", "split --no-work --to parts gauge.ipynb", "", 2, "", refused},
		{"moves beside a notebook", "move --unit section intro.md:5 --to end.md --dry-run", "", 0, "+## Two", ""},
		{"no differences between notebooks", "diff gauge.ipynb old.ipynb", "", 2, "", refused},
	})
}

// TestNotebookOffsets checks that offsets count bytes of the file.
func TestNotebookOffsets(t *testing.T) {
	path := filepath.FromSlash("../../testdata/notebooks/gauge.ipynb")
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	code, out, errs := segls("", "fragment", "--no-work", "--format", "json", path)
	var d answer.Document
	if err := json.Unmarshal([]byte(out), &d); err != nil || code != console.ExitOK {
		t.Fatal(code, err, errs)
	}
	begins := []string{"A gauge of", `\"Nobody`, "The paper", "- whoever", "A sheet", "In a storm", "Bread is", "He sells"}
	if len(d.Paragraphs) != len(begins) {
		t.Fatalf("%d paragraphs", len(d.Paragraphs))
	}
	for i, p := range d.Paragraphs {
		if got := string(source[p.Start:p.End]); !strings.HasPrefix(got, begins[i]) || !strings.ContainsAny(got[len(got)-1:], ".,:;") {
			t.Errorf("paragraph %d is %q", i+1, got)
		}
	}
}
