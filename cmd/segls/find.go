package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/find"
)

// findOptions holds the flags of `segls find`.
type findOptions struct {
	chunkOptions      // the limits and the tokenizer
	words, in, format string
	options           find.Options
}

func findCommand() *cobra.Command {
	var f findOptions
	cmd := &cobra.Command{
		Use:   "find [flags] WORDS...",
		Short: "Find passages in a folder by words or a question",
		Long: `Find shows the passages in the texts of a folder that match some words or answer a whole
question, the best first: the title and place of each, the sentence that matches best, and its
length. A passage is about one thing, and you choose its length: --words 150..400 divides the
texts so that each passage has at least 150 words, wherever headings allow it, and at most 400.

Words count in all their forms, with and without accents; those that say little, such as "the",
do not. "Words in quotation marks" are found word for word, in upper or lower case, with and
without accents; a word with - before it must not be in the passage; and salt* finds every
word that begins with salt. Write a query with any of these in single quotation marks, so that
the shell does not change it.

The folder is the repository that the working folder is in, or else the working folder; --in names
another one. It is read the first time; see segls index.`,
		Example: `  segls find salt caravans
  segls find 'why did the pans fall dry?'
  segls find --in ~/notes '"spring tide" brine -moon'
  segls find --words 150..400 --top 3 --format jsonl tides
  vim -q <(segls find --format vimgrep tides)`,
		Args: func(_ *cobra.Command, args []string) error {
			if strings.TrimSpace(strings.Join(args, "")) == "" {
				return errors.New("find what? Give WORDS or a question; see segls find --help")
			}
			return nil
		},
	}
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if strings.Contains(err.Error(), "shorthand") {
			return errors.New("there is no such flag; to leave out passages with a word, put the query in quotation marks: segls find 'tide -moon'")
		}
		return console.ExplainFlagError(cmd, err)
	})
	output := console.AddOutputFlag(cmd)
	flags := cmd.Flags()
	console.AddChoiceFlag(cmd, &f.format, "format", "output: text, json, jsonl with a passage on each line, or vimgrep with a place on each line, for editors", "text", "json", "jsonl", "vimgrep")
	flags.StringVar(&f.in, "in", "", "look in this `folder`")
	flags.IntVar(&f.options.Top, "top", defaultMatches, "show at most this `number` of passages")
	flags.Float64Var(&f.options.MinScore, "min-score", 0, "show only passages with at least this `score`, which can be compared only with scores for the same words")
	flags.StringVar(&f.words, "words", "", "the `length` of passages in words: 150..400, ..400, 150.., or 200 for 133..200; by default 60..150, or 20..60 if the query has only a few words")
	flags.IntVar(&f.options.Preferred, "preferred-words", 0, "how many `words` a passage should have; 0 means halfway between the limits")
	flags.IntVar(&f.limits.MaxChars, "max-chars", 0, "the maximum length of a passage in `characters`; 0 means no maximum")
	flags.IntVar(&f.limits.MaxTokens, "max-tokens", 0, "the maximum length of a passage in `tokens`; needs --tokenizer or --token-counter")
	f.addTokenFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return f.run(cmd, args, *output) }
	return cmd
}

