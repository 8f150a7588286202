package rearrange

import (
	"path"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/filename"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/restructure"
)

// RenameNamed renames a heading, label, footnote, link definition or note, and updates all links to it. A heading keeps its explicit ids.
// Except for a note, it returns an error if a link would lead elsewhere afterwards.
func RenameNamed(w Work, n link.Name, to string) (Change, error) {
	if err := CheckRename(n); err != nil {
		return Change{}, err
	}
	to = strings.Join(strings.Fields(to), " ")
	switch n.Kind {
	case link.NoteName:
		return renameNote(w, n, to)
	case link.HeadingName:
		return retitle(w, n, to)
	}
	return renameLabel(w, n, to)
}

// CheckRename returns an error with the reason if a name is of a kind that cannot be renamed.
func CheckRename(n link.Name) error {
	switch n.Kind {
	case link.CitationName:
		return refuse("“%s” is the key of a work in a bibliography. segls does not rename such keys.", n.Text)
	case link.FileName:
		return refuse("This leads to the file %s. Rename the file itself: most editors then let segls update the links to it.", n.Path)
	}
	return nil
}

// retitle renames a heading. If other places seem to use its address, it keeps the address by writing it down, if the site can.
func retitle(w Work, n link.Name, to string) (Change, error) {
	d, err := w.workspaceDocument(n.Path)
	if err != nil {
		return Change{}, err
	}
	section := slices.IndexFunc(d.Sections(), func(s analysis.Section) bool { return d.Blocks()[s.Heading].Span == n.Heading })
	if section < 0 {
		return Change{}, refuse("segls does not see a heading there.")
	}
	edit, err := restructure.RetitleSection(d, section, to)
	if err != nil {
		return Change{}, err
	}
	a := newChangeBuilder(w)
	c, err := a.finishRenaming(edit.Title, a.index.RetitleChange(n, edit.Replacements[0]))
	if err != nil {
		return Change{}, err
	}
	id, written := a.index.ExplicitID(n, edit.Replacements[0])
	if id == "" {
		return c, nil
	}
	if doubtful := c.WithDoubtful(w, ".").Unmended; len(doubtful) > 0 {
		kept, err := a.finishRenaming(edit.Title, a.index.RetitleChange(n, written))
		if err == nil {
			kept.Notes = append(kept.Notes, sentence.New("The heading keeps its address “%s”, as %s may lead there.", id, doubtful[0].Path))
			return kept, nil
		}
	}
	return c, nil
}

// renameLabel renames a label, a footnote or the definition of a link.
func renameLabel(w Work, n link.Name, to string) (Change, error) {
	if to == "" || strings.ContainsAny(to, "{}[]()<>|`\\\"#,") || strings.HasPrefix(n.Text, "^") && strings.ContainsAny(to, " ^") {
		return Change{}, refuse("“%s” cannot be the name of a place.", to)
	}
	if strings.HasPrefix(n.Text, "^") && !strings.HasPrefix(to, "^") {
		to = "^" + to
	}
	a := newChangeBuilder(w)
	if a.index.IsTaken(n, to) {
		return Change{}, refuse("“%s” is already the name of another place.", to)
	}
	c, err := a.finishRenaming(sentence.New("Rename “%s” to “%s”", n.Text, to), a.index.RenameChange(n, to))
	if err != nil {
		return Change{}, err
	}
	if now, ok := a.index.AfterChange(c.Result).NameAfter(c.Result, n); !ok || now.Text != to {
		return Change{}, refuse("“%s” cannot be the name of a place.", to)
	}
	return c, nil
}

// finishRenaming mends the links of a renaming. It returns an error if a link would have another target or a text another meaning.
func (a *changeBuilder) finishRenaming(title *sentence.Sentence, change link.Change) (Change, error) {
	c := Change{Title: title, Result: a.index.Mend(change)}
	if len(c.Unmended) > 0 {
		u := c.Unmended[0]
		return Change{}, refuse("The link to “%s” in %s cannot be kept: %s Nothing has been changed.", u.Link.To, u.Path, u.Reason)
	}
	if astray := a.index.RetargetedLinks(change, c.Result); len(astray) > 0 {
		return Change{}, refuse("The link to “%s” in %s would lead elsewhere, so nothing has been changed.", astray[0].Link.To, astray[0].Path)
	}
	after := a.index.AfterChange(c.Result)
	for file := range c.Edits {
		f, known := markup.ByFileName(file)
		if _, isNamed := change.Files[file]; isNamed || !known || a.isOrder(file) {
			continue
		}
		if !restructure.SameBlocks(f, withoutAddresses(a.index, file), withoutAddresses(after, file)) {
			return Change{}, refuse("With its links updated, %s would be read differently, so nothing has been changed.", file)
		}
	}
	return c, nil
}

// renameNote renames the file of a note.
func renameNote(w Work, n link.Name, to string) (Change, error) {
	name := to
	if path.Ext(name) != path.Ext(n.Path) {
		name += path.Ext(n.Path)
	}
	other := path.Join(path.Dir(n.Path), name)
	isTaken := func(file string) bool {
		return path.Dir(file) == path.Dir(n.Path) && file != n.Path && filename.ComparisonKey(path.Base(file)) == filename.ComparisonKey(name)
	}
	switch {
	case to == "" || strings.ContainsAny(to, "/#|^[]"): // a wiki link could not contain it
		return Change{}, refuse("“%s” cannot be the name of a note.", to)
	case !filename.IsPortable(name):
		return Change{}, refuse("%s is not a file name that every system accepts.", name)
	case slices.ContainsFunc(w.Index.Files(), isTaken):
		return Change{}, refuse("%s already exists.", name)
	}
	c := RenameFiles(w, link.PathRename{From: n.Path, To: other})
	return c, nil
}

// workspaceDocument returns a text of the workspace, in the work or not.
func (w Work) workspaceDocument(file string) (*analysis.Document, error) {
	if d := w.Documents[file]; d != nil {
		return d, nil
	}
	text, ok := w.Index.Text(file)
	f, known := markup.ByFileName(file)
	if !ok || !known {
		return nil, refuse("There is no text %s.", file)
	}
	return analysis.New(text, f, analysis.Defaults()), nil
}
