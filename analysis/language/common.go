package language

import (
	"slices"
	"strings"
)

// Without a list of stop words, the words that recur all over a text are stop words, however often its topic turns.
const (
	slice       = 50   // words in a slice of the text
	leastSlices = 6    // a shorter text is not examined
	spread      = 0.45 // a stop word is in at least this share of the slices
)

// AdaptedTo returns the language for a text that begins with this prose: with stop words from it if there is no list of them.
func (l *Language) AdaptedTo(sample []byte) *Language {
	if l.HasStopWords() {
		return l
	}
	type count struct {
		form         Form
		slices, last int
	}
	counts := make(map[Term]*count)
	words := 0
	l.Vocabulary.Words(sample, func(w Word, _, _ int) {
		words++
		if w.Class != Content {
			return
		}
		c := counts[w.Term]
		if c == nil {
			c = &count{form: w.Form}
			counts[w.Term] = c
		}
		if at := 1 + words/slice; at != c.last {
			c.slices, c.last = c.slices+1, at
		}
	})
	if words < leastSlices*slice {
		return l
	}
	common := make(map[Term]bool)
	var stems []string
	for term, c := range counts {
		if float64(c.slices*slice) >= spread*float64(words) {
			common[term] = true
			stems = append(stems, l.Vocabulary.Stem(c.form))
		}
	}
	if len(common) == 0 {
		return l
	}
	slices.Sort(stems)
	v := *l.Vocabulary
	v.common = common
	next := *l
	next.Vocabulary, next.common = &v, strings.Join(stems, " ")
	return &next
}

// Same reports whether two languages are equal, stop words included.
func (l *Language) Same(other *Language) bool {
	return l.Code == other.Code && l.common == other.common
}
