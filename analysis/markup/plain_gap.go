package markup

import (
	"strings"
	"unicode/utf8"
)

// In plain text that marks scenes in no other way, a gap wider than those between paragraphs may separate scenes. It is a
// [Rule] that consists of white space. A [SceneGapTally] of the whole text decides whether it has such gaps.

// Gaps are the usual number of blank lines between paragraphs, and the smallest number that separates scenes; both are 0 if none does.
type Gaps struct{ Usual, Wide int }

// WithGaps returns the format with the given gaps.
func (f Format) WithGaps(g Gaps) Format {
	f.gaps = g
	return f
}

// Gaps returns the gaps that separate scenes.
func (f Format) Gaps() Gaps { return f.gaps }

// HasGaps reports whether wide gaps may separate scenes in a text of the format.
func (f Format) HasGaps() bool {
	_, isPlain := f.notation.(plainNotation)
	return isPlain
}

const (
	widestGap    = 8 // blank lines; wider gaps count as this wide
	fewestScenes = 3 // minimum number of gaps that separate scenes
)

// SceneGapTally counts the gaps between paragraphs that cannot be headings, by their blank lines, and other marks between scenes.
type SceneGapTally struct {
	gaps  [widestGap + 1]int
	odd   [widestGap + 1]int // the gaps next to verse, a signature or similar blocks
	marks int
}

// Count counts the gaps in a list of blocks, n times. A negative n removes them from the tally.
func (t *SceneGapTally) Count(text string, blocks []Block, n int) {
	last := -1 // the paragraph above
	for i, b := range blocks {
		switch {
		case IsGap(text, b):
			continue
		case b.Kind == Rule:
			t.marks += n
		case mayBorderSceneGap(b) && last >= 0:
			above, below := blocks[last].Span, b.Span
			lines := min(max(0, countBlankLinesBetween(text[above.End:below.Start])), widestGap)
			t.gaps[lines] += n
			if isLastLineIndented(text[above.Start:above.End]) || isLastLineIndented(text[below.Start:below.End]) || !endsSentence(text[above.Start:above.End]) {
				t.odd[lines] += n
			}
		}
		last = -1
		if mayBorderSceneGap(b) {
			last = i
		}
	}
}

// Gaps returns the gaps that separate scenes, or zero if none do. To separate scenes, the gaps of a width must be wider than
// usual and at least [fewestScenes], but rare. Nearly all wide gaps must have this width, most of them must be between
// paragraphs of prose, and there must be no other marks between scenes.
func (t *SceneGapTally) Gaps() Gaps {
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

// mayBorderSceneGap reports whether a gap next to a block may separate scenes.
func mayBorderSceneGap(b Block) bool { return b.Kind == Paragraph && !b.MayHead || b.Kind == Directive }

// isLastLineIndented reports whether the last line of a block is indented, as in verse and signatures.
func isLastLineIndented(block string) bool {
	last := block[strings.LastIndexAny(strings.TrimRight(block, "\r\n"), "\r\n")+1:]
	return strings.HasPrefix(last, "  ") || strings.HasPrefix(last, "\t")
}

// endsSentence reports whether a block ends as a sentence does.
func endsSentence(block string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(block, " \t\r\n*_"))
	return strings.ContainsRune(".!?…\"”»’'—–-)", last)
}

func countBlankLinesBetween(space string) int {
	n := strings.Count(space, "\n")
	if strings.Contains(space, "\r") {
		n += strings.Count(space, "\r") - strings.Count(space, "\r\n")
	}
	return n - 1
}

// IsGap reports whether a block is a gap that separates scenes.
func IsGap(text string, b Block) bool {
	return b.Kind == Rule && strings.TrimSpace(text[b.Span.Start:b.Span.End]) == ""
}

// insertGapRules inserts a [Rule] in each gap that separates scenes. The rule does not cover the last line ending of the gap.
func (f Format) insertGapRules(text string, blocks []Block) []Block {
	if f.gaps.Wide == 0 {
		return blocks
	}
	list := make([]Block, 0, len(blocks))
	for i, b := range blocks {
		if i > 0 && mayBorderSceneGap(blocks[i-1]) && mayBorderSceneGap(b) {
			space := Span{blocks[i-1].Span.End, b.Span.Start}
			if between := text[space.Start:space.End]; countBlankLinesBetween(between) >= f.gaps.Wide {
				space.End = space.Start + len(strings.TrimSuffix(between[:strings.LastIndexAny(between, "\r\n")], "\r"))
				list = append(list, Block{Kind: Rule, Span: space})
			}
		}
		list = append(list, b)
	}
	return list
}
