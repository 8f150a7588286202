package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/segls/segls/internal/console"
)

// smallDisk mounts a disk in memory with a text on it, or skips the test. The options may limit its size.
func smallDisk(t *testing.T, options, name, text string) (disk, path string) {
	t.Helper()
	disk = t.TempDir()
	if err := syscall.Mount("segls", disk, "tmpfs", 0, options); err != nil {
		t.Skipf("a disk cannot be mounted: %v", err) // only root can mount
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, 0); err != nil {
			t.Error(err)
		}
	})
	path = filepath.Join(disk, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return disk, path
}

// holdsOnly checks that a disk holds only a text, unchanged.
func holdsOnly(t *testing.T, disk, path, text string) {
	t.Helper()
	entries, err := os.ReadDir(disk)
	if err != nil || len(entries) != 1 || contentOf(t, path) != text {
		t.Errorf("%v %v\n%s", err, entries, contentOf(t, path))
	}
}

// TestDiskFull checks that, without enough room for all files, none is created, and that a text that cannot be replaced stays.
func TestDiskFull(t *testing.T) {
	long := "# A\n\n" + strings.Repeat("Salt keeps fish. ", 900) + "\n\n# B\n\n" + strings.Repeat("Bees build wax. ", 900) + "\n"
	disk, path := smallDisk(t, "size=48k", "book.md", long)
	code, out, errs := segls("", "split", "--by", "headings", "--to", filepath.Join(disk, "parts"), path)
	if code != console.ExitUsage || out != "" || !strings.Contains(errs, "no space left") {
		t.Errorf("%d %s %s", code, out, errs)
	}
	holdsOnly(t, disk, path, long)
	code, _, errs = segls("", "move", "--unit", "section", "--from", "2", "--before", "1", path)
	if code != console.ExitUsage || !strings.Contains(errs, "no space left") {
		t.Errorf("%d %s", code, errs)
	}
	holdsOnly(t, disk, path, long)
}

// TestReadOnlyDisk checks that a failed write is reported, and that nothing changes.
func TestReadOnlyDisk(t *testing.T) {
	disk, path := smallDisk(t, "", "book.md", book)
	if err := syscall.Mount("", disk, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"split", "--by", "headings", "--to", filepath.Join(disk, "parts"), path},
		{"split", "--by", "headings", "--to", disk, path},
		{"move", "--unit", "section", "--from", "3", "--before", "2", path},
	} {
		if code, _, errs := segls("", args...); code != console.ExitUsage || !strings.Contains(errs, "read-only") {
			t.Errorf("%q: %d %s", args, code, errs)
		}
	}
	holdsOnly(t, disk, path, book)
}
