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
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/metamodel"
)

// A hostile client violates the protocol. Valid messages must not be affected. See also TestNonsense, TestGarbage and FuzzWire.

// wire is the client's end of a connection to a server, without an editor that checks messages.
type wire struct {
	t     *testing.T
	in    io.WriteCloser
	out   io.ReadCloser
	ended chan int
	*bufio.Reader
}

// hangs is the time after which a server is assumed to hang. It does not affect tests that pass.
const hangs = time.Minute

// connect starts a server. When the test ends, the connection is closed if it is still open, and the server must then end.
func connect(t *testing.T) *wire {
	t.Helper()
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	s := New("test", slog.New(slog.DiscardHandler))
	s.files.cache.Disk, s.files.cache.Home, s.files.cache.User = newDisk(), "", ""
	w := &wire{t, in, out, make(chan int, 1), bufio.NewReader(out)}
	go func() { w.ended <- s.Serve(context.Background(), pipes{toServer, fromServer}) }()
	t.Cleanup(func() {
		in.Close()
		w.end()
		out.Close()
		s.background.Wait()
	})
	return w
}

// end waits until the server ends, and returns its exit code.
func (w *wire) end() int {
	w.t.Helper()
	select {
	case code := <-w.ended:
		w.ended <- code
		return code
	case <-time.After(hangs):
		w.t.Fatal("the server does not end")
		return 0
	}
}

func frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

// write sends bytes in the background, because the server may be slow to read them.
func (w *wire) write(raw string) {
	go func() { _, _ = io.WriteString(w.in, raw) }()
}

// read returns the next message from the server.
func (w *wire) read() (m message) {
	w.t.Helper()
	raw, err := readFrame(w.Reader)
	if err == nil {
		err = json.Unmarshal(raw, &m)
	}
	if err != nil {
		w.t.Fatalf("the server's answer: %v", err)
	}
	return m
}

const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`

// TestWrongParams sends messages with wrong parameters, and checks that requests are answered and another document is unaffected.
func TestWrongParams(t *testing.T) {
	t.Parallel()
	d, _ := openBuffers(t, "utf-16")
	e := d.editor
	e.lax = true
	e.confuses = true
	e.mu.Lock() // receive uses the settings on another goroutine
	e.settings = map[string]any{"debounceMs": 0}
	e.mu.Unlock()
	text := read(t, essay)
	e.open("file:///other.md", text)
	before := e.request("textDocument/foldingRange", about("file:///other.md"))
	e.open(metamodel.SampleURI, text)
	sent, answered, method := 0, 0, ""
	settle := func() {
		t.Helper()
		e.notify("textDocument/didClose", about(metamodel.SampleURI))
		if after := e.request("textDocument/foldingRange", about("file:///other.md")); string(after) != string(before) {
			t.Fatalf("after %s another document has the folds %s\nand had %s", method, after, before)
		}
		e.open(metamodel.SampleURI, text)
	}
	for w := range metamodel.WrongParams() {
		switch w.Method {
		case "initialize", "shutdown", "exit":
			continue
		}
		if testing.Short() && sent%32 != 0 {
			sent++
			continue
		}
		if w.Method != method {
			settle()
			method = w.Method
		}
		sent++
		if !w.Request {
			e.notify(w.Method, w.Params)
			continue
		}
		m := e.ask(w.Method, w.Params)
		answered++
		if m.Error != nil && m.Error.Code == int(protocol.ErrorCodesInternalError) {
			t.Errorf("%s with %s answers with an internal error: %s\n%s", w.Method, w.Place, m.Error.Message, w.Params)
		}
	}
	settle()
	t.Logf("%d messages, %d answers", sent, answered)
}

// TestWrongInitialize checks that initialize with wrong parameters is answered, and that a valid one is accepted afterwards.
func TestWrongInitialize(t *testing.T) {
	n, refused := 0, 0
	for w := range metamodel.WrongParams() {
		if w.Method != "initialize" {
			continue
		}
		if n++; testing.Short() && n%20 != 0 {
			continue
		}
		if bytes.Contains(w.Params, []byte(`"processId":1,`)) {
			w.Params = bytes.Replace(w.Params, []byte(`"processId":1,`), []byte(`"processId":null,`), 1)
		}
		func() {
			toServer, in := io.Pipe()
			out, fromServer := io.Pipe()
			s := New("test", slog.New(slog.DiscardHandler))
			s.files.cache.Disk, s.files.cache.Home, s.files.cache.User = newDisk(), "", ""
			ended := make(chan int, 1)
			go func() { ended <- s.Serve(context.Background(), pipes{toServer, fromServer}) }()
			go func() {
				_, _ = io.WriteString(in, frame(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":`+string(w.Params)+`}`)+frame(hello)+
					frame(`{"jsonrpc":"2.0","method":"initialized","params":{}}`))
				in.Close()
			}()
			reader := bufio.NewReader(out)
			first, err := readFrame(reader)
			if err != nil {
				t.Fatalf("%s: %v", w.Place, err)
			}
			second, err := readFrame(reader)
			if err != nil {
				t.Fatalf("%s: %v", w.Place, err)
			}
			isRefused := bytes.Contains(first, []byte(`"error"`))
			if isRefused == bytes.Contains(second, []byte(`"error"`)) {
				t.Errorf("%s: answered\n%s\nand then\n%s", w.Place, first, second)
			}
			if isRefused {
				refused++
			}
			go func() { _, _ = io.Copy(io.Discard, reader) }()
			<-ended
			s.background.Wait()
		}()
	}
	t.Logf("%d ways to say hello, %d refused", n, refused)
	if refused == 0 {
		t.Error("no parameters were refused")
	}
}

