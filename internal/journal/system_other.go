//go:build !unix && !windows

package journal

import (
	"io/fs"
	"os"
)

// In a browser no files are changed.

func lock(*os.File) error { return nil }

func isLocked(*os.File) bool { return false }

func syncFolder(*os.File) error { return nil }

func keepOwner(*os.File, fs.FileInfo) {}

func defaultMode() fs.FileMode { return 0o666 }

// State is "": the system does not say.
func State() string { return "" }
