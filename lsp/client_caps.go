package lsp

import (
	"slices"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis/sentence"
)

// clientCaps holds the client's capabilities that the server uses. The zero value is a client without any.
type clientCaps struct {
	encoding          encoding
	sentence.Language // of messages to the writer

	pullsConfiguration     bool // workspace/configuration
	registersConfiguration bool // workspace/didChangeConfiguration, dynamically
	watchesFiles           bool // workspace/didChangeWatchedFiles, dynamically
	watchesAnywhere        bool // the same, in any folder
	showsDocuments         bool // window/showDocument
	showsProgress          bool // window/workDoneProgress
	answersMessages        bool // window/showMessageRequest

	sendsNotebooks bool // notebookDocument/didOpen and so on
	setsCells      bool // segls/setCells; set by an initialization option
	undoesFiles    bool // the client's undo also undoes changes of files; set by an initialization option

	codeLens          bool
	refreshCodeLens   bool
	refreshFolding    bool
	refreshInlayHints bool

	appliesEdits    bool // workspace/applyEdit
	documentChanges bool // edits with versions
	createsFiles    bool
	deletesFiles    bool
	renamesFiles    bool
	stopsAtFailure  bool // it stops at the first failed change
	annotatesEdits  bool
	snippetEdits    bool
	saysRefactoring bool // edits may be marked as refactorings, after which some clients save the files
	asksOfRenames   bool // workspace/willRenameFiles

	codeActionLiterals bool // actions, not only commands
	preferredActions   bool
	resolvesEdits      bool // of code actions
	menu               menuOptions

	ownOutline     bool     // the client lists fragments itself; set by an initialization option
	ownLinks       []string // the languages whose link features the client has itself; set by an initialization option
	registersLinks bool     // rename and completion, dynamically
	preparesRename bool

	hierarchicalSymbols bool
	markdownHover       bool
	foldingLimit        int // 0 is none
	foldsFromBlank      bool
	collapsedText       bool
}

// supportedEncodings are the encodings that the server supports.
var supportedEncodings = []encoding{
	protocol.PositionEncodingKindUTF8, protocol.PositionEncodingKindUTF16, protocol.PositionEncodingKindUTF32,
}

// clientCapsOf returns the capabilities that a client has declared. Every level may be missing.
func clientCapsOf(c protocol.ClientCapabilities) clientCaps {
	a := clientCaps{encoding: protocol.PositionEncodingKindUTF16}
	if g := c.General; g != nil {
		for _, offered := range g.PositionEncodings {
			if slices.Contains(supportedEncodings, offered) {
				a.encoding = offered
				break
			}
		}
	}
	if w := c.Workspace; w != nil {
		a.pullsConfiguration = isTrue(w.Configuration)
		a.registersConfiguration = w.DidChangeConfiguration != nil && isTrue(w.DidChangeConfiguration.DynamicRegistration)
		if watched := w.DidChangeWatchedFiles; watched != nil {
			a.watchesFiles = isTrue(watched.DynamicRegistration)
			a.watchesAnywhere = isTrue(watched.RelativePatternSupport)
		}
		a.codeLens = w.CodeLens != nil // lsp-mode declares no other capability of lenses
		a.refreshCodeLens = w.CodeLens != nil && isTrue(w.CodeLens.RefreshSupport)
		a.refreshFolding = w.FoldingRange != nil && isTrue(w.FoldingRange.RefreshSupport)
		a.refreshInlayHints = w.InlayHint != nil && isTrue(w.InlayHint.RefreshSupport)
	}
	if w := c.Workspace; w != nil {
		a.appliesEdits = isTrue(w.ApplyEdit)
		a.asksOfRenames = w.FileOperations != nil && isTrue(w.FileOperations.WillRename)
		if e := w.WorkspaceEdit; e != nil {
			// Neovim declares only resourceOperations, which need documentChanges.
			a.documentChanges = isTrue(e.DocumentChanges) || len(e.ResourceOperations) > 0
			a.createsFiles = slices.Contains(e.ResourceOperations, protocol.ResourceOperationKindCreate)
			a.deletesFiles = slices.Contains(e.ResourceOperations, protocol.ResourceOperationKindDelete)
			a.renamesFiles = slices.Contains(e.ResourceOperations, protocol.ResourceOperationKindRename)
			a.stopsAtFailure = e.FailureHandling != ""
			a.annotatesEdits = a.documentChanges && e.ChangeAnnotationSupport != nil
			a.snippetEdits = a.documentChanges && isTrue(e.SnippetEditSupport)
			a.saysRefactoring = isTrue(e.MetadataSupport)
		}
	}
	a.sendsNotebooks = c.NotebookDocument != nil
	if w := c.Window; w != nil {
		a.showsDocuments = w.ShowDocument != nil && w.ShowDocument.Support
		a.showsProgress = isTrue(w.WorkDoneProgress)
		a.answersMessages = w.ShowMessage != nil
	}
	if t := c.TextDocument; t != nil {
		a.codeLens = a.codeLens || t.CodeLens != nil
		if ca := t.CodeAction; ca != nil {
			a.codeActionLiterals = ca.CodeActionLiteralSupport.CodeActionKind.ValueSet != nil
			a.preferredActions = isTrue(ca.IsPreferredSupport)
			a.resolvesEdits = isTrue(ca.DataSupport) && slices.Contains(ca.ResolveSupport.Properties, "edit")
		}
		a.registersLinks = t.Rename != nil && isTrue(t.Rename.DynamicRegistration) && t.Completion != nil && isTrue(t.Completion.DynamicRegistration)
		a.preparesRename = t.Rename != nil && isTrue(t.Rename.PrepareSupport)
		a.hierarchicalSymbols = t.DocumentSymbol != nil && isTrue(t.DocumentSymbol.HierarchicalDocumentSymbolSupport)
		a.markdownHover = t.Hover != nil && len(t.Hover.ContentFormat) > 0 && t.Hover.ContentFormat[0] == protocol.MarkupKindMarkdown
		if f := t.FoldingRange; f != nil {
			if f.RangeLimit != nil {
				a.foldingLimit = int(*f.RangeLimit)
			}
			a.collapsedText = f.FoldingRange != nil && isTrue(f.FoldingRange.CollapsedText)
		}
	}
	return a
}

func isTrue(b *bool) bool { return b != nil && *b }
