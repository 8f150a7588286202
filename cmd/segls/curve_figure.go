package main

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"

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
	figureHeight     = 3.6 * vg.Inch
	narrowestFigure  = 7 * vg.Inch
	widestFigure     = 40 * vg.Inch
	wordsPerInch     = 900
	figureResolution = 150                // dots to the inch of a PNG
	figureFont       = "Sans"             // of the Liberation family, which has the widths of Arial
	tickLength       = 5 * vg.Length(1.0) // of a paragraph's
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
	f.plot().Draw(draw.New(canvas))
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
	f.plot().Draw(draw.New(canvas))
	_, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
	return err
}

func (f *curveFigure) figureWidth() vg.Length {
	return min(max(vg.Length(f.words())/wordsPerInch*vg.Inch, narrowestFigure), widestFigure)
}

// plot draws the figure of Heinonen (1998): the curve over the words, a line at each
// boundary, a tick for each paragraph.
func (f *curveFigure) plot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = color.White
	p.Title.Text = printable(f.path) + "\n" + f.caption()
	p.X.Label.Text = "words"
	p.Y.Label.Text = "similarity"
	p.X.Min, p.X.Max = 0, math.Max(1, float64(f.words()))
	p.Y.Min, p.Y.Max = 0, f.top()*1.15 // room for the headings
	p.X.Padding, p.Y.Padding = 0, 0
	p.Y.Tick.Marker = tenths(f.top())
	for _, style := range []*text.Style{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle} {
		style.Font.Variant = figureFont
		style.Font.Size = 9
	}
	p.Title.Padding = 6
	p.Legend.Top, p.Legend.ThumbnailWidth = true, 36
	p.Legend.YOffs = -12 // below the headings
	labels := &figureLabels{}
	p.Add(figureHeadings{f.curves[0]})
	for i, c := range f.curves {
		d := drawnCurve{c, i, len(f.curves), f.top(), labels}
		p.Add(d)
		if c.label != "" {
			p.Legend.Add(c.label, d)
		}
	}
	return p
}

// tenths are ticks at each tenth of similarity, or at each twentieth where few tenths
// are shown.
func tenths(top float64) plot.ConstantTicks {
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
	points := make([]vg.Point, len(c.Curve))
	for g, similarity := range c.Curve {
		points[g] = vg.Point{X: x(float64(c.before[g+1])), Y: y(similarity)}
		if c.number == 0 {
			canvas.StrokeLine2(draw.LineStyle{Color: pale, Width: 0.6}, points[g].X, y(0), points[g].X, y(0)+tickLength)
		}
		if c.IsBoundary(g) {
			c.boundary(canvas, g, points[g].X, y)
		}
	}
	canvas.StrokeLines(c.line(), points)
	for g, point := range points {
		canvas.DrawGlyph(c.mark(), point)
		if c.IsBoundary(g) {
			c.labels.put(canvas, point, fmt.Sprintf("%.2f", c.Curve[g]), curveColours[c.number%len(curveColours)])
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
	canvas.StrokeLine2(style, x, y(c.top-part*float64(c.number)), x, y(c.top-part*float64(c.number+1)))
}

// Thumbnail implements [plot.Thumbnailer].
func (c drawnCurve) Thumbnail(canvas *draw.Canvas) {
	middle := canvas.Center()
	canvas.StrokeLine2(c.line(), canvas.Min.X, middle.Y, canvas.Max.X, middle.Y)
	canvas.DrawGlyph(c.mark(), middle)
}

// figureLabels are the numbers at boundaries. One that finds no room beside its point
// is left out; the text and the data have them all.
type figureLabels struct {
	taken []vg.Rectangle
}

func (l *figureLabels) put(canvas draw.Canvas, point vg.Point, label string, c color.Color) {
	style := labelStyle(c)
	size := style.Rectangle(label).Size()
	for _, shift := range []vg.Point{{X: 3, Y: -size.Y - 1}, {X: 3, Y: 2}, {X: -size.X - 3, Y: -size.Y - 1}, {X: -size.X - 3, Y: 2}} {
		corner := point.Add(shift)
		place := vg.Rectangle{Min: corner, Max: corner.Add(size)}
		if canvas.Contains(place.Min) && canvas.Contains(place.Max) && !l.overlaps(place) {
			l.taken = append(l.taken, place)
			canvas.FillText(style, corner, label)
			return
		}
	}
}

func (l *figureLabels) overlaps(r vg.Rectangle) bool {
	for _, t := range l.taken {
		if r.Min.X < t.Max.X && t.Min.X < r.Max.X && r.Min.Y < t.Max.Y && t.Min.Y < r.Max.Y {
			return true
		}
	}
	return false
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
		title := []rune(printable(m.Title))
		shown := string(title)
		for n := len(title); n > 0 && at.X+3+style.Width(shown) > end-2; n-- {
			shown = string(title[:n-1]) + "…"
		}
		if shown != "…" {
			canvas.FillText(style, at.Add(vg.Point{X: 3, Y: 1}), shown)
		}
	}
}
