package lsp

import (
	"context"
	"slices"
	"sort"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/restructure"
)

// What is selected in the editor: commands on a fragment work on the paragraphs that the
// selection touches, as if they were one, whatever fragments are shown.

// onSelections are the commands on a fragment that work on a selection too.
var onSelections = []string{
	commandMoveFragmentUp, commandMoveFragmentDown, commandMoveFragmentUnder, commandMoveFragmentTo,
	commandExtractFragment, commandInsertHeading, commandRenameFragment, commandInsertBreak,
}

// touched are the paragraphs that a span touches, end exclusive.
func touched(d *analysis.Document, span markup.Span) (first, end int) {
	p := d.Paragraphs()
	first = sort.Search(len(p), func(i int) bool { return p[i].Span.End > span.Start })
	end = first + sort.Search(len(p)-first, func(i int) bool { return p[first+i].Span.Start >= max(span.End, span.Start+1) })
	return first, end
}

// picked is a document in which paragraphs, end exclusive, are one fragment and each other paragraph is
// one too, and the index of that fragment.
func picked(d *analysis.Document, first, end int) (*analysis.Document, int, error) {
	if first >= end {
		return nil, 0, sentence.New("There is no paragraph here.")
	}
	if s := d.Settings; s.MinWords > 0 || s.MaxWords > 0 { // they would come before what is picked
		s.MinWords, s.MaxWords = 0, 0
		unlimited, err := d.With(context.Background(), s, analysis.SettingNames...) // the context does not end
		if err != nil {
			return nil, 0, err
		}
		d = unlimited
	}
	var starts []int
	for q := range d.Paragraphs() {
		if q <= first || q >= end {
			starts = append(starts, q)
		}
	}
	shown := analysis.Showing(d, starts)
	i := slices.IndexFunc(shown.Fragments(), func(f analysis.Fragment) bool { return f.First == first && f.End == end })
	if i < 0 {
		return nil, 0, sentence.New("A heading or a break stands among these paragraphs. Select paragraphs of one section.")
	}
	return shown, i, nil
}

// onSelection computes the edit of a command on what is selected.
func (c *restructureContext) onSelection(r restructuring) (restructure.Edit, error) {
	first, end := touched(c.Document, markup.Span{Start: c.offset, End: c.view.offset(*c.argument.End)})
	if r.name == commandMergeParagraph {
		return restructure.MergeParagraphs(c.Document, first, end)
	}
	if !slices.Contains(onSelections, r.name) {
		return r.edit(c)
	}
	d, i, err := picked(c.Document, first, end)
	if err != nil {
		return restructure.Edit{}, err
	}
	if to := c.fragmentByID(c.argument.ToID); to >= 0 { // its id is that of what is shown
		first := c.Fragments()[to].First
		before := slices.IndexFunc(d.Fragments(), func(f analysis.Fragment) bool { return f.First <= first && first < f.End })
		c.argument.ToID = d.Fragments()[before].ID
	}
	c.argument.ID = d.Fragments()[i].ID
	view := *c.view
	view.Document = d
	c.view = &view
	e, err := r.edit(c)
	e.Move = analysis.Move{} // it is about fragments that are not shown
	return e, err
}

// selection offers what can be done with several paragraphs of one section that are selected, and reports
// whether there are several.
func (m *menu) selection(span markup.Span) bool {
	first, end := touched(m.Document, span)
	if end-first < 2 {
		return false
	}
	p := m.Paragraphs()
	isHeading := func(b markup.Block) bool { return b.Kind == markup.Heading }
	if slices.ContainsFunc(m.Blocks()[p[first].Block:p[end-1].Block], isHeading) {
		return false
	}
	on := m.argument
	to := m.position(span.End)
	on.End = &to
	up, down := m.moves(first, end)
	if up {
		m.offer("Move these paragraphs up", commandMoveFragmentUp, on)
	}
	if down {
		m.offer("Move these paragraphs down", commandMoveFragmentDown, on)
	}
	m.offer("Merge these paragraphs", commandMergeParagraph, on)
	if len(m.levels()) > 0 {
		m.offer("Insert a heading above these paragraphs", commandInsertHeading, on)
	}
	if m.clientCaps.createsFiles {
		m.offer("Extract these paragraphs into a file", commandExtractFragment, on)
	}
	return true
}
