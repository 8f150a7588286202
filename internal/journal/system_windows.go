package journal

import (
	"errors"
	"io/fs"
	"math"
	"os"

	"golang.org/x/sys/windows"
)

// lock locks a file exclusively, or fails at once. It locks a byte beyond the end of any file, so that others can read the file.
func lock(f *os.File) error {
	return lockFarByte(f, windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY)
}

// isBusy reports whether an error of lock means that another run holds the lock. Some file systems have no locks.
func isBusy(err error) bool {
	return errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING)
}

// isLocked reports whether a run holds the lock of a file.
func isLocked(f *os.File) bool { return isBusy(lockFarByte(f, windows.LOCKFILE_FAIL_IMMEDIATELY)) }

func lockFarByte(f *os.File, flags uint32) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: math.MaxInt32})
}

// syncFolder does nothing: Windows does not sync folders.
func syncFolder(*os.File) error { return nil }

func copyOwner(*os.File, fs.FileInfo) {}

func defaultMode() fs.FileMode { return 0o666 }

// StateFolder returns the folder for data that should last between runs; "" if the system has none.
func StateFolder() string { return os.Getenv("LocalAppData") }
