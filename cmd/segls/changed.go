package main

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"sync"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/difference"
	"github.com/segls/segls/internal/revision"
)

// changedLines knows which lines of files have changed since a revision. It may be
// used by several goroutines, and asks once about each repository.
type changedLines struct {
	revision string

	mu           sync.Mutex             // guards the rest
	top          map[string]string      // of a folder, the repository that it is in
	repositories map[string]changedFile // by their top folders
	err          error                  // the first that git reported
}

// changedFile has the changed lines of a repository's files by their paths.
type changedFile map[string][]lineRange

// lineRange is lines, counted from 1, both ends included.
type lineRange struct{ first, last int }

// wholeFile is the lines of a file that git does not know.
var wholeFile = []lineRange{{1, int(^uint(0) >> 1)}}

func newChangedLines(revision string) *changedLines {
	return &changedLines{revision: revision, top: make(map[string]string), repositories: make(map[string]changedFile)}
}

// hasChanged reports whether any of the lines from first to last of a file has changed.
func (c *changedLines) hasChanged(path string, first, last int) (bool, error) {
	if path == console.StandardInput {
		return false, errors.New("since: standard input is in no repository")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return false, err
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return false, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return false, c.err
	}
	files, err := c.in(filepath.Dir(path))
	if err != nil {
		c.err = fmt.Errorf("since: %w", err)
		return false, c.err
	}
	for _, r := range files[path] {
		if r.first <= last && first <= r.last {
			return true, nil
		}
	}
	return false, nil
}

// in returns the changes in the repository that contains a folder.
func (c *changedLines) in(folder string) (changedFile, error) {
	top, ok := c.top[folder]
	if !ok {
		var err error
		if top, err = revision.Repository(folder); err != nil {
			return nil, err
		}
		c.top[folder] = top
	}
	files, ok := c.repositories[top]
	if !ok {
		var err error
		if files, err = changesIn(top, c.revision); err != nil {
			return nil, err
		}
		c.repositories[top] = files
	}
	return files, nil
}

// changesIn returns what has changed in a repository since its branch left the named
// revision: what others have committed there since does not count.
func changesIn(top, commit string) (changedFile, error) {
	changed, err := revision.Changed(top, commit)
	if err != nil {
		return nil, err
	}
	var gone []revision.File
	for _, f := range changed {
		if f.Now == nil {
			gone = append(gone, f)
		}
	}
	files := make(changedFile)
	for _, f := range changed {
		if f.Now == nil {
			continue
		}
		path := filepath.Join(top, filepath.FromSlash(f.Name))
		was := string(f.Was)
		if f.Was == nil {
			var isRenamed bool
			if was, isRenamed = oldTextOfRenamed(gone, string(f.Now)); !isRenamed {
				files[path] = wholeFile
				continue
			}
		}
		for _, lines := range difference.ChangedLines(was, string(f.Now)) {
			files[path] = append(files[path], rangeOf(lines))
		}
	}
	return files, nil
}

// rangeOf is lines counted from 1. Where lines were only taken away, those on both sides count as changed.
func rangeOf(lines difference.Lines) lineRange {
	if lines.From == lines.To {
		return lineRange{lines.From, lines.From + 1}
	}
	return lineRange{lines.From + 1, lines.To}
}

// oldTextOfRenamed returns the text of the file that is gone which shares most with a new one: at least half of both.
func oldTextOfRenamed(gone []revision.File, text string) (was string, found bool) {
	size := make(map[string]int) // of the lines of the new text, all alike together
	for line := range strings.Lines(text) {
		size[line] += len(line)
	}
	most := 0
	for _, f := range gone {
		left, shared := maps.Clone(size), 0
		for line := range strings.Lines(string(f.Was)) {
			if left[line] > 0 {
				left[line] -= len(line)
				shared += len(line)
			}
		}
		if shared > most && 2*shared >= max(len(text), len(f.Was)) {
			was, most = string(f.Was), shared
		}
	}
	return was, most > 0
}
