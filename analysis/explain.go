package analysis

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/fragment"
)

// Explanation says why a gap is, or is not, a boundary.
type Explanation struct {
	Gap        int
	Similarity float64

	// Depth is how far the curve falls to the gap from the nearest peak on each
	// side, both falls added (Hearst 1997, section 5.3). 0 is no valley at all.
	Depth float64

	// Ends, Begins and Bridges are the terms within the window of the gap: those that
	// end here, those that begin here, and those that stand on both sides, as
	// written, the most frequent first.
	Ends, Begins, Bridges []string

	// LengthCost is what the two fragments at the boundary cost for their lengths,
	// and JoinedCost what they would cost as one. Only for a boundary.
	LengthCost, JoinedCost float64
}

// Explain explains gap g.
func (d *Document) Explain(g int) Explanation {
	e := Explanation{Gap: g, Similarity: d.curve[g], Depth: depth(d.curve, g)}
	left, right := d.Settings.window(g, len(d.paragraphs))
	before := d.tally(g+1-left, g+1, func(p int) int { return d.Settings.weight(g - p) })
	after := d.tally(g+1, g+1+right, func(p int) int { return d.Settings.weight(p - g - 1) })
	inBefore, inAfter := make(weights), make(weights)
	inBefore.add(before, 1)
	inAfter.add(after, 1)
	e.Ends = d.best(before, func(t language.Term, n int) float64 { return only(n, inAfter[t]) })
	e.Begins = d.best(after, func(t language.Term, n int) float64 { return only(n, inBefore[t]) })
	e.Bridges = d.best(before, func(t language.Term, n int) float64 { return float64(min(n, inAfter[t])) })
	if i := d.FragmentAfter(g); i > 0 {
		one, other := d.fragments[i-1].Words, d.fragments[i].Words
		cost := d.Cost()
		e.LengthCost = cost.Length(one) + cost.Length(other)
		e.JoinedCost = cost.Length(one + other)
	}
	return e
}

// only is n if the other side has none.
func only(n, other int) float64 {
	if other > 0 {
		return 0
	}
	return float64(n)
}

// FragmentAfter is the index of the fragment that begins after gap g, or 0 if g is
// no boundary.
func (d *Document) FragmentAfter(g int) int {
	i, found := slices.BinarySearchFunc(d.fragments, g+1, func(f Fragment, first int) int { return cmp.Compare(f.First, first) })
	if !found {
		return 0
	}
	return i
}

// IsBoundary tells whether a fragment begins after gap g.
func (d *Document) IsBoundary(g int) bool { return d.FragmentAfter(g) > 0 }

// Constraint is the name of what a gap's value was overruled by: "heading",
// "break", "no-break" or "". A heading is stronger than a directive.
func (d *Document) Constraint(g int) string {
	switch {
	case d.constraints[g] == fragment.Free:
		return ""
	case d.constraints[g] == fragment.NoBreak:
		return directiveNoBreak
	case d.Settings.Headings == HeadingsHard && d.HeadingIn(g) >= 0:
		return "heading"
	}
	return directiveBreak
}

func depth(curve []float64, g int) float64 {
	left, right := g, g
	for left > 0 && curve[left-1] >= curve[left] {
		left--
	}
	for right+1 < len(curve) && curve[right+1] >= curve[right] {
		right++
	}
	return curve[left] - curve[g] + curve[right] - curve[g]
}

// around is how many fragments on each side a fragment is told apart from.
const around = 4

// describe gives the fragments their terms and titles. A fragment's terms are
// those that it has more often than the fragments around it: a word of the whole
// book describes no part of it. Nothing farther away has a say, so that an edit
// changes no description far from it.
func (d *Document) describe(fragments []Fragment) {
	tallies := make([]tally, len(fragments))
	for i, f := range fragments {
		tallies[i] = d.tally(f.First, f.End, func(int) int { return 1 })
	}
	near := make(weights)
	for i := range min(around, len(tallies)) {
		near.add(tallies[i], 1)
	}
	for i := range fragments {
		if i+around < len(tallies) {
			near.add(tallies[i+around], 1)
		}
		if i > around {
			near.add(tallies[i-around-1], -1)
		}
		fragments[i].Terms = d.best(tallies[i], func(t language.Term, n int) float64 {
			return float64(n*n) / float64(near[t])
		})
		fragments[i].Title = title(fragments[i].Terms)
	}
}

