package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
)

func fragmentCommand() *cobra.Command {
	var format, curveFile string
	var finer int
	var limits analysis.PieceLimits
	cmd := &cobra.Command{
		Use:   "fragment [flags] PATH...|-",
		Short: "Show the fragments of texts",
		Long: `Fragment divides each text into fragments where its topics turn, and shows them:
their sizes, the words that say best what each is about, its first words, and
at every boundary how similar its two sides are.

` + pathsHelp + `

With --format jsonl every fragment is an object on a line of its own, with its text
and where that stands in the file: what a retrieval pipeline reads. --max-words and
--max-chars then hold without exception: what is too long is cut between paragraphs,
and a paragraph that is too long by itself between its sentences, or if it must be
between lines, words or characters. All such cuts are reported, and so is every
fragment that --min-words cannot be kept for. --overlap lets each begin with the last
sentences of the one before it.

Settings come from flags, and from settings files; see segls config.`,
		Example: `  segls fragment book.md
  segls fragment --preferred-words 300 --headings ignore book.md
  segls fragment --method texttiling book.md
  segls fragment --finer 3 book.md
  segls fragment --format json book.md | jq '.fragments[].title'
  segls fragment --format jsonl --max-words 300 --overlap 40 notes/ > notes.jsonl
  pandoc thesis.docx -t markdown | segls fragment --markup markdown -`,
		Args: somePaths,
	}
	texts := batchFlags(cmd)
	output := outputFlag(cmd)
	choiceFlag(cmd, &format, "format", "how to show them: text, json with byte offsets, or jsonl with their text", "text", "json", "jsonl")
	cmd.Flags().IntVar(&limits.MaxChars, "max-chars", 0, "with jsonl, the greatest length of a fragment in `characters`. 0 is no limit.")
	cmd.Flags().StringVar(&curveFile, "curve", "", "divide by the curve in this `file`, a number for each gap between two paragraphs, the lower the better to cut")
	cmd.Flags().IntVar(&finer, "finer", 0, "so many `boundaries` more in each text, the surest first, or with a number below 0 so many fewer, the least sure first; the method has to tell how sure it is, as blend does")
	cmd.Flags().IntVar(&limits.Overlap, "overlap", 0, "with jsonl, how many `words` of the fragment before it a fragment may repeat")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		switch {
		case limits.MaxChars < 0:
			return errors.New("max-chars: less than 0")
		case limits.Overlap < 0:
			return errors.New("overlap: less than 0")
		case format != "jsonl" && limits != analysis.PieceLimits{}:
			return errors.New("max-chars and overlap are for --format jsonl")
		}
		var curve []float64
		if curveFile != "" {
			var err error
			if curve, err = readCurve(curveFile); err != nil {
				return err
			}
		}
		return writeTo(cmd, *output, func(w io.Writer) error {
			style := stylesFor(w)
			return texts.each(paths, func(path string, d *analysis.Document) func() error {
				var notes bytes.Buffer
				show := rendering(w, func(w io.Writer) error {
					if curve != nil {
						if !texts.alone {
							return errors.New("a curve is of one text")
						}
						var err error
						if d, err = d.WithCurve(curve); err != nil {
							return fmt.Errorf("%s: %w", curveFile, err)
						}
					}
					if finer != 0 {
						var err error
						if d, err = d.Finer(finer); err != nil {
							return err
						}
					}
					switch format {
					case "json":
						return showJSON(w, path, d, texts.alone)
					case "jsonl":
						return showPieces(w, &notes, path, d, limits)
					}
					return showText(w, style, path, d)
				})
				return func() error {
					if err := show(); err != nil {
						return err
					}
					_, err := notes.WriteTo(cmd.ErrOrStderr())
					return err
				}
			})
		})
	}
	return cmd
}

// pathsHelp says how commands that take paths read them.
const pathsHelp = `A path is a file, a folder, or - for standard input. Of a folder those files are read
whose names end as those of texts do, except hidden ones and those that git ignores.
The format of a file goes by the ending of its name; what has none that is known,
and standard input, is plain text unless --markup says otherwise.`
