package token

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// splitter finds the matches of a tokenizer's expression.
type splitter struct {
	*regexp.Regexp

	// spaces is the number of the group that replaces `\s+(?!\S)`, which package regexp does not support; 0 if there
	// is none. If text follows a group of several characters, the last of them is left out of the match.
	spaces int
}

const trailingSpace = `\s+(?!\S)`

// compileSplitter compiles an expression of another dialect, in which \s, \d and \w follow Unicode and quantifiers may be possessive.
func compileSplitter(pattern string) (*splitter, error) {
	var b strings.Builder
	isClass, isRepeated, spaces, groups := false, false, 0, 0
	for i := 0; i < len(pattern); {
		rest := pattern[i:]
		switch {
		case !isClass && strings.HasPrefix(rest, trailingSpace):
			groups++
			spaces = groups
			b.WriteString(`(` + escapeOutsideBrackets(`\s`) + `+)`)
			i += len(trailingSpace)
		case rest[0] == '\\' && len(rest) > 1:
			escape := rest[:2]
			if end := strings.IndexByte(rest, '}'); end > 0 && strings.HasPrefix(strings.ToLower(rest), `\p{`) {
				escape = rest[:end+1]
			}
			if isClass {
				b.WriteString(escapeInBrackets(escape))
			} else {
				b.WriteString(escapeOutsideBrackets(escape))
			}
			i += len(escape)
			isRepeated = false
		case !isClass && rest[0] == '(' && !strings.HasPrefix(rest, "(?"):
			b.WriteString("(?:") // other groups are not needed
			i++
		case !isClass && rest[0] == '+' && isRepeated:
			i++ // an ordinary quantifier instead of a possessive one
			isRepeated = false
		default:
			isRepeated = !isClass && strings.IndexByte("?*+}", rest[0]) >= 0
			switch rest[0] {
			case '[':
				isClass = true
			case ']':
				isClass = false
			}
			b.WriteByte(rest[0])
			i++
		}
	}
	compiled, err := regexp.Compile(b.String())
	if err != nil {
		return nil, fmt.Errorf("segls cannot use the expression %q, which splits texts into tokens; count them with --token-counter instead", pattern)
	}
	return &splitter{compiled, spaces}, nil
}

// escapeInBrackets returns the meaning of an escape inside brackets.
func escapeInBrackets(escape string) string {
	switch escape {
	case `\s`:
		return `\s\v\x{85}\p{Z}`
	case `\d`:
		return `\p{Nd}`
	case `\w`:
		return `\p{L}\p{M}\p{N}\p{Pc}`
	case `\S`:
		return `\x00-\x08\x0e-\x1f\x21-\x{84}\x{86}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{10ffff}`
	case `\D`:
		return `\P{Nd}`
	case `\W`:
		return `\p{C}\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}\p{S}\p{Z}`
	}
	return escape
}

// escapeOutsideBrackets returns the meaning of an escape outside brackets.
func escapeOutsideBrackets(escape string) string {
	switch escape {
	case `\s`, `\d`, `\w`:
		return "[" + escapeInBrackets(escape) + "]"
	case `\S`, `\D`, `\W`:
		return "[^" + escapeInBrackets(strings.ToLower(escape)) + "]"
	}
	return escape
}

// The number of bytes to which an expression is applied at first. Package regexp is fast on a short text.
const (
	matchWindow = 64
	matchMargin = 8 // a match that ends this close to the end of the window might continue
)

// eachMatch yields the matches of a text and what lies between them.
func (s *splitter) eachMatch(text string, yield func(start, end int, isMatch bool)) {
	for at := 0; at < len(text); {
		start, end := s.nextMatch(text, at)
		if start < 0 {
			yield(at, len(text), false)
			return
		}
		if start > at {
			yield(at, start, false)
		}
		yield(start, end, true)
		at = end
	}
}

// nextMatch returns the first match that begins at or after an offset; -1 if there is none or it is empty.
func (s *splitter) nextMatch(text string, at int) (start, end int) {
	for size := matchWindow; ; size *= 2 {
		to := min(len(text), at+size)
		for to < len(text) && !utf8.RuneStart(text[to]) {
			to++
		}
		found := s.FindStringSubmatchIndex(text[at:to])
		if to < len(text) && (found == nil || found[1] > to-at-matchMargin) {
			continue
		}
		if found == nil || found[1] == found[0] {
			return -1, -1
		}
		start, end = at+found[0], at+found[1]
		if s.spaces > 0 && found[2*s.spaces] >= 0 && end < len(text) {
			_, last := utf8.DecodeLastRuneInString(text[start:end])
			next, _ := utf8.DecodeRuneInString(text[end:])
			if end-last > start && !unicode.IsSpace(next) {
				end -= last
			}
		}
		return start, end
	}
}
