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
	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/work"
)

func workCommand() *cobra.Command {
	var format string
	var join bool
	cmd := &cobra.Command{
		Use:   "work [flags] [PATH]",
		Short: "Show a work of many files: its order, its lengths, what is wrong with it",
		Long: `Work shows the files of a book, a thesis or a manual in their order, each with its
fragments and its words, alone and with what is below it, and the reading time of the whole.
The files are divided as one text.

PATH is a file of the work, the folder of the work, or a folder inside it; without PATH, the
working folder. The order is read from what you already have: the summary of mdBook or
GitBook, Quarto, bookdown, MkDocs, Jupyter Book, MyST, Docusaurus, Sphinx, Leanpub, Longform,
what a LaTeX, AsciiDoc or Org file includes, or the table [work] of .segls.toml. Without such
an order, the files come in the order of their names. Files that the order leaves out are
listed last.

With --join, the work is written as one text, its files in their order. Links between them
lead to places in it, and relative paths are adapted to where it is written.`,
		Example: `  segls work
  segls work thesis/main.tex
  segls work --join --output book.md book/
  segls work --format json docs/ | jq '.problems'`,
		Args: console.RequireArguments(0, 1),
	}
	texts := console.AddSettingFlagsOnly(cmd)
	texts.Notebooks = true
	texts.Whole = true
	output := console.AddOutputFlag(cmd)
	console.AddChoiceFlag(cmd, &format, "format", "output: text or json", "text", "json")
	cmd.Flags().BoolVar(&join, "join", false, "write the files in the order as one text")
	speed := addSpeedFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := checkSpeeds(speed); err != nil {
			return err
		}
		warnInterrupted(cmd, cmp.Or(strings.Join(args, ""), "."))
		return console.WriteToFileOrStdout(cmd, *output, func(out io.Writer) error {
			read, documents, err := texts.AnalyseAll(args)
			if code := console.ExitCode(0); err != nil && (!errors.As(err, &code) || texts.Site.Work == nil) {
				return err
			}
			if join {
				text, notes, failed := joinFiles(texts.Site, read, documents, *output)
				if failed != nil {
					return failed
				}
				for _, note := range notes {
					fmt.Fprintln(cmd.ErrOrStderr(), "segls:", console.EscapeForTerminal(fmt.Sprint(note)))
				}
				_, failed = io.WriteString(console.DataWriter(out), text)
				return errors.Join(failed, err)
			}
			described := describeWork(texts.Site, read, documents, speed)
			b := bufio.NewWriter(out)
			if format == "json" {
				return errors.Join(console.EncodeJSON(b, described), b.Flush(), err)
			}
			described.write(b, console.StylesFor(cmd, out))
			return errors.Join(b.Flush(), err)
		})
	}
	return cmd
}

// workJSON is the output of `segls work --format json`.
type workJSON struct {
	Kind     string            `json:"kind"`
	Title    string            `json:"title"`
	Path     string            `json:"path"`            // of the folder
	Order    string            `json:"order,omitempty"` // the file that defines it
	Total    answer.Lengths    `json:"total"`
	Target   int               `json:"target,omitempty"` // its target in words
	Entries  []*workEntryJSON  `json:"entries"`
	Orphans  []string          `json:"orphans"`
	Problems []workProblemJSON `json:"problems"`

	site console.Site
}

// workEntryJSON is a file, or a title above several, with its own lengths and with the lengths that include all entries below it.
type workEntryJSON struct {
	Title  string         `json:"title"`
	Path   string         `json:"path,omitempty"`
	Own    answer.Lengths `json:"own"`
	Total  answer.Lengths `json:"total"`
	Target int            `json:"target,omitempty"` // its target in words

	// Sections holds the sections that have a target.
	Sections []answer.SectionStats `json:"sections,omitempty"`

	Entries []*workEntryJSON `json:"entries"`

	name string // its path in the folder of the work
}

type workProblemJSON struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Message string `json:"message"`
}

// describeWork returns the output for a work whose files have been read and divided as one text.
func describeWork(site console.Site, read []string, documents []*analysis.Document, speed *answer.Speeds) *workJSON {
	t := &workJSON{
		Kind: site.Kind, Title: site.Title, Path: site.DiskPath(site.Folder), Orphans: []string{}, Problems: []workProblemJSON{},
		Target: site.Target(""), site: site,
	}
	of := make(map[string]*workEntryJSON)
	hasScenes := slices.ContainsFunc(documents, func(d *analysis.Document) bool { return d.Scenes() != nil })
	for i, d := range documents {
		counted := answer.StatsWithoutScenes(read[i], d, speed)
		if hasScenes && counted.Lengths.Scenes == 0 { // a chapter without a break is one scene
			counted.Lengths.Scenes = d.NumStretches()
		}
		entry := &workEntryJSON{Own: counted.Lengths, Target: counted.Target, Title: d.Title()}
		for _, s := range counted.Sections {
			if s.Target > 0 {
				entry.Sections = append(entry.Sections, s)
			}
		}
		of[read[i]] = entry
	}
	if site.Order != "" {
		t.Order = site.DiskPath(site.Order)
	}
	t.Entries, t.Total = t.describeEntries(site.Entries, of)
	for _, file := range site.Orphans {
		t.Orphans = append(t.Orphans, site.DiskPath(file))
	}
	for _, p := range site.Problems {
		if slices.Contains(site.Unread, p) {
			continue // reported already
		}
		t.Problems = append(t.Problems, workProblemJSON{site.DiskPath(p.File), p.Line + 1, p.Message.String()})
	}
	return t
}

