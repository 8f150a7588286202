package analysis

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/method"
)

// gathered is the terms of several paragraphs, in the order of their first occurrence.
type gathered struct {
	*tally
	paragraphs []*Paragraph
	language   *language.Language
}

// gather collects the terms of the paragraphs from one to another, exclusive. Release them
// when done.
func (d *Document) gather(from, to int) gathered {
	w := gathered{tallies.Get().(*tally), d.paragraphsIn(from, to), d.Language}
	for _, p := range w.paragraphs {
		w.add(p.Terms, 1)
	}
	return w
}

func (w gathered) release() {
	w.clear()
	tallies.Put(w.tally)
}

// of is what a term weighs.
func (t *tally) of(term language.Term) int {
	if int(term) >= len(t.counts) {
		return 0
	}
	return int(t.counts[term])
}

// mostTerms is how many terms a fragment or an explanation names at most.
const mostTerms = 5

// lay lays the weights of two sides out in the order in which their terms first occur. The
// counts of the terms are used up.
func (w gathered) lay(before, after []method.Weight) (left, right []float64) {
	for i, t := range w.touched {
		w.counts[t.Term] = int32(i + 1) // its place from now on
	}
	n := len(w.touched)
	laid := make([]float64, 2*n)
	left, right = laid[:n], laid[n:]
	for _, weight := range before {
		if place := w.of(weight.Term); place > 0 {
			left[place-1] = weight.Value
		}
	}
	for _, weight := range after {
		if place := w.of(weight.Term); place > 0 {
			right[place-1] = weight.Value
		}
	}
	return left, right
}

// best is the nameable terms with the highest ratings, which are in the order of their first
// occurrence, as they are written; those that rate 0 are left out. Of equals, the first in
// the text comes first. The ratings are used up.
func (w gathered) best(ratings []float64, isNameable func(language.Term) bool) []string {
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
		term := w.touched[best].Term
		if written := w.mostWritten(term); w.language.IsInformative(written) && isNameable(term) {
			terms = append(terms, written)
		}
	}
	return terms
}

// formCount is a form of a term and how often it occurs.
type formCount struct {
	form  language.Form
	count int
}

// mostWritten is the form of a term that [isPreferred] to all others, of equals the
// first in the text.
func (w gathered) mostWritten(term language.Term) string {
	forms := make([]formCount, 0, 8) // a term has few
	for _, p := range w.paragraphs {
		for _, t := range p.Terms {
			if t.Term != term {
				continue
			}
			i := slices.IndexFunc(forms, func(f formCount) bool { return f.form == t.Form })
			if i < 0 {
				i = len(forms)
				forms = append(forms, formCount{form: t.Form})
			}
			forms[i].count += int(t.Count)
		}
	}
	best := forms[0]
	for _, f := range forms[1:] {
		if isPreferred(f, best, w.language.Vocabulary) {
			best = f
		}
	}
	return language.WithoutFillers(w.language.Vocabulary.Written(best.form))
}

// isPreferred reports whether a form stands for its term rather than another: the more
// frequent one, of equals the lower-case one, which does not owe its capital to the
// beginning of a sentence.
func isPreferred(f, other formCount, v *language.Vocabulary) bool {
	if f.count != other.count || f.form == other.form {
		return f.count > other.count
	}
	return !isCapital(v.Written(f.form)) && isCapital(v.Written(other.form))
}

func isCapital(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r)
}

// shorten cuts a text to at most n characters, at a space if there is one, and
// marks the cut.
func shorten(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	cut := string([]rune(text)[:n-1])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
		cut = cut[:i]
	}
	return strings.TrimRightFunc(cut, func(r rune) bool { return unicode.IsPunct(r) || unicode.IsSpace(r) }) + "…"
}

// tally counts terms. It keeps what it allocates; those not in use are in tallies.
type tally struct {
	counts  []int32 // by term
	touched []TermCount
}

var tallies = sync.Pool{New: func() any { return new(tally) }}

// add counts the terms of a paragraph, each with a weight.
func (t *tally) add(terms []TermCount, weight int32) {
	for _, term := range terms {
		t.counts = reach(t.counts, int(term.Term))
		if t.counts[term.Term] == 0 {
			t.touched = append(t.touched, term)
		}
		t.counts[term.Term] += weight * int32(term.Count)
	}
}

// clear counts all terms as none.
func (t *tally) clear() {
	for _, term := range t.touched {
		t.counts[term.Term] = 0
	}
	t.touched = t.touched[:0]
}
