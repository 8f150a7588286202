package notebook

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestRead checks the blocks of the notebooks in testdata, with their places, against a listing.
func TestRead(t *testing.T) {
	files, _ := filepath.Glob("../../testdata/notebooks/*" + Ending)
	if len(files) < 2 {
		t.Fatal("there are no notebooks")
	}
	texts := make(map[string]bool)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		n, err := Read(strings.NewReader(string(source)))
		if err != nil {
			t.Fatal(err)
		}
		texts[n.Text] = true
		holdPlaces(t, string(source), n)
		d := analysis.New(n.Text, n.Format, analysis.Defaults())
		var got strings.Builder
		for _, b := range d.Blocks() {
			p := d.Position(b.Span.Start)
			fmt.Fprintf(&got, "%s, column %d (byte %d, %d:%d): %s %.30q\n", p.String(), p.Column, p.Offset, p.FileLine, p.FileColumn, b.Kind, d.Text.Slice(b.Span))
		}
		golden := "testdata/" + filepath.Base(file) + ".blocks"
		if *update {
			if err := os.WriteFile(golden, []byte(got.String()), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != string(want) {
			t.Errorf("the blocks of %s are\n%s\nwant\n%s", file, &got, want)
		}
	}
	if len(texts) != 1 {
		t.Error("the same cells have another text if their JSON is written in another way")
	}
}

// holdPlaces checks that the file has each character of the cells, or an escape of it, at the place reported for it.
func holdPlaces(t *testing.T, source string, n *Notebook) {
	t.Helper()
	for _, c := range n.Cells {
		for i, r := range n.Text[c.Start:c.End] {
			p, _ := n.Format.Origin(c.Start + i)
			if p.Number != c.Number || p.Offset >= len(source) {
				t.Fatalf("byte %d of cell %d is in cell %d, at %d of %d bytes", i, c.Number, p.Number, p.Offset, len(source))
			}
			if line := 1 + strings.Count(source[:p.Offset], "\n"); p.Line != line || p.Column != p.Offset-strings.LastIndexByte(source[:p.Offset], '\n') {
				t.Fatalf("byte %d stands in %d:%d, not on line %d", p.Offset, p.Line, p.Column, line)
			}
			rest := source[p.Offset:]
			var said string
			if length := len(escapeAt(rest)); length > 0 {
				if err := json.Unmarshal([]byte(`"`+rest[:length]+`"`), &said); err != nil {
					t.Fatal(err)
				}
			} else {
				_, size := utf8.DecodeRuneInString(rest)
				said = rest[:size]
			}
			if is, _ := utf8.DecodeRuneInString(markup.CellText(said)); is != r {
				t.Fatalf("%q of cell %d is said to stand at byte %d, where %.10q stands", r, c.Number, p.Offset, rest)
			}
		}
	}
}

func escapeAt(text string) string {
	lower := strings.ToLower(text[:min(len(text), 12)])
	switch {
	case !strings.HasPrefix(text, `\`):
		return ""
	case strings.HasPrefix(lower, `\ud`) && strings.HasPrefix(lower[6:], `\ud`):
		return text[:12]
	case strings.HasPrefix(text, `\u`):
		return text[:6]
	}
	return text[:2]
}

// TestRefusals checks that a file that segls cannot read as a notebook is refused with a sentence.
func TestRefusals(t *testing.T) {
	for text, want := range map[string]string{
		"":          "it is not JSON (line 1)",
		"\n\nhello": "it is not JSON (line 3)",
		"[]":        "it is not JSON",
		"{}":        "it has no cells",
		`{"a": [1, {"b": null, "c": "d\"e"}], "f": -1.5e3}`:                    "it has no cells",
		`{"cells": [], "nbformat": 4} x`:                                       "it is not JSON",
		`{"cells": [{"cell_type": "markdown", "source": ["a`:                   "it is not JSON",
		`{"cells": [{"source": "a\q"}], "nbformat": 4}`:                        "it is not JSON",
		`{"cells": {}, "nbformat": 4}`:                                         "it is not JSON",
		`{"nbformat": 3, "worksheets": [{"cells": [{"source": "a"}]}]}`:        "version 3, and segls reads version 4",
		`{"worksheets": []}`:                                                   "version 2, and segls reads version 4",
		`{"nbformat": 5, "cells": []}`:                                         "version 5, and segls reads version 4",
		"\ufeff{\"nbformat\": 4, \"cells\": [], \"metadata\": {}}":             "",
		`{"nbformat": 4, "cells": [{"cell_type": "markdown", "source": "a"}]}`: "",
	} {
		_, err := Read(strings.NewReader(text))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// TestEscapes checks that escapes mean what they mean to the standard library.
func TestEscapes(t *testing.T) {
	for _, source := range []string{`a\u00e9\n\"`, `\ud83c\udf0a`, `\ud83d\u0041`, `\ud83d\ud83c\udf0a`, `\ud83d\n`, `\udf0aA`, `\ud83d`} {
		var want string
		if err := json.Unmarshal([]byte(`"`+source+`"`), &want); err != nil {
			t.Fatal(err)
		}
		n, err := Read(strings.NewReader(`{"nbformat": 4, "cells": [{"cell_type": "markdown", "source": "` + source + `"}]}`))
		if err != nil || n.Text != "\f\n"+want {
			t.Errorf("%s: %q, %v, want %q", source, n.Text, err, want)
		}
	}
}

// TestLargeOutput checks that the output of code is skipped, and takes hardly any memory.
func TestLargeOutput(t *testing.T) {
	size := int64(50 << 20)
	if testing.Short() {
		size = 4 << 20
	}
	output := io.LimitReader(letters{}, size)
	file := io.MultiReader(strings.NewReader(`{"nbformat": 4, "cells": [{"cell_type": "code", "outputs": [{"data": {"image/png": "`), output,
		strings.NewReader(`"}}], "source": "x"}, {"cell_type": "markdown", "source": "Text."}]}`))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n, err := Read(file)
	runtime.ReadMemStats(&after)
	if err != nil || n.Text != "\v\nx\n\f\nText." {
		t.Fatal(err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 1<<20 {
		t.Errorf("%d bytes of memory for a notebook with nine letters", took)
	}
}

// letters is an endless reader.
type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'A'
	}
	return len(p), nil
}

// FuzzRead checks that Read survives any bytes, and that the characters of valid notebooks are in their reported places.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("../../testdata/notebooks/*" + Ending)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(source))
	}
	f.Add(`{"nbformat": 4, "cells": [{"source": ["a\ud83c\udf0a\n", "\u00e9\""], "cell_type": "markdown"}, {"cell_type": "code", "source": ""}]}`)
	f.Fuzz(func(t *testing.T, source string) {
		n, err := Read(strings.NewReader(source))
		if err != nil {
			return
		}
		d := analysis.New(n.Text, n.Format, analysis.Defaults())
		for _, p := range d.Paragraphs() {
			d.Position(p.Span.Start)
			d.Position(p.Span.End)
		}
		if json.Valid([]byte(source)) && utf8.ValidString(source) && utf8.ValidString(n.Text) && !strings.ContainsRune(n.Text, utf8.RuneError) && !strings.HasPrefix(source, "\ufeff") {
			holdPlaces(t, source, n)
		}
	})
}
