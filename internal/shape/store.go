package shape

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/journal"
	"github.com/segls/segls/internal/regular"
)

// Limits in size and age.
const (
	mostBytes   = 64 << 20
	unused      = 400 * 24 * time.Hour
	unusedGone  = 30 * 24 * time.Hour // for a text whose file is gone
	largestText = 16 << 20            // the largest file that is compared with a text
)

const (
	ending  = ".shape"
	keyFile = "key"
	keySize = 32
	version = 1 // of the file format
)

// Folder returns the folder of the shapes; "" if the system has no state folder.
func Folder() string {
	if state := journal.StateFolder(); state != "" {
		return filepath.Join(state, "segls", "shapes")
	}
	return ""
}

// Store holds the shapes of all texts of a user. It is safe for concurrent use.
type Store struct {
	// Temporary lists folders whose texts are not kept.
	Temporary []string

	// IsReadOnly is set by commands that only read: [Store.Restore] then saves and removes nothing.
	IsReadOnly bool

	folder string
	writer string // identifies this process

	mu      sync.Mutex // guards the rest
	pruned  bool
	saved   map[string]uint64        // for each path, the fingerprint of the shape that this process saved or restored last
	writing map[string]chan struct{} // for each path, a channel that is closed when the shape has been written
	gone    []header                 // shapes of texts whose files were gone
	goneAt  time.Time                // when gone was computed
}

// header is the first line of a file.
type header struct {
	Version int    `json:"version"`
	Path    string `json:"path"`
	Writer  string `json:"writer"` // the process that wrote it
	IsSaved bool   `json:"saved"`  // the text was equal to the file on disk
	Sum     []byte `json:"sum"`    // checksum of the second line
	file    string // the file of this header
}

// Open returns the store in a folder; if it is "", nothing is kept. Open does not access the disk.
func Open(folder string) *Store {
	writer := make([]byte, 12)
	_, _ = rand.Read(writer) // never fails
	return &Store{
		Temporary: temporaryFolders(), folder: folder, writer: hex.EncodeToString(writer),
		saved: make(map[string]uint64), writing: make(map[string]chan struct{}),
	}
}

func temporaryFolders() []string {
	return []string{os.TempDir(), "/tmp", "/var/tmp", "/private/tmp", "/private/var/tmp", "/dev/shm", "/proc"}
}

// MayKeep reports whether the shape of a file may be kept. It may not if, for example, the file is in a temporary folder.
func (s *Store) MayKeep(path string) bool {
	return s.mayKeep(path) && s.mayKeep(canonical(path)) // also not if its links lead to such a place
}

func (s *Store) mayKeep(path string) bool {
	if s == nil || s.folder == "" || !filepath.IsAbs(path) || slices.Contains(strings.Split(filepath.ToSlash(path), "/"), ".git") {
		return false
	}
	return !slices.ContainsFunc(s.Temporary, func(folder string) bool {
		return isIn(path, folder) || isIn(path, canonical(folder))
	})
}

func isIn(path, folder string) bool {
	inside, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(inside)
}

// canonical returns a path with links resolved, if the path or its folder exists.
func canonical(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(folder, filepath.Base(path))
	}
	return filepath.Clean(path)
}

// openKey returns the key, or makes one if isWriting is set. It is read each time, because another process may have removed it.
func (s *Store) openKey(isWriting bool) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	file := filepath.Join(s.folder, keyFile)
	key, err := regular.Read(regular.Disk{}, file, keySize)
	if err == nil && len(key) == keySize {
		return key, nil
	}
	if !isWriting {
		return nil, fs.ErrNotExist
	}
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return nil, err
	}
	key = make([]byte, keySize)
	_, _ = rand.Read(key) // never fails
	temporary, err := s.writeTemporary(keyFile, key)
	if err != nil {
		return nil, err
	}
	defer os.Remove(temporary)
	if err = os.Link(temporary, file); err != nil { // another process may have been first; a damaged key is replaced
		if other, err := regular.Read(regular.Disk{}, file, keySize); err == nil && len(other) == keySize {
			return other, nil
		}
		if err = os.Rename(temporary, file); err != nil {
			return nil, err
		}
	}
	return key, nil
}

