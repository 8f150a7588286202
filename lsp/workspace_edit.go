package lsp

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/segls/segls/internal/session"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/restructure"
)

// This file sends a change of one document to the client.
//
// A file is created before its text is removed from the document, in one edit only if the client stops at a failure. A file that
// somebody else has created meanwhile keeps its text.
//
// The edit carries the version of its text, but some clients ignore versions. So the server waits until the text is as expected, and
// undoes an edit that the client has applied to a later text.
//
// No edit requires confirmation: clients would let the user choose among its entries, and text that is removed without creating its
// new file would be lost.

// annotation is the identifier of the only annotation of an edit, which marks created and renamed files. Replacements have none: it would
// repeat the title of the action, and Neovim stops after each annotated edit to show it.
const annotation protocol.ChangeAnnotationIdentifier = "segls"

// workspaceEdit returns an edit in the form that the client accepts.
func (v *analysedFile) workspaceEdit(e restructure.Edit) *protocol.WorkspaceEdit {
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
		create := newCreateFile(u)
		if v.clientCaps.annotatesEdits {
			create.AnnotationID = annotation
		}
		insert := v.editElement(restructure.Replacement{Text: f.Text})
		w.DocumentChanges = append(w.DocumentChanges, create, newTextDocumentEdit(u, nil, insert))
	}
	for _, edit := range v.cellEdits(e.Replacements) {
		w.DocumentChanges = append(w.DocumentChanges, edit)
	}
	if len(e.Replacements) > 0 && v.file.Cells == nil {
		elements := make([]protocol.TextDocumentEditElement, len(e.Replacements))
		for i, r := range e.Replacements {
			elements[i] = v.editElement(r)
		}
		w.DocumentChanges = append(w.DocumentChanges, newTextDocumentEdit(v.documentURI(), &v.file.Version, elements...))
	}
	if v.clientCaps.annotatesEdits && len(e.Files) > 0 {
		w.ChangeAnnotations = map[protocol.ChangeAnnotationIdentifier]protocol.ChangeAnnotation{
			annotation: {Label: e.Title.In(v.clientCaps.Language)},
		}
	}
	return w
}

func newTextDocumentEdit(u uri.URI, version *int32, edits ...protocol.TextDocumentEditElement) *protocol.TextDocumentEdit {
	return &protocol.TextDocumentEdit{
		TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{
			TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: u}, Version: version,
		},
		Edits: edits,
	}
}

// newCreateFile returns the operation that creates a file unless it exists.
func newCreateFile(u uri.URI) *protocol.CreateFile {
	return &protocol.CreateFile{Kind: "create", URI: u, Options: &protocol.CreateFileOptions{IgnoreIfExists: new(true)}}
}

// newDeleteFile returns the operation that deletes a file if it exists.
func newDeleteFile(u uri.URI) *protocol.DeleteFile {
	return &protocol.DeleteFile{Kind: "delete", URI: u, Options: &protocol.DeleteFileOptions{IgnoreIfNotExists: new(true)}}
}

// editElement returns one replacement, as a snippet if it has a placeholder and the client supports snippets.
func (v *analysedFile) editElement(r restructure.Replacement) protocol.TextDocumentEditElement {
	if v.clientCaps.snippetEdits && r.Placeholder.Len() > 0 {
		p := r.Placeholder
		snippet := snippetText.Replace(r.Text[:p.Start]) + "${0:" + snippetText.Replace(r.Text[p.Start:p.End]) + "}" + snippetText.Replace(r.Text[p.End:])
		return &protocol.SnippetTextEdit{
			Range: v.rangeOf(r.Span), Snippet: protocol.StringValue{Kind: "snippet", Value: snippet},
		}
	}
	return &protocol.TextEdit{Range: v.rangeOf(r.Span), NewText: r.Text}
}

