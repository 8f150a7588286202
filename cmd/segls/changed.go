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

// changedLines holds the lines changed since a revision. It may be used concurrently, and reads each repository once.
type changedLines struct {
	revision string

	mu           sync.Mutex                    // guards the fields below
	top          map[string]string             // for each folder, its repository
	repositories map[string]changedLinesByFile // for each repository, by its top folder, its changed files
	err          error                         // the first error
}

// changedLinesByFile holds the changed lines of a repository's files, by path.
type changedLinesByFile map[string][]lineRange

// lineRange holds the lines [first, last], counted from 1.
type lineRange struct{ first, last int }

// wholeFile holds all lines, for a file that did not exist at the revision.
var wholeFile = []lineRange{{1, int(^uint(0) >> 1)}}

func newChangedLines(revision string) *changedLines {
	return &changedLines{revision: revision, top: make(map[string]string), repositories: make(map[string]changedLinesByFile)}
}

// hasChanged reports whether any of the lines [first, last] of a file has changed.
func (c *changedLines) hasChanged(path string, first, last int) (bool, error) {
	if path == console.StandardInput {
		return false, errors.New("--since: standard input is not in a repository")
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
	files, err := c.repositoryChanges(filepath.Dir(path))
	if err != nil {
		c.err = fmt.Errorf("--since: %w", err)
		return false, c.err
	}
	for _, r := range files[path] {
		if r.first <= last && first <= r.last {
			return true, nil
		}
	}
	return false, nil
}

// repositoryChanges returns the changes in the repository that contains a folder.
func (c *changedLines) repositoryChanges(folder string) (changedLinesByFile, error) {
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
		if files, err = changesSinceRevision(top, c.revision); err != nil {
			return nil, err
		}
		c.repositories[top] = files
	}
	return files, nil
}

// changesSinceRevision returns the lines changed in a repository since its branch diverged from a commit.
func changesSinceRevision(top, commit string) (changedLinesByFile, error) {
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
	files := make(changedLinesByFile)
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
			files[path] = append(files[path], newLineRange(lines))
		}
	}
	return files, nil
}

// newLineRange returns lines counted from 1. If lines were only removed, the lines on both sides count as changed.
func newLineRange(lines difference.LineRange) lineRange {
	if lines.From == lines.To {
		return lineRange{lines.From, lines.From + 1}
	}
	return lineRange{lines.From + 1, lines.To}
}

// oldTextOfRenamed returns the removed text that shares the most bytes in whole lines with a new one, at least half of each.
func oldTextOfRenamed(gone []revision.File, text string) (was string, found bool) {
	size := make(map[string]int) // by line of the new text: the total size of its copies
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
