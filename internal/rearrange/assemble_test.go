package rearrange

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// assembled assembles the passages with the given names.
func assembled(w Work, to string, places ...string) (Change, error) {
	var passages []Passage
	for _, said := range places {
		p, err := ParsePassageName(said, func(path string) bool { return w.Documents[path] != nil })
		if err != nil {
			return Change{}, err
		}
		d, err := w.document(p.Path)
		if err != nil {
			return Change{}, err
		}
		span, err := p.Span(d, w.Index, p.Path)
		if err != nil {
			return Change{}, err
		}
		passages = append(passages, Passage{p.Path, span})
	}
	return Assemble(w, to, passages...)
}

// wordsOf returns the words of a text in order, without those in spans.
func wordsOf(f markup.Format, text string, except []markup.Span) (words []string) {
	for _, b := range f.Scan(text) {
		if slices.ContainsFunc(except, func(s markup.Span) bool { return s.Contains(b.Span.Start) }) {
			continue
		}
		words = append(words, strings.Fields(string(f.AppendMask(nil, text, b)))...)
	}
	return words
}

// parts divides a text into parts that begin with random blocks.
func parts(d *analysis.Document, r *rand.Rand, atMost int) (passages []markup.Span) {
	blocks := d.Blocks()
	cuts := []int{0}
	for i := range blocks {
		isFree := blocks[i].Kind != markup.Definition && (i == 0 || blocks[i-1].Kind.IsProse() || blocks[i-1].Kind == markup.Rule)
		if isFree && r.IntN(1+len(blocks)/atMost) == 0 && blocks[i].Span.Start > cuts[len(cuts)-1] {
			cuts = append(cuts, blocks[i].Span.Start)
		}
	}
	for i, cut := range cuts {
		end := d.Text.Len()
		if i+1 < len(cuts) {
			end = cuts[i+1]
		}
		passages = append(passages, markup.Span{Start: cut, End: end})
	}
	return passages
}

// texts returns the documents of the project in all formats, by file name.
func texts(t *testing.T) map[string]string {
	t.Helper()
	files := make(map[string]string)
	names, _ := filepath.Glob("../../testdata/formats/*")
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(name)] = string(text)
	}
	if len(files) < 20 {
		t.Fatalf("%d texts", len(files))
	}
	return files
}

// inOrder assembles the parts of one text in order.
func inOrder(file, text string, seed uint64) (w Work, c Change, err error) {
	fsys := fstest.MapFS{file: &fstest.MapFile{Data: []byte(text)}}
	w = newWork(fsys, map[string]string{file: text})
	var passages []Passage
	for _, span := range parts(w.Documents[file], rand.New(rand.NewPCG(seed, 1)), 6) {
		passages = append(passages, Passage{file, span})
	}
	c, err = Assemble(w, "all"+filepath.Ext(file), passages...)
	return w, c, err
}

// TestPartsInOrder checks that the parts of a text, assembled in order, have the words of the text in order.
func TestPartsInOrder(t *testing.T) {
	made := make(map[string]int)
	for file, text := range texts(t) {
		f, _ := markup.ByFileName(file)
		for seed := range uint64(12) {
			w, c, err := inOrder(file, text, seed)
			if err != nil {
				t.Logf("%s, %d: %v", file, seed, err)
				continue
			}
			d := w.Documents[file]
			want := wordsOf(d.Format, text, []markup.Span{{End: d.Format.Head(text)}})
			got := wordsOf(d.Format, c.Created["all"+filepath.Ext(file)], nil)
			if !slices.Equal(got, want) {
				t.Errorf("%s, %d: %s", file, seed, firstDifference(got, want))
			}
			made[f.Name]++
		}
	}
	for _, f := range markup.Formats {
		if made[f.Name] < 6 {
			t.Errorf("%s: %d documents", f.Name, made[f.Name])
		}
	}
}

func firstDifference(got, want []string) string {
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			around := func(words []string) []string { return words[min(len(words), max(0, i-3)):min(len(words), i+6)] }
			return fmt.Sprintf("at word %d: %q, want %q", i, around(got), around(want))
		}
	}
	return ""
}

