package main

import (
	"io/fs"
	"os"
)

// bound says what a file would lose if another one took its place.
func bound(fs.FileInfo) string { return "" }

// hold has nothing to do: nobody removes a file that is open.
func hold(*os.File) error { return nil }

// removeUnlessHeld removes what is left of a run that has ended.
func removeUnlessHeld(path string) { os.Remove(path) }

func usualMode() fs.FileMode { return 0o666 }
