package rearrange

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/restructure"
)

var (
	novels = flag.String("novels", "", "move scenes of the novels in this folder")
	tries  = flag.Int("novel-moves", 6, "at this many places of each, in each format")
)

// sheet is a text as the check of moves reads it: blocks, and the blank lines and separators between them.
type sheet struct {
	blocks   []string
	headings []bool
	gaps     []string // before each block, and after the last
	marks    []int    // the number of separators in each gap
	starts   []int    // of the blocks
}

func sheetOf(d *analysis.Document) (s sheet) {
	text, at, marks := d.Text.String(), 0, 0
	for _, b := range d.Blocks() {
		if b.Kind == markup.Rule {
			marks = 1 // several are one separator
			continue
		}
		span := d.Text.Trim(b.Span)
		s.blocks = append(s.blocks, d.Text.Slice(span))
		s.headings = append(s.headings, b.Kind == markup.Heading || b.Kind == markup.HTML) // HTML is, for example, the legal notice of a library's edition
		s.gaps = append(s.gaps, text[at:span.Start])
		s.marks = append(s.marks, marks)
		s.starts = append(s.starts, span.Start)
		at, marks = span.End, 0
	}
	s.gaps, s.marks = append(s.gaps, text[at:]), append(s.marks, marks)
	return s
}

// String returns a sketch: the beginning of each block, # before headings, | for each separator.
func (s sheet) String() string {
	var b strings.Builder
	for i, block := range s.blocks {
		b.WriteString(strings.Repeat("| ", s.marks[i]))
		if s.headings[i] {
			b.WriteString("# ")
		}
		fmt.Fprintf(&b, "%.12q ", block)
	}
	return b.String() + strings.Repeat("| ", s.marks[len(s.blocks)])
}

// isEdge reports whether a gap is at an end of the text or next to a heading.
func (s sheet) isEdge(gap int) bool {
	return gap == 0 || gap == len(s.blocks) || s.headings[gap-1] || s.headings[gap]
}

// chapterOf returns the number of headings that begin before an offset.
func (s sheet) chapterOf(at int) (n int) {
	for i, is := range s.headings {
		if is && s.starts[i] < at {
			n++
		}
	}
	return n
}

// isTight reports whether there is no blank line above or below the blocks [first, end). Elsewhere the blocks need blank lines to be read
// in the same way, and afterwards nothing shows that there were none.
func (s sheet) isTight(first, end int) bool {
	return strings.Count(s.gaps[first], "\n") == 1 || strings.Count(s.gaps[end], "\n") == 1
}

// hasScenes reports whether a separator divides two scenes.
func (s sheet) hasScenes() bool {
	for gap, n := range s.marks {
		if n > 0 && !s.isEdge(gap) {
			return true
		}
	}
	return false
}

// hasScenesAround reports whether the chapter around a gap has a separator.
func (s sheet) hasScenesAround(gap int) bool {
	for i := gap; i > 0 && !(i < gap && s.isEdge(i)); i-- {
		if s.marks[i] > 0 && !s.isEdge(i) {
			return true
		}
		if s.headings[i-1] {
			break
		}
	}
	for i := gap; i < len(s.blocks) && !s.headings[i]; i++ {
		if s.marks[i] > 0 && !s.isEdge(i) {
			return true
		}
	}
	return false
}

// marksLeft returns how many separators there may be where the blocks [first, end) were. Separators beside headings stay.
func (s sheet) marksLeft(first, end int) int {
	if s.isEdge(first) && s.isEdge(end) {
		return max(s.marks[first], s.marks[end])
	}
	return min(s.marks[first], s.marks[end])
}

// isScene reports whether the blocks [first, end) fill the text between separators or edges.
func (s sheet) isScene(first, end int) bool {
	isEnd := func(gap int) bool { return s.isEdge(gap) || s.marks[gap] > 0 }
	return isEnd(first) && isEnd(end)
}

