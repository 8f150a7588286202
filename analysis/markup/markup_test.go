package markup

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestScan compares the blocks of each sample document with its listing in testdata. That has a line for each block, with its
// line number, kind, and level and title or number of children, then a line for each run of its prose.
func TestScan(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.*")
	samples, _ := filepath.Glob("../../testdata/samples/*.*")
	documents, _ := filepath.Glob("../../testdata/formats/*.*")
	for _, file := range slices.Concat(files, samples, documents) {
		if strings.HasSuffix(file, ".blocks") {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			format, _ := ByFileName(file)
			got := listing(format, string(text))
			golden := "testdata/" + filepath.Base(file) + ".blocks"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("the blocks of %s are not those of %s; run with -update and read the difference", file, golden)
			}
			checkBlocks(t, format, string(text))
		})
	}
}

// listing renders the blocks of a text for a reader.
func listing(f Format, text string) string {
	var out strings.Builder
	for _, b := range f.Scan(text) {
		line := 1 + strings.Count(text[:b.Span.Start], "\n")
		fmt.Fprintf(&out, "%d %s", line, b.Kind)
		switch {
		case b.Kind == Heading:
			fmt.Fprintf(&out, " %d %q", b.Level, f.Title(text, b))
		case b.Kind == Directive:
			said := b.Runs[0].Extent()
			fmt.Fprintf(&out, " %q", text[said.Start:said.End])
		case len(b.Children) > 0:
			fmt.Fprintf(&out, " of %d", len(b.Children))
		}
		out.WriteString("\n")
		if b.Kind.IsProse() {
			for part := range strings.SplitSeq(string(f.AppendMask(nil, text, b)), "\n") {
				fmt.Fprintf(&out, "  | %s\n", strings.Join(strings.Fields(part), " "))
			}
		}
	}
	return out.String()
}

// checkBlocks checks the invariants of blocks, for any text.
func checkBlocks(t *testing.T, f Format, text string) {
	t.Helper()
	check := func(b Block, within Span, from int) int {
		switch {
		case b.Span.Start < from || b.Span.End > within.End || b.Span.Len() <= 0:
			t.Fatalf("%q: %v %v is empty, out of order (%d) or out of bounds (%v)", text, b.Kind, b.Span, from, within)
		case !b.Kind.IsProse() && b.Kind != Heading && b.Kind != Directive && len(b.Runs) > 0:
			t.Fatalf("%v %v has runs", b.Kind, b.Span)
		case b.Kind == Heading && (b.Level < 1 || b.Level > 6):
			t.Fatalf("heading of level %d", b.Level)
		}
		at := b.Span.Start
		for _, run := range b.Runs {
			for _, s := range run {
				if s.Start < at || s.End > b.Span.End || s.Len() < 0 {
					t.Fatalf("%v %v: run %v out of order or bounds", b.Kind, b.Span, run)
				}
				at = s.End
			}
		}
		if masked := f.AppendMask([]byte("x"), text, b); len(masked) != 1+b.Span.Len() {
			t.Fatalf("mask of %v %v has %d bytes", b.Kind, b.Span, len(masked)-1)
		}
		if title := f.Title(text, b); utf8.ValidString(text) && !utf8.ValidString(title) {
			t.Fatalf("%q: the title of %v %v is %q", text, b.Kind, b.Span, title)
		}
		return b.Span.End
	}
	from := 0
	for _, b := range f.Scan(text) {
		end := check(b, Span{0, len(text)}, from)
		at := b.Span.Start
		for _, c := range b.Children {
			at = check(c, b.Span, at)
		}
		from = end
	}
}

