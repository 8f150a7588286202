package lsp

import (
	"context"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/link"
	"github.com/segls/segls/analysis/rearrange"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/analysis/work"
)

// fileOperations are what the client asks about before doing it: files and folders that get
// another name, pictures too, which texts show.
func (s *Server) fileOperations() *protocol.FileOperationOptions {
	if !s.able.asksOfRenames {
		return nil
	}
	all := protocol.FileOperationFilter{Scheme: new("file"), Pattern: protocol.FileOperationPattern{Glob: "**/*"}}
	return &protocol.FileOperationOptions{WillRename: protocol.FileOperationRegistrationOptions{Filters: []protocol.FileOperationFilter{all}}}
}

// WillRenameFiles answers with the edit that keeps every link, and the order of a work, when files
// or folders get other names. A rename is never held up: what cannot be kept is told.
func (s *Server) WillRenameFiles(ctx context.Context, params *protocol.RenameFilesParams) (*protocol.WorkspaceEdit, error) {
	renames := make(map[string][]link.Rename) // by the folder of the workspace
	for _, f := range params.Files {
		from, to := uri.URI(f.OldURI), uri.URI(f.NewURI)
		s.mu.Lock()
		root := rootOf(filePath(from), s.folders)
		s.mu.Unlock()
		w := &openWork{root: root}
		if root == "" || samePlace(root, s.files.cache.Home) || w.path(from) == "" || w.path(to) == "" {
			continue
		}
		renames[root] = append(renames[root], link.Rename{From: w.path(from), To: w.path(to)})
	}
	edit := &protocol.WorkspaceEdit{}
	var told []*sentence.Sentence
	for _, root := range slices.Sorted(maps.Keys(renames)) {
		notes, err := s.rename(ctx, edit, root, renames[root])
		if err != nil {
			s.log.Warn("links cannot be kept", "error", err)
			notes = append(notes, sentence.New("Links to what is renamed have not been changed: %s", err))
		}
		told = append(told, notes...)
	}
	if len(told) > 0 {
		s.run(func(ctx context.Context) {
			s.try("showMessage", s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeWarning, Message: s.able.All(told)}))
		})
	}
	if len(edit.DocumentChanges) == 0 && len(edit.Changes) == 0 {
		return nil, nil
	}
	return edit, nil
}

// rename adds to an edit what renames in a folder of the workspace need. The notes are for the
// writer.
func (s *Server) rename(ctx context.Context, edit *protocol.WorkspaceEdit, root string, renames []link.Rename) (notes []*sentence.Sentence, err error) {
	m, done, err := s.linksUnder(ctx, root, renames[0].From)
	if err != nil {
		return nil, err
	}
	defer done()
	c, err := s.attemptChange(&rearrangeContext{Work: m.Work}, func(c *rearrangeContext) (rearrange.Change, error) {
		return rearrange.Rename(c.Work, renames...), nil
	})
	if err != nil {
		return nil, err
	}
	for _, path := range slices.Sorted(maps.Keys(c.Edits)) {
		e := m.textEdit(path, c.Edits[path])
		if s.able.documentChanges {
			edit.DocumentChanges = append(edit.DocumentChanges, e)
			continue
		}
		if edit.Changes == nil {
			edit.Changes = make(map[uri.URI][]protocol.TextEdit)
		}
		for _, element := range e.Edits {
			edit.Changes[e.TextDocument.URI] = append(edit.Changes[e.TextDocument.URI], *element.(*protocol.TextEdit))
		}
	}
	notes = c.Notes
	if n := len(c.Unmended); n > 0 {
		u := c.Unmended[0]
		notes = append(notes, sentence.New("%d of the links will lead nowhere. One of them is in %s: %s", n, u.Path, u.Reason))
	}
	return notes, nil
}

// workAt returns the work of a file or folder, open or not; one without files if there is none.
func (s *Server) workAt(root, path string) *openWork {
	for _, w := range s.openWorks() {
		isUnder := func(file string) bool { return file == path || strings.HasPrefix(file, path+"/") }
		w.mu.Lock()
		order := w.order
		w.mu.Unlock()
		if w.root == root && (slices.ContainsFunc(order.Files(), isUnder) || slices.ContainsFunc(order.Orphans, isUnder)) {
			return &openWork{root: root, order: order}
		}
	}
	w := &openWork{root: root, order: new(work.Work)}
	files, done, err := s.filesOf(w)
	if err != nil {
		return w
	}
	defer done()
	if order, ok := work.Find(files, path); ok {
		w.order = order
	}
	return w
}

// siteOf returns the site that a work becomes: without one, texts are as GitHub shows them.
func siteOf(files fs.FS, order *work.Work) link.Site {
	if order.Kind == "" {
		return link.Site{Folder: "."}
	}
	return link.SiteOf(files, order)
}

// ordersOf returns the files that say an order.
func ordersOf(order *work.Work) (files []string) {
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
