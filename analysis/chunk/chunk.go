package chunk

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// Limits are what every [Chunk] keeps. 0 is no limit.
type Limits struct {
	MaxWords  int
	MaxChars  int // Unicode code points
	MaxTokens int // needs Tokens

	// MinWords, MinChars and MinTokens are what a chunk should have at least. Chunks below them are as few
	// as the maximum and hard boundaries permit. If none is given, chunks should fill a tenth of a maximum; a
	// negative number is no least length.
	MinWords, MinChars, MinTokens int

	// ProseOnly makes chunks of fragments alone: what stands in a section without prose is in none.
	ProseOnly bool

	// Overlap and OverlapTokens are how much of the chunk before it a chunk may repeat, in whole
	// sentences; where both are given, the lesser counts.
	Overlap       int // words
	OverlapTokens int

	// Headings puts the headings above a chunk before its text, where they count.
	Headings bool

	// Tokens counts the tokens of each of some texts. [Of] returns its errors.
	Tokens func(texts []string) ([]int, error)
}

// PreferredWords is the length of fragments of which, as measured, the best chunks come under limits: half of the lowest maximum, and at most the default. It
// is 0 if there is no maximum. See docs/research/chunks.md.
func PreferredWords(l Limits) int {
	words := 0
	for _, most := range [...]int{l.MaxWords, l.MaxChars / charsPerWord, l.MaxTokens * 3 / 4} {
		if half := max(1, most/2); most > 0 && (words == 0 || half < words) {
			words = half
		}
	}
	return min(words, analysis.Defaults().PreferredWords)
}

// Joint is a place at which text can be cut, from the best to the worst.
type Joint uint8

// The joints.
const (
	BetweenFragments Joint = iota
	BetweenParagraphs
	BetweenBlocks // or items of a list
	BetweenSentences
	BetweenRows // of a table
	BetweenLines
	BetweenWords
	BetweenCharacters // as a reader sees them, if the limit allows for it
)

var jointNames = [...]string{"fragments", "paragraphs", "blocks", "sentences", "rows", "lines", "words", "characters"}

// String says between what the joint is.
func (j Joint) String() string { return jointNames[j] }

// Chunk is a fragment, a part of one that is beyond a limit, or what stands in no fragment, such as the table of a section without prose.
type Chunk struct {
	// Span is the chunk's text, with what it repeats and without white space around it.
	Span markup.Span

	// Headings stand before the text, if the limits ask for it; they end with a blank line.
	Headings string

	// Header is that of the table in which the chunk begins, if the table had to be cut before it; it ends where a row begins.
	Header string

	// Overlap is how many bytes at the start of the span the chunk before it has too: without the blank
	// line between the two.
	Overlap int

	Fragment int   // index of the fragment in which its own text begins, or -1
	Section  int   // index of the section in which its fragment begins, or the chunk if it has none; or -1
	Joint    Joint // where it was cut from the one before it

	// Words, Chars and Tokens are the length of the chunk with its headings and header, Repeated the words in
	// the overlap. Tokens are counted only under a limit in tokens.
	Words, Chars, Tokens, Repeated int
}

// Cut is a sentence, or a block that is no prose, that had to be cut.
type Cut struct {
	Span                 markup.Span
	Words, Chars, Tokens int
	Joint                Joint // the worst
	Chunks               int   // that it was cut into
}

// Of cuts a document into chunks: its fragments, and parts of those that are beyond a limit, with what stands in no fragment. The
// limits always hold. Errors are those of counting tokens, and a [TooSmallError] where a limit in
// tokens is less than a single character has.
//
// A fragment that keeps the limits stays whole, unless one beside it is below the minimum. Chunks
// never reach over a heading or directive that divides fragments, nor over what is turned off. All of the text is in a chunk but what
// [LeftOut] returns.
func Of(d *analysis.Document, limits Limits) ([]Chunk, []Cut, error) {
	c := &cutter{Document: d, limits: limits, text: d.Text.String()}
	if limits.MinWords == 0 && limits.MinChars == 0 && limits.MinTokens == 0 && c.limit() != (size{}) {
		c.least = leastShare
	}
	if !limits.ProseOnly {
		c.omitted = omissionsOf(d)
		for _, b := range d.Blocks() {
			if d.Format.HasRows(b, c.slice(b.Span)) {
				c.tables = append(c.tables, b.Span)
			}
		}
	}
	if c.stretches = c.stretchesOf(); len(c.stretches) == 0 {
		return nil, nil, nil
	}
	if err := c.measureStretches(); err != nil {
		return nil, nil, err
	}
	for from := 0; from < len(c.stretches); {
		to := from + 1
		if c.hasMinimum() {
			for to < len(c.stretches) && !c.stretches[to].isApart {
				to++
			}
		}
		if err := c.cut(from, to); err != nil {
			return nil, nil, err
		}
		from = to
	}
	if c.least > 0 {
		if err := c.joinStumps(); err != nil {
			return nil, nil, err
		}
	}
	if err := c.overlap(); err != nil {
		return nil, nil, err
	}
	chunks := make([]Chunk, len(c.pieces))
	for i, p := range c.pieces {
		chunks[i] = p.Chunk
	}
	return chunks, c.cuts, nil
}

