package session

import (
	"slices"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/rope"
)

// The history of a file is its last texts, each with what was shown of it. When an edit brings one of
// them back, as undo does, the same is shown again. What a move will show is put there before the
// client is asked to make it.

// Expected holds the fragments that a text will have, without the text.
type Expected struct {
	hash  uint64 // of the text
	shown analysis.Shown
}

// ExpectedOf returns what a document shows.
func ExpectedOf(d *analysis.Document) Expected { return Expected{d.Text.Hash(), d.Shown} }

func (e Expected) isOf(text rope.Text) bool { return e.hash == text.Hash() }

// rememberedText holds the fragments that a text had, with its settings.
type rememberedText struct {
	Expected
	content Content // without the text: what decided how it was read
	isMark  bool    // an action leads from it, or a move to it
}

// isReadAs reports whether texts with these contents are read and divided alike.
func (c Content) isReadAs(other Content) bool {
	return c.Settings.Analysis == other.Settings.Analysis && slices.Equal(c.Fixed, other.Fixed) && c.Format.Equal(other.Format)
}

func (c Content) remembered(e Expected, isMark bool) rememberedText {
	c.Text = rope.Text{}
	return rememberedText{e, c, isMark}
}

// MaxRemembered is how many texts are remembered.
const MaxRemembered = 50

// RememberPermanently remembers a text that an action leads from or a move to, which many letters typed since do not
// displace: undo comes back to it past all of them.
func (f *File) RememberPermanently(e Expected) { f.session.remember(f, e, true) }

// remember adds what was shown of a text that was read as a file is to its history, or replaces what is known of it.
// It does nothing once the file has been closed.
func (s *Session) remember(f *File, e Expected, isMark bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := s.Current().files[f.URI]; now != nil && now.dividing == f.dividing {
		s.history[f.URI] = withRemembered(s.history[f.URI], f.remembered(e, isMark))
	}
}

// withRemembered returns a history with one more text in it.
func withRemembered(was []rememberedText, r rememberedText) []rememberedText {
	list, marks := make([]rememberedText, 0, len(was)+1), 0
	for _, other := range was {
		if other.hash == r.hash && other.content.isReadAs(r.content) {
			r.isMark = r.isMark || other.isMark
			continue
		}
		if other.isMark {
			marks++
		}
		list = append(list, other)
	}
	list = append(list, r)
	if len(list) > MaxRemembered {
		oldest := slices.IndexFunc(list, func(r rememberedText) bool { return r.isMark == (marks > MaxRemembered/2) })
		list = slices.Delete(list, oldest, oldest+1)
	}
	return list
}

// Recall returns what was shown of a text when it was read as the file is, if that is remembered.
func (f *File) Recall(text rope.Text) (e Expected, ok bool) {
	f.session.mu.Lock()
	list := f.session.history[f.URI]
	f.session.mu.Unlock()
	for _, r := range list {
		if r.isOf(text) && r.content.isReadAs(f.Content) {
			return r.Expected, true
		}
	}
	return Expected{}, false
}
