package restructure

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// Place is where the text of a new file stands in relation to the one that it is taken
// from.
type Place struct {
	// Source is the name of the file that the text is taken from, such as "book.md".
	Source string

	// Folder leads from the folder of that file to the folder of the new one, and Back
	// from there, as "parts" and ".."; both are "" where it is the same folder. They are
	// addresses: see [Address].
	Folder, Back string
}

// target is the address of a new file for the text that it is taken from.
func (p Place) target(name string) string { return path.Join(p.Folder, Address(name)) }

// Address is a relative path as the address of a link: what means something else in one
// is escaped, letters of all alphabets stay as they are.
func Address(path string) string { return addressEscapes.Replace(path) }

var addressEscapes = strings.NewReplacer(
	"%", "%25", " ", "%20", "#", "%23", "?", "%3F", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "[", "%5B", "]", "%5D")

// Path is the relative path that an address means, without what leads to a place inside
// the file; "" if it is no address.
func Path(address string) string {
	address, _, _ = strings.Cut(address, "#")
	address, _, _ = strings.Cut(address, "?")
	path, err := url.PathUnescape(address)
	if err != nil {
		return ""
	}
	return path
}

// outward is an address in the source's text, written for the new file.
func (p Place) outward(address string) string {
	inside, isInside := strings.CutPrefix(address, p.Folder+"/")
	switch {
	case p.Folder == "" || !isRelative(address):
		return address
	case isInside:
		return inside
	}
	return p.Back + "/" + address
}

// inward is an address in the new file's text, written for the source.
func (p Place) inward(address string) string {
	outside, isOutside := strings.CutPrefix(address, p.Back+"/")
	switch {
	case p.Folder == "" || !isRelative(address):
		return address
	case isOutside:
		return outside
	}
	return p.Folder + "/" + address
}

// Rehouse is a text of the source's folder, written for the other one: with its relative
// addresses leading where they led.
func Rehouse(f markup.Format, text string, p Place) string {
	blocks := f.Scan(text)
	everywhere := func(markup.Span) bool { return true }
	return edit("", readdressed(f, text, blocks, everywhere, p.outward)...).Apply(text)
}

// isRelative tells whether an address leads from the folder of the text that it stands
// in.
func isRelative(address string) bool {
	if address == "" || address[0] == '#' || address[0] == '/' || address[0] == '?' || address[0] == '\\' {
		return false
	}
	scheme, _, ok := strings.Cut(address, ":")
	return !ok || strings.ContainsAny(scheme, "/.#?")
}

// readdressed are the replacements that give a text other addresses, where at says so of
// the place of an address.
func readdressed(f markup.Format, text string, blocks []markup.Block, at func(markup.Span) bool, address func(string) string) []Replacement {
	var replacements []Replacement
	for _, span := range f.Notation().Targets(text, blocks) {
		if was := text[span.Start:span.End]; at(span) && address(was) != was {
			replacements = append(replacements, Replacement{Span: span, Text: address(was)})
		}
	}
	return replacements
}

// in tells of a place whether it lies in a span.
func in(span markup.Span) func(markup.Span) bool {
	return func(s markup.Span) bool { return span.Start <= s.Start && s.End <= span.End }
}

// outside tells of a place whether it lies in none of the parts.
func outside(units []unit) func(markup.Span) bool {
	return func(s markup.Span) bool {
		return !slices.ContainsFunc(units, func(u unit) bool { return in(u.content.span)(s) })
	}
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
	first, end := len(blocks), len(blocks)
	for i, b := range blocks {
		if b.Span.End > span.Start && first == len(blocks) {
			first = i
		}
		if b.Span.Start >= span.End {
			end = i
			break
		}
	}
	return blocks[min(first, end):end]
}

// anchors says for each anchor of a heading in which of several stretches the heading
// stands, -1 for none of them. Of headings of one title the first is led to.
func anchors(d *analysis.Document, units []unit) map[string]int {
	at := make(map[string]int)
	for _, s := range d.Sections() {
		anchor := anchorIn("#" + d.Format.Notation().Anchor(s.Title))
		if _, twice := at[anchor]; twice || anchor == "" {
			continue
		}
		at[anchor] = -1
		for i, u := range units {
			if u.content.span.Contains(d.Blocks()[s.Heading].Span.End - 1) {
				at[anchor] = i
			}
		}
	}
	return at
}
