package main

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"iter"
	"maps"
	"math"
	"slices"
	"sort"
	"strconv"

	"golang.org/x/image/font"

	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
)

// The layout of a figure, in points. The background is white, so that the figure is readable on a dark page and in
// print. Curves differ in dashes and marks too, and their colours are based on those of Okabe and Ito (2008), which
// colour-blind readers can tell apart.
const (
	inch            = 72.0
	figureHeight    = 4 * inch
	narrowestFigure = 7 * inch
	widestFigure    = 40 * inch
	wordsPerInch    = 900

	marginLeft, marginRight = 50.0, 20.0
	marginTop, marginBottom = 36.0, 38.0
	plotHeight              = figureHeight - marginTop - marginBottom
	figureTextSize          = 9.0
	labelSize               = 7.0
	tickLength              = 5.0 // of a paragraph
	axisTickLength          = 8.0
	headingsHeight          = 12.0
	legendHeight            = 11.0 // per curve
	legendLine              = 36.0
	markRadius              = 1.8
	lineBelow               = 1.2 // distance between base lines, in text sizes
	capitals, descender     = 0.72, 0.21
)

var (
	curveColours = []color.Color{
		color.Black, color.RGBA{0, 114, 178, 255}, color.RGBA{213, 94, 0, 255}, color.RGBA{0, 120, 90, 255}, color.RGBA{160, 80, 140, 255},
	}
	curveDashes = [][]float64{nil, {6, 3}, {2, 2}, {8, 2, 2, 2}, {12, 4}}
	paleColour  = color.Gray{110}
)

func writeCurveSVG(w io.Writer, f *curveFigure) error {
	width, height := f.size()
	c := newSVG(w, width, height)
	newDrawing(c, f).draw()
	return c.end()
}

func writeCurvePNG(w io.Writer, f *curveFigure) error {
	width, height := f.size()
	c := newImage(width, height)
	newDrawing(c, f).draw()
	return c.EncodePNG(w)
}

func (f *curveFigure) figureWidth() float64 {
	return min(max(float64(f.maxWords())/wordsPerInch*inch, narrowestFigure), widestFigure)
}

// drawing draws a figure: it maps words and similarities to a canvas.
type drawing struct {
	canvas
	*curveFigure
	width float64
	top   float64 // the upper end of the axis of similarities
	upper float64 // similarity at the upper edge; between top and upper there is room for headings and the legend

	area plotArea // of the curves

	wanted []figureLabel
	taken  boxIndex // places of lines and labels
}

// plotArea is the rectangle in which curves are drawn: words go from left to right, similarities up.
type plotArea struct {
	left, top, width, height float64
	words                    int // across the width
}

func newDrawing(c canvas, f *curveFigure) *drawing {
	room := headingsHeight
	if len(f.curves) > 1 {
		room += legendHeight*float64(len(f.curves)) + 10
	}
	width, _ := f.size()
	return &drawing{
		canvas: c, curveFigure: f, width: width, top: f.topSimilarity(), upper: f.topSimilarity() / (1 - min(0.6, room/plotHeight)), taken: make(boxIndex),
		area: plotArea{marginLeft, marginTop, width - marginLeft - marginRight, plotHeight, f.maxWords()},
	}
}

func (d *drawing) wordX(word int) float64 {
	return d.area.left + d.area.width*float64(word)/float64(max(1, d.area.words))
}

func (d *drawing) similarityY(similarity float64) float64 {
	return d.area.top + d.area.height*(1-similarity/d.upper)
}

// draw draws the figure of Heinonen (1998): the curve over the words, lines at boundaries, ticks for paragraphs; one for each file.
func (d *drawing) draw() {
	width, height := d.size()
	d.fillPolygon(color.White, point{0, 0}, point{width, 0}, point{width, height}, point{0, height})
	if d.hasFilePanels() {
		d.drawPanels()
		return
	}
	d.drawCentredText(d.width/2, 17, console.EscapeForTerminal(d.path))
	d.drawCentredText(d.width/2, 17+lineBelow*figureTextSize, d.caption())
	d.drawAxes()
	d.drawHeadings()
	d.drawBoundaries()
	for i, c := range d.curves {
		d.drawCurve(i, c)
	}
	d.drawLegend()
	d.drawLabels() // last, because labels avoid the curves
}

