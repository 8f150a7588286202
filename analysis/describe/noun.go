package describe

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/segls/segls/analysis/language"
)

// The greatest length of a title, in words and in characters.
const (
	longestWords = 6
	longestTitle = 40
)

// candidatePhrase is a candidate for a title of a tagged text: a noun phrase, a person or place, or an action.
type candidatePhrase struct {
	text         string
	terms        []language.Term
	n            float64
	first        int32 // its first lexeme
	sentence     int32
	paragraph    int32
	paragraphs   float64 // number of paragraphs that contain it
	words        int
	subjects     float64 // occurrences before a verb
	objects      float64 // occurrences after a preposition
	definite     float64 // occurrences after a determiner: the, a, this
	ofVerbs      float64 // occurrences as the object of a verb
	marked       float64
	head         string // its head in lower case
	verb         string // of an action
	kind         phraseKind
	isDefined    bool // a sentence defines or announces it
	isSubject    bool // it is the subject of the first sentence, or announced as the topic
	hasCode      bool
	isJoined     bool // by "of"
	isOwned      bool // it belongs to somebody: Mary's room
	isNamedOwner bool // it belongs to somebody with a name
	isHonored    bool // it begins with a title, such as Mr
	isAdjective  bool // it begins with an adjective
	opens        bool // it opens the fragment
	isRelated    bool // an event or action with a preposition: news from the sea

	adjectives []bool        // which of the terms are adjectives
	at         []lexemeRange // its places
	texts      spellings
}

// lexemeRange is a run of lexemes, [from, to).
type lexemeRange struct{ from, to int32 }

type phraseKind uint8

const (
	aPhrase phraseKind = iota
	aName
	anAction
	aHowTo
)

func (t *candidatePhrase) isActionPhrase() bool { return t.kind >= anAction }

// collectTaggedPhrases finds the things that an English fragment mentions, on the first call.
func (r *reader) collectTaggedPhrases() {
	if r.isCollected {
		return
	}
	r.isCollected = true
	r.tagLexemes(0, len(r.tokens))
	clear(r.things.byKey)
	c := collector{reader: r, thingRoom: r.things, isStory: r.isStory(), ranks: r.ranksInLower()}
	for i := 0; i < len(r.lexemes); {
		end := c.phraseEnd(i)
		if end > i {
			c.collectRun(i, end)
			i = end
			continue
		}
		if !c.isStory {
			c.collectAction(i)
		}
		i++
	}
	c.addNames()
	for k := range c.list {
		t := &c.list[k]
		if len(t.texts) > 0 {
			t.text = t.texts.best()
		}
	}
	c.list = slices.DeleteFunc(c.list, func(t candidatePhrase) bool {
		return t.text == "" || utf8.RuneCountInString(t.text) > longestTitle || t.words > longestWords || t.isUnfitTitle()
	})
	r.isNarrative = c.isStory
	r.things = c.thingRoom
}

// isUnfitTitle reports whether a phrase is a person's title without the name, is a date, or repeats a word.
func (t *candidatePhrase) isUnfitTitle() bool {
	head := strings.TrimSuffix(t.head, ".")
	isBare := isDate(t) || honorifics[head] && (t.words == 1 && !kin[head] || abbreviated[head]) && (t.kind != aName || t.words == 1)
	for i, term := range t.terms {
		isBare = isBare || slices.Contains(t.terms[:i], term)
	}
	return isBare
}

// isDate reports whether a thing is a month or a day of the week, possibly with adjectives: last June.
func isDate(t *candidatePhrase) bool {
	if !months[t.head] && !weekdays[t.head] || t.isJoined {
		return false
	}
	last := t.text[strings.LastIndexAny(t.text, " -")+1:]
	first, _ := utf8.DecodeRuneInString(last)
	return unicode.IsUpper(first) && strings.EqualFold(last, t.head) && (t.words == 1 || t.kind != aName)
}

type collector struct {
	*reader
	thingRoom
	isStory bool
	names   []nameAt
	ranks   map[string]int // see [reader.ranksInLower]
}

