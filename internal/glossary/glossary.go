package glossary

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/describe"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// Term is a key term of a work.
type Term struct {
	Written   string // the most frequent form
	Uses      []Use  // in the order of the work
	Fragments int    // number of fragments that use it
	About     int    // number of fragments of which it is a main term

	Introduced int // index of the introduction in Uses
	How        IntroductionKind
}

// UsesBeforeIntroduction returns the number of uses in paragraphs above its introduction.
func (t *Term) UsesBeforeIntroduction() int {
	at := t.Uses[t.Introduced]
	return slices.IndexFunc(t.Uses, func(u Use) bool { return u.Source == at.Source && u.Paragraph == at.Paragraph })
}

// Use is a place that uses a term.
type Use struct {
	Source    int
	Span      markup.Span
	Paragraph int // of the next paragraph if the use is in a heading
	Fragment  int // fragment of the paragraph

	isHeading bool
}

// IntroductionKind is the way in which a term is introduced.
type IntroductionKind string

// The ways, the clearest first.
const (
	Defined    IntroductionKind = "defined"    // "A pan is …", "called a pan"
	Emphasised IntroductionKind = "emphasised" // used in emphasis
	InHeading  IntroductionKind = "heading"    // in the words of a heading
	FirstUsed  IntroductionKind = "used"       // only by its first use
)

var ways = []IntroductionKind{Defined, Emphasised, InHeading, FirstUsed}

// The requirements of a key term: the minimum number of fragments of which it is a main term, and the minimum number of its uses.
const (
	leastAbout = 2
	shareAbout = 4 // and at least one in this many of the fragments that use it
	leastUses  = 4
)

// TermsOf returns the key terms of a work in the order of their introductions. Uses refer to documents by index.
func TermsOf(documents ...*analysis.Document) []*Term {
	g := termCollector{documents: documents, terms: make(map[string]*collectedTerm), definitions: make(map[*language.Language]*definitionMatcher)}
	for _, d := range documents {
		g.chooseTerms(d)
	}
	for i := range documents {
		g.findUses(i)
	}
	var list []*Term
	for _, f := range g.terms {
		if len(f.Uses) < leastUses || f.Fragments > shareAbout*f.About {
			continue
		}
		// A word that the text does not introduce is a term if it is mostly the name of a thing.
		if t := f.toTerm(); t.How != FirstUsed || 2*f.named >= f.Fragments {
			list = append(list, t)
		}
	}
	slices.SortFunc(list, func(a, b *Term) int {
		x, y := a.Uses[a.Introduced], b.Uses[b.Introduced]
		return cmp.Or(cmp.Compare(x.Source, y.Source), cmp.Compare(x.Span.Start, y.Span.Start), cmp.Compare(a.Written, b.Written))
	})
	return list
}

// TermAt returns the term that is used at an offset of a source, or nil.
func TermAt(terms []*Term, source, offset int) *Term {
	for _, t := range terms {
		for _, u := range t.Uses {
			if u.Source == source && u.Span.Start <= offset && offset <= u.Span.End {
				return t
			}
		}
	}
	return nil
}

// termCollector collects the key terms of documents.
type termCollector struct {
	documents []*analysis.Document
	terms     map[string]*collectedTerm // by language and stem

	definitions map[*language.Language]*definitionMatcher
}

// collectedTerm is a term with the findings so far.
type collectedTerm struct {
	Term
	named   int // number of fragments in which it is used as the name of a thing
	written map[string]int
	signs   map[IntroductionKind]int // for each way to introduce a term, the first use that does
}

func keyOf(l *language.Language, f language.Form) string { return l.Code + " " + l.Vocabulary.Stem(f) }

// chooseTerms adds the main terms of the fragments of a text.
func (g *termCollector) chooseTerms(d *analysis.Document) {
	d.Describe()
	for _, f := range d.Fragments() {
		l := f.Language()
		for _, written := range f.Terms() {
			l.Vocabulary.Words([]byte(written), func(w language.Word, start, end int) {
				if w.Class != language.Content || !l.IsInformative(written) || describe.IsHonorific(strings.ToLower(written[start:end])) {
					return
				}
				key := keyOf(l, w.Form)
				if g.terms[key] == nil {
					g.terms[key] = &collectedTerm{written: make(map[string]int), signs: make(map[IntroductionKind]int)}
				}
				g.terms[key].About++
			})
		}
	}
}

