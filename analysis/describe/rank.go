package describe

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/language"
)

// signs are what tells a good title of an English fragment from a bad one.
type signs [numSigns]float64

const (
	signWeight     = iota // logarithm of what its words weigh, over the heaviest; see weightOf
	signCount             // logarithm of how often it occurs, over the most frequent word
	signWord              // it is one word
	signFour              // four
	signFive              // five or more
	signFirst             // it is in the first sentence
	signSecond            // the second
	signThird             // the third
	signDefined           // a sentence says what it is
	signSubject           // it is the subject of the first sentence
	signAction            // it is what one does
	signHowTo             // how to do it
	signMarked            // it stands in markup of its own
	signPerson            // it is a name
	signEmpty             // its head says nothing
	signLight             // none of the heaviest words is in it
	signLate              // it occurs once, after the third sentence
	signOwn               // logarithm of how much it is this fragment's own
	signCode              // a name in code is in it
	signJoined            // of joins it, or 's
	signSubjects          // how often it is a subject
	signObjects           // how often a preposition stands before it
	signDefinite          // how often an article does
	signSpread            // in which share of the paragraphs it is
	signLoneNoun          // it is one word, and no name
	signAdjective         // it begins with an adjective
	signHonored           // a name with a title
	signOwned             // it is somebody's: Mary's room
	signTwice             // it occurs twice or more
	signEarly             // logarithm of where it is first, of 1 at the end of the fragment
	signCommon            // how common its words are
	signCommonHead        // and its head
	signAbstract          // its head ends as abstract nouns do
	// The same in stories only.
	signStoryFirst
	signStoryOnce
	signStoryPerson
	signStoryPersonOften
	signStoryEvent
	signStoryPlace
	signStoryWord
	signStoryOwn
	signStoryJoined
	signStoryOwned
	signStoryPersonFirst
	signStoryPersonOwn
	signStoryTwice
	signStoryCommon
	signStoryCommonHead
	signStoryAbstract
	numSigns
)

// weights are what the signs count: the logarithm of a candidate's score is their sum.
var weights = signs{
	signWeight: 1.63, signCount: -0.03, signWord: -0.87, signFour: -0.05, signFive: -0.70, signFirst: 0.34,
	signSecond: 0.24, signThird: -0.08, signDefined: 0.72, signSubject: 1.11, signAction: 0.84, signHowTo: 1.04,
	signMarked: 0.36, signPerson: -0.17, signEmpty: -1.91, signLight: -0.60, signLate: -0.37, signOwn: -0.39,
	signCode: -0.02, signJoined: -0.12, signSubjects: 0.31, signObjects: 0.28, signDefinite: 0.43, signSpread: 0.28,
	signLoneNoun: -0.66, signAdjective: 0.45, signHonored: -0.36, signOwned: 0.22, signTwice: 0.19, signEarly: -0.44,
	signCommon: -0.54, signCommonHead: -0.37, signAbstract: 0.24, signStoryFirst: -0.48, signStoryOnce: -0.62,
	signStoryPerson: -0.16, signStoryPersonOften: 0.21, signStoryEvent: 1.15, signStoryPlace: 0.06, signStoryWord: 0.22,
	signStoryOwn: 0.18, signStoryJoined: -0.28, signStoryOwned: 0.30, signStoryPersonFirst: -0.40, signStoryPersonOwn: 0.34,
	signStoryTwice: 0.01, signStoryCommon: -0.30, signStoryCommonHead: -0.26, signStoryAbstract: -0.19,
}

const (
	weightExponent = 0.85 // of how often a word occurs
	ownExponentOf  = 0.3  // of how much it is this fragment's own
	emptyShare     = 0.45 // of a word that says little
	adjectiveShare = 0.3
	sizeExponentOf = 0.55 // of how many words a phrase has
	heaviestWords  = 6
)

var (
	events = setOf(`letter wedding marriage funeral dinner ball visit quarrel journey walk death proposal storm battle duel fire arrival departure party supper
		breakfast tea dance race hunt trial meeting conversation interview dream illness accident murder robbery escape search voyage shipwreck attack
		fight game concert picnic sermon lesson ride drive fever birth birthday christening election auction sale inquest will legacy engagement elopement
		rescue flood wreck siege charge retreat council speech confession secret plan plot promise bet wager examination discovery return farewell kiss`)
	places = setOf(`house garden church room kitchen parlor parlour library study street road inn tavern hotel farm mill castle palace cottage village town
		city river lake sea island shore beach harbor harbour ship boat forest wood woods field fields hill mountain valley bridge station train carriage
		coach shop store office school prison court theatre opera bank hospital barn stable attic cellar hall staircase drawing-room dining-room bedroom
		churchyard cemetery park square market camp cabin hut tower gate park well cave desert`)
)

// ranked is a thing with its score.
type ranked struct {
	*thing
	signs signs
	score float64
}