// leastShare is how much of a maximum a chunk has at least, if no minimum is given.
const leastShare = .1

// cutter divides a document's fragments.
type cutter struct {
	*analysis.Document
	limits Limits
	least  float64 // of a maximum, for a chunk; 0 if it is given otherwise
	text   string

	omitted   []markup.Omitted
	tables    []markup.Span
	stretches []stretch
	base      int // the tokens of no text at all
	pieces    []piece
	cuts      []Cut
	survey    blendSurvey
}

// piece is a chunk with the atoms that it is made of; a stretch that stays whole has none.
type piece struct {
	Chunk
	stretch int
	atoms   []atom
}

func (p *piece) setSize(s size) { p.Words, p.Chars, p.Tokens = s.words, s.chars, s.tokens }

// hasMinimum reports whether there is a least length.
func (c *cutter) hasMinimum() bool {
	return c.limits.MinWords > 0 || c.limits.MinChars > 0 || c.limits.MinTokens > 0
}

// mustStandAlone reports whether no chunk may reach over the beginning of a fragment.
func (c *cutter) mustStandAlone(fragment int) bool {
	f, before := c.Fragments()[fragment], c.Fragments()[fragment-1]
	return f.Pinned || c.Gap(f.First-1).Constraint == analysis.ByScene || f.Section != before.Section && c.Settings.Headings == analysis.HeadingsHard
}

// measureStretches measures all stretches, whose words are known, and the headings above them.
func (c *cutter) measureStretches() error {
	var texts []string
	paths := make(map[int]string) // by section
	for i := range c.stretches {
		w := &c.stretches[i]
		if c.limits.Headings {
			if _, ok := paths[w.section]; !ok {
				path, err := c.headings(w.section)
				if err != nil {
					return err
				}
				paths[w.section] = path
			}
			w.headings = paths[w.section]
		}
		w.above, w.size.chars = c.lengthOf(w.headings), utf8.RuneCountInString(c.slice(w.span))
		texts = append(texts, w.headings, c.slice(w.span))
	}
	counts, err := c.tokens(append(texts, ""))
	if err != nil || counts == nil {
		return err
	}
	c.base = counts[len(texts)]
	for i := range c.stretches {
		c.stretches[i].above.tokens = max(0, counts[2*i]-c.base)
		c.stretches[i].size.tokens = counts[2*i+1]
	}
	return nil
}

// Path is the titles of a section and those that it is a part of, the outermost first; of -1 it
// is empty.
func Path(d *analysis.Document, section int) []string {
	path := []string{}
	for ; section >= 0; section = d.Sections()[section].Parent {
		path = append(path, strings.TrimSpace(d.Sections()[section].Title))
	}
	slices.Reverse(path)
	return path
}

// headings are the titles above a section's text, the outermost first. They take at most half of
// a limit; what does not fit goes, the outermost first.
func (c *cutter) headings(section int) (string, error) {
	titles := slices.DeleteFunc(Path(c.Document, section), func(title string) bool { return title == "" })
	for ; len(titles) > 0; titles = titles[1:] {
		path := strings.Join(titles, " > ") + "\n\n"
		size, err := c.measure(path)
		if err != nil {
			return "", err
		}
		if size.fillRatio(c.limit()) <= .5 {
			return path, nil
		}
	}
	return "", nil
}

// cut adds the chunks of the stretches [from, to), which may be joined.
func (c *cutter) cut(from, to int) error {
	isWhole := true
	for i := from; i < to; i++ {
		w := &c.stretches[i]
		if w.bare > 0 && w.above.plus(w.size).exceeds(c.limit()) {
			if err := c.dropLayout(w); err != nil {
				return err
			}
		}
		all := w.above.plus(w.size)
		isWhole = isWhole && !all.exceeds(c.limit()) && (to-from == 1 || !c.isShort(w.size))
	}
	if !isWhole {
		return c.divide(from, to)
	}
	for i := from; i < to; i++ {
		w := c.stretches[i]
		if w.span.Len() == 0 {
			continue
		}
		p := piece{Chunk: Chunk{Span: w.span, Headings: w.headings, Fragment: w.fragment, Section: w.section}, stretch: i}
		p.setSize(w.above.plus(w.size))
		c.pieces = append(c.pieces, p)
	}
	return nil
}

// dropLayout leaves out the layout that a stretch ends with if it is then within the limits.
func (c *cutter) dropLayout(w *stretch) error {
	bare := c.trimOmitted(markup.Span{Start: w.span.Start, End: w.bare})
	s, err := c.measure(c.slice(bare))
	s.words = w.size.words
	if err == nil && !w.above.plus(s).exceeds(c.limit()) {
		w.span, w.size = bare, s
	}
	return err
}