// findUses finds the uses of the terms in a text.
func (g *termCollector) findUses(source int) {
	d := g.documents[source]
	known := make(map[string]*collectedTerm) // by language and form, as written
	paragraphs, sections, next := d.Paragraphs(), d.Sections(), 0
	text := d.Text.String()
	for i := 0; i <= len(paragraphs); i++ {
		for ; next < len(sections) && (i == len(paragraphs) || sections[next].Span.Start <= paragraphs[i].Span.Start); next++ {
			heading := d.Blocks()[sections[next].Heading]
			g.findUsesInProse(d, d.Language, known, d.Format.AppendMask(nil, text, heading), Use{Source: source, Span: heading.Span, Paragraph: i, isHeading: true})
		}
		if i < len(paragraphs) {
			g.findUsesInProse(d, paragraphs[i].Language(), known, paragraphs[i].Prose(), Use{Source: source, Span: paragraphs[i].Span, Paragraph: i})
		}
	}
}

// findUsesInProse finds the uses of terms in prose; place says where the prose begins.
func (g *termCollector) findUsesInProse(d *analysis.Document, l *language.Language, known map[string]*collectedTerm, prose []byte, place Use) {
	fragment := 0
	if n := len(d.Paragraphs()); n > 0 {
		fragment = d.FragmentAt(d.Paragraphs()[min(place.Paragraph, n-1)].Span.Start)
	}
	l.Vocabulary.Words(prose, func(w language.Word, start, end int) {
		if w.Class != language.Content {
			return
		}
		form := l.Code + " " + string(prose[start:end])
		f, isKnown := known[form]
		if !isKnown {
			f = g.terms[keyOf(l, w.Form)]
			if f != nil && f.About < leastAbout {
				f = nil
			}
			known[form] = f
		}
		if f == nil {
			return
		}
		u := place
		u.Span = markup.Span{Start: place.Span.Start + start, End: place.Span.Start + end}
		u.Fragment = fragment
		n := len(f.Uses)
		f.written[string(prose[start:end])]++
		if n == 0 || f.Uses[n-1].Source != u.Source || f.Uses[n-1].Fragment != u.Fragment {
			f.Fragments++
			if fragments := d.Fragments(); len(fragments) > 0 && fragments[u.Fragment].Names(w.Term) {
				f.named++
			}
		}
		f.Uses = append(f.Uses, u)
		for _, sign := range g.signs(d, l, prose, start, end, u) {
			if _, isThere := f.signs[sign]; !isThere {
				f.signs[sign] = n
			}
		}
	})
}

// signs returns the ways in which a use may introduce its term.
func (g *termCollector) signs(d *analysis.Document, l *language.Language, prose []byte, start, end int, u Use) (signs []IntroductionKind) {
	if u.isHeading {
		return []IntroductionKind{InHeading}
	}
	if g.definitionMatcherFor(l).isDefinition(prose, start, end) {
		signs = append(signs, Defined)
	}
	written := d.Text.Slice(markup.Span{Start: max(0, u.Span.Start-24), End: u.Span.Start})
	if isEmphasis.MatchString(written) {
		signs = append(signs, Emphasised)
	}
	return signs
}

var isEmphasis = regexp.MustCompile(`(?:^|[^*_\pL])[*_]{1,3}(?:\pL+ )?$|\\(?:emph|textit|textbf|define|defn|dfn|term|indexdef)\{(?:\pL+ )?$|<(?:dfn|em|i|strong)>(?:\pL+ )?$|:(?:term|dfn):` + "`$")

// toTerm returns the term with its introduction: the first use with the clearest sign.
func (f *collectedTerm) toTerm() *Term {
	t := f.Term
	for _, way := range ways {
		if at, isThere := f.signs[way]; isThere || way == FirstUsed {
			t.Introduced, t.How = at, way
			break
		}
	}
	for _, written := range slices.Sorted(maps.Keys(f.written)) {
		if f.written[written] > f.written[t.Written] {
			t.Written = written
		}
	}
	return &t
}
