package library

import (
	"math"
	"slices"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// File is a text of a library as it is stored: its path, with / between names, and its encoding.
type File struct {
	Name    string
	Encoded string
}

// Index answers questions about the texts of a library. It is immutable and safe for concurrent
// use. It refers to the encodings that it was made from.
type Index struct {
	texts    []indexedText
	passages []indexedPassage
	textOf   []int32   // by passage
	slow     []float32 // by passage; see slowness
	terms    table     // in passages
	names    table     // in the paths and titles of texts

	languages []*language.Language // languages of the texts
	speakers  []int                // by language: the number of texts
}

// indexedText is a text in an index.
type indexedText struct {
	name, title string
	language    uint8 // index in Index.languages
	first       int32 // its first passage
	slow        float32
}

// indexedPassage is a passage in an index.
type indexedPassage struct {
	title      string
	section    []string
	start, end int64
	line       int32
}

// table holds a list for each term: where it occurs, and how often.
type table struct {
	rows   map[Key]int32
	starts []uint32 // of the lists, by row; ends with the end of the last
	list   []occurrence
}

// occurrence is a number, 24 bits, and a count, 8 bits. A count beyond 255 makes no difference.
type occurrence uint32

const mostPassages = 1 << 24

func (o occurrence) owner() int32   { return int32(o >> 8) }
func (o occurrence) count() float32 { return float32(o & 0xff) }

func newOccurrence(in int, n uint32) occurrence {
	return occurrence(uint32(in)<<8 | min(n, 0xff))
}

// occurrencesOf returns the occurrences of a term.
func (t *table) occurrencesOf(k Key) []occurrence {
	row, ok := t.rows[k]
	if !ok {
		return nil
	}
	return t.list[t.starts[row]:t.starts[row+1]]
}

// row returns the row of a term, which is added if it is new.
func (t *table) row(k Key) int32 {
	row, ok := t.rows[k]
	if !ok {
		row = int32(len(t.rows))
		t.rows[k] = row
		t.starts = append(t.starts, 0)
	}
	return row
}

// allocateLists allocates as many occurrences as starts counts, and turns starts into the start of
// each list.
func (t *table) allocateLists() {
	sum := uint32(0)
	for row, n := range t.starts {
		t.starts[row] = sum
		sum += n
	}
	t.starts = append(t.starts, sum)
	t.list = make([]occurrence, sum)
}

// restoreStarts restores the starts, which advance while the lists are filled.
func (t *table) restoreStarts() {
	copy(t.starts[1:], t.starts[:len(t.starts)-1])
	if len(t.starts) > 0 {
		t.starts[0] = 0
	}
}

func (t *table) add(row int32, o occurrence) {
	t.list[t.starts[row]] = o
	t.starts[row]++
}

// New returns the index of some files, and the names of those whose encodings cannot be read, which
// are left out.
func New(files []File) (x *Index, damaged []string) {
	x = &Index{
		terms: table{rows: make(map[Key]int32)},
		names: table{rows: make(map[Key]int32)},
	}
	sound := make([]bool, len(files))
	var rows []int32
	total := 0
	for i, f := range files { // count
		var counts []uint32
		passages := 0
		t, keys, err := decodeTo(f.Encoded, func(Passage, int) { passages++ }, func(place int, _ uint32) {
			for place >= len(counts) {
				counts = append(counts, 0)
			}
			counts[place]++
		})
		if err != nil || total+passages >= mostPassages {
			damaged = append(damaged, f.Name)
			continue
		}
		sound[i] = true
		total += passages
		for place, n := range counts {
			x.terms.starts[x.terms.row(keys[place])] += n
		}
		for _, c := range t.Name {
			x.names.starts[x.names.row(c.Key)]++
		}
	}
	x.passages, x.textOf, x.slow = make([]indexedPassage, 0, total), make([]int32, 0, total), make([]float32, 0, total)
	x.terms.allocateLists()
	x.names.allocateLists()
	size := 0.0
	var in []occurrence // of a text, by index of the key; in the order of its passages
	var places []int32
	for i, f := range files { // fill
		if !sound[i] {
			continue
		}
		t := indexedText{name: f.Name, first: int32(len(x.passages))}
		in, places = in[:0], places[:0]
		text, keys, _ := decodeTo(f.Encoded, func(p Passage, _ int) {
			x.passages = append(x.passages, indexedPassage{p.Title, p.Section, int64(p.Span.Start), int64(p.Span.End), int32(p.Line)})
			x.textOf = append(x.textOf, int32(len(x.texts)))
			x.slow = append(x.slow, float32(p.Size))
			t.slow += float32(p.Size)
		}, func(place int, n uint32) {
			in, places = append(in, newOccurrence(len(x.passages)-1, n)), append(places, int32(place))
		})
		rows = rows[:0]
		for _, k := range keys {
			rows = append(rows, x.terms.rows[k])
		}
		for j, o := range in {
			x.terms.add(rows[places[j]], o)
		}
		for _, c := range text.Name {
			x.names.add(x.names.rows[c.Key], newOccurrence(len(x.texts), c.N))
		}
		t.title, t.language = text.Title, x.languageNumber(text.Language)
		size += float64(t.slow)
		x.texts = append(x.texts, t)
	}
	x.terms.restoreStarts()
	x.names.restoreStarts()
	for p, length := range x.slow {
		x.slow[p] = saturationOf(passageSaturation, passageLengthShare, float64(length), max(1, size)/float64(len(x.slow)))
	}
	for t := range x.texts {
		x.texts[t].slow = saturationOf(textK, textB, float64(x.texts[t].slow), max(1, size)/float64(len(x.texts)))
	}
	return x, damaged
}

// languageNumber returns the number of a language in the index, which is added if it is new.
func (x *Index) languageNumber(code string) uint8 {
	i := slices.IndexFunc(x.languages, func(l *language.Language) bool { return l.Code == code })
	if i < 0 {
		i = len(x.languages)
		x.languages, x.speakers = append(x.languages, language.ByCode(code)), append(x.speakers, 0)
	}
	x.speakers[i]++
	return uint8(i)
}

// end returns the end of the passages of a text.
func (x *Index) end(text int) int32 {
	if text+1 < len(x.texts) {
		return x.texts[text+1].first
	}
	return int32(len(x.passages))
}

// Texts returns the number of texts.
func (x *Index) Texts() int { return len(x.texts) }

// Passages returns the number of passages in all texts.
func (x *Index) Passages() int { return len(x.passages) }

// Terms returns the number of different terms in all texts.
func (x *Index) Terms() int { return len(x.terms.rows) }

// idf returns the inverse document frequency of a term, given the number of passages or texts that
// have it and the number of all.
func idf(have, of int) float32 {
	return float32(math.Log(1 + (float64(of-have)+.5)/(float64(have)+.5)))
}

// Match is a passage that answers a question.
type Match struct {
	Name    string // of its text
	Text    string // the title of its text
	Section []string
	Title   string
	Span    markup.Span
	Line    int     // counted from 0
	Score   float64 // comparable between questions; see [MinScore]

	// Shared holds the terms that it is found by, in the question's spelling, the most important
	// first.
	Shared []string
}
