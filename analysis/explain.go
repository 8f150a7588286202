package analysis

import (
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
	e := Explanation{Gap: g, Similarity: d.Similarity(g), Depth: depth(d.Similarity, d.division.Len()-1, g)}
	left, right := d.Settings.window(g, d.division.Len())
	before := d.weigh(g+1-left, g+1, func(p int) int { return d.Settings.weight(g - p) })
	after := d.weigh(g+1, g+1+right, func(p int) int { return d.Settings.weight(p - g - 1) })
	e.Ends = before.best(func(t language.Term, n int) float64 { return only(n, after.of(t)) })
	e.Begins = after.best(func(t language.Term, n int) float64 { return only(n, before.of(t)) })
	e.Bridges = before.best(func(t language.Term, n int) float64 { return float64(min(n, after.of(t))) })
	before.release()
	after.release()
	if i := d.FragmentAfter(g); i > 0 {
		one, other := d.parts.At(i-1).size.words, d.parts.At(i).size.words
		cost := d.Cost()
		if d.Settings.Method == MethodBlend {
			cost = d.whole.blend.Cost()
		}
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
	if !d.division.Starts(g + 1) {
		return 0
	}
	return d.division.SumTo(g + 1).Fragments
}

// IsBoundary tells whether a fragment begins after gap g.
func (d *Document) IsBoundary(g int) bool { return d.division.Starts(g + 1) }

// Constraint is the name of what a gap's value was overruled by: "heading",
// "break", "no-break" or "". A heading is stronger than a directive.
func (d *Document) Constraint(g int) string {
	switch constraint := d.constraint(g); {
	case constraint == fragment.Free:
		return ""
	case constraint == fragment.NoBreak:
		return directiveNoBreak
	case d.Settings.Headings == HeadingsHard && d.gapBefore(g+1).headings > 0:
		return "heading"
	}
	return directiveBreak
}

// depth is how far a curve of so many gaps falls to gap g from the peaks beside it.
func depth(curve func(g int) float64, gaps, g int) float64 {
	peak := func(step int) float64 {
		at := g
		for at+step >= 0 && at+step < gaps && curve(at+step) >= curve(at) {
			at += step
		}
		return curve(at)
	}
	return peak(-1) + peak(+1) - 2*curve(g)
}

// weighed is the terms of several paragraphs, with what they weigh together.
type weighed struct {
	*tally
	paragraphs []*Paragraph
	language   *language.Language
}

// weigh weighs the terms of the paragraphs from one to another, exclusive. Release
// them when done.
func (d *Document) weigh(from, to int, weight func(paragraph int) int) weighed {
	w := weighed{tallies.Get().(*tally), d.paragraphsIn(from, to), d.Language}
	for i, p := range w.paragraphs {
		w.add(p.Terms, int32(weight(from+i)))
	}
	return w
}

func (w weighed) release() {
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

// best is the terms that rate highest, as they are written; those that rate 0 are
// left out. Of equals, the first in the text comes first.
func (w weighed) best(rate func(term language.Term, weight int) float64) []string {
	ratings := make([]float64, len(w.touched)) // in the order of their first occurrence
	for i, t := range w.touched {
		ratings[i] = rate(t.Term, w.of(t.Term))
	}
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
		if written := w.mostWritten(w.touched[best].Term); w.language.Tells(written) {
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
func (w weighed) mostWritten(term language.Term) string {
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