// thingRoom holds things; its memory is reused for the next fragment.
type thingRoom struct {
	list  []candidatePhrase
	byKey map[string]int // see [collector.phraseKey]
	key   []byte
}

// lower returns the text of a lexeme in lower case.
func (r *reader) lower(x *lexeme) string {
	if x.lower == "" {
		x.lower = lowerWithoutFillers(string(r.shown[x.start:x.end]))
	}
	return x.lower
}

// tagBefore returns the tag of the lexeme before lexeme i, or tagStop if a mark is between the two.
func (r *reader) tagBefore(i int) tag {
	if i > 0 && r.lexemes[i].adjoins {
		return r.lexemes[i-1].tag
	}
	return tagStop
}

func (r *reader) tagAfter(end int) tag {
	if end < len(r.lexemes) && r.lexemes[end].adjoins {
		return r.lexemes[end].tag
	}
	return tagStop
}

// phraseEnd returns the end of the adjectives and nouns that begin at a lexeme. The last of them is a noun.
func (c *collector) phraseEnd(i int) int {
	end := i
	for k := i; k < len(c.lexemes); k++ {
		x := &c.lexemes[k]
		if k > i && (!x.adjoins || c.endsMarkedHeading(i, k)) {
			break
		}
		afterThing := k > i && c.lexemes[k-1].isNounLike()
		switch {
		case x.isNounLike():
			if last := c.lexemes[max(i, k-1)]; afterThing && x.tag == tagName != (last.tag == tagName) && !c.hasCapital(last) && !honorifics[c.lower(&last)] && (c.isStory || x.tag == tagName && !last.isCode) {
				return end
			}
			end = k + 1
			continue
		case x.tag == tagAdjective:
			if afterThing {
				return end
			}
			continue
		case (x.tag == tagEd || x.tag == tagIng) && !afterThing:
			if before := c.tagBefore(k); before == tagDeterminer || before == tagOwner || before == tagAdjective || before == tagOver && x.tag == tagEd {
				continue
			}
		}
		break
	}
	return end
}

// hasCapital reports whether a lexeme that is not a name has a capital inside a sentence, as South in South America.
func (c *collector) hasCapital(x lexeme) bool {
	first, _ := utf8.DecodeRune(c.shown[x.start:])
	return x.tag != tagName && !x.opens && unicode.IsUpper(first)
}

// endsMarkedHeading reports whether the lexemes [from, at) are a run-in heading: markup surrounds them, and a sentence begins
// after them.
func (c *collector) endsMarkedHeading(from, at int) bool {
	before := c.lexemes[at-1]
	first, _ := utf8.DecodeRune(c.shown[c.lexemes[at].start:])
	return c.lexemes[at].tag != tagNoun && unicode.IsUpper(first) && c.hasMarkup(from, at) && before.end < c.lexemes[at].start
}

