package lsp

import (
	"context"
	"embed"
	"io/fs"
	"path/filepath"
	"slices"

	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/session"
	"github.com/segls/segls/internal/work"
)

// workspaceTexts is a snapshot of the texts of a workspace folder, each as in the editor or, if it is not open, as
// last read from disk, with their links.
type workspaceTexts struct {
	rearrange.Work
	root       string
	sole       uri.URI                  // the only text, if it is in no folder
	id         int                      // of the work; 0 if there is none or only links are needed
	views      map[string]*analysedFile // of open texts, by path
	clientCaps clientCaps
	close      func()
}

// path returns the path of a file relative to the root, or "" if it is outside.
func (t *workspaceTexts) path(u uri.URI) string {
	if t.sole != "" && u == t.sole {
		return soleName(t.views)
	}
	return session.Relative(t.root, filePath(u))
}

// soleName returns the path of the only text.
func soleName(views map[string]*analysedFile) string {
	for name := range views {
		return name
	}
	return ""
}

// soleText returns a document that is in no folder, with its links, or nil if it is not a text or is a notebook.
func (s *Server) soleText(ctx context.Context, u uri.URI) (*workspaceTexts, error) {
	v, err := s.analysedFile(ctx, u)
	if v == nil || v.file.Cells != nil {
		return nil, err
	}
	name := "text" + v.Format.Extensions[0]
	texts := func(yield func(string, string) bool) { yield(name, v.Text.String()) }
	return &workspaceTexts{
		sole: u, views: map[string]*analysedFile{name: v}, clientCaps: s.clientCaps, close: func() {},
		Work: rearrange.Work{Order: new(work.Work), Files: embed.FS{}, Index: link.NewIndex(nil, texts)},
	}, nil
}

// openDocuments returns the open texts, except notebooks, by path.
func (t *workspaceTexts) openDocuments() map[string]*analysis.Document {
	documents := make(map[string]*analysis.Document, len(t.views))
	for path, v := range t.views {
		if v.file.Cells == nil {
			documents[path] = v.Document
		}
	}
	return documents
}

// uri returns the URI of a path.
func (t *workspaceTexts) uri(path string) uri.URI {
	return fileURI(filepath.Join(t.root, filepath.FromSlash(path)))
}

// clientURI returns the URI of the file at a path. For an open document it is the client's own URI, because clients
// encode URIs in different ways.
func (t *workspaceTexts) clientURI(path string) uri.URI {
	if v := t.views[path]; v != nil {
		return v.documentURI()
	}
	return t.uri(path)
}

