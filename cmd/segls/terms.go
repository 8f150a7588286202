package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/glossary"
	"github.com/segls/segls/internal/record"
)

func termsCommand() *cobra.Command {
	var format string
	var early bool
	var minScore int
	cmd := &cobra.Command{
		Use:   "terms [flags] PATH...|-",
		Short: "List key terms, and where each is introduced",
		Long: `Terms lists the words that several fragments are about, and where the text introduces each of
them: where it defines or emphasizes the word or has it in a heading, or else where it first
uses it. If a term is used before that, it says where.

The score is the number of fragments that are about the term; with --early, the number of uses
before it is introduced. The highest score comes first.

Several texts, and with --work all files of a work, are read as one. If there are several,
changelogs, licences and lists of names among them are skipped.

` + pathsHelp,
		Example: `  segls terms chapter.md
  segls terms --early --work book/
  segls terms --format json --work | jq -r '.terms[].term'`,
		Args: console.RequirePaths,
	}
	texts := console.AddBatchFlags(cmd)
	output := console.AddOutputFlag(cmd)
	console.AddChoiceFlag(cmd, &format, "format", "output: text or json", "text", "json")
	cmd.Flags().BoolVar(&early, "early", false, "list only terms that are used before they are introduced")
	cmd.Flags().IntVar(&minScore, "min-score", 0, "show only terms with at least this `score`")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		read, documents, err := texts.AnalyseAll(paths)
		if code := console.ExitCode(0); err != nil && !errors.As(err, &code) {
			return err
		}
		t := termReport{read: read, documents: documents, early: early, minScore: minScore}
		if len(read) > 1 {
			t.leaveOutRecords()
		}
		t.rank(glossary.TermsOf(t.documents...))
		return console.WriteToFileOrStdout(cmd, *output, func(w io.Writer) error {
			if format == "json" {
				return errors.Join(console.EncodeJSON(w, t.toJSON()), err)
			}
			return errors.Join(t.write(w, console.StylesFor(cmd, w), !console.IsQuiet(cmd)), err)
		})
	}
	return cmd
}

// termReport holds the key terms of some texts.
type termReport struct {
	read      []string // paths of the documents
	documents []*analysis.Document
	early     bool // the scores count uses before the introduction
	minScore  int
	list      []*glossary.Term
	scores    []int // of the terms in list
}

// rank lists the terms whose score is at least the minimum and not 0, the highest first.
func (t *termReport) rank(terms []*glossary.Term) {
	score := func(term *glossary.Term) int {
		if t.early {
			return term.UsesBeforeIntroduction()
		}
		return term.About
	}
	slices.SortStableFunc(terms, func(a, b *glossary.Term) int {
		return cmp.Or(cmp.Compare(score(b), score(a)), cmp.Compare(b.Fragments, a.Fragments))
	})
	for _, term := range terms {
		if n := score(term); n >= max(1, t.minScore) {
			t.list, t.scores = append(t.list, term), append(t.scores, n)
		}
	}
}

// leaveOutRecords leaves out changelogs and other records, whose words are about everything.
func (t *termReport) leaveOutRecords() {
	read, documents := t.read, t.documents
	t.read, t.documents = nil, nil
	for i, d := range documents {
		if !record.IsRecord(read[i], d) {
			t.read, t.documents = append(t.read, read[i]), append(t.documents, d)
		}
	}
}

// termsJSON is the output of `segls terms --format json`.
type termsJSON struct {
	Terms []termJSON `json:"terms"`
	Texts int        `json:"texts"`
}

type termJSON struct {
	Term       string  `json:"term"`
	Score      int     `json:"score"`
	Uses       int     `json:"uses"`
	Fragments  int     `json:"fragments"` // number that use it
	Introduced useJSON `json:"introduced"`
	How        string  `json:"how"` // defined, emphasised, heading, used
	First      useJSON `json:"first"`
	Before     int     `json:"before"` // uses before it is introduced
}

// useJSON is a use of a term. Lines count from 1.
type useJSON struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Start   int    `json:"start"` // in bytes
	End     int    `json:"end"`
	Section string `json:"section"`
}

func (t *termReport) toJSON() termsJSON {
	all := termsJSON{Terms: []termJSON{}, Texts: len(t.documents)}
	for i, term := range t.list {
		all.Terms = append(all.Terms, termJSON{
			Term: term.Written, Score: t.scores[i], Uses: len(term.Uses), Fragments: term.Fragments, How: string(term.How), Before: term.UsesBeforeIntroduction(),
			Introduced: t.useToJSON(term.Uses[term.Introduced]), First: t.useToJSON(term.Uses[0]),
		})
	}
	return all
}

func (t *termReport) useToJSON(u glossary.Use) useJSON {
	d := t.documents[u.Source]
	return useJSON{t.read[u.Source], d.Text.LineAt(u.Span.Start) + 1, u.Span.Start, u.Span.End, sectionPath(d.Sections(), u.Span.Start)}
}

func (t *termReport) write(w io.Writer, styles console.Styles, hasNotice bool) error {
	b := bufio.NewWriter(w)
	switch {
	case !hasNotice || len(t.list) > 0:
	case t.minScore > 0:
		fmt.Fprintf(b, "No key term has a score of at least %d.\n", t.minScore)
	case t.early:
		fmt.Fprintln(b, "No key term is used before it is introduced.")
	default:
		fmt.Fprintln(b, "No key terms found.")
	}
	for i, x := range t.toJSON().Terms {
		place := func(u useJSON) string { return fmt.Sprintf("%s:%d", console.EscapeForTerminal(u.Path), u.Line) }
		section := ""
		if x.Introduced.Section != "" {
			section = "  " + console.EscapeForTerminal(x.Introduced.Section)
		}
		fmt.Fprintf(b, "%s  %s%s\n", styles.Strong(console.EscapeForTerminal(x.Term)), introductions[t.list[i].How]+" "+place(x.Introduced), section)
		fmt.Fprintf(b, "    “%s”\n", console.EscapeForTerminal(t.contextOf(t.list[i].Uses[t.list[i].Introduced])))
		uses := fmt.Sprintf("%s in %s", console.FormatCount(x.Uses, "use"), console.FormatCount(x.Fragments, "fragment"))
		if x.Before > 0 {
			uses += fmt.Sprintf(", %d of them before that, first at %s", x.Before, place(x.First))
		}
		fmt.Fprintf(b, "    %d  %s\n", x.Score, styles.Faint(uses))
	}
	return b.Flush()
}

var introductions = map[glossary.IntroductionKind]string{
	glossary.Defined: "explained at", glossary.Emphasised: "emphasized at", glossary.InHeading: "in a heading at", glossary.FirstUsed: "first used at",
}

// contextOf returns the text around a use, on one line.
func (t *termReport) contextOf(u glossary.Use) string {
	const before, after = 30, 60 // bytes
	text := t.documents[u.Source].Text
	start, end := max(0, u.Span.Start-before), min(text.Len(), u.Span.End+after)
	left, right := text.Slice(markup.Span{Start: start, End: u.Span.Start}), text.Slice(markup.Span{Start: u.Span.End, End: end})
	if start > 0 {
		left = "…" + left[max(0, strings.IndexAny(left, " \t\r\n")):]
	}
	if end < text.Len() {
		if space := strings.LastIndexAny(right, " \t\r\n"); space >= 0 {
			right = right[:space+1]
		}
		right += "…"
	}
	said := strings.ToValidUTF8(left+text.Slice(u.Span)+right, "")
	return strings.Join(strings.Fields(strings.ReplaceAll(said, "\n\n", " … ")), " ")
}
