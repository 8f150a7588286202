package analysis

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/segls/segls/analysis/language"
)

// Title is a heading for the fragment at an index, of what it speaks of more than the
// fragments around it: one or two things in the words of the text, "Polar caps and Mare
// Australe". A thing is a phrase that the fragment repeats, or a word that it uses as a
// noun, as far as the language shows. It is "" where there are no terms.
//
// It is made when first asked for, from the text, which costs more than [Fragment.Terms].
func (d *Document) Title(i int) string {
	p := d.parts.At(i)
	if known := p.title.Load(); known != nil {
		return *known
	}
	title := d.entitle(i)
	p.title.Store(&title)
	return title
}

func (d *Document) entitle(i int) string {
	near := tallies.Get().(*tally)
	defer tallies.Put(near)
	for k := max(0, i-around); k < min(d.parts.Len(), i+around+1); k++ {
		for _, p := range d.partParagraphs(k) {
			near.add(p.Terms, 1)
		}
	}
	defer near.clear()
	best, second := d.things(i).best(func(t language.Term) float64 { return float64(max(1, near.of(t))) })
	if best == "" {
		return capitalized(strings.Join(d.Fragment(i).Terms, ", "))
	}
	switch and := d.Language.And(); {
	case second == "":
	case and == "":
		best += ", " + second
	default:
		best += " " + and + " " + second
	}
	return capitalized(best)
}

// partParagraphs are the paragraphs of a fragment, as they are in their chunks.
func (d *Document) partParagraphs(i int) []*Paragraph {
	first := d.parts.SumTo(i).paragraphs
	return d.paragraphsIn(first, first+d.parts.At(i).size.paragraphs)
}

func capitalized(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	if n == 0 {
		return ""
	}
	return string(unicode.ToTitle(r)) + text[n:]
}

// thing is what a fragment may speak of: one term, or up to three in a row.
type thing struct {
	terms []language.Term
	count int
	nouns float64        // how often it stood where nouns do; a fifth where it may have
	forms map[string]int // as written, where nouns stand if it ever did
}

// things are those of a fragment, in the order of their first occurrence.
type things struct {
	byTerms map[[3]language.Term]*thing
	list    []*thing
	single  map[language.Term]int // how often each term occurs
	nouns   bool                  // it is known which words are nouns
}

// things reads a fragment. They depend on nothing but its own paragraphs.
func (d *Document) things(i int) *things {
	p := d.parts.At(i)
	if known := p.things.Load(); known != nil {
		return known
	}
	t := &things{byTerms: make(map[[3]language.Term]*thing), single: make(map[language.Term]int), nouns: d.Language.KnowsNouns()}
	first := d.parts.SumTo(i).paragraphs
	for q := first; q < first+p.size.paragraphs; q++ {
		t.read(d.Language, d.Prose(d.Paragraph(q)))
	}
	t.list = slices.DeleteFunc(t.list, func(g *thing) bool { return len(g.terms) > 1 && g.count < 2 })
	t.byTerms = nil
	p.things.Store(t)
	return t
}

// read notes the things in the prose of a paragraph.
func (t *things) read(l *language.Language, prose []byte) {
	r := reader{things: t, language: l, prose: prose}
	l.Vocabulary.Words(prose, func(w language.Word, start, end int) {
		r.next(token{w, start, end})
	})
	r.next(token{}) // what stood last has nothing after it
}

// reader goes through a paragraph with the words before the present one.
type reader struct {
	*things
	language *language.Language
	prose    []byte
	before   []token // those that are one row of words, the last at the end
}

// token is a word and where it stands. The zero token is none.
type token struct {
	language.Word
	start, end int
}

// longestRow is how many words are looked back at: of "origin of the species" three.
const longestRow = 4

func (r *reader) next(w token) {
	if n := len(r.before); n > 0 {
		last := r.before[n-1]
		isNext := w.end > 0 && last.end <= w.start && isBlank(r.prose[last.end:w.start])
		r.close(isNext && w.Class == language.Content)
		if !isNext {
			r.before = r.before[:0]
		}
	}
	if w.end == 0 {
		return
	}
	if len(r.before) == longestRow {
		r.before = append(r.before[:0], r.before[1:]...)
	}
	r.before = append(r.before, w)
}

// close notes the things that end with the last word; followed is whether another one that
// says something comes next.
func (r *reader) close(followed bool) {
	n := len(r.before) - 1
	if !r.tells(n) {
		return
	}
	r.single[r.before[n].Term]++
	r.note(n, n, r.isNoun(n, followed))
	for from := n - 1; from >= max(0, n-2) && r.tells(from); from-- {
		r.note(from, n, r.isNoun(from, false))
	}
	// Origin of species, origin of the species.
	if n >= 2 && r.joins(n-1) && r.tells(n-2) {
		r.note(n-2, n, r.isNoun(n-2, false))
	}
	if n >= 3 && r.joins(n-2) && r.leads(n-1) && r.tells(n-3) {
		r.note(n-3, n, r.isNoun(n-3, false))
	}
}

