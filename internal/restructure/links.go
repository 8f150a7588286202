package restructure

import (
	"maps"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// checkSameLinks returns an error that quotes a link into the text itself that would lead to another target, or nil.
func checkSameLinks(before, after *page) error {
	return checkLinkTargets(before, after, func(was, is markup.Span) bool { return after.identifyPlace(is) == before.identifyPlace(was) })
}

// checkUnmovedLinks is like [checkSameLinks], for an edit that moves nothing; `shift` returns how far an offset has shifted.
func checkUnmovedLinks(before, after *page, shift func(offset int) int) error {
	return checkLinkTargets(before, after, func(was, is markup.Span) bool { return is.Start == was.Start+shift(was.Start) })
}

// checkLinkTargets returns an error that quotes a link whose target has changed, or nil if there is none.
func checkLinkTargets(before, after *page, same func(was, is markup.Span) bool) error {
	targets := before.innerLinks()
	if len(targets) == 0 {
		return nil
	}
	now := after.innerLinks()
	for address, was := range targets {
		if err := checkLinkTarget(now, address, func(is markup.Span) bool { return same(was, is) }); err != nil {
			return err
		}
	}
	return nil
}

// checkLinkTarget returns an error if an address is not among places, or leads to another place than before.
func checkLinkTarget(places map[string]markup.Span, address string, isSame func(markup.Span) bool) error {
	switch now, ok := places[address]; {
	case !ok:
		return refuse("A link leads to “#%s”, which would no longer exist, so nothing has been changed.", shortenForMessage(address))
	case !isSame(now):
		return refuse("A link to “#%s” would lead to another place of that name, so nothing has been changed.", shortenForMessage(address))
	}
	return nil
}

// innerLinks returns the addresses that lead to places in the text itself, with their targets.
func (p *page) innerLinks() map[string]markup.Span {
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
	links := p.places()
	maps.DeleteFunc(links, func(name string, _ markup.Span) bool { return !addresses[name] })
	return links
}

// places returns the targets in the text, by the part of an address after #. If several have the same name, the first counts.
func (p *page) places() map[string]markup.Span {
	places := make(map[string]markup.Span)
	for _, label := range notation(p).Anchors(p.text, p.blocks) {
		if name := anchorIn("#" + label.Name); name != "" {
			if _, twice := places[name]; !twice {
				places[name] = label.Span
			}
		}
	}
	return places
}

// blockIndex returns the index of the block that contains an offset or begins next, or of the last block.
func (p *page) blockIndex(offset int) int {
	return max(0, min(firstBlockAfter(p.blocks, offset), len(p.blocks)-1))
}

// identifyPlace identifies a place after an edit by the text of its block and, if another heading has the same words, of the next block.
func (p *page) identifyPlace(at markup.Span) string {
	i := firstBlockAfter(p.blocks, at.Start)
	if i == len(p.blocks) {
		return ""
	}
	said, alike := p.firstPart(i), 0
	for _, s := range p.sections {
		if p.blocks[s.Heading].Kind == p.blocks[i].Kind && p.firstPart(s.Heading) == said {
			alike++
		}
	}
	if alike > 1 && i+1 < len(p.blocks) {
		said += "\n" + p.firstPart(i+1)
	}
	return said
}
