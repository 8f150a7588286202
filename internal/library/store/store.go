package store

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/config"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/library"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/regular"
	"github.com/segls/segls/internal/work"
)

// Limits of a library.
const (
	mostTexts   = 20_000
	mostBytes   = 512 << 20
	largestText = 16 << 20
)

// Store is the library of a folder. Refresh is safe for concurrent use.
type Store struct {
	Root string // path of the folder, without links
	File string // path of the library's file; "" if the system has no cache folder

	// Begin, if not nil, is called with the number and total size of the texts that are about to be read. Its result is called with the
	// number of bytes read of each text.
	Begin func(ctx context.Context, texts int, bytes int64) (done func(bytes int64))

	// Panicked, if not nil, is called with a panic that occurred while a text was read; the text is left out.
	Panicked func(p any)

	refreshing sync.Mutex // held while texts are read; guards the fields below

	records map[string]record // nil until loaded
	index   *library.Index    // nil until made
	names   []string          // of the texts in the index, in order

	words words // of the texts

	configuring sync.Mutex // guards cache
	cache       *config.Cache[analysis.Settings]
}

// Open returns the store of a folder without reading it.
func Open(root string) (*Store, error) {
	absolute, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	if absolute, err = filepath.EvalSymlinks(absolute); err != nil {
		return nil, err
	}
	about, err := os.Stat(absolute)
	if err != nil {
		return nil, err
	}
	if !about.IsDir() {
		return nil, fmt.Errorf("%s is not a folder", root)
	}
	s := &Store{Root: absolute, cache: config.NewCache(analysis.DeclaredSettings)}
	if folder := Folder(); folder != "" {
		sum := sumOf([]byte(absolute))
		s.File = filepath.Join(folder, hex.EncodeToString(sum[:])+finished)
	}
	return s, nil
}

// sumOf returns a hash that identifies a text. It need not resist collisions made on purpose.
func sumOf(content []byte) (sum [16]byte) {
	h := fnv.New128a()
	h.Write(content)
	h.Sum(sum[:0])
	return sum
}

// Folder returns the folder of the libraries; "" if the system has no cache folder.
func Folder() string {
	folder, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "segls", "library")
}

// ClearAll removes the libraries of all folders.
func ClearAll() error {
	folder := Folder()
	if folder == "" {
		return nil
	}
	return os.RemoveAll(folder)
}

