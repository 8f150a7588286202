package lsp

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// lenses counts the lenses of a document that announce a new topic.
func (e *editor) lenses(uri string) int {
	e.t.Helper()
	return bytes.Count(e.request("textDocument/codeLens", about(uri)), []byte("ew topic"))
}

// setSettings changes the editor's settings and notifies the server.
func (e *editor) setSettings(settings any) {
	e.t.Helper()
	e.mu.Lock()
	e.settings = settings
	e.mu.Unlock()
	e.notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
}

// eventually waits until a document has the wanted number of lenses.
func (e *editor) eventually(uri string, want int) {
	e.t.Helper()
	for range 200 {
		if e.lenses(uri) == want {
			return
		}
		e.request("segls/status", map[string]any{})
	}
	e.t.Fatalf("%d lenses, want %d", e.lenses(uri), want)
}

const lensesAt500, lensesAt250 = 4, 13

func TestEveryWayToSendSettings(t *testing.T) {
	text := read(t, essay)
	t.Run("initializationOptions", func(t *testing.T) {
		for _, options := range []map[string]any{
			{"preferredWords": 250}, {"preferred-words": 250}, {"segls": map[string]any{"preferredWords": 250}},
		} {
			e := edit(t, map[string]any{}, options)
			e.open("file:///essay.md", text)
			if n := e.lenses("file:///essay.md"); n != lensesAt250 {
				t.Errorf("%v: %d lenses", options, n)
			}
		}
	})
	t.Run("workspace/configuration", func(t *testing.T) {
		e := edit(t, full("utf-16"), nil)
		e.open("file:///essay.md", text)
		e.eventually("file:///essay.md", lensesAt500)
		e.setSettings(map[string]any{"preferredWords": 250})
		e.eventually("file:///essay.md", lensesAt250)
		e.setSettings(nil)
		e.eventually("file:///essay.md", lensesAt500)
	})
	t.Run("workspace/configuration of a document", func(t *testing.T) {
		e := edit(t, full("utf-16"), nil)
		const one, other = "file:///one/essay.md", "file:///other/essay.md"
		e.mu.Lock()
		e.own = map[string]any{one: map[string]any{"preferredWords": 250}}
		e.mu.Unlock()
		e.open(one, text)
		e.open(other, text)
		if n, m := e.lenses(one), e.lenses(other); n != lensesAt250 || m != lensesAt500 {
			t.Errorf("%d and %d lenses at first", n, m)
		}
		e.mu.Lock()
		e.own = map[string]any{other: map[string]any{"preferredWords": 250}}
		e.mu.Unlock()
		e.setSettings(nil)
		e.eventually(one, lensesAt500)
		e.eventually(other, lensesAt250)
	})
	t.Run("didChangeConfiguration", func(t *testing.T) {
		for _, settings := range []map[string]any{{"preferredWords": 250}, {"segls": map[string]any{"preferredWords": 250}}} {
			e := edit(t, map[string]any{}, nil)
			e.open("file:///essay.md", text)
			e.notify("workspace/didChangeConfiguration", map[string]any{"settings": settings})
			e.eventually("file:///essay.md", lensesAt250)
		}
	})
	t.Run("segls/setSession", func(t *testing.T) {
		e := edit(t, full("utf-16"), nil)
		e.open("file:///essay.md", text)
		e.open("file:///other.md", text)
		e.request("segls/setSession", about("file:///essay.md", map[string]any{"settings": map[string]any{"preferredWords": 250}}))
		if one, other := e.lenses("file:///essay.md"), e.lenses("file:///other.md"); one != lensesAt250 || other != lensesAt500 {
			t.Errorf("%d and %d lenses", one, other)
		}
		m := e.ask("segls/setSession", about("file:///essay.md", map[string]any{"settings": map[string]any{"preferredWords": 250, "cost": "cubic"}}))
		if m.Error == nil || !strings.Contains(m.Error.Message, "cost") {
			t.Errorf("a bad setting of a session: %+v", m)
		}
		e.request("segls/setSession", about("file:///essay.md", map[string]any{"settings": nil}))
		if n := e.lenses("file:///essay.md"); n != lensesAt500 {
			t.Errorf("%d lenses after the session's settings were taken back", n)
		}
	})
}

// TestRefresh checks that the client is asked to refresh only answers that have changed.
func TestRefresh(t *testing.T) {
	e := edit(t, full("utf-16"), nil)
	e.open("file:///essay.md", read(t, essay))
	e.lenses("file:///essay.md")
	e.setSettings(map[string]any{"preferredWords": 250})
	e.wait("a refresh of the lenses", func(m message) bool { return m.Method == "workspace/codeLens/refresh" })
	if n := e.count("workspace/foldingRange/refresh") + e.count("workspace/inlayHint/refresh"); n != 0 {
		t.Errorf("%d refreshes of what was never asked for", n)
	}
	e.lenses("file:///essay.md")                    // as an editor does after a refresh
	before := e.count("workspace/codeLens/refresh") // on a busy machine the server may already have requested another refresh
	e.setSettings(map[string]any{"preferredWords": 250, "paragraphMaxWords": 200})
	e.wait("new diagnostics", func(m message) bool {
		return m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), "more than 200")
	})
	if n := e.count("workspace/codeLens/refresh") - before; n > 0 {
		t.Errorf("the lenses have not changed and were refreshed %d times", n)
	}
}

