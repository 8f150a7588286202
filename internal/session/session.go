package session

import (
	"context"
	"errors"
	"iter"
	"maps"
	"sync"
	"sync/atomic"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/rope"
)

// Session holds what a client has open, and makes a new snapshot for each change.
type Session struct {
	Analyst
	Options

	mu       sync.Mutex // held while a snapshot is made; also guards history and lastWork
	current  atomic.Pointer[Snapshot]
	history  map[string][]rememberedText // remembered texts, by the URI of the file
	lastWork int                         // the ID of the last work

	reading sync.Mutex // held while files of works and links are read from disk
}

// Options holds the functions and limits that a caller provides.
type Options struct {
	// Largest is the largest size of a text in bytes.
	Largest int

	// SettingsOf returns the settings of files in a workspace folder that are not open, given their paths on disk.
	SettingsOf func(root string, paths []string) []Settings

	// Restore, if not nil, returns a document with the fragments shown when its text was last open, and whether they are known.
	Restore func(uri string, s *Settings, d *analysis.Document) (*analysis.Document, bool)

	// URIOf returns the URI of a file on disk.
	URIOf func(file string) string

	// Reading, if not nil, is called before many files are read, and done afterwards.
	Reading func() (done func())
}

// Snapshot holds everything that is open at a given moment. It is immutable.
type Snapshot struct {
	files map[string]*File // by URI
	works []*Work
	links map[string]*linkIndex // for each folder, the links as last read

	replaced chan struct{} // closed when there is a newer one
}

// Replaced returns a channel that is closed when there is a newer snapshot.
func (s *Snapshot) Replaced() <-chan struct{} { return s.replaced }

// New returns a session in which nothing is open.
func New(a Analyst, o Options) *Session {
	s := &Session{Analyst: a, Options: o, history: make(map[string][]rememberedText)}
	s.current.Store(&Snapshot{replaced: make(chan struct{})})
	return s
}

// Current returns the newest snapshot.
func (s *Session) Current() *Snapshot { return s.current.Load() }

// updateSnapshot makes the next snapshot. change must not modify values that the last snapshot refers to, because other
// goroutines read them.
func (s *Session) updateSnapshot(change func(next *Snapshot)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.Current()
	next := *was
	next.replaced = make(chan struct{})
	change(&next)
	s.current.Store(&next)
	close(was.replaced)
}

// put adds a file, replacing any file with the same URI.
func (s *Snapshot) put(f *File) {
	s.files = maps.Clone(s.files)
	if s.files == nil {
		s.files = make(map[string]*File)
	}
	s.files[f.URI] = f
}

// File returns the open file with a URI, or the open notebook that has a cell with the URI, or nil if there is none.
func (s *Snapshot) File(uri string) *File {
	if f := s.files[uri]; f != nil {
		return f
	}
	for _, f := range s.files {
		if f.CellOf(uri) != nil {
			return f
		}
	}
	return nil
}

// Files yields the open files, in no order.
func (s *Snapshot) Files() iter.Seq[*File] { return maps.Values(s.files) }

// Open opens a file, or opens it again.
func (s *Session) Open(c Content) *File {
	var f *File
	s.updateSnapshot(func(next *Snapshot) {
		if before := next.files[c.URI]; before != nil {
			before.cancel()
		}
		delete(s.history, c.URI)
		f = s.newFile(next, c, make(chan struct{}, 1))
		if expected, ok := next.expectedShown(c.Path); ok { // opened in order to apply a change to it
			s.history[c.URI] = withRemembered(nil, f.toRememberedText(expected, false))
		}
		next.put(f)
	})
	return f
}

// ApplyEdits replaces the text of an open file by the result of edits. It returns nil if the file is not open.
func (s *Session) ApplyEdits(uri string, version int32, text rope.Text, cells []Cell, edits ...analysis.Edit) *File {
	return s.replaceFile(uri, edits, func(c *Content) {
		c.Version, c.Text, c.Cells = version, text, cells
		c.IsEdited = c.IsEdited || len(edits) > 0
	})
}

// Configure changes the settings of an open file, and the format that depends on them.
func (s *Session) Configure(uri string, change func(c *Content)) *File {
	return s.replaceFile(uri, nil, change)
}

// replaceFile replaces an open file by a changed one.
func (s *Session) replaceFile(uri string, edits []analysis.Edit, change func(c *Content)) (f *File) {
	s.updateSnapshot(func(next *Snapshot) {
		before := next.files[uri]
		if before == nil {
			return
		}
		before.cancel()
		content := before.Content
		change(&content)
		f = s.newFile(next, content, before.dividing)
		if content.Settings.WholeWork != before.Settings.WholeWork { // the file moves into or out of a work
			delete(s.history, uri)
		} else {
			f.setBasis(before, edits)
		}
		next.put(f)
	})
	return f
}

// Close closes a file.
func (s *Session) Close(uri string) {
	s.updateSnapshot(func(next *Snapshot) {
		if f := next.files[uri]; f != nil {
			f.cancel()
			next.files = maps.Clone(next.files)
			delete(next.files, uri)
			delete(s.history, uri)
		}
	})
}

// ReplaceAnalysis replaces the analysis of a file, also in its work, by another of the same text, unless the file is no longer the newest.
func (s *Session) ReplaceAnalysis(f *File, d *analysis.Document) (isShown bool) {
	for isRaced := true; isRaced; {
		m := s.Current().memberOf(f)
		var joined *Work
		if m.work != nil {
			joined = m.work.withDocument(m.index, d)
		}
		isRaced = false
		s.updateSnapshot(func(next *Snapshot) {
			switch {
			case next.files[f.URI] != f:
				return
			case next.memberOf(f) != m: // the work has changed meanwhile
				isRaced = true
				return
			}
			isShown = true
			f.cancel()
			if joined != nil {
				next.putWork(joined)
			}
			next.put(f.withAnalysis(next, d))
			s.history[f.URI] = withRemembered(s.history[f.URI], f.toRememberedText(ShownTextOf(d), false))
		})
	}
	return isShown
}

// EnterWork shows an open file as a part of its work, once that has been read. It reports whether the fragments shown have changed.
func (s *Session) EnterWork(ctx context.Context, uri string) bool {
	for ctx.Err() == nil {
		now := s.Current()
		f := now.files[uri]
		if f == nil || now.memberOf(f).work == nil {
			return false
		}
		d, err := f.Document(ctx)
		if errors.Is(err, ErrReplaced) {
			continue
		}
		if err != nil {
			return false
		}
		entered, err := s.CatchPanic("joining a work", func() (*analysis.Document, error) {
			select {
			case f.dividing <- struct{}{}:
				defer func() { <-f.dividing }()
			case <-f.ctx.Done():
				return nil, ErrReplaced
			}
			return now.memberOf(f).divideInWork(f, d)
		})
		switch {
		case err != nil && f.ctx.Err() != nil:
		case err != nil || entered == d:
			return false
		case s.ReplaceAnalysis(f, entered):
			return true
		}
	}
	return false
}

// NewClosedFile returns a file that is not open, with its analysis.
func (s *Session) NewClosedFile(c Content, d *analysis.Document) *File {
	f := &File{c, &analysisTask{session: s, dividing: make(chan struct{}, 1), finished: make(chan struct{})}}
	return f.withAnalysis(&Snapshot{}, d)
}
