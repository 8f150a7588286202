package main

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
)

// canvas receives the shapes and texts of a figure. Coordinates and sizes are in points (72 to the inch), from its upper left corner.
type canvas interface {
	drawLine(s stroke, points ...point)
	fillPolygon(c color.Color, corners ...point)
	drawCircle(s stroke, isFilled bool, centre point, radius float64)

	// drawText writes text with the left end of its baseline at a point. If upwards is set, the text runs upwards.
	drawText(c color.Color, size float64, at point, text string, upwards bool)
}

type point struct{ x, y float64 }

// stroke is the style of a line.
type stroke struct {
	colour color.Color
	width  float64
	dashes []float64
}

// typeface measures text on every canvas, and draws it in images.
var typeface = sync.OnceValue(func() *opentype.Font {
	f, err := opentype.Parse(liberationsansregular.TTF)
	if err != nil {
		panic(err) // the font is embedded
	}
	return f
})

// typefaceAt returns the typeface at a size in the units of the canvas.
func typefaceAt(size float64) font.Face {
	f, err := opentype.NewFace(typeface(), &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic(err) // the font is embedded
	}
	return f
}

// svgCanvas writes a drawing as SVG.
type svgCanvas struct{ *bufio.Writer }

func newSVG(w io.Writer, width, height float64) *svgCanvas {
	c := &svgCanvas{bufio.NewWriter(w)}
	fmt.Fprintf(c, `<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" width="%gpt" height="%gpt" viewBox="0 0 %[1]g %[2]g" font-family="Liberation Sans,Arial,Helvetica,sans-serif">
`, width, height)
	return c
}

// end completes the drawing and flushes it.
func (c *svgCanvas) end() error {
	c.WriteString("</svg>\n")
	return c.Flush()
}

func (c *svgCanvas) drawLine(s stroke, points ...point) {
	fmt.Fprintf(c, `<polyline points="%s" fill="none"%s/>`+"\n", formatPoints(points), s)
}

func (c *svgCanvas) fillPolygon(colour color.Color, corners ...point) {
	fmt.Fprintf(c, `<polygon points="%s" fill="%s"/>`+"\n", formatPoints(corners), formatColour(colour))
}

func (c *svgCanvas) drawCircle(s stroke, isFilled bool, centre point, radius float64) {
	look := ` fill="none"` + s.String()
	if isFilled {
		look = fmt.Sprintf(` fill="%s"`, formatColour(s.colour))
	}
	fmt.Fprintf(c, `<circle cx="%.2f" cy="%.2f" r="%.2f"%s/>`+"\n", centre.x, centre.y, radius, look)
}

func (c *svgCanvas) drawText(colour color.Color, size float64, at point, text string, upwards bool) {
	turned := ""
	if upwards {
		turned = fmt.Sprintf(` transform="rotate(-90 %.2f %.2f)"`, at.x, at.y)
	}
	// textLength gives any other typeface the same width, so that the text fits.
	fmt.Fprintf(c, `<text x="%.2f" y="%.2f" font-size="%g" fill="%s" textLength="%.2f" lengthAdjust="spacingAndGlyphs"%s>`, at.x, at.y, size, formatColour(colour), textWidth(size, text), turned)
	_ = xml.EscapeText(c, []byte(text)) // the writer keeps the error
	c.WriteString("</text>\n")
}

// String returns the stroke as SVG attributes.
func (s stroke) String() string {
	look := fmt.Sprintf(` stroke="%s" stroke-width="%g"`, formatColour(s.colour), s.width)
	if s.dashes != nil {
		look += fmt.Sprintf(` stroke-dasharray="%s"`, strings.Trim(fmt.Sprint(s.dashes), "[]"))
	}
	return look
}

func formatPoints(points []point) string {
	var b strings.Builder
	for i, p := range points {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%.2f,%.2f", p.x, p.y)
	}
	return b.String()
}

func formatColour(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// figureResolution is the number of dots per inch in an image.
const figureResolution = 150

// imageCanvas draws an image.
type imageCanvas struct {
	*gg.Context
	scale float64 // dots per point
}

func newImage(width, height float64) *imageCanvas {
	const scale = figureResolution / 72.0
	return &imageCanvas{gg.NewContext(int(math.Ceil(width*scale)), int(math.Ceil(height*scale))), scale}
}

func (c *imageCanvas) drawLine(s stroke, points ...point) {
	c.tracePath(points)
	c.strokePath(s)
}

func (c *imageCanvas) fillPolygon(colour color.Color, corners ...point) {
	c.tracePath(corners)
	c.SetColor(colour)
	c.Fill()
}

func (c *imageCanvas) drawCircle(s stroke, isFilled bool, centre point, radius float64) {
	c.DrawCircle(centre.x*c.scale, centre.y*c.scale, radius*c.scale)
	if !isFilled {
		c.strokePath(s)
		return
	}
	c.SetColor(s.colour)
	c.Fill()
}

func (c *imageCanvas) drawText(colour color.Color, size float64, at point, text string, upwards bool) {
	c.Push()
	defer c.Pop()
	c.SetColor(colour)
	c.SetFontFace(typefaceAt(size * c.scale))
	if upwards {
		c.RotateAbout(-math.Pi/2, at.x*c.scale, at.y*c.scale)
	}
	c.DrawString(text, at.x*c.scale, at.y*c.scale)
}

func (c *imageCanvas) tracePath(points []point) {
	for i, p := range points {
		if i == 0 {
			c.MoveTo(p.x*c.scale, p.y*c.scale)
		} else {
			c.LineTo(p.x*c.scale, p.y*c.scale)
		}
	}
}

func (c *imageCanvas) strokePath(s stroke) {
	dashes := make([]float64, len(s.dashes))
	for i, d := range s.dashes {
		dashes[i] = d * c.scale
	}
	c.SetDash(dashes...)
	c.SetLineCapButt()
	c.SetLineWidth(s.width * c.scale)
	c.SetColor(s.colour)
	c.Stroke()
}
