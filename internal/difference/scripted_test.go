package difference

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

var (
	texts   = flag.String("texts", "", "also measure on the texts in these files and folders, separated as in PATH")
	scripts = flag.Int("scripts", 10, "the number of scripts for each text")
	verbose = flag.Bool("misses", false, "print changes that are missed or reported wrongly")
)

// TestScriptedChanges makes random edits such as a writer makes, and checks that nearly all of them are reported, and little else.
func TestScriptedChanges(t *testing.T) {
	var all, lines tally
	paths := []string{"../../testdata/samples/salt.md", "../../testdata/samples/tides.md", "../../testdata/samples/ferry.md"}
	n := 4
	if *texts != "" {
		n, paths = *scripts, nil
		for _, path := range filepath.SplitList(*texts) {
			err := filepath.WalkDir(path, func(path string, d os.DirEntry, err error) error {
				if _, known := markup.ByFileName(path); err == nil && d.Type().IsRegular() && known {
					paths = append(paths, path)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, _ := markup.ByFileName(path)
		for k := range n {
			r := rand.New(rand.NewPCG(22, uint64(k)))
			s := newScript(r, string(content), f, "text"+f.Extensions[0])
			if s == nil {
				break // too short to change
			}
			s.play()
			all.score(t, s, Compare(Version{Files: s.before}, Version{Files: s.after()}), path)
			lines.scoreLines(s)
		}
	}
	if *texts != "" {
		fmt.Println(all.table(&lines))
	}
	for kind, least := range leastF1 {
		if k := all.kinds[kind]; k.f1() < least {
			t.Errorf("%s: F1 %.3f, not %.2f", Kind(kind), k.f1(), least)
		}
	}
	if s := float64(all.falsely) / float64(max(1, all.untouched)); s > .01 {
		t.Errorf("%.2f %% of the untouched paragraphs are told of", 100*s)
	}
	if e := all.error / float64(max(1, all.shares)); e > .05 {
		t.Errorf("rewritten shares are wrong by %.3f", e)
	}
}

// leastF1 holds the required scores.
var leastF1 = [...]float64{Moved: .95, Split: .93, Merged: .93, Retitled: .97, Rewritten: .95, Added: .95, Removed: .93}

// tally counts the reported changes.
type tally struct {
	kinds              [Resolved + 1]score
	untouched, falsely int
	shares             int
	error              float64
}

type score struct{ right, wrong, missed int }

func (s score) precision() float64 { return float64(s.right) / float64(max(1, s.right+s.wrong)) }

func (s score) recall() float64 { return float64(s.right) / float64(max(1, s.right+s.missed)) }

func (s score) f1() float64 {
	if s.right+s.wrong+s.missed == 0 {
		return 1
	}
	return 2 * float64(s.right) / float64(2*s.right+s.wrong+s.missed)
}

// score compares the reported changes with the edits. A change is right if an edit of its kind concerns much the same text.
func (a *tally) score(t *testing.T, s *script, d Difference, name string) {
	falsely := make(map[string]bool)
	all := flattenChanges(d.Changes)
	for _, x := range all {
		i := slices.IndexFunc(s.deeds, func(y deed) bool { return !y.isFound && y.kind == x.Kind && isAbout(d, x, y) })
		if i < 0 {
			a.kinds[x.Kind].wrong++
			if *verbose {
				t.Errorf("%s: told wrongly: %s\n%.200q\n%.200q", name, x, textAt(d.Old.Files, x.From), textAt(d.New.Files, x.To))
			}
			for _, text := range []string{textAt(d.Old.Files, x.From), textAt(d.New.Files, x.To)} {
				falsely[text] = true
			}
			continue
		}
		y := &s.deeds[i]
		y.isFound = true
		a.kinds[x.Kind].right++
		if y.share > 0 {
			a.shares++
			a.error += max(x.ChangedShare()-y.share, y.share-x.ChangedShare())
		}
	}
	for _, y := range s.deeds {
		if !y.isFound {
			a.kinds[y.kind].missed++
			if *verbose {
				t.Errorf("%s: missed: %s %.200q %.200q", name, y.kind, y.old, y.new)
			}
		}
	}
	for file := range s.docs {
		for p := range s.docs[file].Paragraphs() {
			text := s.text(file, p)
			if s.busy[text] {
				continue
			}
			a.untouched++
			for wrong := range falsely {
				if strings.Contains(wrong, text) {
					a.falsely++
					break
				}
			}
		}
	}
}

func isAbout(d Difference, x Change, y deed) bool {
	isLike := func(text string, of []string) bool {
		want := strings.Join(of, "\n\n")
		a, b := numberWords(text, vocabulary{}), 0
		v := make(vocabulary)
		a = numberWords(text, v)
		w := numberWords(want, v)
		b = countCommonWords(a.numbers, w.numbers)
		return 2*b >= max(len(a.numbers), len(w.numbers))
	}
	if x.Kind == Retitled {
		return len(x.From) > 0 && len(x.To) > 0 && strings.Contains(textAt(d.Old.Files, x.From), y.old[0]) && strings.Contains(textAt(d.New.Files, x.To), y.new[0])
	}
	return (y.old == nil || isLike(textAt(d.Old.Files, x.From), y.old)) && (y.new == nil || isLike(textAt(d.New.Files, x.To), y.new))
}

func textAt(files []File, places []Location) string {
	var list []string
	for _, p := range places {
		i := slices.IndexFunc(files, func(f File) bool { return f.Path == p.Path })
		list = append(list, files[i].Document.Text.Slice(p.Span))
	}
	return strings.Join(list, "\n\n")
}

// scoreLines scores, as a baseline, a comparison of exact lines.
func (a *tally) scoreLines(s *script) {
	count := func(files []File) map[string]int {
		lines := make(map[string]int)
		for _, f := range files {
			for line := range strings.Lines(f.Document.Text.String()) {
				lines[strings.TrimSpace(line)]++
			}
		}
		return lines
	}
	old, new := count(s.before), count(s.after())
	has := func(lines map[string]int, text []string) bool {
		for _, x := range text {
			for line := range strings.Lines(x) {
				if lines[strings.TrimSpace(line)] == 0 {
					return false
				}
			}
		}
		return true
	}
	for _, y := range s.deeds {
		told := []Kind{Removed, Added}
		switch {
		case y.kind == Added:
			told = []Kind{Added}
		case y.kind == Removed:
			told = []Kind{Removed}
		case has(new, y.old) && has(old, y.new):
			told = []Kind{Moved}
		}
		if i := slices.Index(told, y.kind); i >= 0 {
			a.kinds[y.kind].right++
			told = slices.Delete(told, i, i+1)
		} else {
			a.kinds[y.kind].missed++
		}
		for _, k := range told {
			a.kinds[k].wrong++
		}
	}
}

func (a *tally) table(lines *tally) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| kind | done | precision | recall | F1 | F1 of exact lines |\n|---|---:|---:|---:|---:|---:|\n")
	macro, macroLines := 0., 0.
	for k := range leastF1 {
		x := a.kinds[k]
		fmt.Fprintf(&b, "| %s | %d | %.3f | %.3f | %.3f | %.2f |\n", Kind(k), x.right+x.missed, x.precision(), x.recall(), x.f1(), lines.kinds[k].f1())
		macro, macroLines = macro+x.f1()/7, macroLines+lines.kinds[k].f1()/7
	}
	fmt.Fprintf(&b, "| mean | | | | %.3f | %.2f |\n\nuntouched paragraphs told of: %d of %d (%.2f %%); rewritten share wrong by %.3f on average (%d)\n",
		macro, macroLines, a.falsely, a.untouched, 100*float64(a.falsely)/float64(max(1, a.untouched)), a.error/float64(max(1, a.shares)), a.shares)
	return b.String()
}
