package lsp

import (
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
)

// The symbol kinds of sections, scenes and fragments. LSP has none for prose; pickers and aerial.nvim show these by default.
const (
	sectionKind  = protocol.SymbolKindModule
	sceneKind    = protocol.SymbolKindClass
	fragmentKind = protocol.SymbolKindInterface
)

// documentSymbol is a section, a scene or a fragment in the outline.
type documentSymbol struct {
	Name           string              `json:"name"`
	Detail         string              `json:"detail,omitempty"`
	Kind           protocol.SymbolKind `json:"kind"`
	Range          textRange           `json:"range"`
	SelectionRange textRange           `json:"selectionRange"`
	Children       []*documentSymbol   `json:"children,omitempty"`
}

// symbolInformation is a symbol for clients that do not support trees.
type symbolInformation struct {
	Name          string              `json:"name"`
	Kind          protocol.SymbolKind `json:"kind"`
	ContainerName string              `json:"containerName,omitempty"`
	Location      location            `json:"location"`
}

type location struct {
	URI   uri.URI   `json:"uri"`
	Range textRange `json:"range"`
}

// documentSymbol answers with the outline of sections, scenes and fragments.
func (s *Server) documentSymbol(v *analysedFile) any {
	symbols := v.symbols()
	if v.clientCaps.hierarchicalSymbols {
		return symbolTree(symbols)
	}
	return v.flatSymbols(symbols)
}

// symbol is a symbol and the index of its container, or -1.
type symbol struct {
	documentSymbol
	container int
}

// symbols returns the outline in the order of the text.
func (v *analysedFile) symbols() []symbol {
	w := outlineWalk{analysedFile: v.wholeNotebook(), sections: v.Sections(), hasFragments: v.showsFragmentSymbols()}
	if v.Settings.Headings == analysis.HeadingsHard && !v.IsQuiet() {
		w.fragments, w.scenes = v.Fragments(), v.Scenes()
		if w.hasFragments || len(w.scenes) > 0 {
			v.DescribeWithTitles()
		}
	}
	w.headings, w.cards = v.headingCards(w.sections), v.fragmentCards(w.fragments)
	w.symbols = make([]symbol, 0, len(w.sections)+len(w.fragments))
	w.addUnder(-1, -1)
	if v.cell != nil {
		return v.symbolsInView(w.symbols)
	}
	return w.symbols
}

// showsFragmentSymbols reports whether fragments are symbols. By default they are not for clients that list fragments themselves: in breadcrumbs, a
// line of prose would look like a heading.
func (v *analysedFile) showsFragmentSymbols() bool {
	s := v.file.Settings.Symbols
	return s == fragments || s == auto && !v.clientCaps.ownOutline
}

// symbolTree returns the top-level symbols, each with the symbols that it contains.
func symbolTree(symbols []symbol) []*documentSymbol {
	roots := []*documentSymbol{}
	for i := range symbols {
		siblings := &roots
		if container := symbols[i].container; container >= 0 {
			siblings = &symbols[container].Children
		}
		*siblings = append(*siblings, &symbols[i].documentSymbol)
	}
	return roots
}

// flatSymbols returns symbols as a flat list.
func (v *analysedFile) flatSymbols(symbols []symbol) []symbolInformation {
	list := make([]symbolInformation, len(symbols))
	for i, s := range symbols {
		list[i] = symbolInformation{Name: s.Name, Kind: s.Kind, Location: location{v.uri(), s.Range}}
		if s.container >= 0 {
			list[i].ContainerName = symbols[s.container].Name
		}
	}
	return list
}