// blocksOf returns the blocks [first, end) of a fragment: from its first paragraph to an edge, a separator or the next fragment.
func (s sheet) blocksOf(d *analysis.Document, fragment int) (first, end int) {
	f := d.Fragments()[fragment]
	at := func(paragraph int) int {
		i, _ := slices.BinarySearch(s.starts, d.Text.Trim(d.Paragraph(paragraph).Span).Start+1)
		return i - 1
	}
	first, end = at(f.First), at(f.End-1)+1
	for end < len(s.blocks) && !s.isEdge(end) && s.marks[end] == 0 && (fragment+1 == len(d.Fragments()) || end < at(d.Fragments()[fragment+1].First)) {
		end++
	}
	return first, end
}

// wrongMove describes an error in a move of the blocks [first, end) from one sheet to another or the same, given both sheets after the
// move, or returns "". areScenes is set if chapters are scenes also in texts without separators.
func wrongMove(from, to, fromAfter, toAfter sheet, first, end int, isSame, byScenes, areScenes bool) string {
	moved := from.blocks[first:end]
	if headingCount(from, to) != headingCount(fromAfter, toAfter) {
		return "" // in plain text the headings are unknown
	}
	rest := slices.Concat(from.blocks[:first], from.blocks[end:])
	if isSame {
		to.blocks = rest
		to.headings = slices.Concat(from.headings[:first], from.headings[end:])
		to.marks = slices.Concat(from.marks[:first], []int{from.marksLeft(first, end)}, from.marks[end+1:])
	} else if !slices.Equal(fromAfter.blocks, rest) {
		i := 0
		for i < min(len(rest), len(fromAfter.blocks)) && rest[i] == fromAfter.blocks[i] {
			i++
		}
		return fmt.Sprintf("what stays is not what was there from block %d on: %.80q, %.80q", i, rest[i:min(i+2, len(rest))], fromAfter.blocks[i:min(i+2, len(fromAfter.blocks))])
	}
	at := slices.IndexFunc(make([]struct{}, len(to.blocks)+1), func(struct{}) bool { return false })
	for i := range len(to.blocks) + 1 {
		if slices.Equal(slices.Concat(to.blocks[:i], moved, to.blocks[i:]), toAfter.blocks) {
			at = i
			break
		}
	}
	if at < 0 {
		return "the blocks are not those that were there"
	}
	isParted := byScenes || from.marks[first] > 0 && !from.isEdge(first) || from.marks[end] > 0 && !from.isEdge(end) || to.hasScenesAround(at)
	isScene := from.isScene(first, end) && (areScenes || from.hasScenes() || to.hasScenes()) && isParted
	n := end - first

	// gap describes an error in a gap after the move, or returns "". `marks` is the number of separators before.
	gap := func(s sheet, i int, was string, wereNeighbours bool, marks int) string {
		switch {
		case wereNeighbours && s.gaps[i] != was:
			return fmt.Sprintf("a gap that nothing touched was %q and is %q", was, s.gaps[i])
		case wereNeighbours:
		case s.isEdge(i) && s.marks[i] > marks:
			return fmt.Sprintf("a separator stands at an edge: %q", s.gaps[i])
		case !s.isEdge(i) && isScene && s.marks[i] != 1:
			return fmt.Sprintf("%d separators stand between two scenes: %q", s.marks[i], s.gaps[i])
		}
		return ""
	}
	// source returns what gap i of the remaining blocks was before the move.
	source := func(i int) (was string, isNeighbour bool, marks int) {
		switch {
		case i < first:
			return from.gaps[i], true, from.marks[i]
		case i > first:
			return from.gaps[i+n], true, from.marks[i+n]
		}
		return "", false, from.marksLeft(first, end)
	}
	if from.isEdge(first) != from.isEdge(end) {
		inner := source
		source = func(i int) (string, bool, int) {
			was, is, marks := inner(i)
			if i == first && from.isEdge(first) {
				marks = from.marks[first]
			} else if i == first {
				marks = from.marks[end]
			}
			return was, is, marks
		}
	}
	stayed := source
	if !isSame {
		stayed = func(i int) (string, bool, int) { return to.gaps[i], true, to.marks[i] }
		for i := range fromAfter.gaps {
			was, is, marks := source(i)
			if wrong := gap(fromAfter, i, was, is, marks); wrong != "" {
				return "where it was taken: " + wrong
			}
		}
	}
	for i := range toAfter.gaps {
		var was string
		var is bool
		var marks int
		switch {
		case i < at:
			was, is, marks = stayed(i)
		case i > at+n:
			was, is, marks = stayed(i - n)
		case i > at && i < at+n:
			was, is, marks = from.gaps[first+i-at], true, from.marks[first+i-at]
		default:
			_, _, marks = stayed(at)
		}
		if wrong := gap(toAfter, i, was, is, marks); wrong != "" {
			return "where it is put: " + wrong
		}
	}
	if !isScene {
		total := func(sheets ...sheet) (n int) {
			for _, s := range sheets {
				for _, m := range s.marks {
					n += m
				}
			}
			return n
		}
		before, after := total(from), total(fromAfter)
		if !isSame {
			before, after = total(from, to), total(fromAfter, toAfter)
		}
		if before != after {
			return fmt.Sprintf("there were %d separators and are %d, and no scene has moved", before, after)
		}
	}
	return ""
}

