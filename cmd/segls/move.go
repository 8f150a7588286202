package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
)

func moveCommand() *cobra.Command {
	var from, before, after int
	var unit, to, place string
	var inPlace bool
	cmd := &cobra.Command{
		Use:   "move [flags] FILE[:LINE]|-",
		Short: "Move a fragment or a section, in its file or to another one",
		Long: `Move moves one fragment of a text before or after another, or one scene, or one section with
everything in it. Fragments have the numbers that segls fragment shows; scenes and the
headings of sections are counted from the top. After the move, too, there is one break between
two scenes and none at either end. A fragment put after the last one of a scene ends that
scene; put before the first one of the next scene, it begins the next scene. A section takes
the level of the section beside it. To move something to the end, put it after the last one.

With --to, it moves the fragment, scene or section in LINE to another file of the work: before
the one at the line that --to names, after it with --place after, or to the end of the
file. --unit file moves the file itself, with all below it, to another place in the
order. Links to and in what moves are mended in all files of the folder, and so is the
order. Places that name what moves and cannot be mended are listed, including those in a
syntax that segls does not know, such as a shortcode of your own; then nothing happens
unless you give --force. Files that git ignores are not searched.

Only the order changes: before segls replaces a file, it checks that the result means the
same. If markup would come to mean something else, nothing happens. Move refuses a
read-only file. It also refuses a file with several hard links or another owner, because it
replaces files and does not rewrite them. If only one file changes, --in-place replaces it
anyway; other hard links then keep the old text. With standard input, the result goes to
standard output.

If several files change, all of them do or none does. If the program or the computer stops
in the middle, the next move or segls recover finishes the change or takes it back.`,
		Example: `  segls move --from 5 --before 2 chapter.md
  segls move --unit section --from 3 --after 4 --dry-run book.md
  segls move chapter.md:120 --to other.md:40
  segls move --unit scene chapter.md:120 --to other.md
  segls move --unit section chapter.md:120 --to other.md --dry-run
  segls move --unit file end.md --to intro.md`,
		Args: console.RequireArguments(1, 1),
	}
	texts := console.AddNoWorkFlag(cmd)
	r := addRearrangeFlags(cmd)
	console.AddChoiceFlag(cmd, &unit, "unit", "what to move: fragment, scene or section, or with --to the file", "fragment", "scene", "section", "file")
	cmd.Flags().IntVar(&from, "from", 0, "the `number` of the fragment, scene or section to move, instead of LINE")
	cmd.Flags().IntVar(&before, "before", 0, "put it before the one with this `number`")
	cmd.Flags().IntVar(&after, "after", 0, "put it after the one with this `number`")
	cmd.Flags().StringVar(&to, "to", "", "a `file` of the work to move it to, with or without :LINE")
	console.AddChoiceFlag(cmd, &place, "place", "where it goes: before or after what is at the line of --to, or at the end of the section there; a file before, after or below the file of --to; usual: before it, or after it for a file; without a line, at the end of the file", "usual", "before", "after", "below", "end")
	cmd.Flags().BoolVar(&r.renumber, "renumber", false, "if numbers in file names are the order, renumber the file that moves and those that it passes")
	cmd.Flags().BoolVar(&inPlace, "in-place", false, "replace a file even if it has several hard links or another owner")
	cmd.MarkFlagsMutuallyExclusive("to", "before", "after")
	cmd.MarkFlagsMutuallyExclusive("to", "in-place")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		file, line, err := splitLineNumber(paths[0])
		if err != nil {
			return err
		}
		if line == 0 && from < 1 && unit != "file" {
			return fmt.Errorf("which %s? Give FILE:LINE, or --from with its number", unit)
		}
		if to == "" {
			isAfter := cmd.Flags().Changed("after")
			if !isAfter && !cmd.Flags().Changed("before") || unit == "file" {
				return errors.New("where to? Give --before or --after with a number, or --to with a file")
			}
			place := restructure.Before.PlaceBeside(before - 1)
			if isAfter {
				place = restructure.After.PlaceBeside(after - 1)
			}
			return moveInside(cmd, texts, file, unit, line, from, place, r.dry, inPlace)
		}
		target, targetLine, err := splitLineNumber(to)
		if err != nil {
			return err
		}
		defer r.closeWork()
		if err := r.openWork(cmd, texts, file, target); err != nil {
			return err
		}
		c, err := r.moveChange(unit, file, line, from, target, targetLine, place)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		return r.carryOut(cmd, c)
	}
	return cmd
}