// symbolsInView returns the symbols that begin in a cell of a notebook, clipped to it.
func (v *analysedFile) symbolsInView(all []symbol) []symbol {
	first, last := v.viewLines()
	seen := make([]symbol, 0, len(all))
	at := make([]int, len(all)) // the index of each in seen, or -1
	for i, s := range all {
		if at[i] = -1; !v.isLineInView(s.SelectionRange.Start.Line) {
			continue
		}
		at[i] = len(seen)
		if s.container >= 0 {
			s.container = at[s.container]
		}
		if s.Range.Start.Line < first {
			s.Range.Start = position{Line: first}
		}
		if s.Range.End.Line > last {
			s.Range.End = position{last, int(v.mapper.position(v.cell.Span.End).Character)}
		}
		s.Range, s.SelectionRange = s.Range.shiftLines(-first), s.SelectionRange.shiftLines(-first)
		seen = append(seen, s)
	}
	return seen
}

// outlineWalk holds the state of a walk over sections and fragments in the order of the text.
type outlineWalk struct {
	*analysedFile
	sections  []analysis.Section // sections[section:] have not been visited
	section   int
	headings  []*headingCard
	fragments []analysis.Fragment // fragments[fragment:] have not been visited
	fragment  int
	cards     []*fragmentCard
	scenes    []analysis.Scene // not yet visited
	symbols   []symbol         // found so far, in the order of the text

	hasFragments bool // fragments are symbols
}

// sceneAt returns the scene of a fragment, if its section has several, and whether the fragment begins it.
func (w *outlineWalk) sceneAt(fragment int) (scene analysis.Scene, begins bool) {
	for len(w.scenes) > 0 && w.scenes[0].End <= fragment {
		w.scenes = w.scenes[1:]
	}
	if len(w.scenes) == 0 || w.scenes[0].Of == 1 || w.scenes[0].First > fragment {
		return analysis.Scene{}, false
	}
	return w.scenes[0], w.scenes[0].First == fragment
}

// addUnder adds the symbols under a section, where -1 is the document; sectionSymbol is the index of the section's own symbol.
func (w *outlineWalk) addUnder(section, sectionSymbol int) {
	container := sectionSymbol
	add := func(e *outlineEntry, kind protocol.SymbolKind, extent, selection textRange) {
		w.symbols = append(w.symbols, symbol{documentSymbol{e.name, e.detail, kind, extent, selection, nil}, container})
	}
	for {
		switch {
		case w.fragment < len(w.fragments) && w.fragments[w.fragment].Section == section:
			f, card := &w.fragments[w.fragment], w.cards[w.fragment]
			scene, begins := w.sceneAt(w.fragment)
			if begins {
				e := w.fragmentEntry(w.fragment, f, card)
				container = sectionSymbol
				headline := e.headline.shiftLines(f.Line)
				last := w.extent(&w.fragments[scene.End-1], w.cards[scene.End-1])
				add(&outlineEntry{name: w.clientCaps.Say("Scene %d: %s", scene.Number, e.name), detail: w.clientCaps.formatWords(scene.Words(w.Document))},
					sceneKind, textRange{w.extent(f, card).Start, last.End}, headline)
				container = len(w.symbols) - 1
			}
			if w.hasFragments && scene.End-scene.First != 1 {
				e := w.fragmentEntry(w.fragment, f, card)
				add(e, fragmentKind, w.extent(f, card), e.headline.shiftLines(f.Line))
			}
			if w.fragment++; w.fragment == scene.End {
				container = sectionSymbol
			}
		case w.section < len(w.sections) && w.sections[w.section].Parent == section:
			s := &w.sections[w.section]
			line := w.Text.LineAt(s.Span.Start)
			e := w.headingEntry(s, line, w.headings[w.section])
			headline := e.headline.shiftLines(line)
			end := w.position(w.Text.Trim(s.Span).End)
			add(e, sectionKind, textRange{headline.Start, position{int(end.Line), int(end.Character)}}, headline)
			w.section++
			w.addUnder(w.section-1, len(w.symbols)-1)
		default:
			return
		}
	}
}

// symbolName returns a name for a symbol. Clients reject an empty name.
func symbolName(title string) string {
	if title == "" {
		return "(untitled)"
	}
	return title
}
