package method

import (
	"math"
	"math/rand/v2"
	"slices"
)

// How many topics a text has, and how long they are.

const (
	countPrior        = 0.3    // what each term is taken to have occurred where topics are counted
	countReach        = 20_000 // words of the longest topic that counts
	countBlocks       = 2000   // into about so many blocks at most a text is cut to count its topics
	defaultTopicWords = 1000   // words of a topic of prose, as far as a text does not say
)

// topicSurvey is what the codes of a text's segments tell of it as a whole.
type topicSurvey struct {
	words, topics int
	// gain is by how much the code of a token is shorter, in nats, when the text is divided
	// in the best way than when it is not.
	gain float64
	// distinctness is from 0, as in most prose, to 1 where the words tell the parts of the
	// text clearly apart, as in a collection.
	distinctness float64
}

// Topics counts the topics of a text: the segments of which its words and the places of
// its boundaries have the shortest code, twice the logarithm of the units for each
// boundary.
func Topics(units []Unit) int { return countTopics(units).topics }

// TopicWords is the length in words that segments should have where nobody says. In a
// collection it is that of the topics as they are counted. In prose the count says little: in
// a short text it finds as many topics as in the same units in any other order, in a long
// one too few. There the length is twice that of the topics, to cut seldom being safer, and of
// that and a usual length the geometric mean.
func TopicWords(units []Unit) float64 { return surveyTopics(units).topicWords() }

// averageTopicWords is the length in words of the topics as they were counted.
func (s topicSurvey) averageTopicWords() float64 {
	return max(1, float64(s.words)/float64(max(1, s.topics)))
}

func (s topicSurvey) topicWords() float64 {
	trust := (1 + s.distinctness) / 2
	return math.Pow(s.averageTopicWords()/trust, trust) * math.Pow(defaultTopicWords, 1-trust)
}

// surveyTopics surveys a text. A short text can be divided so that its parts differ even if it has
// one topic. Of a collection more is asked: that the gain exceeds what the same units give in
// an order by chance.
func surveyTopics(units []Unit) topicSurvey {
	const shuffles = 6
	s := countTopics(units)
	// Topics that share no word and are equally long gain the logarithm of their number, less
	// what it costs to say which words each has.
	ofMost := s.gain / math.Log(float64(max(2, s.topics)))
	s.distinctness = max(interpolate(0.5, 0.6, s.gain), interpolate(0.35, 0.45, ofMost))
	if s.distinctness == 0 {
		return s
	}
	random, chance := rand.New(rand.NewPCG(1, 2)), 0.0 // the same every time
	shuffled := slices.Clone(units)
	for range shuffles {
		random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		chance += countTopics(shuffled).gain / shuffles
	}
	s.distinctness *= interpolate(0.01, 0.03, s.gain-chance)
	return s
}

// interpolate is 0 up to low, 1 from high on, and grows between.
func interpolate(low, high, value float64) float64 {
	return max(0, min(1, (value-low)/(high-low)))
}

// joinShortUnits joins neighbours that are short beside the whole text: what the topics of a long text
// are does not hang on single paragraphs, and to look at them costs the same in any text.
func joinShortUnits(units []Unit) []Unit {
	least := words(units) / countBlocks
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

// countTopics is a survey without the distinctness.
func countTopics(units []Unit) topicSurvey {
	units = joinShortUnits(units)
	s := topicSurvey{words: words(units), topics: len(units)}
	if len(units) < 2 {
		return s
	}
	c := collect(units)
	for i := range units { // c has the terms
		units[i].Terms = nil
	}
	room := costBufferPool.Get().(*[]float64)
	defer releaseBuffer(room)
	e := codeEnergy(c, countPrior, countReach, room)
	s.topics = 1 + len(e.Divide(2*math.Log(float64(len(units)))))
	undivided := e.Cost(nil)
	if math.IsInf(undivided, 1) { // for it is too long to be a topic
		whole := make([]int, len(units))
		for i := range whole {
			whole[i] = 1
		}
		whole[len(units)-1] = len(units)
		undivided = dcm(c, countPrior).costs(c, whole, new([]float64))[len(units)-1][len(units)-1]
	}
	s.gain = (undivided - e.Cost(e.Divide(0))) / float64(max(1, c.tokens))
	return s
}
