package lsp

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

var wireEdits = flag.Int("wire-edits", 1200, "how many edits TestEditsEqualFreshOpen makes in all")

// TestEditsEqualFreshOpen edits documents at random, and compares the answers with those for a document opened with the same text.
func TestEditsEqualFreshOpen(t *testing.T) {
	edits := *wireEdits / 36 // for three encodings, three line terminators, two formats and two methods
	if testing.Short() {
		edits /= 10
	}
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		for name, ending := range map[string]string{"LF": "\n", "CRLF": "\r\n", "CR": "\r"} {
			t.Run(encoding+" "+name, func(t *testing.T) {
				t.Parallel()
				for i, uri := range []string{"file:///live.md", "file:///live.txt"} {
					editAtRandom(t, uri, encoding, ending, []string{"paper", "blend"}[i], edits)
					editAtRandom(t, uri, encoding, ending, []string{"blend", "paper"}[i], edits)
				}
			})
		}
	}
}

func editAtRandom(t *testing.T, uri, encoding, ending, method string, edits int) {
	random := rand.New(rand.NewPCG(uint64(len(encoding)+len(ending)), uint64(len(uri))))
	e := edit(t, full(encoding), map[string]any{"debounceMs": 10_000, "settleMs": 0, "preferredWords": 120, "inlayHints": "on", "method": method})
	w := writer{random: random, ending: ending, encoding: encoding, text: strings.ReplaceAll(read(t, essay)[:9000], "\n", ending)}
	e.open(uri, w.text)
	fresh := strings.Replace(uri, "live", "fresh", 1)
	for version := 2; version < 2+edits; version++ {
		var changes []map[string]any
		for range 1 + random.IntN(3) {
			changes = append(changes, w.change())
		}
		e.change(uri, version, changes...)
		if version%5 != 0 {
			continue
		}
		e.open(fresh, w.text)
		live, want := comparable(method, e.everything(uri, w)), comparable(method, e.everything(fresh, w))
		if want = strings.ReplaceAll(want, fresh, uri); live != want {
			t.Fatalf("after edit %d of %s the answers differ.\nlive:\n%s\nfresh:\n%s\ntext: %q", version-1, uri, live, want, w.text)
		}
		e.notify("textDocument/didClose", about(fresh))
	}
}

// comparable removes from answers the parts that depend on the history of a text.
func comparable(method, answers string) string {
	if method == "blend" {
		return regexp.MustCompile(`(?s)"paragraphs":\[.*?\],"gaps"`).FindString(answers)
	}
	return ids.ReplaceAllString(answers, "")
}

var ids = regexp.MustCompile(`"(?:id|title|titleKind)":"(?:[^"\\]|\\.)*"|"name":"(?:[^"\\]|\\.)*",(?:"detail":"[^"]*",)?"kind":11|"name":"Scene (?:[^"\\]|\\.)*"`)

// everything returns the answers about a document, without versions.
func (e *editor) everything(uri string, w writer) string {
	e.t.Helper()
	lines := w.lines()
	positions := []any{w.position(0), w.position(len(w.text) / 2), w.position(len(w.text))}
	whole := map[string]any{"range": map[string]any{"start": at(0, 0), "end": at(len(lines), 0)}}
	var all strings.Builder
	for _, ask := range []struct {
		method string
		params map[string]any
	}{
		{"textDocument/codeLens", about(uri)},
		{"textDocument/foldingRange", about(uri)},
		{"textDocument/documentSymbol", about(uri)},
		{"textDocument/inlayHint", about(uri, whole)},
		{"textDocument/selectionRange", about(uri, map[string]any{"positions": positions})},
		{"textDocument/hover", about(uri, map[string]any{"position": positions[1]})},
		{"segls/fragments", about(uri)},
		{"segls/curve", about(uri)},
	} {
		answer := string(e.request(ask.method, ask.params))
		if i := strings.Index(answer, `"version":`); i >= 0 { // a fresh document has version 1
			answer = answer[:i] + answer[i+strings.IndexByte(answer[i:], ','):]
		}
		fmt.Fprintln(&all, ask.method, answer)
	}
	return all.String()
}

// writer edits a text and gives positions in the editor's units, counted in the simplest way.
type writer struct {
	random           *rand.Rand
	text             string
	ending, encoding string
}

// pieces are the texts to insert.
var pieces = []string{
	"a", " ", "\n", "\n\n", ". ", "é", "潮汐", "😀", "👩‍👩‍👧", "e\u0301", "\u00a0",
	"The tide rises and the sea is salt. ", "\n\n# A heading\n\n", "\n\n```\n", "\n---\n", "> ", "- an item\n", "\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
	"$$\n", "[^1]: a note\n", "<!-- ", "-->", "===\n", "    ", "[a]: b\n", "`", "*", "\x00",
}

