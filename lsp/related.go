package lsp

import (
	"context"
	"errors"
	"path/filepath"
	"runtime/debug"
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

// storeOpener opens the library of a workspace folder at the first request that needs it.
type storeOpener func() (*store.Store, error)

// relatedResult answers segls/related.
type relatedResult struct {
	Texts   int             `json:"texts"` // in the folder
	Related []passageResult `json:"related"`
}

type passageResult struct {
	URI     uri.URI        `json:"uri"`
	Path    string         `json:"path"` // relative to the workspace folder
	Range   protocol.Range `json:"range"`
	Section []string       `json:"section"` // titles, the outermost first
	Title   string         `json:"title"`
	Opening string         `json:"opening"` // its first words
	Score   float64        `json:"score"`
	Shared  []string       `json:"shared"` // terms in common, by weight
}

// The default and the largest number of passages.
const (
	defaultRelated = 10
	mostRelated    = 100
)

// relatedParams are the parameters of segls/related.
type relatedParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Position     *protocol.Position              `json:"position"`
	Top          int                             `json:"top"`
	MinScore     *float64                        `json:"minScore"` // defaults to [library.MinScore]
}

// relatedPassages answers with related passages of the other texts in the workspace folder, or null without a folder. The document's text
// comes from the editor, the others from disk.
func (s *Server) relatedPassages(ctx context.Context, p relatedParams) (any, error) {
	v, err := s.analysedFile(ctx, p.TextDocument.URI)
	if v == nil {
		return nil, err
	}
	root := s.folderOf(p.TextDocument.URI)
	if root == "" {
		return nil, nil
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
	files, done, err := ignore.OpenVisible(texts.Root)
	if err != nil {
		return nil, newFailure("The texts of the workspace cannot be read: %s", err)
	}
	defer func() { _ = done() }() // an error does not matter: nothing was written
	r := relatedResult{Texts: state.NumTexts(), Related: make([]passageResult, 0, len(matches))}
	for _, m := range matches {
		content, _, err := session.ReadText(files, m.Name, int64(s.session.Largest))
		if err != nil {
			continue // the text has been deleted
		}
		at := mapper{rope.New(content), s.clientCaps.encoding}
		span := markup.Span{Start: min(m.Span.Start, len(content)), End: min(m.Span.End, len(content))}
		file := fileURI(filepath.Join(texts.Root, filepath.FromSlash(m.Name)))
		r.Related = append(r.Related, passageResult{
			URI: file, Path: m.Name, Range: at.rangeOf(at.text.Trim(span)), Section: append([]string{}, m.Section...), Title: m.Title, Opening: s.passageOpening(file, content, span), Score: m.Score, Shared: m.Shared,
		})
	}
	return r, nil
}

// libraryOf returns the library of a workspace folder, updated to the texts on disk.
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
		s.log.Info("text left out", "path", note.Name, "why", note.Message)
	}
	if state.Read > 0 {
		debug.FreeOSMemory() // reading leaves about as much garbage as text
	}
	return texts, state, nil
}

// openLibrary returns the library of a folder. It does not read the texts of the folder.
func (s *Server) openLibrary(root string) (*store.Store, error) {
	s.mu.Lock()
	open := s.stores[root]
	if open == nil {
		open = sync.OnceValues(func() (*store.Store, error) {
			texts, err := store.Open(root)
			if err == nil {
				texts.Begin = s.reportReadingProgress
				texts.Panicked = func(p any) { _ = s.failures.logPanic("reading a text of the workspace", p) }
			}
			return texts, err
		})
		s.stores[root] = open
	}
	s.mu.Unlock()
	texts, err := open()
	if err != nil {
		s.mu.Lock()
		delete(s.stores, root) // a later call may succeed
		s.mu.Unlock()
		return nil, newFailure("The texts of the workspace cannot be read: %s", err)
	}
	return texts, nil
}

// reportReadingProgress reports the progress of reading texts to the client until the context ends.
func (s *Server) reportReadingProgress(ctx context.Context, _ int, bytes int64) func(int64) {
	var read atomic.Int64
	percent := func() uint32 { return uint32(100 * read.Load() / max(1, bytes)) }
	s.runInBackground(func(running context.Context) {
		s.reportProgress(running, s.clientCaps.Say("reading the texts of the workspace"), percent, ctx.Done())
	})
	return func(done int64) { read.Add(done) }
}
