package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/console"
)

type readIn struct {
	Path     string `json:"path" jsonschema:"the text"`
	Fragment *int   `json:"fragment,omitempty" jsonschema:"the number of a fragment, as in the outline"`
	Line     int    `json:"line,omitempty" jsonschema:"a line, from 1: the fragment that it is in"`
	Start    *int   `json:"start,omitempty" jsonschema:"an offset in bytes to begin at"`
	End      *int   `json:"end,omitempty" jsonschema:"an offset in bytes to end before; without it, where the fragment at start ends"`
	MaxChars int    `json:"max_chars,omitempty" jsonschema:"how many characters at most; 6000 by default, 40000 at most"`
}

type readOut struct {
	Path     string   `json:"path"`
	Fragment *int     `json:"fragment,omitempty" jsonschema:"in which the text begins, if it is in one"`
	Title    string   `json:"title,omitempty"`
	Section  []string `json:"section" jsonschema:"the headings above it, the outermost first"`
	Line     int      `json:"line"`
	Start    int      `json:"start"`
	End      int      `json:"end"`
	Text     string   `json:"text"`
	Next     *int     `json:"next,omitempty" jsonschema:"the start for what was left out"`
}

func (s *server) readPart(ctx context.Context, in readIn) (string, readOut, error) {
	d, r, name, err := s.newTextReader().read(ctx, in.Path)
	if err != nil {
		return "", readOut{}, err
	}
	out := readOut{Path: r.displayName(name), Section: []string{}}
	fragments, all := d.Fragments(), d.Text.Len()
	var span markup.Span
	switch {
	case in.Fragment != nil:
		if *in.Fragment < 0 || *in.Fragment >= len(fragments) {
			return "", out, fmt.Errorf("%s has %s, counted from 0; its outline has their numbers", in.Path, console.FormatCount(len(fragments), "fragment"))
		}
		span = fragments[*in.Fragment].Span
		if in.Start != nil {
			if *in.Start < span.Start || *in.Start > span.End {
				return "", out, fmt.Errorf("give start from %d to %d, where fragment %d is, or leave fragment out", span.Start, span.End, *in.Fragment)
			}
			span.Start = *in.Start
		}
	case in.Start != nil:
		if *in.Start < 0 || *in.Start > all {
			return "", out, fmt.Errorf("give start from 0 to %d; %s has no more bytes", all, in.Path)
		}
		span = markup.Span{Start: *in.Start, End: all}
		if i := d.FragmentAt(*in.Start); i >= 0 && fragments[i].Span.Contains(*in.Start) {
			span.End = fragments[i].Span.End
		}
		if in.End != nil {
			span.End = min(*in.End, all)
		}
		if span.End < span.Start {
			return "", out, fmt.Errorf("give an end after start; %d is before %d", span.End, span.Start)
		}
	case in.Line > 0:
		if in.Line > d.Text.LineCount() {
			return "", out, fmt.Errorf("give a line from 1 to %d; %s has no more", d.Text.LineCount(), in.Path)
		}
		span = d.Text.Line(in.Line - 1)
		if i := d.FragmentAt(span.Start); i >= 0 && fragments[i].Span.Contains(span.Start) {
			span = fragments[i].Span
		}
	default:
		return "", out, errors.New("give fragment, line or start, to say which part is read")
	}
	text := d.Text.Slice(span)
	for text != "" && !utf8.RuneStart(text[0]) { // an offset inside a character
		text, span.Start = text[1:], span.Start+1
	}
	limit := min(mostChars, cmp.Or(max(0, in.MaxChars), defaultChars))
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
		out.Fragment, out.Title, out.Section = &i, fragments[i].Title().Text, chunk.Path(d, fragments[i].Section)
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
