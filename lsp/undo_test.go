package lsp

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/segls/segls/internal/command"
)

// messageShown returns the first message to the writer, and waits until there is one.
func (e *editor) messageShown() string {
	e.t.Helper()
	m := e.wait("a message", func(m message) bool { return m.Method == "window/showMessage" })
	var shown struct{ Message string }
	if err := json.Unmarshal(m.Params, &shown); err != nil {
		e.t.Fatal(err)
	}
	return shown.Message
}

// TestLeftoversOfUndo checks that, after an action that changes other files, a message names the files that undo does not restore.
func TestLeftoversOfUndo(t *testing.T) {
	const salt, iron, tides = "src/salt.md", "src/iron.md", "src/tides.md"
	for name, c := range map[string]struct {
		command, section, to string
		more                 map[string]any
		want                 string
	}{
		"a section to another file": {
			command: command.MoveSectionTo, section: "Pans", to: iron,
			want: "Undo here does not undo the changes in src/iron.md.",
		},
		"a file in the order": {
			command: command.MoveFile, to: tides, more: map[string]any{"side": "after"},
			want: "Undo here does not undo the changes in src/SUMMARY.md.",
		},
		"a file in two": {
			command: command.SplitFile, section: "Trade",
			want: "Undo here does not undo the changes in src/SUMMARY.md and src/iron.md. Undo does not remove what is new: src/trade.md.",
		},
		"a section to a file": {
			command: command.SectionToFile, section: "Pans",
			want: "Undo here does not undo the changes in src/SUMMARY.md. Undo does not remove what is new: src/pans.md.",
		},
		"two files in one": {
			command: command.MergeFiles,
			want:    "Undo here does not undo the changes in src/SUMMARY.md and src/tides.md. Undo does not bring back what has been removed: src/iron.md.",
		},
		"a section out of a text": {command: command.ExtractSection, section: "Pans", want: "Undo does not remove what is new: pans.md."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, at := openWork(t, islandBook(), []string{salt})
			_, sections := d.ids(at(salt))
			argument := map[string]any{"uri": at(salt)}
			if c.section != "" {
				argument["id"] = sections[c.section]
			}
			if c.to != "" {
				argument["toUri"] = at(c.to)
			}
			for key, value := range c.more {
				argument[key] = value
			}
			if _, failure := d.command(c.command, argument); failure != "" {
				t.Fatal(failure)
			}
			if got := d.messageShown(); got != c.want {
				t.Errorf("%q\nwant %q", got, c.want)
			}
		})
	}
}

// TestUndoOfFiles checks that editors get a message about the files that undo leaves, unless their undo restores files.
func TestUndoOfFiles(t *testing.T) {
	for name, options := range map[string]map[string]any{"takes them back": {"undoesFiles": true}, "leaves them": {}} {
		d, folder := openBuffersWith(t, "utf-8", options)
		u := d.openFile(folder, "voyage.md", voyage)
		if failure := d.run(command.SetAside, u, place(voyage, "keeps meat", d.encoding)); failure != "" {
			t.Fatal(failure)
		}
		if options["undoesFiles"] == nil {
			if got := d.messageShown(); !strings.HasPrefix(got, "Undo does not remove what is new: tray/") {
				t.Errorf("%s: %q", name, got)
			}
		} else if n := d.count("window/showMessage"); n > 0 {
			t.Errorf("%s: %d messages", name, n)
		}
	}
}
