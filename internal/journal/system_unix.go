//go:build unix

package journal

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// lock locks a file exclusively, or fails at once.
func lock(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) }

// isBusy reports whether an error of lock means that another run holds the lock. Some file systems have no locks.
func isBusy(err error) bool { return errors.Is(err, unix.EWOULDBLOCK) }

// isLocked reports whether a run holds the lock of a file.
func isLocked(f *os.File) bool { return isBusy(unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB)) }

// syncFolder makes changes to the names in a folder durable, if the file system supports it.
func syncFolder(f *os.File) error {
	if err := f.Sync(); !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return err
	}
	return nil
}

// copyOwner sets the owner and the group of a file to those of another. Only the superuser may
// change the owner, and other users may only set a group to which they belong.
func copyOwner(f *os.File, other fs.FileInfo) {
	if of, ok := other.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(-1, int(of.Gid))
		_ = f.Chown(int(of.Uid), -1)
	}
}

// userMode is the mode of a new file under the user's umask. It is read before there are other goroutines, which could make files: the
// umask must be changed to be read.
var userMode = func() fs.FileMode {
	mask := syscall.Umask(0)
	syscall.Umask(mask)
	return 0o666 &^ fs.FileMode(mask)
}()

// defaultMode returns the mode of a new file.
func defaultMode() fs.FileMode { return userMode }

// StateFolder returns the folder for data that should last between runs; "" if the system has none.
func StateFolder() string {
	if folder := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(folder) {
		return folder
	}
	home, err := os.UserHomeDir()
	switch {
	case err != nil:
		return ""
	case runtime.GOOS == "darwin" || runtime.GOOS == "ios":
		return filepath.Join(home, "Library", "Application Support")
	}
	return filepath.Join(home, ".local", "state")
}
