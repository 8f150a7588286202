// Package foldertest writes and reads folders for tests.
package foldertest

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Write writes files, by their paths with slashes, into a new folder, and returns its path without links.
func Write(t *testing.T, files map[string]string) (folder string) {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		name = filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// Read returns all files in a folder, by their paths with slashes.
func Read(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
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

// WithoutOwnFiles returns the files except those with names that segls gives to its own files, which a person does not see.
func WithoutOwnFiles(files map[string]string) map[string]string {
	seen := maps.Clone(files)
	maps.DeleteFunc(seen, func(name, _ string) bool { return strings.HasPrefix(filepath.Base(name), ".segls") })
	return seen
}
