package rearrange

import (
	"maps"
	"slices"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/restructure"
)

// MoveFragment moves a fragment of one file to a place in another.
func MoveFragment(w Work, path string, fragment int, to Place) (Change, error) {
	d, target, err := w.documentsOfMove(path, to)
	if err != nil {
		return Change{}, err
	}
	at, err := to.fragmentOffset(target)
	if err != nil {
		return Change{}, err
	}
	return w.moveFragmentTo(sentence.New("Move fragment to %s", to.Path), path, d, fragment, to.Path, at)
}

// MoveParagraphs moves several paragraphs of a file, which form one fragment in shown, to a place for fragments in another file.
func MoveParagraphs(w Work, path string, shown *analysis.Document, fragment int, to Place) (Change, error) {
	_, target, err := w.documentsOfMove(path, to)
	if err != nil {
		return Change{}, err
	}
	at, err := to.fragmentOffset(target)
	if err != nil {
		return Change{}, err
	}
	return w.moveFragmentTo(sentence.New("Move paragraphs to %s", to.Path), path, shown, fragment, to.Path, at)
}

// sortedDocuments returns the known texts of the work, sorted by path.
func (w Work) sortedDocuments() (texts []*analysis.Document) {
	for _, path := range slices.Sorted(maps.Keys(w.Documents)) {
		texts = append(texts, w.Documents[path])
	}
	return texts
}

// WithScenesAsFragments calls `do` with the work divided so that every scene is a fragment, and returns its change. The indices of
// fragments in the change refer to w. The error is [restructure.NoScenes] if no text of the work has scenes. `path` must be a text of the
// work.
func WithScenesAsFragments(w Work, path string, do func(scenes Work) (Change, error)) (Change, error) {
	if _, err := w.document(path); err != nil {
		return Change{}, err
	}
	if !slices.ContainsFunc(w.sortedDocuments(), func(d *analysis.Document) bool { return d.Scenes() != nil }) {
		return Change{}, restructure.NoScenes
	}
	scenes := w
	scenes.Documents = make(map[string]*analysis.Document, len(w.Documents))
	for path, d := range w.Documents {
		scenes.Documents[path] = d.DivideByScenes()
	}
	c, err := do(scenes)
	for i, m := range c.Moved {
		c.Moved[i].Fragments = fragmentsIn(w.Documents[m.Path], m.Span)
	}
	return c, err
}

// moveFragmentTo moves a fragment of a text, divided as in shown, to an offset of another file, with the breaks around it.
func (w Work) moveFragmentTo(title *sentence.Sentence, from string, shown *analysis.Document, fragment int, to string, at int) (Change, error) {
	p, err := restructure.FragmentPassage(shown, fragment, w.Documents[to], at, w.sortedDocuments())
	if err != nil {
		return Change{}, err
	}
	return w.move(title, from, p, to, levelShift{})
}

// MoveSection moves a section of a file, with its subsections, to a place in another.
func MoveSection(w Work, path string, section int, to Place) (Change, error) {
	d, target, err := w.documentsOfMove(path, to)
	if err != nil {
		return Change{}, err
	}
	if _, err := movableSectionSpan(d, section); err != nil {
		return Change{}, err
	}
	at, level, err := to.sectionOffset(target)
	if err != nil {
		return Change{}, err
	}
	p, err := restructure.SectionPassage(d, section, target, at)
	if err != nil {
		return Change{}, err
	}
	by := levelShift{d.Sections()[section].Level, level}
	if level == 0 {
		by.to = by.from
	}
	return w.move(sentence.New("Move section “%s” to %s", d.Sections()[section].Title, to.Path), path, p, to.Path, by)
}

// documentsOfMove returns the two texts of a move, which must differ.
func (w Work) documentsOfMove(path string, to Place) (d, target *analysis.Document, err error) {
	if path == to.Path {
		return nil, nil, refuse("That is the same file.")
	}
	return w.documentsOfSameFormat(path, to.Path)
}

// ErrWholeFile says that a section cannot move out of its file because nothing would be left.
var ErrWholeFile = refuse("That section is the whole file. Move the file, or merge it with another.")

// movableSectionSpan returns the span of a section, or an error if the section cannot move to another file.
func movableSectionSpan(d *analysis.Document, section int) (markup.Span, error) {
	span, err := restructure.SectionSpan(d, section)
	if err == nil && section == titleSection(d) {
		return span, ErrWholeFile
	}
	return span, err
}

// move moves a part of a file to another.
func (w Work) move(title *sentence.Sentence, from string, p restructure.Passage, to string, by levelShift) (Change, error) {
	a := newChangeBuilder(w)
	if err := w.checkConditions(from, to); err != nil { // the writer has named the other file
		a.notes = append(a.notes, sentence.Join(err))
	}
	if err := a.moveSpan(from, p, to, by); err != nil {
		return Change{}, err
	}
	if err := a.moveDefinitions(0); err != nil {
		return Change{}, err
	}
	return a.finish(title)
}

