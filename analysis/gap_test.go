package analysis

import (
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestWideGaps counts the scenes in plain texts with gaps that are wider than those between most paragraphs.
func TestWideGaps(t *testing.T) {
	prose := strings.Repeat("It is salt.\n\n", 6)
	verse := "  Salt is dear\n  And road is long\n\n"
	chapter := "CHAPTER I\n\n" + prose
	for _, test := range []struct {
		name   string
		text   string
		scenes int
	}{
		{"two blank lines", strings.Repeat(prose+"\n", 5), 5},
		{"three blank lines, CRLF", strings.ReplaceAll(strings.Repeat(prose+"\n\n", 5), "\n", "\r\n"), 5},
		{"double spacing", strings.Repeat(strings.ReplaceAll(prose, "\n\n", "\n\n\n")+"\n\n", 5), 5},
		{"too few", strings.Repeat(prose+"\n", 3), 0},
		{"too many", strings.Repeat("It is salt.\n\nIt is dear.\n\n\n", 9), 0},
		{"of several widths", prose + "\n" + prose + "\n\n" + prose + "\n\n\n" + prose + "\n" + prose + "\n\n" + prose, 0},
		{"beside another mark", strings.Repeat(prose+"\n", 5) + "* * *\n\nRain.\n", 2},
		{"beside chapter lines", strings.Repeat(prose+"\n"+chapter, 5), 0},
		{"around verse", strings.Repeat(prose+"\n"+verse+"\n", 5), 0},
	} {
		d := New(test.text, markup.PlainText, with(t, ""))
		if got := len(d.Scenes()); got != test.scenes {
			t.Errorf("%s: %d scenes, want %d", test.name, got, test.scenes)
		}
	}
	if d := New(strings.Repeat(prose+"\n", 5), markup.Markdown, with(t, "")); d.Scenes() != nil {
		t.Error("Markdown has scenes parted by blank lines")
	}
}

// TestEditsOfWideGaps compares a document whose scenes are separated by blank lines, after random edits, with one made from scratch.
func TestEditsOfWideGaps(t *testing.T) {
	scene := "It is salt.\n\nThe road is long, and the sea.\n\nTide and moon.\n\nRain.\n\nIt is dear.\n\nSalt again.\n\n\n"
	editAtRandom(t, strings.Repeat(scene, 6)+"CHAPTER II\n\n"+strings.Repeat(scene, 3), markup.PlainText, with(t, "preferred-words=10"), 400)
}

// TestEditsMakeScenes checks the number of scenes after edits such as typing a blank line that decides whether there are scenes.
func TestEditsMakeScenes(t *testing.T) {
	prose := strings.Repeat("It is salt.\n\n", 6)
	text := strings.Repeat(prose+"\n", 3) + prose
	d := New(text, markup.PlainText, with(t, ""))
	for _, test := range []struct {
		at, end int
		by      string
		scenes  int
	}{
		{4, 4, "so ", 4},
		{len(prose) + 3, len(prose) + 4, "", 0},
		{len(prose) + 3, len(prose) + 3, "\n", 4},
		{2*len(prose) + 5, 2*len(prose) + 5, "***\n\n", 2},
		{2*len(prose) + 5, 2*len(prose) + 10, "", 4},
	} {
		d = hold(t, d, markup.Span{Start: test.at, End: test.end}, test.by)
		if got := len(d.Scenes()); got != test.scenes {
			t.Errorf("%d scenes after %q at %d, want %d", got, test.by, test.at, test.scenes)
		}
	}
}
