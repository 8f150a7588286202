package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// killed ends a run as if its process had been killed: nothing more is written.
type killed struct{}

// untilKilled runs something that may be killed, and reports whether it was.
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

// visibleFiles are the files of a folder that a person sees, by path.
func visibleFiles(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".segls") {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		files[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// theChange moves words from one file to another, splits one, removes one and changes the order.
func theChange() (before, after map[string]string, changes []fileChange) {
	before = map[string]string{"SUMMARY.md": "a b c", "a.md": "one two three", "deep/b.md": "four", "c.md": "five six", "d.md": "seven"}
	after = map[string]string{"SUMMARY.md": "a b new", "a.md": "one", "deep/b.md": "four three", "new.md": "two", "d.md": "seven five six"}
	names := maps.Clone(before)
	maps.Copy(names, after)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		c := fileChange{path: name, isSource: name == "a.md"}
		if text, is := before[name]; is {
			c.before = &text
		}
		if text, is := after[name]; is {
			c.after = &text
		}
		changes = append(changes, c)
	}
	return before, after, changes
}

// missing reports which words of texts are in no file.
func missing(texts, files map[string]string) []string {
	var gone []string
	all := strings.Join(slices.Collect(maps.Values(files)), " ")
	for name, text := range texts {
		for _, word := range strings.Fields(text) {
			if name != "SUMMARY.md" && !slices.Contains(strings.Fields(all), word) {
				gone = append(gone, word)
			}
		}
	}
	return gone
}

// TestKilled ends a change after each thing that it writes, and the run that recovers it as well:
// at every moment each word is in a file that a person sees, and in the end the change is finished
// or taken back. It is taken back where another program changes a file that is yet to be changed.
func TestKilled(t *testing.T) {
	for _, isDisturbed := range []bool{false, true} {
		finished, back, last := 0, 0, 0
		for n := 1; last == 0; n++ {
			before, after, changes := theChange()
			folder := writeFiles(t, before)
			watch := func(at int) func(string) {
				written := 0
				return func(what string) {
					if gone := missing(before, visibleFiles(t, folder)); len(gone) > 0 {
						t.Errorf("after %d, %s: no file has %q", written, what, gone)
					}
					if isDisturbed && what == "new.md" && at == n {
						before["d.md"] = "seven eight"
						if err := os.WriteFile(filepath.Join(folder, "d.md"), []byte(before["d.md"]), 0o600); err != nil {
							t.Error(err)
						}
					}
					if written++; written == max(at, -at) {
						panic(killed{})
					}
				}
			}
			wasKilled, err := untilKilled(func() error { return changeFiles(folder, changes, watch(n)) })
			if !wasKilled {
				if want := map[bool]map[string]string{false: after, true: before}[isDisturbed]; (err != nil) != isDisturbed || !maps.Equal(visibleFiles(t, folder), want) {
					t.Fatalf("%v, %v", err, visibleFiles(t, folder))
				}
				last = n
				break
			}
			again := true
			for m := 1; again && m < 4; m++ {
				again, _ = untilKilled(func() error { _, err := recoverFiles(folder, watch(-m)); return err })
			}
			did, err := recoverFiles(folder, nil)
			got := visibleFiles(t, folder)
			switch {
			case err != nil:
				t.Errorf("killed after %d: %v", n, err)
			case maps.Equal(got, after) && !strings.Contains(did, "taken back"):
				finished++
			case maps.Equal(got, before):
				back++
			default:
				t.Errorf("killed after %d, %q: %v", n, did, got)
			}
			for _, pattern := range []string{".segls*", "*/.segls*"} {
				if left, _ := filepath.Glob(filepath.Join(folder, pattern)); len(left) > 0 {
					t.Errorf("killed after %d: %q is left", n, left)
				}
			}
		}
		if !isDisturbed && finished < 5 || back < 5 || last < 20 {
			t.Errorf("%d finished, %d taken back, of %d", finished, back, last)
		}
	}
}

// TestChangedMeanwhile: another program changes, removes or makes a file after anything that is
// written: what it wrote stays, all else is what it was or what it was to become, no word is lost.
func TestChangedMeanwhile(t *testing.T) {
	before, after, changes := theChange()
	refused, step := 0, 2
	if testing.Short() {
		step = 5
	}
	for name := range maps.Keys(map[string]bool{"a.md": true, "deep/b.md": true, "new.md": true, "c.md": true, "d.md": true}) {
		for n := 1; n < 25; n += step {
			for _, other := range []string{"eight", ""} {
				folder := writeFiles(t, before)
				path := filepath.Join(folder, filepath.FromSlash(name))
				written := 0
				err := changeFiles(folder, changes, func(string) {
					if written++; written != n {
						return
					}
					if err := os.Remove(path); other == "" || err != nil && !errors.Is(err, fs.ErrNotExist) {
						return
					}
					if err := os.WriteFile(path, []byte(other), 0o600); err != nil {
						t.Error(err)
					}
				})
				got := visibleFiles(t, folder)
				want := after
				if err != nil {
					want = before
					refused++
				}
				for file := range maps.Keys(want) {
					if file != name && got[file] != want[file] {
						t.Errorf("%s becomes %q after %d: %s is %q, want %q (%v)", name, other, n, file, got[file], want[file], err)
					}
				}
				if other != "" && written >= n && got[name] != other && got[name] != want[name] {
					t.Errorf("%s becomes %q after %d: it is %q (%v)", name, other, n, got[name], err)
				}
			}
		}
	}
	if refused < 50/step {
		t.Errorf("refused %d times", refused)
	}
}

// TestJournalFromElsewhere: a journal that somebody else has written leads out of the folder
// nowhere, and removes nothing that it does not know.
func TestJournalFromElsewhere(t *testing.T) {
	outside := writeFiles(t, map[string]string{"kept.md": "kept"})
	sum := func(text string) string { return sumOf(&text) }
	for name, text := range map[string]string{
		"out":    fmt.Sprintf(`[{"path":"../%s/kept.md","before":%q,"after":"","old":"../%s/.segls~1-"}]`+"\n\"ready\"\n", filepath.Base(outside), sum("kept"), filepath.Base(outside)),
		"other":  fmt.Sprintf(`[{"path":"a.md","before":%q,"after":""}]`+"\n\"ready\"\n", sum("not what it is")),
		"named":  fmt.Sprintf(`[{"path":"a.md","before":%q,"after":%q,"next":"b.md"}]`+"\n\"ready\"\n", sum("one"), sum("two")),
		"broken": "{\n", "torn": `[{"path":"a.md"`, "empty": "", "words": "[]\n\"nonsense\n",
	} {
		folder := writeFiles(t, map[string]string{"a.md": "one", "b.md": "two", journalName: text})
		_, _ = recoverFiles(folder, nil)
		if got := visibleFiles(t, folder); got["a.md"] != "one" || got["b.md"] != "two" {
			t.Errorf("%s: %v", name, got)
		}
		if got := visibleFiles(t, outside); got["kept.md"] != "kept" {
			t.Errorf("%s: a file outside is %v", name, got)
		}
	}
}

// TestTwoChanges: of two changes of one folder the second is refused.
func TestTwoChanges(t *testing.T) {
	before, _, changes := theChange()
	folder := writeFiles(t, before)
	done := false
	err := changeFiles(folder, changes, func(string) {
		if !done {
			done = true
			if err := changeFiles(folder, changes, nil); err == nil || !strings.Contains(err.Error(), "another segls") {
				t.Errorf("two changes at once: %v", err)
			}
			if _, err := recoverFiles(folder, nil); err == nil || !strings.Contains(err.Error(), "another segls") {
				t.Errorf("recovered while it is changed: %v", err)
			}
		}
	})
	if err != nil {
		t.Error(err)
	}
}