// drawCentredText writes text centred on x, with its baseline at y.
func (d *drawing) drawCentredText(x, y float64, text string) {
	d.drawText(color.Black, figureTextSize, point{x - textWidth(figureTextSize, text)/2, y}, text, false)
}

func (d *drawing) drawAxes() {
	axis := stroke{color.Black, 0.5, nil}
	d.drawLine(axis, point{d.wordX(0), marginTop}, point{d.wordX(0), d.similarityY(0)}, point{d.width - marginRight, d.similarityY(0)})
	inches := min(max(float64(d.maxWords())/wordsPerInch, narrowestFigure/inch), widestFigure/inch)
	step := tickStep(int(float64(d.maxWords()) / inches)) // about six ticks in the narrowest figure
	for word := 0; word <= d.maxWords(); word += step {
		d.drawLine(axis, point{d.wordX(word), d.similarityY(0)}, point{d.wordX(word), d.similarityY(0) + axisTickLength})
		d.drawCentredText(d.wordX(word), d.similarityY(0)+axisTickLength+figureTextSize, strconv.Itoa(word))
	}
	d.drawCentredText((marginLeft+d.width-marginRight)/2, figureHeight-8, "words")
	for _, similarity := range heightTicks(d.top) {
		d.drawLine(axis, point{d.wordX(0) - axisTickLength, d.similarityY(similarity)}, point{d.wordX(0), d.similarityY(similarity)})
		label := fmt.Sprintf("%.2f", similarity)
		d.drawText(color.Black, figureTextSize, point{d.wordX(0) - axisTickLength - 2 - textWidth(figureTextSize, label), d.similarityY(similarity) + figureTextSize*capitals/2}, label, false)
	}
	const label = "similarity"
	d.drawText(color.Black, figureTextSize, point{17, d.similarityY(d.top/2) + textWidth(figureTextSize, label)/2}, label, true)
}

// heightTicks returns each tenth of similarity from 0 to top, or each twentieth if there are few tenths.
func heightTicks(top float64) (ticks []float64) {
	step := 0.1
	if top < 0.25 {
		step = 0.05
	}
	for i := 0; float64(i)*step < top+step/2; i++ {
		ticks = append(ticks, float64(i)*step)
	}
	return ticks
}

// drawHeadings writes the headings along the upper edge, each cut short where the next one begins.
func (d *drawing) drawHeadings() {
	marks := answer.HeadingMarks(d.curves[0].Texts)
	for i, m := range marks {
		at := point{d.wordX(m.Word), marginTop + 9}
		end := d.width - marginRight
		if i+1 < len(marks) {
			end = d.wordX(marks[i+1].Word)
		}
		if end <= at.x {
			continue // another heading is in the same place
		}
		d.drawLine(stroke{paleColour, 0.6, nil}, at, point{at.x, marginTop})
		shown := console.EscapeForTerminal(m.Title)
		shown = truncateToWidth(shown, labelSize, end-at.x-5)
		if shown != "…" {
			d.drawText(paleColour, labelSize, point{at.x + 3, at.y - 2}, shown, false)
		}
	}
}

// truncateToWidth shortens a text to a width.
func truncateToWidth(text string, size, width float64) string {
	if textWidth(size, text) <= width {
		return text
	}
	runes := []rune(text)
	n := sort.Search(len(runes), func(n int) bool { return textWidth(size, string(runes[:n])+"…") > width })
	return string(runes[:max(0, n-1)]) + "…"
}

// drawCurve draws a curve and, with the first one, the ticks of the paragraphs.
func (d *drawing) drawCurve(number int, c curve) {
	gaps := d.visibleGaps(c.gaps)
	points := make([]point, len(gaps))
	for i, g := range gaps {
		at := point{d.wordX(g.word), d.similarityY(g.similarity)}
		points[i] = at
		if number == 0 {
			d.drawLine(stroke{paleColour, 0.6, nil}, point{at.x, d.similarityY(0)}, point{at.x, d.similarityY(0) - min(tickLength, d.area.height/10)})
		}
		if g.isBoundary {
			d.wanted = append(d.wanted, figureLabel{at, fmt.Sprintf("%.2f", g.similarity), curveStroke(number).colour})
		}
	}
	if len(points) > 1 {
		d.drawLine(curveStroke(number), points...)
		d.keepLabelsOff(points...)
	}
	for _, at := range points {
		if d.area.height == plotHeight { // in a small figure, marks would hide the curve
			d.drawMark(number, at)
		}
	}
}

