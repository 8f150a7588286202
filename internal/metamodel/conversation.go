package metamodel

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
)

// conversation is the state that the messages so far have established.
type conversation struct {
	messages int // number of messages so far; serves as the clock
	phase    phase

	client any // the client's capabilities
	server any // the server's capabilities

	takesEdits bool // the client applies edits, regardless of its capabilities

	traced bool // the client has asked for traces at some time
	wordy  bool // the client has asked for verbose traces

	pending   [2]map[string]*exchange // not answered yet, by sender and id
	answered  [2]map[string]bool      // answered, by sender and id
	documents map[string]*document    // named in a message, by canonical URI
	tokens    map[string]*progress
	// registrations maps the ids of the server's registrations to their methods.
	registrations map[string]string
}

func newConversation() conversation {
	return conversation{
		pending:       [2]map[string]*exchange{{}, {}},
		answered:      [2]map[string]bool{{}, {}},
		documents:     map[string]*document{},
		tokens:        map[string]*progress{},
		registrations: map[string]string{},
	}
}

// phase is a part of the server's life.
type phase int

const (
	beforeInitialize phase = iota
	initializing           // the request has been sent
	running                // the request has a result
	shuttingDown           // the client has asked for shutdown
)

// exchange is a request with the state that is needed when its answer comes.
type exchange struct {
	from      Sender
	method    string
	id        string
	params    any
	spec      *message // nil for a method that the protocol does not define
	sent      int      // time of the request
	phase     phase    // phase at that time
	cancelled bool
}

// document is the state of a document that a message has named.
type document struct {
	open    bool
	version int64 // newest version sent by the client

	published    int64 // newest version with diagnostics
	hasPublished bool  // whether there were any

	// closed is when the client last closed the document, or 0 once the server has shown that it knows; until then its
	// messages may be about the open document.
	closed int
}

// progress is a token with the progress reported under it.
type progress struct {
	exchange   *exchange // request that carried or created the token
	partial    bool      // for partial results
	created    bool      // the server created it, so the client has to accept it
	accepted   bool
	answered   bool // the client's request that carried the token has been answered
	begun      bool
	ended      bool
	percentage int64
}

// takeExchange removes and returns the request that the current sender answers, or nil if there is none.
func (v *Validator) takeExchange(id string) *exchange {
	asker := v.from.other()
	x := v.pending[asker][id]
	if x != nil {
		delete(v.pending[asker], id)
		v.answered[asker][id] = true
	}
	return x
}

func (v *Validator) observeRequest(x *exchange) {
	if x.from == FromClient {
		v.tokens[idKey(get(x.params, "workDoneToken"))] = &progress{exchange: x}
		v.tokens[idKey(get(x.params, "partialResultToken"))] = &progress{exchange: x, partial: true}
	}
	switch x.method {
	case "initialize":
		if v.phase == beforeInitialize {
			v.phase = initializing
			v.client = get(x.params, "capabilities")
			v.takesEdits = get(x.params, "initializationOptions", "applyEdit") == true
			v.observeTrace(get(x.params, "trace"))
		}
	case "shutdown":
		v.phase = shuttingDown
	case "window/workDoneProgress/create":
		if token := idKey(get(x.params, "token")); v.tokens[token] == nil {
			v.tokens[token] = &progress{exchange: x, created: true}
		}
	case "client/registerCapability":
		for _, r := range asList(get(x.params, "registrations")) {
			v.registrations[asText(get(r, "id"))] = asText(get(r, "method"))
		}
	case "client/unregisterCapability":
		for _, r := range asList(get(x.params, "unregisterations")) {
			delete(v.registrations, asText(get(r, "id")))
		}
	}
}

func (v *Validator) observeTrace(value any) {
	v.traced = v.traced || asText(value) != "" && value != "off"
	v.wordy = v.wordy || value == "verbose"
}

func (v *Validator) observeNotification(method string, params any) {
	switch method {
	case "textDocument/didOpen":
		v.observeOpened(get(params, "textDocument"))
	case "textDocument/didChange":
		v.document(get(params, "textDocument")).version = asInteger(get(params, "textDocument", "version"))
	case "textDocument/didClose":
		v.observeClosed(get(params, "textDocument"))
	case "notebookDocument/didOpen":
		for _, item := range asList(get(params, "cellTextDocuments")) {
			v.observeOpened(item)
		}
	case "notebookDocument/didChange":
		cells := get(params, "change", "cells")
		for _, item := range asList(get(cells, "structure", "didOpen")) {
			v.observeOpened(item)
		}
		for _, closed := range asList(get(cells, "structure", "didClose")) {
			v.observeClosed(closed)
		}
		for _, changed := range asList(get(cells, "textContent")) {
			v.document(get(changed, "document")).version = asInteger(get(changed, "document", "version"))
		}
	case "notebookDocument/didClose":
		for _, closed := range asList(get(params, "cellTextDocuments")) {
			v.observeClosed(closed)
		}
	case "textDocument/publishDiagnostics":
		v.observeDiagnostics(params)
	case "$/cancelRequest":
		if x := v.pending[v.from][idKey(get(params, "id"))]; x != nil {
			x.cancelled = true
		}
	case "$/setTrace":
		v.observeTrace(get(params, "value"))
	case "$/progress":
		v.observeProgress(params)
	}
}

func (v *Validator) observeOpened(item any) {
	d := v.document(item)
	*d = document{open: true, version: asInteger(get(item, "version")), closed: d.closed}
}

func (v *Validator) observeClosed(closed any) {
	d := v.document(closed)
	d.open, d.closed = false, v.messages
}

