package agent

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/work"
)

type assembleIn struct {
	Places []string `json:"places" jsonschema:"passages in their order: a text, a section of it (notes.md#salt), the fragment at a line (notes.md:12) or lines (notes.md:12-30)"`
	To     string   `json:"to,omitempty" jsonschema:"the path that the document will have, from which its links lead; without it, beside the first text"`
}

type assembleOut struct {
	Text  string   `json:"text"`
	Words int      `json:"words"`
	Notes []string `json:"notes" jsonschema:"links that will lead nowhere, and other problems"`
}

func (s *server) assemble(ctx context.Context, in assembleIn) (string, assembleOut, error) {
	out := assembleOut{Notes: []string{}}
	if len(in.Places) == 0 || len(in.Places) > mostEntries {
		return "", out, fmt.Errorf("give from 1 to %d places", mostEntries)
	}
	var home *root
	w := rearrange.Work{Order: new(work.Work), Documents: make(map[string]*analysis.Document)}
	names := make([]rearrange.PassageName, len(in.Places))
	paths := make([]string, len(in.Places))
	reader := s.newTextReader()
	for i, said := range in.Places {
		p, err := rearrange.ParsePassageName(said, func(path string) bool {
			_, _, err := s.resolvePath(path)
			return err == nil
		})
		if err != nil {
			return "", out, err
		}
		d, r, name, err := reader.read(ctx, p.Path)
		if err != nil {
			return "", out, err
		}
		if home != nil && r != home {
			return "", out, errors.New("give passages of one of the folders that may be read; these are in several")
		}
		home, names[i], paths[i] = r, p, name
		w.Documents[name] = d
	}
	w.Files = home.fsys
	to := path.Join(path.Dir(paths[0]), "document"+path.Ext(paths[0]))
	if in.To != "" {
		if to = home.nameOf(in.To); !fs.ValidPath(to) {
			return "", out, fmt.Errorf("%s is outside the folders that may be read; give a path in them as to", in.To)
		}
	}
	index, err := home.links(w)
	if err != nil {
		return "", out, err
	}
	w.Index = index
	var passages []rearrange.Passage
	for i, p := range names {
		span, err := p.Span(w.Documents[paths[i]], w.Index, paths[i])
		if err != nil {
			return "", out, err
		}
		passages = append(passages, rearrange.Passage{Path: paths[i], Span: span})
	}
	c, err := rearrange.Assemble(w, to, passages...)
	if err != nil {
		return "", out, err
	}
	for _, u := range c.Unmended {
		out.Notes = append(out.Notes, fmt.Sprintf("%s: %s", u.Path, u.Reason))
	}
	for _, note := range c.Notes {
		out.Notes = append(out.Notes, note.String())
	}
	first := w.Documents[paths[0]]
	out.Text, out.Words = c.Created[to], analysis.New(c.Created[to], first.Format, first.Settings).Words()
	return out.text(), out, nil
}

func (o *assembleOut) text() string {
	text := o.Text
	for _, note := range o.Notes {
		text += "\nNote: " + note
	}
	return text
}

// nameOf returns the name in the root for a path, which may be absolute. The name is not valid if the path is outside the root.
func (r *root) nameOf(asked string) string {
	if filepath.IsAbs(asked) {
		relative, err := filepath.Rel(r.folder, asked)
		if err != nil { // on another drive
			return ".."
		}
		return filepath.ToSlash(relative)
	}
	name := filepath.ToSlash(asked)
	if r.name != "" {
		name = strings.TrimPrefix(name, r.name+"/")
	}
	return path.Clean(name)
}

// links returns the links of the texts in the root. The documents of w replace the texts on disk.
func (r *root) links(w rearrange.Work) (*link.Index, error) {
	texts := make(map[string]string)
	size := int64(0)
	for name, about := range link.LinkableFiles(r.fsys, ".") {
		if size += about.Size(); len(texts) == maxTexts || size > maxTextsBytes {
			break // links to the other texts still lead to the same places
		}
		if text, err := fs.ReadFile(r.fsys, name); err == nil {
			texts[name] = string(text)
		}
	}
	var sites []link.Site
	known := make(map[string]bool)
	finder := work.NewFinder(r.fsys)
	for name, d := range w.Documents {
		texts[name] = d.Text.String()
		if site := link.SiteOf(r.fsys, finder.FindAsked(name)); !known[site.Folder] {
			known[site.Folder] = true
			sites = append(sites, site)
		}
	}
	return link.NewIndex(sites, maps.All(texts)), nil
}
