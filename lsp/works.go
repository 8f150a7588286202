package lsp

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/notebook"
	"github.com/segls/segls/analysis/work"
)

// A document that is a file of a work is divided as a part of it.
//
// When a document has been opened, the order of its work is looked for in the folders of the
// workspace around it. If there is one, its other files are read beside the connection
// (works_files.go), and divided with the open ones as one text ([analysis.Work]). Until then
// the document is shown by itself; that it joins the work counts as a rest. From then on an
// edit is divided as ever, in view of the files around it, and a rest is measured with them.
//
// Of a file that is open, what is in the editor counts; of others, what is on disk.

// works are the works that open documents are of.
type works struct {
	finding sync.Mutex // held while a work is looked for

	mu      sync.Mutex // guards the rest
	list    []*openWork
	watched map[string]bool       // folders that the client has been asked to watch
	stores  map[string]*openStore // of folders of the workspace, about which something has been asked
	links   map[string]*linkIndex // of folders of the workspace, in which files have been changed
}

// openWork is a work with all its files. When its order changes, another one takes its place.
type openWork struct {
	root    string // a folder of the workspace, to which paths are relative
	isAsked bool   // it may be a folder without an order

	// reading is held while files are read and the work is divided.
	reading sync.Mutex
	isStale atomic.Bool // the settings of its files may be others

	turn chan struct{} // full while its files are being changed

	mu     sync.Mutex // guards the rest
	order  *work.Work
	paths  []string         // of the files, in their order
	index  map[string]int   // of a file, by its path
	stamps map[string]stamp // of the files as they were read
	asked  map[string]analysis.Settings
	whole  *analysis.Work // nil until all files have been read
	isOver bool           // no document of it is open
	timer  *time.Timer    // until it is read again; nil if that is not due

	// coming are files that a change will make, or give these texts, with what is to be shown of them.
	coming map[string]*analysis.Document

	orphans map[string]source // that have been read, by path
}

// uri returns the URI of a file of the work.
func (w *openWork) uri(path string) uri.URI {
	return fileURI(filepath.Join(w.root, filepath.FromSlash(path)))
}

// path returns the path of a file in the root of the work; "" if it is outside.
func (w *openWork) path(u uri.URI) string {
	file := filePath(u)
	if file == "" {
		return ""
	}
	relative, err := filepath.Rel(w.root, file)
	if err != nil || !filepath.IsLocal(relative) || notebook.IsNamed(relative) { // what is open of a notebook is not what the file says
		return ""
	}
	return filepath.ToSlash(relative)
}

// has reports whether a file belongs to the work, is listed with it, or says its order.
func (w *openWork) has(u uri.URI) bool {
	path := w.path(u)
	w.mu.Lock()
	defer w.mu.Unlock()
	_, isOfIt := w.index[path]
	return path != "" && (isOfIt || slices.Contains(w.order.Orphans, path) || w.saysOrder(path))
}

// saysOrder reports whether a file says the order or a part of it. The caller holds mu.
func (w *openWork) saysOrder(path string) bool {
	if path == w.order.Order {
		return true
	}
	for e := range w.order.All() {
		if e.File == path {
			return true
		}
	}
	return false
}

// definitions are what its files define for each other.
func (w *openWork) definitions() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.order.Definitions
}

// seat is the place of a document in a work.
type seat struct {
	*openWork
	path string
}

// around returns a document in view of the other files as they are now, or itself before they have
// been read.
func (p *seat) around(d *analysis.Document) *analysis.Document {
	if p == nil {
		return d
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if i, ok := p.index[p.path]; ok && p.whole != nil {
		return p.whole.Around(i, d)
	}
	return d
}

// take gives the work what its document has come to.
func (p *seat) take(d *analysis.Document) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if i, ok := p.index[p.path]; ok && p.whole != nil {
		p.whole = p.whole.Join(i, d.Bare())
	}
}

// workOf returns the work of a file; nil if none has been found.
func (s *Server) workOf(u uri.URI) *openWork {
	for _, w := range s.openWorks() {
		if w.has(u) {
			return w
		}
	}
	return nil
}

func (s *Server) openWorks() []*openWork {
	s.works.mu.Lock()
	defer s.works.mu.Unlock()
	return slices.Clone(s.works.list)
}

