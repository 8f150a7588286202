package rearrange

import (
	"cmp"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/restructure"
	"github.com/segls/segls/internal/work"
)

func refuse(text string, values ...any) error { return sentence.New(text, values...) }

type changeBuilder struct {
	w     Work
	index *link.Index // documents override its texts

	parts   []movedPart
	ops     map[string][]operation // by file
	created map[string]bool
	removed map[string]bool
	orders  []work.Change
	next    *work.Work        // the order after the change, if it changes
	ordered map[string]string // the files that hold the order, with only the order changed
	notes   []*sentence.Sentence

	leads  map[string]bool // the targets of links in the texts, as written and normalized; see isTieBroken
	names  map[string]bool // names of moved definitions that the other file defines too
	stub   bool            // an include replaces a part that moved away
	joined bool            // a heading from the metadata precedes the first part
}

// movedPart is a part of a file that moves.
type movedPart struct {
	isDefinition bool // it moves, or is copied, because of another part

	from  string
	span  markup.Span
	to    string
	taken markup.Span               // the span, perhaps with a break next to it that is removed too
	marks []restructure.Replacement // edits of heading levels and line terminators
	names []restructure.Replacement // new names for footnotes and links whose names are taken in the new file
}

// operation replaces a span of a file with pieces. The pieces of a part are computed last.
type operation struct {
	span   markup.Span
	before string
	part   int // the index of the part, or -1
	pieces []link.Piece
	after  string
	rank   int // the order among operations with the same span

	isParted bool // before and after are scene breaks

	isOrder bool // it is an edit of the order
}

func newChangeBuilder(w Work) *changeBuilder {
	a := &changeBuilder{w: w, index: w.Index, ops: make(map[string][]operation), created: make(map[string]bool), removed: make(map[string]bool), leads: make(map[string]bool), names: make(map[string]bool)}
	for _, path := range slices.Sorted(maps.Keys(w.Documents)) {
		text := w.Documents[path].Text.String()
		if had, ok := a.index.Text(path); !ok || had != text {
			a.index = a.index.WithFile(path, text)
		}
		for _, l := range a.index.Links(path) {
			a.leads[l.To] = true
			a.leads[normalizeName(strings.TrimLeft(l.To, "*#"))] = true
		}
	}
	return a
}

// overlay returns the files from which the order is read, with the documents and further texts on top.
func (a *changeBuilder) overlay(more map[string]string) fs.FS {
	texts := maps.Clone(more)
	if texts == nil {
		texts = make(map[string]string)
	}
	for path, d := range a.w.Documents {
		texts[path] = d.Text.String()
	}
	return work.NewOverlay(a.w.Files, texts)
}

// document returns a text of the work, or an error if it is unknown.
func (w Work) document(path string) (*analysis.Document, error) {
	if d, ok := w.Documents[path]; ok {
		return d, nil
	}
	return nil, refuse("%s is not a text of this work.", path)
}

// documentsOfSameFormat returns two texts of the work, which must have the same format.
func (w Work) documentsOfSameFormat(one, other string) (a, b *analysis.Document, err error) {
	if a, err = w.document(one); err != nil {
		return nil, nil, err
	}
	if b, err = w.document(other); err != nil {
		return nil, nil, err
	}
	if a.Format.Name != b.Format.Name {
		return nil, nil, refuse("%s and %s have different formats, so nothing can go from one to the other.", one, other)
	}
	return a, b, nil
}

// neighbour returns the file that is `by` positions after another in the order.
func (w Work) neighbour(path string, by int) (string, error) {
	files := w.Order.Files()
	i := slices.Index(files, path)
	if i < 0 {
		return "", refuse("%s is not in the order of the work.", path)
	}
	if i += by; i < 0 {
		return "", errNoFileBefore
	} else if i >= len(files) {
		return "", errNoFileAfter
	}
	return files[i], nil
}

// includes reports whether outer includes inner at any depth, so that the end of outer does not come right before inner.
func (w Work) includes(outer, inner string) bool {
	if !w.Order.IncludesTexts() {
		return false
	}
	var holds func(entries []*work.Entry) bool
	holds = func(entries []*work.Entry) bool {
		return slices.ContainsFunc(entries, func(e *work.Entry) bool { return e.Path == inner || holds(e.Entries) })
	}
	for e := range w.Order.All() {
		if e.Path == outer {
			return holds(e.Entries)
		}
	}
	return false
}

// levelShift shifts headings: those of level `from` get level `to`, and deeper ones move by as many levels. The zero value changes none.
type levelShift struct{ from, to int }

