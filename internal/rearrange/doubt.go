package rearrange

import (
	"io/fs"

	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/restructure"
)

// WithDoubtful adds to c the places in the files of a folder that the change may break although segls knows of no link there.
func (c Change) WithDoubtful(w Work, folder string) Change {
	isAll := true
	x := newChangeBuilder(w).index
	exists := func(name string) bool { return fs.ValidPath(name) && isFile(w.Files, name) }
	_, settings := w.Order.PageBuilder()
	isOrder := func(name string) bool { return name == w.Order.Order || name == settings }
	c.Unmended = append(c.Unmended, x.PossiblyBroken(c.Result, link.SearchableFiles(w.Files, folder, &isAll), exists, isOrder)...)
	if !isAll {
		c.Notes = append(c.Notes, sentence.New("The folder has more than 512 MB of texts, so not all have been searched for places that refer to what moves."))
	}
	return c
}

func isFile(fsys fs.FS, name string) bool {
	about, err := fs.Stat(fsys, name)
	return err == nil && !about.IsDir()
}

// ChangeOfEdit turns an edit of one text into a change. Links in other files are not mended; Unmended lists those that the edit breaks.
func ChangeOfEdit(w Work, name string, e restructure.Edit) Change {
	return Change{Title: e.Title, Result: newChangeBuilder(w).index.ResultOfEdit(name, e)}
}

// LosesNames reports whether a change removes the name of a place from a text.
func (c Change) LosesNames(w Work, name string) bool {
	return newChangeBuilder(w).index.LosesNames(c.Result, name)
}
