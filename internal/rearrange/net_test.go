package rearrange

import (
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/restructure"
	"github.com/segls/segls/internal/work"
)

var (
	netMoves = flag.Int("net", 0, "move as many sections over the files of each of -works, and list the places that are doubtful")
	netSeed  = flag.Uint64("seed", 1, "of -net")
)

// TestDoubtfulPlaces moves sections between the files of real works. First it prints the doubtful places in the unchanged works,
// for inspection. Then it adds places that name the moved text, in random invented syntaxes, and checks that each is listed.
func TestDoubtfulPlaces(t *testing.T) {
	if *works == "" || *netMoves == 0 {
		t.Skip("-works names no folder, or -net is 0")
	}
	moves, doubtful, planted, missed := 0, 0, 0, 0
	for _, folder := range filepath.SplitList(*works) {
		found, _ := filepath.Glob(folder)
		for _, folder := range found {
			files := readAll(t, os.DirFS(folder))
			w, ok := workIn(files)
			if !ok {
				fmt.Printf("%s: skipped, for there is no order\n", folder)
				continue
			}
			n := netWork{t: t, name: filepath.Base(folder), files: files, random: rand.New(rand.NewPCG(*netSeed, uint64(len(files))))}
			for range *netMoves {
				n.try(w)
			}
			fmt.Printf("%-32s %-10s %4d moves %4d doubtful %4d planted %4d not listed\n", n.name, w.Order.Kind, n.moves, n.doubtful, n.planted, n.missed)
			moves, doubtful, planted, missed = moves+n.moves, doubtful+n.doubtful, planted+n.planted, missed+n.missed
		}
	}
	fmt.Printf("%-43s %4d moves %4d doubtful %4d planted %4d not listed\n", "all", moves, doubtful, planted, missed)
}

