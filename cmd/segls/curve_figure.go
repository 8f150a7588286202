package main

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/segls/segls/cmd/segls/console"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// The layout of a figure. It has a white ground of its own, so that it can be read
// on a dark page as in print, and tells its curves apart by dashes and marks as well
// as by colours, those of Okabe and Ito (2008), which the colour-blind can tell too.
const (
	figureHeight     = 4 * vg.Inch
	figureMargin     = vg.Length(10)
	narrowestFigure  = 7 * vg.Inch
	widestFigure     = 40 * vg.Inch
	wordsPerInch     = 900
	figureResolution = 150          // dots to the inch of a PNG
	figureFont       = "Sans"       // of the Liberation family, which has the widths of Arial
	tickLength       = vg.Length(5) // of a paragraph's
	headingsHeight   = vg.Length(12)
	legendHeight     = vg.Length(14) // of each curve
)

var (
	curveColours = []color.Color{
		color.Black, color.RGBA{0, 114, 178, 255}, color.RGBA{213, 94, 0, 255}, color.RGBA{0, 120, 90, 255}, color.RGBA{160, 80, 140, 255},
	}
	curveDashes = [][]vg.Length{nil, {6, 3}, {2, 2}, {8, 2, 2, 2}, {12, 4}}
	curveMarks  = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.SquareGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.CrossGlyph{}}
	pale        = color.Gray{110}
)

func writeCurveSVG(w io.Writer, f *curveFigure) error {
	width := f.figureWidth()
	canvas := vgsvg.New(width, figureHeight)
	f.plot().Draw(page(canvas))
	var svg bytes.Buffer
	if _, err := canvas.WriteTo(&svg); err != nil {
		return err
	}
	// The library names the one font that it measured by; where it is missing, let
	// fonts of the same widths stand in.
	named, substituted := []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;")
	_, err := w.Write(bytes.ReplaceAll(svg.Bytes(), named, substituted))
	return err
}

func writeCurvePNG(w io.Writer, f *curveFigure) error {
	canvas := vgimg.NewWith(vgimg.UseWH(f.figureWidth(), figureHeight), vgimg.UseDPI(figureResolution))
	f.plot().Draw(page(canvas))
	_, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
	return err
}

// page is a white canvas with margins.
func page(canvas vg.CanvasSizer) draw.Canvas {
	c := draw.New(canvas)
	c.FillPolygon(color.White, []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}})
	return draw.Crop(c, figureMargin, -figureMargin, figureMargin, -figureMargin)
}

func (f *curveFigure) figureWidth() vg.Length {
	return min(max(vg.Length(f.words())/wordsPerInch*vg.Inch, narrowestFigure), widestFigure)
}

// plot draws the figure of Heinonen (1998): the curve over the words, a line at each
// boundary, a tick for each paragraph.
func (f *curveFigure) plot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = color.White
	p.Title.Text = console.Printable(f.path) + "\n" + f.caption()
	p.X.Label.Text = "words"
	p.Y.Label.Text = "similarity"
	p.X.Min, p.X.Max = 0, math.Max(1, float64(f.words()))
	p.Y.Min, p.Y.Max = 0, f.top()/(1-f.headroom())
	p.X.Padding, p.Y.Padding = 0, 0
	p.X.Tick.Marker = wordTicks(p.X.Max)
	p.Y.Tick.Marker = heightTicks(f.top())
	for _, style := range []*text.Style{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle} {
		style.Font.Variant = figureFont
		style.Font.Size = 9
	}
	p.Title.Padding, p.Legend.Padding = 6, 3
	p.Legend.Top, p.Legend.ThumbnailWidth = true, 36
	p.Legend.YOffs = -headingsHeight
	p.Add(figureHeadings{f.curves[0]})
	labels := &figureLabels{}
	for i, c := range f.curves {
		d := drawnCurve{c, i, len(f.curves), f.top(), labels}
		p.Add(d)
		if c.label != "" {
			p.Legend.Add(c.label, d)
		}
	}
	p.Add(labels) // when it is known where the curves run
	return p
}

