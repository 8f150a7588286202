package describe

import (
	"bytes"
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/segls/segls/analysis/language"
)

// reader reads one fragment after another and reuses its memory.
type reader struct {
	language *language.Language
	grammar  *language.Grammar
	traits   []traits // for each form, its traits; 0 if they are not known yet

	prose  []byte           // the paragraphs of the fragment, with blank lines between them
	shown  []byte           // the same with code and formulas as written, if the language is tagged
	tokens []token          // its words
	parts  []paragraphPlace // its paragraphs
	last   previousFragment // the fragment read before
	stats  []termCounts     // the terms of the fragment, in the order of their first occurrence
	index  []int32          // for each term, its index in stats plus one

	beside      []neighbour // see termSpelling
	phrases     []phrase
	at          map[[most]language.Term]int32 // the index of each phrase plus one, by the terms of the phrase
	marks       []phraseOccurrence            // the places of phrases
	lexemes     []lexeme                      // the lexemes, if the language is tagged
	words       []*englishWord                // for each form, its properties; nil if they are not known yet
	things      thingRoom
	steps       []step // see [tagger.findTags]
	isCollected bool   // its things have been collected; see [reader.collectTaggedPhrases]
	isNarrative bool   // it tells a story; see isStory
}

var readers = sync.Pool{New: func() any {
	return &reader{at: make(map[[most]language.Term]int32), things: thingRoom{byKey: make(map[string]int)}}
}}

// paragraphPlace holds the start of a paragraph, in the prose and among the tokens.
type paragraphPlace struct {
	prose, token int
	key          any
}

// Paragraph is a paragraph of a fragment.
type Paragraph struct {
	Key   any                 // identifies the paragraph when it is read again
	Prose func([]byte) []byte // appends its prose, with spaces for anything else
	Shown func([]byte) []byte // the same, but with code and formulas as written
}

// Paragraphs yields the paragraphs of a fragment.
type Paragraphs = iter.Seq[Paragraph]

// previousFragment is the fragment read before this one, often the same except for a letter. Its paragraphs need not be read again.
type previousFragment struct {
	prose  []byte
	shown  []byte
	tokens []token
	parts  []paragraphPlace
	next   int // the paragraph expected next
}

// findParagraph returns the prose and the words of a paragraph that was in the previous fragment. Most paragraphs are in the
// same order, so it looks only at the next two.
func (e *previousFragment) findParagraph(key any) (prose, shown []byte, tokens []token, at paragraphPlace, ok bool) {
	for k := e.next; k < min(e.next+2, len(e.parts)); k++ {
		at, end := e.parts[k], paragraphPlace{prose: len(e.prose), token: len(e.tokens)}
		if k+1 < len(e.parts) {
			end = e.parts[k+1]
		}
		if at.key == key {
			e.next = k + 1
			shown = e.shown
			if len(shown) > 0 {
				shown = shown[at.prose:end.prose]
			}
			return e.prose[at.prose:end.prose], shown, e.tokens[at.token:end.token], at, true
		}
	}
	return nil, nil, nil, paragraphPlace{}, false
}

// between separates two paragraphs.
const between = "\n\n"

// token is a word in its place.
type token struct {
	term       language.Term
	form       language.Form
	traits     traits
	start, end int32 // in the prose
	paragraph  int32
	sentence   int32
	opens      bool // it is the first word of a sentence
	adjoins    bool // it can be in one phrase with the word before
	hyphened   bool // it adjoins, with a hyphen or a slash between the two
	isTagged   bool // isNoun is known
	isNoun     bool // it belongs to a noun or a name
}

// maxBytes is the greatest number of bytes that are read of a fragment, from its beginning.
const maxBytes = 1 << 18

