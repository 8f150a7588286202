package lsp

import (
	"slices"
	"sync"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/rope"
)

// versions are the last texts of a document, each with what was shown of it. When an edit brings
// one of them back, as undo does, the same is shown again. What a move will show is put here
// before the client is asked to make it.
type versions struct {
	mu   sync.Mutex // guards the rest
	list []remembered
}

// remembered is a text under settings, with what was shown of it.
type remembered struct {
	*analysis.Document
	settings analysis.Settings
	fixed    []string
}

// mostVersions is how many texts are remembered. They share what they have in common.
const mostVersions = 50

// remember adds a text under the settings of a snapshot, or replaces what is known of it.
func (v *versions) remember(d *analysis.Document, sn *snapshot) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.list = slices.DeleteFunc(v.list, func(r remembered) bool {
		return r.settings == sn.settings.Analysis && r.Text.Hash() == d.Text.Hash()
	})
	v.list = append(v.list, remembered{d.Bare(), sn.settings.Analysis, sn.fixed})
	v.list = v.list[max(0, len(v.list)-mostVersions):]
}

// forget forgets all texts.
func (v *versions) forget() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.list = nil
}

// of is the document of the text of a snapshot under its settings, nil if it is not remembered.
func (v *versions) of(sn *snapshot) *analysis.Document { return v.find(sn.mapper.text, sn) }

// has reports whether a text is remembered under the settings of a snapshot.
func (v *versions) has(text rope.Text, sn *snapshot) bool { return v.find(text, sn) != nil }

func (v *versions) find(text rope.Text, sn *snapshot) *analysis.Document {
	v.mu.Lock()
	var same remembered
	for _, r := range v.list { // one at most
		if r.Text.Hash() == text.Hash() && r.settings == sn.settings.Analysis && r.Format.Name == sn.format.Name && slices.Equal(r.fixed, sn.fixed) {
			same = r
		}
	}
	v.mu.Unlock()
	if same.Document == nil || same.Text.String() != text.String() { // which takes long in a long text
		return nil
	}
	return same.Bare()
}
