package lsp

import (
	"context"
	"sync"
	"time"

	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/session"
	"github.com/segls/segls/internal/shape"
)

// The division of a text is stored on disk when the writer pauses after an edit, when the text is closed and when the
// server ends, and is restored when the text is opened ([shape.Store]). If a text has not been edited and has no held
// fragments, its division is stored only if one was stored before, or together with the other files of its work.

// shapes stores the divisions of texts.
type shapes struct {
	store   *shape.Store // nil if nothing is stored
	keeping turn         // held while shapes are saved, so that the newest is saved last
	known   sync.Map     // the URIs of the texts that were opened with a stored shape
}

// UseShapeStore makes the server store the divisions of texts. It must be called before [Server.Serve].
func (s *Server) UseShapeStore(in *shape.Store) {
	s.shapes.store = in
	s.session.Restore = s.restoreShape
}

// rememberLevel returns how much may be stored of a file under its settings. A folder's settings cannot allow more than the writer's own.
func (s *Server) rememberLevel(settings *session.Settings) string {
	own := s.files.remember.Load()
	for _, strict := range []string{session.Off, session.NoTitles} {
		if settings.Remember == strict || own != nil && *own == strict {
			return strict
		}
	}
	return session.All
}

// restoreShape returns a document with the division that was last shown for its text, and whether one was stored.
func (s *Server) restoreShape(u string, settings *session.Settings, d *analysis.Document) (*analysis.Document, bool) {
	if s.shapes.store == nil || s.rememberLevel(settings) == session.Off {
		return d, false
	}
	restored, ok, err := s.shapes.store.Restore(filePath(uri.URI(u)), d)
	if err != nil {
		s.log.Warn("cannot restore the division of a text", "error", err)
	}
	if ok {
		s.shapes.known.Store(u, true)
	} else {
		s.shapes.known.Delete(u)
	}
	return restored, ok
}

// storeShape stores the divisions of an open file and of the other files of its work, if there is anything worth storing in one of them.
func (s *Server) storeShape(uri string) {
	s.shapes.keeping.acquire()
	defer s.shapes.keeping.end()
	now := s.session.Current()
	if f := now.File(uri); f != nil {
		s.storeShapeFrom(now, f)
	}
}

// storeShapeFrom is [Server.storeShape] for a file of a snapshot. The caller holds s.shapes.keeping.
func (s *Server) storeShapeFrom(now *session.Snapshot, f *session.File) {
	how, d := s.rememberLevel(&f.Settings), f.DocumentIfReady()
	if s.shapes.store == nil || how == session.Off || d == nil {
		return
	}
	file := filePath(uri.URI(f.URI))
	documents, levels := map[string]*analysis.Document{file: d}, map[string]string{file: how}
	_, isKnown := s.shapes.known.Load(f.URI)
	worthKeeping := f.IsEdited || d.HasHeld() || isKnown // held fragments may have been released
	if w := now.WorkOf(f.Path); w != nil && w.Whole != nil {
		open := now.OpenFilesOf(w)
		var closed []string
		for _, path := range w.Paths {
			d, file := w.Document(path), w.DiskPath(path)
			if f := open[path]; f != nil {
				worthKeeping = worthKeeping || f.IsEdited
				if d = f.DocumentIfReady(); d == nil {
					continue
				}
				levels[file] = s.rememberLevel(&f.Settings)
			} else {
				closed = append(closed, file)
			}
			documents[file] = d
			worthKeeping = worthKeeping || d.HasHeld()
		}
		for i, settings := range s.settingsOfClosed(w.Root, closed) {
			levels[closed[i]] = s.rememberLevel(&settings)
		}
	}
	if !worthKeeping {
		return
	}
	for path, d := range documents {
		if levels[path] == session.Off {
			continue
		}
		if err := s.shapes.store.Save(path, d, levels[path] == session.All); err != nil {
			s.log.Warn("cannot store the division of a text", "error", err)
			return
		}
	}
}

// storeClosedShape stores a file that is about to be closed, in the background. Opening the file again waits for it.
func (s *Server) storeClosedShape(now *session.Snapshot, f *session.File) {
	if f == nil || s.shapes.store == nil {
		return
	}
	done := s.shapes.store.BeginSave(filePath(uri.URI(f.URI)))
	isRunning := s.runInBackground(func(context.Context) {
		defer done()
		s.shapes.keeping.acquire()
		defer s.shapes.keeping.end()
		s.storeShapeFrom(now, f)
	})
	if !isRunning {
		done()
	}
}

// storeAllShapes stores the shapes of all open files before the server exits. A text whose analysis does not finish in
// time keeps the shape stored at the last pause.
func (s *Server) storeAllShapes() {
	if s.shapes.store == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	for f := range s.session.Current().Files() {
		if f.IsEdited {
			_, _ = f.Document(ctx) // an error does not matter: the shape stored at the last pause remains
		}
	}
	for f := range s.session.Current().Files() {
		s.storeShape(f.URI)
	}
}
