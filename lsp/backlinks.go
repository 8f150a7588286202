package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/link"
)

// backlinksResult answers segls/backlinks.
type backlinksResult struct {
	Name  string           `json:"name"` // of the target
	Links []backlinkResult `json:"links"`
}

type backlinkResult struct {
	URI     uri.URI        `json:"uri"`
	Path    string         `json:"path"` // relative to the workspace folder
	Range   protocol.Range `json:"range"`
	Section []string       `json:"section"` // titles, the outermost first
	Text    string         `json:"text"`    // the line of the link, shortened
	Target  string         `json:"target"`  // the title or name that the link leads to; "" is the file
}

// backlinksParams are the parameters of segls/backlinks.
type backlinksParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Position     *protocol.Position              `json:"position"`
}

// backlinks answers with the links to the heading or name at a position or, on a link, to the target of that link; without a position, with
// those to the document and to everything in it. It answers null if there is no such target at the position.
func (s *Server) backlinks(ctx context.Context, p backlinksParams) (any, error) {
	u := p.TextDocument.URI
	t, err := s.textsAround(ctx, u)
	if t == nil {
		return nil, err
	}
	defer t.close()
	v, path := t.views[t.path(u)], t.path(u)
	if v == nil {
		return nil, nil
	}
	n, ok := link.Name{Kind: link.FileName, Text: path, Path: path}, true
	if p.Position != nil {
		offset := v.offset(*p.Position)
		if n, ok = t.Index.NameAt(path, offset); !ok {
			if l, isLink := t.Index.LinkAt(path, offset); isLink {
				n, ok = t.Index.NameOf(path, l)
			}
		}
	}
	if !ok {
		return nil, nil
	}
	r := backlinksResult{Name: n.Text, Links: []backlinkResult{}}
	headings := make(map[string][]titledHeading)
	for _, use := range t.Index.UsesOf(n) {
		b := backlinkResult{URI: t.clientURI(use.Path), Path: use.Path, Range: t.rangeAt(use.Path, use.Link.Span)}
		text, _ := t.Index.Text(use.Path)
		if _, isKnown := headings[use.Path]; !isKnown {
			headings[use.Path] = headingsIn(use.Path, text)
		}
		b.Section, b.Text = sectionTitles(headings[use.Path], use.Link.Start), lineAround(text, use.Link.Span)
		if to, ok := t.Index.NameOf(use.Path, use.Link); ok && to.Given.Len() > 0 {
			b.Target = to.Text
		}
		r.Links = append(r.Links, b)
	}
	return r, nil
}

type titledHeading struct {
	start, level int
	title        string
}

func headingsIn(path, text string) (list []titledHeading) {
	f, _ := markup.ByFileName(path)
	for _, b := range f.Scan(text) {
		if b.Kind == markup.Heading {
			list = append(list, titledHeading{b.Span.Start, b.Level, f.Title(text, b)})
		}
	}
	return list
}

// sectionTitles returns the titles of the sections around an offset, the outermost first.
func sectionTitles(headings []titledHeading, offset int) []string {
	var above []titledHeading
	for _, h := range headings {
		if h.start > offset {
			break
		}
		for len(above) > 0 && above[len(above)-1].level >= h.level {
			above = above[:len(above)-1]
		}
		above = append(above, h)
	}
	titles := []string{}
	for _, h := range above {
		titles = append(titles, h.title)
	}
	return titles
}

// lineAround returns the line of a span, cut to at most 200 bytes on either side, with runs of white space as single spaces.
func lineAround(text string, span markup.Span) string {
	const around = 200 // bytes on either side
	start, end := strings.LastIndexByte(text[:span.Start], '\n')+1, len(text)
	if i := strings.IndexByte(text[span.End:], '\n'); i >= 0 {
		end = span.End + i
	}
	start, end = max(start, span.Start-around), min(end, span.End+around)
	return strings.Join(strings.Fields(strings.ToValidUTF8(text[start:end], "")), " ")
}
