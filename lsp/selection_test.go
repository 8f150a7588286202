package lsp

import (
	"strings"
	"testing"

	"github.com/segls/segls/internal/command"
)

// selected is a text of five paragraphs. One of them has two lines.
const selected = `# Salt 🧂

One salt keeps fish.

Two salts
keep meat.

Three 🌊 ferries carry salt.

Four bees build cells.

## Bees

Five bees feed on honey.
`

// TestSelections checks that a selection can be treated like a fragment, in one undo step, whatever fragments it overlaps.
func TestSelections(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, from, to, command string
		more                    map[string]any
		want                    string // a part of the text afterwards, or the message of a refusal
	}{
		{"up", "keep meat", "🌊 ferries", command.MoveFragmentUp, nil, "🧂\n\nTwo salts\nkeep meat.\n\nThree 🌊 ferries carry salt.\n\nOne salt keeps fish.\n\nFour"},
		{"down", "One salt", "keep meat", command.MoveFragmentDown, nil, "🧂\n\nThree 🌊 ferries carry salt.\n\nOne salt keeps fish.\n\nTwo salts\nkeep meat.\n\nFour"},
		{"down over a heading", "Three", "bees build", command.MoveFragmentDown, nil, "keep meat.\n\n## Bees\n\nThree 🌊 ferries carry salt.\n\nFour bees build cells.\n\nFive"},
		{"moved under a heading", "One salt", "keep meat", command.MoveFragmentUnder, map[string]any{"to": "## Bees"}, "honey.\n\nOne salt keeps fish.\n\nTwo salts\nkeep meat.\n"},
		{"merged", "One salt", "bees build", command.MergeParagraph, nil, "🧂\n\nOne salt keeps fish.\nTwo salts\nkeep meat.\nThree 🌊 ferries carry salt. Four bees build cells.\n\n## Bees"},
		{"a heading above", "Three", "bees build", command.InsertHeading, nil, "keep meat.\n\n## Ferries\n\nThree 🌊"},
		{"the writer's heading above", "Three", "bees build", command.InsertHeading, map[string]any{"title": "Over  the water"}, "keep meat.\n\n## Over the water\n\nThree 🌊"},
		{"renamed", "Three", "bees build", command.RenameFragment, map[string]any{"title": "Crossing", "as": command.AsHeading}, "keep meat.\n\n## Crossing\n\nThree 🌊"},
		{"extracted", "Two salts", "🌊 ferries", command.ExtractFragment, map[string]any{"file": "part.md"}, "keeps fish.\n\n[Salts](part.md)\n\nFour"},
		{"a part of one paragraph", "Three", "carry", command.MoveFragmentUp, nil, "fish.\n\nThree 🌊 ferries carry salt.\n\nTwo salts"},
		{"paragraphs of two sections", "Four", "bees feed", command.MoveFragmentUp, nil, "Select paragraphs with neither"},
		{"up from the top", "One salt", "keep meat", command.MoveFragmentUp, nil, "cannot move any further up"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, folder := openBuffers(t, "utf-16")
			u := d.openFile(folder, "selected.md", selected)
			more := map[string]any{"end": place(selected, c.to, d.encoding)}
			for name, value := range c.more {
				more[name] = value
				if name == "to" {
					more[name] = place(selected, value.(string), d.encoding)
				}
			}
			failure := d.run(c.command, u, place(selected, c.from, d.encoding), more)
			if got := d.text(u) + failure; !strings.Contains(got, c.want) {
				t.Errorf("%q is not in\n%s", c.want, got)
			}
			if steps := d.undos[u]; steps != 1 && failure == "" || steps != 0 && failure != "" {
				t.Errorf("%d steps to undo; %s", steps, failure)
			}
		})
	}
}

// TestSelectionsInTheMenu checks the actions for several selected paragraphs of one section.
func TestSelectionsInTheMenu(t *testing.T) {
	t.Parallel()
	d, folder := openBuffers(t, "utf-8")
	u := d.openFile(folder, "selected.md", selected)
	of := func(from, to string) map[string]any {
		return map[string]any{"start": place(selected, from, d.encoding), "end": place(selected, to, d.encoding)}
	}
	several := d.actions(u, of("Two", "🌊"))
	if got, want := strings.Join(titles(several), "\n"), `Move these paragraphs up
Move these paragraphs down
Merge these paragraphs
Insert a heading above these paragraphs
Extract these paragraphs into a file`; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, other := range []map[string]any{of("Two", "keep meat"), of("Four", "bees feed")} {
		if got := strings.Join(titles(d.actions(u, other)), "\n"); strings.Contains(got, "these paragraphs") {
			t.Errorf("got\n%s", got)
		}
	}
	if failure := d.choose(several, "Move these paragraphs up"); failure != "" {
		t.Fatal(failure)
	}
	if !strings.Contains(d.text(u), "🧂\n\nTwo salts") {
		t.Error(d.text(u))
	}
}

// TestSelectionToAnotherFile checks that paragraphs move to another file of the work, and that their links keep their targets.
func TestSelectionToAnotherFile(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		".segls.toml": "[work]\nfiles = [\"selected.md\", \"bees.md\"]\n",
		"selected.md": strings.Replace(selected, "Two salts", "Two [waxes](bees.md#wax)", 1),
		"bees.md":     "# Bees\n\nBees build.\n\n## Wax\n\nWax burns.\n",
	}
	d, at := openWork(t, files, []string{"selected.md"})
	text := files["selected.md"]
	more := map[string]any{"end": place(text, "🌊", d.encoding), "toUri": at("bees.md")}
	if failure := d.run(command.MoveFragmentTo, at("selected.md"), place(text, "keep meat", d.encoding), more); failure != "" {
		t.Fatal(failure)
	}
	if got, want := d.now(at("bees.md")), files["bees.md"]+"\nTwo [waxes](#wax)\nkeep meat.\n\nThree 🌊 ferries carry salt.\n"; got != want {
		t.Errorf("the other file:\n%s", got)
	}
	if got := d.text(at("selected.md")); !strings.Contains(got, "keeps fish.\n\nFour bees") {
		t.Errorf("the file:\n%s", got)
	}
}
