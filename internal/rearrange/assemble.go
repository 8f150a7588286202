package rearrange

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/restructure"
	"github.com/segls/segls/internal/work"
)

// assembler assembles parts of texts into a new text.
type assembler struct {
	*changeBuilder
	to       string
	passages []Passage
	headings [][]*placedHeading // for each passage, those above it, then those in it

	defined   map[string]fileDefinition // by names in the new text
	named     map[fileDefinition]string // names of definitions in the new text
	heads     map[string]string         // lines at the tops of files that define names which parts use, by name
	head      []string                  // those that are copied, in order
	mayRefuse bool                      // a name that cannot be changed is an error
	inside    map[string][]markup.Span  // for each file, the spans that go into the new text
}

// fileDefinition is a definition in a file.
type fileDefinition struct {
	path  string
	label markup.Label
}

// placedHeading is a heading of the new text.
type placedHeading struct {
	path    string
	section int  // the section in path, or itsTitle
	isAbove bool // the passage does not contain it
	isTop   bool // no heading of the new text is above it
	depth   int  // counted from 1
}

// itsTitle is used in place of a section for the title or name of a file.
const itsTitle = -1

// Assemble creates a text from passages, in their order. Each passage is extended by [restructure.StandaloneSpan] and comes under the
// heading of its section, or under the title of its file. In the new text, a section stays below its parent if the parent is right above
// it; all other sections are on the same level. A comment names the source of each passage. Links keep their targets, or lead to the
// copy in the new text; footnotes and definitions are copied, and renamed if two have the same name. Passages that overlap become one.
// The files stay unchanged.
func Assemble(w Work, to string, passages ...Passage) (Change, error) {
	a := newAssembler(w, to)
	a.mayRefuse = true
	if err := a.addPassages(passages); err != nil {
		return Change{}, err
	}
	if err := a.checkFootnoteNumbers(); err != nil {
		return Change{}, err
	}
	a.chooseHeadings()
	a.compose()
	if err := a.copyDefinitions(); err != nil {
		return Change{}, err
	}
	return a.checkedResult(sentence.New("Put passages together in %s", to))
}

// JoinFiles creates one text from all files of a work, given as stretches in their order. Links between the files lead into the new text.
func JoinFiles(w Work, to string, stretches []work.Stretch) (Change, error) {
	a := newAssembler(w, to)
	for file := range w.Documents {
		a.removed[file] = true
	}
	level := 0
	for i, s := range stretches {
		d := w.Documents[s.Path]
		if d == nil || strings.TrimSpace(d.Text.Slice(s.Span)) == "" {
			continue
		}
		if s.Level != level {
			a.addBlock(link.Piece{Text: fmt.Sprintf(":leveloffset: %d", s.Level), IsAdded: true})
			level = s.Level
		}
		text := d.Text.String()
		if head := d.Format.Head(text); i > 0 && s.Span.Start == 0 && head > 0 {
			s.Span.Start = head
			a.addBlock(metadataTitleHeading(d, s.Path)...)
		}
		a.inside[s.Path] = append(a.inside[s.Path], s.Span)
		a.addPart(s.Path, s.Span, nil)
	}
	if len(a.parts) == 0 {
		return Change{}, refuse("The work has no texts.")
	}
	if err := a.copyDefinitions(); err != nil {
		return Change{}, err
	}
	files, err := a.piecesOfFiles(true)
	if err != nil {
		return Change{}, err
	}
	c := Change{Title: sentence.New("Join the files in %s", to), Result: a.index.Mend(link.Change{Files: files}), Notes: a.notes}
	a.removeOwnName(c)
	return c, nil
}

// withoutLineEnds returns a span without line terminators at its start and end.
func withoutLineEnds(text string, span markup.Span) markup.Span {
	span.End = span.Start + len(strings.TrimRight(text[span.Start:span.End], "\r\n"))
	span.Start = span.End - len(strings.TrimLeft(text[span.Start:span.End], "\r\n"))
	return span
}

func newAssembler(w Work, to string) *assembler {
	a := &assembler{changeBuilder: newChangeBuilder(w), to: to, defined: make(map[string]fileDefinition), named: make(map[fileDefinition]string), inside: make(map[string][]markup.Span), heads: make(map[string]string)}
	a.index = a.index.WithoutFile(to) // to may be a file that is replaced
	a.created[to] = true
	return a
}

