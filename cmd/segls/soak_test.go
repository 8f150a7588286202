package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/segls/segls/internal/client"
	"github.com/segls/segls/internal/lab"
)

var soakHours = flag.Int("soak-hours", 0, "the number of hours of writing that TestSoak simulates; 0 skips it")

// lettersPerHour is the number of letters that a writer without pauses types in an hour: 20 words a minute.
const lettersPerHour = 6000

// TestSoak simulates hours of writing in three documents, one of them of 600 KB, as fast as the server answers. It
// requires that memory and the log do not grow. Diagnostics are sent after every letter, which is more often than in
// practice.
func TestSoak(t *testing.T) {
	if *soakHours == 0 {
		t.Skip("runs only with -soak-hours, because it takes long: make soak")
	}
	var book strings.Builder
	for _, name := range []string{"salt.md", "tides.md", "kitchen.md", "ferry.md"} {
		text, err := os.ReadFile(filepath.Join("../../testdata/samples", name))
		if err != nil {
			t.Fatal(err)
		}
		book.Write(text)
		book.WriteString("\n\n")
	}
	log := filepath.Join(t.TempDir(), "log")
	c, err := client.Launch(program(t, "serve", "--log-level", "info", "--log-file", log))
	if err != nil {
		t.Fatal(err)
	}
	defer c.End()
	w := &novelist{t: t, Client: c, Rand: rand.New(rand.NewPCG(8, 1998))}
	w.ask("initialize", map[string]any{
		"processId": nil, "rootUri": nil, "initializationOptions": map[string]any{"debounceMs": 0, "inlayHints": "on"},
		"capabilities": map[string]any{
			"textDocument": map[string]any{"codeLens": map[string]any{}, "publishDiagnostics": map[string]any{}},
			"workspace":    map[string]any{"codeLens": map[string]any{"refreshSupport": true}, "foldingRange": map[string]any{"refreshSupport": true}},
		},
	})
	c.Notify("initialized", map[string]any{})
	w.open("untitled:book", strings.Repeat(book.String(), 1+600_000/book.Len())[:600_000])
	w.open("untitled:notes", book.String())
	w.open("untitled:letter", "# Dear reader\n\nThe sea is salt.\n")
	var memory []float64
	var logged int64
	for hour := range *soakHours {
		w.waits = w.waits[:0]
		for range lettersPerHour {
			w.write()
		}
		about, err := os.Stat(log)
		if err != nil {
			t.Fatal(err)
		}
		before := w.worked
		status := w.status()
		memory = append(memory, status.resident)
		t.Logf("hour %d: %5.1f MB resident, %5.1f MB in use, %d goroutines; a letter to new lenses %s, 99 in 100 %s, %.2f ms of work; %d bytes of log",
			hour+1, status.resident, status.Memory.Bytes/1e6, status.Memory.Goroutines, lab.FormatDuration(lab.Quantile(w.waits, 0.5)), lab.FormatDuration(lab.Quantile(w.waits, 0.99)),
			(w.worked-before)/float64(len(w.waits)), about.Size())
		if status.Panics > 0 {
			t.Errorf("%d panics", status.Panics)
		}
		if hour == 0 {
			logged = about.Size()
		} else if about.Size() != logged {
			t.Errorf("the log has grown from %d to %d bytes", logged, about.Size())
		}
	}
	// The memory of a process grows at first, so the first half is not checked.
	half := (len(memory) + 1) / 2
	if early, late := slices.Max(memory[:half]), slices.Max(memory[half-1:]); late > 1.25*early {
		t.Errorf("%.1f MB in the first half, %.1f in the second", early, late)
	}
}

// novelist writes in documents, and sends an editor's requests.
type novelist struct {
	t *testing.T
	*client.Client
	*rand.Rand
	documents []*manuscript
	at        *manuscript
	waits     []time.Duration // from each letter to the lenses after it
	worked    float64         // processor time of the server in milliseconds; 0 if not available
}

// manuscript holds what a novelist knows of an open document: its number of lines, and where the typed letters are.
type manuscript struct {
	uri     string
	version int
	lines   int
	line    int // the line of the cursor, which is after the typed letters at the beginning of the line
	typed   int // letters, all on that line
}

