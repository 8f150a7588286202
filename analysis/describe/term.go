package describe

import (
	"math"
	"slices"
	"unicode/utf8"

	"github.com/segls/segls/analysis/language"
)

// MostTerms is the greatest number of terms of a fragment.
const MostTerms = 5

// Terms returns up to [MostTerms] words or phrases that best say what a fragment is about, as they are written, the best first.
func Terms(l *language.Language, paragraphs Paragraphs) []string {
	r := newReader(l, paragraphs)
	defer r.release()
	return r.bestTerms()
}

func (r *reader) bestTerms() []string {
	switch {
	case r.isTagged():
		return r.taggedTerms()
	case r.grammar.Unparted:
		return r.unsegmentedTerms()
	}
	return r.heaviestTerms()
}

// longestTerm is the greatest number of words in a term that is not a name.
const longestTerm = 2

// taggedTerms returns the best candidates that can be terms of an English fragment. No two of them share a word.
func (r *reader) taggedTerms() []string {
	list := r.rank(func(t language.Term) int { return int(r.termCountsOf(t).n) }, ofTerms, (*candidatePhrase).canBeTerm)
	terms := make([]string, 0, MostTerms)
	var said []language.Term
	for k := range list {
		x := &list[k]
		if len(terms) == MostTerms {
			break
		}
		if slices.ContainsFunc(x.terms, func(t language.Term) bool { return slices.Contains(said, t) }) || slices.Contains(terms, x.text) {
			continue
		}
		said = append(said, x.terms...)
		terms = append(terms, x.text)
	}
	return terms
}

// canBeTerm reports whether a thing is a name or a short noun phrase.
func (t *candidatePhrase) canBeTerm() bool {
	switch t.kind {
	case anAction, aHowTo:
		return false
	case aPhrase:
		return t.words <= longestTerm && (t.words != 1 || !isEmptyHead(t.head))
	}
	return true
}

func (r *reader) heaviestTerms() []string {
	weights := make([]float64, len(r.stats))
	for i := range r.stats {
		weights[i] = r.logWeight(&r.stats[i])
	}
	terms := make([]string, 0, MostTerms)
	for len(terms) < MostTerms && len(weights) > 0 {
		best := 0
		for i, w := range weights {
			if w > weights[best] {
				best = i
			}
		}
		if math.IsInf(weights[best], -1) {
			break
		}
		weights[best] = math.Inf(-1)
		written, partner := r.termSpelling(&r.stats[best])
		if partner >= 0 {
			weights[partner] = math.Inf(-1)
		} else if r.traits[r.stats[best].form]&rank != 0 {
			continue
		}
		terms = append(terms, written)
	}
	return terms
}

// nameableNoun is the share of occurrences in places of nouns above which a word is nameable. Below minToJudge occurrences it does not matter.
const (
	nameableNoun = 0.1
	minToJudge   = 3
)

// Nameable returns the terms of a fragment that a reader would name, in ascending order: no words that fit any text, no
// adverbs or participles, and no words that are used mostly as verbs or adjectives here.
func Nameable(l *language.Language, paragraphs Paragraphs) []language.Term {
	r := newReader(l, paragraphs)
	defer r.release()
	terms := make([]language.Term, 0, len(r.stats))
	if r.isTagged() {
		r.recountNouns()
	}
	for i := range r.stats {
		s := &r.stats[i]
		isNoun := r.grammar.Leads == nil || s.capitals > 0 || s.nouns >= s.verbs && (s.nouns > nameableNoun*s.n || s.n < minToJudge)
		if isNoun && r.traits[s.form]&(generic|adverb|participle) == 0 {
			terms = append(terms, s.term)
		}
	}
	slices.Sort(terms)
	return slices.Clip(terms)
}

// recountNouns counts again, by the tags, how often each term is a noun. It tags each paragraph by itself, so that after an
// edit only the new paragraphs are tagged.
func (r *reader) recountNouns() {
	for k, p := range r.parts {
		end := len(r.tokens)
		if k+1 < len(r.parts) {
			end = r.parts[k+1].token
		}
		if p.token < end && !r.tokens[p.token].isTagged {
			r.tagNouns(p.token, end)
		}
	}
	for i := range r.stats {
		r.stats[i].nouns, r.stats[i].verbs, r.stats[i].capitals = 0, 0, 0
	}
	for i := range r.tokens {
		if t := &r.tokens[i]; t.traits&content != 0 {
			if s := r.termCountsOf(t.term); t.isNoun {
				s.nouns++
			} else {
				s.verbs++
			}
		}
	}
}

