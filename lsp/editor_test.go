package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/segls/segls/internal/metamodel"
)

// editor is a fake editor: it talks to a server over pipes, and checks the messages of both sides against the protocol. It has its own JSON
// types, so that it does not share bugs with the server.
type editor struct {
	t      *testing.T
	server *Server
	in     io.WriteCloser // to the server
	ended  chan int       // the exit code
	disk   *disk          // the server reads settings files from it

	mu         sync.Mutex // guards the rest
	validator  *metamodel.Validator
	violations []string
	lax        bool // the editor may itself break the protocol
	confuses   bool // it also sends meaningless versions and closes texts as cells of a notebook, so diagnostics may seem wrong
	lastID     int
	answers    map[int]chan message
	settings   any                                  // the editor's answer to workspace/configuration
	own        map[string]any                       // the same, for documents that have their own settings
	buffers    *buffers                             // the editor's texts; nil if the server may not change them
	replies    map[string]func(json.RawMessage) any // the answers to other requests of the server, by method
	received   []message                            // all messages except answers
	arrived    chan struct{}                        // closed and replaced when a message is received
	published  map[string]message                   // the last diagnostics of each document
}

// message is a message of the protocol of any kind.
type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

// launch starts a server with an editor that has sent nothing yet, and ends both with the test. prepare is called before the server serves.
func launch(t *testing.T, prepare ...func(*Server)) *editor {
	t.Helper()
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	e := &editor{
		t: t, in: in, ended: make(chan int, 1), validator: metamodel.NewValidator(), answers: make(map[int]chan message),
		arrived: make(chan struct{}), published: make(map[string]message), disk: newDisk(),
	}
	e.server = New("test", slog.New(slog.DiscardHandler))
	cache := e.server.files.cache
	cache.Disk, cache.Home, cache.User = e.disk, "/home/ann", "/home/ann/.config/segls/segls.toml"
	for _, f := range prepare {
		f(e.server)
	}
	go func() {
		e.ended <- e.server.Serve(context.Background(), pipes{toServer, fromServer})
	}()
	go e.listen(out)
	t.Cleanup(func() {
		e.in.Close()
		select {
		case <-e.ended:
		case <-time.After(10 * time.Second):
			t.Error("the server does not end")
		}
		e.server.background.Wait()
		e.mu.Lock()
		defer e.mu.Unlock()
		for _, v := range e.violations {
			t.Error("violation of the protocol: ", v)
		}
	})
	return e
}

type pipes struct {
	io.ReadCloser
	io.WriteCloser
}

func (p pipes) Close() error {
	p.WriteCloser.Close()
	return p.ReadCloser.Close()
}

// full returns the capabilities of an editor that uses the given encoding and applies no edits.
func full(encoding string) map[string]any {
	return map[string]any{
		"general": map[string]any{"positionEncodings": []string{encoding}},
		"workspace": map[string]any{
			"configuration": true, "didChangeConfiguration": map[string]any{"dynamicRegistration": true},
			"didChangeWatchedFiles": map[string]any{"dynamicRegistration": true, "relativePatternSupport": true},
			"codeLens":              map[string]any{"refreshSupport": true}, "foldingRange": map[string]any{"refreshSupport": true},
			"inlayHint": map[string]any{"refreshSupport": true},
		},
		"window": map[string]any{"showDocument": map[string]any{"support": true}, "workDoneProgress": true},
		"textDocument": map[string]any{
			"codeLens": map[string]any{}, "documentSymbol": map[string]any{"hierarchicalDocumentSymbolSupport": true},
			"hover":              map[string]any{"contentFormat": []string{"markdown", "plaintext"}},
			"foldingRange":       map[string]any{"foldingRange": map[string]any{"collapsedText": true}},
			"publishDiagnostics": map[string]any{"versionSupport": true},
			"inlayHint":          map[string]any{},
		},
	}
}

// silent returns the capabilities of an editor to which the server sends no requests. Only such an editor may run in a bubble of
// [synctest]: jsonrpc2 reuses the channels of its requests for the next connection, which may be outside the bubble.
func silent(encoding string) map[string]any {
	return map[string]any{
		"general":      map[string]any{"positionEncodings": []string{encoding}},
		"textDocument": map[string]any{"publishDiagnostics": map[string]any{"versionSupport": true}},
	}
}

