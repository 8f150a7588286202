// Package token counts the tokens of a text as a language model sees it.
//
// [Read] reads a vocabulary: ranks as tiktoken keeps them, or a tokenizer.json as Hugging Face does.
// No vocabulary is a part of segls, because most are several megabytes long.
//
//	text ──► normalize ──► split ──► pieces ──► model ──► tokens
//
// Counting takes little more than linear time for any text: byte pairs are merged from a heap, and package regexp matches
// the expressions that split a text. Tokens that a model puts around a text (a beginning, an end) are not counted, and names
// of special tokens are plain text.
//
// Existing libraries do not suffice: those in Go that read a tokenizer.json end the process on some errors or take
// quadratic time, those for tiktoken cannot read a file or are as slow, and all of them compile vocabularies in.
package token
