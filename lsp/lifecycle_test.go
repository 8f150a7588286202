package lsp

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/command"
)

// essay is a document with changes of topic; see testdata/samples.
const essay = "../testdata/samples/salt.md"

func TestLife(t *testing.T) {
	e := launch(t)
	e.lax = true
	if m := e.ask("textDocument/hover", about("file:///a.md", map[string]any{"position": at(0, 0)})); m.Error == nil || m.Error.Code != -32002 {
		t.Errorf("hover before initialize: %+v, want ServerNotInitialized", m)
	}
	e.open("file:///too-early.md", "text")
	result := e.request("initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{}})
	var answer struct {
		ServerInfo   struct{ Name, Version string }
		Capabilities struct{ PositionEncoding string }
	}
	if err := json.Unmarshal(result, &answer); err != nil {
		t.Fatal(err)
	}
	if answer.ServerInfo.Name != "segls" || answer.ServerInfo.Version != "test" || answer.Capabilities.PositionEncoding != "utf-16" {
		t.Errorf("initialize answers %+v", answer)
	}
	if m := e.ask("initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{}}); m.Error == nil || m.Error.Code != -32600 {
		t.Errorf("a second initialize: %+v, want InvalidRequest", m)
	}
	if m := e.ask("shutdown", nil); m.Error != nil || string(m.Result) != "null" {
		t.Errorf("shutdown: %+v", m)
	}
	if m := e.ask("textDocument/hover", about("file:///a.md", map[string]any{"position": at(0, 0)})); m.Error == nil || m.Error.Code != -32600 {
		t.Errorf("hover after shutdown: %+v, want InvalidRequest", m)
	}
	e.notify("exit", nil)
	if code := <-e.ended; code != 0 {
		t.Errorf("exit code %d after shutdown, want 0", code)
	}
	e.ended <- 0 // for the cleanup
}

func TestExitCodes(t *testing.T) {
	for _, test := range []struct {
		name string
		end  func(e *editor)
		want int
	}{
		{"exit without shutdown", func(e *editor) { e.notify("exit", nil) }, 1},
		{"end of the stream", func(e *editor) { e.in.Close() }, 1},
		{"shutdown twice, then exit", func(e *editor) { e.ask("shutdown", nil); e.ask("shutdown", nil); e.notify("exit", nil) }, 0},
		{"shutdown, exit at once", func(e *editor) { e.begin("shutdown", nil); e.notify("exit", nil) }, 0},
		{"shutdown, then the end of the stream", func(e *editor) { e.ask("shutdown", nil); e.in.Close() }, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := edit(t, full("utf-16"), nil)
			e.lax = true
			test.end(e)
			if code := <-e.ended; code != test.want {
				t.Errorf("exit code %d, want %d", code, test.want)
			}
			e.ended <- 0
		})
	}
}

// TestEndsInAnAnalysis checks that the server does not finish earlier requests of a client that exits after shutdown.
func TestEndsInAnAnalysis(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		going, done := make(chan struct{}, 10), make(chan struct{}, 10)
		e := launch(t, func(s *Server) {
			s.session.Analyze = func(ctx context.Context, text rope.Text, f markup.Format, settings analysis.Settings, fixed ...string) (*analysis.Document, error) {
				going <- struct{}{}
				defer func() { done <- struct{}{} }()
				time.Sleep(drainTime / 4)
				return analysis.Analyze(ctx, text, f, settings, fixed...)
			}
		})
		e.initialize(map[string]any{"rootUri": nil, "capabilities": silent("utf-16")})
		e.lax = true
		e.open("file:///essay.md", "Salt.")
		e.begin("textDocument/foldingRange", about("file:///essay.md"))
		<-going
		e.ask("shutdown", nil)
		e.in.Close()
		select {
		case code := <-e.ended:
			if code != 0 {
				t.Errorf("exit code %d", code)
			}
			<-done
		case <-done:
			t.Error("the server ends only after the analysis")
			<-e.ended
		}
		e.ended <- 0
	})
}

func TestEndsWithItsParent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		parent := exec.Command("sleep", "60")
		if err := parent.Start(); err != nil {
			t.Skip("no process to be the parent: ", err)
		}
		e := launch(t)
		e.request("initialize", map[string]any{"processId": parent.Process.Pid, "rootUri": nil, "capabilities": map[string]any{}})
		_ = parent.Process.Kill()
		_ = parent.Wait()
		select {
		case <-e.ended:
			e.ended <- 0
		case <-time.After(30 * parentInterval):
			t.Error("the server outlives its client")
		}
	})
}

func TestEncodingIsTheFirstOffered(t *testing.T) {
	for _, test := range []struct {
		offered []string
		want    string
	}{
		{nil, "utf-16"}, {[]string{"utf-8", "utf-16"}, "utf-8"}, {[]string{"utf-32"}, "utf-32"}, {[]string{"utf-7", "utf-16"}, "utf-16"},
	} {
		e := launch(t)
		e.lax = true
		result := e.request("initialize", map[string]any{
			"processId": nil, "rootUri": nil, "capabilities": map[string]any{"general": map[string]any{"positionEncodings": test.offered}},
		})
		if !strings.Contains(string(result), `"positionEncoding":"`+test.want+`"`) {
			t.Errorf("offered %v: %s", test.offered, result)
		}
	}
}

