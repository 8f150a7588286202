package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/analysis/difference"
	"github.com/segls/segls/analysis/duplicate"
	"github.com/segls/segls/analysis/filename"
	"github.com/segls/segls/analysis/library"
	"github.com/segls/segls/analysis/library/store"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/restructure"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/work"
)

// How much an answer has.
const (
	usualEntries, mostEntries = 100, 500
	usualMatches, mostMatches = 10, 50
	usualChars, mostChars     = 6000, 40_000
	termsInOutline            = 3
	mostWords                 = 12 // of an excerpt, or of a difference
)

const instructions = `Texts are divided into fragments: stretches about one topic, also where there are no headings. Ask for the outline of a text first, then read the fragments that matter; an outline of a folder lists its texts. Offsets are in bytes, lines count from 1, fragments from 0. Where "next" is set there is more: ask again with cursor, or for read with start, set to it.`

// server is the server with its tools.
func (s *server) protocol() *mcp.Server {
	p := mcp.NewServer(&mcp.Implementation{Name: "segls", Title: "segls", Version: s.version},
		&mcp.ServerOptions{Instructions: instructions, Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}})
	addTool(p, "outline", "Outline a text or a folder",
		"Titles, sizes and places of the sections and fragments of a text, also of one without headings. Of a folder: its texts, in the order of the work if something says one.", s.outline)
	addTool(p, "read", "Read a part of a text",
		"The text of a fragment (by its number in the outline, or the line that it is at), or from one offset to another.", s.readPart)
	addTool(p, "related", "Find related passages",
		"Passages in all texts that are about the same as a paragraph, a whole text, or some words of your own, the best first.", s.related)
	addTool(p, "duplicates", "Find what is said twice",
		"Paragraphs, and parts of them, that stand in several places of a text or folder, in whatever wording.", s.duplicates)
	addTool(p, "plan_split", "Plan how to split a text",
		"The files that a text would be split into, by topic or by headings. Nothing is written.", s.planSplit)
	addTool(p, "difference", "Tell how the structure of two versions differs",
		"What was moved, split, merged, retitled, rewritten, added and removed between two texts or two folders, or since a revision of git.", s.difference)
	return p
}

func addTool[In, Out any](p *mcp.Server, name, title, doc string, handle func(ctx context.Context, in In) (string, Out, error)) {
	closed := false
	tool := &mcp.Tool{Name: name, Title: title, Description: doc, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed}}
	mcp.AddTool(p, tool, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		text, out, err := handle(ctx, in)
		if err != nil || text == "" {
			return nil, out, err
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, out, nil
	})
}

// first is the first n elements of a list, or all.
func first(list []string, n int) []string { return list[:min(n, len(list))] }

// opening is the first words of a text, on one line.
func opening(text string) string {
	const longest = 400 // bytes, for a word may be a page
	words := strings.Fields(strings.ToValidUTF8(text[:min(len(text), longest)], ""))
	opening := strings.Join(first(words, mostWords), " ")
	if len(words) > mostWords || len(text) > longest {
		opening += " …"
	}
	return opening
}

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
	r, name, err := s.find(in.Path)
	if err != nil {
		return "", outlineOut{}, err
	}
	out := outlineOut{Path: r.shown(name)}
	var entries []outlineEntry
	if r.isFolder(name) {
		if entries, err = s.folderOutline(r, name, &out); err != nil {
			return "", out, err
		}
	} else {
		d, err := s.analysed(ctx, r, name)
		if err != nil {
			return "", out, fmt.Errorf("%s: %w", in.Path, err)
		}
		out.Title, out.Words = analysis.TitleOf(d), d.Words()
		entries = documentOutline(d)
	}
	out.Total = len(entries)
	if out.Entries, out.Next, err = page(entries, in.Cursor, in.Limit, usualEntries, mostEntries); err != nil {
		return "", out, err
	}
	for i, e := range out.Entries { // the sizes of texts, of this page alone
		if e.Kind != "text" {
			continue
		}
		_, inside, err := s.find(e.Path)
		if err != nil {
			continue
		}
		if d, err := s.analysed(ctx, r, inside); err == nil {
			out.Entries[i].Words = d.Words()
			out.Entries[i].Title = cmp.Or(e.Title, analysis.TitleOf(d))
		}
	}
	return out.text(), out, ctx.Err()
}

