package journal

import (
	"errors"
	"io/fs"
	"os"
)

// disk is a folder on disk. Its methods that change the disk call the hook first.
type disk struct {
	*os.Root
	hook Hook
}

// Hook is called before each call that changes the disk, with the name of the call and a path. It lets tests end a run there.
type Hook func(call, path string)

func (d disk) callHook(call, path string) {
	if d.hook != nil {
		d.hook(call, path)
	}
}

// create creates a file that does not exist yet.
func (d disk) create(name string, mode fs.FileMode) (*os.File, error) {
	d.callHook("create", name)
	return d.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE|os.O_EXCL, mode)
}

func (d disk) write(f *os.File, text string) error {
	d.callHook("write", f.Name())
	_, err := f.WriteString(text)
	return err
}

func (d disk) truncate(f *os.File, length int64) error {
	d.callHook("truncate", f.Name())
	return f.Truncate(length)
}

// copyModeAndOwner copies the mode and, as far as the system permits, the owner of another file; if that is nil, it sets the usual mode.
func (d disk) copyModeAndOwner(f *os.File, other fs.FileInfo) error {
	d.callHook("like", f.Name())
	if other == nil {
		return f.Chmod(defaultMode())
	}
	copyOwner(f, other)
	return f.Chmod(other.Mode().Perm())
}

func (d disk) sync(f *os.File) error {
	d.callHook("sync", f.Name())
	return f.Sync()
}

// linkUnderNewName gives a file a new name. If another file has it, the error is [fs.ErrExist]. The old name may remain.
func (d disk) linkUnderNewName(from, to string) error {
	d.callHook("place", to)
	err := d.Link(from, to)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, err := d.Lstat(to); !errors.Is(err, fs.ErrNotExist) { // on file systems without hard links
		return errors.Join(err, fs.ErrExist)
	}
	return d.Rename(from, to)
}

func (d disk) rename(from, to string) error {
	d.callHook("rename", to)
	return d.Rename(from, to)
}

func (d disk) remove(name string) error {
	d.callHook("remove", name)
	return d.Remove(name)
}

func (d disk) mkdir(name string) error {
	d.callHook("mkdir", name)
	return d.Mkdir(name, 0o777)
}

// syncFolder makes changes to the names in a folder durable.
func (d disk) syncFolder(name string) error {
	d.callHook("sync folder", name)
	f, err := d.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(syncFolder(f), f.Close())
}