// newReader returns a reader that has read a fragment.
func newReader(l *language.Language, paragraphs Paragraphs) *reader {
	r := readers.Get().(*reader)
	if r.language != l {
		r.language, r.grammar = l, l.Grammar()
		clear(r.traits)
		clear(r.words)
		r.index, r.last = r.index[:0], previousFragment{}
	}
	sentence := int32(-1)
	for p := range paragraphs {
		base, isFirst := len(r.prose), true
		if base >= maxBytes {
			break
		}
		paragraph := int32(len(r.parts))
		r.parts = append(r.parts, paragraphPlace{base, len(r.tokens), p.Key})
		if prose, shown, tokens, at, ok := r.last.findParagraph(p.Key); ok {
			r.prose, r.shown = append(r.prose, prose...), append(r.shown, shown...)
			for _, t := range tokens {
				if t.opens {
					sentence++
				}
				t.start, t.end = t.start+int32(base-at.prose), t.end+int32(base-at.prose)
				t.paragraph, t.sentence = paragraph, sentence
				r.tokens = append(r.tokens, t)
			}
			continue
		}
		if r.prose = p.Prose(r.prose); r.isTagged() {
			r.shown = p.Shown(r.shown)
		}
		if len(r.prose) > maxBytes {
			end := maxBytes
			for end > base && !utf8.RuneStart(r.prose[end]) {
				end--
			}
			r.prose, r.parts[paragraph].key = r.prose[:end], nil
		}
		r.prose = append(r.prose, between...)
		if r.isTagged() {
			r.shown = append(r.shown[:len(r.prose)-len(between)], between...)
		}
		l.Vocabulary.Words(r.prose[base:len(r.prose)-len(between)], func(w language.Word, start, end int) {
			t := token{term: w.Term, form: w.Form, traits: r.traitsOf(w), start: int32(base + start), end: int32(base + end), paragraph: paragraph, opens: isFirst}
			if !isFirst {
				r.recordSeparation(&r.tokens[len(r.tokens)-1], &t)
			}
			if t.opens {
				sentence++
			}
			t.sentence = sentence
			r.tokens = append(r.tokens, t)
			isFirst = false
		})
	}
	r.countTerms()
	return r
}

// isTagged reports whether words of the language are tagged.
func (r *reader) isTagged() bool { return r.language.Code == "en" }

func (r *reader) release() {
	for _, s := range r.stats {
		r.index[s.term] = 0
	}
	before := r.last
	r.last = previousFragment{prose: r.prose, shown: r.shown, tokens: r.tokens, parts: r.parts}
	r.prose, r.shown, r.tokens, r.parts, r.stats = before.prose[:0], before.shown[:0], before.tokens[:0], before.parts[:0], r.stats[:0]
	clear(r.things.list)
	r.isCollected = false
	r.things.list = r.things.list[:0]
	readers.Put(r)
}

// recordSeparation records how two words are separated.
func (r *reader) recordSeparation(last, t *token) {
	gap := r.prose[min(last.end, t.start):t.start]
	if isSingleSpace(gap) { // the usual case
		t.adjoins = true
		last.traits &^= abbreviation | initials
		return
	}
	if !bytes.HasPrefix(gap, []byte(".")) {
		last.traits &^= abbreviation | initials
	}
	isShort := last.traits&abbreviation != 0 || last.traits&initials != 0 && t.traits&content != 0
	t.adjoins = isPhraseGap(gap) || isAmpersand(gap) && r.joinsAmpersand(gap, last, t) || isShort && last.traits&capital != 0 && len(gap) > 1 && len(bytes.TrimSpace(gap)) == 1 && bytes.Count(gap, []byte("\n")) < 2
	t.hyphened = t.adjoins && len(gap) > 0 && !isShort && len(bytes.TrimSpace(gap)) > 0
	t.opens = !t.adjoins && !isShort && endsSentence(gap)
}

// isAmpersand reports whether only the sign & is between two words.
func isAmpersand(gap []byte) bool {
	return bytes.IndexByte(gap, '&') >= 0 && strings.TrimSpace(language.WithoutFillers(string(gap))) == "&"
}