// sameParts reports whether two texts have fragments of the same lengths.
func sameParts(one, other *analysis.Document) bool {
	words := func(d *analysis.Document) (list []int) {
		for _, f := range d.Fragments() {
			list = append(list, f.Words)
		}
		slices.Sort(list)
		return list
	}
	return slices.Equal(words(one), words(other))
}

func headingCount(sheets ...sheet) (n int) {
	for _, s := range sheets {
		for _, is := range s.headings {
			if is {
				n++
			}
		}
	}
	return n
}

// census counts moves and their faults.
type census struct {
	isExact               bool // what comes back must be the same even where there are no blank lines around a separator
	made, across, refused int
	wrong                 map[string]int
	example               map[string]string
	kinds, refusals       map[string]int
}

func newCensus() *census {
	return &census{wrong: make(map[string]int), example: make(map[string]string), kinds: make(map[string]int), refusals: make(map[string]int)}
}

func (c *census) add(kind, wrong, example string) {
	if wrong == "" {
		return
	}
	key := kind + ": " + digits.ReplaceAllString(strings.TrimSpace(strings.SplitN(strings.SplitN(wrong, "\n", 2)[0], `"`, 2)[0]), "N")
	c.wrong[key]++
	if c.example[key] == "" || len(example) < len(c.example[key]) {
		c.example[key] = wrong + "\n" + example
	}
}

var digits = regexp.MustCompile(`\d+`)

