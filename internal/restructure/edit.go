package restructure

import (
	"cmp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/sentence"
)

// Edit is a change of one text, and the files that must be created for it.
type Edit struct {
	// Title describes the edit, for a menu.
	Title *sentence.Sentence

	// Replacements are sorted by offset and do not overlap.
	Replacements []Replacement

	// Files must be created; they must not exist yet.
	Files []File

	// Place is the offset of the moved text after the edit; 0 if nothing was moved.
	Place int

	// Move describes how the edit moves fragments, if it does.
	Move analysis.Move

	// Arrived is the span, after the edit, of text from another file that is to be held as a fragment; empty if there is none.
	Arrived markup.Span
}

// Replacement replaces a span of a text.
type Replacement struct {
	Span markup.Span
	Text string

	// Placeholder is the part of Text that is only a proposal, which editors select if they can; empty if there is none.
	Placeholder markup.Span
}

// File is a new file.
type File struct {
	Path string // relative to the folder of the text, with / between names
	Text string
}

// Apply returns a text after the edit.
func (e Edit) Apply(text string) string {
	var b strings.Builder
	at := 0
	for _, r := range e.Replacements {
		b.WriteString(text[at:r.Span.Start])
		b.WriteString(r.Text)
		at = r.Span.End
	}
	b.WriteString(text[at:])
	return b.String()
}

// KeepingTextAt returns an equivalent edit that leaves the text around an offset in place, if the edit only moves that text: other text
// moves past it instead, so that editors keep the caret there and text typed meanwhile is not split. It also returns the offset after the
// edit.
func (e Edit) KeepingTextAt(text string, at int) (Edit, int) {
	e.Replacements = slices.Clone(e.Replacements)
	for i, r := range e.Replacements {
		if r.Span.Len() == 0 {
			e.Replacements[i] = skipCommonSpace(text, r)
			continue
		}
		was := text[r.Span.Start:r.Span.End]
		body := markup.Span{Start: r.Span.End - len(strings.TrimLeft(was, "\r\n")), End: r.Span.Start + len(strings.TrimRight(was, "\r\n"))}
		if at < body.Start || body.End < at {
			continue
		}
		line := markup.Span{Start: body.Start + strings.LastIndexAny(text[body.Start:at], "\r\n") + 1, End: body.End}
		if i := strings.IndexAny(text[at:body.End], "\r\n"); i >= 0 {
			line.End = at + i
		}
		if around, to, ok := e.keepingSpan(text, body, strings.Index); ok {
			return around, to + at - body.Start
		}
		if around, to, ok := e.keepingSpan(text, line, indexOfLine); ok {
			return around, to + at - line.Start
		}
	}
	for _, r := range slices.Backward(e.Replacements) {
		if r.Span.End <= at {
			at += len(r.Text) - r.Span.Len()
		}
	}
	return e, at
}

// keepingSpan returns an equivalent of e that keeps in place a span that e moves, and the offset of the span afterwards. ok is false if
// there is none. indexOf finds the words of the span in a replacement.
func (e Edit) keepingSpan(text string, kept markup.Span, indexOf func(text, part string) int) (around Edit, to int, ok bool) {
	all := markup.Span{Start: e.Replacements[0].Span.Start, End: e.Replacements[len(e.Replacements)-1].Span.End}
	after, at := "", all.Start
	for _, r := range e.Replacements {
		after += text[at:r.Span.Start]
		if i := indexOf(r.Text, text[kept.Start:kept.End]); i >= 0 && !ok {
			to, ok = len(after)+i, true
		}
		after, at = after+r.Text, r.Span.End
	}
	if !ok || kept.Len() == 0 {
		return e, 0, false
	}
	around = e
	around.Replacements = slices.DeleteFunc([]Replacement{
		{Span: markup.Span{Start: all.Start, End: kept.Start}, Text: after[:to]},
		skipCommonSpace(text, Replacement{Span: markup.Span{Start: kept.End, End: all.End}, Text: after[to+kept.Len():]}),
	}, func(r Replacement) bool { return r.Text == text[r.Span.Start:r.Span.End] }) // some editors count an identical replacement at the end of a text as a change
	return around, all.Start + to, true
}

