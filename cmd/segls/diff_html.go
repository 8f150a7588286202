package main

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/difference"
)

// This file writes a self-contained page: the changes as a list, then the old and the new texts in two columns, with
// unchanged text folded. Bands connect the places of what was moved, split or merged, and of the selected change.

//go:embed diff.css
var diffStyle string

//go:embed diff.js
var diffScript string

// numberedChange is a change with its number and the number of the change that contains it, or -1.
type numberedChange struct {
	difference.Change
	number, outer int
}

func writeDiffHTML(w io.Writer, d difference.Difference) error {
	b := bufio.NewWriter(w)
	changes := numberedChanges(nil, d.Changes, -1)
	old := newVersionColumn("old", d.Old, changes, func(c difference.Change) []difference.Location { return c.From })
	new := newVersionColumn("new", d.New, changes, func(c difference.Change) []difference.Location { return c.To })
	rows := alignFiles(old.files, new.files, d.Changes)
	style := fmt.Sprintf("\n%s.bands { grid-row: 1 / span %d; }\n", diffStyle, len(rows)+1)
	script := "\n" + diffScript
	policy := fmt.Sprintf("default-src 'none'; base-uri 'none'; form-action 'none'; style-src %s; script-src %s", cspHash(style), cspHash(script))
	fmt.Fprintf(b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>What changed</title>\n<style>%s</style>\n</head>\n<body>\n", policy, style)
	fmt.Fprintf(b, "<header><h1>What changed</h1>\n<p>%s</p>\n", escaped(diffSummary(d)))
	if len(changes) > 0 {
		fmt.Fprint(b, "<p class=\"keys\"><kbd>j</kbd> and <kbd>k</kbd> go to the next and the previous change, <kbd>o</kbd> to its other side, <kbd>u</kbd> folds and unfolds what has not changed.</p>\n")
	}
	fmt.Fprint(b, "</header>\n<main>\n<nav aria-label=\"Changes\">\n<ol>\n")
	file := ""
	for _, c := range changes {
		if at := fileOfChange(d, c.Change); at != file && c.outer < 0 {
			file = at
			fmt.Fprintf(b, "<li class=\"file\">%s</li>\n", escaped(file))
		}
		inside := ""
		if c.outer >= 0 {
			inside = " inside"
		}
		side := "new"
		if len(c.To) == 0 {
			side = "old"
		}
		fmt.Fprintf(b, "<li class=\"%s%s\"><a href=\"#%s-%d\" data-go=\"%d\">%s</a></li>\n", c.Kind, inside, side, c.number, c.number, escaped(c.String()))
	}
	fmt.Fprint(b, "</ol>\n</nav>\n<div class=\"columns\">\n")
	if len(changes) > 0 {
		fmt.Fprint(b, "<h2>Before</h2><h2>Now</h2>\n<svg class=\"bands\" aria-hidden=\"true\"></svg>\n")
		for _, row := range rows {
			old.write(b, row[0])
			new.write(b, row[1])
		}
	}
	fmt.Fprintf(b, "</div>\n</main>\n<script>%s</script>\n</body>\n</html>\n", script)
	return b.Flush()
}

// cspHash returns the hash of a style or script for the content security policy, which permits no other.
func cspHash(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func numberedChanges(list []numberedChange, changes []difference.Change, outer int) []numberedChange {
	for _, c := range changes {
		n := len(list)
		list = append(list, numberedChange{c, n, outer})
		list = numberedChanges(list, c.Inside, n)
	}
	return list
}

// changedSpan is a span of a file with the change that it belongs to.
type changedSpan struct {
	markup.Span
	*numberedChange
}

// versionColumn is one version of the texts.
type versionColumn struct {
	side    string
	files   []difference.File // only those that have changed
	spans   map[string][]changedSpan
	isNamed map[int]bool // the numbers of the changes that have an anchor in this column
}

func newVersionColumn(side string, w difference.Version, changes []numberedChange, places func(difference.Change) []difference.Location) *versionColumn {
	c := &versionColumn{side: side, spans: make(map[string][]changedSpan), isNamed: make(map[int]bool)}
	for i := range changes {
		x := &changes[i]
		for _, p := range places(x.Change) {
			c.spans[p.Path] = append(c.spans[p.Path], changedSpan{p.Span, x})
		}
	}
	for _, f := range w.Files {
		if len(c.spans[f.Path]) > 0 {
			c.files = append(c.files, f)
		}
	}
	return c
}

// alignFiles returns pairs of an old and a new file, by name or renaming. If one of the two is missing, it is the zero File.
func alignFiles(old, new []difference.File, changes []difference.Change) (rows [][2]difference.File) {
	name := func(f difference.File) string { return cmp.Or(f.Name, f.Path) }
	was := make(map[string]string)
	isRenamed := make(map[string]bool) // the old names
	for _, c := range changes {
		if c.Level == difference.OfFile && c.Kind == difference.Moved {
			was[c.To[0].Name] = c.From[0].Name
			isRenamed[c.From[0].Name] = true
		}
	}
	isBeside := make(map[string]bool)
	for _, f := range new {
		row := [2]difference.File{{}, f}
		if i := slices.IndexFunc(old, func(g difference.File) bool {
			return name(g) == was[name(f)] || name(g) == name(f) && !isRenamed[name(g)] && was[name(f)] == ""
		}); i >= 0 {
			row[0] = old[i]
			isBeside[name(old[i])] = true
		}
		rows = append(rows, row)
	}
	for _, f := range old {
		if !isBeside[name(f)] {
			rows = append(rows, [2]difference.File{f, {}})
		}
	}
	return rows
}

func (c *versionColumn) write(b *bufio.Writer, f difference.File) {
	if f.Path == "" {
		fmt.Fprintf(b, "<div class=\"column %s\"></div>\n", c.side)
		return
	}
	when := map[string]string{"old": "before", "new": "now"}[c.side]
	fmt.Fprintf(b, "<section class=\"column %s\" aria-label=\"%s, %s\">\n<h3>%s</h3>\n", c.side, escaped(f.Path), when, escaped(f.Path))
	writeFileHTML(b, c.side, f, c.spans[f.Path], c.isNamed)
	fmt.Fprint(b, "</section>\n")
}

// writeFileHTML writes the blocks of a file. Runs of unchanged blocks other than headings are folded.
func writeFileHTML(b *bufio.Writer, side string, f difference.File, spans []changedSpan, isNamed map[int]bool) {
	text := f.Text().String()
	var quiet []markup.Block
	fold := func() {
		if len(quiet) == 0 {
			return
		}
		fmt.Fprintf(b, "<details><summary>%s without a change</summary>\n", console.FormatCount(len(quiet), "paragraph"))
		for _, q := range quiet {
			writeBlockHTML(b, side, f, text, q, nil, isNamed)
		}
		fmt.Fprint(b, "</details>\n")
		quiet = nil
	}
	at := 0 // all spans before this index end before the block
	slices.SortStableFunc(spans, func(x, y changedSpan) int { return x.Start - y.Start })
	for block := range f.AllBlocks() {
		list := []markup.Block{block}
		if len(block.Children) > 0 {
			list = block.Children
		}
		for _, part := range list {
			var about []changedSpan
			for at < len(spans) && spans[at].End <= part.Span.Start {
				at++
			}
			for _, s := range spans[at:] {
				if s.Start >= part.Span.End {
					break
				}
				if s.End > part.Span.Start && (s.Level != difference.OfFile || s.Kind == difference.Added || s.Kind == difference.Removed) {
					about = append(about, s)
				}
			}
			if len(about) == 0 && part.Kind != markup.Heading {
				quiet = append(quiet, part)
				continue
			}
			fold()
			writeBlockHTML(b, side, f, text, part, about, isNamed)
		}
	}
	fold()
}

func writeBlockHTML(b *bufio.Writer, side string, f difference.File, text string, block markup.Block, about []changedSpan, isNamed map[int]bool) {
	var classes, numbers, names []string
	classes = append(classes, "block", block.Kind.String())
	content, marked := "", 0 // content is the block up to marked, with its changed sentences marked
	for _, s := range about {
		numbers = append(numbers, fmt.Sprint(s.number))
		if !isNamed[s.number] {
			isNamed[s.number] = true
			names = append(names, fmt.Sprintf("<a id=\"%s-%d\" tabindex=\"-1\"></a>", side, s.number))
			said := s.Kind.String()
			if side == "new" {
				said = s.DescriptionInPlace().String()
			}
			names = append(names, fmt.Sprintf("<span class=\"told %s\">%s</span>", s.Kind, escaped(said)))
		}
		if s.Level == difference.OfSentence {
			marked = max(marked, block.Span.Start)
			if start, end := max(s.Start, marked), min(s.End, block.Span.End); start < end {
				content += escaped(text[marked:start]) + "<mark class=\"" + s.Kind.String() + "\">" + escaped(text[start:end]) + "</mark>"
				marked = end
			}
			continue
		}
		classes = append(classes, s.Kind.String())
		if s.Span == block.Span {
			if runs := wordRuns(s.Change); runs != nil && len(s.From) == 1 && len(s.To) == 1 {
				content, marked = markChangedWords(runs, side), 0
			}
		}
	}
	switch {
	case content == "":
		content = escaped(text[block.Span.Start:block.Span.End])
	case marked > 0:
		content += escaped(text[marked:block.Span.End])
	}
	data := ""
	if len(numbers) > 0 {
		data = fmt.Sprintf(" data-changes=\"%s\"", strings.Join(numbers, " "))
	}
	fmt.Fprintf(b, "<div class=\"%s\"%s>%s%s</div>\n", strings.Join(slices.Compact(classes), " "), data, strings.Join(names, ""), content)
}

// markChangedWords returns the words on one side, and marks those that are not on the other.
func markChangedWords(runs []difference.Run, side string) string {
	var b strings.Builder
	for _, r := range runs {
		switch {
		case r.IsKept && side == "old":
			b.WriteString(escaped(r.Old))
		case r.IsKept:
			b.WriteString(escaped(r.New))
		case side == "old" && r.Old != "":
			fmt.Fprintf(&b, "<del>%s</del>", escaped(r.Old))
		case side == "new" && r.New != "":
			fmt.Fprintf(&b, "<ins>%s</ins>", escaped(r.New))
		}
	}
	return b.String()
}

// escaped returns text escaped for a page, without characters that browsers do not show.
func escaped(text string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, text))
}
