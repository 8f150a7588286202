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
	cmd := &cobra.Command{
		Use:   "terms [flags] PATH...|-",
		Short: "List key terms, and where each is introduced",
		Long: `Terms lists the words that several fragments are about, in the order in which the text
introduces them: where it says what they mean, emphasises them or has them in a heading, or else
where it first uses them. For a term that is used before it is introduced it says where.

Several texts, and with --work all files of a work, are read as one. Changelogs, licences, lists
of names and the like are left out of several. Several texts that are not read as a work have no
order, so the term that most fragments are about comes first. With --early, the term that is used most before it
is introduced comes first.

` + pathsHelp,
		Example: `  segls terms chapter.md
  segls terms --early --work book/
  segls terms --format json --work | jq -r '.terms[].term'`,
		Args: console.SomePaths,
	}
	texts := console.BatchFlags(cmd)
	output := console.OutputFlag(cmd)
	console.ChoiceFlag(cmd, &format, "format", "output: text or json", "text", "json")
	cmd.Flags().BoolVar(&early, "early", false, "list only terms that are used before they are introduced")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		read, documents, err := texts.All(paths)
		if code := console.ExitCode(0); err != nil && !errors.As(err, &code) {
			return err
		}
		t := termReport{read: read, documents: documents}
		if len(read) > 1 {
			t.leaveOutRecords()
		}
		for _, term := range glossary.TermsOf(t.documents...) {
			if !early || term.Before() > 0 {
				t.list = append(t.list, term)
			}
		}
		if len(read) > 1 && !texts.Whole {
			slices.SortStableFunc(t.list, func(a, b *glossary.Term) int {
				return cmp.Or(cmp.Compare(b.About, a.About), cmp.Compare(b.Fragments, a.Fragments))
			})
		}
		if early {
			slices.SortStableFunc(t.list, func(a, b *glossary.Term) int { return cmp.Compare(b.Before(), a.Before()) })
		}
		return console.WriteTo(cmd, *output, func(w io.Writer) error {
			if format == "json" {
				return errors.Join(console.Encode(w, t.toJSON()), err)
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
	list      []*glossary.Term
}

// leaveOutRecords leaves out changelogs and the like, whose words are about everything.
func (t *termReport) leaveOutRecords() {
	read, documents := t.read, t.documents
	t.read, t.documents = nil, nil
	for i, d := range documents {
		if !record.Is(read[i], d) {
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
	Uses       int     `json:"uses"`
	Fragments  int     `json:"fragments"` // number that use it
	Introduced useJSON `json:"introduced"`
	How        string  `json:"how"` // defined, emphasised, heading, used
	First      useJSON `json:"first"`
	Before     int     `json:"before"` // uses before it is introduced
}

// useJSON has a line from 1.
type useJSON struct {
	Path  string `json:"path"`
	Line  int    `json:"line"`
	Start int    `json:"start"` // in bytes
	End   int    `json:"end"`
}

func (t *termReport) toJSON() termsJSON {
	all := termsJSON{Terms: []termJSON{}, Texts: len(t.documents)}
	for _, term := range t.list {
		all.Terms = append(all.Terms, termJSON{
			Term: term.Written, Uses: len(term.Uses), Fragments: term.Fragments, How: string(term.How), Before: term.Before(),
			Introduced: t.use(term.Uses[term.Introduced]), First: t.use(term.Uses[0]),
		})
	}
	return all
}

func (t *termReport) use(u glossary.Use) useJSON {
	return useJSON{t.read[u.Source], t.documents[u.Source].Text.LineAt(u.Span.Start) + 1, u.Span.Start, u.Span.End}
}

func (t *termReport) write(w io.Writer, styles console.Styles, isTold bool) error {
	b := bufio.NewWriter(w)
	if len(t.list) == 0 && isTold {
		fmt.Fprintln(b, "No key terms found.")
	}
	for i, x := range t.toJSON().Terms {
		place := func(u useJSON) string { return fmt.Sprintf("%s:%d", console.Printable(u.Path), u.Line) }
		fmt.Fprintf(b, "%s  %s, %s in %s\n", styles.Strong(console.Printable(x.Term)), introductions[t.list[i].How]+" "+place(x.Introduced), console.Count(x.Uses, "use"), console.Count(x.Fragments, "fragment"))
		fmt.Fprintf(b, "    “%s”\n", console.Printable(t.contextOf(t.list[i].Uses[t.list[i].Introduced])))
		if x.Before > 0 {
			fmt.Fprintf(b, "    %s\n", styles.Faint(fmt.Sprintf("used before that %s, first at %s", countUses(x.Before), place(x.First))))
		}
	}
	return b.Flush()
}

var introductions = map[glossary.Introduction]string{
	glossary.Defined: "explained at", glossary.Emphasised: "emphasised at", glossary.InHeading: "in a heading at", glossary.FirstUsed: "first used at",
}

func countUses(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// contextOf returns the text around a use, on one line.
func (t *termReport) contextOf(u glossary.Use) string {
	const before, after = 30, 60 // bytes
	text := t.documents[u.Source].Text
	start, end := max(0, u.Span.Start-before), min(text.Len(), u.Span.End+after)
	words := strings.Fields(strings.ToValidUTF8(strings.ReplaceAll(text.Slice(markup.Span{Start: start, End: end}), "\n\n", " … "), ""))
	if start > 0 && len(words) > 1 {
		words[0] = "…"
	}
	if end < text.Len() && len(words) > 1 {
		words[len(words)-1] = "…"
	}
	return strings.Join(words, " ")
}
