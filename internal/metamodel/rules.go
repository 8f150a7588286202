package metamodel

import (
	"maps"
	"slices"
	"strings"
)

// rule is a requirement of the specification that shapes cannot express. Its function calls fail with the path from the
// value to each place that breaks the rule.
type rule[T any] struct {
	problem string
	check   func(v *Validator, about T, fail func(steps ...any))
}

// apply checks a value against a table of rules.
func apply[T any](v *Validator, at *path, rules []rule[T], about T) {
	for _, r := range rules {
		r.check(v, about, func(steps ...any) { v.addViolation(at.extend(steps), r.problem) })
	}
}

// structureRules are the rules for structures in the server's messages.
var structureRules = map[string][]rule[object]{
	"Range": {
		{"the range starts after its end", func(_ *Validator, o object, fail func(...any)) {
			if s := asSpan(o); s.start.after(s.end) {
				fail()
			}
		}},
	},
	"CallHierarchyItem": {selectionInside},
	"TypeHierarchyItem": {selectionInside},
	"LocationLink": {
		{"the selection is not inside the target", func(_ *Validator, o object, fail func(...any)) {
			if !asSpan(o["targetRange"]).contains(asSpan(o["targetSelectionRange"])) {
				fail("targetSelectionRange")
			}
		}},
	},
	"SelectionRange": {
		{"the parent does not contain the range", func(_ *Validator, o object, fail func(...any)) {
			if parent, ok := o["parent"]; ok && !asSpan(get(parent, "range")).contains(asSpan(o["range"])) {
				fail("parent", "range")
			}
		}},
	},

	"DocumentSymbol": {
		selectionInside,
		{"the child is not inside its parent", func(_ *Validator, o object, fail func(...any)) {
			for i, child := range asList(o["children"]) {
				if !asSpan(o["range"]).contains(asSpan(get(child, "range"))) {
					fail("children", i, "range")
				}
			}
		}},
		{"the name is blank", func(_ *Validator, o object, fail func(...any)) {
			if strings.TrimSpace(asText(o["name"])) == "" {
				fail("name")
			}
		}},
		knownSymbolKind,
	},
	"SymbolInformation": {knownSymbolKind},

	"FoldingRange": {
		{"the fold starts after its end", func(_ *Validator, o object, fail func(...any)) {
			start := position{asInteger(o["startLine"]), asInteger(o["startCharacter"])}
			end := position{asInteger(o["endLine"]), asInteger(o["endCharacter"])}
			_, hasEnd := o["endCharacter"]
			if start.line > end.line || hasEnd && start.after(end) {
				fail()
			}
		}},
		{"a character is given although the client folds whole lines only", func(v *Validator, o object, fail func(...any)) {
			for _, name := range []string{"startCharacter", "endCharacter"} {
				if _, present := o[name]; present && v.clientSupports("textDocument.foldingRange.lineFoldingOnly") {
					fail(name)
				}
			}
		}},
		{"one line is folded although the client folds whole lines only", func(v *Validator, o object, fail func(...any)) {
			if asInteger(o["startLine"]) == asInteger(o["endLine"]) && v.clientSupports("textDocument.foldingRange.lineFoldingOnly") {
				fail()
			}
		}},
	},
	"CodeLens": {
		{"the lens spans more than one line", func(_ *Validator, o object, fail func(...any)) {
			if s := asSpan(o["range"]); s.start.line != s.end.line {
				fail("range")
			}
		}},
		{"the lens has no command and the server resolves none", func(v *Validator, o object, fail func(...any)) {
			if o["command"] == nil && !v.serverSupports("codeLensProvider.resolveProvider") {
				fail("command")
			}
		}},
	},
	"InlayHint": {
		{"the label is empty", func(_ *Validator, o object, fail func(...any)) {
			if label := o["label"]; label == "" || asText(label) == "" && len(asList(label)) == 0 {
				fail("label")
			}
		}},
	},
	"InlayHintLabelPart": {
		{"the part of the label is empty", func(_ *Validator, o object, fail func(...any)) {
			if o["value"] == "" {
				fail("value")
			}
		}},
	},

	"Hover":                {markupFormatRule("contents", "textDocument.hover.contentFormat")},
	"SignatureInformation": {markupFormatRule("documentation", "textDocument.signatureHelp.signatureInformation.documentationFormat")},
	"ParameterInformation": {markupFormatRule("documentation", "textDocument.signatureHelp.signatureInformation.documentationFormat")},
	"CompletionItem": {
		markupFormatRule("documentation", "textDocument.completion.completionItem.documentationFormat"),
		{"a snippet for a client that takes none", func(v *Validator, o object, fail func(...any)) {
			const snippet = 2
			if asInteger(o["insertTextFormat"]) == snippet && !v.clientSupports("textDocument.completion.completionItem.snippetSupport") {
				fail("insertTextFormat")
			}
		}},
	},

	"Diagnostic": {
		{"the client does not take related information", func(v *Validator, o object, fail func(...any)) {
			if o["relatedInformation"] != nil && !v.clientSupports(v.diagnosticsCapability("relatedInformation")) {
				fail("relatedInformation")
			}
		}},
		{"the client does not take descriptions of codes", func(v *Validator, o object, fail func(...any)) {
			if o["codeDescription"] != nil && !v.clientSupports(v.diagnosticsCapability("codeDescriptionSupport")) {
				fail("codeDescription")
			}
		}},
		{"the client does not take this tag", func(v *Validator, o object, fail func(...any)) {
			for i, tag := range asList(o["tags"]) {
				if !v.clientCapabilityHas(v.diagnosticsCapability("tagSupport.valueSet"), tag) {
					fail("tags", i)
				}
			}
		}},
		{"the client does not take markup in messages", func(v *Validator, o object, fail func(...any)) {
			if asObject(o["message"]) != nil && !v.clientSupports("textDocument.diagnostic.markupMessageSupport") {
				fail("message")
			}
		}},
	},

	"CodeAction": {
		{"the client takes commands only", func(v *Validator, _ object, fail func(...any)) {
			if !v.clientSupports("textDocument.codeAction.codeActionLiteralSupport") {
				fail()
			}
		}},
		{"the action has neither edit nor command, and the server resolves none", func(v *Validator, o object, fail func(...any)) {
			if o["edit"] == nil && o["command"] == nil && o["disabled"] == nil && !v.serverSupports("codeActionProvider.resolveProvider") {
				fail()
			}
		}},
	},
	"WorkspaceEdit": {
		{"the client does not take this operation", func(v *Validator, o object, fail func(...any)) {
			for i, change := range asList(o["documentChanges"]) {
				kind := get(change, "kind")
				if kind != nil && !v.clientCapabilityHas("workspace.workspaceEdit.resourceOperations", kind) {
					fail("documentChanges", i, "kind")
				}
			}
		}},
		{"no annotation has this name", func(_ *Validator, o object, fail func(...any)) {
			missing := func(holder any) bool {
				id, ok := asObject(holder)["annotationId"]
				return ok && get(o, "changeAnnotations", asText(id)) == nil
			}
			for i, change := range asList(o["documentChanges"]) {
				if missing(change) {
					fail("documentChanges", i, "annotationId")
				}
				for j, edit := range asList(get(change, "edits")) {
					if missing(edit) {
						fail("documentChanges", i, "edits", j, "annotationId")
					}
				}
			}
		}},
		{"the edit overlaps another in its document", func(_ *Validator, o object, fail func(...any)) {
			changes := asObject(o["changes"])
			for _, uri := range slices.Sorted(maps.Keys(changes)) {
				if i := firstOverlapping(asList(changes[uri])); i >= 0 {
					fail("changes", uri, i, "range")
				}
			}
		}},
	},
	"TextDocumentEdit": {
		{"the edit overlaps another in its document", func(_ *Validator, o object, fail func(...any)) {
			if i := firstOverlapping(asList(o["edits"])); i >= 0 {
				fail("edits", i, "range")
			}
		}},
		{"the client has not sent this version", func(v *Validator, o object, fail func(...any)) {
			d := v.document(o["textDocument"])
			version := get(o, "textDocument", "version")
			if version != nil && d.closed == 0 && (!d.open || asInteger(version) > d.version) {
				fail("textDocument", "version")
			}
		}},
	},

	"ServerCapabilities": {
		{"the client does not offer this encoding", func(v *Validator, o object, fail func(...any)) {
			encoding := o["positionEncoding"]
			if encoding != nil && encoding != "utf-16" && !v.clientCapabilityHas("general.positionEncodings", encoding) {
				fail("positionEncoding")
			}
		}},
		{"options for a client that takes no literal code actions", func(v *Validator, o object, fail func(...any)) {
			if asObject(o["codeActionProvider"]) != nil && !v.clientSupports("textDocument.codeAction.codeActionLiteralSupport") {
				fail("codeActionProvider")
			}
		}},
		{"options for a client that does not prepare renaming", func(v *Validator, o object, fail func(...any)) {
			if asObject(o["renameProvider"]) != nil && !v.clientSupports("textDocument.rename.prepareSupport") {
				fail("renameProvider")
			}
		}},
	},
	"Color": {
		{"the component is not between 0 and 1", func(_ *Validator, o object, fail func(...any)) {
			for _, name := range []string{"red", "green", "blue", "alpha"} {
				if c := asDecimal(o[name]); c < 0 || c > 1 {
					fail(name)
				}
			}
		}},
	},
	"MessageActionItem": {
		{"the client takes a title only", func(v *Validator, o object, fail func(...any)) {
			if len(o) > 1 && !v.clientSupports("window.showMessage.messageActionItem.additionalPropertiesSupport") {
				fail()
			}
		}},
	},
	"WorkDoneProgressBegin":  {percentage},
	"WorkDoneProgressReport": {percentage},
}

