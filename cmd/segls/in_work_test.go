package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/foldertest"
)

// cutBook writes a sample, cut at its headings, as an mdBook, and the whole sample next to it.
func cutBook(t *testing.T) (folder string, chapters []string) {
	t.Helper()
	sample, err := os.ReadFile(tidesSample)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{".git/HEAD": "", "book.toml": "[book]\ntitle = \"Tides\"\n", "whole.md": string(sample), "src/left.md": "# Left\n\nNobody names this.\n"}
	summary := "# Summary\n\n"
	for i, part := range strings.Split(string(sample), "\n## ") {
		if i > 0 {
			part = "## " + part
		}
		name := fmt.Sprintf("c%d.md", i)
		files["src/"+name] = part + "\n"
		summary += "- [Chapter](" + name + ")\n"
		chapters = append(chapters, name)
	}
	files["src/SUMMARY.md"] = summary
	return foldertest.Write(t, files), chapters
}

// TestFilesAreDividedInTheirWork checks that commands divide a file as a part of its work, but alone with --no-work.
func TestFilesAreDividedInTheirWork(t *testing.T) {
	folder, chapters := cutBook(t)
	run := func(into any, args ...string) {
		t.Helper()
		code, out, errs := segls("", append(args, "--format", "json")...)
		if code != console.ExitOK {
			t.Fatalf("%v: exit code %d, %s", args, code, errs)
		}
		if err := json.Unmarshal([]byte(out), into); err != nil {
			t.Fatalf("%v: %v", args, err)
		}
	}
	var whole answer.Document
	run(&whole, "fragment", "--preferred-words", "250", filepath.Join(folder, "whole.md"))
	var work answer.Work
	run(&work, "fragment", "--preferred-words", "250", "--work", folder)
	if len(work.Files) != len(chapters) || len(work.Fragments) != len(whole.Fragments) || work.Words != whole.Words || work.Kind != "mdbook" || work.Title != "Tides" {
		t.Fatalf("%d files, %d fragments, %d words; of the whole %d, %d", len(work.Files), len(work.Fragments), work.Words, len(whole.Fragments), whole.Words)
	}
	if work.Statistics != whole.Statistics {
		t.Errorf("statistics %+v, of the whole %+v", work.Statistics, whole.Statistics)
	}
	at, alone := 0, 0
	for _, chapter := range chapters {
		path := filepath.Join(folder, "src", chapter)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var one, other answer.Document
		run(&one, "fragment", "--preferred-words", "250", path)
		run(&other, "fragment", "--preferred-words", "250", "--no-work", path)
		for i, f := range one.Fragments {
			w := work.Fragments[at]
			if w.Path != path || w.Start != f.Start || w.End != f.End || w.Words != whole.Fragments[at].Words {
				t.Errorf("fragment %d of %s is %+v, in the work %+v", i, chapter, f, w)
			}
			if !strings.HasPrefix(string(text)[w.Start:w.End], string(text)[f.Start:f.Start+20]) {
				t.Errorf("fragment %d of %s is not where it says", i, chapter)
			}
			at++
		}
		if !slices.EqualFunc(one.Fragments, other.Fragments, func(a, b answer.Fragment) bool { return a.Start == b.Start }) || one.Gaps[0] != other.Gaps[0] {
			alone++
		}
		var curve answer.Figure
		run(&curve, "curve", "--preferred-words", "250", path)
		for g, gap := range curve.Curves[0].Gaps {
			if gap.Similarity != one.Gaps[g].Similarity || gap.Boundary != one.Gaps[g].Boundary {
				t.Errorf("gap %d of %s: %+v in the curve, %+v", g, chapter, gap, one.Gaps[g])
			}
		}
		var explained answer.Explanation
		run(&explained, "explain", "--preferred-words", "250", path)
		for g, gap := range explained.Gaps {
			if gap.Boundary != one.Gaps[g].Boundary {
				t.Errorf("gap %d of %s is explained otherwise", g, chapter)
			}
		}
	}
	if at != len(work.Fragments) || alone == 0 {
		t.Errorf("%d of %d fragments; %d chapters are divided otherwise alone", at, len(work.Fragments), alone)
	}
	var counted answer.Stats
	run(&counted, "stats", "--preferred-words", "250", "--work", filepath.Join(folder, "src", chapters[2]))
	if len(counted.Texts) != len(chapters) || counted.Total.Fragments != len(whole.Fragments) || counted.Total.Words != whole.Words {
		t.Errorf("%d texts, %+v", len(counted.Texts), counted.Total)
	}
	var figure answer.Figure
	run(&figure, "curve", "--preferred-words", "250", "--compare", "preferred-words=600", "--work", folder)
	first := figure.Curves[0]
	if figure.Path != "Tides" || len(figure.Files) != len(chapters) || len(first.Gaps) != len(whole.Gaps)-len(chapters)+1 || first.Words != whole.Words || len(figure.Curves) != 2 {
		t.Errorf("a curve %q of %d files, %d gaps of %d", figure.Path, len(figure.Files), len(first.Gaps), len(whole.Gaps))
	}
	if last := first.Gaps[len(first.Gaps)-1]; last.Path != filepath.Join(folder, "src", chapters[len(chapters)-1]) || figure.Curves[1].Statistics == first.Statistics {
		t.Errorf("the last gap is %+v", last)
	}
	type sweep struct {
		Rows []struct {
			Fragments                    int
			Average, Min, Max, Deviation float64
		}
	}
	var swept, sweptWhole sweep
	run(&swept, "sweep", "--preferred-words", "250,600", "--work", folder)
	run(&sweptWhole, "sweep", "--preferred-words", "250,600", filepath.Join(folder, "whole.md"))
	if !slices.Equal(swept.Rows, sweptWhole.Rows) || len(swept.Rows) < 2 {
		t.Errorf("swept %+v, of the whole %+v", swept.Rows, sweptWhole.Rows)
	}
	_, out, _ := segls("", "fragment", filepath.Join(folder, "src", chapters[1]))
	if !strings.Contains(out, "part of the work in ") || !strings.Contains(out, "SUMMARY.md") {
		t.Error(out)
	}
	for _, format := range []string{"text", "svg", "csv"} {
		if code, out, errs := segls("", "curve", "--format", format, "--work", folder); code != console.ExitOK || format == "text" && strings.Count(out, "src") < len(chapters) {
			t.Errorf("%s: %d, %s", format, code, errs)
		}
	}
	for _, name := range []string{"check", "fragment"} {
		code, out, errs := segls("", name, "--work", "--severity", "hint", folder)
		if name == "fragment" {
			code, out, errs = segls("", name, "--work", "--quiet", "--format", "jsonl", folder)
		}
		if code > console.ExitFindings || errs != "" || out == "" {
			t.Errorf("%s: %d, %s", name, code, errs)
		}
	}
	if _, out, _ := segls("", "fragment", filepath.Join(folder, "src", "left.md")); strings.Contains(out, "part of the work") {
		t.Error("an orphan is a part of the work")
	}
}

