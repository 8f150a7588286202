package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
)

// addSpeedFlags adds the flags for reading speed.
func addSpeedFlags(cmd *cobra.Command) *answer.Speeds {
	s := new(answer.Speeds)
	cmd.Flags().IntVar(&s.Silent, "words-per-minute", analysis.WordsPerMinute, "reading speed in `words` a minute")
	cmd.Flags().IntVar(&s.Aloud, "words-per-minute-aloud", analysis.WordsPerMinuteAloud, "speed of reading aloud in `words` a minute")
	return s
}

func checkSpeeds(s *answer.Speeds) error {
	if s.Silent < 1 || s.Aloud < 1 {
		return errors.New("--words-per-minute and --words-per-minute-aloud must be at least 1")
	}
	return nil
}

func statsCommand() *cobra.Command {
	var format string
	var target int
	var sections, footnotes bool
	cmd := &cobra.Command{
		Use:   "stats [flags] PATH...|-",
		Short: "Count words, paragraphs, fragments and reading time",
		Long: `Stats counts each text and all of them together: words, paragraphs, fragments, reading
time, and how the lengths of paragraphs and fragments are distributed. For a single
text, or with --sections for each, it shows the words of every section, alone and with
its subsections. Only prose counts, not headings, code or tables; with --footnotes, footnotes do too.

A file of a work is divided as a part of it. With --work, all files of
the work are counted, in their order; segls work shows them as a tree.

` + pathsHelp,
		Example: `  segls stats chapter.md
  segls stats --target 80000 book/
  segls stats --format json book/ | jq '.total.words'`,
		Args: console.RequirePaths,
	}
	texts := console.AddBatchFlags(cmd)
	texts.Notebooks = true
	output := console.AddOutputFlag(cmd)
	console.AddChoiceFlag(cmd, &format, "format", "output: text or json", "text", "json")
	speed := addSpeedFlags(cmd)
	cmd.Flags().IntVar(&target, "target", 0, "the length in `words` that all texts together should reach")
	cmd.Flags().BoolVar(&footnotes, "footnotes", false, "count the words of footnotes too, in the lengths of texts")
	cmd.Flags().BoolVar(&sections, "sections", false, "show the sections of each text")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		if err := checkSpeeds(speed); err != nil {
			return err
		}
		if target < 0 {
			return errors.New("--target must be at least 0")
		}
		return console.WriteToFileOrStdout(cmd, *output, func(w io.Writer) error {
			s := answer.Stats{Target: target, Speed: speed, Texts: []answer.TextStats{}}
			err := texts.AnalyseEach(paths, func(path string, d *analysis.Document) func() error {
				t := answer.StatsOf(path, d, speed)
				if footnotes {
					t.Lengths = speed.Lengths(t.Words+d.FootnoteWords(), t.Paragraphs, t.Fragments)
					t.Lengths.Scenes = len(d.Scenes())
				}
				return func() error { s.Add(t); return nil }
			})
			if code := console.ExitCode(0); err != nil && !errors.As(err, &code) {
				return err
			}
			if s.Target == 0 {
				s.Target = workTarget(texts)
			}
			s.Finish()
			b := bufio.NewWriter(w)
			if format == "json" {
				return errors.Join(console.EncodeJSON(b, s), err)
			}
			if len(s.Texts) == 0 { // the reason has been reported
				return err
			}
			view := statsView{b, console.StylesFor(cmd, w), &s, console.Width(w)}
			view.write(sections || texts.Alone)
			return errors.Join(b.Flush(), err)
		})
	}
	return cmd
}

// workTarget returns the target of the work in words, or 0 if there is no work or no target.
func workTarget(texts *console.Batch) int {
	if texts.Site.Work == nil {
		return 0
	}
	return texts.Site.Target("")
}

// formatReadingTime formats minutes for a reader.
func formatReadingTime(minutes float64) string {
	d := time.Duration(minutes * float64(time.Minute)).Round(time.Minute)
	switch {
	case d < time.Minute:
		return "less than a minute"
	case d < 2*time.Hour:
		return console.FormatCount(int(d.Minutes()), "minute")
	}
	return fmt.Sprintf("%d h %02d min", int(d.Hours()), int(d.Minutes())%60)
}
