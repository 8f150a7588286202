package describe

import (
	"slices"
	"strings"
)

// nameAt is the place of a name among the lexemes: [from, to).
type nameAt struct{ from, to int }

// collectName notes the names in a run of words tagged as names, usually one, without words at its ends that are not part of a name.
func (c *collector) collectName(from, to int) {
	for from < to && notNames[c.lower(&c.lexemes[from])] && (from+1 == to || !honorifics[c.lowerWithoutStop(from)]) {
		from++
	}
	if from+1 < to && c.isAdverbBefore(from) {
		from++
	}
	isRuler := from < to && honorifics[c.lower(&c.lexemes[from])] && isRomanNumeral(string(c.shown[c.lexemes[to-1].start:c.lexemes[to-1].end])) // Queen Elizabeth II
	for to > from && !isRuler && (notNames[c.lower(&c.lexemes[to-1])] || honorifics[c.lowerWithoutStop(to-1)] && (to-from == 1 || c.lowerWithoutStop(to-1) == "st")) {
		to--
	}
	for c.isStory && to-from > 1 && c.lexemes[to-1].end-c.lexemes[to-1].start == 1 { // Quincey P
		to--
	}
	for k := from + 1; k < to; k++ { // Meg. Mr. Brooke
		if word := c.lowerWithoutStop(k); abbreviated[word] && word != "st" && !honorifics[c.lowerWithoutStop(k-1)] {
			c.collectName(from, k)
			from = k
		}
	}
	if from < to && to-from <= longestWords {
		c.names = append(c.names, nameAt{from, to})
	}
}

// isAdverbBefore reports whether a word that opens a sentence may be an adverb or preposition before a name, as in "Presently Tom".
func (c *collector) isAdverbBefore(i int) bool {
	x := &c.lexemes[i]
	if !x.opens && !c.followsOpeningMark(int(x.first)) || c.hasCapitalInSentence(x) {
		return false
	}
	word := c.lower(x)
	of, isListed := english().knownOdds(word)
	if !isListed {
		return strings.HasSuffix(word, "ly") && !namesInLy[word]
	}
	return slices.ContainsFunc(of, func(o odds) bool { return o.tag == tagAdverb || o.tag == tagOver })
}

// isEmptyHead reports whether a noun is too general for a title, in the singular or plural.
func isEmptyHead(word string) bool {
	return emptyHeads[word] || emptyHeads[strings.TrimSuffix(word, "s")] || emptyHeads[strings.TrimSuffix(word, "es")]
}

// IsHonorific reports whether a word in lower case is a title before the name of a person, such as mr, and not a person by
// itself, such as uncle.
func IsHonorific(word string) bool { return honorifics[word] && !kin[word] }

// lowerWithoutStop returns a word in lower case without its full stop.
func (c *collector) lowerWithoutStop(i int) string {
	return strings.TrimSuffix(c.lower(&c.lexemes[i]), ".")
}

// addNames adds the names to the things. Several names of one person become one thing.
func (c *collector) addNames() {
	type person struct {
		words   []string // the longest form, honorific first
		at      nameAt
		n       float64
		members []nameAt
	}
	var people []person
	wordsOf := func(n nameAt) (words []string) {
		for k := n.from; k < n.to; k++ {
			words = append(words, c.lowerWithoutStop(k))
		}
		return words
	}
	wide := c.namesWithSmallWords()
	// The longest first, so that shorter names match them.
	slices.SortStableFunc(wide, func(a, b nameAt) int { return (b.to - b.from) - (a.to - a.from) })
	for _, n := range wide {
		words := wordsOf(n)
		best := -1
		for k := range people {
			if isSamePerson(words, people[k].words) && (best < 0 || people[k].n > people[best].n) {
				best = k
			}
		}
		if best < 0 {
			people = append(people, person{words: words, at: n})
			best = len(people) - 1
		}
		people[best].n++
		people[best].members = append(people[best].members, n)
	}
	for _, p := range people {
		if len(p.words) == 1 && honorifics[p.words[0]] {
			continue
		}
		slices.SortFunc(p.members, func(a, b nameAt) int { return a.from - b.from })
		t := c.findOrAddPhrase([]byte("name "+strings.Join(p.words, " ")), p.members[0].from)
		t.kind, t.n = aName, p.n
		t.words = len(p.words)
		t.head = p.words[len(p.words)-1]
		t.isHonored = honorifics[p.words[0]]
		t.texts = append(t.texts, spelling{[]byte(c.lexemesText(p.at.from, p.at.to)), 1})
		for k := p.at.from; k < p.at.to; k++ {
			for i := c.lexemes[k].first; i < c.lexemes[k].last; i++ {
				if tok := &c.tokens[i]; tok.traits&content != 0 && !honorifics[strings.TrimSuffix(strings.ToLower(string(c.prose[tok.start:tok.end])), ".")] {
					t.terms = append(t.terms, tok.term)
					t.adjectives = append(t.adjectives, false)
				}
			}
		}
		for _, m := range p.members {
			c.recordSigns(t, m.from, m.to, false)
		}
	}
}

