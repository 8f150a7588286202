package lsp

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/uri"

	"github.com/segls/segls/internal/command"
)

// TestEveryViewShowsTheSame makes random changes, and checks that every view of a text agrees with segls/fragments.
func TestEveryViewShowsTheSame(t *testing.T) {
	book, chapters := saltBook(t)
	for name, test := range map[string]struct {
		files map[string]string
		open  []string
	}{
		"file": {map[string]string{"essay.md": read(t, essay)}, []string{"essay.md"}},
		"work": {book, []string{"src/" + chapters[1], "src/" + chapters[2]}},
	} {
		for seed, settle := range []int{0, 50} {
			t.Run(fmt.Sprint(name, settle), func(t *testing.T) {
				v := newSessions(t, test.files)
				v.options["codeLens"], v.options["settleMs"] = "fragments", settle
				v.buffers = &buffers{encoding: "utf-8", texts: make(map[string]string), version: make(map[string]int), undos: make(map[string]int)}
				e := v.session()
				r := rand.New(rand.NewPCG(uint64(seed), 48))
				var uris []string
				for _, name := range test.open {
					uris = append(uris, v.buffers.openFile(v.folder, name, test.files[name]))
				}
				isWork := name == "work"
				if isWork {
					e.readWork(uris[0])
				}
				steps := 16
				if testing.Short() {
					steps = 10
				}
				var past []string
				for step := range steps {
					u, other := uris[r.IntN(len(uris))], uris[r.IntN(len(uris))]
					when := fmt.Sprintf("step %d: %s", step, v.step(r, u, other, &past))
					for _, u := range uris {
						e.agrees(u, isWork, when)
					}
				}
				e.shutDown()
			})
		}
	}
}

// step makes a random change and returns its description. past holds pairs of a URI and an earlier text of the document, for undo.
func (v *sessions) step(r *rand.Rand, u, other string, past *[]string) string {
	d := v.buffers
	text := d.text(u)
	run := func(name string) string {
		var told struct{ Fragments []struct{ Range extent } }
		_ = json.Unmarshal(d.request("segls/fragments", about(u)), &told)
		begins := told.Fragments[r.IntN(len(told.Fragments))].Range.Start
		d.ask("workspace/executeCommand", map[string]any{"command": name, "arguments": []any{map[string]any{"uri": u, "position": at(begins.Line, begins.Character)}}})
		return name
	}
	switch kind := r.IntN(7); kind {
	case 0, 1:
		*past = append(*past, u, text)
		return run([]string{command.MoveFragmentDown, command.MoveFragmentUp}[kind])
	case 2:
		if n := len(*past); n > 0 {
			d.types((*past)[n-2], (*past)[n-1])
			*past = (*past)[:n-2]
		}
		return "undo"
	case 3:
		return run(command.DivideAnew)
	case 4:
		var told struct {
			Hash      string
			Fragments []struct{ Range any }
		}
		_ = json.Unmarshal(d.request("segls/held", about(u)), &told)
		_ = json.Unmarshal(d.request("segls/fragments", about(u)), &told)
		d.request("segls/held", about(u, map[string]any{"hash": told.Hash, "held": []any{told.Fragments[r.IntN(len(told.Fragments))].Range}}))
		return "hold"
	case 5: // the neighbour is saved, closed and opened again
		if u == other {
			return "nothing"
		}
		write(v.T, uri.URI(other).FsPath(), d.text(other))
		is := func(what, was string) string {
			for range 50 {
				if is := d.shown(u); is == was {
					return was
				}
				time.Sleep(10 * time.Millisecond)
			}
			v.Errorf("%s\n%s\nwas\n%s", what, d.shown(u), was)
			return was
		}
		was := d.shown(u)
		d.notify("textDocument/didClose", about(other))
		was = is("a neighbour was closed:", was)
		d.mu.Lock()
		d.version[other] = 1
		d.mu.Unlock()
		d.open(other, d.text(other))
		is("a neighbour was opened:", was)
		return "a neighbour closed and opened"
	default:
		*past = append(*past, u, text)
		from := r.IntN(len(text))
		if at := strings.Index(text[from:], "\n\n"); at >= 0 {
			d.types(u, text[:from+at]+" Salt and tide."+text[from+at:])
		}
		return "typing"
	}
}

// agrees compares the views of a document. If a division at a pause changes them in between, agrees requests them again.
func (e *editor) agrees(u string, isWork bool, when string) {
	e.t.Helper()
	said := ""
	for range 20 {
		before := e.shown(u)
		said = e.disagreement(u, isWork)
		if said == "" {
			return
		}
		if before == e.shown(u) && said == e.disagreement(u, isWork) {
			break
		}
	}
	e.t.Fatalf("%s: %s", when, said)
}

// pieceView is a fragment in an answer to segls/changes.
type pieceView struct {
	Title string
	Words int
	Range extent
}

