package find

import (
	"math"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/internal/library"
)

// Weights, chosen on half of the questions in docs/research/find.md.
const (
	bm25K, bm25B = 1.5, .75

	titleWeight     = 1  // of a word in a title above, relative to one in the passage
	lastTitleWeight = 2  // additional weight in the title right above
	sentenceWeight  = .3 // of the best sentence
	phraseReach     = 4  // words within this distance are together
	contextWeight   = .5 // of the fragment that contains the passage
	textWeight      = 1  // of the text

	// minShare is the share of the words, by weight, that at least one passage must have, including
	// the titles above it; otherwise there is no answer, because the words have nothing to do with
	// the texts. minScoreShare is the least ratio of a score to the best.
	minShare, minScoreShare = .2, .2
)

// manner holds the parameters of a kind of query.
type manner struct {
	minWords, maxWords int // of a passage, by default

	phrase    float64 // the weight of words that are together
	neighbour float64 // the weight of the better neighbour of a passage
	brevity   float64 // the power of its length by which a passage counts less
	repeated  float64 // the factor for a passage after a better one of its text
}

// A few words ask for places: many short passages, of several texts. A question has its answer in
// one place, which its neighbours confirm.
var (
	byWords    = manner{minWords: 20, maxWords: 80, phrase: .8, brevity: .3, repeated: .95}
	byQuestion = manner{minWords: 60, maxWords: 150, phrase: .2, neighbour: .5, repeated: 1}
)

// fewWords is the number of content words up to which a query is answered byWords.
const fewWords = 4

// weigh collects the evidence for a passage; false if it is no answer.
func (s *search) weigh(p *passage, m *library.Matcher) bool {
	l, text := p.document.Language, p.document.Text.Slice(p.chunk.Span)
	has := make([]int, len(s.words))
	pairs := make(map[[2]int]bool)
	beside, last, lastAt, n := 0.0, -1, 0, 0
	isOut := false
	m.Words(l, []byte(text), func(word, _, _ int, _ language.Class) {
		n++
		switch {
		case word < 0:
			return
		case word >= len(s.words):
			isOut = true
			return
		}
		has[word]++
		if pair := [2]int{last, word}; last >= 0 && last != word && n-lastAt <= phraseReach && !pairs[pair] {
			pairs[pair] = true
			beside += min(s.wordWeight(last), s.wordWeight(word)) / float64(n-lastAt)
		}
		last, lastAt = word, n
	})
	if isOut || !slices.ContainsFunc(has, func(n int) bool { return n > 0 }) || !s.keepsPhrases(p) {
		return false
	}
	p.has, p.beside, p.sentence = has, beside, s.bestSentence(l, text, m)
	p.reads = len(strings.Fields(text))
	return true
}

// score weighs the evidence for a passage.
func (s *search) score(p *passage) {
	asLong := float64(p.reads) / float64(s.preferred())
	slow := bm25K * (1 - bm25B + bm25B*asLong)
	for i, n := range p.has {
		if weight := float64(n) + titleWeight*float64(p.titles[i]) + lastTitleWeight*float64(p.lastTitle[i]); weight > 0 {
			p.known += s.wordWeight(i)
			p.score += s.wordWeight(i) * weight * (bm25K + 1) / (weight + slow)
		}
	}
	p.score += s.manner.phrase*p.beside + contextWeight*p.inFragment + textWeight*p.inText + sentenceWeight*p.sentence
	least := float64(max(1, s.options.Limits.MinWords)) / float64(s.preferred()) // below this length, brevity gives no further advantage
	p.score *= math.Pow(max(asLong, least), -s.manner.brevity)
}

// addNeighbours adds to the score of each passage of a stretch a share of its better neighbour's.
func (s *search) addNeighbours(found []*passage) {
	before := 0.0 // own score of the passage before
	for i, p := range found {
		best, own := before, p.score
		if i+1 < len(found) {
			best = max(best, found[i+1].score)
		}
		p.score += s.manner.neighbour * best
		before = own
	}
}

func (s *search) wordWeight(word int) float64 { return float64(s.words[word].Rarity) }

// bestSentence returns the weight of the words in the sentence that has most.
func (s *search) bestSentence(l *language.Language, text string, m *library.Matcher) float64 {
	best := 0.0
	for start, end := range l.Sentences([]byte(text)) {
		best = max(best, s.weightIn(l, text[start:end], m))
	}
	return best
}

// weightIn returns the weight of the words in a text, each counted once.
func (s *search) weightIn(l *language.Language, text string, m *library.Matcher) (sum float64) {
	var has [64]bool
	m.Words(l, []byte(text), func(word, _, _ int, _ language.Class) {
		if word >= 0 && word < min(len(s.words), len(has)) && !has[word] {
			has[word] = true
			sum += s.wordWeight(word)
		}
	})
	return sum
}

// keepsPhrases reports whether a passage has all required phrases, and none that is excluded.
func (s *search) keepsPhrases(p *passage) bool {
	isOut := func(words []string) bool { return len(words) > 1 }
	if len(s.query.Phrases) == 0 && !slices.ContainsFunc(s.query.Without, isOut) {
		return true
	}
	words := plainWords(p.document.Text.Slice(p.chunk.Span))
	for _, r := range p.readings() {
		words = append(append(words, ""), plainWords(r.text)...) // without markup
	}
	for _, phrase := range s.query.Phrases {
		if !hasRun(words, phrase) {
			return false
		}
	}
	return !slices.ContainsFunc(s.query.Without, func(phrase []string) bool { return isOut(phrase) && hasRun(words, phrase) })
}

func plainWords(text string) []string {
	words := wordsOf(text)
	for i, w := range words {
		words[i] = library.WithoutAccents(w)
	}
	return words
}

// hasRun reports whether the words of a phrase follow one another in a text.
func hasRun(words, phrase []string) bool {
	for i := 0; i+len(phrase) <= len(words); i++ {
		is := true
		for k, w := range phrase {
			is = is && words[i+k] == library.WithoutAccents(w)
		}
		if is {
			return true
		}
	}
	return false
}