// folderOutline lists the texts of a work in their order, or else those of a folder.
func (s *server) folderOutline(r *root, name string, out *outlineOut) ([]outlineEntry, error) {
	var entries []outlineEntry
	if w, ok := work.Read(r.fsys, name); ok {
		out.Title = w.Title
		for e, depth := range w.All() {
			if e.Path != "" {
				entries = append(entries, outlineEntry{Kind: "text", Path: r.shown(e.Path), Title: e.Title, Level: depth + 1})
			}
		}
		if len(entries) > 0 {
			return entries, nil
		}
	}
	_, names, err := s.shelf(r.shown(name))
	for _, found := range names {
		entries = append(entries, outlineEntry{Kind: "text", Path: r.shown(found)})
	}
	return entries, err
}

// documentOutline lists sections and fragments in the order of the text. A section that is one
// fragment is one entry.
func documentOutline(d *analysis.Document) []outlineEntry {
	d.Describe()
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
			last.Fragment, last.Terms = &i, first(f.Terms(), termsInOutline)
			continue
		}
		entries = append(entries, outlineEntry{
			Kind: "fragment", Title: f.Title().Text, Fragment: &i, Terms: first(f.Terms(), termsInOutline),
			Line: f.Line + 1, Start: f.Span.Start, End: f.Span.End, Words: f.Words,
		})
	}
	addSections(len(sections))
	return entries
}

// text is the answer in few words, for the model.
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
	if o.Next != nil {
		fmt.Fprintf(&b, "\n%d more of %d: cursor %d", o.Total-*o.Next, o.Total, *o.Next)
	}
	return b.String()
}

type readIn struct {
	Path     string `json:"path" jsonschema:"a text"`
	Fragment *int   `json:"fragment,omitempty" jsonschema:"the number of a fragment, as in the outline"`
	Line     int    `json:"line,omitempty" jsonschema:"a line, from 1: the fragment that it is in"`
	Start    *int   `json:"start,omitempty" jsonschema:"an offset in bytes to begin at"`
	End      *int   `json:"end,omitempty" jsonschema:"an offset in bytes to end before; without it, where the fragment at start ends"`
	MaxChars int    `json:"max_chars,omitempty" jsonschema:"how many characters at most; 6000 by default, 40000 at most"`
}

type readOut struct {
	Path     string   `json:"path"`
	Fragment int      `json:"fragment" jsonschema:"in which the text begins"`
	Title    string   `json:"title,omitempty"`
	Section  []string `json:"section" jsonschema:"the headings above it, the outermost first"`
	Line     int      `json:"line"`
	Start    int      `json:"start"`
	End      int      `json:"end"`
	Text     string   `json:"text"`
	Next     *int     `json:"next,omitempty" jsonschema:"the start for what was left out"`
}

