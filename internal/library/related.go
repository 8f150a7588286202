package library

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// TopicQuery is the content of a passage: its terms as they are spelled there, with weights.
type TopicQuery struct {
	name      string // of the text that contains the passage
	isOutside bool   // the text is not in the library, even if a text of that name is
	terms     []queryTerm
}

// FromOutside returns the same query, about a text that is not in the library.
func (q TopicQuery) FromOutside() TopicQuery {
	q.isOutside = true
	return q
}

type queryTerm struct {
	key     Key
	weight  float32
	written string
	isWeak  bool // it fits any text, and is not reported as a reason
}

// The weights of the words around the paragraph, relative to its own words.
const (
	fragmentWeight = .1
	headingWeight  = .5
)

// QueryAbout returns a query about the paragraph of a document at an offset, or right above it, in its context. If offset is negative, the
// query is about the whole document.
func QueryAbout(d *analysis.Document, name string, offset int) TopicQuery {
	q := queryBuilder{weights: make(map[Key]*queryTerm)}
	i := d.FragmentAt(max(0, offset))
	if i >= 0 {
		if offset < 0 {
			q.addProse(d, 0, len(d.Paragraphs()), 1)
		} else {
			f := d.Fragment(i)
			p := min(max(d.ParagraphAt(offset), f.First), f.End-1)
			q.addProse(d, p, p+1, 1)
			q.addProse(d, f.First, f.End, fragmentWeight)
			if f.Section >= 0 {
				q.add(d.Language, d.Sections()[f.Section].Title, headingWeight)
			}
		}
	}
	return TopicQuery{name: name, terms: q.terms()}
}

// queryBuilder collects a query.
type queryBuilder struct {
	reader  Reader
	weights map[Key]*queryTerm
}

func (q *queryBuilder) addProse(d *analysis.Document, first, end int, by float32) {
	text := d.Text.String()
	var prose strings.Builder
	last := d.Language
	for l, b := range proseOf(d, first, end) {
		if l != last {
			q.add(last, prose.String(), by)
			prose.Reset()
			last = l
		}
		for _, run := range b.Runs {
			prose.WriteString(d.Format.ReadRun(text, run))
			prose.WriteByte('\n')
		}
	}
	q.add(last, prose.String(), by)
}

// add adds the terms of a text. Each repetition counts less.
func (q *queryBuilder) add(l *language.Language, text string, by float32) {
	q.reader.reset()
	q.reader.count(l, text, 1)
	l.Vocabulary.Words([]byte(text), func(w language.Word, start, end int) {
		key := q.reader.key(l, w.Form)
		n := q.reader.counts[key]
		if n == 0 || w.Class != language.Content {
			return
		}
		delete(q.reader.counts, key)
		a := q.weights[key]
		if a == nil {
			written := l.Vocabulary.Written(w.Form)
			a = &queryTerm{key: key, written: written, isWeak: !l.IsInformative(written)}
			q.weights[key] = a
		}
		a.weight += by * float32(math.Log2(1+float64(n)))
	})
}

func (q *queryBuilder) terms() []queryTerm {
	list := make([]queryTerm, 0, len(q.weights))
	for _, a := range q.weights {
		list = append(list, *a)
	}
	slices.SortFunc(list, func(a, b queryTerm) int { return cmp.Compare(a.key, b.key) })
	return list
}

// The parameters of BM25, for passages and for their texts: k limits the effect of repetitions, b is the penalty for length.
const (
	passageSaturation, passageLengthShare = 2, .75
	textK, textB                          = 2, .65
	nameK                                 = 1
)

// Other weights.
const (
	textWeight      = .3 // of the text that contains the passage, relative to the passage
	textNameWeight  = 2  // of the text's name and title
	codeWeight      = .3 // of a word in code, tables and notes, relative to one in prose
	sameFolderBonus = .1 // for a passage in the same folder
	repeatedWeight  = .5 // factor for a passage after a better one of the same text
)

// mostAsked is the greatest number of terms in a search. Further terms of a long text hardly change the result.
const mostAsked = 160

// rareAmong is the smallest number of passages for which the rarity of a word is reliable. In fewer passages, shared words count more.
const rareAmong = 100

// MinScore is the score at or above which readers find four of five passages related.
const MinScore = 3.5

// Related returns at most n passages about the topic of a query, the best first, with a score of at
// least minScore. Passages of the query's own text are among them only if there is no other text.
func (x *Index) Related(q TopicQuery, minScore float64, n int) []RelatedPassage {
	found := x.score(q)
	var matches []RelatedPassage
	for _, b := range x.best(found, q, n) {
		score := float64(b.score) / found.unit
		if score < minScore {
			break
		}
		p := &x.passages[b.of]
		t := &x.texts[x.textOf[b.of]]
		matches = append(matches, RelatedPassage{
			Name: t.name, Text: t.title, Section: p.section, Title: p.title, Line: int(p.line), Score: score, Shared: x.sharedTerms(found, b.of),
			Span: markup.Span{Start: int(p.start), End: int(p.end)},
		})
	}
	return matches
}

// passageScores holds the scores of all passages and texts.
type passageScores struct {
	passages, texts []float32
	terms           []queryTerm
	rarities        []float32 // of the terms
	unit            float64   // unit of scores that are comparable between questions and libraries
}

