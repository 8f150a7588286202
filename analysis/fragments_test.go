package analysis

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestFragmentsOfSamples compares the fragments of each sample with the listing in testdata.
func TestFragmentsOfSamples(t *testing.T) {
	for _, file := range samples(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, format := read(t, file)
			d := New(text, format, Defaults())
			checkDocument(t, d)
			got := listing(d)
			golden := "testdata/" + filepath.Base(file) + ".fragments"
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
				t.Errorf("the fragments of %s are not those of %s; run with -update and read the difference", file, golden)
			}
		})
	}
}

// listing renders the fragments of a document for a reader.
func listing(d *Document) string {
	var out strings.Builder
	s := d.Lengths()
	fmt.Fprintf(&out, "words %d, paragraphs %d, fragments %d of %d to %d words, average %.1f, deviation %.1f\n",
		d.Words(), len(d.Paragraphs()), len(d.Fragments()), s.Min, s.Max, s.Average, s.Deviation)
	section := 0
	for i, f := range d.Fragments() {
		out.WriteString("\n")
		for ; section <= f.Section; section++ {
			fmt.Fprintf(&out, "%s %q\n", strings.Repeat("#", d.Sections()[section].Level), d.Sections()[section].Title)
		}
		if i > 0 {
			similarity := fmt.Sprintf("%.3f", d.Curve()[f.First-1])
			switch {
			case f.Pinned:
				similarity += " pinned"
			case f.Suggested:
				similarity += " new topic"
			}
			fmt.Fprintf(&out, "    ~ %s\n", similarity)
		}
		fmt.Fprintf(&out, "%3d words, paragraphs %d to %d, lines %d to %d: %s\n", f.Words, f.First+1, f.End,
			1+d.Text.LineAt(f.Span.Start), 1+d.Text.LineAt(d.Text.Trim(f.Span).End-1), f.Title().Text)
		fmt.Fprintf(&out, "    %q\n    %s\n", d.Paragraphs()[f.First].Opening(66), strings.Join(f.Terms(), ", "))
	}
	return out.String()
}

// pieces are parts of random documents. The last of them are prose, and are used more often.
var pieces = []string{
	"# One", "## Two", "### Three", "#### Four", "##### Five", "###### Six", "Setext\n======", "Of two\nlines\n---",
	"```\n# code\n```", "    indented code", "| a | b |\n|---|---|\n| c | d |", "<div>\n# raw\n</div>", "<!-- a comment -->",
	"<!-- segls: break -->", "<!-- segls: no-break -->", "<!--segls: no-break-->", "{/* segls: break */}", "<!-- segls: ignore-next -->",
	"<!-- segls: off -->", "<!-- segls: on -->", "{/* segls: on */}", "<!-- segls: ignore paragraph-too-short paragraph-too-lnog -->",
	"<!-- segls: preferred-words = 3 -->", "<!-- segls: headings = soft -->", "<!-- segls: max-words = -1 -->", "<!-- segls: of -->",
	"***", "$$\nx^2\n$$", "[label]: https://a.b", "[^1]: A note.", "![a figure](a.png)",
	"- salt\n- sea\n\n  ```\n  code\n  ```\n- road and tide", "1. `code`\n2. moon\n   - tide\n3. harbour", "- salt", "> Salt.\n>\n> # Sea\n>\n> Road and tide.",
	"Salt of the sea.", "The road runs\nalong the harbour, and the tide with it.", "Moon.", "Tide and moon and tide again.",
	"The harbour was salt; the salt was road.", "Of it all.",
}