// moveSpan moves a part of a file to a place in another file, which may be new, and shifts its headings.
func (a *changeBuilder) moveSpan(from string, passage restructure.Passage, to string, by levelShift) error {
	d, span := a.w.Documents[from], passage.Span
	target := d
	if !a.created[to] {
		target = a.w.Documents[to]
	}
	p := movedPart{from: from, span: span, to: to, taken: passage.Taken}
	var err error
	if p.marks, err = headingShiftEdits(d, span, target, a.created[to], by); err != nil {
		return err
	}
	if end := lineTerminator(target); end != lineTerminator(d) {
		p.marks = append(p.marks, lineTerminatorEdits(d.Text.Slice(span), span.Start, end)...)
	}
	p.marks = sortReplacements(p.marks)
	a.parts = append(a.parts, p)
	switch {
	case a.removed[from]:
	case a.stub:
		a.ops[from] = append(a.ops[from], operation{span: span, part: -1})
	case passage.Taken != span:
		a.ops[from] = append(a.ops[from], operation{span: passage.Taken, part: -1})
	default:
		a.ops[from] = append(a.ops[from], operation{span: spanToCut(d, span), part: -1})
	}
	var whole []string
	for _, s := range d.WholeTextDirectives() {
		if span.Contains(s.Start) {
			whole = append(whole, strings.TrimSpace(d.Text.Slice(s)))
		}
	}
	if len(whole) > 0 {
		a.notes = append(a.notes, sentence.New("%s had comments about the whole text, which now apply in %s: %s.", from, to, strings.Join(whole, ", ")))
	}
	o := operation{span: passage.At, part: len(a.parts) - 1}
	switch {
	case passage.HasBreaks():
		o.before, o.after, o.isParted = passage.Before, passage.After, true
	case !a.created[to]:
		o.before, o.after = neededSpaceAround(target, passage.At.Start)
	default:
		o.after = lineTerminator(target)
	}
	if a.joined {
		o.before = ""
	}
	a.ops[to] = append(a.ops[to], o)
	return nil
}

// spanToCut returns the span to remove for a part, including the white space on one side of it.
func spanToCut(d *analysis.Document, span markup.Span) markup.Span {
	text := d.Text.String()
	left, right := len(strings.TrimRight(text[:span.Start], whiteSpace)), len(text)-len(strings.TrimLeft(text[span.End:], whiteSpace))
	switch {
	case right == len(text):
		span.Start = left
	case isTop(text[:left]), countLineTerminators(text[left:span.Start]) >= 2, countLineTerminators(text[left:span.Start]) >= countLineTerminators(text[span.End:right]):
		span.End = right
	default:
		span.Start = left
	}
	return span
}

// neededSpaceAround returns the line terminators that must be added before and after a part at an offset of a text.
func neededSpaceAround(d *analysis.Document, at int) (before, after string) {
	text, end := d.Text.String(), lineTerminator(d)
	least := d.Format.NotationOf(text, d.Blocks()).LineEndsBetweenBlocks()
	left := len(strings.TrimRight(text[:at], whiteSpace))
	right := len(text) - len(strings.TrimLeft(text[at:], whiteSpace))
	if !isTop(text[:left]) {
		before = strings.Repeat(end, max(0, least-countLineTerminators(text[left:at])))
	}
	switch {
	case right < len(text):
		after = strings.Repeat(end, max(0, least-countLineTerminators(text[at:right])))
	case countLineTerminators(text[at:]) == 0:
		after = end
	}
	return before, after
}

// isTop reports whether the beginning of a text is empty, except for a byte order mark.
func isTop(beginning string) bool { return strings.TrimPrefix(beginning, "\ufeff") == "" }

const whiteSpace = " \t\n\v\f\r"

// countLineTerminators counts the line terminators in white space.
func countLineTerminators(space string) int {
	return strings.Count(space, "\n") + strings.Count(space, "\r") - strings.Count(space, "\r\n")
}

// lineTerminator returns the line terminator of a text.
func lineTerminator(d *analysis.Document) string { return restructure.LineTerminator(d.Text.String()) }

// lineTerminatorEdits returns the replacements of all other line terminators in a part of a text. offset is the offset of the part.
func lineTerminatorEdits(text string, offset int, terminator string) []restructure.Replacement {
	var list []restructure.Replacement
	for _, m := range anyTerminator.FindAllStringIndex(text, -1) {
		if text[m[0]:m[1]] != terminator {
			list = append(list, restructure.Replacement{Span: markup.Span{Start: m[0], End: m[1]}.Shift(offset), Text: terminator})
		}
	}
	return list
}

var anyTerminator = regexp.MustCompile(`\r\n|\n|\r`)

