// Package goldentest compares what tests find with text archives in testdata, which people can read and review.
package goldentest

import (
	"bytes"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Archives runs a subtest for each archive in testdata. Files whose names begin with prefix hold the wanted results for the others: find
// gets the others, and returns the contents of the wanted files, by their names without the prefix. A missing file counts as empty. With
// -update, the wanted files are rewritten.
func Archives(t *testing.T, prefix string, find func(t *testing.T, given *txtar.Archive) map[string]string) {
	t.Helper()
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("there are no archives in testdata")
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			before, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			archive := txtar.Parse(before)
			want := make(map[string]string)
			archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool {
				section, isWanted := strings.CutPrefix(f.Name, prefix)
				if isWanted {
					want[section] = string(f.Data)
				}
				return isWanted
			})
			got := find(t, archive)
			if *update {
				for _, section := range slices.Sorted(maps.Keys(got)) {
					if got[section] != "" {
						archive.Files = append(archive.Files, txtar.File{Name: prefix + section, Data: []byte(got[section])})
					}
				}
				if after := txtar.Format(archive); !bytes.Equal(before, after) {
					if err := os.WriteFile(name, after, 0o600); err != nil {
						t.Fatal(err)
					}
				}
				return
			}
			both := maps.Clone(want)
			maps.Copy(both, got)
			for _, section := range slices.Sorted(maps.Keys(both)) {
				if got[section] != want[section] {
					t.Errorf("%s is\n%s\nwant\n%s", section, got[section], want[section])
				}
			}
		})
	}
}
