//go:build unix

package shape

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipes checks that a pipe, a device or a folder in place of the key or of a shape blocks
// nothing, and that pipes and links are replaced.
func TestPipes(t *testing.T) {
	for name, put := range map[string]func(string) error{
		"pipe":   func(at string) error { return syscall.Mkfifo(at, 0o600) },
		"device": func(at string) error { return os.Symlink("/dev/zero", at) },
		"folder": func(at string) error { return os.MkdirAll(filepath.Join(at, "x"), 0o700) },
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			a := shown(t, "One.\n\n^Two.\n\nThree.")
			text := a.Text.String()
			d.write("a.md", text)
			replace := func(at string) {
				if err := os.RemoveAll(at); err != nil {
					t.Fatal(err)
				}
				if err := os.MkdirAll(d.store.folder, 0o700); err != nil {
					t.Fatal(err)
				}
				if err := put(at); err != nil {
					t.Skip(err)
				}
			}
			check := func(what string) {
				isSaved := d.again().store.Save(d.path("a.md"), a, true) == nil
				if name == "folder" {
					if isSaved {
						t.Errorf("%s: it is written over a folder", what)
					}
				} else if got := d.again().fragments("a.md", text); !isSaved || got != "One. Two." {
					t.Errorf("%s: saved: %t, shown %q", what, isSaved, got)
				}
				d.again().store.CountShapes()
			}
			replace(filepath.Join(d.store.folder, keyFile))
			check("key")
			if name == "folder" {
				d = newDesk(t)
			}
			d.save("a.md", a)
			shapes, err := filepath.Glob(filepath.Join(d.store.folder, "*"+ending))
			if err != nil || len(shapes) != 1 {
				t.Fatal(shapes, err)
			}
			replace(shapes[0])
			if got := d.again().fragments("a.md", text); got != "" {
				t.Errorf("shown from a %s: %q", name, got)
			}
			check("shape")
		})
	}
}
