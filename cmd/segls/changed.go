package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/segls/segls/cmd/segls/console"
	"github.com/segls/segls/cmd/segls/history"
)

// changedLines asks git which lines of files have changed since a revision. It may be
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

// touch reports whether any of the lines from first to last of a file has changed.
func (c *changedLines) touch(path string, first, last int) (bool, error) {
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
		out, err := history.Git(folder, "rev-parse", "--show-toplevel")
		if err != nil {
			return nil, err
		}
		if top, err = filepath.EvalSymlinks(strings.TrimRight(string(out), "\r\n")); err != nil {
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

// changesIn asks git what has changed in a repository since its branch left the named
// revision: what others have committed there since does not count.
func changesIn(top, revision string) (changedFile, error) {
	from, err := history.Parting(top, revision)
	if err != nil {
		return nil, err
	}
	diff, err := history.Git(top, "-c", "core.quotePath=false", "diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv",
		"--find-renames", "--src-prefix=a/", "--dst-prefix=b/", from, "--")
	if err != nil {
		return nil, err
	}
	files := parseDiff(top, diff)
	unknown, err := history.Git(top, "ls-files", "-z", "--others", "--exclude-standard")
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(strings.TrimRight(string(unknown), "\x00"), "\x00") {
		files[filepath.Join(top, filepath.FromSlash(name))] = wholeFile
	}
	return files, nil
}

// parseDiff reads which lines of the new files a unified diff without context has.
// Where lines were only taken away, the ones on both sides count as changed.
func parseDiff(top string, diff []byte) changedFile {
	files := make(changedFile)
	var file string
	old, added := 0, 0 // lines of the hunk that are still to come
	lines := bufio.NewReader(bytes.NewReader(diff))
	for {
		line, err := lines.ReadString('\n')
		line = strings.TrimRight(line, "\n")
		switch {
		case old > 0 && strings.HasPrefix(line, "-"):
			old--
		case added > 0 && strings.HasPrefix(line, "+"):
			added--
		case strings.HasPrefix(line, "+++ "):
			file = newName(top, line[len("+++ "):])
		case strings.HasPrefix(line, "@@ -"):
			var r lineRange
			if r, old, added = parseHunk(line); file != "" {
				files[file] = append(files[file], r)
			}
		}
		if err != nil {
			return files
		}
	}
}

// newName is the path of a file that a diff names, "" of one that was deleted.
func newName(top, name string) string {
	name = strings.TrimSuffix(name, "\t") // as stands after a name with spaces
	if strings.HasPrefix(name, `"`) {
		unquoted, err := strconv.Unquote(name)
		if err != nil {
			return ""
		}
		name = unquoted
	}
	name, isFile := strings.CutPrefix(name, "b/")
	if name = filepath.FromSlash(name); !isFile || !filepath.IsLocal(name) {
		return ""
	}
	return filepath.Join(top, name)
}

// parseHunk reads a line like "@@ -10,2 +11 @@": the lines in the new file, and how
// many of the old and of the new follow.
func parseHunk(line string) (r lineRange, old, added int) {
	fields := strings.Fields(line)
	if len(fields) < 3 {
		return r, 0, 0
	}
	_, old = parseLines(strings.TrimPrefix(fields[1], "-"))
	first, added := parseLines(strings.TrimPrefix(fields[2], "+"))
	if added == 0 {
		return lineRange{first, first + 1}, old, 0
	}
	return lineRange{first, first + added - 1}, old, added
}

func parseLines(text string) (first, n int) {
	before, after, counted := strings.Cut(text, ",")
	if !counted {
		return number(before), 1
	}
	return number(before), number(after)
}

// number parses a line number; 0 if it is none.
func number(text string) int {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 0 {
		return 0
	}
	return int(n)
}
