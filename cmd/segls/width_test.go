package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rivo/uniseg"

	"github.com/segls/segls/internal/console/consoletest"
)

// TestEveryLineFits checks that no command prints a line wider than COLUMNS, except for paths, also in Chinese.
func TestEveryLineFits(t *testing.T) {
	salt, err := os.ReadFile("../../testdata/samples/salt.md")
	if err != nil {
		t.Fatal(err)
	}
	salt = salt[:8000]
	const title = "A very long title that goes on and on about the mill on the ridge and the salt pans below it, Antidisestablishmentarianismandmore"
	chinese := ""
	for _, sentence := range []string{"潮水漲落，鹽留在岸上。老人在燈塔下修補漁網。", "城裡的市場在清晨開門，商人把布匹和香料擺在石階上。"} {
		chinese += "## " + strings.Repeat("潮水漲落，鹽留在岸上，", 8) + "\n\n" + strings.Repeat(strings.Repeat(sentence, 30)+"\n\n", 3)
	}
	files := map[string]string{
		"book/a.md": string(salt), "book/b.md": "# 鹽與潮水\n\n" + chinese,
		"book/c.md":          strings.ReplaceAll(string(salt), "## ", "## "+title+", and "),
		"book/.segls.toml":   "preferred-words = 300\nparagraph-max-words = 60\n",
		"book/d/broken.md":   "![no](gone.png) [no](gone.md)\n\n<!-- segls: prefered-words=3 -->\n\nThe mill.\n",
		"book/d/latin.txt":   "Le caf\xe9 d'\xe0 c\xf4t\xe9 \xe9tait ferm\xe9, et la fen\xeatre aussi.\n",
		"book/d/.segls.toml": "preferred-word = 300\n",
	}
	var lines []string
	for _, c := range rootCommand().Commands() {
		lines = append(lines, c.Name()+" --help", c.Name()+" --no-such-flag")
		if c.Flags().Lookup("format") == nil || c.Name() == "index" || c.Name() == "doctor" {
			continue
		}
		for _, text := range []string{"book/a.md", "book/b.md", "book/c.md", "book", "gone.md"} {
			lines = append(lines, c.Name()+" "+text)
		}
	}
	lines = append(lines, "", "help", "version", "demo demo", "doctor", "recover", "forget", "check --list-rules", "find salt sea book", "diff book/a.md book/c.md",
		"explain book/c.md:12", "check --color always book", "check --rules docs book", "index book")
	for _, columns := range []int{20, 80} {
		t.Run(fmt.Sprint(columns), func(t *testing.T) {
			if testing.Short() && columns != 20 {
				t.Skip("one width is enough in short tests")
			}
			consoletest.Library(t, files)
			t.Setenv("COLUMNS", fmt.Sprint(columns))
			for _, line := range lines {
				_, out, errs := segls("", strings.Fields(line)...)
				for _, shown := range strings.Split(out+errs, "\n") {
					shown = escapes.ReplaceAllString(shown, "")
					words := strings.Fields(shown)
					isPath := len(words) <= 2 && strings.ContainsAny(shown, "./"+string(filepath.Separator)) // a path alone or after "segls:"
					if uniseg.StringWidth(shown) > columns && !isPath {
						t.Errorf("segls %s prints a line of %d columns:\n%s", line, uniseg.StringWidth(shown), shown)
						break
					}
				}
			}
		})
	}
}

// escapes matches the sequences that colour text in a terminal.
var escapes = regexp.MustCompile(`\x1b\[[0-9;]*m`)
