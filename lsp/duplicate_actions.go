package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
	"github.com/segls/segls/internal/session"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// pairOf returns the pair with an id or, without one, the pair at a position.
func (s *Server) pairOf(ctx context.Context, a commandArgument) (*pairResult, error) {
	if a.ID == "" {
		v, err := s.analysedFile(ctx, a.URI)
		if err == nil && v == nil {
			err = newFailure("segls does not read documents of this kind.")
		}
		if err != nil {
			return nil, err
		}
		if pairs, _ := s.duplicatesAt(v, v.offset(a.Position)); len(pairs) > 0 {
			return pairs[0], nil
		}
		return nil, newFailure("No repeated passage is known here. Search for repeated passages first.")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, found := range s.found {
		if p := found.pairs[a.ID]; p != nil {
			return p, nil
		}
	}
	return nil, newFailure("This repeated passage is no longer known. Search for repeated passages again.")
}

// makeAlike has the client replace a passage with the wording of the other place.
func (s *Server) makeAlike(ctx context.Context, a commandArgument) error {
	p, err := s.pairOf(ctx, a)
	if err != nil {
		return err
	}
	with, err := s.otherWording(ctx, p)
	if err != nil {
		return err
	}
	return s.applyToNewest(ctx, p.Here.URI, a.Position, func(v *analysedFile) (restructure.Edit, error) {
		span, ok := p.Here.findIn(v.mapper, v.Text.String())
		if !ok {
			return restructure.Edit{}, sentence.New("This passage has changed since. Search for repeated passages again.")
		}
		if v.Format.Name != p.There.format {
			return restructure.Edit{}, sentence.New("The two texts are written in different formats.")
		}
		text := strings.ReplaceAll(with, "\r\n", "\n")
		if !isAtMargin(v.Text, span.Start) {
			text = strings.Join(strings.Fields(with), " ")
		} else if strings.Contains(v.Text.String(), "\r\n") {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		e := restructure.Edit{Title: sentence.New("Make alike"), Replacements: []restructure.Replacement{{Span: span, Text: text}}}
		if !keepsBlocks(v.Document, e.Replacements[0]) {
			return e, sentence.New("One wording would mean something else in place of the other.")
		}
		return e, nil
	})
}

// otherWording returns the current text of the other place, on one line if it does not begin at the start of a line.
func (s *Server) otherWording(ctx context.Context, p *pairResult) (string, error) {
	gone := newFailure("The other passage has changed since. Search for repeated passages again.")
	m, text, err := s.readText(ctx, p.There.URI)
	if err != nil {
		return "", gone
	}
	span, ok := p.There.findIn(m, text)
	switch {
	case !ok:
		return "", gone
	case !isPlain(p.There) || !isPlain(p.Here):
		return "", newFailure("One of the two is a list or is in a quote, with a mark on each line. Make them alike by hand.")
	case !isAtMargin(m.text, span.Start):
		return strings.Join(strings.Fields(p.There.said), " "), nil
	}
	return p.There.said, nil
}

// readText returns a text from the editor, or else from disk.
func (s *Server) readText(ctx context.Context, u uri.URI) (mapper, string, error) {
	if v, err := s.analysedFile(ctx, u); err == nil && v != nil {
		return v.mapper, v.Text.String(), nil
	}
	folder := filepath.Dir(filePath(u))
	files, done, err := ignore.OpenVisible(folder)
	if err != nil {
		return mapper{}, "", err
	}
	defer func() { _ = done() }() // an error does not matter: nothing was written
	content, _, err := session.ReadText(files, filepath.Base(filePath(u)), int64(s.session.Largest))
	return mapper{rope.New(content), s.clientCaps.encoding}, content, err
}

// shareDuplicate has the client move a passage that occurs in several places to a new file, and include that in all of them.
func (s *Server) shareDuplicate(ctx context.Context, a commandArgument) error {
	if !s.clientCaps.appliesEdits || !s.clientCaps.documentChanges {
		return newFailure("This editor does not let a server change several files.")
	}
	p, err := s.pairOf(ctx, a)
	if err != nil {
		return err
	}
	end, err := s.beginChangeAround(ctx, p.Here.URI)
	if err != nil {
		return err
	}
	defer end()
	return retry(func() error { return s.tryShareDuplicate(ctx, p, a.File) })
}

// tryShareDuplicate makes one attempt of shareDuplicate, on the current texts.
func (s *Server) tryShareDuplicate(ctx context.Context, p *pairResult, file string) error {
	t, err := s.textsAround(ctx, p.Here.URI)
	if err != nil {
		return err
	}
	if t == nil {
		return newFailure("This text is not in a folder of the workspace, so no file can be made beside it.")
	}
	defer t.close()
	var passages []rearrange.Passage
	for i, c := range slices.Concat([]copyResult{p.Here, p.There}, p.Also) {
		path := t.path(c.URI)
		text, _ := t.Index.Text(path)
		span, ok := c.findIn(mapper{rope.New(text), s.clientCaps.encoding}, text)
		if ok {
			passages = append(passages, rearrange.Passage{Path: path, Span: span})
		} else if i < 2 {
			return newFailure("This passage has changed since. Search for repeated passages again.")
		}
	}
	made, err := s.computeChange(&command.WorkTask{Work: t.Work}, func(c *command.WorkTask) (rearrange.Change, error) {
		return rearrange.ShareAsFile(c.Work, file, passages...)
	})
	if err != nil {
		return toFailure(err)
	}
	if err := s.checkChange(t, made); err != nil {
		return err
	}
	if err := s.applyChange(ctx, t, made); err != nil {
		return err
	}
	s.reportLeftovers(ctx, made.Notes, leftAfterChange(made, t.path(p.Here.URI)))
	return nil
}

// isPlain reports whether a passage has no marks of a list or a quote.
func isPlain(c copyResult) bool {
	return strings.Join(strings.Fields(c.said), " ") == strings.Join(strings.Fields(c.words), " ")
}

// isAtMargin reports whether an offset is at the start of its line.
func isAtMargin(text rope.Text, offset int) bool {
	return text.LineStart(offset) == offset
}

// keepsBlocks reports whether a text has the same kinds of blocks after a replacement.
func keepsBlocks(d *analysis.Document, r restructure.Replacement) bool {
	text := d.Text.String()
	after := d.Format.Scan(text[:r.Span.Start] + r.Text + text[r.Span.End:])
	return slices.EqualFunc(d.Format.Scan(text), after, func(a, b markup.Block) bool { return a.Kind == b.Kind && len(a.Children) == len(b.Children) })
}

// goToOtherPlace has the client show the other place of a pair. It returns the place for clients that cannot.
func (s *Server) goToOtherPlace(ctx context.Context, a commandArgument) (any, error) {
	p, err := s.pairOf(ctx, a)
	if err != nil {
		return nil, err
	}
	to := protocol.Location{URI: p.There.URI, Range: p.There.Range}
	if m, text, err := s.readText(ctx, p.There.URI); err == nil {
		if span, ok := p.There.findIn(m, text); ok {
			to.Range = m.rangeOf(span)
		}
	}
	s.reveal(ctx, to.URI, &to.Range)
	return to, nil
}

// canInclude reports whether the document can include a file, by its format or by the builder of its work.
func (s *Server) canInclude(f markup.Format, u uri.URI) bool {
	root := s.folderOf(u)
	path := session.Relative(root, filePath(u))
	if path == "" {
		return f.Notation().IncludesFiles()
	}
	now := s.session.Current()
	files, done, err := now.OpenFolder(root)
	if err != nil {
		return f.Notation().IncludesFiles()
	}
	defer done()
	in := rearrange.Work{Files: files}
	if w := now.WorkOf(filePath(u)); w != nil && w.Root == root {
		in.Order = w.Order
	}
	return in.CanInclude(f, path)
}

// offerDuplicates offers actions on a repeated passage, once duplicates have been searched for.
func (m *menu) offerDuplicates() {
	pairs, _ := m.server.duplicatesAt(m.analysedFile, m.offset)
	for _, p := range pairs {
		on := m.argument
		on.ID, on.Version = p.ID, nil
		where := fmt.Sprintf("%s:%d", p.There.Path, p.There.Range.Start.Line+1)
		if m.clientCaps.showsDocuments {
			m.offer(m.clientCaps.Say("Go to %s, which repeats this", where), command.GoToOther, on)
		}
		if len(p.OnlyHere)+len(p.OnlyThere) > 0 {
			m.offer(m.clientCaps.Say("Use the wording of %s here", where), command.MakeAlike, on)
		} else if m.clientCaps.createsFiles && m.server.canInclude(m.Format, m.documentURI()) {
			m.offer(m.clientCaps.Say("Put this into a file, and include it here and in %s", where), command.MakeOne, on)
		}
	}
}