func TestInline(t *testing.T) {
	for _, test := range []struct{ in, prose, reading string }{
		{"a `b c` d", "a d", "a b c d"},
		{"a ``b ` c`` d ` e", "a d ` e", "a b ` c d ` e"},
		{"[link](http://x.y/(z) \"t\") end", "link end", "link end"},
		{"[link][ref] and [only]", "link and [only]", "link and [only]"},
		{"an ![image *x*](a.png) here", "an here", "an here"},
		{"so $x^2$ is, at $5 and $10", "so is, at $5 and $10", "so x^2 is, at $5 and $10"},
		{"see [@smith2020, p. 3] and @doe99.", "see and .", "see [Smith 2020] and [doe99]."},
		{"mail a@b.org now", "mail a@b.org now", "mail a@b.org now"},
		{"<https://x.y> and <b>bold</b>", "and bold", "https://x.y and bold"},
		{"at https://x.y/z_(a). Then", "at . Then", "at https://x.y/z_(a). Then"},
		{"[[page]] [[page|text]] ![[file]]", "page text", "page text"},
		{"note[^1] on", "note on", "note on"},
		{`a note^[Of [mine] here.] on, see \@ref(fig:a). a^2 ^[`, "a note on, see . a^2 ^[", "a note on, see . a^2 ^["},
		{"a *b* _c_ snake_case **d** 2 * 3", "a b c snake_case d 2 * 3", "a b c snake_case d 2 * 3"},
		{`\*not\* &amp; this`, "*not * this", "*not* & this"},
		{"the `&lt;br&gt;` tag &lt;b&gt; and \\&amp; so", "the tag b and &amp; so", "the &lt;br&gt; tag <b> and &amp; so"},
		{"x {#id .class} {{< video y >}} z", "x z", "x z"},
		{"x {/* a *note* */} y {/* open", "x y {/ open", "x y {/ open"},
		{"a < b and c > d", "a < b and c > d", "a < b and c > d"},
		{"`unclosed and [open and $", "`unclosed and [open and $", "`unclosed and [open and $"},
	} {
		block := Block{Span: Span{0, len(test.in)}, Runs: []Run{{{0, len(test.in)}}}}
		prose := strings.Join(strings.Fields(string(Markdown.AppendMask(nil, test.in, block))), " ")
		if prose != test.prose {
			t.Errorf("Mask(%q) = %q, want %q", test.in, prose, test.prose)
		}
		if reading := Markdown.Title(test.in, block); reading != test.reading {
			t.Errorf("Title(%q) = %q, want %q", test.in, reading, test.reading)
		}
	}
}

func TestFormatOfFile(t *testing.T) {
	for name, want := range map[string]string{
		"a.md": "markdown", "b/c.TXT": "text", "x.Rmd": "markdown", "file:///c%3A/d.markdown": "markdown",
	} {
		if f, ok := ByFileName(name); !ok || f.Name != want {
			t.Errorf("ByFileName(%q) = %q, %v", name, f.Name, ok)
		}
	}
	if _, ok := ByFileName("a.xyz"); ok {
		t.Error("an unknown extension has a format")
	}
}

// TestEqualFormats checks that dialects of Markdown that read a text differently are not equal.
func TestEqualFormats(t *testing.T) {
	names := []string{"a.md", "a.mdx", "a.Rmd", "a.txt"}
	for i, a := range names {
		for j, b := range names {
			f, _ := ByFileName(a)
			g, _ := ByFileName(b)
			if f.Equal(g) != (i == j) {
				t.Errorf("the formats of %s and %s: Equal is %v", a, b, f.Equal(g))
			}
		}
	}
}

// TestPieces checks the invariants of blocks and of parts of texts, for random texts made of the pieces of markup of each format.
func TestPieces(t *testing.T) {
	texts := 10_000
	if testing.Short() {
		texts = 2000
	}
	for _, format := range Formats {
		t.Run(format.Name, func(t *testing.T) {
			t.Parallel()
			if len(pieces[format.Name]) == 0 {
				t.Fatalf("testdata/pieces.json has no pieces of %s", format.Name)
			}
			random := rand.New(rand.NewPCG(10, 0))
			for range texts {
				var text strings.Builder
				for range random.IntN(40) {
					text.WriteString(pieces[format.Name][random.IntN(len(pieces[format.Name]))])
				}
				checkBlocks(t, format, text.String())
				checkParts(t, format, text.String())
			}
		})
	}
}

// checkParts checks that where [Format.RestartsAfter] reports true, [Format.ScanPart] returns the same blocks as [Format.Scan].
func checkParts(t *testing.T, f Format, text string) {
	t.Helper()
	f = f.WithOutline(false) // the headings of a plain text depend on all of it
	blocks := f.Scan(text)
	for i := 1; i < len(blocks); i++ {
		before, from := blocks[i-1].Span, blocks[i].Span.Start
		if !f.RestartsAfter(text[before.Start:before.End], text[before.End:from]) {
			continue
		}
		part := f.ScanPart(text[from:])
		for j := range part {
			part[j].Shift(from)
		}
		if !reflect.DeepEqual(part, blocks[i:]) {
			t.Fatalf("%q begins afresh at %d, but\n has %+v\nnot %+v", text, from, part, blocks[i:])
		}
	}
}
