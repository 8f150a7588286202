package markup

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file reads the words of a line that may be a heading in plain text.

// signOrNumber matches a sign for a number, or a number.
var signOrNumber = regexp.MustCompile(`^§+|^№|^[Nn][º°]|^\d[\dIVXLC]*(?:\.[\dIVXLC]+)+|^\d+(?:\.[ºª]|ste|st|nd|rd|th|de|º|ª|°|er|ère|ème|e\b|:(?:a|e|s|nen)\b)?`)

// plainWordAt returns the word or number at the beginning of a line, or "".
func plainWordAt(line string) string {
	if r := firstRune(line); '0' <= r && r <= '9' || strings.ContainsRune("§№Nn", r) {
		if sign := signOrNumber.FindString(line); sign != "" {
			return sign
		}
	}
	n := lettersLength(line)
	for n > 0 {
		r, size := utf8.DecodeRuneInString(line[n:])
		more := lettersLength(line[n+size:])
		if more == 0 || r != '-' && r != '\'' && r != '’' {
			break
		}
		n += size + more
	}
	return line[:n]
}

// lettersLength returns the length in bytes of the letters at the beginning of a text.
func lettersLength(text string) int {
	n := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
	if n < 0 {
		return len(text)
	}
	return n
}

// spacedLetters matches the beginning of a line in spaced capitals, as in T H E  E N D. Some books space letters out to emphasize them.
var spacedLetters = regexp.MustCompile(`^\p{Lu}(?: \p{Lu}){3,}(?:[ .:]|$)`)

// joinSpacedLetters returns a line that begins with spaced letters without the spaces in its words: CHAPTER I for C H A P T E R  I.
func joinSpacedLetters(line string) string {
	if !spacedLetters.MatchString(line) {
		return line
	}
	var words []string
	for _, word := range strings.Split(strings.NewReplacer("   ", "\x00", "  ", "\x00").Replace(line), "\x00") {
		letters := strings.Fields(word)
		joined := strings.Join(letters, "")
		for n := 3; n < len(letters); n++ { // C H A P T E R I
			if first := strings.Join(letters[:n], ""); divisionWords[strings.ToLower(first)] > 0 && parseNumberOrRoman(strings.Trim(joined[len(first):], ".:")) > 0 {
				joined = first + " " + joined[len(first):]
				break
			}
		}
		if utf8.RuneCountInString(joined) > len(letters)+1 {
			joined = word // of words, not of letters
		}
		words = append(words, joined)
	}
	return strings.Join(words, " ")
}

// wordsOf returns the first words of a line, at most six, and their ends. It leaves out signs such as No. after the first word.
func wordsOf(line string) (words []string, ends []int) {
	at := 0
	for len(words) < 6 && at < len(line) {
		w := plainWordAt(line[at:])
		if w == "" {
			break
		}
		if before, after, isJoined := strings.Cut(w, "-"); isJoined && len(words) == 0 && divisionWords[strings.ToLower(before)] > 0 && parseNumberOrRoman(after) > 0 {
			w = before // CHAPTER-I
		}
		at += len(w)
		isSign := numberSigns[strings.ToLower(w)]
		if !isSign || len(words) == 0 {
			words, ends = append(words, w), append(ends, at)
		}
		if len(words) == 1 && divisionWords[strings.ToLower(w)] > 0 && strings.HasPrefix(line[at:], "-") {
			at++
		}
		at += len(line[at:]) - len(strings.TrimLeft(line[at:], " \u00a0\t"))
		if at < len(line) && strings.IndexByte(".,", line[at]) >= 0 && (len(words) == 1 || isSign) {
			_, isShort := divisionWords[strings.ToLower(words[0])] // Chap. IV
			_, isDivision := parseDivisionRank(line[at+1:])        // 1. Kapitel
			if isShort && len(words) == 1 || isSign || isDivision && parseNumberOrRoman(words[0]) > 0 {
				at++
				at += len(line[at:]) - len(strings.TrimLeft(line[at:], " \u00a0\t"))
			}
		}
	}
	return words, ends
}