// Clear removes the library of the folder.
func (s *Store) Clear() error {
	s.records, s.index = nil, nil
	if err := os.Remove(s.File); s.File != "" && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Note is a message for the user about a text or folder that is left out, or about the library if Name is "".
type Note struct {
	Name     string
	Message  string
	IsUnread bool // it could not be read
}

// State is a library at one moment.
type State struct {
	*library.Index
	Names []string // of the texts, in order
	Read  int      // number of texts that were read because they were new or had changed
	Notes []Note
}

// Refresh reads the texts that have changed and returns the library. An unreadable text is no error. It is safe for concurrent use.
func (s *Store) Refresh(ctx context.Context) (*State, error) {
	s.refreshing.Lock()
	defer s.refreshing.Unlock()
	fsys, done, err := ignore.OpenVisible(s.Root)
	if err != nil {
		return nil, err
	}
	defer func() { _ = done() }() // an error does not matter: nothing was written
	state := new(State)
	if s.records == nil {
		s.load(state)
	}
	started := time.Now()
	texts := s.listTexts(fsys, state)
	changed, err := s.readChanged(ctx, fsys, texts, started, state)
	if err != nil {
		return nil, err
	}
	if noter, notes := fsys.(work.ProblemKeeper); notes {
		for _, p := range noter.Problems() {
			state.Notes = append(state.Notes, Note{p.File, p.Message.String(), true})
		}
	}
	names := make([]string, 0, len(texts))
	for _, t := range texts {
		if _, is := s.records[t.name]; is {
			names = append(names, t.name)
		}
	}
	if len(names) != len(s.records) { // some have been removed
		changed = true
		kept := make(map[string]record, len(names))
		for _, name := range names {
			kept[name] = s.records[name]
		}
		s.records = kept
	}
	if s.index == nil || changed {
		s.makeIndex(names)
	}
	if changed && s.File != "" {
		if err := save(s.File, s.Root, names, s.records); err != nil {
			if at := new(fs.PathError); errors.As(err, &at) {
				err = at.Err // drops the name of the temporary file
			}
			state.Notes = append(state.Notes, Note{"", fmt.Sprintf("what segls has read of this folder cannot be kept in %s (%v), so every search takes as long as the first: make room there, and check that you are allowed to write there", filepath.Dir(s.File), err), false})
		}
		removeUnused(filepath.Dir(s.File), started)
	}
	state.Index, state.Names = s.index, s.names
	return state, nil
}

// LastIndex returns the library as of the last Refresh; nil if there was none, or if one is running.
func (s *Store) LastIndex() *library.Index {
	if !s.refreshing.TryLock() {
		return nil
	}
	defer s.refreshing.Unlock()
	return s.index
}

// Each reads the texts of the folder from disk, without dividing them, and calls take with each, several at a time. It stores nothing. If
// the texts exceed limit bytes together, the error is ErrTooMuch.
func (s *Store) Each(ctx context.Context, limit int64, take func(name string, d *analysis.Document)) error {
	fsys, done, err := ignore.OpenVisible(s.Root)
	if err != nil {
		return err
	}
	defer func() { _ = done() }() // an error does not matter: nothing was written
	texts := s.listTexts(fsys, new(State))
	sum := int64(0)
	for _, t := range texts {
		if sum += t.about.Size(); sum > limit {
			return ErrTooMuch
		}
	}
	group, reading := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, t := range texts {
		if reading.Err() != nil {
			break
		}
		group.Go(func() error {
			defer s.recoverPanic()
			content, _ := readText(fsys, t.name)
			if content == nil {
				return nil
			}
			d, err := analysis.Read(reading, rope.New(string(content)), formatOf(t.name, t.settings), *t.settings)
			if err == nil {
				take(t.name, d)
			}
			return err
		})
	}
	return cmp.Or(group.Wait(), ctx.Err())
}

// ErrTooMuch reports that the texts for [Store.Each] are too large.
var ErrTooMuch = sentence.New("there is too much text in this folder")

// recoverPanic, if deferred, passes a panic to Panicked, unless that is nil.
func (s *Store) recoverPanic() {
	if s.Panicked == nil {
		return
	}
	if p := recover(); p != nil {
		s.Panicked(p)
	}
}

// load reads the file on disk. If the file cannot be used, the library begins empty.
func (s *Store) load(state *State) {
	s.records = make(map[string]record)
	if s.File == "" {
		return
	}
	switch records, err := load(s.File, s.Root); {
	case err == nil:
		s.records = records
		now := time.Now()
		_ = os.Chtimes(s.File, now, now) // so that removeUnused keeps it; if it fails, the file is removed too early
	case !errors.Is(err, fs.ErrNotExist):
		_ = os.Remove(s.File) // it is replaced anyway
	}
}

// foundText is a text in the folder.
type foundText struct {
	name     string
	about    fs.FileInfo
	settings *analysis.Settings
	hash     uint64 // of the settings
}

// listTexts lists the texts of the folder.
func (s *Store) listTexts(fsys fs.FS, state *State) []foundText {
	settings := newSettingsReader(s)
	var texts []foundText
	bytes := int64(0)
	unread := func(name string, err error) {
		if message := reason(err); message != "" {
			state.Notes = append(state.Notes, Note{name, message, true})
		}
	}
	for name, about := range link.LinkableFiles(notingFS{fsys, unread}, ".") {
		if settings.excludes(name) {
			continue
		}
		if about.Size() > largestText {
			state.Notes = append(state.Notes, Note{name, fmt.Sprintf("more than %d MB, so it is left out", largestText>>20), false})
			continue
		}
		if bytes += about.Size(); len(texts) == mostTexts || bytes > mostBytes {
			state.Notes = append(state.Notes, Note{"", fmt.Sprintf("there are more than %d texts or %d MB in %s, so those after %s are left out", mostTexts, mostBytes>>20, s.Root, texts[len(texts)-1].name), false})
			break
		}
		f := foundText{name: name, about: about}
		f.settings, f.hash = settings.forFile(name)
		texts = append(texts, f)
	}
	slices.SortFunc(texts, func(a, b foundText) int { return cmp.Compare(a.name, b.name) })
	return texts
}

// notingFS records the folders, and the texts in them, that cannot be read.
type notingFS struct {
	fs.FS
	note func(name string, err error)
}

// ReadDir implements [fs.ReadDirFS].
func (f notingFS) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(f.FS, name)
	if err != nil {
		f.note(name, err)
	}
	for _, entry := range entries {
		if _, isText := markup.ByFileName(entry.Name()); isText && !entry.IsDir() && !entry.Type().IsRegular() && !strings.HasPrefix(entry.Name(), ".") {
			at := path.Join(name, entry.Name())
			if err := regular.CheckEntry(regular.FSFiles{FS: f.FS}, at); err != nil {
				f.note(at, err)
			}
		}
	}
	return entries, err
}

