package describe

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/segls/segls/analysis/language"
)

// most is the greatest number of terms in a phrase.
const most = 3

// phrase is a candidate for a title: a run of words.
type phrase struct {
	n           float64
	nouns       float64 // occurrences in places of nouns
	followed    float64 // occurrences before a word that may belong to it
	numbered    float64 // occurrences before a number: Listing 8
	torn        float64 // occurrences that a hyphen joins to something else
	inCase      float64 // occurrences not in base form; see isInObliqueCase
	halves      float64 // occurrences as half of a name, next to a word with a capital
	genitives   float64 // occurrences in the German genitive
	first, last int32   // the tokens of the first occurrence
	head        int32   // the token that names the kind of thing
}

type phraseOccurrence struct {
	phrase   int32
	from, to int32 // its first and last token
	weight   float32
}

// collectPhrases finds the phrases of the fragment.
func (r *reader) collectPhrases() {
	for i := range r.tokens {
		if r.tokens[i].traits&content == 0 {
			continue
		}
		if r.grammar.Unparted && r.isUnspacedScript(i) {
			r.collectUnspaced(i)
			continue
		}
		for from := i; from >= 0 && from > i-most && r.tokens[from].traits&content != 0; from-- {
			r.addOccurrence(from, i, i)
			if !r.tokens[from].adjoins || !r.canExtendBack(from) {
				break
			}
		}
		r.collectJoined(i)
	}
}

// canExtendBack reports whether a phrase may be extended to the word before it. After a German noun, a word in lower case is a verb.
func (r *reader) canExtendBack(from int) bool {
	return !r.grammar.CapitalNouns || r.tokens[from].traits&capital != 0 || r.traitsBefore(from)&capital == 0
}

// collectJoined notes phrases that end at a word and have a connector within, such as origin of the species.
func (r *reader) collectJoined(i int) {
	starts := []int{i, i - 1}
	if r.traitsBefore(i)&content == 0 {
		starts = starts[:1]
	}
	for _, at := range starts {
		joint := at - 1
		if r.traitsBefore(at)&determiner != 0 && r.traitsBefore(joint)&connector != 0 {
			joint--
		} else if r.traitsBefore(at)&(connector|relation) == 0 {
			continue
		}
		if r.traitsBefore(joint)&content == 0 {
			continue
		}
		head := joint - 1
		r.addOccurrence(head, i, head)
		if at == i && r.traitsBefore(head)&content != 0 {
			r.addOccurrence(head-1, i, head)
		}
	}
}

// isUnspacedScript reports whether a token is in a script that does not separate words.
func (r *reader) isUnspacedScript(i int) bool {
	c, _ := utf8.DecodeRune(r.prose[r.tokens[i].start:])
	return r.language.IsPaired(c)
}

// longestUnsegmented is the greatest number of pairs of characters in a phrase.
const longestUnsegmented = 10

// collectUnspaced notes the runs of characters that end with a pair. In Japanese, only the whole run counts, as one word.
func (r *reader) collectUnspaced(i int) {
	overlaps := func(k int) bool { // with the pair before it
		return k > 0 && k < len(r.tokens) && r.tokens[k-1].end > r.tokens[k].start && r.tokens[k-1].traits&r.tokens[k].traits&content != 0
	}
	if r.grammar.WholeStretches && overlaps(i+1) {
		return
	}
	for from := i; ; from-- {
		isWhole := !overlaps(from)
		if isWhole || !r.grammar.WholeStretches {
			key := [most]language.Term{r.tokens[from].term + 1, r.tokens[(from+i)/2].term + 1, (r.tokens[i].term+1)*longestUnsegmented + language.Term(i-from)}
			r.addOccurrenceWithKey(key, phrase{first: int32(from), last: int32(i), head: int32(i)}, 1)
		}
		if isWhole || i-from+1 == longestUnsegmented {
			return
		}
	}
}

// addOccurrence counts an occurrence of the phrase of the tokens [from, to].
func (r *reader) addOccurrence(from, to, head int) {
	var key [most]language.Term
	size := 0
	for i := from; i <= to; i++ {
		if t := &r.tokens[i]; t.traits&content != 0 {
			if size == most || slices.Contains(key[:size], t.term+1) {
				return
			}
			key[size] = t.term + 1
			size++
		}
	}
	weight := r.spellingWeight(from, true)
	if r.isInObliqueCase(from, to) {
		weight *= 0.1
	} else if from == to && r.tokens[from].traits&mostlyEmpty != 0 {
		weight *= 0.5
	}
	p := r.addOccurrenceWithKey(key, phrase{first: int32(from), last: int32(to), head: int32(head)}, weight)
	before, after := r.traitsBefore(from), r.traitsAfter(to)
	if size == 1 {
		p.nouns += r.nounCertaintyAt(from)
	} else if before&leads != 0 {
		p.nouns++
	}
	if before&genitive != 0 {
		p.genitives++
	}
	if r.isInObliqueCase(from, to) {
		p.inCase++
	}
	if r.isPartOfName(from, to) {
		p.halves++
	}
	if after&content != 0 || size > 1 && after&connector != 0 {
		p.followed++
	}
	if after&numeral != 0 {
		p.numbered++
	}
	if r.tokens[from].hyphened || to+1 < len(r.tokens) && r.tokens[to+1].hyphened {
		p.torn++
	}
}

