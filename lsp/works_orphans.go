package lsp

import (
	"context"
	"slices"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/rope"
)

// An orphan is a text in the folder of a work that its order does not name. It is a text by itself, and
// is read when somebody looks into it or moves something there.

// orphan returns an orphan that is not open, as it is on disk; nil if the work has none at the path.
func (s *Server) orphan(ctx context.Context, w *openWork, path string) *analysis.Document {
	w.mu.Lock()
	isOrphan := slices.Contains(w.order.Orphans, path)
	known := w.orphans[path]
	w.mu.Unlock()
	if !isOrphan {
		return nil
	}
	files, done, err := s.filesOf(w)
	if err != nil {
		return nil
	}
	defer done()
	text, st, err := readSource(files, path, int64(s.largest))
	if err != nil {
		return nil
	}
	settings := s.settingsOf(w, []string{path})[0]
	format, ok := formatOf("", w.uri(path), &settings)
	if !ok {
		return nil
	}
	next := source{path, st, settings.Analysis, nil}
	if known.document != nil && known.asked == next.asked && known.document.Format.Name == format.Name {
		next.document, err = s.reread(ctx, w, known.document, path, text)
	} else {
		next.document, err = s.analyst.attempt("reading a file beside a work", func() (*analysis.Document, error) {
			return analysis.Analyze(ctx, rope.New(text), format, settings.Analysis)
		})
	}
	if err != nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.orphans == nil {
		w.orphans = make(map[string]source)
	}
	w.orphans[path] = next
	return next.document
}

// orphansIn returns the orphans among some paths, open ones aside.
func (s *Server) orphansIn(ctx context.Context, w *openWork, paths ...string) map[string]*analysis.Document {
	found := make(map[string]*analysis.Document)
	for _, path := range paths {
		if d := s.orphan(ctx, w, path); d != nil {
			found[path] = d
		}
	}
	return found
}
