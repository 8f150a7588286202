package lsp

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestEveryViewShowsTheSame: after edits, undos, rests, holds and divisions anew at random, lenses, symbols, folds, the curve and the
// tree of the work say of each chapter what segls/fragments says.
func TestEveryViewShowsTheSame(t *testing.T) {
	files, chapters := saltBook(t)
	v := newEvening(t, files)
	v.options["codeLens"] = "fragments"
	for seed, settle := range []int{0, 50} {
		v.options["settleMs"] = settle
		e := v.session()
		r := rand.New(rand.NewPCG(uint64(seed), 48))
		texts, versions := make(map[string]string), make(map[string]int)
		uris := []string{v.uri("src/" + chapters[1]), v.uri("src/" + chapters[2])}
		for i, u := range uris {
			content, err := os.ReadFile(filepath.Join(v.folder, "src", chapters[i+1]))
			if err != nil {
				t.Fatal(err)
			}
			texts[u], versions[u] = string(content), 1
			e.open(u, texts[u])
		}
		e.readWork(uris[0])
		var undo []string
		steps := 24
		if testing.Short() {
			steps = 10
		}
		for step := range steps {
			u := uris[r.IntN(2)]
			set := func(text string) {
				texts[u], versions[u] = text, versions[u]+1
				e.change(u, versions[u], map[string]any{"text": text})
			}
			switch r.IntN(6) {
			case 0: // a paragraph moves to the end
				paragraphs := strings.Split(strings.TrimSpace(texts[u]), "\n\n")
				i := 1 + r.IntN(len(paragraphs)-1)
				undo = append(undo, u, texts[u])
				moved := paragraphs[i]
				set(strings.Join(append(slices.Delete(paragraphs, i, i+1), moved), "\n\n") + "\n")
			case 1:
				if n := len(undo); n > 0 {
					u = undo[n-2]
					set(undo[n-1])
					undo = undo[:n-2]
				}
			case 2:
				e.request("workspace/executeCommand", map[string]any{"command": "segls.divideAnew", "arguments": []any{map[string]any{"uri": u, "position": at(0, 0)}}})
			case 3:
				var told struct {
					Hash      string
					Fragments []struct{ Range any }
				}
				_ = json.Unmarshal(e.request("segls/held", about(u)), &told)
				_ = json.Unmarshal(e.request("segls/fragments", about(u)), &told)
				e.request("segls/held", about(u, map[string]any{"hash": told.Hash, "held": []any{told.Fragments[r.IntN(len(told.Fragments))].Range}}))
			default:
				at := strings.Index(texts[u][r.IntN(len(texts[u])):], "\n\n")
				undo = append(undo, u, texts[u])
				set(texts[u][:max(0, at)] + " Salt and tide." + texts[u][max(0, at):])
			}
			for _, u := range uris {
				e.agrees(u, fmt.Sprintf("seed %d, step %d", seed, step))
			}
		}
		e.ends()
	}
}

// agrees holds the views of a document to each other. What a rest has changed between two of them is asked again.
func (e *editor) agrees(u, when string) {
	e.t.Helper()
	said := ""
	for range 20 {
		before := e.shown(u)
		said = e.disagreement(u)
		if said == "" {
			return
		}
		if before == e.shown(u) && said == e.disagreement(u) {
			break
		}
	}
	e.t.Fatalf("%s: %s", when, said)
}

func (e *editor) disagreement(u string) string {
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
	ask("segls/fragments", about(u), &told)
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
			return fmt.Sprintf("lens %d is of %s in line %d, the fragment is %s in line %d", i, l.Command.Arguments[0].ID, l.Range.Start.Line, f.ID, f.Range.Start.Line)
		}
		if f.Suggested && !isNamed[fmt.Sprint(f.Range.Start.Line, " ", f.Title)] {
			return fmt.Sprintf("no symbol in line %d is called %q: %v", f.Range.Start.Line, f.Title, isNamed)
		}
		isFolded := slices.ContainsFunc(folds, func(s struct{ StartLine, EndLine int }) bool {
			return s.StartLine == f.Range.Start.Line && s.EndLine == f.Range.End.Line
		})
		if f.Suggested && f.Range.End.Line > f.Range.Start.Line && !isFolded {
			return fmt.Sprintf("no fold has the lines %d to %d: %v", f.Range.Start.Line, f.Range.End.Line, folds)
		}
	}
	var find func(entries []toldEntry) *toldEntry
	find = func(entries []toldEntry) *toldEntry {
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
	entry := find(e.work(u).Entries)
	if entry == nil || entry.Own == nil || entry.Own.Fragments != len(told.Fragments) || entry.Own.Words != words {
		return fmt.Sprintf("the tree of the work says %+v of %d fragments and %d words", entry, len(told.Fragments), words)
	}
	return ""
}
