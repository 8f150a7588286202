package link

import (
	"path"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/restructure"
)

// ResultOfEdit returns the result of an edit of one text, without mending any link. Unmended lists the links to a place in the text that is
// gone, or whose name now belongs to another place.
func (x *Index) ResultOfEdit(name string, e restructure.Edit) Result {
	c := x.ChangeOfEdits(map[string][]restructure.Replacement{name: e.Replacements})
	for _, f := range e.Files {
		c.Files[path.Join(path.Dir(name), f.Path)] = x.piecesOfNewText(name, e.Replacements, f.Text)
	}
	r := x.result(c, c.Files)
	after := x.AfterChange(r)
	for _, from := range x.filesLinkingTo(name) {
		f := x.file(from)
		for _, l := range f.links {
			now, _, isKept := r.NewPlace(from, l.Start)
			if !isKept {
				continue // the edit removes the link too
			}
			if from == name && l.Form != Label {
				continue // package restructure has checked it
			}
			if reason := x.reasonLeadsElsewhere(f, after, after.file(now), l, name); reason != nil {
				r.Unmended = append(r.Unmended, BrokenByChange{LocatedLink{from, l}, reason})
			}
		}
	}
	return r
}

// reasonLeadsElsewhere says why a link of f to a place in the text `name` no longer leads there after a change, or nil. newFile is f then.
func (x *Index) reasonLeadsElsewhere(f *file, after *Index, newFile *file, l Link, name string) *sentence.Sentence {
	was := x.resolve(f, l)
	if was.isElsewhere || was.Path != name || was.Anchor == "" || !was.isFound || was.Place.Len() == 0 {
		return nil
	}
	switch now := after.resolve(newFile, l); {
	case !now.isFound:
		return sentence.New("“%s” in %s would no longer exist.", was.Anchor, name)
	case !x.file(name).hasSameLine(was.at, after.file(now.Path), now.at):
		return sentence.New("“%s” in %s would then refer to another place.", was.Anchor, name)
	}
	return nil
}

// hasSameLine reports whether two places, in a text and in the text after a change, have the same line. If the line occurs several times,
// the next lines must be equal too.
func (f *file) hasSameLine(at int, after *file, now int) bool {
	said, below := firstLines(f.text[at:])
	saidNow, belowNow := firstLines(after.text[now:])
	return said == saidNow && (below == belowNow || strings.Count(f.text, said) == 1)
}

// firstLines returns the first line of a text, and the next line that is not blank.
func firstLines(text string) (first, next string) {
	first, rest, _ := strings.Cut(text, "\n")
	for line := range strings.Lines(rest) {
		if next = strings.TrimSpace(line); next != "" {
			break
		}
	}
	return strings.TrimSpace(first), next
}

// piecesOfNewText returns a new text as pieces. Lines that replacements remove from a file, in the same order, become pieces of that file.
func (x *Index) piecesOfNewText(name string, replacements []restructure.Replacement, text string) []Piece {
	source, _ := x.Text(name)
	var lines []markup.Span
	for _, r := range replacements {
		for line := range markup.Lines(source[r.Span.Start:r.Span.End]) {
			lines = append(lines, line.Shift(r.Span.Start))
		}
	}
	places := make(map[string][]int)
	for i, line := range lines {
		places[source[line.Start:line.End]] = append(places[source[line.Start:line.End]], i)
	}
	pieces, next, at := []Piece{}, 0, 0
	for line := range markup.Lines(text) {
		said := text[line.Start:line.End]
		known := places[said]
		i, _ := slices.BinarySearch(known, next)
		if i == len(known) || strings.TrimSpace(said) == "" && known[i] != next {
			continue
		}
		if at < line.Start {
			pieces = append(pieces, Piece{Text: text[at:line.Start]})
		}
		pieces = append(pieces, Piece{File: name, Span: lines[known[i]]})
		next, at = known[i]+1, line.End
	}
	if at < len(text) {
		pieces = append(pieces, Piece{Text: text[at:]})
	}
	return pieces
}

// LosesNames reports whether a change removes a name, such as a heading, from a file.
func (x *Index) LosesNames(r Result, name string) bool {
	s := &search{x: x, result: r}
	c := s.findChangedFile(name)
	return c != nil && len(c.names) > 0
}
