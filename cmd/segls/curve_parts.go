package main

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
)

// The layout of a figure of several files, in points: panels to the same scale, in columns, so that a book fits a printed page.
const (
	pageWidth        = 7 * inch
	panelsOnPage     = 13 // in a column
	mostPanelColumns = 4
	panelHeight      = 0.75 * inch // with its title
	panelTitle       = 11.0
	panelFoot        = 9.0
	panelSide        = 14.0
	panelTextSize    = 6.0
)

// fileFigures returns a figure for each file.
func (f *curveFigure) fileFigures() []*curveFigure {
	list := make([]*curveFigure, len(f.curves[0].Texts))
	for i := range list {
		list[i] = &curveFigure{path: f.curves[0].Texts[i].Path, width: f.width, styles: f.styles}
		for _, c := range f.curves {
			part := curve{LabelledTexts: answer.LabelledTexts{Label: c.Label, Texts: c.Texts[i : i+1]}}
			part.layOut()
			list[i].curves = append(list[i].curves, part)
		}
	}
	return list
}

// hasFilePanels reports whether the figure has a panel for each of several files.
func (f *curveFigure) hasFilePanels() bool { return len(f.curves[0].Texts) > 1 }

// panelGrid places panels on a page.
type panelGrid struct{ columns, rows int }

func gridOf(panels int) panelGrid {
	columns := min(mostPanelColumns, (panels+panelsOnPage-1)/panelsOnPage)
	return panelGrid{columns, (panels + columns - 1) / columns}
}

// size returns the width and the height of a figure.
func (f *curveFigure) size() (width, height float64) {
	if f.hasFilePanels() {
		return pageWidth, f.panelsTop() + panelHeight*float64(gridOf(len(f.curves[0].Texts)).rows) + 4
	}
	return f.figureWidth(), figureHeight
}

// panelsTop returns where the panels begin, below the title and the legend.
func (f *curveFigure) panelsTop() float64 {
	if len(f.curves) > 1 {
		return marginTop + legendHeight*float64(len(f.curves)) + 8
	}
	return marginTop
}

// drawPanels draws a panel for each file: its curve, a line at each boundary and a tick for each paragraph.
func (d *drawing) drawPanels() {
	parts := d.fileFigures()
	longest := 1
	for _, p := range parts {
		longest = max(longest, p.maxWords())
	}
	d.drawPanelsCaption(parts)
	if len(d.curves) > 1 {
		d.drawLegendAt(d.width-marginRight, marginTop)
	}
	grid := gridOf(len(parts))
	width := (pageWidth - panelSide) / float64(grid.columns)
	for i, p := range parts {
		left, top := panelSide+width*float64(i%grid.columns), d.panelsTop()+panelHeight*float64(i/grid.columns)
		panel := &drawing{
			canvas: d.canvas, curveFigure: p, width: d.width, top: d.top, upper: d.top, taken: make(boxIndex),
			area: plotArea{left, top + panelTitle, width - panelSide, panelHeight - panelTitle - panelFoot, longest},
		}
		panel.drawPanel(i)
	}
}

// drawPanelsCaption writes a caption that explains the figure and its scales.
func (d *drawing) drawPanelsCaption(parts []*curveFigure) {
	d.drawCentredText(d.width/2, 17, console.EscapeForTerminal(d.path))
	d.drawCentredText(d.width/2, 17+lineBelow*figureTextSize, fmt.Sprintf("%s · %s in %s · similarity from 0 to %.2f", d.caption(), console.FormatCount(d.maxWords(), "word"), console.FormatCount(len(parts), "file"), d.top))
}

func (d *drawing) drawPanel(number int) {
	a, axis := d.area, stroke{color.Black, 0.4, nil}
	title := d.curves[0].Texts[0].Title
	if title == "" {
		title = d.path
	}
	isNoDigit := func(r rune) bool { return !unicode.IsDigit(r) }
	if n := strconv.Itoa(number + 1); !slices.Contains(strings.FieldsFunc(title, isNoDigit), n) { // the title may already have the number
		title = n + "  " + title
	}
	title = truncateToWidth(console.EscapeForTerminal(title), labelSize, a.width)
	d.drawText(color.Black, labelSize, point{a.left, a.top - 3}, title, false)
	d.drawLine(axis, point{a.left, a.top}, point{a.left, d.similarityY(0)}, point{d.wordX(d.maxWords()), d.similarityY(0)})
	words := strconv.Itoa(d.maxWords())
	d.drawText(paleColour, panelTextSize, point{max(a.left, d.wordX(d.maxWords())-textWidth(panelTextSize, words)), d.similarityY(0) + panelTextSize}, words, false)
	d.drawBoundaries()
	for i, c := range d.curves {
		d.drawCurve(i, c)
	}
}
