package lsp

import (
	"strings"

	"github.com/segls/segls/analysis/markup"
	"go.lsp.dev/uri"
)

// passageOpening returns the beginning of a passage of a file, without markup.
func (s *Server) passageOpening(u uri.URI, content string, passage markup.Span) string {
	format, _ := markup.ByFileName(filePath(u))
	if w := s.workOf(u); w != nil {
		format = format.WithSharedDefinitions(w.Order.Definitions)
	}
	const most = 600 // bytes, most of which may be markup
	if shown := format.WithOwnDefinitions(content, "").ReadPassage(content, passage, most); shown != "" {
		return openingOf(shown)
	}
	return openingOf(content[passage.Start:passage.End])
}

// openingOf returns the beginning of a text, on one line.
func openingOf(text string) string {
	const most = 120 // bytes
	if len(text) <= most {
		return strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	}
	words := strings.Fields(strings.ToValidUTF8(text[:most], ""))
	if len(words) > 1 {
		words = words[:len(words)-1] // the last word may be incomplete
	}
	return strings.Join(words, " ") + "…"
}
