package metamodel

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the expected violations in testdata")

// TestConversations replays the conversations in testdata/*.talk. A case
// starts with "== name" and is a conversation of its own. The client's lines
// start with > and the server's with <:
//
//	> ask 1 METHOD PARAMS     a request        < answer 1 RESULT
//	< tell METHOD PARAMS      a notification   < refuse 1 ERROR
//	> raw MESSAGE             any bytes
//	> start CLIENT SERVER     initialize with capabilities, its result, initialized
//	> open 1, > change 2, > close               the document file:///a.md
//
// The violations of a message follow it, each after an exclamation mark. The flag -update rewrites
// them; review the difference.
func TestConversations(t *testing.T) {
	tripped := instrument(t)
	for _, file := range talks(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := replay(t, want)
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if !bytes.Equal(got, want) {
				t.Errorf("the violations differ; run go test -update and read the difference\n%s", firstDifference(got, want))
			}
		})
	}
	for _, rule := range slices.Sorted(maps.Keys(tripped)) {
		if !tripped[rule] {
			t.Errorf("no conversation breaks the rule %s", rule)
		}
	}
}

// replay returns the conversations of a file, in which each message is followed by the violations found in it.
func replay(t *testing.T, file []byte) []byte {
	var out bytes.Buffer
	var v *Validator
	for line := range strings.Lines(string(file)) {
		switch {
		case strings.HasPrefix(line, "!"):
			continue
		case strings.HasPrefix(line, "=="):
			v = NewValidator()
		}
		out.WriteString(line)
		from, ok := speaker(line)
		if !ok {
			continue
		}
		for _, message := range messages(t, strings.TrimSpace(line[1:])) {
			sender := from
			if raw, answered := strings.CutPrefix(message, "<"); answered {
				sender, message = FromServer, raw
			}
			for _, violation := range v.CheckMessage(sender, []byte(message)) {
				if violation.From != sender {
					t.Errorf("%s: the violation is said to be of the %v", line, violation.From)
				}
				fmt.Fprintf(&out, "! %v\n", violation)
			}
		}
	}
	return out.Bytes()
}

func speaker(line string) (from Sender, ok bool) {
	switch {
	case strings.HasPrefix(line, "> "):
		return FromClient, true
	case strings.HasPrefix(line, "< "):
		return FromServer, true
	}
	return 0, false
}

// messages returns the messages that a line describes, of which those that start with < are from the server.
func messages(t testing.TB, line string) []string {
	verb, rest, _ := strings.Cut(line, " ")
	id, about, _ := strings.Cut(rest, " ")
	method, params, hasParams := strings.Cut(about, " ")
	if verb == "tell" {
		method, params, hasParams = strings.Cut(rest, " ")
	}
	if hasParams {
		params = `,"params":` + params
	}
	document := func(method, params string) []string {
		return []string{`{"jsonrpc":"2.0","method":"textDocument/` + method + `","params":{"textDocument":{"uri":"file:///a.md"` + params + `}}`}
	}
	switch verb {
	case "ask":
		return []string{fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q%s}`, id, method, params)}
	case "tell":
		return []string{fmt.Sprintf(`{"jsonrpc":"2.0","method":%q%s}`, method, params)}
	case "answer":
		return []string{fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, id, about)}
	case "refuse":
		return []string{fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":%s}`, id, about)}
	case "raw":
		return []string{rest}
	case "start":
		return []string{
			`{"jsonrpc":"2.0","id":"start","method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":` + id + `}}`,
			`<{"jsonrpc":"2.0","id":"start","result":{"capabilities":` + about + `}}`,
			`{"jsonrpc":"2.0","method":"initialized","params":{}}`,
		}
	case "open":
		return document("didOpen", `,"languageId":"markdown","text":"","version":`+id+`}`)
	case "change":
		return document("didChange", `,"version":`+id+`},"contentChanges":[]`)
	case "close":
		return document("didClose", `}`)
	}
	t.Fatalf("no line starts with %q", verb)
	return nil
}

func talks(t testing.TB) []string {
	files, err := filepath.Glob("testdata/*.talk")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations to replay: %v", err)
	}
	return files
}

func firstDifference(got, want []byte) string {
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d\ngot  %s\nwant %s", i+1, g[i], w[i])
		}
	}
	return "one is longer than the other"
}

// instrument makes every rule in the tables record in the returned map that it was broken, until the test ends.
func instrument(t *testing.T) map[string]bool {
	tripped := map[string]bool{}
	for subject := range structureRules {
		watch(t, tripped, subject, structureRules[subject])
	}
	for method := range messageRules {
		watch(t, tripped, method, messageRules[method])
	}
	for method := range resultRules {
		watch(t, tripped, method, resultRules[method])
	}
	watch(t, tripped, "any result", answerRules)
	watch(t, tripped, "any error", errorRules)
	return tripped
}

func watch[T any](t *testing.T, tripped map[string]bool, subject string, rules []rule[T]) {
	original := slices.Clone(rules)
	t.Cleanup(func() { copy(rules, original) })
	for i, r := range original {
		name := subject + ": " + r.problem
		tripped[name] = false
		rules[i].check = func(v *Validator, about T, fail func(...any)) {
			r.check(v, about, func(steps ...any) {
				tripped[name] = true
				fail(steps...)
			})
		}
	}
}

