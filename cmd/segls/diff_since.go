package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/work"
	"github.com/segls/segls/cmd/segls/console"
)

// changedText is a text before and after.
type changedText struct {
	path    string // from the working folder if it is in there
	isThere bool   // it is not gone
	was     bool   // it is not new
}

// changedTexts asks git which texts at some paths have changed since a revision, and what was in
// the repository then. A file that is named counts whatever its name.
func changedTexts(revision string, paths []string) ([]changedText, *console.Then, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, nil, err
	}
	if here, err = filepath.EvalSymlinks(here); err != nil {
		return nil, nil, err
	}
	specs, isNamed, start, err := specified(here, paths)
	if err != nil {
		return nil, nil, err
	}
	out, err := git(start, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, nil, err
	}
	top, err := filepath.EvalSymlinks(strings.TrimRight(string(out), "\r\n"))
	if err != nil {
		return nil, nil, err
	}
	from, err := parting(top, revision)
	if err != nil {
		return nil, nil, err
	}
	literal := make([]string, len(specs))
	for i, spec := range specs {
		relative, err := filepath.Rel(top, spec)
		if err != nil || !filepath.IsLocal(relative) {
			return nil, nil, fmt.Errorf("%s is in another repository than %s", paths[i], paths[0])
		}
		literal[i] = filepath.ToSlash(relative)
	}
	if err := someKnown(top, from, literal, specs, paths); err != nil {
		return nil, nil, err
	}
	then := &console.Then{Root: top, Was: make(map[string]string)}
	names, err := changedNames(top, from)
	if err != nil {
		return nil, nil, err
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		isSettings := path.Base(name) == work.SettingsFile && !isHidden(strings.TrimSuffix(name, work.SettingsFile))
		return !isNamed[filepath.Join(top, filepath.FromSlash(name))] && !isSettings && (isHidden(name) || !saysSomething(name))
	})
	texts, err := textsAt(top, from, names)
	if err != nil {
		return nil, nil, err
	}
	var changed []changedText
	for i, name := range names {
		if texts[i] == nil {
			then.Gone = append(then.Gone, name)
		} else {
			then.Was[name] = string(texts[i])
		}
		path := filepath.Join(top, filepath.FromSlash(name))
		_, isText := markup.ByFileName(name)
		isIn := slices.ContainsFunc(literal, func(spec string) bool {
			return spec == "." || name == spec || strings.HasPrefix(name, spec+"/")
		})
		if !isIn || !isText && !isNamed[path] {
			continue
		}
		found, err := os.Lstat(path)
		c := changedText{path: path, was: texts[i] != nil, isThere: err == nil && found.Mode().IsRegular()}
		if relative, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(relative) {
			c.path = relative
		}
		changed = append(changed, c)
	}
	return changed, then, nil
}

// specified are paths without links, the files among them, and a folder that is there.
func specified(here string, paths []string) (specs []string, isNamed map[string]bool, start string, err error) {
	start, isNamed = here, make(map[string]bool)
	for i, path := range paths {
		if path == console.StandardInput {
			return nil, nil, "", errors.New("standard input is in no repository")
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
	return specs, isNamed, start, nil
}

// changedNames are the files of a repository that are not what they were.
func changedNames(top, from string) ([]string, error) {
	known, err := git(top, "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", from, "--")
	if err != nil {
		return nil, err
	}
	unknown, err := git(top, "ls-files", "-z", "--others", "--exclude-standard", "--full-name")
	if err != nil {
		return nil, err
	}
	list := strings.FieldsFunc(string(known)+string(unknown), func(r rune) bool { return r == 0 })
	slices.Sort(list)
	return slices.Compact(list), nil
}

// saysSomething reports whether a file is a text, or may say the order of some.
func saysSomething(name string) bool {
	_, isText := markup.ByFileName(name)
	return isText || slices.Contains([]string{".toml", ".yml", ".yaml", ".json", ".js", ".ts"}, path.Ext(name))
}

// someKnown refuses a path that is neither in git nor on disk.
func someKnown(top, from string, literal, specs, paths []string) error {
	for i, spec := range specs {
		if _, err := os.Lstat(spec); err == nil {
			continue
		}
		if _, err := git(top, "cat-file", "-e", from+":"+literal[i]); err != nil {
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
