package restructure

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/sentence"
)

// IncludedPathAt returns the path of the file that the paragraph at an offset includes or links to, if the paragraph contains nothing else.
func IncludedPathAt(doc *analysis.Document, offset int) (target string, ok bool) {
	d := pageOf(doc)
	i, ok := includeAt(d, offset)
	return i.target, ok
}

// include is a paragraph that includes a file or links to it.
type include struct {
	span          markup.Span
	block         int // its index among the blocks, or the index that it would have
	title, target string
	anchor        string // anchor of the part of the file, in the form in which anchors are compared; "" for the whole file
}

func includeAt(d *page, offset int) (i include, ok bool) {
	i.block = len(d.Blocks())
	i.span = d.Text.Trim(d.Text.Line(d.Text.LineAt(offset))) // in HTML it is a line rather than a block
	for n, b := range d.Blocks() {
		if offset <= b.Span.End {
			i.block = n
			if b.Span.Start <= offset {
				i.span = d.Text.Trim(b.Span)
				ok = b.Kind == markup.Paragraph || !b.Kind.IsProse()
			} else {
				ok = b.Span.Start >= i.span.End
			}
			break
		}
	}
	if !ok && i.block < len(d.Blocks()) {
		return include{}, false
	}
	source := d.Text.Slice(i.span)
	i.title, i.target, ok = notation(d).Included(source)
	for _, t := range notation(d).Targets(source, d.Format.ScanPart(source)) {
		i.anchor = anchorIn(source[t.Start:t.End])
	}
	return i, ok
}

// Inline replaces a paragraph that links to a file with the text of the file, or of the section to which it links. It drops the file's
// metadata, and also its first heading if that is a title with the words of the link. It shifts the other headings to the levels below the
// section around the paragraph, except in formats that include files.
func Inline(doc *analysis.Document, offset int, place NewFilePlace, file string) (Edit, error) {
	return inline(pageOf(doc), offset, place, file)
}

func inline(d *page, offset int, place NewFilePlace, file string) (Edit, error) {
	i, ok := includeAt(d, offset)
	if !ok {
		return Edit{}, refuse("There is no paragraph here that is only a link to a file.")
	}
	if err := checkIncluded(d, i, place, file); err != nil {
		return Edit{}, err
	}
	f, n := newPage(d.Format, file), notation(d)
	at, target := i.span, i.target
	content, by, err := contentOf(d, f, i)
	if err != nil {
		return Edit{}, err
	}
	labels, err := sharedDefinitions(d, f, i, place)
	if err != nil {
		return Edit{}, err
	}
	for _, l := range slices.Backward(labels.inFile) {
		if l.Span.End == content.End && l.Span.Start > content.Start {
			content.End = spaceBefore(file, l.Span.Start).Start
		}
	}
	for _, l := range labels.inFile {
		if n.DefinesAbove() && l.Span.Start == content.Start && l.Span.End < content.End {
			content.Start = spaceAfter(file, l.Span.End).End
		}
	}
	at.End = max(at.End, labels.end)
	replacements, err := headingShifts(f, content, by)
	if err != nil {
		return Edit{}, err
	}
	replacements = append(replacements, addressReplacements(file, n.Targets(file, f.Blocks()), place.newMovedAddressFilter(content), func(address string) string {
		address = place.addressInSource(n, address)
		if anchor, ok := strings.CutPrefix(address, n.AddressOf(place.Source)+"#"); ok {
			return "#" + anchor
		}
		return address
	})...)
	text := applyWithin(f, content, withoutOverlap(replacements))
	if has := lineEndsOf(d.text); lineEndsOf(text)&^has != 0 { // a text with several kinds keeps them
		text = withLineTerminator(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), lineTerminator(d))
	}
	here := partsByAnchor(f, []extractedPart{{content: stretch{span: content}}})
	rest := addressReplacements(d.text, n.Targets(d.text, d.Blocks()), newOutsideFilter([]extractedPart{{content: stretch{span: at}}}), func(address string) string {
		if anchor, ok := strings.CutPrefix(address, n.AddressOf(target)+"#"); ok {
			if in, known := here[anchorIn("#"+anchor)]; known && in == 0 {
				return "#" + anchor
			}
		}
		return address
	})
	e := newEdit(sentence.New("Put the text of %s here", target), append(rest, Replacement{Span: at, Text: text})...)
	return e, checkInclusion(d, e, rest, at, text)
}

