package lsp

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/segls/segls/internal/session"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
)

// rearrangement is a command that changes several files of a work.
type rearrangement struct {
	name, doc string
	change    func(c *rearrangeContext) (rearrange.Change, error)
}

// rearrangeContext is a work with its texts as they are now, and the argument of a command.
type rearrangeContext struct {
	rearrange.Work
	clientCaps clientCaps
	argument   commandArgument
	path, to   string // of the texts that the command names
}

// The commands that change several files.
const (
	commandMoveFragmentTo = "segls.moveFragmentTo"
	commandMoveSectionTo  = "segls.moveSectionTo"
	commandMoveFile       = "segls.moveFile"
	commandSplitFile      = "segls.splitFile"
	commandMergeFiles     = "segls.mergeFiles"
	commandSectionToFile  = "segls.sectionToFile"
	commandFileToSection  = "segls.fileToSection"
)

// rearrangements are those commands in the order in which they are documented.
var rearrangements = []rearrangement{
	{
		commandMoveFragmentTo, "Moves the fragment into the file `toUri` of the work: before the fragment `toId`, under the heading of the section `toId`, or to the end of the file.",
		func(c *rearrangeContext) (rearrange.Change, error) {
			to, err := c.place("before")
			if err != nil {
				return rearrange.Change{}, err
			}
			if c.argument.End != nil {
				return c.moveSelection(to)
			}
			return c.onFragment(func(w rearrange.Work, path string, i int) (rearrange.Change, error) {
				return rearrange.MoveFragment(w, path, i, to)
			})
		},
	},
	{
		commandMoveSectionTo, "Moves the section, with its parts, into the file `toUri` of the work: `side` \"before\" or \"under\" the section `toId`, or to the end of the file.",
		func(c *rearrangeContext) (rearrange.Change, error) {
			to, err := c.place("under")
			if err != nil {
				return rearrange.Change{}, err
			}
			return c.onSection(func(w rearrange.Work, path string, i int) (rearrange.Change, error) {
				return rearrange.MoveSection(w, path, i, to)
			})
		},
	},
	{
		commandMoveFile, "Moves the file in the order of the work, with the files below it: `side` \"before\", \"after\" or \"below\" the file `toUri`.",
		func(c *rearrangeContext) (rearrange.Change, error) {
			side, ok := map[string]rearrange.Side{"before": rearrange.Before, "after": rearrange.After, "below": rearrange.Below}[c.argument.Side]
			if !ok || c.to == "" {
				return rearrange.Change{}, sentence.New("Say where in the order the file should go.")
			}
			return rearrange.MoveFile(c.Work, c.path, rearrange.Position{Path: c.to, Side: side})
		},
	},
	{
		commandSplitFile, "Puts the text from the fragment or section on into a new file, `file` or one named after its title, which comes next in the order of the work.",
		func(c *rearrangeContext) (rearrange.Change, error) {
			if d := c.Documents[c.path]; d != nil {
				i := sectionByID(d, c.argument.ID)
				if c.argument.ID == "" {
					i = restructure.HeadingAt(d, mapper{d.Text, c.clientCaps.encoding}.offset(c.argument.Position))
				}
				if i >= 0 {
					return rearrange.SplitAtSection(c.Work, c.path, i, c.argument.File)
				}
			}
			return c.onFragment(func(w rearrange.Work, path string, i int) (rearrange.Change, error) {
				return rearrange.SplitAtFragment(w, path, i, c.argument.File)
			})
		},
	},
	{
		commandMergeFiles, "Appends the next file of the work to the file, and removes it.",
		func(c *rearrangeContext) (rearrange.Change, error) { return rearrange.Merge(c.Work, c.path) },
	},
	{
		commandSectionToFile, "Makes the section a file of its own, `file` or one named after its title, in the order of the work.",
		func(c *rearrangeContext) (rearrange.Change, error) {
			return c.onSection(func(w rearrange.Work, path string, i int) (rearrange.Change, error) {
				return rearrange.SectionToFile(w, path, i, c.argument.File)
			})
		},
	},
	{
		commandFileToSection, "Makes the file the last section of the file before it in the work, and removes it.",
		func(c *rearrangeContext) (rearrange.Change, error) {
			return rearrange.FileToSection(c.Work, c.path)
		},
	},
}

func rearrangementOf(name string) (rearrangement, bool) {
	for _, r := range rearrangements {
		if r.name == name {
			return r, true
		}
	}
	return rearrangement{}, false
}

