package lsp

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/segls/segls/internal/session"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/filename"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/regular"
	"github.com/segls/segls/internal/restructure"
)

// This file sends a change of several files to the client.
//
// The change is one edit, in this order: files are created, texts gain words, texts lose words, files are deleted. So if a client
// stops halfway or a disk is full, every word is still in at least one file. Clients that do not declare that they stop at a failure
// get two edits, the second after the first has been applied.
//
// The edits of open texts carry the version that the change was computed from, and the server waits until these texts are as expected.
// It reads other files again right before it sends the edit. For clients that support it, the edit is marked as a refactoring:
// VS Code then saves the changed files.

// checkChange returns an error for a change that the client does not support, or that cannot be made safely on disk.
func (s *Server) checkChange(t *workspaceTexts, c rearrange.Change) error {
	if len(c.Created) > 0 && !s.clientCaps.createsFiles {
		return newFailure("This editor does not let a server make files.")
	}
	if len(c.Removed) > 0 && !s.clientCaps.deletesFiles {
		return newFailure("This editor does not let a server remove files.")
	}
	for _, path := range slices.Sorted(maps.Keys(c.Created)) {
		file := filePath(t.uri(path))
		switch {
		case !s.isInWorkspace(t.uri(path), file):
			return newFailure("%s would be outside the workspace, so nothing has been done.", path)
		case s.takenNames(filepath.Dir(file))[filename.ComparisonKey(filepath.Base(file))]:
			return newFailure("%s already exists, so nothing has been done.", path)
		}
	}
	for _, path := range slices.Concat(slices.Sorted(maps.Keys(c.Edits)), c.Removed) {
		if about, err := os.Stat(filePath(t.uri(path))); err == nil && about.Mode().Perm()&0o200 == 0 {
			return newFailure("%s is read-only, so nothing has been done.", path)
		}
	}
	return nil
}

// matchesDisk reports whether the closed files at paths still have the text that was read.
func (t *workspaceTexts) matchesDisk(paths []string) bool {
	return !slices.ContainsFunc(paths, func(path string) bool {
		if t.views[path] != nil {
			return false
		}
		text, err := regular.Read(regular.Disk{}, filePath(t.uri(path)), regular.MaxTextBytes)
		was, _ := t.Index.Text(path)
		return err != nil || string(text) != was
	})
}

// applyChange has the client make a change, and waits until the open texts are as expected. If the client makes only a
// part of it, or applies it to a text that has changed, applyChange undoes that.
func (s *Server) applyChange(ctx context.Context, t *workspaceTexts, c rearrange.Change) error {
	touched := slices.Concat(slices.Sorted(maps.Keys(c.Edits)), c.Removed)
	var open []*openDocument
	var views []*analysedFile
	for _, path := range touched {
		if v := t.views[path]; v != nil {
			d, _ := s.document(v.documentURI())
			if d == nil {
				return errOutdated
			}
			open, views = append(open, d), append(views, v)
		}
	}
	end, err := beginAllEdits(ctx, open)
	if err != nil {
		return err
	}
	defer end()
	for i, d := range open {
		if now := s.currentFile(d); now == nil || now.Version != views[i].file.Version || !now.Text.Equal(views[i].Text) {
			return errOutdated
		}
	}
	if !t.matchesDisk(touched) {
		return errOutdated
	}
	s.rememberOutcome(ctx, t, c)
	first, last := t.workspaceEdits(c, t.sources(c))
	ctx = s.ctx // once started, the change is finished or undone even if the command is cancelled
	stages := [][]protocol.DocumentChange{slices.Concat(first, last)}
	if !s.clientCaps.stopsAtFailure {
		stages = [][]protocol.DocumentChange{first, last}
	}
	for _, stage := range stages {
		if len(stage) == 0 {
			continue
		}
		if answer := s.applyDocumentChanges(ctx, c.Title, stage); !answer.applied {
			outcomes := s.editOutcomes(ctx, t, c, open, patienceForText/20)
			if isBack := s.rollBackChange(ctx, t, c, outcomes); !isBack {
				return newFailure("The editor has applied only part of the change. No word is lost; undo it, or look at the files that it has changed.")
			}
			return answer.failure()
		}
	}
	outcomes := s.editOutcomes(ctx, t, c, open, patienceForApplied)
	isHit := func(o editOutcome) bool { return o.isMisapplied }
	if slices.ContainsFunc(slices.Collect(maps.Values(outcomes)), isHit) {
		if s.rollBackChange(ctx, t, c, outcomes) {
			return newFailure("You typed while the files were being changed, so the change has been undone. Try again.")
		}
		return newFailure("You typed while the files were being changed, and the change went wrong. Undo it and try again.")
	}
	return nil
}

// sources returns the paths of the texts that lose words in a change.
func (t *workspaceTexts) sources(c rearrange.Change) map[string]bool {
	sources := make(map[string]bool)
	for _, moved := range c.Moved {
		sources[moved.Path] = true
	}
	for path, text := range c.Texts() {
		if was, _ := t.Index.Text(path); len(c.Moved) == 0 && len(text) < len(was) {
			sources[path] = true // for example, a file from which text was cut to be pasted into another
		}
	}
	return sources
}

