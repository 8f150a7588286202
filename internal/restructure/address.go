package restructure

import (
	"net/url"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// NewFilePlace is the place of a new file relative to the file from which its text is taken.
type NewFilePlace struct {
	// Source is the name of the file from which the text is taken, such as "book.md".
	Source string

	// Folder is the path from the folder of Source to that of the new file, and Back the path in the other direction, such as "parts" and
	// "..". Both are "" if the folders are the same.
	Folder, Back string

	// IsAlongside is set if the rest of the text is written to that folder too: see [Readdress].
	IsAlongside bool
}

// path returns the path of a new file, relative to the folder of the source.
func (p NewFilePlace) path(name string) string { return path.Join(p.Folder, name) }

// addressInFile rewrites an address in the source for the new file.
func (p NewFilePlace) addressInFile(n markup.Notation, address string) string {
	return readdress(n.AddressOf(p.Folder), n.AddressOf(p.Back), address)
}

// addressInSource rewrites an address in the new file for the source.
func (p NewFilePlace) addressInSource(n markup.Notation, address string) string {
	return readdress(n.AddressOf(p.Back), n.AddressOf(p.Folder), address)
}

// readdress rewrites an address whose text has moved to another folder. `there` is the path from the old folder to the new one, `back` the
// path in the other direction.
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

// Readdress rewrites a text that moves from the folder of p.Source to p.Folder, so that its relative addresses keep their targets.
func Readdress(f markup.Format, text string, p NewFilePlace) string {
	blocks := f.Scan(text)
	everywhere := func(markup.Target) bool { return true }
	n := f.NotationOf(text, blocks)
	return newEdit(nil, addressReplacements(text, n.Targets(text, blocks), everywhere, func(a string) string { return p.addressInFile(n, a) })...).Apply(text)
}

// isRelative reports whether an address is relative to the folder of its text.
func isRelative(address string) bool {
	if address == "" || strings.HasPrefix(address, "{{") || strings.HasPrefix(address, "{%") || address[0] == '#' || address[0] == '/' || address[0] == '?' || address[0] == '\\' {
		return false
	}
	scheme, _, ok := strings.Cut(address, ":")
	return !ok || strings.ContainsAny(scheme, "/.#?")
}

// addressReplacements returns the replacements that change the addresses of those targets for which `at` returns true.
func addressReplacements(text string, targets []markup.Target, at func(markup.Target) bool, address func(string) string) []Replacement {
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

// sortTargets sorts targets by offset and returns them.
func sortTargets(targets []markup.Target) []markup.Target {
	slices.SortStableFunc(targets, func(a, b markup.Target) int { return a.Start - b.Start })
	return targets
}

// newMovedAddressFilter returns a function that selects the addresses in a span that would lead elsewhere from a file in another folder.
func (p NewFilePlace) newMovedAddressFilter(span markup.Span) func(markup.Target) bool {
	return func(t markup.Target) bool { return containsSpan(span, t.Span) && (p.IsAlongside || !t.OfMain) }
}

func containsSpan(span, s markup.Span) bool { return span.Start <= s.Start && s.End <= span.End }

// newOutsideFilter returns a function that selects the addresses outside all parts. The parts must be sorted.
func newOutsideFilter(units []extractedPart) func(markup.Target) bool {
	return func(t markup.Target) bool {
		i := unitAt(units, t.Start)
		return i < 0 || !containsSpan(units[i].content.span, t.Span)
	}
}

// unitAt returns the index of the part that contains an offset, or -1. The parts must be sorted.
func unitAt(units []extractedPart, offset int) int {
	i := sort.Search(len(units), func(i int) bool { return units[i].content.span.End > offset })
	if i < len(units) && units[i].content.span.Start <= offset {
		return i
	}
	return -1
}

// definition returns a definition as a block of its own. In a text, one block may contain several.
func definition(l markup.Label) []markup.Block {
	return []markup.Block{{Kind: markup.Definition, Span: l.Span}}
}

// anchorIn returns the anchor in an address as anchors are compared: unescaped, and in lower case, because many programs ignore case.
func anchorIn(address string) string {
	_, anchor, _ := strings.Cut(address, "#")
	if plain, err := url.PathUnescape(anchor); err == nil {
		anchor = plain
	}
	return strings.ToLower(anchor)
}

// blocksIn returns the blocks that overlap a span.
func blocksIn(blocks []markup.Block, span markup.Span) []markup.Block {
	first := firstBlockAfter(blocks, span.Start)
	end := first + sort.Search(len(blocks)-first, func(i int) bool { return blocks[first+i].Span.Start >= span.End })
	return blocks[first:end]
}

// partsByAnchor maps each anchor to the index of the part that contains it, or to -1 if none does.
func partsByAnchor(d *page, units []extractedPart) map[string]int {
	at := make(map[string]int)
	for name, place := range d.places() {
		at[name] = unitAt(units, place.End-1)
	}
	return at
}

// isAnchorOf reports whether a block contains the given anchor, which is in the form of [anchorIn].
func isAnchorOf(d *page, block markup.Block, anchor string) bool {
	return slices.ContainsFunc(notation(d).Anchors(d.text, []markup.Block{block}), func(l markup.Label) bool {
		return anchorIn("#"+l.Name) == anchor && containsSpan(block.Span, l.Span)
	})
}
