package chunk

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// Limits are the limits of every [Chunk]. 0 means no limit.
type Limits struct {
	MaxWords  int
	MaxChars  int // Unicode code points
	MaxTokens int // needs Tokens

	// MinWords, MinChars and MinTokens are the minimum length of a chunk. As few chunks are below
	// it as the maximum and hard boundaries permit. If none is given, chunks should fill a tenth of
	// a maximum; a negative number means no minimum.
	MinWords, MinChars, MinTokens int

	// ProseOnly makes chunks of fragments only: text outside all fragments is in no chunk.
	ProseOnly bool

	// Overlap and OverlapTokens limit how much of the previous chunk a chunk repeats, in whole sentences. If both are given, both apply.
	Overlap       int // words
	OverlapTokens int

	// Headings puts the headings above a chunk before its text. They count towards its length.
	Headings bool

	// Tokens returns the number of tokens of each text. [Of] returns its errors.
	Tokens func(texts []string) ([]int, error)
}

// PreferredWords returns the preferred length of fragments for chunks under limits, or 0 if there is no maximum: half of the lowest
// maximum, and at most the default, as measured in docs/research/chunks.md.
func PreferredWords(l Limits) int {
	words := 0
	for _, most := range [...]int{l.MaxWords, l.MaxChars / charsPerWord, l.MaxTokens * 3 / 4} {
		if half := max(1, most/2); most > 0 && (words == 0 || half < words) {
			words = half
		}
	}
	return min(words, analysis.Defaults().PreferredWords)
}

// Joint is a kind of place at which text can be cut. The kinds are in order, from the best to the worst.
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
	BetweenCharacters // grapheme clusters, if the limit allows it
)

var jointNames = [...]string{"fragments", "paragraphs", "blocks", "sentences", "rows", "lines", "words", "characters"}

// String returns the name of the joint.
func (j Joint) String() string { return jointNames[j] }

// Chunk is a piece of a document: usually a fragment, or a part of one that exceeds a limit.
type Chunk struct {
	// Span is the chunk's text, including the overlap and without white space around it.
	Span markup.Span

	// Headings precede the text, if the limits ask for them; they end with a blank line.
	Headings string

	// Header is the header of the table in which the chunk begins, if the table had to be cut before it; it ends at the start of a row.
	Header string

	// Overlap is the number of bytes at the start of the span that also end the previous chunk, without the blank line between the two.
	Overlap int

	Fragment int   // index of the fragment in which its own text begins, or -1
	Section  int   // index of the section in which its fragment begins or, without a fragment, the chunk; or -1
	Joint    Joint // where it was cut from the previous chunk

	// Words, Chars and Tokens are the length of the chunk with its headings and header. Repeated is
	// the number of words in the overlap. Tokens are counted only if a limit is in tokens.
	Words, Chars, Tokens, Repeated int
}

// Cut is a sentence, or a block that is not prose, that had to be cut.
type Cut struct {
	Span                 markup.Span
	Words, Chars, Tokens int
	Joint                Joint // the worst of its cuts
	Chunks               int   // number of chunks with a part of it
}