// metadataTitleHeading returns a heading with the title in the metadata of a text, or nil if there is none or the text has a title already.
func metadataTitleHeading(d *analysis.Document, path string) []link.Piece {
	title, levels := d.Metadata()["title"], d.Format.Notation().Levels()
	if sections := d.Sections(); title == "" || len(levels) == 0 || len(sections) > 0 && sections[0].Level <= levels[0] {
		return nil
	}
	words := markup.FrontMatterTitle(d.Text.String(), d.Blocks())
	before, after, ok := strings.Cut(d.Format.Notation().Heading("\x00", levels[0]), "\x00")
	if words.Len() == 0 || !ok {
		return []link.Piece{{Text: d.Format.Notation().Heading(title, levels[0]), IsAdded: true, Names: link.Origin{File: path}}}
	}
	pieces := []link.Piece{{Text: before}, {File: path, Span: words}, {Text: after}}
	return slices.DeleteFunc(pieces, func(p link.Piece) bool { return p.File == "" && p.Text == "" })
}

// addPassages adds passages, each extended by [restructure.StandaloneSpan].
func (a *assembler) addPassages(passages []Passage) error {
	if len(passages) == 0 {
		return refuse("There are no passages to put together.")
	}
	first := passages[0].Path
	for _, p := range passages {
		one, d, err := a.w.documentsOfSameFormat(first, p.Path)
		switch {
		case err != nil && one == nil && d == nil && a.w.Documents[first] != nil && a.w.Documents[p.Path] != nil:
			return refuse("%s and %s have different formats. A document has one format, so choose passages that share it.", first, p.Path)
		case err != nil:
			return err
		case d.IsNotebook():
			return refuse("%s is a notebook, and its cells cannot be made into one text.", p.Path)
		case p.Path == a.to:
			return refuse("Some of the passages come from %s. Give the document another name.", a.to)
		}
		if f, ok := markup.ByFileName(a.to); !ok || f.Name != d.Format.Name {
			return refuse("The passages come from %s, so the document needs a name that ends in %s.", p.Path, path.Ext(p.Path))
		}
		span, err := restructure.StandaloneSpan(d, p.Span)
		if err != nil {
			return sentence.New("%s: %s", p.Path, err)
		}
		a.insertPassage(Passage{p.Path, span})
	}
	for _, p := range a.passages {
		a.inside[p.Path] = append(a.inside[p.Path], p.Span)
	}
	return nil
}

// insertPassage adds a passage, merged with those that it overlaps.
func (a *assembler) insertPassage(p Passage) {
	at := len(a.passages)
	for i := 0; i < len(a.passages); i++ {
		other := a.passages[i]
		if other.Path != p.Path || other.Span.End <= p.Span.Start || p.Span.End <= other.Span.Start {
			continue
		}
		p.Span = markup.Span{Start: min(p.Span.Start, other.Span.Start), End: max(p.Span.End, other.Span.End)}
		a.passages = slices.Delete(a.passages, i, i+1)
		at = min(at, i)
		i = -1
	}
	a.passages = slices.Insert(a.passages, min(at, len(a.passages)), p)
}

// compose adds the passages with their headings and comments.
func (a *assembler) compose() {
	n := a.notation()
	top, levels := a.topLevel(n), n.Levels()
	for i, p := range a.passages {
		d := a.w.Documents[p.Path]
		first, rest := sectionAtStart(d, p.Span), p
		if isTitled := len(a.headings[i]) > 0 && a.headings[i][0].isAbove; isTitled {
			first = -1
		}
		if first >= 0 {
			rest.Span.Start = min(p.Span.End, restructure.OffsetBelowHeading(d, first))
		}
		said := strings.TrimLeft(d.Text.Slice(rest.Span), whiteSpace)
		rest.Span.Start = max(rest.Span.Start, d.Text.LineStart(rest.Span.End-len(said)))
		remark := a.sourceComment(p)
		isIndented := d.Format.Name == markup.ReStructuredText.Name && strings.HasPrefix(d.Text.Slice(rest.Span), " ") // otherwise it would continue the comment
		if remark != "" && isIndented && (first >= 0 || len(a.headings[i]) > 0 && a.headings[i][0].isAbove) {
			a.addBlock(link.Piece{Text: remark, IsAdded: true})
		}
		if mark := a.breakBetween(i); mark.Len() > 0 {
			a.addPart(p.Path, mark, nil)
		}
		marks := a.addHeadings(d, i, n, func(depth int) int {
			if len(levels) == 0 {
				return 0
			}
			return min(top+depth-1, levels[len(levels)-1])
		})
		if first >= 0 { // the passage's comment goes below the heading
			a.addPart(p.Path, markup.Span{Start: p.Span.Start, End: rest.Span.Start}, marks)
		}
		if remark != "" && !isIndented {
			a.addBlock(link.Piece{Text: remark, IsAdded: true})
		}
		if said != "" {
			a.addPart(p.Path, rest.Span, marks)
		}
	}
}

