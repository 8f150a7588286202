package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
)

func TestMain(m *testing.M) {
	ptest.Main(m) // Beam starts this program again as a worker
}

// TestEqualsCommandLine checks that the pipeline writes the same as segls does for the same files.
func TestEqualsCommandLine(t *testing.T) {
	folder := t.TempDir()
	program, output := filepath.Join(folder, "segls"), filepath.Join(folder, "chunks.jsonl")
	if made, err := exec.Command("go", "build", "-C", "../..", "-o", program, "./cmd/segls").CombinedOutput(); err != nil {
		t.Fatal(err, string(made))
	}
	samples, err := filepath.Abs("../../testdata/samples")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(samples, "*.md"))
	if err != nil || len(files) < 2 {
		t.Fatal("no samples", err)
	}
	for _, test := range []struct {
		limits limits
		flags  []string
	}{
		{limits{}, nil},
		{limits{MaxChars: 800}, []string{"--max-chars", "800"}},
		{limits{MaxWords: 100, MinWords: 40, Overlap: 20}, []string{"--max-words", "100", "--min-words", "40", "--overlap", "20"}},
	} {
		if _, err := prism.Execute(t.Context(), library([]string{filepath.Join(samples, "*.md")}, output, test.limits)); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(output)
		if err != nil {
			t.Fatal(err)
		}
		args := append([]string{"fragment", "--quiet", "--no-config", "--no-work", "--format", "jsonl"}, test.flags...)
		want, err := exec.Command(program, append(args, files...)...).Output()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%v: the pipeline writes %d bytes, the program %d, or others", test.flags, len(got), len(want))
		}
	}
}
