package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A change of several files keeps every word in some file at every moment. All new texts, and
// all old ones, are first written beside the files. Then new files get their names, others are
// replaced, sources of words last, and files are removed. A journal in the folder of the work
// records what is under way. If a run is killed, the next one finishes the change, or rolls it
// back if another program has changed one of the files.

// journalName is the file that records the change under way.
const journalName = ".segls-journal"

// besideName begins the names of the new and old texts that are kept beside files. It differs
// from the names of [besideFile], which the next run removes.
const besideName = ".segls~"

// fileChange is a file before and after; nil means no file.
type fileChange struct {
	path          string // in the folder of the journal, with slashes
	before, after *string
	isSource      bool // words are taken from it
}

// journal is a change of several files.
type journal struct {
	root  *os.Root
	file  *os.File
	files []journalFile
	state journalState

	// wrote is called after each write, so that tests can end the run there.
	wrote func(what string)
}

// journalFile is a change of a file as the journal records it: by the checksums of its texts,
// "" for no file.
type journalFile struct {
	Path   string `json:"path"`
	Before string `json:"before"`
	After  string `json:"after"`
	Next   string `json:"next,omitempty"` // beside it: the new text
	Old    string `json:"old,omitempty"`  // beside it: the old text
}

// journalState is the progress of a change.
type journalState string

const (
	journalBegun journalState = "begun" // texts are being written beside files: nothing has changed
	journalReady journalState = "ready" // all have been written: files are being changed
	journalBack  journalState = "back"  // the change is being rolled back
	journalDone  journalState = "done"  // only the texts beside the files are left to remove
)

// errChanged reports a file that is neither its old nor its new text.
var errChanged = errors.New("has been changed by another program")

// changeFiles makes changes of files in a folder, all or none.
func changeFiles(folder string, changes []fileChange, wrote func(what string)) (err error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	j := &journal{root: root, wrote: wrote}
	if err := j.create(folder); err != nil {
		return err
	}
	defer j.file.Close()
	changes = slices.Clone(changes)
	slices.SortStableFunc(changes, func(a, b fileChange) int { return a.rank() - b.rank() })
	for _, c := range changes {
		f := journalFile{Path: c.path, Before: sumOf(c.before), After: sumOf(c.after)}
		beside := path.Join(path.Dir(c.path), besideName+strconv.FormatUint(rand.Uint64(), 36))
		if c.after != nil {
			f.Next = beside + "+"
		}
		if c.before != nil {
			f.Old = beside + "-"
		}
		j.files = append(j.files, f)
	}
	if err := j.begin(changes); err != nil {
		return errors.Join(err, j.end())
	}
	if err := j.say(journalReady); err != nil {
		return errors.Join(err, j.end())
	}
	return j.finish()
}

// rank is when a file is changed: new ones first, sources and files that are removed last.
func (c fileChange) rank() int {
	switch {
	case c.before == nil:
		return 0
	case c.after == nil:
		return 3
	case c.isSource:
		return 2
	}
	return 1
}

// recoverFiles finishes or rolls back the change that a killed run left in a folder, and says
// what it did; "" if there is none.
func recoverFiles(folder string, wrote func(what string)) (did string, err error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return "", err
	}
	defer root.Close()
	file, err := root.OpenFile(journalName, os.O_RDWR|os.O_APPEND, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer file.Close()
	if about, err := file.Stat(); err != nil || !about.Mode().IsRegular() {
		return "", fmt.Errorf("%s is no file of segls", filepath.Join(folder, journalName))
	}
	if hold(file) != nil {
		return "", fmt.Errorf("another segls is changing files in %s", folder)
	}
	j := &journal{root: root, file: file, wrote: wrote}
	if err := j.read(); err != nil {
		return "", fmt.Errorf("%s: %w", filepath.Join(folder, journalName), err)
	}
	const finished = "A change that was interrupted has been finished."
	switch j.state {
	case journalDone:
		return finished, j.end()
	case journalReady:
		if err := j.finish(); err != nil {
			return "", err
		}
		return finished, nil
	case journalBack:
		if err := j.takeBack(); err != nil {
			return "", err
		}
	}
	return "A change that was interrupted has been taken back.", j.end()
}

// create makes the journal, and holds it.
func (j *journal) create(folder string) error {
	file, err := j.root.OpenFile(journalName, os.O_RDWR|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("another segls is changing files in %s", folder)
	}
	if err != nil {
		return err
	}
	j.file = file
	return hold(file)
}

// say records the state of the change.
func (j *journal) say(s journalState) error {
	j.state = s
	return j.note(string(s))
}

func (j *journal) note(value any) error {
	line, err := json.Marshal(value)
	if err == nil {
		_, err = j.file.Write(append(line, '\n'))
	}
	if err == nil {
		err = j.file.Sync()
	}
	j.did("journal")
	return err
}

func (j *journal) did(what string) {
	if j.wrote != nil {
		j.wrote(what)
	}
}