// TestNonsense sends meaningless messages. It checks that the next request is answered as usual.
func TestNonsense(t *testing.T) {
	t.Parallel()
	text := read(t, essay)
	for name, nonsense := range map[string]func(e *editor){
		"unknown request": func(e *editor) {
			if m := e.ask("segls/nothing", map[string]any{}); m.Error == nil || m.Error.Code != -32601 {
				t.Errorf("unknown request: %+v", m)
			}
		},
		"unknown notification": func(e *editor) { e.notify("$/unknown", map[string]any{}); e.notify("segls/unknown", nil) },
		"wrong params":         func(e *editor) { e.ask("textDocument/hover", []int{1}); e.ask("textDocument/codeLens", "x") },
		"no params": func(e *editor) {
			if m := e.ask("segls/fragments", nil); m.Error == nil {
				t.Errorf("segls/fragments without params: %s", m.Result)
			}
		},
		"malformed change": func(e *editor) {
			e.notify("textDocument/didChange", map[string]any{"textDocument": 7})
		},
		"change to an unknown document": func(e *editor) { e.change("file:///none.md", 2, map[string]any{"text": "x"}) },
		"close of an unknown document":  func(e *editor) { e.notify("textDocument/didClose", about("file:///none.md")) },
		"request for an unknown document": func(e *editor) {
			if m := e.ask("textDocument/codeLens", about("file:///none.md")); m.Error == nil || !strings.Contains(m.Error.Message, "not open") {
				t.Errorf("lenses of an unknown document: %+v", m)
			}
		},
		"opened twice": func(e *editor) { e.open("file:///essay.md", "other"); e.open("file:///essay.md", text) },
		"unknown command": func(e *editor) {
			if m := e.ask("workspace/executeCommand", map[string]any{"command": "rm"}); m.Error == nil {
				t.Error("an unknown command was executed")
			}
			e.ask("workspace/executeCommand", map[string]any{"command": command.SelectFragment, "arguments": []any{7}})
		},
		"cancel of an unknown request": func(e *editor) {
			e.notify("$/cancelRequest", map[string]any{"id": 99})
			e.notify("$/cancelRequest", map[string]any{"id": "x"})
			e.notify("$/cancelRequest", map[string]any{})
		},
		"positions outside": func(e *editor) {
			e.request("textDocument/hover", about("file:///essay.md", map[string]any{"position": at(1<<31-1, 1<<31-1)}))
			e.ask("textDocument/hover", about("file:///essay.md", map[string]any{"position": at(-1, 0)}))
		},
		"a range that ends before it starts": func(e *editor) {
			e.change("file:///essay.md", 2, map[string]any{"range": between(5, 0, 2, 0), "text": ""})
			e.change("file:///essay.md", 3, map[string]any{"text": text})
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := edit(t, full("utf-16"), nil)
			e.lax = true
			e.open("file:///essay.md", text)
			before := e.request("textDocument/foldingRange", about("file:///essay.md"))
			nonsense(e)
			if after := e.request("textDocument/foldingRange", about("file:///essay.md")); string(after) != string(before) {
				t.Errorf("folds after: %s\nbefore: %s", after, before)
			}
		})
	}
}

// TestGarbage sends bytes that are not a message. If the start of the next message can be found, the server must answer
// with an error and continue; otherwise it must end.
func TestGarbage(t *testing.T) {
	for _, test := range []struct {
		name, garbage string
		ends          bool
	}{
		{"no JSON", "Content-Length: 9\r\n\r\n{garbage}", false},
		{"half an object", "Content-Length: 8\r\n\r\n{\"id\": 1", false},
		{"a batch", "Content-Length: 2\r\n\r\n[]", false},
		{"a number", "Content-Length: 1\r\n\r\n7", false},
		{"an empty object", "Content-Length: 2\r\n\r\n{}", false},
		{"invalid UTF-8", "Content-Length: 4\r\n\r\n\"\xff\xfe\"", false},
		{"no length", "Content-Type: x\r\n\r\n{}", true},
		{"a negative length", "Content-Length: -7\r\n\r\n{}", true},
		{"a huge length", "Content-Length: 99999999999999999999\r\n\r\n{}", true},
		{"no header", "hello\r\n\r\n", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := edit(t, full("utf-16"), nil)
			e.lax = true
			e.request("segls/status", map[string]any{})
			answered := make(chan message, 1)
			e.mu.Lock()
			e.answers[7777] = answered
			e.mu.Unlock()
			go func() {
				_, _ = io.WriteString(e.in, test.garbage)
				_ = e.post(map[string]any{"id": 7777, "method": "segls/status", "params": map[string]any{}})
			}()
			select {
			case m := <-answered:
				if test.ends || m.Error != nil {
					t.Errorf("answered: %+v", m)
				}
			case <-e.ended:
				if !test.ends {
					t.Error("the server has ended")
				}
				e.ended <- 0
			case <-time.After(10 * time.Second):
				t.Error("the server hangs")
			}
		})
	}
}

func TestPanicsAreContained(t *testing.T) {
	s := New("test", slog.New(slog.DiscardHandler))
	s.bindConnection(context.Background(), nil)
	s.runInBackground(func(context.Context) { panic("in the background") })
	s.background.Wait()
	if n := s.failures.count(); n != 1 {
		t.Errorf("%d panics, want 1", n)
	}
}
