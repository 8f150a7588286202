package lsp

import (
	"context"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/session"

	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
)

// unmendedResult answers a command that has changed nothing, because it would break links or is a trial.
type unmendedResult struct {
	Unmended  []problemResult `json:"unmended"`
	Leftovers []string        `json:"notes"`

	File string `json:"file,omitempty"` // in a trial: the first file that would be created, relative to the folder of the text
}

func newUnmendedResult() *unmendedResult {
	return &unmendedResult{Unmended: []problemResult{}, Leftovers: []string{}}
}

// arrivalsResult answers a command that has moved fragments to other files.
type arrivalsResult struct {
	Moved []arrivedFragment `json:"moved"`
}

// arrivedFragment is a fragment in its new place.
type arrivedFragment struct {
	URI uri.URI `json:"uri"`
	ID  string  `json:"id"`
}

// runOnFiles executes a command on the newest state of a work. It returns the new places of fragments, or links that would break.
func (s *Server) runOnFiles(ctx context.Context, c *command.Command, a commandArgument) (any, error) {
	moved, left, err := s.changeWork(ctx, a, c.Change)
	switch {
	case err != nil:
		return nil, err
	case left != nil:
		return left, nil
	}
	return arrivalsAnswer(moved), nil
}

// arrivalsAnswer returns the answer for fragments that were moved; null if there are none.
func arrivalsAnswer(moved []arrivedFragment) any {
	if len(moved) == 0 {
		return nil
	}
	return arrivalsResult{moved}
}

// moveAcrossFiles moves text past an end of its file, after a move within the file was refused with the error `refused`. It returns that
// error if the text cannot move there either.
func (s *Server) moveAcrossFiles(ctx context.Context, c *command.Command, a commandArgument, refused error) (any, error) {
	if c.AcrossFiles == nil || s.workOf(a.URI) == nil || !s.clientCaps.documentChanges {
		return nil, refused
	}
	a.Force, a.isAsked = false, true
	stays := false
	moved, left, err := s.changeWork(ctx, a, func(f *command.WorkTask) (rearrange.Change, error) {
		made, err := c.AcrossFiles(f)
		stays = rearrange.IsStayInFileError(err) || !slices.Contains(f.Order.Files(), f.Path)
		return made, err
	})
	switch {
	case err != nil && stays:
		return nil, refused
	case err != nil:
		return nil, err
	case left != nil && !s.clientCaps.answersMessages:
		return left, nil
	}
	return arrivalsAnswer(moved), nil // null if the writer declined
}

// changeWork has the client change several files, based on their newest texts, and returns the fragments that it has moved. In a trial, or
// if it would break links without consent, it changes nothing and returns the links.
func (s *Server) changeWork(ctx context.Context, a commandArgument, change func(*command.WorkTask) (rearrange.Change, error)) ([]arrivedFragment, *unmendedResult, error) {
	if !s.clientCaps.appliesEdits || !s.clientCaps.documentChanges {
		return nil, nil, newFailure("This editor does not let a server change several files.")
	}
	w := s.workOf(a.URI)
	if w == nil {
		return nil, nil, newFailure("This text is not part of a work of several files.")
	}
	end, err := s.beginChange(ctx, w.ID)
	if err != nil {
		return nil, nil, err
	}
	defer end()
	var moved []arrivedFragment
	var left *unmendedResult
	err = retry(func() (err error) {
		moved, left, err = s.tryChangeWork(ctx, w, a, change)
		if left != nil && !a.IsTrial && s.confirmDoubtful(ctx, left, a) {
			a.Force = true
			moved, left, err = s.tryChangeWork(ctx, w, a, change)
		}
		return err
	})
	return moved, left, err
}

// beginChange waits until no other change of a work is under way. The work 0 means texts outside any work.
func (s *Server) beginChange(ctx context.Context, work int) (end func(), err error) {
	s.mu.Lock()
	t := s.changing[work]
	if t == nil {
		t = newTurn()
		s.changing[work] = t
	}
	s.mu.Unlock()
	return t.end, t.begin(ctx, sentence.New("Another change of this work is still under way."))
}

// beginChangeAround is beginChange for the work of a document.
func (s *Server) beginChangeAround(ctx context.Context, u uri.URI) (end func(), err error) {
	if w := s.workOf(u); w != nil {
		return s.beginChange(ctx, w.ID)
	}
	return s.beginChange(ctx, 0)
}