// isInObliqueCase reports whether a phrase seems to be in a case other than the nominative.
func (r *reader) isInObliqueCase(from, to int) bool {
	if r.grammar.CaseEndings == nil {
		return false
	}
	first := &r.tokens[from]
	isName := first.traits&capital != 0 && !first.opens
	for i := from; i <= to; i++ {
		if r.tokens[i].traits&(inCase|content) == inCase|content {
			return true
		}
	}
	if !isName && first.traits&inLater != 0 {
		return true
	}
	before := r.traitsBefore(from)
	switch {
	case before&leads != 0:
		return first.traits&mostlyEmpty != 0 && first.traits&adjectival == 0
	}
	return first.traits&mostlyEmpty != 0 && before&content != 0 && before&(verbal|adjectival) == 0
}

func (r *reader) isPartOfName(from, to int) bool {
	if r.grammar.CaseEndings == nil || (r.tokens[from].traits|r.tokens[to].traits)&capital == 0 {
		return false
	}
	const word = capital | content
	isBefore := r.traitsBefore(from)&word == word && !r.tokens[from-1].opens && r.tokens[from].traits&capital != 0
	return isBefore || r.traitsAfter(to)&word == word && r.tokens[to].traits&capital != 0 && !r.tokens[to].opens
}

// addOccurrenceWithKey counts an occurrence of the phrase with the key.
func (r *reader) addOccurrenceWithKey(key [most]language.Term, fresh phrase, weight float32) *phrase {
	k := r.at[key]
	if k == 0 {
		r.phrases = append(r.phrases, fresh)
		k = int32(len(r.phrases))
		r.at[key] = k
	}
	r.marks = append(r.marks, phraseOccurrence{k - 1, fresh.first, fresh.last, weight})
	p := &r.phrases[k-1]
	p.n++
	return p
}

type scoredPhrase struct {
	text     string
	terms    []language.Term
	counts   []float64 // the count of each term in the fragment
	n, score float64
	size     int  // in words
	isHardly bool // it is hardly a noun, judging by the words beside it
	isName   bool // its first and last words have capitals, in a language where few words do
	hasVerb  bool // it begins or ends like a verb
}

// The number of candidates kept for a fragment. Where no spaces separate words, many are parts of each other, and only the best stay.
const (
	keptCandidates  = 12
	keptUnsegmented = 60
)

// candidates returns the best phrases of the fragment, the best first.
func (r *reader) candidates() []scoredPhrase {
	if len(r.stats) == 0 {
		return nil
	}
	r.collectPhrases()
	defer func() {
		clear(r.at)
		r.phrases, r.marks = r.phrases[:0], r.marks[:0]
	}()
	weights := make([]float64, len(r.stats))
	for i := range r.stats {
		weights[i] = math.Exp(r.logWeight(&r.stats[i]))
	}
	heaviest := slices.Max(weights)
	type scored struct {
		phrase int32
		score  float64
	}
	limit := keptCandidates
	if r.grammar.Unparted {
		limit = keptUnsegmented
	}
	best := make([]scored, 0, limit+1)
	for i := range r.phrases {
		s := r.score(&r.phrases[i], weights, heaviest)
		if s == 0 || len(best) == limit && s <= best[limit-1].score {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, s, func(b scored, s float64) int {
			return cmp.Or(cmp.Compare(s, b.score), -1) // after those with an equal score
		})
		best = slices.Insert(best, at, scored{int32(i), s})
		best = best[:min(limit, len(best))]
	}
	list := make([]scoredPhrase, 0, len(best))
	for _, b := range best {
		p := &r.phrases[b.phrase]
		var forms spellings
		for _, m := range r.marks {
			if m.phrase == b.phrase {
				forms.addMark(r, m)
			}
		}
		c := scoredPhrase{text: r.spellingOf(p, forms), n: p.n, score: b.score}
		for k := p.first; k <= p.last; k++ {
			if t := &r.tokens[k]; t.traits&content != 0 {
				c.terms = append(c.terms, t.term)
				c.counts = append(c.counts, r.termCountsOf(t.term).n)
			}
		}
		c.isHardly = r.isHardlyNoun(p)
		first, last := &r.tokens[p.first], &r.tokens[p.last]
		isCapital := func(t *token) bool {
			s := r.termCountsOf(t.term)
			return t.traits&capital != 0 && s.inside > 0 && 2*s.capitals > s.inside
		}
		c.isName = !r.grammar.CapitalNouns && isCapital(first) && isCapital(last)
		c.hasVerb = (first.traits|last.traits)&verbal != 0 && !c.isName
		if c.size = len(c.terms); r.grammar.Unparted {
			c.size = 1
		}
		isPart := r.grammar.Unparted && slices.ContainsFunc(list, func(other scoredPhrase) bool { return c.sharesTerm(&other) })
		if !isPart && len(list) < keptCandidates {
			list = append(list, c)
		}
	}
	return list
}

