package rearrange

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/segls/segls/internal/restructure"
)

// largeFiles is a file system whose files in data are 1 MiB long until they are opened.
type largeFiles struct{ fstest.MapFS }

func (f largeFiles) Open(name string) (fs.File, error) {
	if strings.HasPrefix(name, "data/") {
		return fstest.MapFS{name: &fstest.MapFile{Data: []byte("See b.md.\n")}}.Open(name)
	}
	return f.MapFS.Open(name)
}

// TestPastTheLimitOfTheSearch checks that a change has a note if not all files have been searched for doubtful places.
func TestPastTheLimitOfTheSearch(t *testing.T) {
	const note = "more than 512 MB"
	mebibyte := &fstest.MapFile{Data: make([]byte, 1<<20)}
	for large, isSaid := range map[int]bool{511: false, 512: true} { // the texts count towards the limit too
		texts := map[string]string{"SUMMARY.md": "- [A](a.md)\n- [B](b.md)\n", "a.md": "# A\n\n## Salt\n\nSalt is raked.\n", "b.md": "# B\n\nTow is spun.\n"}
		files := make(fstest.MapFS)
		for name, text := range texts {
			files[name] = &fstest.MapFile{Data: []byte(text)}
		}
		for i := range large {
			files[fmt.Sprintf("data/%03d.json", i)] = mebibyte
			files[fmt.Sprintf("pictures/%03d.png", i)] = mebibyte // does not count
		}
		w := newWork(files, texts)
		w.Files = largeFiles{files}
		c, err := MoveSection(w, "a.md", 1, EndOfFile("b.md"))
		if err != nil {
			t.Fatal(err)
		}
		said := fmt.Sprint(c.WithDoubtful(w, ".").Notes)
		if strings.Contains(said, note) != isSaid {
			t.Errorf("%d MB: %s", large, said)
		}
	}
}

// TestRenamedHeadingsAreNamed checks in each format that a mention of a heading is listed before the heading is reworded or removed.
func TestRenamedHeadingsAreNamed(t *testing.T) {
	for name, text := range map[string]string{
		"a.md":   "# The road\n\nFirst.\n\n## Salt pans\n\nBrine runs.\n",
		"a.adoc": "= The road\n\nFirst.\n\n== Salt pans\n\nBrine runs.\n",
		"a.html": "<h1>The road</h1>\n<p>First.</p>\n<h2>Salt pans</h2>\n<p>Brine runs.</p>\n",
		"a.org":  "* The road\n\nFirst.\n\n** Salt pans :tag:\n\nBrine runs.\n",
		"a.rst":  "The road\n========\n\nFirst.\n\nSalt pans\n---------\n\nBrine runs.\n",
		"a.tex":  "\\section{The road}\n\nFirst.\n\n\\subsection{Salt pans}\n\nBrine runs.\n",
		"a.typ":  "= The road\n\nFirst.\n\n== Salt pans\n\nBrine runs.\n",
	} {
		files := map[string]string{name: text, "pages.json": `{"page": "` + name + `", "part": "Salt pans"}` + "\n"}
		w := newWork(mapFS(files), files)
		n, ok := w.Index.NameAt(name, strings.Index(text, "Salt"))
		if !ok {
			t.Fatalf("%s: no heading is named", name)
		}
		renamed, err := RenameNamed(w, n, "The pools")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		e, err := restructure.RemoveHeading(w.Documents[name], 1)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, c := range []Change{renamed, ChangeOfEdit(w, name, e)} {
			if list := c.WithDoubtful(w, ".").Unmended; len(list) != 1 || list[0].Path != "pages.json" {
				t.Errorf("%s: %s: listed are %v", name, c.Title, list)
			}
		}
	}
}

// TestRemovedLabelsInOneText checks that links to the label of a removed heading are listed when they are in the same text.
func TestRemovedLabelsInOneText(t *testing.T) {
	for name, text := range map[string]string{
		"a.tex": "\\section{The road}\n\nAs in \\ref{pans}.\n\n\\subsection{Salt pans}\\label{pans}\n\nBrine runs, \\cref{pans}.\n",
		"a.typ": "= The road\n\nAs in @pans.\n\n== Salt pans <pans>\n\nBrine runs, @pans.\n",
	} {
		w := newWork(mapFS(map[string]string{name: text}), map[string]string{name: text})
		e, err := restructure.RemoveHeading(w.Documents[name], 1)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if list := ChangeOfEdit(w, name, e).Unmended; len(list) != 2 {
			t.Errorf("%s: listed are %v", name, list)
		}
	}
}
