package lsp

import (
	"slices"

	"github.com/segls/segls/analysis"
)

// codeLens puts a lens above the first line of each fragment that is suggested; a
// click selects the fragment. The command is there from the start, so that no
// client has to ask twice.
func (s *Server) codeLens(v *view) rawMessage {
	s.told(v, func(t *served) **signed { return &t.lenses })
	return v.codeLenses()
}

func (v *view) codeLenses() rawMessage {
	mode := v.snapshot.settings.CodeLens
	if mode == off || v.IsQuiet() {
		return rawMessage("[]")
	}
	v.Describe()
	lenses := make([][]byte, 0, v.FragmentCount())
	for i, g := range v.Glimpses(0) {
		if g.Suggested || mode == fragments {
			lenses = append(lenses, v.lens(i, g))
		}
	}
	return list(lenses)
}

// lens is a lens in JSON, which holds as long as it stands in its line.
type lens struct {
	line int
	json []byte
}

// lens is the lens of a fragment: as kept, or made now.
func (v *view) lens(i int, g analysis.Glimpse) []byte {
	shown := v.shown(i, g)
	if kept := shown.lens.Load(); kept != nil && kept.line == g.Line {
		return kept.json
	}
	made := append(make([]byte, 0, 400), `{"range":`...)
	made = area{startLine: g.Line, endLine: g.Line}.append(made)
	made = append(append(made, `,"command":{"title":`...), shown.title...)
	made = append(made, `,"command":"`+commandSelectFragment+`","arguments":[{"uri":`...)
	made = append(made, encode(v.snapshot.uri)...)
	made = append(append(made, `,"id":`...), encode(g.ID)...)
	made = appendPosition(append(made, `,"position":`...), g.Line, 0)
	made = append(made, `}]}}`...)
	shown.lens.Store(&lens{g.Line, slices.Clip(made)})
	return made
}
