package misplaced

import (
	"flag"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/link"
)

var (
	folders = flag.String("folders", "", "measure on the texts in these folders, separated as in PATH")
	moves   = flag.Int("moves", 3, "the number of paragraphs to move in each text, one at a time")
	across  = flag.Int("across", 0, "instead, move this number of paragraphs in each folder into another file, with the folder as the work; near is the file")
)

// TestMoved moves paragraphs to a random place in another section of their text, one at a time. It measures how many of them are among the
// loosest of the text, and how many fit their original section best.
func TestMoved(t *testing.T) {
	if *folders == "" {
		t.Skip("-folders names no folders")
	}
	var all outcome
	fmt.Printf("%-30s %6s %6s %6s %6s %6s %6s | %6s %6s\n", "folder", "moved", "hit@1", "hit@5", "home", "near", "home@3", "told", "right")
	for _, pattern := range filepath.SplitList(*folders) {
		found, _ := filepath.Glob(pattern)
		for _, folder := range found {
			o := outcome{}
			if *across > 0 {
				o = acrossFiles(t, folder)
			} else {
				o = measure(t, folder)
			}
			o.print(filepath.Base(folder))
			all.add(o)
		}
	}
	all.print("all")
	if *across == 0 && all.moved > 0 && (all.rate(all.five) < .75 || all.rate(all.home) < .65) {
		t.Errorf("%.3f are among the five loosest, not .75; %.3f find home, not .65", all.rate(all.five), all.rate(all.home))
	}
}

// outcome counts the results of moves.
type outcome struct {
	moved, one, five int // moved paragraphs, those that are the loosest of the text, and those among its five loosest
	home, three      int // paragraphs whose own section fits best, or is among the best three
	near             int // paragraphs for which the best fit is near their own section; with -across, in their own file
	told, sure       int // paragraphs reported in all texts, and of these the moved ones with their own section
}

func (o *outcome) add(p outcome) {
	o.moved, o.one, o.five, o.home, o.near, o.three = o.moved+p.moved, o.one+p.one, o.five+p.five, o.home+p.home, o.near+p.near, o.three+p.three
	o.told, o.sure = o.told+p.told, o.sure+p.sure
}

func (o outcome) rate(n int) float64 { return float64(n) / float64(max(1, o.moved)) }

func (o outcome) print(name string) {
	fmt.Printf("%-30s %6d %6.3f %6.3f %6.3f %6.3f %6.3f | %6.2f %6.3f\n", name, o.moved, o.rate(o.one), o.rate(o.five), o.rate(o.home), o.rate(o.near), o.rate(o.three), o.rate(o.told), o.rate(o.sure))
}

// measure moves paragraphs of the long texts in a folder, one at a time, and counts the results.
func measure(t *testing.T, folder string) (o outcome) {
	t.Helper()
	fsys, done, err := ignore.OpenVisible(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = done() }()
	r := rand.New(rand.NewPCG(21, 21))
	for name, about := range link.LinkableFiles(fsys, ".") {
		text, err := fs.ReadFile(fsys, name)
		if err != nil || about.Size() > 2<<20 {
			continue
		}
		d := read(name, string(text))
		if len(d.Sections()) < 4 || len(d.Paragraphs()) < 20 {
			continue
		}
		for range *moves {
			if m, ok := move(r, d); ok {
				o.add(m.judge(name))
			}
		}
	}
	return o
}

// moved is a text in which a paragraph has been moved.
type moved struct {
	text, said string
	home       string // the title of the original section
}

func move(r *rand.Rand, d *analysis.Document) (moved, bool) {
	text, paragraphs := d.Text.String(), d.Paragraphs()
	section := func(p analysis.Paragraph) int {
		i, _ := slices.BinarySearchFunc(d.Sections(), p.Span.Start, func(s analysis.Section, at int) int { return s.Span.Start - at })
		return i - 1
	}
	isPlain := func(p analysis.Paragraph) bool {
		said := d.Text.Slice(p.Span)
		return p.Kind == markup.Paragraph && strings.TrimSpace(said) == said && (p.Span.Start == 0 || text[p.Span.Start-1] == '\n')
	}
	for range 200 {
		p, q := paragraphs[r.IntN(len(paragraphs))], paragraphs[r.IntN(len(paragraphs))]
		home := section(p)
		beside := 0
		for _, other := range paragraphs {
			if section(other) == home {
				beside++
			}
		}
		if home < 0 || p.Words < 40 || beside < 3 || section(q) == home || !isPlain(p) || !isPlain(q) {
			continue
		}
		m := moved{said: d.Text.Slice(p.Span), home: d.Sections()[home].Title}
		if at := q.Span.Start; at > p.Span.Start {
			m.text = text[:p.Span.Start] + text[p.Span.End:at] + m.said + "\n\n" + text[at:]
		} else {
			m.text = text[:at] + m.said + "\n\n" + text[at:p.Span.Start] + text[p.Span.End:]
		}
		return m, true
	}
	return moved{}, false
}

