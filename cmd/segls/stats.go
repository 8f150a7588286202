package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"time"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/console"
)

// speeds holds reading speeds in words per minute.
type speeds struct{ silent, aloud int }

// speedFlags adds the flags for reading speed.
func speedFlags(cmd *cobra.Command) *speeds {
	s := new(speeds)
	cmd.Flags().IntVar(&s.silent, "words-per-minute", analysis.WordsPerMinute, "reading speed in `words` a minute")
	cmd.Flags().IntVar(&s.aloud, "words-per-minute-aloud", analysis.WordsPerMinuteAloud, "speed of reading aloud in `words` a minute")
	return s
}

func (s *speeds) check() error {
	if s.silent < 1 || s.aloud < 1 {
		return errors.New("words-per-minute and words-per-minute-aloud must be at least 1")
	}
	return nil
}

// lengthsOf returns the lengths of a document.
func (s *speeds) lengthsOf(d *analysis.Document) lengths {
	l := s.lengths(d.Words(), analysis.NumParagraphs(d), analysis.NumFragments(d))
	l.Scenes = len(d.Scenes())
	return l
}

func (s *speeds) lengths(words, paragraphs, fragments int) lengths {
	return lengths{words, paragraphs, fragments, 0, float64(words) / float64(s.silent), float64(words) / float64(s.aloud)}
}

func statsCommand() *cobra.Command {
	var format string
	var target int
	var sections, footnotes bool
	cmd := &cobra.Command{
		Use:   "stats [flags] PATH...|-",
		Short: "Count words, paragraphs, fragments and reading time",
		Long: `Stats counts each text and all of them together: words, paragraphs, fragments, reading
time, and how the lengths of paragraphs and fragments are distributed. For a single
text, or with --sections for each, it shows the words of every section, alone and with
its subsections. Only prose counts, not headings, code or tables; with --footnotes, footnotes do too.

A file that is in a work of several is divided as a part of it. With --work, all files of
the work are counted, in their order; segls work shows them as a tree.

` + pathsHelp,
		Example: `  segls stats chapter.md
  segls stats --target 80000 book/
  segls stats --format json book/ | jq '.total.words'`,
		Args: console.SomePaths,
	}
	texts := console.BatchFlags(cmd)
	texts.Notebooks = true
	output := console.OutputFlag(cmd)
	console.ChoiceFlag(cmd, &format, "format", "output: text or json", "text", "json")
	speed := speedFlags(cmd)
	cmd.Flags().IntVar(&target, "target", 0, "the length in `words` that all texts together should reach")
	cmd.Flags().BoolVar(&footnotes, "footnotes", false, "count the words of footnotes too, in the lengths of texts")
	cmd.Flags().BoolVar(&sections, "sections", false, "show the sections of each text")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		if err := speed.check(); err != nil {
			return err
		}
		if target < 0 {
			return errors.New("target must be at least 0")
		}
		return console.WriteTo(cmd, *output, func(w io.Writer) error {
			s := stats{Target: target, speed: speed, Texts: []textStats{}}
			err := texts.Each(paths, func(path string, d *analysis.Document) func() error {
				t := statsOf(path, d, speed)
				if footnotes {
					t.lengths = speed.lengths(t.Words+analysis.FootnoteWords(d), t.Paragraphs, t.Fragments)
					t.lengths.Scenes = len(d.Scenes())
				}
				return func() error { s.add(t); return nil }
			})
			if code := console.ExitCode(0); err != nil && !errors.As(err, &code) {
				return err
			}
			if s.Target == 0 {
				s.Target = targetOf(texts)
			}
			s.finish()
			b := bufio.NewWriter(w)
			if format == "json" {
				return errors.Join(console.Encode(b, s), err)
			}
			if len(s.Texts) == 0 { // this has been reported
				return err
			}
			view := statsView{b, console.StylesFor(cmd, w), &s}
			view.write(sections || texts.Alone)
			return errors.Join(b.Flush(), err)
		})
	}
	return cmd
}

// stats holds the lengths of texts: the output of `segls stats --format json`.
type stats struct {
	Texts  []textStats `json:"texts"`
	Total  lengths     `json:"total"`
	Target int         `json:"target,omitempty"`

	ParagraphLengths []bin `json:"paragraph-lengths"`
	FragmentLengths  []bin `json:"fragment-lengths"`

	speed                 *speeds
	paragraphs, fragments []int // the words of each in all texts
}

// lengths measures a text, a section or a work.
type lengths struct {
	Words      int     `json:"words"`
	Paragraphs int     `json:"paragraphs"`
	Fragments  int     `json:"fragments"`
	Scenes     int     `json:"scenes"` // 0 without scene breaks
	Minutes    float64 `json:"minutes"`
	Aloud      float64 `json:"minutes-aloud"`
}

