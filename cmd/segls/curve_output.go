package main

import (
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/term"
)

// usualWidth is the width of a text that is not for a terminal.
const usualWidth = 80

// isTerminal tells whether what is written to w is seen on a terminal.
func isTerminal(w io.Writer) bool {
	f, isFile := w.(*os.File)
	return isFile && term.IsTerminal(int(f.Fd()))
}

// terminalWidth is how many columns w shows.
func terminalWidth(w io.Writer) int {
	if f, isFile := w.(*os.File); isFile {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return usualWidth
}

// writeFile puts content in a file, whole or not at all: it is written beside the
// file and then takes its place. What is not a regular file, as /dev/stdout, is
// written to.
func writeFile(path string, content []byte) error {
	mode := fs.FileMode(0o666) // less what the user masks
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
		old, err := os.Stat(path)
		if err != nil {
			return err
		}
		if !old.Mode().IsRegular() {
			return os.WriteFile(path, content, mode)
		}
		mode = old.Mode().Perm()
	}
	beside := path + "." + strconv.FormatUint(rand.Uint64(), 36)
	f, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(beside, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(beside))
	}
	return nil
}
