package analysis

import (
	"slices"

	"github.com/segls/segls/analysis/markup"
)

// Scene is the text between two scene breaks, or between a break and a heading or an end of the text. In a text with scenes, a stretch
// between two headings without a break is a scene too.
type Scene struct {
	First, End int // its fragments, [First, End)
	Section    int // section of its first fragment, or -1
	Number     int // its number below the last heading before it, from 1
	Of         int // number of scenes between that heading and the next

	isTitle bool // it is not a scene but a title page, a dedication or an epigraph; its numbers are 0
}

// Scenes returns the scenes of the text. It returns nil if no scene break separates two scenes, or if the setting scene-breaks is not
// [HeadingsHard].
func (d *Document) Scenes() []Scene {
	if d.Settings.SceneBreaks != HeadingsHard || d.blocks.Sum().rules == 0 {
		return nil
	}
	scenes, isParted := d.sceneStretches()
	if !isParted {
		return nil
	}
	return withoutTitlePages(scenes)
}

func withoutTitlePages(scenes []Scene) []Scene {
	return slices.DeleteFunc(scenes, func(s Scene) bool { return s.isTitle })
}

// NumStretches returns the number of stretches into which headings and scene breaks divide a text, without title pages. In a work in which
// any text has scene breaks, these stretches are its scenes.
func (d *Document) NumStretches() int {
	scenes, _ := d.sceneStretches()
	return len(withoutTitlePages(scenes))
}

// sceneStretches returns the stretches between headings and scene breaks, and whether there is a break between two scenes.
func (d *Document) sceneStretches() (scenes []Scene, isParted bool) {
	fragments := d.Fragments()
	for i, f := range fragments {
		byBreak := i > 0 && d.overridingReason(f.First-1) == ByScene
		switch n := len(scenes); {
		case byBreak:
			scenes[n-1].End = i
			scenes = append(scenes, Scene{First: i, Section: f.Section, Number: scenes[n-1].Number + 1})
		case i == 0 || f.Section != fragments[i-1].Section || d.Gap(f.First-1).Heading >= 0:
			if n > 0 {
				scenes[n-1].End = i
			}
			scenes = append(scenes, Scene{First: i, Section: f.Section, Number: 1})
		}
	}
	if len(scenes) == 0 {
		return nil, false
	}
	scenes[len(scenes)-1].End = len(fragments)
	d.markTitlePages(scenes)
	for i := 1; i < len(scenes); i++ {
		isParted = isParted || scenes[i].Number > 1 && !scenes[i-1].isTitle
	}
	for i := range scenes {
		switch {
		case scenes[i].isTitle:
			scenes[i].Number = 0
		case i > 0 && scenes[i].Number > 1:
			scenes[i].Number = scenes[i-1].Number + 1
		}
	}
	of := 0
	for i := len(scenes) - 1; i >= 0; i-- {
		if of == 0 {
			of = scenes[i].Number
		}
		scenes[i].Of = of
		if scenes[i].Number <= 1 {
			of = 0
		}
	}
	return scenes, isParted
}

// leastFirstScene is the number of words from which a text above the first chapter, or above the first chapter of a part, is a scene.
const leastFirstScene = 100

// markTitlePages marks the stretches that are not scenes, such as title pages, by their place and their words in whole sentences.
func (d *Document) markTitlePages(scenes []Scene) {
	fragments, sections := d.Fragments(), d.Sections()
	words := func(s Scene) (all, unquoted int) {
		for i := fragments[s.First].First; i < fragments[s.End-1].End && unquoted < leastFirstScene; i++ {
			if p := d.Paragraph(i); p.EndsSentence {
				all += p.Words
				if p.Kind != markup.Quote {
					unquoted += p.Words
				}
			}
		}
		return all, unquoted
	}
	// The first stretch of a text may be only an epigraph, but where another quote follows, they are letters.
	isFront := func(i, first, end int) bool {
		all, unquoted := words(scenes[i])
		if all == 0 || unquoted > 0 || i > first {
			return all == 0
		}
		if i+1 < end {
			all, unquoted = words(scenes[i+1])
		}
		return i+1 == end || unquoted > 0 || all == 0
	}
	for first := 0; first < len(scenes); {
		end, section := first+1, scenes[first].Section
		for end < len(scenes) && scenes[end].Number > 1 {
			end++
		}
		isAbove := end < len(scenes) && scenes[end].Section >= 0 && // it is outside of any section after a box
			(section < 0 || sections[scenes[end].Section].Level > sections[section].Level)
		n := 0
		for i := first; isAbove && i < end && n < leastFirstScene; i++ {
			_, unquoted := words(scenes[i])
			n += unquoted
		}
		for i := first; i < end && (isAbove && n < leastFirstScene || first == 0 && isFront(i, first, end)); i++ {
			scenes[i].isTitle = true
		}
		first = end
	}
}

// Words returns the number of words of a scene of d.
func (s Scene) Words(d *Document) (n int) {
	for _, f := range d.Fragments()[s.First:s.End] {
		n += f.Words
	}
	return n
}

// SceneOf returns the index of the scene that contains a fragment, or -1.
func SceneOf(scenes []Scene, fragment int) int {
	for i, s := range scenes {
		if s.First <= fragment && fragment < s.End {
			return i
		}
	}
	return -1
}

// DivideByScenes returns the document with one fragment for each scene, and for each part of a title page, regardless of limits of length
// and directives. The text between two headings is one fragment if it has no scene break.
func (d *Document) DivideByScenes() *Document {
	scenes, _ := d.sceneStretches()
	if len(scenes) == 0 {
		return d
	}
	fragments := d.Fragments()
	list := make([]placedFragment, len(scenes))
	for i, s := range scenes {
		list[i] = d.newHeldFragment(fragments[s.First].First, fragments[s.End-1].End)
	}
	showing := *d
	showing.memos, showing.isRested, showing.byScenes = new(memos), false, true
	showing.setFragments(list)
	return &showing
}

// IsByScenes reports whether [Document.DivideByScenes] made the document.
func (d *Document) IsByScenes() bool { return d.byScenes }