// Factors and exponents in the score of a phrase, besides the weights of its terms.
const (
	sizeExponent            = -0.15
	unsegmentedSizeExponent = -0.4
	countExponent           = 0.2 // for its count divided by the count of its most frequent term
	onceLeast               = 0.6 // a phrase that occurs once must have a term with this share of the weight of the heaviest
	onceNoNoun              = 0.5
	usuallyFollowed         = 0.7
	usuallyTorn             = 0.3
	usuallyNumbered         = 0.2
	alwaysInCase            = 0.1
	usuallyHalf             = 0.2
	endsInQuality           = 0.3
	nameAndMore             = 0.3  // a capitalized word and a lower-case word whose ending does not attach it to the first; see LaterEndings
	hardlyNoun              = 0.3  // factor for a single word
	hardlyNounShare         = 0.25 // a word with a smaller share of its occurrences in places of nouns is hardly a noun
	romanceNoNoun           = 0.4
	romanceVerbal           = 0.3
	inflectedNoNoun         = 0.8
	germanNoCapital         = 0.3
	germanGenitive          = 0.5
)

// score returns the score of a phrase; 0 rules it out.
func (r *reader) score(p *phrase, weights []float64, heaviest float64) float64 {
	first, last := &r.tokens[p.first], &r.tokens[p.last]
	if p.n < 2 && first.sentence > 1 || p.first == p.last && first.traits&rank != 0 || (first.traits|last.traits)&adverb != 0 || last.traits&abbreviation != 0 {
		return 0
	}
	sum, heaviestOwn, commonest, size := 0.0, 0.0, 0.0, 0.0
	for i := p.first; i <= p.last; i++ {
		if t := &r.tokens[i]; t.traits&content != 0 {
			k := r.index[t.term] - 1
			sum += weights[k]
			heaviestOwn = max(heaviestOwn, weights[k])
			commonest = max(commonest, r.stats[k].n)
			size++
		}
	}
	if p.n < 2 && (heaviestOwn < onceLeast*heaviest || commonest < 2) {
		return 0
	}
	g := r.grammar
	exponent := sizeExponent
	if g.Unparted {
		exponent = unsegmentedSizeExponent
	}
	s := sum * math.Exp(exponent*logOf(size)+countExponent*(logOf(p.n)-logOf(commonest)))
	if p.n < 2 && size > 1 && !g.Unparted && (g.Inflects && !g.CapitalNouns || p.nouns == 0) {
		s *= onceNoNoun
	}
	if p.followed > p.n/2 {
		s *= usuallyFollowed
	}
	if p.torn > 0 && p.torn >= p.n/2 {
		s *= usuallyTorn
	}
	if p.numbered > 0 && p.numbered >= p.n/2 {
		s *= usuallyNumbered
	}
	if p.inCase > 0 {
		s *= 1 - (1-alwaysInCase)*p.inCase/p.n
	}
	if p.halves > p.n/2 {
		s *= usuallyHalf
	}
	if last.traits&(adjectival|capital) == adjectival {
		s *= endsInQuality
	}
	if g.CaseEndings != nil && size > 1 && first.traits&capital != 0 && last.traits&(capital|mostlyEmpty|inLater) == 0 {
		s *= nameAndMore
	}
	if g.Leads == nil {
		return s
	}
	return r.adjustScoreByHead(p, s)
}

// adjustScoreByHead returns the score of a phrase, lowered if its head is seldom used as a noun.
func (r *reader) adjustScoreByHead(p *phrase, s float64) float64 {
	g, head := r.grammar, &r.tokens[p.head]
	stat := r.termCountsOf(head.term)
	isNoun := stat.nouns > 0 || p.nouns > 0
	if r.isHardlyNoun(p) {
		s *= hardlyNoun
	}
	switch {
	case g.CapitalNouns:
		if head.traits&capital == 0 {
			s *= germanNoCapital
		}
		if p.genitives == p.n {
			s *= germanGenitive
		}
	default:
		if !isNoun && g.Inflects {
			s *= inflectedNoNoun
		} else if !isNoun {
			s *= romanceNoNoun
		}
		if head.traits&verbal != 0 {
			s *= romanceVerbal
		}
	}
	return s
}

