package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/restructure"
	"github.com/segls/segls/cmd/segls/console"
	"github.com/segls/segls/lsp"
)

func moveCommand() *cobra.Command {
	var from, before int
	var unit string
	var dry, inPlace bool
	cmd := &cobra.Command{
		Use:   "move [flags] FILE|-",
		Short: "Move a fragment or a section",
		Long: `Move moves one fragment of a text in front of another, or one section with everything
in it. Fragments have the numbers that segls fragment shows; sections are numbered by
their headings, from the top. A section takes the level of the one that it comes to
stand before. One more than the last number means the end.

Only the order changes: before the file is replaced, the result is checked to mean the
same. Where markup would come to mean something else, nothing happens. A read-only file
is refused, and so is one that would not be the same file after it is replaced, because
it has several hard links or another owner: --in-place writes over what it holds. With
standard input, the result goes to standard output.`,
		Example: `  segls move --from 5 --before 2 chapter.md
  segls move --unit section --from 3 --before 2 --dry-run book.md`,
		Args: cobra.ExactArgs(1),
	}
	settings := console.SettingFlags(cmd)
	cmd.Flags().StringVar(&unit, "unit", "fragment", "what to move: fragment or section")
	cmd.Flags().IntVar(&from, "from", 0, "the `number` of the fragment or section to move")
	cmd.Flags().IntVar(&before, "before", 0, "the `number` of the one to put it before")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "show the change as a diff, and change nothing")
	cmd.Flags().BoolVar(&inPlace, "in-place", false, "write over what the file holds, instead of putting a new file in its place")
	for _, name := range []string{"from", "before"} {
		if err := cmd.MarkFlagRequired(name); err != nil {
			panic(err) // the flag has just been made
		}
	}
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		path := paths[0]
		if err := checkRegular(path); err != nil {
			return err
		}
		text, err := console.ReadFile(cmd.InOrStdin(), path)
		if err != nil {
			return err
		}
		d, _, err := analysed(settings, path, text)
		if err != nil {
			return err
		}
		var e restructure.Edit
		switch unit {
		case "fragment":
			e, err = restructure.MoveFragment(d, from-1, before-1)
		case "section":
			e, err = restructure.MoveSection(d, from-1, before-1)
		default:
			return fmt.Errorf("unit: %q is not one of fragment, section", unit)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		after := e.Apply(text)
		switch {
		case dry:
			return showChange(cmd.OutOrStdout(), path, text, after, true)
		case path == "-":
			_, err := io.WriteString(cmd.OutOrStdout(), after)
			return err
		}
		return replaceFile(path, text, after, inPlace)
	}
	return cmd
}

// checkRegular refuses what is no file, or would be waited for.
func checkRegular(path string) error {
	if path == console.StandardInput {
		return nil
	}
	about, err := os.Stat(path)
	if err == nil && !about.Mode().IsRegular() {
		err = fmt.Errorf("%s is no regular file", path)
	}
	return err
}

// analysed is a text under the settings for its file, with these.
func analysed(s *console.SettingSource, path, text string) (*analysis.Document, lsp.Settings, error) {
	effective, err := s.Of(path, nil)
	if err == nil {
		err = s.CheckLimits(path, effective)
	}
	if err != nil {
		return nil, lsp.Settings{}, err
	}
	a := effective.Settings.Analysis
	return analysis.New(text, console.FormatOf(path, &a), a, s.Fixed()...), effective.Settings, nil
}