type textStats struct {
	Path string `json:"path"`
	lengths
	Target   int            `json:"target,omitempty"` // its target in words
	Sections []sectionStats `json:"sections"`
	Scenes   []sceneStats   `json:"scene-lengths,omitempty"`

	stretches             int // number of stretches between headings and scene breaks
	paragraphs, fragments []int
}

// sectionStats holds the words of a section: its own, before its first subsection, and all.
type sectionStats struct {
	Title string `json:"title"`
	Level int    `json:"level"`
	Cell  int    `json:"cell,omitempty"` // of a notebook
	Line  int    `json:"line"`
	Own   int    `json:"own"`
	Total int    `json:"total"`

	Target int `json:"target,omitempty"` // its target in words
}

// sceneStats holds the words of a scene.
type sceneStats struct {
	Number int `json:"number"` // from 1 after each heading
	Cell   int `json:"cell,omitempty"`
	Line   int `json:"line"`
	Words  int `json:"words"`
	Target int `json:"target,omitempty"`

	begins string // its title or first words
	of     int    // number of scenes up to the next heading
}

// bin counts the lengths in [From, To) words; To is 0 if there is no end.
type bin struct {
	From  int `json:"from"`
	To    int `json:"to"`
	Count int `json:"count"`
}

// targetOf returns the target of the work in words; 0 if none is set.
func targetOf(texts *console.Batch) int {
	if texts.Site.Work == nil {
		return 0
	}
	return texts.Site.Target("")
}

func statsOf(path string, d *analysis.Document, speed *speeds) textStats {
	t := textStats{
		Path:     path,
		lengths:  speed.lengthsOf(d),
		Sections: make([]sectionStats, len(d.Sections())),

		stretches: analysis.NumStretches(d),
	}
	for i, s := range d.Sections() {
		at := analysis.PlaceOf(d, s.Span.Start)
		t.Sections[i] = sectionStats{Title: s.Title, Level: s.Level, Cell: at.Cell, Line: at.Line}
	}
	for _, target := range analysis.Targets(d) {
		if target.Section < 0 {
			t.Target = target.Words
		} else {
			t.Sections[target.Section].Target = target.Words
		}
	}
	own, total := analysis.SectionWords(d)
	for i := range t.Sections {
		t.Sections[i].Own, t.Sections[i].Total = own[i], total[i]
	}
	scenes := d.Scenes()
	targets := analysis.SceneTargets(d, scenes)
	for i, s := range scenes {
		at := analysis.PlaceOf(d, d.Paragraph(d.Fragment(s.First).First).Span.Start)
		begins := d.Fragment(s.First).Title().Text
		if begins == "" {
			begins = d.Paragraph(d.Fragment(s.First).First).Opening(40)
		}
		t.Scenes = append(t.Scenes, sceneStats{s.Number, at.Cell, at.Line, s.Words(d), targets[i], begins, s.Of})
	}
	for _, p := range d.Paragraphs() {
		t.paragraphs = append(t.paragraphs, p.Words)
	}
	for _, f := range d.Fragments() {
		t.fragments = append(t.fragments, f.Words)
	}
	return t
}

func (s *stats) add(t textStats) {
	s.Total.Words += t.Words
	s.Total.Paragraphs += t.Paragraphs
	s.Total.Fragments += t.Fragments
	s.paragraphs = append(s.paragraphs, t.paragraphs...)
	s.fragments = append(s.fragments, t.fragments...)
	t.paragraphs, t.fragments = nil, nil
	s.Texts = append(s.Texts, t)
}

func (s *stats) finish() {
	scenes := 0
	if slices.ContainsFunc(s.Texts, func(t textStats) bool { return t.lengths.Scenes > 0 }) {
		for i, t := range s.Texts {
			if t.lengths.Scenes == 0 { // a text without a break is one scene
				s.Texts[i].lengths.Scenes = t.stretches
			}
			scenes += s.Texts[i].lengths.Scenes
		}
	}
	s.Total = s.speed.lengths(s.Total.Words, s.Total.Paragraphs, s.Total.Fragments)
	s.Total.Scenes = scenes
	s.ParagraphLengths, s.FragmentLengths = histogram(s.paragraphs), histogram(s.fragments)
}

// mostBins is the greatest number of bins, the open one included.
const mostBins = 10

// histogram counts lengths in bins of a round width. The last one is open, so that a few very long
// ones do not compress the others.
func histogram(lengths []int) []bin {
	bins := []bin{}
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
		b := bin{From: from, To: from + width}
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

// readingTime returns minutes in words.
func readingTime(minutes float64) string {
	d := time.Duration(minutes * float64(time.Minute)).Round(time.Minute)
	switch {
	case d < time.Minute:
		return "less than a minute"
	case d < 2*time.Hour:
		return console.Count(int(d.Minutes()), "minute")
	}
	return fmt.Sprintf("%d h %02d min", int(d.Hours()), int(d.Minutes())%60)
}
