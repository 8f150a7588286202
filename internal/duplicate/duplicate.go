package duplicate

import (
	"cmp"
	"hash/fnv"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/record"
)

// Text is a text as the search needs it. It does not keep the document that it was read from.
type Text struct {
	Path string

	format markup.Format
	prose  []prose
}

// prose is a paragraph.
type prose struct {
	span  markup.Span
	line  int     // where it begins, counted from 0
	ends  []int32 // of its lines
	words []word  // that say something
	in    *language.Language
	mask  string       // its text, from the start of the span on; the ends of lines are spaces
	runs  []markup.Run // of the mask
}

// word is one that says something.
type word struct {
	term       uint32
	start, end int32 // from the start of the paragraph
	isMarkup   bool  // or code, a formula, an address
	isLink     bool  // or a part of one
}

// weight returns how much a word counts.
func (w word) weight() float32 {
	if w.isMarkup {
		return markupWeight
	}
	return 1
}

// Read returns a document as the search needs it: without paragraphs if it is a record, which repeats itself by its nature.
func Read(path string, d *analysis.Document) *Text {
	t := &Text{Path: path, format: d.Format}
	if record.Is(path, d) {
		return t
	}
	of := fnv.New32a()
	of.Write([]byte(d.Language.Code)) // never fails
	salt := of.Sum32()
	text, blocks := d.Text.String(), d.Blocks()
	var mask, shown, plain []byte
	for _, p := range d.Paragraphs() {
		b := blocks[p.Block]
		if p.Child >= 0 {
			b = b.Children[p.Child]
		}
		mask, shown, plain = markup.PlainText.AppendShown(mask[:0], text, b), d.Format.AppendShown(shown[:0], text, b), d.Format.AppendMask(plain[:0], text, b)
		u := prose{span: b.Span, in: p.Language(), line: d.Text.LineAt(b.Span.Start)}
		links := link.WithWords(d.Format, mask)
		u.in.Vocabulary.Words(shown, func(w language.Word, start, end int) {
			for len(links) > 0 && links[0][1] <= start {
				links = links[1:]
			}
			if w.Class == language.Content {
				isLink := len(links) > 0 && links[0][0] <= start
				u.words = append(u.words, word{uint32(w.Term)*0x9e3779b1 ^ salt, int32(start), int32(end), plain[start] == ' ', isLink})
			}
		})
		if len(u.words) >= minWords && hasContent(u.words) {
			u.words, u.mask = slices.Clip(u.words), string(mask)
			for _, run := range b.Runs {
				u.runs = append(u.runs, markup.Run{run.Extent().Shift(-b.Span.Start)})
			}
			for i, c := range []byte(text[b.Span.Start:b.Span.End]) {
				if c == '\n' {
					u.ends = append(u.ends, int32(i))
				}
			}
			t.prose = append(t.prose, u)
		}
	}
	return t
}

// hasContent reports whether words say something beside what they lead to: a list of links is in every work.
func hasContent(words []word) bool {
	n := 0
	for _, w := range words {
		if !w.isLink {
			n++
		}
	}
	return n >= minWordsOutsideLinks && n*minShareOutsideLinks >= len(words)
}

// Place is a stretch of a text.
type Place struct {
	Path string
	Span markup.Span
	Line int    // where it begins, counted from 0
	Said string // what is there, on one line and without the marks of a list or a quote
	Seen string // the same as a reader sees it: without markup
}

// Finding is something that is said twice.
type Finding struct {
	A, B Place // A comes first

	// Similarity is the share of words that both have, from 0 to 1.
	Similarity float64

	// OnlyA and OnlyB are the words that only the one has, in their order.
	OnlyA, OnlyB []string

	// Also are the other places where it stands, if there are many.
	Also []Place
}

// Words returns how many words differ: as many as somebody would have to change.
func (f Finding) Words() int { return max(len(f.OnlyA), len(f.OnlyB)) }

// Figures of the search, chosen on planted copies (docs/research/related.md).
const (
	minWords             = 6 // words that say something, of a paragraph and of a copy
	minWordsOutsideLinks = 3 // of these, outside of links
	minShareOutsideLinks = 4 // one in so many
	pairReach            = 3 // how many words further on the second of a pair is at most
	pairReachBits        = 2 // that hold it

	minPairWeight = 2.2 // what the pairs that two paragraphs share come to, for a look at them
	markupWeight  = .35 // what a word of markup, of code or of a formula counts, where one of prose is 1
	unmatched     = .3  // what a word costs a stretch that is in no pair, where one that is gives up to 1

	// What the words of a copy come to at least, and the share of them that is in pairs: of the
	// longest, of the shortest, and of one that is a part of both paragraphs and not the same word for word.
	evidence, verbatimPart, evidenceOfPart = 5, 6, 7
	shareLong, shareShort, shareOfPart     = .40, .62, .72
	shareAround                            = .45 // around a quotation; else it alone is the copy
	shareVerbatim                          = .9  // of a quotation with its small words, for these to count

	// What the words come to that two paragraphs have in the same order, the share of all their words that these are, or of those of
	// a part, the share that is enough in whatever order, and what a word counts that says nothing by itself.
	evidenceInOrder, shareInOrder     = 6, .42
	shareInOrderOfPart, shareShuffled = .65, .85
	smallWordWeight                   = .2
	plenty, shareMissing              = 9, .06  // if they come to less than plenty, the share has to be so much higher for each one that is missing
	mostCells                         = 1 << 20 // words of the one times words of the other; longer paragraphs are not compared so

	worthOfOtherFile, worthOfOtherFolder, worthOfDifference = 1.5, 2, 1.5

	rareAmong          = 1000 // paragraphs: what is rare among fewer is not known
	maxComparedWithAll = 24   // paragraphs that have a pair are all compared if they are no more than these
	comparedWithFirst  = 4    // else with the first few
	maxPlaces          = 3    // in more places than these, it is one finding
)

