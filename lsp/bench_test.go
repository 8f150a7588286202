package lsp

import (
	"context"
	"fmt"
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

// BenchmarkViews measures an edit of one letter with each answer that an editor then requests, and the same for a newly opened text.
func BenchmarkViews(b *testing.B) {
	sample, err := os.ReadFile("../testdata/samples/salt.md")
	if err != nil {
		b.Fatal(err)
	}
	answers := []struct {
		name string
		make func(v *analysedFile, at int)
	}{
		{"edit", func(*analysedFile, int) {}},
		{"lenses", func(v *analysedFile, _ int) { encodeAnswer(v.codeLenses(nil)) }},
		{"folds", func(v *analysedFile, _ int) { encodeAnswer(v.foldingRanges()) }},
		{"symbols", func(v *analysedFile, _ int) { encodeAnswer(symbolTree(v.symbols())) }},
		{"diagnostics", func(v *analysedFile, _ int) { encodeAnswer(v.diagnostics()) }},
		{"hints", func(v *analysedFile, _ int) {
			v.inlayHints(protocol.Range{Start: protocol.Position{Line: 100}, End: protocol.Position{Line: 150}})
		}},
		{"hover", func(v *analysedFile, at int) {
			for i := v.FragmentAt(at); i > 0; i-- {
				if v.Fragment(i).Suggested {
					v.boundaryExplanation(i)
					break
				}
			}
		}},
		{"signature", func(v *analysedFile, _ int) { v.signature() }},
	}
	for _, size := range []int{100_000, 3_000_000} {
		text := strings.Repeat(string(sample), size/len(sample)+1)[:size]
		settings := session.DeclaredSettings.Defaults()
		for _, a := range answers {
			var kept cards
			show := func(d *analysis.Document, at int) {
				v := New("test", slog.New(slog.DiscardHandler)).newClosedView("file:///book.md", d, settings)
				v.encoding, v.cards, v.clientCaps = protocol.PositionEncodingKindUTF16, &kept, clientCaps{codeLens: a.name != "hints", hierarchicalSymbols: true}
				a.make(v, at)
			}
			b.Run(fmt.Sprintf("%dKB/%s/edited", size/1000, a.name), func(b *testing.B) {
				d := analysis.New(text, markup.Markdown, settings.Analysis)
				show(d, 0)
				r := rand.New(rand.NewPCG(7, 1998))
				b.ReportAllocs()
				for b.Loop() {
					at := r.IntN(d.Text.Len())
					for d.Text.Slice(markup.Span{Start: at, End: at + 1}) == "\n" {
						at++
					}
					d, _ = d.Edit(context.Background(), analysis.Replace(d.Text, markup.Span{Start: at, End: at}, "e"))
					show(d, at)
				}
			})
			b.Run(fmt.Sprintf("%dKB/%s/opened", size/1000, a.name), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					kept = cards{}
					show(analysis.New(text, markup.Markdown, settings.Analysis), len(text)/2)
				}
			})
		}
	}
}