// joinsAmpersand reports whether & joins two words to one name: R&D, Smith & Sons. With spaces it may also be between two
// names, of which one often has several words: Sarah Gibson & Oliver Strickson.
func (r *reader) joinsAmpersand(gap []byte, last, t *token) bool {
	if last.traits&t.traits&capital == 0 {
		return false
	}
	if gap[0] == '&' || gap[len(gap)-1] == '&' { // LaTeX's \& has a space in place of its backslash
		return true
	}
	const name = capital | content
	if last.traits&t.traits&content == 0 || t.traits&abbreviation != 0 || last.adjoins && r.tokens[len(r.tokens)-2].traits&name == name {
		return false
	}
	next := r.prose[t.end:]
	following, _ := utf8.DecodeRune(bytes.TrimPrefix(next, []byte(" ")))
	return !bytes.HasPrefix(next, []byte(" ")) || !unicode.IsUpper(following)
}

// isPhraseGap reports whether two words separated by gap may be in one phrase.
func isPhraseGap(gap []byte) bool {
	switch text := string(gap); {
	case text == "", text == " ", text == "\n", text == "\r\n", text == "-", text == "/", text == "\u2010", text == "\u2011", text == "\u00ad":
		return true
	case len(gap) > 3 || len(bytes.TrimSpace(gap)) > 0:
		return false
	}
	// Spaces after the end of a line may be the mark of a list item, which the prose replaces by spaces.
	return !bytes.Contains(gap, []byte("\n")) || gap[len(gap)-1] == '\n'
}

// endsSentence reports whether a gap has a mark that ends a sentence, followed by white space if the script uses it.
func endsSentence(gap []byte) bool {
	for i, r := range string(gap) {
		switch r {
		case '.', '!', '?', '…', ':':
			if bytes.ContainsAny(gap[i:], " \n\t\r") {
				return true
			}
		case '。', '！', '？', '؟', '۔':
			return true
		}
	}
	return false
}

// traits are the properties of a word that do not depend on its place.
type traits uint32

const (
	isKnown      traits = 1 << iota
	content             // it may be a topic
	numeral             // digits
	determiner          // the, a, this
	leads               // a determiner or preposition: a noun comes after it
	connector           // of: it joins the nouns beside it into one thing
	relation            // for, in, with: it may join them
	beforeVerb          // to, can, they
	capital             // begins with a capital
	generic             // fits any text
	adverb              // -ly
	participle          // -ed
	gerund              // -ing
	verbal              // has one of the language's VerbEndings
	abbreviation        // takes a full stop; on a token: has one
	initials            // capitals with full stops between them, as in U.S.; on a token: has one at its end
	genitive            // a German article in the genitive
	inCase              // has one of the language's CaseEndings
	inLater             // has one of its LaterEndings
	mostlyEmpty         // has one of its ShadyEndings
	rank                // before the name of a person: Herr, Mme
	adjectival          // has the ending of an adjective
	endless             // too long for a word: a key, a digest or a row of symbols
)

func (r *reader) traitsOf(w language.Word) traits {
	if int(w.Form) >= len(r.traits) {
		r.traits = append(r.traits, make([]traits, int(w.Form)+1+int(w.Form)/2-len(r.traits))...)
	}
	known := r.traits[w.Form]
	if known == 0 {
		known = r.computeTraits(w)
		r.traits[w.Form] = known
	}
	return known
}

