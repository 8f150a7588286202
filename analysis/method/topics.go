package method

import (
	"math"
	"math/rand/v2"
	"slices"
)

// This file counts the topics of a text and measures their lengths.

const (
	countPrior        = 0.3    // number of times that each term is assumed to have occurred, where topics are counted
	countReach        = 20_000 // words of the longest topic that counts
	countBlocks       = 2000   // a text is cut into at most about this many blocks to count its topics
	defaultTopicWords = 1000   // words of a topic of prose, where the text gives no evidence
)

// topicSurvey holds what the code lengths of segments reveal about a text as a whole.
type topicSurvey struct {
	words, topics int
	// gain is the reduction in the code length per token, in nats, from dividing the text in the best way.
	gain float64
	// distinctness runs from 0, as in most prose, to 1, where the words clearly separate the parts, as in a collection.
	distinctness float64
}

// topicCount returns the number of topics of a text: the number of segments in the division that gives the shortest code for its words and
// boundaries, where each boundary takes twice the logarithm of the number of units.
func topicCount(units []Unit) int { return surveyTopicLengths(units).topics }

// TopicWords returns the length in words that segments should have if none is given. In a collection it is the average length of the topics
// counted. In prose the count says little: a short text seems to have as many topics as the same units in any other order, a long one too
// few. So there it is the geometric mean of a usual length and twice that of the topics, because too few boundaries do less harm than too
// many.
func TopicWords(units []Unit) float64 { return surveyTopics(units).topicWords() }

// averageTopicWords returns the average length in words of the topics counted.
func (s topicSurvey) averageTopicWords() float64 {
	return max(1, float64(s.words)/float64(max(1, s.topics)))
}

func (s topicSurvey) topicWords() float64 {
	trust := (1 + s.distinctness) / 2
	return math.Pow(s.averageTopicWords()/trust, trust) * math.Pow(defaultTopicWords, 1-trust)
}

// surveyTopics surveys a text. A short text can be divided into parts that differ even if it has one topic, so a collection must gain more
// than the same units do in random order.
func surveyTopics(units []Unit) topicSurvey {
	const shuffles = 6
	s := surveyTopicLengths(units)
	// Topics that share no word and are equally long gain the logarithm of their number, minus the cost of coding which words each has.
	ofMost := s.gain / math.Log(float64(max(2, s.topics)))
	s.distinctness = max(interpolate(0.5, 0.6, s.gain), interpolate(0.35, 0.45, ofMost))
	if s.distinctness == 0 {
		return s
	}
	random, chance := rand.New(rand.NewPCG(1, 2)), 0.0 // the same every time
	shuffled := slices.Clone(units)
	for range shuffles {
		random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		chance += surveyTopicLengths(shuffled).gain / shuffles
	}
	s.distinctness *= interpolate(0.01, 0.03, s.gain-chance)
	return s
}

// interpolate returns 0 up to low, 1 from high on, and a linear value between them.
func interpolate(low, high, value float64) float64 {
	return max(0, min(1, (value-low)/(high-low)))
}

// joinShortUnits joins neighbours that are short relative to the whole text, whose topics do not depend on them. So the cost of counting
// topics becomes independent of the length of the text.
func joinShortUnits(units []Unit) []Unit {
	least := countWords(units) / countBlocks
	all := 0
	for _, u := range units {
		all += len(u.Terms)
	}
	store := make([]Count, 0, all)
	var joined []Unit
	for i, u := range units {
		if i == 0 || joined[len(joined)-1].Words >= least {
			joined = append(joined, Unit{})
		}
		block := &joined[len(joined)-1]
		block.Words += u.Words
		first := len(store) - len(block.Terms)
		store = append(store, u.Terms...)
		block.Terms = store[first:len(store):len(store)]
	}
	return joined
}

// surveyTopicLengths returns a survey without the distinctness.
func surveyTopicLengths(units []Unit) topicSurvey {
	units = joinShortUnits(units)
	s := topicSurvey{words: countWords(units), topics: len(units)}
	if len(units) < 2 {
		return s
	}
	c := newCollection(units)
	for i := range units { // c holds copies of the terms
		units[i].Terms = nil
	}
	room := costBufferPool.Get().(*[]float64)
	defer releaseBuffer(room)
	e := codeLengthCosts(c, countPrior, countReach, room)
	s.topics = 1 + len(e.Divide(2*math.Log(float64(len(units)))))
	undivided := e.Cost(nil)
	if math.IsInf(undivided, 1) { // undivided, it is too long to be a topic
		whole := make([]int, len(units))
		for i := range whole {
			whole[i] = 1
		}
		whole[len(units)-1] = len(units)
		undivided = newDCM(c, countPrior).costs(c, whole, new([]float64))[len(units)-1][len(units)-1]
	}
	s.gain = (undivided - e.Cost(e.Divide(0))) / float64(max(1, c.tokens))
	return s
}
