package restructure

import (
	"regexp"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/filename"
)

// TestExtractAndInline checks that extracting and inlining restores the text except for white space, and mostly byte for byte, with the
// file in the same folder or another, with and without metadata.
func TestExtractAndInline(t *testing.T) {
	made, exact, refused := 0, 0, 0
	refusedIn := make(map[string]int)
	eachDocument(t, func(t *testing.T, w *writer, d *analysis.Document) {
		named := func(title string) string { return filename.Slug(title) + d.Format.Extensions[0] }
		x := Extraction{Name: named, NewFilePlace: NewFilePlace{Source: "book.md"}}
		if w.IntN(2) == 0 {
			x.Folder, x.Back = "sub", ".."
		}
		if w.IntN(3) == 0 && d.Format.Name == "markdown" {
			x.FrontMatter = "---\ntitle: {title}\n---\n"
		}
		check := func(e Edit, err error) {
			if err != nil {
				refused++
				refusedIn[d.Format.Name]++
				return
			}
			made++
			wellFormed(t, d, e)
			after := reanalysed(d, e)
			at := -1
			for line := range markup.Lines(after.Text.String()) {
				if target, ok := IncludedPathAt(after, line.End); ok && target == e.Files[0].Path {
					at = line.End
				}
			}
			if e.Files[0].Text == "" || at < 0 {
				t.Errorf("no file or no link: %+v", e)
				return
			}
			back, err := Inline(after, at, x.NewFilePlace, e.Files[0].Text)
			if err != nil {
				t.Errorf("extracted, but cannot be inlined: %v\n%q\n%q", err, d.Text.String(), after.Text.String())
				return
			}
			wellFormed(t, after, back)
			got := back.Apply(after.Text.String())
			switch {
			case got == d.Text.String():
				exact++
			case !sameWords(newPage(d.Format, got), pageOf(d)):
				t.Errorf("extracted and inlined:\n%q\nwas\n%q\nthe file:\n%q", got, d.Text.String(), e.Files[0].Text)
			}
		}
		for i := range d.Fragments() {
			e, err := ExtractFragment(d, i, x)
			check(e, err)
		}
		for i := range d.Sections() {
			e, err := ExtractSection(d, i, x)
			check(e, err)
		}
	})
	t.Logf("%d extractions, %d to the byte, %d refused", made, exact, refused)
	if made < 4*refused || 10*exact < 8*made {
		t.Errorf("%d extractions, %d to the byte, but %d refused: %v", made, exact, refused, refusedIn)
	}
}

// TestSplitDocument checks that each word of the text occurs at least as often in the files and the index together.
func TestSplitDocument(t *testing.T) {
	eachDocument(t, func(t *testing.T, w *writer, d *analysis.Document) {
		for _, by := range []Division{ByFragments, ByHeadings} {
			n := 0
			e, err := SplitDocument(d, by, Extraction{NewFilePlace: NewFilePlace{Source: "book.md"}, Name: func(title string) string {
				n++
				return filename.Slug(title) + strings.Repeat("x", n) + ".md"
			}})
			if err != nil {
				continue
			}
			wellFormed(t, d, e)
			texts := []string{e.Apply(d.Text.String())}
			for _, f := range e.Files {
				texts = append(texts, f.Text)
			}
			is := make(map[string]int)
			for _, w := range words(untagged(d, texts)...) {
				is[plain(w)]++
			}
			for _, w := range words(untagged(d, []string{d.Text.String()})...) {
				if is[plain(w)]--; is[plain(w)] < 0 {
					t.Errorf("%q is lost in %q", w, texts)
				}
			}
		}
	})
}

// untagged returns texts without HTML tags, which contain addresses.
func untagged(d *analysis.Document, texts []string) []string {
	if d.Format.Name != markup.HyperText.Name {
		return texts
	}
	without := make([]string, len(texts))
	for i, text := range texts {
		without[i] = tag.ReplaceAllString(text, " ")
	}
	return without
}

var tag = regexp.MustCompile(`<[^<>]*>`)

// plain returns a word without a following address and without the markup of headings.
func plain(word string) string {
	word, _, _ = strings.Cut(word, "](")
	return strings.Trim(word, "#=-")
}