// moves moves fragments of texts up, down, to a place and to another text, and checks each move. A fragment that moves to another chapter
// and back gets the usual separator of its chapter: the former one only if all separators are alike.
func (c *census) moves(r *rand.Rand, f markup.Format, settings analysis.Settings, files map[string]string, tries int, byScenes, isEven bool) {
	w := newWork(mapFS(files), files)
	read := func(text string) *analysis.Document {
		d := analysis.New(text, f, settings)
		if byScenes {
			return d.DivideByScenes()
		}
		return d
	}
	for file := range w.Documents {
		w.Documents[file] = read(files[file])
	}
	names := w.Order.Files()
	areScenes := byScenes && slices.ContainsFunc(names, func(file string) bool { return sheetOf(w.Documents[file]).hasScenes() }) // a chapter of a work with scenes is one
	for range tries {
		from, to := names[r.IntN(len(names))], names[r.IntN(len(names))]
		d := w.Documents[from]
		if len(d.Fragments()) < 2 {
			continue
		}
		i := r.IntN(len(d.Fragments()))
		before := sheetOf(d)
		first, end := before.blocksOf(d, i)
		if from != to {
			target := w.Documents[to]
			k, place := r.IntN(len(target.Fragments())+1), EndOfFile(to)
			if k < len(target.Fragments()) {
				place = Place{to, restructure.Before.PlaceBeside(k)}
			}
			change, err := MoveFragment(w, from, i, place)
			if err != nil {
				c.refused++
				continue
			}
			c.made, c.across = c.made+1, c.across+1
			after := applied(files, change)
			if d.Format.Gaps().Wide > 0 && !sheetOf(read(after[from])).hasScenes() {
				continue // too few wide gaps remain to be scene breaks
			}
			wrong := wrongMove(before, sheetOf(target), sheetOf(read(after[from])), sheetOf(read(after[to])), first, end, false, byScenes, areScenes)
			if wrong == "" && isEven && byScenes && headingCount(before, sheetOf(target)) == headingCount(sheetOf(read(after[from])), sheetOf(read(after[to]))) {
				wrong = c.backOverFiles(f, read, files, after, from, i, to, before.blocks[first])
			}
			c.add(f.Name+", over files", wrong, fmt.Sprintf("%q.. of %s before %d of %s\n%s\n== %s\n== becomes\n%s\n== %s", before.blocks[first:end], from, k, to, before, sheetOf(target), sheetOf(read(after[from])), sheetOf(read(after[to]))))
			continue
		}
		k := r.IntN(len(d.Fragments()) + 1)
		for kind, move := range map[string]func() (restructure.Edit, error){
			"up":   func() (restructure.Edit, error) { return restructure.MoveFragmentUp(d, i) },
			"down": func() (restructure.Edit, error) { return restructure.MoveFragmentDown(d, i) },
			"before": func() (restructure.Edit, error) {
				return restructure.MoveFragment(d, i, restructure.Before.PlaceBeside(k))
			},
		} {
			e, err := move()
			if err != nil {
				c.refused++
				continue
			}
			c.made++
			text := e.Apply(files[from])
			now := read(text)
			after := sheetOf(now)
			example := fmt.Sprintf("%.20q, before %d\n%s\n== becomes\n%s", before.blocks[first:end], k, before, after)
			c.add(f.Name+", "+kind, wrongMove(before, before, after, after, first, end, true, byScenes, false), example)
			if kind == "before" {
				continue
			}
			step := restructure.MoveFragmentUp
			if kind == "up" {
				step = restructure.MoveFragmentDown
			}
			again := now.FragmentAt(e.Place + 1)
			if again < 0 || !sameParts(d, now) || first == 0 || !after.hasScenes() || headingCount(before) != headingCount(after) {
				continue // the fragments have changed, the place is above the first heading, or the only separator is gone
			}
			back, err := step(now, again)
			if err != nil {
				c.add(f.Name+", "+kind+" and back", "refused: "+err.Error(), example)
			} else if got := back.Apply(text); got != files[from] && !(!c.isExact && before.isTight(first, end) && slices.Equal(strings.Fields(got), strings.Fields(files[from]))) && (isEven || before.chapterOf(before.starts[first]) == after.chapterOf(e.Place) || sheetOf(read(got)).String() != before.String()) {
				c.add(f.Name+", "+kind+" and back", "the text is another", example+"\n== and back\n"+sheetOf(read(got)).String()+besideDifference(files[from], got))
			}
		}
	}
}

