package store

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// shelf is a folder of texts, and a cache folder of its own.
type shelf struct {
	t    *testing.T
	root string
}

func newShelf(t *testing.T, texts map[string]string) shelf {
	t.Helper()
	home := t.TempDir()
	for _, name := range []string{"XDG_CACHE_HOME", "LocalAppData", "HOME"} {
		t.Setenv(name, filepath.Join(home, "cache"))
	}
	s := shelf{t, filepath.Join(home, "notes")}
	for name, text := range texts {
		s.write(name, text)
	}
	return s
}

// write writes a text with a time in the past.
func (s shelf) write(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
	s.age(name, time.Now().Add(-time.Hour).Add(time.Duration(len(text))*time.Second))
}

func (s shelf) age(name string, at time.Time) {
	s.t.Helper()
	if err := os.Chtimes(filepath.Join(s.root, name), at, at); err != nil {
		s.t.Fatal(err)
	}
}

func (s shelf) open() *Store {
	s.t.Helper()
	store, err := Open(s.root)
	if err != nil {
		s.t.Fatal(err)
	}
	return store
}

// refresh returns the number of texts read by a Refresh, and the resulting state in words.
func (s shelf) refresh(store *Store) (read int, known string) {
	s.t.Helper()
	state, err := store.Refresh(context.Background())
	if err != nil {
		s.t.Fatal(err)
	}
	known = fmt.Sprint(state.Names, " ", state.NumPassages())
	for _, n := range state.Notes {
		known += "; " + n.Name + ": " + n.Message
	}
	return state.Read, known
}

// check compares the result of refresh for a newly opened store.
func (s shelf) check(read int, known string) {
	s.t.Helper()
	if r, k := s.refresh(s.open()); r != read || k != known {
		s.t.Errorf("%d read: %s\nnot %d: %s", r, k, read, known)
	}
}

var three = map[string]string{
	"a.md":     "# Salt\n\nThe pans of the coast.\n\n# Tin\n\nThe mines of the moor.\n",
	"b/c.txt":  "The road goes to the market.\n",
	"b/d.rst":  "The ferry\n=========\n\nThe ferry goes at noon.\n",
	".hidden":  "x",
	"b/no.bin": "\x00\x01",
}

