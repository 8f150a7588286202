package describe

import (
	"slices"
	"strings"
)

// This file finds verbs that the tagger has taken for nouns.

// canHaveTag reports whether the list of words allows a tag for word k.
func (c *collector) canHaveTag(k int, g tag) bool {
	x := &c.lexemes[k]
	if x.isCode {
		return false
	}
	of, _ := english().knownOdds(c.lower(x))
	return slices.ContainsFunc(of, func(o odds) bool { return o.tag == g })
}

// isOpeningVerb reports whether an apparent noun that opens a sentence is its verb, as is common in references: "Returns True".
func (c *collector) isOpeningVerb(from int) bool {
	x, next := &c.lexemes[from], &c.lexemes[from+1]
	if c.isStory || !x.opens || !c.canHaveTag(from, tagVerbS) || c.hasCapitalInSentence(x) {
		return false
	}
	return next.isCode || !c.canHaveTag(from, tagNoun)
}

// opensClause reports whether a lexeme opens a sentence or a clause, as in "as modal logic deals with".
func (c *collector) opensClause(from int) bool {
	if k := from - 1; k > 0 && c.lexemes[from].adjoins && (c.lexemes[k].tag == tagDeterminer || c.lexemes[k].tag == tagOwner) {
		from = k // whom an unseen hand moves to
	}
	return c.lexemes[from].opens || from > 0 && c.lexemes[from].adjoins && subordinate[c.lower(&c.lexemes[from-1])]
}

// isVerbAtEnd reports whether an apparent noun at the end of the first words of a clause is its verb, as in "Recipes inherit".
func (c *collector) isVerbAtEnd(from, end int) bool {
	last := &c.lexemes[end-1]
	word := c.lower(last)
	isSingular := strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss")
	isPlural := !isSingular && strings.HasSuffix(c.lower(&c.lexemes[end-2]), "s") // Apples ripen
	if last.isCode || last.tag == tagName || !isSingular && !isPlural {
		return false
	}
	switch c.tagAfter(end) {
	case tagDeterminer, tagOwner, tagPronoun, tagTo:
	case tagName: // Gevent patches Python
		isBase := func(base string) bool {
			of, isListed := english().knownOdds(base)
			return isListed && slices.ContainsFunc(of, func(o odds) bool { return o.tag == tagVerb })
		}
		if !isBase(strings.TrimSuffix(word, "s")) && !isBase(strings.TrimSuffix(word, "es")) {
			return false
		}
	case tagOver, tagAdverb, tagAdjective:
		if isPlural && c.lower(&c.lexemes[end]) != "of" {
			break
		}
		if c.lower(&c.lexemes[end]) == "of" || !c.canHaveTag(end-1, tagVerbS) {
			return false
		}
	default:
		return false
	}
	for k := end; k < len(c.lexemes) && c.lexemes[k].tag != tagStop && (c.lexemes[from].opens || c.lexemes[k].tag != tagComma); k++ {
		switch c.lexemes[k].tag {
		case tagVerb, tagVerbS, tagPast, tagModal:
			return false
		}
	}
	return true
}

// endBeforeVerb returns the end of the words before an apparent noun that is a verb, as in "profiles track allocations", or `end`.
func (c *collector) endBeforeVerb(from, end int) int {
	for k := from; k+2 < end; k++ {
		x, next := &c.lexemes[k], &c.lexemes[k+1]
		word := c.lower(x)
		if x.tag != tagNoun || x.isCode || next.tag != tagNoun || next.isCode || !strings.HasSuffix(word, "s") || strings.HasSuffix(word, "ss") {
			continue
		}
		if c.canHaveTag(k+1, tagVerb) && !c.hasVerb(from, end) {
			return k + 1
		}
	}
	return end
}

// hasVerb reports whether the sentence around some lexemes has a verb.
func (c *collector) hasVerb(from, end int) bool {
	for ; from > 0 && c.lexemes[from].tag != tagStop; from-- {
	}
	for ; end < len(c.lexemes) && c.lexemes[end].tag != tagStop; end++ {
	}
	return slices.ContainsFunc(c.lexemes[from:end], func(x lexeme) bool {
		return x.tag == tagVerb || x.tag == tagVerbS || x.tag == tagPast || x.tag == tagModal
	})
}

// isVerbAfterName reports whether an apparent plural noun is a verb after a name, as in "Mary drives the".
func (c *collector) isVerbAfterName(end int) bool {
	last := &c.lexemes[end-1]
	word := c.lower(last)
	if last.isCode || last.tag != tagNoun || c.lexemes[end-2].tag != tagName || !strings.HasSuffix(word, "s") || strings.HasSuffix(word, "ss") {
		return false
	}
	switch c.tagAfter(end) {
	case tagDeterminer, tagOwner, tagPronoun, tagTo:
		return c.canHaveTag(end-1, tagVerbS)
	}
	return false
}

// isVerbAfterPlural reports whether an apparent noun is the verb of the plural noun before it, as in "bulges fall in line".
func (c *collector) isVerbAfterPlural(end int) bool {
	last, before := &c.lexemes[end-1], &c.lexemes[end-2]
	plural := c.lower(before)
	if last.tag != tagNoun || before.tag != tagNoun || before.isCode || strings.HasSuffix(c.lower(last), "s") ||
		!strings.HasSuffix(plural, "s") || strings.HasSuffix(plural, "ss") || !c.canHaveTag(end-1, tagVerb) {
		return false
	}
	switch c.tagAfter(end) {
	case tagDeterminer, tagOwner, tagPronoun:
	case tagOver:
		if c.lower(&c.lexemes[end]) == "of" {
			return false
		}
	default:
		return false
	}
	from := end - 2
	for from > 0 && c.lexemes[from-1].tag != tagStop && c.lexemes[from-1].tag != tagComma {
		from--
	}
	to := end
	for to < len(c.lexemes) && c.lexemes[to].tag != tagStop && !c.joinsClause(to) {
		to++
	}
	return !slices.ContainsFunc(c.lexemes[from:to], func(x lexeme) bool {
		return x.tag == tagVerb || x.tag == tagVerbS || x.tag == tagPast || x.tag == tagModal || x.tag == tagTo
	})
}

// joinsClause reports whether a lexeme joins a clause that has a subject of its own: "and we have".
func (c *collector) joinsClause(k int) bool {
	return c.lexemes[k].tag == tagAnd && c.tagAfter(k+1) == tagPronoun
}