// edit starts a server and an editor, ready to open documents. Without options, diagnostics are published without a pause.
func edit(t *testing.T, capabilities, options map[string]any) *editor {
	t.Helper()
	e := launch(t)
	e.initialize(map[string]any{"rootUri": nil, "capabilities": capabilities, "initializationOptions": options})
	return e
}

// initialize initializes a server.
func (e *editor) initialize(params map[string]any) {
	e.t.Helper()
	params["processId"] = nil
	options, _ := params["initializationOptions"].(map[string]any)
	if options == nil {
		options = map[string]any{"debounceMs": 0}
	}
	params["initializationOptions"] = with500(options)
	e.request("initialize", params)
	e.notify("initialized", map[string]any{})
}

// with500 returns settings with a preferred length added, unless they have one, so that short texts are divided too.
func with500(settings map[string]any) map[string]any {
	for _, name := range []string{"preferredWords", "preferred-words", "segls"} {
		if _, isSet := settings[name]; isSet {
			return settings
		}
	}
	all := map[string]any{"preferredWords": 500}
	maps.Copy(all, settings)
	return all
}

// post writes one message.
func (e *editor) post(m map[string]any) error {
	m["jsonrpc"] = "2.0"
	raw, err := json.Marshal(m)
	if err != nil {
		return err
	}
	e.check(metamodel.FromClient, raw)
	_, err = fmt.Fprintf(e.in, "Content-Length: %d\r\n\r\n%s", len(raw), raw)
	return err
}

// send writes one message to a server that must still be running.
func (e *editor) send(m map[string]any) {
	e.t.Helper()
	if err := e.post(m); err != nil {
		e.t.Fatalf("the server has gone: %v", err)
	}
}

func (e *editor) notify(method string, params any) {
	e.t.Helper()
	e.send(map[string]any{"method": method, "params": params})
}

// begin sends a request; its answer arrives on the channel.
func (e *editor) begin(method string, params any) (id int, answer <-chan message) {
	e.t.Helper()
	c := make(chan message, 1)
	e.mu.Lock()
	e.lastID++
	id = e.lastID
	e.answers[id] = c
	e.mu.Unlock()
	e.send(map[string]any{"id": id, "method": method, "params": params})
	return id, c
}

// ask sends a request and waits for its answer, even if that is an error.
func (e *editor) ask(method string, params any) message {
	e.t.Helper()
	_, answer := e.begin(method, params)
	return e.await(method, answer)
}

func (e *editor) await(what string, answer <-chan message) message {
	e.t.Helper()
	select {
	case m := <-answer:
		return m
	case <-time.After(30 * time.Second):
		e.t.Fatalf("%s is not answered", what)
		return message{}
	}
}

// request sends a request that must succeed, and returns its result.
func (e *editor) request(method string, params any) json.RawMessage {
	e.t.Helper()
	m := e.ask(method, params)
	if m.Error != nil {
		e.t.Fatalf("%s: %s", method, m.Error.Message)
	}
	return m.Result
}

// open opens a document in Markdown or, by its extension, in plain text or AsciiDoc.
func (e *editor) open(uri, text string) {
	e.t.Helper()
	languageID := "markdown"
	switch {
	case strings.HasSuffix(uri, ".txt"):
		languageID = "plaintext"
	case strings.HasSuffix(uri, ".adoc"):
		languageID = "asciidoc"
	}
	e.notify("textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": uri, "languageId": languageID, "version": 1, "text": text},
	})
}

// change sends changes unmodified.
func (e *editor) change(uri string, version int, changes ...map[string]any) {
	e.t.Helper()
	e.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": uri, "version": version}, "contentChanges": changes,
	})
}

// about returns the parameters of a request about a document, with more fields.
func about(uri string, more ...map[string]any) map[string]any {
	params := map[string]any{"textDocument": map[string]any{"uri": uri}}
	for _, m := range more {
		for k, v := range m {
			params[k] = v
		}
	}
	return params
}

