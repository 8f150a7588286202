package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/foldertest"
)

// TestWork checks that the files of a work are listed in order with their numbers of words, whichever folder or file is given.
func TestWork(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"book.toml":        "[book]\ntitle = \"Salt\"\n",
		"src/SUMMARY.md":   "# Summary\n\n- [The road](road.md)\n  - [Pans](deep/pans.md)\n- [Gone](gone.md)\n",
		"src/road.md":      "# Road\n\nSalt goes inland by the old road.\n",
		"src/deep/pans.md": "# Pans\n\nThe sun dries the pans.\n\nWorkers rake them.\n",
		"src/left.md":      "Nobody names this.\n",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, from := range []string{"", "src", "src/deep", "src/deep/pans.md", "src/left.md"} {
		code, out, errs := segls("", "work", "--format", "json", filepath.Join(folder, from))
		var w workJSON
		if err := json.Unmarshal([]byte(out), &w); err != nil || code != console.ExitOK {
			t.Fatal(from, code, errs, err)
		}
		if w.Kind != "mdbook" || w.Title != "Salt" || w.Total.Words != 15 || len(w.Orphans) != 1 || len(w.Problems) != 1 || w.Problems[0].Line != 5 {
			t.Errorf("from %q: %s", from, out)
		}
		if len(w.Entries) != 1 || w.Entries[0].Own.Words != 7 || w.Entries[0].Total.Words != 15 || w.Entries[0].Entries[0].Own.Paragraphs != 2 {
			t.Errorf("from %q: %s", from, out)
		}
	}
	_, out, _ := segls("", "work", folder)
	for _, want := range []string{"Salt  15 words", "        7        15         1  The road  road.md\n", "        8         8         1    Pans  deep/pans.md\n", "Not in the order:\n", "There is no file gone.md."} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	if code, _, errs := segls("", "work", t.TempDir()); code != console.ExitUsage || !strings.Contains(errs, "there are no texts in") {
		t.Error(code, errs)
	}
}

// TestWorkStaysInside checks that a link that leads out of the folder of the work is not followed.
func TestWorkStaysInside(t *testing.T) {
	outside, folder := t.TempDir(), t.TempDir()
	for path, text := range map[string]string{
		filepath.Join(outside, "secret.md"):   "Nobody else's words.\n",
		filepath.Join(folder, "SUMMARY.md"):   "# Summary\n\n- [Salt](salt.md)\n- [Secret](secret.md)\n- [Deep](deep/secret.md)\n",
		filepath.Join(folder, "salt.md"):      "Salt keeps meat.\n",
		filepath.Join(folder, ".git", "HEAD"): "",
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for from, to := range map[string]string{"secret.md": filepath.Join(outside, "secret.md"), "deep": outside} {
		if err := os.Symlink(to, filepath.Join(folder, from)); err != nil {
			t.Skip("symbolic links are not available:", err)
		}
	}
	_, out, _ := segls("", "work", "--format", "json", folder)
	var w workJSON
	if err := json.Unmarshal([]byte(out), &w); err != nil {
		t.Fatal(err)
	}
	if len(w.Entries) != 1 || len(w.Orphans) != 0 || len(w.Problems) != 2 || w.Total.Words != 3 {
		t.Errorf("%s", out)
	}
}

// TestWorkCountsScenes checks that a chapter without a break is a scene if others have breaks, and a few words above a part are not.
func TestWorkCountsScenes(t *testing.T) {
	files := map[string]string{"01-one.md": "# One\n\nThe sea is salt.\n\n***\n\nThe tide rises.\n", "02-two.md": "# Two\n\nThe road is long.\n", "03-three.md": "# Three\n\nThe end.\n\n## Below\n\nIt goes on.\n"}
	for want, chapter := range map[int]string{4: files["01-one.md"], 0: "# One\n\nThe sea is salt.\n"} {
		files["01-one.md"] = chapter
		folder := foldertest.Write(t, files)
		for _, command := range []string{"work", "stats"} {
			_, out, _ := segls("", command, "--format", "json", folder)
			var w struct{ Total answer.Lengths }
			if err := json.Unmarshal([]byte(out), &w); err != nil {
				t.Fatal(err)
			}
			if w.Total.Scenes != want {
				t.Errorf("%s: %d scenes, want %d: %s", command, w.Total.Scenes, want, out)
			}
		}
	}
}

// TestTargets checks targets from the settings, the metadata and the directives of a work, and the progress.
func TestTargets(t *testing.T) {
	folder := foldertest.Write(t, map[string]string{
		"book.toml":      "[book]\ntitle = \"Salt\"\n",
		".segls.toml":    "[work]\ntarget-words = 60\n[work.targets]\n\"src/road.md\" = 14\n\"src/**\" = 99\n",
		"src/SUMMARY.md": "# Summary\n\n- [The road](road.md)\n  - [Pans](pans.md)\n- [Wax](wax.md)\n",
		"src/road.md":    "# Road\n\nSalt goes inland by the old road.\n",
		"src/pans.md":    "---\nword-goal: 16\n---\n# Pans\n\nThe sun dries the pans.\n\n## Rakes\n\n<!-- segls: target 6 -->\n\nWorkers rake them.\n",
		"src/wax.md":     "# Wax\n\nBees make wax.\n",
	})
	_, out, _ := segls("", "work", "--format", "json", folder)
	var w workJSON
	if err := json.Unmarshal([]byte(out), &w); err != nil {
		t.Fatal(err)
	}
	road := w.Entries[0]
	pans := road.Entries[0]
	if w.Target != 60 || road.Target != 14 || pans.Target != 16 || w.Entries[1].Target != 99 || len(pans.Sections) != 1 || pans.Sections[0].Target != 6 || pans.Sections[0].Total != 3 {
		t.Errorf("%s", out)
	}
	if w.Total.Minutes >= w.Total.Aloud || w.Total.Aloud < 17.99/analysis.WordsPerMinuteAloud {
		t.Errorf("%v minutes, aloud %v", w.Total.Minutes, w.Total.Aloud)
	}
	_, out, _ = segls("", "work", folder)
	for _, want := range []string{"Salt  18 words, 4 fragments, less than a minute, aloud less than a minute\n30% of 60\n", "The road  road.md  50% of 14\n", "Pans  pans.md  50% of 16\n", "        3         3                Rakes  50% of 6\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	_, out, _ = segls("", "stats", "--work", "--sections", folder)
	for _, want := range []string{"18 of 60 words", "pans.md  50% of 16", "Rakes  50% of 6", "aloud: less than a minute"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
}

// TestTargetOfTitle checks that the target of a heading around a whole file is that of the file, rather than that of the settings.
func TestTargetOfTitle(t *testing.T) {
	folder := foldertest.Write(t, map[string]string{
		"book.toml":      "[book]\n",
		".segls.toml":    "[work.targets]\n\"src/*.md\" = 99\n",
		"src/SUMMARY.md": "# Summary\n\n- [Salt](salt.md)\n",
		"src/salt.md":    "# Salt\n\n<!-- segls: target 6 -->\n\nBrine stands here.\n",
	})
	_, out, _ := segls("", "work", folder)
	if !strings.Contains(out, "Salt  salt.md  50% of 6\n") || strings.Count(out, "% of") != 1 {
		t.Errorf("segls work says\n%s", out)
	}
	_, out, _ = segls("", "stats", "--work", folder)
	if !strings.Contains(out, "salt.md  50% of 6") || strings.Contains(out, "of 99") {
		t.Errorf("segls stats says\n%s", out)
	}
}
