package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/library/store"
)

func indexCommand() *cobra.Command {
	var format string
	var clearing bool
	cmd := &cobra.Command{
		Use:   "index [flags] [DIR]",
		Short: "Prepare the texts of a folder for searching, or remove what is kept of them",
		Long: `Index reads the texts in a folder, so that segls find and segls related can find passages in them. You
need not run it: the commands that search a folder read it first. After that only texts that have
changed are read again.

DIR is a folder; without it, the repository that the working folder is in, or else the working
folder. Index skips hidden files, files that git ignores, links and texts of more than 16 MB,
and stops at 20,000 texts or 512 MB.

It keeps the places and titles of passages and hashes of their terms in your cache folder,
where only you can read them, for ninety days after the last use. --clear removes all of
that, or with DIR what is kept of that folder.`,
		Example: `  segls index
  segls index notes/
  segls index --clear`,
		Args: console.RequireArguments(0, 1),
	}
	console.AddChoiceFlag(cmd, &format, "format", "output: text or json", "text", "json")
	cmd.Flags().BoolVar(&clearing, "clear", false, "remove what is kept of DIR, or without it of all folders")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if clearing && len(args) == 0 {
			return store.ClearAll()
		}
		in := ""
		if len(args) > 0 {
			in = args[0]
		}
		s, err := openLibrary(in, ".")
		if err != nil {
			return err
		}
		if clearing {
			return s.Clear()
		}
		state, err := refreshLibrary(cmd, s)
		if err != nil {
			return err
		}
		unread := reportNotes(cmd, s, state)
		stats := libraryJSON{s.Root, s.File, fileSize(s.File), state.NumTexts(), state.NumPassages(), state.NumTerms(), state.Read}
		b := bufio.NewWriter(cmd.OutOrStdout())
		if format == "json" {
			err = console.EncodeJSON(b, stats)
		} else {
			stats.write(b)
		}
		return cmp.Or(err, b.Flush(), unread)
	}
	return cmd
}

// libraryJSON is the output of `segls index --format json`.
type libraryJSON struct {
	Path     string `json:"path"`
	File     string `json:"file"`  // the library's file
	Bytes    int64  `json:"bytes"` // size of that file
	Texts    int    `json:"texts"`
	Passages int    `json:"passages"`
	Terms    int    `json:"terms"`
	Read     int    `json:"read"` // number of texts that were new or had changed
}

func (t *libraryJSON) write(w io.Writer) {
	fmt.Fprintf(w, "%s in %s, %s\n", console.FormatCount(t.Passages, "passage"), console.FormatCount(t.Texts, "text"), console.FormatCount(t.Terms, "term"))
	fmt.Fprintf(w, "new or changed, and so read: %s\n", console.FormatCount(t.Read, "text"))
	if t.Bytes > 0 {
		fmt.Fprintf(w, "kept in %s (%.1f MB)\n", console.EscapeForTerminal(t.File), float64(t.Bytes)/1e6)
	}
}

func fileSize(file string) int64 {
	about, err := os.Stat(file)
	if err != nil {
		return 0
	}
	return about.Size()
}

// openLibrary opens the library of the folder `in` or, if that is "", of the folder around the file.
func openLibrary(in, file string) (*store.Store, error) {
	if in == "" {
		found, err := folderAround(file)
		if err != nil {
			return nil, err
		}
		in = found
	}
	if _, err := os.Stat(in); err != nil {
		return nil, err // the error has the path as it was given
	}
	return store.Open(in)
}

// folderAround returns the repository around a file or folder; without one, the working folder or else that of the
// file. It returns an error for the home folder and for the root of the file system, which nobody has asked to read.
func folderAround(file string) (string, error) {
	at, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	if about, err := os.Stat(at); err != nil || !about.IsDir() {
		at = filepath.Dir(at)
	}
	if root, ok := ignore.RepositoryAround(at); ok {
		return root, nil
	}
	home, _ := os.UserHomeDir()
	if working, err := os.Getwd(); err == nil && working != home && filepath.Dir(working) != working {
		if relative, err := filepath.Rel(working, at); err == nil && filepath.IsLocal(relative) {
			return working, nil
		}
	}
	if at == home || filepath.Dir(at) == at {
		return "", fmt.Errorf("in which folder? %s is not read as a whole unless you name it; name a folder", at)
	}
	return at, nil
}

// refreshLibrary updates a library, shows the progress, and can be interrupted.
func refreshLibrary(cmd *cobra.Command, s *store.Store) (*store.State, error) {
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var progress *console.Progress
	s.Begin = func(_ context.Context, texts int, bytes int64) func(int64) {
		progress = console.NewProgress(cmd, texts, bytes)
		return progress.Add
	}
	state, err := s.Refresh(ctx)
	if progress != nil {
		progress.End()
	}
	if errors.Is(err, context.Canceled) {
		return nil, console.ErrInterrupted
	}
	return state, err
}

// reportNotes reports what a library leaves out. It returns a [console.ExitCode] if some of it could not be read.
func reportNotes(cmd *cobra.Command, s *store.Store, state *store.State) (unread error) {
	for _, note := range state.Notes {
		if note.IsUnread {
			unread = console.ExitCode(console.ExitUsage)
		} else if console.IsQuiet(cmd) {
			continue
		}
		name := ""
		if note.Name != "" {
			name = console.EscapeForTerminal(console.DisplayPath(filepath.Join(s.Root, filepath.FromSlash(note.Name)))) + ": "
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "segls: %s%s\n", name, strings.TrimSpace(console.EscapeForTerminal(note.Message)))
	}
	return unread
}
