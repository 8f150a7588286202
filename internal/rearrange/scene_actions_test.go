package rearrange

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/restructure"
)

// actions applies random actions to scenes of texts, with their inverses, and checks each result.
func (c *census) actions(r *rand.Rand, f markup.Format, settings analysis.Settings, files map[string]string, tries int, isEven bool) {
	read := func(text string) *analysis.Document { return analysis.New(text, f, settings).DivideByScenes() }
	w := newWork(mapFS(files), files)
	names := w.Order.Files()
	for range tries {
		file := names[r.IntN(len(names))]
		text := files[file]
		d := read(text)
		before := sheetOf(d)
		if !before.hasScenes() || len(d.Fragments()) < 2 {
			continue
		}
		a := sceneAction{f: f, read: read, text: text, d: d, before: before, scene: r.IntN(len(d.Fragments())), file: file, isEven: isEven, isExact: c.isExact}
		a.first, a.end = before.blocksOf(d, a.scene)
		for kind, do := range map[string]func(sceneAction) (wrong string, after sheet, err error){
			"extract": sceneAction.extract, "tray": sceneAction.setAside, "merge scenes": sceneAction.mergeScenes, "split and merge": sceneAction.splitAndMerge, "split by scenes": sceneAction.splitByScenes,
		} {
			wrong, after, err := do(a)
			if err != nil {
				c.refused++
				c.refusals[f.Name+", "+kind+": "+digits.ReplaceAllString(err.Error(), "N")]++
				continue
			}
			c.made++
			c.kinds[kind]++
			c.add(f.Name+", "+kind, wrong, fmt.Sprintf("%.20q\n%s\n== becomes\n%s", before.blocks[a.first:a.end], before, after))
		}
	}
}

// sceneAction is a scene of a text on which the test acts.
type sceneAction struct {
	f          markup.Format
	read       func(string) *analysis.Document
	text, file string
	d          *analysis.Document
	before     sheet
	scene      int
	first, end int // its blocks
	isEven     bool
	isExact    bool
}

// place returns the place of a tray beside the text.
func (a sceneAction) place() restructure.NewFilePlace {
	return restructure.NewFilePlace{Source: a.file, Folder: "tray", Back: ".."}
}

func (a sceneAction) extraction() restructure.Extraction {
	n := 0
	return restructure.Extraction{NewFilePlace: a.place(), Name: func(string) string {
		n++
		return fmt.Sprintf("scene%d%s", n, a.f.Extensions[0])
	}}
}

// isFramed reports whether a separator is at an end of a text.
func (s sheet) isFramed() bool {
	return s.marks[0] > 0 || s.marks[len(s.marks)-1] > 0
}

// extract puts a scene into a file, without separators at its ends. A link takes its place, and inlining restores the text.
func (a sceneAction) extract() (wrong string, after sheet, err error) {
	e, err := restructure.ExtractFragment(a.d, a.scene, a.extraction())
	if err != nil {
		return "", after, err
	}
	now := e.Apply(a.text)
	after = sheetOf(a.read(now))
	if sheetOf(a.read(e.Files[0].Text)).isFramed() {
		return "the file begins or ends with a separator", after, nil
	}
	if a.f.Name == markup.HyperText.Name || a.f.Name == markup.PlainText.Name {
		// in these formats a link is not a block
	} else if want := slices.Concat(a.before.marks[:a.first+1], a.before.marks[a.end:]); !slices.Equal(after.marks, want) {
		return "the separators around the link are others", after, nil
	}
	link := strings.Index(now, "tray/")
	back, err := restructure.Inline(a.read(now), link, a.place(), e.Files[0].Text)
	if err != nil {
		return "not put back: " + err.Error(), after, nil
	}
	return a.same(back.Apply(now)), after, nil
}

// same describes how a text differs from the original after a change and its inverse.
func (a sceneAction) same(got string) string {
	if got == a.text || (!a.isExact && a.before.isTight(a.first, a.end) || a.f.Name == markup.HyperText.Name) && slices.Equal(strings.Fields(got), strings.Fields(a.text)) {
		return ""
	}
	return "the text is another" + besideDifference(a.text, got)
}

// setAside puts a scene into the tray. One separator must remain between its neighbours and none at an edge, and the scene can be put back.
func (a sceneAction) setAside() (wrong string, after sheet, err error) {
	e, err := restructure.SetAside(a.d, a.scene, a.extraction())
	if err != nil {
		return "", after, err
	}
	now := e.Apply(a.text)
	d := a.read(now)
	after = sheetOf(d)
	if headingCount(a.before) != headingCount(after) {
		return "", after, nil // in plain text the headings are unknown
	}
	if !slices.Equal(after.blocks, slices.Concat(a.before.blocks[:a.first], a.before.blocks[a.end:])) {
		return "what is left is not what was there", after, nil
	}
	if wrong := after.wrongAt(a.first, a.before); wrong != "" {
		return wrong, after, nil
	}
	if !after.hasScenes() {
		return "", after, nil // the only separator is gone
	}
	f := a.d.Fragments()
	to := restructure.Before.PlaceBeside(a.scene)
	switch isLast := a.scene+1 == len(f) || f[a.scene+1].Section != f[a.scene].Section; {
	case a.scene > 0 && f[a.scene-1].Section == f[a.scene].Section:
		to = restructure.After.PlaceBeside(a.scene - 1)
	case isLast && f[a.scene].Section >= 0:
		to = restructure.Under.PlaceBeside(f[a.scene].Section)
	}
	back, err := restructure.InsertFile(d, to, a.place(), e.Files[0].Path, e.Files[0].Text)
	if err != nil {
		return "not put back: " + err.Error(), after, nil
	}
	got := back.Apply(now)
	if !a.isEven && sheetOf(a.read(got)).String() == a.before.String() {
		return "", after, nil // with the usual separator and blank lines of that place
	}
	return a.same(got), after, nil
}

