package lsp

import (
	"slices"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/command"
)

// offerForSelection offers actions on the selected paragraphs, if there are several without a heading between them. It reports whether it
// has offered any.
func (m *menu) offerForSelection(span markup.Span) bool {
	first, end := command.ParagraphsTouched(m.Document, span)
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
	up, down := m.canMove(first, end)
	if up {
		m.offer("Move these paragraphs up", command.MoveFragmentUp, on)
	}
	if down {
		m.offer("Move these paragraphs down", command.MoveFragmentDown, on)
	}
	m.offer("Merge these paragraphs", command.MergeParagraph, on)
	if len(m.levels()) > 0 {
		m.offer("Insert a heading above these paragraphs", command.InsertHeading, on)
	}
	if m.clientCaps.createsFiles {
		m.offer("Extract these paragraphs into a file", command.ExtractFragment, on)
	}
	return true
}
