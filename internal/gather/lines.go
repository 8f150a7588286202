package gather

import (
	"strings"

	"github.com/aymanbagabas/go-udiff/lcs"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/restructure"
)

// replacements returns the edits that replace a span of a file with another text, whose line terminators are LF. Lines that stay keep their
// bytes; others get the line terminator of the file's first line.
func replacements(file string, span markup.Span, text string) []restructure.Replacement {
	was, now := linesOf(file[span.Start:span.End]), strings.Split(text, "\n")
	words := make([]string, len(was))
	for i, line := range was {
		words[i] = strings.TrimRight(line, "\r\n")
	}
	end := restructure.LineTerminator(file)
	terminated := func(j int, line string) string {
		switch {
		case j == len(now)-1:
			return strings.TrimRight(line, "\r\n")
		case !strings.HasSuffix(line, "\n") && !strings.HasSuffix(line, "\r"):
			return line + end
		}
		return line
	}
	var list []restructure.Replacement
	at, from, with := span.Start, span.Start, "" // the replacement that is not finished: [from, at) becomes with
	flush := func() {
		if was := file[from:at]; was != with {
			replaced, by := rope.Difference(was, with)
			list = append(list, restructure.Replacement{Span: replaced.Shift(from), Text: by})
		}
		with = ""
	}
	i, j := 0, 0
	for _, d := range append(lcs.DiffLines(words, now), lcs.Diff{Start: len(was), End: len(was), ReplStart: len(now), ReplEnd: len(now)}) {
		for ; i < d.Start; i, j = i+1, j+1 {
			line := terminated(j, was[i])
			if line == was[i] {
				flush()
				at += len(was[i])
				from = at
				continue
			}
			at, with = at+len(was[i]), with+line
		}
		for ; i < d.End; i++ {
			at += len(was[i])
		}
		for ; j < d.ReplEnd; j++ {
			with += terminated(j, now[j])
		}
	}
	flush()
	return list
}

// linesOf splits a text into lines with their terminators. The last line has none.
func linesOf(text string) (lines []string) {
	for {
		i := strings.IndexAny(text, "\r\n")
		if i < 0 {
			return append(lines, text)
		}
		if i++; strings.HasPrefix(text[i-1:], "\r\n") {
			i++
		}
		lines, text = append(lines, text[:i]), text[i:]
	}
}
