package link

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/goldentest"
	"github.com/segls/segls/internal/restructure"
	"github.com/segls/segls/internal/work"
)

// TestSites reads the workspaces in testdata, each a text archive, and renames files in them as the archive's first lines request. The
// files after them hold the expected targets, broken links, files after renaming, unmended links and redirects.
func TestSites(t *testing.T) {
	goldentest.Archives(t, "want/", func(t *testing.T, given *txtar.Archive) map[string]string {
		fsys := make(fstest.MapFS)
		files := make(map[string]string)
		for _, f := range given.Files {
			fsys[f.Name] = &fstest.MapFile{Data: f.Data}
			files[f.Name] = string(f.Data)
		}
		var sites []Site
		if w, ok := work.Read(fsys, "."); ok && w.Kind != "folder" {
			sites = append(sites, SiteOf(fsys, w))
		}
		x := NewIndex(sites, maps.All(files))
		var c Change
		for line := range strings.Lines(string(given.Comment)) {
			words := strings.Fields(line)
			for i := range words {
				words[i] = strings.ReplaceAll(words[i], "%20", " ")
			}
			switch {
			case len(words) == 3 && words[0] == "rename":
				c.Renamed = append(c.Renamed, PathRename{words[1], words[2]})
			case len(words) == 2 && words[0] == "site":
				x = NewIndex([]Site{{Kind: SiteKind(words[1]), Folder: "."}}, maps.All(files))
			}
		}
		r := x.Mend(c)
		got := map[string]string{"links": describeLinks(x), "broken": describeBroken(x.Broken())}
		for before, edits := range r.Edits {
			got["after/"+c.PathAfter(before)] = restructure.Edit{Replacements: edits}.Apply(files[before])
		}
		for _, u := range r.Unmended {
			got["unmended"] += fmt.Sprintf("%s: %s: %s\n", u.Path, u.Link.To, u.Reason)
		}
		for _, f := range RedirectFormats {
			if list := x.Redirects(r); len(list) > 0 && (f == PlainRedirects || f == NetlifyRedirects || len(sites) > 0 && string(sites[0].Kind) == string(f)) {
				got["redirects/"+string(f)] = f.FormatRedirects(list)
			}
		}
		if now := x.AfterChange(r).Broken(); len(now) > len(x.Broken())+len(r.Unmended) {
			t.Errorf("newly broken:\n%s", describeBroken(now))
		}
		return got
	})
}

// describeLinks returns the targets of links in readable form.
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

func describeBroken(list []BrokenLink) string {
	var b strings.Builder
	for _, l := range list {
		fmt.Fprintf(&b, "%s: %s: %s\n", l.Path, l.Link.To, l.Reason)
	}
	return b.String()
}

// TestWithWords checks that links include their words in every format.
func TestWithWords(t *testing.T) {
	linked := map[string]string{
		"markdown":         "[the road](road.md) [[moor]] [stones][white] {ref}`pans` https://salt.example",
		"restructuredtext": ":ref:`the road <road>` `moor <moor.html>`_ https://salt.example",
		"asciidoc":         "<<road,the road>> xref:moor.adoc[the moor] https://salt.example[salt]",
		"org":              "[[file:road.org][the road]] https://salt.example",
		"latex":            `\cref{road} \href{https://salt.example}{salt} \url{https://salt.example}`,
		"html":             `<a href="road.html">the road</a>`,
		"typst":            `#link("https://salt.example")[salt] https://salt.example`,
		"text":             "https://salt.example",
	}
	for _, f := range markup.Formats {
		text := linked[f.Name]
		if text == "" {
			t.Errorf("there is no paragraph with links in %s: add one to linked", f.Name)
			continue
		}
		found := LinkSpans(f, []byte("see "+text+" for it"))
		var list []string
		for _, at := range found {
			list = append(list, ("see " + text)[at[0]:at[1]])
		}
		if got := strings.Join(list, " "); got != text {
			t.Errorf("%s: %q is found, not %q", f.Name, got, text)
		}
	}
}
