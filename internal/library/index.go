package library

import (
	"math"
	"slices"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// EncodedText is a text of a library as it is stored: its path, with / between names, and its encoding.
type EncodedText struct {
	Name    string
	Encoded string
}

// Index answers questions about the texts of a library. It is immutable and safe for concurrent
// use. It refers to the encodings that it was made from.
type Index struct {
	texts    []indexedText
	passages []indexedPassage
	textOf   []int32   // by passage
	slow     []float32 // by passage; see slownessFor
	terms    table     // in passages
	names    table     // in the paths and titles of texts

	languages []*language.Language // languages of the texts
	speakers  []int                // for each language, the number of texts
}

// indexedText is a text in an index.
type indexedText struct {
	name, title string
	language    uint8 // index in Index.languages
	first       int32 // its first passage
	slow        float32
	hasProse    bool // otherwise only its titles are known
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
	starts []uint32 // where each row's list starts; at the end, where the last one ends
	list   []occurrence
}

// occurrence packs the number of a passage or text (24 bits) and a count (8 bits). A count beyond 255 makes no difference.
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

// rowFor returns the row of a term. It adds the term if it is new.
func (t *table) rowFor(k Key) int32 {
	row, ok := t.rows[k]
	if !ok {
		row = int32(len(t.rows))
		t.rows[k] = row
	}
	return row
}

// rowOccurrence is an occurrence of the term in a row. While a text is read, row is the index of its key.
type rowOccurrence struct {
	row int32
	in  occurrence
}

// fill makes the lists, once all rows are known.
func (t *table) fill(all []rowOccurrence) {
	t.starts, t.list = make([]uint32, len(t.rows)+1), make([]occurrence, len(all))
	for _, o := range all {
		t.starts[o.row+1]++
	}
	for row := range len(t.rows) {
		t.starts[row+1] += t.starts[row]
	}
	next := slices.Clone(t.starts)
	for _, o := range all {
		t.list[next[o.row]] = o.in
		next[o.row]++
	}
}

// New returns the index of the given files, which must be sorted by name, and the names of those left out: their
// stored form is damaged, or they exceed the limit of passages.
func New(files []EncodedText) (x *Index, damaged []string) {
	x = &Index{
		terms: table{rows: make(map[Key]int32)},
		names: table{rows: make(map[Key]int32)},
	}
	bytes := 0
	for _, f := range files {
		bytes += len(f.Encoded)
	}
	inTerms := make([]rowOccurrence, 0, bytes/2) // in the order of the texts; an encoded count has about two bytes
	var inNames []rowOccurrence
	var rows []int32 // by index of a key of the text
	size := 0.0
	for _, f := range files {
		t := indexedText{name: f.Name, first: int32(len(x.passages))}
		first := len(inTerms)
		text, keys, err := decodePassages(f.Encoded, func(p Passage, _ int) {
			x.passages = append(x.passages, indexedPassage{p.Title, p.Section, int64(p.Span.Start), int64(p.Span.End), int32(p.Line)})
			x.textOf = append(x.textOf, int32(len(x.texts)))
			x.slow = append(x.slow, float32(p.Size))
			t.slow += float32(p.Size)
		}, func(place int, n uint32) {
			inTerms = append(inTerms, rowOccurrence{int32(place), newOccurrence(len(x.passages)-1, n)})
		})
		if err != nil || len(x.passages) >= mostPassages {
			damaged = append(damaged, f.Name)
			inTerms, x.passages, x.textOf, x.slow = inTerms[:first], x.passages[:t.first], x.textOf[:t.first], x.slow[:t.first]
			continue
		}
		rows = rows[:0]
		for _, k := range keys {
			rows = append(rows, x.terms.rowFor(k))
		}
		for i := first; i < len(inTerms); i++ {
			inTerms[i].row = rows[inTerms[i].row]
		}
		for _, c := range text.Name {
			inNames = append(inNames, rowOccurrence{x.names.rowFor(c.Key), newOccurrence(len(x.texts), c.N)})
		}
		t.title, t.language, t.hasProse = text.Title, x.internLanguage(text.Language), t.slow > 0
		size += float64(t.slow)
		x.texts = append(x.texts, t)
	}
	x.terms.fill(inTerms)
	x.names.fill(inNames)
	for p, length := range x.slow {
		x.slow[p] = slownessFor(passageSaturation, passageLengthShare, float64(length), max(1, size)/float64(len(x.slow)))
	}
	for t := range x.texts {
		x.texts[t].slow = slownessFor(textK, textB, float64(x.texts[t].slow), max(1, size)/float64(len(x.texts)))
	}
	return x, damaged
}

// internLanguage returns the number of a language in the index. It adds the language if it is new.
func (x *Index) internLanguage(code string) uint8 {
	i := slices.IndexFunc(x.languages, func(l *language.Language) bool { return l.Code == code })
	if i < 0 {
		i = len(x.languages)
		x.languages, x.speakers = append(x.languages, language.ByCode(code)), append(x.speakers, 0)
	}
	x.speakers[i]++
	return uint8(i)
}

// passagesEnd returns the end of the passages of a text.
func (x *Index) passagesEnd(text int) int32 {
	if text+1 < len(x.texts) {
		return x.texts[text+1].first
	}
	return int32(len(x.passages))
}

// NumTexts returns the number of texts.
func (x *Index) NumTexts() int { return len(x.texts) }

// NumPassages returns the number of passages in all texts.
func (x *Index) NumPassages() int { return len(x.passages) }

// NumTerms returns the number of different terms in all texts.
func (x *Index) NumTerms() int { return len(x.terms.rows) }

// idf returns the inverse document frequency of a term, given the number of passages or texts that have it and their total number.
func idf(have, of int) float32 {
	return float32(math.Log(1 + (float64(of-have)+.5)/(float64(have)+.5)))
}

// RelatedPassage is a passage that answers a query.
type RelatedPassage struct {
	Name    string // of its text
	Text    string // the title of its text
	Section []string
	Title   string
	Span    markup.Span
	Line    int     // counted from 0
	Score   float64 // comparable between questions; see [MinScore]

	// Shared holds the terms by which it was found, in the question's spelling, the most important first.
	Shared []string
}