// sortReplacements sorts replacements and drops any that begin inside another.
func sortReplacements(list []restructure.Replacement) []restructure.Replacement {
	slices.SortStableFunc(list, func(a, b restructure.Replacement) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	kept := list[:0]
	for _, r := range list {
		if n := len(kept); n == 0 || r.Span.Start >= kept[n-1].Span.End {
			kept = append(kept, r)
		}
	}
	return kept
}

// headingShiftEdits returns the replacements that shift the headings in a span, in the notation of another text.
func headingShiftEdits(d *analysis.Document, span markup.Span, target *analysis.Document, isNew bool, by levelShift) ([]restructure.Replacement, error) {
	text := d.Text.String()
	n := target.Format.NotationOf(target.Text.String(), target.Blocks())
	own := d.Format.NotationOf(text, d.Blocks())
	isRST := d.Format.Name == markup.ReStructuredText.Name
	if isNew {
		n = own
	}
	if by.from == by.to && (isNew || !isRST) {
		return nil, nil
	}
	levels, is := commonLevels(d, target), commonLevels(d, target)
	if isRST { // each text has its own adornments
		levels, is = own.Levels(), n.Levels()
	}
	from, _ := slices.BinarySearch(levels, by.from)
	to, _ := slices.BinarySearch(is, by.to)
	if by.to == 0 {
		to = from
	}
	var list []restructure.Replacement
	for _, s := range d.Sections() {
		b := d.Blocks()[s.Heading]
		if b.Span.Start < span.Start || span.End < b.Span.End {
			continue
		}
		if len(levels) == 0 || len(is) == 0 {
			return nil, refuse("segls and the programs for this format read the headings of this text differently, so segls writes none.")
		}
		i, found := slices.BinarySearch(levels, s.Level)
		if i += to - from; !found || i < 0 || i >= len(is) {
			return nil, refuse("“%s” would become a heading of level %d; the levels go from 1 to %d.", s.Title, i+1, len(is))
		}
		source := text[b.Span.Start:b.Span.End]
		next := n.Relevel(source, is[i])
		if !strings.Contains(next, "\r") {
			next = strings.ReplaceAll(next, "\n", lineTerminator(d))
		}
		list = append(list, headingMarkupEdits(b, source, next)...)
	}
	return list, nil
}

// headingMarkupEdits returns the replacements that change the markup of a heading and keep its words.
func headingMarkupEdits(b markup.Block, source, next string) []restructure.Replacement {
	if source == next {
		return nil
	}
	if len(b.Runs) == 1 {
		words := b.Runs[0].Extent().Shift(-b.Span.Start)
		if i := strings.Index(next, source[words.Start:words.End]); i >= 0 && words.Len() > 0 {
			return slices.Concat(
				smallestReplacement(source[:words.Start], next[:i], b.Span.Start),
				smallestReplacement(source[words.End:], next[i+words.Len():], b.Span.Start+words.End))
		}
	}
	return []restructure.Replacement{{Span: b.Span, Text: next}}
}

// smallestReplacement returns the replacement that turns one text, at an offset, into another, without their common beginning and end.
func smallestReplacement(was, is string, at int) []restructure.Replacement {
	for was != "" && is != "" && was[0] == is[0] {
		was, is, at = was[1:], is[1:], at+1
	}
	for was != "" && is != "" && was[len(was)-1] == is[len(is)-1] {
		was, is = was[:len(was)-1], is[:len(is)-1]
	}
	if was == "" && is == "" {
		return nil
	}
	return []restructure.Replacement{{Span: markup.Span{Start: at, End: at + len(was)}, Text: is}}
}

// piecesOfFiles returns the pieces of every file that changes. If isNamed is set, new names replace those that are taken.
func (a *changeBuilder) piecesOfFiles(isNamed bool) (map[string][]link.Piece, error) {
	files := make(map[string][]link.Piece)
	for path := range a.removed {
		files[path] = nil
	}
	for path, ops := range a.ops {
		if a.removed[path] {
			continue
		}
		slices.SortStableFunc(ops, func(x, y operation) int {
			return cmp.Or(cmp.Compare(x.span.Start, y.span.Start), cmp.Compare(x.span.End, y.span.End), cmp.Compare(x.rank, y.rank))
		})
		text, _ := a.index.Text(path)
		pieces := []link.Piece{}
		at := 0
		keep := func(end int) {
			if at < end {
				pieces = append(pieces, link.Piece{File: path, Span: markup.Span{Start: at, End: end}})
			}
		}
		say := func(o operation, text string) {
			if text != "" {
				pieces = append(pieces, link.Piece{Text: text, IsAdded: o.isParted})
			}
		}
		for _, o := range ops {
			if o.span.Start < at && o.part < 0 && len(o.pieces) == 0 {
				if o.span.Start = at; o.span.End <= at {
					continue // white space removed by another operation
				}
			}
			if o.span.Start < at {
				return nil, refuse("The edits would overlap, so nothing has been changed.")
			}
			keep(o.span.Start)
			say(o, o.before)
			if o.part >= 0 {
				p := a.parts[o.part]
				list := p.marks
				if isNamed {
					list = sortReplacements(slices.Concat(p.marks, p.names))
				}
				pieces = append(pieces, link.PiecesOfSpan(p.from, p.span, list)...)
			}
			pieces = append(pieces, o.pieces...)
			say(o, o.after)
			at = o.span.End
		}
		keep(len(text))
		files[path] = pieces
	}
	return files, nil
}

// findNewFileInOrder returns a new file that is in the order although the order is not edited, as when it is "all files in this folder".
func (a *changeBuilder) findNewFileInOrder() (string, bool) {
	if a.w.Order.Order == "" { // names or weights are the order
		return "", false
	}
	for file := range a.created {
		fsys := a.overlay(map[string]string{file: ""})
		for folder := path.Dir(a.w.Order.Order); ; folder = path.Dir(folder) {
			if now, ok := work.Read(fsys, folder); ok && now.Order == a.w.Order.Order {
				return file, now.Entry(file) != nil
			}
			if folder == "." {
				break
			}
		}
	}
	return "", false
}

// addOrderEdits adds the edits of the files that hold the order.
func (a *changeBuilder) addOrderEdits() error {
	if len(a.orders) == 0 {
		return nil
	}
	if a.w.Order.IsByNames() {
		if a.orderAccepts() {
			return nil
		}
		for _, file := range slices.Sorted(maps.Keys(a.created)) {
			a.notes = append(a.notes, sentence.New("The name of %s decides where it comes in the order.", file))
		}
		return nil
	}
	edits, next, err := a.w.Order.Rewrite(a.overlay(nil), a.orders...)
	if err != nil {
		if to, ok := a.findNewFileInOrder(); ok {
			a.notes = append(a.notes, sentence.New("The name of %s decides where it comes in the order.", to))
			return nil
		}
		return err
	}
	edits = slices.DeleteFunc(edits, func(e work.Edit) bool {
		if a.created[e.File] { // for a new file, the edit is its front matter
			a.ops[e.File] = append(a.ops[e.File], operation{part: -1, rank: -2, isOrder: true, pieces: []link.Piece{{Text: e.Text, IsAdded: true}}})
		}
		return a.removed[e.File] || a.created[e.File]
	})
	a.next, a.ordered = next, make(map[string]string)
	for _, e := range edits {
		if _, ok := a.index.Text(e.File); !ok {
			text, err := fs.ReadFile(a.w.Files, e.File)
			if err != nil {
				return refuse("%s cannot be read.", e.File)
			}
			a.index = a.index.WithFile(e.File, string(text))
		}
	}
	slices.SortStableFunc(edits, func(x, y work.Edit) int { return cmp.Compare(x.Span.Start, y.Span.Start) })
	for _, e := range slices.Backward(edits) {
		text, isEdited := a.ordered[e.File]
		if !isEdited {
			text, _ = a.index.Text(e.File)
		}
		a.ordered[e.File] = text[:e.Span.Start] + e.Text + text[e.Span.End:]
	}
	for _, e := range a.wholeLinks(edits) {
		o := operation{span: e.Span, part: -1, isOrder: true, pieces: []link.Piece{{Text: e.Text, IsAdded: true}}}
		a.ops[e.File] = append(a.ops[e.File], o)
	}
	return nil
}

// wholeLinks returns edits of an order that replace each link as a whole, even to change a part of it, so that it is not mended again.
func (a *changeBuilder) wholeLinks(edits []work.Edit) []work.Edit {
	slices.SortStableFunc(edits, func(x, y work.Edit) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Span.Start, y.Span.Start))
	})
	var list []work.Edit
	apply := func(span markup.Span, edits []work.Edit) {
		source, _ := a.index.Text(edits[0].File)
		at, text := span.Start, ""
		for _, e := range edits {
			text, at = text+source[at:e.Span.Start]+e.Text, e.Span.End
		}
		list = append(list, work.Edit{File: edits[0].File, Span: span, Text: text + source[at:span.End]})
	}
	var whole markup.Span // covers the edits since first
	first := 0
	for i, e := range edits {
		span := e.Span
		for _, l := range a.index.Links(e.File) {
			isBeside := e.Span.Len() == 0 && (e.Span.Start == l.End && strings.HasPrefix(e.Text, "\n") || e.Span.End == l.Start && strings.TrimRight(e.Text, whiteSpace) != e.Text)
			if l.Start <= e.Span.End && e.Span.Start <= l.End && !isBeside {
				span = markup.Span{Start: min(l.Start, span.Start), End: max(l.End, span.End)}
			}
		}
		if i > 0 && (e.File != edits[first].File || span.Start >= whole.End) {
			apply(whole, edits[first:i])
			first, whole = i, span
		} else if i == 0 {
			whole = span
		}
		whole = markup.Span{Start: min(whole.Start, span.Start), End: max(whole.End, span.End)}
	}
	if len(edits) > 0 {
		apply(whole, edits[first:])
	}
	return list
}
