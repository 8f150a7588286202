// Package regular reads files that a folder contains. Such a file need not be a text: it may be a device, a pipe, which blocks whoever
// opens it, or a file that does not fit into memory.
package regular

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/segls/segls/analysis/sentence"
)

// MaxTextBytes is the greatest size in bytes of a text, of all files of a work, and of the texts of a
// folder whose links are read. An analysis takes about fifteen times the memory of its text.
const MaxTextBytes = 256 << 20

// Files is a source of files.
type Files interface {
	Stat(name string) (fs.FileInfo, error)
	Open(name string) (io.ReadCloser, error)
}

// Disk is the system's own file system.
type Disk struct{}

// Stat describes a file; see [os.Stat].
func (Disk) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

// OpenFlags are the flags for opening a file that may have been replaced by a pipe since it was checked.
const OpenFlags = os.O_RDONLY | withoutWaiting

// Open opens a file for reading, without waiting for the other end if it is a pipe.
func (Disk) Open(name string) (io.ReadCloser, error) {
	return os.OpenFile(name, OpenFlags, 0)
}

// FSFiles adapts an [fs.FS].
type FSFiles struct{ fs.FS }

// Stat describes a file; see [fs.Stat].
func (in FSFiles) Stat(name string) (fs.FileInfo, error) { return fs.Stat(in.FS, name) }

// Open opens a file for reading.
func (in FSFiles) Open(name string) (io.ReadCloser, error) { return in.FS.Open(name) }

// Read returns the content of a regular file that has at most limit bytes. It follows links, and opens nothing but regular files. Its error
// gives the reason without the name; for a missing file it matches [fs.ErrNotExist].
func Read(files Files, name string, limit int64) ([]byte, error) {
	about, err := files.Stat(name)
	if err != nil {
		return nil, withoutFileName(err)
	}
	if err := Check(about, limit); err != nil {
		return nil, err
	}
	file, err := files.Open(name)
	if err != nil {
		return nil, withoutFileName(err)
	}
	defer file.Close()
	if opened, ok := file.(interface{ Stat() (fs.FileInfo, error) }); ok { // another file may be there by now
		if about, err = opened.Stat(); err != nil {
			return nil, withoutFileName(err)
		}
		if err := Check(about, limit); err != nil {
			return nil, err
		}
	}
	text, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err != nil {
		return nil, withoutFileName(err)
	}
	if int64(len(text)) > limit {
		return nil, tooLargeError(limit)
	}
	return text, nil
}

// Check returns an error if a file is not regular or has more than limit bytes.
func Check(about fs.FileInfo, limit int64) error {
	switch {
	case about.IsDir():
		return sentence.New("this is a folder, not a file")
	case !about.Mode().IsRegular():
		return errNotRegular
	case about.Size() > limit:
		return tooLargeError(limit)
	}
	return nil
}

// CheckEntry returns an error that says why an entry of a folder cannot be read. A link out of the folder is no error.
func CheckEntry(files Files, name string) error {
	about, err := files.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("this is a link to a file that does not exist")
	case err != nil && withoutFileName(err) == errLeadsOut:
		return nil
	case err != nil:
		return withoutFileName(err)
	case !about.IsDir() && !about.Mode().IsRegular():
		return errNotRegular
	}
	return nil
}

var (
	errNotRegular = sentence.New("this is not an ordinary file, but a device or a pipe, say")
	errLeadsOut   = sentence.New("this symbolic link leads out of the folder")
)

func tooLargeError(limit int64) error {
	return sentence.New("this file is larger than %d MB, so it is not read", limit>>20)
}

// withoutFileName returns an error without the file name.
func withoutFileName(err error) error {
	var at *fs.PathError
	if !errors.As(err, &at) {
		return err
	}
	if at.Err.Error() == "path escapes from parent" { // an error of package os, which does not export it
		return errLeadsOut
	}
	return at.Err
}
