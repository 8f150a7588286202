package restructure

import (
	"cmp"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// Extraction describes how parts of a text are written to files.
type Extraction struct {
	NewFilePlace

	// Name returns the file name, with its extension, for a part with the given title. It is called once for each part, in order.
	Name func(title string) string

	// FrontMatter is written before the text of each file, with {title} replaced by the part's title; "" for none. Formats that include
	// files use neither it nor Head.
	FrontMatter string

	// Head returns the front matter that the order of a work requires in the file of a part. Unless it is nil or returns "", it replaces
	// FrontMatter.
	Head func(name, title string) (string, error)
}

// extractedPart is a part of a text that moves to a file of its own.
type extractedPart struct {
	title   string
	section int     // the section whose heading stays, or -1
	content stretch // the part that moves
	name    string  // of its file
}

// ExtractFragment moves a fragment to a file that is named after its title, and leaves a link to it.
func ExtractFragment(doc *analysis.Document, fragment int, x Extraction) (Edit, error) {
	d := pageOf(doc)
	u, err := fragmentUnit(d, cellOfFragment(d, fragment))
	if err != nil {
		return Edit{}, err
	}
	return extractOne(d, sentence.New("Extract fragment into a file"), u, x)
}

// ExtractSection moves a section with its subsections to a file, and leaves the heading with a link below it. The file also has the
// heading, at the highest level, except in formats that include files.
func ExtractSection(doc *analysis.Document, section int, x Extraction) (Edit, error) {
	d := pageOf(doc)
	u, err := sectionUnit(d, section)
	if err != nil {
		return Edit{}, err
	}
	return extractOne(d, sentence.New("Extract section “%s” into a file", u.title), u, x)
}

// Division is a way to divide a whole text.
type Division int

// The divisions.
const (
	ByFragments Division = iota
	ByHeadings           // by the headings of the highest level that occurs more than once
	ByScenes
)

// SplitDocument moves each part of a text that can be extracted to a file, and leaves an index: the headings, with links.
func SplitDocument(doc *analysis.Document, by Division, x Extraction) (Edit, error) {
	if by == ByScenes {
		if doc.Scenes() == nil {
			return Edit{}, NoScenes
		}
		doc = doc.DivideByScenes()
	}
	d := pageOf(doc)
	var units []extractedPart
	if by != ByHeadings {
		for _, c := range movables(d) {
			if c.fragment < 0 {
				continue
			}
			if u, err := fragmentUnit(d, c); err == nil {
				units = append(units, u)
			}
		}
	} else {
		for _, i := range DividingSections(doc) {
			if u, err := sectionUnit(d, i); err == nil {
				units = append(units, u)
			}
		}
	}
	end := 0
	units = slices.DeleteFunc(units, func(u extractedPart) bool { // a heading in a box moves with the section around the box
		isWithin := u.content.span.Start < end
		end = max(end, u.content.span.End)
		return isWithin
	})
	if len(units) == 0 {
		return Edit{}, refuse("The text has no parts to put into files.")
	}
	d.Document = nil // not needed below; frees much memory
	return extract(d, sentence.New("Split the document into files"), units, x)
}

// DividingSections returns the sections of the highest level that occurs more than once, or of the only level. Headings in boxes, such as
// callouts, do not count.
func DividingSections(d *analysis.Document) (sections []int) {
	boxes := d.Format.Boxes(d.Text.String(), d.Blocks())
	levels := make(map[int][]int)
	for i, s := range d.Sections() {
		isInBox := func(b markup.Container) bool { return b.Open.Start < s.Span.Start && s.Span.Start < b.Close.Start }
		if !slices.ContainsFunc(boxes, isInBox) {
			levels[s.Level] = append(levels[s.Level], i)
		}
	}
	for _, level := range slices.Sorted(maps.Keys(levels)) {
		if len(levels[level]) > 1 || len(levels) == 1 {
			return levels[level]
		}
	}
	return nil
}

func fragmentUnit(d *page, c movable) (extractedPart, error) {
	u := extractedPart{title: d.Fragment(c.fragment).Title().Text, section: -1, content: c.stretch}
	if u.title == "" {
		u.title = "Part"
	}
	u.content = extendToConstructs(d, u.content)
	return u, checkUnit(d, u)
}

func sectionUnit(d *page, section int) (extractedPart, error) {
	s := d.Sections()[section]
	whole := sectionStretch(d, section)
	u := extractedPart{title: s.Title, section: section}
	start := d.Blocks()[s.Heading].Span.End
	for i := s.Heading + 1; i < len(d.blocks) && d.belongsToHeading(i); i++ {
		start = d.blocks[i].Span.End
	}
	u.content = extendToConstructs(d, stretchOf(d, markup.Span{Start: min(start, whole.span.End), End: whole.span.End}))
	return u, checkUnit(d, u)
}

// checkUnit returns an error if a part cannot go into a file.
func checkUnit(d *page, u extractedPart) error {
	if u.content.torn {
		return refuse("%s in this part, so it cannot go into a file.", d.tornConstruct(u.content.span))
	}
	content := blocksIn(d.Blocks(), u.content.span)
	for _, b := range content {
		if (b.Kind == markup.Code || b.Kind == markup.Math || b.Kind == markup.Table) && !containsSpan(u.content.span, d.Text.Trim(b.Span)) {
			return refuse("This part contains only a piece of “%s”, so it cannot go into a file.", shortenForMessage(d.Text.Slice(b.Span)))
		}
	}
	isMore := func(b markup.Block) bool { return b.Kind != markup.Definition }
	if strings.TrimSpace(u.content.text) == "" || len(content) > 0 && !slices.ContainsFunc(content, isMore) {
		return refuse("There is no text to put into a file.")
	}
	if _, _, ok := notation(d).Included(strings.TrimSpace(u.content.text)); ok {
		return refuse("This is already in a file of its own.")
	}
	if name := d.definitionCutOff(u.content.span); name != "" {
		return refuse("“%s” is defined for this whole text, so the part that defines or uses it cannot go into a file.", name)
	}
	return nil
}

// extractOne extracts a part and checks that inlining it restores the text, ignoring white space.
func extractOne(d *page, title *sentence.Sentence, u extractedPart, x Extraction) (Edit, error) {
	e, err := extract(d, title, []extractedPart{u}, x)
	if err != nil {
		return Edit{}, err
	}
	after := d.after(e)
	link := strings.Index(after.text[u.content.span.Start:], notation(d).Include(u.title, e.Files[0].Path))
	if link < 0 {
		link = 0
	}
	back, err := inline(after, u.content.span.Start+link, x.NewFilePlace, e.Files[0].Text)
	if err != nil || !sameWords(d, after.after(back)) {
		return Edit{}, refuse("This part could not be put back unchanged from a file, so nothing has been changed.")
	}
	return e, nil
}

// sameWords reports whether two texts differ only in white space and in addresses written with a needless prefix.
func sameWords(one, other *page) bool {
	words := func(p *page) []string {
		var prefixed []Replacement
		for _, t := range notation(p).Targets(p.text, p.blocks) {
			if t.Prefix != "" {
				prefixed = append(prefixed, Replacement{Span: t.Span, Text: t.Prefix + strings.TrimPrefix(p.text[t.Start:t.End], "./")})
			}
		}
		return strings.Fields(newEdit(nil, prefixed...).Apply(p.text))
	}
	return slices.Equal(words(one), words(other))
}

// extract moves parts to files. So that links and footnotes keep their targets, it copies the labels that a part refers to, and those in a
// part that the rest refers to.
func extract(d *page, title *sentence.Sentence, units []extractedPart, x Extraction) (Edit, error) {
	if d.Format.HasBase(d.text) {
		return Edit{}, refuse("The addresses on this page are relative to its <base>, so a link to a file beside it would lead nowhere.")
	}
	n, end := notation(d), lineTerminator(d)
	slices.SortFunc(units, func(a, b extractedPart) int { return a.content.span.Start - b.content.span.Start })
	for i := range units {
		units[i].name = x.Name(units[i].title)
	}
	r := references{page: d, units: units, places: d.places(), definitions: n.Definitions(d.text, d.blocks)}
	r.targets = sortTargets(n.Targets(d.text, d.blocks))
	rest := slices.DeleteFunc(slices.Clone(d.blocks), func(b markup.Block) bool { return r.unitOf(b.Span) >= 0 })
	needs := n.References(d.text, rest)
	has := make(map[string]bool)
	r.byName = make(map[string][]int)
	for i, l := range r.definitions {
		r.byName[l.Name] = append(r.byName[l.Name], i)
		if r.unitOf(l.Span) < 0 {
			has[l.Name] = true
		}
	}
	var all []Replacement
	stubs := make([]string, len(units))
	for _, l := range r.neededDefinitions(needs, has, func(l markup.Label) bool { return r.unitOf(l.Span) >= 0 }) {
		stubs[r.unitOf(l.Span)] += end + end + d.Text.Slice(l.Span)
	}
	e := Edit{Title: title}
	for i, u := range units {
		file, err := r.textOfPart(i, x)
		if err != nil {
			return Edit{}, err
		}
		e.Files = append(e.Files, File{Path: x.path(u.name), Text: file})
		stub := n.Include(u.title, x.path(u.name))
		if stub == "" {
			return Edit{}, refuse("This format cannot refer to a file named %s.", x.path(u.name))
		}
		stub += stubs[i]
		above, below := neededSpaceAround(d, u.content.span, stub)
		all = append(all, Replacement{Span: u.content.span, Text: above + stub + below})
	}
	others := addressReplacements(d.text, r.targets, newOutsideFilter(units), func(address string) string {
		if strings.HasPrefix(address, "#") {
			if place, known := r.places[anchorIn(address)]; known {
				if i := unitAt(units, place.End-1); i >= 0 {
					return n.AddressOf(x.path(units[i].name)) + address
				}
			}
		}
		return address
	})
	e.Replacements = newEdit(nil, append(all, others...)...).Replacements
	if err := checkRemainder(d, e, others, all); err != nil {
		return Edit{}, err
	}
	if err := r.checkMentioned(); err != nil {
		return Edit{}, err
	}
	return e, checkLinks(d, e, units)
}

// checkMentioned returns an error that quotes a name that would be used where it is no longer defined, or nil.
func (r *references) checkMentioned() error {
	for _, m := range r.Format.Mentions(r.text, r.blocks) {
		place, ok := r.places[anchorIn("#"+m.Name)]
		here, there := r.unitOf(m.Span), r.unitOf(place)
		isOwn := func(i int) bool {
			return i >= 0 && r.units[i].section >= 0 && containsSpan(r.blocks[r.sections[r.units[i].section].Heading].Span, place)
		}
		if ok && here != there && !isOwn(here) {
			return refuse("“@%s” would not be known in another file, so nothing has been changed.", m.Name)
		}
	}
	return nil
}

// checkRemainder returns an error if the text outside the extracted parts would change its meaning. `taken` lists the replacements of the
// parts, `rest` the others.
func checkRemainder(d *page, e Edit, rest, taken []Replacement) error {
	same := *d
	around, after := &same, d.after(e)
	if len(rest) > 0 {
		around = d.after(newEdit(nil, rest...))
	}
	var parts, stubs []markup.Span // the parts before the edit, and what replaces them after it
	grown, with, next := 0, 0, 0
	for _, r := range e.Replacements {
		if next < len(taken) && taken[next].Span == r.Span {
			next++
			parts = append(parts, r.Span.Shift(grown))
			stubs = append(stubs, markup.Span{Start: r.Span.Start + with, End: r.Span.Start + with + len(r.Text)})
		} else {
			grown += len(r.Text) - r.Span.Len()
		}
		with += len(r.Text) - r.Span.Len()
	}
	not := func(spans []markup.Span) func(markup.Block) bool {
		return func(b markup.Block) bool {
			i := sort.Search(len(spans), func(i int) bool { return spans[i].End > b.Span.Start })
			return i == len(spans) || spans[i].Start >= b.Span.End
		}
	}
	for _, part := range parts {
		for _, b := range blocksIn(around.blocks, part) {
			if !containsSpan(part, around.Text.Trim(b.Span)) {
				return nil // a piece of the block stays, and is another block
			}
		}
	}
	all := func(markup.Block) bool { return true }
	around.isLoose, after.isLoose = true, true // a heading may have been removed
	return checkSameCensus(around.newCensus(not(parts), all, nil), after.newCensus(not(stubs), nil, nil))
}

// checkLinks returns an error that quotes a link, in the text or a file, that would lead to another place, or nil.
func checkLinks(d *page, e Edit, units []extractedPart) error {
	links := d.innerLinks()
	if len(links) == 0 {
		return nil
	}
	pages := make([]*page, len(units)+1) // the last one is the text
	known := make([]map[string]markup.Span, len(units)+1)
	for address, to := range links {
		i := unitAt(units, to.End-1)
		if i < 0 {
			i = len(units)
		}
		if pages[i] == nil {
			if pages[i] = d.after(e); i < len(units) {
				pages[i] = newPage(d.Format, e.Files[i].Text)
			}
			known[i] = pages[i].places()
		}
		if err := checkLinkTarget(known[i], address, func(now markup.Span) bool {
			return d.firstPart(d.blockIndex(to.Start)) == pages[i].firstPart(pages[i].blockIndex(now.Start))
		}); err != nil {
			return err
		}
	}
	return nil
}

// neededSpaceAround returns the line terminators to add around a part so that stub, which replaces it, is a block of its own.
func neededSpaceAround(d *page, part markup.Span, stub string) (above, below string) {
	text := d.text
	left, right := spaceBefore(text, part.Start), spaceAfter(text, part.End)
	const another = -2 // none of the existing blocks
	if left.Start > textStart(d) {
		block, space := blockBeforeOffset(d, left.Start), text[left.Start:left.End]
		above = missingSpace(d, space, block, another)
		if block >= 0 && above == "" {
			source := text[d.blocks[block].Span.Start:left.Start]
			if both := d.Format.ScanPart(source + space + stub); len(both) > 0 && both[0].Span.End > len(source) { // the stub would continue the block
				above = strings.Repeat(lineTerminator(d), max(0, notation(d).LineEndsBetweenBlocks()-countLineTerminators(space)))
			}
		}
	}
	if space := text[right.Start:right.End]; right.End < len(text) && !d.isBreakAfter(stub, space, blockAfterOffset(d, right.End)) {
		below = strings.Repeat(lineTerminator(d), max(0, notation(d).LineEndsBetweenBlocks()-countLineTerminators(space)))
	}
	return above, below
}

// references holds the links of a page and their targets, some of which may be in parts that move to files.
type references struct {
	*page
	units       []extractedPart
	places      map[string]markup.Span
	targets     []markup.Target // in the order of the text
	definitions []markup.Label
	byName      map[string][]int // indices in definitions
}

// unitOf returns the index of the part that contains a span, or -1.
func (r *references) unitOf(span markup.Span) int { return unitAt(r.units, span.End-1) }

// textOfPart returns the text of a part's file.
func (r *references) textOfPart(i int, x Extraction) (string, error) {
	d, u, n, end := r.page, r.units[i], notation(r.page), lineTerminator(r.page)
	address := func(address string) string {
		if !strings.HasPrefix(address, "#") {
			return x.addressInFile(n, address)
		}
		place, known := r.places[anchorIn(address)]
		switch at := unitAt(r.units, place.End-1); {
		case !known:
		case at == i, u.section >= 0 && containsSpan(d.blocks[d.sections[u.section].Heading].Span, place):
			return address
		case at >= 0:
			return n.AddressOf(r.units[at].name) + address
		}
		return x.addressInFile(n, n.AddressOf(x.Source)) + address
	}
	first := sort.Search(len(r.targets), func(i int) bool { return r.targets[i].Start >= u.content.span.Start })
	after := sort.Search(len(r.targets), func(i int) bool { return r.targets[i].Start >= u.content.span.End })
	targets := r.targets[first:after]
	replacements := addressReplacements(d.text, targets, x.newMovedAddressFilter(u.content.span), address)
	if u.section >= 0 && !n.IncludesFiles() {
		shifted, err := headingShifts(d, u.content.span, -rank(n.Levels(), d.Sections()[u.section].Level))
		if err != nil {
			return "", err
		}
		replacements = append(replacements, shifted...)
	}
	var b strings.Builder
	opening := n.FileOpening(u.title)
	if x.FrontMatter != "" && !n.IncludesFiles() { // an included file has no metadata of its own
		opening = strings.ReplaceAll(x.FrontMatter, "{title}", u.title)
	}
	if x.Head != nil && !n.IncludesFiles() {
		head, err := x.Head(u.name, u.title)
		if err != nil {
			return "", err
		}
		opening = cmp.Or(head, opening)
	}
	if opening != "" {
		b.WriteString(withLineTerminator(strings.TrimRight(opening, "\n")+"\n\n", end))
	}
	b.WriteString(fileHeading(d, u))
	content := applyWithin(d, u.content.span, withoutOverlap(replacements))
	if !isReadAlike(d, u.content.span, content) {
		return "", refuse("By itself, “%s” would be read differently, so it cannot go into a file.", shortenForMessage(u.title))
	}
	has := make(map[string]bool)
	for _, l := range r.definitions {
		if r.unitOf(l.Span) == i {
			has[l.Name] = true
		}
	}
	needs := n.References(d.text, blocksIn(d.blocks, u.content.span))
	var above, below strings.Builder
	for _, l := range r.neededDefinitions(needs, has, func(l markup.Label) bool { return r.unitOf(l.Span) != i }) {
		source := applyWithin(d, l.Span, addressReplacements(d.text, n.Targets(d.text, definition(l)), x.newMovedAddressFilter(l.Span), address))
		if !n.DefinesAbove() {
			below.WriteString(end + source + end)
			continue
		}
		if len(r.byName[l.Name]) > 1 {
			return "", refuse("“%s” is defined more than once, so what uses it cannot go into a file.", l.Name)
		}
		above.WriteString(source + end)
	}
	if above.Len() > 0 {
		b.WriteString(above.String() + end)
	}
	b.WriteString(content + end + below.String())
	return b.String(), nil
}

// isReadAlike reports whether the content of a part is read as the same kinds of blocks by itself, or a block extends beyond the part.
func isReadAlike(d *page, span markup.Span, text string) bool {
	if d.Format.HasOutline() { // in plain text, every block ends without markup
		return true
	}
	alone := d.Format.ScanPart(text)
	isPart := func(b markup.Block) bool { return containsSpan(span, d.Text.Trim(b.Span)) }
	here := slices.DeleteFunc(slices.Clone(blocksIn(d.blocks, span)), func(b markup.Block) bool { return !isPart(b) })
	return len(here) != len(blocksIn(d.blocks, span)) || slices.EqualFunc(here, alone, func(a, b markup.Block) bool {
		return a.Kind == b.Kind && len(a.Children) == len(b.Children)
	})
}

// fileHeading returns the heading of a part's file: the section's own, raised to the highest level, or one derived from the title. It is ""
// if files of the format are included or have no headings.
func fileHeading(d *page, u extractedPart) string {
	n, end := notation(d), lineTerminator(d)
	levels := n.Levels()
	switch {
	case n.IncludesFiles() || len(levels) == 0 && (u.section < 0 || !d.Format.HasOutline()):
		return ""
	case u.section < 0:
		return withLineTerminator(n.Heading(u.title, levels[0]), end) + end + end
	}
	heading := d.Blocks()[d.Sections()[u.section].Heading].Span
	source := strings.TrimPrefix(d.Text.Slice(heading), byteOrderMark)
	if len(levels) > 0 {
		source = releveledHeading(d, source, levels[0])
	}
	return source + d.Text.Slice(spaceAfter(d.text, heading.End))
}

// neededDefinitions returns the offered definitions of the names in `needs` and, in turn, of those that they need. Names in `has` are left
// out; those found are added to it.
func (r *references) neededDefinitions(needs []string, has map[string]bool, offered func(markup.Label) bool) []markup.Label {
	taken := make(map[int]bool)
	for len(needs) > 0 {
		var more []string
		for _, name := range needs {
			for _, i := range r.byName[name] {
				if l := r.definitions[i]; !has[name] && offered(l) {
					taken[i], has[name] = true, true
					more = append(more, notation(r.page).References(r.text, definition(l))...)
				}
			}
		}
		needs = more
	}
	var list []markup.Label
	for _, i := range slices.Sorted(maps.Keys(taken)) {
		if n := len(list); n == 0 || list[n-1].Span != r.definitions[i].Span { // one block may define several names
			list = append(list, r.definitions[i])
		}
	}
	return list
}

// withoutOverlap drops replacements inside others, such as an address in a rewritten heading.
func withoutOverlap(replacements []Replacement) []Replacement {
	sorted := newEdit(nil, replacements...).Replacements
	kept := sorted[:0]
	for _, r := range sorted {
		if n := len(kept); n == 0 || r.Span.Start >= kept[n-1].Span.End {
			kept = append(kept, r)
		}
	}
	return kept
}
