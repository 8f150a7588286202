package lsp

import (
	"context"
	"maps"
	"os"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/regular"
)

// This file undoes changes of several files, at the request of the writer or because a change has failed.

// fileState is the current state of a file: in the client if it is open there, or else on disk.
type fileState struct {
	text    string
	version *int32 // nil if it is not open
	uri     uri.URI

	hidesMark bool // a byte order mark in text is not in the client's text
}

// readFileState returns the current state of a file, and whether it can be read.
func (s *Server) readFileState(t *workspaceTexts, path string) (state fileState, isThere bool) {
	state.uri = t.clientURI(path)
	if d, _ := s.document(state.uri); d != nil {
		f := s.currentFile(d)
		if f == nil {
			return state, false
		}
		state.text, state.version = f.Text.String(), &f.Version
		if strings.HasPrefix(t.textBefore(path), byteOrderMark) && !strings.HasPrefix(state.text, byteOrderMark) {
			state.text, state.hidesMark = byteOrderMark+state.text, true
		}
		return state, true
	}
	state.hidesMark = true
	onDisk, err := regular.Read(regular.Disk{}, filePath(state.uri), regular.MaxTextBytes)
	state.text = string(onDisk)
	return state, err == nil
}

// inverseChanges returns the changes that undo a change, given the current files. restored gives the sources of moves
// their text back before other files lose it; deleted deletes the files that the change created.
func (t *workspaceTexts) inverseChanges(c rearrange.Change, now map[string]fileState) (restored, deleted []protocol.DocumentChange) {
	var others []protocol.DocumentChange
	sources := t.sources(c)
	for _, path := range slices.Sorted(maps.Keys(now)) {
		was, state := t.textBefore(path), now[path]
		switch _, isNew := c.Created[path]; {
		case isNew:
			deleted = append(deleted, newDeleteFile(state.uri))
		case slices.Contains(c.Removed, path):
			restored = append(restored, newCreateFile(state.uri), newTextDocumentEdit(state.uri, nil, &protocol.TextEdit{NewText: was}))
		default:
			span, with := rope.Difference(state.text, was)
			at := mapper{rope.New(state.text), t.clientCaps.encoding}
			rangeOf := at.rangeOf
			if state.hidesMark {
				rangeOf = at.rangeOnDisk
			}
			edit := newTextDocumentEdit(state.uri, state.version, &protocol.TextEdit{Range: rangeOf(span), NewText: with})
			if sources[path] {
				restored = append(restored, edit)
			} else {
				others = append(others, edit)
			}
		}
	}
	return slices.Concat(restored, others), deleted
}

// textBefore returns the text of a file before a change; "" if the file did not exist.
func (t *workspaceTexts) textBefore(path string) string {
	text, _ := t.Index.Text(path)
	return text
}

// undoChange undoes a change of several files if they are still as the change has left them. Otherwise it returns the reason.
func (s *Server) undoChange(ctx context.Context, t *workspaceTexts, c rearrange.Change) error {
	end, err := s.beginChange(ctx, t.id)
	if err != nil {
		return err
	}
	defer end()
	texts := c.Texts()
	var open []*openDocument
	for path := range texts {
		if d, _ := s.document(t.clientURI(path)); d != nil {
			open = append(open, d)
		}
	}
	endEdits, err := beginAllEdits(ctx, open)
	if err != nil {
		return err
	}
	defer endEdits()
	now := make(map[string]fileState)
	for path, wanted := range texts {
		state, _ := s.readFileState(t, path)
		if !sameText(state.text, wanted) {
			return newFailure("%s has changed since, so nothing has been undone.", path)
		}
		now[path] = state
	}
	for _, path := range c.Removed {
		if s.isThere(filePath(t.uri(path))) {
			return newFailure("%s exists again, so nothing has been undone.", path)
		}
		now[path] = fileState{uri: t.uri(path)}
	}
	restored, deleted := t.inverseChanges(c, now)
	answer := s.applyDocumentChanges(ctx, sentence.New("Take back"), slices.Concat(restored, deleted))
	switch {
	case answer.applied:
		return nil
	case answer.reason != "":
		return newFailure("%s. The editor did not undo the change; the texts are unchanged.", answer.reason)
	}
	return newFailure("The editor did not undo the change.")
}

// isThere reports whether a file exists, even if only in the client.
func (s *Server) isThere(path string) bool {
	if d, _ := s.document(s.clientURI(path)); d != nil {
		return true
	}
	_, err := os.Stat(path)
	return err == nil
}

// rollBackChange undoes a change, or the part of it that the client has made, but keeps what the writer has typed. It reports whether the
// client has applied all that this needs. Texts regain words before others lose them.
func (s *Server) rollBackChange(ctx context.Context, t *workspaceTexts, c rearrange.Change, outcomes map[string]editOutcome) bool {
	now, isBack := make(map[string]fileState), true
	for _, path := range c.Removed {
		if _, err := os.Stat(filePath(t.uri(path))); err != nil {
			now[path] = fileState{uri: t.uri(path)}
		}
	}
	for path, wanted := range c.Texts() {
		_, isNew := c.Created[path]
		state, isThere := s.readFileState(t, path)
		_, wasThere := t.Index.Text(path)
		switch isMade := sameText(state.text, wanted) || isNew && state.text == ""; {
		case t.views[path] != nil || !isThere || !isMade: // open texts are restored below
		case !wasThere || state.text != t.textBefore(path):
			state.version = nil // the client may have opened the file only to make the change
			now[path] = state
		}
	}
	restored, deleted := t.inverseChanges(c, now)
	if len(restored) > 0 {
		isBack = s.applyDocumentChanges(ctx, sentence.New("Take back"), restored).applied
	}
	sources := t.sources(c)
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(c.Edits)), func(path string) bool { return sources[path] })
	for _, path := range slices.Concat(slices.Sorted(maps.Keys(sources)), others) {
		v, o := t.views[path], outcomes[path]
		if v == nil || !o.isDone && !o.isMisapplied {
			continue
		}
		wanted := v.Text
		if o.isMisapplied {
			wanted = o.typed
		}
		d, _ := s.document(v.documentURI())
		isBack = isBack && d != nil && s.changeBackTo(ctx, d, v, wanted, o.changed)
	}
	if len(deleted) > 0 && isBack { // otherwise these files may hold the only copy
		isBack = s.applyDocumentChanges(ctx, sentence.New("Take back"), deleted).applied
	}
	return isBack
}
