package revision

import (
	"os"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console/consoletest"
)

// TestHostile checks that git runs none of the programs that the configuration of a repository names for every occasion.
func TestHostile(t *testing.T) {
	folder := consoletest.Library(t, map[string]string{"one.md": "Salt.\n", "two.md": "Wool.\n", "sub/three.md": "Bees.\n", "settings.toml": "a = 1\n"})
	ran := consoletest.HostileRepository(t)
	_ = ran() // clear the record of programs that ran while the repository was made
	if err := os.WriteFile("one.md", []byte("Salt and wax.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove("two.md"); err != nil {
		t.Fatal(err)
	}
	commit, err := mergeBase(folder, "HEAD~1")
	if err != nil {
		t.Fatal(err)
	}
	ids, err := blobIDs(folder, commit)
	if err != nil || len(ids) != 4 {
		t.Fatalf("%v, %v", ids, err)
	}
	texts, err := readBlobs(folder, []string{ids["one.md"], ids["sub/three.md"]})
	if err != nil || string(texts[0]) != "Salt.\n" || string(texts[1]) != "Bees.\n" {
		t.Errorf("%q, %v", texts, err)
	}
	if names, err := trackedFiles(folder); err != nil || strings.Join(names, " ") != "one.md settings.toml sub/three.md two.md" {
		t.Errorf("%q, %v", names, err)
	}
	changed, err := Changed(folder, "HEAD~1")
	if err != nil || len(changed) != 2 || string(changed[0].Was) != "Salt.\n" || string(changed[0].Now) != "Salt and wax.\n" || string(changed[1].Was) != "Wool.\n" || changed[1].Now != nil {
		t.Errorf("%q, %v", changed, err)
	}
	if found := ran(); found != "" {
		t.Errorf("git ran\n%s", found)
	}
}

// TestRefusals checks that a query that git cannot answer, or that is not allowed, returns a sentence and runs no foreign program.
func TestRefusals(t *testing.T) {
	folder := consoletest.Library(t, map[string]string{"one.md": "Salt.\n"})
	if _, err := Changed(folder, "HEAD"); err == nil || !strings.HasSuffix(err.Error(), "this is not a git repository") {
		t.Error(err)
	}
	ran := consoletest.HostileRepository(t)
	_ = ran()
	for revision, want := range map[string]string{
		"none": `there is no revision "none"`, "--upload-pack=x": `there is no revision "--upload-pack=x"`, "--output=ran": `there is no revision "--output=ran"`, "HEAD^{tree}": "expected commit",
	} {
		if _, err := mergeBase(folder, revision); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", revision, err)
		}
	}
	consoletest.Missing(t, "one.md")
	if err := os.WriteFile("one.md", []byte("Salt and wax.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Changed(folder, "HEAD"); err == nil || !strings.Contains(err.Error(), "segls fetches nothing") {
		t.Error(err)
	}
	if found := ran(); found != "" {
		t.Errorf("git ran\n%s", found)
	}
}
