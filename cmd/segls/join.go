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
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/work"
)

// joinFiles returns one text of all files of a work in their order, for a file at a path. Links between
// the files lead to places in it. Notes are about links that will lead nowhere.
func joinFiles(site console.Site, read []string, documents []*analysis.Document, at string) (text string, notes []string, err error) {
	if len(documents) == 0 {
		return "", nil, errors.New("the work has no texts")
	}
	formats := make(map[string]bool)
	for _, d := range documents {
		if analysis.IsNotebook(d) {
			return "", nil, errors.New("the work has notebooks, which cannot be joined; jupyter nbconvert --to markdown makes texts of them")
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
	name := path.Join(site.Folder, "joined"+path.Ext(site.Files()[0]))
	if at != "" {
		absolute, err := filepath.Abs(at)
		if err != nil {
			return "", nil, err
		}
		if inside, err := filepath.Rel(site.Root, absolute); err == nil && filepath.IsLocal(inside) {
			name = filepath.ToSlash(inside)
		}
	}
	of := make(map[string]*analysis.Document)
	for i, d := range documents {
		of[site.Relative(read[i])] = d
	}
	if of[name] != nil {
		return "", nil, fmt.Errorf("%s is a file of the work; give --output another one", at)
	}
	texts := make(map[string]string)
	for file, d := range of {
		texts[file] = d.Text.String()
	}
	stretches := site.Stretches(fsys)
	titleMetadata(stretches, of, texts)
	index := link.New([]link.Site{link.SiteOf(fsys, site.Work)}, maps.All(texts))
	change := link.Change{Files: map[string][]link.Piece{name: joinedPieces(stretches, texts)}}
	for file := range of {
		change.Files[file] = nil
	}
	result := index.Mend(change)
	for _, u := range result.Unmended {
		line := 1 + strings.Count(of[u.Path].Text.String(), "\n") - strings.Count(texts[u.Path][u.Link.Start:], "\n")
		notes = append(notes, fmt.Sprintf("%s:%d: %s", site.DiskPath(u.Path), line, u.Reason))
	}
	notes = append(notes, leakingRules(site, read, documents)...)
	text = strings.ReplaceAll(result.Created[name], "xref:"+path.Base(name)+"#", "xref:#") // whatever the file will be called
	return text, notes, nil
}

// leakingRules are notes about rules that end with their file in Typst, and in one text go on to its end.
func leakingRules(site console.Site, read []string, documents []*analysis.Document) (notes []string) {
	for i, d := range documents {
		text := d.Text.String()
		if !d.Format.Notation().DefinesAbove() || site.Relative(read[i]) == site.Order || i == len(documents)-1 {
			continue
		}
		for _, c := range d.Format.Containers(text, d.Blocks()) {
			if said := text[c.Open.Start:c.Open.End]; c.Close.Start == len(text) && c.Close.Len() == 0 && strings.HasPrefix(said, "#") {
				notes = append(notes, fmt.Sprintf("%s:%d: “%s” applies to all that follows in the one text.", read[i], d.Text.LineAt(c.Open.Start)+1, strings.Join(strings.Fields(said), " ")))
			}
		}
	}
	return notes
}

// titleMetadata replaces metadata by headings, except in the first text: the metadata of one
// file does not describe the whole, and without a heading its title would be lost.
func titleMetadata(stretches []work.Stretch, of map[string]*analysis.Document, texts map[string]string) {
	for i := range stretches {
		s := &stretches[i]
		d := of[s.Path]
		if i == 0 || d == nil || s.Span.Start > 0 {
			continue
		}
		blocks := d.Blocks()
		if len(blocks) == 0 || blocks[0].Kind != markup.FrontMatter {
			continue
		}
		head := blocks[0].Span.End
		heading, levels := "", d.Format.Notation().Levels()
		title := analysis.Metadata(d)["title"]
		if sections := d.Sections(); title != "" && len(levels) > 0 && (len(sections) == 0 || sections[0].Level > levels[0]) {
			heading = d.Format.Notation().Heading(title, levels[0])
		}
		texts[s.Path] = heading + texts[s.Path][head:]
		for k := range stretches {
			if stretches[k].Path == s.Path {
				stretches[k].Span = stretches[k].Span.Shift(len(heading) - head)
			}
		}
		s.Span.Start = 0
	}
}

// joinedPieces are stretches of texts with what goes between them.
func joinedPieces(stretches []work.Stretch, texts map[string]string) []link.Piece {
	var pieces []link.Piece
	last := "" // what is at the end
	apart := func(lines int) {
		end := strings.ReplaceAll(last[len(strings.TrimRight(last, "\r\n")):], "\r", "")
		if missing := lines - len(end); missing > 0 && len(pieces) > 0 {
			last += strings.Repeat("\n", missing)
			pieces = append(pieces, link.Piece{Text: strings.Repeat("\n", missing)})
		}
	}
	level := 0
	for _, s := range stretches {
		text, isRead := texts[s.Path]
		if !isRead || strings.TrimSpace(text[s.Span.Start:s.Span.End]) == "" {
			continue
		}
		apart(2)
		if s.Level != level {
			pieces = append(pieces, link.Piece{Text: fmt.Sprintf(":leveloffset: %d\n\n", s.Level)})
			level = s.Level
		}
		content := text[s.Span.Start:s.Span.End]
		s.Span.Start += len(content) - len(strings.TrimLeft(content, "\r\n"))
		pieces = append(pieces, link.Piece{File: s.Path, Span: s.Span})
		last = content
	}
	apart(1)
	return pieces
}
