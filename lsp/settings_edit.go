package lsp

import (
	"context"
	"os"
	"path/filepath"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/config"
	"github.com/segls/segls/internal/regular"
	"github.com/segls/segls/internal/restructure"
)

// changeSettingsFile has the client change a settings file, or create one if there is none, and informs the writer of the changes that
// undo does not revert.
func (s *Server) changeSettingsFile(ctx context.Context, title *sentence.Sentence, path string, change func(settings string) (restructure.Replacement, error)) error {
	if !s.clientCaps.appliesEdits || !s.clientCaps.documentChanges {
		return newFailure("This editor does not let a server change texts.")
	}
	_, missing := os.Lstat(path)
	settings, version, err := s.settingsText(path, missing == nil)
	if err != nil {
		return newFailure("%s cannot be read.", path)
	}
	if missing != nil && !s.clientCaps.createsFiles {
		return newFailure("This editor does not let a server make files.")
	}
	replacement, err := change(settings)
	if err != nil {
		return toFailure(err)
	}
	in := mapper{rope.New(settings), s.clientCaps.encoding}
	at := in.rangeOf(replacement.Span)
	if version == nil {
		at = in.rangeOnDisk(replacement.Span)
	}
	var w protocol.WorkspaceEdit
	left := leftByUndo{changed: []string{filepath.Base(path)}}
	if missing != nil {
		left = leftByUndo{made: left.changed}
		w.DocumentChanges = append(w.DocumentChanges, newCreateFile(fileURI(path)))
	}
	w.DocumentChanges = append(w.DocumentChanges, newTextDocumentEdit(fileURI(path), version, &protocol.TextEdit{Range: at, NewText: replacement.Text}))
	if !s.applyWorkspaceEdit(ctx, title, &w).applied {
		return newFailure("The editor did not apply the change.")
	}
	s.reportLeftovers(ctx, nil, left)
	return nil
}

// settingsText returns the text of a settings file: from the editor, with its version, or else from disk.
func (s *Server) settingsText(path string, exists bool) (string, *int32, error) {
	if open := s.session.Current().File(string(fileURI(path))); open != nil {
		return open.Text.String(), &open.Version, nil
	}
	if !exists {
		return "", nil, nil
	}
	text, err := regular.Read(regular.Disk{}, path, config.MaxSize)
	return string(text), nil, err
}
