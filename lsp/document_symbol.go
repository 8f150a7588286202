package lsp

import (
	"strconv"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis"
)

// The kinds under which editors show sections and fragments. LSP has none for
// prose; sections take the one that Markdown's own servers use.
const (
	sectionKind  = protocol.SymbolKindString
	fragmentKind = protocol.SymbolKindField
)

// documentSymbol is the outline: sections contain their fragments and subsections.
func (s *Server) documentSymbol(v *view) rawMessage { return v.symbols() }

func (v *view) symbols() rawMessage {
	w := outlineWalk{view: v.whole(), sections: v.Sections()}
	if v.Settings.Headings == analysis.HeadingsHard && !v.IsQuiet() {
		w.fragments = v.Fragments()
	}
	w.headings, w.rendered = v.renderedHeadings(w.sections), v.renderedFragments(w.fragments)
	w.symbols = make([]symbol, 0, len(w.sections)+len(w.fragments))
	w.under(-1, -1)
	if v.cell != nil {
		w.symbols = v.symbolsSeen(w.symbols)
	}
	outline := make(rawMessage, 0, 2+300*len(w.symbols))
	if v.able.hierarchicalSymbols {
		return appendTree(outline, w.symbols)
	}
	return v.appendList(outline, w.symbols)
}

// symbol is a section or a fragment in the outline.
type symbol struct {
	*outlined
	kind             protocol.SymbolKind
	extent, headline area
	depth, container int // the index of what it is in, or -1
}

// symbolsSeen are the symbols that begin in a cell of a notebook, as far as they reach in it.
func (v *view) symbolsSeen(all []symbol) []symbol {
	first, last := v.linesSeen()
	seen := make([]symbol, 0, len(all))
	at := make([]int, len(all)) // the index of each among those, or -1
	for i, s := range all {
		if at[i] = -1; !v.seesLine(s.headline.startLine) {
			continue
		}
		at[i] = len(seen)
		s.depth = 0
		if s.container >= 0 {
			s.container = at[s.container]
		}
		if s.container >= 0 {
			s.depth = seen[s.container].depth + 1
		}
		if s.extent.startLine < first {
			s.extent.startLine, s.extent.startCharacter = first, 0
		}
		if s.extent.endLine > last {
			s.extent.endLine, s.extent.endCharacter = last, int(v.mapper.position(v.cell.Span.End).Character)
		}
		s.extent, s.headline = s.extent.shifted(-first), s.headline.shifted(-first)
		seen = append(seen, s)
	}
	return seen
}

// outlineWalk is how far one walk over sections and fragments together has come.
type outlineWalk struct {
	*view
	sections  []analysis.Section // those to come are from section on
	section   int
	headings  []*renderedHeading
	fragments []analysis.Fragment // those to come are from fragment on
	fragment  int
	rendered  []*renderedFragment
	symbols   []symbol // in the order of the text, so far
}

// under adds the symbols under a section; -1 is the document. Container is the
// section's own symbol.
func (w *outlineWalk) under(section, container int) {
	depth := 0
	if container >= 0 {
		depth = w.symbols[container].depth + 1
	}
	add := func(s symbol) {
		s.depth, s.container = depth, container
		w.symbols = append(w.symbols, s)
	}
	for {
		switch {
		case w.fragment < len(w.fragments) && w.fragments[w.fragment].Section == section:
			f, r := &w.fragments[w.fragment], w.rendered[w.fragment]
			o := w.outlined(w.fragment, f, r)
			add(symbol{outlined: o, kind: fragmentKind, extent: w.extent(f, r), headline: o.headline.shifted(f.Line)})
			w.fragment++
		case w.section < len(w.sections) && w.sections[w.section].Parent == section:
			s := &w.sections[w.section]
			line := w.Text.LineAt(s.Span.Start)
			o := w.headed(s, line, w.headings[w.section])
			extent := area{startLine: line + o.headline.startLine, startCharacter: o.headline.startCharacter}
			end := w.position(w.Text.Trim(s.Span).End)
			extent.endLine, extent.endCharacter = int(end.Line), int(end.Character)
			add(symbol{outlined: o, kind: sectionKind, extent: extent, headline: o.headline.shifted(line)})
			w.section++
			w.under(w.section-1, len(w.symbols)-1)
		default:
			return
		}
	}
}

// nameOf is the name of a symbol: clients refuse an empty one.
func nameOf(title string) string {
	if title == "" {
		return "(untitled)"
	}
	return title
}

// appendTree appends an outline in JSON, each symbol inside the one that contains it.
func appendTree(dst []byte, symbols []symbol) []byte {
	dst = append(dst, '[')
	open := 0 // symbols that have not been closed
	for i, s := range symbols {
		switch {
		case i == 0:
		case s.depth == open:
			dst = append(dst, `,"children":[`...)
		default:
			dst = append(dst, '}')
			for open--; open > s.depth; open-- {
				dst = append(dst, `]}`...)
			}
			dst = append(dst, ',')
		}
		dst = append(append(dst, `{"name":`...), s.name...)
		if s.detail != nil {
			dst = append(append(dst, `,"detail":`...), s.detail...)
		}
		dst = s.appendKind(dst)
		dst = s.extent.append(append(dst, `,"range":`...))
		dst = s.headline.append(append(dst, `,"selectionRange":`...))
		open = s.depth + 1
	}
	if open > 0 {
		dst = append(dst, '}')
		for ; open > 1; open-- {
			dst = append(dst, `]}`...)
		}
	}
	return append(dst, ']')
}

// appendList appends an outline in JSON for clients that know no tree.
func (v *view) appendList(dst []byte, symbols []symbol) []byte {
	address := encode(v.uri())
	dst = append(dst, '[')
	for i, s := range symbols {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(dst, `{"name":`...), s.name...)
		dst = s.appendKind(dst)
		if s.container >= 0 {
			dst = append(append(dst, `,"containerName":`...), symbols[s.container].name...)
		}
		dst = append(append(dst, `,"location":{"uri":`...), address...)
		dst = s.extent.append(append(dst, `,"range":`...))
		dst = append(dst, `}}`...)
	}
	return append(dst, ']')
}

func (s symbol) appendKind(dst []byte) []byte {
	return strconv.AppendInt(append(dst, `,"kind":`...), int64(s.kind), 10)
}