// editOutcomes waits for the outcomes of a change in the open texts and returns them by path.
func (s *Server) editOutcomes(ctx context.Context, t *workspaceTexts, c rearrange.Change, open []*openDocument, patience time.Duration) map[string]editOutcome {
	texts, outcomes := c.Texts(), make(map[string]editOutcome)
	for _, d := range open {
		path := t.path(d.uri)
		if expected, stays := texts[path]; stays {
			outcomes[path] = d.awaitOutcome(ctx, t.views[path], c.Edits[path], expected, patience)
		}
	}
	return outcomes
}

// workspaceEdits returns the two halves of a change: first created files and texts that gain words; last the sources, which lose words, and
// deleted files.
func (t *workspaceTexts) workspaceEdits(c rearrange.Change, sources map[string]bool) (first, last []protocol.DocumentChange) {
	for _, path := range slices.Sorted(maps.Keys(c.Created)) {
		u := t.uri(path)
		first = append(first,
			newCreateFile(u),
			newTextDocumentEdit(u, nil, &protocol.TextEdit{NewText: c.Created[path]}))
	}
	for _, path := range slices.Sorted(maps.Keys(c.Edits)) {
		if slices.Contains(c.Removed, path) {
			continue
		}
		edit := t.textEdit(path, c.Edits[path])
		if sources[path] {
			last = append(last, edit)
		} else {
			first = append(first, edit)
		}
	}
	for _, path := range c.Removed {
		last = append(last, newDeleteFile(t.clientURI(path)))
	}
	return first, last
}

// textEdit returns the edit of one text, with its version if it is open.
func (t *workspaceTexts) textEdit(path string, replacements []restructure.Replacement) *protocol.TextDocumentEdit {
	version := (*int32)(nil)
	if v := t.views[path]; v != nil {
		version = &v.file.Version
	}
	edits := t.textEdits(path, replacements)
	elements := make([]protocol.TextDocumentEditElement, len(edits))
	for i := range edits {
		elements[i] = &edits[i]
	}
	return newTextDocumentEdit(t.clientURI(path), version, elements...)
}

func (t *workspaceTexts) textEdits(path string, replacements []restructure.Replacement) []protocol.TextEdit {
	at := t.mapperOf(path)
	rangeOf := at.rangeOf
	if t.views[path] == nil {
		rangeOf = at.rangeOnDisk
	}
	edits := make([]protocol.TextEdit, len(replacements))
	for i, r := range replacements {
		edits[i] = protocol.TextEdit{Range: rangeOf(r.Span), NewText: r.Text}
	}
	return edits
}

// revealMoved has the client show the moved text.
func (s *Server) revealMoved(ctx context.Context, t *workspaceTexts, c rearrange.Change) {
	if len(c.Moved) == 0 {
		return
	}
	path, start := c.Moved[0].To, c.Moved[0].Place.Start
	if len(c.Arrived) > 0 {
		path = c.Arrived[0].Path
		if d := c.Shown[path]; d != nil {
			if i := restructure.FragmentByID(d, c.Arrived[0].ID); i >= 0 {
				start = d.Fragment(i).Span.Start
			}
		}
	}
	text, ok := c.Texts()[path]
	if !ok {
		return
	}
	start += len(text[start:]) - len(strings.TrimLeft(text[start:], " \t\r\n"))
	at := mapper{rope.New(text), s.clientCaps.encoding}.position(start)
	s.reveal(ctx, t.clientURI(path), &protocol.Range{Start: at, End: at})
}

// rememberOutcome stores the divisions to show after a change, in which moved fragments are held.
func (s *Server) rememberOutcome(ctx context.Context, t *workspaceTexts, c rearrange.Change) {
	expected := make(map[string]session.ShownText)
	for path, next := range c.Shown {
		s.rememberExpectedText(t, expected, path, next)
	}
	for path, spans := range c.Held(t.Work) {
		next, err := s.session.CatchPanic("what a change will show", func() (*analysis.Document, error) {
			next, err := s.documentAfter(ctx, t, c, path)
			if err != nil {
				return nil, err
			}
			for _, f := range next.Fragments() {
				if f.Held {
					spans = append(spans, markup.Span{Start: next.Paragraph(f.First).Span.Start, End: next.Paragraph(f.End - 1).Span.End})
				}
			}
			return next.Hold(spans...), nil
		})
		if err == nil {
			s.rememberExpectedText(t, expected, path, next)
		}
	}
	s.session.ExpectShown(t.id, expected)
}

// rememberExpectedText stores the division to show in a file once the file has the text of next.
func (s *Server) rememberExpectedText(t *workspaceTexts, expected map[string]session.ShownText, path string, next *analysis.Document) {
	expected[path] = session.ShownTextOf(next)
	if v := t.views[path]; v != nil {
		if _, isKnown := v.file.ShownFor(next.Text); isKnown {
			return
		}
		v.file.RememberForUndo(session.ShownTextOf(v.Document))
		v.file.RememberForUndo(expected[path])
	}
}

// documentAfter returns the document of a file after a change.
func (s *Server) documentAfter(ctx context.Context, t *workspaceTexts, c rearrange.Change, path string) (*analysis.Document, error) {
	if d := t.Documents[path]; d != nil {
		return d.Edit(ctx, restructure.Edit{Replacements: c.Edits[path]}.AnalysisEdit(d.Text))
	}
	settings := s.settingsOfClosed(t.root, []string{filePath(t.uri(path))})[0]
	format, _ := settings.Analysis.FormatOf(path, "")
	return analysis.Analyze(ctx, rope.New(c.Created[path]), format.WithSharedDefinitions(t.Order.Definitions), settings.Analysis)
}
