package agent

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/work"
)

type outlineIn struct {
	Path   string `json:"path,omitempty" jsonschema:"a text or folder, relative to the folders that are served; without it, what these have"`
	Cursor int    `json:"cursor,omitempty" jsonschema:"the entry to begin with, from next of the answer before"`
	Limit  int    `json:"limit,omitempty" jsonschema:"how many entries at most; 100 by default, 500 at most"`
}

type outlineOut struct {
	Path    string         `json:"path"`
	Title   string         `json:"title,omitempty"`
	Words   int            `json:"words,omitempty" jsonschema:"of a text"`
	Entries []outlineEntry `json:"entries"`
	Total   int            `json:"total" jsonschema:"how many entries there are in all"`
	Next    *int           `json:"next,omitempty" jsonschema:"the cursor for more entries"`
}

type outlineEntry struct {
	Kind     string   `json:"kind" jsonschema:"section (a heading), fragment (a topic), text or folder"`
	Path     string   `json:"path,omitempty" jsonschema:"of a text or folder"`
	Title    string   `json:"title"`
	Level    int      `json:"level,omitempty" jsonschema:"of a section, 1 the highest; of what is in a work, how deep it is"`
	Fragment *int     `json:"fragment,omitempty" jsonschema:"its number, for read; a section has one if it is one fragment"`
	Terms    []string `json:"terms,omitempty" jsonschema:"the words that a fragment is most about"`
	Line     int      `json:"line,omitempty"`
	Start    int      `json:"start,omitempty"`
	End      int      `json:"end,omitempty"`
	Words    int      `json:"words,omitempty"`
}

func (s *server) outline(ctx context.Context, in outlineIn) (string, outlineOut, error) {
	if len(s.roots) > 1 && (in.Path == "" || in.Path == ".") {
		var out outlineOut
		for _, r := range s.roots {
			out.Entries = append(out.Entries, outlineEntry{Kind: "folder", Path: r.name, Title: r.name})
		}
		out.Total = len(out.Entries)
		return out.text(), out, nil
	}
	r, name, err := s.resolvePath(in.Path)
	if err != nil {
		return "", outlineOut{}, err
	}
	out := outlineOut{Path: r.displayName(name)}
	reader := s.newTextReader()
	var entries []outlineEntry
	if r.isFolder(name) {
		if entries, err = s.folderOutline(r, name, &out); err != nil {
			return "", out, err
		}
	} else {
		d, err := reader.loadDocument(ctx, r, name)
		if err != nil {
			return "", out, fmt.Errorf("%s: %w", in.Path, err)
		}
		out.Title, out.Words = d.Title(), d.Words()
		entries = documentOutline(d)
	}
	out.Total = len(entries)
	if out.Entries, out.Next, err = paginate(entries, in.Cursor, in.Limit, defaultEntries, mostEntries); err != nil {
		return "", out, err
	}
	for i, e := range out.Entries { // sizes only for the texts of this page
		if e.Kind != "text" {
			continue
		}
		_, inside, err := s.resolvePath(e.Path)
		if err != nil {
			continue
		}
		if d, err := reader.loadDocument(ctx, r, inside); err == nil {
			out.Entries[i].Words = d.Words()
			out.Entries[i].Title = cmp.Or(e.Title, d.Title())
		}
	}
	return out.text(), out, ctx.Err()
}

// folderOutline lists the texts of the work in a folder in their order or, without a work, the texts of the folder.
func (s *server) folderOutline(r *root, name string, out *outlineOut) ([]outlineEntry, error) {
	var entries []outlineEntry
	if w, ok := work.Read(r.fsys, name); ok {
		out.Title = w.Title
		for e, depth := range w.All() {
			if e.Path != "" {
				entries = append(entries, outlineEntry{Kind: "text", Path: r.displayName(e.Path), Title: e.Title, Level: depth + 1})
			}
		}
		if len(entries) > 0 {
			return entries, nil
		}
	}
	_, names, err := s.textNames(r.displayName(name))
	for _, found := range names {
		entries = append(entries, outlineEntry{Kind: "text", Path: r.displayName(found)})
	}
	return entries, err
}

// documentOutline returns sections and fragments in the order of the text. A section with a single fragment is one entry.
func documentOutline(d *analysis.Document) []outlineEntry {
	d.DescribeWithTitles()
	line := func(offset int) int { return d.Text.LineAt(offset) + 1 }
	sections, fragments := d.Sections(), d.Fragments()
	words, count := make([]int, len(sections)), make([]int, len(sections))
	for _, f := range fragments {
		for at := f.Section; at >= 0; at = sections[at].Parent {
			words[at] += f.Words
			count[at]++
		}
	}
	entries := []outlineEntry{}
	section := 0
	addSections := func(until int) {
		for ; section < until; section++ {
			x := sections[section]
			entries = append(entries, outlineEntry{
				Kind: "section", Title: strings.TrimSpace(x.Title), Level: x.Level,
				Line: line(x.Span.Start), Start: x.Span.Start, End: x.Span.End, Words: words[section],
			})
		}
	}
	for i, f := range fragments {
		addSections(f.Section + 1)
		if at := f.Section; at >= 0 && count[at] == 1 {
			last := &entries[len(entries)-1]
			last.Fragment, last.Terms = &i, firstElements(f.Terms(), termsInOutline)
			continue
		}
		entries = append(entries, outlineEntry{
			Kind: "fragment", Title: f.Title().Text, Fragment: &i, Terms: firstElements(f.Terms(), termsInOutline),
			Line: f.Line + 1, Start: f.Span.Start, End: f.Span.End, Words: f.Words,
		})
	}
	addSections(len(sections))
	return entries
}

// text returns a short form of the answer for the model.
func (o *outlineOut) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s", cmp.Or(o.Path, "."))
	if o.Title != "" {
		fmt.Fprintf(&b, ": %s", o.Title)
	}
	if o.Words > 0 {
		fmt.Fprintf(&b, " (%d words)", o.Words)
	}
	for _, e := range o.Entries {
		b.WriteByte('\n')
		switch e.Kind {
		case "section":
			b.WriteString(strings.Repeat("#", max(1, e.Level)) + " " + e.Title)
		case "fragment":
			b.WriteString("- " + e.Title)
		default:
			b.WriteString("- " + e.Path)
			if e.Title != "" {
				b.WriteString(": " + e.Title)
			}
		}
		if len(e.Terms) > 0 {
			b.WriteString(" [" + strings.Join(e.Terms, ", ") + "]")
		}
		var about []string
		if e.Fragment != nil {
			about = append(about, fmt.Sprintf("fragment %d", *e.Fragment))
		}
		if e.Line > 0 {
			about = append(about, fmt.Sprintf("line %d", e.Line))
		}
		if e.Words > 0 {
			about = append(about, fmt.Sprintf("%d words", e.Words))
		}
		if len(about) > 0 {
			b.WriteString(" (" + strings.Join(about, ", ") + ")")
		}
	}
	return b.String() + moreNote(o.Next, o.Total)
}
