package lsp

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestTargetsOfViews checks that segls/fragments and segls/work agree on the target that a directive sets for a file, and that other files have
// the target in the settings.
func TestTargetsOfViews(t *testing.T) {
	t.Parallel()
	const salt = "src/salt.md"
	files := islandBook()
	files[".segls.toml"] = "[work.targets]\n\"src/*.md\" = 99\n"
	files[salt] = strings.Replace(files[salt], "# Salt\n\n", "# Salt\n\n<!-- segls: target 400 -->\n\n", 1)
	d, at := openWorkWith(t, fullWithEdits("utf-16"), files, []string{salt})
	var fragments struct{ Wanted int }
	if err := json.Unmarshal(d.request(requestFragments, about(at(salt))), &fragments); err != nil || fragments.Wanted != 400 {
		t.Errorf("the target of the text is %d, %v", fragments.Wanted, err)
	}
	var work workResult
	if err := json.Unmarshal(d.request(requestWork, about(at(salt))), &work); err != nil || work.Entries[0].Wanted != 400 || work.Entries[1].Wanted != 99 {
		t.Errorf("the targets of the files are %+v, %v", work.Entries, err)
	}
}
