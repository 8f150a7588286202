package restructure

import (
	"maps"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// stretch is part of a text that begins and ends with blocks, with what is to stand for
// it after the edit: the same, but for the levels of headings.
type stretch struct {
	span markup.Span
	text string

	torn  bool // it cannot move, since it has only a part of something
	stays bool // it does not move, another one moves over it
}

// cut is the stretch of a span without the blank lines at both ends; the white space at
// the ends of its own lines is part of it.
func cut(d *analysis.Document, span markup.Span) stretch {
	trimmed := d.Text.Trim(span)
	if trimmed.Len() > 0 {
		trimmed.Start = max(span.Start, d.Text.Line(d.Text.LineAt(trimmed.Start)).Start)
		trimmed.End = min(span.End, d.Text.Line(d.Text.LineAt(trimmed.End-1)).End)
	}
	return stretch{span: trimmed, text: d.Text.Slice(trimmed)}
}

// settled is a stretch with all of what begins or ends in it, or nothing of it.
func settled(d *analysis.Document, s stretch) stretch {
	span, ok := notation(d).Whole(d.Text.String(), d.Blocks(), s.span)
	if s.torn = !ok; span != s.span {
		s.span, s.text = span, d.Text.Slice(span)
	}
	return s
}

func (s stretch) isUntouched(d *analysis.Document) bool { return d.Text.Slice(s.span) == s.text }

// raise moves a stretch before another that stands above it, and lower one behind
// another that stands below.
func raise(d *analysis.Document, title string, over, moved stretch) (Edit, error) {
	e, up, _, err := exchange(d, title, over, moved)
	e.Place = up
	return e, err
}

func lower(d *analysis.Document, title string, moved, over stretch) (Edit, error) {
	e, _, down, err := exchange(d, title, moved, over)
	e.Place = down
	return e, err
}

// exchange lets two stretches change places, the first before the second. What stands
// between them stays between them. It also says where each begins after it: the second,
// which has gone up, and the first.
func exchange(d *analysis.Document, title string, first, second stretch) (e Edit, up, down int, err error) {
	for _, s := range []*stretch{&first, &second} {
		if s.isUntouched(d) && !s.stays {
			*s = settled(d, *s)
		}
		if s.torn {
			return Edit{}, 0, 0, Refusal("Something begins inside of what would move and ends outside of it, so nothing has been changed.")
		}
	}
	text := d.Text.String()
	between := text[first.span.End:second.span.Start]
	left, right := spaceBefore(text, first.span.Start), spaceAfter(text, second.span.End)
	before, after := "", ""
	if left.Start > start(d) {
		before = widen(d, text[left.Start:left.End], blockEnding(d, left.Start), blockBeginning(d, second.span.Start))
	}
	if right.End < len(text) {
		after = widen(d, text[right.Start:right.End], blockEnding(d, first.span.End), blockBeginning(d, right.End))
	}
	middle := []string{"", ""} // before and after what stands between
	if strings.TrimSpace(between) == "" {
		middle[0] = widen(d, between, blockEnding(d, second.span.End), blockBeginning(d, first.span.Start))
	} else {
		head, tail := spaceAfter(text, first.span.End), spaceBefore(text, second.span.Start)
		middle[0] = widen(d, text[head.Start:head.End], blockEnding(d, second.span.End), blockBeginning(d, head.End))
		middle[1] = widen(d, text[tail.Start:tail.End], blockEnding(d, tail.Start), blockBeginning(d, first.span.Start))
	}
	up = first.span.Start + len(before)
	down = up + len(second.text) + len(middle[0]) + len(between) + len(middle[1])
	if strings.TrimSpace(between) == "" {
		e = edit(title, jump(d, first, second, before, middle[0]+between, after)...)
	} else {
		e = edit(title,
			Replacement{Span: first.span, Text: before + second.text + middle[0]},
			Replacement{Span: second.span, Text: middle[1] + first.text + after})
	}
	if e, err = verified(d, e); err == nil {
		e, err = renumbered(d, e, &up, &down)
	}
	return e, up, down, err
}

// jump lets two neighbours change places in as few bytes as it takes: the shorter one
// jumps over the longer one, which stays untouched. (Where the levels of headings change
// they do so in one of the two, and it is that one which jumps.)
func jump(d *analysis.Document, first, second stretch, before, between, after string) []Replacement {
	gap := markup.Span{Start: first.span.End, End: second.span.Start}
	if first.isUntouched(d) && (!second.isUntouched(d) || len(second.text) <= len(first.text)) {
		return []Replacement{
			insertion(first.span.Start, before+second.text+between),
			{Span: markup.Span{Start: gap.Start, End: second.span.End}, Text: after},
		}
	}
	return []Replacement{
		{Span: markup.Span{Start: first.span.Start, End: gap.End}, Text: before},
		insertion(second.span.End, between+first.text+after),
	}
}

// widen is what has to be added to white space so that two blocks are apart. A heading
// needs no blank line after it if the writer puts none there, and parts of one block
// have none where they had none.
func widen(d *analysis.Document, space string, above, below int) string {
	if above == none || below == none || above == below || d.Blocks()[above].Kind == markup.Heading && lineEnds(space) > 0 {
		return ""
	}
	return strings.Repeat(lineEnd(d), max(0, notation(d).Apart()-lineEnds(space)))
}

// none is the index of no block.
const none = -1

// blockEnding is the index of the block that holds the byte before an offset, or -1.
func blockEnding(d *analysis.Document, offset int) int {
	return slices.IndexFunc(d.Blocks(), func(b markup.Block) bool { return b.Span.Start < offset && offset <= b.Span.End })
}

// blockBeginning is the index of the block that holds the byte at an offset, or -1.
func blockBeginning(d *analysis.Document, offset int) int {
	return slices.IndexFunc(d.Blocks(), func(b markup.Block) bool { return b.Span.Contains(offset) })
}

// spaceBefore is the white space right before an offset.
func spaceBefore(text string, at int) markup.Span {
	return markup.Span{Start: len(strings.TrimRight(text[:at], whiteSpace)), End: at}
}

// spaceAfter is the white space right after an offset.
func spaceAfter(text string, at int) markup.Span {
	return markup.Span{Start: at, End: len(text) - len(strings.TrimLeft(text[at:], whiteSpace))}
}

// whiteSpace is what [analysis.Text.Trim] trims.
const whiteSpace = " \t\n\v\f\r"

// verified is the edit if the blocks after it are those that there were, in any order
// and with headings of any level, and none has grown into another.
func verified(d *analysis.Document, e Edit) (Edit, error) {
	before := d.Text.String()
	after := e.Apply(before)
	blocks := d.Format.Scan(after)
	if !maps.Equal(census(d.Format, before, d.Blocks()), census(d.Format, after, blocks)) {
		return Edit{}, Refusal("There the markup would not mean the same any more, so nothing has been changed.")
	}
	n := notation(d)
	if n.Sound(before, d.Blocks()) && !n.Sound(after, blocks) {
		return Edit{}, unsound
	}
	if was, is := n.Ties(before, d.Blocks()), n.Ties(after, blocks); !sameStrings(was, is) {
		return Edit{}, Refusal("Footnotes or links that have no name would lead elsewhere, or a break have nothing on one side, so nothing has been changed.")
	}
	if n := count(blocks, markup.List); n < count(d.Blocks(), markup.List) && !splitsList(d) {
		return Edit{}, Refusal("Two lists would become one, so nothing has been changed.")
	}
	return e, nil
}

// unsound is why headings and breaks cannot be where or what they would be.
const unsound = Refusal("There the format would read headings or breaks in another way, so nothing has been changed.")

func sameStrings(one, other []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(one)), slices.Sorted(slices.Values(other)))
}

