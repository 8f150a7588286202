package analysis

// Scene is the text between two scene breaks, or between a break and a heading or an end of the
// text. In a text with scenes, a stretch between two headings without a break is a scene too.
type Scene struct {
	First, End int // its fragments, [First, End)
	Section    int // of its first fragment, or -1
	Number     int // from 1, after the heading above
	Of         int // number of scenes up to the next heading
}

// Scenes returns the scenes of the text, or nil if it has no scene breaks.
func (d *Document) Scenes() []Scene {
	if d.Settings.SceneBreaks != HeadingsHard || d.blocks.Sum().rules == 0 {
		return nil
	}
	scenes, isParted := d.sceneStretches()
	if !isParted {
		return nil
	}
	return scenes
}

// NumStretches returns the number of stretches into which headings and scene breaks divide a text.
// In a work in which any text has scene breaks, these stretches are its scenes.
func (d *Document) NumStretches() int {
	scenes, _ := d.sceneStretches()
	return len(scenes)
}

// sceneStretches returns the stretches between headings and scene breaks, and whether there is a
// scene break.
func (d *Document) sceneStretches() (scenes []Scene, isParted bool) {
	fragments := d.Fragments()
	for i, f := range fragments {
		byBreak := i > 0 && d.constraint(f.First-1) == ByScene
		isParted = isParted || byBreak
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
	of := 0
	for i := len(scenes) - 1; i >= 0; i-- {
		if of == 0 {
			of = scenes[i].Number
		}
		scenes[i].Of = of
		if scenes[i].Number == 1 {
			of = 0
		}
	}
	return scenes, isParted
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

// DivideByScenes returns the document with one fragment for each scene, regardless of limits of
// length and directives. Without a scene break between them, the text between two headings is one
// fragment.
func (d *Document) DivideByScenes() *Document {
	scenes, _ := d.sceneStretches()
	if len(scenes) == 0 {
		return d
	}
	fragments := d.Fragments()
	list := make([]placedState, len(scenes))
	for i, s := range scenes {
		list[i] = d.heldPart(fragments[s.First].First, fragments[s.End-1].End)
	}
	showing := *d
	showing.memos, showing.isRested, showing.byScenes = new(memos), false, true
	showing.showParts(list)
	return &showing
}

// IsByScenes reports whether [Document.DivideByScenes] made the document.
func (d *Document) IsByScenes() bool { return d.byScenes }
