package rearrange

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"
)

var builds = flag.Int("builds", 0, "build the works of -works with the programs that they are written for, before and after so many actions")

// builders are the programs that build works, by kind of order, with the form of their warnings.
var builders = map[string]struct {
	command  []string
	times    int // LaTeX resolves labels in the second run
	warnings *regexp.Regexp
}{
	"mkdocs":   {[]string{"mkdocs", "build", "--clean", "--site-dir", ".site"}, 1, regexp.MustCompile(`(?m)^(?:WARNING|ERROR|INFO +-  Doc file).*`)},
	"sphinx":   {[]string{"sphinx-build", "-b", "dummy", "-E", "FOLDER", ".site"}, 1, regexp.MustCompile(`(?m)^.*(?:WARNING|ERROR|CRITICAL):.*`)},
	"asciidoc": {[]string{"asciidoctor", "--verbose", "--out-file", "/dev/null", "ORDER"}, 1, regexp.MustCompile(`(?m)^asciidoctor: .*`)},
	"hugo":     {[]string{"hugo", "--destination", ".site"}, 1, regexp.MustCompile(`(?m)^(?:ERROR|WARN|Error:).*`)},
	"latex":    {[]string{"pdflatex", "-draftmode", "-interaction=nonstopmode", "ORDER"}, 2, regexp.MustCompile(`(?m)^(?:!|LaTeX Warning: (?:Reference|Label\W)).*`)},
}

// colours matches the colours that MkDocs prints even if its output is not a terminal.
var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

// noBuild is the warning of a program that fails.
const noBuild = "the build fails"

// TestBuilds builds real works before and after actions, and checks that no program gives new warnings.
func TestBuilds(t *testing.T) {
	if *works == "" || *builds == 0 {
		t.Skip("nothing to build: run with -works DIR -builds N")
	}
	for _, folder := range filepath.SplitList(*works) {
		found, _ := filepath.Glob(folder)
		for _, folder := range found {
			t.Run(filepath.Base(folder), func(t *testing.T) { buildWork(t, folder) })
		}
	}
}

func buildWork(t *testing.T, folder string) {
	w, files := open(t, os.DirFS(folder))
	builder := builders[w.Order.Kind]
	if len(builder.command) == 0 {
		t.Skipf("no program is known to build works of kind %s", w.Order.Kind)
	}
	if _, err := exec.LookPath(builder.command[0]); err != nil {
		t.Skipf("%s is not installed", builder.command[0])
	}
	build := func(change Change) map[string]int {
		return warningsOf(t, w, os.DirFS(folder), files, applied(files, change))
	}
	before := build(Change{})
	if before[noBuild] > 0 && w.Order.Kind != "latex" { // LaTeX reports failure for each error, and goes on
		t.Fatalf("%s does not build %s as it is", builder.command[0], folder)
	}
	r := rand.New(rand.NewPCG(20, 2))
	done, wrong := 0, 0
	for done < *builds {
		kind, c, err := randomAction(r, w)
		if err != nil {
			continue
		}
		done++
		t.Logf("%d: %s", done, kind)
		for warning, n := range build(c) {
			if n > before[warning] {
				wrong++
				t.Errorf("%s: %s: %s", kind, c.Title, warning)
			}
		}
	}
	total := 0
	for _, n := range before {
		total += n
	}
	fmt.Printf("%-16s %-10s %d warnings before; %d actions, %d with a new one\n", filepath.Base(folder), builder.command[0], total, done, wrong)
}