func (s *server) readPart(ctx context.Context, in readIn) (string, readOut, error) {
	d, r, name, err := s.read(ctx, in.Path)
	if err != nil {
		return "", readOut{}, err
	}
	out := readOut{Path: r.shown(name), Section: []string{}, Fragment: -1}
	fragments, all := d.Fragments(), d.Text.Len()
	var span markup.Span
	switch {
	case in.Fragment != nil:
		if *in.Fragment < 0 || *in.Fragment >= len(fragments) {
			return "", out, fmt.Errorf("%s has %d fragments, counted from 0", in.Path, len(fragments))
		}
		span = fragments[*in.Fragment].Span
		if in.Start != nil {
			if *in.Start < span.Start || *in.Start > span.End {
				return "", out, fmt.Errorf("fragment %d is from %d to %d", *in.Fragment, span.Start, span.End)
			}
			span.Start = *in.Start
		}
	case in.Start != nil:
		if *in.Start < 0 || *in.Start > all {
			return "", out, fmt.Errorf("%s has %d bytes", in.Path, all)
		}
		span = markup.Span{Start: *in.Start, End: all}
		if i := d.FragmentAt(*in.Start); i >= 0 && fragments[i].Span.Contains(*in.Start) {
			span.End = fragments[i].Span.End
		}
		if in.End != nil {
			span.End = min(*in.End, all)
		}
		if span.End < span.Start {
			return "", out, fmt.Errorf("end (%d) is before start (%d)", span.End, span.Start)
		}
	case in.Line > 0:
		if in.Line > d.Text.LineCount() {
			return "", out, fmt.Errorf("%s has %d lines", in.Path, d.Text.LineCount())
		}
		span = d.Text.Line(in.Line - 1)
		if i := d.FragmentAt(span.Start); i >= 0 && fragments[i].Span.Contains(span.Start) {
			span = fragments[i].Span
		}
	default:
		return "", out, errors.New("which part? Give fragment, line, or start")
	}
	text := d.Text.Slice(span)
	for text != "" && !utf8.RuneStart(text[0]) { // an offset inside a character
		text, span.Start = text[1:], span.Start+1
	}
	limit := min(mostChars, cmp.Or(max(0, in.MaxChars), usualChars))
	n := 0
	for i := range text {
		if n == limit {
			next := span.Start + i
			span.End, out.Next = next, &next
			text = text[:i]
			break
		}
		n++
	}
	out.Start, out.End, out.Text = span.Start, span.End, strings.ToValidUTF8(text, "\uFFFD")
	out.Line = d.Text.LineAt(span.Start) + 1
	if i := d.FragmentAt(span.Start); i >= 0 {
		out.Fragment, out.Title, out.Section = i, fragments[i].Title().Text, chunk.Path(d, fragments[i].Section)
	}
	head := fmt.Sprintf("%s, line %d, bytes %d to %d", out.Path, out.Line, out.Start, out.End)
	if len(out.Section) > 0 {
		head += ": " + strings.Join(out.Section, " > ")
	}
	if out.Next != nil {
		head += fmt.Sprintf(" (there is more: start %d)", *out.Next)
	}
	return head + "\n\n" + out.Text, out, nil
}

type relatedIn struct {
	Path  string `json:"path,omitempty" jsonschema:"the text to find something related to"`
	Line  int    `json:"line,omitempty" jsonschema:"a line of it, from 1; without it the whole text is meant"`
	Text  string `json:"text,omitempty" jsonschema:"words of your own, such as a question, in place of a path"`
	Limit int    `json:"limit,omitempty" jsonschema:"how many passages at most; 10 by default, 50 at most"`
}

type relatedOut struct {
	Matches []relatedMatch `json:"matches"`
}

type relatedMatch struct {
	Path   string   `json:"path"`
	Line   int      `json:"line"`
	Start  int      `json:"start"`
	End    int      `json:"end"`
	Title  string   `json:"title"`
	Score  float64  `json:"score"`
	Shared []string `json:"shared" jsonschema:"the terms that both have"`
}

func (s *server) related(ctx context.Context, in relatedIn) (string, relatedOut, error) {
	out := relatedOut{Matches: []relatedMatch{}}
	var d *analysis.Document
	var home *root
	name, offset := "", -1
	switch {
	case in.Text != "" && in.Path == "":
		if len(in.Text) > mostChars {
			return "", out, fmt.Errorf("text: no more than %d characters", mostChars)
		}
		d = analysis.New(in.Text, markup.PlainText, analysis.Settings{})
	case in.Path != "" && in.Text == "":
		var err error
		if d, home, name, err = s.read(ctx, in.Path); err != nil {
			return "", out, err
		}
		if in.Line > d.Text.LineCount() {
			return "", out, fmt.Errorf("%s has %d lines", in.Path, d.Text.LineCount())
		}
		if in.Line > 0 {
			offset = d.Text.Line(in.Line - 1).End
		}
	default:
		return "", out, errors.New("related to what? Give either path or text")
	}
	for _, r := range s.roots {
		about := library.About(d, name, offset)
		if r != home {
			about = about.Elsewhere()
		}
		matches, err := r.related(ctx, about, mostMatches)
		if err != nil {
			return "", out, err
		}
		for _, m := range matches {
			out.Matches = append(out.Matches, relatedMatch{r.shown(m.Name), m.Line + 1, m.Span.Start, m.Span.End, m.Title, float64(int(1000*m.Score)) / 1000, m.Shared})
		}
	}
	slices.SortStableFunc(out.Matches, func(a, b relatedMatch) int { return cmp.Compare(b.Score, a.Score) })
	limit := min(mostMatches, cmp.Or(max(0, in.Limit), usualMatches))
	out.Matches = out.Matches[:min(limit, len(out.Matches))]
	return "", out, nil
}