func (w *novelist) open(uri, text string) {
	m := &manuscript{uri: uri, version: 1, lines: strings.Count(text, "\n")}
	w.documents = append(w.documents, m)
	w.at = m
	w.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "markdown", "version": 1, "text": text}})
	w.ask("textDocument/codeLens", nil)
}

// ask sends a request about the current document whose response must not be an error.
func (w *novelist) ask(method string, params map[string]any) {
	w.t.Helper()
	if w.at != nil {
		if params == nil {
			params = map[string]any{}
		}
		params["textDocument"] = map[string]any{"uri": w.at.uri}
	}
	answer, err := w.Call(method, params)
	if err == nil && answer.Error != nil {
		err = fmt.Errorf("%s", answer.Error.Message)
	}
	if err != nil {
		w.t.Fatalf("%s: %v", method, err)
	}
}

// write types a letter, or deletes letters, and sends the editor's requests.
func (w *novelist) write() {
	m := w.at
	switch n := w.IntN(1000); {
	case n < 3: // elsewhere: delete the typed letters, so that the text keeps its size
		w.replace(m, 0, m.typed, "")
		if w.IntN(4) == 0 {
			w.at = w.documents[w.IntN(len(w.documents))]
		}
		w.at.line, w.at.typed = w.IntN(w.at.lines), 0
		w.Notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": m.uri}})
	case n < 60 && m.typed > 0:
		w.replace(m, m.typed-1, m.typed, "")
	case n < 62:
		w.replace(m, m.typed, m.typed, "The tide comes in over the flats, and salt is left where it has been. ")
	case n < 220:
		w.replace(m, m.typed, m.typed, " ")
	default:
		w.replace(m, m.typed, m.typed, string(rune('a'+w.IntN(26))))
	}
	switch w.IntN(40) {
	case 0:
		w.ask("textDocument/foldingRange", nil)
		w.ask("textDocument/documentSymbol", nil)
	case 1:
		w.ask("textDocument/hover", map[string]any{"position": map[string]any{"line": w.at.line, "character": 0}})
	case 2:
		w.ask("textDocument/inlayHint", map[string]any{"range": map[string]any{
			"start": map[string]any{"line": max(0, w.at.line-30), "character": 0}, "end": map[string]any{"line": w.at.line + 30, "character": 0},
		}})
	}
}

// replace replaces typed letters [from, to), and waits for new lenses.
func (w *novelist) replace(m *manuscript, from, to int, with string) {
	m.version++
	m.typed += len(with) - (to - from)
	at := func(character int) map[string]any { return map[string]any{"line": m.line, "character": character} }
	start := time.Now()
	w.Notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": m.uri, "version": m.version},
		"contentChanges": []any{map[string]any{"range": map[string]any{"start": at(from), "end": at(to)}, "text": with}},
	})
	w.ask("textDocument/codeLens", nil)
	w.waits = append(w.waits, time.Since(start))
}

// condition is the state of the server.
type condition struct {
	Panics int
	Memory struct {
		Bytes, System float64
		Goroutines    int
	}
	resident float64 // MB resident according to the system, or the memory obtained if not available
}

func (w *novelist) status() (s condition) {
	w.t.Helper()
	w.Client.SendRequest("segls/status", map[string]any{})
	for {
		raw, err := w.ReadMessage()
		if err != nil {
			w.t.Fatal(err)
		}
		var answer struct {
			ID     int
			Result *condition
		}
		if json.Unmarshal(raw, &answer) == nil && answer.ID == w.Last && answer.Result != nil {
			s = *answer.Result
			break
		}
	}
	if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", w.Command.Process.Pid)); err == nil {
		// Fields after the name in brackets; user and system time are the twelfth and thirteenth: proc(5).
		if fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:])); len(fields) > 13 {
			user, _ := strconv.ParseFloat(fields[11], 64)
			system, _ := strconv.ParseFloat(fields[12], 64)
			w.worked = 10 * (user + system) // from hundredths of a second
		}
	}
	s.resident = s.Memory.System / 1e6
	if status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", w.Command.Process.Pid)); err == nil {
		for line := range strings.Lines(string(status)) {
			var kilobytes float64
			if _, err := fmt.Sscanf(line, "VmRSS: %f kB", &kilobytes); err == nil {
				s.resident = kilobytes / 1e3
			}
		}
	}
	return s
}
