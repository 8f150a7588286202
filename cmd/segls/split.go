package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/filename"
	"github.com/segls/segls/internal/journal"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
)

func splitCommand() *cobra.Command {
	var by, folder, frontMatter, name string
	cmd := &cobra.Command{
		Use:   "split [flags] FILE[:LINE]",
		Short: "Split a text into files",
		Long: `Split makes several files out of one. There are two ways.

With --to, it writes every fragment of a text into a file of its own in a folder, or every
scene, or every section of the highest level that has more than one, and an index next to
them: the text with links instead of its parts. The text itself does not change.

Relative links and images are adapted to the folder, footnotes and link definitions come
along, and links to headings lead to the files where these now are. Existing files are
never overwritten; if one file cannot be made, none is.

Without --to, it divides a file of a work in two, at the fragment in LINE, or with --by
scenes at the scene there, or with --by headings at the heading of the section there; --by section makes a file of that section
only. Without a LINE, --by headings makes a file of every section of the highest level
that has more than one. The new files come next in the order of the work, and links
in all files of the folder are mended, as with segls move --to.`,
		Example: `  segls split --by headings --to chapters book.md
  segls split --by scenes --to scenes novel.md
  segls split --by fragments --to parts --dry-run notes.txt
  segls split --to site --front-matter template.yaml thesis.md
  segls split --by headings book/long.md:310 --dry-run
  segls split --by headings --redirects netlify docs/reference.md`,
		Args: console.RequireArguments(1, 1),
	}
	texts := console.AddNoWorkFlag(cmd)
	r := addRearrangeFlags(cmd)
	console.AddChoiceFlag(cmd, &by, "by", "where to split: at fragments, headings or scenes; in a work also section, which makes a file of one section", "fragments", "headings", "scenes", "section")
	cmd.Flags().StringVar(&name, "name", "", "in a work, the `name` of the new file; by default made from its title")
	cmd.Flags().StringVar(&folder, "to", "", "the `folder` for the files; the text itself does not change")
	cmd.Flags().StringVar(&frontMatter, "front-matter", "", "a `file` that each file begins with, instead of the setting front-matter; {title} stands for the title of the part")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		if folder == "" {
			return splitInWork(cmd, texts, r, paths[0], by, name)
		}
		return splitToFolder(cmd, texts, r.dry, paths[0], folder, by, frontMatter)
	}
	return cmd
}

// splitToFolder writes the parts of a text into files of a folder. Their front matter is in the file `frontMatter` or the settings.
func splitToFolder(cmd *cobra.Command, texts *console.Batch, isDry bool, from, folder, by, frontMatter string) error {
	division := restructure.ByFragments
	switch by {
	case "headings":
		division = restructure.ByHeadings
	case "scenes":
		division = restructure.ByScenes
	case "section":
		return errors.New("--by section works only on a file of a work, and without --to")
	}
	if err := checkRegular(from); err != nil {
		return err
	}
	if err := recoverFiles(cmd, folder, isDry); err != nil {
		return err
	}
	d, err := texts.AnalyseFile(from)
	if err != nil {
		return err
	}
	if by == "headings" && len(d.Sections()) == 1 {
		return fmt.Errorf("%s: the text has only one heading, so there is nothing to split", from)
	}
	effective, err := texts.Settings(from)
	if err != nil {
		return err
	}
	given := effective.Settings
	x := restructure.Extraction{FrontMatter: given.FrontMatter}
	if frontMatter != "" {
		template, err := os.ReadFile(frontMatter)
		if err != nil {
			return err
		}
		x.FrontMatter = string(template)
	}
	files, err := splitIntoFiles(d, from, folder, division, x)
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	if !isDry {
		if err := makeFiles(folder, files); err != nil {
			return err
		}
		for _, f := range files {
			fmt.Fprintln(cmd.OutOrStdout(), f.path)
		}
		return nil
	}
	for _, f := range files {
		if err := showChange(cmd.OutOrStdout(), f.path, "", f.text, false); err != nil {
			return err
		}
	}
	return nil
}

