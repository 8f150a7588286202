package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/journal"
)

// Changes of files: shown as a unified diff, or made so that nothing is lost whatever
// happens in between.

// noFile is the name that a diff has for a file that does not exist yet.
const noFile = "/dev/null"

// showChange shows the change of a file, or its creation.
func showChange(w io.Writer, path, before, after string, exists bool) error {
	old := noFile
	if exists {
		old = path
	}
	_, err := io.WriteString(w, udiff.Unified(old, path, before, after))
	return err
}

// showRemoval shows that a file is removed.
func showRemoval(w io.Writer, path, before string) error {
	_, err := io.WriteString(w, udiff.Unified(path, noFile, before, ""))
	return err
}

// replaceFile gives a file a new text atomically, by a rename: on a full disk or after a
// failure it is what it was. It refuses if the file has changed since it was read, or, unless
// anyway, if it would not be the same file any more. A symbolic link stays one.
func replaceFile(path, before, after string, anyway bool) error {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	about, err := os.Stat(path)
	if err != nil {
		return err
	}
	if about.Mode().Perm()&0o200 == 0 {
		return fmt.Errorf("%s is read-only", path)
	}
	if why := lostByReplacing(about); why != "" && !anyway {
		return fmt.Errorf("%s %s; --in-place replaces it all the same", path, why)
	}
	return journal.Change(filepath.Dir(path), []journal.File{{Path: filepath.Base(path), Before: &before, After: &after}}, nil)
}

// recoverFiles finishes or takes back the interrupted changes of files at a path, before another
// change; dry says only that they are there.
func recoverFiles(cmd *cobra.Command, at string, dry bool) error {
	if dry {
		warnInterrupted(cmd, at)
		return nil
	}
	warnLegacyJournal(cmd, at)
	for _, i := range journal.Find(at) {
		did, err := i.Recover(nil)
		if err != nil {
			return err
		}
		fmt.Fprintln(cmd.ErrOrStderr(), "segls:", did)
	}
	return nil
}

// warnInterrupted says which changes of files at paths were interrupted.
func warnInterrupted(cmd *cobra.Command, paths ...string) {
	if console.IsQuiet(cmd) {
		return
	}
	said := make(map[string]bool)
	for _, at := range paths {
		for _, i := range journal.Find(at) {
			if text := i.Sentence().String(); !said[text] {
				said[text] = true
				fmt.Fprintln(cmd.ErrOrStderr(), "segls:", text)
			}
		}
	}
	warnLegacyJournal(cmd, paths...)
}

// warnLegacyJournal says that an earlier version left a journal.
func warnLegacyJournal(cmd *cobra.Command, paths ...string) {
	said := make(map[string]bool)
	for _, at := range paths {
		if s := journal.Legacy(at); s != nil && !said[s.String()] {
			said[s.String()] = true
			fmt.Fprintln(cmd.ErrOrStderr(), "segls:", s)
		}
	}
}
