package journal

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/internal/foldertest"
)

// killed is the panic that ends a run as if its process had been killed: nothing more is written.
type killed struct{}

// untilKilled calls run and reports whether it was killed.
func untilKilled(run func() error) (wasKilled bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(killed); !ok {
				panic(r)
			}
			wasKilled = true
		}
	}()
	return false, run()
}

// newState sets a state folder for the test.
func newState(t *testing.T) {
	t.Helper()
	state := t.TempDir()
	t.Setenv("XDG_STATE_HOME", state)
	t.Setenv("LocalAppData", state)
}

// neighbours are files with names like those that segls gives, or gave.
var neighbours = map[string]string{
	".segls-baseline.json": "{}", ".segls-notes.md": "notes", ".segls-journal": "[]\n\"ready\"\n", ".segls~x": "x", ".segls~2+": "", "deep/.segls~x-": "y",
	".segls-ABCDEFGHIJKLMNOPQRSTUVWXYZ": "z", "deep/.segls-1": "1",
}

// theChange returns a change that moves, splits, creates and removes texts, and changes their order.
func theChange() (before, after map[string]string, changes []FileChange) {
	before = map[string]string{"SUMMARY.md": "a b c", "a.md": "one two three", "deep/b.md": "four", "c.md": "five six", "d.md": "seven"}
	after = map[string]string{"SUMMARY.md": "a b new", "a.md": "one", "deep/b.md": "four three", "more/still/new.md": "two", "d.md": "seven five six"}
	names := maps.Clone(before)
	maps.Copy(names, after)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		c := FileChange{Path: name, IsSource: name == "a.md"}
		if text, is := before[name]; is {
			c.Before = &text
		}
		if text, is := after[name]; is {
			c.After = &text
		}
		changes = append(changes, c)
	}
	maps.Copy(before, neighbours)
	maps.Copy(after, neighbours)
	return before, after, changes
}

// missing returns the words of texts, except for SUMMARY.md, that are in no file.
func missing(texts, files map[string]string) []string {
	var gone []string
	all := strings.Join(slices.Collect(maps.Values(foldertest.WithoutOwnFiles(files))), " ")
	for name, text := range foldertest.WithoutOwnFiles(texts) {
		for _, word := range strings.Fields(text) {
			if name != "SUMMARY.md" && !slices.Contains(strings.Fields(all), word) {
				gone = append(gone, word)
			}
		}
	}
	return gone
}

// recoverAll recovers the changes of a folder.
func recoverAll(folder string, hook Hook) (did []string, err error) {
	for _, i := range FindInterrupted(folder) {
		said, failed := i.Recover(hook)
		did, err = append(did, said), errors.Join(err, failed)
	}
	return did, err
}

