package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
)

// The layout of a curve in a terminal.
const (
	chartHeight       = 8   // rows
	chartMargin       = 7   // columns, for the labels of the heights
	chartMinimum      = 10  // columns
	maxWordsPerColumn = 110 // longer texts use several panels
)

// chartView draws curves for a terminal, in braille, whose characters have two by four dots:
//
//	0.40 ┤⠤⠤⢄    ⡠⠒⢄
//	     ┤   ⠑⡄ ⡰⠁ │⠣⡀
//	0.00 ┼┴─┴──┴┴──┴──┴
//	     0      │500
//
// The boundaries follow below in words and numbers.
type chartView struct {
	*bufio.Writer
	console.Styles
	figure  *curveFigure
	columns int
}

func showCurveText(w io.Writer, f *curveFigure) error {
	v := &chartView{Writer: bufio.NewWriter(w), Styles: f.styles, figure: f, columns: console.DefaultWidth}
	if f.width > 0 {
		v.columns = f.width
	}
	v.columns = max(chartMinimum, v.columns-chartMargin)
	first := f.curves[0]
	fmt.Fprintf(v, "%s  %s, %s, %s\n", v.Strong(f.path), console.FormatCount(first.words(), "word"), console.FormatCount(len(first.before)-1, "paragraph"), console.FormatCount(len(first.fragments), "fragment"))
	fmt.Fprintf(v, "%s\n", f.caption())
	parts := []*curveFigure{f}
	if f.hasFilePanels() {
		parts = f.fileFigures()
	}
	for i := range f.curves {
		fragments := 0
		for _, p := range parts {
			c := p.curves[i]
			if len(parts) > 1 {
				about := fmt.Sprintf("%s, %s", console.FormatCount(c.words(), "word"), console.FormatCount(len(c.fragments), "fragment"))
				fmt.Fprintf(v, "\n%s  %s\n", v.Strong(truncateToColumns(console.EscapeForTerminal(p.path), max(chartMinimum, v.columns+chartMargin-len(about)-2))), about)
			}
			v.curve(c, p.maxWords(), fragments)
			fragments += len(c.fragments)
		}
	}
	return v.Flush()
}

// curve draws a curve over `words` words, in panels, and lists its fragments; `before` is the number of fragments in earlier files.
func (v *chartView) curve(c curve, words, before int) {
	fmt.Fprintln(v)
	if c.Label != "" {
		fmt.Fprintf(v, "%s\n\n", v.Strong(c.Label))
	}
	if len(c.gaps) == 0 {
		fmt.Fprintln(v, "There is no curve: a curve needs two paragraphs.")
		return
	}
	panels := (words + v.columns*maxWordsPerColumn - 1) / (v.columns * maxWordsPerColumn)
	for i := range panels {
		p := panel{curve: c, from: words * i / panels, to: words * (i + 1) / panels, columns: v.columns, top: v.figure.topSimilarity(), first: before}
		v.panel(p)
	}
	v.listFragments(c, before)
}

func (v *chartView) panel(p panel) {
	rows := p.curveRows()
	for r, row := range rows {
		label := "     "
		if height := p.top * float64(len(rows)-r) / float64(len(rows)); r == 0 || 2*r == len(rows) {
			label = fmt.Sprintf("%5.2f", height)
		}
		fmt.Fprintf(v, "%s ┤%s\n", label, v.colourRow(row))
	}
	fmt.Fprintf(v, " 0.00 ┼%s\n", string(p.axisRow()))
	for _, line := range []string{p.scaleLine(), p.numberLine(), p.titleLine()} {
		if line != "" {
			fmt.Fprintf(v, "%s%s\n", strings.Repeat(" ", chartMargin), line)
		}
	}
	fmt.Fprintln(v)
}