// isHardlyNoun reports whether a phrase is a single word that is seldom in the place of a noun.
func (r *reader) isHardlyNoun(p *phrase) bool {
	t := &r.tokens[p.head]
	stat := r.termCountsOf(t.term)
	return r.grammar.Leads != nil && p.first == p.last && stat.nouns < hardlyNounShare*stat.n && t.traits&capital == 0
}

// spellings holds the spellings of a phrase, in the order of the text.
type spellings []spelling

type spelling struct {
	text   []byte
	weight float32
}

// addText counts an occurrence of a spelling.
func (f *spellings) addText(text string, weight float32) {
	for k := range *f {
		if string((*f)[k].text) == text {
			(*f)[k].weight += weight
			return
		}
	}
	*f = append(*f, spelling{[]byte(text), weight})
}

// best returns the most frequent spelling.
func (f spellings) best() string {
	best := f[0]
	for _, x := range f[1:] {
		if x.weight > best.weight {
			best = x
		}
	}
	return string(best.text)
}

func (f *spellings) addMark(r *reader, m phraseOccurrence) {
	text := r.prose[r.tokens[m.from].start:r.textEnd(&r.tokens[m.to])]
	for k := range *f {
		if string((*f)[k].text) == string(text) {
			(*f)[k].weight += m.weight
			return
		}
	}
	*f = append(*f, spelling{text, m.weight})
}

// spellingWeight returns how much an occurrence that begins at a token counts towards the spelling of a phrase. `determined`
// says whether a determiner or preposition before it matters.
func (r *reader) spellingWeight(from int, determined bool) float32 {
	switch before := r.traitsBefore(from); {
	case r.tokens[from].opens:
		return 0.7
	case (before&genitive != 0 || before&leads != 0 && r.grammar.CaseEndings != nil) && determined: // seldom the nominative
		return 0.4
	case before&leads != 0 && determined:
		return 1.5
	}
	return 1
}

// spellingOf returns the spelling of a phrase in a title. In a language that inflects nouns, a short form is usually the base form.
func (r *reader) spellingOf(p *phrase, forms spellings) string {
	best := forms[0]
	for _, f := range forms[1:] {
		if f.weight > best.weight {
			best = f
		}
	}
	if r.grammar.Inflects && (p.first == p.last || r.grammar.CaseEndings == nil) {
		usual := best.weight / 3
		for _, f := range forms {
			if f.weight >= usual && utf8.RuneCount(f.text) < utf8.RuneCount(best.text) {
				best = f
			}
		}
	}
	text := plainText(string(best.text))
	text = strings.TrimSuffix(strings.TrimSuffix(text, "'s"), "’s")
	if first, size := utf8.DecodeRuneInString(text); unicode.IsUpper(first) && r.isCapitalByPlace(p, text) {
		text = string(unicode.ToLower(first)) + text[size:]
	}
	return text
}

// isCapitalByPlace reports whether a phrase has its capital only because it starts a sentence. The next word may decide: Captain Ahab.
func (r *reader) isCapitalByPlace(p *phrase, text string) bool {
	isBeforeCapital := p.last > p.first && r.tokens[p.first+1].traits&capital != 0
	if r.grammar.CapitalNouns || hasNameCase(text) || isBeforeCapital && r.tokens[p.first].traits&rank != 0 {
		return false
	}
	stat := r.termCountsOf(r.tokens[p.first].term)
	if stat.inside == 0 {
		return !isBeforeCapital
	}
	return 2*stat.capitals <= stat.inside
}

// plainText returns a piece of prose on one line, without underscores around it.
func plainText(text string) string {
	return strings.Trim(onOneLine(text), "_")
}

// onOneLine returns a text without fillers and with each run of white space replaced by one space.
func onOneLine(text string) string {
	isPlain := !strings.HasPrefix(text, " ") && !strings.HasSuffix(text, " ")
	for i := 0; i < len(text) && isPlain; i++ {
		isPlain = text[i] >= '!' && text[i] < utf8.RuneSelf || text[i] == ' ' && text[i+1] != ' '
	}
	if isPlain { // the usual case
		return text
	}
	return strings.Join(strings.Fields(language.WithoutFillers(text)), " ")
}

// hasNameCase reports whether the case of a text's first letter is part of a name: NASA, iOS, a_b, x/y, a.b.
func hasNameCase(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	_, size := utf8.DecodeRuneInString(word)
	return strings.ContainsFunc(word[size:], func(c rune) bool { return unicode.IsUpper(c) || unicode.IsDigit(c) || c == '_' || c == '/' || c == '.' })
}