// TestCapabilitiesExist checks that the capabilities in the rules are in the model: a misspelt one would never be announced.
func TestCapabilitiesExist(t *testing.T) {
	m := loadModel()
	client, server := map[string]bool{}, map[string]bool{}
	for _, gate := range requestGates {
		client[gate] = true
	}
	for _, gates := range propertyGates {
		for _, gate := range gates {
			for alternative := range strings.SplitSeq(gate.capability, "|") {
				client[alternative] = true
			}
		}
	}
	for _, capability := range dynamicRegistrations {
		client[capability] = true
	}
	literal := regexp.MustCompile(`(clientSupports|clientCapabilityHas|serverSupports|diagnosticsCapability|markupFormatRule)\((?:"\w+", )?"([\w.]+)"`)
	for _, file := range []string{"rules.go", "exchanges.go"} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range literal.FindAllStringSubmatch(string(source), -1) {
			switch found[1] {
			case "serverSupports":
				server[found[2]] = true
			case "diagnosticsCapability":
				client["textDocument.publishDiagnostics."+found[2]] = true
				client["textDocument.diagnostic."+found[2]] = true
			default:
				client[found[2]] = true
			}
		}
	}
	if len(client) < 40 || len(server) < 2 {
		t.Fatalf("found only %d and %d capabilities in the source", len(client), len(server))
	}
	check := func(root string, capabilities map[string]bool) {
		for capability := range capabilities {
			if capability != "" && m.capability(root, capability) == nil {
				t.Errorf("%s has no %s", root, capability)
			}
		}
	}
	check("ClientCapabilities", client)
	check("ServerCapabilities", server)
}

// capability returns the property to which a dotted path from a structure leads; nil if there is none.
func (m *model) capability(root, capability string) *property {
	var found *property
	shapes := []*shape{{Kind: "reference", Name: root}}
	for step := range strings.SplitSeq(capability, ".") {
		found = nil
		for _, s := range shapes {
			if structure := m.structures[s.Name]; structure != nil && found == nil {
				found = structure.property(step)
			}
		}
		if found == nil {
			return nil
		}
		shapes = append([]*shape{found.Type}, found.Type.Items...)
	}
	return found
}

// TestRequestGates checks that requestGates has the requests of the server, and that they need the capabilities listed there.
func TestRequestGates(t *testing.T) {
	m := loadModel()
	for method, spec := range m.requests {
		if _, listed := requestGates[method]; listed != (spec.MessageDirection == serverToClient) {
			t.Errorf("%s: listed among the gates: %v, direction %s", method, listed, spec.MessageDirection)
		}
	}
	for method, gate := range requestGates {
		if gate == "" {
			continue
		}
		complaint := "sent although the client does not state " + gate
		for _, states := range []bool{false, true} {
			v := NewValidator()
			v.phase = running
			if states {
				v.client = nest(gate)
			}
			found := v.CheckMessage(FromServer, encode(t, object{"jsonrpc": "2.0", "id": "1", "method": method}))
			complains := slices.ContainsFunc(found, func(v Violation) bool { return v.Problem == complaint })
			if complains == states {
				t.Errorf("%s to a client that states %s: %v: %v", method, gate, states, found)
			}
		}
	}
}

// TestPropertyGates checks that the model has the properties in propertyGates, and that they need one of the capabilities.
func TestPropertyGates(t *testing.T) {
	m := loadModel()
	for name, gates := range propertyGates {
		for _, gate := range gates {
			if m.structures[name] == nil || m.structures[name].property(gate.property) == nil {
				t.Errorf("the model has no %s.%s", name, gate.property)
				continue
			}
			for _, stated := range append(strings.Split(gate.capability, "|"), "") {
				v := NewValidator()
				v.from = FromServer
				states := stated != ""
				if states {
					v.client = nest(stated)
				}
				v.checkParts([]structureValue{{name, nil, object{gate.property: "x"}}})
				want := Violation{FromServer, "", gate.property, "sent although the client does not state " + gate.capability}
				if slices.Contains(v.found, want) == states {
					t.Errorf("%s.%s to a client that states it: %v: %v", name, gate.property, states, v.found)
				}
			}
		}
	}
}

// nest returns capabilities in which one path is true.
func nest(capability string) any {
	var value any = true
	for _, step := range slices.Backward(strings.Split(capability, ".")) {
		value = object{step: value}
	}
	return value
}

func TestUnanswered(t *testing.T) {
	v := NewValidator()
	for _, line := range []string{
		`> start {"workspace":{"configuration":true}} {}`,
		`> ask 7 textDocument/hover {}`,
		`< ask 7 workspace/configuration {"items":[]}`,
		`> ask "a" segls/status {}`,
		`> ask 8 shutdown`,
	} {
		from, _ := speaker(line)
		for _, message := range messages(t, line[2:]) {
			if raw, server := strings.CutPrefix(message, "<"); server {
				v.CheckMessage(FromServer, []byte(raw))
			} else {
				v.CheckMessage(from, []byte(message))
			}
		}
	}
	v.CheckMessage(FromServer, []byte(`{"jsonrpc":"2.0","id":8,"result":null}`))
	want := []PendingRequest{
		{FromClient, "textDocument/hover", "7"},
		{FromServer, "workspace/configuration", "7"},
		{FromClient, "segls/status", `"a"`},
	}
	if got := v.Unanswered(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := want[2].String(), `segls/status: request "a" of the client is not answered`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