// change makes an edit and returns it as a content change.
func (w *writer) change() map[string]any {
	if w.random.IntN(60) == 0 {
		w.text = strings.ReplaceAll("# All new\n\n"+strings.Repeat("The sea is salt. 😀 Ponds are dug. ", 20)+"\n\nAnd more.\n\n", "\n", w.ending) + w.text
		return map[string]any{"text": w.text}
	}
	start := w.somewhere()
	end := start
	switch w.random.IntN(4) {
	case 0:
		end = w.boundary(min(len(w.text), start+w.random.IntN(12)))
	case 1:
		if w.random.IntN(8) == 0 {
			end = w.boundary(min(len(w.text), start+w.random.IntN(1500)))
		}
	}
	piece := pieces[w.random.IntN(len(pieces))]
	if w.random.IntN(10) == 0 && len(w.text) > 2000 {
		from := w.boundary(w.random.IntN(len(w.text) - 1000))
		piece = w.text[from:w.boundary(from+w.random.IntN(1000))]
	}
	piece = strings.ReplaceAll(strings.ReplaceAll(piece, "\r\n", "\n"), "\n", w.ending)
	change := map[string]any{"range": map[string]any{"start": w.position(start), "end": w.position(max(start, end))}, "text": piece}
	w.text = w.text[:start] + piece + w.text[max(start, end):]
	return change
}

func (w *writer) somewhere() int { return w.boundary(w.random.IntN(len(w.text) + 1)) }

// boundary returns the nearest offset, not after the given one, where an editor's cursor can be.
func (w *writer) boundary(at int) int {
	for at > 0 && at < len(w.text) && (!utf8.RuneStart(w.text[at]) || w.text[at-1] == '\r' && w.text[at] == '\n') {
		at--
	}
	return at
}

func (w *writer) lines() []string {
	return strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(w.text), "\n")
}

// position returns the position of an offset, found by counting lines and units.
func (w *writer) position(at int) map[string]any {
	at = w.boundary(at)
	before := writer{text: w.text[:at]}
	lines := before.lines()
	last := lines[len(lines)-1]
	character := len(last)
	switch w.encoding {
	case "utf-16":
		character = len(utf16.Encode([]rune(last)))
	case "utf-32":
		character = utf8.RuneCountInString(last)
	}
	return map[string]any{"line": len(lines) - 1, "character": character}
}

// TestEditBesideAnEmoji checks an edit after a surrogate pair, where a wrong unit would silently corrupt the document.
func TestEditBesideAnEmoji(t *testing.T) {
	for encoding, character := range map[string]int{"utf-8": 9, "utf-16": 7, "utf-32": 6} {
		e := edit(t, full(encoding), nil)
		e.open("file:///emoji.md", "# Salt 😀\n\nSea 😀 salt.\n")
		e.change("file:///emoji.md", 2, map[string]any{"range": between(2, character, 2, character+4), "text": "brine"})
		e.change("file:///emoji.md", 3, map[string]any{"range": between(2, 0, 2, 3), "text": "# Salt"})
		var symbols []struct{ Name string }
		_ = json.Unmarshal(e.request("textDocument/documentSymbol", about("file:///emoji.md")), &symbols)
		if len(symbols) != 2 || symbols[1].Name != "Salt 😀 brine." {
			t.Errorf("%s: %+v", encoding, symbols)
		}
	}
}

// TestStrangeTexts checks that requests about unusual texts are answered.
func TestStrangeTexts(t *testing.T) {
	t.Parallel()
	size, units := 5<<20, 10_000
	if testing.Short() {
		size, units = 1<<18, 500
	}
	line := strings.Repeat("The sea is salt and the salt is old. ", size/37)
	for name, text := range map[string]string{
		"empty":             "",
		"one character":     "a",
		"only line ends":    "\r\n\r\r\n\n",
		"NUL bytes":         "a\x00b. \x00\n\n" + strings.Repeat("Sea\x00salt. ", 2000),
		"replacement":       strings.Repeat("Sea \ufffd salt. ", 2000),
		"one long line":     line,
		"deep quotes":       strings.Repeat(">", 20_000) + " a",
		"deep lists":        strings.Repeat("- ", 20_000) + "a",
		"many backticks":    strings.Repeat("`", 100_000) + strings.Repeat("` a ``", 10_000),
		"many brackets":     strings.Repeat("[", 100_000) + strings.Repeat("![", 50_000),
		"unclosed":          "```\n" + strings.Repeat("$$ <!-- [ ( ` *\n", 5000),
		"one-word units":    strings.Repeat("salt.\n\n", units),
		"a byte order mark": "\ufeff# Title\n\ntext",
	} {
		t.Run(name, func(t *testing.T) {
			e := edit(t, full("utf-16"), nil)
			e.open("file:///strange.md", text)
			e.everything("file:///strange.md", writer{text: text, encoding: "utf-16"})
			e.change("file:///strange.md", 2, map[string]any{"range": between(0, 0, 0, 0), "text": "x"})
			e.everything("file:///strange.md", writer{text: "x" + text, encoding: "utf-16"})
		})
	}
}

