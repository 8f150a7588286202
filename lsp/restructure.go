package lsp

import (
	"context"
	"errors"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/restructure"
)

// restructure executes a command on the newest state of a document. It answers null, or
// as rearrange does if it has moved something over the end of a file.
func (s *Server) restructure(ctx context.Context, c *command.Command, a commandArgument) (protocol.LSPAny, error) {
	same := a
	err := s.applyNewest(ctx, a.URI, a.Position, func(v *view) (restructure.Edit, error) { return s.computeEdit(v, c, &same) })
	if err != nil && !errors.Is(err, restructure.ErrGone) && a.End == nil {
		return s.moveAcrossFiles(ctx, c, a, err)
	}
	return nil, err
}

// computeEdit returns the edit of a command. The argument then names what it is about by id.
func (s *Server) computeEdit(v *view, c *command.Command, a *commandArgument) (restructure.Edit, error) {
	if a.ID == "" && a.Version != nil && *a.Version != v.file.Version {
		return restructure.Edit{}, restructure.ErrGone
	}
	t := s.commandText(v, *a)
	defer func() { a.ID = t.Argument.ID }()
	return c.EditOf(t)
}

// commandText is a document as commands take it.
func (s *Server) commandText(v *view, a commandArgument) *command.Text {
	return &command.Text{Document: v.Document, Argument: a.in(v.offset), Folder: folderOfText{s, v}}
}

// in returns an argument whose positions are offsets in a text.
func (a commandArgument) in(offset func(protocol.Position) int) command.Argument {
	at := func(p *protocol.Position) *int {
		if p == nil {
			return nil
		}
		return new(offset(*p))
	}
	return command.Argument{
		Offset: offset(a.Position), End: at(a.End), To: at(a.To), ID: a.ID, ToID: a.ToID, Side: a.Side, As: a.As, By: a.By, File: a.File,
		Title: a.Title, Note: a.Note, Rule: a.Rule, Matter: a.FrontMatter, Mending: a.MendLevels,
	}
}
