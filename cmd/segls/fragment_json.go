package main

import (
	"bufio"
	"errors"
	"io"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/cmd/segls/console"
	"github.com/segls/segls/fragment"
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

// workJSON is what `segls fragment --work --format json` writes: paragraphs, gaps and fragments
// of all files in their order, each with the path of the file that its offsets and lines are in.
type workJSON struct {
	Path       string              `json:"path"` // of the folder
	Order      string              `json:"order,omitempty"`
	Kind       string              `json:"kind"`
	Title      string              `json:"title"`
	Words      int                 `json:"words"`
	Files      []fileJSON          `json:"files"`
	Paragraphs []workParagraphJSON `json:"paragraphs"`
	Gaps       []workGapJSON       `json:"gaps"`
	Fragments  []workFragmentJSON  `json:"fragments"`
	Statistics statisticsJSON      `json:"statistics"`
}

// fileJSON is a file of a work.
type fileJSON struct {
	Path     string         `json:"path"`
	Markup   string         `json:"markup"`
	Language string         `json:"language"`
	Title    string         `json:"title"`
	Words    int            `json:"words"`
	Target   int            `json:"target"`
	Settings map[string]any `json:"settings"`
}

type workParagraphJSON struct {
	Path string `json:"path"`
	paragraphJSON
}

type workGapJSON struct {
	Path string `json:"path"`
	gapJSON
}

type workFragmentJSON struct {
	Path string `json:"path"`
	fragmentJSON
}

func fileOf(path string, d *analysis.Document) fileJSON {
	return fileJSON{path, d.Format.Name, d.Language.Code, analysis.TitleOf(d), d.Words(), d.Preferred(), analysis.Declared.Map(&d.Settings)}
}

// showWork writes a whole work as one object.
func showWork(w io.Writer, texts *console.Batch, paths []string, finer int) error {
	read, documents, failed := texts.All(paths)
	if code := console.ExitCode(0); failed != nil && (!errors.As(failed, &code) || texts.Site.Work == nil) {
		return failed
	}
	site := texts.Site
	j := workJSON{
		Path: site.On(site.Folder), Kind: site.Kind, Title: site.Title,
		Files: []fileJSON{}, Paragraphs: []workParagraphJSON{}, Gaps: []workGapJSON{}, Fragments: []workFragmentJSON{},
	}
	if site.Order != "" {
		j.Order = site.On(site.Order)
	}
	var words []int
	preferred := 0
	for i, d := range documents {
		if finer != 0 {
			var err error
			if d, err = analysis.Finer(d, finer); err != nil {
				return err
			}
		}
		path, told := read[i], documentToJSON(read[i], d)
		j.Words += told.Words
		j.Files = append(j.Files, fileOf(path, d))
		for _, p := range told.Paragraphs {
			j.Paragraphs = append(j.Paragraphs, workParagraphJSON{path, p})
		}
		for _, g := range told.Gaps {
			j.Gaps = append(j.Gaps, workGapJSON{path, g})
		}
		for _, f := range told.Fragments {
			j.Fragments = append(j.Fragments, workFragmentJSON{path, f})
			words = append(words, f.Words)
		}
		if i == 0 {
			preferred = d.Preferred()
		}
	}
	j.Statistics = statisticsOf(words, preferred)
	return errors.Join(writeIndented(bufio.NewWriter(w), j), failed)
}

// statisticsOf are the lengths of fragments of so many words.
func statisticsOf(words []int, preferred int) statisticsJSON {
	s := fragment.Measure(words, float64(preferred))
	return statisticsJSON{s.Average, s.Min, s.Max, s.Deviation}
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
