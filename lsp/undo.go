package lsp

import (
	"context"
	"maps"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
)

// An editor's undo restores one text. It does not change other texts, and in most editors it does not delete a file that an edit has
// created. After such an action, the server informs the writer of the changes that undo does not revert, unless the client declares that
// its own undo reverts them.

// leftByUndo lists the paths of files that undo in a text does not restore.
type leftByUndo struct {
	made, removed, changed []string
}

// leftAfterChange returns the files of a change that undo in the text at a path does not restore.
func leftAfterChange(c rearrange.Change, text string) leftByUndo {
	left := leftByUndo{made: slices.Sorted(maps.Keys(c.Created)), removed: c.Removed}
	for _, file := range slices.Sorted(maps.Keys(c.Edits)) {
		if file != text && !slices.Contains(c.Removed, file) {
			left.changed = append(left.changed, file)
		}
	}
	return left
}

// leftAfterEdit returns the files of a text's edit that undo in the text does not restore.
func leftAfterEdit(e restructure.Edit) (left leftByUndo) {
	for _, f := range e.Files {
		left.made = append(left.made, f.Path)
	}
	return left
}

// mostNamed is the number of files of each kind that a message names; the rest are counted.
const mostNamed = 5

func filesSentence(files []string) *sentence.Sentence {
	if n := len(files) - mostNamed; n > 0 {
		return sentence.New("%s and %d more", strings.Join(files[:mostNamed], ", "), n)
	}
	return sentence.List(files)
}

// sentences returns sentences that describe the changes that undo does not revert.
func (l leftByUndo) sentences() (said []*sentence.Sentence) {
	if len(l.changed) > 0 {
		said = append(said, sentence.New("Undo here does not undo the changes in %s.", filesSentence(l.changed)))
	}
	if len(l.made) > 0 {
		said = append(said, sentence.New("Undo does not remove what is new: %s.", filesSentence(l.made)))
	}
	if len(l.removed) > 0 {
		said = append(said, sentence.New("Undo does not bring back what has been removed: %s.", filesSentence(l.removed)))
	}
	return said
}

// reportLeftovers shows the writer the notes of an action and the changes that undo does not revert.
func (s *Server) reportLeftovers(ctx context.Context, notes []*sentence.Sentence, left leftByUndo) {
	if !s.clientCaps.undoesFiles {
		notes = slices.Concat(notes, left.sentences())
	}
	if len(notes) > 0 {
		s.showMessage(ctx, protocol.MessageTypeInfo, s.clientCaps.All(notes))
	}
}