func (v *Validator) observeDiagnostics(params any) {
	d := v.document(params)
	switch version := get(params, "version"); {
	case !d.open && version == nil && len(asList(get(params, "diagnostics"))) == 0:
		d.closed = 0 // the server cleared them, so it knows (diagnostics with a version may be older)
	case d.open && d.closed == 0 && version != nil:
		d.published, d.hasPublished = max(d.published, asInteger(version)), true
	}
}

func (v *Validator) observeProgress(params any) {
	p := v.tokenProgress(get(params, "token"))
	if p == nil || p.partial {
		return
	}
	switch get(params, "value", "kind") {
	case "begin":
		p.begun = true
	case "end":
		p.ended = true
	}
	p.percentage = max(p.percentage, asInteger(get(params, "value", "percentage")))
}

func (v *Validator) observeResult(a answer) {
	switch a.method {
	case "initialize":
		if v.phase == initializing {
			v.phase = running
			v.server = get(a.result, "capabilities")
		}
	case "window/workDoneProgress/create":
		if p := v.tokenProgress(get(a.params, "token")); p != nil && p.exchange == a.exchange {
			p.accepted = true
		}
	}
}

// observeAnswer updates the conversation after an answer, whether it is a result or an error.
func (v *Validator) observeAnswer(x *exchange) {
	if x.method == "initialize" && v.phase == initializing {
		v.phase = beforeInitialize // initialize failed; after a result, observeResult has changed the phase
	}
	if x.from == FromServer {
		return
	}
	for _, name := range []string{"workDoneToken", "partialResultToken"} {
		if p := v.tokenProgress(get(x.params, name)); p != nil && p.exchange == x {
			p.answered = true
		}
	}
	// Servers read messages in order: one that answers a request has read everything before it.
	for _, d := range v.documents {
		if d.closed < x.sent {
			d.closed = 0
		}
	}
}

// tokenProgress returns the state of a progress token, or nil if the value is not a known token.
func (v *Validator) tokenProgress(value any) *progress {
	if idKey(value) == "" {
		return nil
	}
	return v.tokens[idKey(value)]
}

// document returns the document with a value's uri. One that was never opened is closed, and the server knows that.
func (v *Validator) document(identifier any) *document {
	uri := canonical(asText(get(identifier, "uri")))
	if v.documents[uri] == nil {
		v.documents[uri] = &document{}
	}
	return v.documents[uri]
}

// canonical returns the same form for all spellings of a URI, because server and client may escape differently.
func canonical(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Opaque != "" {
		return uri
	}
	path := cmp.Or(u.Path, "/") // RFC 3986, 6.2.3: some URIs of texts without a name have no slash here
	if len(path) > 2 && path[0] == '/' && path[2] == ':' {
		path = strings.ToLower(path[:3]) + path[3:]
	}
	return u.Scheme + "://" + u.Host + path + "?" + u.RawQuery + "#" + u.Fragment
}

// dependentValue is a value of any type in the model, with the shape that it must have in this conversation.
type dependentValue struct {
	value any
	shape *shape
	path  *path
}

func (v *Validator) dependentValues(params any, at *path) []dependentValue {
	switch v.method {
	case "$/progress":
		p := v.tokenProgress(get(params, "token"))
		switch {
		case p == nil:
		case !p.partial:
			return []dependentValue{{get(params, "value"), workDoneProgress, at.property("value")}}
		case p.exchange.spec != nil && p.exchange.spec.PartialResult != nil:
			return []dependentValue{{get(params, "value"), p.exchange.spec.PartialResult, at.property("value")}}
		}
	case "client/registerCapability":
		var found []dependentValue
		for i, r := range asList(get(params, "registrations")) {
			options, present := asObject(r)["registerOptions"]
			if s := v.model.registrationOptions(asText(get(r, "method"))); present && s != nil {
				found = append(found, dependentValue{options, s, at.extend([]any{"registrations", i, "registerOptions"})})
			}
		}
		return found
	}
	return nil
}

// workDoneProgress is the shape of values that may be reported under a token for work.
var workDoneProgress = union(
	&shape{Kind: "reference", Name: "WorkDoneProgressBegin"},
	&shape{Kind: "reference", Name: "WorkDoneProgressReport"},
	&shape{Kind: "reference", Name: "WorkDoneProgressEnd"},
)

// checkPhase reports messages that are not allowed in the current phase.
func (v *Validator) checkPhase(e *envelope) {
	switch {
	case v.from == FromServer && v.phase < running && !v.allowedEarly(e):
		v.addViolation(root.property("method"), "sent before the result of initialize")
	case v.from == FromClient && v.phase == beforeInitialize && e.method != "initialize" && e.method != "exit":
		v.addViolation(root.property("method"), "sent before initialize")
	case v.from == FromClient && v.phase == initializing && e.method != "$/cancelRequest":
		v.addViolation(root.property("method"), "sent before the result of initialize")
	case v.from == FromClient && v.phase > initializing && e.method == "initialize":
		v.addViolation(root.property("method"), "sent for the second time")
	}
}

// early lists the messages, besides progress, that the server may send before the result of initialize.
var early = []string{"window/showMessage", "window/logMessage", "telemetry/event", "window/showMessageRequest"}

func (v *Validator) allowedEarly(e *envelope) bool {
	if e.method == "$/progress" {
		p := v.tokenProgress(get(e.message, "params", "token"))
		return p != nil && p.exchange.method == "initialize"
	}
	return v.phase == initializing && slices.Contains(early, e.method)
}