// Of cuts a document into chunks: its fragments, parts of those that exceed a limit, and text outside all
// fragments. The chunks never exceed the limits. Of returns an error if counting tokens fails, and a
// [TooSmallError] if a single character exceeds the limit in tokens.
//
// A fragment within the limits stays whole, unless one next to it is below the minimum. A chunk never contains text
// on both sides of a heading or directive that divides fragments, nor text that a directive turns off. All other
// text is in a chunk, except what [LeftOut] returns.
func Of(d *analysis.Document, limits Limits) ([]Chunk, []Cut, error) {
	c := &cutter{Document: d, limits: limits, text: d.Text.String()}
	if limits.MinWords == 0 && limits.MinChars == 0 && limits.MinTokens == 0 && c.limit() != (size{}) {
		c.least = leastShare
	}
	if !limits.ProseOnly {
		c.omitted = omissionsOf(d)
		if c.limit() != (size{}) {
			c.tables = d.Format.Tables(c.text, d.Blocks())
			for i := range c.tables {
				c.tables[i].Span = c.trim(c.tables[i].Span)
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
		if err := c.addChunks(from, to); err != nil {
			return nil, nil, err
		}
		from = to
	}
	if c.least > 0 {
		if err := c.joinSmallPieces(); err != nil {
			return nil, nil, err
		}
	}
	if err := c.addOverlaps(); err != nil {
		return nil, nil, err
	}
	chunks := make([]Chunk, len(c.pieces))
	for i, p := range c.pieces {
		chunks[i] = p.Chunk
	}
	return chunks, c.cuts, nil
}

// leastShare is the share of a maximum that a chunk should fill if no minimum is given.
const leastShare = .1

// cutter divides a document's fragments.
type cutter struct {
	*analysis.Document
	limits Limits
	least  float64 // share of a maximum that a chunk should fill; 0 if a minimum is given
	text   string

	omitted   []markup.Omitted
	tables    []markup.TableSpans
	stretches []stretch
	base      int // the tokens of an empty text
	pieces    []piece
	cuts      []Cut
	survey    blendStatistics
}

// piece is a chunk with its atoms; a stretch that stays whole has none.
type piece struct {
	Chunk
	stretch int
	atoms   []atom
}

func (p *piece) setSize(s size) { p.Words, p.Chars, p.Tokens = s.words, s.chars, s.tokens }

func (c *cutter) hasMinimum() bool {
	return c.limits.MinWords > 0 || c.limits.MinChars > 0 || c.limits.MinTokens > 0
}

// mustStartChunk reports whether a fragment must begin a chunk of its own, apart from the previous fragment.
func (c *cutter) mustStartChunk(fragment int) bool {
	f, before := c.Fragments()[fragment], c.Fragments()[fragment-1]
	return f.Pinned || c.Gap(f.First-1).Constraint == analysis.ByScene || f.Section != before.Section && c.Settings.Headings == analysis.HeadingsHard
}

// measureStretches measures all stretches and the headings above them. The words of the stretches are known already.
func (c *cutter) measureStretches() error {
	var texts []string
	paths := make(map[int]string) // by section
	for i := range c.stretches {
		w := &c.stretches[i]
		if c.limits.Headings {
			if _, ok := paths[w.section]; !ok {
				path, err := c.headingsAbove(w.section)
				if err != nil {
					return err
				}
				paths[w.section] = path
			}
			w.headings = paths[w.section]
		}
		w.above, w.size.chars = c.sizeWithoutTokens(w.headings), utf8.RuneCountInString(c.slice(w.span))
		texts = append(texts, w.headings, c.slice(w.span))
	}
	counts, err := c.tokenCounts(append(texts, ""))
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

// Path returns the titles of a section and of those that contain it, the outermost first. It is empty for section -1.
func Path(d *analysis.Document, section int) []string {
	path := []string{}
	for ; section >= 0; section = d.Sections()[section].Parent {
		path = append(path, strings.TrimSpace(d.Sections()[section].Title))
	}
	slices.Reverse(path)
	return path
}

// headingsAbove returns the titles above a section's text, without the outermost ones if all would take more than half of a limit.
func (c *cutter) headingsAbove(section int) (string, error) {
	titles := slices.DeleteFunc(Path(c.Document, section), func(title string) bool { return title == "" })
	for ; len(titles) > 0; titles = titles[1:] {
		path := strings.Join(titles, " > ") + "\n\n"
		size, err := c.measureText(path)
		if err != nil {
			return "", err
		}
		if size.fillRatio(c.limit()) <= .5 {
			return path, nil
		}
	}
	return "", nil
}

// addChunks adds the chunks of the stretches [from, to), which may be joined.
func (c *cutter) addChunks(from, to int) error {
	isWhole := true
	for i := from; i < to; i++ {
		w := &c.stretches[i]
		if w.bare > 0 && w.above.plus(w.size).exceeds(c.limit()) {
			if err := c.dropLayout(w); err != nil {
				return err
			}
		}
		all := w.above.plus(w.size)
		isWhole = isWhole && !all.exceeds(c.limit()) && (to-from == 1 || !c.isBelowMinimum(w.size))
	}
	if !isWhole {
		return c.addDividedChunks(from, to)
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

// dropLayout removes the layout at the end of a stretch if this brings the stretch within the limits.
func (c *cutter) dropLayout(w *stretch) error {
	bare := c.trimOmitted(markup.Span{Start: w.span.Start, End: w.bare})
	s, err := c.measureText(c.slice(bare))
	s.words = w.size.words
	if err == nil && !w.above.plus(s).exceeds(c.limit()) {
		w.span, w.size = bare, s
	}
	return err
}
