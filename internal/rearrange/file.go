package rearrange

import (
	"cmp"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/filename"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/restructure"
	"github.com/segls/segls/internal/work"
)

// MoveFile moves a file, with the files below it, to another position in the order.
func MoveFile(w Work, file string, to Slot) (Change, error) {
	e, at := w.Order.Entry(file), w.Order.Entry(to.Path)
	switch {
	case e == nil:
		return Change{}, refuse("%s is not in the order of the work.", file)
	case at == nil:
		return Change{}, refuse("%s is not in the order of the work.", to.Path)
	case w.Order.IsByNames():
		return Change{}, refuse("The files of this folder are in the order of their names. Rename one to move it, or write the order down.")
	}
	a := newChangeBuilder(w)
	a.orders = []work.Change{work.NewMove(e, map[Side]func(*work.Entry) work.Place{Before: work.PlaceBefore, After: work.PlaceAfter, Below: work.LastBelow}[to.Side](at))}
	return a.finish(sentence.New("Move %s", file))
}

// Renumber moves a file to another position in an order by names: the files between exchange numbers with it. Links keep their targets.
func Renumber(w Work, file string, to Slot) (Change, error) {
	e, at := w.Order.Entry(file), w.Order.Entry(to.Path)
	if e == nil || at == nil || w.Order.Kind != "series" || to.Side == Below || path.Dir(file) != path.Dir(to.Path) {
		return Change{}, refuse("Only files in one folder whose names are a series can be renumbered.")
	}
	names, err := w.Order.RenumberedNames(e, at, to.Side == After)
	if err != nil {
		return Change{}, err
	}
	a := newChangeBuilder(w)
	texts := make(map[string]string)
	for from, to := range names {
		if _, isOther := names[to]; !isOther && slices.Contains(a.index.Files(), to) {
			return Change{}, refuse("%s already exists.", to)
		}
		text, ok := a.index.Text(from)
		if !ok {
			return Change{}, refuse("%s cannot be read.", from)
		}
		texts[to] = text
	}
	var removed []string
	for from := range names {
		if _, isNewName := texts[from]; !isNewName {
			removed = append(removed, from)
		}
	}
	want := w.Order.Files()
	i := slices.Index(want, file)
	want = slices.Delete(want, i, i+1)
	i = slices.Index(want, to.Path)
	if to.Side == After {
		i++
	}
	want = slices.Insert(want, i, file)
	for i, name := range want {
		want[i] = cmp.Or(names[name], name)
	}
	if now, ok := work.Read(work.NewOverlay(a.w.Files, texts, removed...), w.Order.Folder); !ok || !slices.Equal(now.Files(), want) {
		return Change{}, refuse("Renumbered, the files would come in another order, so nothing has been changed.")
	}
	return Change{Title: sentence.New("Move %s", file), Result: exchangeNames(a.index, names)}, nil
}

// exchangeNames exchanges the names of files.
func exchangeNames(x *link.Index, names map[string]string) link.Result {
	var renames []link.PathRename
	for _, from := range slices.Sorted(maps.Keys(names)) {
		renames = append(renames, link.PathRename{From: from, To: names[from]})
	}
	return x.RenamesAsEdits(x.Mend(link.Change{Renamed: renames}))
}

// RenameFiles renames files and folders, whether or not they are texts of the work, all at once: one may take the old name of
// another. It updates the links to and from them, and the order.
func RenameFiles(w Work, renames ...link.PathRename) Change {
	a := newChangeBuilder(w)
	var ofOrder []link.PathRename
	for _, r := range renames {
		if slices.ContainsFunc(w.Order.Files(), func(file string) bool { return isAtOrUnder(r.From, file) }) {
			ofOrder = append(ofOrder, r)
		}
	}
	for _, r := range inTurn(ofOrder) {
		a.orders = append(a.orders, work.NewRename(r.From, r.To))
	}
	if err := a.addOrderEdits(); err != nil {
		a.notes = append(a.notes, sentence.Join(err))
	}
	files, err := a.piecesOfFiles(true)
	if err != nil { // the order is not the reason: its edits do not overlap
		a.notes, files = append(a.notes, sentence.Join(err)), nil
	}
	change := link.Change{Files: make(map[string][]link.Piece), Renamed: renames}
	for file, pieces := range files {
		change.Files[change.PathAfter(file)] = pieces
	}
	title := sentence.New("Rename files")
	if len(renames) == 1 {
		title = sentence.New("Rename %s", renames[0].From)
	}
	return Change{Title: title, Result: a.index.Mend(change), Notes: a.notes}
}