// related asks the library of a folder, of which what has changed is read first.
func (r *root) related(ctx context.Context, about library.Query, top int) ([]library.Match, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.store == nil {
		opened, err := store.Open(r.folder)
		if err != nil {
			return nil, err
		}
		r.store = opened
	}
	state, err := r.store.Refresh(ctx)
	if err != nil {
		return nil, err
	}
	return state.Related(about, top), nil
}

type duplicatesIn struct {
	Path   string `json:"path,omitempty" jsonschema:"a text or folder; without it, all that is served"`
	Cursor int    `json:"cursor,omitempty" jsonschema:"the pair to begin with, from next of the answer before"`
	Limit  int    `json:"limit,omitempty" jsonschema:"how many pairs at most; 10 by default, 50 at most"`
}

type duplicatesOut struct {
	Pairs []duplicatePair `json:"pairs"`
	Total int             `json:"total"`
	Next  *int            `json:"next,omitempty" jsonschema:"the cursor for more pairs"`
}

type duplicatePair struct {
	A          textPlace `json:"a"`
	B          textPlace `json:"b"`
	Also       int       `json:"also,omitempty" jsonschema:"in how many other places it stands"`
	Similarity float64   `json:"similarity" jsonschema:"the share of words that both have"`
	OnlyA      []string  `json:"only_a,omitempty"`
	OnlyB      []string  `json:"only_b,omitempty"`
	Excerpt    string    `json:"excerpt"`
}