func at(line, character int) map[string]any {
	return map[string]any{"line": line, "character": character}
}

func between(startLine, startCharacter, endLine, endCharacter int) map[string]any {
	return map[string]any{"start": at(startLine, startCharacter), "end": at(endLine, endCharacter)}
}

// listen reads what the server sends, until it ends.
func (e *editor) listen(out io.Reader) {
	reader := bufio.NewReader(out)
	for {
		raw, err := readFrame(reader)
		if err != nil {
			return
		}
		e.check(metamodel.FromServer, raw)
		var m message
		if err := json.Unmarshal(raw, &m); err != nil {
			continue // check has reported it
		}
		e.receive(m)
	}
}

// receive handles one message, and answers it if it is a request.
func (e *editor) receive(m message) {
	e.mu.Lock()
	if m.Method == "" {
		id, _ := strconv.Atoi(string(m.ID))
		answer := e.answers[id]
		delete(e.answers, id)
		e.mu.Unlock()
		if answer != nil {
			answer <- m
		}
		return
	}
	if m.Method == "textDocument/publishDiagnostics" {
		var p struct{ URI string }
		_ = json.Unmarshal(m.Params, &p)
		e.published[p.URI] = m
	}
	e.received = append(e.received, m)
	close(e.arrived)
	e.arrived = make(chan struct{})
	texts := e.buffers
	var asked struct{ Items []struct{ ScopeURI string } }
	_ = json.Unmarshal(m.Params, &asked) // other methods have parameters of other types
	configuration := make([]any, len(asked.Items))
	for i, item := range asked.Items {
		configuration[i] = e.settings
		if own, ok := e.own[item.ScopeURI]; ok {
			configuration[i] = own
		}
		if of, isMap := configuration[i].(map[string]any); isMap {
			configuration[i] = with500(of)
		}
	}
	reply := e.replies[m.Method]
	e.mu.Unlock()
	if m.ID == nil {
		return
	}
	var result any
	switch m.Method {
	case "workspace/configuration":
		result = configuration
	case "window/showDocument":
		result = map[string]any{"success": true}
	}
	// The answer is written on another goroutine, because the server may be waiting for this one to read, or have ended.
	go func() {
		if m.Method == "workspace/applyEdit" {
			result = texts.apply(m.Params)
			if texts.silent {
				return
			}
		}
		if reply != nil {
			result = reply(m.Params)
		}
		_ = e.post(map[string]any{"id": m.ID, "result": result})
	}()
}

// wait returns the first received message that matches, and waits until there is one.
func (e *editor) wait(what string, matches func(message) bool) message {
	e.t.Helper()
	deadline := time.After(30 * time.Second)
	seen := 0
	for {
		e.mu.Lock()
		news, arrived := e.received[seen:], e.arrived
		seen = len(e.received)
		e.mu.Unlock()
		for _, m := range news {
			if matches(m) {
				return m
			}
		}
		select {
		case <-arrived:
		case <-deadline:
			e.t.Fatalf("%s does not come", what)
		}
	}
}

// count returns the number of messages received with this method.
func (e *editor) count(method string) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := 0
	for _, m := range e.received {
		if m.Method == method {
			n++
		}
	}
	return n
}

func (e *editor) check(from metamodel.Sender, raw []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, v := range e.validator.CheckMessage(from, raw) {
		violation := fmt.Sprintf("%v: %v", from, v)
		if from != metamodel.FromServer && e.lax || e.confuses && strings.Contains(violation, "textDocument/publishDiagnostics: params.") {
			continue
		}
		e.violations = append(e.violations, violation)
	}
}

// readFrame reads the body of one message.
func readFrame(r *bufio.Reader) ([]byte, error) {
	length := 0
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return nil, err
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			break
		}
		if value, ok := bytes.CutPrefix(line, []byte("Content-Length: ")); ok {
			if length, err = strconv.Atoi(string(value)); err != nil {
				return nil, err
			}
		}
	}
	body := make([]byte, length)
	_, err := io.ReadFull(r, body)
	return body, err
}
