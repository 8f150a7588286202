package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/regular"
	"github.com/segls/segls/internal/work"
)

// assembleOptions holds the flags of `segls assemble`.
type assembleOptions struct {
	in, places string
	force      bool
	texts      *console.Batch
}

func assembleCommand() *cobra.Command {
	var a assembleOptions
	cmd := &cobra.Command{
		Use:   "assemble [flags] OUT PLACE...",
		Short: "Put passages together into a new document",
		Long: `Assemble writes a new document OUT of passages from other texts, in the order in which you
name them. It does not change the texts.

A PLACE is a file, a section of it (notes.md#salt), the fragment at a line (notes.md:12) or
some lines (notes.md:12-30). No paragraph, list item or table is cut: if a part of it is
named, all of it is taken. With - as a PLACE, the places are read from standard input, with
--places from a file: one on each line, written as here, as segls find --format vimgrep
writes them, or as a JSON object with "path", "start-char" and "end-char", as segls find
--format jsonl does. Their paths are relative to the folder that was searched; --in names
it if it is not the repository that you are in.

Each passage is under the heading of its section, or the title or name of its file, and a
comment says where it is from. A section that follows the section that it is a part of is
placed under it; all others are on the same level. Links and pictures keep their targets, or
lead to a passage of the document. Footnotes and link definitions come along, renamed where
two have the same name. Passages that overlap become one.

All passages have to be of one format. If OUT exists, nothing happens unless you give --force.
With - as OUT, the document is printed.`,
		Example: `  segls assemble salt.md notes/pans.md#boiling notes/road.md:12 notes/sea.md:3-18
  segls find salt caravans --format jsonl | segls assemble salt.md -
  segls assemble - --places chosen.txt`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return errors.New("which document, and from which passages? Give OUT and PLACEs; see segls assemble --help")
			case len(args) == 1 && a.places == "":
				return errors.New("from which passages? Give a PLACE such as notes.md:12, or - to read places from standard input")
			}
			return nil
		},
	}
	a.texts = console.AddNoWorkFlag(cmd)
	cmd.Flags().StringVar(&a.in, "in", "", "the `folder` to which the paths of places in a file or standard input are relative")
	cmd.Flags().StringVar(&a.places, "places", "", "read places from this `file`, one on each line")
	cmd.Flags().BoolVar(&a.force, "force", false, "replace OUT if it exists")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return a.run(cmd, args[0], args[1:]) }
	return cmd
}

func (a *assembleOptions) run(cmd *cobra.Command, out string, said []string) error {
	if _, err := os.Lstat(out); err == nil && out != console.StandardInput && !a.force {
		return fmt.Errorf("%s already exists; --force replaces it", out)
	}
	switch about, err := os.Stat(filepath.Dir(out)); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the folder %s does not exist", filepath.Dir(out))
	case err != nil:
		return err
	case !about.IsDir():
		return fmt.Errorf("%s is not a folder", filepath.Dir(out))
	}
	places, err := a.readPlaces(cmd, said)
	if err != nil {
		return err
	}
	if len(places) == 0 {
		return errors.New("there are no passages to put together")
	}
	at := out
	if out == console.StandardInput {
		at = "document" + filepath.Ext(places[0].Path)
	}
	w, err := a.openSources(cmd.ErrOrStderr(), at, places)
	if err != nil {
		return err
	}
	defer w.close()
	var passages []rearrange.Passage
	for _, p := range places {
		name, err := w.relativePath(p.Path)
		if err != nil {
			return err
		}
		span, err := p.Span(w.Documents[name], w.Index, name)
		if err != nil {
			return err
		}
		passages = append(passages, rearrange.Passage{Path: name, Span: span})
	}
	c, err := rearrange.Assemble(w.Work, w.out, passages...)
	if err != nil {
		return err
	}
	text := c.Created[w.out]
	for _, u := range c.Unmended {
		source, _ := w.Index.Text(u.Path)
		fmt.Fprintf(cmd.ErrOrStderr(), "segls: %s:%d: %s\n", console.EscapeForTerminal(w.displayPath(u.Path)), 1+rope.New(source).LineAt(u.Link.Start), u.Reason)
	}
	for _, note := range c.Notes {
		fmt.Fprintln(cmd.ErrOrStderr(), "segls:", console.EscapeForTerminal(fmt.Sprint(note)))
	}
	if out == console.StandardInput {
		_, err := io.WriteString(console.DataWriter(cmd.OutOrStdout()), text)
		return err
	}
	if err := console.WriteFileAtomically(out, []byte(text)); err != nil {
		return err
	}
	if !console.IsQuiet(cmd) {
		first := w.Documents[passages[0].Path]
		fmt.Fprintf(cmd.OutOrStdout(), "%s  %s, %s\n", console.EscapeForTerminal(out), console.FormatCount(len(passages), "passage"), console.FormatCount(analysis.New(text, first.Format, first.Settings).Words(), "word"))
	}
	return nil
}

