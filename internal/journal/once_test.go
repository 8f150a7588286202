package journal

import (
	"os"
	"path/filepath"
	"testing"
)

// TestIsFirst checks that a message is shown once, and each time if nothing can be kept.
func TestIsFirst(t *testing.T) {
	state := t.TempDir()
	t.Setenv("XDG_STATE_HOME", state)
	for _, test := range []struct {
		name string
		want bool
	}{{"one", true}, {"one", false}, {"other", true}} {
		if got := MarkShown(test.name); got != test.want {
			t.Errorf("%s is said for the first time: %v", test.name, got)
		}
	}
	file := filepath.Join(state, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_STATE_HOME", file) // no folder can be made in a file
	for range 2 {
		if !MarkShown("one") {
			t.Error("what is not kept is not said again")
		}
	}
}
