package lab

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/console"
)

// sweepColumn is a column of the table: a setting or a length.
type sweepColumn struct {
	name    string // in CSV and JSON
	heading string // in text, the symbols of the paper
	latex   string
	value   func(r sweepRow) any

	onlyVaried bool // it is shown only if it varies, in CSV and JSON too
}

var sweepColumns = []sweepColumn{
	{"method", "method", "method", func(r sweepRow) any { return r.Method }, true},
	{"headings", "headings", "headings", func(r sweepRow) any { return r.Headings }, true},
	{"scene-breaks", "scene breaks", "scene breaks", func(r sweepRow) any { return r.SceneBreaks }, true},
	{"min-words", "min-words", "least", func(r sweepRow) any { return r.MinWords }, true},
	{"max-words", "max-words", "most", func(r sweepRow) any { return r.MaxWords }, true},
	{"window-paragraphs", "window", "window", func(r sweepRow) any { return r.WindowParagraphs }, false},
	{"preferred-words", "p", "$p$", func(r sweepRow) any { return r.PreferredWords }, false},
	{"cost", "cost", "cost", func(r sweepRow) any { return r.Cost }, false},
	{"scaling", "h", "$h$", func(r sweepRow) any { return strconv.FormatFloat(r.Scaling, 'g', -1, 64) }, false},
	{"fragments", "fragments", "fragments", func(r sweepRow) any { return r.fragments }, false},
	{"average", "l_avg", "$l_{\\mathrm{avg}}$", func(r sweepRow) any { return r.Average }, false},
	{"min", "l_min", "$l_{\\mathrm{min}}$", func(r sweepRow) any { return r.Min }, false},
	{"max", "l_max", "$l_{\\mathrm{max}}$", func(r sweepRow) any { return r.Max }, false},
	{"deviation", "d_avg", "$d_{\\mathrm{avg}}$", func(r sweepRow) any { return r.Deviation }, false},
}

// isAlwaysShown reports whether CSV and JSON have a column for a setting even if it does not vary.
func isAlwaysShown(name string) bool {
	return slices.ContainsFunc(sweepColumns, func(c sweepColumn) bool { return c.name == name && !c.onlyVaried })
}

// cell returns a value for people: averages have one decimal.
func (c sweepColumn) cell(r sweepRow) string {
	if average, isFloat := c.value(r).(float64); isFloat {
		return fmt.Sprintf("%.1f", average)
	}
	return fmt.Sprint(c.value(r))
}

// shownColumns returns the columns shown to people: of settings that are used and, with few exceptions, vary.
func (s *sweep) shownColumns() []sweepColumn {
	var shown []sweepColumn
	for _, c := range sweepColumns {
		isHeld := (c.onlyVaried || c.name == "window-paragraphs" || c.name == "preferred-words") && !s.isVaried(c.name)
		if !isHeld && s.isUsed(c.name) {
			shown = append(shown, c)
		}
	}
	return shown
}

// describeConstants describes headings, preferred length and window if they are common to all rows.
func (s *sweep) describeConstants() string {
	r := s.rows[0]
	var held []string
	switch {
	case s.isVaried("headings"):
	case r.Headings == analysis.HeadingsIgnore:
		held = append(held, "headings ignored")
	default:
		held = append(held, r.Headings+" headings")
	}
	if !s.isVaried("preferred-words") {
		held = append(held, fmt.Sprintf("p = %d words", r.PreferredWords))
	}
	if !s.isVaried("window-paragraphs") && s.isUsed("window-paragraphs") {
		held = append(held, "window of "+console.FormatCount(r.WindowParagraphs, "paragraph"))
	}
	return strings.Join(held, ", ")
}

func writeSweepText(w io.Writer, s *sweep) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s  %s, %s\n%s\n\n", s.path, console.FormatCount(s.words, "word"), console.FormatCount(s.paragraphs, "paragraph"), s.describeConstants())
	columns := s.shownColumns()
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, c := range columns {
		fmt.Fprintf(table, "%s\t", c.heading)
	}
	fmt.Fprintln(table)
	for _, r := range s.rows {
		for _, c := range columns {
			fmt.Fprintf(table, "%s\t", c.cell(r))
		}
		fmt.Fprintln(table)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return b.Flush()
}