// titleTerms is how many terms make a title.
const titleTerms = 3

func title(terms []string) string {
	text := strings.Join(terms[:min(len(terms), titleTerms)], ", ")
	r, n := utf8.DecodeRuneInString(text)
	if n == 0 {
		return ""
	}
	return string(unicode.ToTitle(r)) + text[n:]
}

// tally is the terms of several paragraphs, sorted by term; those of one term stand
// in the order of the text.
type tally []occurrence

// occurrence is a term in a paragraph, with what the paragraph weighs.
type occurrence struct {
	TermCount
	paragraph int
	weight    int
}

// tally collects the terms of the paragraphs from first to end, exclusive.
func (d *Document) tally(first, end int, weight func(paragraph int) int) tally {
	var t tally
	for i := first; i < end; i++ {
		for _, term := range d.paragraphs[i].Terms {
			t = append(t, occurrence{term, i, weight(i)})
		}
	}
	slices.SortFunc(t, func(a, b occurrence) int {
		return cmp.Or(cmp.Compare(a.Term, b.Term), cmp.Compare(a.paragraph, b.paragraph))
	})
	return t
}

// terms yields the occurrences of each term.
func (t tally) terms(yield func(tally) bool) {
	for len(t) > 0 {
		n := 1
		for n < len(t) && t[n].Term == t[0].Term {
			n++
		}
		if !yield(t[:n:n]) {
			return
		}
		t = t[n:]
	}
}

// total is how often the terms occur, each as often as its paragraph weighs.
func (t tally) total() int {
	sum := 0
	for _, o := range t {
		sum += o.weight * o.Count
	}
	return sum
}

// weights is how much each term weighs in one or more tallies.
type weights map[language.Term]int

// add adds a tally times a factor.
func (w weights) add(t tally, factor int) {
	for _, o := range t {
		w[o.Term] += factor * o.weight * o.Count
	}
}

// mostTerms is how many terms a fragment or an explanation names at most.
const mostTerms = 5

// best is the terms that rate highest, as they are written; those that rate 0 are
// left out. Of equals, the first in the text comes first.
func (d *Document) best(t tally, rate func(term language.Term, weight int) float64) []string {
	type rated struct {
		first   occurrence
		written string
		rating  float64
	}
	better := func(a, b rated) int {
		return cmp.Or(cmp.Compare(b.rating, a.rating), cmp.Compare(a.first.paragraph, b.first.paragraph), cmp.Compare(a.first.Rank, b.first.Rank))
	}
	top := make([]rated, 0, mostTerms+1)
	for term := range t.terms {
		r := rated{first: term[0], rating: rate(term[0].Term, term.total())}
		if r.rating <= 0 || len(top) == mostTerms && better(r, top[mostTerms-1]) > 0 {
			continue
		}
		if r.written = d.mostWritten(term); !d.Language.Tells(r.written) {
			continue
		}
		at, _ := slices.BinarySearchFunc(top, r, better)
		top = slices.Insert(top, at, r)
		top = top[:min(len(top), mostTerms)]
	}
	terms := make([]string, len(top))
	for i, r := range top {
		terms[i] = r.written
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
func (d *Document) mostWritten(term tally) string {
	forms := make([]formCount, 0, 8) // a term has few
	for _, o := range term {
		i := slices.IndexFunc(forms, func(f formCount) bool { return f.form == o.Form })
		if i < 0 {
			i = len(forms)
			forms = append(forms, formCount{form: o.Form})
		}
		forms[i].count += o.Count
	}
	best := forms[0]
	for _, f := range forms[1:] {
		if isPreferred(f, best, d.Language.Vocabulary) {
			best = f
		}
	}
	return d.Language.Vocabulary.Written(best.form)
}

// isPreferred tells whether a form stands for its term rather than another: the more
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

// Opening is the first words of a paragraph as its reader sees them, at most n
// characters, cut at a word.
func (d *Document) Opening(p Paragraph, n int) string {
	run := d.block(p).Runs[0].First(8 * n) // a long paragraph is not read for its first words
	return shorten(strings.ToValidUTF8(d.Format.Reading(d.Text.content, run), ""), n)
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
