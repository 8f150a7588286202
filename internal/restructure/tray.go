package restructure

import (
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// What is cut for now goes to a tray: each piece into a file of its own, from which it comes back.
// Both are made of an extraction and its opposite, so that links and footnotes are followed, but
// the text keeps no link to the file.

// SetAside takes a fragment out of a text into a file.
func SetAside(doc *analysis.Document, fragment int, x Extraction) (Edit, error) {
	d := pageOf(doc)
	u, err := fragmentUnit(d, cellIn(d, fragment))
	if err != nil {
		return Edit{}, err
	}
	if len(d.Fragments()) == 1 {
		return Edit{}, refuse("This is all of the text; there would be nothing left.")
	}
	e, err := extractOne(d, sentence.New("Set the fragment aside"), u, x)
	if err != nil {
		return Edit{}, err
	}
	after := d.after(e)
	link := strings.Index(after.text[u.content.span.Start:], notation(d).Include(u.title, e.Files[0].Path))
	block := none
	if link >= 0 {
		block = blockBeginning(after, u.content.span.Start+link)
	}
	if block == none {
		return Edit{}, unframed
	}
	without, err := withoutBlockAt(after, e.Title, block)
	if err != nil {
		return Edit{}, err
	}
	e.Replacements = []Replacement{replacing(d.text, endingAs(d.text, without.Apply(after.text)))}
	return e, nil
}

// PutIn puts the text of a file, which stands at a path from the text's folder, before a fragment, or
// to the end of the text if before is the number of fragments; or, if a section is named, to the end of
// what stands under its heading. The file stays.
func PutIn(doc *analysis.Document, before, section int, place Place, path, file string) (Edit, error) {
	d := pageOf(doc)
	n := notation(d)
	title := "Part"
	if f := scanned(d.Format, file); len(f.sections) > 0 {
		title = f.sections[0].Title
	}
	link := n.Include(title, path)
	if link == "" {
		return Edit{}, refuse("This format cannot refer to a file named %s.", path)
	}
	var e Edit
	var err error
	switch {
	case section >= 0:
		e, err = insertBlock(d, nil, spaceAfter(d.text, AtEnd(doc, section, true)).End, link)
	case before < len(d.Fragments()):
		e, err = insertAbove(d, nil, d.Fragments()[before].First, link)
	default:
		e, err = insertBlock(d, nil, body(d).End, link)
	}
	if err != nil {
		return Edit{}, err
	}
	after := d.after(e)
	r := e.Replacements[0]
	at := r.Span.Start + strings.Index(r.Text, link)
	back, err := inline(after, at, place, file)
	if err != nil {
		return Edit{}, err
	}
	put := edit(sentence.New("Put %s back", path), replacing(d.text, endingAs(d.text, back.Apply(after.text))))
	grown := 0
	for _, b := range back.Replacements {
		if b.Span.Start <= at && at < b.Span.End {
			put.Arrived = markup.Span{Start: b.Span.Start + grown, End: b.Span.Start + grown + len(b.Text)}
		}
		grown += len(b.Text) - b.Span.Len()
	}
	return put, nil
}

// endingAs is a text that ends in the same white space as another.
func endingAs(other, text string) string {
	return strings.TrimRight(text, whiteSpace) + other[len(strings.TrimRight(other, whiteSpace)):]
}
