package describe

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/language"
)

// features holds the signs that distinguish good titles of an English fragment from bad ones.
type features [numFeatures]float64

const (
	featureWeight      = iota // logarithm of the weight of its words over that of the heaviest; see weightOfCount
	featureCount              // logarithm of its count over that of the most frequent word
	featureWord               // it is one word
	featureFour               // it has four words
	featureFive               // it has five words or more
	featureFirst              // it is in the first sentence
	featureSecond             // it is in the second sentence
	featureDefined            // a sentence defines it
	featureSubject            // it is the subject of the first sentence
	featureAction             // it is an action
	featureHowTo              // it is a how-to
	featureMarked             // it is in markup of its own
	featurePerson             // it is a name
	featureEmpty              // it is one word that is too general
	featureLight              // none of the heaviest words is in it
	featureLate               // it occurs once, after the third sentence
	featureDistinctive        // logarithm of the share of its occurrences nearby that are in this fragment
	featureJoined             // "of" joins it
	featureSubjects           // how often it is a subject
	featureObjects            // how often a preposition precedes it
	featureDefinite           // how often a determiner precedes it
	featureSpread             // the share of the paragraphs that contain it
	featureLoneNoun           // it has one word and is not a name
	featureAdjective          // it begins with an adjective
	featureHonored            // a name with a title
	featureOwned              // it belongs to somebody: Mary's room
	featureTwice              // it occurs twice or more
	featureEarly              // logarithm of its first place, as a share of the fragment
	featureCommon             // how common its words are
	featureCommonHead         // how common its head is
	featureAbstract           // its head has the ending of an abstract noun
	featureOfVerb             // how often it is the object of a verb
	featurePhraseCount        // logarithm of its count, if it has several words
	featureLoneCount          // the same if it has one word
	featureOpens              // the fragment begins with it
	featureRelated            // an action or an event with a preposition
	// In stories only.
	featureOnce            // it occurs once, after the first sentence
	featurePersonFirst     // a name in the first sentence
	featureNameCount       // logarithm of the count of a name
	featureNameDistinctive // featureDistinctive, if it is a name
	featureSingleName      // a name of one word
	featureEvent           // its head is an event
	featureLone            // one word that is not a name, an event or a place
	featureBody            // a part of the body, or of the mind
	featureRelative        // a relative without a name
	featureOwner           // it belongs to somebody who is named, and is not part of the body
	featurePair            // a person whom the text joins with another
	numFeatures
)

// column is a column of [weights].
type column int

const (
	ofTitles column = 0
	ofTerms  column = 2
	forStory column = 1 // added to one of these for a story
)