// tryChangeWork makes one attempt of changeWork, on the current texts.
func (s *Server) tryChangeWork(ctx context.Context, w *session.Work, a commandArgument, change func(*command.WorkTask) (rearrange.Change, error)) ([]arrivedFragment, *unmendedResult, error) {
	t, err := s.workTexts(ctx, w, a.namedPaths(w)...)
	if err != nil {
		return nil, nil, err
	}
	defer t.close()
	f := t.newWorkTask(a)
	if v := t.views[f.Path]; a.ID == "" && a.Version != nil && v != nil && *a.Version != v.file.Version {
		return nil, nil, restructure.ErrGone
	}
	made, err := s.computeChange(f, change)
	if err != nil {
		return nil, nil, toFailure(err)
	}
	if err := s.checkChange(t, made); err != nil {
		return nil, nil, err
	}
	if !a.Force {
		made = made.WithDoubtful(t.Work, ".")
	}
	if len(made.Unmended) > 0 && !a.Force || a.IsTrial {
		return nil, t.unmendedOf(made), nil
	}
	if err := s.applyChange(ctx, t, made); err != nil {
		s.session.ExpectShown(t.id, nil)
		return nil, nil, err
	}
	s.revealMoved(ctx, t, made)
	s.updateChangedWork(ctx, t, made)
	s.scheduleReread(w, made)
	s.announceChange(ctx, t, made, f.Path)
	return s.movedFragments(ctx, t, made), nil, nil
}

// newWorkTask returns a work as the parameter of commands.
func (t *workspaceTexts) newWorkTask(a commandArgument) *command.WorkTask {
	f := &command.WorkTask{Work: t.Work, Path: t.path(a.URI)}
	if a.ToURI != "" {
		f.To = t.path(a.ToURI)
	}
	f.Argument = a.toCommandArgument(t.mapperOf(f.Path).offset)
	return f
}

// movedFragments returns the fragments that a change has moved, in their new files.
func (s *Server) movedFragments(ctx context.Context, t *workspaceTexts, c rearrange.Change) (list []arrivedFragment) {
	for _, a := range c.Arrived {
		list = append(list, arrivedFragment{t.clientURI(a.Path), a.ID})
	}
	if c.Shown != nil {
		return list
	}
	texts := c.Texts()
	for _, moved := range c.Moved {
		v, err := s.analysedFile(ctx, t.clientURI(moved.To))
		if err != nil || v == nil || v.Text.String() != texts[moved.To] {
			continue // a new file may not have been read yet, or the writer may have typed meanwhile
		}
		for _, f := range v.Fragments() {
			if moved.Place.Contains(v.Paragraph(f.First).Span.Start) {
				list = append(list, arrivedFragment{v.uri(), f.ID})
			}
		}
	}
	return list
}

// namedPaths returns the paths of the texts that an argument names. A text outside the order can be changed only if it is named.
func (a commandArgument) namedPaths(w *session.Work) []string {
	var paths []string
	for _, u := range append([]uri.URI{a.URI, a.ToURI}, a.others...) {
		if u != "" {
			paths = append(paths, w.Path(filePath(u)))
		}
	}
	return paths
}

// updateChangedWork updates the work with the texts after a change, without waiting for the client to save files that are not open.
func (s *Server) updateChangedWork(ctx context.Context, t *workspaceTexts, c rearrange.Change) {
	made := make(map[string]*analysis.Document)
	for path := range c.Edits {
		if d, _ := s.document(t.clientURI(path)); d != nil {
			continue
		}
		next, err := s.session.CatchPanic("what a change has made", func() (*analysis.Document, error) { return s.documentAfter(ctx, t, c, path) })
		if err == nil {
			made[path] = next
		}
	}
	s.session.PutDocuments(t.id, made)
	if w := s.session.Current().Work(t.id); w != nil {
		s.announceWork(ctx, w)
	}
}

// scheduleReread reads the files of a change again, after the client has had time to save them.
func (s *Server) scheduleReread(w *session.Work, c rearrange.Change) {
	const pause = 500 * time.Millisecond
	s.scheduleOrderReread(w)
	forget := s.session.ForgetShown(w.ID)
	s.runInBackground(func(ctx context.Context) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		for _, path := range slices.Sorted(maps.Keys(c.Edits)) {
			s.rereadFile(ctx, w, path)
		}
		s.rereadOrderNow(ctx, w)
		forget() // unless another change is pending
	})
}

// computeChange computes a change, and turns a panic into an error.
func (s *Server) computeChange(f *command.WorkTask, change func(*command.WorkTask) (rearrange.Change, error)) (made rearrange.Change, err error) {
	defer func() {
		if failure := s.failures.logPanic("a change of several files", recover()); failure != nil {
			err = newFailure("Something went wrong in segls, so nothing has been done. Its log says what happened.")
		}
	}()
	return change(f)
}

// unmendedOf returns the links that a change would break.
func (t *workspaceTexts) unmendedOf(c rearrange.Change) *unmendedResult {
	answer := newUnmendedResult()
	for _, note := range c.Notes {
		answer.Leftovers = append(answer.Leftovers, note.In(t.clientCaps.Language))
	}
	for _, u := range c.Unmended {
		text, isKnown := t.Index.Text(u.Path)
		if !isKnown {
			source, _ := fs.ReadFile(t.Files, u.Path)
			text = string(source)
		}
		answer.Unmended = append(answer.Unmended, problemResult{t.uri(u.Path), rope.New(text).LineAt(u.Link.Start), u.Reason.In(t.clientCaps.Language)})
	}
	slices.SortStableFunc(answer.Unmended, func(a, b problemResult) int { return strings.Compare(string(a.URI), string(b.URI)) })
	return answer
}
