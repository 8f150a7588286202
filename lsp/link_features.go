package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/link"
)

// This file decides which links are left to the client. A client with its own link features lists their languages in the initialization
// options. While link-features is auto, rename and completion are registered only for the other languages, and references leaves links to
// the client. The server still answers requests for the client's languages that come from commands of the client.

// answersLinks reports whether the server answers requests about links in a text. In notebooks it does not.
func (s *Server) answersLinks(v *analysedFile) bool {
	return v.file.Settings.LinkFeatures != off && v.file.Cells == nil
}

// clientHandlesLinks reports whether the client has its own link features for a text and the settings leave links to it.
func (s *Server) clientHandlesLinks(v *analysedFile) bool {
	d, _ := s.document(v.documentURI())
	return d != nil && v.file.Settings.LinkFeatures == auto && slices.Contains(s.clientCaps.ownLinks, d.languageID)
}

// registersLinkFeatures reports whether link features are registered dynamically, once the settings are known.
func (s *Server) registersLinkFeatures() bool {
	return s.clientCaps.registersLinks && len(s.clientCaps.ownLinks) > 0
}

// registerLinkFeatures registers rename and completion: by default for the languages without link features in the
// client, and for all or none if the setting link-features is on or off.
func (s *Server) registerLinkFeatures(ctx context.Context) {
	if !s.registersLinkFeatures() {
		return
	}
	s.registering.acquire()
	defer s.registering.end()
	s.mu.Lock()
	value, _ := s.settings.accepted["link-features"].(string)
	was := s.linksIn
	s.mu.Unlock()
	languages := []string{}
	for _, f := range markup.Formats {
		for _, id := range f.LanguageIDs {
			if value != off && (value == on || !slices.Contains(s.clientCaps.ownLinks, id)) {
				languages = append(languages, id)
			}
		}
	}
	if was != nil && slices.Equal(was, languages) {
		return
	}
	if len(was) > 0 {
		s.logSendError("unregisterCapability", s.client.UnregisterCapability(ctx, &protocol.UnregistrationParams{Unregisterations: []protocol.Unregistration{
			{ID: "rename", Method: protocol.MethodTextDocumentRename}, {ID: "completion", Method: protocol.MethodTextDocumentCompletion},
		}}))
	}
	if len(languages) > 0 {
		type filter struct {
			Language string `json:"language"`
		}
		selector := make([]filter, len(languages))
		for i, id := range languages {
			selector[i].Language = id
		}
		s.logSendError("registerCapability", s.client.RegisterCapability(ctx, &protocol.RegistrationParams{Registrations: []protocol.Registration{
			{ID: "rename", Method: protocol.MethodTextDocumentRename, RegisterOptions: encode(map[string]any{"documentSelector": selector, "prepareProvider": s.clientCaps.preparesRename})},
			{ID: "completion", Method: protocol.MethodTextDocumentCompletion, RegisterOptions: encode(map[string]any{"documentSelector": selector, "triggerCharacters": completionTriggers})},
		}}))
	}
	s.mu.Lock()
	s.linksIn = languages
	s.mu.Unlock()
}

// linkNameAt returns the name at a position of a document, or the name to which a link there leads, and the texts around it, which the
// caller closes. The name is nil if there is none. If isFresh is set, changed texts are read from disk.
func (s *Server) linkNameAt(ctx context.Context, u uri.URI, position protocol.Position, isFresh bool) (*workspaceTexts, *link.Name, error) {
	around := s.textsAsRead
	if isFresh {
		around = s.textsAround
	}
	t, err := around(ctx, u)
	if t == nil || err != nil {
		return nil, nil, err
	}
	v, path := t.views[t.path(u)], t.path(u)
	if v == nil {
		return t, nil, nil
	}
	offset := v.offset(position)
	if n, ok := t.Index.NameAt(path, offset); ok {
		return t, &n, nil
	}
	if l, ok := t.Index.LinkAt(path, offset); ok {
		if n, ok := t.Index.NameOf(path, l); ok {
			return t, &n, nil
		}
	}
	return t, nil, nil
}

// highlights returns the places of a document that define or use a name.
func (t *workspaceTexts) highlights(v *analysedFile, n link.Name) []protocol.DocumentHighlight {
	path := t.path(v.documentURI())
	list := []protocol.DocumentHighlight{}
	if n.Path == path && n.Given.Len() > 0 {
		list = append(list, protocol.DocumentHighlight{Range: v.rangeOf(n.Given), Kind: protocol.DocumentHighlightKindWrite})
	}
	for _, p := range t.Index.UsesIn(path, n) {
		list = append(list, protocol.DocumentHighlight{Range: v.rangeOf(p.Span), Kind: protocol.DocumentHighlightKindRead})
	}
	return list
}

// mapperOf returns the mapper of a text of the folder.
func (t *workspaceTexts) mapperOf(path string) mapper {
	if v := t.views[path]; v != nil {
		return v.mapper
	}
	text, _ := t.Index.Text(path)
	return mapper{rope.New(text), t.clientCaps.encoding}
}