// inTurn returns renames that do one after the other what the given ones do at once. Files that exchange their names first get
// names that none has.
func inTurn(renames []link.PathRename) (list []link.PathRename) {
	rest := slices.Clone(renames)
	for len(rest) > 0 {
		next := slices.IndexFunc(rest, func(r link.PathRename) bool {
			return !slices.ContainsFunc(rest, func(other link.PathRename) bool {
				return other != r && (isAtOrUnder(other.From, r.To) || isAtOrUnder(r.To, other.From))
			})
		})
		if next < 0 {
			break
		}
		list, rest = append(list, rest[next]), slices.Delete(rest, next, next+1)
	}
	for i, r := range rest {
		rest[i].From = path.Join(path.Dir(r.From), "renamed-"+path.Base(r.From))
		list = append(list, link.PathRename{From: r.From, To: rest[i].From})
	}
	return append(list, rest...)
}

// isAtOrUnder reports whether a path is that of a file or folder, or of something in that folder.
func isAtOrUnder(folder, file string) bool { return file == folder || isUnder(folder, file) }

// SplitAtFragment moves the text of a file, from a fragment on, to a new file, which comes next in the order. title is the title of the
// new file, unless the fragment begins with a heading; if it is "", the title of the fragment is used. name is the name of the file, in
// the same folder; if it is "", it is derived from the title.
func SplitAtFragment(w Work, file string, fragment int, title, name string) (Change, error) {
	d, err := w.document(file)
	if err != nil {
		return Change{}, err
	}
	if fragment <= 0 || fragment >= len(d.Fragments()) {
		return Change{}, restructure.RefuseUnit(d, "A file can be split at its second fragment, or at a later one.", "A file can be split at its second scene, or at a later one.")
	}
	if section := sectionOpenedBy(d, fragment); section >= 0 {
		return SplitAtSection(w, file, section, name) // the heading stays with it
	}
	title = cmp.Or(strings.Join(strings.Fields(title), " "), d.Fragment(fragment).Title().Text, "Part")
	if !strings.ContainsFunc(title, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }) {
		return Change{}, refuse("A title needs a word.")
	}
	at := restructure.OffsetBeforeFragment(d, fragment)
	heading := ""
	if n := d.Format.NotationOf(d.Text.String(), d.Blocks()); !w.isOneText(d) && len(n.Levels()) > 0 {
		heading = n.Heading(title, n.Levels()[0])
	}
	return w.split(file, at, title, heading, levelShift{}, name)
}

// sectionOpenedBy returns the section that a fragment begins: the outermost whose heading, other than the title, is right above it; or -1.
func sectionOpenedBy(d *analysis.Document, fragment int) int {
	first := d.Paragraphs()[d.Fragments()[fragment].First].Block
	at := -1
	for i := len(d.Sections()) - 1; i >= 0; i-- {
		heading := d.Sections()[i].Heading
		if heading >= first {
			continue
		}
		isRightAbove := !slices.ContainsFunc(d.Blocks()[heading+1:first], func(b markup.Block) bool { return b.Kind.IsProse() })
		if !isRightAbove || i == titleSection(d) {
			break
		}
		at = i
	}
	return at
}

// SplitAtSection moves the text of a file, from a heading on, to a new file, which comes next in the order.
func SplitAtSection(w Work, file string, section int, name string) (Change, error) {
	d, err := w.document(file)
	if err != nil {
		return Change{}, err
	}
	if section < 0 || section >= len(d.Sections()) {
		return Change{}, refuse("%s has %s.", file, restructure.CountSections(d))
	}
	s := d.Sections()[section]
	if section == titleSection(d) {
		return Change{}, refuse("Nothing would be left in the file above the title.")
	}
	least := s.Level
	for _, other := range d.Sections()[section:] {
		least = min(least, other.Level)
	}
	return w.split(file, restructure.OffsetBeforeSection(d, section), s.Title, "", w.shiftToTitle(d, least), name)
}

// shiftToTitle returns the shift that turns headings of a level into titles of files.
func (w Work) shiftToTitle(d *analysis.Document, level int) levelShift {
	if w.isOneText(d) || d.Format.Name == markup.ReStructuredText.Name {
		return levelShift{}
	}
	levels := commonLevels(d, d)
	if len(levels) == 0 { // chapters of plain text keep their lines
		return levelShift{}
	}
	return levelShift{level, levels[0]}
}

// isOneText reports whether files in the format of d become one text by including each other, so that heading levels are common to all.
func (w Work) isOneText(d *analysis.Document) bool {
	return d.Format.Notation().IncludesFiles() && d.Format.Name != markup.ReStructuredText.Name
}

