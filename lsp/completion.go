package lsp

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/internal/library"
	"github.com/segls/segls/internal/link"
)

// completionTriggers are the characters that begin the target of a link, or a part of it, in some format.
var completionTriggers = []string{"(", "[", "#", "{", "<", "@", ":", "`", "\"", "/"}

func completionOptions() *protocol.CompletionOptions {
	return &protocol.CompletionOptions{TriggerCharacters: completionTriggers}
}

// completionList is the answer to textDocument/completion.
type completionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []completionItem `json:"items"`
}

type completionItem struct {
	Label      string                      `json:"label"`
	Kind       protocol.CompletionItemKind `json:"kind"`
	Detail     string                      `json:"detail,omitempty"`
	SortText   string                      `json:"sortText"`
	FilterText string                      `json:"filterText"`
	TextEdit   protocol.TextEdit           `json:"textEdit"`
}

// completion proposes targets for the link being written at a position. The nearest come first and, among equally near ones, those whose
// texts share the paragraph's topic.
func (s *Server) completion(ctx context.Context, params *protocol.CompletionParams) (*completionList, error) {
	u := params.TextDocument.URI
	answer := &completionList{Items: []completionItem{}}
	v, err := s.analysedFile(ctx, u)
	if v == nil || !s.answersLinks(v) || s.clientHandlesLinks(v) {
		return answer, err
	}
	t, err := s.textsAsRead(ctx, u)
	if t == nil || err != nil {
		return answer, err
	}
	defer t.close()
	v = t.views[t.path(u)]
	if v == nil {
		return answer, nil
	}
	offset := v.offset(params.Position)
	written, list, isAll := t.Index.Proposals(t.path(u), offset)
	if len(list) == 0 {
		return answer, nil
	}
	topics := s.textSimilarities(v, u, offset)
	slices.SortStableFunc(list, func(a, b link.Proposal) int {
		return cmp.Or(cmp.Compare(a.Nearness, b.Nearness), cmp.Compare(topics[b.Path], topics[a.Path]))
	})
	answer.IsIncomplete = !isAll
	at := v.rangeOf(written)
	for i, p := range list {
		kind := protocol.CompletionItemKindReference
		if p.Kind == link.FileName {
			kind = protocol.CompletionItemKindFile
		}
		detail := ""
		if p.Nearness > 0 {
			detail = p.Path
		}
		answer.Items = append(answer.Items, completionItem{
			Label: p.Name, Kind: kind, Detail: detail, SortText: fmt.Sprintf("%05d", i), FilterText: p.Text + " " + p.Name,
			TextEdit: protocol.TextEdit{Range: at, NewText: p.Text},
		})
	}
	return answer, nil
}

// textSimilarities returns, by path, how similar texts of the workspace are to the paragraph at an offset; nil if that is not known yet.
func (s *Server) textSimilarities(v *analysedFile, u uri.URI, offset int) map[string]float64 {
	root := s.folderOf(u)
	s.mu.Lock()
	open := s.stores[root]
	s.mu.Unlock()
	if open == nil {
		return nil
	}
	texts, err := open()
	if err != nil {
		return nil
	}
	x := texts.LastIndex()
	name, isIn := texts.Relative(filePath(u))
	if x == nil || !isIn {
		return nil
	}
	const most = 50
	about := make(map[string]float64)
	for _, m := range x.Related(library.QueryAbout(v.Document, name, offset), 0, most) {
		about[m.Name] = max(about[m.Name], m.Score)
	}
	return about
}
