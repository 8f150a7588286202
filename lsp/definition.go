package lsp

import (
	"context"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/link"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rearrange"
	"github.com/segls/segls/analysis/rope"
)

// Definition leads from a link to what it leads to: a file of the workspace, or a place in one.
func (s *Server) Definition(ctx context.Context, params *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	u := params.TextDocument.URI
	m, done, err := s.linksAround(ctx, u)
	if m == nil {
		return nil, err
	}
	defer done()
	v := m.views[m.path(u)]
	if v == nil {
		return nil, nil
	}
	l, ok := m.linkAt(v, v.offset(params.Position))
	if !ok {
		return nil, nil
	}
	to, ok := m.Index.Follow(m.path(u), l)
	if !ok {
		return nil, nil
	}
	return protocol.LocationSlice{{URI: m.uriOf(to.Path), Range: m.rangeIn(to)}}, nil
}

// DocumentLink finds the links of a text that lead to texts of the workspace. Only the files of a
// work are looked through for them: nobody asks for links, editors fetch them by themselves.
func (s *Server) DocumentLink(ctx context.Context, params *protocol.DocumentLinkParams) ([]protocol.DocumentLink, error) {
	u := params.TextDocument.URI
	links := []protocol.DocumentLink{}
	if s.workOf(u) == nil {
		return links, nil
	}
	m, done, err := s.linksAround(ctx, u)
	if m == nil {
		return links, err
	}
	defer done()
	v := m.views[m.path(u)]
	if v == nil {
		return links, nil
	}
	for _, l := range m.Index.Links(m.path(u)) {
		to, ok := m.Index.Follow(m.path(u), l)
		if !ok {
			continue
		}
		target := m.uriOf(to.Path)
		if to.Anchor != "" { // as editors write a line
			target = uri.URI(string(target) + "#L" + strconv.Itoa(int(m.rangeIn(to).Start.Line)+1))
		}
		links = append(links, protocol.DocumentLink{Range: v.rangeOf(l.Span), Target: &target})
	}
	return links, nil
}

// linksAround is the index of the folder of the workspace that a text is in, with the texts that
// are open as they are in the editor. It is nil where nobody has said what may be read. The caller
// ends it by done.
func (s *Server) linksAround(ctx context.Context, u uri.URI) (m *moment, done func(), err error) {
	s.mu.Lock()
	root := rootOf(filePath(u), s.folders)
	s.mu.Unlock()
	path := (&openWork{root: root}).path(u)
	if root == "" || samePlace(root, s.files.cache.Home) || path == "" {
		return nil, nil, nil
	}
	return s.linksUnder(ctx, root, path)
}

// linksUnder is the same for a folder of the workspace, and a file or folder in it.
func (s *Server) linksUnder(ctx context.Context, root, path string) (m *moment, done func(), err error) {
	w := s.workAt(root, path)
	files, done, err := s.filesOf(w)
	if err != nil {
		return nil, nil, err
	}
	m = &moment{openWork: w, views: make(map[string]*view), able: s.able, Work: rearrange.Work{Order: w.order, Files: files}}
	if m.Index, err = s.linksIn(ctx, root, files, siteOf(files, w.order), ordersOf(w.order)); err != nil {
		done()
		return nil, nil, err
	}
	for _, d := range s.documentsWhere(func(d *document) bool { return w.path(d.uri) != "" }) {
		if v, err := s.view(ctx, d.uri); err == nil && v != nil {
			m.views[w.path(d.uri)] = v
			m.Index = m.Index.With(w.path(d.uri), v.Text.String())
		}
	}
	return m, done, nil
}

// linkAt is the link whose address holds an offset, or in Markdown whose text does.
func (m *moment) linkAt(v *view, offset int) (link.Link, bool) {
	text := v.Text.String()
	for _, l := range m.Index.Links(m.path(v.snapshot.uri)) {
		if l.Start <= offset && offset <= l.End {
			return l, true
		}
		if offset < l.Start {
			between := text[offset:l.Start]
			if strings.HasSuffix(between, "](") && !strings.Contains(strings.TrimPrefix(between, "["), "[") && !strings.Contains(between, "\n\n") &&
				strings.LastIndexByte(text[:offset+1], '[') > strings.LastIndexByte(text[:offset], ']') {
				return l, true
			}
		}
	}
	return link.Link{}, false
}

// rangeIn is the place that a link leads to, in the text there.
func (m *moment) rangeIn(to link.Target) protocol.Range {
	if to.Anchor == "" {
		return protocol.Range{}
	}
	if v := m.views[to.Path]; v != nil {
		return v.content(to.Place)
	}
	text, _ := m.Index.Text(to.Path)
	at := mapper{rope.New(text), m.able.encoding}
	return at.rangeOf(markup.Span{Start: min(to.Place.Start, len(text)), End: min(to.Place.End, len(text))})
}