func TestRefreshReadsChangedTexts(t *testing.T) {
	s := newShelf(t, three)
	s.check(3, "[a.md b/c.txt b/d.rst] 4")
	s.check(0, "[a.md b/c.txt b/d.rst] 4")
	s.write("a.md", "# Salt\n\nThe pans.\n")
	s.check(1, "[a.md b/c.txt b/d.rst] 3")
	s.age("a.md", time.Now().Add(-time.Minute)) // with the same content
	s.check(0, "[a.md b/c.txt b/d.rst] 3")
	if err := os.Rename(filepath.Join(s.root, "b/c.txt"), filepath.Join(s.root, "e.txt")); err != nil {
		t.Fatal(err)
	}
	s.check(1, "[a.md b/d.rst e.txt] 3")
	s.write(".gitignore", "e.txt\n")
	if err := os.Mkdir(filepath.Join(s.root, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	s.check(0, "[a.md b/d.rst] 2")
	s.write(".segls.toml", "exclude = ['b/']\n")
	s.check(0, "[a.md] 1")
	s.write(".segls.toml", "headings = 'ignore'\n") // everything is divided again
	s.check(2, "[a.md b/d.rst] 2")
	s.write(".segls.toml", "headings = 'ignore'\n[overrides.'b/*']\nmarkup = 'latex'\n")
	s.check(1, "[a.md b/d.rst] 2")

	// Begin is called with the number and size of the texts, and its result with the size of each text read.
	s.write("a.md", "# Salt\n\nThe pans again.\n")
	watched := s.open()
	texts, left := 0, int64(0)
	watched.Begin = func(_ context.Context, n int, bytes int64) func(int64) {
		texts, left = n, bytes
		return func(done int64) { left -= done }
	}
	if s.refresh(watched); texts != 1 || left != 0 {
		t.Errorf("%d texts, %d bytes are left", texts, left)
	}

	// A store that stays open keeps the last valid settings.
	s.write(".segls.toml", "exclude = ['b/']\n")
	store := s.open()
	_, want := s.refresh(store)
	s.write(".segls.toml", "exclude = ['b/',\n")
	if _, known := s.refresh(store); known != want {
		t.Errorf("with broken settings %s, not %s", known, want)
	}
	s.write(".segls.toml", "headings = 'ignore'\n[overrides.'b/*']\nmarkup = 'latex'\n")

	// It sees changes, too.
	s.refresh(store)
	s.write("f.md", "Flour and yeast.\n")
	if read, known := s.refresh(store); read != 1 || known != "[a.md b/d.rst f.md] 3" {
		t.Errorf("%d read: %s", read, known)
	}
}

// TestChangeWithSameSizeAndTime checks that a text is read again if it changes right after it was read, with the same size and time.
func TestChangeWithSameSizeAndTime(t *testing.T) {
	s := newShelf(t, map[string]string{"a.md": "The pans.\n"})
	now := time.Now()
	s.age("a.md", now)
	s.check(1, "[a.md] 1")
	s.write("a.md", "The road.\n")
	s.age("a.md", now)
	s.check(1, "[a.md] 1")
}

func TestWhatCannotBeRead(t *testing.T) {
	s := newShelf(t, three)
	s.write("data.txt", "\x00\x01")
	s.write("large.md", strings.Repeat("x", largestText+1))
	if err := os.Symlink(s.root, filepath.Join(s.root, "b", "circle")); err != nil {
		t.Skip(err)
	}
	s.check(3, "[a.md b/c.txt b/d.rst] 4; data.txt: this is a binary file, not a text; large.md: more than 16 MB, so it is left out")
	if _, err := Open(filepath.Join(s.root, "a.md")); err == nil {
		t.Error("a file is a folder")
	}
	if _, err := Open(filepath.Join(s.root, "none")); err == nil {
		t.Error("nothing is a folder")
	}
	s.write("gone.md", "Here.\n")
	store := s.open()
	fsys := vanishing{os.DirFS(s.root).(readFS)}
	texts := store.listTexts(fsys, new(State))
	store.records = make(map[string]record)
	state := new(State)
	if _, err := store.readChanged(context.Background(), fsys, texts, time.Now(), state); err != nil || store.records["gone.md"].encoded != "" {
		t.Errorf("%v, %v", err, store.records["gone.md"])
	}
	for _, n := range state.Notes {
		if n.Name == "gone.md" {
			t.Error(n)
		}
	}
}

// TestLockedFolder checks that a folder that cannot be read is reported, and the others are read.
func TestLockedFolder(t *testing.T) {
	s := newShelf(t, three)
	store := s.open()
	state := new(State)
	texts := store.listTexts(locked{os.DirFS(s.root).(readFS)}, state)
	if len(texts) != 1 || len(state.Notes) != 1 || state.Notes[0] != (Note{"b", "permission denied", true}) {
		t.Errorf("%d texts, %v", len(texts), state.Notes)
	}
}

// locked is a folder with a folder b that may not be read.
type locked struct{ readFS }

func (l locked) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == "b" {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return l.readFS.ReadDir(name)
}

type readFS interface {
	fs.ReadDirFS
	fs.StatFS
}

// vanishing is a folder from which gone.md disappears while it is read.
type vanishing struct{ readFS }

func (v vanishing) Open(name string) (fs.File, error) {
	if name == "gone.md" {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return v.readFS.Open(name)
}

// TestDamage checks that a damaged file, or that of another version or folder, is discarded.
func TestDamage(t *testing.T) {
	s := newShelf(t, three)
	s.check(3, "[a.md b/c.txt b/d.rst] 4")
	file := s.open().File
	sound, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	damaged := map[string][]byte{
		"nothing": {}, "half": sound[:len(sound)/2], "more": append(slices.Clone(sound), 0), "something else": []byte(strings.Repeat("x", 100)),
		"another version": bytes.Replace(sound, []byte(magic), []byte("segls library 0\n"), 1),
	}
	for i := 0; i < len(sound); i += 7 {
		b := slices.Clone(sound)
		b[i] ^= 1 << (i % 8)
		damaged[fmt.Sprint("byte ", i)] = b
	}
	for name, content := range damaged {
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if records, err := load(file, s.open().Root); err == nil {
			t.Errorf("%s: taken for %d texts", name, len(records))
		}
	}
	s.check(3, "[a.md b/c.txt b/d.rst] 4")
	s.check(0, "[a.md b/c.txt b/d.rst] 4")
	if _, err := load(file, "/elsewhere"); err == nil {
		t.Error("the library of another folder is taken")
	}
}

// FuzzParse checks that parse reads records from any bytes, or returns an error.
func FuzzParse(f *testing.F) {
	f.Add(magic + "\x02/x")
	f.Add(magic + "\x02/x\x01a\x05\x060123456789abcdef\x07\x03abc")
	f.Fuzz(func(t *testing.T, text string) {
		records, err := parse(text, "/x")
		if err != nil && len(records) > 0 {
			t.Error("half of it is taken")
		}
	})
}

// TestTwoAtOnce checks that concurrent stores of the same folder leave a valid library.
func TestTwoAtOnce(t *testing.T) {
	s := newShelf(t, three)
	var group sync.WaitGroup
	for range 8 {
		store := s.open()
		group.Go(func() {
			for range 5 {
				store.records, store.index = nil, nil
				if _, err := store.Refresh(context.Background()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	s.check(0, "[a.md b/c.txt b/d.rst] 4")
	entries, err := os.ReadDir(Folder())
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

// TestNoCacheFolder checks that everything works if nothing can be kept, and that the reason is reported once.
func TestNoCacheFolder(t *testing.T) {
	s := newShelf(t, three)
	if err := os.MkdirAll(filepath.Dir(Folder()), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(Folder(), nil, 0o644); err != nil { // a file where the folder should be
		t.Fatal(err)
	}
	store := s.open()
	read, known := s.refresh(store)
	if read != 3 || !strings.Contains(known, "[a.md b/c.txt b/d.rst] 4; : what segls has read of this folder cannot be kept") {
		t.Errorf("%d read: %s", read, known)
	}
	if read, known := s.refresh(store); read != 0 || known != "[a.md b/c.txt b/d.rst] 4" {
		t.Errorf("%d read: %s", read, known)
	}
}

func TestClear(t *testing.T) {
	s := newShelf(t, three)
	s.check(3, "[a.md b/c.txt b/d.rst] 4")
	if about, err := os.Stat(s.open().File); err != nil || about.Mode().Perm()&0o077 != 0 {
		t.Errorf("others may read it: %v, %v", about, err)
	}
	if err := s.open().Clear(); err != nil {
		t.Fatal(err)
	}
	s.check(3, "[a.md b/c.txt b/d.rst] 4")
	if err := ClearAll(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(Folder()); err == nil {
		t.Error("it is still there")
	}
	if err := s.open().Clear(); err != nil {
		t.Error(err)
	}
}

// TestSweep checks that a file unused for ninety days and files left by killed programs are removed.
func TestSweep(t *testing.T) {
	s := newShelf(t, three)
	if err := os.MkdirAll(Folder(), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, age := range map[string]time.Duration{"old.library": 91 * 24 * time.Hour, "new.library": time.Hour, "x.library.1.tmp": 2 * time.Hour, "y.library.2.tmp": time.Minute, "other": 1000 * time.Hour} {
		path := filepath.Join(Folder(), name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(-age)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	s.check(3, "[a.md b/c.txt b/d.rst] 4")
	var left []string
	entries, _ := os.ReadDir(Folder())
	for _, e := range entries {
		if e.Name() != filepath.Base(s.open().File) {
			left = append(left, e.Name())
		}
	}
	if want := []string{"new.library", "other", "y.library.2.tmp"}; !slices.Equal(left, want) {
		t.Errorf("%v is left, not %v", left, want)
	}
}

// TestInterrupted checks that Refresh returns an error if its context is cancelled.
func TestInterrupted(t *testing.T) {
	s := newShelf(t, three)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.open().Refresh(ctx); err == nil {
		t.Error("it goes on")
	}
}
