package lsp

import (
	"context"
	"strings"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"go.uber.org/zap"

	"github.com/segls/segls/analysis/restructure"
)

// How a change of structure goes to the client. Everything that an edit replaces stands
// in the first entry of documentChanges, with the version of the text that it was made
// from: of later entries, and of version 0, some clients check no version. The entries
// after it make files and insert at their beginning; where a file has come into being in
// the meantime, it keeps what it has. No edit asks to be confirmed: clients then let a
// person choose some of its entries, and what is taken out of a text without the file
// that it goes into would be lost.

// annotation is the identifier of the one annotation of an edit: it says on a file that
// is made what made it. Replacements have none. They would say no more than the action
// that was chosen, and Neovim stops after each edit that has any, to tell of them.
const annotation protocol.ChangeAnnotationIdentifier = "segls"

// workspaceEdit is an edit as the client takes it.
func (v *view) workspaceEdit(e restructure.Edit) *protocol.WorkspaceEdit {
	if !v.able.documentChanges {
		edits := make([]protocol.TextEdit, len(e.Replacements))
		for i, r := range e.Replacements {
			edits[i] = protocol.TextEdit{Range: v.rangeOf(r.Span), NewText: r.Text}
		}
		return &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{v.snapshot.uri: edits}}
	}
	w := &protocol.WorkspaceEdit{}
	if len(e.Replacements) > 0 {
		elements := make([]protocol.TextDocumentEditElement, len(e.Replacements))
		for i, r := range e.Replacements {
			elements[i] = v.element(r)
		}
		w.DocumentChanges = append(w.DocumentChanges, textDocumentEdit(v.snapshot.uri, &v.snapshot.version, elements...))
	}
	for _, f := range e.Files {
		u := beside(v.snapshot.uri, f.Path)
		create := &protocol.CreateFile{Kind: "create", URI: u, Options: &protocol.CreateFileOptions{IgnoreIfExists: new(true)}}
		if v.able.annotatesEdits {
			create.AnnotationID = annotation
		}
		insert := v.element(restructure.Replacement{Text: f.Text})
		w.DocumentChanges = append(w.DocumentChanges, create, textDocumentEdit(u, nil, insert))
	}
	if v.able.annotatesEdits && len(e.Files) > 0 {
		w.ChangeAnnotations = map[protocol.ChangeAnnotationIdentifier]protocol.ChangeAnnotation{
			annotation: {Label: e.Title},
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
	if v.able.snippetEdits && r.Placeholder.Len() > 0 {
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

// carryOut has the client apply what edit makes of the newest state of a document, and
// then shows what was moved.
func (s *Server) carryOut(ctx context.Context, u uri.URI, edit func(v *view) (restructure.Edit, error)) error {
	if !s.able.appliesEdits {
		return failed("This editor does not let a server change texts.")
	}
	d, err := s.document(u)
	if d == nil {
		return err
	}
	for {
		v, err := s.view(ctx, u)
		if err != nil {
			return err
		}
		if v == nil {
			return failed("segls does not read documents of this kind.")
		}
		e, err := edit(v)
		if err == nil {
			err = s.checkFiles(v, e)
		}
		if err != nil {
			return failed(err.Error())
		}
		if d.snapshot() != v.snapshot {
			continue // made from a text that is no longer there
		}
		return s.apply(ctx, v, e)
	}
}

// apply sends an edit, and asks the client to show where what was moved is now.
func (s *Server) apply(ctx context.Context, v *view, e restructure.Edit) error {
	answer, err := s.client.ApplyEdit(ctx, &protocol.ApplyWorkspaceEditParams{Label: &e.Title, Edit: *v.workspaceEdit(e)})
	if err != nil {
		return err
	}
	if !answer.Applied {
		s.log.Warn("the client did not apply an edit", zap.Stringp("reason", answer.FailureReason))
		if s.takeBack(ctx, v, e) {
			return failed("The editor could not make a file, so the text has been put back as it was.")
		}
		return failed("The editor did not apply the change; the text may have changed in the meantime.")
	}
	if e.Place == 0 || !s.able.showsDocuments {
		return nil
	}
	at := newMapper(v, e).position(e.Place)
	_, err = s.client.ShowDocument(ctx, &protocol.ShowDocumentParams{
		URI: v.snapshot.uri, TakeFocus: new(true), Selection: &protocol.Range{Start: at, End: at},
	})
	if err != nil {
		s.log.Warn("showDocument", zap.Error(err))
	}
	return nil
}

// afterthought is how long a client may take to tell of a change that it has made before it
// failed at another.
const afterthought = time.Second

// takeBack undoes what a client has applied of an edit at which it has failed: some change
// the text first, and then cannot make the file that its part was to go into.
func (s *Server) takeBack(ctx context.Context, v *view, e restructure.Edit) bool {
	if len(e.Files) == 0 {
		return false
	}
	before := v.Text.String()
	after := e.Apply(before)
	enough := time.After(afterthought)
	for {
		now, err := s.view(ctx, v.snapshot.uri)
		if now == nil || err != nil {
			return false
		}
		if now.Text.String() == after {
			answer, err := s.client.ApplyEdit(ctx, &protocol.ApplyWorkspaceEditParams{Label: &e.Title, Edit: *now.workspaceEdit(e.Inverse(before))})
			return err == nil && answer.Applied
		}
		select {
		case <-ctx.Done():
			return false
		case <-enough:
			return false
		case <-time.After(afterthought / 50):
		}
	}
}

// failed is the error for what cannot be done, said to the writer.
func failed(message string) error {
	return jsonrpc2.NewError(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), message)
}