// pairOf stands for two words, one after the other.
func pairOf(a, b uint32) uint64 {
	h := uint64(a)<<32 | uint64(b)
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9 // SplitMix64
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// pairs calls yield with the pairs of a paragraph, and the places of their words.
func (p *prose) pairs(yield func(pair uint64, i, j int)) {
	for i := range p.words {
		for j := i + 1; j <= i+pairReach && j < len(p.words); j++ {
			yield(pairOf(p.words[i].term, p.words[j].term), i, j)
		}
	}
}

// unit is a paragraph with its text. Paragraphs that have the same words are one unit.
type unit struct {
	*prose
	text   *Text
	order  int
	same   []*unit
	shared []occurrence // in the order of their pairs

	ordered []orderedWord // all words, once they have been asked for
	places  []int         // of the words that say something among them
}

// occurrence is two words of a unit that are a pair which other units have too.
type occurrence struct {
	pair       int32 // its number
	start, end int32 // which words they are
}

// Find returns what is said twice in some texts, first what is most worth changing.
func Find(texts []*Text) []Finding {
	s := &search{}
	s.addTexts(texts)
	s.sortPairs()
	found := s.findings(s.verifiedCopies())
	slices.SortStableFunc(found, func(f, g Finding) int { return cmp.Compare(g.worth(), f.worth()) })
	return found
}

// worth returns how much is gained if somebody makes one of a finding: the words that are saved, for more the further apart they stand, and
// for more where they differ, so that one of them may be out of date.
func (f Finding) worth() float64 {
	saved := float64(len(strings.Fields(f.B.Seen)) * (1 + len(f.Also)))
	switch {
	case path.Dir(f.A.Path) != path.Dir(f.B.Path):
		saved *= worthOfOtherFolder
	case f.A.Path != f.B.Path:
		saved *= worthOfOtherFile
	}
	if f.Words() > 0 {
		saved *= worthOfDifference
	}
	return saved
}

// search is a search for copies.
type search struct {
	units   []*unit          // of different words, in their order
	having  [][]int32        // the units that have each of the shared pairs
	weights []float32        // what each of them says
	terms   map[uint32]int32 // in how many units each word is
	scale   float64          // the logarithm of the number of units

	// What a comparison uses and the next one uses again.
	matches          []match
	markedA, markedB []float32
	counts           [][2]int32 // of each term in both stretches
	onlyA, onlyB     []orderedWord
	rows             [2][]float32
}

func (s *search) addTexts(texts []*Text) {
	known := make(map[uint64]*unit)
	order := 0
	for _, t := range texts {
		for i := range t.prose {
			u := &unit{prose: &t.prose[i], text: t, order: order}
			order++
			h := uint64(len(u.words))
			for _, w := range u.words {
				h = pairOf(uint32(h>>32)^w.term, uint32(h))
			}
			if first := known[h]; first != nil {
				first.same = append(first.same, u)
				continue
			}
			known[h] = u
			s.units = append(s.units, u)
		}
	}
	s.scale = math.Log(float64(max(rareAmong, len(s.units))))
	s.terms = make(map[uint32]int32)
	seen := make(map[uint32]int)
	for i, u := range s.units {
		for _, w := range u.words {
			if seen[w.term] != i+1 {
				seen[w.term] = i + 1
				s.terms[w.term]++
			}
		}
	}
}

// sortPairs finds the pairs that several units share.
func (s *search) sortPairs() {
	type entry struct {
		pair  uint64
		unit  int32
		start uint32 // the first of its words and, in the last bits, how far on the second one is
	}
	var entries []entry
	for i, u := range s.units {
		u.pairs(func(pair uint64, start, end int) {
			entries = append(entries, entry{pair, int32(i), uint32(start<<pairReachBits | (end - start))})
		})
	}
	slices.SortFunc(entries, func(a, b entry) int {
		if a.pair != b.pair {
			return cmp.Compare(a.pair, b.pair)
		}
		return cmp.Compare(uint64(a.unit)<<32|uint64(a.start), uint64(b.unit)<<32|uint64(b.start))
	})
	for i := 0; i < len(entries); {
		j := i + 1
		for j < len(entries) && entries[j].pair == entries[i].pair {
			j++
		}
		if run := entries[i:j]; run[0].unit != run[len(run)-1].unit {
			var having []int32
			for _, e := range run {
				if len(having) == 0 || having[len(having)-1] != e.unit {
					having = append(having, e.unit)
				}
				u, start := s.units[e.unit], int32(e.start>>pairReachBits)
				u.shared = append(u.shared, occurrence{int32(len(s.having)), start, start + int32(e.start&(1<<pairReachBits-1))})
			}
			s.having, s.weights = append(s.having, having), append(s.weights, s.rarity(len(having)))
		}
		i = j
	}
}

// rarity returns how much a pair says that so many units have: from 0 if all do to nearly 1.
func (s *search) rarity(have int) float32 {
	return float32(1 - math.Log(float64(have))/s.scale)
}

// shown returns the text as a reader sees it: code and formulas are in a manual half of what a sentence says, but not where links
// lead or what an index has.
func (u *unit) shown() []byte {
	return u.text.format.AppendShown(nil, u.mask, markup.Block{Span: markup.Span{End: len(u.mask)}, Runs: u.runs})
}