// TestKilled ends a change, and the run that recovers it, before each call that changes the disk: no word may be lost, and in the end all
// files must be as before or as after. It does the same for a computer that stops and loses half of a file that was not synced.
func TestKilled(t *testing.T) {
	step := 1
	if testing.Short() {
		step = 5
	}
	for _, isLost := range []bool{false, true} {
		points, finished, back := 0, 0, 0
		for n, isOver := 0, false; !isOver; n++ {
			newState(t)
			before, after, changes := theChange()
			folder := foldertest.Write(t, before)
			killAt := func(n int) Hook {
				synced := make(map[string]int64) // length of each file that is durable
				return func(call, path string) {
					if gone := missing(before, foldertest.Read(t, folder)); len(gone) > 0 {
						t.Errorf("before %s %s: no file has %q", call, path, gone)
					}
					size := int64(0)
					if about, err := os.Stat(path); err == nil {
						size = about.Size()
					}
					if call == "write" && synced[path] == 0 {
						synced[path] = size
					}
					if n--; n >= 0 {
						if call == "sync" {
							synced[path] = size
						}
						return
					}
					if isLost && call == "sync" {
						if err := os.Truncate(path, (synced[path]+size)/2); err != nil {
							t.Fatal(err)
						}
					}
					panic(killed{})
				}
			}
			wasKilled, err := untilKilled(func() error { return ChangeFiles(folder, changes, killAt(n)) })
			if isOver = !wasKilled; isOver {
				if err != nil || !maps.Equal(foldertest.Read(t, folder), after) {
					t.Fatalf("%v, %v", err, foldertest.Read(t, folder))
				}
				break
			}
			points++
			untouched := foldertest.Read(t, folder)
			found := FindInterrupted(folder)
			if FindInterrupted(filepath.Join(folder, "deep")) == nil && len(found) > 0 || FindInterrupted(filepath.Dir(folder)) == nil && len(found) > 0 || FindInterrupted(t.TempDir()) != nil {
				t.Errorf("before call %d: it is found elsewhere, or not around the folder", n)
			}
			if !maps.Equal(foldertest.Read(t, folder), untouched) {
				t.Errorf("before call %d: looking for the change has changed something", n)
			}
			for m, again := 0, len(found) > 0; again; m += step {
				again, _ = untilKilled(func() error { _, err := recoverAll(folder, killAt(m)); return err })
				if points += 1; again && m > 100 {
					t.Fatalf("before call %d: it does not end", n)
				}
			}
			_, err = recoverAll(folder, nil)
			switch got := foldertest.Read(t, folder); {
			case err != nil:
				t.Errorf("killed before call %d: %v", n, err)
			case maps.Equal(got, after):
				finished++
			case maps.Equal(got, before):
				back++
				if _, err := os.Stat(filepath.Join(folder, "more")); err == nil {
					t.Errorf("killed before call %d: the new folder is left", n)
				}
			default:
				t.Errorf("killed before call %d: %v", n, got)
			}
			if len(FindInterrupted("")) > 0 {
				t.Errorf("killed before call %d: it is still found", n)
			}
			// The same folder can be changed again.
			if changes := []FileChange{{Path: "x.md", After: new(string)}}; ChangeFiles(folder, changes, nil) != nil {
				t.Errorf("killed before call %d: %v", n, ChangeFiles(folder, changes, nil))
			}
		}
		t.Logf("killed at %d points: finished after %d, taken back after %d", points, finished, back)
		if finished < 20 || back < 20 {
			t.Errorf("finished after %d, taken back after %d", finished, back)
		}
	}
}

// TestChangedSince checks Recover and Forget if another program has changed a file after a run was killed.
func TestChangedSince(t *testing.T) {
	refused := 0
	for n, isOver := 0, false; !isOver; n++ {
		newState(t)
		before, after, changes := theChange()
		folder := foldertest.Write(t, before)
		left := n
		wasKilled, _ := untilKilled(func() error {
			return ChangeFiles(folder, changes, func(string, string) {
				if left--; left < 0 {
					panic(killed{})
				}
			})
		})
		if isOver = !wasKilled; isOver {
			break
		}
		name := filepath.Join(folder, "d.md")
		if err := os.WriteFile(name, []byte("eight"), 0o600); err != nil {
			t.Fatal(err)
		}
		since := foldertest.Read(t, folder)
		_, err := recoverAll(folder, nil)
		if err != nil {
			refused++
			if !maps.Equal(foldertest.Read(t, folder), since) || !strings.Contains(err.Error(), name+" has been edited") || len(FindInterrupted(folder)) != 1 {
				t.Errorf("killed before call %d: %v, %v", n, err, foldertest.Read(t, folder))
			}
			if err := FindInterrupted(folder)[0].Forget(); err != nil {
				t.Error(err)
			}
			if got := foldertest.Read(t, folder); !maps.Equal(foldertest.WithoutOwnFiles(got), foldertest.WithoutOwnFiles(since)) || len(got) != len(foldertest.WithoutOwnFiles(since))+len(neighbours) || len(FindInterrupted("")) > 0 {
				t.Errorf("given up: %v", got)
			}
			continue
		}
		before["d.md"], after["d.md"] = "eight", "eight"
		if got := foldertest.Read(t, folder); !maps.Equal(got, before) && !maps.Equal(got, after) {
			t.Errorf("killed before call %d: %v", n, got)
		}
	}
	if refused < 8 {
		t.Errorf("refused %d times", refused)
	}
}

