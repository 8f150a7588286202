package restructure

import (
	"net/url"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// Place is where the text of a new file stands in relation to the one that it is taken
// from.
type Place struct {
	// Source is the name of the file that the text is taken from, such as "book.md".
	Source string

	// Folder leads from the folder of that file to the folder of the new one, and Back
	// from there, as "parts" and ".."; both are "" where it is the same folder.
	Folder, Back string

	// IsAlongside is set if the text itself moves to that folder too: see [Readdress].
	IsAlongside bool
}

// path is that of a new file from the text that it is taken from.
func (p Place) path(name string) string { return path.Join(p.Folder, name) }

// addressInFile is an address in the source's text, written for the new file.
func (p Place) addressInFile(n markup.Notation, address string) string {
	return readdress(n.AddressOf(p.Folder), n.AddressOf(p.Back), address)
}

// addressInSource is an address in the new file's text, written for the source.
func (p Place) addressInSource(n markup.Notation, address string) string {
	return readdress(n.AddressOf(p.Back), n.AddressOf(p.Folder), address)
}

// readdress is an address for a text that goes from one folder to another, which is to be found
// in the first at there, and the first from it at back.
func readdress(there, back, address string) string {
	inside, isInside := strings.CutPrefix(address, there+"/")
	switch {
	case there == "" || !isRelative(address):
		return address
	case isInside:
		return inside
	}
	for back != "" && path.Base(back) != ".." && strings.HasPrefix(address, "../") {
		back, address = strings.TrimSuffix(back[:len(back)-len(path.Base(back))], "/"), address[len("../"):]
	}
	if back == "" {
		return address
	}
	return back + "/" + address
}

// Readdress is a text of the source's folder, written for the other one: with its relative
// addresses leading where they led.
func Readdress(f markup.Format, text string, p Place) string {
	blocks := f.Scan(text)
	everywhere := func(markup.Target) bool { return true }
	n := f.NotationOf(text, blocks)
	return newEdit(nil, readdressed(text, n.Targets(text, blocks), everywhere, func(a string) string { return p.addressInFile(n, a) })...).Apply(text)
}

// isRelative reports whether an address leads from the folder of the text that it stands
// in.
func isRelative(address string) bool {
	if address == "" || strings.HasPrefix(address, "{{") || strings.HasPrefix(address, "{%") || address[0] == '#' || address[0] == '/' || address[0] == '?' || address[0] == '\\' {
		return false
	}
	scheme, _, ok := strings.Cut(address, ":")
	return !ok || strings.ContainsAny(scheme, "/.#?")
}

// readdressed are the replacements that give a text other addresses, where at says so of
// one.
func readdressed(text string, targets []markup.Target, at func(markup.Target) bool, address func(string) string) []Replacement {
	var replacements []Replacement
	for _, target := range targets {
		was := text[target.Start:target.End]
		if target.Prefix != "" {
			was = strings.TrimPrefix(was, "./")
		}
		if at(target) && address(was) != was {
			replacements = append(replacements, Replacement{Span: target.Span, Text: target.Prefix + address(was)})
		}
	}
	return replacements
}

// sortedTargets are targets in the order of the text.
func sortedTargets(targets []markup.Target) []markup.Target {
	slices.SortStableFunc(targets, func(a, b markup.Target) int { return a.Start - b.Start })
	return targets
}

// moving selects the addresses in a span that mean another place in a file of another folder.
func (p Place) moving(span markup.Span) func(markup.Target) bool {
	return func(t markup.Target) bool { return isIn(span, t.Span) && (p.IsAlongside || !t.OfMain) }
}

func isIn(span, s markup.Span) bool { return span.Start <= s.Start && s.End <= span.End }

// outside selects the addresses outside all parts, which stand in order.
func outside(units []extractedPart) func(markup.Target) bool {
	return func(t markup.Target) bool {
		i := unitAt(units, t.Start)
		return i < 0 || !isIn(units[i].content.span, t.Span)
	}
}

// unitAt is the index of the part that holds an offset, or -1. The parts stand in order.
func unitAt(units []extractedPart, offset int) int {
	i := sort.Search(len(units), func(i int) bool { return units[i].content.span.End > offset })
	if i < len(units) && units[i].content.span.Start <= offset {
		return i
	}
	return -1
}

// definition is a definition as a block, of which several may be one.
func definition(l markup.Label) []markup.Block {
	return []markup.Block{{Kind: markup.Definition, Span: l.Span}}
}

// anchorIn is the part of an address that leads to a heading, as it is compared: without
// escapes, and in small letters, for browsers and their users do not tell them apart.
func anchorIn(address string) string {
	_, anchor, _ := strings.Cut(address, "#")
	if plain, err := url.PathUnescape(anchor); err == nil {
		anchor = plain
	}
	return strings.ToLower(anchor)
}

// blocksIn are the blocks of which a part lies in a span.
func blocksIn(blocks []markup.Block, span markup.Span) []markup.Block {
	first := firstBlockAfter(blocks, span.Start)
	end := first + sort.Search(len(blocks)-first, func(i int) bool { return blocks[first+i].Span.Start >= span.End })
	return blocks[first:end]
}

// anchors says for each anchor in which of several parts it stands, -1 for none of them.
func anchors(d *page, units []extractedPart) map[string]int {
	at := make(map[string]int)
	for name, place := range d.places() {
		at[name] = unitAt(units, place.End-1)
	}
	return at
}

// isAnchorOf reports whether an anchor is one of a block.
func isAnchorOf(d *page, block markup.Block, anchor string) bool {
	return slices.ContainsFunc(notation(d).Anchors(d.text, []markup.Block{block}), func(l markup.Label) bool {
		return anchorIn("#"+l.Name) == anchor && isIn(block.Span, l.Span)
	})
}
