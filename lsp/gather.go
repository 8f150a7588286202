package lsp

import (
	"context"
	"crypto/sha256"
	"errors"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/gather"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/session"
)

// gatherParams are the parameters of segls/gather and segls/scatter.
type gatherParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`

	// The pieces to gather: those at Places, in this order; if there are none, the fragments with a label in the work
	// of the document, or all files of the work.
	Places []passagePlace `json:"places"`
	Label  string         `json:"label"`
	Whole  bool           `json:"whole"`

	Text   string `json:"text"`   // a gathered text; Places are those returned with it
	Edited string `json:"edited"` // the text after edits
}

// gatheredResult answers segls/gather and segls/scatter.
type gatheredResult struct {
	Text   string          `json:"text"`
	Markup string          `json:"markup"` // its format; "" if the pieces have several
	Places []gatheredPlace `json:"places"`
	Notes  []string        `json:"notes"`
}

// gatheredPlace is the place of a piece, with the line of its mark in the text.
type gatheredPlace struct {
	passagePlace
	Line int `json:"line"`
}

// gatheredTexts holds the files from which texts were gathered, in their state at the time. With these, pieces are found again after edits.
type gatheredTexts struct {
	files map[gatheredKey]map[string]rope.Text
	order []gatheredKey
}

// gatheredKey is the hash of a text that was gathered.
type gatheredKey [sha256.Size]byte

// mostGathered is the largest number of texts whose files are kept.
const mostGathered = 32

func (g *gatheredTexts) keep(key gatheredKey, files map[string]rope.Text) {
	if g.files == nil {
		g.files = make(map[gatheredKey]map[string]rope.Text)
	}
	if _, isKnown := g.files[key]; !isKnown {
		g.order = append(g.order, key)
	}
	g.files[key] = files
	if len(g.order) > mostGathered {
		delete(g.files, g.order[0])
		g.order = g.order[1:]
	}
}

// gather answers with the text of several pieces.
func (s *Server) gather(ctx context.Context, p gatherParams) (any, error) {
	if len(p.Places) == 0 {
		if err := s.choosePlaces(ctx, &p); err != nil {
			return nil, err
		}
	}
	f, err := s.gatheredFiles(ctx, p)
	if err != nil {
		return nil, err
	}
	defer f.close()
	var text gather.Text
	if p.Text == "" {
		text, err = gather.Gather(f.Work, f.pieces...)
	} else {
		text, err = gather.GatherAgain(f.Work, gather.Text{Text: p.Text, Pieces: f.pieces}, f.textBefore)
	}
	if err != nil {
		return nil, toFailure(err)
	}
	return s.gatheredResult(f, text, nil), nil
}

// choosePlaces sets the places of all files of a work, or of the fragments with a label.
func (s *Server) choosePlaces(ctx context.Context, p *gatherParams) error {
	add := func(u uri.URI, d *analysis.Document) {
		at := mapper{d.Text, s.clientCaps.encoding}
		whole := markup.Span{End: d.Text.Len()}
		if p.Whole {
			if strings.TrimSpace(d.Text.String()) != "" {
				p.Places = append(p.Places, passagePlace{u, at.rangeOf(whole)})
			}
			return
		}
		for i, note := range d.Notes() {
			if note.Label != "" && strings.EqualFold(note.Label, strings.TrimSpace(p.Label)) {
				p.Places = append(p.Places, passagePlace{u, at.rangeOf(d.Fragment(i).Span)})
			}
		}
	}
	w, err := s.lookUpWork(ctx, p.TextDocument.URI, p.Whole)
	if err != nil {
		return err
	}
	if w == nil {
		v, err := s.analysedFile(ctx, p.TextDocument.URI)
		if v == nil {
			return err
		}
		add(v.uri(), v.Document)
	} else {
		t, err := s.workTexts(ctx, w)
		if err != nil {
			return err
		}
		defer t.close()
		for _, path := range w.Paths {
			if d := t.Documents[path]; d != nil {
				add(t.clientURI(path), d)
			}
		}
	}
	switch {
	case len(p.Places) > 0:
		return nil
	case p.Whole:
		return newFailure("There is nothing to gather.")
	}
	return newFailure("No fragment has the label “%s”.", p.Label)
}

// gatheredFiles holds the files of pieces.
type gatheredFiles struct {
	*workspaceTexts
	pieces []rearrange.Passage
	before map[string]rope.Text // the files as they were when the text was gathered, by path; nil if that is not known
}

func (f *gatheredFiles) textBefore(path string) string {
	if text, isKnown := f.before[path]; isKnown {
		return text.String()
	}
	return ""
}

// gatheredFiles returns the files of places. The caller closes them.
func (s *Server) gatheredFiles(ctx context.Context, p gatherParams) (*gatheredFiles, error) {
	if len(p.Places) == 0 {
		return nil, newFailure("There is nothing to gather.")
	}
	a := commandArgument{URI: p.Places[0].URI, Places: p.Places}
	root, err := s.commonFolder(a)
	if err != nil {
		return nil, err
	}
	t, err := s.textsUnder(ctx, root, session.Relative(root, filePath(a.URI)))
	if err != nil {
		return nil, err
	}
	key := gatheredKey(sha256.Sum256([]byte(p.Text)))
	s.mu.Lock()
	f := &gatheredFiles{workspaceTexts: t, before: s.gathered.files[key]}
	s.mu.Unlock()
	t.Documents = make(map[string]*analysis.Document)
	for _, place := range p.Places {
		passage, _, err := s.passageAt(ctx, t, place)
		if err != nil {
			t.close()
			return nil, toFailure(err)
		}
		if text, isKnown := f.before[passage.Path]; isKnown { // the range is in that text
			at := mapper{text, s.clientCaps.encoding}
			passage.Span = markup.Span{Start: at.offset(place.Range.Start), End: at.offset(place.Range.End)}
		} else if p.Text != "" {
			at := t.mapperOf(passage.Path)
			passage.Span = markup.Span{Start: at.offset(place.Range.Start), End: at.offset(place.Range.End)} // even if empty
		}
		f.pieces = append(f.pieces, passage)
	}
	if w := s.workOf(a.URI); w != nil && w.Root == root {
		t.id = w.ID
	}
	return f, nil
}

// gatheredResult keeps the files of a text and returns its answer.
func (s *Server) gatheredResult(f *gatheredFiles, text gather.Text, notes []string) gatheredResult {
	answer := gatheredResult{Text: text.Text, Places: []gatheredPlace{}, Notes: append([]string{}, notes...)}
	files := make(map[string]rope.Text)
	lines := text.MarkLines()
	for i, p := range text.Pieces {
		d := text.Documents[p.Path]
		files[p.Path] = d.Text
		at := mapper{d.Text, s.clientCaps.encoding}
		answer.Places = append(answer.Places, gatheredPlace{passagePlace{f.clientURI(p.Path), at.rangeOf(p.Span)}, lines[i]})
		switch {
		case i == 0:
			answer.Markup = d.Format.Name
		case answer.Markup != d.Format.Name:
			answer.Markup = ""
		}
	}
	key := gatheredKey(sha256.Sum256([]byte(text.Text)))
	s.mu.Lock()
	s.gathered.keep(key, files)
	s.mu.Unlock()
	return answer
}

// scatter puts an edited text back into the files of its pieces, all or none, and answers as segls/gather does.
func (s *Server) scatter(ctx context.Context, p gatherParams) (any, error) {
	if !s.clientCaps.appliesEdits || !s.clientCaps.documentChanges {
		return nil, newFailure("This editor does not let a server change several files.")
	}
	if len(p.Places) == 0 {
		return nil, newFailure("These pieces are no longer known. Gather them again.")
	}
	end, err := s.beginChangeAround(ctx, p.Places[0].URI)
	if err != nil {
		return nil, err
	}
	defer end()
	w := s.workOf(p.Places[0].URI)
	var answer any
	err = retry(func() (err error) {
		answer, err = s.tryScatter(ctx, w, p)
		return err
	})
	return answer, err
}

// tryScatter makes one attempt of scatter, on the current texts.
func (s *Server) tryScatter(ctx context.Context, w *session.Work, p gatherParams) (any, error) {
	f, err := s.gatheredFiles(ctx, p)
	if err != nil {
		return nil, err
	}
	defer f.close()
	var text gather.Text
	made, err := s.computeChange(&command.WorkTask{Work: f.Work}, func(c *command.WorkTask) (made rearrange.Change, err error) {
		made, text, err = gather.Scatter(ctx, c.Work, gather.Text{Text: p.Text, Pieces: f.pieces}, f.textBefore, p.Edited)
		return made, err
	})
	if errors.Is(err, gather.ErrUnchanged) {
		return s.gatheredResult(f, text, nil), nil
	}
	if err != nil {
		return nil, toFailure(err)
	}
	if err := s.checkChange(f.workspaceTexts, made); err != nil {
		return nil, err
	}
	if err := s.applyChange(ctx, f.workspaceTexts, made); err != nil {
		s.session.ExpectShown(f.id, nil)
		return nil, err
	}
	if w != nil && f.id == w.ID {
		s.updateChangedWork(ctx, f.workspaceTexts, made)
		s.scheduleReread(w, made)
	}
	var notes []string
	for _, note := range made.Notes {
		notes = append(notes, note.In(s.clientCaps.Language))
	}
	return s.gatheredResult(f, text, notes), nil
}