// headroom is the part of the figure's height above the curves, for the headings and
// the legend.
func (f *curveFigure) headroom() float64 {
	height := headingsHeight
	if len(f.curves) > 1 {
		height += legendHeight * vg.Length(len(f.curves))
	}
	return math.Min(0.6, float64(height/(figureHeight-1.2*vg.Inch)))
}

// wordTicks are ticks at round numbers of words, some six to a figure of the least
// width.
func wordTicks(words float64) plot.ConstantTicks {
	inches := math.Min(math.Max(words/wordsPerInch, float64(narrowestFigure/vg.Inch)), float64(widestFigure/vg.Inch))
	step := roundStep(int(words / inches))
	var ticks plot.ConstantTicks
	for word := 0; float64(word) <= words; word += step {
		ticks = append(ticks, plot.Tick{Value: float64(word), Label: strconv.Itoa(word)})
	}
	return ticks
}

// heightTicks are ticks at each tenth of similarity, or at each twentieth where few tenths
// are shown.
func heightTicks(top float64) plot.ConstantTicks {
	step := 0.1
	if top < 0.25 {
		step = 0.05
	}
	var ticks plot.ConstantTicks
	for i := 0; float64(i)*step < top+step/2; i++ {
		ticks = append(ticks, plot.Tick{Value: float64(i) * step, Label: fmt.Sprintf("%.2f", float64(i)*step)})
	}
	return ticks
}

// drawnCurve draws one of the curves of a figure with its boundaries.
type drawnCurve struct {
	curve
	number, of int
	top        float64
	labels     *figureLabels
}

func (c drawnCurve) line() draw.LineStyle {
	i := c.number % len(curveColours)
	return draw.LineStyle{Color: curveColours[i], Width: 0.9, Dashes: curveDashes[i]}
}

func (c drawnCurve) mark() draw.GlyphStyle {
	i := c.number % len(curveColours)
	return draw.GlyphStyle{Color: curveColours[i], Radius: 1.8, Shape: curveMarks[i]}
}

// Plot implements [plot.Plotter].
func (c drawnCurve) Plot(canvas draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&canvas)
	points := make([]vg.Point, len(c.Curve()))
	for g, similarity := range c.Curve() {
		points[g] = vg.Point{X: x(float64(c.before[g+1])), Y: y(similarity)}
		if c.number == 0 {
			canvas.StrokeLine2(draw.LineStyle{Color: pale, Width: 0.6}, points[g].X, y(0), points[g].X, y(0)+tickLength)
		}
		if c.IsBoundary(g) {
			c.boundary(canvas, g, points[g].X, y)
		}
	}
	canvas.StrokeLines(c.line(), points)
	c.labels.avoid(points)
	for g, point := range points {
		canvas.DrawGlyph(c.mark(), point)
		if c.IsBoundary(g) {
			c.labels.want(point, fmt.Sprintf("%.2f", c.Curve()[g]), c.line().Color)
		}
	}
}

// boundary draws the line of a boundary, broken where a heading makes it. Of several
// curves each has its own part of the height, the first the uppermost, lest one hide
// another.
func (c drawnCurve) boundary(canvas draw.Canvas, g int, x vg.Length, y func(float64) vg.Length) {
	style := c.line()
	style.Width, style.Dashes = 0.7, nil
	if c.HeadingIn(g) >= 0 {
		style.Dashes = []vg.Length{3, 3}
	}
	part := c.top / float64(c.of)
	ends := []vg.Point{{X: x, Y: y(c.top - part*float64(c.number))}, {X: x, Y: y(c.top - part*float64(c.number+1))}}
	canvas.StrokeLines(style, ends)
	c.labels.avoid(ends)
}

// Thumbnail implements [plot.Thumbnailer].
func (c drawnCurve) Thumbnail(canvas *draw.Canvas) {
	middle := canvas.Center()
	canvas.StrokeLine2(c.line(), canvas.Min.X, middle.Y, canvas.Max.X, middle.Y)
	canvas.DrawGlyph(c.mark(), middle)
}