// crossings are the commands that move over the end of a file into the next one.
var crossings = map[string]func(c *rearrangeContext) (rearrange.Change, error){
	commandMoveFragmentUp:   func(c *rearrangeContext) (rearrange.Change, error) { return c.onFragment(rearrange.FragmentToPrevious) },
	commandMoveFragmentDown: func(c *rearrangeContext) (rearrange.Change, error) { return c.onFragment(rearrange.FragmentToNext) },
	commandMoveSectionUp:    func(c *rearrangeContext) (rearrange.Change, error) { return c.onSection(rearrange.SectionToPrevious) },
	commandMoveSectionDown:  func(c *rearrangeContext) (rearrange.Change, error) { return c.onSection(rearrange.SectionToNext) },
}

// document returns the text that the command is about.
func (c *rearrangeContext) document() (*analysis.Document, error) {
	if d := c.Documents[c.path]; d != nil {
		return d, nil
	}
	return nil, sentence.New("%s is not a text of this work.", c.path)
}

func (c *rearrangeContext) onFragment(f func(w rearrange.Work, path string, fragment int) (rearrange.Change, error)) (rearrange.Change, error) {
	d, err := c.document()
	if err != nil {
		return rearrange.Change{}, err
	}
	i := fragmentByID(d, c.argument.ID)
	if c.argument.ID == "" {
		i = restructure.FragmentAt(d, mapper{d.Text, c.clientCaps.encoding}.offset(c.argument.Position))
		if i < 0 {
			return rearrange.Change{}, sentence.New("There is no fragment here.")
		}
	}
	if i, err = known(i); err != nil {
		return rearrange.Change{}, err
	}
	return f(c.Work, c.path, i)
}

// moveSelection moves the paragraphs that are selected to another file.
func (c *rearrangeContext) moveSelection(to rearrange.Place) (rearrange.Change, error) {
	d, err := c.document()
	if err != nil {
		return rearrange.Change{}, err
	}
	m := mapper{d.Text, c.clientCaps.encoding}
	first, end := touched(d, markup.Span{Start: m.offset(c.argument.Position), End: m.offset(*c.argument.End)})
	shown, i, err := picked(d, first, end)
	if err != nil {
		return rearrange.Change{}, err
	}
	span, err := restructure.FragmentSpan(shown, i)
	if err != nil {
		return rearrange.Change{}, err
	}
	return rearrange.MovePassage(c.Work, c.path, span, to)
}

func (c *rearrangeContext) onSection(f func(w rearrange.Work, path string, section int) (rearrange.Change, error)) (rearrange.Change, error) {
	d, err := c.document()
	if err != nil {
		return rearrange.Change{}, err
	}
	i := sectionByID(d, c.argument.ID)
	if c.argument.ID == "" {
		i = restructure.SectionAt(d, mapper{d.Text, c.clientCaps.encoding}.offset(c.argument.Position))
		if i < 0 {
			return rearrange.Change{}, sentence.New("There is no section here.")
		}
	}
	if i, err = known(i); err != nil {
		return rearrange.Change{}, err
	}
	return f(c.Work, c.path, i)
}

// place returns where a piece goes. A section means the end of what is under it, unless the side says
// otherwise.
func (c *rearrangeContext) place(side string) (rearrange.Place, error) {
	d := c.Documents[c.to]
	if d == nil {
		return rearrange.Place{}, sentence.New("Say which text of the work it should go to.")
	}
	id := c.argument.ToID
	if id == "" {
		return rearrange.EndOfFile(c.to), nil
	}
	if i := fragmentByID(d, id); i >= 0 {
		return rearrange.BeforeFragment(c.to, i), nil
	}
	i, err := known(sectionByID(d, id))
	if c.argument.Side == "before" && err == nil {
		return rearrange.BeforeSection(c.to, i), nil
	}
	return rearrange.EndOfSection(c.to, i), err
}

// inOneFile returns the command that makes a move within one file.
func (a commandArgument) inOneFile(name string) (restructuring, bool) {
	if a.ToURI != a.URI || name != commandMoveFragmentTo && name != commandMoveSectionTo {
		return restructuring{}, false
	}
	isFragment := name == commandMoveFragmentTo
	return restructuring{name: name, edit: func(c *restructureContext) (restructure.Edit, error) {
		which, move, under, end := c.section, restructure.MoveSection, restructure.MoveSectionUnder, len(c.Sections())
		if isFragment {
			which, move, under, end = c.fragment, restructure.MoveFragment, restructure.MoveFragmentUnder, len(c.Fragments())
		}
		i, err := which()
		switch {
		case err != nil:
			return restructure.Edit{}, err
		case a.ToID == "":
			return move(c.Document, i, end)
		case isFragment && c.fragmentByID(a.ToID) >= 0:
			return move(c.Document, i, c.fragmentByID(a.ToID))
		}
		to, err := known(c.sectionByID(a.ToID))
		switch {
		case err != nil:
			return restructure.Edit{}, err
		case a.Side == "before" && !isFragment:
			return move(c.Document, i, to)
		}
		return under(c.Document, i, to)
	}}, true
}

