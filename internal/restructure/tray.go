package restructure

import (
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// Text that is cut and not yet pasted goes to a tray, each piece in a file of its own, and can be put back from there. Setting aside is an
// extraction, which updates links and footnotes, but leaves no link to the file. A whole scene takes its break with it, so that it is a
// scene again when it is put back.

// SetAside moves a fragment out of a text into a file.
func SetAside(doc *analysis.Document, fragment int, x Extraction) (Edit, error) {
	d := pageOf(doc)
	cells := movables(d)
	i := cellIndex(cells, fragment)
	c, mark := cells[i], ""
	if d.isWholeScene(cells, i) {
		whole := d.spanWithBreak(cells, i, c.span)
		c.stretch = stretchOf(d, whole)
		if c.span == cells[i].span { // the break is blank lines, which a file does not keep at its end
			mark = strings.Repeat(lineTerminator(d), 2) + notation(d).Break()
		}
	}
	u, err := fragmentUnit(d, c)
	if err != nil {
		return Edit{}, err
	}
	if len(d.Fragments()) == 1 {
		return Edit{}, refuse("This is the only fragment, so it cannot be set aside.")
	}
	e, err := extractOne(d, sentence.New("Set the fragment aside"), u, x)
	if err != nil {
		return Edit{}, err
	}
	e.Files[0].Text = withEndingOf(e.Files[0].Text, strings.TrimRight(e.Files[0].Text, whiteSpace)+mark)
	after := d.after(e)
	include := notation(d).Include(u.title, e.Files[0].Path)
	link := u.content.span.Start + strings.Index(after.text[u.content.span.Start:], include)
	if link < u.content.span.Start {
		return Edit{}, unframed
	}
	rest := newEdit(e.Title, Replacement{Span: markup.Span{Start: link, End: spaceAfter(after.text, link+len(include)).End}})
	if mark == "" {
		if rest, err = removeSpan(after, e.Title, markup.Span{Start: link, End: link + len(include)}); err != nil {
			return Edit{}, err
		}
	}
	e.Replacements = []Replacement{singleReplacement(d.text, withEndingOf(d.text, rest.Apply(after.text)))}
	return e, nil
}

// InsertFile inserts the text of a file at a place for a fragment. `path` is the path of the file relative to the folder of doc, and `file`
// its text. It does not delete the file.
func InsertFile(doc *analysis.Document, to Place, place NewFilePlace, path, file string) (Edit, error) {
	d := pageOf(doc)
	cells := movables(d)
	at, err := d.spotFor(cells, to)
	if err != nil {
		return Edit{}, err
	}
	n := notation(d)
	title := "Part"
	if f := newPage(d.Format, file); len(f.sections) > 0 {
		title = f.sections[0].Title
	}
	link := n.Include(title, path)
	if link == "" {
		return Edit{}, refuse("This format cannot refer to a file named %s.", path)
	}
	file, mark := splitOffBreak(d, file)
	var e Edit
	switch {
	case mark != "":
		e = insertScene(d, cells, at.cell, link, mark)
	case to.Side == Under:
		e, err = insertBlock(d, nil, spaceAfter(d.text, OffsetAtEnd(doc, to.Unit, true)).End, link)
	case at.isAbove:
		e = newEdit(nil, insertion(cells[at.cell-1].span.End, d.ordinaryGap()+link))
	case at.cell == len(cells):
		e, err = insertBlock(d, nil, body(d).End, link)
	default:
		e, err = insertAbove(d, nil, d.Fragments()[to.Unit].First, link)
	}
	if err != nil {
		return Edit{}, err
	}
	after := d.after(e)
	r := e.Replacements[0]
	start := r.Span.Start + strings.Index(r.Text, link)
	back, err := inline(after, start, place, file)
	if err != nil {
		return Edit{}, err
	}
	put := newEdit(sentence.New("Put %s back", path), singleReplacement(d.text, withEndingOf(d.text, back.Apply(after.text))))
	grown := 0
	for _, b := range back.Replacements {
		if b.Span.Start <= start && start < b.Span.End {
			put.Arrived = markup.Span{Start: b.Span.Start + grown, End: b.Span.Start + grown + len(b.Text)}
		}
		grown += len(b.Text) - b.Span.Len()
	}
	return put, nil
}

// splitOffBreak returns the text of a file without the break that a scene has taken with it at one end, and the break, or "". The
// definitions that the scene uses may be above or below the break.
func splitOffBreak(d *page, file string) (text, mark string) {
	f := newPage(d.Format, file)
	start := firstBlockAfter(f.blocks, body(f).Start)
	first := start
	if first < len(f.blocks) && f.blocks[first].Kind == markup.Heading {
		first++
	}
	last := len(f.blocks)
	for first < last && f.blocks[first].Kind == markup.Definition {
		first++
	}
	for last > first && f.blocks[last-1].Kind == markup.Definition {
		last--
	}
	for last > 0 && f.blocks[last-1].Kind == markup.Rule {
		last--
	}
	for _, i := range []int{last, first} {
		if end := rulesEnd(f.blocks, i); i < end && end-i < len(f.blocks)-start {
			mark := markup.Span{Start: f.blocks[i].Span.Start, End: f.blocks[end-1].Span.End}
			after := mark.End
			if end < len(f.blocks) {
				after = spaceAfter(file, mark.End).End
			}
			return withEndingOf(file, file[:mark.Start]+file[after:]), bareMark(file[mark.Start:mark.End])
		}
	}
	return file, ""
}

// insertScene inserts the link of a scene, with breaks, before a cell.
func insertScene(d *page, cells []movable, to int, link, mark string) Edit {
	apart := strings.Repeat(lineTerminator(d), 2)
	mark = apart + mark + apart
	if usual := d.separator(cells, to, nil); usual != "" {
		mark = usual
	}
	above, below := to > 0 && cells[to-1].fragment >= 0, to < len(cells) && cells[to].fragment >= 0
	switch {
	case above && below && !d.hasBreakAbove(cells, to):
		return newEdit(nil, Replacement{Span: gapAbove(cells, to), Text: mark + link + mark})
	case below:
		return newEdit(nil, insertion(cells[to].span.Start, link+mark))
	case above:
		return newEdit(nil, insertion(cells[to-1].span.End, mark+link))
	case to > 0:
		return newEdit(nil, insertion(cells[to-1].span.End, apart+link))
	}
	return newEdit(nil, insertion(body(d).Start, link+apart))
}

// withEndingOf returns text with the trailing white space of other.
func withEndingOf(other, text string) string {
	return strings.TrimRight(text, whiteSpace) + other[len(strings.TrimRight(other, whiteSpace)):]
}
