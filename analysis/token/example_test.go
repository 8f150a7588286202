package token_test

import (
	"fmt"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/token"
)

// vocabulary is that of a model with only a few words. Real ones are files: cl100k_base.tiktoken, or the tokenizer.json of a model.
const vocabulary = `{
	"pre_tokenizer": {"type": "Whitespace"},
	"model": {"type": "WordPiece", "unk_token": "?", "continuing_subword_prefix": "##", "vocab": {
		"?": 0, "Salt": 1, "is": 2, "rake": 3, "##d": 4, "in": 5, "August": 6, ".": 7
	}}
}`

func ExampleRead() {
	t, err := token.Read([]byte(vocabulary), "tokenizer.json")
	if err != nil {
		panic(err)
	}
	fmt.Println(t.Count("Salt is raked in August."))
	// Output:
	// 7
}

// This example makes chunks of at most as many tokens as a model takes.
func ExampleTokenizer_Counts() {
	t, err := token.Read([]byte(vocabulary), "tokenizer.json")
	if err != nil {
		panic(err)
	}
	d := analysis.New("Salt is raked in August. Salt is raked.\n", markup.PlainText, analysis.Defaults())
	chunks, _, err := chunk.Of(d, chunk.Limits{MaxTokens: 8, Tokens: t.Counts})
	if err != nil {
		panic(err)
	}
	for _, c := range chunks {
		fmt.Println(c.Tokens, d.Text.Slice(c.Span))
	}
	// Output:
	// 7 Salt is raked in August.
	// 5 Salt is raked.
}
