package chunk_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// checkChunks checks the promises of chunks: limits hold, every word of prose is in its place and only once except in overlaps, and cuts
// that are worse than between sentences are reported.
func checkChunks(t *testing.T, d *analysis.Document, limits chunk.Limits) []chunk.Chunk {
	t.Helper()
	chunks, cuts, err := chunk.Of(d, limits)
	if err != nil {
		t.Fatal(err)
	}
	var starts []int
	for _, p := range d.Paragraphs() {
		p.Language().Vocabulary.Words(p.Prose(), func(w language.Word, start, _ int) {
			if !w.Elided {
				starts = append(starts, p.Span.Start+start)
			}
		})
	}
	words := func(s markup.Span) int {
		from, _ := slices.BinarySearch(starts, s.Start)
		to, _ := slices.BinarySearch(starts, s.End)
		return to - from
	}
	total, end := 0, 0
	for i, c := range chunks {
		text := d.Text.Slice(c.Span)
		own := markup.Span{Start: c.Span.Start + c.Overlap, End: c.Span.End}
		above := 0
		d.Language.Vocabulary.Words([]byte(c.Headings), func(w language.Word, _, _ int) {
			if !w.Elided {
				above++
			}
		})
		if c.Words != above+words(c.Span) || c.Chars != utf8.RuneCountInString(c.Headings+c.Header+text) || c.Repeated != words(c.Span)-words(own) {
			t.Errorf("chunk %d is %+v, but has %d words, %d of its own, and %d characters", i, c, above+words(c.Span), words(own), utf8.RuneCountInString(c.Headings+c.Header+text))
		}
		if limits.Tokens != nil {
			if n := tokens(c.Headings + c.Header + text); n != c.Tokens || limits.MaxTokens > 0 && n > limits.MaxTokens {
				t.Errorf("chunk %d has %d tokens and is %+v under %+v", i, n, c, limits)
			}
			if n := tokens(d.Text.Slice(markup.Span{Start: c.Span.Start, End: own.Start})); limits.OverlapTokens > 0 && c.Overlap > 0 && n > limits.OverlapTokens {
				t.Errorf("chunk %d repeats %d tokens under %+v", i, n, limits)
			}
		}
		if limits.MaxWords > 0 && c.Words > limits.MaxWords || limits.MaxChars > 0 && c.Chars > limits.MaxChars {
			t.Errorf("chunk %d is beyond a limit of %+v: %+v", i, limits, c)
		}
		if own.Start < end || strings.TrimSpace(d.Text.Slice(own)) == "" {
			t.Errorf("chunk %d at %+v is after %d", i, own, end)
		}
		if limits.Overlap > 0 && c.Repeated > limits.Overlap || limits.Overlap+limits.OverlapTokens == 0 && c.Repeated > 0 || c.Overlap > 0 && (i == 0 || c.Span.Start < chunks[i-1].Span.Start) {
			t.Errorf("chunk %d repeats %+v", i, c)
		}
		total += words(own)
		end = own.End
		isReported := slices.ContainsFunc(cuts, func(x chunk.Cut) bool {
			return x.Joint >= c.Joint && x.Chunks > 1 && x.Span.Start < own.Start && own.Start < x.Span.End
		})
		if c.Joint > chunk.BetweenSentences && !isReported {
			t.Errorf("the cut %v before chunk %d is not reported", c.Joint, i)
		}
	}
	if total != d.Words() {
		t.Errorf("%d words in the chunks of %d", total, d.Words())
	}
	if !limits.ProseOnly {
		checkCoverage(t, d, chunks)
	}
	return chunks
}

