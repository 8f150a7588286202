package restructure

import (
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// sameLinks says which link into the text itself would lead elsewhere; nil if none would.
// As long as the headings stand in the same order, all lead where they led.
func sameLinks(before, after *page) error {
	if slices.Equal(before.headings(), after.headings()) {
		return nil
	}
	was := before.links()
	if len(was) == 0 {
		return nil
	}
	is := after.links()
	for address, to := range was {
		switch now, ok := is[address]; {
		case !ok:
			return refuse("A link leads to “%s”, which would be gone, so nothing has been changed.", shortened(address))
		case after.said(now) != before.said(to):
			return refuse("A link to “%s” would lead to another place of that name, so nothing has been changed.", shortened(address))
		}
	}
	return nil
}

// headings are what the headings say, in their order.
func (p *page) headings() []string {
	var list []string
	for _, s := range p.sections {
		list = append(list, said(p.text, p.blocks[s.Heading]))
	}
	return list
}

// links are the addresses that lead to places in the text itself, each with where that is.
func (p *page) links() map[string]markup.Span {
	n := notation(p)
	addresses := make(map[string]bool)
	for _, t := range n.Targets(p.text, p.blocks) {
		if address := p.text[t.Start:t.End]; strings.HasPrefix(address, "#") {
			addresses[anchorIn(address)] = true
		}
	}
	if len(addresses) == 0 {
		return nil
	}
	links := make(map[string]markup.Span)
	for _, label := range n.Anchors(p.text, p.blocks) {
		name := anchorIn("#" + label.Name)
		if _, twice := links[name]; !twice && addresses[name] {
			links[name] = label.Span
		}
	}
	return links
}

// said is what stands at a place, by which it is known after an edit: the block there and
// the next one.
func (p *page) said(at markup.Span) string {
	i := firstBlockAfter(p.blocks, at.Start)
	said := ""
	for _, b := range p.blocks[i:min(i+2, len(p.blocks))] {
		for _, s := range parts(p.text, b) {
			said += s + "\n"
			break
		}
	}
	return said
}
