package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
)

// TestPages runs the commands after dollar signs in pages and checks that each prints the text below it. "[…]" matches any text.
func TestPages(t *testing.T) {
	sample, err := os.ReadFile("../../testdata/samples/salt.md")
	if err != nil {
		t.Fatal(err)
	}
	for page, files := range map[string]map[string]string{ // with the files that the page requires
		"../../README.md":        {},
		"../../docs/tutorial.md": {".segls.toml": "preferred-words = 500\n", "salt.md": string(sample)},
	} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(page, func(t *testing.T) {
			consoletest.Library(t, files)
			commands := 0
			for _, block := range strings.Split(string(text), "```\n") {
				if block = strings.Trim(block, " "); !strings.HasPrefix(block, "$ segls ") {
					continue
				}
				for command := range strings.SplitSeq("\n"+block, "\n$ segls ") {
					line, shown, _ := strings.Cut(command, "\n")
					if line == "" {
						continue
					}
					commands++
					code, out, errs := segls("", strings.Fields(line)...)
					if code != console.ExitOK {
						t.Fatalf("segls %s: %s", line, errs)
					}
					rest := out
					for part := range strings.SplitSeq(strings.ReplaceAll(shown, "[…]\n", "[…]"), "[…]") {
						_, after, isThere := strings.Cut(rest, part)
						if !isThere {
							t.Fatalf("segls %s does not print\n%s\nbut\n%s", line, part, out)
						}
						rest = after
					}
				}
			}
			if commands == 0 {
				t.Error("no command is shown")
			}
		})
	}
}

var (
	fenced    = regexp.MustCompile("(?ms)^ *(````*)[^`\n]*$.*?^ *````*$|`[^`\n]*`")
	linked    = regexp.MustCompile(`\]\(<?([^)#\s>]*)(#[^)\s]*)?>?\)`)
	headed    = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	unslugged = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// TestLinks checks that the targets of relative links in the project's pages exist.
func TestLinks(t *testing.T) {
	var pages []string
	for _, glob := range []string{"*.md", "docs/*.md", "docs/*/*.md", "editors/*/*.md", "editors/vscode/walkthrough/*.md", "packaging/*.md", "tools/*.md"} {
		found, err := filepath.Glob("../../" + glob)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	if len(pages) < 25 {
		t.Fatalf("only %d pages", len(pages))
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, link := range linked.FindAllStringSubmatch(fenced.ReplaceAllString(string(text), ""), -1) {
			target, anchor := link[1], strings.TrimPrefix(link[2], "#")
			if strings.Contains(target, ":") {
				continue
			}
			path := page
			if target != "" {
				path = filepath.Join(filepath.Dir(page), target)
			}
			found, err := os.Stat(path)
			if err != nil {
				t.Errorf("%s links to %s", page, target)
				continue
			}
			if anchor == "" || found.IsDir() || filepath.Ext(path) != ".md" {
				continue
			}
			if to, err := os.ReadFile(path); err != nil || !slices.Contains(anchors(string(to)), anchor) {
				t.Errorf("%s links to %s, which has no heading #%s", page, path, anchor)
			}
		}
	}
}

// anchors returns the anchors of a page's headings, without the numbers that GitHub adds to repeated ones.
func anchors(page string) (names []string) {
	for _, m := range headed.FindAllStringSubmatch(page, -1) {
		names = append(names, strings.ReplaceAll(unslugged.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return names
}

// TestWalk checks that the functions that ARCHITECTURE.md names are in their files.
func TestWalk(t *testing.T) {
	page, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	steps := regexp.MustCompile("`([a-z_/]+\\.go)`, `(\\w+)`").FindAllStringSubmatch(string(page), -1)
	if len(steps) < 20 {
		t.Errorf("only %d functions are named", len(steps))
	}
	for _, step := range steps {
		text, err := os.ReadFile(filepath.Join("../..", step[1]))
		if err != nil || !regexp.MustCompile(`(?m)^func (\([^)]*\) )?`+step[2]+`[\[(]`).Match(text) {
			t.Errorf("there is no function %s in %s: %v", step[2], step[1], err)
		}
	}
}

// TestNamedFiles checks that the Go files that pages name exist in one of the folders that a page may mean.
func TestNamedFiles(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, page := range append(pages, "../../ARCHITECTURE.md", "../../CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(text), "\n") {
			within := []string{"", "analysis", "cmd/segls"}
			if row := packageRow.FindStringSubmatch(line); row != nil {
				within = append(within, row[1])
			}
			for _, m := range goFile.FindAllStringSubmatch(line, -1) {
				named++
				isThere := func(folder string) bool {
					_, err := os.Stat(filepath.Join("../..", folder, m[1]))
					return err == nil
				}
				if !slices.ContainsFunc(within, isThere) {
					t.Errorf("%s names %s, which is not there", page, m[1])
				}
			}
		}
	}
	if named < 50 {
		t.Errorf("only %d files are named", named)
	}
}

var (
	goFile     = regexp.MustCompile("`([a-z_/]+\\.go)`")
	packageRow = regexp.MustCompile("^\\| `([a-z/]+)` \\|")
)
