package lsp

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
)

// This file asks the writer to confirm a change that may break links or names, and reports it afterwards. The extensions of segls ask the
// writer themselves; other clients get a message with buttons.

// mostPlaces is the largest number of places that a message lists. Further ones are only counted.
const mostPlaces = 10

// confirmDoubtful asks the writer whether to make a change that may break links or names. It returns false without asking if the client
// itself asks or cannot show buttons.
func (s *Server) confirmDoubtful(ctx context.Context, left *unmendedResult, a commandArgument) bool {
	if s.clientCaps.undoesFiles && !a.isAsked || !s.clientCaps.answersMessages {
		return false
	}
	said := s.formatPlaces(sentence.New("These places may be wrong after the change. Nothing has been changed yet."), left)
	anyway := sentence.New("Do It Anyway").In(s.clientCaps.Language)
	return s.askWithButtons(ctx, protocol.MessageTypeWarning, said, anyway, sentence.New("Leave It").In(s.clientCaps.Language)) == anyway
}

// formatPlaces returns a message: a sentence, followed by the places with their lines.
func (s *Server) formatPlaces(first *sentence.Sentence, left *unmendedResult) string {
	lines := []string{first.In(s.clientCaps.Language)}
	for i, u := range left.Unmended {
		said := sentence.New("%s:%d: %s", filepath.Base(filePath(u.URI)), u.Line+1, u.Message)
		if i == mostPlaces {
			said = sentence.New("… and %d more", len(left.Unmended)-i)
		}
		if lines = append(lines, said.In(s.clientCaps.Language)); i == mostPlaces {
			break
		}
	}
	return strings.Join(lines, "\n")
}

// reportBrokenLinks shows one message about the links and names that an edit of one file may have broken, if any. If the client can show buttons, the message offers to undo the edit.
func (s *Server) reportBrokenLinks(ctx context.Context, v *analysedFile, e restructure.Edit) {
	left := s.brokenByMove(ctx, v, e)
	if left == nil || len(left.Unmended) == 0 {
		return
	}
	said := s.formatPlaces(sentence.New("Moved. These places may be wrong now."), left)
	if !s.clientCaps.answersMessages {
		s.showMessage(ctx, protocol.MessageTypeWarning, said)
		return
	}
	undo := sentence.New("Undo").In(s.clientCaps.Language)
	if s.askWithButtons(ctx, protocol.MessageTypeWarning, said, undo) != undo {
		return
	}
	before, after := v.Text.String(), e.Apply(v.Text.String())
	err := s.applyToNewest(ctx, v.documentURI(), protocol.Position{}, func(now *analysedFile) (restructure.Edit, error) {
		if !sameText(now.Text.String(), after) {
			return restructure.Edit{}, newFailure("%s has changed since, so nothing has been undone.", filepath.Base(filePath(v.documentURI())))
		}
		back := e.Inverse(before)
		back.Title = sentence.New("Take back")
		return back, nil
	})
	if err != nil {
		s.showMessage(ctx, protocol.MessageTypeWarning, sentence.FromError(err).In(s.clientCaps.Language))
	}
}

// brokenByMove returns what a move within a file may have broken, or nil. Searches wait for each other, because a held key makes many
// moves.
func (s *Server) brokenByMove(ctx context.Context, v *analysedFile, e restructure.Edit) *unmendedResult {
	s.searching.acquire()
	defer s.searching.end()
	t, c := s.workspaceChange(ctx, v, e)
	if t == nil {
		return nil
	}
	defer t.close()
	return t.unmendedOf(c.WithDoubtful(t.Work, "."))
}

// askWithButtons shows a message with buttons and returns the text of the button that the writer clicked, or "".
func (s *Server) askWithButtons(ctx context.Context, kind protocol.MessageType, said string, buttons ...string) string {
	params := &protocol.ShowMessageRequestParams{Type: kind, Message: said}
	for _, b := range buttons {
		params.Actions = append(params.Actions, protocol.MessageActionItem{Title: b})
	}
	chosen, err := s.client.ShowMessageRequest(ctx, params)
	if err != nil || chosen == nil {
		return ""
	}
	return chosen.Title
}

// announceChange shows one message about a change of several files, perhaps with buttons to show the moved text and to undo the change.
func (s *Server) announceChange(ctx context.Context, t *workspaceTexts, c rearrange.Change, text string) {
	var files []string
	for _, m := range c.Moved {
		if m.To != m.Path && !slices.Contains(files, m.To) {
			files = append(files, m.To)
		}
	}
	if len(files) == 0 || !s.clientCaps.answersMessages {
		s.reportLeftovers(ctx, c.Notes, leftAfterChange(c, text))
		return
	}
	said := s.clientCaps.All(append([]*sentence.Sentence{sentence.New("Moved to %s.", filesSentence(s.titlesOf(ctx, t, c, files)))}, c.Notes...))
	show, undo := sentence.New("Show").In(s.clientCaps.Language), sentence.New("Undo").In(s.clientCaps.Language)
	buttons := []string{undo}
	if s.clientCaps.showsDocuments {
		buttons = []string{show, undo}
	}
	s.runInBackground(func(ctx context.Context) {
		switch s.askWithButtons(ctx, protocol.MessageTypeInfo, said, buttons...) {
		case show:
			s.revealMoved(ctx, t, c)
		case undo:
			if err := s.undoChange(ctx, t, c); err != nil {
				s.showMessage(ctx, protocol.MessageTypeWarning, sentence.FromError(err).In(s.clientCaps.Language))
			}
		}
	})
}

// titlesOf returns the titles of files after a change, in quotation marks, with paths where titles do not identify them.
func (s *Server) titlesOf(ctx context.Context, t *workspaceTexts, c rearrange.Change, files []string) []string {
	inOrder := make(map[string]string)
	for e := range t.Order.All() {
		inOrder[e.Path] = e.Title
	}
	titles, numWith := make([]string, len(files)), make(map[string]int)
	for i, path := range files {
		if titles[i] = inOrder[path]; titles[i] == "" {
			if d, err := s.documentAfter(ctx, t, c, path); err == nil && d != nil {
				titles[i] = d.Title()
			}
		}
		numWith[titles[i]]++
	}
	names := slices.Clone(files)
	for i, title := range titles {
		switch quoted := sentence.New("“%s”", title).In(s.clientCaps.Language); {
		case title == "":
		case numWith[title] > 1:
			names[i] = quoted + " (" + files[i] + ")"
		default:
			names[i] = quoted
		}
	}
	return names
}
