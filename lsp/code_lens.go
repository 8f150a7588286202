package lsp

import (
	"slices"

	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
)

// codeLens puts a lens above the first line of each fragment that is suggested; a
// click selects the fragment. The command is there from the start, so that no
// client has to ask twice.
func (s *Server) codeLens(v *view) rawMessage {
	s.told(v, func(t *served) **signed { return &t.lenses })
	return v.codeLenses(s.comparesWith(v))
}

// codeLenses are the lenses of fragments, and those of what has changed since a baseline, if
// there is one.
func (v *view) codeLenses(b *baseline) rawMessage {
	var changes [][]byte
	if b != nil {
		changes = v.changeLenses(b)
	}
	mode := v.file.Settings.CodeLens
	if mode == off || v.IsQuiet() {
		return list(changes)
	}
	v.Describe()
	all := v.Fragments()
	lenses := make([][]byte, 0, len(all))
	for i, r := range v.renderedFragments(all) {
		if (all[i].Suggested || mode == fragments) && v.seesLine(all[i].Line) {
			lenses = append(lenses, v.lens(i, &all[i], r))
		}
	}
	return list(append(lenses, changes...))
}

// lens is a lens in JSON, which holds as long as it stands in its line, and of a notebook in its cell.
type lens struct {
	uri  uri.URI
	line int
	json []byte
}

// lens is the lens of the fragment at an index.
func (v *view) lens(i int, f *analysis.Fragment, r *renderedFragment) []byte {
	first, _ := v.linesSeen()
	line := f.Line - first
	if known := r.lens.Load(); known != nil && known.line == line && known.uri == v.uri() {
		return known.json
	}
	made := append(make([]byte, 0, 400), `{"range":`...)
	made = area{startLine: line, endLine: line}.append(made)
	made = append(append(made, `,"command":{"title":`...), v.words(i, r).title...)
	made = append(made, `,"command":"`+commandSelectFragment+`","arguments":[{"uri":`...)
	made = append(made, encode(v.uri())...)
	made = append(append(made, `,"id":`...), encode(f.ID)...)
	made = appendPosition(append(made, `,"position":`...), line, 0)
	made = append(made, `}]}}`...)
	r.lens.Store(&lens{v.uri(), line, slices.Clip(made)})
	return made
}
