package rearrange

import (
	"context"
	"slices"
	"sort"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/restructure"
)

// MoveBeside moves a passage, which is a section or paragraphs of one section, right after another passage, or right before it.
func MoveBeside(w Work, moved, other Passage, isBefore bool) (Change, error) {
	d, target, err := w.documentsOfSameFormat(moved.Path, other.Path)
	if err != nil {
		return Change{}, err
	}
	at := other.Span.End
	if isBefore {
		at = other.Span.Start
	}
	title := sentence.New("Move text")
	if section := sectionOfSpan(d, moved.Span); section >= 0 {
		return w.moveSectionBeside(title, moved, section, other, at)
	}
	shown, fragment, err := documentWithFragment(d, moved.Span)
	if err != nil {
		return Change{}, err
	}
	if moved.Path != other.Path {
		return w.moveFragmentTo(title, moved.Path, shown, fragment, other.Path, at)
	}
	shown, fragment, err = documentWithFragment(target, moved.Span, other.Span)
	if err != nil {
		return Change{}, err
	}
	e, err := restructure.MoveFragmentTo(shown, fragment, at)
	if err != nil {
		return Change{}, err
	}
	return w.changeOfMove(title, moved, e), nil
}

// moveSectionBeside moves a section to an offset at one end of a passage.
func (w Work) moveSectionBeside(title *sentence.Sentence, moved Passage, section int, other Passage, at int) (Change, error) {
	path := moved.Path
	d, target := w.Documents[path], w.Documents[other.Path]
	if _, err := movableSectionSpan(d, section); err != nil {
		return Change{}, err
	}
	level := d.Sections()[section].Level
	if s := sectionOfSpan(target, other.Span); s >= 0 {
		level = target.Sections()[s].Level
	}
	if !leavesFollowingText(target, at, level) {
		return Change{}, refuse("“%s” has a heading, and what comes after it would end up under that heading. It can go before or after a whole section.", d.Sections()[section].Title)
	}
	if path == other.Path {
		e, err := restructure.MoveSectionTo(d, section, at, level)
		if err != nil {
			return Change{}, err
		}
		return w.changeOfMove(title, moved, e), nil
	}
	p, err := restructure.SectionPassage(d, section, target, at)
	if err != nil {
		return Change{}, err
	}
	return w.move(title, path, p, other.Path, levelShift{d.Sections()[section].Level, level})
}

// changeOfMove turns an edit that moves a span of a file into a change.
func (w Work) changeOfMove(title *sentence.Sentence, moved Passage, e restructure.Edit) Change {
	index := newChangeBuilder(w).index
	text, _ := index.Text(moved.Path)
	c := Change{Title: title, Result: index.Mend(link.Change{Files: map[string][]link.Piece{moved.Path: piecesOf(moved.Path, text, e)}})}
	m := MovedPassage{Path: moved.Path, Span: moved.Span, To: moved.Path, Place: markup.Span{Start: e.Place, End: e.Place}}
	for at := moved.Span.Start; at < moved.Span.End; at++ {
		if _, now, ok := c.NewPlace(moved.Path, at); ok {
			m.Place.End = max(m.Place.End, now+1)
		}
	}
	c.Moved = []MovedPassage{m}
	return c
}

// piecesOf returns the pieces of a file after an edit. Text that the edit moves becomes pieces of the file, not new text.
func piecesOf(path, text string, e restructure.Edit) (pieces []link.Piece) {
	for _, p := range link.PiecesOfSpan(path, markup.Span{End: len(text)}, e.Replacements) {
		if p.File != "" {
			pieces = append(pieces, p)
			continue
		}
		pieces = append(pieces, piecesOfMovedText(path, text, p.Text, e.Replacements)...)
	}
	return pieces
}

