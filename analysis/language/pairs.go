package language

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Chinese, Japanese, Thai, Lao, Khmer and Burmese do not separate words, and finding them takes a dictionary. Pairs of neighbouring
// characters distinguish topics nearly as well: a pair within a word recurs with the word, other pairs do not recur. So each character
// of a run makes a word with the next one. Vowel signs, tone marks and subscripts belong to their character.
//
// Korean separates words and appends particles to them: the stem of a word is usually its first two syllables.

// newPairSplitter returns a function like [Words] that yields each pair of neighbouring characters of a script, those for
// which `is` returns true. It also yields such characters without a neighbour, and other words.
func newPairSplitter(is func(rune) bool) func(text []byte, yield func(start, end int)) {
	return func(text []byte, yield func(start, end int)) {
		before, at, count := 0, 0, 0 // the last two characters of the current run, and the number of its characters
		last := -1                   // the end of the run
		flush := func() {
			if count > 1 {
				yield(before, last)
			} else if count == 1 {
				yield(at, last)
			}
			count = 0
		}
		Words(text, func(from, to int) {
			if r, _ := utf8.DecodeRune(text[from:to]); !is(r) {
				flush()
				yield(from, to)
				return
			}
			if from != last {
				flush()
			}
			joins := false
			for i := from; i < to; {
				r, n := utf8.DecodeRune(text[i:])
				if count == 0 || !joins && !unicode.Is(unicode.M, r) {
					if count > 1 {
						yield(before, i)
					}
					before, at = at, i
					count++
				}
				joins = r == coeng || r == virama
				i += n
			}
			last = to
		})
		flush()
	}
}

// A character after one of these is written below the character before it.
const (
	coeng  = '\u17d2' // in Khmer
	virama = '\u1039' // in Burmese
)

// WordsOrPairs is like [Words], but yields pairs of characters in scripts written without spaces, whatever the language.
func WordsOrPairs(text []byte, yield func(start, end int)) { pairsOfAnyScript(text, yield) }

var pairsOfAnyScript = newPairSplitter(IsUnspaced)

// IsUnspaced reports whether a character belongs to a script written without spaces.
func IsUnspaced(r rune) bool {
	return r > unicode.MaxLatin1 && (isIdeographic(r) || unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar))
}

func newScriptTest(script string) func(rune) bool {
	table := unicode.Scripts[script]
	return func(r rune) bool { return unicode.Is(table, r) }
}

// isIdeographic reports whether a character belongs to the scripts of Chinese and Japanese.
func isIdeographic(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r == 'ー'
}

// chineseParticles are particles, pronouns and the like, simplified and traditional. Each makes a pair a stop word.
const chineseParticles = "的了是在和也就都而及与與或之于於其这這那个個们們我你他她它不没沒有把被让讓从從到对對为為以所着著过過得地很更最又还還再只但却卻因如若吗嗎呢吧啊"

func isChineseStop(pair string) bool { return strings.ContainsAny(pair, chineseParticles) }

// isJapaneseStop reports whether a pair has a hiragana, as endings and particles do, and most words that carry a topic do not.
func isJapaneseStop(pair string) bool {
	return strings.ContainsFunc(pair, func(r rune) bool { return unicode.Is(unicode.Hiragana, r) })
}

// koreanParticles follow a noun.
const koreanParticles = "은는이가을를에의도와과로만"

// stemKorean returns the first two syllables of a word, or the first if the second is a particle at its end. It keeps words
// of other scripts.
func stemKorean(word string) string {
	first, n := utf8.DecodeRuneInString(word)
	second, m := utf8.DecodeRuneInString(word[n:])
	switch {
	case !unicode.Is(unicode.Hangul, first) || m == 0:
		return word
	case len(word) == n+m && strings.ContainsRune(koreanParticles, second):
		return word[:n]
	}
	return word[:n+m]
}
