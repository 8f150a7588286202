package metamodel

import (
	"slices"
	"strings"
)

// concernsDiskFile reports whether diagnostics are about settings or an order, which the server reads from disk.
func concernsDiskFile(params object) bool {
	if strings.HasSuffix(asText(params["uri"]), "segls.toml") {
		return true
	}
	all := asList(params["diagnostics"])
	return len(all) > 0 && !slices.ContainsFunc(all, func(d any) bool { return asText(asObject(d)["code"]) != "order" })
}

// concernsNamelessText reports whether a message is about a text without a name. Neovim gives all of these the same
// URI, so they seem to open and close each other.
func concernsNamelessText(params object) bool {
	return canonical(asText(get(params, "textDocument", "uri"))) == canonical("file://")
}

// messageRules are the rules for the parameters of requests and notifications, by method.
var messageRules = map[string][]rule[object]{
	"textDocument/didOpen": {
		{"the document is already open", func(v *Validator, params object, fail func(...any)) {
			if v.document(params["textDocument"]).open && !concernsNamelessText(params) {
				fail("textDocument", "uri")
			}
		}},
	},
	"textDocument/didChange": {
		notOpen,
		{"the version does not increase", func(v *Validator, params object, fail func(...any)) {
			d := v.document(params["textDocument"])
			if d.open && asInteger(get(params, "textDocument", "version")) <= d.version {
				fail("textDocument", "version")
			}
		}},
	},
	"textDocument/didClose": {notOpen},

	"textDocument/publishDiagnostics": {
		{"diagnostics for a document that is not open", func(v *Validator, params object, fail func(...any)) {
			if d := v.document(params); !concernsDiskFile(params) && !d.open && d.closed == 0 && len(asList(params["diagnostics"])) > 0 {
				fail("uri")
			}
		}},
		{"missing for an open document", func(v *Validator, params object, fail func(...any)) {
			if d := v.document(params); !concernsDiskFile(params) && d.open && d.closed == 0 && params["version"] == nil {
				fail("version")
			}
		}},
		{"lower than that of earlier diagnostics", func(v *Validator, params object, fail func(...any)) {
			version := params["version"]
			if d := v.document(params); d.hasPublished && d.closed == 0 && version != nil && asInteger(version) < d.published {
				fail("version")
			}
		}},
		{"the client has not sent this version", func(v *Validator, params object, fail func(...any)) {
			version := params["version"]
			if d := v.document(params); d.open && d.closed == 0 && version != nil && asInteger(version) > d.version {
				fail("version")
			}
		}},
	},

	"$/progress": {
		{"nobody gave out this token", func(v *Validator, params object, fail func(...any)) {
			if v.from == FromServer && v.tokenProgress(params["token"]) == nil {
				fail("token")
			}
		}},
		{"the client has not accepted this token", func(v *Validator, params object, fail func(...any)) {
			if p := v.tokenProgress(params["token"]); p != nil && p.created && !p.accepted {
				fail("token")
			}
		}},
		{"the request of this token is answered", func(v *Validator, params object, fail func(...any)) {
			if p := v.tokenProgress(params["token"]); p != nil && p.answered {
				fail("token")
			}
		}},
		{"the work has already begun", func(v *Validator, params object, fail func(...any)) {
			if p := v.workProgress(params); p != nil && p.begun && get(params, "value", "kind") == "begin" {
				fail("value", "kind")
			}
		}},
		{"the work has not begun", func(v *Validator, params object, fail func(...any)) {
			if p := v.workProgress(params); p != nil && !p.begun && get(params, "value", "kind") != "begin" {
				fail("value", "kind")
			}
		}},
		{"the work has ended", func(v *Validator, params object, fail func(...any)) {
			if p := v.workProgress(params); p != nil && p.ended {
				fail("value", "kind")
			}
		}},
		{"the percentage falls", func(v *Validator, params object, fail func(...any)) {
			percentage := get(params, "value", "percentage")
			if p := v.workProgress(params); p != nil && percentage != nil && asInteger(percentage) < p.percentage {
				fail("value", "percentage")
			}
		}},
	},
	"window/workDoneProgress/create": {
		{"the token is in use", func(v *Validator, params object, fail func(...any)) {
			if v.tokenProgress(params["token"]) != nil {
				fail("token")
			}
		}},
	},
	"$/cancelRequest": {
		{"no request had this id", func(v *Validator, params object, fail func(...any)) {
			id := idKey(params["id"])
			if v.pending[v.from][id] == nil && !v.answered[v.from][id] {
				fail("id")
			}
		}},
	},
	"$/logTrace": {
		{"the client has not asked for traces", func(v *Validator, _ object, fail func(...any)) {
			if !v.traced {
				fail()
			}
		}},
		{"the client has not asked for verbose traces", func(v *Validator, params object, fail func(...any)) {
			if params["verbose"] != nil && v.traced && !v.wordy {
				fail("verbose")
			}
		}},
	},

	"client/registerCapability": {
		{"not a method that can be registered", func(v *Validator, params object, fail func(...any)) {
			for i, r := range asList(params["registrations"]) {
				if method := asText(get(r, "method")); v.model.registrationMessage(method) == nil && !isExtension(method) {
					fail("registrations", i, "method")
				}
			}
		}},
		{"the client does not state dynamicRegistration for this method", func(v *Validator, params object, fail func(...any)) {
			for i, r := range asList(params["registrations"]) {
				method := asText(get(r, "method"))
				if v.model.registrationMessage(method) != nil && !v.clientSupports(v.model.registrationCapability(method)) {
					fail("registrations", i, "method")
				}
			}
		}},
		{"registered although announced in the result of initialize", func(v *Validator, params object, fail func(...any)) {
			for i, r := range asList(params["registrations"]) {
				spec := v.model.registrationMessage(asText(get(r, "method")))
				if spec != nil && spec.ServerCapability != "" && v.serverSupports(spec.ServerCapability) &&
					!v.serverSupports(spec.ServerCapability+".documentSelector") {
					fail("registrations", i, "method")
				}
			}
		}},
		{"the id is already registered", func(v *Validator, params object, fail func(...any)) {
			for i, r := range asList(params["registrations"]) {
				if _, taken := v.registrations[asText(get(r, "id"))]; taken {
					fail("registrations", i, "id")
				}
			}
		}},
	},
	"client/unregisterCapability": {
		{"nothing is registered under this id for this method", func(v *Validator, params object, fail func(...any)) {
			for i, r := range asList(params["unregisterations"]) {
				if method, ok := v.registrations[asText(get(r, "id"))]; !ok || method != get(r, "method") {
					fail("unregisterations", i, "id")
				}
			}
		}},
	},
}

