package main

import (
	"encoding/csv"
	"io"
	"iter"
	"strconv"

	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
)

func writeCurveJSON(w io.Writer, f *curveFigure) error {
	var curves []answer.LabelledTexts
	for _, c := range f.curves {
		curves = append(curves, c.LabelledTexts)
	}
	return console.EncodeJSON(w, answer.FigureWithLists(f.path, func(gaps iter.Seq[answer.CurvePoint]) console.StreamedArray[answer.CurvePoint] {
		return console.StreamedArray[answer.CurvePoint](gaps)
	}, curves...))
}

// writeCurveCSV writes a row for each gap of each curve.
func writeCurveCSV(w io.Writer, f *curveFigure) error {
	table := csv.NewWriter(w)
	columns := []string{"curve", "after", "word", "line", "similarity", "boundary", "constraint"}
	isWork := len(f.curves[0].Texts) > 1
	if isWork {
		columns = append(columns, "path")
	}
	table.Write(columns) // the writer keeps the error
	for _, c := range f.curves {
		for _, g := range c.gaps {
			row := []string{
				c.Label, strconv.Itoa(g.number + 1), strconv.Itoa(g.word), strconv.Itoa(answer.PositionAfterGap(g.Document, g.number).FileLine),
				strconv.FormatFloat(g.similarity, 'g', -1, 64), strconv.FormatBool(g.isBoundary), string(g.Gap(g.number).Constraint),
			}
			if isWork {
				row = append(row, g.Path)
			}
			table.Write(row)
		}
	}
	table.Flush()
	return table.Error()
}
