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

// Kind is the origin of a title.
type Kind string

// The kinds of titles.
const (
	Given      Kind = "given"       // set by the writer; this package makes none
	Phrase     Kind = "phrase"      // something that the fragment is about
	FirstWords Kind = "first-words" // the fragment's first words
	None       Kind = "none"        // there is nothing to make a title of
)

// Version is the version of the method. A title kept from another version is computed again.
const Version = 6

// Title is a heading for a fragment.
type Title struct {
	Text string // on one line; empty if there is none
	Kind Kind
}

// mostTitles is the maximum number of titles proposed for a fragment.
const mostTitles = 8

// TermsAndTitles returns the [Terms] of a fragment, and titles for it, the best first. A fragment may have no title. `near`
// returns the number of occurrences of a term in the fragment and those around it.
func TermsAndTitles(l *language.Language, paragraphs Paragraphs, near func(language.Term) int) ([]string, []Title) {
	r := newReader(l, paragraphs)
	defer r.release()
	return r.bestTerms(), r.bestTitles(near)
}

// Titles returns the titles that [TermsAndTitles] returns, without the terms.
func Titles(l *language.Language, paragraphs Paragraphs, near func(language.Term) int) []Title {
	r := newReader(l, paragraphs)
	defer r.release()
	return r.bestTitles(near)
}

func (r *reader) bestTitles(near func(language.Term) int) []Title {
	var titles []Title
	add := func(text string) {
		t := Title{capitalized(text), Phrase}
		if text != "" && len(titles) < mostTitles && !slices.Contains(titles, t) {
			titles = append(titles, t)
		}
	}
	if r.isTagged() {
		r.addTaggedTitles(near, add)
	} else {
		list := r.untaggedCandidates(near)
		for k := range list {
			add(r.joinWithOther(&list[k], list))
		}
	}
	if opening := r.opening(); opening != "" {
		titles = append(titles, Title{r.grammar.Quoted(opening), FirstWords})
	}
	return titles
}

const (
	longerShare  = 0.55 // a longer phrase with a lone noun is preferred if it has this share of the noun's score
	oftenPerson  = 2    // least occurrences of a person whose name is joined with another
	oftenJoined  = 2    // the same for other things that the text joins
	joinedShare  = 0.35
	leastNearby  = 0.2 // if less than this share of a lone noun's nearby occurrences is in the fragment,
	nearbyLonger = 0.3 // this applies in place of longerShare
)

func (r *reader) addTaggedTitles(near func(language.Term) int, add func(string)) {
	list := r.rank(near, ofTitles, nil)
	for k := range list {
		x := &list[k]
		if k >= 2*mostTitles {
			break
		}
		if longer := r.longerPhrase(list, k, near); longer != nil {
			add(r.titleText(longer, list))
			continue
		}
		add(r.titleText(x, list))
	}
}

// longerPhrase returns a phrase that contains a lone noun and is more specific, or nil.
func (r *reader) longerPhrase(list []rankedPhrase, k int, near func(language.Term) int) *rankedPhrase {
	x := &list[k]
	if x.kind != aPhrase || x.words > 1 || x.hasCode || len(x.terms) == 0 {
		return nil
	}
	share := longerShare
	if r.distinctiveness(x.terms[0], near) < 9*leastNearby {
		share = nearbyLonger
	}
	for i := range list {
		y := &list[i]
		if y.kind == aPhrase && y.words > 1 && slices.Contains(y.terms, x.terms[0]) && y.score > x.score+math.Log(share) && (y.n > 1 || y.sentence < 3) {
			return y
		}
	}
	return nil
}