// checkCoverage checks that the chunks contain all of a text except omitted parts, and nothing that is turned off.
func checkCoverage(t *testing.T, d *analysis.Document, chunks []chunk.Chunk) {
	t.Helper()
	text := d.Text.String()
	rest := []byte(text) // with spaces in place of what has been found
	blank := func(s markup.Span) {
		for i := s.Start; i < s.End; i++ {
			rest[i] = ' '
		}
	}
	for _, o := range d.Format.Omissions(text, d.Blocks()) {
		blank(o.Span)
	}
	for _, s := range d.SwitchedOff() {
		blank(s)
		for i, c := range chunks {
			if c.Span.Start < s.End && s.Start < c.Span.End && strings.TrimSpace(text[max(s.Start, c.Span.Start):min(s.End, c.Span.End)]) != "" {
				t.Errorf("chunk %d has what is turned off", i)
			}
		}
	}
	at := 0
	for _, c := range chunks {
		checkLost(t, d, string(rest[at:max(at, c.Span.Start)]))
		at = max(at, c.Span.End)
	}
	checkLost(t, d, string(rest[at:]))
	length := 0
	for _, o := range chunk.LeftOut(d, chunks) {
		length += o.Len()
		if slices.ContainsFunc(chunks, func(c chunk.Chunk) bool { return c.Span.Start < o.End && o.Start < c.Span.End }) {
			t.Errorf("%v is in a chunk, and left out", o)
		}
	}
	for _, c := range chunks {
		length += c.Span.Len() - c.Overlap
	}
	if all := len(strings.Join(strings.Fields(text), "")); length < all {
		t.Errorf("%d bytes are in chunks or left out, of %d", length, all)
	}
}

func checkLost(t *testing.T, d *analysis.Document, lost string) {
	t.Helper()
	if !d.Format.ShowsNothing(lost) {
		t.Errorf("this is in no chunk: %q", strings.TrimSpace(lost))
	}
}

// tokens counts tokens that do not add up: one for every four characters of a word, rounded up, and one for each text.
func tokens(text string) int {
	n, run := 1, 0
	for _, r := range text {
		if unicode.IsSpace(r) {
			run = 0
			continue
		}
		if run%4 == 0 {
			n++
		}
		run++
	}
	return n
}

func countTokens(texts []string) ([]int, error) {
	counts := make([]int, len(texts))
	for i, text := range texts {
		counts[i] = tokens(text)
	}
	return counts, nil
}

var (
	many   = flag.Int("chunks", 0, "the minimum number of random chunks to check")
	corpus = flag.String("corpus", "../../testdata/samples", "the folder of the texts of random chunks")
)

// TestChunks checks the promises under limits of any size, on all samples.
func TestChunks(t *testing.T) {
	samples, _ := filepath.Glob(filepath.Join(*corpus, "*.*"))
	random := rand.New(rand.NewPCG(1, 2))
	checked := 0
	for round := 0; round == 0 || checked < *many; round++ {
		for _, path := range samples {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			format, _ := markup.ByFileName(path)
			each := 10
			if testing.Short() {
				each = 2
			}
			for range each {
				// Some limits are close to each other, some far apart, and some are not given.
				some := func(n int) int { return max(0, random.IntN(n)-n/4) }
				s := analysis.Defaults()
				s.MaxWords, s.MinWords = some(600), some(100)
				s.Headings = []string{analysis.HeadingsHard, analysis.HeadingsSoft, analysis.HeadingsIgnore}[random.IntN(3)]
				limits := chunk.Limits{MaxWords: s.MaxWords, MinWords: s.MinWords, MaxChars: some(3000), Overlap: some(80), Headings: random.IntN(2) == 0}
				if random.IntN(2) == 0 {
					limits.MaxTokens, limits.MinTokens, limits.OverlapTokens, limits.Tokens = 3+some(700), some(90), some(60), countTokens
				}
				checked += len(checkChunks(t, analysis.New(string(text), format, s), limits))
				if t.Failed() {
					t.Fatalf("%s under %+v", path, limits)
				}
			}
		}
	}
	t.Logf("%d chunks", checked)
}

