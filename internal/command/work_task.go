package command

import (
	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
)

// WorkTask is a work with its present texts, and the argument of a command.
type WorkTask struct {
	rearrange.Work
	Argument Argument
	Path, To string // paths of the texts that the argument names
}

// The values of [Argument.Side].
const (
	sideBefore = "before"
	sideAfter  = "after"
	sideBelow  = "below"
)

// fileChangeFunc computes a change of several files.
type fileChangeFunc = func(f *WorkTask) (rearrange.Change, error)

// document returns the text at f.Path.
func (f *WorkTask) document() (*analysis.Document, error) {
	if d := f.Documents[f.Path]; d != nil {
		return d, nil
	}
	return nil, sentence.New("%s is not a text of this work.", f.Path)
}

func fragmentChange(change func(w rearrange.Work, path string, fragment int) (rearrange.Change, error)) fileChangeFunc {
	return func(f *WorkTask) (rearrange.Change, error) {
		d, err := f.document()
		if err != nil {
			return rearrange.Change{}, err
		}
		i := restructure.FragmentByID(d, f.Argument.ID)
		if f.Argument.ID == "" {
			i = restructure.FragmentAt(d, f.Argument.Offset)
			if i < 0 {
				return rearrange.Change{}, sentence.New("There is no fragment here.")
			}
		}
		if i, err = checkIndex(i); err != nil {
			return rearrange.Change{}, err
		}
		return change(f.Work, f.Path, i)
	}
}

func sectionChange(change func(w rearrange.Work, path string, section int) (rearrange.Change, error)) fileChangeFunc {
	return func(f *WorkTask) (rearrange.Change, error) {
		d, err := f.document()
		if err != nil {
			return rearrange.Change{}, err
		}
		i := restructure.SectionByID(d, f.Argument.ID)
		if f.Argument.ID == "" {
			i = restructure.SectionAt(d, f.Argument.Offset)
			if i < 0 {
				return rearrange.Change{}, sentence.New("There is no section here.")
			}
		}
		if i, err = checkIndex(i); err != nil {
			return rearrange.Change{}, err
		}
		return change(f.Work, f.Path, i)
	}
}

// destination returns the place to which a fragment or section moves.
func (f *WorkTask) destination(isSection bool) (rearrange.Place, error) {
	d := f.Documents[f.To]
	if d == nil {
		return rearrange.Place{}, sentence.New("Say which text of the work it should go to.")
	}
	place, err := f.Argument.placeIn(d, isSection)
	return rearrange.Place{Path: f.To, Place: place}, err
}

func moveFragmentTo(f *WorkTask) (rearrange.Change, error) {
	to, err := f.destination(false)
	if err != nil {
		return rearrange.Change{}, err
	}
	if f.Argument.End != nil {
		return f.moveSelection(to)
	}
	return fragmentChange(func(w rearrange.Work, path string, i int) (rearrange.Change, error) {
		return rearrange.MoveFragment(w, path, i, to)
	})(f)
}

// moveSelection moves the selected paragraphs to another file.
func (f *WorkTask) moveSelection(to rearrange.Place) (rearrange.Change, error) {
	d, err := f.document()
	if err != nil {
		return rearrange.Change{}, err
	}
	first, end := ParagraphsTouched(d, markup.Span{Start: f.Argument.Offset, End: *f.Argument.End})
	shown, i, err := selectAsFragment(d, first, end)
	if err != nil {
		return rearrange.Change{}, err
	}
	return rearrange.MoveParagraphs(f.Work, f.Path, shown, i, to)
}

func moveSectionTo(f *WorkTask) (rearrange.Change, error) {
	to, err := f.destination(true)
	if err != nil {
		return rearrange.Change{}, err
	}
	return sectionChange(func(w rearrange.Work, path string, i int) (rearrange.Change, error) {
		return rearrange.MoveSection(w, path, i, to)
	})(f)
}

func moveFile(f *WorkTask) (rearrange.Change, error) {
	side, ok := map[string]rearrange.Side{sideBefore: rearrange.Before, sideAfter: rearrange.After, sideBelow: rearrange.Below}[f.Argument.Side]
	if !ok || f.To == "" {
		return rearrange.Change{}, sentence.New("Say where in the order the file should go.")
	}
	if f.Argument.Renumber {
		return rearrange.Renumber(f.Work, f.Path, rearrange.Slot{Path: f.To, Side: side})
	}
	return rearrange.MoveFile(f.Work, f.Path, rearrange.Slot{Path: f.To, Side: side})
}

func splitFile(f *WorkTask) (rearrange.Change, error) {
	if d := f.Documents[f.Path]; d != nil {
		i := restructure.SectionByID(d, f.Argument.ID)
		if f.Argument.ID == "" {
			i = restructure.SectionOfHeadingAt(d, f.Argument.Offset)
		}
		if i >= 0 {
			return rearrange.SplitAtSection(f.Work, f.Path, i, f.Argument.File)
		}
	}
	return fragmentChange(func(w rearrange.Work, path string, i int) (rearrange.Change, error) {
		return rearrange.SplitAtFragment(w, path, i, f.Argument.Title, f.Argument.File)
	})(f)
}

func mergeFiles(f *WorkTask) (rearrange.Change, error) {
	return rearrange.MergeNextFile(f.Work, f.Path)
}

func sectionToFile(f *WorkTask) (rearrange.Change, error) {
	return sectionChange(func(w rearrange.Work, path string, i int) (rearrange.Change, error) {
		return rearrange.SectionToFile(w, path, i, f.Argument.File)
	})(f)
}

func fileToSection(f *WorkTask) (rearrange.Change, error) {
	return rearrange.FileToSection(f.Work, f.Path)
}
