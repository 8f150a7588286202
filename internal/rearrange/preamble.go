package rearrange

import (
	"regexp"
	"strings"

	"github.com/segls/segls/internal/work"
)

var beginsDocument = regexp.MustCompile(`(?m)^(?:[^%\n]|\\%)*\\begin\{document\}`)

// preambles returns the files of a LaTeX work that are included before \begin{document}, where text is not allowed.
func preambles(order *work.Work, text func(file string) string) map[string]bool {
	in := make(map[string]bool)
	if !order.HasPreamble() {
		return in
	}
	for e := range order.All() {
		if e.Path == "" || e.Path == e.File {
			continue
		}
		source := text(e.File)
		begins := beginsDocument.FindStringIndex(source)
		if in[e.File] || begins != nil && e.Line < strings.Count(source[:begins[1]], "\n") {
			in[e.Path] = true
		}
	}
	return in
}

// checkPreamble returns an error if a change would move text into or out of the preamble of a document.
func (a *changeBuilder) checkPreamble() error {
	text := func(file string) string {
		source, _ := a.index.Text(file)
		return source
	}
	before := preambles(a.w.Order, text)
	after, files := before, a.w.Order.Files()
	if a.next != nil {
		files = a.next.Files()
		after = preambles(a.next, func(file string) string {
			if source, isEdited := a.ordered[file]; isEdited {
				return source
			}
			return text(file)
		})
	}
	for _, p := range a.parts {
		switch {
		case after[p.to] && !before[p.from]:
			return preambleError(p.to)
		case before[p.from] && !after[p.to]:
			return preambleError(p.from)
		}
	}
	for _, file := range files {
		if before[file] != after[file] && !a.created[file] {
			return refuse("%s would end up on the other side of \\begin{document}.", file)
		}
	}
	return nil
}

func preambleError(file string) error {
	return refuse("%s is included before \\begin{document}, where there can be no text.", file)
}