// TestMalformedSettings checks that each malformed setting is reported once and keeps its old value.
func TestMalformedSettings(t *testing.T) {
	e := edit(t, full("utf-16"), nil)
	e.open("file:///essay.md", read(t, essay))
	e.setSettings(map[string]any{"preferredWords": 250})
	e.eventually("file:///essay.md", lensesAt250)
	e.setSettings(map[string]any{"preferredWords": "many", "scaling": -1, "colour": "red", "server": map[string]any{"path": "x"}})
	for _, part := range []string{
		`segls.preferred-words: \"many\" is not a whole number from 1 to 1000000, topics or auto`,
		"segls.scaling: -1 is not a number from 0 to 1000",
		"segls.colour: there is no such setting",
	} {
		e.wait(part, func(m message) bool {
			return m.Method == "window/showMessage" && strings.Contains(string(m.Params), part)
		})
	}
	e.eventually("file:///essay.md", lensesAt250)
	e.setSettings(map[string]any{"preferredWords": "many"})
	e.setSettings(7)
	e.eventually("file:///essay.md", lensesAt500)
	if n := e.count("window/showMessage"); n != 3 {
		t.Errorf("%d messages about 3 settings", n)
	}
}

// TestAutoNoticeAppearsOnce checks that the meaning of auto is explained once, even across servers, to writers who have set it.
func TestAutoNoticeAppearsOnce(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	for i, test := range []struct {
		options map[string]any
		said    int
	}{{nil, 0}, {map[string]any{"preferredWords": 500}, 0}, {map[string]any{"preferredWords": "auto"}, 1}, {map[string]any{"preferredWords": "auto"}, 0}} {
		e := edit(t, full("utf-16"), test.options)
		e.open("file:///essay.md", read(t, essay))
		if test.said > 0 {
			e.wait("what auto means", func(m message) bool {
				return m.Method == "window/showMessage" && strings.Contains(string(m.Params), "is now the length of your own sections or scenes")
			})
		}
		e.setSettings(map[string]any{"preferredWords": 250})
		e.eventually("file:///essay.md", lensesAt250)
		if n := e.count("window/showMessage"); n != test.said {
			t.Errorf("editor %d: %d messages, want %d", i, n, test.said)
		}
	}
}

// TestPaperKeepsItsLength checks that Heinonen's method uses the length of the paper and ignores scene breaks, unless these are set too.
func TestPaperKeepsItsLength(t *testing.T) {
	const uri = "file:///essay.md"
	text := strings.Repeat("## A\n\nThe tide rises in the harbour.\n\n", 5)
	e := edit(t, full("utf-16"), map[string]any{"segls": map[string]any{}})
	e.open(uri, text)
	check := func(when string, words, breaks any) {
		t.Helper()
		e.awaitSetting(uri, "preferred-words", words)
		if got := e.setting(uri, "scene-breaks"); got != breaks {
			t.Errorf("%s: scene breaks are %v, want %v", when, got, breaks)
		}
	}
	check("by default", "auto", "hard")
	e.request("segls/setSession", about(uri, map[string]any{"settings": map[string]any{"method": "paper"}}))
	check("in a session", 500.0, "ignore")
	e.request("segls/setSession", about(uri, map[string]any{"settings": nil}))
	check("after it", "auto", "hard")
	for version, test := range []struct {
		said          string
		words, breaks any
	}{
		{"<!-- segls: method = paper -->\n\n", 500.0, "ignore"},
		{"<!-- segls: method = paper -->\n\n<!-- segls: preferred-words = auto -->\n\n", "auto", "ignore"},
		{"<!-- segls: method = paper -->\n\n<!-- segls: scene-breaks = hard -->\n\n", 500.0, "hard"},
		{"", "auto", "hard"},
	} {
		e.change(uri, version+2, map[string]any{"text": test.said + text})
		check(test.said, test.words, test.breaks)
	}
}

func TestSwitchedOff(t *testing.T) {
	e := edit(t, full("utf-16"), map[string]any{"codeLens": "off", "foldingRanges": "off", "diagnostics": false, "debounceMs": 0})
	e.open("file:///essay.md", strings.ReplaceAll(read(t, essay), ".\n\n", ". "))
	for _, method := range []string{"textDocument/codeLens", "textDocument/foldingRange"} {
		if answer := e.request(method, about("file:///essay.md")); string(answer) != "[]" {
			t.Errorf("%s: %s", method, answer)
		}
	}
	e.wait("diagnostics", func(m message) bool {
		return m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), `"diagnostics":[]`)
	})
}

