package rearrange

import (
	"maps"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/restructure"
)

// finish checks an action and returns it as a change.
func (a *changeBuilder) finish(title *sentence.Sentence) (Change, error) {
	if err := a.addOrderEdits(); err != nil {
		return Change{}, err
	}
	if err := a.checkPreamble(); err != nil {
		return Change{}, err
	}
	plain, err := a.piecesOfFiles(false)
	if err != nil {
		return Change{}, err
	}
	named, err := a.piecesOfFiles(true)
	if err != nil {
		return Change{}, err
	}
	if err := a.checkBeforeMending(plain); err != nil {
		return Change{}, err
	}
	c := Change{Title: title, Result: a.index.Mend(link.Change{Files: named}), Notes: a.notes}
	if err := a.checkResult(c, plain); err != nil {
		return Change{}, err
	}
	for _, p := range a.parts {
		if m, ok := a.movedTo(c, p); ok && !p.isDefinition {
			c.Moved = append(c.Moved, m)
		}
	}
	return c, nil
}

// checkBeforeMending returns an error if the change, with links not mended yet, would alter the meaning of the texts.
func (a *changeBuilder) checkBeforeMending(files map[string][]link.Piece) error {
	var versions []restructure.ChangedText
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if a.isOrder(path) {
			continue
		}
		before, _ := a.index.Text(path)
		v := restructure.ChangedText{Path: path, Before: before, After: textOfPieces(a.index, files[path]), Added: addedSpans(files[path])}
		v.Format, _ = markup.ByFileName(path)
		if d, ok := a.w.Documents[path]; ok {
			v.Format = d.Format
		}
		for _, o := range a.ops[path] {
			if o.isOrder {
				v.OrderBefore = append(v.OrderBefore, o.span)
				v.OrderAfter = v.Added
			}
		}
		for _, p := range a.parts {
			if p.from == path {
				v.Free = append(v.Free, p.span)
				if !p.isDefinition {
					v.Dropped = append(v.Dropped, markup.Span{Start: p.taken.Start, End: p.span.Start}, markup.Span{Start: p.span.End, End: p.taken.End})
				}
			}
		}
		if a.removed[path] {
			v.Free = append(v.Free, markup.Span{End: len(before)})
			v.Dropped = append(v.Dropped, a.droppedSpans(path)...)
		}
		versions = append(versions, v)
	}
	return restructure.CheckSameMeaning(versions, a.isTieBroken)
}

// isOrder reports whether a file only defines the order, and so is not a text of the work.
func (a *changeBuilder) isOrder(path string) bool {
	_, isText := a.w.Documents[path]
	return path == a.w.Order.Order && !isText && !slices.Contains(a.w.Order.Files(), path)
}

// isTieBroken reports whether the loss of a tie is an error. That of a link is not, because links are checked over all files.
func (a *changeBuilder) isTieBroken(tie string) bool {
	to, what, _ := strings.Cut(tie, " -> ")
	all := strings.Split(what, " | ")
	isOne := len(all) > 1 && len(slices.Compact(all)) == 1 // the definitions all have the same meaning
	return !strings.HasPrefix(tie, "title ") && !a.leads[to] && !a.names[to] && !isOne
}

// textOfPieces returns the text of pieces.
func textOfPieces(x *link.Index, pieces []link.Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		if p.File == "" {
			b.WriteString(p.Text)
			continue
		}
		t, _ := x.Text(p.File)
		b.WriteString(t[p.Span.Start:p.Span.End])
	}
	return b.String()
}

// addedSpans returns the spans of added pieces, in the text of all pieces.
func addedSpans(pieces []link.Piece) []markup.Span {
	var spans []markup.Span
	at := 0
	for _, p := range pieces {
		if p.File == "" && p.IsAdded {
			spans = append(spans, markup.Span{Start: at, End: at + len(p.Text)})
		}
		if p.File == "" {
			at += len(p.Text)
		} else {
			at += p.Span.Len()
		}
	}
	return spans
}

