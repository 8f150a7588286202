package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/shape"
)

// fragmentOptions holds the flags of `segls fragment`.
type fragmentOptions struct {
	texts             *console.Batch
	chunks            *chunkOptions
	output            string
	format, curveFile string
	finer             int

	curve []float64 // of curveFile; nil if there is none
}

func fragmentCommand() *cobra.Command {
	var f fragmentOptions
	cmd := &cobra.Command{
		Use:   "fragment [flags] PATH...|-",
		Short: "Show the fragments of texts",
		Long: `Fragment divides each text where its topics turn and shows the fragments: how long
each is, which words say best what it is about, how it begins, and at every boundary how similar
the two sides are.

` + pathsHelp + `

With --format jsonl, every fragment is an object on a line of its own, with its text
and its place in the file, ready for a search index. So is a section
without prose, such as one with only a table. What is in no object, such as headings and comments, is
counted in one line on standard error.

--max-words, --max-chars and --max-tokens then hold without exception. A fragment that is
too long is divided by topic, between its sentences; a table that is too long, between rows,
with its header in each object; a sentence that is too long, between lines, words or
characters. Every cut within a sentence, a table or another block is reported. An object that would have less than a tenth of the
maximum is joined with a neighbour in its section that has room. --min-words, --min-chars and
--min-tokens set another minimum, and every shorter fragment is reported.

With --overlap, each fragment begins with the last sentences of the one before it in its
section; with --with-headings, with the headings above it.

For many files, --shard takes a part of them, and --since-manifest those that are new or
have changed; a text that is gone is then a line with "removed".

With --as-shown, the fragments are as your editor last showed them: with the boundaries that you
have seen there, and what you have moved in one piece. This reads what segls remembers and changes
nothing.

A file of a work is divided as a part of it. With --work, all files
of the work are shown in their order; as JSON they are one object.

Settings come from flags and from settings files; see segls config.`,
		Example: `  segls fragment book.md
  segls fragment --work book/
  segls fragment --preferred-words 300 --headings ignore book.md
  segls fragment --method texttiling book.md
  segls fragment --finer 3 book.md
  segls fragment --as-shown book.md
  segls fragment --format json book.md | jq '.fragments[].title'
  segls fragment --format jsonl --max-words 300 --overlap 40 notes/ > notes.jsonl
  segls fragment --format jsonl --max-tokens 512 --tokenizer cl100k --with-headings notes/
  segls fragment --format jsonl --since-manifest notes.manifest notes/ >> notes.jsonl
  pandoc thesis.docx -t markdown | segls fragment --markup markdown -`,
		Args: console.RequirePaths,
	}
	f.texts = console.AddBatchFlags(cmd)
	f.texts.Notebooks = true
	output := console.AddOutputFlag(cmd)
	console.AddChoiceFlag(cmd, &f.format, "format", "output: text, json with byte offsets, or jsonl with the text of each fragment", "text", "json", "jsonl")
	f.chunks = addChunkFlags(cmd)
	cmd.Flags().StringVar(&f.curveFile, "curve", "", "use the curve in this `file`: a number for each gap between two paragraphs, low where the topic turns")
	cmd.Flags().IntVar(&f.finer, "finer", 0, "show this many more `boundaries`, the surest first; with a negative number show fewer, dropping the least sure; needs a method that says how sure it is, such as blend")
	asShown := false
	cmd.Flags().BoolVar(&asShown, "as-shown", false, "show the fragments as your editor last showed them, if segls remembers them (see the setting remember), instead of dividing again")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		if asShown {
			f.texts.AsShown = newShownRestorer(shape.Open(shape.Folder()))
		}
		f.output = *output
		return f.run(cmd, paths)
	}
	return cmd
}

// newShownRestorer returns a function that restores a document's fragments from the store, as far as that can be read.
func newShownRestorer(in *shape.Store) func(path string, d *analysis.Document) *analysis.Document {
	in.IsReadOnly = true
	return func(path string, d *analysis.Document) *analysis.Document {
		absolute, err := filepath.Abs(path)
		if err != nil {
			return d
		}
		shown, _, _ := in.Restore(absolute, d)
		return shown
	}
}

func (f *fragmentOptions) run(cmd *cobra.Command, paths []string) error {
	if err := f.chunks.check(f.format); err != nil {
		return err
	}
	if f.texts.Whole && (f.chunks.shard != "" || f.chunks.manifest != "") {
		return errors.New("--shard and --since-manifest read each text alone, so they cannot be used with --work")
	}
	if f.curveFile != "" {
		var err error
		if f.curve, err = readCurve(f.curveFile); err != nil {
			return err
		}
		if f.texts.Whole {
			return errors.New("--curve has the curve of a single text, so it cannot be used with --work")
		}
		f.texts.IgnoreWorks()
	}
	if f.format == "jsonl" {
		f.texts.SetPreferredWords(func(a analysis.Settings) int { return chunk.PreferredWords(f.chunks.limitsUnder(a)) })
		return f.chunks.showAllChunks(cmd, f.texts, paths, f.output, f.redivide)
	}
	return console.WriteToFileOrStdout(cmd, f.output, func(w io.Writer) error {
		switch {
		case f.texts.Whole && f.format == "json":
			return writeWorkJSON(w, f.texts, paths, f.finer)
		case f.format == "json":
			return console.WriteJSON(w, f.texts, paths, f.documentAnswer)
		}
		style, width := console.StylesFor(cmd, w), console.Width(w)
		return f.texts.AnalyseEach(paths, func(path string, d *analysis.Document) func() error {
			return f.texts.InTurn(w, func(w io.Writer) error {
				d, err := f.redivide(d)
				if err != nil {
					return err
				}
				return showFragments(w, style, width, path, f.texts.OrderPath(path), d)
			})
		})
	})
}

// redivide returns a document divided as the flags require.
func (f *fragmentOptions) redivide(d *analysis.Document) (*analysis.Document, error) {
	if f.curve != nil {
		if !f.texts.Alone {
			return nil, errors.New("--curve has the curve of a single text, so it cannot be used with --work")
		}
		var err error
		if d, err = d.WithCurve(f.curve); err != nil {
			return nil, fmt.Errorf("%s: %w", f.curveFile, err)
		}
	}
	if f.finer != 0 {
		return d.AdjustBoundaries(f.finer)
	}
	return d, nil
}

// documentAnswer returns the JSON answer for a document.
func (f *fragmentOptions) documentAnswer(path string, d *analysis.Document) (any, error) {
	d, err := f.redivide(d)
	if err != nil {
		return nil, err
	}
	return answer.DocumentWithLists(path, d, console.StreamedArray[answer.Paragraph](answer.ParagraphsOf(d)), console.StreamedArray[answer.Gap](answer.GapsOf(d)), console.StreamedArray[answer.Fragment](answer.FragmentsOf(d))), nil
}

// pathsHelp explains the path arguments of commands.
const pathsHelp = `A path is a file, a folder, or - for standard input. In a folder, all files with the
endings of texts are read, except hidden files and those that git ignores. The ending
of its name decides a file's format; standard input and files with an unknown ending
are plain text unless --markup says otherwise.`
