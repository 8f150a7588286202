package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
)

func mergeCommand() *cobra.Command {
	var number int
	var unit string
	var inPlace bool
	cmd := &cobra.Command{
		Use:   "merge [flags] FILE[:LINE]|-",
		Short: "Merge a fragment with the next, or a file with the next of its work",
		Long: `Merge undoes a split: it joins what segls, or you, had divided.

With a LINE, it merges the fragment there with the next one: a directive that forbids the
boundary between them is written, or one that asks for it is removed. With --unit scene,
the break between the two scenes is removed. With --unit paragraph, the paragraph there and
the next become one. Before segls replaces the file, it checks that the result means the
same. A heading between two fragments stays: remove it in your editor if you do not want it.

Without a LINE, it appends the next file in the order of the work to FILE, and takes it out
of the order. With --unit section, FILE becomes the last section of the file before it.
Headings, footnotes and link definitions come along, and links in all files of the folder
are mended, as with segls move --to. All files are changed, or none.

To read a whole work as one text, use segls work --join.`,
		Example: `  segls merge chapter.md:120
  segls merge --unit scene chapter.md:120 --dry-run
  segls merge --from 3 - < chapter.md
  segls merge book/road.md --dry-run
  segls merge --unit section book/pans.md`,
		Args: console.RequireArguments(1, 1),
	}
	texts := console.AddNoWorkFlag(cmd)
	r := addRearrangeFlags(cmd)
	console.AddChoiceFlag(cmd, &unit, "unit", "what to merge: fragment, scene or paragraph with LINE or --from, else file or section; usual means fragment with LINE or --from, else file", "usual", "fragment", "scene", "paragraph", "file", "section")
	cmd.Flags().IntVar(&number, "from", 0, "the `number` of the fragment, scene or paragraph, instead of LINE")
	cmd.Flags().BoolVar(&inPlace, "in-place", false, "replace a file even if it has several hard links or another owner")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		file, line, err := splitLineNumber(paths[0])
		if err != nil {
			return err
		}
		isInside := line > 0 || cmd.Flags().Changed("from")
		switch {
		case isInside && (unit == "file" || unit == "section"):
			return fmt.Errorf("--unit %s merges files: give FILE without a line", unit)
		case !isInside && (file == console.StandardInput || unit != "usual" && unit != "file" && unit != "section"):
			return errors.New("which one? Give FILE:LINE, or --from with its number")
		case !isInside && inPlace:
			return errors.New("--in-place is for a change of one file: give FILE:LINE")
		case isInside:
			return editFile(cmd, texts, file, r.dry, inPlace, func(d *analysis.Document) (restructure.Edit, error) {
				return mergeInside(d, unit, line, number)
			})
		}
		return mergeInWork(cmd, texts, r, file, unit)
	}
	return cmd
}

// mergeInside merges the unit in a line, or with a number from 1, with the next one.
func mergeInside(d *analysis.Document, unit string, line, number int) (restructure.Edit, error) {
	if err := rearrange.CheckLine(d.Text, line); err != nil {
		return restructure.Edit{}, err
	}
	switch unit {
	case "scene":
		return restructure.WithScenesAsFragments(d, func(scenes *analysis.Document) (restructure.Edit, error) {
			return mergeFragment(scenes, "scene", line, number)
		})
	case "paragraph":
		paragraph := number - 1
		if line > 0 {
			paragraph = d.ParagraphAt(d.Text.Line(line - 1).End)
		}
		if paragraph < 0 || paragraph >= d.NumParagraphs() {
			return restructure.Edit{}, missingUnitError("paragraph", line, number)
		}
		return restructure.MergeParagraphWithNext(d, paragraph)
	}
	return mergeFragment(d, "fragment", line, number)
}

func mergeFragment(d *analysis.Document, unit string, line, number int) (restructure.Edit, error) {
	fragment := findFragment(d, line, number)
	if fragment < 0 || fragment >= d.NumFragments() {
		return restructure.Edit{}, missingUnitError(unit, line, number)
	}
	return restructure.MergeFragments(d, fragment)
}

// missingUnitError returns the error for a line on which no unit is or, for line 0, for a number that no unit has.
func missingUnitError(unit string, line, number int) error {
	if line > 0 {
		return fmt.Errorf("there is no %s on line %d", unit, line)
	}
	return fmt.Errorf("there is no %s %d", unit, number)
}

// mergeInWork merges two files of a work.
func mergeInWork(cmd *cobra.Command, texts *console.Batch, r *rearrangement, file, unit string) error {
	defer r.closeWork()
	if err := r.openWork(cmd, texts, file); err != nil {
		return err
	}
	if _, err := r.document(file); err != nil {
		return err
	}
	merge := rearrange.MergeNextFile
	if unit == "section" {
		merge = rearrange.FileToSection
	}
	c, err := merge(r.work, r.site.Relative(file))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return r.carryOut(cmd, c)
}