// TestChunksOfEveryFormat checks the promises for documents of blocks in any order, in every format.
func TestChunksOfEveryFormat(t *testing.T) {
	paths, _ := filepath.Glob("../../testdata/formats/*.*")
	random := rand.New(rand.NewPCG(3, 4))
	rounds := 6
	if testing.Short() {
		rounds = 1
	}
	for _, f := range markup.Formats {
		if !slices.ContainsFunc(paths, func(path string) bool { format, _ := markup.ByFileName(path); return format.Name == f.Name }) {
			t.Errorf("there is no text in %s", f.Name)
		}
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		format, _ := markup.ByFileName(path)
		s := analysis.Defaults()
		checkChunks(t, analysis.New(string(text), format, s), chunk.Limits{})
		blocks := strings.Split(string(text), "\n\n")
		for round := range rounds {
			random.Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
			some := func(n int) int { return max(0, random.IntN(n)-n/4) }
			s.Headings = []string{analysis.HeadingsHard, analysis.HeadingsHard, analysis.HeadingsSoft, analysis.HeadingsIgnore}[random.IntN(4)]
			s.MaxWords = some(200)
			limits := chunk.Limits{MaxWords: s.MaxWords, MaxChars: some(2000), Overlap: some(60), Headings: random.IntN(2) == 0, MinChars: random.IntN(3) - 1}
			if random.IntN(3) == 0 {
				limits.MaxTokens, limits.Tokens = 3+some(300), countTokens
			}
			d := analysis.New(strings.Join(blocks[:1+random.IntN(len(blocks))], "\n\n"), format, s)
			checkChunks(t, d, limits)
			if t.Failed() {
				t.Fatalf("%s, round %d, under %+v:\n%s", path, round, limits, d.Text.String())
			}
		}
	}
}

// TestSectionsWithoutProse checks that each ⟦…⟧ is a chunk.
func TestSectionsWithoutProse(t *testing.T) {
	for name, test := range map[string]struct {
		format markup.Format
		marked string
	}{
		"table":           {markup.Markdown, "# A\n\n⟦| a | b |\n|---|---|\n| 1 | 2 |⟧\n\n# B\n\n⟦Salt.⟧\n"},
		"code":            {markup.Markdown, "# A\n\n⟦```\na = b\n```⟧\n\n## B\n\n⟦$$\nx\n$$⟧\n"},
		"shortcodes":      {markup.Markdown, "# A\n\n⟦{{< video https://example.org/a >}}⟧\n\n# B\n\n{{< pagebreak >}}\n"},
		"picture":         {markup.Markdown, "⟦Salt.⟧\n\n# A\n\n⟦![](a.png)⟧\n\n## B\n"},
		"no prose":        {markup.Markdown, "---\ntitle: A\n---\n\n⟦![](a.png)⟧\n\n<!-- a comment -->\n"},
		"two":             {markup.Markdown, "# A\n\n⟦```\na\n```\n\n<!-- x -->\n\n```\nb\n```⟧\n"},
		"footnotes":       {markup.Markdown, "⟦Salt.[^1]⟧\n\n# A\n\n⟦[^1]: Wool.⟧\n\n[a]: b.md \"c\"\n[d]: e.md\n"},
		"a rule":          {markup.Markdown, "# A\n\n---\n\n# B\n\n⟦Salt.\n\n---⟧\n\n# C\n"},
		"scenes":          {markup.Markdown, "⟦Salt.\n\n* * *⟧\n\n⟦Wool.⟧\n"},
		"off":             {markup.Markdown, "⟦Salt.⟧\n\n<!-- segls: off -->\n\nNo.\n\n# Not\n\n| a |\n|---|\n\n<!-- segls: on -->\n\n⟦Wool.⟧\n"},
		"a comment":       {markup.Markdown, "<!-- x -->\n\n⟦Salt.\n\n<!-- y -->\n\nWool.⟧\n\n<!-- z -->\n"},
		"directives":      {markup.ReStructuredText, "A\n=\n\n.. contents::\n\n.. _x:\n\n⟦.. image:: a.png\n   :alt: Salt⟧\n\n.. a comment\n\nB\n=\n\n⟦.. note:: Title\n\n   Wool.⟧\n"},
		"block title":     {markup.AsciiDoc, "= A\n:toc:\n\n⟦.Salt\n----\na\n----⟧\n\n== B\n\ninclude::x.adoc[]\n\n⟦image::a.png[Wool]⟧\n\n// no\n"},
		"latex":           {markup.LaTeX, "\\documentclass{book}\n\\begin{document}\n\\section{A}\n\\label{a}\n\n⟦\\[ x \\]⟧\n\n% no\n\n\\section{B}\n\n\\input{c}\n\n⟦\\begin{tabular}{l}\n1 \\\\\n\\end{tabular}⟧\n\\end{document}\n"},
		"org":             {markup.Org, "#+TITLE: A\n\n* B\n:PROPERTIES:\n:ID: 1\n:END:\n\n⟦#+CAPTION: Salt\n| 1 | 2 |⟧\n\n* C\n\n# no\n"},
		"html":            {markup.HyperText, "<html><head><title>A</title></head><body>\n<h1>B</h1>\n⟦<table><tr><td>1</td></tr></table>⟧\n<h2>C</h2>\n⟦<img src=\"a.png\">⟧\n</body></html>\n"},
		"typst":           {markup.Typst, "#import \"a.typ\": *\n\n= A\n\n⟦$ x $⟧\n\n= B\n\n#outline()\n\n⟦#table(columns: 2, [1], [2])⟧\n"},
		"a list of links": {markup.HyperText, "<h1>A</h1>\n⟦<ul><li><a href=\"b\">B</a></li></ul>⟧\n<h2>C</h2>\n⟦<p>D.</p>⟧\n"},
	} {
		d := analysis.New(strings.NewReplacer("⟦", "", "⟧", "").Replace(test.marked), test.format, analysis.Defaults())
		got := d.Text.String()
		chunks := checkChunks(t, d, chunk.Limits{})
		for _, c := range slices.Backward(chunks) {
			got = got[:c.Span.Start] + "⟦" + got[c.Span.Start:c.Span.End] + "⟧" + got[c.Span.End:]
			if (c.Fragment < 0) != (c.Words == 0) {
				t.Errorf("%s: %+v", name, c)
			}
		}
		if got != test.marked {
			t.Errorf("%s:\n%s\nnot\n%s", name, got, test.marked)
		}
	}
}

