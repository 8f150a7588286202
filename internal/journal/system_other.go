//go:build !unix && !windows

package journal

import (
	"io/fs"
	"os"
)

// A browser changes no files.

func lock(*os.File) error { return nil }

func isBusy(error) bool { return false }

func isLocked(*os.File) bool { return false }

func syncFolder(*os.File) error { return nil }

func copyOwner(*os.File, fs.FileInfo) {}

func defaultMode() fs.FileMode { return 0o666 }

// StateFolder returns "": there is no state folder.
func StateFolder() string { return "" }
