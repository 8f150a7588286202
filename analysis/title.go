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
// noun, as far as the language shows. It is "" where there is neither such a thing nor a term.
//
// It is made when first asked for, from the text, which costs more than [Fragment.Terms].
func (d *Document) Title(i int) string {
	p := d.parts.At(i)
	if known := p.title.Load(); known != nil {
		return *known
	}
	d.describe(i, i+1) // which may recall it
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
	terms [3]language.Term
	size  int // how many terms
	count int
	nouns float64   // how often it stood where nouns do; a fifth where it may have
	forms []written // where nouns stand if it ever did
}

// written is a form of a thing, and how often it occurs.
type written struct {
	text  []byte // as it stands in the prose
	count int
}

// things are those of a fragment, in the order of their first occurrence.
type things struct {
	list   []thing
	single map[language.Term]int // how often each term occurs
}

// things reads a fragment. They depend on nothing but its own paragraphs.
func (d *Document) things(i int) *things {
	p := d.parts.At(i)
	if known := p.things.Load(); known != nil {
		return known
	}
	r := reader{
		language: d.Language, nouns: d.Language.KnowsNouns(),
		single: make(map[language.Term]int), index: make(map[[3]language.Term]int), knows: make(map[language.Form]knows),
	}
	first := d.parts.SumTo(i).paragraphs
	for q := first; q < first+p.size.paragraphs; q++ {
		r.prose = d.Prose(d.Paragraph(q))
		d.Language.Vocabulary.Words(r.prose, func(w language.Word, start, end int) {
			r.next(token{Word: w, knows: r.known(w.Form), start: start, end: end})
		})
		r.next(token{}) // what stood last has nothing after it
	}
	t := &things{single: r.single}
	for _, g := range r.list {
		if g.size == 1 || g.count > 1 {
			for k := range g.forms { // what is kept should not keep the prose
				g.forms[k].text = bytes.Clone(g.forms[k].text)
			}
			t.list = append(t.list, g)
		}
	}
	p.things.Store(t)
	return t
}

// reader goes through the paragraphs of a fragment, with the words before the present one.
type reader struct {
	language *language.Language
	nouns    bool // it is known which words are nouns
	prose    []byte
	before   []token // those that are one row of words, the last at the end

	list   []thing
	index  map[[3]language.Term]int // of the things in the list
	single map[language.Term]int
	knows  map[language.Form]knows
}

// token is a word and where it stands. The zero token is none.
type token struct {
	language.Word
	knows
	start, end int
}

// knows is what is known of a form.
type knows struct {
	tells   bool // it may be part of a thing
	leads   bool // nouns
	joins   bool // nouns
	capital bool
}

func (r *reader) known(f language.Form) knows {
	k, isKnown := r.knows[f]
	if !isKnown {
		text := r.language.Vocabulary.Written(f)
		lower := strings.ToLower(text)
		k = knows{r.language.Tells(text) && strings.Trim(text, "IVXLC") != "", r.language.LeadsNoun(lower), r.language.JoinsNouns(lower), isCapital(text)}
		r.knows[f] = k
	}
	return k
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
	if n >= 2 && r.before[n-1].joins && r.tells(n-2) {
		r.note(n-2, n, r.isNoun(n-2, false))
	}
	if n >= 3 && r.before[n-2].joins && r.before[n-1].leads && r.tells(n-3) {
		r.note(n-3, n, r.isNoun(n-3, false))
	}
}

// tells tells whether a word may be part of a thing.
func (r *reader) tells(k int) bool {
	return r.before[k].Class == language.Content && r.before[k].tells
}

// isNoun is how surely a word is a noun, or begins a phrase that is one: after a word that
// leads nouns, or with a capital within a row. If another word follows, it may be an
// adjective; and behind a noun it may be the verb.
func (r *reader) isNoun(k int, followed bool) float64 {
	switch {
	case !r.nouns:
		return 1
	case k == 0:
		return 0
	case r.before[k-1].leads && !followed, r.before[k].capital:
		return 1
	case r.before[k-1].leads, k > 1 && r.before[k-1].Class == language.Content && r.before[k-2].leads:
		return 0.2
	}
	return 0
}

