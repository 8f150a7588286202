package internal_test

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the picture of the packages")

const picturePath = "../docs/images/packages.svg"

// TestPicture checks that the picture in ARCHITECTURE.md shows the imports that the go command lists.
func TestPicture(t *testing.T) {
	want := picture(imports(t))
	if *update {
		if err := os.WriteFile(picturePath, want, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(picturePath)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s does not show the present imports (%v); rewrite it: go test ./internal -run TestPicture -update", picturePath, err)
	}
}

// imports returns the packages of this module that its programs need, each with its imports.
func imports(t *testing.T) map[string][]string {
	all := packages(t)
	needed := map[string][]string{}
	var visit func(path string)
	visit = func(path string) {
		name := strings.TrimPrefix(path, module)
		if _, isSeen := needed[name]; isSeen {
			return
		}
		needed[name] = []string{}
		for _, to := range all[path].Imports {
			if to, isOurs := strings.CutPrefix(to, module); isOurs && to != "testdata" {
				needed[name] = append(needed[name], to)
				visit(module + to)
			}
		}
	}
	visit(module + "cmd/segls")
	visit(module + "internal/engine")
	return needed
}

// graph maps each package to its imports.
type graph map[string][]string

// row returns the length of the longest path from a package to a package that imports none.
func (g graph) row(name string) int {
	row := 0
	for _, to := range g[name] {
		row = max(row, 1+g.row(to))
	}
	return row
}

// needs reports whether a package imports another, directly or through others.
func (g graph) needs(from, to string) bool {
	return slices.ContainsFunc(g[from], func(next string) bool { return next == to || g.needs(next, to) })
}

const (
	rowHeight, boxHeight, letterWidth, between, pictureWidth = 66, 24, 7, 18, 1180
)

// colours lists prefixes of package names with their colours; the first matching prefix counts.
var colours = []struct{ prefix, colour string }{
	{"cmd", "#f6d6c8"}, {"web", "#f6d6c8"}, {"lsp", "#f3e6b3"}, {"internal", "#e4e7ea"}, {"analysis", "#cfe3d4"}, {"fragment", "#c9dcf0"},
}

// picture draws packages in rows, each above its imports, with a line for each import that is not implied by others.
func picture(g graph) []byte {
	rows := make([][]string, g.row("cmd/segls")+1)
	for _, name := range slices.Sorted(maps.Keys(g)) {
		row := len(rows) - 1 - g.row(name)
		rows[row] = append(rows[row], name)
	}
	var boxes, lines bytes.Buffer
	middles := map[string]int{} // for each box that is drawn, the x of its middle
	for i, row := range rows {
		slices.SortStableFunc(row, func(a, b string) int { return cmp.Compare(g.pull(a, middles), g.pull(b, middles)) })
		width := -between
		for _, name := range row {
			width += boxWidth(name) + between
		}
		x, y := (pictureWidth-width)/2, 10+i*rowHeight
		for _, name := range row {
			middles[name] = x + boxWidth(name)/2
			fmt.Fprintf(&boxes, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"%s\"/>", x, y, boxWidth(name), boxHeight, colour(name))
			fmt.Fprintf(&boxes, "<text x=\"%d\" y=\"%d\">%s</text>\n", middles[name], y+16, shortName(name))
			for _, from := range slices.Sorted(maps.Keys(g)) {
				isImplied := slices.ContainsFunc(g[from], func(next string) bool { return g.needs(next, name) })
				if slices.Contains(g[from], name) && !isImplied {
					top := 10 + (len(rows)-1-g.row(from))*rowHeight + boxHeight
					bend := max((y-top)/2, 12)
					fmt.Fprintf(&lines, "<path d=\"M%d %dC%d %d %d %d %d %d\"/>\n", middles[from], top, middles[from], top+bend, middles[name], y-bend, middles[name], y)
				}
			}
			x += boxWidth(name) + between
		}
	}
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12" text-anchor="middle">
<rect width="100%%" height="100%%" fill="#fff"/>
<g fill="none" stroke="#8a939b" stroke-width="1">
%s</g>
%s</svg>
`, pictureWidth, len(rows)*rowHeight-20, &lines, &boxes)
}

// pull returns the preferred x of a package: the mean x of the packages that import it.
func (g graph) pull(name string, middles map[string]int) int {
	sum, count := 0, 0
	for from, to := range g {
		if slices.Contains(to, name) && middles[from] > 0 {
			sum, count = sum+middles[from], count+1
		}
	}
	return sum / max(count, 1)
}

func boxWidth(name string) int { return len(shortName(name))*letterWidth + 16 }

// shortName leaves out internal/, which the colour of the box shows.
func shortName(name string) string { return strings.TrimPrefix(name, "internal/") }

func colour(name string) string {
	for _, c := range colours {
		if strings.HasPrefix(name, c.prefix) {
			return c.colour
		}
	}
	return "#fff"
}
