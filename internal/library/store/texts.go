package store

import (
	"context"
	"io/fs"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/library"
)

// Texts gives access to the texts of a library on disk. It is safe for concurrent use.
type Texts struct {
	store *Store
	names []string
	fsys  fs.FS
	done  func() error

	mu       sync.Mutex // guards settings
	settings *settingsReader
}

// OpenTexts opens the texts of a library. The caller must close them.
func (s *Store) OpenTexts(state *State) (*Texts, error) {
	fsys, done, err := ignore.OpenVisible(s.Root)
	if err != nil {
		return nil, err
	}
	return &Texts{store: s, names: state.Names, fsys: fsys, done: done, settings: newSettingsReader(s)}, nil
}

// Close closes the texts.
func (t *Texts) Close() { _ = t.done() } // an error does not matter: nothing was written

// Text returns a text with its format and the settings for it; false if it cannot be read any more.
func (t *Texts) Text(name string) (content string, f markup.Format, s analysis.Settings, ok bool) {
	read, _ := readText(t.fsys, name)
	if read == nil {
		return "", f, s, false
	}
	t.mu.Lock()
	of, _ := t.settings.forFile(name)
	t.mu.Unlock()
	return string(read), formatOf(name, of), *of, true
}

// words holds the words of all texts, in lower case and without accents. They are read when they are first needed, and kept in memory only.
type words struct {
	mu     sync.Mutex // held while they are read
	isRead bool
	all    map[string]bool
	sorted []string // nil until they are sorted
}

// WordsWithPrefix returns the shortest words of the texts, at most 50, that begin with the given letters, in lower case and without accents. The
// first call reads all texts.
func (t *Texts) WordsWithPrefix(ctx context.Context, letters string) ([]string, error) {
	w := &t.store.words
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.isRead {
		if err := t.readWords(ctx); err != nil {
			return nil, err
		}
		w.isRead = true
	}
	if w.sorted == nil {
		for word := range w.all {
			w.sorted = append(w.sorted, word)
		}
		slices.Sort(w.sorted)
	}
	return library.WordsWithPrefix(w.sorted, letters), nil
}

func (t *Texts) readWords(ctx context.Context) error {
	t.store.words.all = make(map[string]bool)
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, name := range t.names {
		group.Go(func() error {
			content, _ := readText(t.fsys, name)
			own := library.PlainWords(content)
			mu.Lock()
			defer mu.Unlock()
			for word := range own {
				t.store.words.all[word] = true
			}
			return ctx.Err()
		})
	}
	return group.Wait()
}

// add adds the words of a text that has changed.
func (w *words) add(content []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.isRead {
		for word := range library.PlainWords(content) {
			if !w.all[word] {
				w.all[word], w.sorted = true, nil
			}
		}
	}
}
