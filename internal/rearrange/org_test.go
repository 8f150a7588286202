package rearrange

import (
	"strings"
	"testing"
)

// TestLinksToCodeOfOrg checks that links to a named block of code, and to a named line in one, are mended in both directions.
func TestLinksToCodeOfOrg(t *testing.T) {
	const code = "#+NAME: rake\n#+begin_src sh -r\nls (ref:pan)\n#+end_src\n\n"
	for text, want := range map[string]string{
		"** Salt\n\n" + code + "** Tow\n\nSee [[rake]] and [[(pan)][a line]].\n": "See [[file:b.org::rake]] and [[file:b.org::(pan)][a line]].",
		"** Salt\n\nSee [[rake]] and [[(pan)][a line]].\n\n** Tow\n\n" + code:    "See [[file:a.org::rake]] and [[file:a.org::(pan)][a line]].",
		"** Salt\n\nSee [[rake]] and [[(pan)][a line]].\n\n" + code:              "See [[rake]] and [[(pan)][a line]].",
	} {
		texts := map[string]string{"a.org": "* Road\n\nFirst.\n\n" + text, "b.org": "* Sea\n\nLast.\n"}
		w := newWork(mapFS(texts), texts)
		change, err := MoveSection(w, "a.org", 1, EndOfFile("b.org"))
		if err != nil {
			t.Errorf("%s%v", text, err)
			continue
		}
		after := change.Texts()
		if all := after["a.org"] + after["b.org"]; !strings.Contains(all, want) || len(change.WithDoubtful(w, ".").Unmended) != 0 {
			t.Errorf("%s\nwant %s", all, want)
		}
	}
}