// visibleGaps leaves out gaps that make no visible difference: of those within half a point it keeps the first, the
// lowest, the highest, the last and the first boundary. A line through them covers the same dots (Jugel and others, M4,
// 2014).
func (d *drawing) visibleGaps(gaps []curveGap) []curveGap {
	const narrowest = 0.5
	column := func(g curveGap) int { return int(d.wordX(g.word) / narrowest) }
	var kept []curveGap
	for first := 0; first < len(gaps); {
		lowest, highest, boundary, end := first, first, -1, first
		for ; end < len(gaps) && column(gaps[end]) == column(gaps[first]); end++ {
			if gaps[end].similarity < gaps[lowest].similarity {
				lowest = end
			}
			if gaps[end].similarity > gaps[highest].similarity {
				highest = end
			}
			if gaps[end].isBoundary && boundary < 0 {
				boundary = end
			}
		}
		for i := first; i < end; i++ {
			if i == first || i == lowest || i == highest || i == boundary || i == end-1 {
				kept = append(kept, gaps[i])
			}
		}
		first = end
	}
	return kept
}

// figureBoundary is the boundary of one curve at a word.
type figureBoundary struct {
	curve      int
	similarity float64
	isHeading  bool // the boundary is at a heading
}

// drawBoundaries draws a line at each boundary. If several curves have a boundary there, each colours the part around
// its own point, so that none hides another.
func (d *drawing) drawBoundaries() {
	at := make(map[int][]figureBoundary) // by word
	for number, c := range d.curves {
		for _, g := range d.visibleGaps(c.gaps) {
			if g.isBoundary {
				at[g.word] = append(at[g.word], figureBoundary{number, g.similarity, g.isHeading})
			}
		}
	}
	for _, word := range slices.Sorted(maps.Keys(at)) {
		here := at[word]
		slices.SortStableFunc(here, func(a, b figureBoundary) int { return cmp.Compare(b.similarity, a.similarity) })
		edges := d.boundaryEdges(here)
		for i, b := range here {
			d.drawBoundary(curveStroke(b.curve).colour, word, b.isHeading, edges[i], edges[i+1])
		}
	}
}

// boundaryEdges returns the similarities at which the boundaries at one word begin, meet and end, the highest first, visibly apart.
func (d *drawing) boundaryEdges(here []figureBoundary) []float64 {
	n := len(here)
	shortest := d.top / float64(3*n)
	edges := make([]float64, n+1)
	edges[0] = d.top
	for i := 1; i < n; i++ {
		halfway := (here[i-1].similarity + here[i].similarity) / 2
		edges[i] = min(halfway, edges[i-1]-shortest)
	}
	for i := n - 1; i > 0; i-- {
		edges[i] = max(edges[i], edges[i+1]+shortest)
	}
	return edges
}

// drawBoundary draws the line of a boundary between two similarities, dashed at a heading.
func (d *drawing) drawBoundary(colour color.Color, word int, isHeading bool, upper, lower float64) {
	style := stroke{colour, 0.7, nil}
	if isHeading {
		style.dashes = []float64{3, 3}
	}
	ends := []point{{d.wordX(word), d.similarityY(upper)}, {d.wordX(word), d.similarityY(lower)}}
	d.drawLine(style, ends...)
	d.keepLabelsOff(ends...)
}

func curveStroke(number int) stroke {
	i := number % len(curveColours)
	return stroke{curveColours[i], 0.9, curveDashes[i]}
}

// drawMark draws the mark of a gap on a curve.
func (d *drawing) drawMark(number int, at point) {
	const r = markRadius
	s := stroke{curveStroke(number).colour, 0.5, nil}
	switch number % len(curveColours) {
	case 0:
		d.drawCircle(s, true, at, r)
	case 1:
		d.drawLine(s, point{at.x - r, at.y - r}, point{at.x + r, at.y - r}, point{at.x + r, at.y + r}, point{at.x - r, at.y + r}, point{at.x - r, at.y - r})
	case 2:
		d.fillPolygon(s.colour, point{at.x, at.y - r}, point{at.x + r, at.y + r}, point{at.x - r, at.y + r})
	case 3:
		d.drawCircle(s, false, at, r)
	case 4:
		d.drawLine(s, point{at.x - r, at.y - r}, point{at.x + r, at.y + r})
		d.drawLine(s, point{at.x - r, at.y + r}, point{at.x + r, at.y - r})
	}
}

