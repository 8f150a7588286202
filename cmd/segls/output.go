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
// file and then takes its place. What is there but is no regular file, as /dev/stdout,
// is written to, never replaced.
func writeFile(path string, content []byte) error {
	mode := fs.FileMode(0o666) // less what the user masks
	switch old, err := os.Stat(path); {
	case err == nil && !old.Mode().IsRegular():
		return os.WriteFile(path, content, mode)
	case err == nil:
		mode = old.Mode().Perm()
		// The link stays: what it leads to is replaced.
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	case !errors.Is(err, fs.ErrNotExist) || isLink(path): // to what is not there
		return err
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

// isLink tells whether a path is a symbolic link, wherever it leads.
func isLink(path string) bool {
	old, err := os.Lstat(path)
	return err == nil && old.Mode()&fs.ModeSymlink != 0
}