// addHeadings adds the headings above a passage, and returns the edits of the headings in it.
func (a *assembler) addHeadings(d *analysis.Document, passage int, n markup.Notation, level func(depth int) int) (marks []restructure.Replacement) {
	for _, h := range a.headings[passage] {
		if h.section == itsTitle {
			if len(n.Levels()) > 0 {
				a.addBlock(link.Piece{Text: n.Heading(titleOrFileName(d, h.path), level(h.depth)), IsAdded: true})
			}
			continue
		}
		s := d.Sections()[h.section]
		edits := headingLevelEdits(d, d.Blocks()[s.Heading], n, s.Level, level(h.depth))
		if h.isAbove {
			a.addPart(h.path, d.Text.Trim(d.Blocks()[s.Heading].Span), edits)
		} else {
			marks = append(marks, edits...)
		}
	}
	return marks
}

// breakBetween returns the scene break that separates a passage, in its file, from the passage before it in the new text.
func (a *assembler) breakBetween(i int) markup.Span {
	p, d := a.passages[i], a.w.Documents[a.passages[i].Path]
	if i == 0 || a.passages[i-1].Path != p.Path || len(a.headings[i]) > 0 {
		return markup.Span{}
	}
	for _, b := range d.Blocks() {
		if b.Kind == markup.Rule && a.passages[i-1].Span.End <= b.Span.Start && b.Span.End <= p.Span.Start {
			return d.Text.Trim(b.Span)
		}
	}
	return markup.Span{}
}

// sourceComment returns a comment with the source of a passage.
func (a *assembler) sourceComment(p Passage) string {
	d := a.w.Documents[p.Path]
	said := "From " + pathFrom(path.Dir(a.to), p.Path)
	at := restructure.SectionAt(d, p.Span.Start)
	if first := sectionAtStart(d, p.Span); first >= 0 {
		at = first
	}
	if isSeveralSections(d, p.Span) {
		at = itsTitle
	}
	var titles []string
	for s := at; s >= 0; s = d.Sections()[s].Parent {
		titles = append(titles, d.Sections()[s].Title)
	}
	slices.Reverse(titles)
	if len(titles) > 0 {
		said += ", " + strings.Join(titles, " > ")
	}
	f, _ := markup.ByFileName(a.to)
	return f.SourceComment(said)
}

// lineTerminator returns the line terminator of the new text.
func (a *assembler) lineTerminator() string {
	for _, o := range a.ops[a.to] {
		if o.part >= 0 {
			return lineTerminator(a.w.Documents[a.parts[o.part].from])
		}
	}
	if len(a.passages) > 0 {
		return lineTerminator(a.w.Documents[a.passages[0].Path])
	}
	return "\n"
}

// addBlock adds pieces after a blank line.
func (a *assembler) addBlock(pieces ...link.Piece) {
	if len(pieces) == 0 {
		return
	}
	a.add(operation{part: -1, pieces: pieces})
}

// addPart adds a part of a file after a blank line.
func (a *assembler) addPart(from string, span markup.Span, marks []restructure.Replacement) {
	d, end := a.w.Documents[from], a.lineTerminator()
	span = withoutLineEnds(d.Text.String(), span)
	own := slices.DeleteFunc(slices.Clone(marks), func(r restructure.Replacement) bool { return r.Span.Start < span.Start || r.Span.End > span.End })
	if was := lineTerminator(d); was != end {
		own = append(own, lineTerminatorEdits(d.Text.Slice(span), span.Start, end)...)
	}
	a.parts = append(a.parts, movedPart{from: from, span: span, to: a.to, taken: span, marks: sortReplacements(own)})
	a.add(operation{part: len(a.parts) - 1})
}

