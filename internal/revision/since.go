package revision

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/console"
)

// ChangedText is a text that has changed.
type ChangedText struct {
	Name    string // path in the folder that ChangedSince returns
	Path    string // relative to the working folder if it is inside
	IsThere bool   // it exists now
	Was     bool   // it existed at the revision
}

// ChangedSince returns the texts at some paths that have changed since a Git revision, and the folder as it was then. It looks only inside
// root or, if root is empty, in the whole repository. A file given in paths counts as a text regardless of its name.
func ChangedSince(revision, root string, paths []string) ([]ChangedText, *console.PastFolder, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, nil, err
	}
	if here, err = filepath.EvalSymlinks(here); err != nil {
		return nil, nil, err
	}
	specs, isNamed, start, err := resolvePaths(here, paths)
	if err != nil {
		return nil, nil, err
	}
	if root == "" {
		root, err = Repository(start)
	} else {
		root, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		return nil, nil, err
	}
	literal := make([]string, len(specs))
	var named []string
	for i, spec := range specs {
		relative, err := filepath.Rel(root, spec)
		if err != nil || !filepath.IsLocal(relative) {
			return nil, nil, fmt.Errorf("%s is in a different repository from %s", paths[i], paths[0])
		}
		literal[i] = filepath.ToSlash(relative)
		if isNamed[spec] {
			named = append(named, literal[i])
		}
	}
	changed, err := Changed(root, revision, named...)
	if err != nil {
		return nil, nil, err
	}
	if err := checkKnown(root, revision, literal, specs, paths); err != nil {
		return nil, nil, err
	}
	then := &console.PastFolder{Root: root, Was: make(map[string]string)}
	var changes []ChangedText
	for _, f := range changed {
		if f.Was == nil {
			then.Gone = append(then.Gone, f.Name)
		} else {
			then.Was[f.Name] = string(f.Was)
		}
		_, isText := markup.ByFileName(f.Name)
		isIn := slices.ContainsFunc(literal, func(spec string) bool {
			return spec == "." || f.Name == spec || strings.HasPrefix(f.Name, spec+"/")
		})
		if !isIn || !isText && !slices.Contains(named, f.Name) {
			continue
		}
		c := ChangedText{Name: f.Name, Path: filepath.Join(root, filepath.FromSlash(f.Name)), Was: f.Was != nil, IsThere: f.Now != nil}
		if relative, err := filepath.Rel(here, c.Path); err == nil && filepath.IsLocal(relative) {
			c.Path = relative
		}
		changes = append(changes, c)
	}
	return changes, then, nil
}

// resolvePaths returns absolute paths without links, and which of them are not folders. start is the folder of the
// first if that exists, otherwise here.
func resolvePaths(here string, paths []string) (specs []string, isNamed map[string]bool, start string, err error) {
	start, isNamed = here, make(map[string]bool)
	for i, path := range paths {
		if path == console.StandardInput {
			return nil, nil, "", errors.New("standard input is not in a repository")
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

// checkKnown returns an error for a path that neither exists nor existed at a revision.
func checkKnown(root, revision string, literal, specs, paths []string) error {
	var was map[string]string
	for i, spec := range specs {
		if _, err := os.Lstat(spec); err == nil {
			continue
		}
		if was == nil {
			from, err := mergeBase(root, revision)
			if err != nil {
				return err
			}
			if was, err = blobIDs(root, from); err != nil {
				return err
			}
		}
		isKnown := was[literal[i]] != ""
		for name := range was {
			isKnown = isKnown || strings.HasPrefix(name, literal[i]+"/")
		}
		if !isKnown {
			return fmt.Errorf("%s: there is no such file, and there was none", paths[i])
		}
	}
	return nil
}
