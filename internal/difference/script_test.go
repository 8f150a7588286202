package difference

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/restructure"
)

// deed is an edit by a script, identified by the texts concerned.
type deed struct {
	kind     Kind
	old, new []string // of the paragraphs
	share    float64
	isFound  bool
}

// script is a work of two files and the edits made to it.
type script struct {
	r      *rand.Rand
	before []File
	docs   []*analysis.Document
	deeds  []deed
	busy   map[string]bool // texts that have been edited
	fresh  []string        // paragraphs to add
	words  []string
}

// newScript cuts a text into two files near its middle, if possible where a section begins. It returns nil if the length is unsuitable.
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

// novel holds words for invented text.
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

// edit replaces the text of a file.
func (s *script) edit(file int, text string) {
	s.docs[file] = analysis.New(text, s.docs[file].Format, analysis.Defaults())
}

// play makes a few edits of each kind, as many as the text permits.
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

// pick picks a paragraph at random; ok is false if it should not be edited.
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
	// It moves past far more text than its own; otherwise that text could equally have moved.
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
	e, err := restructure.MoveFragment(d, k, restructure.Before.PlaceBeside(to))
	if !s.apply(file, e, err) {
		return false
	}
	for _, text := range moved {
		s.busy[text] = true
	}
	x.new = x.old
	return s.done(x)
}

// moveParagraph moves a paragraph to the other file, and rewrites some of it in half of the cases.
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

// cut removes a paragraph from a file, with the blank lines after it.
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
	e, err := restructure.MergeParagraphWithNext(s.docs[file], p)
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

// rewrittenText returns a text with a share of its words replaced by other words of the work, and the actual
// share. Only plain words are replaced, because others may be markup that affects the text around it.
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