// wrongAt describes an error in a gap from which a scene has been removed.
func (s sheet) wrongAt(gap int, before sheet) string {
	switch {
	case gap == 0 || gap == len(s.blocks):
		if s.marks[gap] > max(before.marks[0], before.marks[len(before.marks)-1]) {
			return "a separator is at an end"
		}
	case !s.isEdge(gap) && s.marks[gap] != 1:
		return fmt.Sprintf("%d separators stand between two scenes", s.marks[gap])
	}
	return ""
}

// mergeScenes merges a scene with the next one. It checks that only the separator between them is removed.
func (a sceneAction) mergeScenes() (wrong string, after sheet, err error) {
	if a.end == len(a.before.blocks) || a.before.isEdge(a.end) {
		return "", after, restructure.NoScenes
	}
	e, err := restructure.MergeFragments(a.d, a.scene)
	if err != nil {
		return "", after, err
	}
	after = sheetOf(a.read(e.Apply(a.text)))
	if !slices.Equal(after.blocks, a.before.blocks) {
		return "the blocks are others", after, nil
	}
	want := slices.Clone(a.before.marks)
	want[a.end] = 0
	if !slices.Equal(after.marks, want) {
		return "the separators are others", after, nil
	}
	return "", after, nil
}

// splitAndMerge moves a scene and the text after it to a new file, and merges the file again.
func (a sceneAction) splitAndMerge() (wrong string, after sheet, err error) {
	if a.scene == 0 || a.before.isEdge(a.first) {
		return "", after, restructure.NoScenes
	}
	files := map[string]string{a.file: a.text}
	w := newWork(mapFS(files), files)
	w.Documents[a.file] = a.read(a.text)
	change, err := SplitAtFragment(w, a.file, a.scene, "Part", "z"+a.file)
	if err != nil {
		return "", after, err
	}
	split := applied(files, change)
	isLinked, isParted := false, false
	for name, text := range split {
		after = sheetOf(a.read(text))
		isParted = isParted || after.hasScenes() || after.isFramed()
		isLinked = isLinked || strings.Contains(text, "z"+a.file)
		if after.isFramed() && !a.before.isFramed() && !w.isOneText(w.Documents[a.file]) { // otherwise it separates the scenes of two files that form one text
			return name + " begins or ends with a separator", after, nil
		}
	}
	if isLinked || !isParted { // or nothing is left to show that these are scenes
		return "", after, nil
	}
	w = newWork(mapFS(split), split)
	for name, text := range split {
		w.Documents[name] = a.read(text)
	}
	change, err = MergeNextFile(w, a.file)
	if err != nil {
		return "not merged: " + err.Error(), after, nil
	}
	after = sheetOf(a.read(applied(split, change)[a.file]))
	after.drop("Part")
	for i, n := range after.marks {
		if i > 0 && i < len(after.blocks) && !after.isEdge(i) && n != a.before.marks[i] && n != 1 {
			return fmt.Sprintf("%d separators stand between two scenes", n), after, nil
		}
	}
	if !slices.Equal(after.prose(), a.before.prose()) {
		return "the blocks are others", after, nil
	}
	return "", after, nil
}

// prose returns the blocks except headings, whose levels may change.
func (s sheet) prose() (list []string) {
	for i, block := range s.blocks {
		if !s.headings[i] {
			list = append(list, block)
		}
	}
	return list
}

// drop removes the heading that a new file was given.
func (s *sheet) drop(title string) {
	for i, block := range s.blocks {
		if s.headings[i] && strings.Contains(block, title) {
			s.blocks = slices.Delete(slices.Clone(s.blocks), i, i+1)
			s.headings = slices.Delete(slices.Clone(s.headings), i, i+1)
			s.marks = slices.Delete(slices.Clone(s.marks), i, i+1)
			s.marks[i] = max(s.marks[i], 1)
			return
		}
	}
}

// splitByScenes puts every scene into a file of its own. None may have a separator at an end, and no word may be lost.
func (a sceneAction) splitByScenes() (wrong string, after sheet, err error) {
	e, err := restructure.SplitDocument(a.d, restructure.ByScenes, a.extraction())
	if err != nil {
		return "", after, err
	}
	now := e.Apply(a.text)
	after = sheetOf(a.read(now))
	words := make(map[string]int)
	for _, word := range strings.Fields(a.text) {
		words[word]++
	}
	texts := []string{now}
	for _, file := range e.Files {
		texts = append(texts, file.Text)
		if sheetOf(a.read(file.Text)).isFramed() {
			return "a file begins or ends with a separator", after, nil
		}
	}
	for _, word := range strings.Fields(strings.Join(texts, "\n")) {
		words[word]--
	}
	for word, n := range words {
		if n > 0 && strings.ContainsFunc(word, unicode.IsLetter) && !strings.Contains(word, `\`) {
			return fmt.Sprintf("%d times %q is gone", n, word), after, nil
		}
	}
	for i, n := range after.marks {
		if n > 1 || n > 0 && (i == 0 || i == len(after.blocks)) && !a.before.isFramed() && a.f.Name != markup.HyperText.Name {
			return fmt.Sprintf("%d separators stand at %d", n, i), after, nil
		}
	}
	return "", after, nil
}
