package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis"
)

// The kinds under which editors show sections and fragments. LSP has none for
// prose; sections take the one that Markdown's own servers use.
const (
	sectionKind  = protocol.SymbolKindString
	fragmentKind = protocol.SymbolKindField
)

// DocumentSymbol is the outline: sections contain their fragments and subsections.
func (s *Server) DocumentSymbol(ctx context.Context, params *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	v, err := s.view(ctx, params.TextDocument.URI)
	if v == nil {
		return nil, err
	}
	if v.able.hierarchicalSymbols {
		return protocol.DocumentSymbolSlice(v.symbols()), nil
	}
	return protocol.SymbolInformationSlice(v.flatten(nil, v.symbols(), "")), nil
}

// symbols builds the outline in one walk over sections and fragments together.
func (v *view) symbols() []protocol.DocumentSymbol {
	w := outlineWalk{view: v}
	if v.Settings.Headings == analysis.HeadingsHard && !v.IsQuiet() {
		w.fragments = v.Fragments()
	}
	return w.children(-1)
}

// outlineWalk is how far the walk has come.
type outlineWalk struct {
	*view
	section   int // the next section
	fragment  int // the next fragment
	fragments []analysis.Fragment
}

// children are the symbols right under a section; -1 is the document.
func (w *outlineWalk) children(parent int) []protocol.DocumentSymbol {
	var symbols []protocol.DocumentSymbol
	for {
		switch {
		case w.fragment < len(w.fragments) && w.fragments[w.fragment].Section == parent:
			symbols = append(symbols, w.fragmentSymbol(w.fragment))
			w.fragment++
		case w.section < len(w.Sections()) && w.Sections()[w.section].Parent == parent:
			section := w.section
			w.section++
			symbol := w.sectionSymbol(w.Sections()[section])
			symbol.Children = w.children(section)
			symbols = append(symbols, symbol)
		default:
			return symbols
		}
	}
}

func (w *outlineWalk) sectionSymbol(s analysis.Section) protocol.DocumentSymbol {
	name := s.Title
	if name == "" {
		name = "(untitled)" // clients refuse an empty name
	}
	return protocol.DocumentSymbol{
		Name: name, Kind: sectionKind, Range: w.content(s.Span), SelectionRange: w.content(w.Blocks()[s.Heading].Span),
	}
}

func (w *outlineWalk) fragmentSymbol(i int) protocol.DocumentSymbol {
	f := w.Fragments()[i]
	first := w.Paragraph(f.First)
	name := f.Title
	if name == "" {
		name = w.Opening(first, 40)
	}
	if name == "" {
		name = "(untitled)"
	}
	detail := count(f.Words, "word")
	extent := w.Text.Trim(f.Span)
	line := w.Text.Line(w.Text.LineAt(first.Span.Start))
	line.Start = max(line.Start, extent.Start) // without its indentation
	return protocol.DocumentSymbol{
		Name: name, Detail: &detail, Kind: fragmentKind, Range: w.rangeOf(extent), SelectionRange: w.rangeOf(w.Text.Trim(line)),
	}
}

// flatten lists an outline for clients that know no other.
func (v *view) flatten(dst []protocol.SymbolInformation, symbols []protocol.DocumentSymbol, container string) []protocol.SymbolInformation {
	for _, s := range symbols {
		info := protocol.SymbolInformation{Location: protocol.Location{URI: v.snapshot.uri, Range: s.Range}}
		info.Name, info.Kind = s.Name, s.Kind
		if container != "" {
			info.ContainerName = &container
		}
		dst = v.flatten(append(dst, info), s.Children, s.Name)
	}
	return dst
}