// computeTraits returns the traits of a form seen for the first time.
func (r *reader) computeTraits(w language.Word) traits {
	written := language.WithoutFillers(r.language.Vocabulary.Written(w.Form))
	lower := strings.TrimRight(strings.ToLower(written), "'’") // without the apostrophe of an elided word
	letters := utf8.RuneCountInString(lower)
	first, _ := utf8.DecodeRuneInString(written)
	g := r.grammar
	known := isKnown
	for _, t := range [...]struct {
		trait traits
		has   bool
	}{
		{content, w.Class == language.Content && letters <= longestWord && r.language.IsInformative(written) && !g.Saying[lower] && !isRomanNumeral(written)},
		{endless, letters > longestWord},
		{numeral, w.Class == language.Numeral},
		{determiner, g.Determiners[lower]},
		{leads, g.Leads[lower]},
		{connector, g.Connectors[lower]},
		{relation, g.Relations[lower]},
		{beforeVerb, g.BeforeVerbs[lower]},
		{capital, unicode.IsUpper(first)},
		{generic, g.Generic[lower]},
		{adverb, g.EnglishEndings && letters > 4 && strings.HasSuffix(lower, "ly")},
		{participle, g.EnglishEndings && letters > 4 && strings.HasSuffix(lower, "ed") && !strings.HasSuffix(lower, "eed")},
		{gerund, g.EnglishEndings && letters > 5 && strings.HasSuffix(lower, "ing")},
		{verbal, letters > 4 && hasEnding(lower, g.VerbEndings...)},
		{inCase, letters > 3 && hasEnding(lower, g.CaseEndings...)},
		{inLater, letters > 3 && hasEnding(lower, g.LaterEndings...)},
		{mostlyEmpty, hasEnding(lower, g.ShadyEndings...)},
		{adjectival, letters > 4 && hasEnding(lower, g.QualityEndings...)},
		{rank, g.Ranks[lower]},
		{abbreviation, r.language.IsAbbreviation(written)},
		{initials, areInitials(written)},
		{genitive, g.Genitives[lower]},
	} {
		if t.has {
			known |= t.trait
		}
	}
	return known
}

// longestWord is the greatest number of letters in a word.
const longestWord = 50

func hasEnding(word string, endings ...string) bool {
	for _, e := range endings {
		if strings.HasSuffix(word, e) {
			return true
		}
	}
	return false
}

// areInitials reports whether a word is capitals with full stops between them: U.S, J.R.R.
func areInitials(word string) bool {
	parts := strings.Split(word, ".")
	return len(parts) > 1 && !slices.ContainsFunc(parts, func(p string) bool {
		c, size := utf8.DecodeRuneInString(p)
		return !unicode.IsUpper(c) || size < len(p)
	})
}

func isRomanNumeral(word string) bool { return strings.Trim(word, "IVXLC") == "" }

// textEnd returns the end of a word in a title, with the last full stop of its initials.
func (r *reader) textEnd(t *token) int32 {
	if t.traits&initials != 0 && int(t.end) < len(r.prose) && r.prose[t.end] == '.' {
		return t.end + 1
	}
	return t.end
}

// traitsBefore returns the traits of the word before a token, or 0 if the two are not in one phrase.
func (r *reader) traitsBefore(i int) traits {
	if i > 0 && r.tokens[i].adjoins {
		return r.tokens[i-1].traits
	}
	return 0
}

// traitsAfter returns the traits of the word after a token, or 0 if the two are not in one phrase.
func (r *reader) traitsAfter(i int) traits {
	if i+1 < len(r.tokens) && r.tokens[i+1].adjoins {
		return r.tokens[i+1].traits
	}
	return 0
}

// isStory reports whether the fragment tells a story, judging by pronouns such as he, she and I, and by the past tense.
func (r *reader) isStory() bool {
	persons, past, present, words := 0, 0, 0, 0
	for i := range r.lexemes {
		x := &r.lexemes[i]
		if x.first == x.last {
			continue
		}
		words++
		switch x.tag {
		case tagPast:
			past++
		case tagVerb, tagVerbS:
			present++
		case tagPronoun, tagOwner:
			if inStory[r.lower(x)] {
				persons++
			}
		}
	}
	return words > 0 && (50*persons >= words && 2*past >= present || 25*persons >= words)
}

var inStory = newWordSet("he she him her his hers i me my himself herself myself")