func (r *reader) tagNouns(from, to int) {
	r.tagLexemes(from, to)
	for i := range r.lexemes {
		x := &r.lexemes[i]
		for k := x.first; k < x.last; k++ {
			r.tokens[k].isTagged, r.tokens[k].isNoun = true, x.isNounLike()
		}
	}
}

// unsegmentedTerms returns the terms of a fragment in a language that does not separate words. They are phrases, because the
// terms of the vocabulary are pairs of characters, which mean nothing to a reader.
func (r *reader) unsegmentedTerms() []string {
	list := r.candidates()
	terms := make([]string, min(MostTerms, len(list)))
	for i := range terms {
		terms[i] = list[i].text
	}
	return terms
}

type termCounts struct {
	term       language.Term
	form       language.Form // form of the first occurrence
	first      int32         // the token of the first occurrence
	sentence   int32         // its sentence
	paragraphs int32         // number of paragraphs with the term
	last       int32         // the last paragraph seen with the term
	n          float64
	nouns      float64 // occurrences in places of nouns
	verbs      float64 // occurrences in places of verbs
	inside     float64 // occurrences that do not open a sentence
	capitals   float64 // of these, the ones with a capital
}

func (r *reader) countTerms() {
	for i := range r.tokens {
		t := &r.tokens[i]
		if t.traits&content == 0 {
			continue
		}
		if int(t.term) >= len(r.index) {
			r.index = append(r.index, make([]int32, int(t.term)+1+int(t.term)/2-len(r.index))...)
		}
		k := r.index[t.term]
		if k == 0 {
			r.stats = append(r.stats, termCounts{term: t.term, form: t.form, first: int32(i), sentence: t.sentence, last: -1})
			k = int32(len(r.stats))
			r.index[t.term] = k
		}
		s := &r.stats[k-1]
		s.n++
		s.nouns += r.nounCertaintyAt(i)
		s.verbs += r.verbCertaintyAt(i)
		if s.last != t.paragraph {
			s.last = t.paragraph
			s.paragraphs++
		}
		if !t.opens {
			s.inside++
			if t.traits&capital != 0 {
				s.capitals++
			}
		}
	}
}

func (r *reader) termCountsOf(t language.Term) *termCounts { return &r.stats[r.index[t]-1] }

// nounCertaintyAt returns how certainly a word is a noun in its place, from 0 to 1. A word before another may be an adjective.
func (r *reader) nounCertaintyAt(i int) float64 {
	const second, followed = 0.9, 0.2
	before := r.traitsBefore(i)
	sure := 0.0
	switch {
	case r.grammar.CapitalNouns && r.tokens[i].traits&capital != 0 && !r.tokens[i].opens:
		return 1
	case before&leads != 0:
		sure = 1
	case before&content != 0 && r.traitsBefore(i-1)&leads != 0 && r.traitsAfter(i)&determiner == 0 && r.tokens[i].traits&participle == 0:
		sure = second
	default:
		return 0
	}
	if r.traitsAfter(i)&content != 0 {
		sure *= followed
	}
	return sure
}

// verbCertaintyAt returns 1 if a word is in the place of a verb, as after to, can or they, and otherwise 0.
func (r *reader) verbCertaintyAt(i int) float64 {
	before := r.traitsBefore(i)
	if before&beforeVerb != 0 || r.grammar.EnglishEndings && r.traitsAfter(i)&determiner != 0 && before&leads == 0 {
		return 1
	}
	return 0
}

// The factors of the weight of a term, and exponents where the name says so.
const (
	frequencyExponent = 1.1
	inFirstSentence   = 4
	inSecondSentence  = 1.4
	earlyExponent     = -0.15 // of the place of the first occurrence, from near 0 to 1
	spreadRate        = 0.9   // exp(rate · share); the same below
	lengthRate        = 0.5
	nounRate          = 0.25
	neverNoun         = 0.9
	capitalRate       = 0.4
	verbRate          = -0.5
	onlyOnce          = 0.8
	isGeneric         = 0.5
	isAdverb          = 0.4
	isParticiple      = 0.7
	isGerund          = 0.7
)

// logs holds the logarithms of small numbers.
var logs = func() (logs [64]float64) {
	for i := range logs {
		logs[i] = math.Log(float64(i))
	}
	return logs
}()