// TestWrongArguments checks that commands and requests beyond LSP survive wrong values in their fields.
func TestWrongArguments(t *testing.T) {
	t.Parallel()
	d, folder := openBuffers(t, "utf-16")
	d.lax = true
	u := d.openFile(folder, "salt.md", read(t, essay))
	sound := map[string]any{
		"uri": u, "position": at(20, 0), "to": at(40, 0), "mendLevels": true, "file": "parts/new.md", "frontMatter": "---\n", "by": "headings",
		"rule": "paragraph-too-long", "setting": "preferred-words", "value": 300, "scope": "file",
		"textDocument": map[string]any{"uri": u}, "version": 1, "unit": "fragment", "from": 0, "before": 2, "after": 3, "settings": map[string]any{"headings": "soft"},
	}
	wrong := []any{
		nil, true, -1, 1.5, 1e18, -1e18, "", "../../x", "\x00",
		[]any{},
		map[string]any{},
		map[string]any{"line": -1, "character": 1 << 40},
		map[string]any{"line": 1 << 31, "character": 0},
		map[string]any{"uri": 7},
		"command:x", "file:///nowhere.md", strings.Repeat("x", 100_000),
	}
	ask := func(method string, params any) {
		t.Helper()
		m := d.ask(method, params)
		if m.Error != nil && m.Error.Code == int(protocol.ErrorCodesInternalError) {
			shown, _ := json.Marshal(params)
			t.Errorf("%s with %.200s: %s", method, shown, m.Error.Message)
		}
	}
	// For each argument and value, only every stride-th request is sent.
	stride := 7
	if testing.Short() {
		stride = 17
	}
	for i, name := range slices.Sorted(maps.Keys(sound)) {
		for j, value := range wrong {
			params := maps.Clone(sound)
			params[name] = value
			for k, c := range command.All {
				if (i+j+k)%stride == 0 && slices.Contains([]string{"uri", "position", "to", "by", "rule", "file", "frontMatter", "mendLevels", "setting", "value", "scope"}, name) {
					ask("workspace/executeCommand", map[string]any{"command": c.Name, "arguments": []any{params}})
				}
			}
			for k, m := range methods {
				if (i+j+k)%stride == 0 && m.handle != nil && m.doc != "" {
					ask(m.name, params)
				}
			}
		}
	}
	for _, arguments := range []any{nil, []any{}, []any{nil}, []any{sound, sound}, map[string]any{}, "x", []any{[]any{}}} {
		for _, c := range command.All {
			ask("workspace/executeCommand", map[string]any{"command": c.Name, "arguments": arguments})
		}
	}
}