var notOpen = rule[object]{"the document is not open", func(v *Validator, params object, fail func(...any)) {
	if !v.document(params["textDocument"]).open && !concernsNamelessText(params) {
		fail("textDocument", "uri")
	}
}}

// workProgress returns the progress of work that a message reports, or nil; partial results are no work.
func (v *Validator) workProgress(params object) *progress {
	if p := v.tokenProgress(params["token"]); p != nil && !p.partial {
		return p
	}
	return nil
}

// answer is an exchange that ended with a result.
type answer struct {
	*exchange
	result any
}

// failure is an exchange that ended with an error.
type failure struct {
	*exchange
	code int64
}

// Codes that a server may use only at certain times.
const (
	invalidRequest       = -32600
	serverNotInitialized = -32002
	requestCancelled     = -32800
	serverCancelled      = -32802
)

// answerRules are the rules for answers with a result instead of an error, whatever the method.
var answerRules = []rule[answer]{
	{"a request before initialize has no result but the error ServerNotInitialized", func(_ *Validator, a answer, fail func(...any)) {
		if a.from == FromClient && a.phase == beforeInitialize && a.method != "initialize" {
			fail()
		}
	}},
	{"a second initialize has no result but an error", func(_ *Validator, a answer, fail func(...any)) {
		if a.phase > beforeInitialize && a.method == "initialize" {
			fail()
		}
	}},
	// Neovim may ask for shutdown twice.
	{"a request after shutdown has no result but the error InvalidRequest", func(_ *Validator, a answer, fail func(...any)) {
		if a.from == FromClient && a.phase == shuttingDown && a.method != "shutdown" {
			fail()
		}
	}},
	{"the work that was reported has not ended", func(v *Validator, a answer, fail func(...any)) {
		p := v.tokenProgress(get(a.params, "workDoneToken"))
		if a.from == FromClient && p != nil && p.exchange == a.exchange && p.begun && !p.ended {
			fail()
		}
	}},
}

