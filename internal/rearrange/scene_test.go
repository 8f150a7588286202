package rearrange

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/restructure"
)

// A novel consists of files, a file of chapters, a chapter of scenes, and a scene of paragraphs.
type (
	scene   []string
	chapter []scene
	novel   map[string][]chapter
)

// text writes the chapters of a file, with a break between any two scenes.
func (n novel) text(f markup.Format, file, mark string) string {
	var blocks []string
	for i, c := range n[file] {
		if f.Notation().FirstLevel() > 0 && len(f.Notation().Levels()) > 0 && f.Name != markup.HyperText.Name {
			blocks = append(blocks, f.Notation().Heading(fmt.Sprintf("Chapter %s%c", file[:1], 'A'+i), f.Notation().FirstLevel()))
		}
		for k, s := range c {
			if k > 0 {
				blocks = append(blocks, mark)
			}
			blocks = append(blocks, s...)
		}
	}
	return strings.Join(blocks, "\n\n") + "\n"
}

// spot is a paragraph, by chapter, scene and index in the scene.
type spot struct{ chapter, scene, paragraph int }

func (n novel) spots(file string) (list []spot) {
	for c, chapter := range n[file] {
		for s, scene := range chapter {
			for p := range scene {
				list = append(list, spot{c, s, p})
			}
		}
	}
	return list
}

// move moves a paragraph before another, or after it, or to the end of a chapter if b.scene is -1.
func (n novel) move(from string, a spot, to string, b spot, isAfter bool) {
	source, target := n[from][a.chapter], n[to][b.chapter]
	paragraph := source[a.scene][a.paragraph]
	isScene := len(source[a.scene]) == 1 && (len(source) > 1 || len(target) > 1)
	end := b.scene < 0
	if end {
		b.scene = len(target) - 1
	}
	// The target is identified by its paragraph, because indices change.
	beside := ""
	if !end {
		beside = target[b.scene][b.paragraph]
	}
	source[a.scene] = slices.Delete(source[a.scene], a.paragraph, a.paragraph+1)
	if len(source[a.scene]) == 0 {
		n[from][a.chapter] = slices.Delete(source, a.scene, a.scene+1)
	}
	target = n[to][b.chapter]
	if end {
		switch {
		case isScene || len(target) == 0:
			target = append(target, scene{paragraph})
		default:
			target[len(target)-1] = append(target[len(target)-1], paragraph)
		}
		n[to][b.chapter] = target
		return
	}
	for k, s := range target {
		i := slices.Index(s, beside)
		if i >= 0 && isAfter {
			i++
		}
		switch {
		case i < 0:
			continue
		case !isScene:
			target[k] = slices.Insert(s, i, paragraph)
		case i == 0:
			target = slices.Insert(target, k, scene{paragraph})
		case i == len(s):
			target = slices.Insert(target, k+1, scene{paragraph})
		default:
			first, second := slices.Clone(s[:i]), slices.Clone(s[i:])
			target = slices.Replace(target, k, k+1, first, scene{paragraph}, second)
		}
		n[to][b.chapter] = target
		return
	}
}

func randomNovel(r *rand.Rand, f markup.Format) novel {
	n, count := make(novel), 0
	for _, file := range []string{"one", "two", "six"} {
		chapters := 1
		if len(f.Notation().Levels()) > 0 && f.Name != markup.HyperText.Name {
			chapters += r.IntN(2)
		}
		for range chapters {
			var c chapter
			for range 1 + r.IntN(3) {
				var s scene
				for range 1 + r.IntN(2)*r.IntN(3) {
					paragraph := fmt.Sprintf("The %c%c tide is salt.", 'a'+count/20, 'a'+count%20)
					if count++; f.Name == markup.HyperText.Name {
						paragraph = "<p>" + paragraph + "</p>"
					}
					s = append(s, paragraph)
				}
				c = append(c, s)
			}
			n[file+f.Extensions[0]] = append(n[file+f.Extensions[0]], c)
		}
	}
	return n
}

