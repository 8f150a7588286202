package describe

// collectAction notes an action in an instruction, or in a phrase that guides use, such as "how to rename a file".
func (c *collector) collectAction(i int) {
	x := &c.lexemes[i]
	isTold := x.opens && (x.tag == tagVerb || x.tag == tagNoun && x.sentence == 0 && c.tagAfter(i+1) == tagDeterminer)
	kind := anAction
	switch {
	case x.tag != tagVerb && !isTold:
		return
	case isTold:
	case c.tagBefore(i) == tagTo:
		if i > 1 && c.lower(&c.lexemes[i-2]) == "how" {
			kind = aHowTo
		} else if !c.lexemes[i-1].opens && x.sentence > 2 {
			return
		}
	case c.tagBefore(i) == tagModal && i > 1 && c.lower(&c.lexemes[i-2]) == "you" && can[c.lower(&c.lexemes[i-1])]:
	default:
		return
	}
	verb := c.lower(x)
	if emptyVerbs[verb] || x.first == x.last {
		return
	}
	at := i + 1
	if g := c.tagAfter(at); g == tagDeterminer {
		if pointing[c.lower(&c.lexemes[at])] {
			return
		}
		at++
	}
	if at >= len(c.lexemes) || !c.lexemes[at].adjoins {
		return
	}
	end := c.phraseEnd(at)
	if end == at || end-i > longestWords {
		return
	}
	if g := c.tagAfter(end); g == tagPossessive {
		return
	}
	note := func(end int) *candidatePhrase {
		t := c.addOccurrence(i, end, end-1, false)
		t.kind, t.verb = kind, verb
		return t
	}
	note(end)
	if to := c.prepositionalEnd(end); to > end && to-i <= longestWords {
		note(to).isRelated = true
	}
}

// can are the modal verbs with which a text says what its reader may do.
var can = newWordSet("can may must should could")
