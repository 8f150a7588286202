// Package consoletest holds helpers for the tests of commands.
package consoletest

import (
	"os"
	"path/filepath"
	"testing"
)

// Library writes files into a folder, makes it the home and the working folder, and returns its path.
func Library(t testing.TB, files map[string]string) string {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "settings"))
	t.Setenv("AppData", filepath.Join(home, "settings"))
	t.Chdir(home)
	return home
}

// AwayFromHome makes project the home folder, where the search for settings files ends, so that the user's own are not read.
func AwayFromHome(project string) {
	home, err := filepath.Abs(project)
	if err != nil {
		panic(err)
	}
	os.Setenv("HOME", home)
	os.Setenv("USERPROFILE", home)
	os.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "no-such-folder"))
	os.Setenv("AppData", filepath.Join(home, "no-such-folder"))
}