// weights are the weights of the signs in titles and terms. The score of a candidate is the weighted sum of its signs; it is
// a logarithm. The weights of titles were fitted to the choices of readers (logistic regression on pairs of candidates);
// those of terms are older. docs/research/titles-read.md has the figures.
var weights = [numFeatures][4]float64{ // titles, in stories; terms, in stories
	featureWeight:          {1.7, 1.9, 1.63, 1.63},
	featureCount:           {0.08, 0.13, -0.03, -0.03},
	featureWord:            {-0.69, -0.59, -0.87, -0.87},
	featureFour:            {0.22, -0.36, -0.05, -0.05},
	featureFive:            {-0.02, -0.93, -0.7, -0.7},
	featureFirst:           {0.31, -0.51, 0.34, -0.23},
	featureSecond:          {0.15, -0.16, 0.24, 0.24},
	featureDefined:         {0.93, 0, 0.72, 0},
	featureSubject:         {0.55, 0, 1.11, 0},
	featureAction:          {0.71, 0, 0.84, 0},
	featureHowTo:           {1.28, 0, 1.04, 0},
	featureMarked:          {0.6, 0, 0.36, 0},
	featurePerson:          {-0.48, 0.13, -0.17, -0.29},
	featureEmpty:           {-1.49, -1.93, -1.91, -1.91},
	featureLight:           {0.09, -0.15, -0.6, -0.6},
	featureLate:            {0.02, 0.39, -0.37, -0.37},
	featureDistinctive:     {-0.47, -0.81, -0.39, -0.39},
	featureJoined:          {-0.11, 0.32, -0.12, -0.51},
	featureSubjects:        {0.37, 0.22, 0.31, 0.31},
	featureObjects:         {0.27, -0.09, 0.28, 0.28},
	featureDefinite:        {-0.05, 0.34, 0.43, 0.43},
	featureSpread:          {0.37, 0.13, 0.28, 0.28},
	featureLoneNoun:        {-0.46, 0.12, -0.66, -0.53},
	featureAdjective:       {0.46, 0.39, 0.45, 0.45},
	featureHonored:         {-0.39, -0.33, -0.36, -0.36},
	featureOwned:           {-0.32, 0.17, 0.22, 0.54},
	featureTwice:           {0.21, 0.06, 0.19, 0.19},
	featureEarly:           {-0.65, -0.74, -0.44, -0.44},
	featureCommon:          {-1.5, -1, -0.54, -0.89},
	featureCommonHead:      {-0.62, -1.1, -0.37, -0.76},
	featureAbstract:        {0.27, 0.13, 0.24, -0.02},
	featureOfVerb:          {0.56, 0.32, 0, 0},
	featurePhraseCount:     {0.31, 0.6, 0, 0},
	featureLoneCount:       {-0.18, 0.1, 0, 0},
	featureOpens:           {0.35, 0.32, 0, 0},
	featureRelated:         {-0.34, 0.25, 0, 0},
	featureOnce:            {0, -0.5, 0, -0.52},
	featurePersonFirst:     {0, -0.45, 0, -0.32},
	featureNameCount:       {0, -0.47, 0, 0},
	featureNameDistinctive: {0, 0.17, 0, 0},
	featureSingleName:      {0, -0.6, 0, 0},
	featureEvent:           {0, 1.29, 0, 1.05},
	featureLone:            {0, -0.75, 0, 0},
	featureBody:            {0, -0.78, 0, -1.64},
	featureRelative:        {0, -0.38, 0, 0},
	featureOwner:           {0, 0.44, 0, 0.3},
	featurePair:            {0, 0.39, 0, 1.18},
}

const (
	weightExponent = 0.85 // of the count of a word
	ownExponentOf  = 0.3  // of the share that is this fragment's own
	emptyShare     = 0.45 // of a word that says little
	adjectiveShare = 0.3
	sizeExponentOf = 0.55 // of the number of words in a phrase
	heaviestWords  = 6
)

var (
	events = newWordSet(`letter wedding marriage funeral dinner ball visit quarrel journey walk death proposal storm battle duel fire arrival departure party supper
		breakfast tea dance race hunt trial meeting conversation interview dream illness accident murder robbery escape search voyage shipwreck attack
		fight game concert picnic sermon lesson ride drive fever birth birthday christening election auction sale inquest will legacy engagement elopement
		rescue flood wreck siege charge retreat council speech confession secret plan plot promise bet wager examination discovery return farewell kiss
		message note telegram news lunch expedition trip assault ambush bargain apology conference talk chat call invitation offer warning announcement rehearsal
		experiment flight pursuit recovery reconciliation disappearance reunion lecture performance tournament match honeymoon picnic raid theft crime punishment
		inheritance rebellion revolt mutiny parade appointment reply`)
	places = newWordSet(`house garden church room kitchen parlor parlour library study street road inn tavern hotel farm mill castle palace cottage village town
		city river lake sea island shore beach harbor harbour ship boat forest wood woods field fields hill mountain valley bridge station train carriage
		coach shop store office school prison court theatre opera bank hospital barn stable attic cellar hall staircase drawing-room dining-room bedroom
		churchyard cemetery park square market camp cabin hut tower gate park well cave desert`)

	// bodily are parts of the body and of the mind, in the singular. They are in most scenes, and seldom the topic.
	bodily = newWordSet(`head hand eye face arm leg foot feet back shoulder wrist finger thumb knee mouth nose ear hair lip lips cheek chin brow forehead throat neck breast chest
		limb tooth teeth skin body voice breath breathing mind heart soul spirit temper tear smile laugh laughter sigh glance gaze look tone manner sense feeling
		confidence conscience complexion countenance expression gesture side elbow tongue blood pocket sleeve lap hat use conduct knowing attention opinion word answer question
		attitude emotion impression remark reply silence surprise pause nod tremor shudder`)

	// relatives are nouns for people by their relation to others. Alone they do not say who is meant.
	relatives = newWordSet(`husband wife wives son daughter brother sister father mother uncle aunt cousin nephew niece parent boy girl lad fellow servant maid`)
)

