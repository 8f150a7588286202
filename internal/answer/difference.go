package answer

import "github.com/segls/segls/internal/difference"

// Difference is the output of `segls diff --format json`.
type Difference struct {
	Changes []Change `json:"changes"`
	Marked  []Change `json:"marked"`
}

// Change is a change between two versions. The parts of something that was split are in Into, and of something that was merged in Of.
type Change struct {
	Kind      string        `json:"kind"`
	Level     string        `json:"level"`
	From      *ChangePlace  `json:"from"`
	To        *ChangePlace  `json:"to"`
	Rewritten float64       `json:"rewritten"`
	Words     int           `json:"words"`
	Changed   int           `json:"changed"`
	Message   string        `json:"message"`
	Of        []ChangePlace `json:"of,omitempty"`
	Into      []ChangePlace `json:"into,omitempty"`
	Inside    []Change      `json:"inside,omitempty"`
}

// ChangePlace is the place of a change: its bytes [Start, End), and its line, from 1.
type ChangePlace struct {
	Path  string `json:"path"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	Line  int    `json:"line"`
	Title string `json:"title"`
	In    string `json:"in,omitempty"`
}

// DifferenceOf returns the JSON form of a difference.
func DifferenceOf(d difference.Difference) Difference {
	return Difference{changesOf(d.Changes), changesOf(d.Marked)}
}

func changesOf(changes []difference.Change) []Change {
	list := make([]Change, 0, len(changes))
	for _, c := range changes {
		x := Change{
			Kind: c.Kind.String(), Level: c.Level.String(), From: combinePlaces(c.From), To: combinePlaces(c.To),
			Rewritten: float64(int(1000*c.ChangedShare()+.5)) / 1000, Words: c.Words, Changed: c.Changed, Message: c.String(),
		}
		if len(c.From) > 1 {
			x.Of = placesOf(c.From)
		}
		if len(c.To) > 1 {
			x.Into = placesOf(c.To)
		}
		if len(c.Inside) > 0 {
			x.Inside = changesOf(c.Inside)
		}
		list = append(list, x)
	}
	return list
}

// combinePlaces combines several places into one: from the first to the last if they are in one file, otherwise the longest.
func combinePlaces(places []difference.Location) *ChangePlace {
	if len(places) == 0 {
		return nil
	}
	all, longest := places[0], places[0]
	for _, p := range places[1:] {
		if p.Len() > longest.Len() {
			longest = p
		}
		all.Start, all.End, all.Line = min(all.Start, p.Start), max(all.End, p.End), min(all.Line, p.Line)
		if p.Path != all.Path {
			all.Path = ""
		}
	}
	if all.Path == "" {
		all = longest
	}
	return &placesOf([]difference.Location{all})[0]
}

func placesOf(places []difference.Location) []ChangePlace {
	list := make([]ChangePlace, 0, len(places))
	for _, p := range places {
		list = append(list, ChangePlace{p.Path, p.Start, p.End, p.Line + 1, p.Title, p.In})
	}
	return list
}