func TestFragmentsOfRandomDocuments(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	documents := 4000
	if testing.Short() {
		documents = 1000
	}
	for i := range documents {
		var text strings.Builder
		if r.IntN(5) == 0 {
			text.WriteString("---\ntitle: Salt\n---\n")
		}
		for range r.IntN(16) {
			piece := r.IntN(len(pieces))
			if r.IntN(2) == 0 {
				piece = len(pieces) - 1 - r.IntN(10)
			}
			text.WriteString(pieces[piece])
			text.WriteString([]string{"\n\n", "\n\n", "\n\n\n", "\n"}[r.IntN(4)])
		}
		checkDocument(t, New(text.String(), markup.Markdown, with(t, someSettings[i%len(someSettings)])))
	}
	for _, text := range edges {
		for _, settings := range someSettings {
			checkDocument(t, New(text, markup.Markdown, with(t, settings)))
		}
	}
}

// TestExtents checks where each fragment begins (⟦) and ends (⟧). The preferred length is one word, so each paragraph is a fragment.
func TestExtents(t *testing.T) {
	for _, test := range []struct{ headings, text string }{
		{"hard", "⟦salt\n\n⟧⟦sea\n⟧"},
		{"hard", "---\na: b\n---\n\n⟦```\ncode\n```\n\nsalt\n\n***\n\n⟧# a\n\n⟦![](b.png)\n\nsea\n\n$$x$$\n\n⟧⟦road\n\n    code\n⟧"},
		{"hard", "# a\n\n```\ncode\n```\n\n# b\n\n⟦salt\n\n⟧# c\n\n```\ncode\n```\n\n## d\n\n# e\n\n⟦sea\n\n⟧# f\n\n***\n"},
		{"hard", "⟦- salt\n⟧⟦- sea\n\n  code\n⟧⟦- road\n\n⟧***\n\n⟦tide⟧"},
		{"hard", "⟦***\n\nsalt\n\n⟧***\n\n![](a.png)\n\n***\n\n⟦```\ncode\n```\n\nsea\n\n***\n\n⟧# a\n\n⟦***\n\nroad\n\n***\n⟧"},
		{"soft", "⟦salt\n\n⟧***\n\n⟦sea\n\n***\n\n⟧⟦# a\n\nroad\n⟧"},
		{"hard", "⟦salt\n\n⟧⟦1. `code`\n2. sea\n⟧⟦3. road\n4. `code`\n\n⟧⟦> ***\n> tide\n>\n⟧⟦> moon⟧"},
		{"soft", "---\na: b\n---\n\n⟦# a\n\nsalt\n\n***\n\n⟧⟦# b\n\n```\ncode\n```\n\n## c\n\n***\n\nsea\n\n⟧⟦road\n\n# d\n⟧"},
		{"hard", "⟦salt\n\n<!-- segls: off -->\n\nroad\n\n<!-- segls: on -->\n\n⟧⟦<!-- segls: break -->\n<!-- segls: ignore-next -->\n\nsea\n⟧"},
		{"hard", "⟦salt\n\n<!-- segls: ignore-next -->\n\n![](a.png)\n\n⟧⟦sea\n\n<!-- segls: break -->\n\n⟧# a\n\n⟦<!-- segls: no-break -->\n\nroad⟧"},
		{"soft", "⟦salt\n\n<!-- segls: off -->\n\nroad\n\n⟧⟦# b\n\ntide\n\n<!-- segls: on -->\n\nsea\n⟧"},
		{"ignore", "⟦***\n\n# a\n\nsalt\n\n⟧⟦# b\n\nsea\n⟧"},
	} {
		text := strings.NewReplacer("⟦", "", "⟧", "").Replace(test.text)
		d := New(text, markup.Markdown, with(t, "preferred-words=1 scaling=1000 headings="+test.headings))
		var got strings.Builder
		at := 0
		for _, f := range d.Fragments() {
			fmt.Fprintf(&got, "%s⟦%s⟧", text[at:f.Span.Start], text[f.Span.Start:f.Span.End])
			at = f.Span.End
		}
		if got.WriteString(text[at:]); got.String() != test.text {
			t.Errorf("with headings %s\n%s\nwant\n%s", test.headings, got.String(), test.text)
		}
	}
}
