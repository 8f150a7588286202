package lsp

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/find"
	"github.com/segls/segls/internal/library/store"
)

// findParams are the parameters of segls/find.
type findParams struct {
	TextDocument   *protocol.TextDocumentIdentifier `json:"textDocument"`
	Query          string                           `json:"query"`
	IsTyping       bool                             `json:"isTyping"`
	MinWords       int                              `json:"minWords"`
	MaxWords       int                              `json:"maxWords"`
	PreferredWords int                              `json:"preferredWords"`
	MaxChars       int                              `json:"maxChars"`
	MaxTokens      int                              `json:"maxTokens"`
	Tokenizer      string                           `json:"tokenizer"`
	Top            int                              `json:"top"`
	MinScore       float64                          `json:"minScore"`
}

// findResult answers segls/find.
type findResult struct {
	Texts int         `json:"texts"` // in the folders
	Hits  []hitResult `json:"hits"`
}

type hitResult struct {
	URI     uri.URI            `json:"uri"`
	Path    string             `json:"path"` // relative to the workspace folder
	Range   protocol.Range     `json:"range"`
	Title   string             `json:"title"`
	Section []string           `json:"section"` // the titles of the sections around it, the outermost first
	Words   int                `json:"words"`
	Tokens  *int               `json:"tokens,omitempty"` // if there is a limit in tokens
	Answer  []string           `json:"answer"`           // the sentence that answers; every second part is a matching word
	At      protocol.Range     `json:"at"`               // the first of the matching words
	Also    []otherPlaceResult `json:"also"`             // places with nearly the same text
	Score   float64            `json:"score"`
}

type otherPlaceResult struct {
	URI  uri.URI `json:"uri"`
	Path string  `json:"path"`
	Line int     `json:"line"`
}

// The default and the largest number of hits.
const (
	defaultFound = 20
	mostFound    = 100
)

// findPassages answers with passages that match words or a question, in the folder of the document or, without a document, in all workspace
// folders; null if there is none. It reads the texts from disk.
func (s *Server) findPassages(ctx context.Context, p findParams) (any, error) {
	o, err := p.options()
	if err != nil {
		return nil, invalidParams("%s: %v", requestFind, err)
	}
	roots := s.rootsFor(p.TextDocument)
	if len(roots) == 0 {
		return nil, nil
	}
	r := findResult{Hits: []hitResult{}}
	for _, root := range roots {
		library, state, err := s.libraryOf(ctx, root)
		if err != nil {
			return nil, err
		}
		texts, err := library.OpenTexts(state)
		if err != nil {
			return nil, newFailure("The texts of the workspace cannot be read: %s", err)
		}
		hits, err := find.Find(ctx, state.Index, texts, find.Parse(p.Query, p.IsTyping), o)
		for _, h := range hits {
			if hit, ok := s.hitOf(library, texts, h); ok {
				if p.MaxTokens > 0 {
					hit.Tokens = &h.Tokens
				}
				r.Hits = append(r.Hits, hit)
			}
		}
		texts.Close()
		if err != nil {
			return nil, err
		}
		r.Texts += state.NumTexts()
	}
	slices.SortStableFunc(r.Hits, func(a, b hitResult) int { return cmp.Compare(b.Score, a.Score) })
	r.Hits = r.Hits[:min(len(r.Hits), o.Top)]
	return r, nil
}

// options returns the length, the number and the minimum score of the passages to find.
func (p *findParams) options() (find.Options, error) {
	top := defaultFound
	if p.Top > 0 {
		top = min(p.Top, mostFound)
	}
	o, err := find.PassageLength{MinWords: p.MinWords, MaxWords: p.MaxWords, PreferredWords: p.PreferredWords, MaxChars: p.MaxChars, MaxTokens: p.MaxTokens, Tokenizer: p.Tokenizer}.Options(top)
	o.MinScore = p.MinScore
	return o, err
}

// rootsFor returns the folders whose texts may be read for a document or, without one, for the workspace.
func (s *Server) rootsFor(d *protocol.TextDocumentIdentifier) (roots []string) {
	if d != nil && d.URI != "" {
		if root := s.folderOf(d.URI); root != "" {
			return []string{root}
		}
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, root := range s.folders {
		if !isSamePath(root, s.files.cache.Home) {
			roots = append(roots, root)
		}
	}
	return roots
}

// hitOf returns the answer for a hit, or false if its text no longer exists.
func (s *Server) hitOf(library *store.Store, texts *store.Texts, h find.Hit) (hitResult, bool) {
	content, _, _, ok := texts.Text(h.Name)
	if !ok {
		return hitResult{}, false
	}
	on := func(name string) uri.URI { return fileURI(filepath.Join(library.Root, filepath.FromSlash(name))) }
	at := mapper{rope.New(content), s.clientCaps.encoding}
	within := func(span markup.Span) markup.Span {
		return markup.Span{Start: min(span.Start, len(content)), End: min(span.End, len(content))}
	}
	r := hitResult{
		URI: on(h.Name), Path: h.Name, Range: at.rangeOf(at.text.Trim(within(h.Span))), Title: h.Title, Section: append([]string{}, h.Section...), Words: h.Words,
		Answer: h.Answer.SplitAtMatches(), At: at.rangeOf(within(h.Answer.At)), Also: []otherPlaceResult{}, Score: h.Score,
	}
	for _, p := range h.Also {
		r.Also = append(r.Also, otherPlaceResult{on(p.Name), p.Name, p.Line})
	}
	return r, true
}