// tells tells whether a word may be part of a thing.
func (r *reader) tells(k int) bool {
	return r.before[k].Class == language.Content && r.language.Tells(r.text(k)) && strings.Trim(r.text(k), "IVXLC") != ""
}

func (r *reader) leads(k int) bool { return r.language.LeadsNoun(strings.ToLower(r.text(k))) }
func (r *reader) joins(k int) bool { return r.language.JoinsNouns(strings.ToLower(r.text(k))) }

// isNoun is how surely a word is a noun, or begins a phrase that is one: after a word that
// leads nouns, or with a capital within a row. If another word follows, it may be an
// adjective; and behind a noun it may be the verb.
func (r *reader) isNoun(k int, followed bool) float64 {
	switch {
	case !r.nouns:
		return 1
	case k == 0:
		return 0
	case r.leads(k-1) && !followed, isCapital(r.text(k)):
		return 1
	case r.leads(k - 1), k > 1 && r.before[k-1].Class == language.Content && r.leads(k-2):
		return 0.2
	}
	return 0
}

func (r *reader) text(k int) string { return string(r.prose[r.before[k].start:r.before[k].end]) }

// note counts the thing from one word to another.
func (r *reader) note(from, to int, isNoun float64) {
	var key [3]language.Term
	terms := make([]language.Term, 0, 3)
	for k := from; k <= to; k++ {
		if w := r.before[k]; w.Class == language.Content {
			key[len(terms)] = w.Term + 1 // 0 is no term
			terms = append(terms, w.Term)
		}
	}
	g := r.byTerms[key]
	if g == nil {
		g = &thing{terms: terms, forms: make(map[string]int)}
		r.byTerms[key] = g
		r.list = append(r.list, g)
	}
	g.count++
	switch {
	case isNoun > 0 && g.nouns == 0: // forms of the verb are none of the noun
		clear(g.forms)
	case isNoun == 0 && g.nouns > 0:
		return
	}
	g.nouns += isNoun
	written := strings.Join(strings.Fields(language.WithoutFillers(string(r.prose[r.before[from].start:r.before[to].end]))), " ")
	written = strings.Trim(written, "_") // emphasis in plain text
	g.forms[strings.TrimSuffix(strings.TrimSuffix(written, "'s"), "’s")]++
}

// isBlank tells whether there is white space only, as it parts the words of a row. Much of
// it stands for what is no prose.
func isBlank(text []byte) bool {
	return 0 < len(text) && len(text) < 8 && len(bytes.TrimSpace(text)) == 0
}

// best are the two things that rate highest and share no term, as written. near is how
// often a term occurs in the fragment and those around it.
func (t *things) best(near func(language.Term) float64) (best, second string) {
	var first *thing
	highest := 0.0
	for _, g := range t.list {
		if rating := t.rate(g, near); rating > highest {
			first, highest = g, rating
		}
	}
	if first == nil {
		return "", ""
	}
	var other *thing
	least := highest / 4 // what is far less is not what the fragment is about
	for _, g := range t.list {
		isApart := !slices.ContainsFunc(g.terms, func(u language.Term) bool { return slices.Contains(first.terms, u) })
		if rating := t.rate(g, near); rating > least && isApart {
			other, least = g, rating
		}
	}
	if other == nil {
		return first.written(), ""
	}
	return first.written(), other.written()
}

// rate is n²·n/N of a term that occurs n times, N with the fragments around; of a phrase that
// occurs n times with the average n/N of its terms, and more, as it says more.
func (t *things) rate(g *thing, near func(language.Term) float64) float64 {
	own := 0.0
	for _, u := range g.terms {
		own += min(1, float64(t.single[u])/near(u)) / float64(len(g.terms))
	}
	share := g.nouns / float64(g.count)
	if share < 0.25 {
		share = 0.03 // a verb, or an adjective
	}
	said := 1 + 1.5*float64(len(g.terms)-1)
	return float64(g.count*g.count) * own * said * share
}

// written is the most frequent form, of equals one in lower case, which does not owe its
// capital to the beginning of a sentence, then the first in the order of letters.
func (g *thing) written() string {
	best := ""
	for form, n := range g.forms {
		switch m := g.forms[best]; {
		case best == "" || n > m:
			best = form
		case n == m && isCapital(form) != isCapital(best):
			if isCapital(best) {
				best = form
			}
		case n == m && form < best:
			best = form
		}
	}
	return best
}