func (a *assembler) add(o operation) {
	end := a.lineTerminator()
	list := a.ops[a.to]
	o.rank = len(list)
	if len(list) > 0 {
		list[len(list)-1].after = end
		o.before = end
	}
	o.after = end
	a.ops[a.to] = append(list, o)
}

// checkedResult checks the new text and mends its links.
func (a *assembler) checkedResult(title *sentence.Sentence) (Change, error) {
	plain, err := a.piecesOfFiles(false)
	if err != nil {
		return Change{}, err
	}
	named, err := a.piecesOfFiles(true)
	if err != nil {
		return Change{}, err
	}
	if err := a.checkMeaning(plain[a.to]); err != nil {
		return Change{}, err
	}
	named[a.to] = a.renameClashes(named[a.to])
	c := Change{Title: title, Result: a.index.Mend(link.Change{Files: named}), Notes: a.notes}
	now := a.index.AfterChange(c.Result)
	was := a.index.WithFile(a.to, textOfPieces(a.index, named[a.to]))
	if f, _ := markup.ByFileName(a.to); !restructure.SameBlocks(f, withoutAddresses(was, a.to), withoutAddresses(now, a.to)) {
		return Change{}, refuse("With its links updated, %s would be read differently, so nothing has been changed.", a.to)
	}
	a.removeOwnName(c)
	known := make(map[link.Origin]bool)
	for file := range a.inside {
		for _, b := range a.index.Broken(file) {
			known[link.Origin{File: file, At: b.Link.Start}] = true
		}
	}
	for _, u := range c.Unmended {
		known[link.Origin{File: u.Path, At: u.Link.Start}] = true
	}
	for _, b := range now.Broken(a.to) {
		file, at, ok := c.OldPlace(a.to, b.Link.Start)
		if !ok { // the link is in new text
			file, at, ok = c.OldPlace(a.to, b.Link.Start-1)
			at++
		}
		if !ok || !known[link.Origin{File: file, At: at}] {
			c.Notes = append(c.Notes, sentence.New("The link to “%s” would lead nowhere in the document.", b.Link.To))
		}
	}
	return c, nil
}

// removeOwnName removes the name of the new text from its own links, so that they are valid under any name.
func (a *assembler) removeOwnName(c Change) {
	text, name := c.Created[a.to], path.Base(a.to)
	for _, l := range slices.Backward(a.index.AfterChange(c.Result).Links(a.to)) {
		before, to := text[:l.Start], text[l.Start:]
		if rest, ok := strings.CutPrefix(to, name); ok && strings.HasPrefix(rest, "#") && strings.HasSuffix(before, "xref:") { // AsciiDoc
			text = before + rest
		}
		if rest, ok := strings.CutPrefix(to, name+"::"); ok && strings.HasSuffix(before, "[[file:") { // Org
			text = strings.TrimSuffix(before, "file:") + rest
		}
	}
	c.Created[a.to] = text
}

// checkMeaning returns an error if something in the new text has a different meaning from the one in its file.
func (a *assembler) checkMeaning(pieces []link.Piece) error {
	f, _ := markup.ByFileName(a.to)
	versions := []restructure.ChangedText{{Format: f, After: textOfPieces(a.index, pieces), Added: addedSpans(pieces)}}
	for i, p := range a.parts {
		d := a.w.Documents[p.from]
		versions[0].Format = d.Format
		source := d.Text.Slice(p.span)
		if i > 0 && a.parts[i-1].from == p.from && a.parts[i-1].isDefinition == p.isDefinition { // checked together, because markup in one part may apply to the next
			last := &versions[len(versions)-1]
			last.Before += "\n\n" + source
			last.Free = []markup.Span{{End: len(last.Before)}}
			continue
		}
		versions = append(versions, restructure.ChangedText{Path: p.from, Format: d.Format, Before: source, Free: []markup.Span{{End: len(source)}}})
	}
	return restructure.CheckSameMeaning(versions, func(string) bool { return false })
}
