package analysis

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/segls/segls/analysis/language"
)

// candidateTerms holds terms of several paragraphs, in the order of their first occurrence.
type candidateTerms struct {
	terms    []language.Term
	found    []TermCount // the counts of each term in the paragraphs, term by term
	ends     []int32     // for each term, the end of its counts in found
	language *language.Language

	mu      sync.Mutex
	written map[int]string // by index in terms, the form to show, or "" if the term is not worth showing; a cache
}

// gatherCandidateTerms collects the terms of the paragraphs [from, to) that are in either of two lists.
func (d *Reading) gatherCandidateTerms(from, to int, one, other []language.Term) *candidateTerms {
	n := &candidateTerms{language: d.Language, written: make(map[int]string)}
	if len(one)+len(other) == 0 {
		return n
	}
	const wanted = 1 // a term that has been seen is marked with wanted plus its place, from 1
	marks := tallyPool.Get().(*tally)
	defer tallyPool.Put(marks)
	defer marks.clear()
	marks.setCounts(one, wanted)
	marks.setCounts(other, wanted)
	scratch := countOccurrences.Get().(*[]TermCount)
	defer countOccurrences.Put(scratch)
	found := (*scratch)[:0]
	n.terms, n.ends = make([]language.Term, 0, len(one)+len(other)), make([]int32, 0, len(one)+len(other))
	for p := range d.eachParagraphIn(from, to) {
		for _, t := range p.Terms {
			mark := marks.countOf(t.Term)
			if mark == 0 {
				continue
			}
			if mark == wanted {
				n.terms, n.ends = append(n.terms, t.Term), append(n.ends, 0)
				mark = wanted + len(n.terms)
				marks.counts[t.Term] = int32(mark)
			}
			n.ends[mark-wanted-1]++
			found = append(found, t)
		}
	}
	start := int32(0)
	for i, times := range n.ends {
		n.ends[i], start = start, start+times
	}
	n.found = make([]TermCount, len(found))
	for _, t := range found {
		end := &n.ends[marks.countOf(t.Term)-wanted-1]
		n.found[*end] = t
		*end++
	}
	*scratch = found
	return n
}

// countOccurrences holds unused slices in which occurrences are collected until their number is known.
var countOccurrences = sync.Pool{New: func() any { return new([]TermCount) }}

func (t *tally) countOf(term language.Term) int {
	if int(term) >= len(t.counts) {
		return 0
	}
	return int(t.counts[term])
}

// mostTerms is the greatest number of terms that a fragment or an explanation names.
const mostTerms = 5

// bestRatedForms returns up to mostTerms terms with the highest ratings, as written, without meaningless ones. It overwrites the ratings.
func (n *candidateTerms) bestRatedForms(ratings []float64) []string {
	terms := make([]string, 0, mostTerms)
	for len(terms) < mostTerms {
		best := 0
		for i, r := range ratings {
			if r > ratings[best] {
				best = i
			}
		}
		if len(ratings) == 0 || ratings[best] <= 0 {
			break
		}
		ratings[best] = 0
		if written := n.formToShow(best); written != "" {
			terms = append(terms, written)
		}
	}
	return terms
}

// formToShow returns the preferred form of a term, or "" if the term is not worth showing.
func (n *candidateTerms) formToShow(i int) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	written, isKnown := n.written[i]
	if !isKnown {
		if written = n.preferredForm(i); !n.language.IsInformative(written) {
			written = ""
		}
		n.written[i] = written
	}
	return written
}

// formCount is a form of a term and the number of its occurrences.
type formCount struct {
	form  language.Form
	count int
}

// preferredForm returns the form of a term that is preferred to all others; of equals, the first in the text.
func (n *candidateTerms) preferredForm(i int) string {
	start := int32(0)
	if i > 0 {
		start = n.ends[i-1]
	}
	forms := make([]formCount, 0, 8) // a term has few forms
	for _, t := range n.found[start:n.ends[i]] {
		i := slices.IndexFunc(forms, func(f formCount) bool { return f.form == t.Form })
		if i < 0 {
			i = len(forms)
			forms = append(forms, formCount{form: t.Form})
		}
		forms[i].count += int(t.Count)
	}
	best := forms[0]
	for _, f := range forms[1:] {
		if isPreferredForm(f, best, n.language.Vocabulary) {
			best = f
		}
	}
	return language.WithoutFillers(n.language.Vocabulary.Written(best.form))
}

// isPreferredForm reports whether a form represents its term better than another: the more frequent one or, of equals, the lower-case one,
// whose spelling is not due to the beginning of a sentence.
func isPreferredForm(f, other formCount, v *language.Vocabulary) bool {
	if f.count != other.count || f.form == other.form {
		return f.count > other.count
	}
	return !isCapital(v.Written(f.form)) && isCapital(v.Written(other.form))
}

func isCapital(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r)
}

// shorten cuts a text to at most n characters, at a space if there is one in its second half, and marks the cut.
func shorten(text string, n int) string {
	characters, end := 0, 0 // number of characters so far, and the end of the first n-1
	for at := range text {
		if characters == n-1 {
			end = at
		}
		if characters++; characters > n {
			break
		}
	}
	if characters <= n {
		return text
	}
	cut := text[:end]
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
		cut = cut[:i]
	}
	return strings.TrimRightFunc(cut, func(r rune) bool { return unicode.IsPunct(r) || unicode.IsSpace(r) }) + "…"
}

// tally counts terms. It is reused to save allocations; unused ones are in tallyPool.
type tally struct {
	counts  []int32 // by term
	touched []TermCount
}

var tallyPool = sync.Pool{New: func() any { return new(tally) }}

// add adds the counts of the terms of a paragraph, times a weight.
func (t *tally) add(terms []TermCount, weight int32) {
	for _, term := range terms {
		t.counts = growToIndex(t.counts, int(term.Term))
		if t.counts[term.Term] == 0 {
			t.touched = append(t.touched, term)
		}
		t.counts[term.Term] += weight * int32(term.Count)
	}
}

func (t *tally) setCounts(terms []language.Term, count int32) {
	for _, term := range terms {
		t.counts = growToIndex(t.counts, int(term))
		t.counts[term] = count
		t.touched = append(t.touched, TermCount{Term: term})
	}
}

// clear resets all counts to 0.
func (t *tally) clear() {
	for _, term := range t.touched {
		t.counts[term.Term] = 0
	}
	t.touched = t.touched[:0]
}
