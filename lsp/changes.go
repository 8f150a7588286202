package lsp

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/difference"
	"github.com/segls/segls/analysis/rope"
)

// changesParams are those of segls/changes.
type changesParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`

	// Before are texts as they were: of the document, and of others with which it may have
	// exchanged something. Without any, the document as it was opened is meant.
	Before []textResult `json:"before"`

	// Lenses is whether each change gets a lens from now on, until it is false in another request.
	Lenses *bool `json:"lenses"`
}

type textResult struct {
	URI  uri.URI `json:"uri"`
	Text string  `json:"text"`
}

// changesResult says what has changed; of what has changed its markup only, how many.
type changesResult struct {
	Version int32          `json:"version"` // of the document
	Changes []changeResult `json:"changes"`
	Marked  int            `json:"marked"`
}

type changeResult struct {
	Kind      string         `json:"kind"`
	Level     string         `json:"level"`
	Message   string         `json:"message"`
	From      []placeResult  `json:"from"`
	To        []placeResult  `json:"to"`
	Rewritten float64        `json:"rewritten"`
	Words     int            `json:"words"`
	Changed   int            `json:"changed"`
	Before    string         `json:"before"` // its text as it was; "" of what is new
	Inside    []changeResult `json:"inside"`
}

type placeResult struct {
	URI   uri.URI        `json:"uri"`
	Range protocol.Range `json:"range"` // in the text as it was, or as it is
	Title string         `json:"title"`
}

// baseline is what a document is compared with, for its lenses.
type baseline struct{ files []difference.File }

// changesSince answers what has changed in a document.
func (s *Server) changesSince(ctx context.Context, raw protocol.LSPAny) (any, error) {
	var p changesParams
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, invalidParams("%s: %v", requestChanges, err)
	}
	d, err := s.document(p.TextDocument.URI)
	if d == nil {
		return rawMessage("null"), err
	}
	v, err := s.view(ctx, d.uri)
	if v == nil {
		return rawMessage("null"), err
	}
	if len(p.Before) == 0 {
		p.Before = []textResult{{d.uri, d.opened.String()}}
	}
	b := new(baseline)
	views := map[uri.URI]*view{d.uri: v}
	new := []difference.File{v.file()}
	for _, t := range p.Before {
		in := v
		if t.URI != d.uri {
			if in, err = s.view(ctx, t.URI); in == nil || err != nil {
				continue // it is not open, and what is not open is not read
			}
			views[t.URI], new = in, append(new, in.file())
		}
		was, err := in.before(ctx, t.Text)
		if err != nil {
			return nil, err
		}
		b.files = append(b.files, was)
	}
	if p.Lenses != nil {
		if d.baseline.Store(b); !*p.Lenses {
			d.baseline.Store(nil)
		}
		if s.able.refreshCodeLens {
			s.try("codeLens/refresh", s.client.CodeLensRefresh(ctx))
		}
	}
	nameShortly(b.files, new)
	found := difference.Of(difference.Work{Files: b.files}, difference.Work{Files: new})
	r := changesResult{Version: v.snapshot.version, Marked: len(found.Marked)}
	r.Changes = changeResults(found.Changes, b.files, views)
	return encoded(r)
}

// before is the document as it was.
func (v *view) before(ctx context.Context, text string) (difference.File, error) {
	d, err := v.snapshot.analyst.analyze(ctx, rope.New(text), v.snapshot.format, v.snapshot.settings.Analysis, v.snapshot.fixed...)
	return difference.File{Path: string(v.snapshot.uri), Document: d}, err
}

func (v *view) file() difference.File {
	return difference.File{Path: string(v.snapshot.uri), Document: v.Document}
}

// nameShortly names files by their paths from the folder that all are in.
func nameShortly(lists ...[]difference.File) {
	all := slices.Concat(lists...)
	folder := all[0].Path
	for _, f := range all {
		for folder != "" && (!strings.HasPrefix(f.Path, folder) || !strings.HasSuffix(folder, "/")) {
			folder = folder[:strings.LastIndexByte(strings.TrimSuffix(folder, "/"), '/')+1]
		}
	}
	for _, list := range lists {
		for i := range list {
			list[i].Name = list[i].Path[len(folder):]
		}
	}
}

func changeResults(changes []difference.Change, old []difference.File, views map[uri.URI]*view) []changeResult {
	list := make([]changeResult, 0, len(changes))
	for _, c := range changes {
		x := changeResult{
			Kind: c.Kind.String(), Level: c.Level.String(), Message: c.String(), From: []placeResult{}, To: []placeResult{},
			Rewritten: c.Share(), Words: c.Words, Changed: c.Changed, Inside: changeResults(c.Inside, old, views),
		}
		for _, p := range c.From {
			u := uri.URI(p.Path)
			text := old[slices.IndexFunc(old, func(f difference.File) bool { return f.Path == p.Path })].Document.Text
			m := mapper{text, views[u].encoding}
			x.From = append(x.From, placeResult{u, m.rangeOf(p.Span), p.Title})
			x.Before += text.Slice(p.Span) + "\n"
		}
		for _, p := range c.To {
			u := uri.URI(p.Path)
			x.To = append(x.To, placeResult{u, views[u].rangeOf(p.Span), p.Title})
		}
		list = append(list, x)
	}
	return list
}

// changeLenses are lenses above what has changed since a baseline. A click selects the fragment.
func (v *view) changeLenses(b *baseline) [][]byte {
	if v.Text.Len() > mostCompared {
		return nil
	}
	var lenses [][]byte
	var add func(changes []difference.Change)
	add = func(changes []difference.Change) {
		for _, c := range changes {
			if len(c.To) > 0 && c.To[0].Path == string(v.snapshot.uri) {
				line := c.To[0].Line
				made := area{startLine: line, endLine: line}.append([]byte(`{"range":`))
				made = append(append(made, `,"command":{"title":`...), encode(c.Here())...)
				made = append(made, `,"command":"`+commandSelectFragment+`","arguments":[{"uri":`...)
				made = append(made, encode(v.snapshot.uri)...)
				made = appendPosition(append(made, `,"position":`...), line, 0)
				lenses = append(lenses, append(made, `}]}}`...))
			}
			add(c.Inside)
		}
	}
	now := []difference.File{v.file()}
	for _, f := range b.files {
		if f.Path == now[0].Path {
			now[0].Name = f.Name
		}
	}
	add(difference.Of(difference.Work{Files: b.files}, difference.Work{Files: now}).Changes)
	return lenses
}

// mostCompared is how long a text may be for lenses to follow its changes while it is written.
const mostCompared = 1 << 20