// readers are programs that show a text as readers see it, by extension.
var readers = map[string][]string{
	".md":   {"pandoc", "-f", "markdown-smart", "-t", "plain", "--wrap=none"},
	".tex":  {"pandoc", "-f", "latex-smart", "-t", "plain", "--wrap=none"},
	".org":  {"pandoc", "-f", "org", "-t", "plain", "--wrap=none"},
	".adoc": {"asciidoctor", "-s", "-o", "-", "-"},
	".rst": {"python3", "-c", `import sys, docutils.core as core, docutils.nodes as nodes
tree = core.publish_doctree(sys.stdin.read(), settings_overrides={"report_level": 2, "halt_level": 5})
for hidden in [n for n in tree.findall() if isinstance(n, (nodes.comment, nodes.system_message))]: hidden.parent.remove(hidden)
print(tree.astext())`},
}

// read returns the words of a text as a program shows them, and its warnings.
func read(t *testing.T, file, text string) (words []string, complaints string) {
	t.Helper()
	line := readers[filepath.Ext(file)]
	command := exec.Command(line[0], line[1:]...)
	var errs bytes.Buffer
	command.Stdin, command.Stderr = strings.NewReader(text), &errs
	out, err := command.Output()
	if errors.Is(err, exec.ErrNotFound) || strings.Contains(errs.String(), "No module named") {
		t.Skipf("%s: %v (apt-get install pandoc python3-docutils asciidoctor)", line[0], err)
	}
	if err != nil {
		t.Fatalf("%s: %v: %s", line[0], err, errs.String())
	}
	return strings.Fields(tag.ReplaceAllString(string(out), " ")), errs.String()
}

var (
	tag    = regexp.MustCompile(`<[^<>]*>`)
	lineNo = regexp.MustCompile(`\d+`)
)

// TestPartsInOrderAreRead checks that other programs see the same words in the assembled document as in the text, without new warnings.
func TestPartsInOrderAreRead(t *testing.T) {
	for ext := range readers {
		t.Run(ext[1:], func(t *testing.T) {
			n := 0
			for file, text := range texts(t) {
				if filepath.Ext(file) != ext {
					continue
				}
				_, c, err := inOrder(file, text, 3)
				if err != nil {
					t.Logf("%s: %v", file, err)
					continue
				}
				text, document := asBook(text, c.Created["all"+ext])
				want, complaintsBefore := read(t, file, text)
				got, complaints := read(t, file, document)
				if !slices.Equal(lettersOf(got), lettersOf(want)) {
					t.Errorf("%s: %s", file, firstDifference(lettersOf(got), lettersOf(want)))
				}
				if a, b := strings.Count(complaints, "\n"), strings.Count(complaintsBefore, "\n"); a > b {
					t.Errorf("%s: %s\nbefore %s", file, complaints, complaintsBefore)
				}
				n++
			}
			if n == 0 {
				t.Error("no text")
			}
		})
	}
}

// asBook returns a text and the document assembled from it such that programs read both alike: the document with the preamble or the
// attributes of the text, the text without its table of contents or field list.
func asBook(text, document string) (string, string) {
	const begin, end = "\\begin{document}", "\n\\end{document}\n"
	if preamble, _, ok := strings.Cut(text, begin); ok {
		document = preamble + begin + "\n" + document + end
	}
	if strings.HasPrefix(text, ":") { // a field list at the top of reStructuredText
		_, text, _ = strings.Cut(text, "\n\n")
	}
	if strings.HasPrefix(text, "= ") {
		text = strings.ReplaceAll(text, ":toc:", ":no-toc:")
		document = strings.Join(attribute.FindAllString(text, -1), "\n") + "\n\n" + document
	}
	return text, document
}

var attribute = regexp.MustCompile(`(?m)^:[\w-]+:.*$`)

// lettersOf returns words without the rest of the output, such as numbers and lines that a program draws.
func lettersOf(words []string) (list []string) {
	for _, word := range words {
		if word = lineNo.ReplaceAllString(strings.Trim(word, "[]()*-=_.,:;"), ""); word != "" {
			list = append(list, word)
		}
	}
	return list
}