func (x *Index) score(q TopicQuery) *passageScores {
	s := &passageScores{passages: make([]float32, len(x.passages)), texts: make([]float32, len(x.texts)), terms: slices.Clone(q.terms)}
	says := func(a queryTerm) float32 { return a.weight * idf(len(x.terms.occurrencesOf(a.key)), len(x.passages)) }
	slices.SortStableFunc(s.terms, func(a, b queryTerm) int { return cmp.Compare(says(b), says(a)) })
	s.terms = s.terms[:min(len(s.terms), mostAsked)]
	s.rarities = make([]float32, len(s.terms))
	all := float32(0)
	for i, a := range s.terms {
		list := x.terms.occurrencesOf(a.key)
		s.rarities[i] = idf(len(list), len(x.passages))
		says := a.weight * s.rarities[i]
		all += says
		for j := 0; j < len(list); { // once for each text
			text := x.textOf[list[j].owner()]
			end := x.passagesEnd(int(text))
			n := float32(0)
			for ; j < len(list) && list[j].owner() < end; j++ {
				o := list[j]
				n += o.count()
				s.passages[o.owner()] += says * saturate(o.count(), passageSaturation, x.slow[o.owner()])
			}
			s.texts[text] += says * textWeight * saturate(n, textK, x.texts[text].slow)
		}
		for _, o := range x.names.occurrencesOf(a.key) {
			s.texts[o.owner()] += says * textNameWeight * saturate(o.count(), nameK, nameK)
		}
		if list := x.terms.occurrencesOf(literalKey(a.written)); len(list) > 0 {
			says := codeWeight * a.weight * idf(len(list), len(x.passages))
			for _, o := range list {
				s.passages[o.owner()] += says * saturate(o.count(), passageSaturation, x.slow[o.owner()])
			}
		}
	}
	s.unit = math.Sqrt(float64(all*idf(0, len(x.passages)))) * min(1, math.Log(float64(max(2, len(x.passages))))/math.Log(rareAmong))
	return s
}

// saturate returns the weight of n occurrences of a term; the greater slow is, the slower the weight grows.
func saturate(n, k, slow float32) float32 { return n * (k + 1) / (n + slow) }

// slownessFor returns the argument slow of [saturate] for a text of the given length; it grows with the length.
func slownessFor(k, b, length, mean float64) float32 { return float32(k * (1 - b + b*length/mean)) }

// ranked is a passage or a text with its score.
type ranked struct {
	of    int32
	score float32
}

// best returns the n best passages.
func (x *Index) best(s *passageScores, q TopicQuery, n int) []ranked {
	folder := path.Dir(q.name)
	isOwn := func(t *indexedText) bool { return t.name == q.name && !q.isOutside }
	isAlone := len(x.texts) == 1 && isOwn(&x.texts[0])
	// First the best passage of each text, then all passages of the best texts.
	var tops []ranked // of is the number of a text
	for text := range x.texts {
		t := &x.texts[text]
		if isOwn(t) && !isAlone || !t.hasProse {
			continue
		}
		if path.Dir(t.name) == folder && !q.isOutside {
			s.texts[text] *= 1 + sameFolderBonus
			for p := t.first; p < x.passagesEnd(text); p++ {
				s.passages[p] *= 1 + sameFolderBonus
			}
		}
		top := float32(0)
		for _, score := range s.passages[t.first:x.passagesEnd(text)] {
			top = max(top, score)
		}
		if top > 0 {
			tops = append(tops, ranked{int32(text), top + s.texts[text]})
		}
	}
	slices.SortStableFunc(tops, byScore)
	var list []ranked
	for _, top := range tops[:min(len(tops), n)] {
		text := int(top.of)
		var own []ranked
		for p := x.texts[text].first; p < x.passagesEnd(text); p++ {
			if s.passages[p] > 0 {
				own = append(own, ranked{p, s.passages[p] + s.texts[text]})
			}
		}
		slices.SortStableFunc(own, byScore)
		less := float32(1)
		for _, r := range own[:min(len(own), n)] {
			r.score *= less
			less *= repeatedWeight
			list = append(list, r)
		}
	}
	slices.SortStableFunc(list, byScore)
	return list[:min(len(list), n)]
}

func byScore(a, b ranked) int { return cmp.Compare(b.score, a.score) }

// mostShared is the greatest number of terms reported for a match.
const mostShared = 5

// sharedTerms returns the terms by which a passage was found.
func (x *Index) sharedTerms(s *passageScores, p int32) []string {
	type term struct {
		written string
		counts  float32
	}
	var list []term
	for i, a := range s.terms {
		if a.isWeak {
			continue
		}
		for _, in := range [][]occurrence{x.terms.occurrencesOf(a.key), x.terms.occurrencesOf(literalKey(a.written))} {
			j, has := slices.BinarySearchFunc(in, p, func(o occurrence, p int32) int { return cmp.Compare(o.owner(), p) })
			if has {
				list = append(list, term{a.written, a.weight * s.rarities[i] * saturate(in[j].count(), passageSaturation, x.slow[p])})
				break
			}
		}
	}
	slices.SortStableFunc(list, func(a, b term) int { return cmp.Compare(b.counts, a.counts) })
	words := make([]string, 0, mostShared)
	for _, t := range list[:min(len(list), mostShared)] {
		words = append(words, t.written)
	}
	return words
}
