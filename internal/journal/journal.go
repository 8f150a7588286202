package journal

import (
	"bufio"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// besideName is the prefix of the names of texts that are kept beside files.
const besideName = ".segls-"

// FileChange is a file before and after a change; nil means that it does not exist.
type FileChange struct {
	Path          string // relative to the folder of the change, with slashes
	Before, After *string
	IsSource      bool // text is moved from it to other files
}

// changeRank returns the rank of a file in the order of changes: new files first, removed files last.
func (f FileChange) changeRank() int {
	switch {
	case f.Before == nil:
		return 0
	case f.After == nil:
		return 3
	case f.IsSource:
		return 2
	}
	return 1
}

// journal is a change in progress in this run.
type journal struct {
	journalHeader
	progress progress

	name  string // of the journal's file
	file  *os.File
	whole int64 // length of its complete lines
	home  disk  // the folder of the journals
	disk  disk  // the folder to change
}

// journalHeader is the first line of a journal.
type journalHeader struct {
	Root    string   `json:"root"`              // the folder to change
	Folders []string `json:"folders,omitempty"` // folders to make, outer ones first
	Files   []entry  `json:"files"`
}

// entry is the change of a file: the checksums of its texts, "" if the file does not exist.
type entry struct {
	Path   string `json:"path"`
	Before string `json:"before"`
	After  string `json:"after"`
	Next   string `json:"next,omitempty"` // temporary file beside it, with the new text
	Old    string `json:"old,omitempty"`  // temporary file beside it, with the old text
}

// progress is the state of a change, which each later line of a journal records.
type progress string

const (
	writingTexts  progress = "begun" // texts are being written beside files; no file has changed
	changingFiles progress = "ready" // all texts have been written; files are being changed
	takingBack    progress = "back"  // the change is being taken back
	onlyCleanup   progress = "done"  // only the texts beside the files have to be removed
)

var (
	// errChanged reports a file that has neither its old nor its new text, or is not a regular file.
	errChanged = errors.New("has been changed by another program")

	errExists    = errors.New("already exists")
	errNoJournal = errors.New("this is not a file of segls; remove it")
	errNoLock    = errors.New("segls cannot lock the file in which it notes which files it is about to change")
	errNoFolder  = errors.New("segls has no folder in which to note which files it is about to change: set HOME; nothing has been done")
)

// ChangeFiles changes files of a folder, all or none. It makes missing folders.
func ChangeFiles(folder string, files []FileChange, hook Hook) error {
	folder, err := canonical(folder)
	if err != nil {
		return err
	}
	files = slices.Clone(files)
	for !exists(folder) {
		for i := range files {
			files[i].Path = path.Join(filepath.Base(folder), files[i].Path)
		}
		folder = filepath.Dir(folder)
	}
	slices.SortStableFunc(files, func(a, b FileChange) int { return a.changeRank() - b.changeRank() })
	j, err := create(folder, hook)
	if err != nil {
		return err
	}
	defer j.close()
	for _, f := range files {
		e := entry{Path: f.Path, Before: sumOf(f.Before), After: sumOf(f.After)}
		if f.After != nil {
			e.Next = temporaryName(f.Path)
		}
		if f.Before != nil {
			e.Old = temporaryName(f.Path)
		}
		j.Files = append(j.Files, e)
	}
	if err := j.recordMissingFolders(); err != nil {
		return errors.Join(err, j.endUndone())
	}
	if err := j.writeNewTexts(files); err != nil {
		return errors.Join(err, j.endUndone())
	}
	if err := j.recordProgress(changingFiles); err != nil {
		return errors.Join(err, j.endUndone())
	}
	return j.changeFiles()
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil || filepath.Dir(name) == name
}

// temporaryName returns a new random name in the folder of a file.
func temporaryName(name string) string { return path.Join(path.Dir(name), besideName+rand.Text()) }

func isTemporaryName(name, file string) bool {
	return name == "" || path.Dir(name) == path.Dir(file) && strings.HasPrefix(path.Base(name), besideName) && len(path.Base(name)) == len(besideName)+len(rand.Text())
}

// recordMissingFolders adds to j.Folders the folders that the change has to make.
func (j *journal) recordMissingFolders() error {
	for _, f := range j.Files {
		for folder := path.Dir(f.Path); folder != "." && !slices.Contains(j.Folders, folder); folder = path.Dir(folder) {
			_, err := j.disk.Stat(folder)
			if err == nil {
				break
			}
			if !errors.Is(err, fs.ErrNotExist) {
				return withoutTemporaryName(err, folder)
			}
			j.Folders = append(j.Folders, folder)
		}
	}
	slices.Sort(j.Folders)
	return nil
}

// create creates and locks a journal.
func create(folder string, hook Hook) (*journal, error) {
	home := Folder()
	if home == "" {
		return nil, errNoFolder
	}
	j := &journal{journalHeader: journalHeader{Root: folder}, progress: writingTexts, name: journalName(folder)}
	err := os.MkdirAll(home, 0o700)
	if err == nil {
		err = j.open(home, hook)
	}
	if err != nil {
		return nil, err
	}
	j.file, err = j.home.create(j.name, 0o600)
	if errors.Is(err, fs.ErrExist) {
		if err := j.removeTorn(); err != nil {
			j.close()
			return nil, err
		}
		j.file, err = j.home.create(j.name, 0o600)
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		err = j.busyError()
	case err != nil:
		err = fmt.Errorf("segls cannot note which files it is about to change: %w; nothing has been done", err)
	default:
		if err = j.lockJournal(); errors.Is(err, errNoLock) {
			err = errors.Join(err, j.home.remove(j.name))
		}
	}
	if err != nil {
		j.close()
		return nil, err
	}
	return j, nil
}

// removeTorn removes the journal if its first line is incomplete: then its run was killed before it did anything else.
func (j *journal) removeTorn() error {
	torn := &journal{journalHeader: journalHeader{Root: j.Root}, name: j.name, home: j.home}
	var err error
	if torn.file, err = j.home.OpenFile(j.name, os.O_RDWR, 0); err != nil {
		return j.busyError()
	}
	defer torn.file.Close()
	if err := torn.lockJournal(); err != nil {
		return err
	}
	if !errors.Is(torn.read(), io.EOF) || j.home.remove(j.name) != nil {
		return j.busyError()
	}
	return nil
}

// open opens the folder of the journals and the folder to change.
func (j *journal) open(home string, hook Hook) error {
	opened, err := os.OpenRoot(home)
	if err != nil {
		return err
	}
	j.home = disk{opened, hook}
	if opened, err = os.OpenRoot(j.Root); err != nil {
		return err
	}
	j.disk = disk{opened, hook}
	return nil
}

func (j *journal) close() {
	if j.file != nil {
		j.file.Close()
	}
	for _, d := range []disk{j.home, j.disk} {
		if d.Root != nil {
			d.Close()
		}
	}
}

func (j *journal) busyError() error {
	return fmt.Errorf("another segls is changing files in %s", j.journalHeader.Root)
}

// lockFile is lock, which tests replace.
var lockFile = lock

// lockJournal locks the journal. It retries because another run that reads the journal locks it briefly.
func (j *journal) lockJournal() error {
	var err error
	for range 20 {
		if err = lockFile(j.file); err == nil {
			opened, err := j.file.Stat()
			if err != nil {
				return err
			}
			if named, err := j.home.Lstat(j.name); err == nil && os.SameFile(opened, named) {
				return nil
			}
			break // another run has completed it
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err != nil && !isBusy(err) {
		return fmt.Errorf("%w: %w; nothing has been done", errNoLock, err)
	}
	return j.busyError()
}

// recordProgress sets the progress of the change and appends it to the journal.
func (j *journal) recordProgress(p progress) error {
	j.progress = p
	return j.appendLine(p)
}

func (j *journal) appendLine(value any) error {
	line, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if err := j.home.write(j.file, string(line)+"\n"); err != nil {
		return err
	}
	return j.home.sync(j.file)
}

// read reads the journal. It returns [io.EOF] if its first line is incomplete.
func (j *journal) read() error {
	j.progress = writingTexts
	lines := bufio.NewReader(io.LimitReader(j.file, 64<<20))
	line, err := lines.ReadBytes('\n')
	if err != nil {
		return err
	}
	j.whole = int64(len(line))
	if err := json.Unmarshal(line, &j.journalHeader); err != nil || !filepath.IsAbs(j.journalHeader.Root) {
		return errNoJournal
	}
	for _, f := range j.Files {
		if !fs.ValidPath(f.Path) || !isTemporaryName(f.Next, f.Path) || !isTemporaryName(f.Old, f.Path) {
			return errNoJournal
		}
	}
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil { // an incomplete line does not count
			return nil
		}
		if err := json.Unmarshal(line, &j.progress); err != nil {
			return errNoJournal
		}
		j.whole += int64(len(line))
	}
}

// writeNewTexts prepares a change: it writes the new and the old texts beside the files. It fails if a file no longer has its old text.
func (j *journal) writeNewTexts(files []FileChange) error {
	if err := j.appendLine(j.journalHeader); err != nil {
		return err
	}
	if err := j.home.syncFolder("."); err != nil {
		return err
	}
	for i, folder := range j.Folders {
		if err := j.disk.mkdir(folder); err != nil {
			j.Folders = j.Folders[:i] // only these have been made by the change, and are removed again
			return withoutTemporaryName(err, folder)
		}
	}
	for i, f := range j.Files {
		var like fs.FileInfo
		if f.Before != "" {
			var err error
			if like, err = j.disk.Lstat(f.Path); err != nil {
				return withoutTemporaryName(err, f.Path)
			}
		}
		for _, text := range []struct {
			name string
			text *string
		}{{f.Next, files[i].After}, {f.Old, files[i].Before}} {
			if text.text == nil {
				continue
			}
			if err := j.write(text.name, *text.text, like); err != nil {
				return withoutTemporaryName(err, f.Path)
			}
		}
	}
	for _, f := range j.Files {
		now, err := j.sum(f.Path)
		if err == nil && now != f.Before {
			err = errChanged
		}
		if f.Before == "" && errors.Is(err, errChanged) {
			err = errExists
		}
		if err != nil {
			return fmt.Errorf("%w; nothing has been done", withoutTemporaryName(err, f.Path))
		}
	}
	return j.syncFolders()
}

func (j *journal) write(name, text string, like fs.FileInfo) error {
	f, err := j.disk.create(name, 0o600)
	if err != nil {
		return err
	}
	if err = j.disk.write(f, text); err == nil {
		if err = j.disk.copyModeAndOwner(f, like); err == nil {
			err = j.disk.sync(f)
		}
	}
	return errors.Join(err, f.Close())
}

// withoutTemporaryName returns err as an error about a file, without the name of the temporary file beside it.
func withoutTemporaryName(err error, file string) error {
	about, link := (*fs.PathError)(nil), (*os.LinkError)(nil)
	switch {
	case errors.As(err, &about):
		err = about.Err
	case errors.As(err, &link):
		err = link.Err
	case errors.Is(err, errChanged), errors.Is(err, errExists):
		return fmt.Errorf("%s %w", file, err)
	}
	return fmt.Errorf("%s: %w", file, err)
}

// syncFolders makes the names of all files durable.
func (j *journal) syncFolders() error {
	folders := make(map[string]bool)
	sync := func(folder string) error {
		if folders[folder] {
			return nil
		}
		folders[folder] = true
		if err := j.disk.syncFolder(folder); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	for _, f := range j.Files {
		if err := sync(path.Dir(f.Path)); err != nil {
			return err
		}
	}
	for _, folder := range j.Folders {
		if err := sync(path.Dir(folder)); err != nil {
			return err
		}
	}
	return nil
}

// changeFiles changes the files. If one cannot be changed, all changes are taken back.
func (j *journal) changeFiles() error {
	for _, f := range j.Files {
		err := j.applyNewText(f)
		if err == nil {
			continue
		}
		err = withoutTemporaryName(err, f.Path)
		unrecorded := j.recordProgress(takingBack) // may fail on a full disk, on which files can still be taken back
		if failed := j.takeBack(); failed != nil {
			err = fmt.Errorf("%w; the change has not been taken back: “segls recover” does that, or says what prevents it", err)
			return errors.Join(err, unrecorded, failed)
		}
		return fmt.Errorf("%w; nothing has been done", err)
	}
	if err := j.syncFolders(); err != nil {
		return err
	}
	if err := j.recordProgress(onlyCleanup); err != nil {
		return err
	}
	return j.cleanUp()
}

// applyNewText replaces a file's old text with its new text, unless it has that already.
func (j *journal) applyNewText(f entry) error {
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
			return errors.Join(err, errors.New("the new text that segls had kept for it is missing"))
		}
	}
	return j.replaceFile(f.Path, f.Next, f.Before != "", f.After != "")
}

// replaceFile gives a file the content of `from`, or removes it. `is` and `toBe` report whether it exists before and after.
func (j *journal) replaceFile(path, from string, is, toBe bool) error {
	switch {
	case !toBe:
		return j.disk.remove(path)
	case !is:
		return j.disk.linkUnderNewName(from, path)
	}
	return j.disk.rename(from, path)
}

// takeBack restores the files in reverse order, and ends the change. It leaves alone what another program has changed since.
func (j *journal) takeBack() error {
	for _, f := range slices.Backward(j.Files) {
		now, err := j.sum(f.Path)
		if err != nil && !errors.Is(err, errChanged) {
			return err
		}
		if err != nil || now != f.After || now == f.Before {
			continue
		}
		if f.Before != "" {
			if sum, err := j.sum(f.Old); err != nil || sum != f.Before {
				return errors.Join(err, fmt.Errorf("%s: its old text is missing", f.Path))
			}
		}
		if err := j.replaceFile(f.Path, f.Old, f.After != "", f.Before != ""); err != nil {
			return withoutTemporaryName(err, f.Path)
		}
	}
	if err := j.syncFolders(); err != nil {
		return err
	}
	return j.endUndone()
}

// endUndone ends a change that has changed no file, or whose files have been restored.
func (j *journal) endUndone() error {
	if err := j.removeTemporaryFiles(); err != nil {
		return err
	}
	for _, folder := range slices.Backward(j.Folders) {
		// Another program may have put a file into it.
		if left, err := fs.ReadDir(j.disk.FS(), folder); err == nil && len(left) == 0 {
			if err := j.disk.remove(folder); err != nil {
				return withoutTemporaryName(err, folder)
			}
		}
	}
	return j.cleanUp()
}

// removeTemporaryFiles removes the texts beside the files.
func (j *journal) removeTemporaryFiles() error {
	var failed error
	for _, f := range j.Files {
		for _, name := range []string{f.Next, f.Old} {
			if name == "" {
				continue
			}
			if _, err := j.disk.Lstat(name); errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err := j.disk.remove(name); err != nil {
				failed = errors.Join(failed, err)
			}
		}
	}
	return failed
}

// cleanUp removes the texts beside the files, and the journal.
func (j *journal) cleanUp() error {
	if err := j.removeTemporaryFiles(); err != nil {
		return err
	}
	if err := j.syncFolders(); err != nil {
		return err
	}
	if err := j.home.remove(j.name); err != nil {
		return err
	}
	return j.home.syncFolder(".")
}

// sum returns the checksum of a file, or "" if there is no such file. If it is not a regular file, the error is errChanged.
func (j *journal) sum(name string) (string, error) {
	about, err := j.disk.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	if !about.Mode().IsRegular() {
		return "", errChanged
	}
	text, err := j.disk.ReadFile(name)
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
