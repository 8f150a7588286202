package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/difference"
	"github.com/segls/segls/internal/revision"
)

func diffCommand() *cobra.Command {
	var format, since string
	var exitCode bool
	cmd := &cobra.Command{
		Use:   "diff [flags] OLD NEW | --since REVISION [PATH...]",
		Short: "Show what was moved, split, merged, retitled and rewritten",
		Long: `Diff shows what has changed between two versions of a text or of a work of many files: what
was moved, split, merged, retitled, rewritten (and how much of it), added and removed. Each
change is listed once, for the section, fragment, paragraph or sentence that it happened to. Lines
that are only wrapped differently do not count.

OLD and NEW are two files, or two folders: then sections and paragraphs are followed from file
to file, and files that were renamed, split or joined are listed as such. One of two files may
be - for standard input. With --since, the files as they are now are compared with those of a
git revision; if it is on another branch, with those where the branches parted. Without a PATH,
all texts in the working folder are compared.

Diff uses the fragments of the old text, which is divided as a part of its work. If segls
would now divide the new text elsewhere, that is no change.

With --exit-code, the exit code is 1 if something has changed, and 2 if something could not
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
	texts := console.AddComparisonFlags(cmd)
	output := console.AddOutputFlag(cmd)
	console.AddChoiceFlag(cmd, &format, "format", "output: text for people, json, html (a page in one file), or markdown for a pull request", "text", "json", "html", "markdown")
	cmd.Flags().StringVar(&since, "since", "", "compare with the texts of this git `revision`")
	cmd.Flags().BoolVar(&exitCode, "exit-code", false, "exit with code 1 if something has changed")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		var old, new difference.Version
		var failed error
		if cmd.Flags().Changed("since") {
			old, new, failed = readVersionsSince(texts, since, paths)
		} else {
			old, new, failed = readVersions(texts, paths[0], paths[1])
		}
		if code := console.ExitCode(0); failed != nil && (!errors.As(failed, &code) || len(old.Files)+len(new.Files) == 0) {
			return failed
		}
		d := difference.Compare(old, new)
		return console.WriteToFileOrStdout(cmd, *output, func(w io.Writer) error {
			if format == "html" {
				w = console.DataWriter(w)
			}
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

// readVersions reads two files or two folders as two versions.
func readVersions(texts *console.Batch, old, new string) (o, n difference.Version, err error) {
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
	o.Files, err = readFilesAt(texts, old, oldIsFolder)
	if code := console.ExitCode(0); err != nil && (!errors.As(err, &code) || !oldIsFolder) {
		return difference.Version{}, n, err
	}
	failed := err
	o = o.WithoutDocument()
	n.Files, err = readFilesAt(texts.WithoutDivision(), new, newIsFolder)
	if code := console.ExitCode(0); err != nil && (!errors.As(err, &code) || !newIsFolder) {
		return difference.Version{}, difference.Version{}, err
	}
	n = n.WithoutDocument()
	if oldIsFolder {
		isIn := func(folder string) func(difference.File) bool {
			return func(f difference.File) bool {
				found, err := os.Stat(filepath.Join(folder, filepath.FromSlash(f.Name)))
				return err == nil && found.Mode().IsRegular()
			}
		}
		dropUnreadable(&o, &n, isIn(old), isIn(new))
		putInOrder(&o, texts, old)
		putInOrder(&n, texts, new)
	}
	return o, n, cmp.Or(failed, err)
}

// readFilesAt returns a file, or the texts of a folder under their paths in it.
func readFilesAt(texts *console.Batch, root string, isFolder bool) (files []difference.File, err error) {
	read, documents, err := texts.AnalyseAll([]string{root})
	for i, path := range read {
		name := "the text"
		if isFolder {
			relative, err := filepath.Rel(root, path)
			if err != nil {
				return nil, err
			}
			name = filepath.ToSlash(relative)
		}
		files = append(files, difference.File{Path: path, Name: name, Document: documents[i]})
	}
	return files, err
}

func isFolder(path string) (bool, error) {
	if path == console.StandardInput {
		return false, nil
	}
	found, err := os.Stat(path)
	if err != nil {
		return false, err
	}
	return found.IsDir(), nil
}

// dropUnreadable removes the files that could be read in only one of two versions: they were neither added nor removed.
func dropUnreadable(old, new *difference.Version, wasThere, isThere func(difference.File) bool) {
	keep := func(files, other []difference.File, isThere func(difference.File) bool) []difference.File {
		return slices.DeleteFunc(slices.Clone(files), func(f difference.File) bool {
			return isThere(f) && !slices.ContainsFunc(other, func(g difference.File) bool { return g.Name == f.Name && (f.Name != "" || f.Path == g.Path) })
		})
	}
	old.Files, new.Files = keep(old.Files, new.Files, isThere), keep(new.Files, old.Files, wasThere)
}

// putInOrder sorts the files of a folder by the order of their work, if there is one.
func putInOrder(w *difference.Version, texts *console.Batch, folder string) {
	site, err := texts.FindWork(folder)
	if err != nil || site.Order == "" {
		return
	}
	w.SortFiles(site.Files(), func(f difference.File) string { return site.Relative(f.Path) })
}

// readVersionsSince returns the texts that have changed since a revision, before and after. For a folder whose order
// has changed, these are all files of its work.
func readVersionsSince(texts *console.Batch, commit string, paths []string) (old, new difference.Version, err error) {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	changed, then, err := revision.ChangedSince(commit, "", paths)
	if err != nil {
		return old, new, fmt.Errorf("--since: %w", err)
	}
	var were, are []string
	for _, f := range changed {
		if f.Was {
			were = append(were, f.Path)
		}
		if f.IsThere {
			are = append(are, f.Path)
		}
	}
	past := texts.AsOf(then)
	folder := paths[0]
	if isIn, err := isFolder(folder); err == nil && isIn && len(paths) == 1 {
		before, errBefore := past.FindWork(folder)
		now, errNow := texts.FindWork(folder)
		if errBefore == nil && errNow == nil && before.Order != "" && now.Order != "" && difference.IsReordered(before.Files(), now.Files()) {
			were, are = withWorkFiles(were, before), withWorkFiles(are, now)
		}
	}
	old.Files, err = readFiles(past, were)
	if code := console.ExitCode(0); err != nil && !errors.As(err, &code) {
		return old, new, err
	}
	failed := err
	old = old.WithoutDocument()
	new.Files, err = readFiles(texts.WithoutDivision(), are)
	if code := console.ExitCode(0); err != nil && !errors.As(err, &code) {
		return old, new, err
	}
	new = new.WithoutDocument()
	dropUnreadable(&old, &new,
		func(f difference.File) bool { return slices.Contains(were, f.Path) },
		func(f difference.File) bool { return slices.Contains(are, f.Path) })
	putInOrder(&old, past, folder)
	putInOrder(&new, texts, folder)
	return old, new, cmp.Or(failed, err)
}

// withWorkFiles returns the paths together with those of the files of a work.
func withWorkFiles(paths []string, of console.Site) []string {
	for _, file := range of.Files() {
		if path := of.DiskPath(file); !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	return paths
}

func readFiles(texts *console.Batch, paths []string) (files []difference.File, err error) {
	if len(paths) == 0 {
		return nil, nil
	}
	read, documents, err := texts.AnalyseAll(paths)
	for i, path := range read {
		files = append(files, difference.File{Path: path, Document: documents[i]})
	}
	return files, err
}

// toOneLine returns a text on one line, without terminal control sequences.
func toOneLine(text string) string {
	return console.EscapeForTerminal(strings.Join(strings.Fields(text), " "))
}
