package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/journal"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/regular"
	"github.com/segls/segls/internal/restructure"
	"github.com/segls/segls/internal/work"
)

// rearrangement holds the flags of a command that changes several files of a work, and the texts of the work.
type rearrangement struct {
	dry       bool
	force     bool
	renumber  bool
	redirects string

	site   console.Site
	folder string // the folder to change, relative to the root of the site
	files  map[string]string
	work   rearrange.Work
	unread error // a [console.ExitCode] if something in the folder could not be read
	close  func() error
}

// closeWork closes the folder of the work.
func (r *rearrangement) closeWork() {
	if r.close != nil {
		_ = r.close() // an error does not matter: nothing was written
	}
}

// redirectFormats returns the names of the formats of redirects.
func redirectFormats() []string {
	names := make([]string, len(link.RedirectFormats))
	for i, f := range link.RedirectFormats {
		names[i] = string(f)
	}
	return names
}

func (r *rearrangement) addDryRunFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&r.dry, "dry-run", false, "show the change as a diff, and change nothing")
}

// addRearrangeFlags adds the flags for changes of several files to a command.
func addRearrangeFlags(cmd *cobra.Command) *rearrangement {
	r := new(rearrangement)
	r.addDryRunFlag(cmd)
	cmd.Flags().BoolVar(&r.force, "force", false, "in a work, change files even if some references cannot be mended and may be wrong afterwards")
	cmd.Flags().StringVar(&r.redirects, "redirects", "", "in a work, write the old addresses of pages, with their new ones, in this `format`: "+strings.Join(redirectFormats(), ", "))
	if err := cmd.RegisterFlagCompletionFunc("redirects", cobra.FixedCompletions(redirectFormats(), cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // the flag has just been added
	}
	return r
}

// openWork reads the work of a file, or the innermost folder with all the files if there is no order, and the texts
// around it whose links may lead to it. It first completes or undoes a change that a killed run has left; a dry run
// only reports it.
func (r *rearrangement) openWork(cmd *cobra.Command, texts *console.Batch, from string, others ...string) error {
	if r.redirects != "" && !slices.Contains(redirectFormats(), r.redirects) {
		return fmt.Errorf("--redirects: %q is not one of %s", r.redirects, strings.Join(redirectFormats(), ", "))
	}
	around := from
	site, err := console.FindWork(from)
	for _, other := range others {
		if err != nil || site.Kind != "folder" {
			break
		}
		folder, name := site.Folder, site.Relative(other)
		for folder != "." && !strings.HasPrefix(name, folder+"/") {
			folder = path.Dir(folder)
		}
		if folder != site.Folder && fs.ValidPath(name) {
			around = site.DiskPath(folder)
			site, err = console.FindWork(around)
		}
	}
	if err != nil {
		return err
	}
	r.folder = "."
	if !ignore.IsRepository(site.Root) {
		if r.folder = site.Folder; site.Order != "" && len(path.Dir(site.Order)) < len(r.folder) {
			r.folder = path.Dir(site.Order)
		}
	}
	if err := recoverFiles(cmd, filepath.Join(site.Root, filepath.FromSlash(r.folder)), r.dry); err != nil {
		return err
	}
	texts.Whole, texts.Notebooks = true, true
	read, documents, err := texts.AnalyseAll([]string{around})
	if code := console.ExitCode(0); err != nil && (!errors.As(err, &code) || texts.SettingsExitCode() != nil) {
		return err
	}
	r.site, r.unread = texts.Site, err
	switch own := r.site.Relative(from); {
	case len(read) == len(r.site.Files()):
	case r.site.Entry(own) != nil && !slices.ContainsFunc(read, func(file string) bool { return r.site.Relative(file) == own }):
		return err // the file itself could not be read
	case !r.dry && !r.force:
		return fmt.Errorf("nothing has been done: links in files that cannot be read would not be mended%s", forceHint(cmd))
	}
	fsys, done, err := r.site.FS()
	if err != nil {
		return err
	}
	r.close = done
	r.work = rearrange.Work{Order: r.site.Work, Files: fsys, Documents: make(map[string]*analysis.Document)}
	if r.files, err = link.ReadLinkableFiles(fsys, r.folder); err != nil {
		return fmt.Errorf("there are more than %d texts or %d MB in %s, too many to search for links to this file", link.MaxTexts, regular.MaxTextBytes>>20, r.site.DiskPath(r.folder))
	}
	for i, d := range documents {
		if d.IsNotebook() { // notebooks are not changed
			continue
		}
		file := r.site.Relative(read[i])
		r.work.Documents[file], r.files[file] = d, d.Text.String()
	}
	if order := r.site.Order; order != "" {
		text, err := fs.ReadFile(fsys, order)
		if err != nil {
			return err
		}
		r.files[order] = string(text)
	}
	r.work.Index = link.NewIndex([]link.Site{link.SiteOf(fsys, r.site.Work)}, maps.All(r.files))
	return nil
}

// document returns the text of the work in a file.
func (r *rearrangement) document(file string) (*analysis.Document, error) {
	d := r.work.Documents[r.site.Relative(file)]
	switch _, err := os.Stat(file); {
	case d != nil:
		return d, nil
	case err != nil:
		return nil, err
	case r.site.Order == "":
		return nil, fmt.Errorf("%s is not a text of the work %s: name it in an order, such as files in [work] of .segls.toml", file, r.site.Name())
	}
	return nil, fmt.Errorf("%s is not a text of the work %s: add it to %s first", file, r.site.Name(), r.site.DiskPath(r.site.Order))
}

// findFragment returns the index of the fragment in a line or, for line 0, of that with a number from 1, which need not exist.
func findFragment(d *analysis.Document, line, number int) int {
	if line == 0 {
		return number - 1
	}
	return rearrange.FragmentInLine(d, line)
}

// findSection returns the index of the innermost section in a line, or -1; for line 0, that of a number from 1, which need not exist.
func findSection(d *analysis.Document, line, number int) int {
	if line == 0 {
		return number - 1
	}
	return rearrange.SectionInLine(d, line)
}

// reportUnmended reports the places that a change may break and cannot repair, and the notes of the change.
func (r *rearrangement) reportUnmended(cmd *cobra.Command, c rearrange.Change) {
	for _, u := range c.Unmended {
		fmt.Fprintf(cmd.ErrOrStderr(), "segls: %s:%d: %s\n", r.site.DiskPath(u.Path), r.lineOf(u.LocatedLink), u.Reason)
	}
	for _, note := range c.Notes {
		fmt.Fprintln(cmd.ErrOrStderr(), "segls:", console.EscapeForTerminal(fmt.Sprint(note)))
	}
}

// lineOf returns the line of a link, counted from 1.
func (r *rearrangement) lineOf(p link.LocatedLink) int {
	text, isRead := r.files[p.Path]
	if !isRead {
		source, _ := fs.ReadFile(r.work.Files, p.Path)
		text = string(source)
	}
	return 1 + rope.New(text).LineAt(p.Link.Start)
}

// carryOut makes successive changes, or shows them.
func (r *rearrangement) carryOut(cmd *cobra.Command, changes ...rearrange.Change) error {
	texts := maps.Clone(r.files)
	sources := make(map[string]bool)
	var redirects []link.Redirect
	unmended := 0
	index := r.work.Index
	for i, c := range changes {
		if i == 0 { // later changes use the same texts
			c = c.WithDoubtful(r.work, r.folder)
		}
		r.reportUnmended(cmd, c)
		unmended += len(c.Unmended)
		redirects = append(redirects, index.Redirects(c.Result)...)
		index = index.AfterChange(c.Result)
		for file, edits := range c.Edits {
			texts[file] = restructure.Edit{Replacements: edits}.Apply(texts[file])
		}
		if len(c.Renamed) > 0 {
			return errors.New("files cannot be renamed here")
		}
		for _, file := range c.Removed {
			delete(texts, file)
		}
		maps.Copy(texts, c.Created)
		for _, m := range c.Moved {
			sources[m.Path] = true
		}
	}
	files, err := r.changedFiles(texts, sources)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	if r.dry {
		for _, f := range files {
			name := r.site.DiskPath(path.Join(r.folder, f.Path))
			before, text := stringOrEmpty(f.Before), stringOrEmpty(f.After)
			if f.After == nil {
				err = showRemoval(out, name, before)
			} else {
				err = showChange(out, name, before, text, f.Before != nil)
			}
			if err != nil {
				return err
			}
		}
	} else {
		if unmended > 0 && !r.force {
			return fmt.Errorf("nothing has been done: %s might be wrong afterwards%s", console.FormatCount(unmended, "place"), forceHint(cmd))
		}
		if err := journal.ChangeFiles(filepath.Join(r.site.Root, filepath.FromSlash(r.folder)), files, nil); err != nil {
			return err
		}
		var made []string
		for _, f := range files {
			name := r.site.DiskPath(path.Join(r.folder, f.Path))
			if f.Before == nil {
				made = append(made, name)
			}
			if r.redirects == "" {
				fmt.Fprintln(out, name)
			}
		}
		if len(made) > 0 && !console.IsQuiet(cmd) {
			fmt.Fprintf(cmd.ErrOrStderr(), "segls: to undo this, restore the files from version control and remove the new ones: %s\n", sentence.List(made))
		}
	}
	if r.redirects != "" {
		if _, err := io.WriteString(out, link.RedirectFormat(r.redirects).FormatRedirects(resolveRedirects(redirects))); err != nil {
			return err
		}
	}
	return cmp.Or(out.Flush(), r.unread)
}

// forceHint returns the advice to use --force, as the end of a sentence, or "" if the command has no such flag.
func forceHint(cmd *cobra.Command) string {
	if cmd.Flags().Lookup("force") == nil {
		return ""
	}
	return "; --force changes the files anyway"
}

// resolveRedirects returns the redirects of successive changes, each with its final target.
func resolveRedirects(redirects []link.Redirect) []link.Redirect {
	var list []link.Redirect
	for _, d := range redirects {
		for i := range list {
			if list[i].To == d.From {
				list[i].To, list[i].ToPath = d.To, d.ToPath
			}
		}
		list = append(list, d)
	}
	return list
}

// changedFiles returns the files that differ, with their paths relative to the folder to change, links resolved.
func (r *rearrangement) changedFiles(after map[string]string, sources map[string]bool) ([]journal.FileChange, error) {
	root, err := filepath.EvalSymlinks(filepath.Join(r.site.Root, filepath.FromSlash(r.folder)))
	if err != nil {
		return nil, err
	}
	names := maps.Clone(r.files)
	maps.Copy(names, after)
	var files []journal.FileChange
	for _, name := range slices.Sorted(maps.Keys(names)) {
		before, was := r.files[name]
		text, is := after[name]
		if was == is && before == text {
			continue
		}
		onDisk := filepath.Join(r.site.Root, filepath.FromSlash(name))
		f := journal.FileChange{IsSource: sources[name]}
		if is {
			f.After = &text
		}
		if was {
			f.Before = &before
			if f.Path, err = replaceableFile(root, onDisk, r.site.DiskPath(name)); err != nil {
				return nil, err
			}
		} else {
			if folder, err := filepath.EvalSymlinks(filepath.Dir(onDisk)); err == nil {
				onDisk = filepath.Join(folder, filepath.Base(onDisk))
			}
			if f.Path, err = relativeInside(root, onDisk, r.site.DiskPath(name)); err != nil {
				return nil, err
			}
		}
		files = append(files, f)
	}
	return files, nil
}

func stringOrEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// workAfter returns a work after a change, for the next change.
func workAfter(w rearrange.Work, c rearrange.Change) (rearrange.Work, error) {
	texts := c.Texts()
	next := rearrange.Work{Files: work.NewOverlay(w.Files, texts, c.Removed...), Documents: maps.Clone(w.Documents), Index: w.Index.AfterChange(c.Result)}
	order, ok := w.Order.Reread(next.Files)
	if !ok {
		return w, errors.New("the order of the work no longer exists")
	}
	next.Order = order
	for name, text := range texts {
		like := w.Documents[name]
		for _, m := range c.Moved {
			if m.To == name && like == nil {
				like = w.Documents[m.Path]
			}
		}
		if like != nil {
			next.Documents[name] = analysis.New(text, like.Format, like.Settings)
		}
	}
	for _, name := range c.Removed {
		delete(next.Documents, name)
	}
	return next, nil
}