// split moves the text of a file, from an offset on, to a new file.
func (w Work) split(file string, at int, title, heading string, by levelShift, name string) (Change, error) {
	d := w.Documents[file]
	p, err := restructure.PassageFrom(d, at)
	if err != nil {
		return Change{}, err
	}
	if w.isOneText(d) {
		p.Taken = p.Span // the end of the file replaces the break
	}
	a := newChangeBuilder(w)
	e := w.Order.Entry(file)
	to, err := a.reserveFileInOrder(file, title, name, func(to string) []work.Change {
		switch {
		case e == nil || w.isRoot(e):
			return nil
		case len(e.Entries) > 0 && !w.Order.IncludesTexts():
			return []work.Change{work.NewInsertion(&work.Entry{Title: title, Path: to}, work.FirstBelow(e))}
		}
		return []work.Change{work.NewInsertion(&work.Entry{Title: title, Path: to}, work.PlaceAfter(e))}
	})
	if err != nil {
		return Change{}, err
	}
	if e != nil && w.isRoot(e) {
		if err := a.putInclude(file, p.Span, title, to); err != nil {
			return Change{}, err
		}
	}
	return a.moveToNewFile(sentence.New("Split %s at “%s”", file, title), file, p, to, heading, by)
}

// SectionToFile moves a section to a file of its own, right after its file in the order, or below it if the order has levels. If the work
// includes files in others, the new file is included where the section was.
func SectionToFile(w Work, file string, section int, name string) (Change, error) {
	d, err := w.document(file)
	if err != nil {
		return Change{}, err
	}
	span, err := movableSectionSpan(d, section)
	if err != nil {
		return Change{}, err
	}
	s := d.Sections()[section]
	a := newChangeBuilder(w)
	e := w.Order.Entry(file)
	if e != nil && len(e.Entries) > 0 {
		span.End = startOfToctree(d, span)
	}
	to, err := a.reserveFileInOrder(file, s.Title, name, func(to string) []work.Change {
		if e == nil || w.Order.IncludesTexts() {
			return nil
		}
		return a.firstAccepted(work.NewInsertion(&work.Entry{Title: s.Title, Path: to}, work.FirstBelow(e)), work.NewInsertion(&work.Entry{Title: s.Title, Path: to}, work.PlaceAfter(e)))
	})
	if err != nil {
		return Change{}, err
	}
	if e != nil && w.Order.IncludesTexts() {
		if err := a.putInclude(file, span, s.Title, to); err != nil {
			return Change{}, err
		}
	}
	return a.moveToNewFile(sentence.New("Make “%s” a file", s.Title), file, restructure.UnchangedPassage(span, 0), to, "", w.shiftToTitle(d, s.Level))
}

// startOfToctree returns the start of the toctree that will name the new file, if it ends the text below prose, or the section's end.
func startOfToctree(d *analysis.Document, section markup.Span) int {
	text := d.Text.String()
	m := lastToctree.FindStringIndex(text[section.Start:section.End])
	if m == nil || strings.TrimSpace(text[section.End:]) != "" {
		return section.End
	}
	start := section.Start + m[0]
	for _, b := range d.Blocks() {
		if b.Kind.IsProse() && section.Start <= b.Span.Start && b.Span.End <= start {
			return start
		}
	}
	return section.End
}

var lastToctree = regexp.MustCompile("(?m)^(?:\\.\\. toctree::[ \\t]*(?:\\r?\\n[ \\t]+[^\\r\\n]*|\\r?\\n)*|(?:```+|:::+)\\{toctree\\}[^`]*(?:```+|:::+))\\s*\\z")

// isRoot reports whether an entry is the file that includes all others.
func (w Work) isRoot(e *work.Entry) bool {
	return w.Order.IncludesTexts() && len(w.Order.Entries) > 0 && w.Order.Entries[0] == e
}

// reserveFileInOrder returns the path of a new file in the folder of another, and records the change of the order. In an order by names, a
// generated name sorts at the file's position; a given name that does not is an error.
func (a *changeBuilder) reserveFileInOrder(file, title, name string, orders func(to string) []work.Change) (string, error) {
	to, err := a.reserveFile(file, title, name)
	if err != nil {
		return "", err
	}
	if a.orders = orders(to); len(a.orders) == 0 || a.w.Order.Kind == "folder" || (a.w.Room == 0 || !a.isOrderedByNames()) && a.orderAccepts() {
		return to, nil // the name decides nothing, or the order accepts it
	}
	proposed := ""
	for _, other := range work.NamesAfter(file, filename.Slug(title), a.w.Room) {
		at, err := a.reserveFile(file, title, other)
		if err != nil {
			continue
		}
		if a.orders = orders(at); !a.orderAccepts() {
			delete(a.created, at)
			continue
		}
		if name == "" {
			delete(a.created, to)
			return at, nil
		}
		delete(a.created, at)
		proposed = other
		break
	}
	a.orders = orders(to)
	switch {
	case !a.isOrderedByNames():
		return to, nil // the name decides nothing; addOrderEdits reports why the order cannot be rewritten
	case proposed != "":
		return "", refuse("The files are in the order of their names: %s would not come next, but %s would.", name, proposed)
	}
	return "", refuse("The files are in the order of their names, and there is no name for a file that comes next after %s. Write the order down, or rename the files.", file)
}