// fragmentOffset returns the offset at which a fragment that moves to p is inserted, or an error if there is no such place.
func (p Place) fragmentOffset(d *analysis.Document) (at int, err error) {
	if p.Side == restructure.Under && !isValidIndex(d.Sections(), p.Unit) {
		return 0, refuse("%s has %s.", p.Path, restructure.CountSections(d))
	}
	if p.Side != restructure.Under && p.Side != restructure.AtEnd && !isValidIndex(d.Fragments(), p.Unit) {
		return 0, refuse("%s has %s.", p.Path, restructure.CountFragments(d))
	}
	return p.OffsetOf(d)
}

func isValidIndex[E any](list []E, i int) bool { return 0 <= i && i < len(list) }

var aboveTitle = refuse("Nothing can go above the title of a file.")

// sectionOffset returns the offset of the place for a section, and the level of the section there, where 0 keeps the present level.
func (p Place) sectionOffset(d *analysis.Document) (at, level int, err error) {
	sections := d.Sections()
	if p.Side == restructure.AtEnd || p.Side == restructure.After && p.Unit == titleSection(d) {
		return restructure.BodySpan(d).End, partLevel(d), nil
	}
	if !isValidIndex(sections, p.Unit) {
		return 0, 0, refuse("%s has %s.", p.Path, restructure.CountSections(d))
	}
	level = sections[p.Unit].Level
	switch p.Side {
	case restructure.Before:
		if p.Unit == titleSection(d) {
			return 0, 0, aboveTitle
		}
		return restructure.OffsetBeforeSection(d, p.Unit), level, nil
	case restructure.After:
		return restructure.OffsetAtEnd(d, p.Unit, false), level, nil
	}
	for _, s := range sections[p.Unit+1:] {
		if s.Parent == p.Unit {
			return restructure.OffsetAtEnd(d, p.Unit, false), s.Level, nil
		}
	}
	level, err = levelBelow(d, level)
	return restructure.OffsetAtEnd(d, p.Unit, false), level, err
}

// titleSection returns the index of the section that the title of a file begins and that contains all others, or -1. Another title in the
// metadata takes precedence.
func titleSection(d *analysis.Document) int {
	sections := d.Sections()
	if len(sections) == 0 {
		return -1
	}
	if title := markup.FrontMatterTitle(d.Text.String(), d.Blocks()); title.Len() > 0 && d.Text.Slice(title) != sections[0].Title {
		return -1
	}
	for _, b := range d.Blocks()[:sections[0].Heading] {
		if b.Kind.IsProse() || b.Kind == markup.Code || b.Kind == markup.Math || b.Kind == markup.Table {
			return -1
		}
	}
	for _, s := range sections[1:] {
		if s.Level <= sections[0].Level {
			return -1
		}
	}
	return 0
}

// partLevel returns the level of the parts of a file: right below its title or, without a title, its highest level; 0 if there is none.
func partLevel(d *analysis.Document) int {
	sections := d.Sections()
	title := titleSection(d)
	for _, s := range sections {
		if s.Parent == title && title >= 0 {
			return s.Level
		}
	}
	if title >= 0 {
		level, err := levelBelow(d, sections[title].Level)
		if err != nil {
			return 0
		}
		return level
	}
	least := 0
	for _, s := range sections {
		if least == 0 || s.Level < least {
			least = s.Level
		}
	}
	return least
}

// levelBelow returns the level below the given level.
func levelBelow(d *analysis.Document, level int) (int, error) {
	levels := commonLevels(d, d)
	if i := slices.Index(levels, level); i >= 0 && i+1 < len(levels) {
		return levels[i+1], nil
	}
	return 0, refuse("There is no lower level of heading.")
}

// commonLevels returns the levels that headings can have in at least one of two texts.
func commonLevels(d, other *analysis.Document) []int {
	levels := slices.Concat(d.Format.NotationOf(d.Text.String(), d.Blocks()).Levels(), other.Format.NotationOf(other.Text.String(), other.Blocks()).Levels())
	slices.Sort(levels)
	return slices.Compact(levels)
}

// Reasons why text does not move out of its file.
var (
	errFragmentNotFirst = refuse("This fragment is not the first of its file.")
	errFragmentNotLast  = refuse("This fragment is not the last of its file.")
	errSectionNotFirst  = refuse("This section is not the first of its file.")
	errSectionNotLast   = refuse("This section is not the last of its file.")
	errNoFileBefore     = refuse("There is no file before this one.")
	errNoFileAfter      = refuse("There is no file after this one.")
)