// backOverFiles moves a scene back from another file, and describes how the texts then differ from the former ones.
func (c *census) backOverFiles(f markup.Format, read func(string) *analysis.Document, files, after map[string]string, from string, scene int, to, opening string) string {
	w := newWork(mapFS(after), after)
	for file := range w.Documents {
		w.Documents[file] = read(after[file])
	}
	was := read(files[from]).Fragments()
	place := Place{from, restructure.Under.PlaceBeside(was[scene].Section)}
	switch isWith := func(i int) bool { return i >= 0 && i < len(was) && was[i].Section == was[scene].Section }; {
	case isWith(scene - 1):
		place.Place = restructure.After.PlaceBeside(scene - 1)
	case isWith(scene + 1):
		place.Place = restructure.Before.PlaceBeside(scene)
	case was[scene].Section < 0:
		return ""
	}
	d := w.Documents[to]
	again := d.FragmentAt(strings.Index(after[to], opening) + 1)
	change, err := MoveFragment(w, to, again, place)
	if err != nil {
		return "not moved back: " + err.Error()
	}
	back := applied(after, change)
	for _, file := range []string{from, to} {
		if got := back[file]; got != files[file] && (c.isExact || !slices.Equal(strings.Fields(got), strings.Fields(files[file]))) {
			return "moved back, the text is another" + besideDifference(files[file], got)
		}
	}
	return ""
}

// besideDifference shows where two texts begin to differ.
func besideDifference(one, other string) string {
	at := 0
	for at < min(len(one), len(other)) && one[at] == other[at] {
		at++
	}
	near := func(text string) string { return text[max(0, at-40):min(len(text), at+40)] }
	return fmt.Sprintf("\n== differs from\n%q\n%q", near(one), near(other))
}

// TestSeparatorsOfNovels checks moves of scenes and fragments of the novels in a folder, as plain text and converted to other formats.
func TestSeparatorsOfNovels(t *testing.T) {
	for _, byScenes := range []bool{true, false} {
		c := newCensus()
		for n, v := range readNovels(t) {
			c.moves(rand.New(rand.NewPCG(47, uint64(n))), v.format, analysis.Defaults(), v.files, *tries, byScenes, false)
		}
		t.Logf("by scenes %v: %d moves, %d over files, %d refused, wrong: %v", byScenes, c.made, c.across, c.refused, c.wrong)
		for kind, example := range c.example {
			t.Errorf("%s\n%.6000s", kind, example)
		}
	}
}

// TestSeparators checks moves of scenes and fragments of random novels in every format, half of them with uneven separators.
func TestSeparators(t *testing.T) {
	rounds := 30
	if testing.Short() {
		rounds = 8
	}
	settings := analysis.Defaults()
	settings.PreferredWords, settings.Scaling, settings.ParagraphMinWords = 1, 1000, 0
	for _, f := range markup.Formats {
		c := newCensus()
		for round := range rounds {
			r := rand.New(rand.NewPCG(48, uint64(round)))
			isEven := round%4 < 2
			files := map[string]string{"one" + f.Extensions[0]: plainNovel(r, f, 'a', isEven), "two" + f.Extensions[0]: plainNovel(r, f, 'n', isEven)}
			c.moves(r, f, settings, files, 10, round%2 == 0, isEven)
		}
		t.Logf("%s: %d moves, %d over files, %d refused", f.Name, c.made, c.across, c.refused)
		for kind, example := range c.example {
			t.Errorf("%s, %d times: %s", kind, c.wrong[kind], example)
		}
		if c.made < 10*rounds || c.across < rounds {
			t.Errorf("%s: only %d moves were made, %d over files", f.Name, c.made, c.across)
		}
	}
}

// TestScenesInFiles checks that scenes of random novels in every format can be extracted, set aside, split and merged; see actions.
func TestScenesInFiles(t *testing.T) {
	rounds := 30
	if testing.Short() {
		rounds = 8
	}
	settings := analysis.Defaults()
	settings.PreferredWords, settings.Scaling, settings.ParagraphMinWords = 1, 1000, 0
	for _, f := range markup.Formats {
		c := newCensus()
		for round := range rounds {
			r := rand.New(rand.NewPCG(50, uint64(round)))
			isEven := round%4 < 2
			c.actions(r, f, settings, map[string]string{"one" + f.Extensions[0]: plainNovel(r, f, 'a', isEven)}, 4, isEven)
		}
		t.Logf("%s: %v, refused %v", f.Name, c.kinds, c.refusals)
		for kind, example := range c.example {
			t.Errorf("%s, %d times: %s", kind, c.wrong[kind], example)
		}
	}
}

