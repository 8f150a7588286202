package markup

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Accents and letters of LaTeX, which are macros: \'e, \"{o}, {\^a}, \ss; and initials, which macros set apart: \lettrine{T}{he}.

// letterMacros are the macros for letters, and for the signs that are often written by name.
var letterMacros = map[string]string{
	"ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ",
	"ldots": "…", "dots": "…", "textellipsis": "…", "textendash": "–", "textemdash": "—",
}

// accents are the combining characters of the accent macros, two bytes each.
var accents = map[byte]string{
	'`': "\u0300", '\'': "\u0301", '^': "\u0302", '~': "\u0303", '"': "\u0308", '=': "\u0304", '.': "\u0307",
	'u': "\u0306", 'v': "\u030C", 'H': "\u030B", 'c': "\u0327", 'k': "\u0328", 'r': "\u030A", 'd': "\u0323", 'b': "\u0331",
}

// latexLetters replaces typed characters by those that readers see.
var latexLetters = strings.NewReplacer("~", " ", "``", "“", "''", "”", "---", "—", "--", "–", softHyphen, "", zeroWidthJoiner, "")

const (
	softHyphen      = "\u00ad" // two bytes
	zeroWidthJoiner = "\u200d" // three bytes
)

// composeAccents replaces accent macros by their letters, at the same length. It leaves a macro if the lengths cannot be made equal.
func composeAccents(run []byte) {
	for i := bytes.IndexByte(run, '\\'); i >= 0 && i < len(run); i++ {
		if run[i] != '\\' {
			continue
		}
		letter, at := accentAt(run, i)
		if letter == "" {
			i++
			continue
		}
		if filler, ok := nonWordFiller(at.Len() - len(letter)); ok {
			if joinsCommandName(run[:at.Start], letter) {
				if filler == "" {
					i++
					continue
				}
				letter, filler = filler, letter
			}
			copy(run[at.Start:], letter+filler)
		}
		i = at.End - 1
	}
}

// withAccents returns a run with letters in place of accent macros, except in \verb.
func withAccents(run []byte) []byte {
	text := string(run)
	to := make([]byte, 0, len(run))
	copied := 0
	for i := 0; i < len(run); i++ {
		if run[i] != '\\' {
			continue
		}
		if end := verbatimEnd(text, i); end > 0 {
			i = end - 1
			continue
		}
		letter, at := accentAt(run, i)
		if letter == "" {
			i++
			continue
		}
		to = append(to, run[copied:at.Start]...)
		if joinsCommandName(to, letter) {
			to = append(to, "{}"...)
		}
		to = append(to, letter...)
		copied, i = at.End, at.End-1
	}
	return append(to, run[copied:]...)
}

// accentAt returns the letter of the accent macro at i, and the span of the macro with the braces around it. letter is empty if there is none.
func accentAt(run []byte, i int) (letter string, at Span) {
	letter, n := parseAccent(run[i:])
	if n > 0 && i > 0 && run[i-1] == '{' && i+n < len(run) && run[i+n] == '}' && !endsInCommandName(run[:i-1]) {
		return letter, Span{i - 1, i + n + 1}
	}
	return letter, Span{i, i + n}
}

// endsInCommandName reports whether the last letters of a text are the name of a command.
func endsInCommandName(text []byte) bool {
	i := len(text)
	for i > 0 && isAlpha(text[i-1]) {
		i--
	}
	return i < len(text) && i > 0 && text[i-1] == '\\'
}

// joinsCommandName reports whether text would lengthen the name of a command at the end of the text before it.
func joinsCommandName(before []byte, text string) bool {
	return text != "" && isAlpha(text[0]) && endsInCommandName(before)
}

// lettrine matches the initial of a chapter, and where the group with the rest of its word begins.
var lettrine = regexp.MustCompile(`\\(?:lettrine|IEEEPARstart|PARstart)\s*(?:\[[^\[\]]*\])?\s*\{(?:[^{}]|\{[^{}]*\}){0,40}(\}\s*\{)`)

// joinInitials joins each initial and the rest of its word, at the same length.
func joinInitials(run []byte) {
	if !bytes.Contains(run, []byte("lettrine")) && !bytes.Contains(run, []byte("PARstart")) {
		return
	}
	for _, m := range lettrine.FindAllSubmatchIndex(run, -1) {
		filler, _ := nonWordFiller(m[3] - m[2])
		copy(run[m[2]:], filler)
	}
}

// parseAccent returns the letter of the accent macro at the start of b, and the macro's length; 0 if
// there is none.
func parseAccent(b []byte) (letter string, length int) {
	name := 1
	for name < len(b) && isAlpha(b[name]) {
		name++
	}
	if letter, ok := letterMacros[string(b[1:name])]; ok {
		if bytes.HasPrefix(b[name:], []byte("{}")) {
			return letter, name + 2
		}
		if name < len(b) && b[name] == ' ' {
			return letter, name + 1
		}
		return letter, name
	}
	if len(b) < 3 {
		return "", 0
	}
	mark, ok := accents[b[1]]
	if !ok || isAlpha(b[1]) && b[2] != '{' && b[2] != ' ' {
		return "", 0
	}
	at, braces := 2, b[2] == '{'
	if braces || isAlpha(b[1]) {
		at++
	}
	if at >= len(b) {
		return "", 0
	}
	if bytes.HasPrefix(b[at:], []byte(`\i`)) && (at+2 == len(b) || !isAlpha(b[at+2])) {
		letter, at = "i"+mark, at+len(`\i`) // readers see an i with the accent in place of its dot
		if !braces && at < len(b) && b[at] == ' ' {
			at++ // the space that ends the macro's name
		} else if bytes.HasPrefix(b[at:], []byte("{}")) {
			at += len("{}")
		}
	} else if r, size := utf8.DecodeRune(b[at:]); isAlpha(b[at]) || size > 1 {
		letter, at = string(r)+mark, at+size
	} else {
		return "", 0
	}
	if braces {
		if at >= len(b) || b[at] != '}' {
			return "", 0
		}
		at++
	}
	return letter, at
}

// nonWordFiller returns n bytes that are not part of a word and do not separate words, or false if there is no such filler.
func nonWordFiller(n int) (string, bool) {
	switch {
	case n < 0 || n == 1:
		return "", false
	case n%2 == 1:
		return zeroWidthJoiner + strings.Repeat(softHyphen, (n-3)/2), true
	}
	return strings.Repeat(softHyphen, n/2), true
}
