package rearrange

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// largeFiles is a file system whose files in data are 1 MiB long until they are read.
type largeFiles struct{ fstest.MapFS }

func (f largeFiles) ReadFile(name string) ([]byte, error) {
	if strings.HasPrefix(name, "data/") {
		return []byte("See b.md.\n"), nil
	}
	return f.MapFS.ReadFile(name)
}

// TestPastTheLimitOfTheSearch checks that a change has a note if not all files have been searched for
// doubtful places.
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
