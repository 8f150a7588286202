package difference

import (
	"cmp"
	"fmt"
	"strings"
)

// String tells the change in a sentence.
func (c Change) String() string {
	var b strings.Builder
	from, to := first(c.From), first(c.To)
	switch c.Kind {
	case Moved:
		fmt.Fprintf(&b, "%s moved%s", c.name(to), way(from, to))
		if c.Level == OfFile {
			b.Reset()
			fmt.Fprintf(&b, "file %s renamed to %s", from.Title, to.Title)
			if from.Title == to.Title {
				b.Reset()
				fmt.Fprintf(&b, "file %s moved in the order", to.Title)
			}
		}
	case Split:
		switch c.Level {
		case OfFile:
			fmt.Fprintf(&b, "file %s split into %s", from.Title, listed(c.To))
		case OfFragment:
			fmt.Fprintf(&b, "%s split at %s", c.name(from), last(c.To).name())
		default:
			fmt.Fprintf(&b, "%s split into %d", c.name(from), len(c.To))
		}
	case Merged:
		switch c.Level {
		case OfFile:
			fmt.Fprintf(&b, "files %s joined into %s", listed(c.From), to.Title)
		case OfSection:
			fmt.Fprintf(&b, "section %s merged into %s", last(c.From).name(), from.name())
		default:
			fmt.Fprintf(&b, "%d %ss merged: %s", len(c.From), c.Noun, to.name())
		}
	case Retitled:
		switch {
		case !from.IsOpening && !to.IsOpening:
			fmt.Fprintf(&b, "%s %s retitled %s", c.Level, from.name(), to.name())
		case to.IsOpening:
			fmt.Fprintf(&b, "%s %s has no title any more", c.Level, from.name())
		default:
			fmt.Fprintf(&b, "%s %s titled %s", c.Level, from.name(), to.name())
		}
	case Rewritten:
		fmt.Fprintf(&b, "%s rewritten", c.name(to))
	case Added:
		fmt.Fprintf(&b, "%s added%s", c.name(to), in(to, c.Level))
	case Removed:
		fmt.Fprintf(&b, "%s removed%s", c.name(from), in(from, c.Level))
	case Conflict:
		fmt.Fprintf(&b, "%s%s is in conflict: both sides stand in the text", Place{Title: title(from, to)}.name(), in(to, c.Level))
	case Resolved:
		fmt.Fprintf(&b, "conflict resolved: %s", Place{Title: title(to, from)}.name())
	}
	switch {
	case c.Kind == Retitled || c.Kind == Moved && c.Level == OfFile && c.Changed == 0:
	case c.Kind == Added || c.Kind == Removed:
		fmt.Fprintf(&b, ": %s", counted(c.Words, "word"))
	case c.Kind == Rewritten && c.Changed == 0:
		b.WriteString(" in its markup only")
	case c.Changed > 0:
		fmt.Fprintf(&b, "; %d of %s changed", c.Changed, counted(c.Words, "word"))
	}
	return b.String()
}

// Here tells the change to somebody who sees its place: "moved here from “Salt”; 12 of 840 words
// changed".
func (c Change) Here() string {
	from := first(c.From)
	text := ""
	switch c.Kind {
	case Moved:
		text = "moved here"
		switch {
		case c.Level == OfFile:
			return c.String()
		case from.In != "" && from.In != first(c.To).In:
			text += " from “" + from.In + "”"
		case from.Name != first(c.To).Name:
			text += " from " + from.Name
		}
	case Split:
		text = "split from “" + from.Title + "”"
	case Merged:
		text = fmt.Sprintf("merged from %d %ss", len(c.From), c.Noun)
	case Retitled:
		if from.IsOpening {
			return "title is new"
		}
		return "was titled “" + from.Title + "”"
	case Rewritten:
		text = "rewritten"
	case Added:
		return "new: " + counted(c.Words, "word")
	case Removed:
		return "gone: " + counted(c.Words, "word")
	case Conflict:
		return "in conflict: both sides stand here"
	case Resolved:
		return "conflict resolved"
	default:
		return c.String()
	}
	if c.Changed > 0 {
		text += fmt.Sprintf("; %d of %s changed", c.Changed, counted(c.Words, "word"))
	}
	return text
}

// name is what the change is about: "section “Salt”", or "3 paragraphs from “The lines form”".
func (c Change) name(p Place) string {
	if c.Level == OfFile {
		return "file " + p.Title
	}
	if c.Count > 1 {
		return fmt.Sprintf("%d %ss from %s on", c.Count, c.Noun, p.name())
	}
	return c.Noun + " " + p.name()
}

func (p Place) name() string { return "“" + p.Title + "”" }

func first(places []Place) Place {
	if len(places) == 0 {
		return Place{}
	}
	return places[0]
}

// title is that of one place, or of another if there is no such place.
func title(p, other Place) string { return cmp.Or(p.Title, other.Title) }

func last(places []Place) Place { return places[len(places)-1] }

func listed(places []Place) string {
	var list []string
	for _, p := range places {
		list = append(list, p.Title)
	}
	if n := len(list); n > 2 {
		list = []string{strings.Join(list[:n-1], ", "), list[n-1]}
	}
	return strings.Join(list, " and ")
}

// way is where something has come from and gone to.
func way(from, to Place) string {
	place := func(p Place) string {
		switch {
		case p.In != "" && from.Name != to.Name:
			return "“" + p.In + "” (" + p.Name + ")"
		case p.In != "":
			return "“" + p.In + "”"
		case from.Name != to.Name:
			return p.Name
		}
		return "the top"
	}
	if a, b := place(from), place(to); a != b {
		return " from " + a + " to " + b
	}
	if to.In != "" {
		return " within “" + to.In + "”"
	}
	return ""
}

// in is where something stands.
func in(p Place, l Level) string {
	if p.In == "" || l == OfFile {
		return ""
	}
	return " in “" + p.In + "”"
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
