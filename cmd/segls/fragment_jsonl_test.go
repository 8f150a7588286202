package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/segls/segls/cmd/segls/console"
)

// piecesOf runs fragment for JSONL.
func piecesOf(t *testing.T, stdin string, args ...string) (pieces []pieceJSON, errs string) {
	t.Helper()
	code, out, errs := segls(stdin, append([]string{"fragment", "--format", "jsonl"}, args...)...)
	if code != console.ExitFine {
		t.Fatalf("%v: exit code %d, %s", args, code, errs)
	}
	for line := range strings.Lines(out) {
		var c pieceJSON
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		pieces = append(pieces, c)
	}
	return pieces, errs
}

// TestPiecesAreWhereTheySay: in bytes, characters and lines, with and without overlap.
func TestPiecesAreWhereTheySay(t *testing.T) {
	samples, _ := filepath.Glob("../../testdata/samples/*.*")
	for _, path := range samples {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := string(file)
		for _, limits := range [][]string{nil, {"--max-words", "90", "--overlap", "30"}, {"--max-chars", "333"}, {"--max-words", "50", "--max-chars", "200", "--overlap", "10"}} {
			pieces, _ := piecesOf(t, "", append(limits, path)...)
			end := 0
			for i, c := range pieces {
				if text[c.Start:c.End] != c.Text || string([]rune(text)[c.StartChar:c.EndChar]) != c.Text {
					t.Errorf("%s %v: piece %d is not where it says", path, limits, i)
				}
				if c.StartLine != 1+strings.Count(text[:c.Start], "\n") || c.EndLine != 1+strings.Count(text[:c.End-1], "\n") {
					t.Errorf("%s %v: piece %d in lines %d to %d", path, limits, i, c.StartLine, c.EndLine)
				}
				if c.Path != path || c.Index != i || c.Chars != utf8.RuneCountInString(c.Text) || c.Start+c.Overlap < end || c.Terms == nil || c.Section == nil {
					t.Errorf("%s %v: piece %d is %+v", path, limits, i, c)
				}
				end = c.End
			}
		}
	}
}

// TestPiecesAreFragments: without limits, the pieces are the fragments of the other
// formats, with the headings above them.
func TestPiecesAreFragments(t *testing.T) {
	pieces, errs := piecesOf(t, "", tidesSample)
	_, out, _ := segls("", "fragment", "--format", "json", tidesSample)
	var d documentJSON
	if err := json.Unmarshal([]byte(out), &d); err != nil {
		t.Fatal(err)
	}
	if len(pieces) != len(d.Fragments) || errs != "" {
		t.Fatalf("%d pieces of %d fragments, %s", len(pieces), len(d.Fragments), errs)
	}
	for i, f := range d.Fragments {
		if c := pieces[i]; c.Start != f.Start || c.Words != f.Words || c.StartLine != f.Line || c.Title != f.Title || c.CutBefore != "fragments" {
			t.Errorf("%+v is not %+v", c, f)
		}
	}
	if got := fmt.Sprintf("%q", pieces[len(pieces)-1].Section); got != `["Predicting the tide" "Tides in rock"]` {
		t.Error(got)
	}
}

// TestLimitsAreReported: each cut inside a paragraph, and each fragment below the
// minimum, with its line.
func TestLimitsAreReported(t *testing.T) {
	text := "# Salt\n\n" + strings.Repeat("One two three four five. ", 8) + "\n\n# Wool\n\nSix seven.\n"
	pieces, errs := piecesOf(t, text, "--markup", "markdown", "--max-words", "15", "--min-words", "5", "-")
	want := "segls: -:7: 2 words, fewer than min-words (5)\nsegls: -:3: cut between sentences into 3: 40 words, more than max-words (15)\n"
	if len(pieces) != 4 || errs != want {
		t.Errorf("%d pieces, %s", len(pieces), errs)
	}
	_, errs = piecesOf(t, text, "--markup", "markdown", "--max-chars", "12", "-")
	whole, each := "cut between sentences into 24: 199 characters", "cut between words into 3: 24 characters"
	if !strings.HasPrefix(errs, "segls: -:3: "+whole+", more than max-chars (12)\nsegls: -:3: "+each) || strings.Count(errs, each) != 8 || strings.Count(errs, "\n") != 9 {
		t.Error(errs)
	}
	if _, errs = piecesOf(t, text, "--markup", "markdown", "--max-words", "40", "-"); errs != "" {
		t.Error(errs)
	}
}
