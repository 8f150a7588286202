package lsp

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/session"
	"go.lsp.dev/uri"
)

// TestStaleEdits checks that text typed while an edit is under way is never lost.
func TestStaleEdits(t *testing.T) {
	for _, lenient := range []bool{false, true} {
		d, folder := openBuffers(t, "utf-16")
		d.lenient = lenient
		u := d.openFile(folder, "voyage.md", voyage)
		typed := strings.Replace(voyage, "# 🧂", "# More 🧂", 1)
		d.before = func() {
			d.before = nil
			d.types(u, typed)
		}
		failure := d.run(command.MoveFragmentUp, u, place(voyage, "Apples", d.encoding))
		if failure != "" || d.text(u) == typed || !slices.Equal(sortedLines(d.text(u)), sortedLines(typed)) {
			t.Errorf("lenient %v: a stale move: %q\n%s", lenient, failure, d.text(u))
		}
		text := d.text(u)
		actions := d.actions(u, map[string]any{"start": place(text, "Ferries 🌊", d.encoding), "end": place(text, "Ferries 🌊", d.encoding)})
		d.types(u, "# New\n\n"+text)
		if failure := d.choose(actions, "Keep this boundary"); failure == "" || d.text(u) != "# New\n\n"+text {
			t.Errorf("a stale action is resolved: %q", failure)
		}
	}
}

// TestTypingRightAfterAMove checks that the fragments shown do not depend on whether the client reports a move in the same message as later
// typing.
func TestTypingRightAfterAMove(t *testing.T) {
	typed := func(text string) string { return strings.Replace(text, "Ropes hold", "Ropes will hold", 1) }
	shown := func(behind func(string) string) (list []string) {
		d, folder := openBuffers(t, "utf-16")
		u := d.openFile(folder, "voyage.md", voyage)
		known := func() []fragmentResult {
			var told fragmentsResult
			if err := json.Unmarshal(d.request("segls/fragments", about(u)), &told); err != nil {
				t.Fatal(err)
			}
			for _, f := range told.Fragments {
				list = append(list, fmt.Sprint(f.ID, " ", f.Words, " ", f.Held))
			}
			return told.Fragments
		}
		was := known()
		last := was[len(was)-1]
		d.behind = behind
		if m := d.ask("segls/move", about(u, map[string]any{"unit": "fragment", "id": last.ID, "before": was[0].ID})); m.Error != nil {
			t.Fatal(m.Error)
		}
		if behind == nil {
			known()
			list = list[:len(was)]
			d.types(u, typed(d.text(u)))
		}
		known()
		d.types(u, voyage)
		if behind == nil {
			known()
			list = list[:2*len(was)]
			d.types(u, typed(voyage))
		}
		known()
		return list
	}
	apart, together := shown(nil), shown(typed)
	if !slices.Equal(apart, together) || !strings.HasSuffix(apart[len(apart)/3], "true") {
		t.Errorf("reported together:\n%q\nand not\n%q", together, apart)
	}
}

// TestUndoPastMuchTyping checks that undoing a move after much typing shows the fragments as they were.
func TestUndoPastMuchTyping(t *testing.T) {
	d, folder := openBuffers(t, "utf-16")
	u := d.openFile(folder, "voyage.md", voyage)
	known := func() (list []fragmentResult) {
		var told fragmentsResult
		if err := json.Unmarshal(d.request("segls/fragments", about(u)), &told); err != nil {
			t.Fatal(err)
		}
		return told.Fragments
	}
	was := known()
	for range 2 { // the second time, the fragments after the move have been stored
		if m := d.ask("segls/move", about(u, map[string]any{"unit": "fragment", "id": was[len(was)-1].ID, "before": was[0].ID})); m.Error != nil {
			t.Fatal(m.Error)
		}
		moved := d.text(u)
		shown := known()
		for i := range session.MaxRemembered + 10 {
			d.types(u, strings.Replace(moved, "Ropes hold", "Ropes hold"+strings.Repeat("s", i+1), 1))
			known()
		}
		for _, back := range []struct {
			text string
			want []fragmentResult
		}{{moved, shown}, {voyage, was}} {
			d.types(u, back.text)
			if got := known(); !reflect.DeepEqual(got, back.want) {
				t.Errorf("back at\n%s\nthere is\n%+v\nand not\n%+v", back.text, got, back.want)
			}
		}
	}
}

