package find

import (
	"slices"
	"strings"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/internal/library"
)

// Weights, chosen on works and questions that are not in the tables of docs/research/find.md.
const (
	bm25K, bm25B = 1.5, .75

	openingWeight    = 3  // of a word in a title, or in the name of the text, for the first passage below it, relative to a word in the passage
	lastTitleWeight  = 1  // of a word in the innermost title, for the other passages below it
	outerTitleWeight = .5 // of a word in the other titles
	neighbourWeight  = .2 // of the better of the two passages next to a passage
	textWeight       = .3 // of the text that contains the passage

	// minShare is the share of the words, by weight, that some passage must have with the titles above it; otherwise the words have nothing
	// to do with the texts, and there is no answer. minScoreShare is the minimum ratio of a score to the best.
	minShare, minScoreShare = .2, .2
)

// A query of a few words looks for places: its passages are many and short. A question has its
// answer in one place, so its passages are longer. Lengths are in words.
const (
	fewWords = 4 // greatest number of content words

	minForWords, maxForWords       = 20, 60
	minForQuestion, maxForQuestion = 60, 150
)

// matchPassage computes the evidence for a passage; it returns false if the passage is no answer.
func (s *search) matchPassage(p *passage, m *library.Matcher) bool {
	l, text := p.document.Language, p.document.Text.Slice(p.chunk.Span)
	has := make([]int, len(s.words))
	isOut := false
	m.EachWord(l, []byte(text), func(word, _, _ int, _ language.Class) {
		switch {
		case word < 0:
			return
		case word >= len(s.words):
			isOut = true
			return
		}
		has[word]++
	})
	isNamed := p.index == 0 && slices.ContainsFunc(p.opening, func(weight float64) bool { return weight >= openingWeight })
	if isOut || !isNamed && !slices.ContainsFunc(has, func(n int) bool { return n > 0 }) || !s.satisfiesPhrases(p) {
		return false
	}
	p.has, p.reads = has, max(p.chunk.Words, len(strings.Fields(text)))
	return true
}

// score weighs the evidence for a passage.
func (s *search) score(p *passage) {
	asLong := float64(p.reads) / float64(s.preferred())
	slow := bm25K * (1 - bm25B + bm25B*asLong)
	p.score = textWeight * p.inText
	for i, n := range p.has {
		if weight := float64(n) + p.titles[i]; weight > 0 {
			p.known += s.wordWeight(i)
			p.score += s.wordWeight(i) * weight * (bm25K + 1) / (weight + slow)
		}
	}
}

// addNeighbourScores adds to the score of each passage in a stretch a share of the score of its better neighbour.
func addNeighbourScores(found []*passage) {
	own := make([]float64, len(found))
	for i, p := range found {
		own[i] = p.score
	}
	for i, p := range found {
		best := 0.0
		if i > 0 && found[i-1].index == p.index-1 {
			best = own[i-1]
		}
		if i+1 < len(found) && found[i+1].index == p.index+1 {
			best = max(best, own[i+1])
		}
		p.score += neighbourWeight * best
	}
}

func (s *search) wordWeight(word int) float64 { return float64(s.words[word].Rarity) }

// weightIn returns the weight of the first 64 words of the query that occur in a text, each counted once.
func (s *search) weightIn(l *language.Language, text string, m *library.Matcher) (sum float64) {
	var has [64]bool
	m.EachWord(l, []byte(text), func(word, _, _ int, _ language.Class) {
		if word >= 0 && word < min(len(s.words), len(has)) && !has[word] {
			has[word] = true
			sum += s.wordWeight(word)
		}
	})
	return sum
}

// satisfiesPhrases reports whether a passage has all required phrases, and none that is excluded.
func (s *search) satisfiesPhrases(p *passage) bool {
	isOut := func(words []string) bool { return len(words) > 1 }
	if len(s.query.Phrases)+len(s.query.WithoutPrefix) == 0 && !slices.ContainsFunc(s.query.Without, isOut) {
		return true
	}
	words := wordsWithoutAccents(p.document.Text.Slice(p.chunk.Span))
	for _, r := range p.readings() {
		words = append(append(words, ""), wordsWithoutAccents(r.text)...) // without markup
	}
	for _, phrase := range s.query.Phrases {
		if !containsPhrase(words, phrase) {
			return false
		}
	}
	if slices.ContainsFunc(s.query.WithoutPrefix, func(letters string) bool { return containsBeginning(words, letters) }) {
		return false
	}
	return !slices.ContainsFunc(s.query.Without, func(phrase []string) bool { return isOut(phrase) && containsPhrase(words, phrase) })
}

func wordsWithoutAccents(text string) []string {
	words := wordsOf(text)
	for i, w := range words {
		words[i] = library.LowerWithoutAccents(w)
	}
	return words
}

// containsPhrase reports whether the words of a phrase follow one another in a text.
func containsPhrase(words, phrase []string) bool {
	if isOneUnspacedLetter(phrase) {
		return containsBeginning(words, phrase[0])
	}
	for i := 0; i+len(phrase) <= len(words); i++ {
		is := true
		for k, w := range phrase {
			is = is && words[i+k] == library.LowerWithoutAccents(w)
		}
		if is {
			return true
		}
	}
	return false
}

// containsBeginning reports whether a word begins with the given letters. A single character of a script written without spaces may also
// be the second of a pair.
func containsBeginning(words []string, letters string) bool {
	plain, isAnywhere := library.LowerWithoutAccents(letters), isOneUnspacedLetter([]string{letters})
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, plain) || isAnywhere && strings.Contains(w, plain) })
}
