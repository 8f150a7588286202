package language

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Languages of one script are distinguished by their trigrams: three letters in a row, where any
// non-letter is a space. The table gives the logarithm, in quarters, of how much more likely a
// trigram is in a language than a trigram that is rare in it; the sum of these points over a text
// says how likely the text is in that language (naive Bayes).
//
// TestTrigrams makes the table from the Universal Declaration of Human Rights, which anyone may
// use, in the translations that the files of the languages name, and from the lists of stop words
// and weak words. A line has the code of a language, the average points that a trigram of an
// unknown text in it can be expected to get, in hundredths, and its letters beyond ASCII; the lines
// after it have a number of points and the trigrams that get it, one after the other, with _ for a
// space.
//
//go:embed trigrams.txt
var trigramTable string

type trigram uint64

// space takes the place of a non-letter in a trigram.
const space = '_'

// next returns the trigram one letter further.
func (t trigram) next(r rune) trigram { return (t<<21 | trigram(r)) & (1<<63 - 1) }

func (t trigram) last() rune { return rune(t & (1<<21 - 1)) }

// opening is the trigram before the first letter.
const opening = trigram(space)

// eachTrigram calls yield with each trigram of each word of a text, in lower case and with a space at both ends.
func eachTrigram(text []byte, yield func(trigram)) {
	t := opening
	letters := 0 // number of letters of the current word so far
	for i := 0; i < len(text); {
		r, n := rune(text[i]), 1
		if r < utf8.RuneSelf {
			if r >= 'A' && r <= 'Z' {
				r |= 0x20
			} else if r < 'a' || r > 'z' {
				r = space
			}
		} else {
			r, n = utf8.DecodeRune(text[i:])
			if r = plainLetter(r); r == 0 {
				i += n
				continue
			}
		}
		i += n
		if r == space {
			if letters > 0 {
				t = t.next(space)
				yield(t)
			}
			t, letters = opening, 0
			continue
		}
		t = t.next(r)
		if letters > 0 {
			yield(t)
		}
		letters++
	}
	if letters > 0 {
		yield(t.next(space))
	}
}

// plainLetter returns a letter in lower case, a combining mark unchanged, 0 for a character to skip, and a space for any other.
func plainLetter(r rune) rune {
	switch {
	case unicode.IsLetter(r):
		switch r = unicode.ToLower(r); r {
		case 'ș':
			return 'ş'
		case 'ț':
			return 'ţ'
		}
		return r
	case r == '\u00ad', r == '\u200d', r == '\u200c', 0x64b <= r && r <= 0x652: // Arabic vowels are seldom written
		return 0
	case unicode.Is(unicode.M, r):
		return r
	}
	return space
}

// trigramModel holds the languages of one script, and the points of their trigrams.
type trigramModel struct {
	languages []*Language
	rows      map[trigram]int32 // index in points at which the points of a trigram begin
	points    []uint8           // by language
	expected  []float64         // average points of a trigram of an unknown text
	letters   map[rune]uint64   // beyond ASCII: the languages that have a letter, as bits
}

// foreign is the number of points that a letter costs in a language that does not have it.
const foreign = 12

// speakersOf holds the model of each script, which is read on first use.
var speakersOf = func() map[string]func() *trigramModel {
	of := make(map[string]func() *trigramModel)
	for _, l := range Languages {
		if of[l.script] == nil {
			of[l.script] = sync.OnceValue(func() *trigramModel { return readTrigrams(l.script) })
		}
	}
	return of
}()

func readTrigrams(script string) *trigramModel {
	s := &trigramModel{}
	place := make(map[string]int)
	for _, l := range Languages {
		if l.script == script {
			place[l.Code] = len(s.languages)
			s.languages = append(s.languages, l)
		}
	}
	n := len(s.languages)
	s.expected = make([]float64, n)
	s.rows, s.letters = make(map[trigram]int32, 1<<14), make(map[rune]uint64)
	at, isIn := 0, false
	for line := range strings.Lines(trigramTable) {
		value, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if value[0] >= 'a' {
			if at, isIn = place[value]; isIn {
				points, letters, _ := strings.Cut(text, " ")
				s.expected[at] = float64(parseNumber(points)) / 100
				for _, r := range letters {
					s.letters[r] |= 1 << at
				}
			}
		}
		if !isIn || value[0] >= 'a' {
			continue
		}
		points := uint8(parseNumber(value))
		for text != "" {
			t := trigram(0)
			for range 3 {
				r, size := utf8.DecodeRuneInString(text)
				t, text = t.next(r), text[size:]
			}
			row, isThere := s.rows[t]
			if !isThere {
				row = int32(len(s.points))
				s.rows[t] = row
				s.points = append(s.points, make([]uint8, n)...)
			}
			s.points[int(row)+at] = points
		}
	}
	return s
}

func parseNumber(digits string) (n int) {
	for _, c := range digits {
		n = 10*n + int(c-'0')
	}
	return n
}

// scoreLanguages adds to scores the points of a text in each language, and returns the number of trigrams.
func (s *trigramModel) scoreLanguages(text []byte, scores []int) (trigrams int) {
	var seen [64]struct { // letters beyond ASCII
		letter rune
		n      int
	}
	eachTrigram(text, func(t trigram) {
		trigrams++
		if row, isThere := s.rows[t]; isThere {
			for l, points := range s.points[row : int(row)+len(scores)] {
				scores[l] += int(points)
			}
		}
		if r := t.last(); r >= utf8.RuneSelf {
			at := &seen[r%64]
			if at.letter != r {
				s.penalizeMissingLetter(at.letter, at.n, scores)
				at.letter, at.n = r, 0
			}
			at.n++
		}
	})
	for _, at := range seen {
		s.penalizeMissingLetter(at.letter, at.n, scores)
	}
	return trigrams
}

// penalizeMissingLetter subtracts points from the languages without a letter that a text has n times.
func (s *trigramModel) penalizeMissingLetter(letter rune, n int, scores []int) {
	if has := s.letters[letter]; has != 0 {
		for l := range scores {
			if has>>l&1 == 0 {
				scores[l] -= foreign * n
			}
		}
	}
}
