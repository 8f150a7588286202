package restructure

import (
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// TestMovesOfScenesPartedByBlankLines is like TestMovesOfScenes, for scenes separated by wider gaps; / is one blank line, // two.
func TestMovesOfScenesPartedByBlankLines(t *testing.T) {
	up, down := MoveFragmentUp, MoveFragmentDown
	to := func(before int) func(*analysis.Document, int) (Edit, error) {
		return func(d *analysis.Document, fragment int) (Edit, error) {
			return MoveFragment(d, fragment, Before.PlaceBeside(before))
		}
	}
	newScene := func(d *analysis.Document, fragment int) (Edit, error) {
		return BeginScene(d, d.Fragments()[fragment].First)
	}
	// This text makes wide gaps rare enough to be breaks.
	rest := " //" + strings.Repeat(" Moon. /", 30) + " Moon. // Rain."
	for _, test := range []struct {
		name     string
		move     func(*analysis.Document, int) (Edit, error)
		fragment int
		text     string
		want     string
	}{
		{"a scene up", up, 2, "Salt. // Sea. // Road.", "Salt. // Road. // Sea."},
		{"the first scene down", down, 0, "Salt. // Sea. // Road.", "Sea. // Salt. // Road."},
		{"a scene to the top", to(0), 2, "Salt. // Sea. // Road.", "Road. // Salt. // Sea."},
		{"over a scene of two", up, 2, "Salt. / Tide. // Road.", "Road. // Salt. / Tide."},
		{"into a scene", to(1), 2, "Salt. / Sea. // Road.", "Salt. // Road. // Sea."},
		{"from the middle, down over a break", down, 1, "Salt. / Sea. // Road.", "Salt. // Sea. / Road."},
		{"from the middle, up over a break", up, 1, "Salt. // Sea. / Road.", "Salt. / Sea. // Road."},
		{"from the middle, down to the end of its scene", down, 0, "Salt. / Sea. // Road.", "Sea. / Salt. // Road."},
		{"from the middle, within a scene", up, 2, "Salt. // Sea. / Road.", "Salt. // Road. / Sea."},
		{"from the middle, to another scene", to(0), 3, "Salt. // Sea. / Road. / Tide.", "Tide. / Salt. // Sea. / Road."},
		{"from the middle, to the top over a break", to(0), 1, "Salt. // Sea. / Road.", "Sea. / Salt. // Road."},
		{"from the middle, to after a break", to(2), 0, "Salt. / Sea. // Road. / Tide.", "Sea. // Salt. / Road. / Tide."},
		{"from the middle, to the middle of another", to(3), 0, "Salt. / Sea. // Road. / Tide.", "Sea. // Road. / Salt. / Tide."},
		{"merged", MergeFragments, 0, "Salt. // Sea. // Road.", "Salt. / Sea. // Road."},
		{"a new scene", newScene, 1, "Salt. / Sea. // Road.", "Salt. // Sea. // Road."},
	} {
		write := func(text string) string {
			return strings.NewReplacer(" // ", "\r\n\r\n\r\n", " / ", "\r\n\r\n").Replace(text+rest) + "\r\n"
		}
		text := write(test.text)
		d := analysis.New(text, markup.PlainText, everyParagraph())
		e, err := test.move(d, test.fragment)
		if got := e.Apply(text); err != nil || got != write(test.want) {
			t.Errorf("%s, %v:\n%q\nwant\n%q", test.name, err, got[:min(90, len(got))], write(test.want)[:90])
		}
	}
}

// TestTrayOfScenesPartedByBlankLines checks that a scene or fragment that is set aside can be put back, byte for byte.
func TestTrayOfScenesPartedByBlankLines(t *testing.T) {
	text := strings.Repeat("Salt.\n\nSea.\n\nTide is high.\n\nMoon.\n\nRain.\n\nRoad.\n\nWind.\n\nFrost.\n\nSnow.\n\nIce.\n\n\nWax alone.\n\n\n", 4) + "Salt.\n\nSea.\n"
	d := analysis.New(text, markup.PlainText, everyParagraph())
	place := NewFilePlace{Source: "book.txt", Folder: "tray", Back: ".."}
	for _, i := range []int{1, 2, 10, 21} {
		aside, err := SetAside(d, i, Extraction{NewFilePlace: place, Name: func(string) string { return "cut.txt" }})
		if err != nil {
			t.Fatal(i, err)
		}
		left := aside.Apply(text)
		now := analysis.New(left, markup.PlainText, everyParagraph())
		if strings.Contains(left, "\n\n\n\n") || len(now.Scenes()) != len(d.Scenes())-map[bool]int{true: 1}[i%11 == 10] {
			t.Errorf("fragment %d is set aside and leaves %d scenes of %d: %q", i, len(now.Scenes()), len(d.Scenes()), left)
		}
		back, err := InsertFile(now, Before.PlaceBeside(i), place, aside.Files[0].Path, aside.Files[0].Text)
		if got := back.Apply(left); err != nil || got != text {
			t.Errorf("fragment %d, set aside and put back: %v\n%q\nthe file %q", i, err, got, aside.Files[0].Text)
		}
	}
}

// TestRefusedMovesOverBlankLines checks moves beside a conflict of Git or a line that looks like a heading, where blank lines separate no
// scenes. Moves that would lose a break are refused.
func TestRefusedMovesOverBlankLines(t *testing.T) {
	const conflict = "<<<<<<< HEAD\nSea.\n=======\nLake.\n>>>>>>> other"
	for _, test := range []struct {
		move     func(*analysis.Document, int) (Edit, error)
		fragment int
		text     string
		want     string // "" if the move is refused
	}{
		{MoveFragmentUp, 1, "Road. // Salt. / CONFLICT / Wind.", ""},
		{MoveFragmentUp, 2, "Road. // Salt. / CONFLICT / Wind.", ""},
		{MoveFragmentDown, 1, "Salt. / CONFLICT / Wind. // Road.", ""},
		{MoveFragmentDown, 0, "Salt. / CONFLICT / Wind. // Road.", ""},
		{MoveFragmentDown, 1, "IV. Salt / Tide. // Sea.", ""},
		{MoveFragmentDown, 1, "Sea. // Salt. / IV. Salt / Tide.", ""},
		{MoveFragmentDown, 3, "Sea. // Salt. / IV. Salt / Tide. / Rain.", "Sea. // Salt. / IV. Salt / Rain. / Tide."},
	} {
		for _, blank := range []struct{ usual, wide int }{{1, 2}, {2, 3}, {2, 4}} {
			for _, terminator := range []string{"\n", "\r\n"} {
				write := func(text string) string {
					text += " //" + strings.Repeat(" Moon. /", 30) + " Moon. // Rain.\n"
					gaps := strings.NewReplacer(" // ", strings.Repeat("\n", blank.wide+1), " / ", strings.Repeat("\n", blank.usual+1), "CONFLICT", conflict)
					return strings.ReplaceAll(gaps.Replace(text), "\n", terminator)
				}
				text := write(test.text)
				d := analysis.New(text, markup.PlainText, everyParagraph())
				e, err := test.move(d, test.fragment)
				got := e.Apply(text)
				if err == nil && got != write(test.want) || err != nil && test.want != "" {
					t.Errorf("fragment %d, %v, %v:\n%q\nwant\n%q", test.fragment, blank, err, got[:120], write(test.want)[:120])
				}
			}
		}
	}
}
