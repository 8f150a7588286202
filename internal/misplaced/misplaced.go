package misplaced

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// Source is a text of a work, with its path.
type Source struct {
	Path     string
	Document *analysis.Document
}

// Model holds the terms of the places of a work. It is immutable and safe for concurrent use.
type Model struct {
	sources    []Source
	places     []place
	paragraphs []paragraph   // paragraphs and headings, in the order of the work
	terms      [][]termCount // for each term, the paragraphs that have it, in order
	codes      [][]termCount // for each word of code, the places that have it
	coded      int           // number of places with words of code
	size       int           // terms in all, with repetitions
	filled     int           // number of places with terms
	written    []string      // by term
	records    []bool        // by source
	isWeak     []bool        // for each term, whether it fits any text, and so is not reported as a reason
}

// place is a section, or a file, in the tree of the work.
type place struct {
	source, section int // section is -1 for the file itself
	parent          int // -1 for a file
	size            int // terms of its own paragraphs, with repetitions
	whole           int // the same, including everything below it
	paragraphs      int
	heading         float32 // sum of the rarities of its heading's terms
}

// paragraph is a paragraph or a heading in the model.
type paragraph struct {
	source, index int // index is -1 for a heading
	place         int
	words         int
	terms         []termCount // by term
	codes         []termCount // words of code in the paragraph itself
	after         []termCount // words of the code, tables and formulas between it and the next
}

// termCount says how often a term occurs in a paragraph or a place. `of` is the index of the term or, in the list of a term, of the
// paragraph or place.
type termCount struct {
	of int32
	n  float32
}

// New makes the model of a work.
func New(sources []Source) *Model {
	b := builder{Model: &Model{sources: sources}, ids: make(map[string]int32), codeIDs: make(map[string]int32), forms: make(map[*language.Vocabulary][]int32)}
	for i := range sources {
		b.addSource(i)
	}
	for _, p := range b.places {
		b.size += p.size
		if p.size > 0 {
			b.filled++
		}
	}
	b.addCodes()
	for _, p := range b.paragraphs {
		if p.index >= 0 {
			continue
		}
		for _, q := range p.terms {
			b.places[p.place].heading += b.rarity(q.of)
		}
	}
	return b.Model
}

// rarity returns the weight of a term in a heading.
func (m *Model) rarity(term int32) float32 {
	return float32(math.Log1p(float64(len(m.paragraphs)) / (float64(len(m.terms[term])) + .5)))
}

// Parameters, chosen on paragraphs that were moved from their place (docs/research/related.md).
const (
	headingCount = 3 // a word in a heading counts as this many words

	k, b       = 2, 1 // of BM25, for places; with b at 1, length is fully normalized
	paragraphB = .3   // for paragraphs

	bm25Weight          = .7  // of BM25
	languageModelWeight = .6  // of the language model
	smoothing           = 50  // terms of the work that are added to each place of that model
	parentWeight        = .25 // of the section around a place; squared for the section around that, and so on
	neighbourWeight     = .5  // of the paragraphs right before and after

	// In units of the root of the terms' weights:
	codeWeight    = 1.45 // of words of code that other places do not have
	headingWeight = 1.7  // of the share of a place's heading that is in the paragraph
	sizeWeight    = 1    // of the number of paragraphs: a paragraph more likely belongs among many than among few

	parallelShare = .5 // two paragraphs say the same if this share of the weight of their terms is common to both
)

// question holds the terms of some paragraphs, and the scores of places for these terms.
type question struct {
	terms []questionTerm
	self  float64 // weight of the terms

	own, whole []float32 // scores of places, without and with the places inside them
	code       []float32 // scores of places by words of code
	heading    []float32 // for each place, the share of its heading that is in the paragraphs
	length     []float32 // for each place, the score for its number of paragraphs
	single     []float32 // scores of paragraphs

	counts, below []float32 // for each place, how often it has the term being processed; otherwise 0
	in, above     []int32   // the places whose counts are not 0
}

// questionTerm is a term of the question.
type questionTerm struct {
	term   int32
	weight float32
}

