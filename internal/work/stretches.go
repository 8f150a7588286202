package work

import (
	"io/fs"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// Stretch is a part of a file of a work.
type Stretch struct {
	Path string
	Span markup.Span

	// Level is the number of levels by which the include lowers the headings of the file.
	Level int
}

// Stretches returns the parts of files that, in sequence, are the text of the work: whole files in order or, if texts include others, the
// parts before and after each include. Text that only holds the order is omitted.
func (w *Work) Stretches(fsys fs.FS) []Stretch {
	var all []Stretch
	var each func(e *Entry, level int)
	each = func(e *Entry, level int) {
		if e.Path == "" {
			for _, child := range e.Entries {
				each(child, level)
			}
			return
		}
		text, _ := fs.ReadFile(fsys, e.Path)
		body := strings.TrimPrefix(string(text), byteOrderMark)
		shift := len(text) - len(body)
		from, to := 0, len(body)
		if w.kind.body != nil && e != w.Entries[0] {
			from, to = w.kind.body(body)
		}
		add := func(end int) {
			if from < end {
				all = append(all, Stretch{e.Path, markup.Span{Start: from, End: end}.Shift(shift), level})
			}
		}
		below := e.Entries
		for _, l := range e.lists {
			if l == nil || l.file != e.Path { // another file lists the entries below
				continue
			}
			if l.directive.Len() > 0 {
				add(l.directive.Start)
				from = max(from, l.directive.End)
				continue
			}
			for len(below) > 0 && below[0].place != nil && below[0].place.in == l {
				add(min(to, below[0].place.span.Start))
				from = max(from, below[0].place.span.End)
				each(below[0], level+below[0].place.level)
				below = below[1:]
			}
		}
		add(to)
		for _, child := range below {
			each(child, level)
		}
	}
	for _, e := range w.Entries {
		each(e, 0)
	}
	return all
}
