package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
)

// piecesOf runs fragment --format jsonl.
func piecesOf(t *testing.T, stdin string, args ...string) (chunks []answer.Chunk, errs string) {
	t.Helper()
	code, out, errs := segls(stdin, append([]string{"fragment", "--format", "jsonl"}, args...)...)
	if code != console.ExitOK {
		t.Fatalf("%v: exit code %d, %s", args, code, errs)
	}
	for line := range strings.Lines(out) {
		var c answer.Chunk
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		chunks = append(chunks, c)
	}
	return chunks, errs
}

// TestChunkPlaces checks the places of chunks in bytes, characters and lines, with and without overlap.
func TestChunkPlaces(t *testing.T) {
	samples, _ := filepath.Glob("../../testdata/samples/*.*")
	for _, path := range samples {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := string(file)
		for _, limits := range [][]string{nil, {"--max-words", "90", "--overlap", "30"}, {"--max-chars", "333"}, {"--max-words", "50", "--max-chars", "200", "--overlap", "10"}} {
			chunks, _ := piecesOf(t, "", append(limits, path)...)
			end := 0
			for i, c := range chunks {
				if text[c.Start:c.End] != c.Text || string([]rune(text)[c.StartChar:c.EndChar]) != c.Text {
					t.Errorf("%s %v: chunk %d is not where it says", path, limits, i)
				}
				if c.StartLine != 1+strings.Count(text[:c.Start], "\n") || c.EndLine != 1+strings.Count(text[:c.End-1], "\n") {
					t.Errorf("%s %v: chunk %d in lines %d to %d", path, limits, i, c.StartLine, c.EndLine)
				}
				if c.Path != path || c.Index != i || c.Chars != utf8.RuneCountInString(c.Header+c.Text) || c.Start+c.Overlap < end || c.Terms == nil || c.Section == nil {
					t.Errorf("%s %v: chunk %d is %+v", path, limits, i, c)
				}
				end = c.End
			}
		}
	}
}

// TestChunksAreFragments checks that without limits the chunks are the fragments of the other formats, with their headings.
func TestChunksAreFragments(t *testing.T) {
	chunks, errs := piecesOf(t, "", tidesSample)
	_, out, _ := segls("", "fragment", "--format", "json", tidesSample)
	var d answer.Document
	if err := json.Unmarshal([]byte(out), &d); err != nil {
		t.Fatal(err)
	}
	if len(chunks) != len(d.Fragments) || errs != "segls: Left out: 8 headings, front matter, 2 link definitions (426 characters).\n" {
		t.Fatalf("%d chunks of %d fragments, %s", len(chunks), len(d.Fragments), errs)
	}
	for i, f := range d.Fragments {
		if c := chunks[i]; c.Start != f.Start || c.Words != f.Words || c.StartLine != f.Line || c.Title != f.Title || c.CutBefore != "fragments" {
			t.Errorf("%+v is not %+v", c, f)
		}
	}
	if got := fmt.Sprintf("%q", chunks[len(chunks)-1].Section); got != `["Predicting the tide" "Tides in rock"]` {
		t.Error(got)
	}
}

// TestLimitsAreReported checks that each cut inside a sentence, and each fragment below the minimum, is reported with its line.
func TestLimitsAreReported(t *testing.T) {
	text := "# Salt\n\n" + strings.Repeat("One two three four five. ", 8) + "\n\n# Wool\n\nSix seven.\n"
	const left = "segls: Left out: 2 headings (12 characters).\n"
	chunks, errs := piecesOf(t, text, "--markup", "markdown", "--max-words", "15", "--min-words", "5", "-")
	if want := "segls: -:7: 2 words, fewer than min-words (5)\n" + left; len(chunks) < 4 || errs != want {
		t.Errorf("%d chunks, %s", len(chunks), errs)
	}
	_, errs = piecesOf(t, text, "--markup", "markdown", "--max-chars", "12", "-")
	each := "segls: -:3: cut between words into 3: 24 characters, more than max-chars (12)\n"
	if errs != strings.Repeat(each, 8)+left {
		t.Error(errs)
	}
	if _, errs = piecesOf(t, text, "--markup", "markdown", "--max-words", "40", "-"); errs != left {
		t.Error(errs)
	}
}
