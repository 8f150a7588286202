package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// views returns the requests about a document that are answered from its analysis.
func views(uri string) map[string]map[string]any {
	whole := map[string]any{"range": between(0, 0, 200, 0)}
	return map[string]map[string]any{
		"textDocument/codeLens":       about(uri),
		"textDocument/foldingRange":   about(uri),
		"textDocument/documentSymbol": about(uri),
		"textDocument/inlayHint":      about(uri, whole),
		"textDocument/selectionRange": about(uri, map[string]any{"positions": []any{at(20, 0)}}),
		"textDocument/hover":          about(uri, map[string]any{"position": at(20, 0)}),
		"textDocument/codeAction":     about(uri, whole, map[string]any{"context": map[string]any{"diagnostics": []any{}}}),
		"segls/fragments":             about(uri),
		"segls/curve":                 about(uri),
		"segls/explain":               about(uri, map[string]any{"after": 1}),
		"workspace/executeCommand":    {"command": "segls.moveFragmentDown", "arguments": []any{map[string]any{"uri": uri, "position": at(20, 0)}}},
	}
}

// TestFaults makes one layer after another panic. It checks that requests are still answered, that the log has the stack but not the text,
// and that all answers are as before once the layer no longer panics.
func TestFaults(t *testing.T) {
	const u = "file:///salt.md"
	text := read(t, essay)
	settings := analysis.Defaults()
	var broken atomic.Bool
	for name, layer := range map[string]struct {
		fault func(s *Server) // makes the layer panic while broken is true
		fails bool            // answers are errors
	}{
		"an analysis": {func(s *Server) {
			s.session.Analyze = func(ctx context.Context, text rope.Text, f markup.Format, settings analysis.Settings, fixed ...string) (*analysis.Document, error) {
				if broken.Load() {
					panic("a fault")
				}
				return analysis.Analyze(ctx, text, f, settings, fixed...)
			}
			s.session.Edit = func(*analysis.Document, context.Context, analysis.Edit) (*analysis.Document, error) {
				panic("a fault")
			}
		}, true},
		"following an edit": {func(s *Server) {
			s.session.Edit = func(d *analysis.Document, ctx context.Context, e analysis.Edit) (*analysis.Document, error) {
				if broken.Load() {
					panic("a fault")
				}
				return d.Edit(ctx, e)
			}
		}, false},
		// All uses of this document panic: views and actions, diagnostics and refreshes.
		"every view": {func(s *Server) {
			analyze := func(ctx context.Context, text rope.Text, f markup.Format, settings analysis.Settings, fixed ...string) (*analysis.Document, error) {
				if broken.Load() {
					return nil, nil
				}
				return analysis.Analyze(ctx, text, f, settings, fixed...)
			}
			s.session.Analyze = analyze
			s.session.Edit = func(d *analysis.Document, ctx context.Context, e analysis.Edit) (*analysis.Document, error) {
				return analyze(ctx, e.Text, markup.Markdown, settings)
			}
		}, true},
		"the disk": {func(s *Server) { s.files.cache.Disk = brokenDisk{s.files.cache.Disk, &broken} }, false},
	} {
		t.Run(name, func(t *testing.T) {
			broken.Store(false)
			log := new(logRecord)
			e := launch(t, layer.fault, func(s *Server) {
				s.log = slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
				s.failures.log = s.log
			})
			e.buffers = &buffers{editor: e, before: func() {}} // it has no text and applies nothing
			e.initialize(map[string]any{"rootUri": nil, "capabilities": fullWithEdits("utf-16"), "initializationOptions": map[string]any{"debounceMs": 0, "inlayHints": "on"}})
			e.open(u, text)
			before := make(map[string]string)
			for method, params := range views(u) {
				if method != "workspace/executeCommand" {
					before[method] = string(e.request(method, params))
				}
			}
			broken.Store(true)
			version := 1
			for range 3 {
				version++
				e.change(u, version, map[string]any{"range": between(0, 0, 0, 0), "text": "Q"})
				if name == "the disk" {
					e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": "file:///.segls.toml", "type": 2}}})
				}
				for method, params := range views(u) {
					m := e.ask(method, params)
					if (m.Error != nil) != layer.fails && method != "workspace/executeCommand" {
						t.Errorf("%s: %+v", method, m.Error)
					}
					if m.Error != nil && (strings.Contains(m.Error.Message, "goroutine") || len(m.Error.Message) > 200) {
						t.Errorf("%s is answered with %q", method, m.Error.Message)
					}
				}
			}
			broken.Store(false)
			version++
			e.change(u, version, map[string]any{"range": between(0, 0, 0, 3), "text": ""})
			if name == "the disk" {
				e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": "file:///.segls.toml", "type": 2}}})
			}
			for method, want := range before {
				got := string(e.request(method, views(u)[method]))
				if withoutVersions(got) != withoutVersions(want) {
					t.Errorf("%s after the fault:\n%.300s\nbefore:\n%.300s", method, got, want)
				}
			}
			stacks := make(map[string]int)
			for _, entry := range log.all() {
				if _, has := entry["stack"]; has {
					stacks[fmt.Sprint(entry["at"])]++
				}
				if strings.Contains(fmt.Sprint(entry), "brine") {
					t.Errorf("the log has the text: %v", entry)
				}
			}
			if len(stacks) == 0 {
				t.Error("no panic has been logged")
			}
			for place, n := range stacks {
				if n != 1 {
					t.Errorf("the stack at %s is logged %d times", place, n)
				}
			}
			t.Logf("%d panics in %d places", e.server.failures.count(), len(stacks))
		})
	}
}

