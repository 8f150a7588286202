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
	"github.com/segls/segls/analysis/work"
	"github.com/segls/segls/cmd/segls/console"
)

func workCommand() *cobra.Command {
	var format string
	var speed int
	cmd := &cobra.Command{
		Use:   "work [flags] [PATH]",
		Short: "Show a work of many files: its order, its lengths, what is wrong with it",
		Long: `Work shows the files of a book, a thesis or a documentation in their order, each with its
words, fragments and reading time, alone and with what stands below it. The files are
divided as one text.

PATH is a file of the work, its folder, or one in it; without it, the working folder. The
order is read from what writers have already: the summary of mdBook or GitBook, Quarto,
bookdown, MkDocs, Jupyter Book, MyST, Docusaurus, Sphinx, Leanpub, Longform, what a LaTeX,
AsciiDoc or Org file includes, or the table [work] of .segls.toml. Where there is none, a
folder is in the order of its names. Files that the order does not name are listed last.`,
		Example: `  segls work
  segls work thesis/main.tex
  segls work --format json docs/ | jq '.problems'`,
		Args: cobra.MaximumNArgs(1),
	}
	texts := console.BatchFlags(cmd)
	output := console.OutputFlag(cmd)
	console.ChoiceFlag(cmd, &format, "format", "output: text or json", "text", "json")
	cmd.Flags().IntVar(&speed, "words-per-minute", usualSpeed, "reading speed in `words` a minute")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if speed < 1 {
			return errors.New("words-per-minute must be at least 1")
		}
		from := "."
		if len(args) > 0 {
			from = args[0]
		}
		w, root, err := findWork(from)
		if err != nil {
			return err
		}
		return console.WriteTo(cmd, *output, func(out io.Writer) error {
			told := toldWork{Kind: w.Kind, Title: w.Title, Orphans: []string{}, Problems: []toldProblem{}, speed: speed, root: root}
			if err := told.count(cmd, texts, w); err != nil {
				return err
			}
			b := bufio.NewWriter(out)
			if format == "json" {
				return errors.Join(writeIndented(b, told), b.Flush())
			}
			told.write(b, console.StylesFor(out))
			return b.Flush()
		})
	}
	return cmd
}

// findWork is the work of a file or a folder, and the folder that its paths are relative to.
func findWork(from string) (w *work.Work, root string, err error) {
	absolute, err := filepath.Abs(from)
	if err != nil {
		return nil, "", err
	}
	info, err := os.Stat(absolute)
	if err != nil {
		return nil, "", err
	}
	folder := absolute
	if !info.IsDir() {
		folder = filepath.Dir(absolute)
	}
	root = outermost(folder)
	opened, err := os.OpenRoot(root) // no link leads out of it
	if err != nil {
		return nil, "", err
	}
	defer opened.Close()
	name, err := filepath.Rel(root, absolute)
	if err != nil {
		return nil, "", err
	}
	if w, ok := work.Find(opened.FS(), filepath.ToSlash(name)); ok {
		return w, root, nil
	}
	name, err = filepath.Rel(root, folder)
	if err != nil {
		return nil, "", err
	}
	if w = work.Folder(opened.FS(), filepath.ToSlash(name)); len(w.Entries) == 0 {
		return nil, "", fmt.Errorf("there are no texts in %s", from)
	}
	return w, root, nil
}

// outermost is how far out the order of a work in a folder is looked for: in its repository,
// or without one in two folders more, and never in the home folder, where everything is.
func outermost(folder string) string {
	home, _ := os.UserHomeDir()
	near := folder
	for at, outer := folder, 0; ; outer++ {
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if outer <= 2 {
			near = at
		}
		if at == home || filepath.Dir(at) == home || filepath.Dir(at) == at {
			return near
		}
		at = filepath.Dir(at)
	}
}

// toldWork is what `segls work --format json` writes.
type toldWork struct {
	Kind     string        `json:"kind"`
	Title    string        `json:"title"`
	Path     string        `json:"path"`            // of the folder
	Order    string        `json:"order,omitempty"` // the file that says it
	Total    lengths       `json:"total"`
	Entries  []*toldEntry  `json:"entries"`
	Orphans  []string      `json:"orphans"`
	Problems []toldProblem `json:"problems"`

	speed        int
	root, folder string
}

// toldEntry is a file, or a title over several, with its own lengths and those with all below.
type toldEntry struct {
	Title   string       `json:"title"`
	Path    string       `json:"path,omitempty"`
	Own     lengths      `json:"own"`
	Total   lengths      `json:"total"`
	Entries []*toldEntry `json:"entries"`

	name string // its path in the folder of the work
}

type toldProblem struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Message string `json:"message"`
}

