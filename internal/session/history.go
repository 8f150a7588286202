package session

import (
	"slices"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/rope"
)

// The history of a file is its last texts, each with what was shown of it. When an edit brings one of
// them back, as undo does, the same is shown again. What a move will show is put there before the
// client is asked to make it.

// remembered is a text under settings, with what was shown of it.
type remembered struct {
	*analysis.Document
	settings analysis.Settings
	fixed    []string
	isMark   bool // an action leads from it, or a move to it
}

// MostRemembered is how many texts are remembered. They share what they have in common.
const MostRemembered = 50

// Mark remembers a text that an action leads from or a move to, which many letters typed since do not
// displace: undo comes back to it past all of them.
func (f *File) Mark(d *analysis.Document) { f.session.remember(f, d, true) }

// remember adds a text under the settings of a file, or replaces what is known of it.
func (s *Session) remember(f *File, d *analysis.Document, isMark bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Current().files[f.URI] != nil {
		s.history[f.URI] = withRemembered(s.history[f.URI], remembered{d.Bare(), f.Settings.Analysis, f.Fixed, isMark})
	}
}

// withRemembered returns a history with one more text in it.
func withRemembered(was []remembered, r remembered) []remembered {
	list, marks := make([]remembered, 0, len(was)+1), 0
	for _, other := range was {
		if other.settings == r.settings && other.Text.Hash() == r.Text.Hash() {
			r.isMark = r.isMark || other.isMark
			continue
		}
		if other.isMark {
			marks++
		}
		list = append(list, other)
	}
	list = append(list, r)
	if len(list) > MostRemembered {
		oldest := slices.IndexFunc(list, func(r remembered) bool { return r.isMark == (marks > MostRemembered/2) })
		list = slices.Delete(list, oldest, oldest+1)
	}
	return list
}

// Recall returns what was shown of a text under the settings of the file; nil if that is not remembered.
func (f *File) Recall(text rope.Text) *analysis.Document {
	f.session.mu.Lock()
	list := f.session.history[f.URI]
	f.session.mu.Unlock()
	for _, r := range list {
		if r.settings == f.Settings.Analysis && r.Format.Name == f.Format.Name && slices.Equal(r.fixed, f.Fixed) && r.Text.Equal(text) {
			return r.Bare()
		}
	}
	return nil
}
