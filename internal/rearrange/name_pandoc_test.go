package rearrange

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/internal/link"
)

// TestRenameFollowedByPandoc renames 200 random headings in the folders of DOCS, each with texts in Markdown, and checks with pandoc that
// each link to a heading still leads to the same one. It is skipped without DOCS or pandoc.
//
//	DOCS=DIR go test ./internal/rearrange -run FollowedByPandoc -v
func TestRenameFollowedByPandoc(t *testing.T) {
	docs := os.Getenv("DOCS")
	if _, err := exec.LookPath("pandoc"); err != nil || docs == "" {
		t.Skip("DOCS=DIR with folders of texts, and pandoc, are needed")
	}
	folders, err := os.ReadDir(docs)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(9, 10))
	p := pandoc{known: make(map[string]pandocText)}
	renamed, refused, followed, mended := 0, 0, 0, 0
	for tries := 0; renamed+refused < 200 && tries < 1000; tries++ {
		folder := folders[r.IntN(len(folders))].Name()
		w, format := workUnder(t, path.Join(docs, folder))
		names := w.Index.Files()
		n, ok := randomHeading(r, w, names[r.IntN(len(names))])
		if !ok {
			continue
		}
		to := randomTitles[r.IntN(len(randomTitles))]
		made, err := RenameNamed(w, n, to)
		if err != nil {
			refused++
			t.Logf("%s/%s: “%s” to “%s”: %v", folder, n.Path, n.Text, to, err)
			continue
		}
		renamed++
		after := w.Index.AfterChange(made.Result)
		for _, name := range names {
			before, now := p.read(w.Index, name, format), p.read(after, name, format)
			if len(before.links) != len(now.links) {
				t.Errorf("%s/%s: %d links, then %d, after “%s” in %s became “%s”", folder, name, len(before.links), len(now.links), n.Text, n.Path, to)
				continue
			}
			for i, l := range before.links {
				was, ok := p.follow(w.Index, name, l, format)
				if !ok {
					continue
				}
				followed++
				if l != now.links[i] {
					mended++
				}
				if is, _ := p.follow(after, name, now.links[i], format); is != was {
					t.Errorf("%s/%s: %s led to %s, %s leads to %s, after “%s” in %s became “%s”", folder, name, l, was, now.links[i], is, n.Text, n.Path, to)
				}
			}
		}
	}
	t.Logf("%d headings renamed, %d refused; %d links to headings followed, %d of them written anew", renamed, refused, followed, mended)
}

// workUnder returns a work with the Markdown texts of a folder, as a site of GitHub or pandoc, and the pandoc format that derives
// the same names from headings.
func workUnder(t *testing.T, folder string) (Work, string) {
	files, kind, format := make(map[string]string), link.GitHub, "gfm"
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
		if ext := path.Ext(name); err != nil || d.IsDir() || ext != ".md" && ext != ".qmd" {
			return err
		}
		text, err := os.ReadFile(path.Join(folder, name))
		if path.Ext(name) == ".qmd" {
			kind, format = link.Pandoc, "markdown"
		}
		files[name] = string(text)
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatal(folder, err)
	}
	return workOfSite(kind, files), format
}

func randomHeading(r *rand.Rand, w Work, name string) (link.Name, bool) {
	text, _ := w.Index.Text(name)
	var headings []link.Name
	at := 0
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			if n, ok := w.Index.NameAt(name, at); ok && n.Kind == link.HeadingName {
				headings = append(headings, n)
			}
		}
		at += len(line)
	}
	if len(headings) == 0 {
		return link.Name{}, false
	}
	return headings[r.IntN(len(headings))], true
}

// pandoc reads texts with pandoc, each once.
type pandoc struct{ known map[string]pandocText }

type pandocText struct{ ids, links []string } // ids of headings, and addresses of links

func (p pandoc) read(x *link.Index, name, format string) pandocText {
	text, _ := x.Text(name)
	if read, ok := p.known[format+text]; ok {
		return read
	}
	cmd := exec.Command("pandoc", "-f", format, "-t", "json")
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.Output()
	var tree any
	var read pandocText
	if err == nil && json.Unmarshal(out, &tree) == nil {
		read.walk(tree)
	}
	p.known[format+text] = read
	return read
}

func (x *pandocText) walk(node any) {
	switch node := node.(type) {
	case []any:
		for _, child := range node {
			x.walk(child)
		}
	case map[string]any:
		content, _ := node["c"].([]any)
		switch node["t"] {
		case "Header":
			x.ids = append(x.ids, content[1].([]any)[0].(string))
		case "Link":
			x.links = append(x.links, content[2].([]any)[0].(string))
		}
		for _, key := range []string{"c", "blocks"} {
			x.walk(node[key])
		}
	}
}

// follow returns the heading to which an address leads, by file and number; false if it leads to none.
func (p pandoc) follow(x *link.Index, from, address, format string) (string, bool) {
	file, id, _ := strings.Cut(address, "#")
	file, _ = url.PathUnescape(file)
	id, _ = url.PathUnescape(id)
	name := from
	if file != "" {
		name = path.Join(path.Dir(from), file)
	}
	if _, ok := x.Text(name); !ok || id == "" {
		return "", false
	}
	i := slices.Index(p.read(x, name, format).ids, id)
	return fmt.Sprint(name, " ", i), i >= 0
}
