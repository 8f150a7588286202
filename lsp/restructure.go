package lsp

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
	"github.com/segls/segls/internal/session"
)

// runOnText executes a command on the newest state of a document. It returns null unless it has moved text to another file, would break
// links, or is a trial; then it answers as runOnFiles does.
func (s *Server) runOnText(ctx context.Context, c *command.Command, a commandArgument) (any, error) {
	if c.Name == command.RenameFragment && a.As == command.AsHeading && a.End == nil {
		left, hasHeading, err := s.renameHeading(ctx, a)
		if left != nil {
			return left, nil
		}
		if hasHeading || err != nil {
			return nil, err
		}
	}
	same := a
	var left *unmendedResult
	var report func(context.Context) // after a move within the file
	asksFirst := false
	attempt := func() error {
		return s.applyToNewest(ctx, a.URI, a.Position, func(v *analysedFile) (restructure.Edit, error) {
			left, report, asksFirst = nil, nil, false
			e, err := s.computeEdit(v, c, &same)
			if err != nil || a.Force {
				return e, err
			}
			if c.Kind == command.Move && !a.IsTrial {
				report = func(ctx context.Context) { s.reportBrokenLinks(ctx, v, e) }
				return e, nil
			}
			if left = s.brokenByEdit(ctx, v, e); left != nil && len(left.Unmended) > 0 || a.IsTrial {
				asksFirst = true
				if a.IsTrial && len(e.Files) > 0 {
					left = cmp.Or(left, newUnmendedResult())
					left.File = e.Files[0].Path
				}
				return restructure.Edit{}, nil
			}
			return e, nil
		})
	}
	err := attempt()
	if asksFirst {
		if a.IsTrial || !s.confirmDoubtful(ctx, left, a) {
			return cmp.Or(left, newUnmendedResult()), nil
		}
		a.Force = true
		err = attempt()
	}
	if err == nil && report != nil {
		s.runInBackground(report)
	}
	if err != nil && !errors.Is(err, restructure.ErrGone) && a.End == nil && !a.IsTrial {
		return s.moveAcrossFiles(ctx, c, a, err)
	}
	return nil, err
}

// brokenByEdit returns the links that an edit of a text may break because it creates files or removes a name, such as a heading; nil if
// there are none or they are not known.
func (s *Server) brokenByEdit(ctx context.Context, v *analysedFile, e restructure.Edit) *unmendedResult {
	if len(e.Files) == 0 && !v.changesHeading(e) {
		return nil
	}
	t, c := s.workspaceChange(ctx, v, e)
	if t == nil {
		return nil
	}
	defer t.close()
	if path := t.path(v.documentURI()); len(e.Files) == 0 && !c.LosesNames(t.Work, path) {
		return nil
	}
	return t.unmendedOf(c.WithDoubtful(t.Work, "."))
}

// changesHeading reports whether an edit removes text of a heading.
func (v *analysedFile) changesHeading(e restructure.Edit) bool {
	return slices.ContainsFunc(v.Sections(), func(section analysis.Section) bool {
		return slices.ContainsFunc(e.Replacements, func(r restructure.Replacement) bool {
			return r.Span.Len() > 0 && r.Span.Start < section.Headline.End && section.Headline.Start < r.Span.End
		})
	})
}

// workspaceChange returns the texts of a document's workspace folder, and an edit of the document as a change of these texts. The texts are
// nil if they are not known.
func (s *Server) workspaceChange(ctx context.Context, v *analysedFile, e restructure.Edit) (*workspaceTexts, rearrange.Change) {
	root := s.folderOf(v.documentURI())
	path := session.Relative(root, filePath(v.documentURI()))
	if root == "" || path == "" || v.file.Cells != nil {
		return nil, rearrange.Change{}
	}
	t, err := s.textsUnder(ctx, root, path)
	if err != nil {
		s.log.Warn("cannot find the links that an edit may break", "error", err)
		return nil, rearrange.Change{}
	}
	t.Index = t.Index.WithFile(path, v.Text.String()) // the text of v may be newer
	return t, rearrange.ChangeOfEdit(t.Work, path, e)
}

// computeEdit returns the edit of a command. It sets a.ID to the id of the unit.
func (s *Server) computeEdit(v *analysedFile, c *command.Command, a *commandArgument) (restructure.Edit, error) {
	if a.ID == "" && a.Version != nil && *a.Version != v.file.Version {
		return restructure.Edit{}, restructure.ErrGone
	}
	t := s.newTask(v, *a)
	defer func() { a.ID = t.Argument.ID }()
	return c.EditOf(t)
}

// newTask returns a document as the parameter of commands.
func (s *Server) newTask(v *analysedFile, a commandArgument) *command.Task {
	return &command.Task{Document: v.Document, Argument: a.toCommandArgument(v.offset), Folder: nearbyFiles{s, v}}
}

// toCommandArgument returns a with its positions converted to offsets by the given function.
func (a commandArgument) toCommandArgument(offset func(protocol.Position) int) command.Argument {
	at := func(p *protocol.Position) *int {
		if p == nil {
			return nil
		}
		return new(offset(*p))
	}
	return command.Argument{
		Offset: offset(a.Position), End: at(a.End), To: at(a.To), ID: a.ID, ToID: a.ToID, Side: a.Side, As: a.As, By: a.By, File: a.File,
		Title: a.Title, Note: a.Note, Rule: a.Rule, Matter: a.FrontMatter, Mending: a.MendLevels, Renumber: a.Renumber,
	}
}
