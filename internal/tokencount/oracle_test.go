package tokencount

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var (
	vocabulary = flag.String("vocabulary", "", "compare counts by this vocabulary")
	counter    = flag.String("counter", "", "with those of this program")
	texts      = flag.String("texts", "", "for the lines and paragraphs of the files that match this glob")
)

// TestAgainstAnotherProgram compares the counts with another program's, text by text.
func TestAgainstAnotherProgram(t *testing.T) {
	if *vocabulary == "" {
		t.Skip("-vocabulary names none")
	}
	own, err := Open(*vocabulary)
	if err != nil {
		t.Fatal(err)
	}
	other, err := Start(*counter)
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(*texts)
	compared := 0
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			continue // a folder
		}
		text := strings.ToValidUTF8(string(content), "\uFFFD")
		all := append(strings.SplitAfter(text, "\n"), strings.SplitAfter(text, "\n\n")...)
		want, err := other.Counts(all)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := own.Counts(all)
		for i := range all {
			if got[i] != want[i] {
				t.Errorf("%s: %.200q has %d tokens, not %d", file, all[i], got[i], want[i])
			}
		}
		compared += len(all)
	}
	t.Logf("%d texts of %d files", compared, len(files))
}
