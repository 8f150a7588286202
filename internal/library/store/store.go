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
	"github.com/segls/segls/internal/config"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/library"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/work"
)

// What a library may have.
const (
	mostTexts   = 20_000
	mostBytes   = 512 << 20
	largestText = 16 << 20
)

// Store is the library of a folder. It is for one goroutine at a time.
type Store struct {
	Root string // the folder, as an absolute path
	File string // where the library is kept; "" if the system does not say where caches are

	// Begin, unless it is nil, is told how many texts of how many bytes are about to be read. What it
	// returns is told how many bytes of them have been, one text after the other.
	Begin func(ctx context.Context, texts int, bytes int64) (done func(bytes int64))

	// Panicked, unless it is nil, is reported of a panic while a text is read, which is then left out.
	Panicked func(p any)

	refreshing sync.Mutex // held while texts are read; guards the rest

	records map[string]record // nil until they are loaded
	index   *library.Index    // nil until it is made
	names   []string          // of the texts in the index, in order

	words words // of the texts
}

// Open returns the store of a folder. Nothing is read yet.
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
		return nil, fmt.Errorf("%s is no folder", root)
	}
	s := &Store{Root: absolute}
	if folder := Folder(); folder != "" {
		sum := sumOf([]byte(absolute))
		s.File = filepath.Join(folder, hex.EncodeToString(sum[:])+finished)
	}
	return s, nil
}

// sumOf returns a hash by which texts are told apart. Nobody gains from two that have the same one.
func sumOf(content []byte) (sum [16]byte) {
	h := fnv.New128a()
	h.Write(content)
	h.Sum(sum[:0])
	return sum
}

// Folder returns where libraries are kept; "" if the system does not say where caches are.
func Folder() string {
	folder, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "segls", "library")
}

// Clear removes what is kept of all folders.
func Clear() error {
	folder := Folder()
	if folder == "" {
		return nil
	}
	return os.RemoveAll(folder)
}

// Clear removes what is kept of the folder.
func (s *Store) Clear() error {
	s.records, s.index = nil, nil
	if err := os.Remove(s.File); s.File != "" && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Note is something that a user should know of a text, or of the library if Name is "".
type Note struct {
	Name    string
	Message string
}

// State is a library as its texts are now.
type State struct {
	*library.Index
	Names []string // of the texts, in order
	Read  int      // how many have been read, because they are new or have changed
	Notes []Note
}

// Refresh reads the texts that have changed and returns the library as it is then. The only error
// is the context's, or that the folder cannot be read. It may be called by several goroutines at once.
func (s *Store) Refresh(ctx context.Context) (*State, error) {
	s.refreshing.Lock()
	defer s.refreshing.Unlock()
	fsys, done, err := ignore.Open(s.Root)
	if err != nil {
		return nil, err
	}
	defer func() { _ = done() }() // nothing was written
	state := new(State)
	if s.records == nil {
		s.load(state)
	}
	started := time.Now()
	texts := s.find(fsys, state)
	changed, err := s.read(ctx, fsys, texts, started, state)
	if err != nil {
		return nil, err
	}
	if noter, notes := fsys.(work.ProblemKeeper); notes {
		for _, p := range noter.Noted() {
			state.Notes = append(state.Notes, Note{p.File, p.Message.String()})
		}
	}
	names := make([]string, 0, len(texts))
	for _, t := range texts {
		if _, is := s.records[t.name]; is {
			names = append(names, t.name)
		}
	}
	if len(names) != len(s.records) { // some are gone
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
				err = at.Err // the name of a temporary file tells nobody anything
			}
			state.Notes = append(state.Notes, Note{"", fmt.Sprintf("the library cannot be kept in %s (%v), so each question takes as long again: make room there, and see that you may write there", filepath.Dir(s.File), err)})
		}
		removeUnused(filepath.Dir(s.File), started)
	}
	state.Index, state.Names = s.index, s.names
	return state, nil
}

// LastRead returns the library as it was read last; nil if it never was, or is being read.
func (s *Store) LastRead() *library.Index {
	if !s.refreshing.TryLock() {
		return nil
	}
	defer s.refreshing.Unlock()
	return s.index
}