// checkResult returns an error if a change loses or adds prose, if mending has changed blocks, or if it breaks links without listing them.
func (a *changeBuilder) checkResult(c Change, plain map[string][]link.Piece) error {
	words := make(map[string]int)
	count := func(path, text string, by int, except []markup.Span) {
		f, known := markup.ByFileName(path)
		if !known || a.isOrder(path) {
			return
		}
		for _, b := range f.Scan(text) {
			if b.Kind == markup.Definition || slices.ContainsFunc(except, func(s markup.Span) bool { return s.Contains(b.Span.Start) }) {
				continue
			}
			for word := range strings.FieldsSeq(string(f.AppendMask(nil, text, b))) {
				words[word] += by
			}
		}
	}
	now := a.index.AfterChange(c.Result)
	for path, pieces := range plain {
		before, _ := a.index.Text(path)
		count(path, before, -1, a.droppedSpans(path))
		if pieces == nil {
			continue
		}
		was := textOfPieces(a.index, pieces)
		count(path, was, 1, addedSpans(pieces))
		f, known := markup.ByFileName(path)
		if known && !a.isOrder(path) && !restructure.SameBlocks(f, withoutAddresses(a.index.WithFile(path, was), path), withoutAddresses(now, path)) {
			return refuse("With its links updated, %s would be read differently, so nothing has been changed.", path)
		}
	}
	for word, n := range words {
		if n != 0 {
			if n > 0 {
				return refuse("The word “%s” would appear too often, so nothing has been changed.", word)
			}
			return refuse("The word “%s” would be lost, so nothing has been changed.", word)
		}
	}
	if broken := a.newlyBroken(c, now); broken != "" {
		return refuse("The link to “%s” would lead nowhere, so nothing has been changed.", broken)
	}
	return nil
}

// withoutAddresses returns a text with a placeholder for every address; see [link.Link.Blank].
func withoutAddresses(x *link.Index, path string) string {
	text, _ := x.Text(path)
	var b strings.Builder
	at := 0
	for _, l := range x.Links(path) {
		if l.Start >= at {
			b.WriteString(text[at:l.Start] + l.Blank())
			at = l.End
		}
	}
	return b.String() + text[at:]
}

// newlyBroken returns the address of a link that the change breaks without listing it; "" if there is none.
func (a *changeBuilder) newlyBroken(c Change, after *link.Index) string {
	type place struct {
		path string
		at   int
	}
	known := make(map[place]bool)
	for _, b := range a.index.Broken() {
		known[place{b.Path, b.Link.Start}] = true
	}
	for _, u := range c.Unmended {
		known[place{u.Path, u.Link.Start}] = true
	}
	for _, b := range after.Broken() {
		path, at, ok := c.OldPlace(b.Path, b.Link.Start)
		if !ok { // the link is in new text
			path, at, ok = c.OldPlace(b.Path, b.Link.Start-1)
			at++
		}
		if !ok || !known[place{path, at}] {
			return b.Link.To
		}
	}
	return ""
}

// movedTo returns the new place of a part.
func (a *changeBuilder) movedTo(c Change, p movedPart) (MovedPassage, bool) {
	d := a.w.Documents[p.from]
	m := MovedPassage{Path: p.from, Span: p.span, To: p.to}
	m.Fragments = fragmentsIn(d, p.span)
	lead, tail := 0, 0 // the lengths of new text at the start and the end
	for _, piece := range link.PiecesOfSpan(p.from, p.span, sortReplacements(slices.Concat(p.marks, p.names))) {
		if piece.File == "" {
			if m.Place.End == 0 {
				lead += len(piece.Text)
			}
			tail += len(piece.Text)
			continue
		}
		if file, at, ok := c.NewPlace(p.from, piece.Span.Start); ok && file == p.to && m.Place.End == 0 {
			m.Place.Start = max(0, at-lead)
		}
		if file, at, ok := c.NewPlace(p.from, piece.Span.End-1); ok && file == p.to {
			m.Place.End, tail = at+1, 0
		}
	}
	m.Place.End += tail
	return m, m.Place.End > 0
}

// fragmentsIn returns the fragments that begin in a span.
func fragmentsIn(d *analysis.Document, span markup.Span) (list []int) {
	for i, f := range d.Fragments() {
		if span.Contains(d.Paragraphs()[f.First].Span.Start) {
			list = append(list, i)
		}
	}
	return list
}
