package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
)

func fragmentCommand() *cobra.Command {
	var format, curveFile string
	cmd := &cobra.Command{
		Use:   "fragment [flags] FILE...|-",
		Short: "Show the fragments of a text",
		Long: `Fragment divides each file into fragments where its topics turn, and shows them:
their sizes, the terms that tell each from its neighbours, its first words, and
at every boundary how similar its two sides are.

The format of a file goes by the ending of its name; what has none that is known,
and standard input (-), is plain text unless --markup says otherwise.

Settings come from flags, and from settings files; see segls config.`,
		Example: `  segls fragment book.md
  segls fragment --preferred-words 300 --headings ignore book.md
  segls fragment --method texttiling book.md
  segls fragment --format json book.md | jq '.fragments[].title'
  pandoc thesis.docx -t markdown | segls fragment --markup markdown -`,
		Args: cobra.MinimumNArgs(1),
	}
	settings := settingFlags(cmd)
	cmd.Flags().StringVar(&format, "format", "text", "how to show them: text, or json with byte offsets")
	cmd.Flags().StringVar(&curveFile, "curve", "", "divide by the curve in this `file`, a number for each gap between two paragraphs, the lower the better to cut")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		var show func(w io.Writer, path string, d *analysis.Document) error
		switch format {
		case "text":
			show = showText
		case "json":
			show = showJSON(len(paths) == 1)
		default:
			return fmt.Errorf("format: %q is not one of text, json", format)
		}
		if curveFile != "" && len(paths) > 1 {
			return errors.New("a curve is of one file")
		}
		return eachFile(cmd, paths, func(path, text string) error {
			effective, err := settings.of(path, nil)
			if err != nil {
				return err
			}
			if err := settings.checkLimits(path, effective); err != nil {
				return err
			}
			s := effective.Settings.Analysis
			d := analysis.New(text, formatOf(path, &s), s, settings.fixed()...)
			if curveFile != "" {
				curve, err := readCurve(curveFile)
				if err != nil {
					return err
				}
				if d, err = d.WithCurve(curve); err != nil {
					return fmt.Errorf("%s: %w", curveFile, err)
				}
			}
			return show(cmd.OutOrStdout(), path, d)
		})
	}
	return cmd
}

// eachFile calls f with each file and its content. A file that cannot be read is
// reported, and the others are done all the same.
func eachFile(cmd *cobra.Command, paths []string, f func(path, text string) error) error {
	var failed error
	for _, path := range paths {
		text, err := readFile(cmd.InOrStdin(), path)
		if err != nil {
			fmt.Fprintln(cmd.ErrOrStderr(), "segls:", err)
			failed = exitCode(exitUsage)
			continue
		}
		if err := f(path, text); err != nil {
			return err
		}
	}
	return failed
}

// readFile reads a file, or the standard input for "-".
func readFile(stdin io.Reader, path string) (string, error) {
	var text []byte
	var err error
	if path == "-" {
		text, err = io.ReadAll(stdin)
	} else {
		text, err = os.ReadFile(path)
	}
	return string(text), err
}
