package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
)

const tidesSample = "../../testdata/samples/tides.md"

// TestCurveEqualsFragmentJSON checks that the data of curve equals that of fragment.
func TestCurveEqualsFragmentJSON(t *testing.T) {
	_, out, _ := segls("", "fragment", "--format", "json", "--window-paragraphs", "2", tidesSample)
	var want answer.Document
	if err := json.Unmarshal([]byte(out), &want); err != nil {
		t.Fatal(err)
	}
	_, out, _ = segls("", "curve", "--format", "json", "--compare", "window-paragraphs=2", tidesSample)
	var got answer.Figure
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Curves) != 2 || got.Curves[0].Label != "window-paragraphs=4" || got.Curves[1].Label != "window-paragraphs=2" {
		t.Fatalf("curves %+v", got.Curves)
	}
	_, out, _ = segls("", "curve", "--format", "csv", "--window-paragraphs", "2", tidesSample)
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(rows) != len(want.Gaps)+1 {
		t.Fatalf("%d rows for %d gaps, %v", len(rows), len(want.Gaps), err)
	}
	word := 0
	for g, gap := range want.Gaps {
		word += want.Paragraphs[g].Words
		point := answer.CurvePoint{Gap: gap, Word: word, Line: want.Paragraphs[g+1].Line}
		constraint := ""
		if c := gap.Constraint; c != nil {
			constraint = *c
		}
		if p := got.Curves[1].Gaps[g]; p.Word != point.Word || p.Line != point.Line || p.Similarity != point.Similarity || p.Boundary != point.Boundary || p.After != point.After {
			t.Errorf("gap %d is %+v, not %+v", g, p, point)
		}
		row := []string{"", fmt.Sprint(gap.After), fmt.Sprint(word), fmt.Sprint(point.Line), fmt.Sprint(gap.Similarity), fmt.Sprint(gap.Boundary), constraint}
		if strings.Join(rows[g+1], "|") != strings.Join(row, "|") {
			t.Errorf("row %v, not %v", rows[g+1], row)
		}
	}
	if got.Curves[1].Statistics != want.Statistics {
		t.Errorf("statistics %+v, not %+v", got.Curves[1].Statistics, want.Statistics)
	}
}

// TestCurveFigures checks that an SVG is well-formed, complete and has a substitute font, and that a PNG is opaque and not blank.
func TestCurveFigures(t *testing.T) {
	code, svg, errs := segls("", "curve", "--format", "svg", "--compare", "window-paragraphs=2", tidesSample)
	if code != console.ExitOK {
		t.Fatal(errs)
	}
	texts := make(map[string]int)
	drawn := 0
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch x := token.(type) {
		case xml.StartElement:
			if x.Name.Local == "polyline" || x.Name.Local == "circle" {
				drawn++
			}
		case xml.CharData:
			texts[strings.TrimSpace(string(x))]++
		}
	}
	d := sampleDocument(t, tidesSample)
	wanted := []string{"words", "similarity", "0.00", "0.10", "0", "1000", "window-paragraphs=4", "window-paragraphs=2", d.Sections()[1].Title}
	for _, want := range wanted {
		if texts[want] == 0 {
			t.Errorf("%q is not in the figure: %v", want, texts)
		}
	}
	// Each gap has a tick and two marks; lines, axes and boundaries are extra.
	if least := 3 * len(d.Curve()); drawn < least {
		t.Errorf("%d lines and marks for %d gaps", drawn, len(d.Curve()))
	}
	if !strings.Contains(svg, "Liberation Sans,Arial") {
		t.Error("a font without a substitute")
	}
	_, image, _ := segls("", "curve", "--format", "png", tidesSample)
	decoded, err := png.Decode(strings.NewReader(image))
	if err != nil {
		t.Fatal(err)
	}
	dark := 0
	size := decoded.Bounds()
	for x := range size.Dx() {
		for y := range size.Dy() {
			if r, _, _, alpha := decoded.At(x, y).RGBA(); alpha != 0xffff {
				t.Fatalf("%d, %d is transparent", x, y)
			} else if r < 0x4000 {
				dark++
			}
		}
	}
	if part := float64(dark) / float64(size.Dx()*size.Dy()); size.Dx() < 1000 || size.Dy() != 600 || part < 0.003 || part > 0.1 {
		t.Errorf("%v, of which %.4f is ink", size, part)
	}
}