// count reads the files and divides them as one text.
func (t *toldWork) count(cmd *cobra.Command, texts *console.Batch, w *work.Work) error {
	paths := make([]string, 0, len(w.Files()))
	for _, file := range w.Files() {
		paths = append(paths, t.shown(file))
	}
	var read []string
	var documents []*analysis.Document
	err := texts.Each(paths, func(path string, d *analysis.Document) func() error {
		return func() error {
			read, documents = append(read, path), append(documents, d)
			return nil
		}
	})
	if code := console.ExitCode(0); err != nil && !errors.As(err, &code) {
		return err
	}
	whole, failed := analysis.NewWork(cmd.Context(), documents...)
	if failed != nil {
		return failed
	}
	of := make(map[string]*toldEntry)
	for i, d := range whole.Documents() {
		told := &toldEntry{Own: lengths{d.Words(), len(d.Paragraphs()), len(d.Fragments()), minutes(d.Words(), t.speed)}}
		if sections := d.Sections(); len(sections) > 0 && (len(d.Paragraphs()) == 0 || sections[0].Span.Start < d.Paragraphs()[0].Span.Start) {
			told.Title = sections[0].Title
		}
		of[read[i]] = told
	}
	t.Path = t.shown(w.Folder)
	t.folder = w.Folder
	if w.Order != "" {
		t.Order = t.shown(w.Order)
	}
	t.Entries, t.Total = t.tell(w.Entries, of)
	for _, file := range w.Orphans {
		t.Orphans = append(t.Orphans, t.shown(file))
	}
	for _, p := range w.Problems {
		t.Problems = append(t.Problems, toldProblem{t.shown(p.File), p.Line + 1, p.Message})
	}
	return err
}

// tell tells of entries with what has been counted of files. A file without a title in the
// order has that of its first heading.
func (t *toldWork) tell(entries []*work.Entry, of map[string]*toldEntry) (told []*toldEntry, total lengths) {
	told = []*toldEntry{}
	for _, e := range entries {
		entry := &toldEntry{Title: e.Title, name: strings.TrimPrefix(e.Path, t.folder+"/")}
		if e.Path != "" {
			entry.Path = t.shown(e.Path)
			if counted := of[entry.Path]; counted != nil {
				entry.Own, entry.Title = counted.Own, cmp.Or(e.Title, counted.Title)
			}
		}
		entry.Entries, entry.Total = t.tell(e.Entries, of)
		entry.Total.add(entry.Own)
		total.add(entry.Total)
		told = append(told, entry)
	}
	return told, total
}

func (l *lengths) add(other lengths) {
	l.Words += other.Words
	l.Paragraphs += other.Paragraphs
	l.Fragments += other.Fragments
	l.Minutes += other.Minutes
}

// shown is a path of the work from the working folder, or if it is outside of that as it is.
func (t *toldWork) shown(file string) string {
	absolute := filepath.Join(t.root, filepath.FromSlash(file))
	if here, err := os.Getwd(); err == nil {
		if relative, err := filepath.Rel(here, absolute); err == nil && filepath.IsLocal(relative) {
			return relative
		}
	}
	return absolute
}

// write writes the work for people.
func (t *toldWork) write(b *bufio.Writer, styles console.Styles) {
	heading := cmp.Or(t.Title, filepath.Base(filepath.Join(t.root, filepath.FromSlash(t.folder))))
	fmt.Fprintf(b, "%s  %s, %s, %s\n\n", styles.Strong(console.Printable(heading)), console.Count(t.Total.Words, "word"),
		console.Count(t.Total.Fragments, "fragment"), readingTime(t.Total.Minutes))
	fmt.Fprintf(b, "%9s %9s %9s\n", "own", "total", "fragments")
	var each func(entries []*toldEntry, depth int)
	each = func(entries []*toldEntry, depth int) {
		for _, e := range entries {
			own, fragments, name := "", "", styles.Strong(console.Printable(e.Title))
			if e.Path != "" {
				own, fragments = fmt.Sprint(e.Own.Words), fmt.Sprint(e.Own.Fragments)
				name = strings.TrimSpace(name + "  " + styles.Faint(console.Printable(e.name)))
			}
			fmt.Fprintf(b, "%9s %9d %9s  %s%s\n", own, e.Total.Words, fragments, strings.Repeat("  ", depth), name)
			each(e.Entries, depth+1)
		}
	}
	each(t.Entries, 0)
	if len(t.Orphans) > 0 {
		fmt.Fprintf(b, "\nNot in the order:\n")
		for _, file := range t.Orphans {
			fmt.Fprintf(b, "  %s\n", console.Printable(file))
		}
	}
	if len(t.Problems) > 0 {
		fmt.Fprintf(b, "\nWrong in the order:\n")
		for _, p := range t.Problems {
			fmt.Fprintf(b, "  %s:%d: %s\n", console.Printable(p.Path), p.Line, console.Printable(p.Message))
		}
	}
}