// TestChangedMeanwhile checks that no word is lost if another program touches a file during a change.
func TestChangedMeanwhile(t *testing.T) {
	newState(t)
	before, after, changes := theChange()
	refused, step := 0, 4
	if testing.Short() {
		step = 9
	}
	for _, name := range []string{"a.md", "deep/b.md", "more/still/new.md", "c.md", "d.md"} {
		for n := 1; n < 80; n += step {
			for _, other := range []string{"eight", ""} {
				folder := foldertest.Write(t, before)
				path := filepath.Join(folder, filepath.FromSlash(name))
				called := 0
				err := ChangeFiles(folder, changes, func(string, string) {
					if called++; called != n {
						return
					}
					if err := os.Remove(path); other == "" || err != nil && !errors.Is(err, fs.ErrNotExist) {
						return
					}
					_ = os.WriteFile(path, []byte(other), 0o600) // its folder may be missing
				})
				got := foldertest.Read(t, folder)
				want := after
				if err != nil {
					want = before
					refused++
				}
				for file := range maps.Keys(want) {
					if file != name && got[file] != want[file] {
						t.Errorf("%s becomes %q before %d: %s is %q, want %q (%v)", name, other, n, file, got[file], want[file], err)
					}
				}
				if other != "" && called >= n && got[name] != other && got[name] != want[name] {
					t.Errorf("%s becomes %q before %d: it is %q (%v)", name, other, n, got[name], err)
				}
			}
		}
	}
	if refused < 100/step {
		t.Errorf("refused %d times", refused)
	}
}

// TestTakeBackFails checks what is said of a change that another program prevents after the first file has been changed.
func TestTakeBackFails(t *testing.T) {
	one, two, three, four := "one", "two", "three", "four"
	changes := []FileChange{{Path: "a.md", Before: &one, After: &two}, {Path: "b.md", Before: &three, After: &four}}
	for name, c := range map[string]struct {
		prevent func(t *testing.T, folder string, j *journal) // is called before b.md is changed
		isBack  bool
	}{
		"it is taken back":         {func(*testing.T, string, *journal) {}, true},
		"the journal is not noted": {func(_ *testing.T, _ string, j *journal) { j.file.Close() }, true},
		"the old text is missing": {func(t *testing.T, folder string, j *journal) {
			if err := os.Remove(filepath.Join(folder, j.Files[0].Old)); err != nil {
				t.Error(err)
			}
		}, false},
	} {
		newState(t)
		folder := foldertest.Write(t, map[string]string{"a.md": one, "b.md": three})
		if wasKilled, err := untilKilled(func() error { // when all has been written beside the files
			return ChangeFiles(folder, changes, func(call, _ string) {
				if call == "rename" {
					panic(killed{})
				}
			})
		}); !wasKilled {
			t.Fatal(err)
		}
		j := FindInterrupted(folder)[0].journal()
		isPrevented := false
		if err := j.reopenAndLock(func(call, path string) {
			if call == "rename" && !isPrevented { // of a.md
				isPrevented = true
				if err := os.WriteFile(filepath.Join(folder, "b.md"), []byte("other"), 0o600); err != nil {
					t.Error(err)
				}
				c.prevent(t, folder, j)
			}
		}); err != nil {
			t.Fatal(err)
		}
		err := j.changeFiles()
		j.close()
		want := map[string]string{"a.md": two, "b.md": "other"}
		if c.isBack {
			want["a.md"] = one
		}
		got := foldertest.WithoutOwnFiles(foldertest.Read(t, folder))
		if err == nil || strings.Contains(err.Error(), "nothing has been done") != c.isBack || strings.Contains(err.Error(), "“segls recover”") == c.isBack || !maps.Equal(got, want) {
			t.Errorf("%s: %v\n%v", name, err, got)
		}
		if left := len(FindInterrupted(folder)); left > 0 == c.isBack {
			t.Errorf("%s: %d interrupted changes", name, left)
		}
	}
}

