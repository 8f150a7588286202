package difference

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestWordsAgreeWithGit compares the number of changed words in a paragraph with git's word difference.
func TestWordsAgreeWithGit(t *testing.T) {
	content, err := os.ReadFile("../../testdata/samples/salt.md")
	if err != nil {
		t.Fatal(err)
	}
	folder, pairs, off := t.TempDir(), 0, 0.
	for k := uint64(0); pairs < 50; k++ {
		s := newScript(rand.New(rand.NewPCG(50, k)), string(content), markup.Markdown, "text.md")
		s.play()
		for _, x := range flattenChanges(Compare(Version{Files: s.before}, Version{Files: s.after()}).Changes) {
			if x.Kind != Rewritten || x.Level != OfParagraph || pairs == 50 {
				continue
			}
			pairs++
			same, most := wordsByGit(t, folder, x.was, x.is)
			share := float64(most-same) / float64(max(1, most))
			off += max(share-x.ChangedShare(), x.ChangedShare()-share)
			if most != x.Words || share-x.ChangedShare() > .05 || x.ChangedShare()-share > .05 {
				t.Errorf("%s: git says %d of %d\n%s\n%s", x, most-same, most, x.was, x.is)
			}
		}
	}
	if off/float64(pairs) > .01 {
		t.Errorf("shares of %d pairs differ by %.3f on average", pairs, off/float64(pairs))
	}
}

// wordsByGit returns the number of words that two texts share according to git, and the number of words of the longer one.
func wordsByGit(t *testing.T, folder, old, new string) (same, most int) {
	t.Helper()
	names := []string{filepath.Join(folder, "old"), filepath.Join(folder, "new")}
	for i, text := range []string{old, new} {
		if err := os.WriteFile(names[i], []byte(strings.Join(strings.Fields(text), " ")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command("git", "-c", "core.autocrlf=false", "diff", "--no-index", "--no-ext-diff", "--no-color", "--minimal", "--unified=1000",
		"--word-diff=porcelain", "--word-diff-regex=[^[:space:]]+", names[0], names[1]).Output()
	if failed := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &failed) || failed.ExitCode() != 1) {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(out), "@@\n")
	gone, come := 0, 0
	for line := range strings.Lines(body) {
		words := len(strings.Fields(line[1:]))
		switch line[0] {
		case ' ':
			same += words
		case '-':
			gone += words
		case '+':
			come += words
		}
	}
	return same, same + max(gone, come)
}