// Each reads the texts of the folder as they are on disk, without dividing them, and hands each on
// with its content, several at a time. Nothing of that is kept. The only error is the context's, or that
// the folder cannot be read, or ErrTooMuch.
func (s *Store) Each(ctx context.Context, most int64, take func(name string, d *analysis.Document)) error {
	fsys, done, err := ignore.Open(s.Root)
	if err != nil {
		return err
	}
	defer func() { _ = done() }() // nothing was written
	texts := s.find(fsys, new(State))
	sum := int64(0)
	for _, t := range texts {
		if sum += t.about.Size(); sum > most {
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

// ErrTooMuch is why [Store.Each] reads nothing.
var ErrTooMuch = errors.New("there is too much text in this folder")

// recoverPanic tells of a panic, if somebody wants to know. It is deferred.
func (s *Store) recoverPanic() {
	if s.Panicked == nil {
		return
	}
	if p := recover(); p != nil {
		s.Panicked(p)
	}
}

// load reads what is kept on disk. What cannot be used is made anew.
func (s *Store) load(state *State) {
	s.records = make(map[string]record)
	if s.File == "" {
		return
	}
	switch records, err := load(s.File, s.Root); {
	case err == nil:
		s.records = records
		now := time.Now()
		_ = os.Chtimes(s.File, now, now) // for sweep; or it is removed too early
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

// find lists the texts of the folder.
func (s *Store) find(fsys fs.FS, state *State) []foundText {
	settings := newSettings(s.Root)
	var texts []foundText
	bytes := int64(0)
	for name, about := range link.Texts(fsys, ".") {
		if settings.excludes(name) {
			continue
		}
		if about.Size() > largestText {
			state.Notes = append(state.Notes, Note{name, fmt.Sprintf("more than %d MB, so it is left out", largestText>>20)})
			continue
		}
		if bytes += about.Size(); len(texts) == mostTexts || bytes > mostBytes {
			state.Notes = append(state.Notes, Note{"", fmt.Sprintf("there are more than %d texts or %d MB in %s, so those after %s are left out", mostTexts, mostBytes>>20, s.Root, name)})
			break
		}
		f := foundText{name: name, about: about}
		f.settings, f.hash = settings.of(name)
		texts = append(texts, f)
	}
	slices.SortFunc(texts, func(a, b foundText) int { return cmp.Compare(a.name, b.name) })
	return texts
}

// budget is how many bytes of text are under analysis at once; a larger text is alone.
const budget = 8 << 20

// unseen is how long after a change another one may leave the time of a file as it is.
const unseen = 2 * time.Second

// read reads the texts that may have changed.
func (s *Store) read(ctx context.Context, fsys fs.FS, texts []foundText, now time.Time, state *State) (changed bool, err error) {
	var mu sync.Mutex // guards what follows, and the records
	note := func(name, message string) {
		mu.Lock()
		defer mu.Unlock()
		state.Notes = append(state.Notes, Note{name, message})
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

// possiblyChanged returns the texts that are not known as they look, and how many bytes they have.
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

// readText returns the content of a file, or nil, and why it is left out if somebody should know.
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
	case bytes.IndexByte(content[:min(len(content), 8000)], 0) >= 0: // as git tells it
		return nil, "this is no text, so it is left out"
	case content == nil:
		content = []byte{}
	}
	return content, ""
}

// reason returns why a file cannot be read; "" if it has only vanished.
func reason(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	if about := (*fs.PathError)(nil); errors.As(err, &about) {
		err = about.Err
	}
	return err.Error() + ", so it is left out"
}

func formatOf(name string, s *analysis.Settings) markup.Format {
	if f, ok := markup.ByName(s.Markup); ok {
		return f
	}
	f, _ := markup.ByFileName(name)
	return f
}

// makeIndex makes the index anew. A record that cannot be read is forgotten, and read again the
// next time.
func (s *Store) makeIndex(names []string) {
	files := make([]library.File, len(names))
	for i, name := range names {
		files[i] = library.File{Name: name, Encoded: s.records[name].encoded}
	}
	x, damaged := library.New(files)
	for _, name := range damaged {
		delete(s.records, name)
	}
	s.index, s.names = x, names
}

// folderSettings are those that settings files give the texts of a folder.
type folderSettings struct {
	root    string
	cache   *config.Cache[analysis.Settings]
	folders map[string]*folder
}

// folder is what settings files say of one.
type folder struct {
	excluded  ignore.Rules
	settings  analysis.Settings
	hash      uint64
	isOfFiles bool // some of its files have settings of their own
}

func newSettings(root string) *folderSettings {
	return &folderSettings{root, config.NewCache(analysis.Declared), make(map[string]*folder)}
}

// in returns what holds in the folder of a file.
func (s *folderSettings) in(name string) *folder {
	dir := path.Dir(name)
	f := s.folders[dir]
	if f != nil {
		return f
	}
	on := filepath.Join(s.root, filepath.FromSlash(dir))
	e := s.cache.Settings(config.Query{Document: filepath.Join(on, config.Name)})[0]
	f = &folder{settings: e.Settings, hash: hashOf(e.Settings)}
	for _, file := range e.Files {
		f.excluded = f.excluded.Excluding(file.Folder(), file.Exclude)
		f.isOfFiles = f.isOfFiles || slices.ContainsFunc(file.Parts, func(p config.Part) bool { return p.Glob != "" })
	}
	s.folders[dir] = f
	return f
}

// excludes reports whether settings leave a file out, itself or with a folder that it is in.
func (s *folderSettings) excludes(name string) bool {
	rules := s.in(name).excluded
	if len(rules) == 0 {
		return false
	}
	for at, isFolder := name, false; at != "."; at, isFolder = path.Dir(at), true {
		if rules.Ignores(filepath.Join(s.root, filepath.FromSlash(at)), isFolder) {
			return true
		}
	}
	return false
}

// of returns the settings of a file, and a hash of them.
func (s *folderSettings) of(name string) (*analysis.Settings, uint64) {
	f := s.in(name)
	if !f.isOfFiles {
		return &f.settings, f.hash
	}
	own := s.cache.Settings(config.Query{Document: filepath.Join(s.root, filepath.FromSlash(name))})[0].Settings
	return &own, hashOf(own)
}

func hashOf(s analysis.Settings) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%+v", s)
	return h.Sum64()
}

// Relative returns a path as the library has it; false if it is not in the folder.
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
