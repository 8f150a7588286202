package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/difference"
	"github.com/segls/segls/cmd/segls/console"
)

func diffCommand() *cobra.Command {
	var format, since string
	var exitCode bool
	cmd := &cobra.Command{
		Use:   "diff [flags] OLD NEW | --since REVISION [PATH...]",
		Short: "Tell what was moved, split, merged, retitled and rewritten",
		Long: `Diff tells what has changed between two versions of a text or of a work of many files: what
was moved, split, merged, retitled, rewritten (and how much of it), added and removed. Each
thing is told once, as the section, fragment, paragraph or sentence that it happened to. Lines
that are only wrapped otherwise are no change.

OLD and NEW are two files, or two folders: then sections and paragraphs are followed from file
to file, and files that were renamed, split or joined are told as that. One of two files may
be - for standard input. With --since, the files as they are now are compared with those of a
git revision; on another branch, with those where the branches parted. Without a PATH, that is
all texts in the working folder.

Fragments are those of the old text: where segls would now divide the new one otherwise is no
change.

With --exit-code, the exit code is 1 if something has changed. It is 2 if something could not
be read.`,
		Example: `  segls diff chapter-old.md chapter.md
  segls diff --since HEAD
  segls diff --since main --format markdown book/
  segls diff --format html --output changes.html draft-1/ draft-2/`,
		Args: func(cmd *cobra.Command, paths []string) error {
			if !cmd.Flags().Changed("since") && len(paths) != 2 {
				return errors.New("which texts? Give an old and a new file or folder, or --since REVISION; see segls diff --help")
			}
			return nil
		},
	}
	texts := console.FilesFlags(cmd)
	output := console.OutputFlag(cmd)
	console.ChoiceFlag(cmd, &format, "format", "output: text for people, json, html (a page that stands alone), or markdown for a pull request", "text", "json", "html", "markdown")
	cmd.Flags().StringVar(&since, "since", "", "compare with the texts of this git `revision`")
	cmd.Flags().BoolVar(&exitCode, "exit-code", false, "end with the exit code 1 if something has changed")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		var old, new difference.Work
		var failed error
		if cmd.Flags().Changed("since") {
			old, new, failed = worksSince(texts, since, paths)
		} else {
			old, new, failed = worksAt(texts, paths[0], paths[1])
		}
		if code := console.ExitCode(0); failed != nil && !errors.As(failed, &code) {
			return failed
		}
		d := difference.Of(old, new)
		return console.WriteTo(cmd, *output, func(w io.Writer) error {
			if err := writeDifference(cmd, w, format, d); err != nil {
				return err
			}
			if failed == nil && exitCode && !d.IsNone() {
				return console.ExitCode(console.ExitFindings)
			}
			return failed
		})
	}
	return cmd
}

func writeDifference(cmd *cobra.Command, w io.Writer, format string, d difference.Difference) error {
	switch format {
	case "json":
		return writeDiffJSON(w, d)
	case "html":
		return writeDiffHTML(w, d)
	case "markdown":
		return writeDiffMarkdown(w, d)
	}
	return writeDiffText(w, d, diffStylesFor(cmd, w), !console.IsQuiet(cmd))
}

// worksAt are two files or folders.
func worksAt(texts *console.Batch, old, new string) (o, n difference.Work, err error) {
	oldIsFolder, err := isFolder(old)
	if err != nil {
		return o, n, err
	}
	newIsFolder, err := isFolder(new)
	switch {
	case err != nil:
		return o, n, err
	case oldIsFolder != newIsFolder:
		return o, n, fmt.Errorf("%s and %s: compare two files, or two folders", old, new)
	case old == console.StandardInput && new == console.StandardInput:
		return o, n, errors.New("only one of two texts can come from standard input")
	}
	read, documents, err := texts.All([]string{old, new})
	if code := console.ExitCode(0); err != nil && (!errors.As(err, &code) || !oldIsFolder) {
		return o, n, err
	}
	work := func(root, other string, isFolder bool) (w difference.Work) {
		for i, path := range read {
			switch relative, err := filepath.Rel(root, path); {
			case !isFolder && (path == root || root == console.StandardInput && path != other):
				w.Files = append(w.Files, difference.File{Path: path, Name: "the text", Document: documents[i]})
			case isFolder && err == nil && filepath.IsLocal(relative):
				w.Files = append(w.Files, difference.File{Path: path, Name: filepath.ToSlash(relative), Document: documents[i]})
			}
		}
		if isFolder {
			putInOrder(&w, root)
		}
		return w
	}
	return work(old, new, oldIsFolder), work(new, old, newIsFolder), err
}

func isFolder(path string) (bool, error) {
	if path == console.StandardInput {
		return false, nil
	}
	found, err := os.Stat(path)
	if err != nil {
		if about := (*os.PathError)(nil); errors.As(err, &about) {
			err = fmt.Errorf("%s: %w", about.Path, about.Err)
		}
		return false, err
	}
	return found.IsDir(), nil
}

// putInOrder puts the files of a folder in the order of their work, if something says one.
func putInOrder(w *difference.Work, folder string) {
	site, err := console.FindWork(folder)
	if err != nil || site.Order == "" {
		return
	}
	order := site.Files()
	place := func(f difference.File) int {
		if i := slices.Index(order, site.Relative(f.Path)); i >= 0 {
			return i
		}
		return len(order)
	}
	w.IsOrdered = true
	slices.SortStableFunc(w.Files, func(a, b difference.File) int { return place(a) - place(b) })
}

// worksSince are the texts at some paths that have changed since a revision, as they were and as
// they are.
func worksSince(texts *console.Batch, revision string, paths []string) (old, new difference.Work, err error) {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	changed, err := changedTexts(revision, paths)
	if err != nil {
		return old, new, fmt.Errorf("since: %w", err)
	}
	var failed error
	var present []string
	for _, f := range changed {
		if f.was != nil {
			d, err := texts.Given(f.path, string(f.was))
			if err != nil {
				return old, new, err
			}
			old.Files = append(old.Files, difference.File{Path: f.path, Document: d})
		}
		if f.isThere {
			present = append(present, f.path)
		}
	}
	if len(present) > 0 {
		var read []string
		var documents []*analysis.Document
		read, documents, failed = texts.All(present)
		for i, path := range read {
			new.Files = append(new.Files, difference.File{Path: path, Document: documents[i]})
		}
	}
	return old, new, failed
}

// excerpt is a text on one line, without what a terminal would obey.
func excerpt(text string) string { return console.Printable(strings.Join(strings.Fields(text), " ")) }