// writeTemporary writes a new file, readable by the user only, and returns its name.
func (s *Store) writeTemporary(name string, content []byte) (temporary string, err error) {
	f, err := os.CreateTemp(s.folder, name+".*.new") // mode 0600
	if err != nil {
		return "", err
	}
	_, err = f.Write(content)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

func sum(key []byte, kind string, content []byte) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(kind))
	h.Write(content)
	return h.Sum(nil)
}

// fileOf returns the file with the shape of a text.
func (s *Store) fileOf(key []byte, path string) string {
	return filepath.Join(s.folder, hex.EncodeToString(sum(key, "path ", []byte(path))[:16])+ending)
}

// hasher returns a function that hashes paragraphs.
func hasher(key []byte) func(words []byte) uint64 {
	h, room := hmac.New(sha256.New, key), make([]byte, 0, sha256.Size)
	return func(words []byte) uint64 {
		h.Reset()
		h.Write(words)
		return binary.LittleEndian.Uint64(h.Sum(room))
	}
}

// BeginSave announces that the shape of a text will be saved: Restore waits until done is called.
func (s *Store) BeginSave(path string) (done func()) {
	if !s.MayKeep(path) {
		return func() {}
	}
	path = canonical(path)
	written := make(chan struct{})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writing[path] = written
	return sync.OnceFunc(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.writing[path] == written {
			delete(s.writing, path)
		}
		close(written)
	})
}

// Save keeps the shape of a text if it may. If another process has kept the shape of the text on disk, that of a different text does not
// replace it.
func (s *Store) Save(path string, d *analysis.Document, hasTitles bool) error {
	if !s.MayKeep(path) {
		return nil
	}
	path = canonical(path)
	s.mu.Lock()
	before, isKnown := s.saved[path]
	s.mu.Unlock()
	if isKnown && before == d.Fingerprint() {
		return nil
	}
	key, err := s.openKey(true)
	if err != nil {
		return err
	}
	if err := s.put(key, path, d.Text.String(), keptShape(d, key, hasTitles)); err != nil {
		return err
	}
	s.mu.Lock()
	s.saved[path] = d.Fingerprint()
	isDue := !s.pruned
	s.pruned = true
	s.mu.Unlock()
	if isDue {
		s.Prune(time.Now())
	}
	return nil
}

// put writes the shape of a text.
func (s *Store) put(key []byte, path, text string, k *analysis.Kept) error {
	body, err := json.Marshal(k)
	if err != nil {
		return err
	}
	file := s.fileOf(key, path)
	h := header{Version: version, Path: path, Writer: s.writer, Sum: sum(key, "state ", body)}
	onDisk, err := regular.Read(regular.Disk{}, path, largestText)
	h.IsSaved = err == nil && string(onDisk) == text
	if other, err := headerOf(file); err == nil && !h.IsSaved && other.IsSaved && other.Writer != s.writer {
		return nil
	}
	head, err := json.Marshal(h)
	if err != nil {
		return err
	}
	temporary, err := s.writeTemporary("shape", slices.Concat(head, []byte("\n"), body, []byte("\n")))
	if err != nil {
		return err
	}
	if err := os.Rename(temporary, file); err != nil {
		os.Remove(temporary)
		return err
	}
	return nil
}

// headerOf reads the first line of a file.
func headerOf(file string) (h header, err error) {
	f, err := regular.Disk{}.Open(file)
	if err != nil {
		return h, err
	}
	defer f.Close()
	start := make([]byte, 8192) // long enough for any path
	n, _ := f.Read(start)
	line, _, ok := bytes.Cut(start[:n], []byte("\n"))
	if !ok {
		return h, errDamaged
	}
	if err := json.Unmarshal(line, &h); err != nil || h.Version != version || h.Path == "" {
		return h, errDamaged
	}
	h.file = file
	return h, nil
}

var errDamaged = errors.New("it is damaged, or from another version of segls")

