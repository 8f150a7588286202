package markup

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The fuzz tests check that any bytes are a document of every format: blocks and their prose are in order and in bounds, and
// a part that can be read by itself has the same blocks as in the whole text.

func FuzzMarkdown(f *testing.F)         { fuzz(f, Markdown) }
func FuzzPlainText(f *testing.F)        { fuzz(f, PlainText) }
func FuzzLaTeX(f *testing.F)            { fuzz(f, LaTeX) }
func FuzzReStructuredText(f *testing.F) { fuzz(f, ReStructuredText) }
func FuzzAsciiDoc(f *testing.F)         { fuzz(f, AsciiDoc) }
func FuzzOrg(f *testing.F)              { fuzz(f, Org) }
func FuzzHTML(f *testing.F)             { fuzz(f, HyperText) }
func FuzzTypst(f *testing.F)            { fuzz(f, Typst) }

// TestFuzzTargets checks that every format has a fuzz target.
func TestFuzzTargets(t *testing.T) {
	source, err := os.ReadFile("fuzz_test.go")
	if err != nil {
		t.Fatal(err)
	}
	targets := regexp.MustCompile(`(?m)^func Fuzz.*\{ fuzz\(f, `).FindAll(source, -1)
	if len(targets) != len(Formats) {
		t.Errorf("fuzz_test.go has %d fuzz targets for %d formats", len(targets), len(Formats))
	}
}

// fuzz fuzzes a format. It begins with the format's test documents, its pieces of markup, single and repeated, and [seeds].
func fuzz(f *testing.F, format Format) {
	for _, folder := range []string{"testdata", "../../testdata/formats", "../../testdata/samples"} {
		files, _ := filepath.Glob(folder + "/*.*")
		for _, file := range files {
			if of, known := ByFileName(file); known && of.Name == format.Name {
				text, err := os.ReadFile(file)
				if err != nil {
					f.Fatal(err)
				}
				f.Add(string(text))
			}
		}
	}
	for _, piece := range append(pieces[format.Name], adversarial[format.Name]...) {
		f.Add(piece)
		f.Add(strings.Repeat(piece, 20))
	}
	for _, text := range seeds {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkBlocks(t, format, text)
		format.Conditions(text, len(text)/2)
		if len(text) < 4000 { // each part is scanned separately
			checkParts(t, format, text)
		}
	})
}

// seeds are texts that have caused failures.
var seeds = []string{
	"", "\r", "\ufeff# a", "---\n", "---\na\n---", "$$\n", "$$a$$ {#x}\n", "[^a]:", "[^a]: b\n\n    c\n",
	"> - > 1. a\n\tb", "a\n| b |\n|-|\n", strings.Repeat("> ", 100) + "a", "```\n", "<!--", "\x00\xff`", "- a\n\n      b\n",
	"===\n***\n", "===\n'title\n", "[a]: b\n'c\n'd", " \v", "\\x\u00a0", // a space that is not ASCII
}