func logOf(n float64) float64 {
	if n < float64(len(logs)) {
		return logs[int(n)]
	}
	return math.Log(n)
}

// Logarithms of frequent factors.
var (
	logFirst      = math.Log(inFirstSentence)
	logSecond     = math.Log(inSecondSentence)
	logNeverNoun  = math.Log(neverNoun)
	logOnce       = math.Log(onlyOnce)
	logGeneric    = math.Log(isGeneric)
	logAdverb     = math.Log(isAdverb)
	logParticiple = math.Log(isParticiple)
	logGerund     = math.Log(isGerund)
)

// logWeight returns the logarithm of the weight of a term as the fragment's topic.
func (r *reader) logWeight(s *termCounts) float64 {
	w := frequencyExponent * logOf(s.n)
	switch s.sentence {
	case 0:
		w += logFirst
	case 1:
		w += logSecond
	}
	w += earlyExponent * (math.Log(float64(s.first+1)) - math.Log(float64(len(r.tokens))))
	w += spreadRate * float64(s.paragraphs) / float64(r.tokens[len(r.tokens)-1].paragraph+1)
	w += lengthRate * min(14, float64(utf8.RuneCountInString(r.language.Vocabulary.Written(s.form)))) / 10
	if r.grammar.Leads != nil {
		w += nounRate * s.nouns / s.n
		if s.nouns == 0 {
			w += logNeverNoun
		}
	}
	if s.inside > 0 && !r.grammar.CapitalNouns {
		w += capitalRate * s.capitals / s.inside
	}
	if s.n == 1 {
		w += logOnce
	}
	known := r.traits[s.form]
	if known&generic != 0 {
		w += logGeneric
	}
	if known&adverb != 0 {
		w += logAdverb
	}
	if known&participle != 0 {
		w += logParticiple
	}
	if known&gerund != 0 {
		w += logGerund
	}
	return w + verbRate*s.verbs/s.n
}

// neighbour is a term beside another, with the phrase of the two.
type neighbour struct {
	term language.Term
	n    float64
	phrase
}

// Two terms are one if they are side by side at least twice, and in at least these shares of the occurrences of each.
const (
	pairShare  = 0.3
	otherShare = 0.2
)

// termSpelling returns the spelling of a term, or of the phrase that it forms with another term. partner is the index of that
// term, or -1.
func (r *reader) termSpelling(s *termCounts) (written string, partner int32) {
	one := phrase{first: s.first, last: s.first}
	var forms spellings
	r.beside = r.beside[:0]
	for i := s.first; int(i) < len(r.tokens); i++ {
		if t := &r.tokens[i]; t.term != s.term || t.traits&content == 0 {
			continue
		}
		forms.addMark(r, phraseOccurrence{from: i, to: i, weight: r.spellingWeight(int(i), false)})
		if r.traitsBefore(int(i))&content != 0 && r.canExtendBack(int(i)) {
			r.addNeighbour(r.tokens[i-1].term, i-1)
		}
		if r.traitsAfter(int(i))&content != 0 && r.canExtendBack(int(i)+1) {
			r.addNeighbour(r.tokens[i+1].term, i)
		}
	}
	var best *neighbour
	partner = -1
	for k := range r.beside {
		b := &r.beside[k]
		other := r.index[b.term] - 1
		if b.n < max(2, pairShare*s.n, otherShare*r.stats[other].n) || best != nil && b.n <= best.n || r.tokens[b.last].traits&abbreviation != 0 {
			continue
		}
		best, partner = b, other
	}
	if best == nil {
		return r.spellingOf(&one, forms), partner
	}
	forms = forms[:0]
	for i := best.first; int(i)+1 < len(r.tokens); i++ {
		if r.tokens[i].term == r.tokens[best.first].term && r.tokens[i+1].term == r.tokens[best.last].term && r.tokens[i+1].adjoins {
			forms.addMark(r, phraseOccurrence{from: i, to: i + 1, weight: r.spellingWeight(int(i), false)})
		}
	}
	return r.spellingOf(&best.phrase, forms), partner
}

// addNeighbour counts a term beside another. from is the first token of the phrase of the two.
func (r *reader) addNeighbour(term language.Term, from int32) {
	for k := range r.beside {
		if r.beside[k].term == term {
			r.beside[k].n++
			return
		}
	}
	r.beside = append(r.beside, neighbour{term, 1, phrase{first: from, last: from + 1}})
}
