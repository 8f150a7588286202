package main

import (
	"encoding/json"
	"io"

	"github.com/segls/segls/analysis"
)

// documentJSON is what `segls fragment --format json` writes: offsets in bytes, the
// end exclusive, lines from 1.
type documentJSON struct {
	Path       string          `json:"path"`
	Markup     string          `json:"markup"`
	Language   string          `json:"language"`
	Words      int             `json:"words"`
	Target     int             `json:"target"` // of a fragment; what auto comes to
	Settings   map[string]any  `json:"settings"`
	Paragraphs []paragraphJSON `json:"paragraphs"`
	Gaps       []gapJSON       `json:"gaps"`
	Fragments  []fragmentJSON  `json:"fragments"`
	Statistics statisticsJSON  `json:"statistics"`
}

type paragraphJSON struct {
	Start int `json:"start"`
	End   int `json:"end"`
	Line  int `json:"line"`
	Words int `json:"words"`
}

type gapJSON struct {
	After      int     `json:"after"`      // paragraphs before the gap
	Similarity float64 `json:"similarity"` // as it was charged
	Boundary   bool    `json:"boundary"`
	Constraint *string `json:"constraint"` // "heading", "break", "no-break" or null
	// Confidence is how probable a boundary is here, where the method can tell.
	Confidence *float64 `json:"confidence,omitempty"`
	// VanishesAt is the preferred length at which there would be no boundary here.
	VanishesAt int `json:"vanishes-at,omitempty"`
}

type fragmentJSON struct {
	Start      int      `json:"start"`
	End        int      `json:"end"`
	Line       int      `json:"line"`
	Paragraphs int      `json:"paragraphs"`
	Words      int      `json:"words"`
	Terms      []string `json:"terms"`
	Title      string   `json:"title"`
	TitleKind  string   `json:"title-kind"` // what it is made of: given, phrase, first-words, none
}

type statisticsJSON struct {
	Average   float64 `json:"average"`
	Min       int     `json:"min"`
	Max       int     `json:"max"`
	Deviation float64 `json:"deviation"` // mean distance from the preferred length
}

// showJSON writes one object: over several lines if it is the only one, else on a
// line of its own.
func showJSON(w io.Writer, path string, d *analysis.Document, alone bool) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	if alone {
		encoder.SetIndent("", "  ")
	}
	return encoder.Encode(documentToJSON(path, d))
}

func documentToJSON(path string, d *analysis.Document) documentJSON {
	s := analysis.Lengths(d)
	j := documentJSON{
		Path: path, Markup: d.Format.Name, Language: d.Language.Code, Words: d.Words(), Target: d.Preferred(), Settings: analysis.Declared.Map(&d.Settings),
		Paragraphs: make([]paragraphJSON, len(d.Paragraphs())), Gaps: make([]gapJSON, len(d.Curve())), Fragments: make([]fragmentJSON, len(d.Fragments())),
		Statistics: statisticsJSON{s.Average, s.Min, s.Max, s.Deviation},
	}
	line := func(offset int) int { return d.Text.LineAt(offset) + 1 }
	for i, p := range d.Paragraphs() {
		j.Paragraphs[i] = paragraphJSON{p.Span.Start, p.Span.End, line(p.Span.Start), p.Words}
	}
	confidence := d.Confidence()
	for g := range d.Curve() {
		gap := d.Gap(g)
		j.Gaps[g] = gapJSON{After: g + 1, Similarity: d.Curve()[g], Boundary: gap.IsBoundary}
		if j.Gaps[g].Boundary {
			j.Gaps[g].VanishesAt = d.Explain(g).VanishesAt
		}
		if c := string(gap.Constraint); c != "" {
			j.Gaps[g].Constraint = &c
		}
		if confidence != nil {
			j.Gaps[g].Confidence = &confidence[g]
		}
	}
	d.Describe()
	for i, f := range d.Fragments() {
		title := f.Title()
		j.Fragments[i] = fragmentJSON{f.Span.Start, f.Span.End, line(f.Span.Start), f.End - f.First, f.Words, f.Terms(), title.Text, string(title.Kind)}
	}
	return j
}
