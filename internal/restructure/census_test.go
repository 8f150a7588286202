package restructure

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// The census applies actions to documents full of traps, and compares their meaning before and after with readers that do not use the
// checks of edits. In these documents each construct has a unique word: `zaq7` is a paragraph, `hed7` a heading, `lab7` something that
// belongs to another block, and `nte7` a note, which may be anywhere. A reader reports the place of each word.

var (
	actions = flag.Int("actions", 1500, "the number of actions in the census of meaning")
	foreign = flag.Int("foreign", 0, "check this number of them with pandoc, docutils and Asciidoctor")
)

// reading maps each unique word to its surroundings and the heading above.
type reading map[string]standing

type standing struct{ in, heading string }

// reader reads a text of a format, and reports whether it supports the format.
type reader func(format, text string) (reading, bool)

// stepped is an edit of a document, or the error of an action, with the words whose heading may change.
type stepped struct {
	name string
	edit Edit
	free func(word string) bool
	err  error
}

// steps tries actions that create no files at random places in a document, and returns the edits and errors.
func steps(w *trapper, d *analysis.Document) []stepped {
	var list []stepped
	none := func(string) bool { return false }
	all := func(string) bool { return true }
	cells := movables(pageOf(d))
	in := func(fragments ...int) func(string) bool {
		words := make(map[string]bool)
		for _, i := range fragments {
			for _, word := range ownWord.FindAllString(cells[cellIndex(cells, i)].text, -1) {
				words[word] = true
			}
		}
		return func(word string) bool { return words[word] }
	}
	add := func(name string, free func(string) bool, e Edit, err error) {
		list = append(list, stepped{name, e, free, err})
	}
	if n := len(d.Fragments()); n > 0 {
		i, j := w.IntN(n), w.IntN(n)
		one, other := in(i), in(i, j)
		do := func(name string, free func(string) bool, act func() (Edit, error)) {
			e, err := act()
			add(name, free, e, err)
		}
		do("move fragment up", one, func() (Edit, error) { return MoveFragmentUp(d, i) })
		do("move fragment down", one, func() (Edit, error) { return MoveFragmentDown(d, i) })
		do("move fragment", one, func() (Edit, error) { return MoveFragment(d, i, Before.PlaceBeside(j)) })
		do("swap fragments", other, func() (Edit, error) { return SwapFragments(d, i, j) })
		do("insert heading", all, func() (Edit, error) {
			e, err := InsertHeading(d, i, "")
			if err == nil { // the title consists of words of the text
				r := &e.Replacements[0]
				r.Text = r.Text[:r.Placeholder.Start] + "Title" + r.Text[r.Placeholder.End:]
			}
			return e, err
		})
		do("rename as heading", all, func() (Edit, error) {
			title := "Title"
			if section, ok := headingAbove(pageOf(d), i); ok { // the new title keeps the word by which readers identify the heading
				title = d.Sections()[section].Title + " of it"
			}
			return RenameFragment(d, i, title, AsHeading)
		})
		do("rename as comment", none, func() (Edit, error) { return RenameFragment(d, i, "A title", AsComment) })
		do("new scene", none, func() (Edit, error) { return BeginScene(d, d.Fragments()[i].First) })
		do("pin boundary", none, func() (Edit, error) { return PinBoundary(d, i) })
		do("merge fragments", none, func() (Edit, error) { return MergeFragments(d, i) })
		do("set in text", none, func() (Edit, error) { return SetTextSetting(d, sentence.New("Set"), "cost", "linear") })
		if s := len(d.Sections()); s > 0 {
			k := w.IntN(s)
			do("move fragment under", one, func() (Edit, error) { return MoveFragment(d, i, Under.PlaceBeside(k)) })
		}
	}
	if n := len(d.Sections()); n > 0 {
		i, j := w.IntN(n), w.IntN(n)
		do := func(name string, free func(string) bool, act func() (Edit, error)) {
			e, err := act()
			add(name, free, e, err)
		}
		do("move section up", none, func() (Edit, error) { return MoveSectionUp(d, i, Mend) })
		do("move section down", none, func() (Edit, error) { return MoveSectionDown(d, i, Keep) })
		do("move section", none, func() (Edit, error) { return MoveSection(d, i, Before.PlaceBeside(j)) })
		do("move section under", none, func() (Edit, error) { return MoveSection(d, i, Under.PlaceBeside(j)) })
		do("promote", none, func() (Edit, error) { return Promote(d, i) })
		do("demote", none, func() (Edit, error) { return Demote(d, i) })
		do("remove heading", all, func() (Edit, error) { return RemoveHeading(d, i) })
	}
	if n := len(d.Paragraphs()); n > 0 {
		i := w.IntN(n)
		e, err := SplitParagraph(d, i)
		add("split paragraph", none, e, err)
		e, err = MergeParagraphWithNext(d, i)
		add("merge paragraph", none, e, err)
	}
	return list
}

