package work

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// include is a place where a file includes another file.
type include struct {
	title, path string
	written     string // the path in the text; "" if it may begin with a slash
	line        int
	isPattern   bool
	isReversed  bool // the files of a pattern are in reverse order of their names
	at          *itemPlace
}

// includer finds what a file includes, and the lists of its includes.
type includer func(s *source) ([]include, []*itemList)

// includedEntries returns the entries of the files that a file includes, directly or indirectly, and the lists of its own includes.
func (r *reader) includedEntries(file string, around []string, find includer) ([]*Entry, []*itemList) {
	text, ok := r.openOrderFile(file)
	if !ok {
		return nil, nil
	}
	around = append(slices.Clip(around), file)
	s := newSource(file, text)
	s.live = r.withoutIgnored(file, text)
	inclusions, lists := find(s)
	var entries []*Entry
	for _, in := range inclusions {
		if in.isPattern {
			matching := r.matching(in.path, file, in.line)
			if in.isReversed {
				slices.Reverse(matching)
			}
			for _, e := range matching {
				e.place = in.at
				entries = append(entries, e)
			}
			continue
		}
		clean := path.Clean(in.path)
		if slices.Contains(around, clean) {
			r.addProblem(file, in.line, "%s includes itself, directly or through other files.", r.pathInWork(clean))
			continue
		}
		if r.reportAbsolutePath(in.written, clean, file, in.line) {
			continue
		}
		e := r.newEntry(in.title, clean, file, in.line)
		if e == nil {
			continue
		}
		e.place = in.at
		e.Entries, e.lists = r.includedEntries(clean, around, find)
		entries = append(entries, e)
	}
	return entries, lists
}

// areBesideBook reports whether a root and all that it includes have names of files beside a book, such as a README that
// includes the changelog.
func areBesideBook(root string, below []*Entry) bool {
	return isOutsideBook(path.Base(root)) && !slices.ContainsFunc(flatten(below), func(e *Entry) bool { return !isOutsideBook(path.Base(e.Path)) })
}

// withoutIgnored returns a text with spaces in place of its ignored parts.
func (r *reader) withoutIgnored(file, text string) string {
	f, _ := markup.ByFileName(file)
	return f.WithSharedDefinitions(r.Definitions).Interpreted(text)
}

// addInclude adds the item of an include between two byte offsets in a line. The item is the whole line if that contains nothing else but a
// comment.
func (l *itemList) addInclude(line, from, to int, comment string) *itemPlace {
	whole := l.line(line)
	s := &itemPlace{in: l, span: whole, indent: l.indentation(whole.Start)}
	rest := strings.TrimSpace(l.text[whole.Start+to : whole.End])
	if strings.TrimSpace(l.text[whole.Start:whole.Start+from]) != "" || rest != "" && (comment == "" || !strings.HasPrefix(rest, comment)) {
		s.isInline, s.span = true, markup.Span{Start: whole.Start + from, End: whole.Start + to}
	}
	l.items = append(l.items, s)
	return s
}

// includesOf returns the list of a file's includes. If a file has no includes yet, the first goes to its end.
func includesOf(s *source, folder string) *itemList {
	end := len(strings.TrimRight(s.text, " \t\r\n"))
	l := &itemList{source: s, spaced: true, folder: folder, before: "\n\n", empty: markup.Span{Start: end, End: end}}
	if end == 0 {
		l.before, l.behind = "", "\n"
	}
	return l
}

// chooseRoot chooses the root of a work: of the files that include others, the one that includes most. The remaining roots become r.others,
// except those that another root includes. It returns false if no file is the root of a work.
func (r *reader) chooseRoot(candidates []string, find includer) bool {
	slices.SortFunc(candidates, compareNames)
	type tried struct {
		*reader
		n int
	}
	var roots []tried
	for _, file := range candidates {
		if r.wants != "" && file != r.wants {
			continue
		}
		try := *r
		try.Problems, try.named = slices.Clone(r.Problems), map[string]bool{file: true}
		try.Order = file
		below, lists := try.includedEntries(file, nil, find)
		n := len(flatten(below))
		if n == 0 && len(candidates) == 1 && r.kind.soleIsRoot {
			n = len(try.Problems) // all its includes are missing
		}
		if n > 0 && !areBesideBook(file, below) {
			try.Entries = []*Entry{{Path: file, File: file, Entries: below, lists: lists}}
			roots = append(roots, tried{&try, n})
		}
	}
	if len(roots) == 0 {
		return false
	}
	slices.SortStableFunc(roots, func(a, b tried) int { return cmp.Compare(b.n, a.n) })
	if isOfTests(path.Base(r.absolute(r.folder))) && 2*roots[0].n < r.countTextsIn(r.folder) {
		return false
	}
	first := *roots[0].reader
	for _, other := range roots[1:] {
		if !slices.ContainsFunc(roots, func(t tried) bool { return t.reader != other.reader && t.Entry(other.Order) != nil }) {
			first.others = append(first.others, other.reader)
		}
	}
	*r = first
	return true
}
