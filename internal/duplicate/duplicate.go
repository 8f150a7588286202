package duplicate

import (
	"cmp"
	"hash/fnv"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/record"
)

// Text holds what the search needs of a text. It does not keep the document.
type Text struct {
	Path string

	format markup.Format
	prose  []paragraph
}

// paragraph holds the content words of a paragraph, and its text.
type paragraph struct {
	span  markup.Span
	line  int     // first line, counted from 0
	ends  []int32 // of its lines
	words []word  // content words
	in    *language.Language
	mask  string       // its text, from the start of the span; line endings are spaces
	runs  []markup.Run // in the mask
}

// word is a content word.
type word struct {
	term       uint32
	start, end int32 // offsets in the paragraph
	isMarkup   bool  // markup, code, a formula or an address
	isLink     bool  // a part of a link
}

// weight returns how much a word counts: a word of markup counts less than one of prose.
func (w word) weight() float32 {
	if w.isMarkup {
		return markupWeight
	}
	return 1
}

// NewText returns what the search needs of a document. A record gets no paragraphs, because records repeat themselves.
func NewText(path string, d *analysis.Document) *Text {
	t := &Text{Path: path, format: d.Format}
	if record.IsRecord(path, d) {
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
		u := paragraph{span: b.Span, in: p.Language(), line: d.Text.LineAt(b.Span.Start)}
		links := link.LinkSpans(d.Format, mask)
		u.in.Vocabulary.Words(shown, func(w language.Word, start, end int) {
			for len(links) > 0 && links[0][1] <= start {
				links = links[1:]
			}
			if w.Class == language.Content {
				isLink := len(links) > 0 && links[0][0] <= start
				u.words = append(u.words, word{uint32(w.Term)*0x9e3779b1 ^ salt, int32(start), int32(end), plain[start] == ' ', isLink})
			}
		})
		if len(u.words) >= minWords && hasContent(u.words) && !isMostlyDates(mask) {
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

// hasContent reports whether words are more than links: a list of links is in every work.
func hasContent(words []word) bool {
	n := 0
	for _, w := range words {
		if !w.isLink {
			n++
		}
	}
	return n >= minWordsOutsideLinks && n*minShareOutsideLinks >= len(words)
}

// isMostlyDates reports whether a text has many versions or dates, as the rows of a table of releases, which are alike by nature.
func isMostlyDates(mask []byte) bool {
	words := strings.FieldsFunc(string(mask), func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune(",;:()[]|*–", c) })
	hasDigit := func(i int) bool { return i >= 0 && i < len(words) && strings.ContainsAny(words[i], "0123456789") }
	n := 0
	for i, word := range words {
		first, _ := utf8.DecodeRuneInString(word)
		before, after := hasDigit(i-1), hasDigit(i+1)
		if hasDigit(i) || before && after || (before || after) && unicode.IsUpper(first) { // 4.2, 3 mai 2021, May 2021
			n++
		}
	}
	return n >= minDates && n*5 >= len(words)*2
}

// Occurrence is one place of a repeated passage.
type Occurrence struct {
	Path string
	Span markup.Span
	Line int    // first line, counted from 0
	Said string // its source, on one line and without the marks of a list or a quote
	Seen string // its text as a reader sees it, without markup; with “…” where it begins or ends inside a sentence

	mask  string     // the text of its paragraph
	words []wordSpan // its words in mask
}

// Finding is a repeated passage.
type Finding struct {
	A, B Occurrence // A comes first

	// Similarity is the share of words that both places have, from 0 to 1.
	Similarity float64

	// OnlyA and OnlyB are the words that only one of the places has, in their order.
	OnlyA, OnlyB []string

	// Also holds the other places if there are many.
	Also []Occurrence
}

// AtAlso returns the finding with the place Also[i] as A.
func (f Finding) AtAlso(i int) Finding {
	f.Also = slices.Clone(f.Also)
	f.A, f.Also[i] = f.Also[i], f.A
	f.compare()
	return f
}

// compare sets what depends on the words of A and B.
func (f *Finding) compare() {
	f.OnlyA, f.OnlyB = f.A.wordsNotIn(f.B), f.B.wordsNotIn(f.A)
	all := len(f.A.words) + len(f.B.words)
	f.Similarity = float64(all-len(f.OnlyA)-len(f.OnlyB)) / float64(max(1, all))
}

// WordsToChange returns the number of words to change to make the passages alike.
func (f Finding) WordsToChange() int { return max(len(f.OnlyA), len(f.OnlyB)) }

// Parameters of the search, chosen on planted copies (docs/research/related.md).
const (
	minWords             = 6 // content words in a paragraph and in a copy
	minWordsOutsideLinks = 3 // of these, outside links
	minShareOutsideLinks = 4 // one word in this many must be outside links
	minDates             = 5 // minimum number of words of versions and dates in a row of a table of releases
	pairReach            = 3 // greatest distance in words within a pair
	pairReachBits        = 2 // bits that hold it

	minPairWeight = 2.2 // weight of the pairs that two paragraphs must share to be compared
	markupWeight  = .35 // weight of a word of markup, code or a formula; a word of prose has 1
	unmatched     = .3  // penalty for a word of a stretch that is in no pair; a word in a pair adds up to 1

	// The least weight and share of the words of a copy that are in shared pairs. A verbatim part needs the weight verbatimPart. Short
	// copies need a greater share than long ones.
	evidence, verbatimPart, evidenceOfPart = 5, 6, 7
	shareLong, shareShort, shareOfPart     = .40, .62, .72
	shareAround                            = .45 // around a quotation; otherwise the quotation alone is the copy
	shareVerbatim                          = .9  // at this share a copy is a verbatim quotation, in which small words count

	evidenceInOrder      = 6       // the minimum weight of the words that two paragraphs have in the same order
	shareInOrder         = .42     // the minimum share of these in all words
	shareInOrderOfPart   = .65     // the same for a part of a paragraph
	shareShuffled        = .85     // a share that suffices in any order
	smallWordWeight      = .2      // weight of a small word
	plenty, shareMissing = 9, .06  // below the weight `plenty`, each missing unit of weight raises the required share by shareMissing
	mostCells            = 1 << 20 // greatest product of the numbers of words; longer paragraphs are not compared in order

	worthOfOtherFile, worthOfOtherFolder, worthOfDifference = 1.5, 2, 1.5

	worthOfVersion = .1 // of passages in two versions of one text, which are meant to be alike

	rareAmong          = 1000 // paragraphs; among fewer, it is unknown which pairs are rare
	maxComparedWithAll = 24   // up to this number, all paragraphs with a pair are compared with each other
	comparedWithFirst  = 4    // otherwise each is compared with only the first few
	maxPlaces          = 3    // a passage in more places is one finding
)

// pairKey returns a number for a pair of words, in this order.
func pairKey(a, b uint32) uint64 {
	h := uint64(a)<<32 | uint64(b)
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9 // SplitMix64
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// pairs calls yield with the pairs of a paragraph, and the positions of their words.
func (p *paragraph) pairs(yield func(pair uint64, i, j int)) {
	for i := range p.words {
		for j := i + 1; j <= i+pairReach && j < len(p.words); j++ {
			yield(pairKey(p.words[i].term, p.words[j].term), i, j)
		}
	}
}

// unit is a paragraph with its text. Paragraphs that have the same words are one unit.
type unit struct {
	*paragraph
	text   *Text
	order  int
	same   []*unit
	shared []occurrence // in the order of their pairs

	ordered []orderedWord // all words; computed on demand
	places  []int         // indexes of the content words in ordered
}

// occurrence is the place in a unit of a pair that other units have, too.
type occurrence struct {
	pair       int32 // number of the pair
	start, end int32 // its words in the unit
}

// Find returns the repeated passages in some texts, first those most worth changing.
func Find(texts []*Text) []Finding {
	s := &search{}
	s.addTexts(texts)
	s.findSharedPairs()
	found := s.findings(s.verifiedCopies())
	slices.SortStableFunc(found, func(f, g Finding) int { return cmp.Compare(g.Score(), f.Score()) })
	return found
}

// Score returns the benefit of merging the passages of a finding: the words saved, weighted by how far the passages are apart, and more if
// they differ, because then one may be out of date.
func (f Finding) Score() float64 {
	saved := float64(len(strings.Fields(f.B.Seen)) * (1 + len(f.Also)))
	switch {
	case AreVersions(f.A.Path, f.B.Path):
		saved *= worthOfVersion
	case path.Dir(f.A.Path) != path.Dir(f.B.Path):
		saved *= worthOfOtherFolder
	case f.A.Path != f.B.Path:
		saved *= worthOfOtherFile
	}
	if f.WordsToChange() > 0 {
		saved *= worthOfDifference
	}
	return saved
}

// isVersion matches the name of a folder that holds one version of some texts.
var isVersion = regexp.MustCompile(`(?i)^(?:(?:version-)?v?\d+(?:[._]\d+)*(?:[._]x)?|main|master|latest|next|current|stable|legacy|dev(?:el)?|old|new)$`)

// AreVersions reports whether two files are in folders of different versions of their texts, such as v1/salt.md and v2/salt.md.
func AreVersions(a, b string) bool {
	foldersOfA, foldersOfB := strings.Split(path.Dir(a), "/"), strings.Split(path.Dir(b), "/")
	isOfOther := func(folders, others []string) bool {
		return slices.ContainsFunc(folders, func(folder string) bool { return isVersion.MatchString(folder) && !slices.Contains(others, folder) })
	}
	return isOfOther(foldersOfA, foldersOfB) || isOfOther(foldersOfB, foldersOfA)
}

// search holds the state of a search for copies.
type search struct {
	units   []*unit          // with different words, in their order
	having  [][]int32        // for each shared pair, the units that have it
	weights []float32        // for each shared pair, its weight
	terms   map[uint32]int32 // for each word, the number of units that have it
	scale   float64          // logarithm of the number of units

	// Buffers of a comparison, which are reused.
	matches          []match
	markedA, markedB []float32
	counts           [][2]int32 // for each term, its counts in both stretches
	onlyA, onlyB     []orderedWord
	rows             [2][]float32
}

func (s *search) addTexts(texts []*Text) {
	known := make(map[uint64]*unit)
	order := 0
	for _, t := range texts {
		for i := range t.prose {
			u := &unit{paragraph: &t.prose[i], text: t, order: order}
			order++
			h := uint64(len(u.words))
			for _, w := range u.words {
				h = pairKey(uint32(h>>32)^w.term, uint32(h))
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

// findSharedPairs finds the pairs that several units share.
func (s *search) findSharedPairs() {
	type entry struct {
		pair  uint64
		unit  int32
		start uint32 // the first of its words and, in the last bits, the distance of the second
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

// rarity returns the weight of a pair or word that the given number of units have. It is 1 if one has it, and falls to 0.
func (s *search) rarity(have int) float32 {
	return float32(1 - math.Log(float64(have))/s.scale)
}

// shownText returns the text as a reader sees it, with code and formulas, which are half of what a sentence says in a manual.
func (u *unit) shownText() []byte {
	return u.text.format.AppendShown(nil, u.mask, markup.Block{Span: markup.Span{End: len(u.mask)}, Runs: u.runs})
}
