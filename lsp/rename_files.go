package lsp

import (
	"context"
	"maps"
	"slices"
	"strings"

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
	renames := make(map[string][]link.PathRename) // by the folder of the workspace; To is "" for what leaves it
	for _, f := range params.Files {
		from, to := uri.URI(f.OldURI), uri.URI(f.NewURI)
		root := s.folderOf(from)
		was, is := session.RelativeOnDisk(root, filePath(from)), session.RelativeOnDisk(root, filePath(to))
		if root == "" || was == "" {
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

// addRenames adds to an edit the changes that renames in a workspace folder require. It returns notes for the writer.
func (s *Server) addRenames(ctx context.Context, edit *protocol.WorkspaceEdit, root string, renames []link.PathRename) (notes []*sentence.Sentence, err error) {
	t, err := s.textsUnder(ctx, root, renames[0].From)
	if err != nil {
		return nil, err
	}
	defer t.close()
	var inside []link.PathRename
	var leaving []string
	for _, r := range renames {
		if r.To == "" {
			leaving = append(leaving, r.From)
		} else {
			inside = append(inside, r)
		}
	}
	c, err := s.computeChange(&command.WorkTask{Work: t.Work}, func(c *command.WorkTask) (rearrange.Change, error) {
		return rearrange.RenameFiles(c.Work, inside...), nil
	})
	if err != nil {
		return nil, err
	}
	edits := c
	edits.Renamed = nil // the client renames the files
	made, err := t.renameEdit(edits)
	if err != nil {
		return nil, err
	}
	edit.DocumentChanges = append(edit.DocumentChanges, made.DocumentChanges...)
	if edit.Changes == nil {
		edit.Changes = made.Changes
	}
	maps.Copy(edit.Changes, made.Changes)
	c = c.WithDoubtful(t.Work, ".")
	for _, from := range leaving {
		c.Unmended = append(c.Unmended, linksFromOutside(t.Index, from)...)
	}
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

// linksFromOutside returns the links to a file, or into a folder, from files outside it, which break if it goes.
func linksFromOutside(x *link.Index, goes string) (broken []link.BrokenByChange) {
	isIn := func(path string) bool { return path == goes || strings.HasPrefix(path, goes+"/") }
	for _, name := range x.Files() {
		for _, l := range x.Links(name) {
			if to, ok := x.Follow(name, l); ok && isIn(to.Path) && !isIn(name) {
				broken = append(broken, link.BrokenByChange{LocatedLink: link.LocatedLink{Path: name, Link: l}, Reason: sentence.New("There is no file %s.", to.Path)})
			}
		}
	}
	return broken
}
