package lsp

import (
	"context"
	"strconv"

	"github.com/segls/segls/internal/session"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/rearrange"
)

// Definition leads from a link to what it leads to: a file of the workspace, or a place in one.
func (s *Server) Definition(ctx context.Context, params *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	u := params.TextDocument.URI
	t, err := s.linksAround(ctx, u)
	if t == nil {
		return nil, err
	}
	defer t.close()
	v := t.views[t.path(u)]
	if v == nil {
		return nil, nil
	}
	l, ok := t.Index.LinkAt(t.path(u), v.offset(params.Position))
	if !ok {
		return nil, nil
	}
	to, ok := t.Index.Follow(t.path(u), l)
	if !ok {
		return nil, nil
	}
	return protocol.LocationSlice{{URI: t.uriOf(to.Path), Range: t.rangeIn(to)}}, nil
}

// DocumentLink finds the links of a text that lead to texts of the workspace. Only the files of a
// work are looked through for them: nobody asks for links, editors fetch them by themselves.
func (s *Server) DocumentLink(ctx context.Context, params *protocol.DocumentLinkParams) ([]protocol.DocumentLink, error) {
	u := params.TextDocument.URI
	links := []protocol.DocumentLink{}
	if s.workOf(u) == nil {
		return links, nil
	}
	t, err := s.linksAround(ctx, u)
	if t == nil {
		return links, err
	}
	defer t.close()
	v := t.views[t.path(u)]
	if v == nil {
		return links, nil
	}
	for _, l := range t.Index.Links(t.path(u)) {
		to, ok := t.Index.Follow(t.path(u), l)
		if !ok {
			continue
		}
		target := t.uriOf(to.Path)
		if to.Anchor != "" { // as editors write a line
			target = uri.URI(string(target) + "#L" + strconv.Itoa(int(t.rangeIn(to).Start.Line)+1))
		}
		links = append(links, protocol.DocumentLink{Range: v.rangeOf(l.Span), Target: &target})
	}
	return links, nil
}

// linksAsRead returns the texts and links as they were last read from disk, with what is open as it is now: for what an
// editor asks whenever the cursor moves.
func (s *Server) linksAsRead(ctx context.Context, u uri.URI) (*folderTexts, error) {
	root, now := s.folderOf(u), s.session.Current()
	x := now.Links(root)
	if x == nil {
		return s.linksAround(ctx, u)
	}
	t := &folderTexts{root: root, views: make(map[string]*view), clientCaps: s.clientCaps, close: func() {}, Work: rearrange.Work{Index: x}}
	if isOutdated, err := s.putOpen(ctx, now, t); isOutdated || err != nil {
		return s.linksAround(ctx, u)
	}
	return t, nil
}

// linksAround returns the texts of the workspace's folder that a document is in, with their links; nil if it is in none.
func (s *Server) linksAround(ctx context.Context, u uri.URI) (*folderTexts, error) {
	root := s.folderOf(u)
	path := session.Relative(root, filePath(u))
	if path == "" {
		return s.soleText(ctx, u)
	}
	return s.linksUnder(ctx, root, path)
}

// rangeIn is the place that a link leads to, in the text there.
func (t *folderTexts) rangeIn(to link.Target) protocol.Range {
	if to.Anchor == "" {
		return protocol.Range{}
	}
	if v := t.views[to.Path]; v != nil {
		return v.content(to.Place)
	}
	text, _ := t.Index.Text(to.Path)
	at := mapper{rope.New(text), t.clientCaps.encoding}
	return at.rangeOf(markup.Span{Start: min(to.Place.Start, len(text)), End: min(to.Place.End, len(text))})
}