// budget is the number of bytes of text analysed at once; a larger text is analysed alone.
const budget = 8 << 20

// unseen is the time after a change in which another change may leave the file's time unchanged.
const unseen = 2 * time.Second

// readChanged reads the texts that may have changed.
func (s *Store) readChanged(ctx context.Context, fsys fs.FS, texts []foundText, now time.Time, state *State) (changed bool, err error) {
	var mu sync.Mutex // guards the variables below and the records
	note := func(name, message string) {
		mu.Lock()
		defer mu.Unlock()
		state.Notes = append(state.Notes, Note{name, message, true})
	}
	readers := make(chan *library.Reader, runtime.GOMAXPROCS(0))
	for range cap(readers) {
		readers <- new(library.Reader)
	}
	stale, bytes := s.possiblyChanged(texts)
	done := func(int64) {}
	if s.Begin != nil && len(stale) > 0 {
		done = s.Begin(ctx, len(stale), bytes)
	}
	room := semaphore.NewWeighted(budget)
	group, reading := errgroup.WithContext(ctx)
	group.SetLimit(cap(readers))
	for _, t := range stale {
		mu.Lock()
		r, isKnown := s.records[t.name]
		mu.Unlock()
		weight := min(max(t.about.Size(), 1), budget)
		if room.Acquire(reading, weight) != nil {
			break
		}
		group.Go(func() error {
			defer room.Release(weight)
			defer func() {
				mu.Lock()
				defer mu.Unlock()
				done(t.about.Size())
			}()
			defer s.recoverPanic()
			content, why := readText(fsys, t.name)
			if content == nil {
				if why != "" {
					note(t.name, why)
				}
				mu.Lock()
				defer mu.Unlock()
				if isKnown {
					delete(s.records, t.name)
					changed = true
				}
				return nil
			}
			fresh := record{size: int64(len(content)), time: t.about.ModTime().UnixNano(), settings: t.hash, encoded: r.encoded}
			if now.Sub(t.about.ModTime()) < unseen {
				fresh.time = 0
			}
			fresh.hash = sumOf(content)
			if !isKnown || fresh.hash != r.hash || fresh.settings != r.settings {
				reader := <-readers
				defer func() { readers <- reader }()
				d, err := analysis.Analyze(reading, rope.New(string(content)), formatOf(t.name, t.settings), *t.settings)
				if err != nil {
					return err
				}
				fresh.encoded = string(reader.Read(d, t.name).Append(nil))
				s.words.add(content)
			}
			mu.Lock()
			defer mu.Unlock()
			if fresh.encoded != r.encoded || !isKnown {
				state.Read++
			}
			changed = changed || fresh != r
			s.records[t.name] = fresh
			return nil
		})
	}
	err = group.Wait()
	slices.SortFunc(state.Notes, func(a, b Note) int { return cmp.Compare(a.Name, b.Name) })
	return changed, cmp.Or(err, ctx.Err())
}

// possiblyChanged returns the texts that may differ from their records, and their size in bytes.
func (s *Store) possiblyChanged(texts []foundText) (list []foundText, bytes int64) {
	for _, t := range texts {
		r, isKnown := s.records[t.name]
		if !isKnown || r.size != t.about.Size() || r.time != t.about.ModTime().UnixNano() || r.settings != t.hash {
			list = append(list, t)
			bytes += t.about.Size()
		}
	}
	return list, bytes
}