// writeSweepCSV writes the columns unrounded.
func writeSweepCSV(w io.Writer, s *sweep) error {
	table := csv.NewWriter(w)
	columns := slices.DeleteFunc(slices.Clone(sweepColumns), func(c sweepColumn) bool { return c.onlyVaried && !s.isVaried(c.name) })
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	table.Write(names) // the writer keeps the error
	for _, r := range s.rows {
		values := make([]string, len(columns))
		for i, c := range columns {
			values[i] = fmt.Sprint(c.value(r))
		}
		table.Write(values)
	}
	table.Flush()
	return table.Error()
}

// sweepJSON is the output of `segls sweep --format json`: the settings common to all rows, and the values swept in each.
type sweepJSON struct {
	Path       string         `json:"path"`
	Markup     string         `json:"markup"`
	Words      int            `json:"words"`
	Paragraphs int            `json:"paragraphs"`
	Settings   map[string]any `json:"settings"`
	Rows       []sweepRowJSON `json:"rows"`
}

type sweepRowJSON struct {
	Method      string `json:"method,omitempty"` // this and the next four only if they vary
	Headings    string `json:"headings,omitempty"`
	SceneBreaks string `json:"scene-breaks,omitempty"`
	MinWords    *int   `json:"min-words,omitempty"`
	MaxWords    *int   `json:"max-words,omitempty"`

	WindowParagraphs int     `json:"window-paragraphs"`
	PreferredWords   int     `json:"preferred-words"`
	Cost             string  `json:"cost"`
	Scaling          float64 `json:"scaling"`
	Fragments        int     `json:"fragments"`
	lengthsJSON
}

func writeSweepJSON(w io.Writer, s *sweep) error {
	j := sweepJSON{s.path, s.Format.Name, s.words, s.paragraphs, analysis.DeclaredSettings.Map(&s.Settings), make([]sweepRowJSON, len(s.rows))}
	for _, c := range sweepColumns {
		if !c.onlyVaried || s.isVaried(c.name) {
			delete(j.Settings, c.name)
		}
	}
	for i, r := range s.rows {
		row := sweepRowJSON{
			WindowParagraphs: r.WindowParagraphs, PreferredWords: r.PreferredWords, Cost: r.Cost, Scaling: r.Scaling, Fragments: r.fragments,
			lengthsJSON: lengthsJSON{r.Average, r.Lengths.Min, r.Lengths.Max, r.Deviation},
		}
		if s.isVaried("method") {
			row.Method = r.Method
		}
		if s.isVaried("headings") {
			row.Headings = r.Headings
		}
		if s.isVaried("scene-breaks") {
			row.SceneBreaks = r.SceneBreaks
		}
		if s.isVaried("min-words") {
			row.MinWords = &r.MinWords
		}
		if s.isVaried("max-words") {
			row.MaxWords = &r.MaxWords
		}
		j.Rows[i] = row
	}
	return console.EncodeJSON(w, j)
}

// writeSweepLaTeX writes a tabular environment that needs no package, with a rule where more than the scaling changes.
func writeSweepLaTeX(w io.Writer, s *sweep) error {
	b := bufio.NewWriter(w)
	columns := s.shownColumns()
	fmt.Fprintf(b, "%% %s: %s, %s; %s\n", console.EscapeForTerminal(s.path), console.FormatCount(s.words, "word"), console.FormatCount(s.paragraphs, "paragraph"), s.describeConstants())
	fmt.Fprintf(b, "\\begin{tabular}{%s}\n\\hline\n", strings.Repeat("r", len(columns)))
	line := func(text func(c sweepColumn) string) {
		for i, c := range columns {
			if i > 0 {
				fmt.Fprint(b, " & ")
			}
			fmt.Fprint(b, text(c))
		}
		fmt.Fprint(b, " \\\\\n")
	}
	line(func(c sweepColumn) string { return c.latex })
	for i, r := range s.rows {
		if i == 0 || !r.differsInScalingOnly(s.rows[i-1]) {
			fmt.Fprintln(b, "\\hline")
		}
		line(func(c sweepColumn) string { return c.cell(r) })
	}
	fmt.Fprintf(b, "\\hline\n\\end{tabular}\n")
	return b.Flush()
}

func (r sweepRow) differsInScalingOnly(other sweepRow) bool {
	other.Scaling = r.Scaling
	return other.Settings == r.Settings
}

// lengthsJSON describes the lengths of fragments.
type lengthsJSON struct {
	Average   float64 `json:"average"`
	Min       int     `json:"min"`
	Max       int     `json:"max"`
	Deviation float64 `json:"deviation"` // mean distance from the preferred length
}
