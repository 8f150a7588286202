package command

import (
	"slices"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/restructure"
)

// Task is a document and the argument of a command.
type Task struct {
	*analysis.Document
	Argument Argument // after the command, it holds the id of what the command changed
	Folder   NearbyFiles
}

// NearbyFiles provides the files next to a text.
type NearbyFiles interface {
	// NewExtraction returns where parts of the text go: to the given file or, if file is "", to files with unused names.
	NewExtraction(file, frontMatter string) (restructure.Extraction, error)

	// NewTrayExtraction returns where to put a part that the writer sets aside.
	NewTrayExtraction() (restructure.Extraction, error)

	// ReadIncluded returns the text of a file that the text links to. ReadFile returns the text of any file of the workspace.
	ReadIncluded(path string) (string, error)
	ReadFile(path string) (string, error)

	// PlaceOf returns the place of a file.
	PlaceOf(path string) restructure.NewFilePlace
}

// EditOf computes the edit of a command for one text, on the selection if the argument has one.
func (c *Command) EditOf(t *Task) (restructure.Edit, error) {
	if t.Argument.End == nil {
		return c.Edit(t)
	}
	first, end := ParagraphsTouched(t.Document, markup.Span{Start: t.Argument.Offset, End: *t.Argument.End})
	if c.Name == MergeParagraph {
		return restructure.MergeParagraphs(t.Document, first, end)
	}
	if !c.OnSelection {
		return c.Edit(t)
	}
	d, i, err := selectAsFragment(t.Document, first, end)
	if err != nil {
		return restructure.Edit{}, err
	}
	if to := restructure.FragmentByID(t.Document, t.Argument.ToID); to >= 0 { // ToID refers to the division that is shown
		beside := t.Fragments()[to].First
		if t.Argument.Side == sideAfter {
			beside = t.Fragments()[to].End - 1
		}
		unit := slices.IndexFunc(d.Fragments(), func(f analysis.Fragment) bool { return f.First <= beside && beside < f.End })
		t.Argument.ToID = d.Fragments()[unit].ID
	}
	t.Argument.ID = d.Fragments()[i].ID
	t.Document = d
	e, err := c.Edit(t)
	e.Move = analysis.Move{} // it refers to fragments that are not shown
	return e, err
}

func (t *Task) paragraph() (int, error) {
	if p := restructure.ParagraphAt(t.Document, t.Argument.Offset); p >= 0 {
		return p, nil
	}
	return 0, sentence.New("There is no paragraph here.")
}

// Fragment returns the fragment of the argument, or else the one near the offset (see [FragmentNear]).
func (t *Task) Fragment() (int, error) {
	if t.Argument.ID != "" {
		return checkIndex(restructure.FragmentByID(t.Document, t.Argument.ID))
	}
	if i := FragmentNear(t.Document, t.Argument.Offset); i >= 0 {
		t.Argument.ID = t.Document.Fragment(i).ID
		return i, nil
	}
	return 0, sentence.New("There is no fragment here.")
}

// section returns the section of the argument, or the one at the offset.
func (t *Task) section() (int, error) {
	if t.Argument.ID != "" {
		return checkIndex(restructure.SectionByID(t.Document, t.Argument.ID))
	}
	if i := restructure.SectionAt(t.Document, t.Argument.Offset); i >= 0 {
		t.Argument.ID = t.Sections()[i].ID
		return i, nil
	}
	return 0, sentence.New("There is no section here.")
}

// targetSection returns the section to move under.
func (t *Task) targetSection() (int, error) {
	if t.Argument.ToID != "" {
		return checkIndex(restructure.SectionByID(t.Document, t.Argument.ToID))
	}
	if t.Argument.To != nil {
		if i := restructure.SectionOfHeadingAt(t.Document, *t.Argument.To); i >= 0 {
			return i, nil
		}
	}
	return 0, sentence.New("There is no heading there to move under.")
}

// The types of most commands' functions.

type (
	textEditFunc = func(t *Task) (restructure.Edit, error)
	unitFinder   = func(t *Task) (int, error)
)

func paragraphEdit(f func(d *analysis.Document, paragraph int) (restructure.Edit, error)) textEditFunc {
	return unitEdit((*Task).paragraph, f)
}

func fragmentEdit(f func(d *analysis.Document, fragment int) (restructure.Edit, error)) textEditFunc {
	return unitEdit((*Task).Fragment, f)
}

func sectionEdit(f func(d *analysis.Document, section int) (restructure.Edit, error)) textEditFunc {
	return unitEdit((*Task).section, f)
}

// sectionLevelEdit adapts a function that moves sections and changes their levels if the argument asks for it.
func sectionLevelEdit(f func(d *analysis.Document, section int, levels restructure.LevelPolicy) (restructure.Edit, error)) textEditFunc {
	return func(t *Task) (restructure.Edit, error) {
		return sectionEdit(func(d *analysis.Document, i int) (restructure.Edit, error) {
			return f(d, i, restructure.LevelPolicy(t.Argument.Mending))
		})(t)
	}
}

func unitEdit(find unitFinder, f func(*analysis.Document, int) (restructure.Edit, error)) textEditFunc {
	return func(t *Task) (restructure.Edit, error) {
		i, err := find(t)
		if err != nil {
			return restructure.Edit{}, err
		}
		return f(t.Document, i)
	}
}

// moveUnderEdit returns the edit of a command that moves something under a heading.
func moveUnderEdit(find unitFinder, move func(d *analysis.Document, i int, to restructure.Place) (restructure.Edit, error)) textEditFunc {
	return func(t *Task) (restructure.Edit, error) {
		return unitEdit(find, func(d *analysis.Document, i int) (restructure.Edit, error) {
			under, err := t.targetSection()
			if err != nil {
				return restructure.Edit{}, err
			}
			return move(d, i, restructure.Under.PlaceBeside(under))
		})(t)
	}
}