// orderAccepts reports whether the recorded changes of the order can be made.
func (a *changeBuilder) orderAccepts() bool {
	_, _, err := a.w.Order.Rewrite(a.overlay(nil), a.orders...)
	return err == nil
}

// isOrderedByNames reports whether the name of a new file decides its place in the order.
func (a *changeBuilder) isOrderedByNames() bool {
	if a.w.Order.IsByNames() {
		return true
	}
	_, isNamed := a.findNewFileInOrder()
	return isNamed
}

// reserveFile returns the path of a new file in the folder of another.
func (a *changeBuilder) reserveFile(file, title, name string) (string, error) {
	folder := path.Dir(file)
	isTaken := a.isTakenIn(folder)
	if name == "" {
		name = filename.UnusedName(filename.Slug(title), path.Ext(file), isTaken)
	}
	if path.Ext(name) == "" {
		name += path.Ext(file)
	}
	switch {
	case !filename.IsPortable(name):
		return "", refuse("%s is not a file name that every system accepts.", name)
	case isTaken(filename.ComparisonKey(name)):
		return "", refuse("%s already exists.", name)
	}
	to := path.Join(folder, name)
	a.created[to] = true
	return to, nil
}

// isTakenIn returns a function that reports whether a file in a folder has the name with a [filename.ComparisonKey].
func (a *changeBuilder) isTakenIn(folder string) func(key string) bool {
	return func(key string) bool {
		return slices.ContainsFunc(a.index.Files(), func(other string) bool {
			return path.Dir(other) == folder && filename.ComparisonKey(path.Base(other)) == key
		})
	}
}

// putInclude inserts an include of another file before a part of a file, which is then moved away.
func (a *changeBuilder) putInclude(file string, span markup.Span, title, to string) error {
	d := a.w.Documents[file]
	from := path.Dir(file)
	if d.Format.Name == markup.LaTeX.Name {
		from = path.Dir(a.w.Order.Order)
	}
	include := d.Format.Notation().Include(title, relative(from, to))
	if include == "" {
		return refuse("This format cannot refer to a file named %s.", to)
	}
	a.ops[file] = append(a.ops[file], operation{span: markup.Span{Start: span.Start, End: span.Start}, part: -1, pieces: []link.Piece{{Text: include, IsAdded: true}}})
	a.stub = true
	return nil
}

// relative returns the path of a file relative to a folder that contains it.
func relative(folder, file string) string {
	if folder == "." {
		return file
	}
	return strings.TrimPrefix(file, folder+"/")
}

// moveToNewFile moves a part of a file to a new one, below the given heading, if any.
func (a *changeBuilder) moveToNewFile(title *sentence.Sentence, from string, p restructure.Passage, to, heading string, by levelShift) (Change, error) {
	if heading != "" {
		end := lineTerminator(a.w.Documents[from])
		a.ops[to] = append(a.ops[to], operation{part: -1, pieces: []link.Piece{{Text: strings.ReplaceAll(heading, "\n", end) + end + end, IsAdded: true}}, rank: -1})
	}
	if err := a.moveSpan(from, p, to, by); err != nil {
		return Change{}, err
	}
	if err := a.moveDefinitions(0); err != nil {
		return Change{}, err
	}
	return a.finish(title)
}

// firstAccepted returns the first change that the order accepts, or the last if it accepts none.
func (a *changeBuilder) firstAccepted(changes ...work.Change) []work.Change {
	for _, c := range changes[:len(changes)-1] {
		if _, _, err := a.w.Order.Rewrite(a.overlay(nil), c); err == nil {
			return []work.Change{c}
		}
	}
	return changes[len(changes)-1:]
}

// MergeNextFile appends the next file in the order to a file.
func MergeNextFile(w Work, file string) (Change, error) {
	next, err := w.next(file)
	if err != nil {
		return Change{}, err
	}
	return w.appendFile(sentence.New("Merge %s into %s", next, file), file, next, false)
}