// isEvent reports whether a noun is an event, in the singular or plural.
func isEvent(word string) bool { return events[word] || events[strings.TrimSuffix(word, "s")] }

type rankedPhrase struct {
	*candidatePhrase
	score float64
	order int // its index in the list of things
}

// rank returns the things of a fragment, the best first, by the weights in a column. `near` returns the number of occurrences
// of a term in the fragment and those around it. `may` filters the things, unless it is nil.
func (r *reader) rank(near func(language.Term) int, weighed column, may func(*candidatePhrase) bool) []rankedPhrase {
	r.collectTaggedPhrases()
	if r.isNarrative {
		weighed += forStory
	}
	things := r.things.list
	word, logOwn := make([]float64, len(r.stats)), make([]float64, len(r.stats))
	order := make([]float64, 0, len(r.stats))
	most := 1.0
	for i := range r.stats {
		s := &r.stats[i]
		own := r.distinctiveness(s.term, near)
		logOwn[i] = math.Log(own)
		w := weightOfCount(s.n) * math.Pow(own, ownExponentOf)
		if r.lookUp(s.form).isEmpty || r.traits[s.form]&generic != 0 {
			w *= emptyShare
		}
		word[i] = w
		order = append(order, w)
		most = max(most, s.n)
	}
	slices.SortFunc(order, func(a, b float64) int { return cmp.Compare(b, a) })
	heaviest, least := 1.0, 0.0
	if len(order) > 0 {
		heaviest, least = order[0], order[min(len(order), heaviestWords)-1]
	}
	paragraphs := float64(1)
	if len(r.tokens) > 0 {
		paragraphs += float64(r.tokens[len(r.tokens)-1].paragraph)
	}
	list := make([]rankedPhrase, 0, len(things))
	for k := range things {
		t := &things[k]
		if may != nil && !may(t) {
			continue
		}
		x := rankedPhrase{candidatePhrase: t, order: k}
		sum, own, isLight := 0.0, 0.0, true
		for i, term := range t.terms {
			at := r.index[term] - 1
			w := word[at]
			isLight = isLight && w < least
			if t.adjectives[i] && !t.isActionPhrase() {
				w *= adjectiveShare
			}
			sum += w
			own += logOwn[at]
		}
		if t.hasCode {
			sum += weightOfCount(t.n)
			isLight = false
		}
		if sum == 0 {
			continue
		}
		own /= float64(max(1, len(t.terms)))
		of := r.featuresOf(t, math.Log(sum/math.Pow(float64(max(1, len(t.terms))), sizeExponentOf)/heaviest), math.Log(t.n/most), own, isLight, paragraphs)
		for i, v := range of {
			x.score += weights[i][weighed] * v
		}
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b rankedPhrase) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.order, b.order))
	})
	return list
}

// weightsOfCounts holds the weights of words with small counts.
var weightsOfCounts = func() (weights [64]float64) {
	for n := range weights {
		weights[n] = math.Pow(float64(n), weightExponent)
	}
	return weights
}()

// weightOfCount returns the weight of a word that occurs n times.
func weightOfCount(n float64) float64 {
	if n < float64(len(weightsOfCounts)) {
		return weightsOfCounts[int(n)]
	}
	return math.Pow(n, weightExponent)
}