// moveChange returns the change that moves a file in the order, or the unit in a line or with a number to another file.
func (r *rearrangement) moveChange(unit, file string, line, number int, target string, targetLine int, place string) (rearrange.Change, error) {
	path, other := r.site.Relative(file), r.site.Relative(target)
	if unit == "file" {
		side, ok := map[string]rearrange.Side{"usual": rearrange.After, "after": rearrange.After, "before": rearrange.Before, "below": rearrange.Below}[place]
		if !ok {
			return rearrange.Change{}, errors.New("a file goes before, after or below another one")
		}
		if targetLine > 0 {
			return rearrange.Change{}, errors.New("a file goes before, after or below another one: give --to FILE without a line")
		}
		if r.renumber {
			return rearrange.Renumber(r.work, path, rearrange.Slot{Path: other, Side: side})
		}
		return rearrange.MoveFile(r.work, path, rearrange.Slot{Path: other, Side: side})
	}
	if unit == "scene" {
		return rearrange.WithScenesAsFragments(r.work, path, func(scenes rearrange.Work) (rearrange.Change, error) {
			of := *r
			of.work = scenes
			return of.moveChange("fragment", file, line, number, target, targetLine, place)
		})
	}
	d, err := r.document(file)
	if err != nil {
		return rearrange.Change{}, err
	}
	t, err := r.document(target)
	if err != nil {
		return rearrange.Change{}, err
	}
	if err := rearrange.CheckLine(d.Text, line); err != nil {
		return rearrange.Change{}, err
	}
	if err := rearrange.CheckLine(t.Text, targetLine); err != nil {
		return rearrange.Change{}, fmt.Errorf("%s: %w", target, err)
	}
	if path == other {
		return rearrange.Change{}, errors.New("that is the same file: give --before or --after with a number")
	}
	at, side := rearrange.EndOfFile(other), restructure.Before
	if place == "after" {
		side = restructure.After
	}
	switch section := findSection(t, targetLine, 0); {
	case place == "below":
		return rearrange.Change{}, fmt.Errorf("a %s goes before or after another one, or to the end of a section or file", unit)
	case targetLine == 0 && (place == "before" || place == "after"):
		return rearrange.Change{}, fmt.Errorf("%s what? Give --to FILE:LINE", place)
	case targetLine == 0:
	case section < 0 && (unit == "section" || place == "end"):
		return rearrange.Change{}, fmt.Errorf("%s:%d is not in a section", target, targetLine)
	case place == "end":
		at.Place = restructure.Under.PlaceBeside(section)
	case unit == "section":
		at.Place = side.PlaceBeside(section)
	default:
		at.Place = side.PlaceBeside(findFragment(t, targetLine, 0))
	}
	if unit == "section" {
		section := findSection(d, line, number)
		if section < 0 {
			return rearrange.Change{}, fmt.Errorf("line %d is not in a section", line)
		}
		return rearrange.MoveSection(r.work, path, section, at)
	}
	return rearrange.MoveFragment(r.work, path, findFragment(d, line, number), at)
}

// moveInside moves a fragment, a scene or a section in its file.
func moveInside(cmd *cobra.Command, texts *console.Batch, path, unit string, line, from int, to restructure.Place, dry, inPlace bool) error {
	return editFile(cmd, texts, path, dry, inPlace, func(d *analysis.Document) (restructure.Edit, error) {
		if err := rearrange.CheckLine(d.Text, line); err != nil {
			return restructure.Edit{}, err
		}
		switch unit {
		case "fragment":
			return restructure.MoveFragment(d, findFragment(d, line, from), to)
		case "scene":
			return restructure.WithScenesAsFragments(d, func(scenes *analysis.Document) (restructure.Edit, error) {
				return restructure.MoveFragment(scenes, findFragment(scenes, line, from), to)
			})
		}
		return restructure.MoveSection(d, findSection(d, line, from), to)
	})
}

// editFile changes one text by an edit, or shows the change.
func editFile(cmd *cobra.Command, texts *console.Batch, path string, dry, inPlace bool, edit func(*analysis.Document) (restructure.Edit, error)) error {
	if err := checkRegular(path); err != nil {
		return err
	}
	if path != console.StandardInput {
		if err := recoverFiles(cmd, path, dry); err != nil {
			return err
		}
	}
	d, err := texts.AnalyseFile(path)
	if err != nil {
		return err
	}
	e, err := edit(d)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	text := d.Text.String()
	after := e.Apply(text)
	for _, c := range restructure.ChangedCounters(d.Format, text, after) {
		fmt.Fprintf(cmd.ErrOrStderr(), "segls: %s:%d: %s\n", path, 1+d.Text.LineAt(c.Span.Start), sentence.New("From here on, the counter “%s” prints other numbers.", c.Name))
	}
	switch {
	case dry:
		return showChange(cmd.OutOrStdout(), path, text, after, true)
	case path == console.StandardInput:
		_, err := io.WriteString(console.DataWriter(cmd.OutOrStdout()), after)
		return err
	}
	return replaceFile(path, text, after, inPlace)
}

// checkRegular returns an error if the path is not that of a regular file: a pipe, for example, would block.
func checkRegular(path string) error {
	if path == console.StandardInput {
		return nil
	}
	about, err := os.Stat(path)
	if err == nil && !about.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file", path)
	}
	return err
}
