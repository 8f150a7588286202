package metamodel

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Sender is a side of the conversation.
type Sender int

// The two sides of a conversation.
const (
	FromClient Sender = iota
	FromServer
)

var senders = [...]string{FromClient: "client", FromServer: "server"}

// String returns "client" or "server".
func (s Sender) String() string { return senders[s] }

// MarshalText implements [encoding.TextMarshaler].
func (s Sender) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (s *Sender) UnmarshalText(text []byte) error {
	i := slices.Index(senders[:], string(text))
	if i < 0 {
		return fmt.Errorf("no sender is named %q", text)
	}
	*s = Sender(i)
	return nil
}

// other returns the side that receives the sender's messages.
func (s Sender) other() Sender { return FromServer - s }

// Violation is a place where a message departs from the protocol.
type Violation struct {
	From    Sender
	Method  string // method of the message, or of the request that it answers; empty if unknown
	Path    string // path of the place, such as result[3].range.start; empty for the whole message
	Problem string // what is wrong and what is wanted
}

// String returns a violation on one line: method: path: problem.
func (v Violation) String() string {
	method := v.Method
	if strings.ContainsFunc(method, unicode.IsControl) {
		method = strconv.Quote(method)
	}
	parts := slices.DeleteFunc([]string{method, v.Path, v.Problem}, func(part string) bool { return part == "" })
	return strings.Join(parts, ": ")
}

// PendingRequest is a request that has not been answered.
type PendingRequest struct {
	From   Sender
	Method string
	ID     string // as in JSON
}

// String returns a message saying that the request is not answered.
func (r PendingRequest) String() string {
	return fmt.Sprintf("%s: request %s of the %v is not answered", r.Method, r.ID, r.From)
}

// Validator checks a conversation of a client and a server, message by message, as the client sees it. It must not be used concurrently.
type Validator struct {
	model *model
	conversation

	// The state of the check while CheckMessage runs.
	from   Sender
	method string
	found  []Violation
}

// NewValidator returns a Validator at the start of a conversation.
func NewValidator() *Validator {
	return &Validator{model: loadModel(), conversation: newConversation()}
}

// CheckMessage checks the next message, without its header, and returns its violations. It does not keep raw.
func (v *Validator) CheckMessage(from Sender, raw []byte) []Violation {
	v.from, v.method, v.found = from, "", nil
	v.messages++
	e, problems := v.model.parseMessage(from, raw)
	if e != nil {
		v.method = v.methodOf(e)
	}
	v.report(problems)
	switch {
	case e == nil:
	case hasShapeProblems(problems):
		v.pair(e)
	case e.kind == request:
		v.checkRequest(e)
	case e.kind == notification:
		v.checkNotification(e)
	case e.kind == response:
		v.checkResponse(e)
	}
	return v.found
}

// Unanswered returns the requests of both sides that have not been answered, the oldest first.
func (v *Validator) Unanswered() []PendingRequest {
	var open []*exchange
	for _, pending := range v.pending {
		for _, x := range pending {
			open = append(open, x)
		}
	}
	slices.SortFunc(open, func(a, b *exchange) int { return cmp.Compare(a.sent, b.sent) })
	requests := make([]PendingRequest, len(open))
	for i, x := range open {
		requests[i] = PendingRequest{From: x.from, Method: x.method, ID: x.id}
	}
	return requests
}

// methodOf returns the method of a message; for an answer, the method of its request.
func (v *Validator) methodOf(e *envelope) string {
	if e.kind != response {
		return e.method
	}
	if x := v.pending[v.from.other()][e.id]; x != nil {
		return x.method
	}
	return ""
}

// pair matches a request with its response, by id, when nothing else in the message can be checked.
func (v *Validator) pair(e *envelope) {
	switch {
	case e.id == "":
	case e.kind == request:
		v.pending[v.from][e.id] = &exchange{from: v.from, method: e.method, id: e.id, sent: v.messages, phase: v.phase}
	case e.kind == response:
		v.takeExchange(e.id)
	}
}

func (v *Validator) checkRequest(e *envelope) {
	if v.pending[v.from][e.id] != nil {
		v.addViolation(root.property("id"), "already the id of a request that is not answered")
	}
	x := &exchange{
		from: v.from, method: e.method, id: e.id, sent: v.messages, phase: v.phase,
		spec: v.model.requests[e.method], params: e.message["params"],
	}
	v.pending[v.from][e.id] = x
	v.checkPhase(e)
	if v.checkMethod(e) {
		v.checkClientCapability(e.method)
		v.checkProperty(e.message, "params", x.spec.Params)
		v.observeRequest(x)
	}
}

