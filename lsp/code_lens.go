package lsp

// codeLens puts a lens above the first line of each fragment that is suggested; a
// click selects the fragment. The command is there from the start, so that no
// client has to ask twice.
func (s *Server) codeLens(v *view) rawMessage {
	s.told(v, func(t *served) *uint64 { return &t.lenses })
	return v.codeLenses()
}

func (v *view) codeLenses() rawMessage {
	mode := v.snapshot.settings.CodeLens
	if mode == off || v.IsQuiet() {
		return rawMessage("[]")
	}
	address := encode(v.snapshot.uri)
	lenses := append(make(rawMessage, 0, 2+v.FragmentCount()*(320+len(address))), '[')
	v.Describe()
	for i, g := range v.Glimpses(0) {
		if !g.Suggested && mode != fragments {
			continue
		}
		if len(lenses) > 1 {
			lenses = append(lenses, ',')
		}
		lenses = append(lenses, `{"range":`...)
		lenses = area{startLine: g.Line, endLine: g.Line}.append(lenses)
		lenses = append(lenses, `,"command":{"title":`...)
		lenses = append(lenses, v.shown(i, g).lens...)
		lenses = append(lenses, `,"command":"`+commandSelectFragment+`","arguments":[{"uri":`...)
		lenses = append(lenses, address...)
		lenses = append(lenses, `,"position":`...)
		lenses = appendPosition(lenses, g.Line, 0)
		lenses = append(lenses, `}]}}`...)
	}
	return append(lenses, ']')
}
