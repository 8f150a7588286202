package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/console"
)

// The layout of the text view.
const (
	barWidth        = 20 // for a similarity of 1, in a terminal that is wide enough
	indentation     = 14 // columns before an opening
	minOpeningWidth = 20 // columns
	shownTerms      = 4
)

// textView writes a document's fragments for a reader, with a mark at each
// boundary:
//
//	   2   660 words  line 11   water, hot, bitterness
//	       Look at table salt under a cheap magnifying glass…
//
//	0.29 ██████──────────────  new topic
type textView struct {
	*bufio.Writer
	*analysis.Document
	console.Styles
	width int // columns
}

func showFragments(w io.Writer, s console.Styles, width int, path, order string, d *analysis.Document) error {
	v := textView{bufio.NewWriter(w), d, s, width}
	v.writeSummary(path, order)
	written := 0 // number of sections written; a fragment after a box is in an earlier section
	for i, f := range d.Fragments() {
		begun := max(written, f.Section+1)
		v.writeBoundary(i, d.Sections()[written:begun])
		written = begun
		v.writeFragment(i)
	}
	v.writeViolations()
	return v.Flush()
}

func (v *textView) writeSummary(path, order string) {
	s := v.Document.Lengths()
	fmt.Fprintf(v, "%s  %s, %s, %s", v.Strong(console.EscapeForTerminal(path)), console.FormatCount(v.Words(), "word"), console.FormatCount(len(v.Paragraphs()), "paragraph"), console.FormatCount(len(v.Fragments()), "fragment"))
	if len(v.Fragments()) > 1 {
		fmt.Fprintf(v, " of %d to %d words, %.0f on average", s.Min, s.Max, s.Average)
	}
	if order != "" {
		fmt.Fprint(v, v.Faint(", part of the work in "+console.EscapeForTerminal(order)))
	}
	fmt.Fprint(v, "\n\n")
}

// writeBoundary writes the similarity before a fragment, with the kind of the boundary, and the headings above the fragment.
func (v *textView) writeBoundary(fragment int, headings []analysis.Section) {
	f := v.Fragments()[fragment]
	if fragment > 0 {
		similarity := v.Curve()[f.First-1]
		fmt.Fprintf(v, "%.2f %s", similarity, formatBar(v.Styles, similarity, min(barWidth, v.width-len("0.00 "))))
		switch {
		case f.Pinned:
			fmt.Fprint(v, "  pinned")
		case f.Suggested:
			fmt.Fprint(v, "  new topic")
		}
		fmt.Fprint(v, "\n\n")
	}
	for _, h := range headings {
		fmt.Fprintf(v, "%s\n\n", v.Strong(strings.Repeat("#", h.Level)+" "+h.Title))
	}
}

// formatBar draws a share from 0 to 1 as a bar of the given number of columns. A writer's own curve may leave that range.
func formatBar(s console.Styles, part float64, columns int) string {
	columns = max(columns, 1)
	full := int(min(max(part, 0), 1)*float64(columns) + 0.5)
	return s.Accent(strings.Repeat("█", full)) + s.Faint(strings.Repeat("─", columns-full))
}

// firstElements returns the first n elements of a list, or all.
func firstElements(list []string, n int) []string { return list[:min(n, len(list))] }

func (v *textView) writeFragment(i int) {
	f := v.Fragments()[i]
	first := v.Paragraphs()[f.First]
	place := v.Document.Position(first.Span.Start).String()
	fmt.Fprintf(v, "%4d  %11s  %-11s %s\n", i+1, console.FormatCount(f.Words, "word"), place, v.Strong(strings.Join(firstElements(f.Terms(), shownTerms), ", ")))
	room := max(v.width-indentation, minOpeningWidth)
	opening := first.Opening(room)
	if uniseg.StringWidth(opening) > room { // it has wide characters
		opening = truncateToColumns(opening, room)
	}
	fmt.Fprintf(v, "      %s\n\n", v.Faint(opening))
}

// writeViolations reports fragments outside the hard limits. The maximum takes precedence over the minimum.
func (v *textView) writeViolations() {
	least, most := v.Settings.MinWords, v.Settings.MaxWords
	for _, f := range v.Fragments() {
		limit := ""
		switch {
		case most > 0 && f.Words > most:
			limit = fmt.Sprintf("more than the maximum of %d", most)
		case f.Words < least && (most == 0 || f.Words < most):
			limit = fmt.Sprintf("fewer than the minimum of %d", least)
		default:
			continue
		}
		fmt.Fprintf(v, "The fragment at %s has %s, %s.\n", v.Document.Position(f.Span.Start).String(), console.FormatCount(f.Words, "word"), limit)
	}
}