// readText returns the content of a file. If the file is left out, content is nil; why is the reason if the user should know.
func readText(fsys fs.FS, name string) (content []byte, why string) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, reason(err)
	}
	defer f.Close()
	content, err = io.ReadAll(io.LimitReader(f, largestText+1))
	switch {
	case err != nil:
		return nil, reason(err)
	case len(content) > largestText:
		return nil, fmt.Sprintf("more than %d MB, so it is left out", largestText>>20)
	case bytes.HasPrefix(content, []byte("\xff\xfe")), bytes.HasPrefix(content, []byte("\xfe\xff")):
		return nil, "this is UTF-16; save it as UTF-8"
	case bytes.IndexByte(content[:min(len(content), 8000)], 0) >= 0: // git's criterion for binary files
		return nil, "this is a binary file, not a text"
	case content == nil:
		content = []byte{}
	}
	return content, ""
}

// reason returns why a file cannot be read; "" if it does not exist any more.
func reason(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	if about := (*fs.PathError)(nil); errors.As(err, &about) {
		err = about.Err
	}
	return err.Error()
}

func formatOf(name string, s *analysis.Settings) markup.Format {
	if f, ok := markup.ByName(s.Markup); ok {
		return f
	}
	f, _ := markup.ByFileName(name)
	return f
}

// makeIndex makes the index again. A record that cannot be read is dropped, and its text read the next time.
func (s *Store) makeIndex(names []string) {
	files := make([]library.EncodedText, len(names))
	for i, name := range names {
		files[i] = library.EncodedText{Name: name, Encoded: s.records[name].encoded}
	}
	x, damaged := library.New(files)
	for _, name := range damaged {
		delete(s.records, name)
	}
	s.index, s.names = x, names
}

// settingsReader reads the settings of texts from the settings files of their folders.
type settingsReader struct {
	store   *Store
	folders map[string]*settingsFolder
}

// settingsFolder holds the settings of a folder.
type settingsFolder struct {
	excluded  ignore.Rules
	settings  analysis.Settings
	hash      uint64
	isOfFiles bool // some files in it have settings of their own
}

func newSettingsReader(s *Store) *settingsReader {
	return &settingsReader{s, make(map[string]*settingsFolder)}
}

// settingsFor returns the settings of a file.
func (s *Store) settingsFor(file string) config.EffectiveSettings[analysis.Settings] {
	s.configuring.Lock()
	defer s.configuring.Unlock()
	return s.cache.Settings(config.Query{Document: file})[0]
}

// forFolder returns the settings for the folder of a file.
func (s *settingsReader) forFolder(name string) *settingsFolder {
	dir := path.Dir(name)
	f := s.folders[dir]
	if f != nil {
		return f
	}
	on := filepath.Join(s.store.Root, filepath.FromSlash(dir))
	e := s.store.settingsFor(filepath.Join(on, config.Name))
	f = &settingsFolder{settings: e.Settings, hash: hashOf(e.Settings)}
	for _, file := range e.Files {
		f.excluded = f.excluded.WithPatterns(file.Folder(), file.Exclude)
		f.isOfFiles = f.isOfFiles || slices.ContainsFunc(file.Parts, func(p config.GlobSettings) bool { return p.Glob != "" })
	}
	s.folders[dir] = f
	return f
}

// excludes reports whether settings exclude a file, or a folder that contains it.
func (s *settingsReader) excludes(name string) bool {
	rules := s.forFolder(name).excluded
	if len(rules) == 0 {
		return false
	}
	for at, isFolder := name, false; at != "."; at, isFolder = path.Dir(at), true {
		if rules.Ignores(filepath.Join(s.store.Root, filepath.FromSlash(at)), isFolder) {
			return true
		}
	}
	return false
}

// forFile returns the settings of a file, and a hash of them.
func (s *settingsReader) forFile(name string) (*analysis.Settings, uint64) {
	f := s.forFolder(name)
	if !f.isOfFiles {
		return &f.settings, f.hash
	}
	own := s.store.settingsFor(filepath.Join(s.store.Root, filepath.FromSlash(name))).Settings
	return &own, hashOf(own)
}

func hashOf(s analysis.Settings) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%+v", s)
	return h.Sum64()
}

// Relative returns the path of a file relative to the folder of the library; false if the file is not in it.
func (s *Store) Relative(file string) (name string, isIn bool) {
	absolute, err := filepath.Abs(file)
	if err != nil {
		return "", false
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(absolute)); err == nil {
		absolute = filepath.Join(folder, filepath.Base(absolute))
	}
	relative, err := filepath.Rel(s.Root, absolute)
	if err != nil || !filepath.IsLocal(relative) {
		return "", false
	}
	return strings.TrimPrefix(filepath.ToSlash(relative), "./"), true
}
