package agent

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/work"
)

// dividedWork holds the texts of a work, divided as one, as `segls fragment` and the editors divide them.
type dividedWork struct {
	root      *root
	folder    string
	state     string // of its files on disk, and their settings
	documents map[string]*analysis.Document
}

// textReader reads the texts for one request. It finds each work once, and looks at its files once.
type textReader struct {
	*server
	finders map[*root]*work.Finder
	divided map[*work.Work]*dividedWork // nil for a work that is not divided
}

func (s *server) newTextReader() *textReader {
	return &textReader{s, make(map[*root]*work.Finder), make(map[*work.Work]*dividedWork)}
}

// documentInWork returns a text as a part of the work that names it, or nil if the text must be read alone.
func (t *textReader) documentInWork(ctx context.Context, r *root, name string) (*analysis.Document, error) {
	if t.finders[r] == nil {
		t.finders[r] = work.NewFinder(r.fsys)
	}
	w, ok := t.finders[r].Find(name)
	if !ok || w.Entry(name) == nil {
		return nil, nil
	}
	d, isKnown := t.divided[w]
	if !isKnown {
		var err error
		if d, err = t.dividedWork(ctx, r, w); err != nil {
			return nil, err
		}
		t.divided[w] = d
	}
	if d == nil {
		return nil, nil
	}
	return d.documents[name], nil // nil if it is not a text; reading it alone then reports that
}

// dividedWork returns the texts of a work, divided as one. It returns nil if the work is too large.
func (s *server) dividedWork(ctx context.Context, r *root, w *work.Work) (*dividedWork, error) {
	if len(w.Files()) > maxTexts {
		return nil, nil
	}
	state, bytes, files := s.stateOf(r, w)
	if bytes > maxTextsBytes {
		return nil, nil
	}
	s.mu.Lock()
	i := slices.IndexFunc(s.divisions, func(d *dividedWork) bool { return d.root == r && d.folder == w.Folder && d.state == state })
	if i >= 0 {
		kept := s.divisions[i]
		s.divisions = slices.Insert(slices.Delete(s.divisions, i, i+1), 0, kept)
		s.mu.Unlock()
		return kept, nil
	}
	s.mu.Unlock()
	made := &dividedWork{root: r, folder: w.Folder, state: state, documents: make(map[string]*analysis.Document)}
	if err := s.divide(ctx, made, w, files); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.divisions = slices.DeleteFunc(s.divisions, func(d *dividedWork) bool { return d.root == r && d.folder == w.Folder })
	s.divisions = slices.Insert(s.divisions, 0, made)
	s.divisions = s.divisions[:min(len(s.divisions), mostDivisions)]
	return made, nil
}

// divide divides the files of a work that can be read.
func (s *server) divide(ctx context.Context, d *dividedWork, w *work.Work, files []fs.FileInfo) error {
	_, err := catchPanic(func() (any, error) {
		var names []string
		var sources []*analysis.Document
		for i, name := range w.Files() {
			if files[i] == nil {
				continue
			}
			settings, err := s.settings(d.root, name)
			if err != nil {
				continue
			}
			text, err := readText(d.root, name, files[i])
			if err != nil {
				continue
			}
			format, _ := settings.FormatOf(name, "")
			source, err := analysis.Read(ctx, rope.New(text), format.WithSharedDefinitions(w.Definitions), settings)
			if err != nil {
				return nil, err
			}
			names, sources = append(names, name), append(sources, source)
		}
		whole, err := analysis.NewWork(ctx, sources...)
		if err != nil {
			return nil, err
		}
		for i, document := range whole.Documents() {
			d.documents[names[i]] = document
		}
		return nil, nil
	})
	return err
}

// stateOf describes the files of a work on disk. `state` changes with them, their settings and the work's definitions,
// `bytes` is their total size, and files[i] is nil if the i-th file cannot be examined.
func (s *server) stateOf(r *root, w *work.Work) (state string, bytes int64, files []fs.FileInfo) {
	var b strings.Builder
	b.WriteString(w.Definitions)
	for _, name := range w.Files() {
		about, err := fs.Stat(r.fsys, name)
		if err != nil {
			about = nil
		} else {
			bytes += about.Size()
			settings, _ := s.settings(r, name) // an error is reported when the text is read
			fmt.Fprintln(&b, name, about.Size(), about.ModTime().UnixNano(), settings)
		}
		files = append(files, about)
	}
	return b.String(), bytes, files
}
