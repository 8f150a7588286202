package metamodel

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestModelCounts(t *testing.T) {
	m := loadModel()
	for _, c := range []struct {
		part      string
		got, want int
	}{
		{"requests", len(m.requests), 69},
		{"notifications", len(m.notifications), 26},
		{"registrations", len(m.registrations), 2},
		{"structures", len(m.structures), 384},
		{"enumerations", len(m.enumerations), 40},
		{"aliases", len(m.aliases), 20},
	} {
		if c.got != c.want {
			t.Errorf("%d %s, want %d", c.got, c.part, c.want)
		}
	}
	if m.version != "3.18" {
		t.Errorf("version %s, want 3.18", m.version)
	}
}

// TestModelIsComplete checks that the shapes of all messages and named types refer only to names that are defined.
func TestModelIsComplete(t *testing.T) {
	m := loadModel()
	bases := []string{"LSPAny", "LSPObject", "null", "boolean", "string", "DocumentUri", "URI", "integer", "uinteger", "decimal"}
	var visit func(place string, s *shape)
	visitStructure := func(place string, s *structure) {
		for i, p := range s.Properties {
			if s.property(p.Name) != &s.Properties[i] {
				t.Errorf("%s.%s is declared twice", place, p.Name)
			}
			visit(place+"."+p.Name, p.Type)
		}
		if s.AdditionalProperties != nil {
			visit(place+".*", s.AdditionalProperties)
		}
	}
	visit = func(place string, s *shape) {
		switch s.Kind {
		case "base":
			if !slices.Contains(bases, s.Name) {
				t.Errorf("%s: no base type %s", place, s.Name)
			}
		case "reference":
			kinds := 0
			for _, defined := range []bool{m.structures[s.Name] != nil, m.enumerations[s.Name] != nil, m.aliases[s.Name] != nil} {
				if defined {
					kinds++
				}
			}
			if kinds != 1 {
				t.Errorf("%s: %s is defined %d times", place, s.Name, kinds)
			}
		case "array":
			visit(place+"[]", s.Element)
		case "map":
			visit(place+"{}", s.Key)
			visit(place+"{}", s.Element)
		case "or", "tuple":
			if len(s.Items) < 2 {
				t.Errorf("%s: %d items", place, len(s.Items))
			}
			for _, item := range s.Items {
				visit(place, item)
			}
		case "literal":
			visitStructure(place, s.Structure)
		case "stringLiteral":
		default:
			t.Errorf("%s: unknown kind %q", place, s.Kind)
		}
	}
	for name, message := range m.messages() {
		for _, s := range []*shape{message.Params, message.Result, message.PartialResult, message.ErrorData, message.RegistrationOptions} {
			if s != nil {
				visit(name, s)
			}
		}
	}
	for name, s := range m.structures {
		visitStructure(name, s)
	}
	for name, s := range m.aliases {
		visit(name, s)
		if depth := m.aliasDepth(s); depth > 5 {
			t.Errorf("the alias %s leads nowhere", name)
		}
	}
	for name, e := range m.enumerations {
		visit(name, e.Type)
		for _, value := range e.Values {
			if f := m.compare(decodeValue(value.Value), e.Type, nil); len(f.problems) > 0 {
				t.Errorf("%s: its value %s is no %v", name, value.Value, e.Type)
			}
		}
		if len(e.Values) == 0 {
			t.Errorf("%s has no values", name)
		}
	}
}

func (m *model) aliasDepth(s *shape) int {
	for depth := range 10 {
		if s = m.aliases[s.Name]; s == nil {
			return depth
		}
	}
	return 10
}

func (m *model) messages() map[string]*message {
	all := maps.Clone(m.requests)
	maps.Copy(all, m.notifications)
	maps.Copy(all, m.registrations)
	return all
}