// note counts the thing from one word to another.
func (r *reader) note(from, to int, isNoun float64) {
	var key [3]language.Term
	size := 0
	for _, w := range r.before[from : to+1] {
		if w.Class == language.Content {
			key[size] = w.Term + 1 // 0 is no term
			size++
		}
	}
	i, isKnown := r.index[key]
	if !isKnown {
		i = len(r.list)
		r.index[key] = i
		g := thing{size: size}
		for k, u := range key[:size] {
			g.terms[k] = u - 1
		}
		r.list = append(r.list, g)
	}
	g := &r.list[i]
	g.count++
	switch {
	case isNoun > 0 && g.nouns == 0: // forms of the verb are none of the noun
		g.forms = nil
	case isNoun == 0 && g.nouns > 0:
		return
	}
	g.nouns += isNoun
	text := r.prose[r.before[from].start:r.before[to].end]
	k := slices.IndexFunc(g.forms, func(w written) bool { return bytes.Equal(w.text, text) })
	if k < 0 {
		k = len(g.forms)
		g.forms = append(g.forms, written{text: text})
	}
	g.forms[k].count++
}

// isBlank tells whether there is white space only, as it parts the words of a row. Much of
// it stands for what is no prose.
func isBlank(text []byte) bool {
	return 0 < len(text) && len(text) < 8 && len(bytes.TrimSpace(text)) == 0
}

// best are the two things that rate highest and share no term, as written. near is how
// often a term occurs in the fragment and those around it.
func (t *things) best(near func(language.Term) float64) (best, second string) {
	highest := t.highest(nil, 0, near)
	if highest == nil {
		return "", ""
	}
	// What is far less is not what the fragment is about.
	other := t.highest(highest, t.rate(highest, near)/4, near)
	if other == nil {
		return highest.written(), ""
	}
	return highest.written(), other.written()
}

// highest is what rates highest of all above a least rating that shares no term with
// another thing.
func (t *things) highest(other *thing, least float64, near func(language.Term) float64) *thing {
	var highest *thing
	for i := range t.list {
		g := &t.list[i]
		if rating := t.rate(g, near); rating > least && !g.shares(other) {
			highest, least = g, rating
		}
	}
	return highest
}

// shares tells whether two things have a term in common.
func (g *thing) shares(other *thing) bool {
	return other != nil && slices.ContainsFunc(g.terms[:g.size], func(u language.Term) bool { return slices.Contains(other.terms[:other.size], u) })
}

// rate is n²·n/N of a term that occurs n times, N with the fragments around; of a phrase that
// occurs n times with the average n/N of its terms, and more, as it says more.
func (t *things) rate(g *thing, near func(language.Term) float64) float64 {
	own := 0.0
	for _, u := range g.terms[:g.size] {
		own += min(1, float64(t.single[u])/near(u)) / float64(g.size)
	}
	share := g.nouns / float64(g.count)
	if share < 0.25 {
		share = 0.03 // a verb, or an adjective
	}
	said := 1 + 1.5*float64(g.size-1)
	return float64(g.count*g.count) * own * said * share
}

// written is the most frequent form; of equals one in lower case, which does not owe its
// capital to the beginning of a sentence, then the first in the text.
func (g *thing) written() string {
	best := g.forms[0]
	for _, w := range g.forms[1:] {
		isBetter := w.count > best.count
		if w.count == best.count {
			isBetter = isCapital(string(best.text)) && !isCapital(string(w.text))
		}
		if isBetter {
			best = w
		}
	}
	text := strings.Join(strings.Fields(language.WithoutFillers(string(best.text))), " ")
	text = strings.Trim(text, "_") // emphasis in plain text
	return strings.TrimSuffix(strings.TrimSuffix(text, "'s"), "’s")
}
