package history

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

// Change is a text that differs from what it was.
type Change struct {
	Name    string // its path in the folder that Since returns
	Path    string // from the working folder if it is in there
	IsThere bool   // it is not gone
	Was     bool   // it is not new
}

// Since asks git which texts at some paths have changed since a revision, and what was in the
// folder then: in root and nowhere else, or if that is empty, in the repository. A file that is
// named counts whatever its name.
func Since(revision, root string, paths []string) ([]Change, *console.Then, error) {
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
	top, err := Git(start, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, nil, err
	}
	if root == "" {
		root = strings.TrimRight(string(top), "\r\n")
	}
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return nil, nil, err
	}
	from, err := Parting(root, revision)
	if err != nil {
		return nil, nil, err
	}
	literal := make([]string, len(specs))
	for i, spec := range specs {
		relative, err := filepath.Rel(root, spec)
		if err != nil || !filepath.IsLocal(relative) {
			return nil, nil, fmt.Errorf("%s is in another repository than %s", paths[i], paths[0])
		}
		literal[i] = filepath.ToSlash(relative)
	}
	if err := someKnown(root, from, literal, specs, paths); err != nil {
		return nil, nil, err
	}
	then := &console.Then{Root: root, Was: make(map[string]string)}
	names, err := changedNames(root, from)
	if err != nil {
		return nil, nil, err
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		isSettings := path.Base(name) == work.SettingsFile && !isHidden(strings.TrimSuffix(name, work.SettingsFile))
		return !isNamed[filepath.Join(root, filepath.FromSlash(name))] && !isSettings && (isHidden(name) || !saysSomething(name))
	})
	texts, err := textsAt(root, from, names)
	if err != nil {
		return nil, nil, err
	}
	var changes []Change
	for i, name := range names {
		if texts[i] == nil {
			then.Gone = append(then.Gone, name)
		} else {
			then.Was[name] = string(texts[i])
		}
		path := filepath.Join(root, filepath.FromSlash(name))
		_, isText := markup.ByFileName(name)
		isIn := slices.ContainsFunc(literal, func(spec string) bool {
			return spec == "." || name == spec || strings.HasPrefix(name, spec+"/")
		})
		if !isIn || !isText && !isNamed[path] {
			continue
		}
		found, err := os.Lstat(path)
		c := Change{Name: name, Path: path, Was: texts[i] != nil, IsThere: err == nil && found.Mode().IsRegular()}
		if relative, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(relative) {
			c.Path = relative
		}
		changes = append(changes, c)
	}
	return changes, then, nil
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

// changedNames are the files in a folder of a repository that are not what they were.
func changedNames(root, from string) ([]string, error) {
	known, err := Git(root, "diff", "--name-only", "--relative", "-z", "--no-renames", "--no-ext-diff", from, "--")
	if err != nil {
		return nil, err
	}
	unknown, err := Git(root, "ls-files", "-z", "--others", "--exclude-standard")
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
func someKnown(root, from string, literal, specs, paths []string) error {
	for i, spec := range specs {
		if _, err := os.Lstat(spec); err == nil {
			continue
		}
		if _, err := Git(root, "cat-file", "-e", from+":./"+literal[i]); err != nil {
			return fmt.Errorf("%s: there is no such file, and there was none", paths[i])
		}
	}
	return nil
}

// isHidden reports whether a part of a path begins with a dot.
func isHidden(name string) bool { return strings.HasPrefix(name, ".") || strings.Contains(name, "/.") }

// textsAt are files in a folder as they were at a commit: nil for those that were not there, or were no files.
func textsAt(root, commit string, names []string) ([][]byte, error) {
	texts := make([][]byte, len(names))
	if len(names) == 0 {
		return texts, nil
	}
	var wanted bytes.Buffer
	for _, name := range names {
		if strings.ContainsRune(name, '\n') {
			return nil, fmt.Errorf("%q: git cannot be asked for a name of two lines", name)
		}
		fmt.Fprintf(&wanted, "%s:./%s\n", commit, name)
	}
	out, err := gitWith(root, &wanted, "cat-file", "--batch")
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