// TestNoLocks checks that a change is refused, and leaves no journal, where files cannot be locked.
func TestNoLocks(t *testing.T) {
	defer func(before func(*os.File) error) { lockFile = before }(lockFile)
	for name, left := range map[string]map[string]string{"no journal": nil, "an empty journal": {"": ""}} {
		newState(t)
		folder := foldertest.Write(t, map[string]string{"a.md": "one"})
		one, two := "one", "two"
		change := func() error { return ChangeFiles(folder, []FileChange{{Path: "a.md", Before: &one, After: &two}}, nil) }
		root, err := canonical(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range left {
			if err := os.MkdirAll(Folder(), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(Folder(), journalName(root)), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		lockFile = func(*os.File) error { return errors.ErrUnsupported }
		for range 2 {
			err := change()
			if err == nil || !strings.Contains(err.Error(), "cannot lock") || !strings.Contains(err.Error(), "nothing has been done") || strings.Contains(err.Error(), "another segls") {
				t.Errorf("%s: %v", name, err)
			}
			if got := foldertest.Read(t, Folder()); len(got) != len(left) {
				t.Errorf("%s: left %v", name, got)
			}
		}
		lockFile = lock
		if err := change(); err != nil || foldertest.Read(t, folder)["a.md"] != two {
			t.Errorf("%s: with locks: %v", name, err)
		}
	}
}

// TestForeignJournal checks that a foreign journal never leads out of its folder, and removes no files but those with segls's names.
func TestForeignJournal(t *testing.T) {
	for name, line := range map[string]string{
		"out":    `{"root":ROOT,"files":[{"path":"../kept.md","before":KEPT,"after":""}]}` + "\n\"ready\"\n",
		"other":  `{"root":ROOT,"files":[{"path":"a.md","before":KEPT,"after":""}]}` + "\n\"ready\"\n",
		"named":  `{"root":ROOT,"files":[{"path":"a.md","before":"1","after":"2","next":"b.md"}]}` + "\n\"done\"\n",
		"short":  `{"root":ROOT,"files":[{"path":"a.md","before":"1","after":"2","next":".segls-notes.md"}]}` + "\n\"done\"\n",
		"broken": "{\n", "torn": `{"root":ROOT`, "empty": "", "words": "{\"root\":ROOT,\"files\":[]}\n\"nonsense\n",
	} {
		newState(t)
		files := map[string]string{"kept.md": "kept", "book/a.md": "one", "book/b.md": "two", "book/.segls-notes.md": "three"}
		folder := foldertest.Write(t, files)
		kept := "kept"
		line = strings.NewReplacer("ROOT", `"`+filepath.ToSlash(filepath.Join(folder, "book"))+`"`, "KEPT", `"`+sumOf(&kept)+`"`).Replace(line)
		if err := os.MkdirAll(Folder(), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(Folder(), journalName(filepath.Join(folder, "book"))), []byte(line), 0o600); err != nil {
			t.Fatal(err)
		}
		_, _ = recoverAll(folder, nil)
		if got := foldertest.Read(t, folder); !maps.Equal(got, files) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestLegacyJournalIsReported checks that a journal in the folder is reported, and never followed.
func TestLegacyJournalIsReported(t *testing.T) {
	newState(t)
	one := "one"
	files := map[string]string{"a.md": one, ".segls-journal": `[{"path":"a.md","before":"` + sumOf(&one) + `","after":""}]` + "\n\"ready\"\n"}
	folder := foldertest.Write(t, files)
	if s := LegacyJournalWarning(filepath.Join(folder, "deep")); s == nil || !strings.Contains(s.String(), filepath.Join(folder, ".segls-journal")) {
		t.Error(s)
	}
	if found := FindInterrupted(folder); found != nil || !maps.Equal(foldertest.Read(t, folder), files) {
		t.Errorf("%v, %v", found, foldertest.Read(t, folder))
	}
}

// TestTwoChanges checks that the second of two concurrent changes of a folder is refused, and that one in progress does not count as
// interrupted.
func TestTwoChanges(t *testing.T) {
	newState(t)
	before, _, changes := theChange()
	folder := foldertest.Write(t, before)
	isFirst := true
	err := ChangeFiles(folder, changes, func(call, _ string) {
		if !isFirst || call == "create" && len(foldertest.Read(t, Folder())) == 0 {
			return
		}
		isFirst = false
		if err := ChangeFiles(folder, changes, nil); err == nil || !strings.Contains(err.Error(), "another segls") {
			t.Errorf("two changes at once: %v", err)
		}
		if found := FindInterrupted(folder); len(found) > 0 {
			t.Errorf("found while it is made: %v", found)
		}
		if _, err := (InterruptedChange{folder, journalName(folder)}).Recover(nil); err == nil || !strings.Contains(err.Error(), "another segls") {
			t.Errorf("recovered while it is made: %v", err)
		}
	})
	if err != nil {
		t.Error(err)
	}
}