// TestScenesOfNovelsInFiles is like TestScenesInFiles, for the novels in a folder.
func TestScenesOfNovelsInFiles(t *testing.T) {
	c := newCensus()
	for n, v := range readNovels(t) {
		c.actions(rand.New(rand.NewPCG(51, uint64(n))), v.format, analysis.Defaults(), v.files, *tries, false)
	}
	t.Logf("%d actions, %v, refused %v, wrong: %v", c.made, c.kinds, c.refusals, c.wrong)
	for kind, example := range c.example {
		t.Errorf("%s\n%.6000s", kind, example)
	}
}

// TestSeparatorsOfBlankLines checks moves of scenes and fragments of random texts whose scenes are separated by blank lines alone.
func TestSeparatorsOfBlankLines(t *testing.T) {
	settings := analysis.Defaults()
	settings.PreferredWords, settings.Scaling, settings.ParagraphMinWords = 1, 1000, 0
	c := newCensus()
	f := markup.PlainText
	for round := range 8 {
		r := rand.New(rand.NewPCG(49, uint64(round)))
		files := make(map[string]string)
		for _, letter := range "an" {
			text := strings.ReplaceAll(plainNovel(r, f, letter, true), "\n\n"+f.Notation().Break()+"\n\n", "\n\n\n")
			var rest strings.Builder
			for i := range 60 { // to make wide gaps rare
				rest.WriteString(strings.Repeat("\n", 1+(i+19)%20/19) + fmt.Sprintf("The %c moon is high for the %dth time.\n", letter, i))
			}
			files[string(letter)+".txt"] = text + rest.String()
		}
		c.moves(r, f, settings, files, 10, round%2 == 0, true)
	}
	t.Logf("%d moves, %d over files, %d refused", c.made, c.across, c.refused)
	for kind, example := range c.example {
		t.Errorf("%s, %d times: %s", kind, c.wrong[kind], example)
	}
	if c.made < 80 || c.across < 20 {
		t.Errorf("only %d moves were made, %d over files", c.made, c.across)
	}
}

// plainNovel returns a text of chapters whose paragraphs contain letter. If isEven, its separators and blank lines are all alike.
func plainNovel(r *rand.Rand, f markup.Format, letter rune, isEven bool) string {
	n := f.Notation()
	marks := []string{n.Break(), n.Break()}
	name := f.Name
	if isEven {
		name = ""
	}
	switch name {
	case markup.Markdown.Name, markup.PlainText.Name:
		marks = append(marks, "***", "        *", "⁂")
	case markup.LaTeX.Name:
		marks = append(marks, "\\bigskip\n\\centerline{* * *}\n\\bigskip")
	case markup.Typst.Name:
		marks = append(marks, "#line(length: 100%)")
	}
	var b strings.Builder
	write := func(block string) {
		if b.Len() > 0 {
			b.WriteString("\n\n")
			if !isEven {
				b.WriteString(strings.Repeat("\n", r.IntN(2)*r.IntN(3)))
			}
		}
		b.WriteString(block)
	}
	hasHeadings := n.FirstLevel() > 0 && len(n.Levels()) > 0 && f.Name != markup.HyperText.Name
	count := 0
	for chapter := range 1 + r.IntN(3) {
		if hasHeadings {
			write(n.Heading(fmt.Sprintf("Chapter %c%c", letter, 'A'+chapter), n.FirstLevel()))
		}
		for i := range 1 + r.IntN(6) {
			inRow := []int{0, 0, 1, 1, 1, 2}[r.IntN(6)]
			if isEven || f.Name == markup.ReStructuredText.Name { // two in a row are an error there
				inRow = min(inRow, 1)
			}
			for range min(i, inRow) {
				write(marks[r.IntN(len(marks))])
			}
			paragraph := fmt.Sprintf("The %c%c tide is salt.", letter, 'a'+count)
			if count++; f.Name == markup.HyperText.Name {
				paragraph = "<p>" + paragraph + "</p>"
			}
			write(paragraph)
		}
	}
	return b.String() + "\n"
}

