//go:build unix

package console

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
)

// TestReplacedFile checks that a replaced file gets exactly the new content and keeps its mode, whatever the umask.
func TestReplacedFile(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	path := filepath.Join(t.TempDir(), "a.md")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o664); err != nil {
		t.Fatal(err)
	}
	const want = "new\x1b"
	err := WriteToFileOrStdout(&cobra.Command{}, path, func(w io.Writer) error {
		_, err := io.WriteString(w, want)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%q, %v", got, err)
	}
	if about, err := os.Stat(path); err != nil || about.Mode().Perm() != 0o664 {
		t.Errorf("%v, %v", about.Mode(), err)
	}
}