// checkIncluded returns an error if a file cannot be inlined, for example because it contains a git conflict or includes the text itself.
func checkIncluded(d *page, i include, place NewFilePlace, file string) error {
	n := notation(d)
	switch {
	case !utf8.ValidString(file) || strings.ContainsRune(file, 0):
		return refuse("%s is not in UTF-8, so its text cannot be put here.", i.target)
	case len(newPage(d.Format, file).conflicts()) > 0:
		return refuseConflictIn(i.target)
	case d.Format.HasBase(d.text) || d.Format.HasBase(file):
		return refuse("The addresses on this page or in %s are relative to a <base>, and would lead elsewhere.", i.target)
	case i.target == place.Source:
		return refuse("%s is this text itself.", i.target)
	}
	if !n.IncludesFiles() {
		return nil
	}
	for _, b := range d.Format.Scan(file) {
		if _, back, ok := n.Included(strings.TrimSpace(file[b.Span.Start:b.Span.End])); ok && path.Join(place.Folder, back) == place.Source {
			return refuse("%s itself includes this text.", i.target)
		}
	}
	return nil
}

// checkInclusion returns an error if a text would be read differently inside another, or would change how the text around it is read.
func checkInclusion(d *page, e Edit, rest []Replacement, at markup.Span, text string) error {
	if err := checkConflicts(d, e); err != nil {
		return err
	}
	around, after := d.after(newEdit(nil, rest...)), d.after(e)
	alone := &page{Format: d.Format, Text: rope.New(text), text: text, blocks: d.Format.ScanPart(text)}
	for _, c := range alone.nesting().containers {
		if c.IsTorn {
			return refuse("%s in the file, so its text cannot be put here.", alone.tornConstruct(markup.Span{End: len(text)}))
		}
	}
	start := at.Start
	for _, r := range rest {
		if r.Span.Start < at.Start {
			start += len(r.Text) - r.Span.Len()
		}
	}
	touches := func(start, length int) func(b markup.Block) bool {
		return func(b markup.Block) bool { return b.Span.Start < start+length && start < b.Span.End }
	}
	not := func(f func(markup.Block) bool) func(markup.Block) bool {
		return func(b markup.Block) bool { return !f(b) }
	}
	all := func(markup.Block) bool { return true }
	free := func(markup.Block) bool { return notation(d).IncludesFiles() } // headings are free: the file is already part of the text
	inside := touches(start, len(text))
	if count(after.blocks, markup.List) < count(around.blocks, markup.List)+count(alone.blocks, markup.List) {
		return errOneList
	}
	if err := checkSameCensus(around.newCensus(not(touches(start, at.Len())), free, nil), after.newCensus(not(inside), nil, nil)); err != nil {
		return err
	}
	if err := checkSameCensus(alone.newCensus(all, all, nil), after.newCensus(inside, nil, inside)); err != nil {
		return err
	}
	n := notation(d)
	if n.KeepsLevels(d.text, d.blocks) && !n.KeepsLevels(after.text, after.blocks) {
		return errUnsound
	}
	if n.IncludesFiles() {
		return nil
	}
	now := make(map[string]int)
	for _, tie := range n.PositionalTies(after.text, after.blocks) {
		now[tie]++
	}
	for _, p := range []*page{around, alone} {
		for _, tie := range n.PositionalTies(p.text, p.blocks) {
			if now[tie]--; now[tie] < 0 {
				return refuse("Something is defined in both texts, and links would lead elsewhere, so nothing has been changed.")
			}
		}
	}
	links := after.innerLinks()
	grown := len(text) - at.Len()
	for p, shift := range map[*page]func(int) int{
		around: func(offset int) int {
			if offset >= start {
				offset += grown
			}
			return offset
		},
		alone: func(offset int) int { return offset + start },
	} {
		for address, to := range p.innerLinks() {
			if err := checkLinkTarget(links, address, func(now markup.Span) bool { return now.Start == shift(to.Start) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// contentOf returns the part of a file to include, and the number of levels by which its headings are lowered.
func contentOf(d, f *page, i include) (content markup.Span, by int, err error) {
	n := notation(f)
	whole := n.MovableBody(f.text, f.Blocks())
	if whole.Start = max(whole.Start, textStart(f)); n.IncludesFiles() {
		whole.Start = textStart(f)
	}
	if rest := f.text[whole.End:]; strings.HasPrefix(rest, `\end`) {
		if _, behind, _ := strings.Cut(rest, "\n"); strings.TrimSpace(behind) != "" {
			return whole, 0, refuse("%s has text after \\end{document} or \\endinput, which LaTeX does not read. Remove that text first.", i.target)
		}
	}
	content = stretchOf(f, whole).span
	level, above := 0, ""
	for _, s := range d.Sections() {
		if s.Heading < i.block && s.Span.Contains(i.span.Start) {
			level, above = s.Level, ""
			if s.Heading == i.block-1 {
				above = s.Title
			}
		}
	}
	if part, name := d.Format.Part(d.Text.Slice(i.span), f.text, f.Blocks()); name != "" {
		if content = stretchOf(f, part).span; strings.TrimSpace(f.text[content.Start:content.End]) == "" {
			return content, 0, refuse("In %s, “%s” does not select exactly one part with text.", i.target, name)
		}
	}
	if i.anchor != "" {
		for _, s := range f.Sections() {
			if isAnchorOf(f, f.Blocks()[s.Heading], i.anchor) {
				content = stretchOf(f, markup.Span{Start: s.Span.Start, End: min(s.Span.End, whole.End)}).span
				return content, level + 1 - s.Level, nil
			}
		}
		return content, 0, refuse("%s has no part called “%s”.", i.target, i.anchor)
	}
	switch {
	case len(f.Sections()) == 0 || n.IncludesFiles() && !n.FitsIncludedLevels():
		return content, 0, nil
	case n.FitsIncludedLevels():
		highest := level + 1 // highest level of the included headings, if any
		for n, s := range slices.DeleteFunc(slices.Clone(f.Sections()), func(s analysis.Section) bool { return !containsSpan(content, f.Blocks()[s.Heading].Span) }) {
			if n == 0 || s.Level < highest {
				highest = s.Level
			}
		}
		if wanted := d.Format.IncludedLevel(d.Text.Slice(i.span)); wanted > 0 {
			return content, wanted - highest, nil
		}
		return content, level + 1 - highest, nil
	}
	first := f.Sections()[0]
	heading := f.Blocks()[first.Heading].Span
	if first.Level != 1 || first.Title != i.title || heading.Start > content.Start {
		return content, level, nil
	}
	rest := stretchOf(f, markup.Span{Start: heading.End, End: content.End}).span
	if above == i.title {
		return rest, level - 1, nil
	}
	return rest, 0, nil
}

// sharedLabels holds the definitions that are both in a file and in the text that links to it.
type sharedLabels struct {
	inFile []markup.Label // definitions in the file, in order
	end    int            // the end of the copies in the text, right after the link; 0 if there are none
}

// sharedDefinitions distinguishes copies made by an extraction from definitions that only one side has. It returns an error if the two
// sides define a label differently.
func sharedDefinitions(d, f *page, i include, place NewFilePlace) (sharedLabels, error) {
	var s sharedLabels
	n := notation(d)
	own := make(map[string]string)
	block, follows := i.block, i.block
	for follows+1 < len(d.Blocks()) && d.Blocks()[follows+1].Kind == markup.Definition {
		follows++
	}
	const inside = "\x00#" // replaces the path in links into the file, so that both sides can be compared
	says := func(p *page, l markup.Label, leads func(address string) string) string {
		return strings.Join(strings.Fields(applyWithin(p, l.Span, addressReplacements(p.text, n.Targets(p.text, definition(l)), place.newMovedAddressFilter(l.Span), leads))), " ")
	}
	source := func(l markup.Label) string {
		return says(f, l, func(address string) string {
			if anchor, ok := strings.CutPrefix(address, "#"); ok {
				return inside + anchor
			}
			address = place.addressInSource(n, address)
			if anchor, ok := strings.CutPrefix(address, n.AddressOf(place.Source)+"#"); ok {
				return "#" + anchor
			}
			return address
		})
	}
	here := func(l markup.Label) string {
		return says(d, l, func(address string) string {
			if anchor, ok := strings.CutPrefix(address, n.AddressOf(i.target)+"#"); ok {
				return inside + anchor
			}
			return address
		})
	}
	inFile := n.Definitions(f.text, f.Blocks())
	ofFile := make(map[string]string)
	for _, l := range inFile {
		if _, twice := ofFile[l.Name]; !twice {
			ofFile[l.Name] = source(l)
		}
	}
	copies := true // so far
	for i, b := range d.Blocks() {
		for _, l := range n.Definitions(d.text, []markup.Block{b}) {
			said := here(l)
			if i > block && i <= follows && copies && ofFile[l.Name] == said {
				s.end = l.Span.End
				continue
			}
			copies = copies && i <= block
			if _, twice := own[l.Name]; !twice {
				own[l.Name] = said
			}
		}
	}
	for _, l := range inFile {
		said, twice := own[l.Name]
		switch {
		case twice && said != source(l):
			return s, refuse("%s is defined in both texts, in different ways.", l.Name)
		case twice:
			s.inFile = append(s.inFile, l)
		}
	}
	return s, nil
}
