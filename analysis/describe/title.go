package describe

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/segls/segls/analysis/language"
)

// Kind says what a title is made of.
type Kind string

// The kinds of titles.
const (
	Given      Kind = "given"       // what its writer has set; this package makes none
	Phrase     Kind = "phrase"      // one or two things that the fragment speaks of
	FirstWords Kind = "first-words" // the words that it begins with
	None       Kind = "none"        // there is nothing to make a title of
)

// Version counts the ways in which titles have been made: a title that is kept is made anew when it is another.
const Version = 1

// Title is a heading for a fragment.
type Title struct {
	Text string // on one line; empty if there is none
	Kind Kind
}

// Candidates are what the title of a fragment is chosen from. They depend on nothing but the
// fragment.
type Candidates struct {
	grammar *language.Grammar
	list    []candidate // the best first
	opening string      // where there are none
}

// Find reads a fragment for its title.
func Find(l *language.Language, paragraphs Paragraphs) *Candidates {
	r := read(l, paragraphs)
	defer r.release()
	c := &Candidates{grammar: r.grammar, list: r.candidates()}
	if len(c.list) == 0 {
		c.opening = r.opening()
	}
	return c
}

// Title chooses a title. The function near tells how often a term occurs in the fragment and
// those around it.
func (c *Candidates) Title(near func(language.Term) int) Title {
	if len(c.list) == 0 {
		if c.opening == "" {
			return Title{"", None}
		}
		return Title{c.opening, FirstWords}
	}
	one := &c.list[0]
	two := c.second(one, near)
	if two == nil {
		return Title{capitalized(one.text), Phrase}
	}
	if !c.grammar.Unparted {
		one = c.instead(one, two, near)
		two = c.instead(two, one, near)
		if one.score < two.score {
			one, two = two, one
		}
	}
	if c.own(two, near) > swapped*c.own(one, near) {
		one, two = two, one
	}
	and := ", "
	switch {
	case c.grammar.Unparted:
		and = c.grammar.And
	case c.grammar.And != "":
		and = " " + c.grammar.And + " "
	}
	return Title{capitalized(one.text) + and + two.text, Phrase}
}

const (
	// The second thing stands first if it is this much more the fragment's own.
	swapped = 1.5

	// The second thing has this share of the score of the first at least, with a first thing of
	// several words and of one.
	secondShare       = 0.25
	secondShareOfWord = 0.12

	secondHardly = 0.4 // of a second thing that is hardly a noun

	// A first thing that is named all around makes room for a second by this power of how much
	// it is the fragment's own.
	sharedExponent = 3

	// A first thing that is this little the fragment's own gives way to another thing, which occurs
	// so often, has this share of its score and is so many times as much the fragment's own; or
	// to a longer phrase with this share of its score.
	sharedOwn       = 0.5
	insteadLeast    = 4
	insteadShare    = 0.15
	insteadOwn      = 1.3
	insteadOfPhrase = 0.3

	// longestTitle is how many words say something in both together.
	longestTitle = 4

	ownExponent         = 0.5
	unpartedOwnExponent = 1
)

// own is how much of what is said near the fragment of a candidate's terms is said in it: 1 is all.
func (c *Candidates) own(x *candidate, near func(language.Term) int) float64 {
	exponent := ownExponent
	if c.grammar.Unparted {
		exponent = unpartedOwnExponent
	}
	sum := 0.0
	for i, t := range x.terms {
		sum += math.Pow(min(1, x.counts[i]/max(1, float64(near(t)))), exponent)
	}
	return sum / float64(len(x.terms))
}

// second is what a title names beside the first thing, or nil.
func (c *Candidates) second(one *candidate, near func(language.Term) int) *candidate {
	if one.isAction {
		return nil
	}
	share := secondShare
	if one.size == 1 {
		share = secondShareOfWord
	}
	least := share * math.Pow(c.own(one, near), sharedExponent) * one.score
	var best *candidate
	highest := 0.0
	for i := range c.list {
		x := &c.list[i]
		if x.score < least || x.isAction || x.isVerb || x.size+one.size > longestTitle || x.shares(one) || c.areOne(one, x) {
			continue
		}
		s := x.score * c.own(x, near)
		if x.isHardly {
			s *= secondHardly
		}
		if s > highest {
			best, highest = x, s
		}
	}
	return best
}

// instead is what a title names beside its second thing in place of a first thing that is said all
// around, such as salt in a book about salt, and that titles beside each other would all name: a
// thing that is more the fragment's own, else a longer phrase with the first thing, else the first
// thing itself.
func (c *Candidates) instead(one, two *candidate, near func(language.Term) int) *candidate {
	own := c.own(one, near)
	if own >= sharedOwn {
		return one
	}
	best, longer := one, one
	highest := 0.0
	for i := range c.list {
		x := &c.list[i]
		if x.isAction || x.isVerb || x.isHardly || x.size+two.size > longestTitle || x.shares(two) || c.areOne(two, x) {
			continue
		}
		switch mine := c.own(x, near); {
		case x.shares(one):
			if longer == one && x.size > one.size && x.score >= insteadOfPhrase*one.score && mine > own {
				longer = x
			}
		case x.n >= insteadLeast && x.score >= insteadShare*one.score && mine >= insteadOwn*own && x.score*mine > highest:
			best, highest = x, x.score*mine
		}
	}
	if best == one {
		return longer
	}
	return best
}

// shares reports whether two candidates have a term in common.
func (x *candidate) shares(other *candidate) bool {
	return slices.ContainsFunc(x.terms, func(t language.Term) bool { return slices.Contains(other.terms, t) })
}

// areOne reports whether two words are the parts of a third candidate: Sherlock and Holmes.
func (c *Candidates) areOne(x, other *candidate) bool {
	return x.size == 1 && other.size == 1 && slices.ContainsFunc(c.list, func(both candidate) bool {
		return 2*both.n >= min(x.n, other.n) && both.shares(x) && both.shares(other)
	})
}

// capitalized is a text with a capital, unless its first word is a name that has none.
func capitalized(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 || isName(text) {
		return text
	}
	return string(unicode.ToTitle(first)) + text[size:]
}

// An opening is cut at a mark after some words, or after so many.
const (
	openingLeast    = 3
	openingMost     = 8
	openingUnparted = 16 // pairs of characters
	openingGap      = 32 // bytes between two words, where something that is no prose may stand
)

// unquoted is a text up to its first quotation mark, if the marks are not in pairs.
func unquoted(text string) string {
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

// endsClause reports whether what stands between two words ends a clause: not the colons in
// std::vector.
func endsClause(gap string) bool {
	return strings.ContainsAny(gap, "—–，、；：") || strings.ContainsAny(gap, ",;:()،؛") && strings.ContainsAny(gap, " \t\n")
}

// opening is what the fragment begins with, to the end of a clause; or if that is far, the first
// few words.
func (r *reader) opening() string {
	longest := openingMost
	if r.grammar.Unparted {
		longest = openingUnparted
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
	text := capitalized(unquoted(plain(string(r.prose[r.tokens[0].start:r.tokens[last].end]))))
	if isCut {
		text += "…"
	}
	return text
}