// writtenNovel is a novel in several files.
type writtenNovel struct {
	format markup.Format
	files  map[string]string
}

// readNovels returns the novels in the folder of the flag: files, and folders of many files. Plain text is also converted to other formats.
func readNovels(t *testing.T) (list []writtenNovel) {
	t.Helper()
	if *novels == "" {
		t.Skip("no folder of novels: run with -novels DIR")
	}
	entries, err := os.ReadDir(*novels)
	if err != nil {
		t.Fatal(err)
	}
	read := func(file string) string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimPrefix(string(text), "\ufeff")
	}
	for _, entry := range entries {
		name := filepath.Join(*novels, entry.Name())
		if entry.IsDir() {
			v := writtenNovel{files: make(map[string]string)}
			chapters, _ := filepath.Glob(filepath.Join(name, "*"))
			for _, file := range chapters {
				if f, ok := markup.ByFileName(file); ok {
					v.format, v.files[filepath.Base(file)] = f, read(file)
				}
			}
			list = append(list, v)
			continue
		}
		f, ok := markup.ByFileName(name)
		if !ok {
			continue
		}
		text := read(name)
		list = append(list, writtenNovel{f, inFourFiles(text, f)})
		if f.Name == markup.PlainText.Name {
			for _, other := range []markup.Format{markup.Markdown, markup.LaTeX, markup.Org} {
				list = append(list, writtenNovel{other, inFourFiles(converted(text, other), other)})
			}
		}
	}
	return list
}

// inFourFiles returns a novel, from its first heading on, as four files of about the same length. No separator is at an end of one: it
// would be decoration, which belongs to no scene.
func inFourFiles(novel string, f markup.Format) map[string]string {
	blocks := f.Scan(novel)
	for len(blocks) > 0 && (blocks[len(blocks)-1].Kind == markup.HTML || blocks[len(blocks)-1].Kind == markup.Rule) { // the end of a library's edition
		blocks = blocks[:len(blocks)-1]
	}
	files := make(map[string]string)
	first := max(0, slices.IndexFunc(blocks, func(b markup.Block) bool { return b.Kind == markup.Heading })) // below the title page of the edition
	for part := range 4 {
		end := len(blocks)
		if part < 3 {
			end = max(first+1, first+(len(blocks)-first)/(4-part))
		}
		for end < len(blocks) && (blocks[end-1].Kind == markup.Rule || blocks[end].Kind == markup.Rule) {
			end++
		}
		if first < end && end <= len(blocks) {
			files[fmt.Sprintf("part%d%s", part+1, f.Extensions[0])] = novel[blocks[first].Span.Start:blocks[end-1].Span.End] + "\n"
		}
		first = end
	}
	return files
}

// converted returns a novel in plain text as a text of another format.
func converted(novel string, f markup.Format) string {
	var parts []string
	for _, b := range markup.PlainText.Scan(novel) {
		text := strings.Map(func(r rune) rune {
			if strings.ContainsRune("\\_*#$%&{}~^<>@[]`|=+/", r) {
				return '\''
			}
			return r
		}, strings.Join(strings.Fields(novel[b.Span.Start:b.Span.End]), " "))
		switch b.Kind {
		case markup.Rule:
			parts = append(parts, f.Notation().Break())
		case markup.Heading:
			parts = append(parts, f.Notation().Heading(text, f.Notation().FirstLevel()))
		case markup.Paragraph:
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "\n\n") + "\n"
}