type textPlace struct {
	Path  string `json:"path"`
	Line  int    `json:"line"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	Title string `json:"title,omitempty"`
}

func (s *server) duplicates(ctx context.Context, in duplicatesIn) (string, duplicatesOut, error) {
	out := duplicatesOut{Pairs: []duplicatePair{}}
	asked := []string{in.Path}
	if in.Path == "" && len(s.roots) > 1 {
		asked = s.names()
	}
	var texts []*duplicate.Text
	ropes := make(map[string]rope.Text)
	for _, a := range asked {
		r, names, err := s.shelf(a)
		if err != nil {
			return "", out, err
		}
		for _, name := range names {
			if ctx.Err() != nil {
				return "", out, ctx.Err()
			}
			d, err := s.analysed(ctx, r, name)
			if err != nil {
				if len(names) == 1 {
					return "", out, fmt.Errorf("%s: %w", in.Path, err)
				}
				continue
			}
			texts = append(texts, duplicate.Read(r.shown(name), d))
			ropes[r.shown(name)] = d.Text
		}
	}
	found := duplicate.Find(texts)
	out.Total = len(found)
	part, next, err := page(found, in.Cursor, in.Limit, usualMatches, mostMatches)
	if err != nil {
		return "", out, err
	}
	out.Next = next
	place := func(p duplicate.Place) textPlace {
		return textPlace{Path: p.Path, Line: p.Line + 1, Start: p.Span.Start, End: p.Span.End}
	}
	for _, f := range part {
		out.Pairs = append(out.Pairs, duplicatePair{
			A: place(f.A), B: place(f.B), Also: len(f.Also), Similarity: f.Similarity,
			OnlyA: first(f.OnlyA, mostWords), OnlyB: first(f.OnlyB, mostWords), Excerpt: opening(f.A.Seen),
		})
	}
	return "", out, nil
}

type planIn struct {
	Path   string `json:"path" jsonschema:"a text"`
	By     string `json:"by,omitempty" jsonschema:"fragments (by topic, the default) or headings"`
	Cursor int    `json:"cursor,omitempty" jsonschema:"the file to begin with, from next of the answer before"`
	Limit  int    `json:"limit,omitempty" jsonschema:"how many files at most; 100 by default, 500 at most"`
}

type planOut struct {
	Files []plannedFile `json:"files" jsonschema:"in the order of the text, which becomes their index"`
	Total int           `json:"total"`
	Next  *int          `json:"next,omitempty" jsonschema:"the cursor for more files"`
}

type plannedFile struct {
	Name   string `json:"name"`
	Words  int    `json:"words"`
	Begins string `json:"begins"`
}

func (s *server) planSplit(ctx context.Context, in planIn) (string, planOut, error) {
	out := planOut{Files: []plannedFile{}}
	by := restructure.ByFragments
	switch in.By {
	case "", "fragments":
	case "headings":
		by = restructure.ByHeadings
	default:
		return "", out, fmt.Errorf("by: %q is neither fragments nor headings", in.By)
	}
	d, _, name, err := s.read(ctx, in.Path)
	if err != nil {
		return "", out, err
	}
	number := 0
	edit, err := restructure.SplitDocument(d, by, restructure.Extraction{Name: func(title string) string {
		number++
		return fmt.Sprintf("%02d-%s%s", number, filename.Slug(title), path.Ext(name))
	}})
	if err != nil {
		return "", out, fmt.Errorf("%s: %w", in.Path, err)
	}
	files := edit.Files
	out.Total = len(files)
	part, next, err := page(files, in.Cursor, in.Limit, usualEntries, mostEntries)
	if err != nil {
		return "", out, err
	}
	out.Next = next
	for _, f := range part {
		out.Files = append(out.Files, plannedFile{path.Base(f.Path), len(strings.Fields(f.Text)), opening(f.Text)})
	}
	return "", out, nil
}

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
	var old, new difference.Work
	var err error
	switch isPair := in.Old != "" && in.New != ""; {
	case isPair && in.Since == "" && in.Path == "":
		old, new, err = s.pair(ctx, in.Old, in.New)
	case in.Since != "" && in.Old == "" && in.New == "":
		old, new, err = s.since(ctx, in.Since, in.Path)
	default:
		err = errors.New("what is compared? Give either old and new, or since and perhaps a path")
	}
	if err != nil {
		return "", out, err
	}
	d := difference.Of(old, new)
	out.Total = len(d.Changes)
	part, next, err := page(d.Changes, in.Cursor, in.Limit, usualEntries, mostEntries)
	if err != nil {
		return "", out, err
	}
	out.Next = next
	places := func(list []difference.Place) (told []textPlace) {
		for _, p := range list {
			told = append(told, textPlace{p.Path, p.Line + 1, p.Start, p.End, p.Title})
		}
		return told
	}
	for _, c := range part {
		out.Changes = append(out.Changes, structureChange{c.Kind.String(), c.Level.String(), c.String(), places(c.From), places(c.To)})
	}
	if out.Total == 0 {
		return "Nothing has changed.", out, nil
	}
	return "", out, nil
}

// pair are two texts or folders.
func (s *server) pair(ctx context.Context, oldPath, newPath string) (old, new difference.Work, err error) {
	oldIsFolder, err := s.isFolder(oldPath)
	if err != nil {
		return old, new, err
	}
	newIsFolder, err := s.isFolder(newPath)
	switch {
	case err != nil:
		return old, new, err
	case oldIsFolder != newIsFolder:
		return old, new, fmt.Errorf("%s and %s: compare two texts, or two folders", oldPath, newPath)
	}
	if old, err = s.workAt(ctx, oldPath); err == nil {
		new, err = s.workAt(ctx, newPath)
	}
	return old, new, err
}

func (s *server) isFolder(asked string) (bool, error) {
	r, name, err := s.find(asked)
	return err == nil && r.isFolder(name), err
}

// workAt is a text or a folder of texts, to be compared with another.
func (s *server) workAt(ctx context.Context, asked string) (w difference.Work, err error) {
	r, names, err := s.shelf(asked)
	if err != nil {
		return w, err
	}
	_, root, err := s.find(asked)
	if err != nil {
		return w, err
	}
	if w.Files, err = s.files(ctx, r, names); err != nil {
		return w, err
	}
	if !r.isFolder(root) {
		w.Files[0].Name = "the text"
		return w, nil
	}
	if order, ok := work.Find(r.fsys, root); ok {
		w.PutInOrder(order.Files(), func(f difference.File) string { return f.Name })
	}
	for i := range w.Files {
		w.Files[i].Name = strings.TrimPrefix(strings.TrimPrefix(w.Files[i].Name, root), "/")
	}
	return w, nil
}