// collectRun notes the phrases and names in a run of lexemes.
func (c *collector) collectRun(from, end int) {
	from, end = c.trimLetters(from, end)
	if end-from > 1 && c.isOpeningVerb(from) {
		from++
	}
	if end-from > 1 && from > 0 && c.lexemes[from].adjoins && asks[c.lower(&c.lexemes[from-1])] { // how does Flask handle uploads
		for k := from + 1; k < end; k++ {
			if c.canHaveTag(k, tagVerb) {
				end = k
			}
		}
	}
	if end-from > 1 && (c.opensClause(from) && c.isVerbAtEnd(from, end) || c.isVerbAfterName(end) || c.isVerbAfterPlural(end)) {
		end--
	}
	if c.isStory && end-from > 1 && (c.isParticipleAfterNoun(end-1) || c.lower(&c.lexemes[end-1]) == "home") { // as in: a man shouting, take a friend home
		end--
	}
	if c.isStory { // quiet Matthew; “Why?” queried Anne
		for from+1 < end && c.lexemes[from].tag == tagAdjective && c.isAdjectivesThenNames(from+1, end) {
			from++
		}
	}
	if end-from > 2 {
		end = c.endBeforeVerb(from, end)
	}
	if from > 0 && from+1 < end && c.lexemes[from].adjoins && c.lexemes[from-1].tag == tagOver && adverbial[c.lower(&c.lexemes[from])] {
		from++ // as in: in practice rock salt
	}
	for end > from && !c.lexemes[end-1].isCode && noHeads[c.lower(&c.lexemes[end-1])] {
		end--
	}
	from = max(from, end-2*longestWords) // a table, or a list without marks
	for from < end && !c.lexemes[from].isNounLike() && (c.isEmptyModifier(&c.lexemes[from]) || notNames[c.lower(&c.lexemes[from])]) {
		from++
	}
	for from+1 < end && numbers[c.lower(&c.lexemes[from])] {
		from++
	}
	for k := from; k < end; {
		if c.lexemes[k].tag != tagName || c.lexemes[k].isCode {
			k++
			continue
		}
		to := k + 1
		for to < end && c.lexemes[to].tag == tagName && !c.lexemes[to].isCode {
			to++
		}
		c.collectName(k, to)
		k = to
	}
	isName := func(k int) bool { return c.lexemes[k].tag == tagName && !c.lexemes[k].isCode }
	names := end // from here on there are only names
	for names > from && isName(names-1) {
		names--
	}
	for k := from; k < names; k++ {
		x := &c.lexemes[k]
		if k > from && (isName(k) && isName(k-1) || c.isEmptyModifier(x) && !x.isNounLike() || !x.isNounLike() && x.tag != tagAdjective) {
			continue
		}
		c.addOccurrence(k, end, end-1, k > from)
	}
	c.collectJoined(from, end)
	c.collectStoryEvent(from, end)
}

// collectStoryEvent notes an event in a story with a preposition, as in "news from the sea". collectJoined notes those with "of".
func (c *collector) collectStoryEvent(from, end int) {
	if from == end {
		return
	}
	head := &c.lexemes[end-1]
	if !c.isStory || head.tag == tagName || !isEvent(c.lower(head)) || c.tagBefore(from) == tagPossessive {
		return
	}
	if c.tagAfter(end) == tagOver && c.lower(&c.lexemes[end]) == "of" { // see collectJoined
		return
	}
	if to := c.prepositionalEnd(end); to > end {
		for from < end-1 && to-from > longestWords {
			from++
		}
		c.addOccurrence(from, to, end-1, false).isRelated = true
	}
}

// prepositionalEnd returns the end of the phrase that a preposition joins to the one before lexeme `end`, or that index if
// there is none.
func (c *collector) prepositionalEnd(end int) int {
	if g := c.tagAfter(end); g != tagOver && g != tagTo || !relations[c.lower(&c.lexemes[end])] {
		return end
	}
	at := end + 1
	if g := c.tagAfter(at); g == tagDeterminer || g == tagOwner {
		if pointing[c.lower(&c.lexemes[at])] {
			return end
		}
		at++
	}
	if at >= len(c.lexemes) || !c.lexemes[at].adjoins || months[c.lower(&c.lexemes[at])] {
		return end
	}
	to := c.phraseEnd(at)
	switch c.tagAfter(to) {
	case tagPossessive, tagNoun, tagVerb: // as in: their stout resolve
		return end
	}
	if to == at {
		return end
	}
	if last := &c.lexemes[to-1]; !last.isCode && (noHeads[c.lower(last)] || last.tag != tagName && isEmptyHead(c.lower(last))) {
		return end
	}
	return to
}

// isAdjectivesThenNames reports whether lexemes are adjectives and then names.
func (c *collector) isAdjectivesThenNames(from, end int) bool {
	for from < end && c.lexemes[from].tag == tagAdjective {
		from++
	}
	for from < end && c.lexemes[from].tag == tagName && !c.lexemes[from].isCode {
		from++
	}
	return from == end
}

// isParticipleAfterNoun reports whether a word tagged as a noun is a participle after a common noun, as in "a man shouting".
func (c *collector) isParticipleAfterNoun(k int) bool {
	x, before := &c.lexemes[k], &c.lexemes[k-1]
	return x.tag == tagNoun && !x.isCode && before.tag == tagNoun && x.last == x.first+1 && strings.HasSuffix(c.lower(x), "ing")
}