func count(blocks []markup.Block, kind markup.Kind) (n int) {
	for _, b := range blocks {
		if b.Kind == kind {
			n++
		}
	}
	return n
}

// splitsList tells whether fragments begin inside lists, whose parts may come together
// again.
func splitsList(d *analysis.Document) bool {
	return slices.ContainsFunc(d.Fragments(), func(f analysis.Fragment) bool { return d.Paragraphs()[f.First].Child > 0 })
}

// entry is a block, or one of the items of a list or the blocks of a quote, by what it
// says.
type entry struct {
	kind markup.Kind
	said string
}

// census counts the parts of a text by what they say. What is no prose is counted line
// by line: where definitions come to stand side by side, they are one block.
func census(f markup.Format, text string, blocks []markup.Block) map[entry]int {
	parts := make(map[entry]int)
	for _, b := range blocks {
		switch {
		case len(b.Children) > 0:
			for _, c := range b.Children {
				parts[entry{c.Kind, said(text, c)}]++
			}
		case len(b.Runs) > 0 && b.Kind != markup.Directive:
			parts[entry{b.Kind, said(text, b)}]++
		default:
			for line := range markup.Lines(text[b.Span.Start:b.Span.End]) {
				if content := strings.TrimSpace(text[b.Span.Start+line.Start : b.Span.Start+line.End]); content != "" {
					parts[entry{b.Kind, content}]++
				}
			}
		}
	}
	return parts
}

// said is a block's prose as it is written, on one line. Lists with code between their
// items say that too, so that nothing in them can be lost.
func said(text string, b markup.Block) string {
	var runs []string
	for _, run := range b.Runs {
		for _, s := range run {
			runs = append(runs, strings.Fields(text[s.Start:s.End])...)
		}
		runs = append(runs, "\n")
	}
	return strings.Join(runs, " ")
}