func sampleDocument(t *testing.T, path string) *analysis.Document {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return analysis.New(string(text), markup.Markdown, analysis.Defaults())
}

// TestCurveInBraille checks that, in any width, gaps have a tick and a dot, and that the lines at boundaries are as high as the chart.
func TestCurveInBraille(t *testing.T) {
	f, err := newCurveFigure(t.Context(), "tides.md", []answer.Text{{Path: "tides.md", Document: sampleDocument(t, tidesSample)}}, nil, true)
	if err != nil {
		t.Fatal(err)
	}
	c := f.curves[0]
	for _, columns := range []int{20, 73, 150} {
		p := panel{curve: c, to: f.maxWords(), columns: columns, top: f.topSimilarity()}
		rows, axis := p.curveRows(), p.axisRow()
		for g, gap := range c.gaps {
			similarity := gap.similarity
			column, half := p.columnOf(c.before[g+1]), int(2*float64(c.before[g+1])/p.wordsPerColumn())
			dot := p.dotRow(similarity)
			if cell := rows[dot/4][column]; !isBraille(cell) || cell&brailleDots[dot%4][half%2] == 0 {
				t.Errorf("width %d: gap %d at column %d, similarity %.3f has no dot", columns, g, column, similarity)
			}
			if axis[column] != '┴' {
				t.Errorf("width %d: no tick at gap %d", columns, g)
			}
		}
		for _, fragment := range c.fragments[1:] {
			column := p.columnOf(fragment.word)
			marks := 0
			for _, row := range rows {
				if row[column] == '│' || row[column] == '┊' || isBraille(row[column]) {
					marks++
				}
			}
			if marks != chartHeight {
				t.Errorf("width %d: the boundary at column %d is %d rows high", columns, column, marks)
			}
		}
	}
}

// TestCurveWithoutGaps checks that a text with at most one gap is not an error in any format.
func TestCurveWithoutGaps(t *testing.T) {
	for _, text := range []string{"", "One paragraph.\n", "# Only\n## headings\n", "\xff\x02 a\x01b\n", "One.\n\nTwo.\n"} {
		for format := range curveFormats {
			code, out, errs := segls(text, "curve", "--quiet", "--format", format, "--markup", "markdown", "--compare", "scaling=2", "-")
			if code != console.ExitOK || errs != "" || out == "" {
				t.Errorf("%q as %s: exit code %d, %q", text, format, code, errs)
			}
			if format == "json" && (!json.Valid([]byte(out)) || strings.Contains(out, "null") && !strings.Contains(out, `"constraint": null`)) {
				t.Errorf("%q: %s", text, out)
			}
			if format == "svg" {
				if err := xml.Unmarshal([]byte(out), new(struct{})); err != nil {
					t.Errorf("%q: %v", text, err)
				}
			}
		}
	}
}

// TestCurveOverSeveralPanels checks that a curve too long for the width continues in more panels, with each gap drawn once.
func TestCurveOverSeveralPanels(t *testing.T) {
	text := strings.Repeat(strings.Repeat("The sea and its salt go on. ", 20)+"\n\n", 300) // 42,000 words
	_, out, _ := segls(text, "curve", "-")
	if panels := strings.Count(out, " 0.00 ┼"); panels != 6 {
		t.Errorf("%d panels", panels)
	}
	ticks := 0
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, " 0.00 ┼") {
			ticks += strings.Count(line, "┴")
		}
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > console.DefaultWidth {
			t.Errorf("a line of %d characters", n)
		}
	}
	if ticks != 299 {
		t.Errorf("%d ticks for 299 gaps", ticks)
	}
}

