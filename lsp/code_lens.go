package lsp

import (
	"github.com/segls/segls/internal/command"
	"go.lsp.dev/uri"
)

// codeLens is a line that an editor shows above a line of text to describe the text below. Its command is included, so that clients need
// not resolve it.
type codeLens struct {
	Range   textRange   `json:"range"`
	Command lensCommand `json:"command"`
}

type lensCommand struct {
	Title     string          `json:"title"`
	Command   string          `json:"command"`
	Arguments [1]lensArgument `json:"arguments"`
}

// lensArgument has the fields of a [commandArgument] that [command.SelectFragment] needs.
type lensArgument struct {
	URI      uri.URI  `json:"uri"`
	ID       string   `json:"id,omitempty"` // of a fragment; "" is the fragment at the position
	Position position `json:"position"`
}

func newCodeLens(u uri.URI, line int, title, id string) codeLens {
	at := position{Line: line}
	return codeLens{textRange{at, at}, lensCommand{title, command.SelectFragment, [1]lensArgument{{u, id, at}}}}
}

// codeLens answers with the lenses of fragments and of changes.
func (s *Server) codeLens(v *analysedFile) any {
	s.markSent(v, func(t *sentSignatures) **viewSignature { return &t.lenses })
	return v.codeLenses(s.lensBaseline(v))
}

// codeLenses returns the lenses of suggested fragments, or of all if the settings say so, and, with a baseline, of the changes since.
func (v *analysedFile) codeLenses(b *baseline) []codeLens {
	var changes []codeLens
	if b != nil {
		changes = v.changeLenses(b)
	}
	mode := v.file.Settings.CodeLens
	if mode == off || v.IsQuiet() {
		return append([]codeLens{}, changes...)
	}
	all := v.Fragments()
	v.describeLabelled(all)
	first, _ := v.viewLines()
	lenses := make([]codeLens, 0, len(all))
	for i, card := range v.fragmentCards(all) {
		if f := &all[i]; (f.Suggested || mode == fragments) && v.isLineInView(f.Line) {
			lenses = append(lenses, newCodeLens(v.uri(), f.Line-first, v.labels(i, card).title, f.ID))
		}
	}
	return append(lenses, changes...)
}
