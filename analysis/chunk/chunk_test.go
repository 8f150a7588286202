package chunk_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// checkChunks holds chunks to what they promise: the limits, every word of prose in
// its place and only once but for what is repeated, and cuts for all cuts that
// are worse than those between blocks.
func checkChunks(t *testing.T, d *analysis.Document, limits chunk.Limits) []chunk.Chunk {
	t.Helper()
	chunks, cuts := chunk.Of(d, limits)
	var starts []int
	for _, p := range d.Paragraphs() {
		d.Language.Vocabulary.Words(p.Prose(), func(_ language.Word, start, _ int) { starts = append(starts, p.Span.Start+start) })
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
		if c.Words != words(c.Span) || c.Chars != utf8.RuneCountInString(text) || c.Repeated != c.Words-words(own) {
			t.Errorf("chunk %d is %+v, but has %d words, %d of its own, and %d characters", i, c, words(c.Span), words(own), utf8.RuneCountInString(text))
		}
		if limits.MaxWords > 0 && c.Words > limits.MaxWords || limits.MaxChars > 0 && c.Chars > limits.MaxChars {
			t.Errorf("chunk %d is beyond a limit of %+v: %+v", i, limits, c)
		}
		if own.Start < end || strings.TrimSpace(d.Text.Slice(own)) == "" {
			t.Errorf("chunk %d at %+v is after %d", i, own, end)
		}
		if c.Repeated > limits.Overlap || c.Overlap > 0 && (i == 0 || c.Span.Start < chunks[i-1].Span.Start) {
			t.Errorf("chunk %d repeats %+v", i, c)
		}
		total += words(own)
		end = own.End
		isReported := slices.ContainsFunc(cuts, func(x chunk.Cut) bool {
			return x.Joint == c.Joint && x.Span.Start <= own.Start && own.End <= x.Span.End
		})
		if c.Joint > chunk.BetweenBlocks && !isReported {
			t.Errorf("the cut %v before chunk %d is not reported", c.Joint, i)
		}
	}
	if total != d.Words() {
		t.Errorf("%d words in the chunks of %d", total, d.Words())
	}
	return chunks
}

// TestChunks: the promises hold on all samples under limits of any size.
func TestChunks(t *testing.T) {
	samples, _ := filepath.Glob("../../testdata/samples/*.*")
	random := rand.New(rand.NewPCG(1, 2))
	for _, path := range samples {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		format, _ := markup.ByFileName(path)
		for range 20 {
			s := analysis.Defaults()
			s.MaxWords = random.IntN(600)
			checkChunks(t, analysis.New(string(text), format, s), chunk.Limits{
				MaxWords: s.MaxWords, MaxChars: random.IntN(3000), Overlap: random.IntN(80),
			})
		}
	}
}

// TestJoints: text is cut at the best joint there is.
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
			chunk.Limits{MaxWords: 27},
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

// TestPieceOverlap: whole sentences are repeated, none over a heading.
func TestChunkOverlap(t *testing.T) {
	text := "One two three. Four five. Six seven.\n\nEight nine.\n\n# Ten\n\nEleven twelve.\n"
	d := analysis.New(text, markup.Markdown, analysis.Settings{})
	var got []string
	for _, c := range checkChunks(t, d, chunk.Limits{MaxWords: 7, Overlap: 4}) {
		got = append(got, d.Text.Slice(c.Span))
	}
	want := []string{"One two three. Four five. Six seven.", "Four five. Six seven.\n\nEight nine.", "Eleven twelve."}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func FuzzChunks(f *testing.F) {
	f.Add("One. Two three.\n\n```\ncode\n```\n\n# Four\n\n- five\n- six\n", uint8(3), uint8(9), uint8(2))
	f.Add("one—two\u0301\xff—three", uint8(1), uint8(1), uint8(9))
	f.Fuzz(func(t *testing.T, text string, words, chars, overlap uint8) {
		d := analysis.New(text, markup.Markdown, analysis.Settings{})
		checkChunks(t, d, chunk.Limits{MaxWords: int(words), MaxChars: int(chars), Overlap: int(overlap)})
	})
}