func extractionEdit(find unitFinder, f func(*analysis.Document, int, restructure.Extraction) (restructure.Edit, error)) textEditFunc {
	return func(t *Task) (restructure.Edit, error) {
		return unitEdit(find, func(d *analysis.Document, i int) (restructure.Edit, error) {
			x, err := t.Folder.NewExtraction(t.Argument.File, t.Argument.Matter)
			if err != nil {
				return restructure.Edit{}, err
			}
			return f(d, i, x)
		})(t)
	}
}

// The functions of the other commands.

func splitHere(t *Task) (restructure.Edit, error) {
	return paragraphEdit(func(d *analysis.Document, p int) (restructure.Edit, error) {
		return restructure.SplitParagraphAt(d, p, t.Argument.Offset)
	})(t)
}

func ignoreRule(t *Task) (restructure.Edit, error) {
	if i := slices.Index(check.Rules, check.Rule(t.Argument.Rule)); i >= 0 {
		return restructure.IgnoreRule(t.Document, check.Rules[i])
	}
	return restructure.Edit{}, sentence.New("There is no rule “%s”.", t.Argument.Rule)
}

func insertHeading(t *Task) (restructure.Edit, error) {
	return fragmentEdit(func(d *analysis.Document, i int) (restructure.Edit, error) {
		return restructure.InsertHeading(d, i, t.Argument.Title)
	})(t)
}

func renameFragment(t *Task) (restructure.Edit, error) {
	return fragmentEdit(func(d *analysis.Document, i int) (restructure.Edit, error) {
		switch t.Argument.As {
		case AsHeading:
			return restructure.RenameFragment(d, i, t.Argument.Title, restructure.AsHeading)
		case AsComment:
			return restructure.RenameFragment(d, i, t.Argument.Title, restructure.AsComment)
		}
		return restructure.Edit{}, sentence.New("Say whether the title is to be a heading or a comment.")
	})(t)
}

func annotateFragment(t *Task) (restructure.Edit, error) {
	return fragmentEdit(func(d *analysis.Document, i int) (restructure.Edit, error) {
		switch note := restructure.Annotation(t.Argument.As); note {
		case restructure.Synopsis, restructure.Label, restructure.Status:
			return restructure.Annotate(d, i, note, t.Argument.Note)
		}
		return restructure.Edit{}, sentence.New("Say whether this is to be a synopsis, a label or a status.")
	})(t)
}

func swapFragments(t *Task) (restructure.Edit, error) {
	return fragmentEdit(func(d *analysis.Document, i int) (restructure.Edit, error) {
		switch {
		case t.Argument.ToID != "":
			other, err := checkIndex(restructure.FragmentByID(d, t.Argument.ToID))
			if err != nil {
				return restructure.Edit{}, err
			}
			return restructure.SwapFragments(d, i, other)
		case t.Argument.To != nil:
			return restructure.SwapFragments(d, i, restructure.FragmentAt(d, *t.Argument.To))
		}
		return restructure.Edit{}, sentence.New("Say which fragment to swap with.")
	})(t)
}

func setAside(t *Task) (restructure.Edit, error) {
	return fragmentEdit(func(d *analysis.Document, i int) (restructure.Edit, error) {
		x, err := t.Folder.NewTrayExtraction()
		if err != nil {
			return restructure.Edit{}, err
		}
		return restructure.SetAside(d, i, x)
	})(t)
}

func putInFromTray(t *Task) (restructure.Edit, error) {
	to, err := t.Argument.placeIn(t.Document, false)
	if err != nil {
		return restructure.Edit{}, err
	}
	file := t.Argument.File
	if file == "" {
		return restructure.Edit{}, sentence.New("Say which file in the tray to put here.")
	}
	text, err := t.Folder.ReadFile(file) // the tray may be in another folder of the work
	if err != nil {
		return restructure.Edit{}, err
	}
	return restructure.InsertFile(t.Document, to, t.Folder.PlaceOf(file), file, text)
}

func splitDocument(t *Task) (restructure.Edit, error) {
	x, err := t.Folder.NewExtraction("", t.Argument.Matter) // no name, because there are several files
	if err != nil {
		return restructure.Edit{}, err
	}
	by := map[string]restructure.Division{ByHeadings: restructure.ByHeadings, ByScenes: restructure.ByScenes}[t.Argument.By]
	return restructure.SplitDocument(t.Document, by, x)
}

func inlineFile(t *Task) (restructure.Edit, error) {
	target, ok := restructure.IncludedPathAt(t.Document, t.Argument.Offset)
	if !ok {
		return restructure.Edit{}, sentence.New("There is no paragraph here that is only a link to a file.")
	}
	text, err := t.Folder.ReadIncluded(target)
	if err != nil {
		return restructure.Edit{}, err
	}
	return restructure.Inline(t.Document, t.Argument.Offset, t.Folder.PlaceOf(target), text)
}

// moveFragmentWithin moves a fragment within its file.
func moveFragmentWithin(t *Task) (restructure.Edit, error) {
	return fragmentEdit(func(d *analysis.Document, i int) (restructure.Edit, error) {
		to, err := t.Argument.placeIn(d, false)
		if err != nil {
			return restructure.Edit{}, err
		}
		return restructure.MoveFragment(d, i, to)
	})(t)
}

// moveSectionWithin moves a section within its file.
func moveSectionWithin(t *Task) (restructure.Edit, error) {
	return sectionEdit(func(d *analysis.Document, i int) (restructure.Edit, error) {
		to, err := t.Argument.placeIn(d, true)
		if err != nil {
			return restructure.Edit{}, err
		}
		return restructure.MoveSection(d, i, to)
	})(t)
}