// warningsOf builds a work with changed files, and counts the warnings.
func warningsOf(t *testing.T, w Work, original fs.FS, files, after map[string]string) (warnings map[string]int) {
	t.Helper()
	builder, copied := builders[w.Order.Kind], t.TempDir()
	if err := os.CopyFS(copied, original); err != nil {
		t.Fatal(err)
	}
	for name := range files {
		if _, stays := after[name]; !stays {
			if err := os.Remove(filepath.Join(copied, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, text := range after {
		if files[name] == text {
			continue
		}
		path := filepath.Join(copied, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	command := slices.Clone(builder.command)
	for i, word := range command {
		command[i] = strings.NewReplacer("ORDER", w.Order.Order, "FOLDER", w.Order.Folder).Replace(word)
	}
	var said bytes.Buffer
	var failure error
	for range builder.times {
		said.Reset()
		run := exec.Command(command[0], command[1:]...)
		run.Dir, run.Stdout, run.Stderr = copied, &said, &said
		failure = run.Run()
	}
	warnings = make(map[string]int)
	if failure != nil { // some builds fail both before and after
		warnings[noBuild]++
	}
	for _, line := range builder.warnings.FindAllString(colours.ReplaceAllString(said.String(), ""), -1) {
		warnings[normalWarning(line, copied)]++
	}
	return warnings
}

// TestArchivesAreBuilt builds the works in testdata after each action for which no place is listed. There may be no new warnings.
func TestArchivesAreBuilt(t *testing.T) {
	if *builds == 0 {
		t.Skip("nothing to build: run with -builds N")
	}
	archives, _ := filepath.Glob("testdata/*.txtar")
	built := make(map[string]int)
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		fsys, files := make(fstest.MapFS), make(map[string]string)
		for _, f := range archive.Files {
			if !strings.HasPrefix(f.Name, "want ") {
				fsys[f.Name], files[f.Name] = &fstest.MapFile{Data: f.Data, Mode: 0o600}, string(f.Data)
			}
		}
		w := newWork(fsys, files)
		builder := builders[w.Order.Kind]
		if len(builder.command) == 0 {
			continue
		}
		if _, err := exec.LookPath(builder.command[0]); err != nil {
			t.Logf("there is no %s: %s is not built", builder.command[0], name)
			continue
		}
		if settings := fsys["conf.py"]; settings != nil && slices.ContainsFunc(w.Order.Files(), func(file string) bool { return strings.HasSuffix(file, ".md") }) {
			settings.Data = append(slices.Clone(settings.Data), "\nextensions = ['myst_parser']\nmyst_enable_extensions = ['substitution', 'colon_fence']\n"...)
		}
		before := warningsOf(t, w, fsys, files, files)
		if before[noBuild] > 0 && w.Order.Kind != "latex" {
			if strings.Contains(string(archive.Comment), "and later") {
				t.Logf("this %s is too old for %s", builder.command[0], name)
				continue
			}
			t.Errorf("%s does not build %s as it is", builder.command[0], name)
		}
		for line := range strings.Lines(string(archive.Comment)) {
			words := strings.Fields(line)
			if len(words) < 2 || words[0] == "#" {
				continue
			}
			c, err := do(w, words)
			if err != nil {
				continue
			}
			if c = c.WithDoubtful(w, "."); len(c.Unmended) > 0 {
				continue
			}
			built[w.Order.Kind]++
			for warning, n := range warningsOf(t, w, fsys, files, applied(files, c)) {
				isNew := words[0] == "assemble" && strings.Contains(warning, "isn't included in any toctree") // no order lists the new document
				if n > before[warning] && !isNew {
					t.Errorf("%s: %s: %s", name, strings.TrimSpace(line), warning)
				}
			}
		}
	}
	t.Logf("actions after which the works were built: %v", built)
}

var (
	warningTimes = regexp.MustCompile(`\d+`)
	warningFiles = regexp.MustCompile(`[\w./-]*\.(?:md|rst|adoc|tex|txt|html)\b`)
)

// normalWarning returns a warning without the folder of the work, and with placeholders for numbers and file names, which an action may change.
func normalWarning(line, folder string) string {
	line = strings.ReplaceAll(line, folder, "")
	return warningTimes.ReplaceAllString(warningFiles.ReplaceAllString(line, "FILE"), "N")
}