// readPlaces returns the places given as arguments, in the file of --places and on standard input.
func (a *assembleOptions) readPlaces(cmd *cobra.Command, said []string) (places []rearrange.PassageName, err error) {
	isFile := func(path string) bool {
		about, err := os.Stat(path)
		return err == nil && about.Mode().IsRegular()
	}
	lines := func(in io.Reader) error {
		folder := a.in
		if folder == "" {
			var err error
			if folder, err = folderAround("."); err != nil {
				return err
			}
		}
		scanner := bufio.NewScanner(in)
		scanner.Buffer(nil, 64<<20)
		for scanner.Scan() {
			if strings.TrimSpace(scanner.Text()) == "" {
				continue
			}
			from := func(path string) string {
				if filepath.IsAbs(path) || a.in == "" && !strings.HasPrefix(scanner.Text(), "{") && isFile(path) {
					return path
				}
				return console.DisplayPath(filepath.Join(folder, filepath.FromSlash(path)))
			}
			p, err := rearrange.ParsePassageName(scanner.Text(), func(path string) bool { return isFile(from(path)) })
			if err != nil {
				return err
			}
			p.Path = from(p.Path)
			places = append(places, p)
		}
		return scanner.Err()
	}
	if a.places != "" {
		f, err := os.Open(a.places)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if err := lines(f); err != nil {
			return nil, fmt.Errorf("%s: %w", a.places, err)
		}
	}
	for _, text := range said {
		if text == console.StandardInput {
			if err := lines(cmd.InOrStdin()); err != nil {
				return nil, err
			}
			continue
		}
		p, err := rearrange.ParsePassageName(text, isFile)
		if err != nil {
			return nil, err
		}
		places = append(places, p)
	}
	return places, nil
}

// assemblySources holds the texts of the passages, and the other texts of the folders around them.
type assemblySources struct {
	rearrange.Work
	root string // on disk
	out  string // relative to root
	done func() error
	log  io.Writer
}

func (w *assemblySources) close() { _ = w.done() } // an error does not matter: nothing was written

func (w *assemblySources) displayPath(name string) string {
	return console.DisplayPath(filepath.Join(w.root, filepath.FromSlash(name)))
}

// relativePath returns the path of a file relative to the root.
func (w *assemblySources) relativePath(file string) (string, error) {
	absolute, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	name, err := filepath.Rel(w.root, absolute)
	return filepath.ToSlash(name), err
}

// openSources reads the texts of places and, for their links, all texts of the works or repositories that contain them.
func (a *assembleOptions) openSources(log io.Writer, out string, places []rearrange.PassageName) (w *assemblySources, err error) {
	var files []string
	for _, p := range places {
		if err := checkRegular(p.Path); err != nil {
			return nil, err
		}
		if !slices.Contains(files, filepath.Clean(p.Path)) {
			files = append(files, filepath.Clean(p.Path))
		}
	}
	w = &assemblySources{log: log}
	if w.root, err = filepath.Abs(filepath.Dir(out)); err != nil {
		return nil, err
	}
	folders := make(map[string]bool) // paths on disk of the folders whose texts are read
	for _, file := range files {
		site, err := console.FindWork(file)
		if err != nil {
			return nil, err
		}
		folder := site.Root
		if !ignore.IsRepository(site.Root) {
			folder = filepath.Join(site.Root, filepath.FromSlash(site.Folder))
		}
		folders[folder] = true
		for !isBelow(folder, w.root) {
			if w.root == filepath.Dir(w.root) {
				return nil, fmt.Errorf("%s: the document must be on the same drive as %s", out, file)
			}
			w.root = filepath.Dir(w.root)
		}
	}
	fsys, done, err := ignore.OpenVisible(w.root)
	if err != nil {
		return nil, err
	}
	w.done, w.Files, w.Documents = done, fsys, make(map[string]*analysis.Document)
	if err := a.loadTexts(w, files, folders); err != nil {
		return nil, errors.Join(err, done())
	}
	w.out, err = w.relativePath(out)
	return w, err
}

// isBelow reports whether `folder` is the folder `outer` or inside it.
func isBelow(folder, outer string) bool {
	inside, err := filepath.Rel(outer, folder)
	return err == nil && filepath.IsLocal(inside)
}

// loadTexts reads the given files and, for their links, all texts in the given folders.
func (a *assembleOptions) loadTexts(w *assemblySources, files []string, folders map[string]bool) error {
	texts := make(map[string]string)
	for folder := range folders {
		name, err := w.relativePath(folder)
		if err != nil {
			return err
		}
		around, err := link.ReadLinkableFiles(w.Files, name)
		if err != nil {
			fmt.Fprintf(w.log, "segls: there are more than %d texts or %d MB in %s; links to the others are not checked\n", link.MaxTexts, regular.MaxTextBytes>>20, console.EscapeForTerminal(w.displayPath(name)))
		}
		maps.Copy(texts, around)
	}
	read, documents, err := a.texts.AnalyseAll(files)
	if err != nil {
		return err
	}
	var sites []link.Site
	finder := work.NewFinder(w.Files)
	for i, d := range documents {
		name, err := w.relativePath(read[i])
		if err != nil {
			return err
		}
		w.Documents[name], texts[name] = d, d.Text.String()
		if site := link.SiteOf(w.Files, finder.FindAsked(name)); !slices.ContainsFunc(sites, func(s link.Site) bool { return s.Folder == site.Folder }) {
			sites = append(sites, site)
		}
	}
	w.Index = link.NewIndex(sites, maps.All(texts))
	return nil
}
