package command

import (
	"context"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/restructure"
)

// TestRows checks that no name occurs twice, and that each command has a description.
func TestRows(t *testing.T) {
	seen := make(map[string]bool)
	once := func(of, what string) {
		if seen[of+what] {
			t.Errorf("%s %q is there twice", of, what)
		}
		seen[of+what] = true
	}
	entries := Own
	for _, c := range All {
		once("the command", c.Name)
		if c.Doc == "" {
			t.Errorf("%s does not say what it does", c.Name)
		}
		for words := range c.Neovim {
			once("the subcommand", words)
		}
		entries = append(entries, c.VSCode...)
	}
	for _, e := range entries {
		once("the command of VS Code", e.ID)
	}
}

// tray provides one file next to a text.
type tray struct{ NearbyFiles }

func (tray) ReadFile(string) (string, error) { return "# Salt\n\nSalt keeps meat.\n", nil }
func (tray) PlaceOf(path string) restructure.NewFilePlace {
	return restructure.NewFilePlace{Source: "book.md"}
}

func (tray) NewTrayExtraction() (restructure.Extraction, error) {
	name := func(string) string { return "part.md" }
	return restructure.Extraction{NewFilePlace: restructure.NewFilePlace{Source: "book.md", Folder: "tray", Back: ".."}, Name: name}, nil
}

// TestEdits checks the edits of commands at a place in a text, or on the selection between two marks.
func TestEdits(t *testing.T) {
	const book = "# Book\n\nOne fish. Two fish.\n\nRed fish.\n\n## Bees\n\nBees build.\n\n## Ice\n\nIce melts.\n"
	for _, c := range []struct {
		name, command string
		place         string // words of the text with marks
		argument      Argument
		to            string // for ToID: the title of a section, or the words of a fragment
		want          string // words of the text after the command, or of the refusal
	}{
		{"a paragraph split before a sentence", SplitParagraphHere, "‸Two fish", Argument{}, "", "One fish.\n\nTwo fish.\n"},
		{"a section before another", MoveSectionTo, "‸Ice melts", Argument{Side: sideBefore}, "Bees", "Red fish.\n\n## Ice\n\nIce melts.\n\n## Bees"},
		{"a section under another", MoveSectionTo, "‸Ice melts", Argument{}, "Bees", "Bees build.\n\n### Ice\n\nIce melts."},
		{"a section to the end", MoveSectionTo, "‸Bees build", Argument{}, "", "Ice melts.\n\n## Bees\n\nBees build.\n"},
		{"a fragment under a section", MoveFragmentTo, "‸Bees build", Argument{}, "Ice", "Ice melts.\n\nBees build.\n"},
		{"a selection under a section", MoveFragmentTo, "‸Red‸ fish", Argument{}, "Ice", "Ice melts.\n\nRed fish.\n"},
		{"a selection before a fragment", MoveFragmentTo, "‸Red‸ fish", Argument{}, "Ice melts.", "## Ice\n\nRed fish.\n\nIce melts.\n"},
		{"a selection merged", MergeParagraph, "‸Two fish.\n\nRed‸", Argument{}, "", "One fish. Two fish. Red fish.\n\n## Bees"},
		{"a heading removed with a selection", RemoveHeading, "## ‸Be‸es", Argument{}, "", "Red fish.\n\nBees build."},
		{"a heading renamed", RenameFragment, "‸Red fish", Argument{Title: "Fish", As: AsHeading}, "", "# Fish\n\nOne fish."},
		{"a title without its form", RenameFragment, "‸Red fish", Argument{Title: "Fish"}, "", "Say whether the title is to be a heading"},
		{"an unknown note", AnnotateFragment, "‸Red fish", Argument{Note: "Fish"}, "", "Say whether this is to be a synopsis"},
		{"an unknown rule", IgnoreInFile, "‸Red fish", Argument{Rule: "sharks"}, "", "There is no rule “sharks”"},
		{"a swap with nothing", SwapFragments, "‸Red fish", Argument{}, "", "Say which fragment"},
		{"a move under no heading", MoveSectionUnder, "‸Ice melts", Argument{}, "", "There is no heading there"},
		{"an unknown fragment", MoveFragmentUp, "‸Red fish", Argument{ID: "gone"}, "", "the text has changed"},
		{"a file from the tray", PutIn, "‸Red fish", Argument{File: "tray/salt.md"}, "Bees", "Bees build.\n\nSalt keeps meat.\n\n## Ice"},
		{"no file from the tray", PutIn, "‸Red fish", Argument{}, "", "Say which file in the tray"},
		{"a fragment into the tray", SetAside, "‸Bees build", Argument{}, "", "Red fish.\n\n## Bees\n\n## Ice"},
		{"no link to a file", InlineFile, "‸Red fish", Argument{}, "", "There is no paragraph here that is only a link"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := analysis.Analyze(context.Background(), rope.New(book), markup.Markdown, analysis.Defaults())
			if err != nil {
				t.Fatal(err)
			}
			a, words := c.argument, strings.ReplaceAll(c.place, "‸", "")
			before, after, _ := strings.Cut(c.place, "‸")
			a.Offset = strings.Index(book, words) + len(before)
			if selected, _, isThere := strings.Cut(after, "‸"); isThere {
				a.End = new(a.Offset + len(selected))
			}
			for _, s := range d.Sections() {
				if s.Title == c.to {
					a.ToID = s.ID
				}
			}
			for _, f := range d.Fragments() {
				if d.Text.Slice(d.Text.Trim(f.Span)) == c.to {
					a.ToID = f.ID
				}
			}
			e, err := Find(c.command).EditOf(&Task{Document: d, Argument: a, Folder: tray{}})
			got := ""
			if err != nil {
				got = err.Error()
			} else {
				got = e.Apply(book)
			}
			if !strings.Contains(got, c.want) {
				t.Errorf("%q is not in\n%s", c.want, got)
			}
		})
	}
}