// indexOfLine returns the index of the first line of a text that is the given one, or -1.
func indexOfLine(text, line string) int {
	for span := range markup.Lines(text) {
		if text[span.Start:span.End] == line {
			return span.Start
		}
	}
	return -1
}

// skipCommonSpace returns an equivalent replacement without white space common to both texts at its start, which touches nothing above.
func skipCommonSpace(text string, r Replacement) Replacement {
	space := spaceAfter(text, r.Span.End)
	r.Span.End, r.Text = space.End, r.Text+text[space.Start:space.End]
	n := 0
	for n < min(r.Span.Len(), len(r.Text)) && r.Text[n] == text[r.Span.Start+n] && strings.IndexByte(whiteSpace, r.Text[n]) >= 0 {
		n++
	}
	r.Span.Start, r.Text = r.Span.Start+n, r.Text[n:]
	return r
}

// AnalysisEdit returns the edit for [analysis.Document.Edit].
func (e Edit) AnalysisEdit(text rope.Text) analysis.Edit {
	edited := analysis.Edit{Text: text, Move: e.Move}
	for _, r := range slices.Backward(e.Replacements) {
		edited.Text = edited.Text.Replace(r.Span, r.Text)
	}
	if n := len(e.Replacements); n > 0 {
		last := e.Replacements[n-1].Span.End
		edited.Change = markup.Change{Start: e.Replacements[0].Span.Start, OldEnd: last, NewEnd: last + edited.Text.Len() - text.Len()}
	}
	return edited
}

// Inverse returns the edit that undoes e. before is the text to which e was applied. The inverse does not remove files.
func (e Edit) Inverse(before string) Edit {
	back := Edit{Title: e.Title}
	grown := 0
	for _, r := range e.Replacements {
		at := r.Span.Start + grown
		back.Replacements = append(back.Replacements, Replacement{
			Span: markup.Span{Start: at, End: at + len(r.Text)}, Text: before[r.Span.Start:r.Span.End],
		})
		grown += len(r.Text) - r.Span.Len()
	}
	return back
}

// refuse returns an error with the reason, for the writer.
func refuse(text string, values ...any) error { return sentence.New(text, values...) }

// newEdit returns an edit of replacements, which need not be sorted. It does not change the list.
func newEdit(title *sentence.Sentence, replacements ...Replacement) Edit {
	inOrder := slices.Clone(replacements)
	slices.SortStableFunc(inOrder, func(a, b Replacement) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return Edit{Title: title, Replacements: inOrder}
}

// insertion returns a replacement that inserts a text.
func insertion(at int, text string) Replacement {
	return Replacement{Span: markup.Span{Start: at, End: at}, Text: text}
}

// lineTerminator returns the line terminator of the document's first line.
func lineTerminator(d *page) string {
	if d.end == "" {
		d.end = LineTerminator(d.text)
	}
	return d.end
}

// LineTerminator returns the line terminator of a text's first line; LF if it has none.
func LineTerminator(text string) string {
	switch i := strings.IndexAny(text, "\r\n"); {
	case i < 0 || text[i] == '\n':
		return "\n"
	case strings.HasPrefix(text[i:], "\r\n"):
		return "\r\n"
	}
	return "\r"
}

// withLineTerminator replaces line feeds with another line terminator.
func withLineTerminator(text, end string) string { return strings.ReplaceAll(text, "\n", end) }

// lineEndsOf returns the kinds of line terminators in a text, one bit for each.
func lineEndsOf(text string) (kinds int) {
	both := strings.Count(text, "\r\n")
	for i, n := range []int{both, strings.Count(text, "\n") - both, strings.Count(text, "\r") - both} {
		if n > 0 {
			kinds |= 1 << i
		}
	}
	return kinds
}

// countLineTerminators counts the line terminators in white space.
func countLineTerminators(space string) int {
	return strings.Count(space, "\n") + strings.Count(space, "\r") - strings.Count(space, "\r\n")
}
