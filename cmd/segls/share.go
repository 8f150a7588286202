package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/rearrange"
)

func shareCommand() *cobra.Command {
	var into string
	cmd := &cobra.Command{
		Use:   "share [flags] FILE:LINE...",
		Short: "Put a repeated passage into one file, and include it",
		Long: `Share puts a repeated paragraph, list or quote into a file of its own, and includes that
file in every place where it stood, in the way of the format or, in Markdown, of
mdBook, Quarto, Sphinx, Jupyter Book, Docusaurus, Obsidian, or MkDocs with
pymdownx.snippets. Name the places as segls duplicates does. If you name only one, all
other places with the same words are taken, too. If one of the places is a whole
file, the others include that file.

Readers see the same pages as before. If a file of its own would change something, nothing
happens, and segls says why; for example, the wordings differ, a link would lead elsewhere from another
folder, or a footnote is defined elsewhere in a file.

All files are changed, or none. If the program or the computer stops in the middle, the
next change or segls recover finishes it or takes it back.`,
		Example: `  segls share docs/setup.md:40 --dry-run
  segls share docs/setup.md:40 docs/upgrade.md:12 --into backup.md`,
		Args: console.RequireArguments(1, console.NoLimit),
	}
	texts := console.AddNoWorkFlag(cmd)
	r := new(rearrangement)
	r.addDryRunFlag(cmd)
	cmd.Flags().StringVar(&into, "into", "", "the `name` of the new file, in the folder of the first place; without it, segls makes one from the first words of the passage")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		first, _, err := splitLineNumber(args[0])
		if err != nil {
			return err
		}
		defer r.closeWork()
		if err := r.openWork(cmd, texts, first); err != nil {
			return err
		}
		c, err := r.shareChange(args, into)
		if err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		return r.carryOut(cmd, c)
	}
	return cmd
}

// shareChange returns the change that replaces equal passages by an include of one file.
func (r *rearrangement) shareChange(places []string, into string) (rearrange.Change, error) {
	var passages []rearrange.Passage
	for _, place := range places {
		p, err := r.passageAt(place)
		if err != nil {
			return rearrange.Change{}, err
		}
		if len(passages) > 0 { // with more passages, ShareAsFile would leave out those that differ
			if _, err := rearrange.ShareAsFile(r.work, into, passages[0], p); err != nil {
				return rearrange.Change{}, err
			}
		}
		passages = append(passages, p)
	}
	if len(passages) == 1 {
		copies, err := rearrange.Copies(r.work, passages[0])
		if err != nil {
			return rearrange.Change{}, err
		}
		passages = append(passages, copies...)
	}
	if len(passages) == 1 {
		return rearrange.Change{}, fmt.Errorf("nothing else in %s says the same in the same words", r.site.DiskPath(r.folder))
	}
	return rearrange.ShareAsFile(r.work, into, passages...)
}

// passageAt returns the line that a place such as a.md:7 names, as a passage.
func (r *rearrangement) passageAt(place string) (rearrange.Passage, error) {
	file, line, err := splitLineNumber(place)
	if err != nil {
		return rearrange.Passage{}, err
	}
	if line == 0 {
		return rearrange.Passage{}, errors.New("which paragraph? Give FILE:LINE")
	}
	p := rearrange.Passage{Path: r.site.Relative(file)}
	source, ok := r.files[p.Path]
	if !ok {
		return p, fmt.Errorf("%s is not one of the texts in %s", file, r.site.DiskPath(r.folder))
	}
	text := rope.New(source)
	if err := rearrange.CheckLine(text, line); err != nil {
		return p, fmt.Errorf("%s: %w", file, err)
	}
	p.Span = text.Line(line - 1)
	return p, nil
}