// workTexts waits until a work has been read, and returns its texts and the orphans among named. The caller closes them.
func (s *Server) workTexts(ctx context.Context, w *session.Work, named ...string) (*workspaceTexts, error) {
	s.rereadOrderNow(ctx, w) // the previous command may have changed the order
	var t *workspaceTexts
	stale := ""
	err := retry(func() error {
		w, err := s.awaitWork(ctx, w.ID)
		if err != nil {
			return err
		}
		if t, err = s.workTextsInSnapshot(ctx, w, named); err != nil {
			return err
		}
		if stale = t.outdatedFile(); stale == "" {
			return nil
		}
		t.close()
		s.rereadFile(ctx, w, stale)
		return errOutdated
	})
	if err == errKeepChanging && stale != "" {
		err = newFailure("%s keeps changing on disk, so nothing has been done.", stale)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// workTextsInSnapshot returns the texts of a work in the newest snapshot, or errOutdated if a text was replaced before it was analysed.
func (s *Server) workTextsInSnapshot(ctx context.Context, w *session.Work, named []string) (*workspaceTexts, error) {
	documents := make(map[string]*analysis.Document, len(w.Paths))
	for _, path := range named {
		if d := s.session.ReadOrphan(ctx, w.ID, path); d != nil {
			documents[path] = d
		}
	}
	now := s.session.Current()
	if w = now.Work(w.ID); w == nil || w.Whole == nil {
		return nil, errOutdated
	}
	t, err := s.folderTextsInSnapshot(ctx, now, w.Root, w.Order)
	if err != nil {
		return nil, err
	}
	t.id, t.Documents = w.ID, documents
	for _, path := range w.Paths {
		documents[path] = w.Document(path)
	}
	for path, v := range t.views {
		if documents[path] != nil {
			documents[path] = v.Document
		}
	}
	return t, nil
}

// outdatedFile returns the path of a text that is not open and differs from the file on disk, or "" if there is none.
func (t *workspaceTexts) outdatedFile() string {
	for path, d := range t.Documents {
		onDisk, isThere := t.Index.Text(path)
		if t.views[path] == nil && isThere && onDisk != d.Text.String() {
			return path
		}
	}
	return ""
}

// folderTextsInSnapshot returns the texts of a folder in a snapshot, with their links, or errOutdated if a text was replaced before it was analysed.
func (s *Server) folderTextsInSnapshot(ctx context.Context, now *session.Snapshot, root string, order *work.Work) (*workspaceTexts, error) {
	files, done, err := now.OpenFolder(root)
	if err != nil {
		return nil, newFailure("The folder of the work cannot be read: %s", err)
	}
	t := &workspaceTexts{root: root, views: make(map[string]*analysedFile), clientCaps: s.clientCaps, close: done, Work: rearrange.Work{Order: order, Files: files}}
	if t.Index, err = s.session.ReadLinks(ctx, now, root, files, siteOf(files, order), orderFiles(order)); err != nil {
		done()
		return nil, toLinkError(err)
	}
	if err := s.putOpenTexts(ctx, now, t); err != nil {
		done()
		return nil, err
	}
	return t, nil
}

// putOpenTexts replaces texts on disk with the open ones. It returns errOutdated if a text was replaced before it was analysed.
func (s *Server) putOpenTexts(ctx context.Context, now *session.Snapshot, t *workspaceTexts) error {
	for f := range now.Files() {
		path := session.Relative(t.root, f.Path)
		if path == "" {
			continue
		}
		v, err := s.analysedFile(ctx, uri.URI(f.URI))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || v == nil {
			continue // it has been closed, or is not a text
		}
		if v.file != f {
			return errOutdated
		}
		t.views[path] = v
		t.Index = t.Index.WithFile(path, v.Text.String())
	}
	return nil
}

// textsUnder returns the texts of a workspace folder, with the work of a file or folder in it.
func (s *Server) textsUnder(ctx context.Context, root, path string) (*workspaceTexts, error) {
	var t *workspaceTexts
	err := retry(func() (err error) {
		now := s.session.Current()
		t, err = s.folderTextsInSnapshot(ctx, now, root, s.findOrder(now, root, path))
		return err
	})
	return t, err
}

// findOrder returns the order of the work of a file or folder, which need not be open. If there is no work, the order has no files.
func (s *Server) findOrder(now *session.Snapshot, root, path string) *work.Work {
	if order := cachedOrder(now, root, path); order != nil {
		return order
	}
	files, done, err := now.OpenFolder(root)
	if err != nil {
		return new(work.Work)
	}
	defer done()
	if order, ok := work.Find(files, path); ok {
		return order
	}
	return new(work.Work)
}

// cachedOrder returns the order of the work of a file or folder if it has been read, or else nil.
func cachedOrder(now *session.Snapshot, root, path string) *work.Work {
	isUnder := func(file string) bool {
		return file == path || len(file) > len(path) && file[:len(path)] == path && file[len(path)] == '/'
	}
	for _, w := range now.Works() {
		if w.Root == root && (slices.ContainsFunc(w.Order.Files(), isUnder) || slices.ContainsFunc(w.Order.Orphans, isUnder)) {
			return w.Order
		}
	}
	return nil
}

// siteOf returns the kind of site that is built from a work. Without one, links are resolved as on GitHub.
func siteOf(files fs.FS, order *work.Work) link.Site {
	if order.Kind == "" {
		return link.Site{Folder: "."}
	}
	return link.SiteOf(files, order)
}

// orderFiles returns the files that hold the order of a work.
func orderFiles(order *work.Work) (files []string) {
	if order.Order != "" {
		files = append(files, order.Order)
	}
	for e := range order.All() {
		if e.File != "" {
			files = append(files, e.File)
		}
	}
	return files
}