// TestLongAnalysis checks that the progress of a long analysis is reported, and that a request that waits for it can be cancelled.
func TestLongAnalysis(t *testing.T) {
	e := launch(t)
	e.server.progressAfter = 0
	e.request("initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": full("utf-16")})
	e.notify("initialized", map[string]any{})
	var text strings.Builder
	for i := range 50_000 {
		text.WriteString("A sentence about salt. And one about the number ")
		text.WriteString(strings.Repeat("of things ", i%20))
		text.WriteString(".\n\n")
	}
	e.open("file:///long.md", text.String())
	id, answer := e.begin("textDocument/codeLens", about("file:///long.md"))
	e.notify("$/cancelRequest", map[string]any{"id": id})
	if m := e.await("the cancelled request", answer); m.Error == nil || m.Error.Code != -32800 {
		t.Errorf("a cancelled request is answered %.100s %+v", m.Result, m.Error)
	}
	for _, kind := range []string{"begin", "end"} {
		e.wait(kind, func(m message) bool {
			return m.Method == "$/progress" && strings.Contains(string(m.Params), `"kind":"`+kind+`"`)
		})
	}
}

// TestLongReading checks that progress is reported while texts of the workspace are read.
func TestLongReading(t *testing.T) {
	e := launch(t)
	e.server.progressAfter = 0
	e.initialize(map[string]any{"rootUri": nil, "capabilities": full("utf-16")})
	reading, end := context.WithCancel(t.Context())
	defer end()
	e.server.reportReadingProgress(reading, 3, 200)(100)
	for _, want := range []string{`"kind":"begin"`, `"percentage":50`, `"kind":"end"`} {
		e.wait(want, func(m message) bool { return m.Method == "$/progress" && strings.Contains(string(m.Params), want) })
		if want == `"percentage":50` {
			end()
		}
	}
}

func TestDidUpdate(t *testing.T) {
	e := edit(t, full("utf-16"), map[string]any{"didUpdate": true, "debounceMs": 0})
	e.open("file:///essay.md", read(t, essay))
	e.change("file:///essay.md", 5, map[string]any{"range": between(0, 0, 0, 0), "text": "x"})
	e.wait("segls/didUpdate", func(m message) bool {
		return m.Method == "segls/didUpdate" && string(m.Params) == `{"uri":"file:///essay.md","version":5}`
	})
}

// TestOpenedTextDoesNotWait checks that the analysis of an opened text does not wait for its settings, and is repeated if they differ.
func TestOpenedTextDoesNotWait(t *testing.T) {
	text := read(t, essay)
	for _, test := range []struct {
		own         map[string]any
		lenses, all int
	}{{nil, lensesAt500, 1}, {map[string]any{"preferredWords": 250}, lensesAt250, 2}} {
		begun := make(chan struct{}, 10)
		e := launch(t, func(s *Server) {
			s.session.Analyze = func(ctx context.Context, text rope.Text, f markup.Format, settings analysis.Settings, fixed ...string) (*analysis.Document, error) {
				begun <- struct{}{}
				return analysis.Analyze(context.Background(), text, f, settings, fixed...)
			}
		})
		e.own = map[string]any{"file:///essay.md": test.own}
		e.initialize(map[string]any{"rootUri": nil, "capabilities": full("utf-16")})
		e.server.files.mu.Lock() // simulates a slow disk
		e.open("file:///essay.md", text)
		select {
		case <-begun:
		case <-time.After(30 * time.Second):
			t.Error("the analysis waits for settings")
		}
		e.server.files.mu.Unlock()
		if n := e.lenses("file:///essay.md"); n != test.lenses || 1+len(begun) != test.all {
			t.Errorf("%d lenses after %d analyses, want %d after %d", n, 1+len(begun), test.lenses, test.all)
		}
	}
}

// TestTypingRightAfterSettings checks that new settings apply even if the text changes before the first request.
func TestTypingRightAfterSettings(t *testing.T) {
	const uri = "file:///essay.md"
	var lenses []int
	for _, asks := range []bool{true, false} {
		e := edit(t, full("utf-16"), map[string]any{"debounceMs": 5000})
		e.open(uri, read(t, essay))
		lenses = append(lenses, e.lenses(uri))
		e.request("segls/setSession", about(uri, map[string]any{"settings": map[string]any{"preferredWords": 250}}))
		if asks {
			e.lenses(uri)
		}
		e.change(uri, 2, map[string]any{"range": between(0, 0, 0, 0), "text": "#"})
		lenses = append(lenses, e.lenses(uri))
	}
	if lenses[0] == lenses[1] || lenses[1] != lenses[3] {
		t.Errorf("%d lenses", lenses)
	}
}
