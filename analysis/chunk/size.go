package chunk

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// size is the length of a stretch of text.
type size struct{ words, chars, tokens int }

func (s size) plus(t size) size {
	return size{s.words + t.words, s.chars + t.chars, s.tokens + t.tokens}
}

func (s size) minus(t size) size {
	return size{s.words - t.words, s.chars - t.chars, s.tokens - t.tokens}
}

// exceeds reports whether a length exceeds a limit. 0 means no limit.
func (s size) exceeds(most size) bool {
	return most.words > 0 && s.words > most.words || most.chars > 0 && s.chars > most.chars || most.tokens > 0 && s.tokens > most.tokens
}

// fillRatio returns how much of the limits a length fills. Above 1 it exceeds one of them.
func (s size) fillRatio(most size) float64 {
	fill := 0.0
	for _, of := range [...][2]int{{s.words, most.words}, {s.chars, most.chars}, {s.tokens, most.tokens}} {
		if of[1] > 0 {
			fill = max(fill, float64(of[0])/float64(of[1]))
		}
	}
	return fill
}

// remaining returns the part of a limit that is left after t.
func (s size) remaining(t size) size {
	less := func(n, taken int) int {
		if n == 0 {
			return 0
		}
		return max(1, n-taken)
	}
	return size{less(s.words, t.words), less(s.chars, t.chars), less(s.tokens, t.tokens)}
}

// limit returns the maxima as a size.
func (c *cutter) limit() size {
	return size{c.limits.MaxWords, c.limits.MaxChars, c.limits.MaxTokens}
}

func (c *cutter) isBelowMinimum(s size) bool {
	return s.words < c.limits.MinWords || s.chars < c.limits.MinChars || c.limits.MinTokens > 0 && s.tokens < c.limits.MinTokens
}

// hasTokenLimit reports whether a limit is in tokens.
func (c *cutter) hasTokenLimit() bool {
	return c.limits.MaxTokens > 0 || c.limits.MinTokens > 0 || c.limits.OverlapTokens > 0
}

// tokenCounts counts the tokens of texts. It returns nil if no limit is in tokens.
func (c *cutter) tokenCounts(texts []string) ([]int, error) {
	if !c.hasTokenLimit() {
		return nil, nil
	}
	counts, err := c.limits.Tokens(texts)
	if err == nil && len(counts) != len(texts) {
		err = fmt.Errorf("the token counter answered %d times for %d texts", len(counts), len(texts))
	}
	return counts, err
}

// sizeWithoutTokens returns the length of a text without its tokens, counting words as in a text without markup.
func (c *cutter) sizeWithoutTokens(text string) size {
	s := size{chars: utf8.RuneCountInString(text)}
	if text != "" {
		c.Language.Vocabulary.Words([]byte(text), func(w language.Word, _, _ int) {
			if !w.Elided {
				s.words++
			}
		})
	}
	return s
}

// measureText returns the length of a text.
func (c *cutter) measureText(text string) (size, error) {
	s := c.sizeWithoutTokens(text)
	counts, err := c.tokenCounts([]string{text})
	if counts != nil && err == nil {
		s.tokens = counts[0]
	}
	return s, err
}

func (c *cutter) slice(s markup.Span) string { return c.text[s.Start:s.End] }

// trim returns a span without the white space at its ends.
func (c *cutter) trim(s markup.Span) markup.Span { return trimSpace(c.text, s) }

func trimSpace(text string, s markup.Span) markup.Span {
	text = strings.TrimLeftFunc(text[s.Start:s.End], unicode.IsSpace)
	start := s.End - len(text)
	return markup.Span{Start: start, End: start + len(strings.TrimRightFunc(text, unicode.IsSpace))}
}

// TooSmallError reports a limit in tokens that a single character exceeds.
type TooSmallError struct {
	Line      int // from 0
	Character string
	Tokens    int
	MaxTokens int
}

func (e *TooSmallError) Error() string {
	return fmt.Sprintf("line %d: the character %q has %d tokens, more than max-tokens (%d)", e.Line+1, e.Character, e.Tokens, e.MaxTokens)
}

// tightenLimit returns a lower limit in tokens for another attempt, after a chunk had the counted number of tokens.
func tightenLimit(limit, counted int) int {
	return max(1, min(limit-1, int(math.Floor(float64(limit)*float64(limit)/float64(counted)))))
}
