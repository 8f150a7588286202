package lsp

import (
	"context"
	"strconv"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/restructure"
	"github.com/segls/segls/internal/session"
	"github.com/segls/segls/internal/shape"
)

// heldParams are the parameters of segls/held, with which a client restores what it has stored. Held and Hash make the server hold
// fragments again; Shape restores the whole division.
type heldParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Hash         string                          `json:"hash"`
	Held         []protocol.Range                `json:"held"`
	Shape        string                          `json:"shape"`
}

type heldResult struct {
	Version int32            `json:"version"`
	Hash    string           `json:"hash"` // of the text
	Held    []protocol.Range `json:"held"`

	// Shape encodes the division shown, for the client to store; "" if there is nothing new to store. It is absent if the server stores it
	// itself or the settings forbid it.
	Shape *string `json:"shape,omitempty"`
}

// heldFragments answers with the held fragments and, if the server cannot store the division shown, with that. It
// ignores fragments to hold that belong to another state of the text.
func (s *Server) heldFragments(ctx context.Context, p heldParams) (any, error) {
	v, err := s.analysedFile(ctx, p.TextDocument.URI)
	if v == nil {
		return nil, err
	}
	v = v.wholeNotebook()
	how := s.rememberLevel(&v.file.Settings)
	isKept := s.shapes.store != nil || how == session.Off
	_, isKnown := s.shapes.known.Load(v.file.URI)
	switch {
	case p.Shape != "" && !isKept:
		v, err = s.restoreFromClient(ctx, v, p.Shape)
		if err != nil {
			return nil, err
		}
	case p.Held != nil && p.Hash == v.hash() && !isKnown: // another editor may have released the fragments since the server's last answer
		spans := make([]markup.Span, len(p.Held))
		for i, r := range p.Held {
			spans[i] = v.span(r)
		}
		if v, err = s.replaceShown(ctx, v, func(d *analysis.Document) *analysis.Document { return d.Hold(spans...) }); err != nil {
			return nil, err
		}
	}
	result := heldResult{Version: v.file.Version, Hash: v.hash(), Held: []protocol.Range{}}
	for _, span := range v.heldExcept("") {
		result.Held = append(result.Held, v.rangeOf(span))
	}
	if !isKept {
		result.Shape = new("")
		if v.file.IsEdited || v.Document.HasHeld() && !s.isAsRestored(v) {
			if *result.Shape, err = shape.EncodePortable(v.Document, how == session.All); err != nil {
				return nil, err
			}
		}
	}
	return result, nil
}

// restoreFromClient restores the division that a client has stored.
func (s *Server) restoreFromClient(ctx context.Context, v *analysedFile, kept string) (*analysedFile, error) {
	v, err := s.replaceShown(ctx, v, func(d *analysis.Document) *analysis.Document {
		restored, _ := shape.RestorePortable(kept, d)
		return restored
	})
	if err != nil {
		return nil, err
	}
	d, err := s.document(v.documentURI())
	if d == nil {
		return v, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d.restored = v.Fingerprint()
	return v, nil
}

// isAsRestored reports whether a text is shown exactly as a client has restored it. Such a client may have stored more, for another branch,
// and must not overwrite that until somebody edits the text.
func (s *Server) isAsRestored(v *analysedFile) bool {
	d, err := s.document(v.documentURI())
	if d == nil || err != nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return d.restored == v.Fingerprint() && d.restored != 0
}

// heldExcept returns the spans of the held fragments except the one with an id.
func (v *analysedFile) heldExcept(id string) []markup.Span {
	var spans []markup.Span
	for _, f := range v.Fragments() {
		if f.Held && f.ID != id {
			first, last := v.Paragraph(f.First).Span, v.Paragraph(f.End-1).Span
			spans = append(spans, markup.Span{Start: first.Start, End: last.End})
		}
	}
	return spans
}

// hash returns a hash of the view's text.
func (v *analysedFile) hash() string { return strconv.FormatUint(v.Text.Hash(), 16) }

// replaceShown replaces the division of a view's text and returns the new view. It fails with [restructure.ErrGone] if the text is no
// longer the newest.
func (s *Server) replaceShown(ctx context.Context, v *analysedFile, other func(*analysis.Document) *analysis.Document) (*analysedFile, error) {
	d, err := s.document(v.documentURI())
	if d == nil {
		return v, err
	}
	text := v.Text.Hash()
	for !s.session.ReplaceAnalysis(v.file, other(v.Document)) { // even if the text is unchanged, its neighbours may have been read meanwhile
		if v, err = s.analysedFile(ctx, v.documentURI()); err != nil {
			return nil, err
		}
		if v == nil || v.Text.Hash() != text {
			return nil, restructure.ErrGone
		}
	}
	s.schedulePublish(d)
	s.runInBackground(func(context.Context) { s.storeShape(string(d.uri)) })
	if v, err = s.analysedFile(ctx, v.documentURI()); v == nil && err == nil {
		err = restructure.ErrGone // it has become too large
	}
	return v, err
}

// shownBefore holds the division before a text was divided anew, and the fingerprint of the division after it.
type shownBefore struct {
	before analysis.Shown
	text   uint64 // its hash
	mark   uint64
}

// divideAnew divides a text anew. If nothing has changed since the last call, it restores the earlier division instead.
func (s *Server) divideAnew(ctx context.Context, a commandArgument) error {
	v, err := s.analysedFile(ctx, a.URI)
	if v == nil {
		return err
	}
	d, err := s.document(v.documentURI())
	if d == nil {
		return err
	}
	s.mu.Lock()
	last := d.divided
	s.mu.Unlock()
	isBack := last.text == v.Text.Hash() && last.mark == v.Fingerprint() && last.mark != 0
	next := shownBefore{}
	_, err = s.replaceShown(ctx, v, func(d *analysis.Document) *analysis.Document {
		if isBack {
			return d.WithShown(last.before)
		}
		fresh := d.DivideAnew()
		next = shownBefore{d.Shown, d.Text.Hash(), fresh.Fingerprint()}
		return fresh
	})
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d.divided = next
	return nil
}

// releaseFragments releases the fragment of an argument, or all fragments.
func (s *Server) releaseFragments(ctx context.Context, a commandArgument) error {
	v, err := s.analysedFile(ctx, a.URI)
	if v == nil {
		return err
	}
	var stay []markup.Span
	if !a.All {
		i, err := s.newTask(v, a).Fragment()
		if err != nil {
			return toFailure(err)
		}
		stay = v.heldExcept(v.Fragment(i).ID)
	}
	_, err = s.replaceShown(ctx, v, func(d *analysis.Document) *analysis.Document { return d.Hold(stay...) })
	return err
}
