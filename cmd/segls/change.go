package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/aymanbagabas/go-udiff"
)

// Changes of files: shown as a unified diff, or made so that nothing is lost whatever
// happens meanwhile.

// noFile is what a diff calls a file that does not exist yet.
const noFile = "/dev/null"

// showChange shows what becomes of a file, or of none where path is new.
func showChange(w io.Writer, path, before, after string, exists bool) error {
	old := noFile
	if exists {
		old = path
	}
	_, err := io.WriteString(w, udiff.Unified(old, path, before, after))
	return err
}

// replaceFile gives a file a new text: in one moment, by renaming, so that on a full disk
// or after a failure it is what it was. It is refused if the file is no longer what it
// was when it was read. Where the path is a symbolic link, it stays one.
func replaceFile(path, before, after string) error {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	about, err := os.Stat(path)
	if err != nil {
		return err
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name()) // is there no longer if all goes well
	_, err = temporary.WriteString(after)
	err = errors.Join(err, temporary.Chmod(about.Mode().Perm()), temporary.Sync(), temporary.Close())
	if err != nil {
		return err
	}
	now, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if string(now) != before {
		return fmt.Errorf("%s has been changed by another program; nothing has been done", path)
	}
	return os.Rename(temporary.Name(), path)
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
	for _, f := range files {
		folder := filepath.Dir(f.path)
		_, missing := os.Stat(folder)
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return err
		}
		if missing != nil {
			made = append(made, folder)
		}
		file, err := os.OpenFile(f.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return err
		}
		made = append(made, f.path)
		_, err = file.WriteString(f.text)
		if err = errors.Join(err, file.Close()); err != nil {
			return err
		}
	}
	return nil
}