// readAll reads the files of a work that may be searched.
func readAll(t *testing.T, fsys fs.FS) fstest.MapFS {
	t.Helper()
	files := make(fstest.MapFS)
	for name, text := range link.Searched(fsys, ".", nil) {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

// workIn returns the largest work in a folder, at any depth, or all its texts if there is no order.
func workIn(files fstest.MapFS) (w Work, ok bool) {
	folders := map[string]bool{".": true}
	for name := range files {
		for folder := path.Dir(name); strings.Count(folder, "/") < 3 && folder != "."; folder = path.Dir(folder) {
			folders[folder] = true
		}
	}
	var best *work.Work
	for folder := range folders {
		if order, ok := work.Read(files, folder); ok && (best == nil || len(order.Files()) > len(best.Files()) ||
			len(order.Files()) == len(best.Files()) && order.Order < best.Order) {
			best = order
		}
	}
	if best == nil || len(best.Files()) < 2 {
		best = work.AllIn(files, ".")
	}
	texts := make(map[string]string)
	for name, f := range files {
		texts[name] = string(f.Data)
	}
	return workOf(files, best, texts), len(best.Files()) > 1
}

// netWork counts the results of moves in one work.
type netWork struct {
	t                                *testing.T
	name                             string
	files                            fstest.MapFS
	random                           *rand.Rand
	moves, doubtful, planted, missed int
}

// try moves a section to another file, in the unchanged work and with added places that name it.
func (n *netWork) try(w Work) {
	files := slices.DeleteFunc(w.Order.Files(), func(file string) bool { return w.Documents[file] == nil || len(w.Documents[file].Sections()) < 2 })
	if len(files) < 2 {
		return
	}
	for range 50 {
		from, to := files[n.random.IntN(len(files))], files[n.random.IntN(len(files))]
		sections := w.Documents[from].Sections()
		i := 1 + n.random.IntN(len(sections)-1)
		if from == to {
			continue
		}
		c, err := MoveSection(w, from, i, EndOfFile(to))
		if err != nil {
			continue
		}
		n.moves++
		known := len(c.Unmended)
		c = c.WithDoubtful(w, ".")
		for _, u := range c.Unmended[known:] {
			n.doubtful++
			n.t.Logf("%s: “%s” of %s goes to %s: %s:%d: %s", n.name, sections[i].Title, from, to, u.Path, n.line(u), u.Reason)
		}
		n.plant(w, from, to, i, sections[i].Title)
		return
	}
}

func (n *netWork) line(u link.BrokenByChange) (line int) {
	return 1 + strings.Count(string(n.files[u.Path].Data[:min(u.Link.Start, len(n.files[u.Path].Data))]), "\n")
}

// Invented syntaxes: %[1]s is an invented name, %[2]s the relative path of the file, %[3]s the anchor of the section, %[4]s its title.
var (
	inTexts = []string{
		"{{< %[1]s \"%[2]s#%[3]s\" >}}", "{%% %[1]s %[2]s#%[3]s %%}", "{%% %[1]s file=\"%[2]s\" part=\"%[4]s\" %%}", "[[!%[1]s %[2]s#%[3]s]]",
		"@%[1]s(%[2]s, \"%[4]s\")", "<%[1]s src=\"%[2]s\" section=\"%[3]s\" />", "::%[1]s{file=%[2]s#%[3]s}", "@%[1]s %[2]s", "%%%[1]s{%[2]s}{%[4]s}",
		"\\%[1]s{%[2]s}{%[3]s}", "$%[1]s(%[2]s#%[3]s)", "<!-- %[1]s: %[2]s#%[3]s -->", "{{%[1]s|%[2]s|%[4]s}}", "See %[2]s#%[3]s for more.",
		"#%[1]s(\"%[2]s\", <%[3]s>)", ".. %[1]s:: %[2]s\n   :part: %[4]s", "{%[1]s}`%[2]s#%[3]s`",
	}
	inOthers = []string{
		"%[1]s:\n  file: %[2]s\n  section: %[4]s\n", "%[1]s:\n  - %[2]s#%[3]s\n", "{\"%[1]s\": [\"%[2]s\", \"%[3]s\"]}\n", "%[1]s(\"/%[2]s#%[3]s\")\n",
		"%[1]s = %[2]s#%[3]s\n", "/%[2]s#%[3]s  /new-%[1]s  301\n", "<%[1]s href=\"%[2]s#%[3]s\"/>\n",
	}
	otherEndings = []string{".yml", ".json", ".js", ".toml", ".conf", ".xml", ""}
)

// plant moves the same section after adding places that name it.
func (n *netWork) plant(w Work, from, to string, section int, title string) {
	const each = 3
	slug := link.GitHub.Slug(title)
	if len(slug) < 3 || strings.ContainsAny(title, "\\{}[]()<>`\"$*_'|#:") {
		return
	}
	files := make(fstest.MapFS)
	for name, f := range n.files {
		files[name] = f
	}
	type place struct{ path, said string }
	var places []place
	texts := slices.DeleteFunc(w.Order.Files(), func(file string) bool { return w.Documents[file] == nil || file == from || file == to })
	for range each {
		relative := func(base string) string {
			to, err := filepath.Rel(path.Dir(base), from)
			if err != nil {
				n.t.Fatal(err)
			}
			return filepath.ToSlash(to)
		}
		name := n.madeUp()
		if len(texts) > 0 && n.random.IntN(2) == 0 {
			at := texts[n.random.IntN(len(texts))]
			said := fmt.Sprintf(inTexts[n.random.IntN(len(inTexts))], name, relative(at), slug, title)
			if path.Ext(at) == ".tex" && strings.Contains(said, "%") {
				continue // a comment
			}
			files[at] = &fstest.MapFile{Data: []byte(strings.TrimRight(string(files[at].Data), "\n") + "\n\n" + said + "\n")}
			places = append(places, place{at, said})
			continue
		}
		at := path.Join(path.Dir(from), "planted-"+name+otherEndings[n.random.IntN(len(otherEndings))])
		said := fmt.Sprintf(inOthers[n.random.IntN(len(inOthers))], name, relative(at), slug, title)
		files[at] = &fstest.MapFile{Data: []byte(said)}
		places = append(places, place{at, said})
	}
	all := make(map[string]string)
	for name, f := range files {
		all[name] = string(f.Data)
	}
	planted := workOf(files, w.Order, all)
	c, err := MoveSection(planted, from, section, EndOfFile(to))
	if err != nil {
		return
	}
	c = c.WithDoubtful(planted, ".")
	for _, p := range places {
		n.planted++
		start := strings.LastIndex(all[p.path], p.said)
		isListed := slices.ContainsFunc(c.Unmended, func(u link.BrokenByChange) bool {
			return u.Path == p.path && start <= u.Link.Start && u.Link.Start <= start+len(p.said)
		})
		isMended := slices.ContainsFunc(c.Edits[p.path], func(r restructure.Replacement) bool { return start <= r.Span.Start && r.Span.Start < start+len(p.said) })
		if !isListed && !isMended {
			n.missed++
			n.t.Errorf("%s: “%s” of %s goes to %s, and %s has, not listed: %q", n.name, title, from, to, p.path, p.said)
		}
	}
}

// madeUp returns a name that has no meaning in any program.
func (n *netWork) madeUp() string {
	name := ""
	for range 3 {
		name += string("bdfgklmnprtvz"[n.random.IntN(13)]) + string("aeiou"[n.random.IntN(5)])
	}
	return name
}
