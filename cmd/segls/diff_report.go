package main

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/difference"
)

func writeDiffJSON(w io.Writer, d difference.Difference) error {
	return console.EncodeJSON(w, answer.DifferenceOf(d))
}

// nothingChanged is the report on equal texts.
const nothingChanged = "Nothing has changed."

// diffSummary counts the changes: "3 moved, 1 split".
func diffSummary(d difference.Difference) string {
	if d.IsNone() {
		return nothingChanged
	}
	var kinds [difference.Resolved + 1]int
	for _, c := range d.Changes {
		kinds[c.Kind]++
	}
	var list []string
	for k, n := range kinds {
		if n > 0 {
			name := difference.Kind(k).String()
			if difference.Kind(k) == difference.Conflict {
				name = "in conflict"
			}
			list = append(list, fmt.Sprintf("%d %s", n, name))
		}
	}
	text := strings.Join(list, ", ")
	if n := len(d.Marked); n > 0 {
		if text != "" {
			text += "; "
		}
		text += fmt.Sprintf("only markup or addresses of links differ in %s", console.FormatCount(n, "more paragraph"))
		if len(d.Changes) == 0 {
			text = strings.Replace(text, "more ", "", 1)
			text = strings.ToUpper(text[:1]) + text[1:]
		}
	}
	return text + "."
}

// wordRuns returns the words of a change to show. It returns nil for a title, whose words are in the sentence already.
func wordRuns(c difference.Change) []difference.Run {
	if c.Kind == difference.Retitled {
		return nil
	}
	return c.Runs()
}

// diffStyles are the styles of changes in a terminal.
type diffStyles struct {
	console.Styles
	removed, added func(a ...any) string
}

func diffStylesFor(cmd *cobra.Command, w io.Writer) diffStyles {
	s := diffStyles{Styles: console.StylesFor(cmd, w)}
	if !s.IsPainted {
		s.removed = func(a ...any) string { return "[-" + fmt.Sprint(a...) + "-]" }
		s.added = func(a ...any) string { return "{+" + fmt.Sprint(a...) + "+}" }
		return s
	}
	s.removed, s.added = console.Paint(color.FgRed, color.CrossedOut), console.Paint(color.FgGreen)
	return s
}

func writeDiffText(w io.Writer, d difference.Difference, s diffStyles, hasSummary bool) error {
	b := bufio.NewWriter(w)
	file := ""
	for _, c := range d.Changes {
		if at := fileOfChange(d, c); at != file {
			if file != "" {
				fmt.Fprintln(b)
			}
			file = at
			fmt.Fprintln(b, s.Strong(console.EscapeForTerminal(file)))
		}
		writeChange(b, c, s, "")
	}
	if hasSummary {
		if len(d.Changes) > 0 {
			fmt.Fprintln(b)
		}
		fmt.Fprintln(b, diffSummary(d))
	}
	return b.Flush()
}

// fileOfChange returns the path under which a change is reported: of what was removed, that of the new file with the same name, if any.
func fileOfChange(d difference.Difference, c difference.Change) string {
	if len(c.To) > 0 {
		return c.To[0].Path
	}
	path := c.From[0].Path
	i := slices.IndexFunc(d.Old.Files, func(f difference.File) bool { return f.Path == path })
	if now := slices.IndexFunc(d.New.Files, func(f difference.File) bool { return f.Name != "" && f.Name == d.Old.Files[i].Name }); now >= 0 {
		path = d.New.Files[now].Path
	}
	return path
}

func writeChange(b *bufio.Writer, c difference.Change, s diffStyles, indent string) {
	fmt.Fprintf(b, "%s%6s  %s\n", indent, changeLineLabel(c), console.EscapeForTerminal(c.String()))
	if runs := wordRuns(c); runs != nil {
		const width = 76
		for _, line := range wrapPieces(excerptRuns(runs), width-len(indent)) {
			fmt.Fprintf(b, "%s        ", indent)
			for k, p := range line {
				if k > 0 {
					b.WriteByte(' ')
				}
				switch text := console.EscapeForTerminal(p.text); p.sign {
				case '-':
					b.WriteString(s.removed(text))
				case '+':
					b.WriteString(s.added(text))
				default:
					b.WriteString(s.Faint(text))
				}
			}
			fmt.Fprintln(b)
		}
	}
	for _, inner := range c.Inside {
		writeChange(b, inner, s, indent+"    ")
	}
}