// TestFileCreatedDuringExtract checks that no text is lost if somebody else creates the file during an extraction.
func TestFileCreatedDuringExtract(t *testing.T) {
	d, folder := openBuffers(t, "utf-16")
	u := d.openFile(folder, "voyage.md", voyage)
	file := string(uri.File(filepath.Join(folder, "塩-salt.md")))
	d.before = func() {
		d.before = nil
		d.mu.Lock()
		d.texts[file] = "Somebody else's.\n"
		d.mu.Unlock()
	}
	if failure := d.run(command.ExtractSection, u, place(voyage, "keeps meat", d.encoding)); failure != "" {
		t.Fatal(failure)
	}
	if got := d.text(file); !strings.HasSuffix(got, "Somebody else's.\n") || !strings.HasPrefix(got, "# 塩 Salt") {
		t.Errorf("the file: %q", got)
	}
}

// TestFullDisk checks that an editor that cannot create the file keeps the whole text.
func TestFullDisk(t *testing.T) {
	t.Parallel() // it waits
	for _, without := range [][]string{nil, {"failureHandling"}, {"failureHandling", "changeAnnotationSupport"}} {
		d, folder := openBuffers(t, "utf-16", without...)
		d.create = func(string) error { return syscall.ENOSPC }
		u := d.openFile(folder, "voyage.md", voyage)
		for command, where := range map[string]string{command.ExtractSection: "keeps meat", command.ExtractFragment: "Apples", command.SplitDocument: "# 🧂"} {
			failure := d.run(command, u, place(voyage, where, d.encoding))
			if !strings.Contains(failure, "is unchanged") || d.text(u) != voyage || d.undos[u] > 0 {
				t.Errorf("%s: %q\n%s", command, failure, d.text(u))
			}
		}
	}
}

// TestTypingWhileAFileIsMade checks that, if the writer types before the text is removed, the text stays and the new file is deleted.
func TestTypingWhileAFileIsMade(t *testing.T) {
	d, folder := openBuffers(t, "utf-16", "failureHandling")
	d.lenient = true
	u := d.openFile(folder, "voyage.md", voyage)
	typed := strings.Replace(voyage, "# 🧂", "# More 🧂", 1)
	edits := 0
	d.before = func() {
		if edits++; edits == 2 {
			d.types(u, typed)
		}
	}
	failure := d.run(command.ExtractSection, u, place(voyage, "keeps meat", d.encoding))
	if failure == "" || d.text(u) != typed || len(d.texts) != 1 {
		t.Errorf("%q, %d texts\n%s", failure, len(d.texts), d.text(u))
	}
	if failure := d.run(command.ExtractSection, u, place(typed, "keeps meat", d.encoding)); failure != "" || len(d.texts) != 2 {
		t.Errorf("afterwards: %s, %d texts", failure, len(d.texts))
	}
}

// TestTwoAtOnce checks that two simultaneous moves are both made, in clients of many kinds.
func TestTwoAtOnce(t *testing.T) {
	t.Parallel() // it waits
	for _, without := range [][]string{nil, {"documentChanges", "resourceOperations", "changeAnnotationSupport", "snippetEditSupport"}, {"resourceOperations"}, {"changeAnnotationSupport"}, {"answers", "documentChanges"}} {
		for _, late := range []time.Duration{0, 300 * time.Millisecond} {
			if testing.Short() && late > 0 && without != nil {
				continue
			}
			d, folder := openBuffers(t, "utf-16", without...)
			d.lenient, d.late = slices.Contains(without, "documentChanges"), late
			d.silent = slices.Contains(without, "answers")
			u := d.openFile(folder, "voyage.md", voyage)
			var done sync.WaitGroup
			for _, c := range []struct{ command, at string }{{command.MoveFragmentUp, "Apples"}, {command.MoveSectionDown, "塩 Salt\n"}} {
				done.Go(func() {
					if failure := d.run(c.command, u, place(voyage, c.at, d.encoding)); failure != "" {
						t.Errorf("without %v, %v late: %s", without, late, failure)
					}
				})
			}
			done.Wait()
			if got, want := sortedLines(d.text(u)), sortedLines(voyage); !slices.Equal(got, want) || d.undos[u] != 2 {
				t.Errorf("without %v, %v late: %d edits have made\n%s", without, late, d.undos[u], d.text(u))
			}
		}
	}
}