// unmended answers a command that has done nothing, because links would lead nowhere after it.
type unmended struct {
	Unmended []problemResult `json:"unmended"`
	Notes    []string        `json:"notes"`
}

// arrivals answers a command that has moved fragments into other files.
type arrivals struct {
	Moved []arrival `json:"moved"`
}

// arrival is a fragment where it has been moved.
type arrival struct {
	URI uri.URI `json:"uri"`
	ID  string  `json:"id"`
}

// rearrange executes a command on the newest state of a work. It answers where it has moved
// fragments, null if it has moved none, or with what would be broken.
func (s *Server) rearrange(ctx context.Context, r rearrangement, a commandArgument) (protocol.LSPAny, error) {
	if d, _ := s.document(a.URI); d != nil && d.isNotebook() {
		if to, _ := s.document(a.ToURI); to == d { // by the address of whichever cell
			a.ToURI = a.URI
		}
	}
	if one, ok := a.inOneFile(r.name); ok {
		return s.restructure(ctx, one, a)
	}
	moved, left, err := s.changeWork(ctx, a, r.change)
	switch {
	case err != nil:
		return nil, err
	case left != nil:
		return encode(left), nil
	}
	return answerOf(moved), nil
}

// answerOf answers with what has been moved; null is nothing.
func answerOf(moved []arrival) protocol.LSPAny {
	if len(moved) == 0 {
		return nil
	}
	return encode(arrivals{moved})
}

// cross moves what stands at the end of a file into the next one, where a move in the file has
// been refused, and answers as rearrange does. It returns that refusal if nothing stands at the end, or no file
// comes there; else why the file beyond did not get it.
func (s *Server) cross(ctx context.Context, name string, a commandArgument, refused error) (protocol.LSPAny, error) {
	crossing := crossings[name]
	if crossing == nil || s.workOf(a.URI) == nil || !s.clientCaps.documentChanges {
		return nil, refused
	}
	a.Force = false
	stays := false
	moved, left, err := s.changeWork(ctx, a, func(c *rearrangeContext) (rearrange.Change, error) {
		made, err := crossing(c)
		stays = rearrange.StaysInFile(err) || !slices.Contains(c.Order.Files(), c.path)
		return made, err
	})
	switch {
	case err != nil && stays:
		return nil, refused
	case err != nil:
		return nil, err
	case left != nil:
		return nil, failed("A link would lead nowhere: %s", left.Unmended[0].Message)
	}
	return answerOf(moved), nil
}

// changeWork has the client make a change of several files, from their newest texts, and returns
// the fragments that it has moved. What it would break is returned, and nothing done, unless the
// argument says that it is to be done all the same.
func (s *Server) changeWork(ctx context.Context, a commandArgument, change func(c *rearrangeContext) (rearrange.Change, error)) ([]arrival, *unmended, error) {
	if !s.clientCaps.appliesEdits || !s.clientCaps.documentChanges {
		return nil, nil, failed("This editor does not let a server change several files.")
	}
	w := s.workOf(a.URI)
	if w == nil {
		return nil, nil, failed("This text is not part of a work of several files.")
	}
	end, err := s.beginChange(ctx, w)
	if err != nil {
		return nil, nil, err
	}
	defer end()
	for range mostAttempts {
		moved, left, err := s.tryChange(ctx, w, a, change)
		if !errors.Is(err, errOutdated) {
			return moved, left, err
		}
	}
	return nil, nil, failed("The files keep changing, so nothing has been done. Try again.")
}

