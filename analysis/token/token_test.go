package token

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/segls/segls/internal/growth"
)

// sample is a text with letters, numbers, punctuation and white space of many kinds.
const sample = `The mill on the ridge turned all night; nobody heard it.  It'll turn again, won't it?

	In 1998 there were 12,345 mills -- "windmills", mostly...   Дворник мёл двор. 東京は今日も雨。 Zürich!
` + "\r\n\u00a0\u2003\u200dx e\u0301 \U0001F469\u200d\U0001F680"

// learned returns a vocabulary of byte pairs, learned from a text by merging the most frequent pair n times; merges holds them in order.
func learned(t testing.TB, text string, n int) (ranks map[string]int, merges [][2]string) {
	t.Helper()
	split, err := compileSplitter(splitCL100K)
	if err != nil {
		t.Fatal(err)
	}
	var pieces [][]string
	split.eachMatch(text, func(start, end int, _ bool) {
		pieces = append(pieces, strings.Split(latin1(text[start:end]), ""))
	})
	ranks = make(map[string]int)
	for b := range 256 {
		ranks[string([]byte{byte(b)})] = b
	}
	for range n {
		counts := make(map[[2]string]int)
		for _, p := range pieces {
			for i := range len(p) - 1 {
				counts[[2]string{p[i], p[i+1]}]++
			}
		}
		best := [2]string{}
		for _, pair := range slices.SortedFunc(maps.Keys(counts), func(a, b [2]string) int { return strings.Compare(a[0]+a[1], b[0]+b[1]) }) {
			if counts[pair] > counts[best] {
				best = pair
			}
		}
		if counts[best] < 2 {
			break
		}
		if _, isKnown := ranks[bytesOf(best[0]+best[1])]; !isKnown {
			ranks[bytesOf(best[0]+best[1])] = len(ranks)
			merges = append(merges, best)
		}
		for k, p := range pieces {
			var joined []string
			for i := 0; i < len(p); i++ {
				if i+1 < len(p) && p[i] == best[0] && p[i+1] == best[1] {
					joined = append(joined, p[i]+p[i+1])
					i++
				} else {
					joined = append(joined, p[i])
				}
			}
			pieces[k] = joined
		}
	}
	return ranks, merges
}

// latin1 returns a text with a character for each byte.
func latin1(text string) string {
	var b strings.Builder
	for i := range len(text) {
		b.WriteRune(rune(text[i]))
	}
	return b.String()
}

func bytesOf(text string) string {
	var b []byte
	for _, r := range text {
		b = append(b, byte(r))
	}
	return string(b)
}

// ranksFile returns a vocabulary as tiktoken writes it.
func ranksFile(ranks map[string]int) []byte {
	var b strings.Builder
	for _, token := range slices.SortedFunc(maps.Keys(ranks), func(x, y string) int { return ranks[x] - ranks[y] }) {
		fmt.Fprintf(&b, "%s %d\n", base64.StdEncoding.EncodeToString([]byte(token)), ranks[token])
	}
	return []byte(b.String())
}

// simple counts the parts of a piece by merging the leftmost of the lowest pairs, one at a time.
func simple(piece string, ranks map[string]int) int {
	parts := make([]string, len(piece))
	for i := range parts {
		parts[i] = piece[i : i+1]
	}
	for {
		best, at := 1<<30, -1
		for i := range len(parts) - 1 {
			if rank, ok := ranks[parts[i]+parts[i+1]]; ok && rank < best {
				best, at = rank, i
			}
		}
		if at < 0 {
			return len(parts)
		}
		parts = slices.Replace(parts, at, at+2, parts[at]+parts[at+1])
	}
}

// TestMerging checks that merging with a heap gives as many parts as merging in the simplest way.
func TestMerging(t *testing.T) {
	ranks, _ := learned(t, sample, 120)
	r := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		at := r.IntN(len(sample))
		piece := sample[at:min(len(sample), at+1+r.IntN(60))]
		got := len(mergePairs(piece, false, func(start, _, end int) (int, bool) {
			rank, ok := ranks[piece[start:end]]
			return rank, ok
		}))
		if want := simple(piece, ranks); got != want {
			t.Fatalf("%q has %d tokens, not %d", piece, got, want)
		}
	}
}