// trimLetters removes small letters at the ends of a run of lexemes, as in "n bytes", and a word torn by an accent, as in G"odel.
func (c *collector) trimLetters(from, end int) (int, int) {
	isLetter := func(k int) bool { x := &c.lexemes[k]; return !x.isCode && x.end-x.start == 1 }
	isSmall := func(k int) bool { return isLetter(k) && unicode.IsLower(rune(c.shown[c.lexemes[k].start])) }
	for end-from > 1 && isLetter(from) {
		if isTornApart := c.lexemes[from+1].start-c.lexemes[from].end != 1; isTornApart {
			from += 2
		} else if !isSmall(from) {
			break
		} else {
			from++
		}
	}
	for end-from > 1 && isSmall(end-1) {
		end--
	}
	return min(from, end), end
}

// isEmptyModifier reports whether a lexeme adds nothing to the noun after it: many, new.
func (c *collector) isEmptyModifier(x *lexeme) bool {
	if x.tag == tagName || x.isCode {
		return false
	}
	word := c.lower(x)
	if emptyAdjectives[word] {
		return true
	}
	for _, ending := range [...]string{"est", "er", "st", "r"} { // largest, smaller, later
		if base, ok := strings.CutSuffix(word, ending); ok && x.tag == tagAdjective && emptyAdjectives[base] {
			return true
		}
	}
	return false
}

// collectJoined notes a phrase that "of" or a possessive joins to another.
func (c *collector) collectJoined(from, end int) {
	if end >= len(c.lexemes) || !c.lexemes[end].adjoins {
		return
	}
	at := end + 1
	isOf := c.lexemes[end].tag == tagOver && c.lower(&c.lexemes[end]) == "of"
	if !isOf && (c.lexemes[end].tag != tagPossessive || nobodys[c.lower(&c.lexemes[end-1])]) || at >= len(c.lexemes) || !c.lexemes[at].adjoins {
		return
	}
	if isOf && c.lexemes[at].tag == tagDeterminer {
		if w := c.lower(&c.lexemes[at]); w != "the" && w != "a" && w != "an" {
			return
		}
		at++
	}
	if at >= len(c.lexemes) || !c.lexemes[at].adjoins || months[c.lower(&c.lexemes[at])] {
		return
	}
	to := c.phraseEnd(at)
	for to > at && !c.lexemes[to-1].isCode && noHeads[c.lower(&c.lexemes[to-1])] {
		to--
	}
	if isOf && (c.tagAfter(to) == tagPossessive || c.tagAfter(to) == tagNoun) { // more belongs to it: hold of Linton's hands, hobby of Roman antiquities
		return
	}
	if to == at || !isOf && c.isEmptyModifier(&c.lexemes[at]) && !c.lexemes[at].isNounLike() { // as in: Joe's first, her mother's own
		return
	}
	head := end - 1
	if !isOf {
		if from > 1 && c.lower(&c.lexemes[from-1]) == "of" && c.lexemes[from-2].tag == tagName { // the Duke of Norfolk's house
			return
		}
		head = to - 1
	} else if isEmptyHead(c.lower(&c.lexemes[head])) {
		return
	}
	for from < end-1 && to-from > longestWords {
		from++
	}
	if t := c.addOccurrence(from, to, head, false); isOf {
		t.isJoined = true
	} else {
		t.isOwned = true
		t.isNamedOwner = c.lexemes[end-1].tag == tagName && !c.lexemes[end-1].isCode
	}
}

// addOccurrence counts an occurrence of a phrase. `head` is the index of its head; isTail is set if it is the end of a longer phrase.
func (c *collector) addOccurrence(from, end, head int, isTail bool) *candidatePhrase {
	t := c.findOrAddPhrase(c.phraseKey(from, end), from)
	if t.n++; t.n == 1 {
		c.setPhraseWords(t, from, end)
		t.head = c.lower(&c.lexemes[head])
		t.isAdjective = c.lexemes[from].tag == tagAdjective
	}
	c.recordSigns(t, from, end, isTail)
	t.texts.addText(c.lexemesText(from, end), 1)
	return t
}

