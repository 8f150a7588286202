package journal

import (
	"errors"
	"io/fs"
	"os"
)

// disk is a folder on the disk. Each of its methods makes one call that changes something there.
type disk struct {
	*os.Root
	hook Hook
}

// Hook is called before each call that changes the disk, with its name and the path of the file.
// It is for tests, which end the run there.
type Hook func(call, path string)

func (d disk) before(call, path string) {
	if d.hook != nil {
		d.hook(call, path)
	}
}

// create creates a file that does not exist yet.
func (d disk) create(name string, mode fs.FileMode) (*os.File, error) {
	d.before("create", name)
	return d.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE|os.O_EXCL, mode)
}

func (d disk) write(f *os.File, text string) error {
	d.before("write", f.Name())
	_, err := f.WriteString(text)
	return err
}

func (d disk) truncate(f *os.File, length int64) error {
	d.before("truncate", f.Name())
	return f.Truncate(length)
}

// copyModeAndOwner gives a file the mode of another one, and its owner as far as the system lets; without
// another one, the mode that new files usually have.
func (d disk) copyModeAndOwner(f *os.File, other fs.FileInfo) error {
	d.before("like", f.Name())
	if other == nil {
		return f.Chmod(defaultMode())
	}
	keepOwner(f, other)
	return f.Chmod(other.Mode().Perm())
}

func (d disk) sync(f *os.File) error {
	d.before("sync", f.Name())
	return f.Sync()
}

// linkUnderNewName gives a file a name that no other file has. Its first name may stay.
func (d disk) linkUnderNewName(from, to string) error {
	d.before("place", to)
	err := d.Link(from, to)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, err := d.Lstat(to); !errors.Is(err, fs.ErrNotExist) { // where there are no hard links
		return errors.Join(err, fs.ErrExist)
	}
	return d.Rename(from, to)
}

func (d disk) rename(from, to string) error {
	d.before("rename", to)
	return d.Rename(from, to)
}

func (d disk) remove(name string) error {
	d.before("remove", name)
	return d.Remove(name)
}

func (d disk) mkdir(name string) error {
	d.before("mkdir", name)
	return d.Mkdir(name, 0o777)
}

// syncFolder makes the names in a folder last.
func (d disk) syncFolder(name string) error {
	d.before("sync folder", name)
	f, err := d.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(syncFolder(f), f.Close())
}
