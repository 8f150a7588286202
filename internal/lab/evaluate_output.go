package lab

import (
	"bufio"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/segls/segls/internal/console"
)

// writeEvaluationText writes a table in percent.
func writeEvaluationText(w io.Writer, r evaluationReport) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s, count %s, in percent with 95 %% intervals\n\n", r.method, r.count)
	r.writeTable(b, r.reached)
	fmt.Fprintf(b, "\n%s a document\n", r.reached.took.Round(10*time.Microsecond))
	if r.contrast != nil {
		fmt.Fprintf(b, "\n%s\n\n", r.compared)
		r.writeTable(b, r.other)
		fmt.Fprintf(b, "\n%s a document\n", r.other.took.Round(10*time.Microsecond))
		fmt.Fprintf(b, "\n%s against %s, mean of the sets\n\n", r.method, r.compared)
		c := r.contrast
		table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
		names := [3]string{"Pk", "WindowDiff", "B"}
		for k, name := range names {
			fmt.Fprintf(table, "%s\t%+.1f\t[%+.1f, %+.1f]\tp = %.4f\n", name, 100*c.values()[k], 100*c.from.values()[k], 100*c.to.values()[k], c.chance.values()[k])
		}
		if err := table.Flush(); err != nil {
			return err
		}
	}
	return b.Flush()
}

// writeTable writes a row for each set, with --documents also one for each document, and one for the mean.
func (r evaluationReport) writeTable(w io.Writer, e evaluation) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "set\tdocuments\tPk\t\tWindowDiff\t\tB\t")
	row := func(name string, documents int, s estimate) {
		fmt.Fprintf(table, "%s\t%d", name, documents)
		for k, v := range s.values() {
			fmt.Fprintf(table, "\t%s\t[%s, %s]", formatPercent(v), formatPercent(s.from.values()[k]), formatPercent(s.to.values()[k]))
		}
		fmt.Fprintln(table)
	}
	total := 0
	for _, s := range e.sets {
		row(console.EscapeForTerminal(s.name), len(s.documents), s.estimate)
		total += len(s.documents)
		for _, d := range s.documents {
			if r.eachDocument {
				fmt.Fprintf(table, "  %s\t%d of %d\t%s\t\t%s\t\t%s\t\n", console.EscapeForTerminal(d.path), len(d.found)+1, d.numSegments(), formatPercent(d.score.pk), formatPercent(d.score.wd), formatPercent(d.score.b))
			}
		}
	}
	row("mean", total, e.mean)
	table.Flush() // errors of w are reported at its end
}

// evaluationJSON is the output of `segls evaluate --format json`; values are between 0 and 1, times in seconds.
type evaluationJSON struct {
	Method     string          `json:"method"`
	Count      string          `json:"count"`
	Sets       []setJSON       `json:"sets"`
	Mean       summaryJSON     `json:"mean"`
	Seconds    float64         `json:"seconds"` // per document, on average
	Comparison *comparisonJSON `json:"comparison,omitempty"`
}

type setJSON struct {
	Name      string `json:"name"`
	Documents int    `json:"documents"`
	summaryJSON
	Each []scoredJSON `json:"each,omitempty"`
}

type summaryJSON struct {
	scoreJSON
	Intervals map[string][2]float64 `json:"intervals"`
}

type scoreJSON struct {
	Pk float64 `json:"pk"`
	WD float64 `json:"wd"`
	B  float64 `json:"b"`
}

func (s score) toJSON() scoreJSON { return scoreJSON{s.pk, s.wd, s.b} }

type scoredJSON struct {
	Path      string `json:"path"`
	Units     int    `json:"units"`
	Reference []int  `json:"reference"` // the number of units before each boundary
	Found     []int  `json:"found"`
	scoreJSON
	Seconds float64 `json:"seconds"`
}

// comparisonJSON holds the other method's figures, and the first method's minus the other's.
type comparisonJSON struct {
	Method     string      `json:"method"`
	Sets       []setJSON   `json:"sets"`
	Mean       summaryJSON `json:"mean"`
	Seconds    float64     `json:"seconds"`
	Difference summaryJSON `json:"difference"`
	P          scoreJSON   `json:"p"`
}

func writeEvaluationJSON(w io.Writer, r evaluationReport) error {
	j := evaluationJSON{
		Method: r.method, Count: r.count,
		Sets: r.setsJSON(r.reached), Mean: r.reached.mean.toSummaryJSON(), Seconds: r.reached.took.Seconds(),
	}
	if c := r.contrast; c != nil {
		j.Comparison = &comparisonJSON{
			r.compared, r.setsJSON(r.other), r.other.mean.toSummaryJSON(), r.other.took.Seconds(), c.toSummaryJSON(), c.chance.toJSON(),
		}
	}
	return console.EncodeJSON(w, j)
}

func (r evaluationReport) setsJSON(e evaluation) []setJSON {
	sets := make([]setJSON, len(e.sets))
	for i, s := range e.sets {
		sets[i] = setJSON{Name: s.name, Documents: len(s.documents), summaryJSON: s.toSummaryJSON()}
		for _, d := range s.documents {
			if r.eachDocument {
				sets[i].Each = append(sets[i].Each, scoredJSON{
					d.path, len(d.units), d.reference, append([]int{}, d.found...), d.score.toJSON(), d.took.Seconds(),
				})
			}
		}
	}
	return sets
}

func (s estimate) toSummaryJSON() summaryJSON {
	return summaryJSON{s.score.toJSON(), map[string][2]float64{
		"pk": {s.from.pk, s.to.pk}, "wd": {s.from.wd, s.to.wd}, "b": {s.from.b, s.to.b},
	}}
}
