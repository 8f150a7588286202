package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
)

// TestBadFiles checks that an unreadable file is reported and that the other files are processed.
func TestBadFiles(t *testing.T) {
	defer func(size int64) { console.MaxSize = size }(console.MaxSize)
	console.MaxSize = 20_000
	consoletest.Library(t, map[string]string{
		"binary.md": "GIF\x00", "utf16.txt": "\xff\xfeT\x00", "large.md": strings.Repeat("word ", 4001), "good.md": "Text.\n",
		"long.md": strings.Repeat("word ", 4000), "late.md": strings.Repeat("word ", 2000) + "\x00",
	})
	code, out, errs := segls("", "fragment", ".")
	want := "segls: binary.md: this is a binary file, not a text\nsegls: large.md: more than 0 MB; split it first\nsegls: utf16.txt: this is UTF-16; save it as UTF-8, or read it with --encoding utf-16\n"
	if code != console.ExitUsage || errs != want {
		t.Errorf("exit code %d, %s", code, errs)
	}
	for _, name := range []string{"good.md", "long.md", "late.md"} {
		if !strings.Contains(out, name) {
			t.Errorf("%s is not there", name)
		}
	}
}

// TestVanishingFile checks that a file that no longer exists is reported, and that the other files are processed.
func TestVanishingFile(t *testing.T) {
	consoletest.Library(t, map[string]string{"a.md": "Text.\n", "b.md": "Text.\n", "c.md": "Text.\n"})
	if err := os.Remove("b.md"); err != nil {
		t.Fatal(err)
	}
	code, out, errs := segls("", "fragment", "a.md", "b.md", "c.md")
	if code != console.ExitUsage || !strings.Contains(errs, "b.md") || !strings.Contains(out, "c.md") {
		t.Errorf("exit code %d, %s, %s", code, out, errs)
	}
}

// TestOrder checks that texts are written in order, to standard output and to a file, however long each takes.
func TestOrder(t *testing.T) {
	files := make(map[string]string)
	for i := range 300 {
		files[fmt.Sprintf("%03d.md", i)] = strings.Repeat("A sentence about the sea and its salt.\n\n", 1+(299-i)%37*5)
	}
	consoletest.Library(t, files)
	_, printed, _ := segls("", "fragment", "--format", "jsonl", ".")
	code, out, errs := segls("", "fragment", "--format", "jsonl", "--output", "all.jsonl", ".")
	written, err := os.ReadFile("all.jsonl")
	if code != console.ExitOK || out != "" || errs != "" || err != nil || string(written) != printed {
		t.Errorf("exit code %d, %q, %q, %v", code, out, errs, err)
	}
	last := ""
	seen := 0
	for line := range strings.Lines(printed) {
		name := line[len(`{"path":"`):][:len("000.md")]
		if name < last {
			t.Fatalf("%s after %s", name, last)
		}
		if name != last {
			seen++
		}
		last = name
	}
	if seen != 300 {
		t.Errorf("%d texts", seen)
	}
}