// beginChange waits until no other change of a work is under way.
func (s *Server) beginChange(ctx context.Context, w *session.Work) (end func(), err error) {
	s.mu.Lock()
	turn := s.changing[w.ID]
	if turn == nil {
		turn = make(chan struct{}, 1)
		s.changing[w.ID] = turn
	}
	s.mu.Unlock()
	select {
	case turn <- struct{}{}:
		return func() { <-turn }, nil
	case <-time.After(patienceForOthers):
		return nil, failed("Another change of this work is still under way.")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// tryChange is changeWork for the texts of one moment.
func (s *Server) tryChange(ctx context.Context, w *session.Work, a commandArgument, change func(c *rearrangeContext) (rearrange.Change, error)) ([]arrival, *unmended, error) {
	t, err := s.textsOf(ctx, w, a.named(w)...)
	if err != nil {
		return nil, nil, err
	}
	defer t.close()
	c := &rearrangeContext{Work: t.Work, clientCaps: s.clientCaps, argument: a, path: t.path(a.URI)}
	if a.ToURI != "" {
		c.to = t.path(a.ToURI)
	}
	if v := t.views[c.path]; a.ID == "" && a.Version != nil && v != nil && *a.Version != v.file.Version {
		return nil, nil, errGone
	}
	made, err := s.attemptChange(c, change)
	if err != nil {
		return nil, nil, asFailed(err)
	}
	if err := s.checkChange(t, made); err != nil {
		return nil, nil, err
	}
	if len(made.Unmended) > 0 && !a.Force {
		return nil, t.left(made), nil
	}
	if err := s.applyChange(ctx, t, made); err != nil {
		s.session.Expect(t.id, nil)
		return nil, nil, err
	}
	s.settle(ctx, t, made)
	s.rereadSoon(w, made)
	s.tell(ctx, made.Notes, leftOf(made, c.path))
	return s.arrived(ctx, t, made), nil, nil
}

// arrived are the fragments that a change has moved, as they are shown in their new files.
func (s *Server) arrived(ctx context.Context, t *folderTexts, c rearrange.Change) (list []arrival) {
	for _, a := range c.Arrived {
		list = append(list, arrival{t.uriOf(a.Path), a.ID})
	}
	if c.Shown != nil {
		return list
	}
	texts := c.Texts()
	for _, moved := range c.Moved {
		v, err := s.view(ctx, t.uriOf(moved.To))
		if err != nil || v == nil || v.Text.String() != texts[moved.To] {
			continue // a new file has not been read yet, or the writer goes on writing
		}
		for _, f := range v.Fragments() {
			if moved.Place.Contains(v.Paragraph(f.First).Span.Start) {
				list = append(list, arrival{v.uri(), f.ID})
			}
		}
	}
	return list
}

// named are the paths of the texts that an argument names: an orphan has to be named to be changed.
func (a commandArgument) named(w *session.Work) []string {
	var paths []string
	for _, u := range append([]uri.URI{a.URI, a.ToURI}, a.others...) {
		if u != "" {
			paths = append(paths, w.Path(filePath(u)))
		}
	}
	return paths
}

// settle has a work show at once what a change has made of it, also of files that are not open.
func (s *Server) settle(ctx context.Context, t *folderTexts, c rearrange.Change) {
	made := make(map[string]*analysis.Document)
	for path := range c.Edits {
		if d, _ := s.document(t.uriOf(path)); d != nil {
			continue
		}
		next, err := s.session.Try("what a change has made", func() (*analysis.Document, error) { return s.after(ctx, t, c, path) })
		if err == nil {
			made[path] = next
		}
	}
	s.session.Made(t.id, made)
	if w := s.session.Current().Work(t.id); w != nil {
		s.announceWork(ctx, w)
	}
}

// rereadSoon has the files of a change read again, when the client has had time to save them.
func (s *Server) rereadSoon(w *session.Work, c rearrange.Change) {
	const pause = 500 * time.Millisecond
	s.reorderSoon(w)
	s.run(func(ctx context.Context) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		for _, path := range slices.Sorted(maps.Keys(c.Edits)) {
			s.rereadFile(ctx, w, path)
		}
		s.reorderNow(ctx, w)
		s.session.Expect(w.ID, nil)
	})
}

// mostAttempts is how often a change is made anew because texts have changed in the meantime.
const mostAttempts = 5

// attemptChange makes a change, and turns a panic into an error.
func (s *Server) attemptChange(c *rearrangeContext, change func(c *rearrangeContext) (rearrange.Change, error)) (made rearrange.Change, err error) {
	defer func() {
		if failure := s.failures.caught("a change of several files", recover()); failure != nil {
			err = failed("A fault in segls has been logged, and nothing has been done.")
		}
	}()
	return change(c)
}

// left returns what a change would break.
func (t *folderTexts) left(c rearrange.Change) *unmended {
	answer := &unmended{Unmended: []problemResult{}, Notes: []string{}}
	for _, note := range c.Notes {
		answer.Notes = append(answer.Notes, note.In(t.clientCaps.Language))
	}
	for _, u := range c.Unmended {
		text, _ := t.Index.Text(u.Path)
		answer.Unmended = append(answer.Unmended, problemResult{t.uri(u.Path), strings.Count(text[:min(u.Link.Start, len(text))], "\n"), u.Reason.In(t.clientCaps.Language)})
	}
	slices.SortStableFunc(answer.Unmended, func(a, b problemResult) int { return strings.Compare(string(a.URI), string(b.URI)) })
	return answer
}

// fragmentByID returns the index of the fragment with an id, or -1.
func fragmentByID(d *analysis.Document, id string) int {
	return slices.IndexFunc(d.Fragments(), func(f analysis.Fragment) bool { return f.ID == id })
}

// sectionByID returns the index of the section with an id, or -1.
func sectionByID(d *analysis.Document, id string) int {
	return slices.IndexFunc(d.Sections(), func(s analysis.Section) bool { return s.ID == id })
}