// describeEntries returns the output for entries, with the counts of their files. The title in the order takes precedence over a file's.
func (t *workJSON) describeEntries(entries []*work.Entry, of map[string]*workEntryJSON) (list []*workEntryJSON, total answer.Lengths) {
	list = []*workEntryJSON{}
	for _, e := range entries {
		entry := &workEntryJSON{Title: e.Title, name: strings.TrimPrefix(e.Path, t.site.Folder+"/")}
		if e.Path != "" {
			entry.Path = t.site.DiskPath(e.Path)
			if counted := of[entry.Path]; counted != nil {
				entry.Own, entry.Title, entry.Sections = counted.Own, cmp.Or(e.Title, counted.Title), counted.Sections
				entry.Target = cmp.Or(counted.Target, t.site.Target(e.Path))
			}
		}
		entry.Entries, entry.Total = t.describeEntries(e.Entries, of)
		entry.Total.Add(entry.Own)
		total.Add(entry.Total)
		list = append(list, entry)
	}
	return list, total
}

// scenesSuffix returns a comma and the number of scenes, or "" if there are none.
func scenesSuffix(l answer.Lengths) string {
	if l.Scenes == 0 {
		return ""
	}
	return ", " + console.FormatCount(l.Scenes, "scene")
}

// write writes the work for people.
func (t *workJSON) write(b *bufio.Writer, styles console.Styles) {
	fmt.Fprintf(b, "%s  %s, %s, %s, aloud %s\n", styles.Strong(console.EscapeForTerminal(t.site.Name())), console.FormatCount(t.Total.Words, "word"),
		console.FormatCount(t.Total.Fragments, "fragment")+scenesSuffix(t.Total), formatReadingTime(t.Total.Minutes), formatReadingTime(t.Total.Aloud))
	if t.Target > 0 {
		fmt.Fprintf(b, "%s\n", formatProgress(t.Total.Words, t.Target))
	}
	b.WriteByte('\n')
	fmt.Fprintf(b, "%9s %9s %9s\n", "own", "total", "fragments")
	var each func(entries []*workEntryJSON, depth int)
	each = func(entries []*workEntryJSON, depth int) {
		for _, e := range entries {
			own, fragments, name := "", "", styles.Strong(console.EscapeForTerminal(e.Title))
			if e.Path != "" {
				own, fragments = fmt.Sprint(e.Own.Words), fmt.Sprint(e.Own.Fragments)
				name = strings.TrimSpace(name + "  " + styles.Faint(console.EscapeForTerminal(e.name)))
			}
			if e.Target > 0 {
				name += "  " + formatProgress(e.Own.Words, e.Target)
			}
			if e.Own.Scenes > 0 {
				name += styles.Faint(scenesSuffix(e.Own))
			}
			fmt.Fprintf(b, "%9s %9d %9s  %s%s\n", own, e.Total.Words, fragments, strings.Repeat("  ", depth), name)
			for i, s := range e.Sections {
				if i == 0 && s.Target == e.Target && s.Total == e.Own.Words { // the heading around the whole file
					continue
				}
				fmt.Fprintf(b, "%9d %9d %9s  %s%s  %s\n", s.Own, s.Total, "", strings.Repeat("  ", depth+1), console.EscapeForTerminal(s.Title), formatProgress(s.Total, s.Target))
			}
			each(e.Entries, depth+1)
		}
	}
	each(t.Entries, 0)
	if len(t.Orphans) > 0 {
		fmt.Fprintf(b, "\nNot in the order:\n")
		for _, file := range t.Orphans {
			fmt.Fprintf(b, "  %s\n", console.EscapeForTerminal(file))
		}
	}
	if len(t.Problems) > 0 {
		fmt.Fprintf(b, "\nMistakes in the order:\n")
		for _, p := range t.Problems {
			fmt.Fprintf(b, "  %s:%d: %s\n", console.EscapeForTerminal(p.Path), p.Line, console.EscapeForTerminal(p.Message))
		}
	}
}