func sortedLines(text string) []string {
	return slices.Sorted(slices.Values(slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return line == "" })))
}

// TestTypingWithoutVersions checks that, if the client ignores versions, typing during an edit is kept and the misapplied edit undone.
func TestTypingWithoutVersions(t *testing.T) {
	for _, typed := range []string{strings.Replace(voyage, "# 🧂", "# More 🧂", 1), "More.\n\n" + voyage, strings.Replace(voyage, "Ropes hold", "Ropes do not hold", 1)} {
		d, folder := openBuffers(t, "utf-16", "documentChanges", "resourceOperations", "changeAnnotationSupport", "snippetEditSupport")
		d.lenient = true
		u := d.openFile(folder, "voyage.md", voyage)
		before := typed
		d.before = func() {
			d.before = nil
			d.types(u, before)
			d.behind = func(text string) string { d.behind = nil; return text + "Later.\n" }
		}
		typed += "Later.\n"
		failure := d.run(command.MoveFragmentUp, u, place(voyage, "Apples", d.encoding))
		if !strings.Contains(failure, "undone") || d.text(u) != typed {
			t.Errorf("%q\n%s", failure, d.text(u))
		}
		if failure := d.run(command.MoveFragmentUp, u, place(typed, "Apples", d.encoding)); failure != "" {
			t.Errorf("the same move afterwards: %s", failure)
		}
	}
}

// TestTwoClients checks that two editors, each with its own server, can extract the same section at once without losing text.
func TestTwoClients(t *testing.T) {
	one, folder := openBuffers(t, "utf-16")
	other, _ := openBuffers(t, "utf-8")
	u := one.openFile(folder, "voyage.md", voyage)
	other.openFile(folder, "voyage.md", voyage)
	var turn sync.WaitGroup // waits until both have computed their edits, before either creates its file
	turn.Add(2)
	var disk sync.Mutex
	made := make(map[string]int)
	for _, d := range []*buffers{one, other} {
		d.before = func() {
			turn.Done()
			turn.Wait()
		}
		d.create = func(path string) error {
			disk.Lock()
			defer disk.Unlock()
			made[path]++
			f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
			if errors.Is(err, os.ErrExist) {
				return nil // as ignoreIfExists requires
			}
			if err != nil {
				return err
			}
			return f.Close()
		}
	}
	var done sync.WaitGroup
	for _, d := range []*buffers{one, other} {
		done.Go(func() {
			if failure := d.run(command.ExtractSection, u, place(voyage, "keeps meat", d.encoding)); failure != "" {
				t.Error(failure)
			}
		})
	}
	done.Wait()
	file := filepath.Join(folder, "塩-salt.md")
	for _, d := range []*buffers{one, other} {
		if !strings.Contains(d.text(string(uri.File(file))), "Salt 🧂 keeps") || !strings.Contains(d.text(u), "(塩-salt.md)") {
			t.Errorf("the file %q, the text\n%s", d.text(string(uri.File(file))), d.text(u))
		}
	}
	if made[file] != 2 || len(made) != 1 {
		t.Errorf("files %v: the two did not extract at the same time", made)
	}
	// The later editor finds the name taken.
	one.before = nil
	one.types(u, voyage)
	if failure := one.run(command.ExtractSection, u, place(voyage, "keeps meat", one.encoding)); failure != "" || !strings.Contains(one.text(u), "(塩-salt-2.md)") {
		t.Errorf("%s\n%s", failure, one.text(u))
	}
}