// TestIDs checks that answers have the ids of their requests, and that invalid ids are refused.
func TestIDs(t *testing.T) {
	for _, test := range []struct{ id, want string }{
		{"1", "1"},
		{"0", "0"},
		{"-7", "-7"},
		{"2147483647", "2147483647"},
		{"9007199254740993", "9007199254740993"},
		{`"x"`, `"x"`},
		{`""`, `""`},
		{`"1"`, `"1"`},
		{`"\u0000😀"`, `"\u0000😀"`},
		{`"` + strings.Repeat("i", 100_000) + `"`, `"` + strings.Repeat("i", 100_000) + `"`},
		{"1.5", "null"},
		{"true", "null"},
		{"{}", "null"},
		{"[1]", "null"},
	} {
		w := connect(t)
		w.write(frame(hello) + frame(`{"jsonrpc":"2.0","id":`+test.id+`,"method":"segls/status","params":{}}`) +
			frame(`{"jsonrpc":"2.0","id":"last","method":"segls/status","params":{}}`))
		w.read()
		answers := []string{}
		for range 2 {
			answers = append(answers, string(w.read().ID))
		}
		slices.Sort(answers) // they may arrive in any order
		var got, want any
		for _, a := range answers {
			if a != `"last"` {
				_ = json.Unmarshal([]byte(a), &got)
			}
		}
		_ = json.Unmarshal([]byte(test.want), &want)
		if !slices.Contains(answers, `"last"`) || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%.40s is answered as %.80q, want %.40s", test.id, answers, test.want)
		}
	}
}

