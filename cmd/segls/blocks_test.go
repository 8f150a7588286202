package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console"
)

// TestBlocksAreTheText checks that the output without its marks is the text, and that in JSON the words add up and prose is in bounds.
func TestBlocksAreTheText(t *testing.T) {
	paths, _ := filepath.Glob("../../testdata/[fs]*/*.*") // formats and samples
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		code, out, errs := segls("", "blocks", "--no-work", path)
		if code != console.ExitOK || errs != "" {
			t.Fatalf("%s: exit code %d, %s", path, code, errs)
		}
		shown := blockHeader.ReplaceAllString(out, "")
		shown = strings.NewReplacer("⟦", "", "⟧", "", `\x0b`, "", `\x0c`, "").Replace(shown[strings.IndexByte(shown, '\n')+1:])
		if got, want := strings.Join(strings.Fields(shown), ""), strings.Join(strings.Fields(string(text)), ""); got != want {
			t.Errorf("%s is shown as\n%s", path, out)
		}

		_, out, _ = segls("", "blocks", "--no-work", "--format", "json", path)
		var d struct {
			Words  int
			Blocks []blockJSON
		}
		if err := json.Unmarshal([]byte(out), &d); err != nil {
			t.Fatal(err)
		}
		words, at := 0, 0
		for _, b := range d.Blocks {
			words += b.Words
			if b.Words > 0 && len(b.Prose) == 0 {
				t.Errorf("%s: the block at line %d has words and no prose", path, b.Line)
			}
			for _, s := range b.Prose {
				if s.Start < max(at, b.Start) || s.End <= s.Start || s.End > b.End {
					t.Errorf("%s: prose at %d to %d, in a block at %d to %d", path, s.Start, s.End, b.Start, b.End)
				}
				at = s.End
			}
		}
		if words != d.Words {
			t.Errorf("%s: %d words in blocks, %d in all", path, words, d.Words)
		}
	}
}

var blockHeader = regexp.MustCompile(`(?m)^ {0,5}\d+  (?:around blocks|[a-z-]+(?: \d)?)(?:, \d+ words?)?$`)