func (m moved) judge(name string) (o outcome) {
	d := read(name, m.text)
	model := New([]Source{{name, d}})
	isIt := func(l MisplacedParagraph) bool { return d.Text.Slice(d.Paragraph(l.Paragraph).Span) == m.said }
	isHome := func(p SectionFit) bool { return p.Section >= 0 && d.Sections()[p.Section].Title == m.home }
	o.moved = 1
	for _, l := range firstFew(model) {
		o.told++
		if isIt(l) && isHome(l.There) {
			o.sure++
		}
	}
	for rank, l := range model.FindMisplaced(math.Inf(-1)) {
		if !isIt(l) {
			continue
		}
		if rank == 0 {
			o.one++
		}
		if rank < 5 {
			o.five++
		}
		places := slices.DeleteFunc(model.RankPlaces(0, l.Paragraph, l.Paragraph+1), func(p SectionFit) bool { return p.Section == l.Here.Section })
		if isHome(places[0]) {
			o.home++
		}
		if home := slices.IndexFunc(d.Sections(), func(x analysis.Section) bool { return x.Title == m.home }); isNear(d.Sections(), places[0].Section, home) {
			o.near++
		}
		if slices.ContainsFunc(places[:min(len(places), 3)], isHome) {
			o.three++
		}
		break
	}
	return o
}

// isNear reports whether a section is equal to another, is beside it under the same heading, contains it, or is a part of it.
func isNear(sections []analysis.Section, a, b int) bool {
	above := func(i int) int {
		level := sections[i].Level
		for i--; i >= 0 && sections[i].Level >= level; i-- {
		}
		return i
	}
	return a >= 0 && b >= 0 && (a == b || above(a) == above(b) || above(a) == b || above(b) == a)
}

// acrossFiles moves paragraphs between the files of a folder.
func acrossFiles(t *testing.T, folder string) (o outcome) {
	t.Helper()
	fsys, done, err := ignore.OpenVisible(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = done() }()
	var sources []Source
	for name := range link.LinkableFiles(fsys, ".") {
		if text, err := fs.ReadFile(fsys, name); err == nil && len(text) < 2<<20 {
			sources = append(sources, Source{name, read(name, string(text))})
		}
	}
	r := rand.New(rand.NewPCG(21, 21))
	for range 100 * *across {
		i, j := r.IntN(len(sources)), r.IntN(len(sources))
		if o.moved == *across || i == j {
			continue
		}
		a, b := sources[i], sources[j]
		if len(a.Document.Sections()) == 0 || len(a.Document.Paragraphs()) < 3 || len(b.Document.Paragraphs()) < 3 {
			continue
		}
		m, ok := move(r, a.Document)
		q := b.Document.Paragraphs()[r.IntN(len(b.Document.Paragraphs()))]
		text := b.Document.Text.String()
		if !ok || q.Kind != markup.Paragraph || q.Span.Start > 0 && text[q.Span.Start-1] != '\n' {
			continue
		}
		changed := slices.Clone(sources)
		changed[i].Document = read(a.Path, strings.Replace(a.Document.Text.String(), m.said, "", 1))
		changed[j].Document = read(b.Path, text[:q.Span.Start]+m.said+"\n\n"+text[q.Span.Start:])
		model := New(changed)
		isHome := func(p SectionFit) bool {
			return p.Source == i && p.Section >= 0 && changed[i].Document.Sections()[p.Section].Title == m.home
		}
		for rank, l := range model.FindMisplaced(math.Inf(-1)) {
			d := changed[l.Source].Document
			if l.Source != j || d.Text.Slice(d.Paragraph(l.Paragraph).Span) != m.said {
				continue
			}
			o.moved++
			if rank == 0 {
				o.one++
			}
			if rank < 5 {
				o.five++
			}
			places := slices.DeleteFunc(model.RankPlaces(j, l.Paragraph, l.Paragraph+1), func(p SectionFit) bool { return p.Source == j && p.Section == l.Here.Section })
			if isHome(places[0]) {
				o.home++
			}
			if places[0].Source == i {
				o.near++
			}
			if slices.ContainsFunc(places[:min(len(places), 3)], isHome) {
				o.three++
			}
			break
		}
	}
	return o
}

// firstFew returns the loosest paragraphs: a handful for a text of ordinary length.
func firstFew(m *Model) []MisplacedParagraph {
	list := m.FindMisplaced(clearly)
	return list[:min(len(list), 5+len(m.paragraphs)/100)]
}
