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
	isMark   bool // an action leads from it, or a move to it
}

// mostVersions is how many texts are remembered. They share what they have in common.
const mostVersions = 50

// remember adds a text under the settings of a snapshot, or replaces what is known of it.
func (v *versions) remember(d *analysis.Document, sn *snapshot) { v.add(d, sn, false) }

// mark remembers a text that an action leads from or a move to, which many letters typed since do not
// displace: undo comes back to it past all of them.
func (v *versions) mark(d *analysis.Document, sn *snapshot) { v.add(d, sn, true) }

func (v *versions) add(d *analysis.Document, sn *snapshot, isMark bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	marks := 0
	v.list = slices.DeleteFunc(v.list, func(r remembered) bool {
		isSame := r.settings == sn.settings.Analysis && r.Text.Hash() == d.Text.Hash()
		isMark = isMark || isSame && r.isMark
		if r.isMark && !isSame {
			marks++
		}
		return isSame
	})
	v.list = append(v.list, remembered{d.Bare(), sn.settings.Analysis, sn.fixed, isMark})
	if len(v.list) > mostVersions {
		oldest := slices.IndexFunc(v.list, func(r remembered) bool { return r.isMark == (marks > mostVersions/2) })
		v.list = slices.Delete(v.list, oldest, oldest+1)
	}
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
