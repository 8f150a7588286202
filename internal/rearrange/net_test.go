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
	netActions = flag.Int("net", 0, "apply this number of random actions to each of -works, and list the doubtful places")
	netSeed    = flag.Uint64("seed", 1, "of -net")
)

// TestDoubtfulPlaces applies random actions to real works. First it prints the doubtful places in the unchanged works, for inspection. Then
// it adds mentions of what an action removes or renames, in random invented syntaxes, and checks that each is listed.
func TestDoubtfulPlaces(t *testing.T) {
	if *works == "" || *netActions == 0 {
		t.Skip("no works or actions: run with -works DIR -net N")
	}
	actions, doubtful, planted, missed := 0, 0, 0, 0
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
			for range *netActions {
				n.try(w)
			}
			fmt.Printf("%-32s %-10s %4d actions %4d doubtful %4d planted %4d not listed\n", n.name, w.Order.Kind, n.actions, n.doubtful, n.planted, n.missed)
			actions, doubtful, planted, missed = actions+n.actions, doubtful+n.doubtful, planted+n.planted, missed+n.missed
		}
	}
	fmt.Printf("%-43s %4d actions %4d doubtful %4d planted %4d not listed\n", "all", actions, doubtful, planted, missed)
}

// readAll reads the files of a work that may be searched.
func readAll(t *testing.T, fsys fs.FS) fstest.MapFS {
	t.Helper()
	files := make(fstest.MapFS)
	for name, text := range link.SearchableFiles(fsys, ".", nil) {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

// workIn returns the largest work in the files, at most three folders down, or all their texts; false if that is fewer than two texts.
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
		best = work.WorkOfFolder(files, ".")
	}
	texts := make(map[string]string)
	for name, f := range files {
		texts[name] = string(f.Data)
	}
	return workOf(files, best, texts), len(best.Files()) > 1
}

// netWork counts the results of actions in one work.
type netWork struct {
	t                                  *testing.T
	name                               string
	files                              fstest.MapFS
	random                             *rand.Rand
	actions, doubtful, planted, missed int
}

// try applies a random action to the unchanged work, and to the work with added places that name what the action removes or renames.
func (n *netWork) try(w Work) {
	for range 50 {
		a := newAction(n.random, w)
		c, err := a.do(w)
		if err != nil {
			continue
		}
		n.actions++
		known := len(c.Unmended)
		c = c.WithDoubtful(w, ".")
		for _, u := range c.Unmended[known:] {
			n.doubtful++
			n.t.Logf("%s: %s: %s: %s:%d: %s", n.name, a.kind, c.Title, u.Path, n.line(u), u.Reason)
		}
		n.plant(w, a, c)
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
		"<p>Salt.</p>\n<%[1]s src=\"%[2]s\" section=\"%[3]s\"></%[1]s>\n", "<%[1]s data-file='%[2]s' data-part='%[4]s' />\n", "[%[1]s]\npath = '%[2]s'\nanchor = '%[3]s'\n",
	}
	otherEndings = []string{".yml", ".json", ".js", ".toml", ".conf", ".xml", ""}
	tagEndings   = []string{".html", ".xml", ".vue", ".svg"}
)

// taken returns a file that an action removes or renames and one of its sections, or a section whose heading the action removes or rewords.
func (n *netWork) taken(w Work, a action, c Change) (file string, section int, ok bool) {
	gone := slices.Clone(c.Removed)
	for _, r := range c.Renamed {
		gone = append(gone, r.From)
	}
	for _, file := range gone {
		if d := w.Documents[file]; d != nil && len(d.Sections()) > 0 {
			return file, n.random.IntN(len(d.Sections())), true
		}
	}
	if a.section < 0 || c.Edits[a.file] == nil {
		return "", 0, false
	}
	d := w.Documents[a.file]
	if a.section >= len(d.Sections()) {
		return "", 0, false
	}
	text := d.Text.String()
	headline := text[d.Sections()[a.section].Headline.Start:d.Sections()[a.section].Headline.End]
	after := restructure.Edit{Replacements: c.Edits[a.file]}.Apply(text)
	slug := link.GitHub.Slug(d.Sections()[a.section].Title) // it may be an explicit name, which stays
	return a.file, a.section, !strings.Contains(after, strings.TrimSpace(headline)) && !strings.Contains(after, slug)
}

// plant repeats the action after adding places that name what it removes or renames, and checks that each is listed.
func (n *netWork) plant(w Work, a action, c Change) {
	const each = 3
	from, section, ok := n.taken(w, a, c)
	if !ok {
		return
	}
	title := w.Documents[from].Sections()[section].Title
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
	texts := slices.DeleteFunc(w.Order.Files(), func(file string) bool {
		return w.Documents[file] == nil || strings.Contains(string(n.files[file].Data), "\\end{document}") || file == from || c.Edits[file] != nil || slices.Contains(c.Removed, file)
	})
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
			isWhole := !strings.Contains(said, slug) && !strings.Contains(said, title)
			if path.Ext(at) == ".tex" && strings.Contains(said, "%") || isWhole && strings.HasSuffix(a.kind, " heading") {
				continue // a comment in LaTeX, or a path alone, which stays right if only a heading changes
			}
			files[at] = &fstest.MapFile{Data: []byte(strings.TrimRight(string(files[at].Data), "\n") + "\n\n" + said + "\n")}
			places = append(places, place{at, said})
			continue
		}
		form, endings := inOthers[n.random.IntN(len(inOthers))], otherEndings
		if form[0] == '<' {
			endings = tagEndings
		}
		at := path.Join(path.Dir(from), "planted-"+name+endings[n.random.IntN(len(endings))])
		said := fmt.Sprintf(form, name, relative(at), slug, title)
		files[at] = &fstest.MapFile{Data: []byte(said)}
		places = append(places, place{at, said})
	}
	all := make(map[string]string)
	for name, f := range files {
		all[name] = string(f.Data)
	}
	planted := workOf(files, w.Order, all)
	c, err := a.do(planted)
	if err != nil {
		return
	}
	if after := (restructure.Edit{Replacements: c.Edits[from]}).Apply(all[from]); c.Edits[from] != nil && strings.Contains(after, slug) {
		return // an added place uses the name, so the heading has kept it as an explicit name
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
			n.t.Errorf("%s: %s: %s: “%s” of %s, and %s has, not listed: %q", n.name, a.kind, c.Title, title, from, p.path, p.said)
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