// IsStayInFileError reports whether err means that text cannot move to the previous or next file because of its place or that of its file.
func IsStayInFileError(err error) bool {
	return slices.Contains([]error{errFragmentNotFirst, errFragmentNotLast, errSectionNotFirst, errSectionNotLast, errNoFileBefore, errNoFileAfter}, err)
}

// FragmentToPrevious moves the first fragment of a file to the end of the file before it.
func FragmentToPrevious(w Work, path string, fragment int) (Change, error) {
	if fragment != 0 {
		return Change{}, errFragmentNotFirst
	}
	previous, err := w.previous(path)
	if err != nil {
		return Change{}, err
	}
	return MoveFragment(w, path, fragment, EndOfFile(previous))
}

// FragmentToNext moves the last fragment of a file to the beginning of the next file, after its title.
func FragmentToNext(w Work, path string, fragment int) (Change, error) {
	d, err := w.document(path)
	if err != nil {
		return Change{}, err
	}
	if fragment != len(d.Fragments())-1 {
		return Change{}, errFragmentNotLast
	}
	next, err := w.next(path)
	if err != nil {
		return Change{}, err
	}
	d, target, err := w.documentsOfSameFormat(path, next)
	if err != nil {
		return Change{}, err
	}
	return w.moveFragmentTo(sentence.New("Move fragment to %s", next), path, d, fragment, next, afterTitle(target))
}

// afterTitle returns the offset at the beginning of a file's text, after its title.
func afterTitle(d *analysis.Document) int {
	title := titleSection(d)
	switch {
	case title >= 0:
		return restructure.OffsetBelowHeading(d, title)
	case len(d.Fragments()) > 0 && (len(d.Sections()) == 0 || d.Fragments()[0].Span.Start < d.Sections()[0].Span.Start):
		return restructure.OffsetBeforeFragment(d, 0)
	case len(d.Sections()) > 0:
		return restructure.OffsetBeforeSection(d, 0)
	}
	return restructure.BodySpan(d).Start
}

// IsFirstOrLastSection reports whether a section is the first of its file, and whether it is the last. The section of the title, which
// contains everything, is neither.
func IsFirstOrLastSection(d *analysis.Document, section int) (first, last bool) {
	title := titleSection(d)
	isLast := 0 <= section && section < len(d.Sections()) && d.Sections()[section].Span.End >= d.Text.Len()
	return section == title+1, isLast && section != title
}

// SectionToPrevious moves a file's first section to the end of the file before it.
func SectionToPrevious(w Work, path string, section int) (Change, error) {
	d, err := w.document(path)
	if err != nil {
		return Change{}, err
	}
	if _, err := movableSectionSpan(d, section); err != nil {
		return Change{}, err
	}
	if first, _ := IsFirstOrLastSection(d, section); !first {
		return Change{}, errSectionNotFirst
	}
	previous, err := w.previous(path)
	if err != nil {
		return Change{}, err
	}
	return MoveSection(w, path, section, EndOfFile(previous))
}

// SectionToNext moves a file's last section to the beginning of the next file: before its first section, but after its title.
func SectionToNext(w Work, path string, section int) (Change, error) {
	d, err := w.document(path)
	if err != nil {
		return Change{}, err
	}
	if _, err := movableSectionSpan(d, section); err != nil {
		return Change{}, err
	}
	if _, last := IsFirstOrLastSection(d, section); !last {
		return Change{}, errSectionNotLast
	}
	next, err := w.next(path)
	if err != nil {
		return Change{}, err
	}
	_, target, err := w.documentsOfSameFormat(path, next)
	if err != nil {
		return Change{}, err
	}
	if first := titleSection(target) + 1; first < len(target.Sections()) {
		return MoveSection(w, path, section, Place{next, restructure.Before.PlaceBeside(first)})
	}
	return MoveSection(w, path, section, EndOfFile(next))
}

// previous returns the file that ends right before a file.
func (w Work) previous(path string) (string, error) {
	previous, err := w.neighbour(path, -1)
	if err == nil && w.includes(previous, path) {
		err = refuse("%s includes this file, so it does not end before this file begins.", previous)
	}
	if err == nil {
		err = w.checkConditions(path, previous)
	}
	return previous, err
}

// next returns the file that begins right after a file.
func (w Work) next(path string) (string, error) {
	next, err := w.neighbour(path, 1)
	if err == nil && w.includes(path, next) {
		err = refuse("This file includes %s, so it does not end before that file begins.", next)
	}
	if err == nil {
		err = w.checkConditions(path, next)
	}
	return next, err
}

// checkConditions returns an error if text that moves from one of two files to the other could leave the work, or come into it.
func (w Work) checkConditions(file, other string) error {
	if !w.Order.HaveSameConditions(file, other) {
		return refuse("%s and %s are not included under the same conditions.", file, other)
	}
	return nil
}
