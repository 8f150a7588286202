package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/cmd/segls/console"
)

// changedText is a text before and after.
type changedText struct {
	path    string // from the working folder if it is in there
	was     []byte // nil if it is new
	isThere bool   // it is not gone
}

// changedTexts asks git which texts at some paths have changed since a revision, and what they
// were. A file that is named counts whatever its name.
func changedTexts(revision string, paths []string) ([]changedText, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if here, err = filepath.EvalSymlinks(here); err != nil {
		return nil, err
	}
	start := here
	specs, isNamed := []string(nil), make(map[string]bool)
	for i, path := range paths {
		if path == console.StandardInput {
			return nil, errors.New("standard input is in no repository")
		}
		if !filepath.IsAbs(path) {
			path = filepath.Join(here, path)
		}
		folder := path
		if found, err := os.Stat(path); err != nil || !found.IsDir() {
			folder = filepath.Dir(path)
			isNamed[path] = true
		}
		if real, err := filepath.EvalSymlinks(folder); err == nil {
			path = filepath.Join(real, strings.TrimPrefix(path, folder))
			if i == 0 {
				start = real
			}
			isNamed[path] = isNamed[path] || folder != path && path != real
		}
		specs = append(specs, path)
	}
	out, err := git(start, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	top, err := filepath.EvalSymlinks(strings.TrimRight(string(out), "\r\n"))
	if err != nil {
		return nil, err
	}
	from, err := parting(top, revision)
	if err != nil {
		return nil, err
	}
	literal := make([]string, len(specs))
	for i, spec := range specs {
		relative, err := filepath.Rel(top, spec)
		if err != nil || !filepath.IsLocal(relative) {
			return nil, fmt.Errorf("%s is in another repository than %s", paths[i], paths[0])
		}
		if literal[i] = ":(literal,top)" + filepath.ToSlash(relative); relative == "." {
			literal[i] = ":(top)"
		}
	}
	names, err := git(top, append([]string{"diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", from, "--"}, literal...)...)
	if err != nil {
		return nil, err
	}
	unknown, err := git(top, append([]string{"ls-files", "-z", "--others", "--exclude-standard", "--full-name", "--"}, literal...)...)
	if err != nil {
		return nil, err
	}
	if err := someKnown(top, from, literal, specs, paths); err != nil {
		return nil, err
	}
	var list []string
	for name := range strings.SplitSeq(string(names)+string(unknown), "\x00") {
		path := filepath.Join(top, filepath.FromSlash(name))
		if _, known := markup.ByFileName(name); name != "" && (known && !isHidden(name) || isNamed[path]) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	texts, err := textsAt(top, from, list)
	if err != nil {
		return nil, err
	}
	changed := make([]changedText, len(list))
	for i, name := range list {
		path := filepath.Join(top, filepath.FromSlash(name))
		found, err := os.Lstat(path)
		changed[i] = changedText{path: path, was: texts[i], isThere: err == nil && found.Mode().IsRegular()}
		if relative, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(relative) {
			changed[i].path = relative
		}
	}
	return changed, nil
}

// someKnown refuses a path that is neither in git nor on disk.
func someKnown(top, from string, literal, specs, paths []string) error {
	for i, spec := range specs {
		if _, err := os.Lstat(spec); err == nil {
			continue
		}
		name := strings.TrimPrefix(literal[i], ":(literal,top)")
		if _, err := git(top, "cat-file", "-e", from+":"+name); err != nil {
			return fmt.Errorf("%s: there is no such file, and there was none", paths[i])
		}
	}
	return nil
}

// isHidden reports whether a part of a path begins with a dot.
func isHidden(name string) bool { return strings.HasPrefix(name, ".") || strings.Contains(name, "/.") }

// textsAt are files as they were at a commit: nil for those that were not there, or were no files.
func textsAt(top, commit string, names []string) ([][]byte, error) {
	texts := make([][]byte, len(names))
	if len(names) == 0 {
		return texts, nil
	}
	var wanted bytes.Buffer
	for _, name := range names {
		if strings.ContainsRune(name, '\n') {
			return nil, fmt.Errorf("%q: git cannot be asked for a name of two lines", name)
		}
		fmt.Fprintf(&wanted, "%s:%s\n", commit, name)
	}
	out, err := gitWith(top, &wanted, "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	answers := bufio.NewReader(bytes.NewReader(out))
	for i := range names {
		head, err := answers.ReadString('\n')
		if err != nil {
			return nil, fmt.Errorf("git cat-file: %w", err)
		}
		fields := strings.Fields(head)
		if len(fields) < 3 || strings.HasSuffix(head, " missing\n") {
			continue
		}
		size, err := strconv.ParseInt(fields[len(fields)-1], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("git cat-file: %q", head)
		}
		text := make([]byte, size+1) // with a line feed
		if _, err := io.ReadFull(answers, text); err != nil {
			return nil, fmt.Errorf("git cat-file: %w", err)
		}
		if fields[len(fields)-2] == "blob" {
			texts[i] = text[:size]
		}
	}
	return texts, nil
}