// phraseKey returns a key that is equal for phrases of the same words. It is valid until the next call.
func (c *collector) phraseKey(from, end int) []byte {
	key := c.key[:0]
	for k := from; k < end; k++ {
		x := &c.lexemes[k]
		if x.isCode {
			key = append(append(key, c.shown[x.start:x.end]...), ' ')
			continue
		}
		for i := x.first; i < x.last; i++ {
			if t := &c.tokens[i]; t.traits&content != 0 {
				key = strconv.AppendInt(append(key, '#'), int64(t.term), 10)
			} else {
				key = append(key, c.lookUp(t.form).written...)
			}
			key = append(key, ' ')
		}
	}
	c.key = key
	return key
}

func (c *collector) setPhraseWords(t *candidatePhrase, from, end int) {
	for k := from; k < end; k++ {
		x := &c.lexemes[k]
		if x.tag != tagPossessive {
			t.words++
		}
		t.hasCode = t.hasCode || x.isCode
		for i := x.first; i < x.last; i++ {
			if w := &c.tokens[i]; w.traits&content != 0 {
				t.terms = append(t.terms, w.term)
				t.adjectives = append(t.adjectives, x.tag != tagNoun && x.tag != tagName)
			}
		}
	}
}

// findOrAddPhrase returns the phrase with the key, and adds it if it is new.
func (c *collector) findOrAddPhrase(key []byte, from int) *candidatePhrase {
	k, isKnown := c.byKey[string(key)]
	if !isKnown {
		k = len(c.list)
		c.byKey[string(key)] = k
		x := &c.lexemes[from]
		c.list = append(c.list, candidatePhrase{first: int32(from), sentence: x.sentence, paragraph: -1})
	}
	return &c.list[k]
}

// recordSigns records the signs around an occurrence of a thing.
func (c *collector) recordSigns(t *candidatePhrase, from, end int, isTail bool) {
	x := &c.lexemes[from]
	t.at = append(t.at, lexemeRange{int32(from), int32(end)})
	if t.paragraph != x.paragraph {
		t.paragraph = x.paragraph
		t.paragraphs++
	}
	before := c.tagBefore(from)
	isFree := before != tagOver && before != tagTo
	if from > 1 && (before == tagDeterminer || before == tagOwner || before == tagAdjective) {
		isFree = c.tagBefore(from-1) != tagOver && c.tagBefore(from-1) != tagTo
	}
	if before == tagOver {
		t.objects++
	}
	if before == tagDeterminer {
		t.definite++
	}
	if c.isVerbObject(from) {
		t.ofVerbs++
	}
	t.opens = t.opens || from == 0 || from == 1 && before == tagDeterminer
	switch c.tagAfter(end) {
	case tagVerb, tagVerbS, tagPast, tagModal:
		t.subjects++
		if x.sentence == 0 && isFree && !isTail && (c.isStory || !c.isPlainName(from, end) || c.definesPrevious(end)) {
			t.isSubject = true
		}
		if isFree && !isTail && c.definesPrevious(end) && c.isEarlyInSentence(from) {
			t.isDefined = true
		}
	}
	if !isTail && c.hasMarkup(from, end) {
		t.marked++
		if x.sentence == 0 && x.opens { // a run-in heading
			t.isSubject, t.isDefined = true, true
		}
	}
	if x.sentence < 2 && !isTail && c.isAnnounced(from) {
		t.isSubject, t.isDefined = true, true
	}
}

// isVerbObject reports whether a verb precedes a phrase, with at most determiners, adjectives and adverbs between them.
func (c *collector) isVerbObject(from int) bool {
	for k := from - 1; k >= 0 && c.lexemes[k+1].adjoins; k-- {
		switch c.lexemes[k].tag {
		case tagDeterminer, tagOwner, tagAdjective, tagAdverb:
		case tagVerb, tagVerbS, tagPast, tagEd, tagIng:
			return true
		default:
			return false
		}
	}
	return false
}