// read reads a journal. It may come from anybody: a file is touched only in the folder, and only
// if it is what the journal knows it to be.
func (j *journal) read() error {
	j.state = journalBegun
	lines := bufio.NewReader(io.LimitReader(j.file, 64<<20))
	for n := 0; ; n++ {
		line, err := lines.ReadBytes('\n')
		if err != nil { // a line that was not written whole does not count
			return nil
		}
		if n == 0 {
			if err := json.Unmarshal(line, &j.files); err != nil {
				return errors.New("this is no journal of segls; remove it")
			}
			for _, f := range j.files {
				isBeside := func(name string) bool {
					return name == "" || path.Dir(name) == path.Dir(f.Path) && strings.HasPrefix(path.Base(name), besideName)
				}
				if !fs.ValidPath(f.Path) || !isBeside(f.Next) || !isBeside(f.Old) {
					return errors.New("this is no journal of segls; remove it")
				}
			}
			continue
		}
		var s journalState
		if err := json.Unmarshal(line, &s); err != nil {
			return errors.New("this is no journal of segls; remove it")
		}
		j.state = s
	}
}

// begin writes the texts beside the files.
func (j *journal) begin(changes []fileChange) error {
	if err := j.note(j.files); err != nil {
		return err
	}
	for i, f := range j.files {
		mode := usualMode()
		if f.Before != "" {
			about, err := j.root.Lstat(f.Path)
			if err != nil {
				return err
			}
			mode = about.Mode().Perm()
		}
		for name, text := range map[string]*string{f.Next: changes[i].after, f.Old: changes[i].before} {
			if text == nil {
				continue
			}
			if err := j.write(name, *text, mode); err != nil {
				return err
			}
		}
	}
	for _, f := range j.files {
		if now, err := j.sum(f.Path); err != nil || now != f.Before {
			return errors.Join(err, fmt.Errorf("%s %w; nothing has been done", f.Path, errChanged))
		}
	}
	return nil
}

func (j *journal) write(name, text string, mode fs.FileMode) error {
	f, err := j.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	j.did(name)
	return err
}

// finish changes the files. If one is not what it should be, all are rolled back.
func (j *journal) finish() error {
	for _, f := range j.files {
		err := j.forward(f)
		if err == nil {
			continue
		}
		err = fmt.Errorf("%s %w; nothing has been done", f.Path, err)
		if failed := j.say(journalBack); failed != nil {
			return errors.Join(err, failed)
		}
		if failed := j.takeBack(); failed != nil {
			return errors.Join(err, failed)
		}
		return errors.Join(err, j.end())
	}
	if err := j.say(journalDone); err != nil {
		return err
	}
	return j.end()
}

// forward brings a file to its new text.
func (j *journal) forward(f journalFile) error {
	now, err := j.sum(f.Path)
	switch {
	case err != nil:
		return err
	case now == f.After:
		return nil
	case now != f.Before:
		return errChanged
	}
	if f.After != "" {
		if sum, err := j.sum(f.Next); err != nil || sum != f.After {
			return errors.Join(err, errors.New("is to have a text that is gone"))
		}
	}
	return j.turn(f.Path, f.Next, f.Before != "", f.After != "")
}

// turn creates, replaces or removes a file from the text that stands beside it.
func (j *journal) turn(path, from string, is, toBe bool) (err error) {
	switch {
	case !toBe:
		err = j.root.Remove(path)
	case !is:
		err = j.place(from, path)
	default:
		err = j.root.Rename(from, path)
	}
	j.did(path)
	return err
}

// place gives a text a name that no other file has.
func (j *journal) place(from, to string) error {
	err := j.root.Link(from, to)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	text, err := j.root.ReadFile(from) // where there are no links
	if err != nil {
		return err
	}
	return j.write(to, string(text), usualMode())
}

// takeBack restores the files in reverse order. A file that another program has changed stays
// as it is.
func (j *journal) takeBack() error {
	for _, f := range slices.Backward(j.files) {
		now, err := j.sum(f.Path)
		if err != nil {
			return err
		}
		if now != f.After || now == f.Before {
			continue
		}
		if f.Before != "" {
			if sum, err := j.sum(f.Old); err != nil || sum != f.Before {
				return errors.Join(err, fmt.Errorf("%s: what it was is gone", f.Path))
			}
		}
		if err := j.turn(f.Path, f.Old, f.After != "", f.Before != ""); err != nil {
			return err
		}
	}
	return nil
}

// end removes the texts beside the files, and the journal.
func (j *journal) end() error {
	var failed error
	for _, f := range j.files {
		for _, name := range []string{f.Next, f.Old} {
			if name == "" {
				continue
			}
			if err := j.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				failed = errors.Join(failed, err)
			}
			j.did(name)
		}
	}
	if failed != nil {
		return failed
	}
	return j.root.Remove(journalName)
}

// sum is the checksum of a file, "" if there is none.
func (j *journal) sum(name string) (string, error) {
	about, err := j.root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	if !about.Mode().IsRegular() {
		return "", errChanged
	}
	text, err := j.root.ReadFile(name)
	if err != nil {
		return "", err
	}
	content := string(text)
	return sumOf(&content), nil
}

func sumOf(text *string) string {
	if text == nil {
		return ""
	}
	sum := sha256.Sum256([]byte(*text))
	return hex.EncodeToString(sum[:])
}
