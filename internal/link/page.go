package link

import (
	"html"
	"sort"

	"github.com/segls/segls/analysis/markup"
)

func (r *reader) readHTML() {
	for _, m := range htmlID.FindAllStringSubmatchIndex(r.text, -1) {
		for g := 2; g < len(m); g += 2 {
			if m[g] < 0 {
				continue
			}
			span := markup.Span{Start: m[0], End: m[1]}
			i := sort.Search(len(r.blocks), func(i int) bool { return r.blocks[i].Span.End >= m[1] })
			if i < len(r.blocks) && r.blocks[i].Kind == markup.Heading && r.blocks[i].Span.Start <= m[0] {
				span = r.blocks[i].Span
			}
			r.addAnchor(Address, html.UnescapeString(r.text[m[g]:m[g+1]]), span, m[g])
		}
	}
	for _, t := range r.format.NotationOf(r.text, r.blocks).Targets(r.text, r.blocks) {
		r.addLink(Address, t.Start, t.End)
	}
}