// FileToSection makes a file the last section of the file before it.
func FileToSection(w Work, file string) (Change, error) {
	previous, err := w.previous(file)
	if err != nil {
		return Change{}, err
	}
	return w.appendFile(sentence.New("Make %s a section of %s", file, previous), previous, file, true)
}

// appendFile appends a file to another. A title in its metadata becomes a heading. In a work that is one text, its headings keep their
// levels unless isBelow is set.
func (w Work) appendFile(title *sentence.Sentence, file, next string, isBelow bool) (Change, error) {
	target, d, err := w.documentsOfSameFormat(file, next)
	if err != nil {
		return Change{}, err
	}
	text := d.Text.String()
	span := restructure.BodySpan(d)
	if rest := strings.TrimRight(text[span.Start:], whiteSpace); d.Format.Name != markup.LaTeX.Name && d.Format.Name != markup.HyperText.Name {
		span.End = span.Start + len(rest) // with the definitions at its end
	}
	if d.Format.Notation().DefinesAbove() {
		for _, c := range d.Format.Containers(text, d.Blocks()) {
			if c.Open.End <= span.Start {
				return Change{}, refuse("%s begins with “%s”, which applies to the whole file and would then apply to nothing.", next, text[c.Open.Start:c.Open.End])
			}
		}
	}
	a := newChangeBuilder(w)
	a.removed[next] = true
	at := restructure.BodySpan(target).End
	least, by, level := 0, levelShift{}, partLevel(target)
	top := titleSection(d)
	for _, s := range d.Sections() {
		switch {
		case d.Blocks()[s.Heading].Span.Start < span.Start:
			top = -1 // the title of AsciiDoc, which is a part of the head
		case least == 0 || s.Level < least:
			least = s.Level
		}
	}
	metadata := d.Format.MetadataEntries(text, d.Blocks(), span.Start)
	isTitled, used := metadata.Title.Len() > 0, markup.Span{} // used is the title if it is or becomes a heading
	if top >= 0 && (d.Sections()[top].Title == text[metadata.Title.Start:metadata.Title.End] || d.Format.Name == markup.HyperText.Name) {
		isTitled, used = false, metadata.Title
	}
	n := target.Format.NotationOf(target.Text.String(), target.Blocks())
	isOnlyTitled := len(target.Sections()) == 0 && markup.FrontMatterTitle(target.Text.String(), target.Blocks()).Len() > 0
	if isTitled && len(target.Sections()) == 0 || isOnlyTitled {
		level = n.FirstLevel()
	}
	if isTitled && level > 0 {
		before, after, ok := strings.Cut(n.Heading("\x00", level), "\x00")
		if ok {
			lead, _ := neededSpaceAround(target, at)
			end := lineTerminator(target)
			a.ops[file] = append(a.ops[file], operation{span: markup.Span{Start: at, End: at}, before: lead, part: -1, rank: -1, pieces: []link.Piece{
				{Text: before, IsAdded: true}, {File: next, Span: metadata.Title}, {Text: strings.ReplaceAll(after, "\n", end) + end + end},
			}})
			a.joined, used = true, metadata.Title
			if least > 0 && least <= level {
				if by.to, err = levelBelow(target, level); err != nil {
					return Change{}, err
				}
				by.from = least
			}
		}
	} else if level > 0 && least > 0 && (isBelow || !w.isOneText(d)) && (titleSection(target) >= 0 || isOnlyTitled) {
		by = levelShift{least, level}
	}
	lost := slices.DeleteFunc(metadata.Names, func(name string) bool { return used.Len() > 0 && name == "title" })
	if len(lost) > 0 {
		a.notes = append(a.notes, sentence.New("%s has metadata that disappears with the file: %s.", next, strings.Join(lost, ", ")))
	}
	if span.Len() > 0 {
		p := restructure.UnchangedPassage(span, at)
		if !a.joined {
			p = restructure.BodyPassage(d, span, target, at, w.sortedDocuments())
		}
		if err := a.moveSpan(next, p, file, by); err != nil {
			return Change{}, err
		}
		if err := a.moveDefinitions(0); err != nil {
			return Change{}, err
		}
	}
	if e := w.Order.Entry(next); e != nil {
		a.orders = []work.Change{work.NewRemoval(e)}
	}
	return a.finish(title)
}

// droppedSpans returns the spans at the top of a removed file that describe the file itself.
func (a *changeBuilder) droppedSpans(file string) []markup.Span {
	d, ok := a.w.Documents[file]
	if !ok || !a.removed[file] {
		return nil
	}
	return []markup.Span{{End: restructure.BodySpan(d).Start}}
}