// changeLineLabel returns the line at which a change is reported, with a minus for a line of the old text.
func changeLineLabel(c difference.Change) string {
	if len(c.To) == 0 {
		return fmt.Sprintf("-%d", c.From[0].Line+1)
	}
	return fmt.Sprint(c.To[0].Line + 1)
}

// piece is a run of kept, removed or new words.
type piece struct {
	text string
	sign byte // '-', '+', or 0
}

// contextWords is the number of words shown on each side of a difference.
const contextWords = 5

// excerptRuns returns the differing words with [contextWords] on each side, and leaves out the rest.
func excerptRuns(runs []difference.Run) (pieces []piece) {
	for i, r := range runs {
		if !r.IsKept {
			if text := toOneLine(r.Old); text != "" {
				pieces = append(pieces, piece{text, '-'})
			}
			if text := toOneLine(r.New); text != "" {
				pieces = append(pieces, piece{text, '+'})
			}
			continue
		}
		words := strings.Fields(r.New)
		before, after := contextWords, contextWords // kept words: the end before a change, the beginning after one
		if i == 0 {
			after = 0
		}
		if i == len(runs)-1 {
			before = 0
		}
		switch n := len(words); {
		case n <= before+after+1:
		case after == 0:
			words = append([]string{"…"}, words[n-before:]...)
		case before == 0:
			words = append(slices.Clone(words[:after]), "…")
		default:
			words = append(append(slices.Clone(words[:after]), "…"), words[n-before:]...)
		}
		if len(words) > 0 {
			pieces = append(pieces, piece{console.EscapeForTerminal(strings.Join(words, " ")), 0})
		}
	}
	return pieces
}

// wrapPieces breaks pieces into lines of at most width characters.
func wrapPieces(pieces []piece, width int) (lines [][]piece) {
	var line []piece
	used := 0
	for _, p := range pieces {
		var text []string
		put := func() {
			if len(text) > 0 {
				line = append(line, piece{strings.Join(text, " "), p.sign})
				text = nil
			}
		}
		for word := range strings.FieldsSeq(p.text) {
			n := len([]rune(word)) + 1
			if used+n > width && used > 0 {
				put()
				lines, line, used = append(lines, line), nil, 0
			}
			text = append(text, word)
			used += n
		}
		put()
	}
	if len(line) > 0 {
		lines = append(lines, line)
	}
	return lines
}

func writeDiffMarkdown(w io.Writer, d difference.Difference) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "**What changed:** %s\n", escapeMarkdown(diffSummary(d)))
	file := ""
	for _, c := range d.Changes {
		if at := fileOfChange(d, c); at != file {
			file = at
			fmt.Fprintf(b, "\n### %s\n\n", escapeMarkdown(console.EscapeForTerminal(file)))
		}
		writeChangeMarkdown(b, c, "")
	}
	return b.Flush()
}

func writeChangeMarkdown(b *bufio.Writer, c difference.Change, indent string) {
	line := "line " + changeLineLabel(c)
	if len(c.To) == 0 {
		line = fmt.Sprintf("was line %d", c.From[0].Line+1)
	}
	fmt.Fprintf(b, "%s- %s (%s)\n", indent, escapeMarkdown(console.EscapeForTerminal(c.String())), line)
	if runs := wordRuns(c); runs != nil {
		fmt.Fprintf(b, "%s  > ", indent)
		for k, p := range excerptRuns(runs) {
			if k > 0 {
				b.WriteByte(' ')
			}
			switch text := escapeMarkdown(p.text); p.sign {
			case '-':
				fmt.Fprintf(b, "<del>%s</del>", text)
			case '+':
				fmt.Fprintf(b, "<ins>%s</ins>", text)
			default:
				b.WriteString(text)
			}
		}
		fmt.Fprintln(b)
	}
	for _, inner := range c.Inside {
		writeChangeMarkdown(b, inner, indent+"  ")
	}
}

// escapeMarkdown escapes Markdown's inline markup, and @ and #, which would notify somebody or link to an issue on GitHub.
func escapeMarkdown(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '<':
			b.WriteString("&lt;")
			continue
		case r == '@' || r == '#':
			fmt.Fprintf(&b, "&#%d;", r)
			continue
		case strings.ContainsRune("\\`*_[]|~&$", r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