// logRecord keeps the entries of a log.
type logRecord struct {
	mu      sync.Mutex
	entries []map[string]any
}

func (r *logRecord) Write(entry []byte) (int, error) {
	var e map[string]any
	err := json.Unmarshal(entry, &e)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.entries = append(r.entries, e)
	return len(entry), err
}

func (r *logRecord) all() []map[string]any {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.entries)
}

func withoutVersion(answer string) string {
	var v map[string]any
	if json.Unmarshal([]byte(answer), &v) != nil {
		return answer
	}
	delete(v, "version")
	raw, _ := json.Marshal(v)
	return string(raw)
}

// brokenDisk panics while broken is true.
type brokenDisk struct {
	good interface {
		Stat(string) (fs.FileInfo, error)
		Open(string) (io.ReadCloser, error)
	}
	broken *atomic.Bool
}

func (d brokenDisk) Stat(path string) (fs.FileInfo, error) {
	if d.broken.Load() {
		panic("a fault")
	}
	return d.good.Stat(path)
}

func (d brokenDisk) Open(path string) (io.ReadCloser, error) { return d.good.Open(path) }

// TestStormOfFiles checks that many reports of changed files on a slow disk cause few readings, and that the last state applies.
func TestStormOfFiles(t *testing.T) {
	slow := &slowDisk{disk: newDisk()}
	e := launch(t, func(s *Server) { s.files.cache.Disk = slow })
	slow.disk.write("/book/.segls.toml", "code-lens = \"off\"\n")
	e.initialize(map[string]any{"rootUri": "file:///book", "capabilities": full("utf-16")})
	e.open("file:///book/salt.md", read(t, essay))
	if lenses := string(e.request("textDocument/codeLens", about("file:///book/salt.md"))); lenses != "[]" {
		t.Fatalf("%s", lenses)
	}
	e.wait("a reading of the files", func(m message) bool {
		return m.Method == "textDocument/publishDiagnostics" || m.Method == "client/registerCapability"
	})
	slow.busy.Lock()
	before := slow.looks.Load()
	changes := []any{}
	for range 50 {
		changes = append(changes, map[string]any{"uri": "file:///book/.segls.toml", "type": 2}, map[string]any{"uri": "file:///book/other.md", "type": 1})
	}
	const storm = 600
	for i := range storm {
		if i == storm-1 {
			slow.disk.write("/book/.segls.toml", "code-lens = \"boundaries\"\n")
		}
		e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": changes[:1+i%len(changes)]})
	}
	e.request("segls/status", map[string]any{}) // all of them have been read
	slow.busy.Unlock()
	if lenses := string(e.request("textDocument/codeLens", about("file:///book/salt.md"))); lenses == "[]" {
		// Requests wait at most a second for the files; the client is asked to refresh later.
		e.wait("a refresh", func(m message) bool { return m.Method == "workspace/codeLens/refresh" })
		if lenses = string(e.request("textDocument/codeLens", about("file:///book/salt.md"))); lenses == "[]" {
			t.Error("the last change does not hold")
		}
	}
	looks := slow.looks.Load() - before
	t.Logf("%d looks at files for %d notifications", looks, storm)
	if looks > 30 {
		t.Errorf("%d looks at files", looks)
	}
}

// slowDisk counts the calls of Stat, and blocks them while it is busy.
type slowDisk struct {
	*disk
	busy  sync.RWMutex
	looks atomic.Int64
}

func (d *slowDisk) Stat(path string) (fs.FileInfo, error) {
	d.looks.Add(1)
	d.busy.RLock()
	defer d.busy.RUnlock()
	return d.disk.Stat(path)
}

// TestMuteClient checks that a client that does not answer gets only one refresh request and, once it answers, one more.
func TestMuteClient(t *testing.T) {
	var r requestCoalescer
	asked, answers := make(chan struct{}, 100), make(chan struct{})
	ask := func(context.Context) error {
		asked <- struct{}{}
		<-answers
		return nil
	}
	done := make(chan struct{})
	go func() {
		_ = r.askOrQueue(context.Background(), ask)
		close(done)
	}()
	<-asked
	for range 50 {
		if err := r.askOrQueue(context.Background(), ask); err != nil {
			t.Fatal(err)
		}
	}
	answers <- struct{}{}
	answers <- struct{}{}
	<-done
	if n := len(asked); n != 1 {
		t.Errorf("asked %d times more, want once", n)
	}
}

// withoutVersions returns an answer without the version of its text.
func withoutVersions(answer string) string {
	return regexp.MustCompile(`,?"version":\d+`).ReplaceAllString(withoutVersion(answer), "")
}