// selectionInside is the rule for structures with a range and a part of it to select.
var selectionInside = rule[object]{"the selection is not inside the range", func(_ *Validator, o object, fail func(...any)) {
	if !asSpan(o["range"]).contains(asSpan(o["selectionRange"])) {
		fail("selectionRange")
	}
}}

// knownSymbolKind is for clients that do not list kinds of symbols: they know only those of the first version of the protocol.
var knownSymbolKind = rule[object]{"the client knows only the first kinds of symbols", func(v *Validator, o object, fail func(...any)) {
	const lastOfFirstVersion = 18
	if asInteger(o["kind"]) > lastOfFirstVersion && !v.clientSupports(v.symbolKindsCapability()) {
		fail("kind")
	}
}}

// percentage is the rule for the bounds of a percentage; that it never falls is a rule for messages.
var percentage = rule[object]{"the percentage is above 100", func(_ *Validator, o object, fail func(...any)) {
	if asInteger(o["percentage"]) > 100 {
		fail("percentage")
	}
}}

// markupFormatRule returns the rule for texts whose format the client chooses.
func markupFormatRule(property, formats string) rule[object] {
	return rule[object]{"the client does not offer this format in " + formats, func(v *Validator, o object, fail func(...any)) {
		kind := get(o, property, "kind")
		if kind == nil || v.clientCapabilityHas(formats, kind) || kind == "plaintext" && !v.clientSupports(formats) {
			return
		}
		fail(property, "kind")
	}}
}

// diagnosticsCapability returns the path of a capability for the diagnostics being sent, which differs if they are pulled.
func (v *Validator) diagnosticsCapability(capability string) string {
	if slices.Contains([]string{"textDocument/diagnostic", "workspace/diagnostic"}, v.method) {
		return "textDocument.diagnostic." + capability
	}
	return "textDocument.publishDiagnostics." + capability
}

// symbolKindsCapability returns the path of the capability for the kinds of the symbols being sent.
func (v *Validator) symbolKindsCapability() string {
	if v.method == "workspace/symbol" {
		return "workspace.symbol.symbolKind.valueSet"
	}
	return "textDocument.documentSymbol.symbolKind.valueSet"
}
