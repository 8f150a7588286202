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
	list []*analysis.Document
}

// mostVersions is how many texts are remembered. They share what they have in common.
const mostVersions = 50

// remember adds a text, or replaces what is known of it.
func (v *versions) remember(d *analysis.Document) {
	settings, _ := d.Requested()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.list = slices.DeleteFunc(v.list, func(known *analysis.Document) bool {
		asked, _ := known.Requested()
		return asked == settings && known.Text.Hash() == d.Text.Hash()
	})
	v.list = append(v.list, d.Bare())
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
	list := slices.Clone(v.list)
	v.mu.Unlock()
	for _, d := range slices.Backward(list) {
		settings, fixed := d.Requested()
		isAsAsked := d.Format.Name == sn.format.Name && settings == sn.settings.Analysis && slices.Equal(fixed, sn.fixed)
		if isAsAsked && d.Text.Hash() == text.Hash() && d.Text.String() == text.String() {
			return d.Bare()
		}
	}
	return nil
}
