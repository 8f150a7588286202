package lsp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/uri"

	"github.com/segls/segls/internal/command"
)

// TestInsertLink links and quotes a passage of another file. It checks the form of the link, and what a quote contains.
func TestInsertLink(t *testing.T) {
	d, folder := openBuffers(t, "utf-16")
	if err := os.WriteFile(filepath.Join(folder, "Camels.md"), []byte("# Camels\n\nCamels *cross* it.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const note = "# Wells\n\n## Water\n\nA 🧂 well is deep.\nIt is wet.\n\nSalt.\n"
	wells := d.openFile(folder, "Wells.md", note)
	u := d.openFile(folder, "a.md", "See [[Wells]].\n\nWords.\n")
	passage := map[string]any{"toUri": wells, "to": at(4, 0), "end": at(6, 0)}
	if failure := d.run(command.InsertLink, u, at(2, 5), passage); failure != "" || !strings.Contains(d.text(u), "Words [[Wells#Water]].") {
		t.Errorf("%s %q", failure, d.text(u))
	}
	if failure := d.run(command.InsertLink, u, at(2, 0), passage); failure != "" || !strings.Contains(d.text(u), "\n[[Wells#Water]] Words [[") {
		t.Errorf("before a word: %s %q", failure, d.text(u))
	}
	if failure := d.run(command.Quote, u, at(0, 1), passage); failure != "" || !strings.Contains(d.text(u), "\n\n> A 🧂 well is deep.\n> It is wet.\n>\n> — [[Wells#Water]]\n\n[[Wells#Water]] Words") {
		t.Errorf("%s %q", failure, d.text(u))
	}
	adoc := d.openFile(folder, "a.adoc", "Words.\n")
	if failure := d.run(command.Quote, adoc, at(0, 1), passage); failure != "" || !strings.Contains(d.text(adoc), "____\nA 🧂 well is deep. It is wet.\n") {
		t.Errorf("%s %q", failure, d.text(adoc))
	}
	unopened := map[string]any{"toUri": string(uri.File(filepath.Join(folder, "Camels.md"))), "to": at(2, 0), "end": at(2, 18)}
	if failure := d.run(command.Quote, u, at(0, 1), unopened); failure != "" || !strings.Contains(d.text(u), "> Camels *cross* it.\n") {
		t.Errorf("of a text that is not open: %s %q", failure, d.text(u))
	}
	sums := d.openFile(folder, "Sums.md", "# Sums\n\nIt holds\n$$\na = b\n$$\n- that\n- this\n\n## More\n\nEnd.\n")
	all := map[string]any{"toUri": sums, "to": at(2, 0), "end": at(12, 0)}
	if failure := d.run(command.Quote, u, at(0, 1), all); failure != "" || !strings.Contains(d.text(u), "> It holds\n>\n> $$\n> a = b\n> $$\n>\n> - that\n> - this\n>\n> End.\n") {
		t.Errorf("with a formula and a list: %s %q", failure, d.text(u))
	}
	text := d.openFile(folder, "a.txt", "Words.\n")
	if failure := d.run(command.InsertLink, text, at(0, 1), passage); !strings.Contains(failure, "cannot link") {
		t.Errorf("plain text leads to a note: %q", d.text(text))
	}
}
