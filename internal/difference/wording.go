package difference

import (
	"cmp"

	"github.com/segls/segls/analysis/sentence"
)

// String returns the change as a sentence in English.
func (c Change) String() string { return c.Description().String() }

// Description returns the change as a sentence.
func (c Change) Description() *sentence.Sentence {
	what := c.mainClause()
	switch {
	case c.Kind == Retitled || c.Kind == Moved && c.Level == OfFile && c.Changed == 0:
	case c.Kind == Added || c.Kind == Removed:
		return sentence.New("%s: %s", what, formatWordCount(c.Words))
	case c.Kind == Rewritten && c.Changed == 0:
		return sentence.New("%s in its markup only", what)
	case c.Changed > 0:
		return sentence.New("%s; %s", what, c.changedWordsPhrase())
	}
	return what
}

// mainClause returns the main clause: what changed, and how.
func (c Change) mainClause() *sentence.Sentence {
	from, to := first(c.From), first(c.To)
	level := sentence.Phrase(c.Level.String())
	switch c.Kind {
	case Moved:
		switch {
		case c.Level == OfFile && from.Title == to.Title:
			return sentence.New("file %s moved in the order", to.Title)
		case c.Level == OfFile:
			return sentence.New("file %s renamed to %s", from.Title, to.Title)
		}
		return describeMove(c.thingName(to), from, to)
	case Split:
		switch c.Level {
		case OfFile:
			return sentence.New("file %s split into %s", from.Title, formatTitles(c.To))
		case OfFragment:
			return sentence.New("%s split at “%s”", c.thingName(from), last(c.To).Title)
		}
		return sentence.New("%s split into %d", c.thingName(from), len(c.To))
	case Merged:
		switch c.Level {
		case OfFile:
			return sentence.New("files %s joined into %s", formatTitles(c.From), to.Title)
		case OfSection:
			return sentence.New("section “%s” merged into “%s”", last(c.From).Title, from.Title)
		}
		return sentence.New("%d %s merged: “%s”", len(c.From), sentence.Phrase(c.Noun+"s"), to.Title)
	case Retitled:
		switch {
		case !from.IsOpening && !to.IsOpening:
			return sentence.New("%s “%s” retitled “%s”", level, from.Title, to.Title)
		case to.IsOpening:
			return sentence.New("%s “%s” no longer has a title", level, from.Title)
		}
		return sentence.New("%s “%s” titled “%s”", level, from.Title, to.Title)
	case Rewritten:
		return sentence.New("%s rewritten", c.thingName(to))
	case Added:
		if section := to.enclosingSection(c.Level); section != "" {
			return sentence.New("%s added in “%s”", c.thingName(to), section)
		}
		return sentence.New("%s added", c.thingName(to))
	case Removed:
		if section := from.enclosingSection(c.Level); section != "" {
			return sentence.New("%s removed in “%s”", c.thingName(from), section)
		}
		return sentence.New("%s removed", c.thingName(from))
	case Conflict:
		if section := to.enclosingSection(c.Level); section != "" {
			return sentence.New("“%s” in “%s” is in conflict: both sides are in the text", titleOrOther(from, to), section)
		}
		return sentence.New("“%s” is in conflict: both sides are in the text", titleOrOther(from, to))
	}
	return sentence.New("conflict resolved: “%s”", titleOrOther(to, from))
}

// DescriptionInPlace returns the change as a sentence for somebody who sees its place: "moved here from “Salt”; 12 of 840 words changed".
func (c Change) DescriptionInPlace() *sentence.Sentence {
	from := first(c.From)
	var said *sentence.Sentence
	switch c.Kind {
	case Moved:
		switch {
		case c.Level == OfFile:
			return c.Description()
		case from.In != "" && from.In != first(c.To).In:
			said = sentence.New("moved here from “%s”", from.In)
		case from.Name != first(c.To).Name:
			said = sentence.New("moved here from %s", from.Name)
		default:
			said = sentence.New("moved here")
		}
	case Split:
		said = sentence.New("split from “%s”", from.Title)
	case Merged:
		said = sentence.New("merged from %d %s", len(c.From), sentence.Phrase(c.Noun+"s"))
	case Retitled:
		if from.IsOpening {
			return sentence.New("title is new")
		}
		return sentence.New("was titled “%s”", from.Title)
	case Rewritten:
		said = sentence.New("rewritten")
	case Added:
		return sentence.New("new: %s", formatWordCount(c.Words))
	case Removed:
		return sentence.New("gone: %s", formatWordCount(c.Words))
	case Conflict:
		return sentence.New("in conflict: both sides are here")
	case Resolved:
		return sentence.New("conflict resolved")
	}
	if c.Changed > 0 {
		return sentence.New("%s; %s", said, c.changedWordsPhrase())
	}
	return said
}

// thingName returns the name of the thing that has changed: "section “Salt”", or "3 paragraphs from “The lines form” on".
func (c Change) thingName(p Location) *sentence.Sentence {
	switch {
	case c.Level == OfFile:
		return sentence.New("file %s", p.Title)
	case c.Count > 1:
		return sentence.New("%d %s from “%s” on", c.Count, sentence.Phrase(c.Noun+"s"), p.Title)
	}
	return sentence.New("%s “%s”", sentence.Phrase(c.Noun), p.Title)
}

func first(places []Location) Location {
	if len(places) == 0 {
		return Location{}
	}
	return places[0]
}

// titleOrOther returns the title of a place or, if it has none, that of another place.
func titleOrOther(p, other Location) string { return cmp.Or(p.Title, other.Title) }

func last[T any](list []T) T { return list[len(list)-1] }

func formatTitles(places []Location) *sentence.Sentence {
	titles := make([]string, len(places))
	for i, p := range places {
		titles[i] = p.Title
	}
	return sentence.List(titles)
}

// describeMove returns a sentence with the old and the new place.
func describeMove(what *sentence.Sentence, from, to Location) *sentence.Sentence {
	place := func(p Location) *sentence.Sentence {
		switch {
		case p.In != "" && from.Name != to.Name:
			return sentence.New("“%s” (%s)", p.In, p.Name)
		case p.In != "":
			return sentence.New("“%s”", p.In)
		case from.Name != to.Name:
			return sentence.New("%s", p.Name)
		}
		return sentence.New("the top")
	}
	switch {
	case from.In != to.In || from.Name != to.Name:
		return sentence.New("%s moved from %s to %s", what, place(from), place(to))
	case to.In != "":
		return sentence.New("%s moved within “%s”", what, to.In)
	}
	return sentence.New("%s moved", what)
}

// enclosingSection returns the section that contains the place; "" if there is none, or if the place is a file.
func (p Location) enclosingSection(l Level) string {
	if l == OfFile {
		return ""
	}
	return p.In
}

// changedWordsPhrase returns the number of changed words as a phrase.
func (c Change) changedWordsPhrase() *sentence.Sentence {
	if c.Words == 1 {
		return sentence.New("%d of %d word changed", c.Changed, c.Words)
	}
	return sentence.New("%d of %d words changed", c.Changed, c.Words)
}

func formatWordCount(n int) *sentence.Sentence { return sentence.Plural(n, "%d word", "%d words") }
