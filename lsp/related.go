package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/segls/segls/internal/session"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/library"
	"github.com/segls/segls/internal/library/store"
)

// storeOpener opens the library of a folder of the workspace when something is first asked about it.
type storeOpener func() (*store.Store, error)

// relatedResult answers segls/related.
type relatedResult struct {
	Texts   int             `json:"texts"` // in the folder
	Related []passageResult `json:"related"`
}

type passageResult struct {
	URI     uri.URI        `json:"uri"`
	Path    string         `json:"path"` // in the folder of the workspace
	Range   protocol.Range `json:"range"`
	Section []string       `json:"section"` // titles, the outermost first
	Title   string         `json:"title"`
	Opening string         `json:"opening"` // its first words
	Score   float64        `json:"score"`
	Shared  []string       `json:"shared"` // the terms that both have, those that count most first
}

// What clients may ask for.
const (
	defaultRelated = 10
	mostRelated    = 100
)

// relatedPassages answers with passages in the other texts of the workspace's folder; null where there is
// no such folder, or it is the writer's home. The text is taken from the editor, the others from
// disk.
func (s *Server) relatedPassages(ctx context.Context, raw protocol.LSPAny) (any, error) {
	var p struct {
		TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
		Position     *protocol.Position              `json:"position"`
		Top          int                             `json:"top"`
		MinScore     *float64                        `json:"minScore"` // [library.MinScore] without it
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, invalidParams("%s: %v", requestRelated, err)
	}
	v, err := s.view(ctx, p.TextDocument.URI)
	if v == nil {
		return rawMessage("null"), err
	}
	root := s.folderOf(p.TextDocument.URI)
	if root == "" {
		return rawMessage("null"), nil
	}
	texts, state, err := s.libraryOf(ctx, root)
	if err != nil {
		return nil, err
	}
	name, isIn := texts.Relative(filePath(p.TextDocument.URI))
	offset := -1
	if p.Position != nil {
		offset = v.offset(*p.Position)
	}
	about := library.QueryAbout(v.Document, name, offset)
	if !isIn {
		about = about.FromOutside()
	}
	if p.Top < 1 {
		p.Top = defaultRelated
	}
	minScore := library.MinScore
	if p.MinScore != nil {
		minScore = *p.MinScore
	}
	matches := state.Related(about, minScore, min(p.Top, mostRelated))
	files, done, err := ignore.Open(texts.Root)
	if err != nil {
		return nil, newFailure("The texts of the workspace cannot be read: %s", err)
	}
	defer func() { _ = done() }() // nothing was written
	r := relatedResult{Texts: state.Texts(), Related: make([]passageResult, 0, len(matches))}
	for _, m := range matches {
		content, _, err := session.ReadText(files, m.Name, int64(s.session.Largest))
		if err != nil {
			continue // it has vanished meanwhile
		}
		at := mapper{rope.New(content), s.clientCaps.encoding}
		span := markup.Span{Start: min(m.Span.Start, len(content)), End: min(m.Span.End, len(content))}
		r.Related = append(r.Related, passageResult{
			URI: fileURI(filepath.Join(texts.Root, filepath.FromSlash(m.Name))), Path: m.Name, Range: at.rangeOf(at.text.Trim(span)), Section: append([]string{}, m.Section...), Title: m.Title, Opening: openingOf(at.text.Slice(span)), Score: m.Score, Shared: m.Shared,
		})
	}
	return encoded(r)
}

// openingOf is the beginning of a passage, on one line.
func openingOf(text string) string {
	const most = 120 // bytes
	if len(text) <= most {
		return strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	}
	words := strings.Fields(strings.ToValidUTF8(text[:most], ""))
	if len(words) > 1 {
		words = words[:len(words)-1] // which may be cut off
	}
	return strings.Join(words, " ") + "…"
}

// folderOf returns the folder whose texts may be read for a document: that of the workspace; for a file in none, the one that
// [ignore.RootOf] finds. It is "" if there is none, or it is the writer's home.
func (s *Server) folderOf(u uri.URI) string {
	file := filePath(u)
	s.mu.Lock()
	defer s.mu.Unlock()
	root := rootOf(file, s.folders)
	if isSamePath(root, s.files.cache.Home) {
		return ""
	}
	if root != "" || file == "" || isNameless(u) {
		return root
	}
	folder := filepath.Dir(file)
	root, isKnown := s.roots[folder]
	if !isKnown {
		root = ignore.RootOf(file)
		s.roots[folder] = root
	}
	return root
}

// libraryOf returns the library of a folder of the workspace with the present texts on disk.
func (s *Server) libraryOf(ctx context.Context, root string) (*store.Store, *store.State, error) {
	texts, err := s.openLibrary(root)
	if err != nil {
		return nil, nil, err
	}
	refreshing, end := context.WithCancel(ctx)
	state, err := texts.Refresh(refreshing)
	end()
	if err != nil {
		if errors.Is(err, context.Canceled) {
			return nil, nil, err
		}
		return nil, nil, newFailure("The texts of the workspace cannot be read: %s", err)
	}
	for _, note := range state.Notes {
		s.log.Info("a text is left out", "path", note.Name, "why", note.Message)
	}
	if state.Read > 0 {
		debug.FreeOSMemory() // reading leaves as much garbage as text
	}
	return texts, state, nil
}

// openLibrary returns the library of a folder, of which nothing has been read yet if it was not asked for before.
func (s *Server) openLibrary(root string) (*store.Store, error) {
	s.mu.Lock()
	open := s.stores[root]
	if open == nil {
		open = sync.OnceValues(func() (*store.Store, error) {
			texts, err := store.Open(root)
			if err == nil {
				texts.Begin = s.showReading
				texts.Panicked = func(p any) { _ = s.failures.caughtPanic("reading a text of the workspace", p) }
			}
			return texts, err
		})
		s.stores[root] = open
	}
	s.mu.Unlock()
	texts, err := open()
	if err != nil {
		s.mu.Lock()
		delete(s.stores, root) // it may open the next time
		s.mu.Unlock()
		return nil, newFailure("The texts of the workspace cannot be read: %s", err)
	}
	return texts, nil
}

// showReading tells the client how far the reading of texts has come, until the context ends.
func (s *Server) showReading(ctx context.Context, _ int, bytes int64) func(int64) {
	var read atomic.Int64
	percent := func() uint32 { return uint32(100 * read.Load() / max(1, bytes)) }
	s.run(func(running context.Context) {
		s.progress(running, s.clientCaps.Say("reading the texts of the workspace"), percent, ctx.Done())
	})
	return func(done int64) { read.Add(done) }
}
