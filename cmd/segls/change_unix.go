//go:build unix

package main

import (
	"fmt"
	"io/fs"
	"os"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// bound says what a file would lose if another one took its place.
func bound(about fs.FileInfo) string {
	of, ok := about.Sys().(*syscall.Stat_t)
	switch {
	case !ok:
		return ""
	case of.Nlink > 1:
		return fmt.Sprintf("has %d names (hard links), and would be two files", of.Nlink)
	case int(of.Uid) != os.Geteuid():
		return "belongs to another user, and would be yours"
	}
	return ""
}

// hold locks a temporary file, so that no other run removes it while it is open.
func hold(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) }

// removeUnlessHeld removes what is left of a run that has ended.
func removeUnlessHeld(path string) {
	about, err := os.Lstat(path)
	if err != nil || !about.Mode().IsRegular() {
		return
	}
	f, err := os.Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	if hold(f) == nil {
		os.Remove(path)
	}
}

// usualMode is the mode of a new file under the user's umask.
var usualMode = sync.OnceValue(func() fs.FileMode {
	mask := syscall.Umask(0)
	syscall.Umask(mask)
	return 0o666 &^ fs.FileMode(mask)
})
