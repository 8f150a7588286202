package main

import (
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/foldertest"
)

func TestMergeInside(t *testing.T) {
	const scenes = "# Road\n\nSalt keeps.\n\n* * *\n\nBees build.\n\n* * *\n\nRats gnaw.\n"
	for name, x := range map[string]struct {
		text, args string // FILE stands for the text
		want       string
	}{
		"scenes":     {scenes, "--unit scene FILE:7", "# Road\n\nSalt keeps.\n\n* * *\n\nBees build.\n\nRats gnaw.\n"},
		"by number":  {scenes, "--unit scene --from 1 FILE", "# Road\n\nSalt keeps.\n\nBees build.\n\n* * *\n\nRats gnaw.\n"},
		"paragraphs": {"Salt keeps.\n\nBees build.\n", "--unit paragraph FILE:1", "Salt keeps. Bees build.\n"},
		"CRLF":       {"Salt\r\nkeeps.\r\n\r\nBees build.\r\n", "--unit paragraph FILE:1", "Salt\r\nkeeps.\r\nBees build.\r\n"},
		"a pinned boundary": {
			"Salt keeps.\n\n<!-- segls: break -->\n\nBees build.\n", "FILE:1", "Salt keeps.\n\n<!-- segls: no-break -->\n\nBees build.\n",
		},
		"a suggested boundary": {
			"Salt keeps fish and salt keeps meat.\n\nBees build wax cells for honey and bees.\n", "--preferred-words 7 --headings soft FILE:1",
			"Salt keeps fish and salt keeps meat.\n\n<!-- segls: no-break -->\n\nBees build wax cells for honey and bees.\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := draft(t, "road.md", x.text)
			args := strings.Fields("merge " + strings.ReplaceAll(x.args, "FILE", path))
			code, diff, errs := segls("", append(args, "--dry-run")...)
			if code != console.ExitOK || !strings.Contains(diff, "@@ ") || contentOf(t, path) != x.text {
				t.Fatalf("a dry run: %d %s%s", code, diff, errs)
			}
			if code, _, errs := segls("", args...); code != console.ExitOK || contentOf(t, path) != x.want {
				t.Errorf("%d %s\n%q", code, errs, contentOf(t, path))
			}
		})
	}
	code, out, _ := segls(scenes, "merge", "--unit", "scene", "--from", "2", "-")
	if want := strings.Replace(scenes, "* * *\n\nRats", "Rats", 1); code != console.ExitOK || out != want {
		t.Errorf("standard input: %d %q", code, out)
	}
}

// TestMergeInWork checks that merging undoes a split: the files, their order and their links.
func TestMergeInWork(t *testing.T) {
	for _, by := range []string{"section", "headings"} {
		folder := inRepository(t, smallBook())
		t.Chdir(folder)
		before := foldertest.WithoutOwnFiles(foldertest.Read(t, folder))
		if code, _, errs := segls("", "split", "--by", by, "--name", "parted", "src/road.md:11"); code != console.ExitOK {
			t.Fatalf("%d %s", code, errs)
		}
		args := []string{"merge", "src/road.md"}
		if by == "section" {
			args = []string{"merge", "--unit", "section", "src/parted.md"}
		}
		if code, _, errs := segls("", args...); code != console.ExitOK {
			t.Fatalf("%q: %d %s", args, code, errs)
		}
		after := foldertest.WithoutOwnFiles(foldertest.Read(t, folder))
		for name, text := range before {
			if after[name] != text {
				t.Errorf("--by %s: %s is\n%s\nwant\n%s", by, name, after[name], text)
			}
		}
		if len(after) != len(before) {
			t.Errorf("--by %s: %d files, want %d", by, len(after), len(before))
		}
	}
}

func TestMergeRefused(t *testing.T) {
	folder := inRepository(t, smallBook())
	t.Chdir(folder)
	before := foldertest.WithoutOwnFiles(foldertest.Read(t, folder))
	for args, want := range map[string]string{
		"--unit fragment src/road.md":     "which one?",
		"-":                               "which one?",
		"--unit file src/road.md:3":       "without a line",
		"--in-place src/road.md":          "FILE:LINE",
		"--from 9 src/road.md":            "there is no fragment 9",
		"--from 0 src/road.md":            "there is no fragment 0",
		"src/deep/end.md":                 "src/deep/end.md: ",
		"src/gone.md":                     "segls: src/gone.md: no such file",
		"--unit paragraph src/road.md:1":  "src/road.md: ",
		"--unit scene src/road.md:3":      "src/road.md: ",
		"src/road.md:99":                  "src/road.md: the last line is",
		"--unit paragraph src/road.md:99": "src/road.md: the last line is",
	} {
		code, _, errs := segls("", append([]string{"merge"}, strings.Fields(args)...)...)
		if code != console.ExitUsage || !strings.Contains(strings.ToLower(errs), strings.ToLower(want)) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: %d, %s, want %q", args, code, errs, want)
		}
	}
	for name, text := range foldertest.WithoutOwnFiles(foldertest.Read(t, folder)) {
		if before[name] != text {
			t.Errorf("%s has changed", name)
		}
	}
}

// TestMergeBesideUnreadable checks that files are merged beside an unreadable text only with --force: links in it are not mended.
func TestMergeBesideUnreadable(t *testing.T) {
	folder := inRepository(t, smallBook())
	t.Chdir(folder)
	if err := os.WriteFile("src/deep/end.md", []byte("a\x00b"), 0o600); err != nil {
		t.Fatal(err)
	}
	before := foldertest.WithoutOwnFiles(foldertest.Read(t, folder))
	code, out, errs := segls("", "merge", "src/road.md")
	if code != console.ExitUsage || out != "" || !strings.Contains(errs, "nothing has been done: links in files that cannot be read would not be mended; --force") {
		t.Errorf("%d %s%s", code, out, errs)
	}
	if after := foldertest.WithoutOwnFiles(foldertest.Read(t, folder)); !maps.Equal(after, before) {
		t.Error("files have changed")
	}
	code, out, errs = segls("", "merge", "--force", "src/road.md")
	if code != console.ExitUsage || !strings.Contains(out, "src/road.md") || !strings.Contains(errs, "src/deep/end.md: this is a binary file") {
		t.Errorf("with --force: %d %s%s", code, out, errs)
	}
}
