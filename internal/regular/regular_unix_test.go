//go:build unix

package regular

import (
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
)

// TestRead checks that Read reads regular files, also through links, and that its error names the kind of any other file.
func TestRead(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder) // the name of a socket must be short
	try := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	try(os.WriteFile("file", []byte("salt"), 0o600))
	try(os.WriteFile("full", []byte(strings.Repeat("x", 1<<20)), 0o600))
	try(os.WriteFile("sparse", nil, 0o600))
	try(os.Truncate("sparse", 1<<30))
	try(os.Mkdir("folder", 0o700))
	try(syscall.Mkfifo("pipe", 0o600))
	listener, err := net.Listen("unix", "socket")
	try(err)
	defer listener.Close()
	for name, target := range map[string]string{"link": "file", "to a device": "/dev/zero", "to a pipe": "pipe", "to nothing": "none", "to itself": "to itself"} {
		try(os.Symlink(target, name))
	}
	for name, want := range map[string]string{
		"file": "", "full": "", "link": "",
		"sparse": "this file is larger than 1 MB, so it is not read", "folder": "this is a folder, not a file",
		"pipe": "this is not an ordinary file, but a device or a pipe, say", "socket": "this is not an ordinary file, but a device or a pipe, say", "to a device": "this is not an ordinary file, but a device or a pipe, say", "to a pipe": "this is not an ordinary file, but a device or a pipe, say",
		"to nothing": "no such file or directory", "none": "no such file or directory", "to itself": "too many levels of symbolic links",
	} {
		text, err := Read(Disk{}, name, 1<<20)
		if got := message(err); got != want || err == nil && len(text) == 0 {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
		if errors.Is(err, fs.ErrNotExist) != strings.HasPrefix(want, "no such") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if text, err := Read(FSFiles{fstest.MapFS{"a": {Data: []byte("salt")}}}, "a", 3); err == nil {
		t.Errorf("read %q, which has more than 3 bytes", text)
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// swapping replaces a file after it has been checked.
type swapping struct {
	Disk
	swap func(name string)
}

func (s swapping) Open(name string) (io.ReadCloser, error) {
	s.swap(name)
	return s.Disk.Open(name)
}

// TestReplacedAfterCheck checks that a file that is replaced after the check does not block Read, and is not read.
func TestReplacedAfterCheck(t *testing.T) {
	for want, swap := range map[string]func(name string) error{
		"this is not an ordinary file, but a device or a pipe, say": func(name string) error { return syscall.Mkfifo(name, 0o600) },
		"this is a folder, not a file":                              func(name string) error { return os.Mkdir(name, 0o700) },
		"this file is larger than 1 MB, so it is not read":          func(name string) error { return os.WriteFile(name, make([]byte, 1<<20+1), 0o600) },
	} {
		name := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(name, []byte("salt"), 0o600); err != nil {
			t.Fatal(err)
		}
		text, err := Read(swapping{swap: func(name string) {
			if err := errors.Join(os.Remove(name), swap(name)); err != nil {
				t.Fatal(err)
			}
		}}, name, 1<<20)
		if message(err) != want {
			t.Errorf("%q, %v; want %s", text, err, want)
		}
	}
}
