package lsp

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/segls/segls/internal/session"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/restructure"
)

// How a change of structure goes to the client.
//
// A file is made before the text that goes into it is taken away. Where the client says that
// it stops at what fails, both are one edit, which one step undoes; elsewhere they are two
// edits, as nobody knows what such a client does next. Where a file has come into being in
// the meantime, it keeps what it has.
//
// What changes the text has the version that it was made from. Of later entries, and of
// version 0, some clients check no version, and clients without documentChanges have none at
// all. So what the document becomes is followed until it is what was expected. If the writer
// has typed before the edit came, so that it has hit other words, it is taken back.
//
// No edit asks to be confirmed: clients then let a person choose some of its entries, and
// what is taken out of a text without the file that it goes into would be lost.

// annotation is the identifier of the one annotation of an edit: it says on a file that
// is made what made it. Replacements have none. They would say no more than the action
// that was chosen, and Neovim stops after each edit that has any, to tell of them.
const annotation protocol.ChangeAnnotationIdentifier = "segls"

// workspaceEdit is an edit as the client takes it.
func (v *view) workspaceEdit(e restructure.Edit) *protocol.WorkspaceEdit {
	if v.file.Cells != nil && !v.clientCaps.documentChanges {
		w := &protocol.WorkspaceEdit{Changes: make(map[uri.URI][]protocol.TextEdit)}
		for _, r := range e.Replacements {
			c := cellAt(v.file, r.Span.Start)
			w.Changes[uri.URI(c.URI)] = append(w.Changes[uri.URI(c.URI)], protocol.TextEdit{Range: v.viewOfCell(c).rangeOf(r.Span), NewText: r.Text})
		}
		return w
	}
	if !v.clientCaps.documentChanges {
		edits := make([]protocol.TextEdit, len(e.Replacements))
		for i, r := range e.Replacements {
			edits[i] = protocol.TextEdit{Range: v.rangeOf(r.Span), NewText: r.Text}
		}
		return &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{v.documentURI(): edits}}
	}
	w := &protocol.WorkspaceEdit{}
	for _, f := range e.Files {
		u := siblingURI(v.documentURI(), f.Path)
		create := &protocol.CreateFile{Kind: "create", URI: u, Options: &protocol.CreateFileOptions{IgnoreIfExists: new(true)}}
		if v.clientCaps.annotatesEdits {
			create.AnnotationID = annotation
		}
		insert := v.element(restructure.Replacement{Text: f.Text})
		w.DocumentChanges = append(w.DocumentChanges, create, textDocumentEdit(u, nil, insert))
	}
	for _, edit := range v.cellEdits(e.Replacements) {
		w.DocumentChanges = append(w.DocumentChanges, edit)
	}
	if len(e.Replacements) > 0 && v.file.Cells == nil {
		elements := make([]protocol.TextDocumentEditElement, len(e.Replacements))
		for i, r := range e.Replacements {
			elements[i] = v.element(r)
		}
		w.DocumentChanges = append(w.DocumentChanges, textDocumentEdit(v.documentURI(), &v.file.Version, elements...))
	}
	if v.clientCaps.annotatesEdits && len(e.Files) > 0 {
		w.ChangeAnnotations = map[protocol.ChangeAnnotationIdentifier]protocol.ChangeAnnotation{
			annotation: {Label: e.Title.In(v.clientCaps.Language)},
		}
	}
	return w
}

func textDocumentEdit(u uri.URI, version *int32, edits ...protocol.TextDocumentEditElement) *protocol.TextDocumentEdit {
	return &protocol.TextDocumentEdit{
		TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{
			TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: u}, Version: version,
		},
		Edits: edits,
	}
}

// element is one replacement, with a placeholder where there is one and the client takes
// it.
func (v *view) element(r restructure.Replacement) protocol.TextDocumentEditElement {
	if v.clientCaps.snippetEdits && r.Placeholder.Len() > 0 {
		p := r.Placeholder
		snippet := snippetText.Replace(r.Text[:p.Start]) + "${0:" + snippetText.Replace(r.Text[p.Start:p.End]) + "}" + snippetText.Replace(r.Text[p.End:])
		return &protocol.SnippetTextEdit{
			Range: v.rangeOf(r.Span), Snippet: protocol.StringValue{Kind: "snippet", Value: snippet},
		}
	}
	return &protocol.TextEdit{Range: v.rangeOf(r.Span), NewText: r.Text}
}

