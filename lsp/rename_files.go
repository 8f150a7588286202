package lsp

import (
	"context"
	"maps"
	"slices"

	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/session"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/rearrange"
)

// fileOperations registers for renames of files and folders of all kinds, because texts also link to pictures.
func (s *Server) fileOperations() *protocol.FileOperationOptions {
	if !s.clientCaps.asksOfRenames {
		return nil
	}
	all := protocol.FileOperationFilter{Scheme: new("file"), Pattern: protocol.FileOperationPattern{Glob: "**/*"}}
	return &protocol.FileOperationOptions{WillRename: protocol.FileOperationRegistrationOptions{Filters: []protocol.FileOperationFilter{all}}}
}

// willRenameFiles answers with the edit that updates all links, and the order of a work, when files
// or folders are renamed. It never prevents a rename: it reports links that it cannot update.
func (s *Server) willRenameFiles(ctx context.Context, params *protocol.RenameFilesParams) (*protocol.WorkspaceEdit, error) {
	renames := make(map[string][]link.PathRename) // by the folder of the workspace
	for _, f := range params.Files {
		from, to := uri.URI(f.OldURI), uri.URI(f.NewURI)
		root := s.folderOf(from)
		was, is := session.RelativeOnDisk(root, filePath(from)), session.RelativeOnDisk(root, filePath(to))
		if root == "" || was == "" || is == "" {
			continue
		}
		renames[root] = append(renames[root], link.PathRename{From: was, To: is})
	}
	edit := &protocol.WorkspaceEdit{}
	var allNotes []*sentence.Sentence
	for _, root := range slices.Sorted(maps.Keys(renames)) {
		notes, err := s.addRenames(ctx, edit, root, renames[root])
		if err != nil {
			s.log.Warn("cannot update links", "error", err)
			notes = append(notes, sentence.New("Links with the old name have not been changed: %s", err))
		}
		allNotes = append(allNotes, notes...)
	}
	if len(allNotes) > 0 {
		s.runInBackground(func(ctx context.Context) {
			s.showMessage(ctx, protocol.MessageTypeWarning, s.clientCaps.All(allNotes))
		})
	}
	if len(edit.DocumentChanges) == 0 && len(edit.Changes) == 0 {
		return nil, nil
	}
	return edit, nil
}

// addRenames adds to an edit the changes that renames in a workspace folder require. It returns notes
// for the writer.
func (s *Server) addRenames(ctx context.Context, edit *protocol.WorkspaceEdit, root string, renames []link.PathRename) (notes []*sentence.Sentence, err error) {
	t, err := s.textsUnder(ctx, root, renames[0].From)
	if err != nil {
		return nil, err
	}
	defer t.close()
	c, err := s.computeChange(&command.WorkTask{Work: t.Work}, func(c *command.WorkTask) (rearrange.Change, error) {
		return rearrange.RenameFiles(c.Work, renames...), nil
	})
	if err != nil {
		return nil, err
	}
	c.Renamed = nil // the client renames the files
	made, err := t.renameEdit(c)
	if err != nil {
		return nil, err
	}
	edit.DocumentChanges = append(edit.DocumentChanges, made.DocumentChanges...)
	if edit.Changes == nil {
		edit.Changes = made.Changes
	}
	maps.Copy(edit.Changes, made.Changes)
	c = c.WithDoubtful(t.Work, ".")
	notes = c.Notes
	for i, u := range t.unmendedOf(c).Unmended {
		if i == mostPlaces {
			notes = append(notes, sentence.New("… and %d more", len(c.Unmended)-i))
			break
		}
		notes = append(notes, sentence.New("%s:%d: %s", t.path(u.URI), u.Line+1, u.Message))
	}
	return notes, nil
}