// titleText returns a thing as a title, joined with another thing if the fragment joins them.
func (r *reader) titleText(x *rankedPhrase, list []rankedPhrase) string {
	if x.isActionPhrase() {
		return x.text
	}
	var best *rankedPhrase
	isFirst := false
	least := x.score + math.Log(joinedShare)
	for k := range list {
		y := &list[k]
		if y.candidatePhrase == x.candidatePhrase || y.isActionPhrase() || y.words+x.words+1 > longestWords || slices.ContainsFunc(y.terms, func(t language.Term) bool { return slices.Contains(x.terms, t) }) {
			continue
		}
		if y.score < least && (y.kind != aName || x.kind != aName || y.n < oftenPerson || x.n < oftenPerson) {
			continue
		}
		after, before := r.countJoinedByAnd(x.candidatePhrase, y.candidatePhrase), r.countJoinedByAnd(y.candidatePhrase, x.candidatePhrase)
		n := after + before
		arePersons := x.kind == aName && y.kind == aName && x.n >= oftenPerson && y.n >= oftenPerson
		if n == 0 || !arePersons && n < oftenJoined && !(x.sentence == 0 && y.sentence == 0 && (x.isSubject || y.isSubject)) {
			continue
		}
		if best == nil || y.score > best.score {
			best, isFirst = y, after >= before
		}
	}
	if best == nil {
		return x.text
	}
	one, two := x.text, best.text
	if !isFirst {
		one, two = two, one
	}
	if text := one + " " + r.grammar.And + " " + two; utf8.RuneCountInString(text) <= longestTitle {
		return text
	}
	return x.text
}

// hasPartner reports whether the text joins a person with another one who is named at least oftenPerson times.
func (r *reader) hasPartner(t *candidatePhrase) bool {
	for k := range r.things.list {
		other := &r.things.list[k]
		if other != t && other.kind == aName && other.n >= oftenPerson && r.countJoinedByAnd(t, other)+r.countJoinedByAnd(other, t) > 0 {
			return true
		}
	}
	return false
}

// countJoinedByAnd returns how often "and" joins one phrase with the other, in this order.
func (r *reader) countJoinedByAnd(one, two *candidatePhrase) (n int) {
	for _, a := range one.at {
		k := int(a.to)
		if k+1 >= len(r.lexemes) || !r.lexemes[k].adjoins || r.lower(&r.lexemes[k]) != r.grammar.And {
			continue
		}
		k++
		if g := r.lexemes[k].tag; (g == tagDeterminer || g == tagOwner) && k+1 < len(r.lexemes) {
			k++
		}
		if slices.ContainsFunc(two.at, func(b lexemeRange) bool { return int(b.from) == k }) {
			n++
		}
	}
	return n
}

// joinWithOther returns the text of a candidate, with the other half of its name if there is one. Two persons would need
// the same case, which would be a guess.
func (r *reader) joinWithOther(c *scoredPhrase, list []scoredPhrase) string {
	if !c.isName || c.n < 2 || r.grammar.CaseEndings == nil {
		return c.text
	}
	for k := range list {
		d := &list[k]
		if !d.isName || d.n < 2 || c.sharesTerm(d) || c.size+d.size >= longestWords || isNameVariant(c.text, d.text) {
			continue
		}
		text := ""
		switch {
		case r.precedes(c, d):
			text = c.text + " " + d.text
		case r.precedes(d, c):
			text = d.text + " " + c.text
		}
		if text != "" && utf8.RuneCountInString(text) <= longestTitle {
			return text
		}
	}
	return c.text
}

// precedes reports whether one candidate is right before another in at least half of the occurrences of the rarer one.
func (r *reader) precedes(one, two *scoredPhrase) bool {
	n := 0.0
	for i := 1; i < len(r.tokens); i++ {
		if r.tokens[i].adjoins && r.tokens[i-1].term == one.terms[len(one.terms)-1] && r.tokens[i].term == two.terms[0] {
			n++
		}
	}
	return 2*n >= min(one.n, two.n)
}

// isNameVariant reports whether two names may be one in two cases: they differ in at most their last two letters.
func isNameVariant(one, two string) bool {
	a, b := []rune(one), []rune(two)
	k := 0
	for k < len(a) && k < len(b) && a[k] == b[k] {
		k++
	}
	return k > 2 && k+2 >= len(a) && k+2 >= len(b)
}