// TestWorkFlags checks the errors of --work.
func TestWorkFlags(t *testing.T) {
	folder, _ := cutBook(t)
	for want, args := range map[string][]string{
		"it takes 1 argument, not 2":       {"fragment", "--work", folder, folder},
		"standard input is not a file of":  {"stats", "--work", "-"},
		"cannot be used with --work":       {"fragment", "--work", "--curve", os.DevNull, folder},
		"none of the others can be":        {"check", "--work", "--no-work", folder},
		"there are no texts in":            {"curve", "--work", t.TempDir()},
		"which texts? Give a file, a fold": {"stats"},
	} {
		if code, _, errs := segls("", args...); code != console.ExitUsage || !strings.Contains(errs, want) {
			t.Errorf("%v: %d, %s", args, code, errs)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "src", "c1.md"), []byte("\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errs := segls("", "stats", "--work", folder)
	if code != console.ExitUsage || !strings.Contains(errs, "c1.md: this is a binary file") || !strings.Contains(out, "c2.md") {
		t.Errorf("%d, %s, %s", code, out, errs)
	}
	if code, _, errs := segls("", "stats", filepath.Join(folder, "src", "c2.md")); code != console.ExitOK {
		t.Errorf("a file whose neighbour cannot be read: %s", errs)
	}
}

// TestWorkLeavesOutWhatIsIgnored checks that hidden files and files ignored by git are neither in the work nor orphans.
func TestWorkLeavesOutWhatIsIgnored(t *testing.T) {
	folder := foldertest.Write(t, map[string]string{
		".git/HEAD": "", ".gitignore": "built/\n*.draft.md\n", "SUMMARY.md": "# Summary\n\n- [One](one.md)\n- [Hidden](.two.md)\n- [Draft](three.draft.md)\n",
		"one.md": "Salt keeps meat.\n", ".two.md": "Hidden words.\n", "three.draft.md": "Draft words.\n", "built/four.md": "Built words.\n", "left.md": "Left.\n",
	})
	_, out, _ := segls("", "work", "--format", "json", folder)
	var w workJSON
	if err := json.Unmarshal([]byte(out), &w); err != nil {
		t.Fatal(err)
	}
	if len(w.Entries) != 1 || len(w.Orphans) != 1 || w.Total.Words != 3 {
		t.Errorf("%s", out)
	}
}

// TestAtLine checks that digits after the last colon are the line, unless a file has that name or the colon follows a drive.
func TestAtLine(t *testing.T) {
	folder := foldertest.Write(t, map[string]string{"a:7": "", "b.md": ""})
	for given, want := range map[string]string{
		"b.md:12": "b.md 12", "a:7": "a:7 0", "a:7:3": "a:7 3", "x:0": "x:0 0", `C:\book\b.md:12`: `C:\book\b.md 12`, `C:\book\b.md`: `C:\book\b.md 0`, ":5": ":5 0", "b.md:": "b.md: 0",
	} {
		prefix := ""
		if !strings.HasPrefix(given, "C:") && !strings.HasPrefix(given, ":") {
			prefix = folder + string(filepath.Separator)
		}
		path, line, err := splitLineNumber(prefix + given)
		if hasNoLine := given == "b.md:"; (err != nil) != hasNoLine {
			t.Errorf("%s: %v", given, err)
		}
		if got := fmt.Sprint(strings.TrimPrefix(path, prefix), " ", line); got != want {
			t.Errorf("%s is %s, want %s", given, got, want)
		}
	}
}

// TestExplainIsOneDocument checks that the JSON for a text is an object, and for a work an array of such objects.
func TestExplainIsOneDocument(t *testing.T) {
	folder, chapters := cutBook(t)
	_, out, _ := segls("", "explain", "--format", "json", "--no-work", tidesSample)
	var one answer.Explanation
	if err := json.Unmarshal([]byte(out), &one); err != nil || len(one.Gaps) == 0 {
		t.Fatalf("%d gaps: %v", len(one.Gaps), err)
	}
	_, out, _ = segls("", "explain", "--format", "json", "--work", folder)
	var all []answer.Explanation
	if err := json.Unmarshal([]byte(out), &all); err != nil || len(all) != len(chapters) {
		t.Fatalf("%d texts: %v", len(all), err)
	}
	_, out, _ = segls("A line.\n", "explain", "--format", "json", "-")
	if err := json.Unmarshal([]byte(out), &one); err != nil || len(one.Gaps) != 0 {
		t.Fatal(out, err)
	}
}

// TestDefinitionsOfTheWork checks that a LaTeX chapter is read with the commands of its document's other files, or alone with --no-work.
func TestDefinitionsOfTheWork(t *testing.T) {
	folder := foldertest.Write(t, map[string]string{
		".git/HEAD":     "",
		"main.tex":      "\\documentclass{book}\n\\usepackage{amsmath,house}\n\\input{macros} % \\input{gone}\n\\newtheorem{algorithm}{Algorithm}\n\\begin{document}\n\\include{one}\n\\include{two}\n\\end{document}\n",
		"house.sty":     "\\newcommand{\\margin}[1]{\\marginpar{#1}}\n",
		"macros.tex":    "\\newcommand{\\key}[1]{\\label{#1}}\n\\newenvironment{drawing}{\\begin{tikzpicture}}{\\end{tikzpicture}}\n",
		"one.tex":       "\\newcommand{\\secret}[1]{\\index{#1}}\nFirst one.\n",
		"two.tex":       "A word\\key{hidden} and\\margin{aside} another\\secret{gone}.\n\n\\begin{drawing}\nA line.\n\\end{drawing}\n\n\\begin{algorithm}\nSort them.\n\\end{algorithm}\n",
		"unrelated.tex": "\\newcommand{\\key}[1]{#1}\n",
	})
	chapter := filepath.Join(folder, "two.tex")
	for _, test := range []struct {
		flag string
		want []string
	}{
		{"", []string{"A word⟦\\key{hidden}⟧ and⟦\\margin{aside}⟧ another⟦\\secret{gone}⟧.", "latex, 6 words\n"}},
		{"--no-work", []string{"⟦\\key{⟧hidden⟦}⟧", "A line."}},
	} {
		args := []string{"blocks", chapter}
		if test.flag != "" {
			args = append(args, test.flag)
		}
		code, out, errs := segls("", args...)
		if code != console.ExitOK {
			t.Fatal(code, errs)
		}
		for _, want := range test.want {
			if !strings.Contains(out, want) {
				t.Errorf("%q: %q is not in\n%s", test.flag, want, out)
			}
		}
	}
}