func (m *Model) newQuestion() *question {
	n := len(m.places)
	return &question{
		own: make([]float32, n), whole: make([]float32, n), single: make([]float32, len(m.paragraphs)),
		code: make([]float32, n), heading: make([]float32, n), length: make([]float32, n),
		counts: make([]float32, n), below: make([]float32, n),
	}
}

// scorePlaces scores all places and paragraphs for the paragraphs [from, to), as if these did not exist.
func (m *Model) scorePlaces(a *question, from, to int) {
	clear(a.own)
	clear(a.whole)
	clear(a.single)
	clear(a.heading)
	a.setTerms(m.paragraphs[from:to])
	all := float32(0)
	for i := range a.terms {
		t := &a.terms[i]
		sum := m.countTermInPlaces(a, t.term, from, to)
		if len(a.in) == 0 { // no other place has it
			t.weight = 0
			continue
		}
		all += t.weight
		expected := smoothing * (sum + .5) / float32(m.size)
		for _, n := range a.in {
			a.own[n] += languageModelWeight * t.weight * float32(math.Log1p(float64(a.counts[n]/expected)))
		}
		have := float64(len(a.in))
		t.weight *= float32(math.Log(1 + (float64(m.filled)-have+.5)/(have+.5)))
		a.self += float64(t.weight)
		for _, n := range a.in {
			a.own[n] += bm25Weight * t.weight * bm25(a.counts[n], b, float32(m.places[n].size)/m.averageTerms())
			a.counts[n] = 0
		}
		for _, n := range a.above {
			a.whole[n] += t.weight * bm25(a.below[n], b, float32(m.places[n].whole)/m.averageTerms())
			a.below[n] = 0
		}
		for _, q := range m.terms[t.term] {
			if p := &m.paragraphs[q.of]; p.index < 0 {
				a.heading[p.place] += m.rarity(t.term) / m.places[p.place].heading
			} else if int(q.of) < from || int(q.of) >= to {
				a.single[q.of] += t.weight * bm25(q.n, paragraphB, float32(len(p.terms))*float32(len(m.paragraphs))/float32(m.size))
			}
		}
	}
	m.scoreCode(a, from, to)
	unit := float32(math.Sqrt(1 + a.self))
	for n, p := range m.places {
		others := p.paragraphs
		for _, q := range m.paragraphs[from:to] {
			if q.place == n && q.index >= 0 {
				others--
			}
		}
		a.own[n] += languageModelWeight * all * float32(math.Log(smoothing/(smoothing+float64(p.size))))
		a.own[n] += unit * (codeWeight*a.code[n] + headingWeight*a.heading[n])
		a.length[n] = unit * sizeWeight * float32(math.Log1p(float64(others)))
	}
}

// scoreCode scores all places by the words in the code of the paragraphs [from, to).
func (m *Model) scoreCode(a *question, from, to int) {
	clear(a.code)
	words, own := make(map[int32]float32), make(map[termCount]float32)
	for i := from; i < to; i++ {
		p := &m.paragraphs[i]
		lists := [][]termCount{p.codes, p.after}
		if i == to-1 {
			lists = lists[:1]
		}
		for _, list := range lists {
			for _, q := range list {
				words[q.of] += q.n
				own[termCount{q.of, float32(p.place)}] += q.n
			}
		}
	}
	all := 1.0
	for _, word := range slices.Sorted(maps.Keys(words)) {
		sum, have := float32(0), 0.0
		in := make([]float32, len(m.codes[word]))
		for k, q := range m.codes[word] {
			if in[k] = q.n - own[termCount{word, float32(q.of)}]; in[k] > 0 {
				sum += in[k]
				have++
			}
		}
		if have == 0 {
			continue
		}
		weight := math.Log2(1+float64(words[word])) * math.Log1p((float64(m.coded)-have+.5)/(have+.5))
		all += weight
		for k, q := range m.codes[word] {
			a.code[q.of] += float32(weight) * in[k] / sum
		}
	}
	for n := range a.code {
		a.code[n] /= float32(math.Sqrt(all))
	}
}