// errorRules are the rules for the codes of errors.
var errorRules = []rule[failure]{
	{"a code that is reserved", func(v *Validator, f failure, fail func(...any)) {
		reserved := -32768 <= f.code && f.code <= -32000 || -32899 <= f.code && f.code <= -32800
		if reserved && !v.model.defines("ErrorCodes", f.code) && !v.model.defines("LSPErrorCodes", f.code) {
			fail()
		}
	}},
	{"want ServerNotInitialized before initialize", func(_ *Validator, f failure, fail func(...any)) {
		if f.from == FromClient && f.phase == beforeInitialize && f.method != "initialize" && f.code != serverNotInitialized {
			fail()
		}
	}},
	{"want InvalidRequest after shutdown", func(_ *Validator, f failure, fail func(...any)) {
		if f.from == FromClient && f.phase == shuttingDown && f.code != invalidRequest {
			fail()
		}
	}},
	{"RequestCancelled although nobody cancelled the request", func(_ *Validator, f failure, fail func(...any)) {
		if f.code == requestCancelled && !f.cancelled {
			fail()
		}
	}},
	{"ServerCancelled for a request that the server may not cancel", func(_ *Validator, f failure, fail func(...any)) {
		if f.code == serverCancelled && f.from == FromClient && !slices.Contains(serverCancellable, f.method) {
			fail()
		}
	}},
}

// serverCancellable lists the requests that the server may cancel by itself.
var serverCancellable = []string{
	"textDocument/diagnostic",
	"textDocument/semanticTokens/full",
	"textDocument/semanticTokens/full/delta",
	"textDocument/semanticTokens/range",
	"workspace/diagnostic",
}

// resultRules are the rules for results, by method.
var resultRules = map[string][]rule[answer]{
	"textDocument/documentSymbol": {
		{"a hierarchy for a client that takes a flat list", func(v *Validator, a answer, fail func(...any)) {
			for i, symbol := range asList(a.result) {
				if get(symbol, "location") == nil && !v.clientSupports("textDocument.documentSymbol.hierarchicalDocumentSymbolSupport") {
					fail(i)
				}
			}
		}},
	},
	"textDocument/foldingRange": {
		{"more folds than the client's rangeLimit", func(v *Validator, a answer, fail func(...any)) {
			limit := get(v.client, "textDocument", "foldingRange", "rangeLimit")
			if limit != nil && int64(len(asList(a.result))) > asInteger(limit) {
				fail()
			}
		}},
	},
	"textDocument/selectionRange": {
		{"want one selection range for each position", func(_ *Validator, a answer, fail func(...any)) {
			if a.result != nil && len(asList(a.result)) != len(asList(get(a.params, "positions"))) {
				fail()
			}
		}},
		{"the range does not contain its position", func(_ *Validator, a answer, fail func(...any)) {
			ranges := asList(a.result)
			for i, p := range asList(get(a.params, "positions")) {
				at := asPosition(p)
				if i < len(ranges) && !asSpan(get(ranges[i], "range")).contains(span{at, at}) {
					fail(i, "range")
				}
			}
		}},
	},
	"codeLens/resolve": {
		{"the lens has no command after it was resolved", func(_ *Validator, a answer, fail func(...any)) {
			if get(a.result, "command") == nil {
				fail("command")
			}
		}},
	},
	"textDocument/formatting":        {editsApart},
	"textDocument/onTypeFormatting":  {editsApart},
	"textDocument/rangeFormatting":   {editsApart},
	"textDocument/rangesFormatting":  {editsApart},
	"textDocument/willSaveWaitUntil": {editsApart},
	"workspace/configuration": {
		{"want one value for each item", func(_ *Validator, a answer, fail func(...any)) {
			if len(asList(a.result)) != len(asList(get(a.params, "items"))) {
				fail()
			}
		}},
	},
}

// editsApart is the rule for results that are edits of one document.
var editsApart = rule[answer]{"the edit overlaps another", func(_ *Validator, a answer, fail func(...any)) {
	if i := firstOverlapping(asList(a.result)); i >= 0 {
		fail(i, "range")
	}
}}
