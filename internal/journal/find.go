package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/segls/segls/analysis/sentence"
)

// Folder returns the folder of the journals, in the user's state folder; "" if the system has none.
func Folder() string {
	if state := StateFolder(); state != "" {
		return filepath.Join(state, "segls", "changes")
	}
	return ""
}

const ending = ".journal"

// journalName returns the name of a folder's journal.
func journalName(folder string) string {
	sum := sha256.Sum256([]byte(folder))
	return hex.EncodeToString(sum[:]) + ending
}

// InterruptedChange is a change whose run ended before it was complete.
type InterruptedChange struct {
	Root string // the folder that it changes
	name string // of its journal
}

// Sentence returns a message that reports the change and how to finish it.
func (i InterruptedChange) Sentence() *sentence.Sentence {
	return sentence.New("A change to the files in %s was interrupted. To finish it, run “segls recover” in that folder.", i.Root)
}

// FindInterrupted returns the interrupted changes of folders that contain a path or are inside it; all of this user's if the path is "". It
// writes nothing.
func FindInterrupted(at string) (found []InterruptedChange) {
	home := Folder()
	entries, err := os.ReadDir(home)
	if err != nil || len(entries) == 0 {
		return nil // there are no journals
	}
	if at != "" {
		if at, err = canonical(at); err != nil {
			return nil
		}
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !strings.HasSuffix(e.Name(), ending) {
			continue
		}
		if root := interruptedRoot(filepath.Join(home, e.Name())); root != "" && (at == "" || isIn(at, root) || isIn(root, at)) {
			found = append(found, InterruptedChange{root, e.Name()})
		}
	}
	return found
}

// interruptedRoot returns the folder that a journal is about; "" if a run is using it, or it cannot be read.
func interruptedRoot(file string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	j := &journal{file: f}
	if isLocked(f) || j.read() != nil {
		return ""
	}
	return j.journalHeader.Root
}

// isIn reports whether a path is a folder or inside it.
func isIn(name, folder string) bool {
	inside, err := filepath.Rel(folder, name)
	return err == nil && filepath.IsLocal(inside)
}

// canonical returns an absolute path without symbolic links, as far as it exists.
func canonical(name string) (string, error) {
	absolute, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	found, err := filepath.EvalSymlinks(absolute)
	if errors.Is(err, fs.ErrNotExist) && filepath.Dir(absolute) != absolute {
		folder, err := canonical(filepath.Dir(absolute))
		return filepath.Join(folder, filepath.Base(absolute)), err
	}
	return found, err
}

// Recover finishes the change or takes it back, and describes what it did. If a file has been changed since, it may refuse.
func (i InterruptedChange) Recover(hook Hook) (did string, err error) {
	j := i.journal()
	defer j.close()
	if err := j.reopenAndLock(hook); err != nil {
		return "", err
	}
	if j.progress == changingFiles || j.progress == takingBack {
		if err := j.checkFiles(); err != nil {
			return "", err
		}
	}
	const finished = "The interrupted change to the files in %s has been finished."
	switch j.progress {
	case onlyCleanup:
		return fmt.Sprintf(finished, i.Root), j.cleanUp()
	case changingFiles:
		return fmt.Sprintf(finished, i.Root), j.changeFiles()
	case takingBack:
		err = j.takeBack()
	default:
		err = j.endUndone()
	}
	return fmt.Sprintf("The interrupted change to the files in %s has been undone.", i.Root), err
}

// Forget abandons the change: all files stay as they are, and the texts that are kept beside them are removed.
func (i InterruptedChange) Forget() error {
	j := i.journal()
	defer j.close()
	err := j.reopenAndLock(nil)
	if errors.Is(err, fs.ErrNotExist) { // the texts are gone with the folder
		return os.Remove(filepath.Join(Folder(), i.name))
	}
	if err != nil {
		return err
	}
	return j.cleanUp()
}

func (i InterruptedChange) journal() *journal {
	return &journal{journalHeader: journalHeader{Root: i.Root}, name: i.name}
}

// reopenAndLock opens, locks and reads the journal, and removes an incomplete last line. The caller closes it, even after an error.
func (j *journal) reopenAndLock(hook Hook) error {
	if err := j.open(Folder(), hook); err != nil {
		return err
	}
	var err error
	if j.file, err = j.home.OpenFile(j.name, os.O_RDWR|os.O_APPEND, 0); err != nil {
		return err
	}
	if err := j.lockJournal(); err != nil {
		return err
	}
	if err := j.read(); err != nil {
		return err
	}
	return j.home.truncate(j.file, j.whole)
}

// checkFiles checks that each file has its text from before or after the change.
func (j *journal) checkFiles() error {
	for _, f := range j.Files {
		now, err := j.sum(f.Path)
		if err == nil && now != f.Before && now != f.After {
			err = errChanged
		}
		if errors.Is(err, errChanged) {
			return fmt.Errorf("the interrupted change cannot be finished, because %s has been edited since: "+
				"give it its old text again%s, or let “segls recover --forget” keep all files as they are", filepath.Join(j.journalHeader.Root, filepath.FromSlash(f.Path)), j.oldTextRemark(f))
		}
		if err != nil {
			return withoutTemporaryName(err, f.Path)
		}
	}
	return nil
}

// oldTextRemark returns a remark that names the file in which the old text of a file is kept; "" if there is none.
func (j *journal) oldTextRemark(f entry) string {
	if sum, err := j.sum(f.Old); f.Old == "" || err != nil || sum != f.Before {
		return ""
	}
	return fmt.Sprintf(" (it is in %s)", filepath.Join(j.journalHeader.Root, filepath.FromSlash(f.Old)))
}

// legacyName is the name of the journal that earlier versions left in a folder.
const legacyName = ".segls-journal"

// LegacyJournalWarning returns a sentence about a journal that an earlier version left in or above a folder; nil if there is none. It may
// come from anybody, so it is never followed.
func LegacyJournalWarning(at string) *sentence.Sentence {
	folder, err := canonical(at)
	if err != nil {
		return nil
	}
	for ; ; folder = filepath.Dir(folder) {
		name := filepath.Join(folder, legacyName)
		if about, err := os.Lstat(name); err == nil && about.Mode().IsRegular() {
			return sentence.New("An earlier version of segls left %s when a change to files was interrupted; compare your files with your backup, then remove that file.", name)
		}
		if filepath.Dir(folder) == folder {
			return nil
		}
	}
}