// TestNoTinyChunks checks that no chunk is tiny if a neighbour has room.
func TestNoTinyChunks(t *testing.T) {
	text := "# A\n\n" + strings.Repeat("The grey salt comes first. ", 30) + "\n\nWool.\n\n```\na\n```\n\n# B\n\nTow.\n"
	s := analysis.Defaults()
	s.PreferredWords = 50
	d := analysis.New(text, markup.Markdown, s)
	for _, c := range checkChunks(t, d, chunk.Limits{MaxChars: 300}) {
		if own := d.Text.Slice(c.Span); c.Chars < 30 && own != "Tow." {
			t.Errorf("%q is a stump", own)
		}
	}
}

// TestMinimum checks that fragments below the minimum are joined or take text from their neighbours, within the maximum and the section.
func TestMinimum(t *testing.T) {
	paragraph := func(words ...string) string { return strings.Repeat("The "+strings.Join(words, " ")+". ", 4) + "\n\n" }
	salt, wool := paragraph("salt", "pans", "shine"), paragraph("wool", "ewes", "sleep")
	text := "# One\n\n" + salt + salt + "<!-- segls: break -->\n\n" + wool + "# Two\n\nShort.\n"
	s := analysis.Defaults()
	for name, test := range map[string]struct {
		text   string
		limits chunk.Limits
		want   []int // words
	}{
		"a directive and a heading divide": {text, chunk.Limits{MinWords: 40}, []int{32, 16, 1}},
		"a heading divides":                {strings.Replace(text, "<!-- segls: break -->\n\n", "", 1), chunk.Limits{MinWords: 40}, []int{48, 1}},
		"the maximum comes first":          {salt + salt + wool, chunk.Limits{MinWords: 40, MaxWords: 20}, []int{16, 16, 16}},
		"as few below as possible":         {salt + salt + wool, chunk.Limits{MinWords: 20, MaxWords: 30}, []int{28, 20}},
	} {
		var got []int
		for _, c := range checkChunks(t, analysis.New(test.text, markup.Markdown, s), test.limits) {
			got = append(got, c.Words)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestWholeBlocks checks that code that fits stays whole.
func TestWholeBlocks(t *testing.T) {
	code := "```\n" + strings.Repeat("a = b + c\n", 20) + "```"
	text := strings.Repeat("Salt is raked in August. ", 12) + "\n\n" + code + "\n\n" + strings.Repeat("The grey salt comes first. ", 12) + "\n"
	d := analysis.New(text, markup.Markdown, analysis.Defaults())
	for most := len(code); most < 500; most += 37 {
		isWhole := false
		for _, c := range checkChunks(t, d, chunk.Limits{MaxChars: most}) {
			isWhole = isWhole || strings.Contains(d.Text.Slice(c.Span), code)
		}
		if !isWhole {
			t.Errorf("the code is cut under a limit of %d", most)
		}
	}
}

// TestLongText checks that a paragraph with more sentences than one division takes has at most twice as many chunks as it needs.
func TestLongText(t *testing.T) {
	text := strings.Repeat("Salt. Wool. ", 12_000)
	chunks := checkChunks(t, analysis.New(text, markup.Markdown, analysis.Defaults()), chunk.Limits{MaxChars: 400})
	if most := 2 * len(text) / 400; len(chunks) > most {
		t.Errorf("%d chunks, where %d would do", len(chunks), len(text)/400)
	}
}

// TestTooSmall checks the errors for a limit that a character exceeds, and for a counter that fails.
func TestTooSmall(t *testing.T) {
	d := analysis.New("The mill.\n\nA 雨 falls.\n", markup.Markdown, analysis.Defaults())
	rain := func(texts []string) ([]int, error) {
		counts := make([]int, len(texts))
		for i, text := range texts {
			counts[i] = len(text)
		}
		return counts, nil
	}
	_, _, err := chunk.Of(d, chunk.Limits{MaxTokens: 2, Tokens: rain})
	if small := (*chunk.TooSmallError)(nil); !errors.As(err, &small) || small.Line != 2 || small.Character != "雨" {
		t.Error(err)
	}
	if _, _, err := chunk.Of(d, chunk.Limits{MaxTokens: 3, Tokens: rain}); err != nil {
		t.Error(err)
	}
	broken := errors.New("broken")
	if _, _, err := chunk.Of(d, chunk.Limits{MaxTokens: 3, Tokens: func([]string) ([]int, error) { return nil, broken }}); !errors.Is(err, broken) {
		t.Error(err)
	}
	if _, _, err := chunk.Of(d, chunk.Limits{MaxTokens: 3, Tokens: func([]string) ([]int, error) { return nil, nil }}); err == nil {
		t.Error("no counts are counts")
	}
}

// TestCountingIsLinear checks that each byte of a text is counted only a few times, however long the text is.
func TestCountingIsLinear(t *testing.T) {
	for name, unit := range map[string]string{"sentences": "Salt is raked in August. ", "a word": "salt", "lines": "salt and wool\n", "paragraphs": "Salt.\n\n"} {
		for _, n := range []int{2000, 20_000} {
			if n > 2000 && testing.Short() {
				break
			}
			text := strings.Repeat(unit, n/len(unit))
			counted := 0
			_, _, err := chunk.Of(analysis.New(text, markup.Markdown, analysis.Defaults()), chunk.Limits{MaxTokens: 50, OverlapTokens: 15, Tokens: func(texts []string) ([]int, error) {
				for _, text := range texts {
					counted += len(text)
				}
				return countTokens(texts)
			}})
			if err != nil || counted > 12*len(text) {
				t.Errorf("%s: of %d bytes, %d were counted, %v", name, len(text), counted, err)
			}
		}
	}
}

// TestJoints checks that text is cut at the best joint available.
func TestJoints(t *testing.T) {
	sentence := "A sentence of exactly seven words here. "
	for name, test := range map[string]struct {
		text   string
		limits chunk.Limits
		want   []string
		joint  chunk.Joint
	}{
		"paragraphs": {"One two.\n\nThree four.\n", chunk.Limits{MaxChars: 12}, []string{"One two.", "Three four."}, chunk.BetweenParagraphs},
		"blocks":     {"One two.\n\n    code and more\n", chunk.Limits{MaxChars: 17}, []string{"One two.", "code and more"}, chunk.BetweenBlocks},
		"items":      {"- one two\n- three four\n", chunk.Limits{MaxWords: 2}, []string{"- one two", "- three four"}, chunk.BetweenBlocks},
		"sentences": {
			strings.Repeat(sentence, 4),
			chunk.Limits{MaxWords: 14},
			[]string{sentence + strings.TrimSpace(sentence), sentence + strings.TrimSpace(sentence)},
			chunk.BetweenSentences,
		},
		"lines":      {"One\n\n```\na b c\nd e f\n```\n", chunk.Limits{MaxChars: 9}, []string{"One", "```\na b c", "d e f\n```"}, chunk.BetweenLines},
		"words":      {"one two three four\n", chunk.Limits{MaxWords: 2}, []string{"one two", "three four"}, chunk.BetweenWords},
		"no spaces":  {"one—two—three\n", chunk.Limits{MaxWords: 2}, []string{"one—two—", "three"}, chunk.BetweenCharacters},
		"characters": {"e\u0301e\u0301e\u0301\n", chunk.Limits{MaxChars: 3}, []string{"e\u0301", "e\u0301", "e\u0301"}, chunk.BetweenCharacters},
		"less":       {"e\u0301\n", chunk.Limits{MaxChars: 1}, []string{"e", "\u0301"}, chunk.BetweenCharacters},
	} {
		t.Run(name, func(t *testing.T) {
			d := analysis.New(test.text, markup.Markdown, analysis.Settings{})
			var got []string
			chunks := checkChunks(t, d, test.limits)
			for _, c := range chunks {
				got = append(got, d.Text.Slice(c.Span))
			}
			if !slices.Equal(got, test.want) || chunks[len(chunks)-1].Joint != test.joint {
				t.Errorf("%q, between %v", got, chunks[len(chunks)-1].Joint)
			}
		})
	}
}

// TestChunkOverlap checks that whole sentences are repeated, but not across a heading.
func TestChunkOverlap(t *testing.T) {
	text := "One two three. Four five. Six seven.\n\nEight nine.\n\n# Ten\n\nEleven twelve.\n"
	d := analysis.New(text, markup.Markdown, analysis.Settings{})
	var got []string
	for _, c := range checkChunks(t, d, chunk.Limits{MaxWords: 7, Overlap: 4}) {
		got = append(got, d.Text.Slice(c.Span))
	}
	want := []string{"One two three.", "Four five. Six seven.", "Six seven.\n\nEight nine.", "Eleven twelve."}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestSeveralLanguages checks that words are counted in the language of their paragraph.
func TestSeveralLanguages(t *testing.T) {
	var mixed strings.Builder
	for _, code := range []string{"en", "th", "fr", "zh", "en"} {
		text, err := os.ReadFile("../testdata/languages/" + code + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		mixed.Write(append(text, '\n'))
	}
	d := analysis.New(mixed.String(), markup.PlainText, analysis.Defaults())
	for _, words := range []int{5, 12, 30, 60, 200} {
		checkChunks(t, d, chunk.Limits{MaxWords: words})
	}
}

func FuzzChunks(f *testing.F) {
	f.Add("One. Two three.\n\n```\ncode\n```\n\n# Four\n\n- five\n- six\n", uint8(3), uint8(9), uint8(2))
	f.Add("one—two\u0301\xff—three", uint8(1), uint8(1), uint8(9))
	f.Add("# A\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<!-- segls: off -->\n\nNo.\n", uint8(0), uint8(40), uint8(2))
	f.Fuzz(func(t *testing.T, text string, words, chars, overlap uint8) {
		d := analysis.New(text, markup.Formats[int(overlap)%len(markup.Formats)], analysis.Settings{})
		checkChunks(t, d, chunk.Limits{MaxWords: int(words), MaxChars: int(chars), Overlap: int(overlap)})
		checkChunks(t, d, chunk.Limits{MaxTokens: 2 + int(words), MinTokens: int(overlap), OverlapTokens: int(chars) / 8, MinWords: int(overlap), Headings: chars%2 == 0, Tokens: countTokens})
	})
}
