package rearrange

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/goldentest"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/restructure"
	"github.com/segls/segls/internal/work"
)

// TestActions applies the actions in the first lines of each text archive in testdata to the work in it, each separately. The files whose
// names begin with “want 01” are the result of the first action: the files that have changed, with “about” for renamed and removed files,
// unmended links and notes; or the error.
func TestActions(t *testing.T) {
	goldentest.Archives(t, "want ", func(t *testing.T, given *txtar.Archive) map[string]string {
		fsys, files := make(fstest.MapFS), make(map[string]string)
		for _, f := range given.Files {
			fsys[f.Name] = &fstest.MapFile{Data: f.Data}
			files[f.Name] = string(f.Data)
		}
		w := newWork(fsys, files)
		got := make(map[string]string)
		i := 0
		for line := range strings.Lines(string(given.Comment)) {
			words := strings.Fields(line)
			if len(words) < 2 || words[0] == "#" {
				continue
			}
			i++
			section := fmt.Sprintf("%02d %s/", i, strings.Join(words, " "))
			c, err := do(w, words)
			if err != nil {
				got[section+"refused"] = err.Error() + "\n"
				continue
			}
			c = c.WithDoubtful(w, ".")
			describe(got, section, files, c)
			checkMoved(t, w, files, c)
			if words[0] == "share" {
				checkShared(t, files, c)
			}
		}
		return got
	})
}

func newWork(fsys fstest.MapFS, files map[string]string) Work {
	order, ok := work.Read(fsys, ".")
	if !ok {
		order = work.WorkOfFolder(fsys, ".")
	}
	w := Work{Order: order, Files: fsys, Documents: make(map[string]*analysis.Document)}
	for _, file := range order.Files() {
		f, _ := markup.ByFileName(file)
		w.Documents[file] = analysis.New(files[file], f, analysis.Defaults())
	}
	w.Index = link.NewIndex([]link.Site{link.SiteOf(fsys, order)}, maps.All(files))
	return w
}

// do applies an action given in words, in which %20 is a space.
func do(w Work, words []string) (Change, error) {
	for i := range words {
		words[i] = strings.ReplaceAll(words[i], "%20", " ")
	}
	number := func(i int) int {
		n, err := strconv.Atoi(words[i])
		if err != nil {
			panic(err)
		}
		return n
	}
	place := func(i int) Place {
		side := map[string]restructure.Side{
			"before-fragment": restructure.Before, "before-section": restructure.Before, "end-of-section": restructure.Under,
			"after-fragment": restructure.After, "after-section": restructure.After,
		}[words[i]]
		if side == restructure.AtEnd {
			return EndOfFile(words[i+1])
		}
		return Place{words[i+1], side.PlaceBeside(number(i + 2))}
	}
	name := ""
	if len(words) > 3 {
		name = words[3]
	}
	switch file := words[1]; words[0] {
	case "move-fragment":
		return MoveFragment(w, file, number(2), place(3))
	case "move-section":
		return MoveSection(w, file, number(2), place(3))
	case "up":
		return FragmentToPrevious(w, file, 0)
	case "down":
		return FragmentToNext(w, file, len(w.Documents[file].Fragments())-1)
	case "section-up":
		return SectionToPrevious(w, file, number(2))
	case "section-down":
		return SectionToNext(w, file, number(2))
	case "move-file":
		return MoveFile(w, file, Slot{words[3], map[string]Side{"before": Before, "after": After, "below": Below}[words[2]]})
	case "renumber":
		return Renumber(w, file, Slot{words[3], map[string]Side{"before": Before, "after": After, "below": Below}[words[2]]})
	case "split-fragment":
		return SplitAtFragment(w, file, number(2), "", name)
	case "split-section":
		return SplitAtSection(w, file, number(2), name)
	case "rename":
		var renames []link.PathRename
		for pair := range slices.Chunk(words[1:], 2) {
			renames = append(renames, link.PathRename{From: pair[0], To: pair[1]})
		}
		return RenameFiles(w, renames...), nil
	case "merge":
		return MergeNextFile(w, file)
	case "section-to-file":
		return SectionToFile(w, file, number(2), name)
	case "file-to-section":
		return FileToSection(w, file)
	case "rename-heading":
		d := w.Documents[file]
		n, ok := w.Index.NameAt(file, d.Blocks()[d.Sections()[number(2)].Heading].Span.Start)
		if !ok {
			return Change{}, fmt.Errorf("there is no heading")
		}
		return RenameNamed(w, n, name)
	case "share": // path:line path:line [name]
		return ShareAsFile(w, name, passage(w, words[1]), passage(w, words[2]))
	case "assemble": // path place...
		return assembled(w, words[1], words[2:]...)
	}
	panic("unknown action " + words[0])
}