// setTerms sets the terms of the question from some paragraphs. Each repetition of a term counts less.
func (a *question) setTerms(paragraphs []paragraph) {
	a.self, a.terms = 0, a.terms[:0]
	counts := make(map[int32]float32)
	for _, p := range paragraphs {
		for _, t := range p.terms {
			counts[t.of] += t.n
		}
	}
	for term, n := range counts {
		a.terms = append(a.terms, questionTerm{term, float32(math.Log2(1 + float64(n)))})
	}
	slices.SortFunc(a.terms, func(x, y questionTerm) int { return cmp.Compare(x.term, y.term) })
}

// countTermInPlaces counts a term in all places, without the paragraphs [from, to).
func (m *Model) countTermInPlaces(a *question, term int32, from, to int) (sum float32) {
	a.in, a.above = a.in[:0], a.above[:0]
	for _, q := range m.terms[term] {
		if int(q.of) >= from && int(q.of) < to {
			continue
		}
		at := m.paragraphs[q.of].place
		if a.counts[at] == 0 {
			a.in = append(a.in, int32(at))
		}
		a.counts[at] += q.n
		sum += q.n
		for n := at; n >= 0; n = m.places[n].parent {
			if a.below[n] == 0 {
				a.above = append(a.above, int32(n))
			}
			a.below[n] += q.n
		}
	}
	return sum
}

func bm25(n, b, length float32) float32 { return n * (k + 1) / (n + k*(1-b+b*length)) }

// averageTerms returns the average number of terms in the places that have any.
func (m *Model) averageTerms() float32 { return float32(m.size) / float32(max(1, m.filled)) }

// fits returns how well the question fits each place.
func (m *Model) fits(a *question) []float32 {
	fits := slices.Clone(a.own)
	for n := range fits {
		fits[n] += a.length[n]
		by := float32(parentWeight)
		for up := m.places[n].parent; up >= 0; up = m.places[up].parent {
			fits[n] += by * a.whole[up]
			by *= parentWeight
		}
	}
	return fits
}

// SectionFit is a section of a source, or the source itself.
type SectionFit struct {
	Source  int
	Section int // -1 for the source itself: above its first heading, or at its end

	// Fit is meaningful only compared with that of another place.
	Fit float64

	// Shared holds the terms that are the best evidence for the place, spelled as in the texts; nil for all but the best places.
	Shared []string
}

// MisplacedParagraph is a paragraph that fits another place better than its own.
type MisplacedParagraph struct {
	Source, Paragraph int
	Here, There       SectionFit // There.Shared is the evidence for There rather than Here

	// Score is the difference between the fits, in units of the root of the weight of the paragraph's terms.
	Score float64
}

// RankPlaces returns all places of the work, sorted by how well the paragraphs [from, to) of a source fit them, as if these did not exist.
func (m *Model) RankPlaces(source, from, to int) []SectionFit {
	first, last := 0, -1
	if from < to {
		first, last = m.paragraphIndex(source, from), m.paragraphIndex(source, to-1)
	}
	a := m.newQuestion()
	m.scorePlaces(a, first, last+1)
	fits := m.fits(a)
	list := make([]SectionFit, len(m.places))
	for n, p := range m.places {
		list[n] = SectionFit{p.source, p.section, float64(fits[n]), nil}
	}
	slices.SortStableFunc(list, func(x, y SectionFit) int { return cmp.Compare(y.Fit, x.Fit) })
	for i := range list[:min(len(list), mostReasons)] {
		list[i].Shared = m.shared(a, m.placeIndex(list[i]), -1, first, last+1)
	}
	return list
}

// mostReasons is the greatest number of places for which reasons are given.
const mostReasons = 12

func (m *Model) placeIndex(p SectionFit) int {
	return slices.IndexFunc(m.places, func(q place) bool { return q.source == p.Source && q.section == p.Section })
}

// paragraphIndex returns the index of a paragraph of a source in the model.
func (m *Model) paragraphIndex(source, index int) int {
	return slices.IndexFunc(m.paragraphs, func(p paragraph) bool { return p.source == source && p.index == index })
}

// fewest is the minimum number of words in a paragraph that is examined.
const fewest = 30