// TestSettling checks that an automatic length of fragments stays constant while the writer types, and is right after a pause.
func TestSettling(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		text := read(t, essay)
		lines := strings.Count(text, "\n")
		const live, fresh = "file:///live.md", "file:///fresh.md"
		for _, settleMS := range []int{600_000, 0} {
			for _, name := range []string{"paper", "blend"} {
				e := edit(t, silent("utf-8"), map[string]any{"debounceMs": 0, "settleMs": settleMS, "preferredWords": "auto", "method": name, "didUpdate": true})
				e.open(live, text)
				w := writer{text: text, ending: "\n", encoding: "utf-8"}
				before := target(t, e, live)
				for version := 2; version < 8; version++ {
					const sentence = "The bell in the tower rings for bread and the baker hears it. "
					e.change(live, version, map[string]any{"range": between(lines, 0, lines, 0), "text": sentence})
					w.text += sentence
					if settleMS > 0 && target(t, e, live) != before {
						t.Fatalf("%s: the length has changed while it was being written", name)
					}
				}
				if settleMS > 0 {
					continue
				}
				e.open(fresh, w.text)
				want := target(t, e, fresh)
				for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
					got := target(t, e, live)
					if got == want {
						break
					}
					if time.Now().After(deadline) {
						t.Fatalf("%s: a length of %d after a rest, %d of a fresh text", name, got, want)
					}
				}
			}
		}
	})
}

// TestTypingKeepsDistantBoundaries checks that, with the method blend, typing does not move distant boundaries.
func TestTypingKeepsDistantBoundaries(t *testing.T) {
	const live = "file:///live.md"
	e := edit(t, full("utf-8"), map[string]any{"debounceMs": 0, "settleMs": 600_000, "preferredWords": 80, "method": "blend"})
	text := read(t, essay)
	e.open(live, text)
	opened := beginnings(t, e, live)
	if len(opened) < 8 {
		t.Fatalf("only %d fragments", len(opened))
	}
	line := opened[2]
	for version := 2; version < 22; version++ { // less than a fifth of the text
		e.change(live, version, map[string]any{"range": between(line, 0, line, 0), "text": "Bells ring for bread, and bakers hear the bells. "})
		now := beginnings(t, e, live)
		if !slices.Equal(now[:2], opened[:2]) || !slices.Equal(now[len(now)-(len(opened)-4):], opened[4:]) {
			t.Fatalf("fragments began in %v, and after words on line %d in %v", opened, line, now)
		}
		opened = now
		line = opened[2]
	}
}

// beginnings returns the lines on which the fragments of a document begin.
func beginnings(t *testing.T, e *editor, uri string) []int {
	t.Helper()
	var told struct {
		Fragments []struct {
			Range struct{ Start struct{ Line int } }
		}
	}
	if err := json.Unmarshal(e.request("segls/fragments", about(uri)), &told); err != nil {
		t.Fatal(err)
	}
	var lines []int
	for _, f := range told.Fragments {
		lines = append(lines, f.Range.Start.Line)
	}
	return lines
}

// target returns the preferred length of a document's fragments.
func target(t *testing.T, e *editor, uri string) int {
	t.Helper()
	var told struct{ Target int }
	if err := json.Unmarshal(e.request("segls/fragments", about(uri)), &told); err != nil {
		t.Fatal(err)
	}
	return told.Target
}

// TestAnalysesDoNotPileUp checks that typing causes no simultaneous analyses, even if analyses are slow to be cancelled.
func TestAnalysesDoNotPileUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := launch(t)
		var under, most, all atomic.Int32
		slow := func(ctx context.Context, text rope.Text, f markup.Format, s analysis.Settings, fixed ...string) (*analysis.Document, error) {
			most.Store(max(most.Load(), under.Add(1)))
			defer under.Add(-1)
			all.Add(1)
			time.Sleep(20 * time.Millisecond)
			return analysis.Analyze(context.Background(), text, f, s, fixed...)
		}
		e.server.session.Analyze = slow
		e.server.session.Edit = func(d *analysis.Document, ctx context.Context, edit analysis.Edit) (*analysis.Document, error) {
			return slow(ctx, edit.Text, d.Format, d.Settings)
		}
		e.initialize(map[string]any{"rootUri": nil, "capabilities": silent("utf-16")})
		e.open("file:///salt.md", read(t, essay))
		const letters = 100
		for i := range letters {
			time.Sleep(3 * time.Millisecond)
			e.change("file:///salt.md", i+2, map[string]any{"range": map[string]any{"start": at(2, 0), "end": at(2, 0)}, "text": "e"})
			e.begin("textDocument/codeLens", about("file:///salt.md"))
		}
		if n := e.lenses("file:///salt.md"); n != lensesAt500 {
			t.Errorf("%d lenses in the end", n)
		}
		t.Logf("%d analyses of %d texts", all.Load(), letters)
		if most.Load() != 1 {
			t.Errorf("%d analyses at once", most.Load())
		}
	})
}