// namesWithSmallWords returns the names with the small words within them, such as von, and a region after a comma: Athens, Georgia.
func (c *collector) namesWithSmallWords() []nameAt {
	var wide []nameAt
	for k := 0; k < len(c.names); k++ {
		n := c.names[k]
		for k+1 < len(c.names) {
			next := c.names[k+1]
			gap := c.lexemes[n.to:next.from]
			isPart := len(gap) > 0 && len(gap) <= 2 && c.lexemes[next.from].adjoins && nameParts[c.lower(&gap[0])] && gap[0].adjoins && (len(gap) == 1 || nameParts[c.lower(&gap[1])] || c.lower(&gap[1]) == "the")
			isWhere := len(gap) == 1 && gap[0].tag == tagComma && strings.TrimSpace(string(c.shown[gap[0].start:gap[0].end])) == "," && regions[c.nameText(next)] && !regions[c.nameText(n)]
			if !isPart && !isWhere {
				break
			}
			n.to = next.to
			k++
		}
		wide = append(wide, n)
	}
	return wide
}

func (c *collector) nameText(n nameAt) string {
	return strings.ToLower(plainText(string(c.shown[c.lexemes[n.from].start:c.lexemes[n.to-1].end])))
}

// isSamePerson reports whether a shorter and a longer name may be the same person's.
func isSamePerson(short, long []string) bool {
	if slices.Equal(short, long) {
		return true
	}
	title, others := "", long
	if honorifics[long[0]] {
		title, others = long[0], long[1:]
	}
	mine := short
	if honorifics[short[0]] {
		if title != "" && title != short[0] || title == "" && ofWomen[short[0]] && len(others) == 1 {
			return false
		}
		mine = short[1:]
	}
	if len(mine) == 0 || len(others) == 0 || len(mine) > len(others) {
		return false
	}
	if title == "mrs" {
		return short[0] == title && mine[len(mine)-1] == others[len(others)-1]
	}
	if slices.Equal(mine, others) {
		return !ofWomen[title] || short[0] == title || len(mine) > 1
	}
	return mine[len(mine)-1] == others[len(others)-1] && !ofWomen[title] || len(mine) == 1 && mine[0] == others[0]
}

var (
	honorifics = newWordSet(`mr mrs miss ms mme mlle madame monsieur mademoiselle m dr doctor sir lady lord dame prof professor rev reverend st saint capt captain col colonel
		gen general major maj lt lieutenant sgt sergeant judge justice king queen emperor empress tsar czar prince princess duke duchess count countess baron baroness earl
		father brother sister uncle aunt aunty mother cousin master mistress president governor gov sen senator bishop pope don donna doña señor señora
		signor signora herr frau deacon squire admiral commander inspector cadet corporal hon esq jr`)

	// kin are titles that are also used of a person without a name.
	kin = newWordSet("father brother sister uncle aunt mother cousin queen king emperor empress tsar czar judge president governor bishop pope saint lady")

	abbreviated = newWordSet("mr mrs ms mme mlle m dr prof rev st capt col gen maj lt sgt gov sen hon esq jr")

	ofWomen = newWordSet("mrs miss ms mme mlle madame mademoiselle lady queen princess duchess countess baroness empress sister aunt aunty mother signora señora frau")

	namesInLy = newWordSet("emily sally polly molly milly dolly holly kelly nelly nely lily billy willy tilly jolly solly wally olly beverly kimberly carly italy sicily beardsley reilly connolly donnelly kennelly")

	nameParts = newWordSet("de von van der den di da du del della la le of")

	notNames = newWordSet(`monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november
		december god gods lord heaven i oh ah o yes no well good-bye goodbye hello alas hush indeed christmas easter sir madam ma'am ii iii iv vi vii viii ix xi xii
		chapter section figure listing table eq equation theorem lemma definition proposition corollary appendix fig english french german italian spanish russian american
		british latin greek christian note tip warning important see add use however therefore thus`)

	regions = newWordSet(`alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana iowa kansas
		kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada ohio oklahoma oregon
		pennsylvania tennessee texas utah vermont virginia washington wisconsin wyoming england scotland ireland wales france germany spain italy
		russia china japan india canada mexico brazil egypt kent surrey sussex devon cornwall yorkshire essex norfolk suffolk`)
)

// isRankBeforeName reports whether a lexeme is a title such as King, before a name.
func (r *reader) isRankBeforeName(i int) bool {
	return i+1 < len(r.lexemes) && r.lexemes[i+1].adjoins && r.lexemes[i+1].tag == tagName && honorifics[r.lower(&r.lexemes[i])]
}

func (r *reader) rankAndName(i int) string {
	return r.lower(&r.lexemes[i]) + " " + r.lower(&r.lexemes[i+1])
}

// ranksInLower returns, for each name with a title before it, how much more often the title begins in lower case than with a
// capital inside sentences: my uncle Toby, but King Lear.
func (r *reader) ranksInLower() map[string]int {
	var ranks map[string]int
	for i := range r.lexemes {
		x := &r.lexemes[i]
		if x.first == x.last || !r.isRankBeforeName(i) {
			continue
		}
		by := 1
		if r.tokens[x.first].traits&capital != 0 {
			if by = -1; x.opens || r.followsOpeningMark(int(x.first)) {
				continue
			}
		}
		if ranks == nil {
			ranks = make(map[string]int)
		}
		ranks[r.rankAndName(i)] += by
	}
	return ranks
}
