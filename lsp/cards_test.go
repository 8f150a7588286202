package lsp

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/session"
)

// TestCardsAreCurrent checks that answers that use cards equal those computed from scratch, after random edits, undos and pauses.
func TestCardsAreCurrent(t *testing.T) {
	t.Parallel()
	sample, err := os.ReadFile("../testdata/samples/salt.md")
	if err != nil {
		t.Fatal(err)
	}
	settings := session.DeclaredSettings.Defaults()
	text := strings.Repeat(string(sample), 4)
	d := analysis.New(text, markup.Markdown, settings.Analysis)
	answers := func(d *analysis.Document, kept *cards) []string {
		v := New("test", slog.New(slog.DiscardHandler)).newClosedView("file:///book.md", d, settings)
		v.encoding, v.cards = protocol.PositionEncodingKindUTF16, kept
		v.clientCaps = clientCaps{codeLens: true, hierarchicalSymbols: true, collapsedText: true}
		return []string{inJSON(t, v.codeLenses(nil)), inJSON(t, v.foldingRanges()), inJSON(t, symbolTree(v.symbols())), inJSON(t, v.flatSymbols(v.symbols())), inJSON(t, v.diagnostics())}
	}
	words := []string{"e", " ", "\n\n", "salt. And", "\n\n## Brine\n\n", "<!-- segls: break -->\n\n"}
	var kept cards
	r := rand.New(rand.NewPCG(17, 1998))
	edits := 80
	if testing.Short() {
		edits = 20
	}
	for edit := range edits {
		before := d
		at := r.IntN(d.Text.Len())
		end := min(d.Text.Len(), at+r.IntN(3)*r.IntN(200))
		if d, err = d.Edit(context.Background(), analysis.Replace(d.Text, markup.Span{Start: at, End: end}, words[r.IntN(len(words))])); err != nil {
			t.Fatal(err)
		}
		got, want := answers(d, &kept), answers(d, new(cards))
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("edit %d, answer %d: kept\n%s\nmade anew\n%s", edit, i, got[i], want[i])
			}
		}
		switch {
		case edit%5 == 4:
			if d, err = d.Settle(context.Background()); err != nil {
				t.Fatal(err)
			}
		case edit%3 == 2:
			d = before
		}
	}
	if n := len(kept.fragments.values); n > 2*len(d.Fragments())+2 {
		t.Errorf("%d fragments are kept, and there are %d", n, len(d.Fragments()))
	}
	if n := len(kept.headings.values); n > 2*len(d.Sections())+2 {
		t.Errorf("%d headings are kept, and there are %d", n, len(d.Sections()))
	}
}

func inJSON(t *testing.T, answer any) string {
	t.Helper()
	raw, err := encodeAnswer(answer)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
