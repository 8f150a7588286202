package difference

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
	"github.com/segls/segls/analysis/restructure"
)

var (
	texts   = flag.String("texts", "", "measure on the texts in these files and folders too, separated as in PATH")
	scripts = flag.Int("scripts", 10, "so many scripts for each text")
	verbose = flag.Bool("misses", false, "print what is missed and what is told wrongly")
)

// TestScriptedChanges does what a writer may do, by the project's own actions, and asks what has
// changed: everything that was done is told, and nothing else.
func TestScriptedChanges(t *testing.T) {
	var all, lines tally
	paths := []string{"../../testdata/samples/salt.md", "../../testdata/samples/tides.md", "../../testdata/samples/ferry.md"}
	n := 4
	if *texts != "" {
		n, paths = *scripts, nil
		for _, path := range filepath.SplitList(*texts) {
			err := filepath.WalkDir(path, func(path string, d os.DirEntry, err error) error {
				if _, known := markup.ByFileName(path); err == nil && d.Type().IsRegular() && known {
					paths = append(paths, path)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, _ := markup.ByFileName(path)
		for k := range n {
			r := rand.New(rand.NewPCG(22, uint64(k)))
			s := newScript(r, string(content), f, "text"+f.Extensions[0])
			if s == nil {
				break // too short to change
			}
			s.play()
			all.score(t, s, Of(Work{Files: s.before}, Work{Files: s.after()}), path)
			lines.scoreLines(s)
		}
	}
	if *texts != "" {
		fmt.Println(all.table(&lines))
	}
	for kind := range all.kinds {
		k := all.kinds[kind]
		if least := leastF1[kind]; k.f1() < least {
			t.Errorf("%s: F1 %.3f, not %.2f", Kind(kind), k.f1(), least)
		}
	}
	if s := float64(all.falsely) / float64(max(1, all.untouched)); s > .01 {
		t.Errorf("%.2f %% of the untouched paragraphs are told of", 100*s)
	}
	if e := all.error / float64(max(1, all.shares)); e > .05 {
		t.Errorf("rewritten shares are wrong by %.3f", e)
	}
}

// leastF1 is what is aimed at.
var leastF1 = [...]float64{Moved: .95, Split: .93, Merged: .93, Retitled: .97, Rewritten: .95, Added: .95, Removed: .93}

// deed is something that a script has done, known by the texts that it was done to.
type deed struct {
	kind     Kind
	old, new []string // of the paragraphs
	share    float64
	isFound  bool
}

// script is a work of two files and what is done to it.
type script struct {
	r      *rand.Rand
	before []File
	docs   []*analysis.Document
	deeds  []deed
	busy   map[string]bool // texts that something has been done to
	fresh  []string        // paragraphs that can be added
	words  []string
}

// newScript cuts a text in two files at a paragraph in its middle. It is nil if the text has too
// few paragraphs that occur once.
func newScript(r *rand.Rand, text string, f markup.Format, name string) *script {
	s := &script{r: r, busy: make(map[string]bool)}
	d := analysis.New(text, f, analysis.Defaults())
	if len(d.Paragraphs()) < 24 || len(d.Text.String()) > 4<<20 {
		return nil
	}
	middle := d.Paragraphs()[len(d.Paragraphs())/2].Span.Start
	for _, x := range d.Sections() {
		if x.Span.Start > len(text)/3 && x.Span.Start < 2*len(text)/3 {
			middle = x.Span.Start
			break
		}
	}
	for i, part := range []string{text[:middle], text[middle:]} {
		d := analysis.New(part, f, analysis.Defaults())
		s.before = append(s.before, File{Path: fmt.Sprint(i, name), Document: d})
		s.docs = append(s.docs, d)
		s.words = append(s.words, strings.Fields(part)...)
	}
	for i := range 40 {
		var b strings.Builder
		for k := range 30 + r.IntN(60) {
			fmt.Fprintf(&b, "%s ", novel[(i*31+k*17+r.IntN(7))%len(novel)])
		}
		s.fresh = append(s.fresh, strings.TrimSpace(b.String())+".")
	}
	return s
}

// novel are words of which paragraphs are made that nobody has written.
var novel = strings.Fields(`the a of and to in it was that which with for on at by from as but all not lamp valley copper winter
	brother engine harvest mirror orchard needle thunder velvet ladder marble garden whistle canvas anchor pepper saddle
	blanket candle feather hammer island jacket kettle lantern meadow napkin oyster pillow quarrel ribbon shovel timber
	umbrella violin wagon yellow zither amber basket cotton dragon emerald falcon ginger hollow ivory jungle kitten`)

func (s *script) after() []File {
	files := slices.Clone(s.before)
	for i, d := range s.docs {
		files[i].Document = d
	}
	return files
}

// edit replaces text in a file.
func (s *script) edit(file int, text string) {
	s.docs[file] = analysis.New(text, s.docs[file].Format, analysis.Defaults())
}

// play does a few things of each kind, as many as the text bears.
func (s *script) play() {
	paragraphs := 0
	for _, d := range s.docs {
		paragraphs += len(d.Paragraphs())
	}
	n := min(max(1, paragraphs/60), 12)
	for range n {
		for _, do := range []func() bool{s.moveFragment, s.moveParagraph, s.split, s.merge, s.rewrite, s.rewrite, s.add, s.remove, s.retitle} {
			for range 6 {
				if do() {
					break
				}
			}
		}
	}
}

// pick is a paragraph that nothing has been done to, of at least so many words, whose text is
// there once. Its neighbours have not been touched either.
func (s *script) pick(least int) (file, paragraph int, ok bool) {
	file = s.r.IntN(len(s.docs))
	d := s.docs[file]
	if len(d.Paragraphs()) == 0 {
		return 0, 0, false
	}
	paragraph = s.r.IntN(len(d.Paragraphs()))
	return file, paragraph, s.isFree(file, paragraph, least)
}

func (s *script) isFree(file, paragraph, least int) bool {
	d := s.docs[file]
	p := d.Paragraphs()[paragraph]
	text := s.text(file, paragraph)
	if p.Words < least || p.Kind != markup.Paragraph || p.Child >= 0 || s.busy[text] {
		return false
	}
	for k := max(0, paragraph-1); k <= min(paragraph+1, len(d.Paragraphs())-1); k++ {
		if s.busy[s.text(file, k)] {
			return false
		}
	}
	n := 0
	for _, d := range s.docs {
		n += strings.Count(d.Text.String(), text)
	}
	return n == 1
}

func (s *script) text(file, paragraph int) string {
	return s.docs[file].Text.Slice(s.docs[file].Paragraphs()[paragraph].Span)
}

func (s *script) done(x deed) bool {
	for _, text := range append(slices.Clone(x.old), x.new...) {
		s.busy[text] = true
	}
	s.deeds = append(s.deeds, x)
	return true
}

func (s *script) apply(file int, e restructure.Edit, err error) bool {
	if err != nil {
		return false
	}
	s.edit(file, e.Apply(s.docs[file].Text.String()))
	return true
}

func (s *script) moveFragment() bool {
	file := s.r.IntN(len(s.docs))
	d := s.docs[file]
	fragments := d.Fragments()
	if len(fragments) < 6 {
		return false
	}
	k, to := s.r.IntN(len(fragments)), s.r.IntN(len(fragments))
	// What it moves past is longer than itself, or it would be as true to say that this has moved.
	past := fragments[max(k, to)].Span.Start - fragments[min(k, to)].Span.Start
	if past < 4*fragments[k].Span.Len() || fragments[k].Words < 20 {
		return false
	}
	var moved []string
	for p := fragments[k].First; p < fragments[k].End; p++ {
		if !s.isFree(file, p, 1) && d.Paragraphs()[p].Kind == markup.Paragraph {
			return false
		}
		moved = append(moved, s.text(file, p))
	}
	x := deed{kind: Moved, old: []string{d.Text.Slice(fragments[k].Span)}}
	e, err := restructure.MoveFragment(d, k, to)
	if !s.apply(file, e, err) {
		return false
	}
	for _, text := range moved {
		s.busy[text] = true
	}
	x.new = x.old
	return s.done(x)
}

// moveParagraph takes a paragraph to the other file, and rewrites some of it in half of the cases.
func (s *script) moveParagraph() bool {
	file, p, ok := s.pick(25)
	if !ok {
		return false
	}
	other := 1 - file
	paragraphs := s.docs[other].Paragraphs()
	if len(paragraphs) < 2 {
		return false
	}
	q := s.r.IntN(len(paragraphs))
	if paragraphs[q].Kind != markup.Paragraph || paragraphs[q].Child >= 0 || s.busy[s.text(other, q)] || q > 0 && s.busy[s.text(other, q-1)] {
		return false
	}
	was := s.text(file, p)
	is, share := was, 0.
	if s.r.IntN(2) == 0 {
		is, share = s.rewrittenText(was, .1+.2*s.r.Float64())
	}
	text := s.docs[other].Text.String()
	at := paragraphs[q].Span.Start
	s.edit(other, text[:at]+is+"\n\n"+text[at:])
	s.cut(file, p)
	return s.done(deed{kind: Moved, old: []string{was}, new: []string{is}, share: share})
}

// cut takes a paragraph out of a file, with the blank lines after it.
func (s *script) cut(file, paragraph int) {
	text := s.docs[file].Text.String()
	span := s.docs[file].Paragraphs()[paragraph].Span
	end := span.End
	for end < len(text) && (text[end] == '\n' || text[end] == '\r') {
		end++
	}
	s.edit(file, text[:span.Start]+text[end:])
}

func (s *script) split() bool {
	file, p, ok := s.pick(40)
	if !ok {
		return false
	}
	sentences := s.docs[file].Paragraphs()[p].Sentences()
	if len(sentences) < 3 {
		return false
	}
	was := s.text(file, p)
	at := sentences[1+s.r.IntN(len(sentences)-1)].Start
	before := s.docs[file]
	e, err := restructure.SplitParagraphAt(s.docs[file], p, at)
	if !s.apply(file, e, err) {
		return false
	}
	if len(s.docs[file].Paragraphs()) != len(before.Paragraphs())+1 {
		s.docs[file] = before
		return false
	}
	return s.done(deed{kind: Split, old: []string{was}, new: []string{s.text(file, p), s.text(file, p+1)}})
}

func (s *script) merge() bool {
	file, p, ok := s.pick(15)
	if !ok || p+1 >= len(s.docs[file].Paragraphs()) || !s.isFree(file, p+1, 15) {
		return false
	}
	old := []string{s.text(file, p), s.text(file, p+1)}
	before := s.docs[file]
	e, err := restructure.MergeWithNext(s.docs[file], p)
	if !s.apply(file, e, err) {
		return false
	}
	if len(s.docs[file].Paragraphs()) != len(before.Paragraphs())-1 {
		s.docs[file] = before
		return false
	}
	return s.done(deed{kind: Merged, old: old, new: []string{s.text(file, p)}})
}

func (s *script) rewrite() bool {
	file, p, ok := s.pick(20)
	if !ok {
		return false
	}
	was := s.text(file, p)
	is, share := s.rewrittenText(was, .1+.3*s.r.Float64())
	if share < .1 {
		return false // hardly any plain words
	}
	before := s.docs[file]
	span := before.Paragraphs()[p].Span
	text := before.Text.String()
	s.edit(file, text[:span.Start]+is+text[span.End:])
	if len(s.docs[file].Paragraphs()) != len(before.Paragraphs()) {
		s.docs[file] = before
		return false
	}
	return s.done(deed{kind: Rewritten, old: []string{was}, new: []string{is}, share: share})
}

// rewrittenText replaces a share of the words of a text by other words of the work. What is not
// plainly a word stays, for it may be markup that decides what the text around it is.
func (s *script) rewrittenText(text string, share float64) (string, float64) {
	words := strings.Fields(text)
	var plain []int
	for k, word := range words {
		if plainWord.MatchString(word) {
			plain = append(plain, k)
		}
	}
	n := min(len(plain), max(1, int(share*float64(len(words))+.5)))
	for _, k := range s.r.Perm(len(plain))[:n] {
		was := words[plain[k]]
		for is := was; is == was || !plainWord.MatchString(is); words[plain[k]] = is {
			is = s.words[s.r.IntN(len(s.words))]
		}
	}
	return strings.Join(words, " "), float64(n) / float64(len(words))
}

var plainWord = regexp.MustCompile(`^\pL[\pL’']*[,.;:]?$`)

func (s *script) add() bool {
	file, p, ok := s.pick(1)
	if !ok || len(s.fresh) == 0 || p > 0 && s.docs[file].Paragraphs()[p-1].Kind != markup.Paragraph {
		return false
	}
	is := s.fresh[0]
	s.fresh = s.fresh[1:]
	at := s.docs[file].Paragraphs()[p].Span.Start
	text := s.docs[file].Text.String()
	s.busy[s.text(file, p)] = true
	s.edit(file, text[:at]+is+"\n\n"+text[at:])
	return s.done(deed{kind: Added, new: []string{is}})
}

func (s *script) remove() bool {
	file, p, ok := s.pick(8)
	if !ok {
		return false
	}
	was := s.text(file, p)
	s.cut(file, p)
	return s.done(deed{kind: Removed, old: []string{was}})
}

func (s *script) retitle() bool {
	file := s.r.IntN(len(s.docs))
	d := s.docs[file]
	if len(d.Sections()) == 0 {
		return false
	}
	x := d.Sections()[s.r.IntN(len(d.Sections()))]
	at := strings.Index(d.Text.Slice(x.Headline), x.Title)
	if s.busy[x.Title] || at < 0 || len(x.Title) < 3 || strings.Count(d.Text.String(), d.Text.Slice(x.Headline)) > 1 {
		return false
	}
	is := fmt.Sprintf("%s %s %d", novel[20+s.r.IntN(40)], novel[20+s.r.IntN(40)], len(s.deeds))
	text := d.Text.String()
	s.edit(file, text[:x.Headline.Start+at]+is+text[x.Headline.Start+at+len(x.Title):])
	if s.docs[file].Format.Name != d.Format.Name || len(s.docs[file].Sections()) != len(d.Sections()) {
		s.docs[file] = d
		return false
	}
	return s.done(deed{kind: Retitled, old: []string{x.Title}, new: []string{is}})
}

// tally counts what is told.
type tally struct {
	kinds              [Removed + 1]score
	untouched, falsely int
	shares             int
	error              float64
}

type score struct{ right, wrong, missed int }

func (s score) precision() float64 { return float64(s.right) / float64(max(1, s.right+s.wrong)) }
func (s score) recall() float64    { return float64(s.right) / float64(max(1, s.right+s.missed)) }

func (s score) f1() float64 {
	if s.right+s.wrong+s.missed == 0 {
		return 1
	}
	return 2 * float64(s.right) / float64(2*s.right+s.wrong+s.missed)
}

// score compares what is told with what was done: of the same kind, and at least half of the
// words of both are the same.
func (a *tally) score(t *testing.T, s *script, d Difference, name string) {
	falsely := make(map[string]bool)
	all := flat(d.Changes)
	for _, x := range all {
		i := slices.IndexFunc(s.deeds, func(y deed) bool { return !y.isFound && y.kind == x.Kind && isAbout(d, x, y) })
		if i < 0 {
			a.kinds[x.Kind].wrong++
			if *verbose {
				t.Errorf("%s: told wrongly: %s\n%.200q\n%.200q", name, x, textAt(d.Old.Files, x.From), textAt(d.New.Files, x.To))
			}
			for _, text := range []string{textAt(d.Old.Files, x.From), textAt(d.New.Files, x.To)} {
				falsely[text] = true
			}
			continue
		}
		y := &s.deeds[i]
		y.isFound = true
		a.kinds[x.Kind].right++
		if y.share > 0 {
			a.shares++
			a.error += max(x.Share()-y.share, y.share-x.Share())
		}
	}
	for _, y := range s.deeds {
		if !y.isFound {
			a.kinds[y.kind].missed++
			if *verbose {
				t.Errorf("%s: missed: %s %.200q %.200q", name, y.kind, y.old, y.new)
			}
		}
	}
	for file := range s.docs {
		for p := range s.docs[file].Paragraphs() {
			text := s.text(file, p)
			if s.busy[text] {
				continue
			}
			a.untouched++
			for wrong := range falsely {
				if strings.Contains(wrong, text) {
					a.falsely++
					break
				}
			}
		}
	}
}

// flat is changes with those inside them.
func flat(changes []Change) (list []Change) {
	for _, x := range changes {
		list = append(list, x)
		list = append(list, flat(x.Inside)...)
	}
	return list
}

func isAbout(d Difference, x Change, y deed) bool {
	isLike := func(text string, of []string) bool {
		want := strings.Join(of, "\n\n")
		a, b := numbered(text, vocabulary{}), 0
		v := make(vocabulary)
		a = numbered(text, v)
		w := numbered(want, v)
		b = kept(a.numbers, w.numbers)
		return 2*b >= max(len(a.numbers), len(w.numbers))
	}
	if x.Kind == Retitled {
		return len(x.From) > 0 && len(x.To) > 0 && strings.Contains(textAt(d.Old.Files, x.From), y.old[0]) && strings.Contains(textAt(d.New.Files, x.To), y.new[0])
	}
	return (y.old == nil || isLike(textAt(d.Old.Files, x.From), y.old)) && (y.new == nil || isLike(textAt(d.New.Files, x.To), y.new))
}

func textAt(files []File, places []Place) string {
	var list []string
	for _, p := range places {
		i := slices.IndexFunc(files, func(f File) bool { return f.Path == p.Path })
		list = append(list, files[i].Document.Text.Slice(p.Span))
	}
	return strings.Join(list, "\n\n")
}

// scoreLines is what exact lines tell: a line that is gone here and there elsewhere has moved,
// and everything else that differs is new or gone.
func (a *tally) scoreLines(s *script) {
	count := func(files []File) map[string]int {
		lines := make(map[string]int)
		for _, f := range files {
			for line := range strings.Lines(f.Document.Text.String()) {
				lines[strings.TrimSpace(line)]++
			}
		}
		return lines
	}
	old, new := count(s.before), count(s.after())
	has := func(lines map[string]int, text []string) bool {
		for _, x := range text {
			for line := range strings.Lines(x) {
				if lines[strings.TrimSpace(line)] == 0 {
					return false
				}
			}
		}
		return true
	}
	for _, y := range s.deeds {
		told := []Kind{Removed, Added}
		switch {
		case y.kind == Added:
			told = []Kind{Added}
		case y.kind == Removed:
			told = []Kind{Removed}
		case has(new, y.old) && has(old, y.new):
			told = []Kind{Moved}
		}
		if i := slices.Index(told, y.kind); i >= 0 {
			a.kinds[y.kind].right++
			told = slices.Delete(told, i, i+1)
		} else {
			a.kinds[y.kind].missed++
		}
		for _, k := range told {
			a.kinds[k].wrong++
		}
	}
}

func (a *tally) table(lines *tally) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| kind | done | precision | recall | F1 | F1 of exact lines |\n|---|---:|---:|---:|---:|---:|\n")
	macro, macroLines := 0., 0.
	for k, x := range a.kinds {
		fmt.Fprintf(&b, "| %s | %d | %.3f | %.3f | %.3f | %.2f |\n", Kind(k), x.right+x.missed, x.precision(), x.recall(), x.f1(), lines.kinds[k].f1())
		macro, macroLines = macro+x.f1()/7, macroLines+lines.kinds[k].f1()/7
	}
	fmt.Fprintf(&b, "| mean | | | | %.3f | %.2f |\n\nuntouched paragraphs told of: %d of %d (%.2f %%); rewritten share wrong by %.3f on average (%d)\n",
		macro, macroLines, a.falsely, a.untouched, 100*float64(a.falsely)/float64(max(1, a.untouched)), a.error/float64(max(1, a.shares)), a.shares)
	return b.String()
}
