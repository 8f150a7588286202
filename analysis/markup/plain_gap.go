package markup

import (
	"strings"
	"unicode/utf8"
)

// In a plain text that has no other mark, scenes may be parted by more blank lines than paragraphs are. Such a gap is a [Rule] that has nothing
// but white space. Whether there are any depends on the whole text, by a [GapTally].

// Gaps says how many blank lines part paragraphs, and from how many on they part scenes; 0 if they never do.
type Gaps struct{ Usual, Wide int }

// WithGaps is the plain-text format in which wide gaps part scenes, or none do.
func (f Format) WithGaps(g Gaps) Format {
	f.gaps = g
	return f
}

// Gaps returns by what gaps scenes are parted.
func (f Format) Gaps() Gaps { return f.gaps }

// HasGaps reports whether wide gaps may part scenes in a text of the format.
func (f Format) HasGaps() bool {
	_, isPlain := f.notation.(plainNotation)
	return isPlain
}

const (
	widestGap    = 8 // blank lines; all wider gaps count as that
	fewestScenes = 3 // gaps that part scenes
)

// GapTally counts the gaps between paragraphs that no heading may be, by their blank lines, and other marks that part scenes.
type GapTally struct {
	gaps  [widestGap + 1]int
	odd   [widestGap + 1]int // those beside verse, a signature or the like
	marks int
}

// Count counts the gaps of a stretch of blocks, n times.
func (t *GapTally) Count(text string, blocks []Block, n int) {
	last := -1 // the paragraph above
	for i, b := range blocks {
		switch {
		case IsGap(text, b):
			continue
		case b.Kind == Rule:
			t.marks += n
		case mayPartGap(b) && last >= 0:
			above, below := blocks[last].Span, b.Span
			lines := min(max(0, blankLinesBetween(text[above.End:below.Start])), widestGap)
			t.gaps[lines] += n
			if isSetIn(text[above.Start:above.End]) || isSetIn(text[below.Start:below.End]) || !endsSentence(text[above.Start:above.End]) {
				t.odd[lines] += n
			}
		}
		last = -1
		if mayPartGap(b) {
			last = i
		}
	}
}

// Gaps says by what gaps scenes are parted: most paragraphs by as many blank lines, at most every fifth by more, and these by as many each, and
// seldom beside anything but a paragraph of prose.
func (t *GapTally) Gaps() Gaps {
	all, usual, wide, wider := 0, 1, 0, 0
	for lines, n := range t.gaps {
		all += n
		if n > t.gaps[usual] {
			usual = lines
		}
	}
	for lines := usual + 1; lines <= widestGap; lines++ {
		wider += t.gaps[lines]
		if wide == 0 || t.gaps[lines] > t.gaps[wide] {
			wide = lines
		}
	}
	if t.marks > 0 || usual == 0 || wide == 0 || wide == widestGap {
		return Gaps{}
	}
	n := t.gaps[wide]
	if n < fewestScenes || 4*t.odd[wide] > n || 5*n > all || 10*(wider-n) > n || 10*(t.gaps[usual]+wider) < 9*all {
		return Gaps{}
	}
	return Gaps{usual, wide}
}

// mayPartGap reports whether what stands between a block and another such one may be a gap that parts scenes.
func mayPartGap(b Block) bool { return b.Kind == Paragraph && !b.MayHead || b.Kind == Directive }

// isSetIn reports whether the last line of a block is indented, as verse and signatures are.
func isSetIn(block string) bool {
	last := block[strings.LastIndexAny(strings.TrimRight(block, "\r\n"), "\r\n")+1:]
	return strings.HasPrefix(last, "  ") || strings.HasPrefix(last, "\t")
}

// endsSentence reports whether a block ends as a sentence does.
func endsSentence(block string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(block, " \t\r\n*_"))
	return strings.ContainsRune(".!?…\"”»’'—–-)", last)
}

func blankLinesBetween(space string) int {
	n := strings.Count(space, "\n")
	if strings.Contains(space, "\r") {
		n += strings.Count(space, "\r") - strings.Count(space, "\r\n")
	}
	return n - 1
}

// IsGap reports whether a block is a gap that parts scenes.
func IsGap(text string, b Block) bool {
	return b.Kind == Rule && strings.TrimSpace(text[b.Span.Start:b.Span.End]) == ""
}

// wideGaps puts a [Rule] in each gap that parts scenes: its blank lines, with the end of the line above, without the last end.
func (f Format) wideGaps(text string, blocks []Block) []Block {
	if f.gaps.Wide == 0 {
		return blocks
	}
	list := make([]Block, 0, len(blocks))
	for i, b := range blocks {
		if i > 0 && mayPartGap(blocks[i-1]) && mayPartGap(b) {
			space := Span{blocks[i-1].Span.End, b.Span.Start}
			if between := text[space.Start:space.End]; blankLinesBetween(between) >= f.gaps.Wide {
				space.End = space.Start + len(strings.TrimSuffix(between[:strings.LastIndexAny(between, "\r\n")], "\r"))
				list = append(list, Block{Kind: Rule, Span: space})
			}
		}
		list = append(list, b)
	}
	return list
}