// figureLabels are the numbers at boundaries. One that finds no room beside its point,
// clear of lines and of other labels, is left out: the text and the data have them
// all.
type figureLabels struct {
	wanted []figureLabel
	taken  []vg.Rectangle
}

type figureLabel struct {
	point vg.Point
	text  string
	style text.Style
}

func (l *figureLabels) want(point vg.Point, label string, c color.Color) {
	l.wanted = append(l.wanted, figureLabel{point, label, labelStyle(c)})
}

// avoid keeps labels off a line: off a box around each of its bits.
func (l *figureLabels) avoid(line []vg.Point) {
	const bit = 3
	for i := 1; i < len(line); i++ {
		from, along := line[i-1], line[i].Sub(line[i-1])
		bits := math.Ceil(math.Hypot(float64(along.X), float64(along.Y)) / bit)
		for n := range int(bits) {
			one, other := from.Add(along.Scale(vg.Length(float64(n)/bits))), from.Add(along.Scale(vg.Length(float64(n+1)/bits)))
			l.taken = append(l.taken, vg.Rectangle{
				Min: vg.Point{X: min(one.X, other.X), Y: min(one.Y, other.Y)}, Max: vg.Point{X: max(one.X, other.X), Y: max(one.Y, other.Y)},
			})
		}
	}
}

// Plot implements [plot.Plotter].
func (l *figureLabels) Plot(canvas draw.Canvas, _ *plot.Plot) {
	for _, label := range l.wanted {
		size := label.style.Rectangle(label.text).Size()
		for _, shift := range []vg.Point{
			{X: 3, Y: -size.Y - 1},
			{X: 3, Y: 2},
			{X: -size.X - 3, Y: -size.Y - 1},
			{X: -size.X - 3, Y: 2},
			{X: 3, Y: -2*size.Y - 2},
			{X: 3, Y: size.Y + 3},
			{X: -size.X - 3, Y: -2*size.Y - 2},
			{X: -size.X - 3, Y: size.Y + 3},
		} {
			corner := label.point.Add(shift)
			place := vg.Rectangle{Min: corner, Max: corner.Add(size)}
			if canvas.Contains(place.Min) && canvas.Contains(place.Max) && !slices.ContainsFunc(l.taken, func(t vg.Rectangle) bool { return overlap(place, t) }) {
				l.taken = append(l.taken, place)
				canvas.FillText(label.style, corner, label.text)
				break
			}
		}
	}
}

func overlap(a, b vg.Rectangle) bool {
	return a.Min.X <= b.Max.X && b.Min.X <= a.Max.X && a.Min.Y <= b.Max.Y && b.Min.Y <= a.Max.Y
}

func labelStyle(c color.Color) text.Style {
	style := text.Style{Color: c, Font: plot.DefaultFont, Handler: plot.DefaultTextHandler}
	style.Font.Variant = figureFont
	style.Font.Size = 7
	return style
}

// figureHeadings draws the headings along the upper edge, each cut short where the
// next one begins.
type figureHeadings struct{ curve }

// Plot implements [plot.Plotter].
func (h figureHeadings) Plot(canvas draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&canvas)
	style := labelStyle(pale)
	marks := h.headings()
	for i, m := range marks {
		at := vg.Point{X: x(float64(m.word)), Y: canvas.Max.Y - 9}
		end := canvas.Max.X
		if i+1 < len(marks) {
			end = x(float64(marks[i+1].word))
		}
		if end <= at.X {
			continue // another one stands in the same place
		}
		canvas.StrokeLine2(draw.LineStyle{Color: pale, Width: 0.6}, at.X, at.Y, at.X, canvas.Max.Y)
		title := []rune(console.Printable(m.Title))
		shown := string(title)
		for n := len(title); n > 0 && at.X+3+style.Width(shown) > end-2; n-- {
			shown = string(title[:n-1]) + "…"
		}
		if shown != "…" {
			canvas.FillText(style, at.Add(vg.Point{X: 3, Y: 1}), shown)
		}
	}
}