// splitInWork splits a file of a work into files of the work.
func splitInWork(cmd *cobra.Command, texts *console.Batch, r *rearrangement, from, by, name string) error {
	file, line, err := splitLineNumber(from)
	if err != nil {
		return err
	}
	if line == 0 && by != "headings" {
		return errors.New("where? Give FILE:LINE, or --to with a folder for all parts")
	}
	if line == 0 && name != "" {
		return errors.New("--name is the name of one file: give FILE:LINE")
	}
	defer r.closeWork()
	if err := r.openWork(cmd, texts, file); err != nil {
		return err
	}
	path := r.site.Relative(file)
	if _, err := r.document(file); err != nil {
		return fmt.Errorf("%w; or use --to with a folder to split it alone", err)
	}
	var changes []rearrange.Change
	if line == 0 {
		changes, err = splitAtAllSections(r.work, path)
	} else {
		changes, err = splitAtLine(r.work, path, by, line, name)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return r.carryOut(cmd, changes...)
}

// splitAtLine returns the change that splits a file in two at a line or, if by is "section", makes a file of the section there.
func splitAtLine(w rearrange.Work, path, by string, line int, name string) ([]rearrange.Change, error) {
	d := w.Documents[path]
	if err := rearrange.CheckLine(d.Text, line); err != nil {
		return nil, err
	}
	if by == "scenes" {
		c, err := rearrange.WithScenesAsFragments(w, path, func(scenes rearrange.Work) (rearrange.Change, error) {
			return rearrange.SplitAtFragment(scenes, path, findFragment(scenes.Documents[path], line, 0), "", name)
		})
		return []rearrange.Change{c}, err
	}
	if by == "fragments" {
		c, err := rearrange.SplitAtFragment(w, path, findFragment(d, line, 0), "", name)
		return []rearrange.Change{c}, err
	}
	section := findSection(d, line, 0)
	if section < 0 {
		return nil, fmt.Errorf("line %d is not in a section", line)
	}
	split := rearrange.SplitAtSection
	if by == "section" {
		split = rearrange.SectionToFile
	}
	c, err := split(w, path, section, name)
	return []rearrange.Change{c}, err
}

// splitAtAllSections returns changes that move the sections of the highest level that occurs more than once to their
// own files. They begin with the last section, so that the files end up in order.
func splitAtAllSections(w rearrange.Work, path string) ([]rearrange.Change, error) {
	sections := restructure.DividingSections(w.Documents[path])
	if len(sections) < 2 {
		return nil, errors.New("there are no two sections of the same level")
	}
	changes, err := splitAtSections(w, path, sections)
	if errors.Is(err, rearrange.ErrWholeFile) { // nothing is above the first section, so it stays
		return splitAtSections(w, path, sections[1:])
	}
	return changes, err
}

func splitAtSections(w rearrange.Work, path string, sections []int) ([]rearrange.Change, error) {
	var changes []rearrange.Change
	for i, section := range slices.Backward(sections) {
		w.Room = i
		c, err := rearrange.SectionToFile(w, path, section, "")
		if err != nil {
			return nil, err
		}
		changes = append(changes, c)
		if w, err = workAfter(w, c); err != nil {
			return nil, err
		}
	}
	return changes, nil
}

type fileToCreate struct{ path, text string }

// makeFiles creates all of the files in a folder, or none. It returns an error if one of them exists.
func makeFiles(folder string, files []fileToCreate) error {
	made := make([]journal.FileChange, len(files))
	for i, f := range files {
		made[i] = journal.FileChange{Path: filepath.Base(f.path), After: &f.text}
	}
	return journal.ChangeFiles(folder, made, nil)
}

// splitIntoFiles returns the files that a text is split into, the index first.
func splitIntoFiles(d *analysis.Document, path, folder string, by restructure.Division, x restructure.Extraction) ([]fileToCreate, error) {
	place, err := pathsBetween(filepath.Dir(path), folder)
	if err != nil {
		return nil, err
	}
	ending := strings.ToLower(filepath.Ext(path))
	index := "index" + ending
	x.NewFilePlace = place
	x.Source = strings.TrimPrefix(x.Folder+"/"+index, "/")
	number := 0
	x.Name = func(title string) string {
		number++
		return fmt.Sprintf("%02d-%s%s", number, filename.Slug(title), ending)
	}
	format, text := d.Format, d.Text.String()
	e, err := restructure.SplitDocument(d, by, x)
	if err != nil {
		return nil, err
	}
	files := []fileToCreate{{filepath.Join(folder, index), restructure.Readdress(format, e.Apply(text), x.NewFilePlace)}}
	for _, f := range e.Files {
		files = append(files, fileToCreate{filepath.Join(folder, filepath.Base(filepath.FromSlash(f.Path))), f.Text})
	}
	return files, nil
}

// pathsBetween returns the relative paths between two folders, for links, or the zero value if the folders are the same.
func pathsBetween(from, to string) (restructure.NewFilePlace, error) {
	from, err := filepath.Abs(from)
	if err != nil {
		return restructure.NewFilePlace{}, err
	}
	if to, err = filepath.Abs(to); err != nil {
		return restructure.NewFilePlace{}, err
	}
	there, err := filepath.Rel(from, to)
	if err != nil {
		return restructure.NewFilePlace{}, err
	}
	back, err := filepath.Rel(to, from)
	if err != nil || there == "." {
		return restructure.NewFilePlace{}, err
	}
	return restructure.NewFilePlace{Folder: filepath.ToSlash(there), Back: filepath.ToSlash(back), IsAlongside: true}, nil
}
