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

	// MinWords and MinTokens are what a chunk should have at least. Chunks below them are as few
	// as the maximum and hard boundaries permit.
	MinWords  int
	MinTokens int

	// Overlap and OverlapTokens are how much of the chunk before it a chunk may repeat, in whole
	// sentences; where both are given, the lesser counts.
	Overlap       int // words
	OverlapTokens int

	// Headings puts the headings above a chunk before its text, where they count.
	Headings bool

	// Tokens counts the tokens of each of some texts. [Of] returns its errors.
	Tokens func(texts []string) ([]int, error)
}

// Joint is a place at which text can be cut, from the best to the worst.
type Joint uint8

// The joints.
const (
	BetweenFragments Joint = iota
	BetweenParagraphs
	BetweenBlocks // or items of a list
	BetweenSentences
	BetweenLines
	BetweenWords
	BetweenCharacters // as a reader sees them, if the limit allows for it
)

var jointNames = [...]string{"fragments", "paragraphs", "blocks", "sentences", "lines", "words", "characters"}

// String says between what the joint is.
func (j Joint) String() string { return jointNames[j] }

// Chunk is a fragment, or a part of one that is beyond a limit.
type Chunk struct {
	// Span is the chunk's text, with what it repeats and without white space around it.
	Span markup.Span

	// Headings stand before the text, if the limits ask for it; they end with a blank line.
	Headings string

	// Overlap is how many bytes at the start of the span the chunk before it has too: without the blank
	// line between the two.
	Overlap int

	Fragment int   // index of the fragment in which its own text begins
	Joint    Joint // where it was cut from the one before it

	// Words, Chars and Tokens are the length of the chunk with its headings, Repeated the words in
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

// Of cuts a document into chunks: its fragments, and parts of those that are beyond a limit. The
// limits always hold. Errors are those of counting tokens, and a [TooSmallError] where a limit in
// tokens is less than a single character has.
//
// A fragment that keeps the limits stays whole, unless one beside it is below the minimum. Chunks
// never reach over a heading or directive that divides fragments.
func Of(d *analysis.Document, limits Limits) ([]Chunk, []Cut, error) {
	c := &cutter{Document: d, limits: limits, text: d.Text.String()}
	if err := c.measureFragments(); err != nil {
		return nil, nil, err
	}
	for from := 0; from < len(c.fragments); {
		to := from + 1
		if c.hasMinimum() {
			for to < len(c.fragments) && !c.isApart(to) {
				to++
			}
		}
		if err := c.cut(from, to); err != nil {
			return nil, nil, err
		}
		from = to
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

// cutter divides a document's fragments.
type cutter struct {
	*analysis.Document
	limits Limits
	text   string

	fragments []fragmentSize
	base      int // the tokens of no text at all
	pieces    []piece
	cuts      []Cut
	survey    blendSurvey
}

// fragmentSize is a fragment before it is divided.
type fragmentSize struct {
	span     markup.Span // without white space around it
	headings string
	above    size // of the headings
	size     size // of the span, without them
}

// piece is a chunk with the atoms that it is made of; a fragment that stays whole has none.
type piece struct {
	Chunk
	atoms []atom
}

func (p *piece) setSize(s size) { p.Words, p.Chars, p.Tokens = s.words, s.chars, s.tokens }

// hasMinimum reports whether there is a least length.
func (c *cutter) hasMinimum() bool { return c.limits.MinWords > 0 || c.limits.MinTokens > 0 }

// isApart reports whether no chunk may reach over the beginning of a fragment.
func (c *cutter) isApart(fragment int) bool {
	f, before := c.Fragments()[fragment], c.Fragments()[fragment-1]
	return f.Pinned || c.Gap(f.First-1).Constraint == analysis.ByScene || f.Section != before.Section && c.Settings.Headings == analysis.HeadingsHard
}

// measureFragments measures all fragments and the headings above them.
func (c *cutter) measureFragments() error {
	var texts []string
	paths := make(map[int]string) // by section
	for _, f := range c.Fragments() {
		w := fragmentSize{span: c.trim(f.Span)}
		if c.limits.Headings {
			if _, ok := paths[f.Section]; !ok {
				path, err := c.headings(f.Section)
				if err != nil {
					return err
				}
				paths[f.Section] = path
			}
			w.headings = paths[f.Section]
		}
		w.above, w.size = c.lengthOf(w.headings), size{words: f.Words, chars: utf8.RuneCountInString(c.slice(w.span))}
		c.fragments = append(c.fragments, w)
		texts = append(texts, w.headings, c.slice(w.span))
	}
	counts, err := c.tokens(append(texts, ""))
	if err != nil || counts == nil {
		return err
	}
	c.base = counts[len(texts)]
	for i := range c.fragments {
		c.fragments[i].above.tokens = max(0, counts[2*i]-c.base)
		c.fragments[i].size.tokens = counts[2*i+1]
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

// cut adds the chunks of the fragments [from, to), which may be joined.
func (c *cutter) cut(from, to int) error {
	isWhole := true
	for i := from; i < to; i++ {
		w := c.fragments[i]
		all := w.above.plus(w.size)
		isWhole = isWhole && !all.exceeds(c.limit()) && (to-from == 1 || !c.isShort(w.size))
	}
	if !isWhole {
		return c.divide(from, to)
	}
	for i := from; i < to; i++ {
		w := c.fragments[i]
		if w.span.Len() == 0 {
			continue
		}
		p := piece{Chunk: Chunk{Span: w.span, Headings: w.headings, Fragment: i}}
		p.setSize(w.above.plus(w.size))
		c.pieces = append(c.pieces, p)
	}
	return nil
}