// drawLegend draws the names of the curves, if there are several.
func (d *drawing) drawLegend() {
	d.drawLegendAt(d.width-marginRight, marginTop+headingsHeight+4)
}

func (d *drawing) drawLegendAt(right, top float64) {
	for i, c := range d.curves {
		if c.Label == "" {
			continue
		}
		y := top + legendHeight*(float64(i)+0.5)
		d.drawLine(curveStroke(i), point{right - legendLine, y}, point{right, y})
		d.drawMark(i, point{right - legendLine/2, y})
		d.drawText(color.Black, figureTextSize, point{right - legendLine - 3 - textWidth(figureTextSize, c.Label), y + figureTextSize*capitals/2}, c.Label, false)
	}
}

// figureLabel is the number at a boundary.
type figureLabel struct {
	point  point
	text   string
	colour color.Color
}

// drawLabels writes the numbers at boundaries as far as there is room; the text and data formats have all numbers.
func (d *drawing) drawLabels() {
	const above, below = 2.0, 1 + labelSize
	for _, l := range d.wanted {
		width := textWidth(labelSize, l.text)
		right, left := 3.0, -width-3
		for _, shift := range []point{ // positions of the base line
			{right, below},
			{right, -above},
			{left, below},
			{left, -above},
			{right, 2*below + 1},
			{right, -above - below},
			{left, 2*below + 1},
			{left, -above - below},
		} {
			at := point{l.point.x + shift.x, l.point.y + shift.y}
			place := box{point{at.x, at.y - labelSize*capitals}, point{at.x + width, at.y + labelSize*descender}}
			isInside := place.least.x >= d.wordX(0) && place.most.x <= d.width-marginRight && place.least.y >= marginTop && place.most.y <= d.similarityY(0)
			if isInside && !d.taken.overlapsAny(place) {
				d.taken.add(place)
				d.drawText(l.colour, labelSize, at, l.text, false)
				break
			}
		}
	}
}

// keepLabelsOff reserves boxes along a line, so that no label covers it.
func (d *drawing) keepLabelsOff(line ...point) {
	const bit = 3
	for i := 1; i < len(line); i++ {
		from, to := line[i-1], line[i]
		bits := math.Ceil(math.Hypot(to.x-from.x, to.y-from.y) / bit)
		along := func(part float64) point { return point{from.x + (to.x-from.x)*part, from.y + (to.y-from.y)*part} }
		for n := range int(bits) {
			d.taken.add(boxOf(along(float64(n)/bits), along(float64(n+1)/bits)))
		}
	}
}

// box is a rectangle.
type box struct{ least, most point }

func boxOf(a, b point) box {
	return box{point{min(a.x, b.x), min(a.y, b.y)}, point{max(a.x, b.x), max(a.y, b.y)}}
}

// boxIndex holds rectangles by the columns of the figure that they touch, so that overlaps are found quickly in long texts.
type boxIndex map[int][]box

// columns yields the columns that a box touches.
func (boxIndex) columns(b box) iter.Seq[int] {
	const width = 16
	return func(yield func(int) bool) {
		for i := int(b.least.x / width); i <= int(b.most.x/width) && yield(i); i++ {
		}
	}
}

func (b boxIndex) add(new box) {
	for i := range b.columns(new) {
		b[i] = append(b[i], new)
	}
}

// overlapsAny reports whether other overlaps any of the rectangles.
func (b boxIndex) overlapsAny(other box) bool {
	for i := range b.columns(other) {
		if slices.ContainsFunc(b[i], other.overlaps) {
			return true
		}
	}
	return false
}

func (b box) overlaps(c box) bool {
	return b.least.x <= c.most.x && c.least.x <= b.most.x && b.least.y <= c.most.y && c.least.y <= b.most.y
}

// textWidth returns the width of a text in points.
func textWidth(size float64, text string) float64 {
	return float64(font.MeasureString(typefaceAt(size), text)) / 64
}
