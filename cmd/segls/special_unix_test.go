//go:build unix

package main

import (
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
)

// specialFiles holds kinds of files that may be in place of a text, each with a part of the message about it; "" if none is required.
var specialFiles = map[string]struct {
	make func(t *testing.T, path string)
	says string
}{
	"a pipe": {func(t *testing.T, path string) {
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
	}, "this is not an ordinary file, but a device or a pipe, say"},
	"a socket": {func(t *testing.T, path string) {
		listener, err := net.Listen("unix", path)
		if err != nil {
			t.Skip(err)
		}
		t.Cleanup(func() { listener.Close() })
	}, "this is not an ordinary file, but a device or a pipe, say"},
	"a folder": {func(t *testing.T, path string) {
		if err := os.Mkdir(path, 0o700); err != nil {
			t.Fatal(err)
		}
	}, "this is a folder, not a file"},
	"a link to a device": {func(t *testing.T, path string) {
		if err := os.Symlink("/dev/zero", path); err != nil {
			t.Fatal(err)
		}
	}, ""},
	"a gigabyte of nothing": {func(t *testing.T, path string) {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, 1<<30); err != nil {
			t.Fatal(err)
		}
	}, "MB, so it is not read"},
	"unreadable": {func(t *testing.T, path string) {
		if err := os.WriteFile(path, []byte("*.tmp\n"), 0); err != nil {
			t.Fatal(err)
		}
	}, ""},
}

// specialNames holds names of files that segls reads in a folder without being given their paths.
var specialNames = []string{".gitignore", ".segls.toml", "SUMMARY.md", "mkdocs.yml", "_quarto.yml", "book.toml", "main.tex", "one.md"}

// TestSpecialFiles checks that commands end, whatever is in place of the files in specialNames, and what they say about it.
func TestSpecialFiles(t *testing.T) {
	for kind, special := range specialFiles {
		for _, name := range specialNames {
			t.Run(kind+" as "+name, func(t *testing.T) {
				consoletest.Library(t, map[string]string{"one.md": "# One\n\nSalt is a rock.\n", "two.md": "# Two\n\nWool is hair.\n", ".git/HEAD": ""})
				_ = os.Remove(name)
				special.make(t, name)
				t.Setenv("XDG_CACHE_HOME", t.TempDir())
				said, checked := "", ""
				for _, args := range folderCommands(t) {
					_, out, errs := segls("", args...)
					if n := strings.Count(out+errs, name+":"); n > 1 && name != "one.md" {
						t.Errorf("%v says %d times what is wrong with %s:\n%s%s", args, n, name, out, errs)
					}
					if args[0] == "check" || args[0] == "work" {
						said += out + errs
					}
					if args[0] == "check" {
						checked = errs
					}
				}
				if name == "SUMMARY.md" && special.says != "" && !strings.Contains(checked, special.says) {
					t.Errorf("check says of an order only\n%s", checked)
				}
				if isText := filepath.Ext(name) == ".md" || name == "main.tex"; !isText && special.says != "" && !strings.Contains(said, special.says) {
					t.Errorf("check and work say\n%s", said)
				}
			})
		}
	}
}

// TestUnreadTexts checks that commands that read a folder name each text that cannot be read once, and show results for the others.
func TestUnreadTexts(t *testing.T) {
	consoletest.Library(t, map[string]string{
		"one.md": "# One\n\n" + strings.Repeat("Salt is a rock.\n\n", 20) + "## Ground\n\n" + strings.Repeat("Salt was ground.\n\n", 20), "two.md": "# Two\n\nWool is two hairs.\n",
		"binary.md": "a\x00b", "picture.png": "\x89PNG\x00", ".git/HEAD": "",
	})
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	if err := os.Symlink("nowhere", "gone.md"); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo("pipe.md", 0o600); err != nil {
		t.Fatal(err)
	}
	commands := append(folderCommands(t), []string{"diff", ".", "."}, []string{"evaluate", "."}, []string{"evaluate", "--titles", "."}, []string{"evaluate", "--stability", "."},
		[]string{"curve", "--work"}, []string{"stats", "--work"}, []string{"work", "--join"}, []string{"fragment", "--format", "jsonl", "."}, []string{"check", "--format", "sarif", "."})
	for _, args := range commands {
		if args[0] == "find" || args[0] == "related" {
			args = append(args, "--in", ".")
		}
		isOfFolder := slices.ContainsFunc([]string{".", "--work", "--join"}, func(arg string) bool { return slices.Contains(args, arg) })
		if !isOfFolder || slices.Contains([]string{"assemble", "share", "forget", "merge"}, args[0]) { // these take files
			continue
		}
		for _, args := range [][]string{args, append(slices.Clone(args), "--quiet")} {
			code, out, errs := segls("", args...)
			isSilent := args[0] == "misplaced" || slices.Contains(args, "--quiet") // they print nothing if nothing is found
			if code != console.ExitUsage || out == "" && !isSilent {
				t.Errorf("segls %v: exit code %d\n%s%s", args, code, out, errs)
			}
			for name, why := range map[string]string{"binary.md": "this is a binary file, not a text", "gone.md": "this is a link to a file that does not exist", "pipe.md": "this is not an ordinary file, but a device or a pipe, say"} {
				want := 1
				if args[0] == "diff" && strings.Contains(strings.Join(args, " "), ". .") {
					want = 2 // once for each of the two folders
				}
				if strings.Count(errs, "segls: "+name+": "+why+"\n") != want || strings.Contains(errs, "picture") {
					t.Errorf("segls %v says\n%s", args, errs)
				}
			}
		}
	}
}

// folderCommands returns command lines for the commands that read the working folder or files in it.
func folderCommands(t *testing.T) (list [][]string) {
	t.Helper()
	arguments := map[string][]string{
		"move": {"--to", "two.md", "one.md", "--dry-run"}, "split": {"two.md", "--dry-run"}, "share": {"two.md", "one.md", "--dry-run"},
		"find": {"two"}, "related": {"two.md:3"}, "explain": {"two.md"}, "curve": {"two.md"}, "config": {"two.md"}, "index": {"."},
	}
	elsewhere := []string{"recover", "serve", "mcp", "help", "completion", "man", "version", "bench", "titles", "methods", "evaluate", "sweep", "diff", "demo", "doctor"}
	for _, c := range rootCommand().Commands() {
		if args, isKnown := arguments[c.Name()]; isKnown {
			list = append(list, append([]string{c.Name()}, args...))
		} else if !slices.Contains(elsewhere, c.Name()) {
			list = append(list, []string{c.Name(), "."})
		}
	}
	return append(list, []string{"fragment", "--work", "."}, []string{"diff", "two.md", "two.md"})
}

// TestManyPatterns checks that segls stats answers despite twenty thousand patterns in a .gitignore.
func TestManyPatterns(t *testing.T) {
	files := map[string]string{".git/HEAD": ""}
	var patterns strings.Builder
	for i := range 20_000 {
		patterns.WriteString("draft-" + strings.Repeat("x", i%50) + "*.md\n")
	}
	for i := range 50 {
		files["text-"+strings.Repeat("y", i)+".md"] = "Salt is a rock.\n"
	}
	files[".gitignore"] = patterns.String()
	consoletest.Library(t, files)
	if code, out, errs := segls("", "stats", "."); code != 0 || !strings.Contains(out, "50 texts") {
		t.Errorf("exit code %d, %.200s%s", code, out, errs)
	}
}
