// Package regular reads files that a folder brings along: settings, orders, rules. Under their names can stand what is
// no file of text: a pipe, which holds up whoever opens it, a device, or more than fits into memory.
package regular

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/segls/segls/analysis/sentence"
)

// Files is where files are read from.
type Files interface {
	Stat(name string) (fs.FileInfo, error)
	Open(name string) (io.ReadCloser, error)
}

// Disk is the system's own file system.
type Disk struct{}

// Stat describes a file; see [os.Stat].
func (Disk) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

// OpenFlags are those with which a file is opened that may have become a pipe since it was looked at.
const OpenFlags = os.O_RDONLY | withoutWaiting

// Open opens a file for reading, and does not wait for the other end of a pipe.
func (Disk) Open(name string) (io.ReadCloser, error) {
	return os.OpenFile(name, OpenFlags, 0)
}

// InFS is a file system of Go.
type InFS struct{ fs.FS }

// Stat describes a file; see [fs.Stat].
func (in InFS) Stat(name string) (fs.FileInfo, error) { return fs.Stat(in.FS, name) }

// Open opens a file for reading.
func (in InFS) Open(name string) (io.ReadCloser, error) { return in.FS.Open(name) }

// Read returns what is in a file of at most some bytes, wherever links lead. What is no regular file is not opened. The
// error says why without the name; one that [errors.Is] of [fs.ErrNotExist] is if there is no file.
func Read(files Files, name string, most int64) ([]byte, error) {
	about, err := files.Stat(name)
	if err != nil {
		return nil, reason(err)
	}
	if err := Check(about, most); err != nil {
		return nil, err
	}
	file, err := files.Open(name)
	if err != nil {
		return nil, reason(err)
	}
	defer file.Close()
	if opened, ok := file.(interface{ Stat() (fs.FileInfo, error) }); ok { // something else may be there by now
		if about, err = opened.Stat(); err != nil {
			return nil, reason(err)
		}
		if err := Check(about, most); err != nil {
			return nil, err
		}
	}
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err != nil {
		return nil, reason(err)
	}
	if int64(len(text)) > most {
		return nil, tooLarge(most)
	}
	return text, nil
}

// Check says why a file is not read: it is no regular file, or has too many bytes.
func Check(about fs.FileInfo, most int64) error {
	switch {
	case about.IsDir():
		return sentence.New("this is a folder, not a file")
	case !about.Mode().IsRegular():
		return sentence.New("this is not a regular file")
	case about.Size() > most:
		return tooLarge(most)
	}
	return nil
}

func tooLarge(most int64) error {
	return sentence.New("this file has more than %d MB, so it is not read", most>>20)
}

// reason returns an error without the name, which is reported beside it.
func reason(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
