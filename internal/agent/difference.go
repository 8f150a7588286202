package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/segls/segls/internal/difference"
	"github.com/segls/segls/internal/work"
)

type differenceIn struct {
	Old    string `json:"old,omitempty" jsonschema:"the old text or folder"`
	New    string `json:"new,omitempty" jsonschema:"the new one"`
	Since  string `json:"since,omitempty" jsonschema:"in place of old and new, a revision of git: HEAD, a branch, a tag or a commit. On another branch, texts are compared with those where the branches parted"`
	Path   string `json:"path,omitempty" jsonschema:"with since, a text or folder; without it, all texts"`
	Cursor int    `json:"cursor,omitempty" jsonschema:"the change to begin with, from next of the answer before"`
	Limit  int    `json:"limit,omitempty" jsonschema:"how many changes at most; 100 by default, 500 at most"`
}

type differenceOut struct {
	Changes []structureChange `json:"changes"`
	Total   int               `json:"total"`
	Next    *int              `json:"next,omitempty" jsonschema:"the cursor for more changes"`
}

type structureChange struct {
	Kind    string      `json:"kind"`
	Level   string      `json:"level" jsonschema:"file, section, fragment, paragraph or sentence"`
	Message string      `json:"message"`
	From    []textPlace `json:"from,omitempty"`
	To      []textPlace `json:"to,omitempty"`
}

func (s *server) difference(ctx context.Context, in differenceIn) (string, differenceOut, error) {
	out := differenceOut{Changes: []structureChange{}}
	var old, new difference.Version
	var err error
	switch isPair := in.Old != "" && in.New != ""; {
	case isPair && in.Since == "" && in.Path == "":
		old, new, err = s.readVersions(ctx, in.Old, in.New)
	case in.Since != "" && in.Old == "" && in.New == "":
		old, new, err = s.readVersionsSince(ctx, in.Since, in.Path)
	default:
		err = errors.New("give either old and new, or since and perhaps path, to say what is compared")
	}
	if err != nil {
		return "", out, err
	}
	d := difference.Compare(old, new)
	out.Total = len(d.Changes)
	part, next, err := paginate(d.Changes, in.Cursor, in.Limit, defaultEntries, mostEntries)
	if err != nil {
		return "", out, err
	}
	out.Next = next
	places := func(list []difference.Location) (told []textPlace) {
		for _, p := range list {
			told = append(told, textPlace{Path: p.Path, Line: p.Line + 1, Start: p.Start, End: p.End, Title: p.Title})
		}
		return told
	}
	for _, c := range part {
		out.Changes = append(out.Changes, structureChange{c.Kind.String(), c.Level.String(), c.String(), places(c.From), places(c.To)})
	}
	return out.text(), out, nil
}

func (o *differenceOut) text() string {
	if o.Total == 0 {
		return "Nothing has changed."
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Changes: %d.", o.Total)
	for _, c := range o.Changes {
		b.WriteString("\n- " + c.Message)
		var places []string
		for _, side := range [][]textPlace{c.From, c.To} {
			if len(side) > 0 {
				places = append(places, fmt.Sprintf("%s line %d", side[0].Path, side[0].Line))
			}
		}
		if len(places) > 0 {
			b.WriteString(" (" + strings.Join(places, " → ") + ")")
		}
	}
	return b.String() + moreNote(o.Next, o.Total)
}

// readVersions returns two texts or folders to compare.
func (s *server) readVersions(ctx context.Context, oldPath, newPath string) (old, new difference.Version, err error) {
	oldIsFolder, err := s.isFolder(oldPath)
	if err != nil {
		return old, new, err
	}
	newIsFolder, err := s.isFolder(newPath)
	switch {
	case err != nil:
		return old, new, err
	case oldIsFolder != newIsFolder:
		return old, new, fmt.Errorf("give two texts or two folders; of %s and %s one is a text and the other a folder", oldPath, newPath)
	}
	if old, err = s.readVersion(ctx, oldPath); err == nil {
		new, err = s.readVersion(ctx, newPath)
	}
	return old, new, err
}

func (s *server) isFolder(asked string) (bool, error) {
	r, name, err := s.resolvePath(asked)
	return err == nil && r.isFolder(name), err
}

// readVersion returns a text or a folder of texts to compare.
func (s *server) readVersion(ctx context.Context, asked string) (w difference.Version, err error) {
	r, names, err := s.textNames(asked)
	if err != nil {
		return w, err
	}
	_, root, err := s.resolvePath(asked)
	if err != nil {
		return w, err
	}
	if w.Files, err = s.readFiles(ctx, r, names); err != nil {
		return w, err
	}
	if !r.isFolder(root) {
		w.Files[0].Name = "the text"
		return w, nil
	}
	if order, ok := work.Find(r.fsys, root); ok {
		w.SortFiles(order.Files(), func(f difference.File) string { return f.Name })
	}
	for i := range w.Files {
		w.Files[i].Name = strings.TrimPrefix(strings.TrimPrefix(w.Files[i].Name, root), "/")
	}
	return w, nil
}
