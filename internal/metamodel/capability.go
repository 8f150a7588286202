package metamodel

import (
	"slices"
	"strings"
)

// requestGates maps each request of the server to the capability that the client must state; "" means none.
var requestGates = map[string]string{
	"client/registerCapability":             "", // Each method has its own: see registrationCapability.
	"client/unregisterCapability":           "",
	"window/showDocument":                   "window.showDocument.support",
	"window/showMessageRequest":             "", // As old as the protocol.
	"window/workDoneProgress/create":        "window.workDoneProgress",
	"workspace/applyEdit":                   "workspace.applyEdit",
	"workspace/codeLens/refresh":            "workspace.codeLens.refreshSupport",
	"workspace/configuration":               "workspace.configuration",
	"workspace/diagnostic/refresh":          "workspace.diagnostics.refreshSupport",
	"workspace/foldingRange/refresh":        "workspace.foldingRange.refreshSupport",
	"workspace/inlayHint/refresh":           "workspace.inlayHint.refreshSupport",
	"workspace/inlineValue/refresh":         "workspace.inlineValue.refreshSupport",
	"workspace/semanticTokens/refresh":      "workspace.semanticTokens.refreshSupport",
	"workspace/textDocumentContent/refresh": "workspace.textDocumentContent",
	"workspace/workspaceFolders":            "workspace.workspaceFolders",
}

// propertyGate is a property that the server may send only to clients that state the capability, or one of several joined by |.
type propertyGate struct {
	property   string
	capability string
}

// propertyGates lists, for each structure, the gates of its properties.
var propertyGates = map[string][]propertyGate{
	"ApplyWorkspaceEditParams": {
		{"metadata", "workspace.workspaceEdit.metadataSupport"},
	},
	"CodeAction": {
		{"data", "textDocument.codeAction.dataSupport"},
		{"disabled", "textDocument.codeAction.disabledSupport"},
		{"isPreferred", "textDocument.codeAction.isPreferredSupport"},
		{"tags", "textDocument.codeAction.tagSupport"},
	},
	"CompletionItem": {
		{"insertTextMode", "textDocument.completion.completionItem.insertTextModeSupport"},
		{"labelDetails", "textDocument.completion.completionItem.labelDetailsSupport"},
		{"tags", "textDocument.completion.completionItem.tagSupport"},
	},
	"CompletionList": {
		{"applyKind", "textDocument.completion.completionList.applyKindSupport"},
		{"itemDefaults", "textDocument.completion.completionList.itemDefaults"},
	},
	"DocumentSymbol": {
		{"tags", "textDocument.documentSymbol.tagSupport"},
	},
	"DocumentSymbolOptions": {
		{"label", "textDocument.documentSymbol.labelSupport"},
	},
	"FoldingRange": {
		{"collapsedText", "textDocument.foldingRange.foldingRange.collapsedText"},
	},
	"SnippetTextEdit": {
		{"snippet", "workspace.workspaceEdit.snippetEditSupport"},
	},
	"WorkspaceEdit": {
		{"changeAnnotations", "workspace.workspaceEdit.changeAnnotationSupport"},
		{"documentChanges", "workspace.workspaceEdit.documentChanges|workspace.workspaceEdit.resourceOperations"}, // operations occur only here
	},
}

// dynamicRegistrations maps methods to their capability, where the model does not have it.
var dynamicRegistrations = map[string]string{
	"notebookDocument/sync":               "notebookDocument.synchronization.dynamicRegistration",
	"workspace/didChangeWorkspaceFolders": "workspace.workspaceFolders",
}

// checkClientCapability reports a request whose capability the client has not stated. For edits, takesEdits suffices,
// because some clients apply them without stating that.
func (v *Validator) checkClientCapability(method string) {
	if method == "workspace/applyEdit" && v.takesEdits {
		return
	}
	if gate := requestGates[method]; v.from == FromServer && gate != "" && !v.clientSupports(gate) {
		v.addViolation(root.property("method"), "sent although the client does not state "+gate)
	}
}

// clientSupports reports whether the client has a capability that is not false.
func (v *Validator) clientSupports(capability string) bool {
	return hasCapability(v.client, capability)
}

// serverSupports reports whether the server has a capability that is not false.
func (v *Validator) serverSupports(capability string) bool {
	return hasCapability(v.server, capability)
}

func hasCapability(capabilities any, capability string) bool {
	for alternative := range strings.SplitSeq(capability, "|") {
		if value := get(capabilities, strings.Split(alternative, ".")...); value != nil && value != false {
			return true
		}
	}
	return false
}

// clientCapabilityHas reports whether a capability of the client is a list that contains a value.
func (v *Validator) clientCapabilityHas(capability string, value any) bool {
	return slices.Contains(asList(get(v.client, strings.Split(capability, ".")...)), value)
}

// registrationMessage returns the entry of the model for a method that can be registered, or nil. Some methods can be
// registered only together, under another name.
func (m *model) registrationMessage(method string) *message {
	spec, _ := m.message(method)
	if spec == nil {
		spec = m.registrations[method]
	}
	switch {
	case spec == nil, spec.RegistrationMethod != "":
		return nil
	case spec.RegistrationOptions == nil && dynamicRegistrations[method] == "":
		return nil
	}
	return spec
}

// registrationOptions returns the shape of the options of a registration, or nil if there are none.
func (m *model) registrationOptions(method string) *shape {
	if spec := m.registrationMessage(method); spec != nil {
		return spec.RegistrationOptions
	}
	return nil
}

// registrationCapability returns the flag with which a client permits the registration of a method, the nearest to the
// method's own capability; "" if there is none.
func (m *model) registrationCapability(method string) string {
	if capability := dynamicRegistrations[method]; capability != "" {
		return capability
	}
	nearest := ""
	at := m.structures["ClientCapabilities"]
	steps := strings.Split(m.clientCapability(method), ".")
	for i, step := range steps {
		p := at.property(step)
		if p == nil || m.structures[p.Type.Name] == nil {
			break
		}
		at = m.structures[p.Type.Name]
		if at.property("dynamicRegistration") != nil {
			nearest = strings.Join(steps[:i+1], ".") + ".dynamicRegistration"
		}
	}
	return nearest
}

// clientCapability returns the capability of a method, or of a method that is registered under it.
func (m *model) clientCapability(method string) string {
	if spec := m.registrationMessage(method); spec != nil && spec.ClientCapability != "" {
		return spec.ClientCapability
	}
	capability := ""
	for _, r := range m.requests {
		if r.RegistrationMethod == method && (capability == "" || r.ClientCapability < capability) {
			capability = r.ClientCapability
		}
	}
	return capability
}

// property returns the property with the given name, or nil.
func (s *structure) property(name string) *property {
	for i := range s.Properties {
		if s.Properties[i].Name == name {
			return &s.Properties[i]
		}
	}
	return nil
}