// snippetText escapes the special characters of a snippet.
var snippetText = strings.NewReplacer(`\`, `\\`, "$", `\$`, "}", `\}`)

// patienceForTyping is the largest number of times that an edit is computed while the writer keeps typing.
const patienceForTyping = 20

// applyToNewest has the client apply an edit, computed by edit from the newest state of a document, and then shows the moved text. The text
// around the writer's position moves as little as possible on the screen.
func (s *Server) applyToNewest(ctx context.Context, u uri.URI, writer protocol.Position, edit func(v *analysedFile) (restructure.Edit, error)) error {
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
	wasSent := false
	for range patienceForTyping {
		v, err := s.analysedFile(ctx, u)
		if err != nil {
			return err
		}
		if v == nil {
			return newFailure("segls does not read documents of this kind.")
		}
		at := v.offset(writer)
		e, err := edit(v)
		if err == nil && len(e.Replacements)+len(e.Files) == 0 {
			return nil
		}
		v = v.wholeNotebook()
		var cells []editedCell
		if err == nil && d.isNotebook() {
			var within restructure.Edit
			if within, err = v.confineToCells(e); err == nil {
				e = within
			} else if errors.Is(err, errCrossesCells) {
				e, cells, err = v.cellsAfter(e)
			}
		}
		if err == nil {
			err = s.checkNewFiles(v, e)
		}
		if err != nil {
			return toFailure(err)
		}
		d.inFlight.restart()
		if now := s.currentFile(d); now == nil || now.Version != v.file.Version || !now.Text.Equal(v.Text) {
			continue // the text has changed since the edit was computed
		}
		if err := v.rememberShown(ctx, e); err != nil {
			return err
		}
		if cells != nil {
			return s.setCells(ctx, v, cells)
		}
		if (e.Place > 0 || e.Move.Order != nil) && s.clientCaps.documentChanges && !d.isNotebook() {
			around, place := e.KeepingTextAt(v.Text.String(), at)
			switch i, ok := v.fragmentAt(at); {
			case wasSent:
				around.Place = 0 // the writer is typing: leave the cursor where it is
			case ok && e.Place > 0 && slices.Contains(e.Move.Moved, i):
				around.Place = place
			}
			e = around
		}
		if err := s.applyWithFiles(ctx, d, v, e); !errors.Is(err, errOutdated) {
			return err
		}
		wasSent = true
	}
	return errOutdated
}

// applyWithFiles sends an edit, and asks the client to show the moved text in its new place.
func (s *Server) applyWithFiles(ctx context.Context, d *openDocument, v *analysedFile, e restructure.Edit) error {
	if len(e.Files) > 0 && !s.clientCaps.stopsAtFailure {
		files := restructure.Edit{Title: e.Title, Files: e.Files}
		if made := s.applyWorkspaceEdit(ctx, files.Title, v.workspaceEdit(files)); !made.applied {
			return newFailure("The editor could not make a file%s. The text is unchanged.", made.reasonClause())
		}
		if now := s.currentFile(d); now == nil || !now.Text.Equal(v.Text) {
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
	s.reportLeftovers(ctx, nil, leftAfterEdit(e))
	return nil
}

// sendAndWatch is applyWorkspaceEdit for an edit of one text. It does not wait long for clients that never answer, such as ALE.
func (s *Server) sendAndWatch(ctx context.Context, d *openDocument, v *analysedFile, e restructure.Edit, expected string) clientAnswer {
	sending, stop := context.WithCancel(ctx)
	defer stop()
	answer, edit := make(chan clientAnswer, 1), v.workspaceEdit(e)
	go func() { answer <- s.applyWorkspaceEdit(sending, e.Title, edit) }()

	watching, end := context.WithCancel(ctx)
	isDone := make(chan bool, 1)
	go func() {
		isExpected := false
		d.inFlight.eachNewText(watching, v.Text, longestWait, func(_, is rope.Text) bool {
			isExpected = sameText(is.String(), expected)
			return isExpected
		})
		isDone <- isExpected
	}()
	select {
	case applied := <-answer:
		end()
		<-isDone // eachNewText must not run twice at a time
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

// removeMadeFiles has the client delete the files that were created for a failed edit. The error names those that remain.
func (s *Server) removeMadeFiles(ctx context.Context, v *analysedFile, e restructure.Edit) error {
	if s.clientCaps.deletesFiles {
		w := &protocol.WorkspaceEdit{}
		for _, f := range e.Files {
			w.DocumentChanges = append(w.DocumentChanges, newDeleteFile(siblingURI(v.documentURI(), f.Path)))
		}
		if s.applyWorkspaceEdit(ctx, e.Title, w).applied {
			return nil
		}
	}
	if len(e.Files) == 1 {
		return newFailure("The new file %s is still there.", e.Files[0].Path)
	}
	return newFailure("The new files are still there.")
}

// The server's waiting times, for a text that may have changed or was reported as changed, and for an answer once it has changed.
const (
	patienceForText    = time.Second
	patienceForApplied = 5 * time.Second
	patienceForAnswer  = time.Second / 2
	longestWait        = math.MaxInt64 // the client may ask the user first
)

// applyText has the client apply an edit, and waits until the text is as expected.
func (s *Server) applyText(ctx context.Context, d *openDocument, v *analysedFile, e restructure.Edit) error {
	expected := e.Apply(v.Text.String())
	result := s.sendAndWatch(ctx, d, v, e, expected)
	applied := result.applied
	patience := patienceForText
	switch {
	case applied:
		patience = patienceForApplied
	case !applied && s.clientCaps.documentChanges && len(e.Files) == 0:
		patience = patienceForText / 20 // versions ensure that all edits are applied, or none
	}
	o := d.awaitOutcome(ctx, v, e.Replacements, expected, patience)
	switch {
	case o.isMisapplied:
		if s.changeBackTo(ctx, d, v, o.typed, o.changed) {
			return newFailure("You typed while the text was being changed, so the change has been undone. Try again.")
		}
		return newFailure("You typed while the text was being changed, and the change went wrong. Undo it and try again.")
	case applied && !o.isDone && o.hasArrived && !s.clientCaps.documentChanges:
		return newFailure("The text has changed in the meantime. If it is not what you want, undo it.")
	case !applied && o.isDone:
		if s.changeBackTo(ctx, d, v, v.Text, o.changed) {
			return newFailure("The editor reported a failure, so the change to the text has been undone.")
		}
		return newFailure("The editor says that it has not applied the change, but the text has changed. Undo it.")
	case !applied && o.hasArrived:
		return errOutdated
	case !applied:
		return newFailure("The editor did not apply the change%s. The text is unchanged.", result.reasonClause())
	}
	if o.isDone {
		s.revealEdit(ctx, v, e, rope.New(expected))
	}
	return nil
}

// editOutcome is the state of a text after the client was asked to change it.
type editOutcome struct {
	hasArrived   bool      // the text has changed in some way
	isDone       bool      // the text is as expected
	isMisapplied bool      // the edit was applied to a text that the writer had changed
	typed        rope.Text // that text
	changed      rope.Text // the text right after the edit, if isDone or isMisapplied
}

// awaitOutcome waits until replacements have been applied to the text of a document, as expected or not, or patience has passed.
func (d *openDocument) awaitOutcome(ctx context.Context, v *analysedFile, replacements []restructure.Replacement, expected string, patience time.Duration) (o editOutcome) {
	before := v.Text.String()
	edits := make([]protocol.TextEdit, len(replacements))
	for i, r := range replacements {
		edits[i] = protocol.TextEdit{Range: v.rangeOf(r.Span), NewText: r.Text}
	}
	o.hasArrived = d.inFlight.eachNewText(ctx, v.Text, patience, func(was, is rope.Text) bool {
		now := is.String()
		o.isDone = sameText(now, expected)
		if !o.isDone && !sameText(was.String(), before) {
			o.isMisapplied, o.typed = sameText(now, applyTextEdits(mapper{was, v.mapper.encoding}, edits)), was
		}
		o.changed = is
		return o.isDone || o.isMisapplied
	})
	return o
}

// revealEdit asks the client to show the moved text in its new place.
func (s *Server) revealEdit(ctx context.Context, v *analysedFile, e restructure.Edit, text rope.Text) {
	if e.Place == 0 {
		return
	}
	u, at := v.placeAfterEdit(mapper{text, v.mapper.encoding}, e.Place)
	s.reveal(ctx, u, &protocol.Range{Start: at, End: at})
}

// applyTextEdits returns a text after edits that were computed for another text; "" if they do not fit it.
func applyTextEdits(m mapper, edits []protocol.TextEdit) string {
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

// changeBackTo has the client undo the change of a document from text to changed, and reports whether it has. What the writer has typed
// since is kept; if that is within the change, changeBackTo does nothing.
func (s *Server) changeBackTo(ctx context.Context, d *openDocument, v *analysedFile, text, changed rope.Text) bool {
	f := s.currentFile(d)
	if f == nil {
		return false
	}
	now, wanted := f.Text.String(), text.String()
	if sameText(now, wanted) {
		return true
	}
	span, with := rope.Difference(changed.String(), wanted)
	switch typed, what := rope.Difference(changed.String(), now); {
	case typed.Start >= span.End:
	case typed.End <= span.Start:
		further := len(what) - typed.Len()
		span = markup.Span{Start: span.Start + further, End: span.End + further}
	default:
		return false
	}
	wanted = now[:span.Start] + with + now[span.End:]
	at := &analysedFile{mapper: mapper{f.Text, v.encoding}, file: f, clientCaps: v.clientCaps}
	d.inFlight.restart()
	back := at.workspaceEdit(restructure.Edit{Replacements: []restructure.Replacement{{Span: span, Text: with}}})
	if !s.applyWorkspaceEdit(ctx, sentence.New("Take back"), back).applied {
		return false
	}
	isBack := false
	d.inFlight.eachNewText(ctx, f.Text, patienceForText, func(_, is rope.Text) bool {
		isBack = sameText(is.String(), wanted)
		return isBack
	})
	return isBack
}

// rememberShown stores the fragments of the text for undo and, for a move, those to show after it.
func (v *analysedFile) rememberShown(ctx context.Context, e restructure.Edit) error {
	v.file.RememberForUndo(session.ShownTextOf(v.Document))
	if e.Move.Order == nil && e.Arrived.Len() == 0 || len(e.Replacements) == 0 {
		return nil
	}
	edit := e.AnalysisEdit(v.Text)
	next, isKnown := v.file.ShownFor(edit.Text) // a text restored by undo has its former fragments
	if !isKnown {
		edited, err := v.Edit(ctx, edit)
		if err != nil {
			return err
		}
		next = session.ShownTextOf(holdArrived(edited, e.Arrived))
	}
	v.file.RememberForUndo(next)
	return nil
}

// holdArrived returns d with the paragraphs in a span held as one fragment.
func holdArrived(d *analysis.Document, in markup.Span) *analysis.Document {
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