// colourRow returns a row with the curve in one colour and everything else in another.
func (v *chartView) colourRow(row []rune) string {
	var line strings.Builder
	for len(row) > 0 {
		n := 1
		for n < len(row) && isBraille(row[n]) == isBraille(row[0]) {
			n++
		}
		if isBraille(row[0]) {
			line.WriteString(v.Accent(string(row[:n])))
		} else {
			line.WriteString(v.Faint(string(row[:n])))
		}
		row = row[n:]
	}
	return line.String()
}

func isBraille(r rune) bool { return r >= 0x2800 && r <= 0x28FF }

// listFragments writes a line for each fragment: its number, place, words and terms, and why it begins there.
func (v *chartView) listFragments(c curve, before int) {
	width := len("12345")
	if c.Texts[0].Document.IsNotebook() {
		width = len("cell 123, line 12")
	}
	fmt.Fprintf(v, "     %*s  words  similarity  begins\n", width, "line")
	for i, f := range c.fragments {
		first := f.Paragraphs()[f.about.First]
		similarity, begins := "", "start"
		if f.about.First > 0 {
			similarity, begins = fmt.Sprintf("%.2f", f.Curve()[f.about.First-1]), "heading"
			switch {
			case f.about.Pinned:
				begins = "pinned"
			case f.about.Suggested:
				begins = "new topic"
			}
		}
		terms := strings.Join(firstElements(f.about.Terms(), shownTerms), ", ")
		fmt.Fprintf(v, "%s\n", strings.TrimRight(fmt.Sprintf("%4d %*s  %5d  %10s  %-9s  %s", before+i+1, width, f.Document.Position(first.Span.Start).Short(), f.about.Words, similarity, begins, terms), " "))
	}
}

// panel is a part of a curve that fits the width.
type panel struct {
	curve
	from, to int // words
	columns  int
	top      float64 // similarity at the upper edge
	first    int     // number of fragments before those of the curve
}

// columnOf returns the column of a word, which may be outside.
func (p panel) columnOf(word int) int {
	return int(math.Floor(float64(word-p.from) / p.wordsPerColumn()))
}

// wordsPerColumn returns the number of words in a column.
func (p panel) wordsPerColumn() float64 { return float64(max(1, p.to-p.from)) / float64(p.columns) }

// curveRows returns the curve and, where it leaves room, the boundaries, which are dashed at headings.
func (p panel) curveRows() [][]rune {
	rows := make([][]rune, chartHeight)
	for r := range rows {
		rows[r] = []rune(strings.Repeat(" ", p.columns))
	}
	boundary := func(word int, mark rune) {
		if column := p.columnOf(word); column >= 0 && column < p.columns {
			for _, row := range rows {
				row[column] = mark
			}
		}
	}
	for _, g := range p.gaps {
		switch {
		case g.isBoundary && g.isHeading:
			boundary(g.word, '┊')
		case g.isBoundary:
			boundary(g.word, '│')
		}
	}
	for x := range 2 * p.columns {
		low, high, ok := p.valueRange(x)
		if !ok {
			continue
		}
		for y := p.dotRow(high); y <= p.dotRow(low); y++ {
			cell := &rows[y/4][x/2]
			if !isBraille(*cell) {
				*cell = 0x2800
			}
			*cell |= brailleDots[y%4][x%2]
		}
	}
	return rows
}

