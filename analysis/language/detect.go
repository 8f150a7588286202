package language

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// SampleSize is how many bytes of a text are enough to detect its language: about a thousand
// words.
const SampleSize = 8 << 10

// Detect returns the language of prose, or the first of [Languages] if there is too little of it
// or it is in none of them. The script decides where it can. Among the languages in Latin
// script, the one with the most frequent stop words wins; a stop word of several languages
// counts in part for each. If two are alike, the first of [Languages] wins.
func Detect(prose []byte) *Language {
	if code := scriptOf(prose); code != "" {
		return ByCode(code)
	}
	scores := make([]float64, len(Languages))
	total, hits := 0, 0
	Words(prose, func(start, end int) {
		total++
		speakers := speakersOf[string(bytes.ToLower(prose[start:end]))]
		if word := prose[start:end]; len(speakers) == 0 {
			// A clitic: l'eau, dell'acqua.
			if i := bytes.IndexAny(word, "'’"); i > 0 {
				speakers = speakersOf[string(bytes.ToLower(word[:i]))]
			}
		}
		for _, l := range speakers {
			scores[l] += 1 / float64(len(speakers))
		}
		if len(speakers) > 0 {
			hits++
		}
	})
	if total < fewestWords || hits*leastStopWords < total {
		return Languages[0]
	}
	best := 0
	for l, score := range scores {
		if score > scores[best] {
			best = l
		}
	}
	return Languages[best]
}

const (
	fewestWords    = 8  // prose of fewer words is in the default language
	leastStopWords = 12 // at least one word in so many has to be a stop word of some language
)

// speakersOf are the languages in Latin script that have a stop word, by their index.
var speakersOf = func() map[string][]int {
	speakers := make(map[string][]int)
	for i, l := range Languages {
		for word := range stopWords[l.Code] {
			if r, _ := utf8.DecodeRuneInString(word); unicode.Is(unicode.Latin, r) {
				speakers[word] = append(speakers[word], i)
			}
		}
	}
	return speakers
}()

// scriptOf is the language that most letters are in by their script, or "". A text with kana
// among its ideographs is Japanese.
func scriptOf(prose []byte) string {
	var latin, cyrillic, arabic, han, kana, hangul int
	for i := 0; i < len(prose); {
		if c := prose[i]; c < utf8.RuneSelf {
			if c|0x20 >= 'a' && c|0x20 <= 'z' {
				latin++
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(prose[i:])
		i += n
		switch {
		case unicode.Is(unicode.Latin, r):
			latin++
		case unicode.Is(unicode.Cyrillic, r):
			cyrillic++
		case unicode.Is(unicode.Arabic, r):
			arabic++
		case unicode.Is(unicode.Han, r):
			han++
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			kana++
		case unicode.Is(unicode.Hangul, r):
			hangul++
		}
	}
	// A character of these scripts says as much as three letters.
	switch ideographs := 3 * (han + kana); {
	case ideographs > latin && 5*kana > han:
		return "ja"
	case ideographs > latin && han > hangul:
		return "zh"
	case 2*hangul > latin && hangul > 0:
		return "ko"
	case cyrillic > latin:
		return "ru"
	case arabic > latin:
		return "ar"
	}
	return ""
}