var ownWord = regexp.MustCompile(`(?:zaq|hed|lab|nte)\d+`)

// extractions extracts a random fragment and a random section of a document, splits the document by headings, and returns the edits and errors.
func extractions(w *trapper, d *analysis.Document) (list []stepped) {
	title, number := "", 0
	x := Extraction{NewFilePlace: NewFilePlace{Source: "book" + d.Format.Extensions[0], Folder: "parts", Back: ".."}, Name: func(t string) string {
		title = t
		number++
		return fmt.Sprint("part", number, d.Format.Extensions[0])
	}}
	add := func(name string, e Edit, err error) {
		if err == nil && name == "extract fragment" && !strings.Contains(d.Text.String(), title) { // the title consists of words of the text
			e.Files[0].Text = strings.Replace(e.Files[0].Text, title, "Title", 2)
			e.Replacements[0].Text = strings.Replace(e.Replacements[0].Text, title, "Title", 1)
		}
		list = append(list, stepped{name, e, func(string) bool { return true }, err})
	}
	if n := len(d.Fragments()); n > 0 {
		e, err := ExtractFragment(d, w.IntN(n), x)
		add("extract fragment", e, err)
	}
	if n := len(d.Sections()); n > 0 {
		e, err := ExtractSection(d, w.IntN(n), x)
		add("extract section", e, err)
		e, err = SplitDocument(d, ByHeadings, x)
		add("split document", e, err)
	}
	return list
}

// tally counts edits and refusals, by action and format.
type tally map[[2]string]*[2]int // done, refused

func (t tally) add(action, format string, err error) {
	key := [2]string{action, format}
	if t[key] == nil {
		t[key] = new([2]int)
	}
	if err == nil {
		t[key][0]++
	} else {
		t[key][1]++
	}
}

func (t tally) total() (done, refused int) {
	for _, n := range t {
		done, refused = done+n[0], refused+n[1]
	}
	return done, refused
}