// snippetText escapes what means something in a snippet.
var snippetText = strings.NewReplacer(`\`, `\\`, "$", `\$`, "}", `\}`)

// patienceForTyping is how often an edit is made anew for a text that is typed in.
const patienceForTyping = 20

// applyNewest has the client apply what edit makes of the newest state of a document, and
// then shows what was moved. What stands around the place where the writer is moves as little as possible.
func (s *Server) applyNewest(ctx context.Context, u uri.URI, writer protocol.Position, edit func(v *view) (restructure.Edit, error)) error {
	if !s.clientCaps.appliesEdits {
		return newFailure("This editor does not let a server change texts.")
	}
	d, err := s.document(u)
	if d == nil {
		return err
	}
	if err := d.inFlight.begin(ctx); err != nil {
		return err
	}
	defer d.inFlight.end()
	for tries := 1; ; {
		v, err := s.view(ctx, u)
		if err != nil {
			return err
		}
		if v == nil {
			return newFailure("segls does not read documents of this kind.")
		}
		at := v.offset(writer)
		e, err := edit(v)
		v = v.wholeNotebook()
		var cells []newCell
		if err == nil && d.isNotebook() {
			var within restructure.Edit
			if within, err = v.intoCells(e); err == nil {
				e = within
			} else if errors.Is(err, errCrossesCells) {
				e, cells, err = v.cellsAfter(e)
			}
		}
		if err == nil {
			err = s.checkFiles(v, e)
		}
		if err != nil {
			return asFailed(err)
		}
		d.inFlight.restart()
		if now := s.fileOf(d); now == nil || now.Version != v.file.Version || !now.Text.Equal(v.Text) {
			continue // made from a text that is no longer there
		}
		if err := v.rememberExpected(ctx, e); err != nil {
			return err
		}
		if cells != nil {
			return s.setCells(ctx, v, cells)
		}
		if (e.Place > 0 || e.Move.Order != nil) && s.clientCaps.documentChanges && !d.isNotebook() {
			around, place := e.Around(v.Text.String(), at)
			switch i, ok := v.fragmentAt(at); {
			case tries > 1:
				around.Place = 0 // the writer types, and is where they want to be
			case ok && e.Place > 0 && slices.Contains(e.Move.Moved, i):
				around.Place = place
			}
			e = around
		}
		if err := s.apply(ctx, d, v, e); !errors.Is(err, errOutdated) || tries == patienceForTyping {
			return err
		}
		tries++
	}
}

// apply sends an edit, and asks the client to show where what was moved is now.
func (s *Server) apply(ctx context.Context, d *document, v *view, e restructure.Edit) error {
	if len(e.Files) > 0 && !s.clientCaps.stopsAtFailure {
		files := restructure.Edit{Title: e.Title, Files: e.Files}
		if made := s.sendEdit(ctx, v, files); !made.applied {
			return newFailure("The editor could not make the file%s. The text is as it was.", made.reasonClause())
		}
		if now := s.fileOf(d); now == nil || !now.Text.Equal(v.Text) {
			return sentence.Join(newFailure("The text has changed in the meantime, so nothing has been taken out of it."), s.removeMadeFiles(ctx, v, e))
		}
		rest := e
		rest.Files = nil
		if err := s.applyText(ctx, d, v, rest); err != nil {
			return sentence.Join(err, s.removeMadeFiles(ctx, v, e))
		}
	} else if err := s.applyText(ctx, d, v, e); err != nil {
		return err
	}
	s.reportLeftovers(ctx, nil, leftOfParts(e))
	return nil
}

// clientAnswer is the client's answer to an edit.
type clientAnswer struct {
	applied bool
	reason  string // why it has not been applied, if the client says so
}

// reasonClause is the reason as the end of a sentence.
func (s clientAnswer) reasonClause() string {
	if s.reason == "" {
		return ""
	}
	return ": " + strings.TrimRight(s.reason, ". \n")
}

// sendEdit has the client apply an edit.
func (s *Server) sendEdit(ctx context.Context, v *view, e restructure.Edit) clientAnswer {
	answer, err := s.client.ApplyEdit(ctx, &protocol.ApplyWorkspaceEditParams{Label: new(e.Title.In(s.clientCaps.Language)), Edit: *v.workspaceEdit(e)})
	if err != nil {
		s.log.Warn("the client did not apply an edit", "error", err)
		return clientAnswer{}
	}
	if !answer.Applied {
		s.log.Warn("the client did not apply an edit", "reason", answer.FailureReason)
	}
	result := clientAnswer{applied: answer.Applied}
	if answer.FailureReason != nil {
		result.reason = *answer.FailureReason
	}
	return result
}

// sendAndWatch is send for an edit of a text. Some clients, such as ALE, apply an edit and never
// answer: once the text is as expected, the answer is not waited for much longer.
func (s *Server) sendAndWatch(ctx context.Context, d *document, v *view, e restructure.Edit, expected string) clientAnswer {
	sending, stop := context.WithCancel(ctx)
	defer stop()
	answer := make(chan clientAnswer, 1)
	go func() { answer <- s.sendEdit(sending, v, e) }()

	watching, end := context.WithCancel(ctx)
	isDone := make(chan bool, 1)
	go func() {
		isExpected := false
		d.inFlight.follow(watching, v.Text, longestWait, func(_, is rope.Text) bool {
			isExpected = sameText(is.String(), expected)
			return isExpected
		})
		isDone <- isExpected
	}()
	select {
	case applied := <-answer:
		end()
		<-isDone // texts are followed by one at a time
		return applied
	case done := <-isDone:
		end()
		if !done {
			return <-answer
		}
	}
	select {
	case applied := <-answer:
		return applied
	case <-time.After(patienceForAnswer):
		return clientAnswer{applied: true}
	}
}

// removeMadeFiles has the client delete files that it has made in vain, and says what is left.
func (s *Server) removeMadeFiles(ctx context.Context, v *view, e restructure.Edit) error {
	if s.clientCaps.deletesFiles {
		w := protocol.WorkspaceEdit{}
		for _, f := range e.Files {
			w.DocumentChanges = append(w.DocumentChanges, &protocol.DeleteFile{
				Kind: "delete", URI: siblingURI(v.documentURI(), f.Path), Options: &protocol.DeleteFileOptions{IgnoreIfNotExists: new(true)},
			})
		}
		if answer, err := s.client.ApplyEdit(ctx, &protocol.ApplyWorkspaceEditParams{Label: new(e.Title.In(s.clientCaps.Language)), Edit: w}); err == nil && answer.Applied {
			return nil
		}
	}
	if len(e.Files) == 1 {
		return newFailure("The new file %s is left.", e.Files[0].Path)
	}
	return newFailure("The new files are left.")
}

// How long it is waited for a text that the client may have changed, for one that it says it has,
// and for its answer when it has.
const (
	patienceForText    = time.Second
	patienceForApplied = 5 * time.Second
	patienceForAnswer  = time.Second / 2
	longestWait        = math.MaxInt64 // a client may ask the writer
)

// applyText has the client apply an edit, and follows what becomes of the text.
func (s *Server) applyText(ctx context.Context, d *document, v *view, e restructure.Edit) error {
	expected := e.Apply(v.Text.String())
	result := s.sendAndWatch(ctx, d, v, e, expected)
	applied := result.applied
	patience := patienceForText
	switch {
	case applied:
		patience = patienceForApplied
	case !applied && s.clientCaps.documentChanges && len(e.Files) == 0:
		patience = patienceForText / 20 // versions see to it that all or nothing is done
	}
	o := d.outcome(ctx, v, e.Replacements, expected, patience)
	switch {
	case o.isMisapplied:
		if s.restore(ctx, d, v, o.typed) {
			return newFailure("You typed while the text was being changed, so the change has been taken back. Try again.")
		}
		return newFailure("You typed while the text was being changed, and the change has gone astray. Undo it, and try again.")
	case applied && !o.isDone && o.hasArrived && !s.clientCaps.documentChanges:
		return newFailure("The text has changed in the meantime. See whether it is what you want; else undo.")
	case !applied && o.isDone:
		if s.restore(ctx, d, v, v.Text) {
			return newFailure("The editor could not make a file, so the text has been put back as it was.")
		}
		return newFailure("The editor says that it has not applied the change, but the text has changed. Undo it.")
	case !applied && o.hasArrived:
		return errOutdated
	case !applied:
		return newFailure("The editor did not apply the change%s. The text is as it was.", result.reasonClause())
	}
	if o.isDone {
		s.show(ctx, v, e, rope.New(expected))
	}
	return nil
}

// editOutcome describes a text after the client was asked to change it.
type editOutcome struct {
	hasArrived   bool      // there has been a change, of whatever kind
	isDone       bool      // it is as expected
	isMisapplied bool      // the edit was made in a text that the writer had changed
	typed        rope.Text // that text
}

// outcome follows a document until its text is as expected after replacements, or something else
// has become of it.
func (d *document) outcome(ctx context.Context, v *view, replacements []restructure.Replacement, expected string, patience time.Duration) (o editOutcome) {
	before := v.Text.String()
	edits := make([]protocol.TextEdit, len(replacements))
	for i, r := range replacements {
		edits[i] = protocol.TextEdit{Range: v.rangeOf(r.Span), NewText: r.Text}
	}
	o.hasArrived = d.inFlight.follow(ctx, v.Text, patience, func(was, is rope.Text) bool {
		now := is.String()
		o.isDone = sameText(now, expected)
		if !o.isDone && !sameText(was.String(), before) {
			o.isMisapplied, o.typed = sameText(now, applyRanges(mapper{was, v.mapper.encoding}, edits)), was
		}
		return o.isDone || o.isMisapplied
	})
	return o
}

// show asks the client to show where what was moved is now.
func (s *Server) show(ctx context.Context, v *view, e restructure.Edit, text rope.Text) {
	if e.Place == 0 || !s.clientCaps.showsDocuments {
		return
	}
	u, at := v.placeIn(mapper{text, v.mapper.encoding}, e.Place)
	_, err := s.client.ShowDocument(ctx, &protocol.ShowDocumentParams{
		URI: u, TakeFocus: new(true), Selection: &protocol.Range{Start: at, End: at},
	})
	if err != nil {
		s.log.Warn("showDocument", "error", err)
	}
}

// applyRanges is a text after edits that were made for another one.
func applyRanges(m mapper, edits []protocol.TextEdit) string {
	text := m.text.String()
	for _, e := range slices.Backward(edits) {
		span := m.span(e.Range)
		if span.Start > span.End || span.End > len(text) {
			return ""
		}
		text = text[:span.Start] + e.NewText + text[span.End:]
	}
	return text
}

// sameText reports whether two texts are the same but for how lines end: some editors give
// all lines the same end.
func sameText(one, other string) bool {
	return one == other || strings.ReplaceAll(one, "\r", "") == strings.ReplaceAll(other, "\r", "")
}

// restore has the client turn a document back into what it was, and reports whether it has come to
// that.
func (s *Server) restore(ctx context.Context, d *document, v *view, text rope.Text) bool {
	f := s.fileOf(d)
	if f == nil {
		return false
	}
	now, wanted := f.Text.String(), text.String()
	if sameText(now, wanted) {
		return true
	}
	span, with := session.Difference(now, wanted)
	at := &view{mapper: mapper{f.Text, v.encoding}, file: f, clientCaps: v.clientCaps}
	d.inFlight.restart()
	if !s.sendEdit(ctx, at, restructure.Edit{Title: sentence.New("Take back"), Replacements: []restructure.Replacement{{Span: span, Text: with}}}).applied {
		return false
	}
	isBack := false
	d.inFlight.follow(ctx, f.Text, patienceForText, func(_, is rope.Text) bool {
		isBack = sameText(is.String(), wanted)
		return isBack
	})
	return isBack
}

// rememberExpected remembers what is to be shown once a move has been made: the same fragments, in
// another order, or what has come from another file as a fragment by itself.
func (v *view) rememberExpected(ctx context.Context, e restructure.Edit) error {
	v.file.RememberPermanently(session.ExpectedOf(v.Document))
	if e.Move.Order == nil && e.Arrived.Len() == 0 || len(e.Replacements) == 0 {
		return nil
	}
	edit := e.AnalysisEdit(v.Text)
	next, isKnown := v.file.Recall(edit.Text) // what it takes back is shown again
	if !isKnown {
		edited, err := v.Edit(ctx, edit)
		if err != nil {
			return err
		}
		next = session.ExpectedOf(withArrived(edited, e.Arrived))
	}
	v.file.RememberPermanently(next)
	return nil
}

// withArrived holds the paragraphs in a stretch of a text as a fragment.
func withArrived(d *analysis.Document, in markup.Span) *analysis.Document {
	var arrived markup.Span
	for _, p := range d.Paragraphs() {
		if in.Start <= p.Span.Start && p.Span.End <= in.End {
			if arrived.Len() == 0 {
				arrived.Start = p.Span.Start
			}
			arrived.End = p.Span.End
		}
	}
	if arrived.Len() == 0 {
		return d
	}
	spans := []markup.Span{arrived}
	for _, f := range d.Fragments() {
		if f.Held {
			spans = append(spans, markup.Span{Start: d.Paragraph(f.First).Span.Start, End: d.Paragraph(f.End - 1).Span.End})
		}
	}
	return d.Hold(spans...)
}

// asFailed is an error to the writer, if it is not one to the client.
func asFailed(err error) error {
	if coded := (*jsonrpc2.Error)(nil); errors.As(err, &coded) || errors.Is(err, restructure.ErrGone) {
		return err
	}
	return sentence.Join(err)
}

// newFailure is the error for what cannot be done. It is said to the writer where the connection answers
// ([Server.wireError]).
func newFailure(text string, values ...any) error { return sentence.New(text, values...) }
