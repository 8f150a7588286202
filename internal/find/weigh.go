package find

import (
	"slices"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/internal/library"
)

// What is weighed, chosen on half of the questions in docs/research/find.md.
const (
	bm25K, bm25B = 1.5, .4

	titleWeight    = 1  // a word in a title above, compared with one in the passage
	sentenceWeight = .3 // what the best sentence has of the words
	phraseWeight   = .2 // words that stand together
	phraseReach    = 4  // within so many words
	contextWeight  = .5 // what the fragment and the text around it have
	repeatedWeight = .9 // how much a passage counts after a better one of the same stretch

	// minShare is what share of the words, by what they say, some passage has, with the titles above it; else none is an answer, for the
	// words have nothing to do with the texts. A passage with less than such a share of the best score is none either.
	minShare, minScoreShare = .2, .2
)

// weigh says how well a passage answers; false if it does not.
func (s *search) weigh(p *passage, titles []int, m *library.Matcher) bool {
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
	slow := bm25K * (1 - bm25B + bm25B*float64(p.chunk.Words)/float64(s.preferred()))
	for i, n := range has {
		if weight := float64(n) + titleWeight*float64(titles[i]); weight > 0 {
			p.known += s.wordWeight(i)
			p.score += s.wordWeight(i) * weight * (bm25K + 1) / (weight + slow)
		}
	}
	p.score += phraseWeight*beside + contextWeight*p.around + sentenceWeight*s.bestSentence(l, text, m)
	return true
}

func (s *search) wordWeight(word int) float64 { return float64(s.words[word].Rarity) }

// bestSentence is what the words say that are in the sentence that has most of them.
func (s *search) bestSentence(l *language.Language, text string, m *library.Matcher) float64 {
	best := 0.0
	for start, end := range l.Sentences([]byte(text)) {
		best = max(best, s.weightIn(l, text[start:end], m))
	}
	return best
}

// weightIn is what the words say that are in a text, each once.
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

// keepsPhrases reports whether a passage has all phrases, and none that it is not to have.
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

// hasRun reports whether some words stand one after the other in a text.
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
