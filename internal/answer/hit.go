package answer

import (
	"unicode/utf8"

	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/find"
)

// Hit is a passage that answers a query. Its path is relative to the folder of the search; its
// fields are those of a [Chunk] and the answer.
type Hit struct {
	Path      string         `json:"path"`
	Start     int            `json:"start"` // in bytes
	End       int            `json:"end"`
	StartChar int            `json:"start-char"` // in Unicode code points
	EndChar   int            `json:"end-char"`
	StartLine int            `json:"start-line"` // from 1
	EndLine   int            `json:"end-line"`
	Words     int            `json:"words"`
	Chars     int            `json:"chars"`
	Tokens    *int           `json:"tokens,omitempty"` // if there is a limit in tokens
	Title     string         `json:"title"`
	Section   []string       `json:"section"` // titles, the outermost first
	Score     float64        `json:"score"`
	Answer    AnswerSentence `json:"answer"`
	Also      []CopyPlace    `json:"also"` // places with nearly the same text
	Text      string         `json:"text"`
}

// AnswerSentence is the sentence of a [Hit] in which the words of the query weigh most; rare words weigh more.
type AnswerSentence struct {
	Text   string   `json:"text"`  // as a reader sees it
	Marks  [][2]int `json:"marks"` // the words in it: [start, end) in bytes of the text
	Line   int      `json:"line"`  // line of the first mark in the file, from 1
	Column int      `json:"column"`
}

// CopyPlace is a place with nearly the same text.
type CopyPlace struct {
	Path  string `json:"path"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	Line  int    `json:"line"`
}

// HitOf returns the hit for a passage; isCounted is set if there is a limit in tokens.
func HitOf(h find.Hit, isCounted bool) Hit {
	chars := utf8.RuneCountInString(h.Text)
	told := Hit{
		Path: h.Name, Start: h.Span.Start, End: h.Span.End, StartChar: h.Char, EndChar: h.Char + chars, StartLine: h.Line + 1, EndLine: h.Line + rope.New(h.Text).LineCount(),
		Words: h.Words, Chars: chars, Title: h.Title, Section: nonNilTerms(h.Section), Score: float64(int(1000*h.Score)) / 1000, Text: h.Text, Also: []CopyPlace{},
		Answer: AnswerSentence{Text: h.Answer.Text, Marks: [][2]int{}, Line: h.Answer.Line + 1, Column: h.Answer.At.Start - h.Answer.Start + 1},
	}
	if isCounted {
		told.Tokens = &h.Tokens
	}
	for _, m := range h.Answer.Marks {
		told.Answer.Marks = append(told.Answer.Marks, [2]int{m.Start, m.End})
	}
	for _, p := range h.Also {
		told.Also = append(told.Also, CopyPlace{p.Name, p.Span.Start, p.Span.End, p.Line + 1})
	}
	return told
}
