package lsp

import (
	"context"
	"strconv"

	"github.com/segls/segls/internal/session"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/rearrange"
)

// definition answers with the target of a link: a file of the workspace, or a place in one.
func (s *Server) definition(ctx context.Context, params *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	u := params.TextDocument.URI
	t, err := s.textsAround(ctx, u)
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
	return protocol.LocationSlice{{URI: t.clientURI(to.Path), Range: t.targetRange(to)}}, nil
}

// documentLink answers with the links of a text to texts of the workspace. Outside works it answers with none: it would
// have to read the folder, and editors send this request whenever a document changes.
func (s *Server) documentLink(ctx context.Context, params *protocol.DocumentLinkParams) ([]protocol.DocumentLink, error) {
	u := params.TextDocument.URI
	links := []protocol.DocumentLink{}
	if s.workOf(u) == nil {
		return links, nil
	}
	t, err := s.textsAsRead(ctx, u)
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
		target := t.clientURI(to.Path)
		if to.Anchor != "" { // the form in which editors write a line
			target = uri.URI(string(target) + "#L" + strconv.Itoa(int(t.targetRange(to).Start.Line)+1))
		}
		links = append(links, protocol.DocumentLink{Range: v.rangeOf(l.Span), Target: &target})
	}
	return links, nil
}

// textsAsRead returns the texts and links as last read from disk, with open documents in their current state. That is cheap enough for
// requests at each move of the cursor, once they have been read.
func (s *Server) textsAsRead(ctx context.Context, u uri.URI) (*workspaceTexts, error) {
	root, now := s.folderOf(u), s.session.Current()
	x := now.Links(root)
	if x == nil {
		return s.textsAround(ctx, u)
	}
	files, done, err := now.OpenFolder(root)
	if err != nil {
		return s.textsAround(ctx, u)
	}
	t := &workspaceTexts{root: root, views: make(map[string]*analysedFile), clientCaps: s.clientCaps, close: done, Work: rearrange.Work{Index: x, Files: files}}
	if err := s.putOpenTexts(ctx, now, t); err != nil {
		done()
		return s.textsAround(ctx, u)
	}
	return t, nil
}

// textsAround returns the texts of the workspace folder around a document, with their links, or [Server.soleText] if there is no folder.
func (s *Server) textsAround(ctx context.Context, u uri.URI) (*workspaceTexts, error) {
	root := s.folderOf(u)
	path := session.Relative(root, filePath(u))
	if path == "" {
		return s.soleText(ctx, u)
	}
	return s.textsUnder(ctx, root, path)
}

// targetRange returns the range of a link's target in its text.
func (t *workspaceTexts) targetRange(to link.Target) protocol.Range {
	if to.Anchor == "" {
		return protocol.Range{}
	}
	at := t.mapperOf(to.Path)
	end := at.text.Len()
	return at.rangeOf(at.text.Trim(markup.Span{Start: min(to.Place.Start, end), End: min(to.Place.End, end)}))
}
