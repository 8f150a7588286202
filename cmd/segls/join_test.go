package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/foldertest"
	"golang.org/x/tools/txtar"
)

// TestJoin joins the works in testdata/join. Each is an archive whose last file, want, has the messages and the resulting text.
func TestJoin(t *testing.T) {
	archives, _ := filepath.Glob("testdata/join/*.txtar")
	if len(archives) < 5 {
		t.Fatalf("%d works", len(archives))
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files, want := map[string]string{".git/HEAD": ""}, ""
			var rest []txtar.File
			for _, f := range archive.Files {
				if f.Name == "want" {
					want = string(f.Data)
					continue
				}
				files[f.Name] = string(f.Data)
				rest = append(rest, f)
			}
			folder := foldertest.Write(t, files)
			code, out, errs := segls("", "work", "--join", folder)
			got := strings.ReplaceAll(errs, folder+string(filepath.Separator), "") + out
			if code != console.ExitOK {
				got = strings.ReplaceAll(errs, folder+string(filepath.Separator), "")
			}
			if got == want {
				return
			}
			if !*update {
				t.Fatalf("joined\n%s\nwant\n%s", got, want)
			}
			archive.Files = append(rest, txtar.File{Name: "want", Data: []byte(got)})
			if err := os.WriteFile(name, txtar.Format(archive), 0o600); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// TestJoinedFilesEqualBook checks that a book cut into files and joined again has the same fragments and words.
func TestJoinedFilesEqualBook(t *testing.T) {
	folder, _ := cutBook(t)
	out := filepath.Join(folder, "out", "book.md")
	if err := os.Mkdir(filepath.Dir(out), 0o700); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := segls("", "work", "--join", "--output", out, folder); code != console.ExitOK {
		t.Fatal(errs)
	}
	_, got, _ := segls("", "fragment", "--no-work", out)
	_, want, _ := segls("", "fragment", "--no-work", filepath.Join(folder, "whole.md"))
	if strings.Replace(got, out, "", 1) != strings.Replace(want, filepath.Join(folder, "whole.md"), "", 1) {
		t.Errorf("joined\n%s\nthe whole\n%s", got, want)
	}
	if code, _, errs := segls("", "work", "--join", "--output", filepath.Join(folder, "src", "c1.md"), folder); code != console.ExitUsage || !strings.Contains(errs, "is a file of the work") {
		t.Errorf("%d, %s", code, errs)
	}
}