// FindMisplaced returns the paragraphs that fit another place better than their own by at least a given score, the loosest first. Few are
// worth moving: there may be good reasons for their places.
func (m *Model) FindMisplaced(least float64) []MisplacedParagraph {
	a := m.newQuestion()
	var list []MisplacedParagraph
	for i, p := range m.paragraphs {
		if p.index < 0 || p.words < fewest || m.records[p.source] || m.sources[p.source].Document.Paragraph(p.index).Kind != markup.Paragraph {
			continue
		}
		m.scorePlaces(a, i, i+1)
		fits := m.fits(a)
		here := fits[p.place] + neighbourWeight*m.likenessToNeighbours(a, i)
		best := -1
		for n := range m.places {
			if n != p.place && m.places[n].size > 0 && !m.records[m.places[n].source] && (best < 0 || fits[n] > fits[best]) {
				best = n
			}
		}
		if best < 0 || a.self == 0 || m.isParallel(a, i, best) {
			continue
		}
		here, there := here-a.length[p.place], fits[best]-a.length[best] // a short section does not make its paragraphs loose
		l := MisplacedParagraph{Source: p.source, Paragraph: p.index, Score: float64(there-here) / math.Sqrt(a.self)}
		if l.Score < least {
			continue
		}
		l.Here = SectionFit{p.source, m.places[p.place].section, float64(here), nil}
		l.There = SectionFit{m.places[best].source, m.places[best].section, float64(there), m.shared(a, best, p.place, i, i+1)}
		list = append(list, l)
	}
	slices.SortStableFunc(list, func(x, y MisplacedParagraph) int { return cmp.Compare(y.Score, x.Score) })
	return list
}

// isParallel reports whether a paragraph and a place seem to be versions of one passage, which fit each other better than their
// surroundings.
func (m *Model) isParallel(a *question, i, place int) bool {
	here, there := m.titleOf(m.paragraphs[i].place), m.titleOf(place)
	if here == there {
		return true
	}
	shared, terms := make(map[int32]float32), make(map[int32]int) // by paragraph
	for _, t := range a.terms {
		for _, q := range m.terms[t.term] {
			if m.paragraphs[q.of].place == place && m.paragraphs[q.of].index >= 0 {
				shared[q.of] += t.weight
				terms[q.of]++
			}
		}
	}
	for of, weight := range shared {
		if float64(weight) > parallelShare*a.self && float64(terms[of]) > parallelShare*float64(len(m.paragraphs[of].terms)) {
			return true
		}
	}
	return false
}

// titleOf returns the title of a place, in lower case.
func (m *Model) titleOf(n int) string {
	p := m.places[n]
	d := m.sources[p.source].Document
	if p.section < 0 {
		return strings.ToLower(d.Title())
	}
	return strings.ToLower(strings.TrimSpace(d.Sections()[p.section].Title))
}

// likenessToNeighbours returns the similarity of a paragraph to its more similar neighbour.
func (m *Model) likenessToNeighbours(a *question, i int) (most float32) {
	for _, k := range []int{i - 1, i + 1} {
		if k >= 0 && k < len(m.paragraphs) && m.paragraphs[k].index >= 0 && m.paragraphs[k].source == m.paragraphs[i].source {
			most = max(most, a.single[k])
		}
	}
	return most
}

// mostShared is the greatest number of terms given as a reason.
const mostShared = 5

// shared returns the terms of the question that are the best evidence for the place `there` rather than `here`; if here is -1, for `there`
// alone.
func (m *Model) shared(a *question, there, here, from, to int) []string {
	type reason struct {
		term  int32
		value float32
	}
	var list []reason
	for _, t := range a.terms {
		if m.isWeak[t.term] {
			continue
		}
		in := map[int]float32{}
		for _, q := range m.terms[t.term] {
			if at := m.paragraphs[q.of].place; (int(q.of) < from || int(q.of) >= to) && (at == there || at == here) {
				in[at] += q.n
			}
		}
		says := func(n int) float32 { return t.weight * bm25(in[n], b, float32(m.places[n].size)/m.averageTerms()) }
		value := says(there)
		if here >= 0 {
			value -= says(here)
		}
		if in[there] > 0 && value > 0 {
			list = append(list, reason{t.term, value})
		}
	}
	slices.SortStableFunc(list, func(x, y reason) int { return cmp.Compare(y.value, x.value) })
	words := make([]string, 0, mostShared)
	for _, r := range list[:min(len(list), mostShared)] {
		words = append(words, m.written[r.term])
	}
	return words
}