// read returns the shape in a file.
func read(key []byte, file string) (*analysis.Kept, error) {
	content, err := regular.Read(regular.Disk{}, file, mostBytes)
	if err != nil {
		return nil, err
	}
	head, body, _ := bytes.Cut(content, []byte("\n"))
	body = bytes.TrimSuffix(body, []byte("\n"))
	var h header
	if json.Unmarshal(head, &h) != nil || h.Version != version || !hmac.Equal(h.Sum, sum(key, "state ", body)) {
		return nil, errDamaged
	}
	k := new(analysis.Kept)
	if err := json.Unmarshal(body, k); err != nil {
		return nil, errDamaged
	}
	return k, nil
}

// Restore returns a document with the shape last kept for its text, if any. Even with an error, the document is valid.
func (s *Store) Restore(path string, d *analysis.Document) (restored *analysis.Document, ok bool, err error) {
	if !s.MayKeep(path) {
		return d, false, nil
	}
	path = canonical(path)
	s.mu.Lock()
	written := s.writing[path]
	s.mu.Unlock()
	if written != nil {
		<-written
	}
	key, err := s.openKey(false)
	if errors.Is(err, fs.ErrNotExist) {
		return d, false, nil // nothing was ever kept
	}
	if err != nil {
		return d, false, err
	}
	file := s.fileOf(key, path)
	k, err := read(key, file)
	isOwn := err == nil
	if errors.Is(err, fs.ErrNotExist) {
		if k, file = s.findMoved(key, d); k == nil {
			return d, false, nil
		}
		err = nil
	}
	if err != nil {
		return d, false, fmt.Errorf("%s: %w", file, err)
	}
	restored, ok = d.Restore(k, hasher(key))
	switch {
	case s.IsReadOnly:
		return restored, ok, nil
	case !ok && isOwn:
		_ = os.Remove(file) // the shape is that of another text
		return d, false, nil
	case !ok:
		return d, false, nil
	case !isOwn: // the file of the text has been renamed
		if err := s.put(key, path, d.Text.String(), restored.Keep(hasher(key))); err != nil {
			return restored, true, err
		}
		_ = os.Remove(file)
	}
	now := time.Now()
	_ = os.Chtimes(file, now, now)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.saved[path] = restored.Fingerprint() // the shape may be of another git branch: keep nothing until somebody edits
	return restored, true, nil
}

// findMoved returns the shape that a text should adopt from one whose file is gone, and the file that holds it; nil if there is none.
func (s *Store) findMoved(key []byte, d *analysis.Document) (most *analysis.Kept, file string) {
	common := 0
	s.eachSimilarOrphan(key, d, func(k *analysis.Kept, of string, n int) {
		if n > common {
			most, file, common = k, of, n
		}
	})
	return most, file
}

// eachSimilarOrphan calls visit for shapes of texts whose files are gone that have at least half of their paragraphs in common with d.
func (s *Store) eachSimilarOrphan(key []byte, d *analysis.Document, visit func(k *analysis.Kept, file string, common int)) {
	isThere := make(map[uint64]bool)
	for _, h := range d.Hashes(hasher(key)) {
		isThere[h] = true
	}
	for _, h := range s.orphans() {
		k, err := read(key, h.file)
		if err != nil {
			continue
		}
		n := 0
		for _, p := range k.Paragraphs {
			if isThere[p] {
				n++
			}
		}
		if n > 0 && 2*n >= len(k.Paragraphs) {
			visit(k, h.file, n)
		}
	}
}

// orphans returns the headers of the shapes of texts whose files are gone. It is cached briefly, because a work may ask for each of a
// thousand files.
func (s *Store) orphans() []header {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := time.Now(); now.Sub(s.goneAt) > 2*time.Second {
		s.gone, s.goneAt = nil, now
		for _, h := range s.headers() {
			if isGone(h.Path) {
				s.gone = append(s.gone, h)
			}
		}
	}
	return s.gone
}

