package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// Changes of files: shown as a unified diff, or made so that nothing is lost whatever
// happens in between.

// noFile is what a diff calls a file that does not exist yet.
const noFile = "/dev/null"

// showChange shows the change of a file, or its creation.
func showChange(w io.Writer, path, before, after string, exists bool) error {
	old := noFile
	if exists {
		old = path
	}
	_, err := io.WriteString(w, udiff.Unified(old, path, before, after))
	return err
}

// showRemoval shows that a file is removed.
func showRemoval(w io.Writer, path, before string) error {
	_, err := io.WriteString(w, udiff.Unified(path, noFile, before, ""))
	return err
}

// replaceFile gives a file a new text atomically, by a rename: on a full disk or after a
// failure it is what it was. It refuses if the file has changed since it was read, or if a
// rename would make it a different file; with inPlace it overwrites the bytes instead. A
// symbolic link stays one.
func replaceFile(path, before, after string, inPlace bool) error {
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
	if why := bound(about); why != "" && !inPlace {
		return fmt.Errorf("%s %s; --in-place writes over what it holds", path, why)
	}
	temporary, err := besideFile(path)
	if err != nil {
		return err
	}
	defer temporary.discard()
	_, err = temporary.WriteString(after)
	if err = errors.Join(err, temporary.Chmod(about.Mode()), temporary.Sync()); err != nil {
		return err
	}
	now, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if string(now) != before {
		return fmt.Errorf("%s has been changed by another program; nothing has been done", path)
	}
	if inPlace {
		return writeOver(path, after)
	}
	return temporary.rename(path)
}

// writeOver overwrites a file in place. The new text stands beside it until that is done.
func writeOver(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Truncate(int64(len(text))), f.Sync(), f.Close())
}

// temporaryFile is a file beside the one that it will replace. If a run is killed, the next
// one removes what it left.
type temporaryFile struct{ *os.File }

const temporaryName = ".segls-"

// besideFile makes a temporary file in the folder of another one, and removes what killed runs
// left there.
func besideFile(path string) (temporaryFile, error) {
	folder := filepath.Dir(path)
	left, _ := filepath.Glob(filepath.Join(escapeGlob.Replace(folder), temporaryName+"*"))
	for _, name := range left {
		removeUnlessHeld(name)
	}
	f, err := os.CreateTemp(folder, temporaryName+"*")
	if err == nil {
		err = hold(f)
	}
	return temporaryFile{f}, err
}

var escapeGlob = strings.NewReplacer(`*`, `[*]`, `?`, `[?]`, `[`, `[[]`)

// rename puts the file in the place of another one.
func (f temporaryFile) rename(path string) error {
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// place gives the file a name that no other file has.
func (f temporaryFile) place(path string) error {
	err := os.Link(f.Name(), path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	text, err := os.ReadFile(f.Name()) // where there are no links
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Close())
}

// discard removes the file, if it has not taken another one's place.
func (f temporaryFile) discard() {
	f.Close()
	os.Remove(f.Name())
}

// newFile is a file to be made.
type newFile struct{ path, text string }

// makeFiles makes files, none of which may exist, and their folder: all of them, or after
// a failure none.
func makeFiles(files []newFile) (err error) {
	var made []string
	defer func() {
		if err != nil {
			for _, path := range slices.Backward(made) {
				err = errors.Join(err, os.Remove(path))
			}
		}
	}()
	var written []temporaryFile
	defer func() {
		for _, f := range written {
			f.discard()
		}
	}()
	for _, f := range files {
		folder := filepath.Dir(f.path)
		_, missing := os.Stat(folder)
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return err
		}
		if missing != nil {
			made = append(made, folder)
		}
		temporary, err := besideFile(f.path)
		if err != nil {
			return err
		}
		written = append(written, temporary)
		_, err = temporary.WriteString(f.text)
		if err = errors.Join(err, temporary.Chmod(usualMode()), temporary.Sync()); err != nil {
			return err
		}
	}
	for i, f := range files {
		if err := written[i].place(f.path); err != nil {
			return err
		}
		made = append(made, f.path)
	}
	return nil
}