func (v *Validator) checkNotification(e *envelope) {
	v.checkPhase(e)
	if v.checkMethod(e) {
		v.checkProperty(e.message, "params", v.model.notifications[e.method].Params)
		v.observeNotification(e.method, e.message["params"])
	}
}

// checkMethod reports whether the protocol defines the method, for this kind of message and this sender. If not, it
// adds a violation, unless the method is an extension.
func (v *Validator) checkMethod(e *envelope) bool {
	spec, isRequest := v.model.message(e.method)
	switch {
	case spec == nil && isExtension(e.method):
		return false
	case spec == nil:
		v.addViolation(root.property("method"), "not a method of the protocol")
		return false
	case isRequest && e.kind == notification:
		v.addViolation(root.property("id"), "missing from a request")
		return false
	case !isRequest && e.kind == request:
		v.addViolation(root.property("id"), "present in a notification")
		return false
	case !spec.MessageDirection.allows(v.from):
		v.addViolation(root.property("method"), fmt.Sprintf("not for the %v to send", v.from))
		return false
	}
	return true
}

// isExtension reports whether a method is an extension: a method of segls, or one that a receiver may ignore.
func isExtension(method string) bool {
	return strings.HasPrefix(method, "segls/") || strings.HasPrefix(method, "$/")
}

func (v *Validator) checkResponse(e *envelope) {
	asker := v.from.other()
	known := v.answered[asker][e.id]
	x := v.takeExchange(e.id)
	switch {
	case x == nil && e.id == "":
		return // an error about a message whose id could not be read
	case x == nil && known:
		v.addViolation(root.property("id"), "answers a request that has already been answered")
		return
	case x == nil:
		v.addViolation(root.property("id"), "answers no request")
		return
	}
	if failed, isError := e.message["error"]; isError {
		v.checkError(failure{x, asInteger(get(failed, "code"))}, failed)
	} else {
		v.checkResult(answer{x, e.message["result"]}, e)
	}
	v.observeAnswer(x)
}

func (v *Validator) checkResult(a answer, e *envelope) {
	apply(v, root.property("result"), answerRules, a)
	if a.spec == nil {
		return
	}
	if v.checkProperty(e.message, "result", a.spec.Result) {
		apply(v, root.property("result"), resultRules[a.method], a)
	}
	v.observeResult(a)
}

func (v *Validator) checkError(f failure, failed any) {
	at := root.property("error")
	if data, present := asObject(failed)["data"]; present && f.spec != nil && f.spec.ErrorData != nil {
		v.report(v.model.compare(data, f.spec.ErrorData, at.property("data")).problems)
	}
	apply(v, at.property("code"), errorRules, f)
}

// checkProperty checks the shape of a property of the envelope and, if it is right, the rules. It reports whether the shape is right.
func (v *Validator) checkProperty(message object, name string, s *shape) bool {
	at := root.property(name)
	value, present := message[name]
	switch {
	case s == nil && present && v.from == FromServer:
		v.addViolation(at, "want none, got "+describe(value))
		return false
	case s == nil:
		return true
	case !present:
		v.addViolation(at, "missing, want "+s.String())
		return false
	}
	f := v.model.compare(value, s, at)
	for _, d := range v.dependentValues(value, at) {
		f.include(v.model.compare(d.value, d.shape, d.path))
	}
	v.report(f.problems)
	if hasShapeProblems(f.problems) {
		return false
	}
	if v.from == FromServer {
		v.checkParts(f.parts)
	}
	if name == "params" {
		apply(v, at, messageRules[v.method], asObject(value))
	}
	return true
}

// checkParts applies the rules of each structure in a message.
func (v *Validator) checkParts(parts []structureValue) {
	for _, p := range parts {
		apply(v, p.path, structureRules[p.structure], p.value)
		for _, gate := range propertyGates[p.structure] {
			if _, present := p.value[gate.property]; present && !v.clientSupports(gate.capability) {
				v.addViolation(p.path.property(gate.property), "sent although the client does not state "+gate.capability)
			}
		}
	}
}

// report adds the problems that count against the sender.
func (v *Validator) report(problems []problem) {
	for _, p := range problems {
		if !p.unknown || v.from == FromServer {
			v.addViolation(p.path, p.text)
		}
	}
}

// hasShapeProblems reports whether a value departs from its shape by more than unknown properties.
func hasShapeProblems(problems []problem) bool {
	return slices.ContainsFunc(problems, func(p problem) bool { return !p.unknown })
}

func (v *Validator) addViolation(at *path, problem string) {
	v.found = append(v.found, Violation{From: v.from, Method: v.method, Path: at.String(), Problem: problem})
}