// isGone reports whether the system says that there is no file at a path.
func isGone(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// headers returns the headers of all shapes, if they can be read.
func (s *Store) headers() (list []header) {
	entries, _ := os.ReadDir(s.folder)
	for _, e := range entries {
		if !e.Type().IsRegular() || !strings.HasSuffix(e.Name(), ending) {
			continue
		}
		if h, err := headerOf(filepath.Join(s.folder, e.Name())); err == nil {
			list = append(list, h)
		}
	}
	return list
}

// Prune removes shapes that are damaged or unused for long, and the oldest if all together are too large.
func (s *Store) Prune(now time.Time) {
	type state struct {
		file string
		size int64
		used time.Time
	}
	var states []state
	total := int64(0)
	entries, _ := os.ReadDir(s.folder)
	for _, e := range entries {
		about, err := e.Info()
		file := filepath.Join(s.folder, e.Name())
		if err != nil || !about.Mode().IsRegular() {
			continue
		}
		age := now.Sub(about.ModTime())
		if strings.HasSuffix(e.Name(), ".new") && age > time.Hour { // left behind by a run that was killed
			_ = os.Remove(file)
		}
		if !strings.HasSuffix(e.Name(), ending) {
			continue
		}
		h, err := headerOf(file)
		if err != nil || age > unused || age > unusedGone && isGone(h.Path) {
			_ = os.Remove(file)
			continue
		}
		states = append(states, state{file, about.Size(), about.ModTime()})
		total += about.Size()
	}
	slices.SortFunc(states, func(a, b state) int { return a.used.Compare(b.used) })
	for _, st := range states {
		if total <= mostBytes {
			break
		}
		_ = os.Remove(st.file)
		total -= st.size
	}
}

// Forget removes the shapes of a file, or of all files in a folder, with those they would adopt; all shapes if path is "".
func (s *Store) Forget(path string) (texts int, err error) {
	if s.folder == "" {
		return 0, nil
	}
	if path == "" {
		texts = len(s.headers())
		return texts, os.RemoveAll(s.folder)
	}
	if path, err = filepath.Abs(path); err != nil {
		return 0, err
	}
	path = canonical(path)
	files, err := s.adoptableFiles(path)
	for _, h := range s.headers() {
		if h.Path == path || isIn(h.Path, path) {
			files = append(files, h.file)
		}
	}
	slices.Sort(files)
	for _, file := range slices.Compact(files) {
		if e := os.Remove(file); e != nil {
			err = errors.Join(err, e)
			continue
		}
		texts++
	}
	return texts, err
}

// adoptableFiles returns the files with the shapes that a text, or the texts in a folder, would adopt.
func (s *Store) adoptableFiles(path string) (files []string, err error) {
	if len(s.orphans()) == 0 {
		return nil, nil
	}
	key, err := s.openKey(false)
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(path, func(at string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() && at != path && strings.HasPrefix(e.Name(), ".") {
			return fs.SkipDir
		}
		format, isText := markup.ByFileName(at)
		if err != nil || !isText || !e.Type().IsRegular() {
			return nil // what does not exist or cannot be read has no text
		}
		content, err := regular.Read(regular.Disk{}, at, largestText)
		if err != nil {
			return nil
		}
		d, err := analysis.Read(context.Background(), rope.New(string(content)), format, analysis.Settings{})
		if err != nil {
			return err
		}
		s.eachSimilarOrphan(key, d, func(_ *analysis.Kept, file string, _ int) { files = append(files, file) })
		return nil
	})
	return files, err
}

// CountShapes returns the number of shapes in the folder, the number of damaged files, and the size of the shapes in bytes.
func (s *Store) CountShapes() (texts, damaged int, bytes int64) {
	key, _ := s.openKey(false)
	entries, _ := os.ReadDir(s.folder)
	for _, e := range entries {
		about, err := e.Info()
		if err != nil || !strings.HasSuffix(e.Name(), ending) {
			continue
		}
		if _, err := read(key, filepath.Join(s.folder, e.Name())); err != nil {
			damaged++
			continue
		}
		texts++
		bytes += about.Size()
	}
	return texts, damaged, bytes
}

// WriteError returns an error that says why nothing can be kept, or nil. It writes nothing.
func (s *Store) WriteError() error {
	for folder := s.folder; folder != ""; folder = filepath.Dir(folder) {
		about, err := os.Stat(folder)
		switch {
		case errors.Is(err, fs.ErrNotExist) && folder != filepath.Dir(folder):
			continue
		case err != nil:
			return err
		case !about.IsDir():
			return fmt.Errorf("%s is not a folder", folder)
		case about.Mode().Perm()&0o200 == 0:
			return fmt.Errorf("segls may not write in %s", folder)
		}
		return nil
	}
	return nil
}
