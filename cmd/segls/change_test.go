package main

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/foldertest"
	"github.com/segls/segls/internal/journal"
)

// neighbours returns files with names like those of files of segls, now or in earlier versions, and of backups of editors.
func neighbours(folder string) map[string]string {
	files := make(map[string]string)
	for _, name := range []string{
		".segls-baseline.json", ".segls-notes.md", ".segls-journal", ".segls-", ".segls-1", ".segls-ABCDEFGHIJKLMNOPQRSTUVWXYZ", ".segls~x", ".segls~1+", ".segls~1-", ".segls~",
		"road.md.1", "wax.md~", ".wax.md.swp",
	} {
		files[folder+name] = "[]\n\"ready\"\n" + name
	}
	return files
}

// inBook writes the small book, neighbours and two AsciiDoc files into a new folder.
func inBook(t *testing.T) (folder string, files map[string]string) {
	files = smallBook()
	for _, folder := range []string{"", "src/", "src/deep/", "parts/"} {
		maps.Copy(files, neighbours(folder))
	}
	const again = "\nEverybody who comes late to the gate of the salt works waits outside it until morning.\n"
	files["src/wax.adoc"], files["src/road.adoc"] = "= Wax\n"+again, "= Road\n"+again
	return inRepository(t, files), files
}

// TestNeighbours checks that commands that write neither change unrelated files, whatever their names, nor leave files behind.
func TestNeighbours(t *testing.T) {
	for name, x := range map[string]struct {
		args  string
		count int // new files; -1 means that one is removed
	}{
		"move in a file": {"move --unit section --from 3 --before 2 src/road.md", 0},
		"in place":       {"move --unit section --from 3 --before 2 --in-place src/road.md", 0},
		"move to a file": {"move --unit section src/road.md:5 --to src/wax.md", 0},
		"move a file":    {"move --unit file src/road.md --to src/wax.md", 0},
		"split":          {"split --by section src/road.md:5", 1},
		"split to":       {"split --by headings --to parts src/road.md", 3},
		"split to new":   {"split --by headings --to new/parts src/road.md", 3},
		"merge files":    {"merge --force src/road.md", -1},
		"share":          {"share src/wax.adoc:3", 1},
		"output":         {"fragment --output src/out.txt src/road.md", 1},
		"baseline":       {"check --baseline base.json --write-baseline src/road.md", 1},
		"recover":        {"recover", 0},
	} {
		t.Run(name, func(t *testing.T) {
			folder, files := inBook(t)
			t.Chdir(folder)
			if code, _, errs := segls("", strings.Fields(x.args)...); code != console.ExitOK {
				t.Fatalf("%d %s", code, errs)
			}
			got := foldertest.Read(t, folder)
			if made := len(got) - len(files) - 1; made != x.count { // not counting .git/HEAD
				t.Errorf("%d files made, want %d", made, x.count)
			}
			for name, text := range files {
				if _, isSeen := smallBook()[name]; !isSeen && filepath.Ext(name) != ".adoc" && got[name] != text {
					t.Errorf("%s has become %q", name, got[name])
				}
			}
			if left, _ := os.ReadDir(journal.Folder()); len(left) > 0 {
				t.Errorf("a journal is left: %v", left)
			}
		})
	}
}

// interrupted leaves a change of two files unfinished, as if the program had been killed after replacing src/wax.md.
func interrupted(t *testing.T, folder string) {
	t.Helper()
	road, wax := smallBook()["src/road.md"], smallBook()["src/wax.md"]
	shorter, longer := road[:strings.Index(road, "## Mules")], wax+"\n"+road[strings.Index(road, "## Mules"):]
	defer func() {
		if recover() == nil {
			t.Fatal("the run was not killed")
		}
	}()
	files := []journal.FileChange{{Path: "src/road.md", Before: &road, After: &shorter, IsSource: true}, {Path: "src/wax.md", Before: &wax, After: &longer}}
	_ = journal.ChangeFiles(folder, files, func(call, path string) {
		if call == "rename" && path == "src/road.md" {
			panic("killed")
		}
	})
}

// TestInterrupted checks that commands that only read, and dry runs, report an interrupted change, and that others
// finish it first, unless a file has been edited. segls recover --forget gives it up.
func TestInterrupted(t *testing.T) {
	const pending = "was interrupted. To finish it, run “segls recover” in that folder."
	for _, args := range []string{
		"check src", "check src/road.md", "work", "move --unit section --from 3 --before 2 --dry-run src/road.md",
		"move --unit section src/road.md:5 --to src/wax.md --dry-run", "split --by section src/road.md:5 --dry-run", "split --to parts --dry-run src/road.md",
	} {
		folder, _ := inBook(t)
		t.Chdir(folder)
		interrupted(t, folder)
		before := foldertest.Read(t, folder)
		if _, _, errs := segls("", strings.Fields(args)...); strings.Count(errs, pending) != 1 || strings.Count(errs, ".segls-journal when") != 1 {
			t.Errorf("%s: %s", args, errs)
		}
		if !maps.Equal(foldertest.Read(t, folder), before) {
			t.Errorf("%s has changed a file", args)
		}
		if code, _, errs := segls("", "recover", "src"); code != console.ExitOK {
			t.Fatal(errs)
		}
	}
	for _, args := range []string{
		"recover", "recover src/deep", "recover ..", "move --unit section --from 2 --before 2 src/road.md", "move --unit file src/deep/end.md --to src/wax.md --place before",
		"split --by section src/wax.md:5", "split --to parts --by headings src/wax.md", "share src/wax.adoc:3",
	} {
		folder, files := inBook(t)
		t.Chdir(folder)
		interrupted(t, folder)
		if got := contentOf(t, "src/road.md"); got != files["src/road.md"] || contentOf(t, "src/wax.md") == files["src/wax.md"] {
			t.Fatalf("it was not killed halfway: %s", got)
		}
		code, out, errs := segls("", strings.Fields(args)...)
		if code != console.ExitOK && !strings.Contains(args, "--before 2") || !strings.Contains(out+errs, "has been finished.") {
			t.Errorf("%s: %d %s %s", args, code, out, errs)
		}
		if got := contentOf(t, "src/road.md"); strings.Contains(got, "Mules carry") || !strings.Contains(contentOf(t, "src/wax.md")+contentOf(t, "src/deep/end.md"), "Mules carry") {
			t.Errorf("%s: %s", args, got)
		}
		if code, out, _ := segls("", "recover"); code != console.ExitOK || !strings.HasPrefix(out, "No change to the files in . was interrupted.") {
			t.Errorf("%s: %d %s", args, code, out)
		}
	}
	folder, _ := inBook(t)
	t.Chdir(folder)
	interrupted(t, folder)
	if err := os.WriteFile("src/road.md", []byte("Other words."), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"recover", "move --unit section --from 2 --before 1 src/wax.md"} {
		if code, out, errs := segls("", strings.Fields(args)...); code != console.ExitUsage || !strings.Contains(errs, filepath.Join("src", "road.md")+" has been edited") {
			t.Errorf("%s: %d %s %s", args, code, out, errs)
		}
	}
	if code, out, errs := segls("", "recover", "--forget"); code != console.ExitOK || contentOf(t, "src/road.md") != "Other words." || !strings.Contains(out, "given up") {
		t.Errorf("%d %s %s", code, out, errs)
	}
}