// distinctiveness returns the share of a term's occurrences nearby that are in the fragment, relative to an even share.
func (r *reader) distinctiveness(t language.Term, near func(language.Term) int) float64 {
	const fragments = 9
	n := r.termCountsOf(t).n
	return fragments * n / max(n, float64(near(t)), 1)
}

func (r *reader) featuresOf(t *candidatePhrase, weight, count, own float64, isLight bool, paragraphs float64) (s features) {
	set := func(sign int, is bool) {
		if is {
			s[sign] = 1
		}
	}
	s[featureWeight], s[featureCount], s[featureDistinctive] = weight, count, own
	isName := t.kind == aName
	set(featureWord, t.words == 1 && !t.hasCode)
	set(featureFour, t.words == 4)
	set(featureFive, t.words > 4)
	set(featureFirst, t.sentence == 0)
	set(featureSecond, t.sentence == 1)
	set(featureDefined, t.isDefined && !r.isNarrative)
	set(featureSubject, t.isSubject && !r.isNarrative)
	set(featureAction, t.kind == anAction)
	set(featureHowTo, t.kind == aHowTo)
	set(featureMarked, t.marked > 0 && !r.isNarrative)
	set(featurePerson, isName)
	set(featureEmpty, !isName && t.words == 1 && isEmptyHead(t.head))
	set(featureLight, isLight)
	set(featureLate, t.n < 2 && t.sentence > 2)
	set(featureJoined, t.isJoined)
	if !isName {
		s[featureSubjects], s[featureObjects], s[featureDefinite] = t.subjects/t.n, t.objects/t.n, t.definite/t.n
	}
	s[featureSpread] = t.paragraphs / paragraphs
	set(featureLoneNoun, t.words == 1 && !isName && !t.hasCode)
	set(featureAdjective, t.isAdjective)
	set(featureHonored, t.isHonored)
	set(featureOwned, t.isOwned)
	set(featureTwice, t.n > 1)
	s[featureEarly] = math.Log(float64(t.first+8)) - math.Log(float64(len(r.lexemes)+8))
	common, head, isAbstract := r.commonness(t)
	s[featureCommon], s[featureCommonHead] = common, head
	s[featureOfVerb] = t.ofVerbs / t.n
	if !isName && t.words > 1 {
		s[featurePhraseCount] = math.Log(t.n)
	} else if !isName {
		s[featureLoneCount] = math.Log(t.n)
	}
	set(featureOpens, t.opens)
	set(featureAbstract, isAbstract)
	set(featureRelated, t.isRelated)
	if r.isNarrative {
		isAnEvent := isEvent(t.head)
		isBody := !isName && bodily[strings.TrimSuffix(t.head, "s")]
		set(featureOnce, t.n < 2 && t.sentence > 0)
		if isName {
			s[featureNameCount], s[featureNameDistinctive] = math.Log(t.n), own
			set(featureSingleName, t.words == 1)
		}
		set(featurePersonFirst, isName && t.sentence == 0)
		set(featureEvent, isAnEvent)
		set(featureLone, t.words == 1 && !isName && !isAnEvent && !places[t.head])
		set(featureBody, isBody)
		set(featureOwner, t.isNamedOwner && !isBody)
		set(featurePair, isName && t.n >= oftenPerson && r.hasPartner(t))
		set(featureRelative, t.words == 1 && !isName && relatives[strings.TrimSuffix(t.head, "s")])
	}
	return s
}

// abstractEndings are the endings of nouns that name no concrete thing.
var abstractEndings = []string{"ness", "tion", "sion", "ment", "ity", "ence", "ance", "cy", "ism", "hood", "tude", "dom"}

// commonness returns how common the words of a phrase are on average, how common its head is, and whether the head is abstract.
func (r *reader) commonness(t *candidatePhrase) (words, head float64, isAbstract bool) {
	if t.kind == aName || len(t.terms) == 0 {
		return 0, 0, false
	}
	for _, term := range t.terms {
		words += r.lookUp(r.termCountsOf(term).form).commonness
	}
	return words / float64(len(t.terms)), english().commonness(t.head), hasEnding(strings.TrimSuffix(t.head, "s"), abstractEndings...)
}
