package journal

import (
	"io/fs"
	"math"
	"os"

	"golang.org/x/sys/windows"
)

// lock takes a file for this run alone, or fails at once. What is locked is a byte that no file
// has, so that others may read it.
func lock(f *os.File) error {
	return lockFar(f, windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY)
}

// isLocked reports whether a run is at work on a file.
func isLocked(f *os.File) bool { return lockFar(f, windows.LOCKFILE_FAIL_IMMEDIATELY) != nil }

func lockFar(f *os.File, flags uint32) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: math.MaxInt32})
}

// syncFolder has nothing to do: the system syncs no folders.
func syncFolder(*os.File) error { return nil }

func keepOwner(*os.File, fs.FileInfo) {}

func defaultMode() fs.FileMode { return 0o666 }

// State returns where programs keep what should last until the next run, "" if the system does not say.
func State() string { return os.Getenv("LocalAppData") }