// disagreement describes a difference between two views of a document; it returns "" if there is none.
func (e *editor) disagreement(u string, isWork bool) string {
	e.t.Helper()
	ask := func(method string, params map[string]any, answer any) {
		if err := json.Unmarshal(e.request(method, params), answer); err != nil {
			e.t.Fatal(err)
		}
	}
	var told struct {
		Quiet     bool
		Fragments []struct {
			ID, Title string
			Words     int
			Range     extent
			Suggested bool
		}
	}
	var lenses []struct {
		Range   extent
		Command struct{ Arguments []struct{ ID string } }
	}
	var folds []struct{ StartLine, EndLine int }
	var symbols []symbolView
	var changes struct {
		Old []pieceView
		New []pieceView
	}
	var whole struct{ Gaps []struct{ Boundary bool } }
	var compact struct{ Boundaries, Lines []int }
	var status struct {
		Documents []struct {
			URI              string
			Fragments, Words int
		}
	}
	ask("segls/fragments", about(u), &told)
	ask("segls/changes", about(u), &changes)
	ask("segls/curve", about(u), &whole)
	ask("segls/curve", about(u, map[string]any{"compact": true}), &compact)
	ask("segls/status", map[string]any{}, &status)
	ask("textDocument/codeLens", about(u), &lenses)
	ask("textDocument/foldingRange", about(u), &folds)
	ask("textDocument/documentSymbol", about(u), &symbols)
	if !told.Quiet && len(lenses) != len(told.Fragments) {
		return fmt.Sprintf("%d lenses for %d fragments", len(lenses), len(told.Fragments))
	}
	isNamed := make(map[string]bool)
	var walk func(list []symbolView)
	walk = func(list []symbolView) {
		for _, s := range list {
			isNamed[fmt.Sprint(s.Range.Start.Line, " ", s.Name)] = true
			walk(s.Children)
		}
	}
	walk(symbols)
	words := 0
	for i, f := range told.Fragments {
		words += f.Words
		if told.Quiet {
			continue
		}
		if l := lenses[i]; l.Command.Arguments[0].ID != f.ID || l.Range.Start.Line != f.Range.Start.Line {
			return fmt.Sprintf("lens %d is of %s on line %d, the fragment is %s on line %d", i, l.Command.Arguments[0].ID, l.Range.Start.Line, f.ID, f.Range.Start.Line)
		}
		if f.Suggested && !isNamed[fmt.Sprint(f.Range.Start.Line, " ", f.Title)] {
			return fmt.Sprintf("no symbol on line %d is called %q: %v", f.Range.Start.Line, f.Title, isNamed)
		}
		isFolded := slices.ContainsFunc(folds, func(s struct{ StartLine, EndLine int }) bool {
			return s.StartLine == f.Range.Start.Line && s.EndLine == f.Range.End.Line
		})
		if f.Suggested && f.Range.End.Line > f.Range.Start.Line && !isFolded {
			return fmt.Sprintf("no fold has the lines %d to %d: %v", f.Range.Start.Line, f.Range.End.Line, folds)
		}
	}
	for i, f := range told.Fragments {
		if !f.Suggested || told.Quiet {
			continue
		}
		var hover struct{ Contents struct{ Value string } }
		ask("textDocument/hover", about(u, map[string]any{"position": at(f.Range.Start.Line, f.Range.Start.Character)}), &hover)
		if want := fmt.Sprintf("Fragment: %d of %d, %d words", i+1, len(told.Fragments), f.Words); !strings.Contains(hover.Contents.Value, want) {
			return fmt.Sprintf("the hover on line %d does not say %q: %s", f.Range.Start.Line, want, hover.Contents.Value)
		}
	}
	if len(changes.New) != len(told.Fragments) {
		return fmt.Sprintf("segls/changes has %d fragments, %d are shown", len(changes.New), len(told.Fragments))
	}
	for i, f := range told.Fragments {
		if n := changes.New[i]; n.Range.Start != f.Range.Start || n.Words != f.Words || n.Title != f.Title {
			return fmt.Sprintf("segls/changes has %+v, shown is %+v", n, f)
		}
	}
	boundaries := 0
	for _, g := range whole.Gaps {
		if g.Boundary {
			boundaries++
		}
	}
	if most := max(0, len(told.Fragments)-1); boundaries != most || len(compact.Boundaries) != most {
		return fmt.Sprintf("the curves have %d and %d boundaries of %d fragments", boundaries, len(compact.Boundaries), len(told.Fragments))
	}
	for i, b := range compact.Boundaries {
		if first, begins := compact.Lines[b], told.Fragments[i+1].Range; first < begins.Start.Line || first > begins.End.Line {
			return fmt.Sprintf("the curve has a boundary on line %d, a fragment is %v", first, begins)
		}
	}
	for _, d := range status.Documents {
		if d.URI == u && (d.Fragments != len(told.Fragments) || d.Words < words) {
			return fmt.Sprintf("status says %+v, shown are %d fragments and %d words", d, len(told.Fragments), words)
		}
	}
	if !isWork {
		return ""
	}
	var find func(entries []entryAnswer) *entryAnswer
	find = func(entries []entryAnswer) *entryAnswer {
		for i := range entries {
			if entries[i].URI == u {
				return &entries[i]
			}
			if found := find(entries[i].Entries); found != nil {
				return found
			}
		}
		return nil
	}
	var curve *struct {
		Files []struct {
			URI  string
			Gaps []struct{ Boundary bool }
		}
	}
	ask("segls/workCurve", about(u), &curve)
	if curve == nil {
		return "the work has no curve"
	}
	for _, f := range curve.Files {
		if f.URI != u {
			continue
		}
		inWork := slices.DeleteFunc(f.Gaps, func(g struct{ Boundary bool }) bool { return !g.Boundary })
		if len(inWork) != boundaries {
			return fmt.Sprintf("the curve of the work has %d boundaries, that of the file %d", len(inWork), boundaries)
		}
	}
	entry := find(e.work(u).Entries)
	if entry == nil || entry.Own == nil || entry.Own.Fragments != len(told.Fragments) || entry.Own.Words != words {
		return fmt.Sprintf("the tree of the work says %+v of %d fragments and %d words", entry, len(told.Fragments), words)
	}
	return ""
}
