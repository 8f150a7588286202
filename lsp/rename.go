package lsp

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
)

func (s *Server) renameOptions() protocol.RenameProvider {
	if s.clientCaps.preparesRename {
		return &protocol.RenameOptions{PrepareProvider: new(true)}
	}
	return protocol.Boolean(true)
}

// prepareRename answers with the name at a position, or null. The error for a name that segls does not rename gives the reason.
func (s *Server) prepareRename(ctx context.Context, params *protocol.PrepareRenameParams) (protocol.PrepareRenameResult, error) {
	v, err := s.analysedFile(ctx, params.TextDocument.URI)
	if v == nil || !s.answersLinks(v) {
		return nil, cmp.Or(err, notebookRenameError(v))
	}
	t, n, err := s.nameToRename(ctx, params.TextDocument.URI, params.Position)
	if n == nil {
		return nil, err
	}
	defer t.close()
	if err := rearrange.CheckRename(*n); err != nil {
		return nil, toFailure(err)
	}
	at := t.views[t.path(params.TextDocument.URI)].rangeOf(n.Span)
	return &protocol.PrepareRenamePlaceholder{Range: at, Placeholder: n.Text}, nil
}

// notebookRenameError returns the error for renaming in a notebook, whose links are not indexed; nil if that does not apply.
func notebookRenameError(v *analysedFile) error {
	if v == nil || v.file.Cells == nil || v.file.Settings.LinkFeatures == off {
		return nil
	}
	return newFailure("segls does not follow the links of notebooks, so it renames nothing there. Change the heading and the links to it by hand.")
}

// rename answers with the edit that renames the name at a position and updates all links to it.
func (s *Server) rename(ctx context.Context, params *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	v, err := s.analysedFile(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	if v == nil || !s.answersLinks(v) {
		return nil, cmp.Or(notebookRenameError(v), newFailure("There is nothing here that segls can rename."))
	}
	t, n, err := s.nameToRename(ctx, params.TextDocument.URI, params.Position)
	if n == nil {
		if err == nil {
			err = newFailure("There is nothing here that segls can rename.")
		}
		return nil, err
	}
	defer t.close()
	c, err := s.renameChange(t, *n, params.NewName)
	if err != nil {
		return nil, err
	}
	s.tellOfRename(c)
	return t.renameEdit(c)
}

// renameChange returns the change that renames n.
func (s *Server) renameChange(t *workspaceTexts, n link.Name, to string) (rearrange.Change, error) {
	c, err := s.computeChange(&command.WorkTask{Work: t.Work}, func(f *command.WorkTask) (rearrange.Change, error) {
		return rearrange.RenameNamed(f.Work, n, to)
	})
	if err != nil {
		return rearrange.Change{}, toFailure(err)
	}
	return c, s.checkChange(t, c)
}

// nameToRename returns the name at a position of a document and the texts around it, which the caller closes. Both are
// nil if there is no name.
func (s *Server) nameToRename(ctx context.Context, u uri.URI, position protocol.Position) (*workspaceTexts, *link.Name, error) {
	t, err := s.textsAround(ctx, u)
	if t == nil {
		return nil, nil, err
	}
	path := t.path(u)
	if v := t.views[path]; v != nil {
		t.Documents = t.openDocuments()
		if n, ok := t.Index.NameAt(path, v.offset(position)); ok {
			return t, &n, nil
		}
	}
	t.close()
	return nil, nil, nil
}

// tellOfRename shows the writer the notes of a rename.
func (s *Server) tellOfRename(c rearrange.Change) {
	if len(c.Notes) == 0 {
		return
	}
	s.runInBackground(func(ctx context.Context) {
		s.showMessage(ctx, protocol.MessageTypeInfo, s.clientCaps.All(c.Notes))
	})
}

// renameEdit returns a change as an edit for the client: first the texts, with versions, then the renamed files.
func (t *workspaceTexts) renameEdit(c rearrange.Change) (*protocol.WorkspaceEdit, error) {
	edit := &protocol.WorkspaceEdit{}
	if !t.clientCaps.documentChanges {
		if len(c.Renamed) > 0 {
			return nil, newFailure("This editor does not let a server rename files.")
		}
		edit.Changes = make(map[uri.URI][]protocol.TextEdit)
		for _, path := range slices.Sorted(maps.Keys(c.Edits)) {
			edit.Changes[t.clientURI(path)] = t.textEdits(path, c.Edits[path])
		}
		return edit, nil
	}
	for _, path := range slices.Sorted(maps.Keys(c.Edits)) {
		edit.DocumentChanges = append(edit.DocumentChanges, t.textEdit(path, c.Edits[path]))
	}
	for _, r := range c.Renamed {
		if !t.clientCaps.renamesFiles {
			return nil, newFailure("This editor does not let a server rename files.")
		}
		file := &protocol.RenameFile{Kind: "rename", OldURI: t.clientURI(r.From), NewURI: t.uri(r.To)}
		if t.clientCaps.annotatesEdits {
			file.AnnotationID = annotation
			edit.ChangeAnnotations = map[protocol.ChangeAnnotationIdentifier]protocol.ChangeAnnotation{annotation: {Label: c.Title.In(t.clientCaps.Language)}}
		}
		edit.DocumentChanges = append(edit.DocumentChanges, file)
	}
	return edit, nil
}

// renameHeading changes the title of the heading above a fragment and updates the links to it. It reports whether there
// is a heading that it can rename. In a trial, it only returns what may break.
func (s *Server) renameHeading(ctx context.Context, a commandArgument) (left *unmendedResult, hasHeading bool, err error) {
	end, err := s.beginChangeAround(ctx, a.URI)
	if err != nil {
		return nil, false, err
	}
	defer end()
	err = retry(func() error {
		left, hasHeading, err = s.tryRenameHeading(ctx, a)
		return err
	})
	return left, hasHeading, err
}

// tryRenameHeading makes one attempt of renameHeading, on the current texts.
func (s *Server) tryRenameHeading(ctx context.Context, a commandArgument) (left *unmendedResult, hasHeading bool, err error) {
	v, err := s.analysedFile(ctx, a.URI)
	if v == nil || v.file.Cells != nil || err != nil {
		return nil, false, err
	}
	i, err := s.newTask(v, a).Fragment()
	if err != nil {
		return nil, false, err
	}
	heading, ok := restructure.HeadingAbove(v.Document, i)
	if !ok || len(heading.Runs) == 0 {
		return nil, false, nil
	}
	t, n, err := s.nameToRename(ctx, a.URI, v.position(heading.Span.Start))
	if t != nil {
		defer t.close()
	}
	if n == nil || n.Kind != link.HeadingName {
		return nil, false, err
	}
	made, err := s.renameChange(t, *n, a.Title)
	if err != nil {
		return nil, true, err
	}
	if a.IsTrial {
		return t.unmendedOf(made), true, nil
	}
	if !s.clientCaps.appliesEdits || len(made.Edits) > 1 && !s.clientCaps.documentChanges {
		return nil, true, newFailure("This editor does not let a server change several files.")
	}
	if err := s.applyChange(ctx, t, made); err != nil {
		return nil, true, err
	}
	s.tellOfRename(made)
	return nil, true, nil
}