// String returns a table in Markdown.
func (t tally) String() string {
	names, formats := make(map[string]bool), make(map[string]bool)
	for key := range t {
		names[key[0]], formats[key[1]] = true, true
	}
	var b strings.Builder
	columns := slices.Sorted(maps.Keys(formats))
	fmt.Fprintf(&b, "| done / refused | %s |\n|---|%s\n", strings.Join(columns, " | "), strings.Repeat("---:|", len(columns)))
	for _, name := range slices.Sorted(maps.Keys(names)) {
		fmt.Fprintf(&b, "| %s |", name)
		for _, format := range columns {
			n := t[[2]string{name, format}]
			if n == nil {
				n = new([2]int)
			}
			fmt.Fprintf(&b, " %d / %d |", n[0], n[1])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// trapped returns a document full of traps, always the same for a given seed.
func trapped(seed int, format markup.Format) (*trapper, *analysis.Document) {
	w := &trapper{Rand: rand.New(rand.NewPCG(uint64(seed), 18)), format: format}
	s := analysis.Defaults()
	s.PreferredWords, s.Scaling = 1+w.IntN(30), 1
	text := w.document()
	if w.IntN(6) == 0 {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return w, analysis.New(text, format, s)
}

// disagreement describes a difference between two readings, ignoring the headings of free words; "" if there is none.
func disagreement(before, after reading, free func(word string) bool) string {
	for _, word := range slices.Sorted(maps.Keys(before)) {
		was, is := before[word], after[word]
		switch _, ok := after[word]; {
		case !ok:
			return word + " is gone from " + was.in
		case was.in != is.in:
			return fmt.Sprintf("%s stood in %q and stands in %q", word, was.in, is.in)
		case was.heading != is.heading && !free(word):
			return fmt.Sprintf("%s stood under %q and stands under %q", word, was.heading, is.heading)
		}
	}
	for word := range after {
		if _, ok := before[word]; !ok {
			return word + " has come"
		}
	}
	return ""
}

// TestCensus checks that actions on documents full of traps, in all formats, leave each word where readers found it before.
func TestCensus(t *testing.T) {
	for _, format := range markup.Formats {
		if _, ok := kits[format.Name]; !ok {
			t.Errorf("there is no kit of %s", format.Name)
		}
	}
	count := make(tally)
	readers := []reader{plainReader}
	asked := 0
	var others foreignReaders
	if *foreign > 0 {
		others = startReaders(t)
	}
	for seed := 0; ; seed++ {
		if done, refused := count.total(); done+refused >= *actions {
			break
		}
		for _, format := range markup.Formats {
			w, d := trapped(seed, format)
			text := d.Text.String()
			before := make([]reading, len(readers))
			for i, read := range readers {
				before[i], _ = read(format.Name, text)
			}
			var said reading
			knows := false
			if others != nil && asked < *foreign {
				said, knows = others.read(format.Name, text)
			}
			check := func(s stepped, after string, more ...string) {
				t.Helper()
				free := s.free
				for i, read := range readers {
					now, ok := read(format.Name, after)
					if !ok || len(more) > 0 {
						continue
					}
					if difference := disagreement(before[i].without(s.removed(text)), now, free); difference != "" {
						t.Errorf("%s, seed %d: %s: %s\n%s\n-----\n%s", format.Name, seed, s.name, difference, text, after)
					}
				}
				if !knows || asked >= *foreign || len(more) > 0 {
					return
				}
				asked++
				now, ok := others.read(format.Name, after)
				if !ok {
					t.Errorf("%s, seed %d: %s: nobody can read\n%s", format.Name, seed, s.name, after)
				} else if difference := disagreement(said.without(s.removed(text)), now, free); difference != "" {
					t.Errorf("%s, seed %d: %s, as %s reads it: %s\n%s\n-----\n%s", format.Name, seed, s.name, others.name(format.Name), difference, text, after)
				}
			}
			for _, s := range steps(w, d) {
				count.add(s.name, format.Name, s.err)
				if s.err == nil {
					check(s, s.edit.Apply(text))
				}
			}
			reads := func() []reader {
				if others != nil && asked < *foreign {
					asked++
					return append(slices.Clip(readers), others.read)
				}
				return readers
			}
			for _, s := range extractions(w, d) {
				count.add(s.name, format.Name, s.err)
				if s.err == nil {
					checkParts(t, format, seed, reads(), s, text)
				}
			}
			if in, book, file, ok := w.inlining(text); ok {
				e, err := Inline(analysis.New(book, format, d.Settings), in, NewFilePlace{Source: "book" + format.Extensions[0]}, file)
				count.add("inline", format.Name, err)
				if err == nil {
					checkInlined(t, format, seed, reads(), book, file, e.Apply(book))
				}
			}
			if t.Failed() {
				t.FailNow()
			}
		}
	}
	done, refused := count.total()
	t.Logf("%d actions, %d of them refused; other programs have read %d\n%s", done+refused, refused, asked, count)
	if done < refused/2 {
		t.Error("much more is refused than done")
	}
}

// without returns a reading without some words.
func (r reading) without(words []string) reading {
	rest := maps.Clone(r)
	for _, word := range words {
		delete(rest, word)
	}
	return rest
}

// removed returns the unique words that an action removes: those of a removed heading.
func (s stepped) removed(text string) (words []string) {
	if s.name == "remove heading" {
		for _, r := range s.edit.Replacements {
			words = append(words, ownWord.FindAllString(text[r.Span.Start:r.Span.End], -1)...)
		}
	}
	return words
}

// checkParts checks that extracted text and the remaining text are in the same surroundings as before. If the format includes files, other
// programs read the text with the files included.
func checkParts(t *testing.T, format markup.Format, seed int, readers []reader, s stepped, text string) {
	t.Helper()
	rest, n := s.edit.Apply(text), format.Notation()
	joined := rest
	for _, file := range s.edit.Files {
		joined = strings.Replace(joined, n.Include("", file.Path), strings.TrimRight(file.Text, "\r\n"), 1)
	}
	for i, read := range readers {
		before, ok := read(format.Name, text)
		if !ok {
			continue
		}
		problem := ""
		if stays, ok := read(format.Name, rest); !ok {
			problem = "what stays cannot be read"
		} else if i > 0 && n.IncludesFiles() {
			if together, ok := read(format.Name, joined); ok {
				isNote := func(word string, _ standing) bool { return n.FitsIncludedLevels() && strings.HasPrefix(word, "nte") } // each Org file has its own definitions
				maps.DeleteFunc(before, isNote)
				maps.DeleteFunc(together, isNote)
				problem = disagreement(before, together, func(string) bool { return false })
			} else {
				problem = "the parts cannot be read together"
			}
		} else {
			parts := make(reading)
			for _, file := range s.edit.Files {
				part, _ := read(format.Name, file.Text)
				maps.Copy(parts, part)
			}
			problem = missingIn(before, stays, parts)
		}
		if problem != "" {
			t.Errorf("%s, seed %d: %s, reader %d: %s\n%s\n-----\n%s\n-----\n%v", format.Name, seed, s.name, i, problem, text, rest, s.edit.Files)
			return
		}
	}
}

// endsAs reports whether the surroundings `in` end with `was`, so that only outer ones have been added.
func endsAs(in, was string) bool {
	if strings.HasSuffix(in, was) {
		return true
	}
	for _, place := range strings.Fields(in) {
		ends := func(was string) bool {
			if was[0] == '0' || was[0] == '1' {
				return place[0] == was[0] && strings.HasSuffix(place[1:], was[1:])
			}
			return strings.HasSuffix(place, was)
		}
		if !slices.ContainsFunc(strings.Fields(was), ends) {
			return false
		}
	}
	return true
}

// missingIn describes a word of a text that has its former surroundings neither in the remaining text nor in the parts, or returns "".
func missingIn(before, stays, parts reading) string {
	for _, word := range slices.Sorted(maps.Keys(before)) {
		was := before[word]
		rest, isThere := stays[word]
		part, isGone := parts[word]
		switch {
		case !isThere && !isGone:
			return word + " is lost"
		case isThere && !isGone && rest.in != was.in: // text that others need is in both the remaining text and a part
			return fmt.Sprintf("%s stood in %q and stands in %q", word, was.in, rest.in)
		case isGone && !isThere && !endsAs(was.in, part.in):
			return fmt.Sprintf("%s stood in %q and stands in %q in the file", word, was.in, part.in)
		}
	}
	return ""
}

// inlining returns a document with a paragraph that links to a file, its offset, and the file, which may end inside a construct.
func (w *trapper) inlining(text string) (at int, book, file string, ok bool) {
	n := w.format.Notation()
	lines := strings.Split(text, "\n")
	var places []int
	for i, line := range lines {
		if lone(line) && i > 0 && strings.TrimSpace(lines[i-1]) == "" && i+1 < len(lines) && strings.TrimSpace(lines[i+1]) == "" {
			places = append(places, i)
		}
	}
	if len(places) == 0 {
		return 0, "", "", false
	}
	include := n.Include("Part", "part"+w.format.Extensions[0])
	i := places[w.IntN(len(places))]
	lines[i] = include
	book = strings.Join(lines, "\n")
	w.n += 1000
	file = w.document()
	if parts := strings.SplitAfter(file, "\n"); w.IntN(3) == 0 {
		file = strings.Join(parts[:w.IntN(len(parts))], "")
	}
	return strings.Index(book, include), book, file, true
}

// needsNoEnd removes opening markup that has no meaning without its end.
var needsNoEnd = strings.NewReplacer("// tag::a[]", "", "{::comment}", "", "<!-- prettier-ignore-start -->", "", "{{< box >}}", "", `\ifdraft`, "", "/", "")

// checkInlined checks that words of the text and of the file keep their surroundings after inlining.
func checkInlined(t *testing.T, format markup.Format, seed int, readers []reader, book, file, after string) {
	t.Helper()
	for i, read := range readers {
		before, ok := read(format.Name, book)
		alone, okAlone := read(format.Name, file)
		now, okNow := read(format.Name, after)
		if !ok || !okAlone || !okNow {
			continue
		}
		problem := ""
		for _, word := range slices.Sorted(maps.Keys(before)) {
			was, is := before[word], now[word]
			if i > 0 && strings.HasPrefix(word, "nte") {
				continue // its meaning depends on the text before, which is in the file
			}
			was.in, is.in = needsNoEnd.Replace(was.in), needsNoEnd.Replace(is.in)
			if was.in != is.in || was.heading != is.heading && !format.Notation().IncludesFiles() && !strings.HasPrefix(word, "nte") {
				problem = fmt.Sprintf("%s stood in %q under %q and stands in %q under %q", word, was.in, was.heading, is.in, is.heading)
			}
		}
		for _, word := range slices.Sorted(maps.Keys(alone)) {
			is, ok := now[word]
			if i > 0 && strings.HasPrefix(word, "nte") {
				continue
			}
			if !ok && strings.HasPrefix(word, "zaq") && (i == 0 || len(format.Containers(book, format.Scan(book))) == 0) || ok && !endsAs(is.in, alone[word].in) {
				problem = fmt.Sprintf("%s stood in %q in the file and stands in %q", word, alone[word].in, is.in)
			}
		}
		if problem != "" {
			t.Errorf("%s, seed %d: inline, reader %d: %s\n%s\n-----\n%s\n-----\n%s", format.Name, seed, i, problem, book, file, after)
			return
		}
	}
}