func TestCurveErrors(t *testing.T) {
	folder := t.TempDir()
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "curve: an argument is missing; usage: segls curve"},
		{[]string{tidesSample, tidesSample}, "curve: it takes 1 argument, not 2"},
		{[]string{"/no/such/file.md"}, "/no/such/file.md"},
		{[]string{folder}, "there are no texts in"},
		{[]string{"--format", "gif", tidesSample}, "text, svg, png, csv, json"},
		{[]string{"--compare", "scaling", tidesSample}, `segls: --compare: "scaling" is not of the form setting=value`},
		{[]string{"--compare", "", tidesSample}, "setting=value"},
		{[]string{"--compare", "scalding=1", tidesSample}, `"scalding" is not a setting`},
		{[]string{"--compare", "scaling=-1", tidesSample}, "a number from 0 to 1000"},
		{[]string{"--compare", "markup=text", tidesSample}, "same markup"},
		{[]string{"--compare", "min-words=9,max-words=5", tidesSample}, "min-words (9) is more than max-words (5)"},
		{[]string{"--min-words", "9", "--max-words", "5", tidesSample}, "min-words (9) is more than max-words (5)"},
		{[]string{"--output", filepath.Join(folder, "none", "a.svg"), tidesSample}, "none"},
	} {
		code, out, errs := segls("", append([]string{"curve"}, test.args...)...)
		if code != console.ExitUsage || out != "" || !strings.HasPrefix(errs, "segls: ") || !strings.Contains(errs, test.want) {
			t.Errorf("segls curve %v: exit code %d, message %q, output %q", test.args, code, errs, out)
		}
	}
}

// TestCurveOutput checks that the extension decides the format, and that the file is replaced completely and keeps its mode.
func TestCurveOutput(t *testing.T) {
	folder := t.TempDir()
	for name, start := range map[string]string{
		"a.svg": "<?xml", "a.png": "\x89PNG", "a.json": "{", "a.csv": "curve,", "a.txt": tidesSample, "a": tidesSample, "A.Md": tidesSample,
	} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, bytes.Repeat([]byte("old "), 1<<17), 0o600); err != nil {
			t.Fatal(err)
		}
		code, out, errs := segls("", "curve", "--output", path, tidesSample)
		got, err := os.ReadFile(path)
		if code != console.ExitOK || out != "" || errs != "" || err != nil || !bytes.HasPrefix(got, []byte(start)) || bytes.Contains(got, []byte("old ")) {
			t.Errorf("%s: exit code %d, %q, %q, %v, begins %.20q", name, code, out, errs, err, got)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 7 {
		t.Errorf("%v, %v", entries, err)
	}
}

