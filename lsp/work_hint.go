package lsp

import (
	"context"
	"path/filepath"

	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/config"
	"github.com/segls/segls/internal/restructure"
	"github.com/segls/segls/internal/session"
	"github.com/segls/segls/internal/work"
)

// workHintResult answers segls/workHint: how the folder of a document could become a work, and whether segls.writeOrder can make it one.
type workHintResult struct {
	Message  string `json:"message"`
	CanWrite bool   `json:"canWrite"`
}

// workHint answers with a sentence that says why a document is in no work, or null if it is in one or in no folder.
func (s *Server) workHint(ctx context.Context, p textParams) (any, error) {
	u := p.TextDocument.URI
	d, err := s.document(u)
	if d == nil || s.workOf(u) != nil {
		return nil, err
	}
	if err := s.awaitSettings(ctx, d); err != nil {
		return nil, err
	}
	root := s.folderOf(u)
	name := session.Relative(root, filePath(u))
	if root == "" || name == "" || d.holdsSettings {
		return nil, nil
	}
	if !s.mayJoinWork(d) {
		return workHintResult{s.clientCaps.Say("Each file is read alone here: the setting whole-work is off."), false}, nil
	}
	files, done, err := s.session.Current().OpenFolder(root)
	if err != nil {
		return nil, nil
	}
	defer done()
	message, canWrite := work.NewFinder(files).CreationHint(name)
	return workHintResult{message.In(s.clientCaps.Language), canWrite}, nil
}

// writeOrder has the client write the order that the names of the files around a document imply into the settings file of their folder.
func (s *Server) writeOrder(ctx context.Context, a commandArgument) error {
	u := a.URI
	root := s.folderOf(u)
	name := session.Relative(root, filePath(u))
	if root == "" || name == "" {
		return newFailure("Save the document first: an order is a list of file names.")
	}
	files, done, err := s.session.Current().OpenFolder(root)
	if err != nil {
		return newFailure("The folder cannot be read: %s", err)
	}
	defer done()
	folder, list, err := work.NewFinder(files).FilesInSeries(name)
	if err != nil {
		return toFailure(err)
	}
	file := filepath.Join(root, filepath.FromSlash(folder), config.Name)
	err = s.changeSettingsFile(ctx, sentence.New("Write the order of this folder"), file, func(settings string) (restructure.Replacement, error) {
		span, text, err := work.AddFilesEdit(settings, list)
		return restructure.Replacement{Span: span, Text: text}, err
	})
	if err == nil {
		s.reconfigure()
	}
	return err
}
