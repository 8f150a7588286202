package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/restructure"
	"github.com/segls/segls/cmd/segls/console"
)

func splitCommand() *cobra.Command {
	var by, folder, frontMatter string
	var dry bool
	cmd := &cobra.Command{
		Use:   "split [flags] FILE --to DIR",
		Short: "Split a text into files",
		Long: `Split writes every fragment of a text into a file of its own in a folder, or every
section of the highest level that has more than one, and an index next to them: the text
with links in place of its parts. The text itself stays as it is.

Relative links and images are adapted to the folder, footnotes and link definitions come
along, and links to headings lead to the files where these now stand. Existing files are
never overwritten; if one file cannot be made, none is.`,
		Example: `  segls split --by headings --to chapters book.md
  segls split --by fragments --to parts --dry-run notes.txt
  segls split --to site --front-matter template.yaml thesis.md`,
		Args: cobra.ExactArgs(1),
	}
	settings := console.SettingFlags(cmd)
	cmd.Flags().StringVar(&by, "by", "fragments", "what each file holds: fragments or headings")
	cmd.Flags().StringVar(&folder, "to", "", "the `folder` for the files")
	cmd.Flags().StringVar(&frontMatter, "front-matter", "", "a `file` that each file begins with, instead of the setting front-matter; {title} stands for the title of the part")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "show the files as a diff, and write none")
	if err := cmd.MarkFlagRequired("to"); err != nil {
		panic(err) // the flag has just been made
	}
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		division := restructure.ByFragments
		switch by {
		case "headings":
			division = restructure.ByHeadings
		case "fragments":
		default:
			return fmt.Errorf("by: %q is not one of fragments, headings", by)
		}
		if err := checkRegular(paths[0]); err != nil {
			return err
		}
		text, err := console.ReadFile(cmd.InOrStdin(), paths[0])
		if err != nil {
			return err
		}
		d, given, err := analysed(settings, paths[0], text)
		if err != nil {
			return err
		}
		x := restructure.Extraction{FrontMatter: given.FrontMatter}
		if frontMatter != "" {
			template, err := os.ReadFile(frontMatter)
			if err != nil {
				return err
			}
			x.FrontMatter = string(template)
		}
		files, err := divided(d, paths[0], folder, division, x)
		if err != nil {
			return fmt.Errorf("%s: %w", paths[0], err)
		}
		if !dry {
			if err := makeFiles(files); err != nil {
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
	return cmd
}

// divided are the files that a text is split into, the index first.
func divided(d *analysis.Document, path, folder string, by restructure.Division, x restructure.Extraction) ([]newFile, error) {
	place, err := between(filepath.Dir(path), folder)
	if err != nil {
		return nil, err
	}
	ending := strings.ToLower(filepath.Ext(path))
	index := "index" + ending
	x.Place = place
	x.Source = strings.TrimPrefix(x.Folder+"/"+index, "/")
	number := 0
	x.Name = func(title string) string {
		number++
		return fmt.Sprintf("%02d-%s%s", number, restructure.Slug(title), ending)
	}
	e, err := restructure.SplitDocument(d, by, x)
	if err != nil {
		return nil, err
	}
	files := []newFile{{filepath.Join(folder, index), restructure.Rehouse(d.Format, e.Apply(d.Text.String()), x.Place)}}
	for _, f := range e.Files {
		files = append(files, newFile{filepath.Join(folder, filepath.Base(filepath.FromSlash(f.Path))), f.Text})
	}
	return files, nil
}

// between says how one folder is reached from another and back, as links do.
func between(from, to string) (restructure.Place, error) {
	from, err := filepath.Abs(from)
	if err != nil {
		return restructure.Place{}, err
	}
	if to, err = filepath.Abs(to); err != nil {
		return restructure.Place{}, err
	}
	there, err := filepath.Rel(from, to)
	if err != nil {
		return restructure.Place{}, err
	}
	back, err := filepath.Rel(to, from)
	if err != nil || there == "." {
		return restructure.Place{}, err
	}
	return restructure.Place{Folder: filepath.ToSlash(there), Back: filepath.ToSlash(back), Along: true}, nil
}