// TestSameIDTwice checks that the server answers all simultaneous requests with the same id, and later requests too.
func TestSameIDTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := connect(t)
		request := frame(`{"jsonrpc":"2.0","id":1,"method":"segls/status","params":{}}`)
		w.write(frame(hello) + strings.Repeat(request, 20) + frame(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`))
		w.read()
		answered := make(map[string]int)
		for range 20 + 1 { // in any order; an unread answer would keep the server from ending
			answered[string(w.read().ID)]++
		}
		if answered["1"] != 20 || answered["2"] != 1 {
			t.Errorf("answers by id: %v", answered)
		}
	})
}

// TestVersionsOutOfOrder checks that changes are applied in the order in which they arrive, regardless of their versions.
func TestVersionsOutOfOrder(t *testing.T) {
	e := edit(t, full("utf-16"), nil)
	e.lax = true
	e.confuses = true
	e.open("file:///a.md", "")
	for i, version := range []int{7, 7, 3, -2, 1 << 30, 8} {
		e.change("file:///a.md", version, map[string]any{"range": between(0, i+2, 0, i+2), "text": string(rune('a' + i))})
		if i == 0 {
			e.change("file:///a.md", version, map[string]any{"range": between(0, 0, 0, 0), "text": "# "})
		}
	}
	if symbols := string(e.request("textDocument/documentSymbol", about("file:///a.md"))); !strings.Contains(symbols, `"abcdef"`) {
		t.Errorf("the heading is not abcdef: %s", symbols)
	}
}

// TestOpenedAgain checks that a document opened twice has its last text, even while requests about the first are running.
func TestOpenedAgain(t *testing.T) {
	e := edit(t, full("utf-16"), nil)
	e.lax = true
	var answers []<-chan message
	for i := range 50 {
		e.open("file:///a.md", fmt.Sprintf("# Opened %d\n\n", i)+read(t, essay))
		_, answer := e.begin("textDocument/documentSymbol", about("file:///a.md"))
		answers = append(answers, answer)
	}
	for _, answer := range answers {
		if m := e.await("documentSymbol", answer); m.Error != nil {
			t.Errorf("%+v", m.Error)
		}
	}
	if symbols := string(e.request("textDocument/documentSymbol", about("file:///a.md"))); !strings.Contains(symbols, `"Opened 49"`) {
		t.Errorf("%s", symbols)
	}
}

// TestCancelEverything checks that each cancelled request is answered once.
func TestCancelEverything(t *testing.T) {
	e := edit(t, full("utf-16"), nil)
	e.lax = true
	e.open("file:///a.md", strings.Repeat(read(t, essay)+"\n\n", 20))
	answers := make(map[int]<-chan message)
	for range 300 {
		id, answer := e.begin("textDocument/codeLens", about("file:///a.md"))
		answers[id] = answer
		e.notify("$/cancelRequest", map[string]any{"id": id})
		e.notify("$/cancelRequest", map[string]any{"id": id + 1})
	}
	cancelled := 0
	for _, answer := range answers {
		m := e.await("codeLens", answer)
		if m.Error != nil && m.Error.Code != int(protocol.LSPErrorCodesRequestCancelled) {
			t.Errorf("%+v", m.Error)
		}
		if m.Error != nil {
			cancelled++
		}
	}
	t.Logf("%d of %d were cancelled in time", cancelled, len(answers))
	e.request("textDocument/codeLens", about("file:///a.md"))
}

// TestTenThousandRequests checks that each of 10,000 requests, with edits among them, is answered once.
func TestTenThousandRequests(t *testing.T) {
	t.Parallel()
	n := 10_000
	if testing.Short() {
		n = 1000
	}
	w := connect(t)
	text, _ := json.Marshal(read(t, essay))
	var all strings.Builder
	all.WriteString(frame(hello))
	opening := `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///%s.md","languageId":"markdown","version":1,"text":%s}}}`
	all.WriteString(frame(fmt.Sprintf(opening, "a", text)))
	for i := range n {
		method := []string{"textDocument/codeLens", "textDocument/foldingRange", "textDocument/documentSymbol", "segls/fragments", "segls/nothing"}[i%5]
		all.WriteString(frame(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":{"textDocument":{"uri":"file:///a.md"}}}`, i+1, method)))
		if i%10 == 0 {
			all.WriteString(frame(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.md","version":%d},
				"contentChanges":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":%d}},"text":"# New"}]}}`, i+2, min(i, 5))))
		}
	}
	w.write(all.String())
	answered := make(map[string]bool)
	for len(answered) < n+1 {
		if m := w.read(); m.Method == "" {
			if answered[string(m.ID)] {
				t.Fatalf("request %s is answered twice", m.ID)
			}
			answered[string(m.ID)] = true
		}
	}
}

// TestClientThatNeverReads checks that the server ends when a client that reads nothing ends.
func TestClientThatNeverReads(t *testing.T) {
	t.Parallel()
	text, _ := json.Marshal(strings.Repeat(read(t, essay), 5))
	for _, last := range []string{"", frame(`{"jsonrpc":"2.0","method":"exit"}`)} {
		w := connect(t)
		wrote := make(chan struct{})
		w.write(frame(hello))
		w.read()
		go func() {
			defer close(wrote)
			_, _ = io.WriteString(w.in, frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.md","languageId":"markdown","version":1,"text":`+string(text)+`}}}`))
			for i := range 500 {
				_, _ = io.WriteString(w.in, frame(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"segls/fragments","params":{"textDocument":{"uri":"file:///a.md"}}}`, i+1)))
			}
			_, _ = io.WriteString(w.in, last)
			if last == "" {
				w.in.Close()
			}
		}()
		select {
		case code := <-w.ended:
			w.ended <- code
		case <-time.After(hangs):
			t.Error("the server does not end")
			w.out.Close() // ends the server
		}
		<-wrote
	}
}

// TestSlowReader checks that all requests of a client that reads one byte at a time are answered.
func TestSlowReader(t *testing.T) {
	t.Parallel()
	w := connect(t)
	text, _ := json.Marshal(read(t, essay))
	w.write(frame(hello) + frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.md","languageId":"markdown","version":1,"text":`+string(text)+`}}}`) +
		strings.Repeat(frame(`{"jsonrpc":"2.0","id":1,"method":"segls/curve","params":{"textDocument":{"uri":"file:///a.md"}}}`), 3))
	w.Reader = bufio.NewReader(sipping{w.out})
	for answers := 0; answers < 3; {
		if m := w.read(); string(m.ID) == "1" {
			answers++
		}
	}
}

// sipping reads one byte at a time and often yields to other goroutines.
type sipping struct{ io.Reader }

func (r sipping) Read(p []byte) (int, error) {
	if len(p) > 1 {
		p = p[:1]
	}
	n, err := r.Reader.Read(p)
	if p[0] == 'e' {
		runtime.Gosched()
	}
	return n, err
}

// TestHalfMessages checks that a message may arrive in pieces, and that the server ends if the client ends within one.
func TestHalfMessages(t *testing.T) {
	whole := frame(hello)
	w := connect(t)
	go func() {
		for i := range len(whole) {
			_, _ = io.WriteString(w.in, whole[i:i+1])
		}
	}()
	if m := w.read(); m.Error != nil || string(m.ID) != "0" {
		t.Errorf("in pieces: %+v", m)
	}
	for _, half := range []int{1, 14, 16, 20, 21, 22, len(whole) - 1} {
		w := connect(t)
		_, _ = io.WriteString(w.in, whole[:half])
		w.in.Close()
		if code := w.end(); code != 1 {
			t.Errorf("after %q the exit code is %d", whole[:half], code)
		}
	}
}
