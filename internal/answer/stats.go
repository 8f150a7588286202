package answer

import (
	"slices"
	"sort"

	"github.com/segls/segls/analysis"
)

// Speeds holds reading speeds in words per minute.
type Speeds struct{ Silent, Aloud int }

// LengthsOf returns the lengths of a document.
func (s *Speeds) LengthsOf(d *analysis.Document) Lengths {
	l := s.Lengths(d.Words(), d.NumParagraphs(), d.NumFragments())
	l.Scenes = len(d.Scenes())
	return l
}

// Lengths returns the given lengths with the minutes that reading takes.
func (s *Speeds) Lengths(words, paragraphs, fragments int) Lengths {
	return Lengths{words, paragraphs, fragments, 0, float64(words) / float64(s.Silent), float64(words) / float64(s.Aloud)}
}

// Stats holds the lengths of texts: the output of `segls stats --format json`.
type Stats struct {
	Texts  []TextStats `json:"texts"`
	Total  Lengths     `json:"total"`
	Target int         `json:"target,omitempty"`

	ParagraphLengths []Bin `json:"paragraph-lengths"`
	FragmentLengths  []Bin `json:"fragment-lengths"`

	Speed                 *Speeds `json:"-"`
	paragraphs, fragments []int   // the number of words in each, in all texts
}

// Lengths measures a text, a section or a work.
type Lengths struct {
	Words      int     `json:"words"`
	Paragraphs int     `json:"paragraphs"`
	Fragments  int     `json:"fragments"`
	Scenes     int     `json:"scenes"` // 0 if there is no scene break
	Minutes    float64 `json:"minutes"`
	Aloud      float64 `json:"minutes-aloud"`
}

// Add adds other lengths.
func (l *Lengths) Add(other Lengths) {
	l.Words += other.Words
	l.Paragraphs += other.Paragraphs
	l.Fragments += other.Fragments
	l.Scenes += other.Scenes
	l.Minutes += other.Minutes
	l.Aloud += other.Aloud
}

// TextStats holds the lengths of a text and its sections.
type TextStats struct {
	Path string `json:"path"`
	Lengths
	Target   int            `json:"target,omitempty"` // its target in words
	Sections []SectionStats `json:"sections"`
	Scenes   []SceneStats   `json:"scene-lengths,omitempty"`

	stretches             int // number of stretches between headings and scene breaks
	paragraphs, fragments []int
}

// SectionStats counts the words of a section: those before its first subsection, and all of them.
type SectionStats struct {
	Title string `json:"title"`
	Level int    `json:"level"`
	Cell  int    `json:"cell,omitempty"` // of a notebook
	Line  int    `json:"line"`
	Own   int    `json:"own"`
	Total int    `json:"total"`

	Target int `json:"target,omitempty"` // its target in words
}

// SceneStats holds the words of a scene.
type SceneStats struct {
	Number int `json:"number"` // from 1, counted from the heading above
	Cell   int `json:"cell,omitempty"`
	Line   int `json:"line"`
	Words  int `json:"words"`
	Target int `json:"target,omitempty"`

	Begins string `json:"-"` // its title or first words
	Of     int    `json:"-"` // number of scenes up to the next heading
}

// Bin counts the paragraphs or fragments of at least From and fewer than To words. To is 0 if the bin is open, which only the last one may be.
type Bin struct {
	From  int `json:"from"`
	To    int `json:"to"`
	Count int `json:"count"`
}

// StatsOf returns the lengths of a text, of its sections and of its scenes.
func StatsOf(path string, d *analysis.Document, speed *Speeds) TextStats {
	t := StatsWithoutScenes(path, d, speed)
	scenes := d.Scenes()
	targets := d.SceneTargets(scenes)
	for i, s := range scenes {
		at := d.Position(d.Paragraph(d.Fragment(s.First).First).Span.Start)
		begins := d.Fragment(s.First).Title().Text
		if begins == "" {
			begins = d.Paragraph(d.Fragment(s.First).First).Opening(40)
		}
		t.Scenes = append(t.Scenes, SceneStats{s.Number, at.Cell, at.Line, s.Words(d), targets[i], begins, s.Of})
	}
	return t
}

// StatsWithoutScenes returns the lengths of a text and of its sections. It makes no titles of fragments, which take longer than the rest.
func StatsWithoutScenes(path string, d *analysis.Document, speed *Speeds) TextStats {
	t := TextStats{
		Path:     path,
		Lengths:  speed.LengthsOf(d),
		Sections: make([]SectionStats, len(d.Sections())),

		stretches: d.NumStretches(),
	}
	for i, s := range d.Sections() {
		at := d.Position(s.Span.Start)
		t.Sections[i] = SectionStats{Title: s.Title, Level: s.Level, Cell: at.Cell, Line: at.Line}
	}
	t.Target = d.Target()
	for _, target := range d.Targets() {
		if target.Section >= 0 {
			t.Sections[target.Section].Target = target.Words
		}
	}
	own, total := d.SectionWords()
	for i := range t.Sections {
		t.Sections[i].Own, t.Sections[i].Total = own[i], total[i]
	}
	for _, p := range d.Paragraphs() {
		t.paragraphs = append(t.paragraphs, p.Words)
	}
	for _, f := range d.Fragments() {
		t.fragments = append(t.fragments, f.Words)
	}
	return t
}

// Add adds the lengths of a text.
func (s *Stats) Add(t TextStats) {
	s.Total.Words += t.Words
	s.Total.Paragraphs += t.Paragraphs
	s.Total.Fragments += t.Fragments
	s.paragraphs = append(s.paragraphs, t.paragraphs...)
	s.fragments = append(s.fragments, t.fragments...)
	t.paragraphs, t.fragments = nil, nil
	s.Texts = append(s.Texts, t)
}

// Finish computes the results that depend on all texts.
func (s *Stats) Finish() {
	scenes := 0
	if slices.ContainsFunc(s.Texts, func(t TextStats) bool { return t.Lengths.Scenes > 0 }) {
		for i, t := range s.Texts {
			if t.Lengths.Scenes == 0 { // a text without a break is a scene, too
				s.Texts[i].Lengths.Scenes = t.stretches
			}
			scenes += s.Texts[i].Lengths.Scenes
		}
	}
	s.Total = s.Speed.Lengths(s.Total.Words, s.Total.Paragraphs, s.Total.Fragments)
	s.Total.Scenes = scenes
	s.ParagraphLengths, s.FragmentLengths = histogram(s.paragraphs), histogram(s.fragments)
}

// mostBins is the greatest number of bins in a histogram, including the open one.
const mostBins = 10

// histogram counts lengths in bins of a round width. A few very great lengths share a last, open bin, so
// that they do not make the other bins indistinct.
func histogram(lengths []int) []Bin {
	bins := []Bin{}
	if len(lengths) == 0 {
		return bins
	}
	sort.Ints(lengths)
	usual := lengths[(len(lengths)-1)*19/20]
	width := 10
	for i := 0; usual/width >= mostBins-1; i++ {
		width = []int{20, 25, 50, 100}[i%4] * pow10(i/4)
	}
	at := 0
	for from := 0; at < len(lengths); from += width {
		b := Bin{From: from, To: from + width}
		if len(bins) == mostBins-1 || from > usual {
			b.To = 0
		}
		for at < len(lengths) && (b.To == 0 || lengths[at] < b.To) {
			b.Count++
			at++
		}
		bins = append(bins, b)
	}
	return bins
}

func pow10(n int) int {
	p := 1
	for range n {
		p *= 10
	}
	return p
}