// passage returns the line of a file given as path:line.
func passage(w Work, place string) Passage {
	file, line, _ := strings.Cut(place, ":")
	text, _ := w.Index.Text(file)
	lines := strings.SplitAfter(text, "\n")
	n, err := strconv.Atoi(line)
	if err != nil {
		panic(err)
	}
	at := len(strings.Join(lines[:n-1], ""))
	return Passage{file, markup.Span{Start: at, End: at + len(lines[n-1])}}
}

// describe adds the description of a change to got.
func describe(got map[string]string, section string, files map[string]string, c Change) {
	after := applied(files, c)
	for _, file := range slices.Sorted(maps.Keys(after)) {
		if text := after[file]; text != files[file] {
			got[section+file] = text
		}
	}
	about := ""
	for _, r := range c.Renamed {
		about += "renamed: " + r.From + " to " + r.To + "\n"
	}
	for _, file := range c.Removed {
		about += "removed: " + file + "\n"
	}
	for _, u := range c.Unmended {
		about += fmt.Sprintf("unmended: %s: %s: %s\n", u.Path, u.Link.To, u.Reason)
	}
	for _, note := range c.Notes {
		about += "note: " + note.String() + "\n"
	}
	if about != "" {
		got[section+"about"] = about
	}
}

// checkShared replaces includes with the included text, and checks that each file is as before.
func checkShared(t *testing.T, files map[string]string, c Change) {
	t.Helper()
	after := applied(files, c)
	var shared string
	for _, name := range strings.Fields(c.Notes[0].String()) {
		if _, is := after[name]; is {
			shared = name
		}
	}
	base := strings.TrimSuffix(path.Base(shared), path.Ext(shared))
	for file, text := range files {
		now := ""
		for line := range strings.Lines(after[file]) {
			if strings.Contains(text, line) {
				now += line
				continue
			}
			if isComponent := strings.HasPrefix(line, "<"); isComponent || strings.Contains(line, base) && !strings.HasPrefix(line, "import ") {
				line = after[shared]
			} else if strings.HasPrefix(line, "import ") {
				line = ""
			}
			if strings.Trim(line, "`\n") != "" || strings.Contains(text, line) {
				now += line
			}
		}
		if !slices.Equal(strings.Fields(now), strings.Fields(text)) {
			t.Errorf("%s: with what it includes, %s is\n%s", c.Title, file, now)
		}
	}
}

// checkMoved checks that moved text in Markdown is at the place given by the change.
func checkMoved(t *testing.T, w Work, files map[string]string, c Change) {
	t.Helper()
	after := applied(files, c)
	for _, m := range c.Moved {
		was := files[m.Path][m.Span.Start:m.Span.End]
		is := after[m.To][m.Place.Start:m.Place.End]
		first := func(text string) string { // the first word, without marks
			text = strings.TrimLeft(text, "#*=-<>!. \n([\\:")
			return text[:min(4, len(text))]
		}
		last := func(text string) string { // the last letters, without names that may have changed
			text = strings.TrimSpace(plainFull.ReplaceAllString(plainFootnote.ReplaceAllString(text, ""), "$1"))
			return text[max(0, len(text)-2):]
		}
		if d := w.Documents[m.Path]; d.Format.Name == markup.Markdown.Name && (first(was) != first(is) || last(was) != last(is)) {
			t.Errorf("%s: %q has become %q", c.Title, was, is)
		}
	}
}
