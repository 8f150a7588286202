package link

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/segls/segls/analysis/restructure"
	"github.com/segls/segls/analysis/work"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestSites reads the workspaces in testdata, each a text archive, and renames in them what the
// archive's first lines say. What is wanted stands behind the files: what leads where, what is
// broken, the files after renaming, what could not be mended, and the redirects.
func TestSites(t *testing.T) {
	archives, _ := filepath.Glob("testdata/*.txtar")
	if len(archives) == 0 {
		t.Fatal("no archives")
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			fsys := make(fstest.MapFS)
			files, want := make(map[string]string), make(map[string]string)
			n := 0
			for _, f := range archive.Files {
				if section, ok := strings.CutPrefix(f.Name, "want/"); ok {
					want[section] = string(f.Data)
					continue
				}
				n++
				fsys[f.Name] = &fstest.MapFile{Data: f.Data}
				files[f.Name] = string(f.Data)
			}
			var sites []Site
			if w, ok := work.Read(fsys, "."); ok && w.Kind != "folder" {
				sites = append(sites, SiteOf(fsys, w))
			}
			x := New(sites, maps.All(files))
			var c Change
			for line := range strings.Lines(string(archive.Comment)) {
				switch words := strings.Fields(line); {
				case len(words) == 3 && words[0] == "rename":
					c.Renamed = append(c.Renamed, Rename{words[1], words[2]})
				case len(words) == 2 && words[0] == "site":
					x = New([]Site{{Kind: Kind(words[1]), Folder: "."}}, maps.All(files))
				}
			}
			r := x.Mend(c)
			got := map[string]string{"links": describeLinks(x), "broken": describeBroken(x.Broken())}
			for before, edits := range r.Edits {
				got["after/"+c.Path(before)] = restructure.Edit{Replacements: edits}.Apply(files[before])
			}
			for _, u := range r.Unmended {
				got["unmended"] += fmt.Sprintf("%s: %s: %s\n", u.Path, u.Link.To, u.Reason)
			}
			for _, f := range RedirectFormats {
				if list := x.Redirects(r); len(list) > 0 && (f == PlainRedirects || f == NetlifyRedirects || len(sites) > 0 && string(sites[0].Kind) == string(f)) {
					got["redirects/"+string(f)] = f.Write(list)
				}
			}
			if now := x.After(r).Broken(); len(now) > len(x.Broken())+len(r.Unmended) {
				t.Errorf("newly broken:\n%s", describeBroken(now))
			}
			if *update {
				archive.Files = archive.Files[:n]
				for _, section := range slices.Sorted(maps.Keys(got)) {
					if got[section] != "" {
						archive.Files = append(archive.Files, txtar.File{Name: "want/" + section, Data: []byte(got[section])})
					}
				}
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			for section := range want {
				if got[section] != want[section] {
					t.Errorf("%s is\n%s\nwant\n%s", section, got[section], want[section])
				}
			}
			for section := range got {
				if _, is := want[section]; !is && got[section] != "" {
					t.Errorf("%s is\n%s\nwant none", section, got[section])
				}
			}
		})
	}
}

// describeLinks is what leads where, for people to read.
func describeLinks(x *Index) string {
	var b strings.Builder
	for _, name := range x.Files() {
		for _, l := range x.Links(name) {
			to, ok := x.Follow(name, l)
			if !ok {
				continue
			}
			text, _ := x.Text(to.Path)
			said, _, _ := strings.Cut(strings.TrimSpace(text[to.Place.Start:to.Place.End]), "\n")
			if said != "" {
				said = " (" + said + ")"
			}
			fmt.Fprintf(&b, "%s: %s -> %s%s\n", name, l.To, to.Path, said)
		}
	}
	return b.String()
}

func describeBroken(list []Broken) string {
	var b strings.Builder
	for _, l := range list {
		fmt.Fprintf(&b, "%s: %s: %s\n", l.Path, l.Link.To, l.Reason)
	}
	return b.String()
}
