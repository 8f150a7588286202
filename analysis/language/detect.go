package language

import (
	"bytes"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// SampleSize is the number of bytes of a text that suffice to detect its language: about a thousand words.
const SampleSize = 8 << 10

// Detect returns the language of prose: of those written in the script of most letters, the one whose trigrams fit best. It
// returns [Default] if the prose has no letters or is in Latin script and too short, and [None] if no language fits.
func Detect(prose []byte) *Language {
	script, letters := scriptOf(prose)
	switch {
	case letters == 0 || script == latin && isTooShort(prose):
		return Default
	case speakersOf[script] == nil:
		return None
	}
	l, likeness, lead := speakersOf[script]().bestLanguage(composeAccents(excerpt(prose)), nil)
	if letters >= fewestLetters && (likeness < leastLikeness || likeness+lead/2 < leastSum) {
		return None
	}
	return l
}

// DetectForeign returns the language of a paragraph of a text in main. It returns another language only if that is certain.
func DetectForeign(prose []byte, main *Language) *Language {
	prose = prose[:min(len(prose), mostOfParagraph)]
	script, letters := scriptOf(prose)
	switch {
	case letters < fewestLetters && script == latin || letters < fewestLetters/4 || speakersOf[script] == nil || 10*letters < 7*utf8.RuneCount(prose):
		return main
	case script == main.script && len(speakersOf[script]().languages) == 1:
		return main
	}
	l, likeness, lead := speakersOf[script]().bestLanguage(composeAccents(prose), main)
	if likeness < sureLikeness || script == main.script && lead < sureLead {
		return main
	}
	return l
}

const (
	fewestWords     = 8  // Latin prose of fewer words is in the default language
	fewestLetters   = 45 // fewer letters say little about their language
	mostOfParagraph = 600

	// A language needs leastLikeness and, with half of its lead over the next one added, leastSum. A foreign paragraph needs
	// sureLikeness and, in the same script, sureLead.
	leastLikeness, leastSum = .42, .48
	sureLikeness, sureLead  = .4, .15
)

// bestLanguage returns the language that a text is most like, its likeness (about 1 for a text in that language), and its
// lead over the language `other`, or over the next best if that is nil.
func (s *trigramModel) bestLanguage(text []byte, other *Language) (l *Language, likeness, lead float64) {
	if len(s.languages) == 1 {
		return s.languages[0], 1, 1
	}
	scores := make([]int, len(s.languages))
	n := s.scoreLanguages(text, scores)
	best := 0
	for i, score := range scores {
		if score > scores[best] {
			best = i
		}
	}
	others := 0
	for i, score := range scores {
		if other == nil && i != best && score > others || other != nil && s.languages[i].Code == other.Code {
			others = score
		}
	}
	expected := s.expected[best] * float64(max(1, n))
	return s.languages[best], float64(scores[best]) / expected, float64(scores[best]-others) / expected
}

// excerpt returns prose, or pieces from all over it that suffice to detect its language.
func excerpt(prose []byte) []byte {
	const pieces, size = 16, 160
	if len(prose) <= pieces*size {
		return prose
	}
	list := make([]byte, 0, pieces*(size+1))
	for i := range pieces {
		from := i * (len(prose) - size) / (pieces - 1)
		piece := prose[from : from+size]
		if n := bytes.IndexByte(piece, ' '); n >= 0 {
			piece = piece[n:]
		}
		list = append(append(list, piece...), ' ')
	}
	return list
}

// composeAccents returns text with each letter and its accent as one character where Unicode has one.
func composeAccents(text []byte) []byte { return norm.NFC.Bytes(text) }

// isTooShort reports whether prose has too few words to detect its language.
func isTooShort(prose []byte) bool {
	words := 0
	Words(prose[:min(len(prose), 40*fewestWords)], func(int, int) { words++ })
	return words < fewestWords
}

const latin = "Latin"

// scripts returns the scripts besides Latin that languages are written in.
var scripts = sync.OnceValue(func() (list []script) {
	known := make(map[string]bool)
	for _, l := range Languages {
		if !known[l.script] && l.script != latin {
			known[l.script] = true
			list = append(list, script{l.script, unicode.Scripts[l.script], 1})
		}
	}
	for i := range list {
		switch list[i].name {
		case "Han", "Hiragana":
			list[i].weight = 3
		case "Hangul":
			list[i].weight = 2
		}
	}
	return list
})

// script holds the characters of a script. Each of them counts as weight letters.
type script struct {
	name   string
	table  *unicode.RangeTable
	weight int
}

// scriptOf returns the script of most letters, or "" if no language is written in it, and the number of its letters. Japanese
// counts as Hiragana.
func scriptOf(prose []byte) (name string, letters int) {
	list := scripts()
	counts := make([]int, len(list))
	inLatin, unknown := 0, 0
	last := 0
	for i := 0; i < len(prose); {
		if c := prose[i]; c < utf8.RuneSelf {
			if c|0x20 >= 'a' && c|0x20 <= 'z' {
				inLatin++
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(prose[i:])
		i += n
		switch {
		case unicode.Is(unicode.Latin, r):
			inLatin++
		case unicode.Is(list[last].table, r):
			counts[last]++
		case !unicode.IsLetter(r):
		default:
			k := -1
			for j := range list {
				if unicode.Is(list[j].table, r) || list[j].name == "Hiragana" && unicode.Is(unicode.Katakana, r) {
					k = j
				}
			}
			if k < 0 {
				unknown++
				continue
			}
			counts[k]++
			last = k
		}
	}
	han, kana := 0, 0 // indexes in list
	for i, s := range list {
		switch s.name {
		case "Han":
			han = i
		case "Hiragana":
			kana = i
		}
	}
	ideographs := counts[han] + counts[kana]
	if 5*counts[kana] > counts[han] {
		counts[kana], counts[han] = ideographs, 0
	} else {
		counts[kana], counts[han] = 0, ideographs
	}
	name, letters = latin, inLatin
	most := inLatin
	for i, s := range list {
		if n := counts[i] * s.weight; n > most {
			name, letters, most = s.name, counts[i], n
		}
	}
	if unknown > most {
		return "", unknown
	}
	return name, letters
}

// isStopAnywhere reports whether a word is in any language's list of stop words.
func isStopAnywhere(plain string) bool { return listed()[plain] }

var listed = sync.OnceValue(func() map[string]bool {
	all := make(map[string]bool)
	for _, l := range Languages {
		for word := range l.loadedFacts().stop {
			all[word] = true
		}
	}
	return all
})
