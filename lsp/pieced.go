package lsp

import (
	"context"
	"strconv"
	"sync/atomic"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// What an editor asks for after every edit, and all of: the answers are pieced together
// as JSON from what is kept with each fragment, and not by way of a structure for each
// of them.

// pieced are the methods that are answered so.
var pieced = map[string]func(s *Server, v *view) rawMessage{
	protocol.MethodTextDocumentCodeLens:       (*Server).codeLens,
	protocol.MethodTextDocumentFoldingRange:   (*Server).foldingRange,
	protocol.MethodTextDocumentDocumentSymbol: (*Server).documentSymbol,
}

// answersPieced answers those, and leaves all others to next.
func (s *Server) answersPieced(next jsonrpc2.Handler) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		answer, isPieced := pieced[req.Method()]
		if !isPieced {
			return next(ctx, req)
		}
		var params struct {
			TextDocument *protocol.TextDocumentIdentifier `json:"textDocument"`
		}
		if err := protocol.Unmarshal(req.Params(), &params); err != nil {
			return nil, invalidParams("%s: %v", req.Method(), err)
		}
		if params.TextDocument == nil {
			return nil, invalidParams("%s: it has to say of which textDocument", req.Method())
		}
		v, err := s.view(ctx, params.TextDocument.URI)
		if v == nil {
			return rawMessage("[]"), err
		}
		return answer(s, v), nil
	}
}

// list is a list in JSON. Its memory is had at once, and no more of it: an answer is long,
// and there is one after every edit.
func list(elements [][]byte) rawMessage {
	length := 2 + len(elements)
	for _, e := range elements {
		length += len(e)
	}
	all := append(make(rawMessage, 0, length), '[')
	for i, e := range elements {
		if i > 0 {
			all = append(all, ',')
		}
		all = append(all, e...)
	}
	return append(all, ']')
}

// shown is how a fragment is shown. It is kept with the fragment.
type shown struct {
	preview string
	title   []byte // of its lens, in JSON

	// These are there once somebody has asked. Lines count from that of the fragment's first
	// paragraph.
	lens    atomic.Pointer[lens] // the last one
	extent  atomic.Pointer[area]
	outline atomic.Pointer[outlined]
}

// outlined is how a fragment or a heading stands in the outline.
type outlined struct {
	title        string // of the fragment, of which the name was made
	name, detail []byte // JSON; a heading has no detail
	headline     area
}

// shown is how a fragment is shown: as kept, or made now.
func (v *view) shown(i int, g analysis.Glimpse) *shown {
	if kept, ok := g.Kept.Load().(*shown); ok {
		return kept
	}
	preview := v.preview(i)
	made := &shown{preview: preview, title: encode(v.boundary(i, preview))}
	g.Kept.Store(made)
	return made
}

// glimpses are all fragments at a glance.
func (v *view) glimpses() []analysis.Glimpse {
	all := make([]analysis.Glimpse, 0, v.FragmentCount())
	for _, g := range v.Glimpses(0) {
		all = append(all, g)
	}
	return all
}

// extent is where a fragment stands: as kept, or made now.
func (v *view) extent(i int, g analysis.Glimpse) area {
	shown := v.shown(i, g)
	if kept := shown.extent.Load(); kept != nil {
		return kept.shifted(g.Line)
	}
	made := v.area(v.Text.Trim(v.Fragment(i).Span))
	shown.extent.Store(new(made.shifted(-g.Line)))
	return made
}

// outlined is how a fragment stands in the outline: as kept, or made now.
func (v *view) outlined(i int, g analysis.Glimpse) *outlined {
	shown, title := v.shown(i, g), v.Title(i)
	if kept := shown.outline.Load(); kept != nil && kept.title == title {
		return kept
	}
	f := v.Fragment(i)
	first := v.Paragraph(f.First)
	name := title
	if name == "" {
		name = v.Opening(first, 40)
	}
	extent := v.Text.Trim(f.Span)
	line := v.Text.Line(g.Line)
	line.Start = max(line.Start, extent.Start) // without its indentation
	line.End = min(line.End, extent.End)       // in HTML, others may stand on the line
	made := &outlined{title, encode(nameOf(name)), encode(count(f.Words, "word")), v.area(v.Text.Trim(line)).shifted(-g.Line)}
	shown.outline.Store(made)
	return made
}

// headed is how a section's heading stands in the outline, its lines counting from its
// own: as kept, or made now.
func (v *view) headed(s analysis.Section, line int) *outlined {
	if kept, ok := s.Kept.Load().(*outlined); ok {
		return kept
	}
	made := &outlined{name: encode(nameOf(s.Title)), headline: v.area(v.Text.Trim(v.Block(s.Heading).Span)).shifted(-line)}
	s.Kept.Store(made)
	return made
}

// area is a range that is somewhere, or counts its lines from another one.
type area struct{ startLine, startCharacter, endLine, endCharacter int }

func (m mapper) area(s markup.Span) area {
	start, end := m.position(s.Start), m.position(s.End)
	return area{int(start.Line), int(start.Character), int(end.Line), int(end.Character)}
}

// shifted is the area so many lines further down.
func (a area) shifted(lines int) area {
	a.startLine += lines
	a.endLine += lines
	return a
}

// append appends the range in JSON.
func (a area) append(dst []byte) []byte {
	dst = append(dst, `{"start":`...)
	dst = appendPosition(dst, a.startLine, a.startCharacter)
	dst = append(dst, `,"end":`...)
	dst = appendPosition(dst, a.endLine, a.endCharacter)
	return append(dst, '}')
}

func appendPosition(dst []byte, line, character int) []byte {
	dst = append(dst, `{"line":`...)
	dst = strconv.AppendInt(dst, int64(line), 10)
	dst = append(dst, `,"character":`...)
	dst = strconv.AppendInt(dst, int64(character), 10)
	return append(dst, '}')
}