// TestNovels moves paragraphs of random novels, within and between files, and compares each result with the novel so changed.
func TestNovels(t *testing.T) {
	rounds := 40
	if testing.Short() {
		rounds = 15
	}
	settings := analysis.Defaults()
	settings.PreferredWords, settings.Scaling, settings.ParagraphMinWords = 1, 1000, 0
	for _, f := range markup.Formats {
		made, across, refused := 0, 0, make(map[string]int)
		for round := range rounds {
			r := rand.New(rand.NewPCG(47, uint64(round)))
			n, mark := randomNovel(r, f), f.Notation().Break()
			for range 8 {
				files := make(map[string]string)
				for file := range n {
					files[file] = n.text(f, file, mark)
				}
				w := newWork(mapFS(files), files)
				for file := range w.Documents {
					w.Documents[file] = analysis.New(files[file], f, settings)
				}
				names := slices.Sorted(func(yield func(string) bool) {
					for file := range n {
						if !yield(file) {
							return
						}
					}
				})
				from, to := names[r.IntN(3)], names[r.IntN(3)]
				spots := n.spots(from)
				if len(spots) < 2 {
					continue
				}
				i := r.IntN(len(spots))
				goals := n.spots(to)
				k := r.IntN(len(goals) + 1)
				goal, place, isAfter := spot{len(n[to]) - 1, -1, 0}, restructure.Place{}, r.IntN(2) == 0
				switch {
				case k < len(goals) && isAfter:
					goal, place = goals[k], restructure.After.PlaceBeside(k)
				case k < len(goals):
					goal, place = goals[k], restructure.Before.PlaceBeside(k)
				}
				var after map[string]string
				var err error
				if from == to {
					var e restructure.Edit
					e, err = restructure.MoveFragment(w.Documents[from], i, place)
					after = map[string]string{from: e.Apply(files[from])}
				} else {
					var c Change
					c, err = MoveFragment(w, from, i, Place{to, place})
					after = applied(files, c)
				}
				if err != nil {
					refused[err.Error()]++
					continue
				}
				if made++; from != to {
					across++
				}
				n.move(from, spots[i], to, goal, isAfter)
				for _, file := range []string{from, to} {
					want, got := n.text(f, file, mark), after[file]
					if f.Name == markup.HyperText.Name { // its elements need no blank lines
						want, got = strings.Join(strings.Fields(want), " "), strings.Join(strings.Fields(got), " ")
					}
					if got != want {
						t.Fatalf("%s, round %d: fragment %d of %s to %v of %s\n%s\n-- %s\n%s\nbecomes %s\n%s\nwant\n%s", f.Name, round, i, from, place, to, files[from], to, files[to], file, got, want)
					}
				}
			}
		}
		t.Logf("%s: %d moves, %d over files, refused: %v", f.Name, made, across, refused)
		if made < rounds*3 || across < rounds {
			t.Errorf("%s: only %d moves were made, %d over files: %v", f.Name, made, across, refused)
		}
	}
}

// TestBreaksOfFiles checks moves, splits and merges at places with breaks and rules. "> " precedes each file, and " / " separates blocks.
func TestBreaksOfFiles(t *testing.T) {
	for _, test := range []struct{ action, before, after string }{
		{"split-fragment a.md 1 b.md", "> a.md # A / Salt. / --- / Sea. / --- / Road.", "> a.md # A / Salt. > b.md # Sea / Sea. / --- / Road."},
		{"split-section a.md 1 b.md", "> a.md # A / Salt. / --- / # B / Sea.", "> a.md # A / Salt. > b.md # B / Sea."},
		{"merge a.md", "> a.md Salt. / --- / Sea. > b.md Road.", "> a.md Salt. / --- / Sea. / --- / Road."},
		{"merge a.md", "> a.md Salt. > b.md Sea. / *** / Road.", "> a.md Salt. / *** / Sea. / *** / Road."},
		{"merge a.md", "> a.md Salt. > b.md Sea.", "> a.md Salt. / Sea."},
		{"merge a.md", "> a.md Salt. / --- / Sea. / --- > b.md Road.", "> a.md Salt. / --- / Sea. / --- / Road."},
		{"merge a.md", "> a.md Salt. / --- / Sea. > b.md # B / Road.", "> a.md Salt. / --- / Sea. / # B / Road."},
		{"move-section a.md 1 end-of-file b.md", "> a.md # A / Salt. / --- / # B / Sea. / --- / # C / Road. > b.md # D / Tide.", "> a.md # A / Salt. / --- / # C / Road. > b.md # D / Tide. / ## B / Sea."},
		{"move-section a.md 2 end-of-file b.md", "> a.md # A / Salt. / --- / # B / Sea. / --- / # C / Road. > b.md # D / Tide. / *** / # E / Moon.", "> a.md # A / Salt. / --- / # B / Sea. > b.md # D / Tide. / *** / # E / Moon. / *** / # C / Road."},
		{"move-section a.md 1 before-section b.md 1", "> a.md # A / Salt. / # B / Sea. > b.md # D / Tide. / *** / # E / Moon.", "> a.md # A / Salt. > b.md # D / Tide. / *** / # B / Sea. / *** / # E / Moon."},
		{"move-fragment a.md 0 end-of-file b.md", "> a.md # A / Salt. / --- / Sea. > b.md # D / Tide. / ***", "> a.md # A / Sea. > b.md # D / Tide. / --- / Salt. / ***"},
	} {
		read := func(text string) map[string]string {
			files := make(map[string]string)
			for file := range strings.SplitSeq(strings.TrimPrefix(text, "> "), " > ") {
				name, blocks, _ := strings.Cut(file, " ")
				files[name] = strings.ReplaceAll(blocks, " / ", "\n\n") + "\n"
			}
			return files
		}
		files := read(test.before)
		w := newWork(mapFS(files), files)
		c, err := do(w, strings.Fields(test.action))
		if err != nil {
			t.Errorf("%s: %v", test.action, err)
			continue
		}
		if got, want := archiveOf(applied(files, c)), archiveOf(read(test.after)); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", test.action, got, want)
		}
	}
}