// isAnnounced reports whether the words before a phrase announce it as the topic, as in "we present" and "this page describes".
func (c *collector) isAnnounced(from int) bool {
	k := from - 1
	for ; k > 0 && c.lexemes[k+1].adjoins; k-- {
		switch c.lexemes[k].tag {
		case tagDeterminer, tagOwner, tagAdjective, tagNumber:
			continue
		case tagOver:
			if c.lower(&c.lexemes[k]) == "on" { // focus on
				continue
			}
		}
		break
	}
	if k < 1 || !c.lexemes[k+1].adjoins || !c.lexemes[k].adjoins || !announces[c.lower(&c.lexemes[k])] {
		return false
	}
	for k--; k > 0 && (c.lexemes[k].tag == tagModal || c.lexemes[k].tag == tagAdverb) && c.lexemes[k].adjoins; {
		k--
	}
	who := c.lower(&c.lexemes[k])
	return who == "we" || pieces[strings.TrimSuffix(who, "s")]
}

// isPlainName reports whether a phrase is a single ordinary name, such as that of the program that a manual describes.
func (c *collector) isPlainName(from, end int) bool {
	x := &c.lexemes[from]
	return end == from+1 && x.tag == tagName && !x.isCode && (!x.opens || c.hasCapitalInSentence(x)) && !hasNameCase(string(c.shown[x.start:x.end]))
}

// hasCapitalInSentence reports whether a word has a capital somewhere inside a sentence.
func (c *collector) hasCapitalInSentence(x *lexeme) bool {
	t := &c.tokens[x.first]
	return t.traits&content != 0 && c.termCountsOf(t.term).capitals > 0
}

// isEarlyInSentence reports whether at most a few words of the sentence precede a lexeme.
func (c *collector) isEarlyInSentence(i int) bool {
	for k := i; k >= 0 && k > i-6; k-- {
		if c.lexemes[k].opens || c.lexemes[k].tag == tagStop {
			return true
		}
	}
	return false
}

// definesPrevious reports whether the words at a lexeme define the thing before it.
func (c *collector) definesPrevious(i int) bool {
	switch c.lower(&c.lexemes[i]) {
	case "is", "are":
		switch c.tagAfter(i + 1) {
		case tagDeterminer, tagNoun, tagAdjective:
			return true
		}
	case "means", "denotes", "refers", "describes", "defines", "specifies":
		return true
	}
	return false
}

// hasMarkup reports whether markup surrounds a phrase, such as bold or a link.
func (c *collector) hasMarkup(from, end int) bool {
	start, stop := int(c.lexemes[from].start), int(c.lexemes[end-1].end)
	spaces := func(at, step int) (n int) {
		for at >= 0 && at < len(c.shown) && c.shown[at] == ' ' {
			n++
			at += step
		}
		return n
	}
	return spaces(start-1, -1) >= 2 && spaces(stop, 1) >= 2
}

// lexemesText returns the text of some lexemes for a title.
func (c *collector) lexemesText(from, end int) string {
	x, last := &c.lexemes[from], &c.lexemes[end-1]
	stop := last.end
	if last.first < last.last {
		if t := &c.tokens[last.last-1]; t.end == stop { // it has no clitic
			stop = c.textEnd(t)
		}
	}
	text := onOneLine(string(c.shown[x.start:stop]))
	if at := strings.Index(text, " &"); at >= 0 && !strings.HasPrefix(text[at+2:], " ") { // see joinsAmpersand
		text = text[:at] + text[at+1:]
	}
	if !x.isCode {
		text = strings.TrimLeft(text, "_")
	}
	if !last.isCode {
		text = strings.TrimRight(text, "_")
	}
	if x.isCode || x.tag == tagName || x.first == x.last || c.isRankBeforeName(from) && c.ranks[c.rankAndName(from)] <= 0 {
		return text
	}
	return c.lowerFirst(text, int(x.first))
}

// lowerFirst returns a text with its first letter in lower case if its capital is due only to the start of a sentence.
func (r *reader) lowerFirst(text string, token int) string {
	if !r.tokens[token].opens && !r.followsOpeningMark(token) || hasNameCase(text) {
		return text
	}
	first, size := utf8.DecodeRuneInString(text)
	return strings.ToLower(string(first)) + text[size:]
}
