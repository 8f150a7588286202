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

// This file shows changes of files as unified diffs, or makes them so that a failure at any point does not lose text.

// noFile is the name in a diff of a file that does not exist.
const noFile = "/dev/null"

// showChange writes a unified diff of a changed or new file.
func showChange(w io.Writer, path, before, after string, exists bool) error {
	name, old := console.EscapeForTerminal(path), noFile
	if exists {
		old = name
	}
	_, err := io.WriteString(w, udiff.Unified(old, name, before, after))
	return err
}

// showRemoval writes a unified diff of a removed file.
func showRemoval(w io.Writer, path, before string) error {
	_, err := io.WriteString(w, udiff.Unified(console.EscapeForTerminal(path), noFile, before, ""))
	return err
}

// replaceFile replaces the text of a file, or the target of a symbolic link, atomically by a rename. It returns an
// error if the file is read-only or has changed since it was read and, unless anyway is set, if the rename would lose,
// for example, hard links.
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
		return fmt.Errorf("%s %s; --in-place replaces it anyway", path, why)
	}
	return journal.ChangeFiles(filepath.Dir(path), []journal.FileChange{{Path: filepath.Base(path), Before: &before, After: &after}}, nil)
}

// recoverFiles completes or undoes interrupted changes of files at a path. If dry is set, it only reports them.
func recoverFiles(cmd *cobra.Command, at string, dry bool) error {
	if dry {
		warnInterrupted(cmd, at)
		return nil
	}
	warnLegacyJournal(cmd, at)
	for _, i := range journal.FindInterrupted(at) {
		did, err := i.Recover(nil)
		if err != nil {
			return err
		}
		fmt.Fprintln(cmd.ErrOrStderr(), "segls:", did)
	}
	return nil
}

// warnInterrupted reports interrupted changes of files at paths.
func warnInterrupted(cmd *cobra.Command, paths ...string) {
	if console.IsQuiet(cmd) {
		return
	}
	said := make(map[string]bool)
	for _, at := range paths {
		for _, i := range journal.FindInterrupted(at) {
			if text := i.Sentence().String(); !said[text] {
				said[text] = true
				fmt.Fprintln(cmd.ErrOrStderr(), "segls:", text)
			}
		}
	}
	warnLegacyJournal(cmd, paths...)
}

// warnLegacyJournal reports a journal that an earlier version left.
func warnLegacyJournal(cmd *cobra.Command, paths ...string) {
	said := make(map[string]bool)
	for _, at := range paths {
		if s := journal.LegacyJournalWarning(at); s != nil && !said[s.String()] {
			said[s.String()] = true
			fmt.Fprintln(cmd.ErrOrStderr(), "segls:", s)
		}
	}
}