func (f *findOptions) run(cmd *cobra.Command, args []string, output string) (err error) {
	if f.options.Top < 1 {
		return fmt.Errorf("--top: %d is less than 1", f.options.Top)
	}
	if f.options.Preferred < 0 {
		return errors.New("--preferred-words must not be negative")
	}
	if f.words != "" {
		if f.limits.MinWords, f.limits.MaxWords, err = parseWordRange(f.words); err != nil {
			return err
		}
	}
	if err := f.check("jsonl"); err != nil {
		return err
	}
	done, err := f.openTokenCounter()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	f.options.Limits = f.limits
	s, err := openLibrary(f.in, ".")
	if err != nil {
		return err
	}
	state, err := refreshLibrary(cmd, s)
	if err != nil {
		return err
	}
	unread := reportNotes(cmd, s, state)
	texts, err := s.OpenTexts(state)
	if err != nil {
		return err
	}
	defer texts.Close()
	hits, err := find.Find(cmd.Context(), state.Index, texts, find.Parse(strings.Join(args, " "), false), f.options)
	if err != nil {
		return err
	}
	list := make([]answer.Hit, 0, len(hits))
	for _, h := range hits {
		list = append(list, answer.HitOf(h, f.limits.Tokens != nil))
	}
	err = console.WriteToFileOrStdout(cmd, output, func(w io.Writer) error {
		on := func(name string) string { return console.DisplayPath(filepath.Join(s.Root, filepath.FromSlash(name))) }
		switch f.format {
		case "json":
			return console.EncodeJSON(w, map[string][]answer.Hit{"hits": list})
		case "jsonl":
			b := bufio.NewWriter(w)
			for _, h := range list {
				if err := answer.EncodeLine(b, h); err != nil {
					return err
				}
			}
			return b.Flush()
		case "vimgrep":
			b := bufio.NewWriter(w)
			for _, h := range list {
				fmt.Fprintf(b, "%s:%d:%d:%s\n", console.EscapeForTerminal(on(h.Path)), h.Answer.Line, h.Answer.Column, console.EscapeForTerminal(h.Answer.Text))
			}
			return b.Flush()
		}
		if len(list) == 0 && f.options.MinScore > 0 && !console.IsQuiet(cmd) {
			fmt.Fprintf(w, "No passage that matches has a score of at least %g; a lower --min-score may find some.\n", f.options.MinScore)
			return nil
		}
		return writeHits(w, list, on, console.StylesFor(cmd, w), !console.IsQuiet(cmd))
	})
	return cmp.Or(err, unread)
}

// parseWordRange parses a length: 150..400, ..400, 150.. or 200.
func parseWordRange(text string) (least, most int, err error) {
	from, to, isRange := strings.Cut(text, "..")
	if !isRange {
		to = from
	}
	number := func(s string) int {
		n := 0
		if s = strings.TrimSpace(s); s != "" {
			var wrong error
			if n, wrong = strconv.Atoi(s); wrong != nil || n < 1 {
				err = fmt.Errorf("--words: %q is not a length such as 150..400, ..400, 150.. or 200", text)
			}
		}
		return n
	}
	least, most = number(from), number(to)
	if !isRange { // a length alone is the maximum, and two thirds of it the minimum
		least = least * 2 / 3
	}
	if err == nil && (least == 0 && most == 0 || most > 0 && least > most) {
		err = fmt.Errorf("--words: %q is not a length such as 150..400, ..400, 150.. or 200", text)
	}
	return least, most, err
}

// writeHits writes passages for readers.
func writeHits(w io.Writer, hits []answer.Hit, on func(string) string, styles console.Styles, hasNotice bool) error {
	b := bufio.NewWriter(w)
	if len(hits) == 0 && hasNotice {
		fmt.Fprintln(b, "No passage matches that.")
	}
	for _, h := range hits {
		place := fmt.Sprintf("%s:%d", console.EscapeForTerminal(on(h.Path)), h.StartLine)
		fmt.Fprintf(b, "%s  %s\n", styles.Strong(place), console.EscapeForTerminal(answer.TitlePath(h.Section, h.Title)))
		fmt.Fprintf(b, "    %s\n", highlightAnswer(h.Answer, styles))
		facts := []string{console.FormatCount(h.Words, "word")}
		if h.Tokens != nil {
			facts = append(facts, console.FormatCount(*h.Tokens, "token"))
		}
		for _, c := range h.Also[:min(len(h.Also), 3)] {
			facts = append(facts, fmt.Sprintf("also in %s:%d", on(c.Path), c.Line))
		}
		fmt.Fprintf(b, "    %.1f  %s\n", h.Score, styles.Faint(console.EscapeForTerminal(strings.Join(facts, ", "))))
	}
	return b.Flush()
}

// highlightAnswer returns the text of an answer with the words of the query emphasised.
func highlightAnswer(a answer.AnswerSentence, styles console.Styles) string {
	var b strings.Builder
	at := 0
	for _, m := range a.Marks {
		b.WriteString(console.EscapeForTerminal(a.Text[at:m[0]]))
		b.WriteString(styles.Accent(console.EscapeForTerminal(a.Text[m[0]:m[1]])))
		at = m[1]
	}
	b.WriteString(console.EscapeForTerminal(a.Text[at:]))
	return b.String()
}