// TestOneVocabularyInTwoForms checks that ranks and a tokenizer.json of the same pairs give the same counts.
func TestOneVocabularyInTwoForms(t *testing.T) {
	ranks, merges := learned(t, sample, 120)
	plain, err := Read(ranksFile(ranks), "own.tiktoken")
	if err != nil {
		t.Fatal(err)
	}
	letters := func(token string) string {
		var b strings.Builder
		for i := range len(token) {
			b.WriteString(byteLetters[token[i]])
		}
		return b.String()
	}
	vocab := make(map[string]int)
	for token, rank := range ranks {
		vocab[letters(token)] = rank
	}
	pairs := make([][2]string, len(merges))
	for i, m := range merges {
		pairs[i] = [2]string{letters(bytesOf(m[0])), letters(bytesOf(m[1]))}
	}
	file, err := json.Marshal(map[string]any{
		"model": map[string]any{"type": "BPE", "vocab": vocab, "merges": pairs, "ignore_merges": true},
		"pre_tokenizer": map[string]any{"type": "Sequence", "pretokenizers": []any{
			map[string]any{"type": "Split", "pattern": map[string]any{"Regex": splitCL100K}, "behavior": "Isolated"},
			map[string]any{"type": "ByteLevel", "add_prefix_space": false, "use_regex": false},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	other, err := Read(file, "tokenizer.json")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		at := r.IntN(len(sample))
		text := sample[at:min(len(sample), at+r.IntN(200))]
		if a, b := plain.Count(text), other.Count(text); a != b {
			t.Fatalf("%q has %d tokens, or %d", text, a, b)
		}
	}
}

// TestSplitting checks that texts are split as by tiktoken.
func TestSplitting(t *testing.T) {
	for _, test := range []struct{ pattern, text, want string }{
		{splitCL100K, "It'll do  well.\n\n  12345 x", "It|'ll| do| | well|.\n\n| | |123|45| x"},
		{splitCL100K, "a\u00a0\u00a0b  \n c", "a|\u00a0|\u00a0b|  \n| c"},
		{splitCL100K, "end   ", "end|   "},
		{splitO200K, "McDonald's HTTPServer / don't", "Mc|Donald's| HTTPServer| /| don't"},
		{`[^\S\n]+|.|\n`, "a\u00a0\u2003b\n c", "a|\u00a0\u2003|b|\n| |c"},
		{`[\D]+|[^\W]+`, "é١—٢é", "é|١|—|٢é"},
		{`[\W]+|[^\W\d]+|[\d]`, "é١—٢é", "é|١|—|٢|é"},
		{`[\S]+`, "a\u00a0\u0085b\u3000c\x1fd", "a|\u00a0\u0085|b|\u3000|c\x1fd"},
		{splitGPT2, "a\n\nb 123456 we're", "a|\n|\n|b| 123456| we|'re"},
	} {
		s, err := compileSplitter(test.pattern)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		s.eachMatch(test.text, func(start, end int, _ bool) { got = append(got, test.text[start:end]) })
		if strings.Join(got, "|") != test.want {
			t.Errorf("%q is split into %q", test.text, got)
		}
	}
}

// TestModels checks counts of word pieces, unigrams and byte pairs computed by hand.
func TestModels(t *testing.T) {
	const bert = `{"normalizer": {"type": "BertNormalizer", "lowercase": true}, "pre_tokenizer": {"type": "BertPreTokenizer"},
		"model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
		"vocab": {"[UNK]": 0, "the": 1, "mill": 2, "##er": 3, "##s": 4, ".": 5, "cafe": 6, "雨": 7}}}`
	const unigram = `{"normalizer": {"type": "NFKC"}, "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always"},
		"model": {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0], ["▁", -3], ["▁mill", -2], ["mill", -4], ["er", -2.5], ["e", -5], ["r", -5], ["▁miller", -4.4]]}}`
	const llama = `{"normalizer": {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "▁"}, {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]},
		"model": {"type": "BPE", "byte_fallback": true, "fuse_unk": true, "vocab": {"<unk>": 0, "▁": 1, "a": 2, "b": 3, "ab": 4, "▁ab": 5}, "merges": ["a b", "▁ ab"]}}`
	for _, test := range []struct {
		file, text string
		want       int
	}{
		{bert, "The millers.", 5}, // the, mill, ##er, ##s, .
		{bert, "Café 雨雨", 3},
		{bert, "windmills mill", 2},
		{bert, strings.Repeat("mill", 26), 1},
		{bert, "", 0},
		{unigram, "miller", 1}, // -4.4 is more than -2 - 2.5
		{unigram, "mill er", 3},
		{unigram, "mill??", 2}, // unknown characters are one token
		{unigram, "", 0},
		{llama, "ab ab", 2},
		{llama, "é", 3}, // ▁ and two bytes
	} {
		tokenizer, err := Read([]byte(test.file), "tokenizer.json")
		if err != nil {
			t.Fatal(err)
		}
		if got := tokenizer.Count(test.text); got != test.want {
			t.Errorf("%q has %d tokens, not %d", test.text, got, test.want)
		}
	}
}

// TestNoVocabulary checks that a file is refused if it is not a vocabulary or needs what segls cannot do.
func TestNoVocabulary(t *testing.T) {
	for content, want := range map[string]string{
		"":             "neither",
		"# A text\n":   "neither",
		"!!!! 1\n":     "neither",
		"aGk= x\n":     "neither",
		"{}":           "neither",
		`{"model": 3}`: "neither",
		`{"model": {"type": "BPE", "vocab": {}}}`:                                                                        "neither",
		`{"model": {"type": "Mamba", "vocab": {"a": 1}}}`:                                                                `model "Mamba"`,
		`{"normalizer": {"type": "Rot13"}, "model": {"type": "BPE", "vocab": {"a": 1}}}`:                                 `normalizer "Rot13"`,
		`{"pre_tokenizer": {"type": "Split", "pattern": {"Regex": "(?<=x)y"}}, "model": {"type":"BPE","vocab":{"a":1}}}`: "segls cannot use the expression",
	} {
		if _, err := Read([]byte(content), "x"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", content, err)
		}
	}
}

// BenchmarkLinear counts the tokens of a repeated unit, which must take time in proportion to the length.
func BenchmarkLinear(b *testing.B) {
	ranks, _ := learned(b, sample, 120)
	tokenizer, err := Read(ranksFile(ranks), "x")
	if err != nil {
		b.Fatal(err)
	}
	for _, unit := range []string{"a", " ", "\n", "the", "'s", "雨", "1", "-", "a ", "\xff"} {
		b.Run(strconv.Quote(unit), func(b *testing.B) {
			growth.Report(b, 200_000, func(size int) func() {
				text := strings.Repeat(unit, size/len(unit))
				return func() { tokenizer.Count(text) }
			})
		})
	}
}

// FuzzCount checks that any text has a count, 0 only if it is empty, and at most its length in bytes once it is valid UTF-8.
func FuzzCount(f *testing.F) {
	ranks, _ := learned(f, sample, 120)
	var all []*Tokenizer
	for _, name := range []string{"cl100k", "o200k", "gpt2"} {
		t, err := Read(ranksFile(ranks), name)
		if err != nil {
			f.Fatal(err)
		}
		all = append(all, t)
	}
	f.Add(sample)
	f.Add("a\xff  \u2003b")
	f.Fuzz(func(t *testing.T, text string) {
		most := len(strings.ToValidUTF8(text, "\uFFFD"))
		for _, tokenizer := range all {
			if n := tokenizer.Count(text); n > most || (n == 0) != (text == "") {
				t.Errorf("%q has %d tokens", text, n)
			}
		}
	})
}
