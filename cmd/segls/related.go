package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/library"
	"github.com/segls/segls/internal/library/store"
	"github.com/segls/segls/internal/rearrange"
)

// defaultMatches is the default maximum number of passages.
const defaultMatches = 10

func relatedCommand() *cobra.Command {
	var format, in string
	var top int
	var minScore float64
	cmd := &cobra.Command{
		Use:   "related [flags] FILE[:LINE]",
		Short: "Find passages in other texts about the same thing",
		Long: `Related finds passages in the other texts of a folder that are about the same thing as the
paragraph at a line of a file, read together with the text around it; without a line, as the
whole file. It shows the score of each and the terms that both have. Passages below
--min-score are left out. At the default, one reader found four in five of the results
related.

The folder is the repository that FILE is in, or else the working folder; --in names another
one, which need not contain FILE. It is read the first time; see segls index. FILE may be - for
standard input.`,
		Example: `  segls related notes/salt.md:40
  segls related --in ~/notes draft.md
  segls related --format json --top 20 notes/salt.md:40`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return errors.New("related to what? Give FILE or FILE:LINE; see segls related --help")
			}
			return nil
		},
	}
	texts := console.AddSettingFlagsOnly(cmd)
	texts.IgnoreWorks()
	output := console.AddOutputFlag(cmd)
	console.AddChoiceFlag(cmd, &format, "format", "output: text or json", "text", "json")
	cmd.Flags().StringVar(&in, "in", "", "look in this `folder`")
	cmd.Flags().IntVar(&top, "top", defaultMatches, "show at most this `number` of passages")
	cmd.Flags().Float64Var(&minScore, "min-score", library.MinScore, "show passages with at least this `score`; 0 shows all")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if top < 1 {
			return fmt.Errorf("--top: %d is less than 1", top)
		}
		path, line, err := splitLineNumber(args[0])
		if err != nil {
			return err
		}
		d, err := texts.AnalyseFile(path)
		if err != nil {
			return err
		}
		if err := rearrange.CheckLine(d.Text, line); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		s, err := openLibrary(in, path)
		if err != nil {
			return err
		}
		state, err := refreshLibrary(cmd, s)
		if err != nil {
			return err
		}
		unread := reportNotes(cmd, s, state)
		about := queryAbout(s, path, d, line)
		matches := state.Related(about, minScore, top)
		err = console.WriteToFileOrStdout(cmd, *output, func(w io.Writer) error {
			if format == "json" {
				return writeRelatedJSON(w, matches)
			}
			if len(matches) == 0 && minScore > 0 && !console.IsQuiet(cmd) {
				if all := state.Related(about, 0, 1); len(all) > 0 {
					fmt.Fprintf(w, "Nothing in the other texts is clearly about that; --min-score 0 shows the nearest, the best with %.1f.\n", all[0].Score)
					return nil
				}
			}
			return writeRelatedText(w, s, matches, console.StylesFor(cmd, w), !console.IsQuiet(cmd))
		})
		return cmp.Or(err, unread)
	}
	return cmd
}

// queryAbout returns the query about a line of a text, or about all of it if the line is 0.
func queryAbout(s *store.Store, path string, d *analysis.Document, line int) library.TopicQuery {
	offset := -1
	if line > 0 {
		offset = d.Text.Line(line - 1).End
	}
	if name, isIn := s.Relative(path); isIn {
		return library.QueryAbout(d, name, offset)
	}
	name := filepath.Base(path)
	if path == console.StandardInput {
		name = ""
	}
	return library.QueryAbout(d, name, offset).FromOutside()
}

func writeRelatedJSON(w io.Writer, matches []library.RelatedPassage) error {
	list := make([]answer.Passage, len(matches))
	for i, m := range matches {
		list[i] = answer.PassageOf(m)
	}
	return console.EncodeJSON(w, map[string][]answer.Passage{"related": list})
}

func writeRelatedText(w io.Writer, s *store.Store, matches []library.RelatedPassage, styles console.Styles, hasNotice bool) error {
	b := bufio.NewWriter(w)
	if len(matches) == 0 && hasNotice {
		fmt.Fprintln(b, "Nothing in the other texts is about that.")
	}
	for _, m := range matches {
		file := filepath.Join(s.Root, filepath.FromSlash(m.Name))
		fmt.Fprintf(b, "%s  %s\n", styles.Strong(fmt.Sprintf("%s:%d", console.EscapeForTerminal(console.DisplayPath(file)), m.Line+1)), console.EscapeForTerminal(answer.TitlePath(m.Section, m.Title)))
		if words := readFirstWords(file, m.Span); words != "" {
			fmt.Fprintf(b, "    “%s”\n", words)
		}
		fmt.Fprintf(b, "    %.1f  %s\n", m.Score, styles.Faint(console.EscapeForTerminal(strings.Join(m.Shared, ", "))))
	}
	return b.Flush()
}

// readFirstWords returns the first words at a place in a file, without markup, or "" if the place cannot be read.
func readFirstWords(file string, span markup.Span) string {
	content, err := os.ReadFile(file)
	if err != nil || span.End > len(content) {
		return ""
	}
	format, _ := markup.ByFileName(file)
	return openingWords(format.WithOwnDefinitions(string(content), "").ReadPassage(string(content), span, 8*openingChars))
}
