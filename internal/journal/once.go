package journal

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// MarkShown reports whether a message with this name is shown to the user for the first time, and
// records it as an empty file in the state folder. If nothing can be kept, it always returns true.
func MarkShown(name string) bool {
	state := StateFolder()
	if state == "" {
		return true
	}
	folder := filepath.Join(state, "segls", "said")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return true
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return true
	}
	defer root.Close()
	f, err := (disk{Root: root}).create(name, 0o600)
	if err != nil {
		return !errors.Is(err, fs.ErrExist)
	}
	return f.Close() == nil
}
