package main

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/journal"
	"github.com/segls/segls/internal/restructure"
)

// mendedText is a text whose broken links are mended.
type mendedText struct {
	path   string
	at     *linkedText
	before string
	edits  []restructure.Replacement
}

// mend mends the broken link at a place if its target is certain, and reports whether it did.
func (m *mendedText) mend(span markup.Span) bool {
	for _, l := range m.at.index.Links(m.at.name) {
		if l.Span == span {
			to := m.at.index.CertainAddress(m.at.name, l)
			if to != "" {
				m.edits = append(m.edits, restructure.Replacement{Span: span, Text: to})
			}
			return to != ""
		}
	}
	return false
}

// mendedFiles holds the texts whose links are mended, by root folder. Either all files of a root change or none.
type mendedFiles map[string][]*mendedText

func (m *mendedFiles) add(t *mendedText) {
	if t == nil || len(t.edits) == 0 {
		return
	}
	if *m == nil {
		*m = make(mendedFiles)
	}
	(*m)[t.at.folder.root] = append((*m)[t.at.folder.root], t)
}

// carryOut changes, in each root folder, all files or none. If dry is set, it only shows the changes.
func (m mendedFiles) carryOut(cmd *cobra.Command, w io.Writer, dry bool) error {
	links, texts := 0, 0
	for _, root := range slices.Sorted(maps.Keys(m)) {
		var files []journal.FileChange
		inside, err := filepath.EvalSymlinks(root)
		if err != nil {
			return err
		}
		for _, t := range m[root] {
			after := restructure.Edit{Replacements: t.edits}.Apply(t.before)
			links, texts = links+len(t.edits), texts+1
			if dry {
				b := bufio.NewWriter(w)
				if err := showChange(b, t.path, t.before, after, true); err != nil {
					return err
				}
				if err := b.Flush(); err != nil {
					return err
				}
				continue
			}
			name, err := replaceableFile(inside, t.path, t.path)
			if err != nil {
				return err
			}
			files = append(files, journal.FileChange{Path: name, Before: &t.before, After: &after})
		}
		if dry {
			continue
		}
		if err := journal.ChangeFiles(inside, files, nil); err != nil {
			return err
		}
	}
	if !console.IsQuiet(cmd) {
		done := "mended"
		if dry {
			done = "would be mended"
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "segls: %s %s in %s\n", console.FormatCount(links, "link"), done, console.FormatCount(texts, "text"))
	}
	return nil
}

// replaceableFile returns the path of a file relative to a folder, with links resolved, or an error, with `name` in it,
// if it cannot be replaced by another one or is outside the folder.
func replaceableFile(folder, path, name string) (inside string, err error) {
	about, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if about.Mode().Perm()&0o200 == 0 {
		return "", fmt.Errorf("%s is read-only", name)
	}
	if why := lostByReplacing(about); why != "" {
		return "", fmt.Errorf("%s %s; nothing in %s has been changed", name, why, console.DisplayPath(folder))
	}
	if path, err = filepath.Abs(path); err != nil {
		return "", err
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return "", err
	}
	return relativeInside(folder, path, name)
}

// relativeInside returns a path relative to a folder, or an error if it is outside. Errors call the path `name`.
func relativeInside(folder, path, name string) (string, error) {
	inside, err := filepath.Rel(folder, path)
	if err != nil || !filepath.IsLocal(inside) {
		return "", fmt.Errorf("%s is outside %s", name, folder)
	}
	return filepath.ToSlash(inside), nil
}