// rank gives the things of a fragment in the order of how well they would do as its title. The function
// near tells how often a term occurs in the fragment and those around it, which are so many.
func (r *reader) rank(near func(language.Term) int) []ranked {
	things := r.things()
	word := make([]float64, len(r.stats))
	order := make([]float64, 0, len(r.stats))
	most := 1.0
	for i := range r.stats {
		s := &r.stats[i]
		w := math.Pow(s.n, weightExponent) * math.Pow(r.own(s.term, near), ownExponentOf)
		if isEmptyHead(r.lowerOf(s)) || r.traits[s.form]&generic != 0 {
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
	list := make([]ranked, 0, len(things))
	for k := range things {
		t := &things[k]
		x := ranked{thing: t}
		sum, own, isLight := 0.0, 0.0, true
		for i, term := range t.terms {
			w := word[r.index[term]-1]
			isLight = isLight && w < least
			if t.adjectives[i] && t.kind != anAction && t.kind != aHowTo {
				w *= adjectiveShare
			}
			sum += w
			own += math.Log(r.own(term, near))
		}
		if t.hasCode {
			sum += math.Pow(t.n, weightExponent)
			isLight = false
		}
		if sum == 0 {
			continue
		}
		own /= float64(max(1, len(t.terms)))
		x.signs = r.signsOf(t, math.Log(sum/math.Pow(float64(max(1, len(t.terms))), sizeExponentOf)/heaviest), math.Log(t.n/most), own, isLight, paragraphs)
		for i, v := range x.signs {
			x.score += weights[i] * v
		}
		list = append(list, x)
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return cmp.Compare(b.score, a.score) })
	return list
}

// own is how much of what is said near the fragment of a term is said in it, over the even share.
func (r *reader) own(t language.Term, near func(language.Term) int) float64 {
	const fragments = 9
	n := r.statOf(t).n
	return fragments * n / max(n, float64(near(t)), 1)
}

func (r *reader) lowerOf(s *stat) string {
	return strings.ToLower(r.language.Vocabulary.Written(s.form))
}

func (r *reader) signsOf(t *thing, weight, count, own float64, isLight bool, paragraphs float64) (s signs) {
	set := func(sign int, is bool) {
		if is {
			s[sign] = 1
		}
	}
	s[signWeight], s[signCount], s[signOwn] = weight, count, own
	isName := t.kind == aName
	set(signWord, t.words == 1 && !t.hasCode)
	set(signFour, t.words == 4)
	set(signFive, t.words > 4)
	set(signFirst, t.sentence == 0)
	set(signSecond, t.sentence == 1)
	set(signThird, t.sentence == 2)
	set(signDefined, t.isDefined && !r.isNarrative)
	set(signSubject, t.isSubject && !r.isNarrative)
	set(signAction, t.kind == anAction)
	set(signHowTo, t.kind == aHowTo)
	set(signMarked, t.marked > 0 && !r.isNarrative)
	set(signPerson, isName)
	set(signEmpty, !isName && isEmptyHead(t.head) && t.words == 1)
	set(signLight, isLight)
	set(signLate, t.n < 2 && t.sentence > 2)
	set(signCode, t.hasCode)
	set(signJoined, t.isJoined)
	if !isName {
		s[signSubjects], s[signObjects], s[signDefinite] = t.subjects/t.n, t.objects/t.n, t.definite/t.n
	}
	s[signSpread] = t.paragraphs / paragraphs
	set(signLoneNoun, t.words == 1 && !isName && !t.hasCode)
	set(signAdjective, t.isAdjective)
	set(signHonored, t.isHonored)
	set(signOwned, t.isOwned)
	set(signTwice, t.n > 1)
	s[signEarly] = math.Log(float64(t.first+8)) - math.Log(float64(len(r.lexemes)+8))
	common, head, isAbstract := r.commonness(t)
	s[signCommon], s[signCommonHead] = common, head
	set(signAbstract, isAbstract)
	if r.isNarrative {
		s[signStoryCommon], s[signStoryCommonHead], s[signStoryAbstract] = common, head, s[signAbstract]
		set(signStoryFirst, t.sentence == 0)
		set(signStoryOnce, t.n < 2 && t.sentence > 0)
		set(signStoryPerson, isName)
		set(signStoryPersonOften, isName && t.n >= 3)
		set(signStoryEvent, events[t.head])
		set(signStoryPlace, places[t.head])
		set(signStoryWord, t.words == 1 && !isName)
		s[signStoryOwn] = own
		set(signStoryJoined, t.isJoined)
		set(signStoryOwned, t.isOwned)
		set(signStoryPersonFirst, isName && t.sentence == 0)
		set(signStoryTwice, t.n > 1)
		if isName {
			s[signStoryPersonOwn] = own
		}
	}
	return s
}

// abstractEndings are those of nouns that name no thing.
var abstractEndings = []string{"ness", "tion", "sion", "ment", "ity", "ence", "ance", "cy", "ism", "hood", "tude", "dom"}

// commonness is how common the words of a phrase are on average, and its head; and whether that is abstract.
func (r *reader) commonness(t *thing) (words, head float64, isAbstract bool) {
	if t.kind == aName || len(t.terms) == 0 {
		return 0, 0, false
	}
	model := english()
	for _, term := range t.terms {
		words += model.commonness(r.lowerOf(r.statOf(term)))
	}
	return words / float64(len(t.terms)), model.commonness(t.head), hasEnding(strings.TrimSuffix(t.head, "s"), abstractEndings...)
}