// findWork looks for the work of an open document, reads it, and makes the document a part of
// it. Where it is asked for, a folder without an order is a work.
func (s *Server) findWork(ctx context.Context, d *document, isAsked bool) *openWork {
	file := filePath(d.uri)
	s.mu.Lock()
	root := rootOf(file, s.folders)
	s.mu.Unlock()
	switch {
	case d.holdsSettings || d.isNotebook() || isNameless(d.uri) || !d.looksForWork():
		return nil
	case root == "" || samePlace(root, s.files.cache.Home): // nobody has said what may be read
		return nil
	}
	s.works.finding.Lock()
	defer s.works.finding.Unlock()
	w := s.workOf(d.uri)
	if w != nil {
		s.enter(ctx, d, w)
		return w
	}
	w = &openWork{root: root, isAsked: isAsked, turn: make(chan struct{}, 1)}
	order, ok := s.orderOf(w, w.path(d.uri))
	if !ok {
		return nil
	}
	w.take(order)
	if !w.has(d.uri) {
		return nil
	}
	s.works.mu.Lock()
	s.works.list = append(s.works.list, w)
	s.works.mu.Unlock()
	s.log.Info("a work of many files", "kind", order.Kind, "files", len(w.paths))
	s.run(func(ctx context.Context) {
		s.watchWork(ctx, w)
		s.publishOrder(ctx, w, nil)
		s.readWork(ctx, w)
	})
	return w
}

// looksForWork reports whether the settings let the document be a part of a work.
func (d *document) looksForWork() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.settings.WholeWork && !d.closed
}

func samePlace(a, b string) bool { return b != "" && filepath.Clean(a) == filepath.Clean(b) }

// take gives a work its order, before any file has been read. The caller holds mu, or has the
// work to itself.
func (w *openWork) take(order *work.Work) {
	w.order, w.paths, w.index = order, order.Files(), make(map[string]int)
	for i, path := range w.paths {
		w.index[path] = i
	}
}

// enter makes an open document a part of a work, if that has been read.
func (s *Server) enter(ctx context.Context, d *document, w *openWork) {
	p := &seat{w, w.path(d.uri)}
	w.mu.Lock()
	_, isOfIt := w.index[p.path]
	isRead := w.whole != nil
	w.mu.Unlock()
	switch {
	case !isOfIt || !d.looksForWork():
		d.seat.Store(nil)
	case isRead:
		d.seat.Store(p)
		s.join(ctx, d, p)
	}
}

// join has a document shown as a part of its work.
func (s *Server) join(ctx context.Context, d *document, p *seat) {
	for ctx.Err() == nil && !d.isClosed() {
		sn := d.snapshot()
		result, err := sn.analysed(ctx)
		if errors.Is(err, errReplaced) {
			continue
		}
		if err != nil {
			return
		}
		joined, err := s.analyst.attempt("joining a work", func() (*analysis.Document, error) { return p.joined(sn, result) })
		switch {
		case err != nil && sn.ctx.Err() != nil:
			continue
		case err != nil || joined == result:
			return
		case d.show(sn, joined):
			p.take(joined)
			s.publish(ctx, d)
			return
		}
	}
}

// joined is a document divided as a part of its work: as the work is divided if it has not been
// edited, else as after a rest.
func (p *seat) joined(sn *snapshot, result *analysis.Document) (*analysis.Document, error) {
	p.mu.Lock()
	i, ok := p.index[p.path]
	whole, asked, definitions := p.whole, p.asked[p.path], p.order.Definitions
	p.mu.Unlock()
	if !ok || whole == nil {
		return result, nil
	}
	own := whole.Document(i)
	isAsAsked := own.Format.Name == result.Format.Name && asked == sn.settings.Analysis && len(sn.fixed) == 0
	if !sn.isEdited && isAsAsked && own.Text.Hash() == result.Text.Hash() && own.Text.String() == result.Text.String() {
		return own, nil
	}
	if format := result.Format.Sharing(definitions); !result.Format.Equal(format.Own(result.Text.String(), result.Settings.LatexIgnore)) {
		var err error
		if result, err = analysis.Analyze(sn.ctx, result.Text, format, sn.settings.Analysis, sn.fixed...); err != nil {
			return nil, err
		}
	}
	return whole.Around(i, result).Rest(sn.ctx)
}

// leaveWork ends the work of a document that has been closed if no other document of it is
// open; else the file counts again as it is on disk.
func (s *Server) leaveWork(ctx context.Context, d *document) {
	w := s.workOf(d.uri)
	if w == nil {
		return
	}
	if len(s.documentsWhere(func(d *document) bool { return w.has(d.uri) })) > 0 {
		s.rereadFile(ctx, w, w.path(d.uri))
		return
	}
	s.works.mu.Lock()
	s.works.list = slices.DeleteFunc(s.works.list, func(other *openWork) bool { return other == w })
	s.works.mu.Unlock()
	w.mu.Lock()
	w.isOver, w.whole = true, nil
	if w.timer != nil {
		w.timer.Stop()
	}
	w.mu.Unlock()
	s.publishOrder(ctx, w, w.order.Problems)
}
