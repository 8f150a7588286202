package main

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/rearrange"
)

// joinFiles returns the files of a work as one text, for a file at a path. Links between the files become links within
// it. The notes are about links that will be broken and rules that will apply to more text.
func joinFiles(site console.Site, read []string, documents []*analysis.Document, at string) (text string, notes []string, err error) {
	if len(documents) == 0 {
		return "", nil, errors.New("the work has no texts")
	}
	formats := make(map[string]bool)
	for _, d := range documents {
		if d.IsNotebook() {
			return "", nil, errors.New("the work has notebooks, which cannot be joined; jupyter nbconvert --to markdown converts them")
		}
		formats[d.Format.Name] = true
	}
	if len(formats) > 1 {
		return "", nil, fmt.Errorf("the files of the work are in several formats (%s): only texts of one format can be joined", strings.Join(slices.Sorted(maps.Keys(formats)), ", "))
	}
	fsys, done, err := site.FS()
	if err != nil {
		return "", nil, err
	}
	defer done()
	name, ending := path.Join(site.Folder, "joined"), path.Ext(site.Files()[0])
	for slices.Contains(site.Files(), name+ending) { // only the links need a name, if the text goes to standard output
		name += "-2"
	}
	name += ending
	if at != "" {
		absolute, err := filepath.Abs(at)
		if err != nil {
			return "", nil, err
		}
		if inside, err := filepath.Rel(site.Root, absolute); err == nil && filepath.IsLocal(inside) {
			name = filepath.ToSlash(inside)
		}
	}
	w := rearrange.Work{Order: site.Work, Files: fsys, Documents: make(map[string]*analysis.Document)}
	texts := make(map[string]string)
	for i, d := range documents {
		file := site.Relative(read[i])
		w.Documents[file], texts[file] = d, d.Text.String()
	}
	if w.Documents[name] != nil {
		return "", nil, fmt.Errorf("%s is a file of the work; give --output a new name", at)
	}
	w.Index = link.NewIndex([]link.Site{link.SiteOf(fsys, site.Work)}, maps.All(texts))
	c, err := rearrange.JoinFiles(w, name, site.Stretches(fsys))
	if err != nil {
		return "", nil, err
	}
	for _, u := range c.Unmended {
		line := 1 + rope.New(texts[u.Path]).LineAt(u.Link.Start)
		notes = append(notes, fmt.Sprintf("%s:%d: %s", site.DiskPath(u.Path), line, u.Reason))
	}
	notes = append(notes, leakingRuleNotes(site, read, documents)...)
	return c.Created[name], notes, nil
}

// leakingRuleNotes returns notes about Typst rules that apply to the end of their file, and so in the joined text to later files.
func leakingRuleNotes(site console.Site, read []string, documents []*analysis.Document) (notes []string) {
	for i, d := range documents {
		text := d.Text.String()
		if !d.Format.Notation().DefinesAbove() || site.Relative(read[i]) == site.Order || i == len(documents)-1 {
			continue
		}
		for _, c := range d.Format.Containers(text, d.Blocks()) {
			if said := text[c.Open.Start:c.Open.End]; c.Close.Start == len(text) && c.Close.Len() == 0 && strings.HasPrefix(said, "#") {
				notes = append(notes, fmt.Sprintf("%s:%d: “%s” applies to everything after it in the joined text.", read[i], d.Text.LineAt(c.Open.Start)+1, strings.Join(strings.Fields(said), " ")))
			}
		}
	}
	return notes
}
