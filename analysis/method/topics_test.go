package method

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/segls/segls/analysis/language"
)

// bag returns a sentence of words drawn from a topic's vocabulary, a few often and most seldom.
func bag(random *rand.Rand, topic int) Unit {
	counts := make(map[language.Term]uint32)
	for range 10 {
		rank := int(math.Exp(random.Float64() * math.Log(60)))
		counts[language.Term(1+100*topic+rank)]++
	}
	u := Unit{Words: 22}
	for t, n := range counts {
		u.Terms = append(u.Terms, Count{Term: t, Count: n})
	}
	slices.SortFunc(u.Terms, func(a, b Count) int { return int(a.Term) - int(b.Term) })
	return u
}

// TestOneTopicStaysWhole checks that nearly all texts of one topic are not cut, and texts of several topics are cut exactly between them.
func TestOneTopicStaysWhole(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	whole := 0
	const texts = 40
	for range texts {
		var one []Unit
		for range 12 + random.IntN(20) {
			one = append(one, bag(random, 0))
		}
		if len(blend.Divide(AllUnits(one), Goal{})) == 0 {
			whole++
		}
		if length := TopicWords(one); length < float64(countWords(one))/2 {
			t.Errorf("a topic of %.0f words in a text of one with %d", length, countWords(one))
		}
	}
	if whole < texts*9/10 {
		t.Errorf("%d of %d texts of one topic stay whole", whole, texts)
	}
	for range 10 {
		var text []Unit
		var between []int
		for topic := range 8 {
			for range 8 + random.IntN(8) {
				text = append(text, bag(random, topic))
			}
			between = append(between, len(text))
		}
		if got := blend.Divide(AllUnits(text), Goal{}); !slices.Equal(got, between[:7]) {
			t.Errorf("topics end at %v, boundaries are at %v", between[:7], got)
		}
	}
}

// TestTopicWordsOfAnything checks that TopicWords returns a finite length for any text.
func TestTopicWordsOfAnything(t *testing.T) {
	for _, text := range [][]Unit{nil, {{}}, {{}, {}}, {{Words: 3}, {Words: 4, Terms: []Count{{Term: 7, Count: 1}}}}} {
		if length := TopicWords(text); !(length >= 1) || math.IsInf(length, 0) {
			t.Errorf("%v: %v words", text, length)
		}
	}
}
