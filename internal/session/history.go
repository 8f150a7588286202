package session

import (
	"slices"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/rope"
)

// The history of a file holds the fragments shown in each of its last texts. When an edit restores one of these texts, as undo does, the
// same fragments are shown again. The result of a move is added before the client is asked to apply the move.

// ShownText holds the fragments shown in a text, without the text.
type ShownText struct {
	hash  uint64 // hash of the text
	shown analysis.Shown
}

// ShownTextOf returns the fragments shown in a document.
func ShownTextOf(d *analysis.Document) ShownText { return ShownText{d.Text.Hash(), d.Shown} }

func (e ShownText) isOf(text rope.Text) bool { return e.hash == text.Hash() }

// rememberedText holds the fragments that a text had, with its settings.
type rememberedText struct {
	ShownText
	content Content // how the text was read, without the text itself
	isMark  bool    // an action starts from this text, or a move results in it
}

// hasSameSettings reports whether two contents have the same settings and format.
func (c Content) hasSameSettings(other Content) bool {
	return c.Settings.Analysis == other.Settings.Analysis && slices.Equal(c.Fixed, other.Fixed) && c.Format.Equal(other.Format)
}

func (c Content) toRememberedText(e ShownText, isMark bool) rememberedText {
	c.Text = rope.Text{}
	return rememberedText{e, c, isMark}
}

// MaxRemembered is the greatest number of texts remembered for a file.
const MaxRemembered = 50

// RememberForUndo remembers a text from which an action starts or that results from a move. Typing does not displace the last of these, so
// that undo finds them even after many keystrokes.
func (f *File) RememberForUndo(e ShownText) { f.session.remember(f, e, true) }

// remember adds the fragments shown in a text to the history of a file, unless the file has been closed.
func (s *Session) remember(f *File, e ShownText, isMark bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := s.Current().files[f.URI]; now != nil && now.dividing == f.dividing {
		s.history[f.URI] = withRemembered(s.history[f.URI], f.toRememberedText(e, isMark))
	}
}

// withRemembered returns a history with one more text.
func withRemembered(was []rememberedText, r rememberedText) []rememberedText {
	list, marks := make([]rememberedText, 0, len(was)+1), 0
	for _, other := range was {
		if other.hash == r.hash && other.content.hasSameSettings(r.content) {
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

// ShownFor returns the fragments shown in a text that was read with the file's settings, if the text is remembered.
func (f *File) ShownFor(text rope.Text) (e ShownText, ok bool) {
	f.session.mu.Lock()
	list := f.session.history[f.URI]
	f.session.mu.Unlock()
	for _, r := range list {
		if r.isOf(text) && r.content.hasSameSettings(f.Content) {
			return r.ShownText, true
		}
	}
	return ShownText{}, false
}