// TestModelFacts checks the model against the text of the specification in places that the generator could get wrong.
func TestModelFacts(t *testing.T) {
	m := loadModel()
	for _, c := range []struct{ place, want string }{
		{"Position.line", "uinteger"},
		{"Diagnostic.severity", "DiagnosticSeverity?"},
		{"Diagnostic.code", "integer | string?"},
		{"VersionedTextDocumentIdentifier.uri", "DocumentUri"}, // Inherited.
		{"CreateFile.kind", `"create"`},                        // It narrows what it inherits.
		{"InitializeParams.rootUri", "DocumentUri | null"},
		{"InitializeParams.workspaceFolders", "WorkspaceFolder[] | null?"},
		{"WorkspaceEdit.changes", "{[DocumentUri]: TextEdit[]}?"},
		{"WorkspaceEdit.documentChanges", "(TextDocumentEdit | CreateFile | RenameFile | DeleteFile)[]?"},
		{"ParameterInformation.label", "string | [uinteger, uinteger]"},
		{"FullDocumentDiagnosticReport.kind", `"full"`},
		{"Color.red", "decimal"},
		{"SelectionRange.parent", "SelectionRange?"},
		{"SemanticTokensOptions.range", "boolean | object?"},
	} {
		name, field, _ := strings.Cut(c.place, ".")
		p := m.structures[name].property(field)
		if p == nil {
			t.Errorf("no %s", c.place)
			continue
		}
		got := p.Type.String()
		if p.Optional {
			got += "?"
		}
		if got != c.want {
			t.Errorf("%s is %s, want %s", c.place, got, c.want)
		}
	}
	for _, c := range []struct{ method, direction, params, result string }{
		{"initialize", "clientToServer", "InitializeParams", "InitializeResult"},
		{"shutdown", "clientToServer", "none", "null"},
		{"exit", "clientToServer", "none", "none"},
		{"textDocument/foldingRange", "clientToServer", "FoldingRangeParams", "FoldingRange[] | null"},
		{"textDocument/publishDiagnostics", "serverToClient", "PublishDiagnosticsParams", "none"},
		{"workspace/codeLens/refresh", "serverToClient", "none", "null"},
		{"workspace/applyEdit", "serverToClient", "ApplyWorkspaceEditParams", "ApplyWorkspaceEditResult"},
		{"workspace/executeCommand", "clientToServer", "ExecuteCommandParams", "LSPAny"},
		{"$/progress", "both", "ProgressParams", "none"},
		{"$/cancelRequest", "both", "CancelParams", "none"},
	} {
		spec, _ := m.message(c.method)
		if spec == nil {
			t.Errorf("no method %s", c.method)
			continue
		}
		written := func(s *shape) string {
			if s == nil {
				return "none"
			}
			return s.String()
		}
		got := []string{string(spec.MessageDirection), written(spec.Params), written(spec.Result)}
		if want := []string{c.direction, c.params, c.result}; !slices.Equal(got, want) {
			t.Errorf("%s is %q, want %q", c.method, got, want)
		}
	}
	for name, custom := range map[string]bool{
		"CodeActionKind": true, "FoldingRangeKind": true, "PositionEncodingKind": true, "LanguageKind": true, "WatchKind": true,
		"SymbolKind": false, "DiagnosticSeverity": false, "MarkupKind": false, "TextDocumentSyncKind": false, "CompletionItemKind": false,
	} {
		if e := m.enumerations[name]; e == nil || e.SupportsCustomValues != custom {
			t.Errorf("%s: %+v, want custom values: %v", name, e, custom)
		}
	}
}

// TestEveryMethod checks for every message of the protocol, small and full, that the validator knows which side may send it.
func TestEveryMethod(t *testing.T) {
	m := loadModel()
	for method, spec := range m.messages() {
		if m.registrations[method] != nil {
			continue
		}
		for _, from := range []Sender{FromClient, FromServer} {
			for _, fullest := range []bool{false, true} {
				message := object{"jsonrpc": "2.0", "method": method}
				if spec.Params != nil {
					message["params"] = m.sample(spec.Params, fullest, nil)
				}
				if m.requests[method] != nil {
					message["id"] = "1"
				}
				v := NewValidator()
				v.phase = running
				found := v.CheckMessage(from, encode(t, message))
				misdirected := slices.Contains(found, Violation{from, method, "method", fmt.Sprintf("not for the %v to send", from)})
				if misdirected == spec.MessageDirection.allows(from) {
					t.Errorf("%s from the %v: %v", method, from, found)
				}
			}
		}
	}
}

// TestShapes checks that the smallest and the fullest value of each shape conform, and that parameters with a fault do not.
func TestShapes(t *testing.T) {
	m := loadModel()
	broken := 0
	for method, spec := range m.messages() {
		for role, s := range map[string]*shape{
			"params": spec.Params, "result": spec.Result, "partial result": spec.PartialResult,
			"error data": spec.ErrorData, "registration options": spec.RegistrationOptions,
		} {
			if s == nil {
				continue
			}
			for _, fullest := range []bool{false, true} {
				value := m.sample(s, fullest, nil)
				if f := m.compare(value, s, nil); len(f.problems) > 0 {
					t.Errorf("%s: %s: %s: %s in %s", method, role, f.problems[0].path, f.problems[0].text, encode(t, value))
				}
			}
		}
		if spec.Params == nil || m.structures[spec.Params.Name] == nil {
			continue
		}
		for _, p := range m.structures[spec.Params.Name].Properties {
			value := m.sample(spec.Params, true, nil).(object)
			delete(value, p.Name)
			if got := len(m.compare(value, spec.Params, nil).problems); got > 0 == p.Optional {
				t.Errorf("%s without %s: %d problems, optional %v", method, p.Name, got, p.Optional)
			}
			if p.Type.Name == "LSPAny" {
				continue
			}
			value[p.Name] = object{"nothing like it": []any{}}
			if len(m.compare(value, spec.Params, nil).problems) == 0 {
				t.Errorf("%s: %s can be anything", method, p.Name)
			}
			broken++
		}
	}
	if broken < 150 {
		t.Errorf("only %d properties were broken", broken)
	}
}

func encode(t testing.TB, value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
