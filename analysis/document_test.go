package analysis

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// with returns the defaults with some settings changed, such as "numbers=true top-terms=3".
func with(t testing.TB, settings string) Settings {
	t.Helper()
	s := Defaults()
	for _, assignment := range strings.Fields(settings) {
		name, value, _ := strings.Cut(assignment, "=")
		setting, ok := DeclaredSettings.Find(name)
		if !ok {
			t.Fatalf("there is no setting %s", name)
		}
		if err := setting.SetString(&s, value); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// samples returns the files of the documents written for the project.
func samples(t testing.TB) []string {
	files, _ := filepath.Glob("../testdata/samples/*.*")
	if len(files) == 0 {
		t.Fatal("there are no samples")
	}
	return files
}

func read(t testing.TB, file string) (string, markup.Format) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	format, ok := markup.ByFileName(file)
	if !ok {
		t.Fatalf("what is the format of %s?", file)
	}
	return string(text), format
}

// visible returns everything that a reader can see of a document.
func visible(d *Document) string {
	var out strings.Builder
	out.WriteString(listing(d))
	for _, s := range d.Sections() {
		s.Revision, s.ID = 0, "" // they differ between documents
		fmt.Fprintln(&out, s)
	}
	fmt.Fprintln(&out, d.Curve(), constraintsOf(d), d.Lengths(), d.IsQuiet())
	for _, p := range d.Paragraphs() {
		fmt.Fprintln(&out, p.Span, describeParagraph(d, p), p.Sentences())
	}
	for _, f := range d.Fragments() {
		terms := f.Terms()
		f = alike(f)
		f.ID = "" // it differs between documents
		fmt.Fprintf(&out, "%+v %q\n", f, terms)
	}
	explainer := d.Explainer()
	for g := range d.Curve() {
		fmt.Fprintf(&out, "%+v\n", explainer.Explain(g))
	}
	for _, f := range d.Findings() {
		fmt.Fprintf(&out, "%+v\n", f)
	}
	return out.String()
}

func TestTwoAnalysesAreEqual(t *testing.T) {
	for _, file := range samples(t) {
		text, format := read(t, file)
		a, b := New(text, format, Defaults()), New(text, format, Defaults())
		a.Format, b.Format = markup.Format{}, markup.Format{} // functions cannot be compared
		unrevised(a)
		unrevised(b)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("two analyses of %s differ", file)
		}
	}
}

// unrevised clears the revisions in a document, which differ between documents.
func unrevised(d *Document) {
	for _, c := range d.blocks.From(0) {
		if c.heading != nil {
			c.revision = 0
		}
	}
	for _, p := range d.parts.From(0) {
		p.revision = 0
	}
}

// TestHistoryHasNoEffect checks that the words that a vocabulary has learnt before do not affect an analysis. It gives the words of each
// sample one of two invented endings, and the vocabulary learns those with the second ending backwards, with thousands of others between
// them.
func TestHistoryHasNoEffect(t *testing.T) {
	const first, second = "zqk", "zpk" // of the same length and with the same last letter, and unknown to the stemmer
	word := regexp.MustCompile(`\b[A-Za-z]{3,}\b`)
	for n, file := range samples(t) {
		text, format := read(t, file)
		want := visible(New(word.ReplaceAllString(text, "${0}"+first), format, Defaults()))

		words := word.FindAllString(text, -1)
		slices.Reverse(words)
		vocabulary := language.ByCode("en").Vocabulary
		learn := func(language.Word, int, int) {}
		for i := range max(10_000, len(words)) {
			vocabulary.Words(fmt.Appendf(nil, "other%d%d", n, i), learn)
			if i < len(words) {
				vocabulary.Words([]byte(words[i]+second), learn)
			}
		}
		got := visible(New(word.ReplaceAllString(text, "${0}"+second), format, Defaults()))
		if strings.ReplaceAll(got, second, first) != want {
			t.Errorf("%s is analysed differently by a vocabulary with another history", file)
		}
	}
}

func TestAnalyzeEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	text := rope.New("salt\n\nsea")
	if d, err := Analyze(ctx, text, markup.PlainText, Defaults()); err != nil || len(d.Paragraphs()) != 2 {
		t.Errorf("%+v, %v", d, err)
	}
	cancel()
	if _, err := Analyze(ctx, text, markup.PlainText, Defaults()); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled analysis ends with the error %v", err)
	}
}

// someSettings are settings that together cover many branches of an analysis.
var someSettings = []string{
	"",
	"preferred-words=2 headings=soft paragraph-min-words=3 paragraph-max-words=6",
	"preferred-words=5 headings=ignore window-paragraphs=1 numbers=true cost=linear",
	"preferred-words=3 scene-breaks=soft scaling=4 min-words=2 max-words=4 window-ends=balance top-terms=2 term-ties=all",
	"preferred-words=1 scene-breaks=ignore scaling=0 window-weights=equal paragraph-vectors=unit language=ru",
	"preferred-words=4 min-words=9 max-words=5 language=hu",
	"language=fr", "language=es", "language=sv", "language=no",
}

// FuzzNew checks the invariants of checkDocument for any text.
func FuzzNew(f *testing.F) {
	for i, file := range samples(f) {
		text, _ := read(f, file)
		f.Add(text[:min(len(text), 3000)], i)
	}
	for i, text := range append([]string{"", "\n", "a\r\rb\n\r\n", "é😀\xff"}, edges...) {
		f.Add(text, i)
	}
	f.Fuzz(func(t *testing.T, text string, choice int) {
		s := with(t, someSettings[uint(choice)%uint(len(someSettings))])
		for _, format := range markup.Formats {
			checkDocument(t, New(text, format, s))
		}
	})
}