// TestCurveOutputThroughLinks checks that output to a link replaces its target, and that pipes, such as /dev/stdout, are written to.
func TestCurveOutputThroughLinks(t *testing.T) {
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	if err := os.Symlink("file.csv", in("link.csv")); err != nil {
		t.Skip("symbolic links are not available:", err)
	}
	if code, _, errs := segls("", "curve", "--output", in("link.csv"), tidesSample); code != console.ExitUsage || !strings.Contains(errs, "link.csv") {
		t.Errorf("a link to nothing: exit code %d, %s", code, errs)
	}
	if err := os.WriteFile(in("file.csv"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := segls("", "curve", "--output", in("link.csv"), tidesSample); code != console.ExitOK {
		t.Errorf("a link to a file: exit code %d, %s", code, errs)
	}
	if content, err := os.ReadFile(in("file.csv")); err != nil || len(content) == 0 || !isSymlink(in("link.csv")) {
		t.Errorf("%d bytes through the link, %v", len(content), err)
	}
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		return
	}
	out, pipe, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if err := os.Symlink(fmt.Sprintf("/proc/self/fd/%d", pipe.Fd()), in("pipe")); err != nil {
		t.Fatal(err)
	}
	code, _, errs := segls("", "curve", "--output", in("pipe"), "../../testdata/samples/short.md")
	pipe.Close()
	if content, err := io.ReadAll(out); code != console.ExitOK || err != nil || len(content) == 0 || !isSymlink(in("pipe")) {
		t.Errorf("a pipe: exit code %d, %s, %d bytes, %v", code, errs, len(content), err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 3 {
		t.Errorf("%v, %v", entries, err)
	}
}

// TestCurveTop checks that the axis ends at the highest value rounded up to a tenth, and at 0.1 at least.
func TestCurveTop(t *testing.T) {
	for similarity, want := range map[float64]float64{0: 0.1, 0.1: 0.1, 0.11: 0.2, 0.3: 0.3, 0.7: 0.7, 1: 1} {
		if got := tenthAbove(similarity); math.Abs(got-want) > 1e-12 {
			t.Errorf("for %v the axis ends at %v, not %v", similarity, got, want)
		}
	}
}

// TestCurveOverOtherSettings checks that a settings file or a directive affects all curves, but no settings that are compared.
func TestCurveOverOtherSettings(t *testing.T) {
	text := "<!-- segls: window-paragraphs = 3 -->\n<!-- segls: scaling = 9 -->\n\n" + strings.Repeat("The sea and its salt.\n\n", 50)
	consoletest.Library(t, map[string]string{".segls.toml": "preferred-words = 50\ncost = \"linear\"\n", "a.md": text})
	_, out, _ := segls("", "curve", "--format", "json", "--compare", "scaling=1", "a.md")
	var f answer.Figure
	if err := json.Unmarshal([]byte(out), &f); err != nil {
		t.Fatal(err)
	}
	for i, scaling := range []float64{9, 1} {
		if c := f.Curves[i].Settings; c["scaling"] != scaling || c["window-paragraphs"] != 3.0 || c["preferred-words"] != 50.0 {
			t.Errorf("curve %d under %v", i, c)
		}
	}
}

func isSymlink(path string) bool {
	found, err := os.Lstat(path)
	return err == nil && found.Mode()&os.ModeSymlink != 0
}

// TestBoundaryEdges checks that of several boundaries at one word each has the part of the line around its own point.
func TestBoundaryEdges(t *testing.T) {
	d := &drawing{top: 0.6}
	for _, test := range []struct{ similarities, want []float64 }{
		{[]float64{0.2}, []float64{0.6, 0}},
		{[]float64{0.5, 0.1}, []float64{0.6, 0.3, 0}},
		{[]float64{0.4, 0.2, 0.1}, []float64{0.6, 0.3, 0.15, 0}},
		{[]float64{0.6, 0.6}, []float64{0.6, 0.5, 0}},
		{[]float64{0, 0}, []float64{0.6, 0.1, 0}},
	} {
		var here []figureBoundary
		for i, similarity := range test.similarities {
			here = append(here, figureBoundary{curve: i, similarity: similarity})
		}
		got := d.boundaryEdges(here)
		if !slices.EqualFunc(got, test.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
			t.Errorf("%v meet at %v, not %v", test.similarities, got, test.want)
		}
	}
}

// TestCurveOfFiles checks that each file of a folder has its own curve: a panel in a picture, and a chart in a terminal.
func TestCurveOfFiles(t *testing.T) {
	files := map[string]string{}
	for i := range 30 {
		files[fmt.Sprintf("%02d.md", i)] = fmt.Sprintf("# Part %d\n\nSalt keeps fish.\n\nBees build cells of wax.\n\nRats gnaw.\n", i)
	}
	folder := inRepository(t, files)
	code, svg, errs := segls("", "curve", "--format", "svg", folder)
	if code != console.ExitOK || strings.Count(svg, "Part ") != 30 || !strings.Contains(svg, "Part 29") {
		t.Errorf("%d %s\n%.300s", code, errs, svg)
	}
	var width, height int
	if _, err := fmt.Sscanf(svg[strings.Index(svg, `height="`):], `height="%d`, &height); err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Sscanf(svg[strings.Index(svg, `width="`):], `width="%d`, &width); err != nil || width != pageWidth || height > 11*inch {
		t.Errorf("the picture has %d by %d points: %v", width, height, err)
	}
	code, text, errs := segls("", "curve", "--work", "--max-words", "5", folder)
	if code != console.ExitOK || strings.Count(text, "┼") != 30 || !strings.Contains(text, "29.md  ") || !strings.Contains(text, "\n  90 ") {
		t.Errorf("%d %s\n%.900s", code, errs, text)
	}
	_, compared, _ := segls("", "curve", "--format", "svg", "--compare", "method=paper", folder)
	if strings.Count(compared, "<text") < strings.Count(svg, "<text")+2 {
		t.Error("a comparison has no legend")
	}
}