// brailleDots holds the bits of the dots of a braille character, by row and column.
var brailleDots = [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// dotRow returns the row of dots, from the top, for a similarity.
func (p panel) dotRow(similarity float64) int {
	last := chartHeight*4 - 1
	return last - min(last, int(similarity/p.top*float64(last)+0.5))
}

// valueRange returns the lowest and the highest value of the curve in half a column; ok is false before the first gap and after the last.
func (p panel) valueRange(half int) (low, high float64, ok bool) {
	left := float64(p.from) + float64(half)*p.wordsPerColumn()/2
	right := left + p.wordsPerColumn()/2
	left, right = max(left, float64(p.gaps[0].word)), min(right, float64(p.gaps[len(p.gaps)-1].word))
	if left > right {
		return 0, 0, false
	}
	low, high = p.similarityAt(left), p.similarityAt(left)
	include := func(s float64) { low, high = min(low, s), max(high, s) }
	include(p.similarityAt(right))
	for g := p.firstGapFrom(left); g < len(p.gaps) && float64(p.gaps[g].word) <= right; g++ {
		include(p.gaps[g].similarity)
	}
	return low, high, true
}

// firstGapFrom returns the index of the first gap at or after a word.
func (p panel) firstGapFrom(word float64) int {
	g, _ := slices.BinarySearchFunc(p.gaps, int(math.Ceil(word)), func(g curveGap, word int) int { return g.word - word })
	return g
}

// similarityAt returns the value of the curve at a word between the first and the last gap.
func (p panel) similarityAt(word float64) float64 {
	g := p.firstGapFrom(word)
	if g == 0 || float64(p.gaps[g].word) == word {
		return p.gaps[g].similarity
	}
	before, after := p.gaps[g-1], p.gaps[g]
	part := (word - float64(before.word)) / float64(after.word-before.word)
	return before.similarity + part*(after.similarity-before.similarity)
}

// axisRow returns the axis, with a tick where a paragraph begins.
func (p panel) axisRow() []rune {
	axis := []rune(strings.Repeat("─", p.columns))
	for _, word := range p.before[1 : len(p.before)-1] {
		if column := p.columnOf(word); column >= 0 && column < p.columns {
			axis[column] = '┴'
		}
	}
	return axis
}

// scaleLine returns the line with the numbers of words.
func (p panel) scaleLine() string {
	step := tickStep(int(8 * p.wordsPerColumn()))
	var labels labelLine
	for word := (p.from + step - 1) / step * step; word < p.to; word += step {
		text := fmt.Sprint(word)
		if word == 0 {
			text = "0 words"
		}
		labels.put(p.columnOf(word), text, p.columns)
	}
	return labels.String()
}

// numberLine returns the line with the numbers of the fragments, as in the list below.
func (p panel) numberLine() string {
	var labels labelLine
	for i, f := range p.fragments {
		if column := p.columnOf(f.word); column >= 0 && column < p.columns {
			labels.put(column, fmt.Sprint(p.first+i+1), p.columns)
		}
	}
	return labels.String()
}

// titleLine returns the line with the headings, each cut off where the next one begins.
func (p panel) titleLine() string {
	var labels labelLine
	marks := slices.DeleteFunc(answer.HeadingMarks(p.Texts), func(h answer.HeadingMark) bool {
		column := p.columnOf(h.Word)
		return column < 0 || column >= p.columns
	})
	for i, h := range marks {
		room := p.columns
		if i+1 < len(marks) {
			room = p.columnOf(marks[i+1].Word) - 1
		}
		labels.put(p.columnOf(h.Word), truncateToColumns(strings.Repeat("#", h.Level)+" "+console.EscapeForTerminal(h.Title), room-p.columnOf(h.Word)), p.columns)
	}
	return labels.String()
}

// truncateToColumns shortens a text to a width in columns.
func truncateToColumns(text string, room int) string {
	if uniseg.StringWidth(text) <= room {
		return text
	}
	if room < 4 {
		return text[:max(0, min(room, 1))]
	}
	end, used := 0, 0
	for rest, state := text, -1; rest != ""; {
		var cluster string
		var width int
		if cluster, rest, width, state = uniseg.FirstGraphemeClusterInString(rest, state); used+width >= room {
			break
		}
		end, used = end+len(cluster), used+width
	}
	return strings.TrimRight(text[:end], " ") + "…"
}

// labelLine is a line of labels at their columns; a label without room is left out.
type labelLine struct {
	text  string
	width int // in columns
}

func (l *labelLine) put(column int, text string, columns int) {
	width := uniseg.StringWidth(text)
	if width == 0 || column < l.width || column+width > columns {
		return
	}
	l.text += strings.Repeat(" ", column-l.width) + text
	if l.width = column + width; l.width < columns {
		l.text, l.width = l.text+" ", l.width+1
	}
}

func (l labelLine) String() string { return strings.TrimRight(l.text, " ") }