const ownExponent = 0.5

// Factors of phrases where words are not tagged.
const (
	loneWord      = 0.6
	aNameCounts   = 1.3 // see scoredPhrase.isName
	withVerb      = 0.1 // a phrase that begins or ends like a verb
	onceInflected = 0.5 // words that are side by side only once
)

// untaggedCandidates returns the phrases of a fragment that is not tagged, the best title first.
func (r *reader) untaggedCandidates(near func(language.Term) int) []scoredPhrase {
	list := r.candidates()
	for k := range list {
		c := &list[k]
		own := 0.0
		for i, t := range c.terms {
			own += math.Pow(min(1, c.counts[i]/max(1, float64(near(t)))), ownExponent)
		}
		c.score *= own / float64(len(c.terms))
		if c.isHardly {
			c.score *= 0.4
		}
		switch {
		case c.hasVerb:
			c.score *= withVerb
		case c.isName:
			c.score *= aNameCounts
		case c.size == 1 && !r.grammar.Unparted:
			c.score *= loneWord
		case c.n < 2 && r.grammar.Inflects && !r.grammar.CapitalNouns:
			c.score *= onceInflected
		}
	}
	slices.SortStableFunc(list, func(a, b scoredPhrase) int { return cmp.Compare(b.score, a.score) })
	return list
}

func (x *scoredPhrase) sharesTerm(other *scoredPhrase) bool {
	return slices.ContainsFunc(x.terms, func(t language.Term) bool { return slices.Contains(other.terms, t) })
}

// capitalized returns a text with an initial capital, unless its first word is a name without one.
func capitalized(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 || hasNameCase(text) {
		return text
	}
	return string(unicode.ToTitle(first)) + text[size:]
}

// The length of an opening in words, except where noted. It is cut at a mark if possible.
const (
	openingLeast       = 3
	openingMost        = 8
	openingUnsegmented = 16 // pairs of characters
	openingGap         = 32 // bytes between two words, which may hold something other than prose
)

// cutAtUnpairedQuote returns a text up to its first quotation mark, if the marks are not in pairs.
func cutAtUnpairedQuote(text string) string {
	count := func(marks string) (n int) {
		for _, r := range text {
			if strings.ContainsRune(marks, r) {
				n++
			}
		}
		return n
	}
	if count("\"")%2 == 0 && count("“„«»「」『』”")%2 == 0 {
		return text
	}
	return strings.TrimRight(text[:strings.IndexAny(text, "\"“”„«»「」『』")], " ,;:.!?…，、。！？")
}

// endsClause reports whether a gap between two words ends a clause. The colons in std::vector do not.
func endsClause(gap string) bool {
	return strings.ContainsAny(gap, "—–，、；：") || strings.ContainsAny(gap, ",;:()،؛") && strings.ContainsAny(gap, " \t\n")
}

// opening returns the beginning of the fragment, up to the end of a clause or, if that is far, the first few words; "" if
// there are no words or mostly numbers.
func (r *reader) opening() string {
	longest := openingMost
	if r.grammar.Unparted {
		longest = openingUnsegmented
	}
	last, isCut, words := -1, false, 0
	for i := range r.tokens {
		t := &r.tokens[i]
		if i > 0 {
			gap := string(r.prose[min(r.tokens[i-1].end, t.start):t.start])
			if t.opens || len(gap) > openingGap || i >= openingLeast && endsClause(gap) {
				break
			}
		}
		if isCut = i == longest || t.traits&endless != 0; isCut {
			break
		}
		if t.traits&numeral == 0 {
			words++
		}
		last = i
	}
	if last < 0 || 2*words <= last {
		return ""
	}
	text := capitalized(cutAtUnpairedQuote(plainText(string(r.prose[r.tokens[0].start:r.tokens[last].end]))))
	if isCut {
		text += "…"
	}
	return text
}
