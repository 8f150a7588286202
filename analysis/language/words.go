package language

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"
)

// Words calls yield with the extent of each word of the text, in order. Words are the segments of Unicode Standard Annex 29 that have a
// letter or a digit: "don't", "3.14" and "U.S" are one each, "well-known" is two.
//
// ASCII between white space is read by our own implementation of the same rules, which is several times faster than the library. White
// space is always a boundary. A fuzz test compares the two.
func Words(text []byte, yield func(start, end int)) {
	for i := 0; i < len(text); {
		if text[i] <= ' ' {
			i++
			continue
		}
		if end, next := plainWordEnd(text, i); end > i {
			yield(i, end)
			i = next
			continue
		}
		start, bits := i, byte(0)
		for i < len(text) && text[i] > ' ' {
			bits |= text[i]
			i++
		}
		if bits < utf8.RuneSelf {
			asciiWords(text[start:i], start, yield)
		} else {
			unicodeWords(text[start:i], start, yield)
		}
	}
}

// plainWordEnd returns the end of a word of ASCII letters at i, and where to continue, in the usual case: no rule can join
// the word to anything, because white space or the end of the text follows it, perhaps after one mark. Otherwise end is i.
func plainWordEnd(text []byte, i int) (end, next int) {
	end = i
	for end < len(text) && class[text[end]] == letter {
		end++
	}
	switch {
	case end == len(text) || text[end] <= ' ':
		return end, end
	case text[end] < utf8.RuneSelf && class[text[end]] == 0 && (end+1 == len(text) || text[end+1] <= ' '):
		return end, end + 1
	}
	return i, i
}

// asciiWords applies the rules WB5 to WB13b of UAX 29 that concern ASCII to text without white space. It adds base to the offsets.
func asciiWords(text []byte, base int, yield func(start, end int)) {
	for i := 0; i < len(text); {
		if class[text[i]] == 0 {
			i++
			continue
		}
		start, classes := i, class[text[i]]
		for i++; i < len(text); i++ {
			c := class[text[i]]
			if c == 0 {
				if i+1 == len(text) || !joinsWordParts(text[i-1], text[i], text[i+1]) {
					break
				}
			}
			classes |= c
		}
		if classes&(letter|digit) != 0 {
			yield(base+start, base+i)
		}
	}
}

// joinsWordParts reports whether mid, which is not a word character itself, joins the two characters around it.
func joinsWordParts(before, mid, after byte) bool {
	around := class[before] & class[after]
	switch mid {
	case ':': // MidLetter: WB6, WB7
		return around&letter != 0
	case '.', '\'': // MidNumLet, Single_Quote: WB6, WB7, WB11, WB12
		return around&(letter|digit) != 0
	case ',', ';': // MidNum: WB11, WB12
		return around&digit != 0
	}
	return false
}

const (
	letter = 1 << iota
	digit
	extender // the underscore, ExtendNumLet: WB13a, WB13b
)

// class says which ASCII characters make words.
var class = func() (class [256]uint8) {
	for c := 'a'; c <= 'z'; c++ {
		class[c], class[c-'a'+'A'] = letter, letter
	}
	for c := '0'; c <= '9'; c++ {
		class[c] = digit
	}
	class['_'] = extender
	return class
}()

func unicodeWords(text []byte, base int, yield func(start, end int)) {
	segments := words.FromBytes(text)
	for segments.Next() {
		word := segments.Value()
		if hasLetterOrDigit(word) {
			word = bytes.TrimLeftFunc(word, unicode.IsSpace) // the library joins a space to a byte that is not UTF-8
			yield(base+segments.End()-len(word), base+segments.End())
		}
	}
}

func hasLetterOrDigit(word []byte) bool {
	for len(word) > 0 {
		r, n := utf8.DecodeRune(word)
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return true
		}
		word = word[n:]
	}
	return false
}