// TestExtract checks the links, footnotes and levels after an extraction.
func TestExtract(t *testing.T) {
	const text = `# Book

See [below](#brine), [here](#salt) and [Ferries](#ferries).

## Salt

Salt[^1] is [old](old.md), ![a](img/a.png), see [ferries](#Ferries) and [brine](#Brine). It is [defined][def].

### Brine

[own]: https://example.org

Brine is wet.

## Ferries

Ferries carry [salt][own].

[^1]: NaCl.

[def]: defs/salt.md
`
	d := analysis.New(text, markup.Markdown, analysis.Defaults())
	e, err := ExtractSection(d, 1, Extraction{NewFilePlace: NewFilePlace{Source: "book.md", Folder: "parts", Back: ".."}, Name: func(title string) string { return filename.Slug(title) + ".md" }})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := e.Apply(text), `# Book

See [below](parts/salt.md#brine), [here](#salt) and [Ferries](#ferries).

## Salt

[Salt](parts/salt.md)

[own]: https://example.org

## Ferries

Ferries carry [salt][own].

[^1]: NaCl.

[def]: defs/salt.md
`; got != want {
		t.Errorf("the text:\n%s\nwant\n%s", got, want)
	}
	if got, want := e.Files[0].Text, `# Salt

Salt[^1] is [old](../old.md), ![a](../img/a.png), see [ferries](../book.md#Ferries) and [brine](#Brine). It is [defined][def].

## Brine

[own]: https://example.org

Brine is wet.

[^1]: NaCl.

[def]: ../defs/salt.md
`; got != want || e.Files[0].Path != "parts/salt.md" {
		t.Errorf("the file %s:\n%s\nwant\n%s", e.Files[0].Path, got, want)
	}
}

// TestEditLeavesReplacements checks that making an edit does not change the caller's replacements.
func TestEditLeavesReplacements(t *testing.T) {
	rest := make([]Replacement, 1, 2)
	rest[0] = insertion(5, "rest")
	newEdit(nil, append(rest, insertion(1, "more"))...)
	if rest[0].Text != "rest" {
		t.Errorf("a replacement has become another one: %+v", rest[0])
	}
}

// TestSplitAroundBoxes checks that a heading in a box is not separated from the section around the box.
func TestSplitAroundBoxes(t *testing.T) {
	d := analysis.New("<aside>\n\n# Before\n\nNo.\n\n</aside>\n\n# A\n\nOne.\n\n<details>\n\n# B\n\nTwo.\n\n</details>\n\nThree.\n\n# C\n\nFour.\n", markup.Markdown, analysis.Defaults())
	e, err := SplitDocument(d, ByHeadings, Extraction{Name: func(title string) string { return title + ".md" }})
	if err != nil || len(e.Files) != 2 || !strings.Contains(e.Files[0].Text, "Two.") {
		t.Errorf("%v: %v", err, e.Files)
	}
}

// TestLineEndsOfExtracted checks the line terminators of a fragment that is extracted, saved and put back. Mixed ones stay; otherwise the
// fragment gets those of the text again.
func TestLineEndsOfExtracted(t *testing.T) {
	for _, test := range []struct{ text, ends string }{
		{"# A\n\nSalt.\r\n\r\nSea is\r\nwide.\r\n\r\nRoad.\r\n", "\r\n"},
		{"# A\r\n\r\nSalt.\n\nSea is\nwide.\n\nRoad.\n", "\n"},
		{"# A\r\n\r\nSalt.\r\n\r\nSea is\r\nwide.\r\n\r\nRoad.\r\n", "\n"}, // saved by an editor that writes \n
		{"# A\n\nSalt.\n\nSea is\nwide.\n\nRoad.\n", "\r\n"},
	} {
		place := NewFilePlace{Source: "book.md", Folder: ".", Back: "."}
		e, err := ExtractFragment(analysis.New(test.text, markup.Markdown, everyParagraph()), 1, Extraction{NewFilePlace: place, Name: func(string) string { return "sea.md" }})
		if err != nil {
			t.Fatal(err)
		}
		now := e.Apply(test.text)
		file := strings.ReplaceAll(strings.ReplaceAll(e.Files[0].Text, "\r\n", "\n"), "\n", test.ends)
		back, err := Inline(analysis.New(now, markup.Markdown, everyParagraph()), strings.Index(now, "sea.md"), place, file)
		if got := back.Apply(now); err != nil || got != test.text {
			t.Errorf("%v: %q becomes %q", err, test.text, got)
		}
	}
}