// piecesOfMovedText returns new text as pieces: lines that the replacements remove elsewhere become pieces of the file.
func piecesOfMovedText(path, text, added string, replacements []restructure.Replacement) (pieces []link.Piece) {
	for _, r := range replacements {
		removed := strings.Trim(text[r.Span.Start:r.Span.End], whiteSpace)
		i := strings.Index(added, removed)
		if removed == "" || i < 0 {
			continue
		}
		start := r.Span.Start + strings.Index(text[r.Span.Start:r.Span.End], removed)
		return slices.Concat(
			piecesOfMovedText(path, text, added[:i], replacements),
			[]link.Piece{{File: path, Span: markup.Span{Start: start, End: start + len(removed)}}},
			piecesOfMovedText(path, text, added[i+len(removed):], replacements))
	}
	if added == "" {
		return nil
	}
	for _, r := range replacements { // the text may have other heading levels
		lines := strings.SplitAfter(text[r.Span.Start:r.Span.End], "\n")
		isHad := false
		var list []link.Piece
		at := r.Span.Start
		next := strings.SplitAfter(added, "\n")
		k := 0
		for _, line := range lines {
			for j := k; j < len(next) && strings.Trim(line, whiteSpace) != ""; j++ {
				if next[j] != line {
					continue
				}
				for ; k < j; k++ {
					list = append(list, link.Piece{Text: next[k]})
				}
				list, k, isHad = append(list, link.Piece{File: path, Span: markup.Span{Start: at, End: at + len(line)}}), j+1, true
				break
			}
			at += len(line)
		}
		for ; k < len(next); k++ {
			list = append(list, link.Piece{Text: next[k]})
		}
		if isHad {
			return list
		}
	}
	return []link.Piece{{Text: added}}
}

// sectionOfSpan returns the section that fills a span, or -1.
func sectionOfSpan(d *analysis.Document, span markup.Span) int {
	for i := range d.Sections() {
		if own, err := restructure.SectionSpan(d, i); err == nil && d.Text.Trim(own) == d.Text.Trim(span) {
			return i
		}
	}
	return -1
}

// leavesFollowingText reports whether a section of the given level, inserted at an offset, leaves the text after it out of the section.
func leavesFollowingText(d *analysis.Document, at, level int) bool {
	for i, b := range d.Blocks() {
		if b.Span.End <= at || !b.Kind.IsProse() && b.Kind != markup.Heading && b.Kind != markup.Code && b.Kind != markup.Table && b.Kind != markup.Math {
			continue
		}
		s := slices.IndexFunc(d.Sections(), func(s analysis.Section) bool { return s.Heading == i })
		return s >= 0 && d.Sections()[s].Level <= level
	}
	return true
}

// documentWithFragment returns a document in which each of the spans is one fragment, and every other paragraph is a fragment of its own.
// It also returns the index of the fragment of the first span.
func documentWithFragment(d *analysis.Document, spans ...markup.Span) (shown *analysis.Document, fragment int, err error) {
	if s := d.Settings; s.MinWords > 0 || s.MaxWords > 0 { // limits would override the division
		s.MinWords, s.MaxWords = 0, 0
		if d, err = d.With(context.Background(), s, analysis.SettingNames...); err != nil { // this context is never cancelled
			return nil, 0, err
		}
	}
	p := d.Paragraphs()
	isInner := make(map[int]bool)
	var first, end int
	for k := len(spans) - 1; k >= 0; k-- {
		first = sort.Search(len(p), func(i int) bool { return p[i].Span.End > spans[k].Start })
		for end = first; end < len(p) && p[end].Span.Start < spans[k].End; end++ {
			isInner[end] = end > first
		}
	}
	if first == end {
		return nil, 0, refuse("There is no text to move.")
	}
	var starts []int
	for q := range p {
		if !isInner[q] {
			starts = append(starts, q)
		}
	}
	shown = d.WithFragmentsAt(starts)
	fragment = slices.IndexFunc(shown.Fragments(), func(f analysis.Fragment) bool { return f.First == first && f.End == end })
	if fragment < 0 {
		return nil, 0, refuse("There is a heading or a scene break among these paragraphs, so they cannot move together.")
	}
	return shown, fragment, nil
}
